# Settings, scripts, expectations, help.

$ cp $srcdir/tests/cmd/small.ll .

$ reconverge -b -e 'set threshold=0.5 mode=cfm' -e 'show settings' | grep -e ^threshold -e ^mode
threshold=0.5
mode=cfm
threshold=0.5  0 to 1
mode=cfm  darm|cfm|branch-fusion
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
P1: meld: simulated cycles 5760 -> 2944 (-48.9%) on 1 guessed launch, -704 static cycles, -1 divergent branch, -3 blocks, -4 instructions
  B0: melds B1 with B2, 3 aligned, MP_S 0.50, saved 48, selects 20, branches cost 44 less, net 72 cycles profiled
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
look: show the code and what is known of it
  functions    list the functions of the module and their divergent branches
  function     select the function that all other commands work on
  cfg          draw the control-flow graph, or list it if it is too wide
  show         show a block in full, the settings, or the cost table
  divergence   list the divergent branches and what makes each divergent
  why          show why a value or branch diverges, or what steps brought
  regions      show the tree of single-entry single-exit regions
  loops        list the loops and the irreducible cycles
  dominators   show the dominator tree and the post-dominators
  source       show the source lines and the blocks compiled from each line
decide: show what can be done, and its profit
$ reconverge -b -e 'help meld'
meld [REGION|BLOCK|LOOP] [SETTING=VALUE]...
  Meld similar subgraphs of the two arms of divergent branches.
  'preview meld' shows what it would do.
  Example: meld R4  # meld that region only
  Example: meld  # meld every region that pays
  Settings: threshold, mode, pairing, align, order, decide, judge, steps.
  Terms: R0, arm, subgraph, aligned, replication, MP_S, threshold, saved, selects, branches (price),
  both, net, pay.
  'help NAME' explains a setting or a term.
# What its words are is the phase's to say: keys, or no object at all.
$ reconverge -b -e 'help linearize' | head -1
linearize [REGION|BLOCK|LOOP] [mode=MODE] [depth=N] [opt=N] [when=WHEN] [SETTING=VALUE]...
$ reconverge -b -e 'help cleanup' | head -1
cleanup
$ reconverge -b -e 'help act'
act: change the code; each step makes a revision
  simplify     give each divergent region one edge in and one edge out
  meld         meld similar subgraphs of the two arms of divergent branches
  unpredicate  branch around instructions that only one melded arm needs
  cleanup      remove the dead code and needless blocks that melding leaves
  ifconvert    run both sides of cheap divergent branches, then select
  tailmerge    let blocks share what they end in, the baseline of melding
  darm         meld what pays and clean up, until nothing more pays
  linearize    turn unstructured control flow into a chain of guarded blocks
  fuse         make one branch of one-armed ifs that follow each other
  flatten      turn a nest of loops into one loop
  delay        let threads wait for others before expensive code in a loop
  redirect     let an array say which thread's work each thread does
  pass         run a pipeline of LLVM passes as one step
  import       make a revision of another compilation, to compare with
  regroup      give threads that do the same work to the same warps
  optimize     search for the order of steps that makes the kernel fastest
  preview      show what an act would change, without changing it
$ reconverge -b -e 'help objects'
objects of the selected function in the current revision:
  B12, entry    a block by its number or its label
  %x            a value by its name, or a label
  R3            a region: 'regions' lists them
  L2            a loop: 'loops' lists them
  P4, mark:x    a revision by its number or mark
  @kernel       a function
$ reconverge -b -e 'help exports'
exports, for 'export FILE WHAT':
  cfg          blocks and edges with divergence, regions and loops
  regions      the tree of single-entry single-exit regions
  dominators   the dominator tree and the post-dominators
  matrix       the alignment of the instructions of two blocks
  history      the tree of revisions
  warp         the blocks that a warp of the launch ran, lanes over time
  diff         the blocks and edges of two revisions in one graph, and their code
  machine      the machine code of each block, by class
  metrics      what runs counted, of one or two revisions, as bars
  groups       the cycles of each warp, before and after regrouping, as bars
  thresholds   what would be melded at each threshold, as lines with points
  flattening   the speedup of nests of loops for each number of idle lanes
keys, for KEY=VALUE after these names:
  fold         regions to draw as one box each (R3,R5), the most boxes, or none
  zoom         how much of a block to show: names, summary or full
  since        the revision against which changes are marked, or none
  legend       whether the marks are explained below the drawing: yes or no
  caption      whether a title stands above the drawing: yes or no
  regions      whether regions have frames: yes or no
  width        the width of the column that a picture must fit: 84mm, 240pt or 3.3in
  text         the smallest text at that width, in points: less of a graph is drawn for it
  color        whether a picture has colours, and not only shades of grey: yes or no
  as           the format of what goes to -, standard output: txt, json, dot, ...
  block        the number of the thread block of the warp
  warp         the number of the warp in its thread block
  from         the first step to show, or of groups the first warp
  count        the number of steps to show, or of groups of warps
formats, by the suffix of FILE:
  .txt         text, as the commands print it
  .json        JSON, as the commands print it with --json
  .dot         a graph in Graphviz's language
  .svg         a vector picture, drawn by Graphviz
  .pdf         a PDF page, drawn by Graphviz
  .png         a pixel picture, drawn by Graphviz
  .tex         a picture of TikZ, for LaTeX with tikz and amssymb
$ reconverge -b -e 'help settings' | head -3
settings, for 'set NAME=VALUE':
  threshold=0..1 (default 0.2)
      the least MP_S, the share of cycles that melding saves, at which a pair of subgraphs is melded
$ reconverge -b -e quit -e nonsense
# A term, a mark in either character set, a count, a setting; all of a name.
$ reconverge -b -e 'help B12' -e 'help mp_s' -e 'help ◆' -e 'help warp-cycles' -e 'help selects' -e 'help threshold'
B0
  A basic block; it keeps its number from revision to revision, and a new block gets a new one. See:
  help objects.
MP_S
  The share of the cycles of two subgraphs that melding could save: the mean of MP_B over the pairs
  of blocks, weighted by their cycles. See: DARM, section IV-C; align.
◆ (# in ASCII)
  A divergent branch: threads of one warp take both ways.
  warp-cycles            cycles       simulated  cycles of all warps, by the cost table
selects
  Instructions that choose one of two values; where operands of two melded instructions differ,
  every warp pays for one. See: DARM, Algorithm 2; candidates.
  selects                instructions static     instructions that choose one of two values
threshold
  The least MP_S at which subgraphs are melded; 0.2 unless set. See: DARM, Algorithm 1; set
  threshold=.
  threshold=0..1 (default 0.2)
      the least MP_S, the share of cycles that melding saves, at which a pair of subgraphs is melded
$ reconverge -b -e 'help terms' | head -4
B0
  A basic block; it keeps its number from revision to revision, and a new block gets a new one. See:
  help objects.
R0
$ reconverge -b -e 'help terms' | sed -n '/^marks:/,$p' | head -5
marks:
◆ (# in ASCII)
  A divergent branch: threads of one warp take both ways.
◈ (~ in ASCII)
  A loop that threads of one warp leave at different times.
$ reconverge -b --json -e 'help scoreboard'
{"command": "help scoreboard", "ok": true, "text": "scoreboard\n  A way to count cycles: a warp issues in order and waits for a result only where it is used, so that a load and arithmetic can overlap. See: set timing=scoreboard.\n  b scoreboard   counted when a revision runs with timing=scoreboard\n"}
$ reconverge -b -e 'help nothing'
! reconverge: -e:1: unknown command 'nothing': 'help' lists all commands
!   help nothing
!        ^
? 2
