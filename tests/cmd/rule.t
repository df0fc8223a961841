# Settings, scripts, expectations, help.

$ cp $srcdir/tests/cmd/small.ll .

$ reconverge -b -e 'set threshold=0.5 mode=cfm' -e 'show settings' | grep -e ^threshold -e ^mode
threshold=0.5
mode=cfm
threshold=0.5  0 to 1
mode=cfm  darm|cfm|branch-fusion|tail-merging
$ reconverge -b -e 'set time-limit=5' -e 'set align=sw' --json
{"command": "set time-limit=5", "ok": true, "settings": {"time-limit": "5"}}
{"command": "set align=sw", "ok": true, "settings": {"align": "sw"}}
# A script: comments, quotes, lines that go on, commands after quit unread.
$ cat > s.rcv
> # a script
> function 'diamond'   # quoted
> 
> expect divergent \
>     == 1
> source-file t.rcv
> quit
> nonsense
$ cat > t.rcv
> expect 'branches == 1'
$ reconverge -b -x s.rcv small.ll
selected @diamond
holds: divergent (1) == 1
holds: branches (1) == 1
$ reconverge -b -x - small.ll <s.rcv
selected @diamond
holds: divergent (1) == 1
holds: branches (1) == 1
$ reconverge -b -e 'source-file s.rcv' -e cfg small.ll
selected @diamond
holds: divergent (1) == 1
holds: branches (1) == 1
# -e and -x run in the order given.
$ reconverge -b -e 'function loopy' -x t.rcv -e 'expect loops==1' small.ll
selected @loopy
does not hold: branches (3) == 1
holds: loops (1) == 1
? 1
# Expressions.
$ reconverge -b -f diamond -e 'expect divergent<=2 and meldable==1' small.ll
holds: divergent (1) <= 2, meldable (1) == 1
$ reconverge -b -f diamond -e 'expect cycles(P0)>cycles' small.ll
does not hold: cycles(P0) (1440) > cycles (1440)
? 1
$ reconverge -b -f diamond -e 'expect 2 * (blocks + 1) - 10 / 4 == 7.5' small.ll
holds: 2 * (blocks + 1) - 10 / 4 (7.5) == 7.5
$ reconverge -b -f diamond -e 'expect not (mode==cfm or pairing!=alignment)' small.ll
holds: mode (darm) == cfm, pairing (alignment) != alignment
$ reconverge -b -f diamond -e 'expect time-limit-1 == 59 and -threshold < 0' small.ll
holds: time-limit-1 (59) == 59, -threshold (-0.2) < 0
$ reconverge -b -f diamond -e 'expect divergent' -e 'expect loops' small.ll
holds: divergent (1)
does not hold: loops (0)
? 1
$ reconverge -b -f diamond -e meld -e 'mark m' -e undo -e 'expect divergent(mark:m) < divergent(P0) and revisions == 2 and revision == 0' small.ll
P1: meld: -640 cycles, -1 divergent branch, +1 block
  B0: melds B1 with B2, 3 aligned, MP_S 0.50, saved 48, selects 20, branches -44, net 72
P1 is mark:m
at P0: load
holds: divergent(mark:m) (0) < divergent(P0) (1), revisions (2) == 2, revision (0) == 0
$ reconverge -b -f loopy -e 'expect functions==3 and candidates==2 and regions>1' small.ll
holds: functions (3) == 3, candidates (2) == 2, regions (4) > 1
# A false expectation is an answer: the script goes on, the status says 1.
$ reconverge -b -q -f diamond -e 'expect blocks==3' -e 'show settings' -e 'expect blocks==4' small.ll | head -2; reconverge -b -q -f diamond -e 'expect blocks==3' -e 'expect blocks==4' small.ll
does not hold: blocks (4) == 3
threshold=0.2  0 to 1
does not hold: blocks (4) == 3
? 1
$ reconverge -b -e help | head -12
look: what there is
  functions    list the module's functions and how much they diverge
  function     select the function that all other commands work on
  cfg          draw the control-flow graph, or list it if it is too wide
  show         show a block in full, the settings, or the cost table
  divergence   list the divergent branches and what makes them so
  why          show the chain of causes that makes a value or branch divergent
  regions      show the tree of single-entry single-exit regions
  loops        list the loops and the irreducible cycles
  dominators   show the dominator tree and the post-dominators
  source       show the source lines with the blocks made from them
decide: what could be done, and its profit
$ reconverge -b -e 'help meld'
meld [REGION|BLOCK|LOOP]
  meld similar subgraphs of divergent arms
  'preview meld' shows what it would do
# What its words are is the phase's to say: keys, or no object at all.
$ reconverge -b -e 'help linearize' | head -1
linearize [REGION|BLOCK|LOOP] [mode=MODE] [depth=N] [opt=N] [when=WHEN]
$ reconverge -b -e 'help cleanup' | head -1
cleanup
$ reconverge -b -e 'help act'
act: change the code, one revision a step
  simplify     give divergent regions one edge in and one edge out
  meld         meld similar subgraphs of divergent arms
  unpredicate  guard what only one side needs
  cleanup      remove what melding leaves behind
  darm         meld, clean up and repeat to the fixpoint
  linearize    make unstructured control flow a chain of guarded blocks
  flatten      make one loop of nested ones
  redirect     let every thread do the work of another, by an array
  pass         run an LLVM pipeline as a step, for comparison
  regroup      bring threads together that do the same
  preview      show what an act would do, without doing it
$ reconverge -b -e 'help objects'
objects, of the selected function now:
  B12, entry    a block by its number or its label
  %x            a value by its name, or a label
  R3            a region: 'regions' lists them
  L2            a loop: 'loops' lists them
  P4, mark:x    a revision by number or mark
  @kernel       a function
$ reconverge -b -e 'help exports'
exports, for 'export FILE WHAT':
  cfg          blocks and edges with divergence, regions and loops
  regions      the tree of single-entry single-exit regions
  dominators   the dominator tree and the post-dominators
  matrix       how the instructions of two blocks align
  history      the tree of revisions
  warp         what a warp of the launch did, lanes over time
keys, KEY=VALUE behind them:
  fold         regions drawn as one box: R3,R5; or the most boxes: 40; or none
  zoom         names, summary or full: how much of a block to show
  since        the revision that changes are marked against; or none
  legend       yes or no: what the marks mean, below
  caption      yes or no: what it is, above
  block        the thread block of the warp, by number
  warp         the warp in its block, by number
  from         the first step to show
  count        how many steps to show
formats, by the suffix of FILE:
  .txt         text, as the commands print it
  .json        JSON, as the commands print it with --json
  .dot         a graph in Graphviz's language
  .svg         a picture, drawn by Graphviz
  .pdf         a page, drawn by Graphviz
  .png         a picture in dots, drawn by Graphviz
$ reconverge -b -e 'help settings' | head -3
settings, for 'set NAME=VALUE':
  threshold=0..1
      least MP_S at which a pair of subgraphs is melded
$ reconverge -b -e quit -e nonsense
