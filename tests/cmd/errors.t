# What goes wrong: one line that says what and where, a caret under the fault,
# status 2, nothing on standard output.

$ cp $srcdir/tests/cmd/small.ll .

$ reconverge -b -e scoer small.ll
! reconverge: -e:1: unknown command 'scoer': did you mean 'score'?
!   scoer
!   ^
? 2
$ reconverge -b -e xyzzy small.ll
! reconverge: -e:1: unknown command 'xyzzy': 'help' lists all commands
!   xyzzy
!   ^
? 2
# Scripts spell verbs out.
$ reconverge -b -e cand small.ll
! reconverge: -e:1: unknown command 'cand': did you mean 'candidates'?
!   cand
!   ^
? 2
$ reconverge -b -e 'show B99' small.ll
! reconverge: -e:1: no block 'B99' in @loopy: 'cfg' lists its blocks
!   show B99
!        ^
? 2
$ reconverge -b -e 'show nowhere' small.ll
! reconverge: -e:1: no block 'nowhere' in @loopy: 'cfg' lists its blocks
!   show nowhere
!        ^
? 2
$ reconverge -b -e 'why %nothing' small.ll
! reconverge: -e:1: no value '%nothing' in @loopy
!   why %nothing
!       ^
? 2
$ reconverge -b -e 'why B5' -f diamond small.ll
! reconverge: -e:1: no block 'B5' in @diamond: 'cfg' lists its blocks
!   why B5
!       ^
? 2
$ reconverge -b -e 'why join' -f diamond small.ll
B3 has no branch and runs whenever the function does
$ reconverge -b -e 'meld R77' small.ll
! reconverge: -e:1: no region 'R77' in @loopy: 'regions' lists its regions
!   meld R77
!        ^
? 2
$ reconverge -b -e 'align then' -f diamond small.ll
! reconverge: -e:1: no divergent branch at 'then': 'candidates' lists the divergent branches
!   align then
!         ^
? 2
$ reconverge -b -e 'align B0 both' -f diamond small.ll
! reconverge: -e:1: align: expected 'subgraphs' or two blocks, not 'both'
!   align B0 both
!            ^
? 2
$ reconverge -b -e 'align B0 then B77' -f diamond small.ll
! reconverge: -e:1: no block 'B77' in @diamond: 'cfg' lists its blocks
!   align B0 then B77
!                 ^
? 2
$ reconverge -b -e 'function nosuch' small.ll
! reconverge: -e:1: no function @nosuch
!   function nosuch
!            ^
? 2
$ reconverge -b -e 'function diamnod' small.ll
! reconverge: -e:1: no function @diamnod; did you mean @diamond?
!   function diamnod
!            ^
? 2
$ reconverge -b -f nosuch small.ll
! reconverge: small.ll: no function @nosuch
? 2
$ reconverge -b -e 'goto P9' small.ll
! reconverge: -e:1: no revision P9: there is only P0
!   goto P9
!        ^
? 2
$ reconverge -b -e 'goto mark:nix' small.ll
! reconverge: -e:1: no mark 'nix': no revision is marked
!   goto mark:nix
!        ^
? 2
$ reconverge -b -e 'diff P0 P9' small.ll
! reconverge: -e:1: no revision P9: there is only P0
!   diff P0 P9
!           ^
? 2
$ reconverge -b -e undo small.ll
! reconverge: -e:1: nothing to undo: P0 is the module as loaded
!   undo
!   ^
? 2
$ reconverge -b -e redo small.ll
! reconverge: -e:1: nothing to redo: no revision was made from P0
!   redo
!   ^
? 2
$ reconverge -b -e 'undo 0' small.ll
! reconverge: -e:1: expected a number from 1 up, not '0'
!   undo 0
!        ^
? 2
$ reconverge -b -e 'undo -1' small.ll
! reconverge: -e:1: expected a number from 1 up, not '-1'
!   undo -1
!        ^
? 2
$ reconverge -b -e 'mark a:b' small.ll
P0 is mark:a:b
$ reconverge -b -e 'set nosuch=1' small.ll
! reconverge: -e:1: no setting 'nosuch': the settings are threshold, mode, pairing, align, unpredicate, order, sort, fold, tries, skip, linearize, lin-depth, lin-opt, lin-when, fuse-when, delay-rounds, delay-when, decide, judge, prove, steps, idle-lanes, seeds, operations, shifts, overflow, timing, prices, costs, latencies, scheduling, sms, occupancy, workers, time-limit, layout, sources, glyphs, background, mouse
!   set nosuch=1
!       ^
? 2
$ reconverge -b -e 'set threshold=2' small.ll
! reconverge: -e:1: threshold: 2 is out of range; it must be from 0 to 1
!   set threshold=2
!       ^
? 2
$ reconverge -b -e 'set mode=fast' small.ll
! reconverge: -e:1: mode: 'fast' is not one of darm|cfm|branch-fusion
!   set mode=fast
!       ^
? 2
$ reconverge -b -e 'set threshold' small.ll
! reconverge: -e:1: set: expected NAME=VALUE, not 'threshold'; 'show settings' lists the names
!   set threshold
!       ^
? 2
# None of several settings is changed if one is bad.
$ reconverge -b --keep-going -e 'set threshold=0.5 mode=fast' -e 'expect threshold==0.2' small.ll
holds: threshold (0.2) == 0.2
! reconverge: -e:1: mode: 'fast' is not one of darm|cfm|branch-fusion
!   set threshold=0.5 mode=fast
!                     ^
? 2
$ reconverge -b -e 'pass nosuch-pass' small.ll
! reconverge: -e:1: pass 'nosuch-pass': unknown pass name 'nosuch-pass'
!   pass nosuch-pass
!        ^
? 2
$ reconverge -b -e 'preview undo' small.ll
! reconverge: -e:1: preview: only phases, pass and regroup can be previewed, not 'undo'
!   preview undo
!           ^
? 2
$ reconverge -b -e 'preview nosuch' small.ll
! reconverge: -e:1: unknown command 'nosuch': 'help' lists all commands
!   preview nosuch
!           ^
? 2
$ reconverge -b -e 'help nosuch'
! reconverge: -e:1: unknown command 'nosuch': 'help' lists all commands
!   help nosuch
!        ^
? 2
# Missing and superfluous words: the caret stands where they would.
$ reconverge -b -e show small.ll
! reconverge: -e:1: show: an argument is missing; usage: show BLOCK|settings|costs
!   show
!        ^
? 2
$ reconverge -b -e 'cfg now' small.ll
! reconverge: -e:1: cfg: expected 'graph' or 'rails', not 'now'
!   cfg now
!       ^
? 2
$ reconverge -b -e 'write' small.ll
! reconverge: -e:1: write: an argument is missing; usage: write FILE [as=ll|bc]
!   write
!         ^
? 2
# The caret in a line of several, with tabs and wide characters.
$ printf 'cfg\n\tshow\tB99\n' >s.rcv; reconverge -b -q -x s.rcv small.ll >out
! reconverge: s.rcv:2: no block 'B99' in @loopy: 'cfg' lists its blocks
!   	show	B99
!   	    	^
? 2
$ printf "show 'äöü' B1\n" >s.rcv; reconverge -b -x s.rcv small.ll
! reconverge: s.rcv:1: show: too many arguments; usage: show BLOCK|settings|costs
!   show 'äöü' B1
!              ^
? 2
$ printf 'set mode=darm \\\n  threshold=x\n' >s.rcv; reconverge -b -x s.rcv small.ll
! reconverge: s.rcv:2: threshold: 'x' is not a number
!     threshold=x
!     ^
? 2
$ reconverge -b -e "show 'B1" small.ll
! reconverge: -e:1: the quote is never closed
!   show 'B1
!        ^
? 2
$ reconverge -b -e 'show "B1' small.ll
! reconverge: -e:1: the quote is never closed
!   show "B1
!        ^
? 2
$ reconverge -b -e 'show \' small.ll
! reconverge: -e:1: nothing follows the backslash
!   show \
!        ^
? 2
$ printf 'sh\000w\n' >s.rcv; reconverge -b -x s.rcv small.ll
! reconverge: s.rcv:1: the command contains a NUL byte
!   sh?w
!     ^
? 2
$ { printf 'expect 1 == '; head -c 100000 /dev/zero | tr '\0' '-'; echo 1; } >minus.rcv; reconverge -b -q -x minus.rcv small.ll
$ reconverge -b -e 'expect divergent <= (2' small.ll
! reconverge: -e:1: expect: ')' is missing
!   expect divergent <= (2
!                         ^
? 2
$ reconverge -b -e "expect 'divergent <= foo'" small.ll
! reconverge: -e:1: expect: unknown name 'foo': it is neither a count nor a setting
!   expect 'divergent <= foo'
!                        ^
? 2
$ reconverge -b -e 'expect divergent = 1' small.ll
! reconverge: -e:1: expect: use '==' to compare, not '='
!   expect divergent = 1
!                    ^
? 2
$ reconverge -b -e 'expect 1 / (2 - 2)' small.ll
! reconverge: -e:1: expect: division by zero
!   expect 1 / (2 - 2)
!           ^
? 2
$ reconverge -b -e 'expect mode + 1' small.ll
! reconverge: -e:1: expect: 'darm' is not a number
!   expect mode + 1
!               ^
? 2
$ reconverge -b -e 'expect 1 2' small.ll
! reconverge: -e:1: expect: unexpected '2'
!   expect 1 2
!            ^
? 2
$ reconverge -b -e 'expect cycles(P7)' small.ll
! reconverge: -e:1: no revision P7: there is only P0
!   expect cycles(P7)
!                 ^
? 2
$ reconverge -b -e 'expect 1 +' small.ll
! reconverge: -e:1: expect: a number or a name is missing at the end
!   expect 1 +
!             ^
? 2
$ reconverge -b -e "expect $(printf '(%.0s' $(seq 200))1" small.ll 2>&1 | head -1
reconverge: -e:1: expect: the expression is nested too deep
# A command file that runs itself.
$ echo 'source-file s.rcv' >s.rcv; reconverge -b -x s.rcv small.ll
! reconverge: s.rcv:1: source-file: more than 16 files are nested
!   source-file s.rcv
!               ^
? 2
# Commands without a module.
$ reconverge -b -e cfg
! reconverge: -e:1: cfg: no module is loaded; name one on the command line
!   cfg
!   ^
? 2
$ reconverge -b -e 'show B1'
! reconverge: -e:1: show: no module is loaded, so only 'settings' and 'costs' can be shown
!   show B1
!        ^
? 2
$ reconverge -b -x nosuch.rcv small.ll
! reconverge: nosuch.rcv: cannot open: No such file or directory
? 2
# Files that cannot be written.
$ reconverge -b -e 'write nosuch/out.ll' small.ll
! reconverge: -e:1: nosuch/out.ll: cannot write: No such file or directory
!   write nosuch/out.ll
!         ^
? 2
$ reconverge -b -e 'write out.txt' small.ll
! reconverge: -e:1: write: 'out.txt' does not end in .ll or .bc; for code there is 'emit'
!   write out.txt
!         ^
? 2
$ reconverge -b -e 'write out.s' small.ll
! reconverge: -e:1: write: 'out.s' does not end in .ll or .bc; for code there is 'emit'
!   write out.s
!         ^
? 2
$ reconverge -b -e 'emit out.ll' small.ll
! reconverge: -e:1: emit: 'out.ll' does not end in .s, .ptx or .o; for IR there is 'write'
!   emit out.ll
!        ^
? 2
$ reconverge -b -e 'emit out.o' $SAMPLES/sb1.nvptx64.ll
! reconverge: -e:1: out.o: NVPTX has no object files: write .ptx and run ptxas
!   emit out.o
!        ^
? 2
$ reconverge -b -e 'write x as=asm' small.ll
! reconverge: -e:1: write: expected as=ll or as=bc, not 'as=asm'
!   write x as=asm
!           ^
? 2
$ reconverge -b -e 'export graph.gif' small.ll
! reconverge: -e:1: export: 'graph.gif' does not end in one of .txt, .json, .dot, .svg, .pdf, .png, .tex
!   export graph.gif
!          ^
? 2
$ reconverge -b -e 'export graph.dot lanes' small.ll
! reconverge: -e:1: export: 'lanes' is not one of cfg, regions, dominators, matrix, history, warp, diff, machine, metrics, groups, thresholds, flattening
!   export graph.dot lanes
!                    ^
? 2
$ reconverge -b -e 'export graph.dot cfg fold=R99' small.ll
! reconverge: -e:1: no region 'R99' in @loopy: 'regions' lists its regions
!   export graph.dot cfg fold=R99
!                        ^
? 2
$ reconverge -b -e 'export graph.dot fold=' small.ll
! reconverge: -e:1: no region '' in @loopy: 'regions' lists its regions
!   export graph.dot fold=
!                    ^
? 2
$ reconverge -b -e 'export graph.dot cfg zoom=huge' small.ll
! reconverge: -e:1: export: 'zoom=huge': the value must be names, summary or full
!   export graph.dot cfg zoom=huge
!                        ^
? 2
$ reconverge -b -e 'export graph.dot since=P7' small.ll
! reconverge: -e:1: no revision P7: there is only P0
!   export graph.dot since=P7
!                    ^
? 2
$ reconverge -b -e 'export graph.dot legend=maybe' small.ll
! reconverge: -e:1: export: 'legend=maybe': the value must be yes or no
!   export graph.dot legend=maybe
!                    ^
? 2
$ reconverge -b -e 'export graph.dot history legend=no' small.ll
! reconverge: -e:1: export: 'history' takes only width=, text=, color=, as=
!   export graph.dot history legend=no
!                            ^
? 2
$ reconverge -b -e 'export graph.dot cfg warp=0' small.ll
! reconverge: -e:1: export: 'cfg' takes only fold=, zoom=, since=, legend=, caption=, regions=, width=, text=, color=, as=
!   export graph.dot cfg warp=0
!                        ^
? 2
$ reconverge -b -q -e 'export t.dot flattening' small.ll
! reconverge: -e:1: export: there is nothing to draw: 'export - flattening as=txt' tells what there is
!   export t.dot flattening
!                ^
? 2
$ reconverge -b -q -e 'set operations=1' -e 'export m.dot metrics' small.ll
! reconverge: -e:1: export: the run failed, so that there is nothing to draw: 'metrics' tells why
!   export m.dot metrics
!                ^
? 2
$ reconverge -b -e 'export w.dot warp warp=9' small.ll
! reconverge: -e:1: no warp 9 of block 0: the launch has blocks 0 to 0, each with warps 0 to 3
!   export w.dot warp warp=9
!                     ^
? 2
$ reconverge -b -e 'export w.dot warp count=0' small.ll
! reconverge: -e:1: 'count=0': the value must be a number from 1 to 4294967295
!   export w.dot warp count=0
!                     ^
? 2
$ reconverge -b -f helper -e 'export w.dot warp' small.ll
no launch was given, guessed: launch grid=1 block=1 seed=1 x=1
wrote w.dot: warp of P0
$ reconverge -b -e 'export m.dot matrix R1 B1 B2 B3' small.ll
! reconverge: -e:1: export: 'matrix' takes a region, two blocks, or a region and two blocks
!   export m.dot matrix R1 B1 B2 B3
!                                ^
? 2
$ reconverge -b -e 'export none/graph.dot' small.ll
! reconverge: -e:1: none/graph.dot: cannot write: No such file or directory
!   export none/graph.dot
!          ^
? 2
$ reconverge -b -e 'export none/graph.svg' small.ll
! reconverge: -e:1: none/graph.svg: cannot write: No such file or directory
!   export none/graph.svg
!          ^
? 2
$ reconverge -b -e 'export graph.dot cfg B1' small.ll
! reconverge: -e:1: export: only 'matrix' takes regions and blocks
!   export graph.dot cfg B1
!                        ^
? 2
$ reconverge -b -f helper -e 'export m.dot matrix' small.ll
! reconverge: -e:1: export: the region has no pair of subgraphs; name two blocks
!   export m.dot matrix
!                ^
? 2
$ reconverge -b -e 'export . cfg' small.ll
! reconverge: -e:1: export: '.' does not end in one of .txt, .json, .dot, .svg, .pdf, .png, .tex
!   export . cfg
!          ^
? 2
$ reconverge -b -e 'journal nosuch/j' small.ll
! reconverge: -e:1: nosuch/j: cannot write: No such file or directory
!   journal nosuch/j
!           ^
? 2
$ reconverge -b -e 'write /dev/full as=ll' small.ll
! reconverge: -e:1: /dev/full: cannot write: No space left on device
!   write /dev/full as=ll
!         ^
? 2
$ reconverge -b -o nosuch/out.ll small.ll
! reconverge: nosuch/out.ll: cannot write: No such file or directory
? 2
$ reconverge -b -e functions small.ll >/dev/full
! reconverge: standard output: No space left on device
? 2
$ reconverge --help >/dev/full
! reconverge: standard output: No space left on device
? 2
$ reconverge -b -o - small.ll >/dev/full
! reconverge: standard output: cannot write: No space left on device
? 2
# The reader of standard output goes away: nothing is said. Where it must be gone
# from the start, it says so through the fifo.
$ { reconverge -b $(printf -- '-e cfg %.0s' $(seq 400)) small.ll; echo $? >status; } | head -1 >out; cat status
2
$ mkfifo fifo
$ { read -r gone <fifo; reconverge -b -e 'write -' -e functions small.ll; echo $? >status; } | { exec <&-; echo >fifo; }; cat status
2
$ { read -r gone <fifo; reconverge -b -o - small.ll; echo $? >status; } | { exec <&-; echo >fifo; }; cat status
2
# Files that are no modules.
$ reconverge -b nosuch.ll
! reconverge: nosuch.ll: cannot open: No such file or directory
? 2
$ reconverge -b .
! reconverge: .: cannot read a directory
? 2
$ : >empty.ll; reconverge -b -e cfg empty.ll
! reconverge: empty.ll: the file is empty
? 2
$ printf 'this is no IR\n' >bad.ll; reconverge -b -e cfg bad.ll
! reconverge: bad.ll:1:1: expected top-level entity
? 2
$ head -c 300 small.ll >short.ll; reconverge -b -e cfg short.ll
! reconverge: short.ll:7:1: expected top-level entity
? 2
$ reconverge -b -q -e 'write small.bc' small.ll && head -c 700 small.bc >short.bc; reconverge -b -e cfg short.bc
! reconverge: short.bc: {{.+}}
? 2
$ printf 'BC\300\336' >tiny.bc; head -c 2000 /dev/zero >>tiny.bc; reconverge -b -e cfg tiny.bc
! reconverge: tiny.bc: {{.+}}
? 2
$ head -c 20000000 /dev/zero | tr '\0' x >huge.ll; reconverge -b -e cfg huge.ll; rm huge.ll
! reconverge: huge.ll:1:1: expected top-level entity
$ sed 's/amdgcn-amd-amdhsa/x86_64-linux-gnu/' small.ll >host.ll; reconverge -b -e cfg host.ll
! reconverge: host.ll: the module's target is 'x86_64-linux-gnu', not amdgcn or nvptx64
? 2
$ reconverge -b --mtriple=nosuch -e cfg small.ll
! reconverge: small.ll: the module is for 'amdgcn-amd-amdhsa'; --mtriple=nosuch names another architecture
? 2
$ reconverge -b --mcpu=nosuch -e cfg small.ll
! reconverge: small.ll: LLVM knows no CPU 'nosuch' for this target
? 2
$ printf 'target triple = "amdgcn-amd-amdhsa"\n' >none.ll; reconverge -b -e cfg none.ll
! reconverge: none.ll: the module has no function with a body
? 2
# Empty words of commands.
$ reconverge -b -e "''" small.ll
! reconverge: -e:1: unknown command '': 'help' lists all commands
!   ''
!   ^
? 2
$ reconverge -b --json -e "''" small.ll
{"command": "''", "ok": false, "error": {"message": "unknown command '': 'help' lists all commands", "file": "-e", "line": 1, "column": 1}}
! reconverge: -e:1: unknown command '': 'help' lists all commands
!   ''
!   ^
? 2
$ reconverge -b -e "expect ''" small.ll
! reconverge: -e:1: expect: a number or a name is missing at the end
!   expect ''
!           ^
? 2
$ reconverge -b -e "show ''" small.ll
! reconverge: -e:1: no block '' in @loopy: 'cfg' lists its blocks
!   show ''
!        ^
? 2
$ reconverge -b -e "why ''" small.ll
! reconverge: -e:1: no value '' in @loopy
!   why ''
!       ^
? 2
$ reconverge -b -e "function ''" small.ll
! reconverge: -e:1: no function @
!   function ''
!            ^
? 2
$ reconverge -b -e "goto ''" small.ll
! reconverge: -e:1: '' does not name a revision: write a number, such as P0, or mark:NAME
!   goto ''
!        ^
? 2
$ reconverge -b -e "mark ''" small.ll
! reconverge: -e:1: the name of a mark must be one word
!   mark ''
!        ^
? 2
$ reconverge -b -e "pass ''" small.ll
! reconverge: -e:1: pass '': {{.+}}
!   pass ''
!        ^
? 2
$ reconverge -b -e "write ''" small.ll
! reconverge: -e:1: write: '' does not end in .ll or .bc; for code there is 'emit'
!   write ''
!         ^
? 2
$ reconverge -b -e "export ''" small.ll
! reconverge: -e:1: export: '' does not end in one of .txt, .json, .dot, .svg, .pdf, .png, .tex
!   export ''
!          ^
? 2
$ reconverge -b -e "meld ''" small.ll
! reconverge: -e:1: no block '' in @loopy: 'cfg' lists its blocks
!   meld ''
!        ^
? 2
$ reconverge -b -e "source-file ''" small.ll
! reconverge: -e:1: : cannot open: No such file or directory
!   source-file ''
!               ^
? 2
$ reconverge -b -e "set a=''" small.ll
! reconverge: -e:1: no setting 'a': the settings are threshold, mode, pairing, align, unpredicate, order, sort, fold, tries, skip, linearize, lin-depth, lin-opt, lin-when, fuse-when, delay-rounds, delay-when, decide, judge, prove, steps, idle-lanes, seeds, operations, shifts, overflow, timing, prices, costs, latencies, scheduling, sms, occupancy, workers, time-limit, layout, sources, glyphs, background, mouse
!   set a=''
!       ^
? 2

# Nothing that a module calls its things is sent to a terminal as a command.
$ reconverge -b -e functions -e 'launch' -
> target triple = "amdgcn-amd-amdhsa"
> define amdgpu_kernel void @"k\1B[2J\07\FF"(i32 %"\1B]0;x") {
>   ret void
> }
   function        kind    blocks  insts  branches  divergent
*  @k\1B[2J\07\FF  kernel       1      1         0          0
no launch was given, guessed: launch grid=1 block=1 seed=1 '\1B]0;x=1'
@k\1B[2J\07\FF: grid 1, block 1: 1 thread, seed 1 (guessed)
  \1B]0;x  i32  1
$ reconverge -b -e functions --color=always -
> target triple = "amdgcn-amd-amdhsa"
> define amdgpu_kernel void @"k\1B[2J"() {
>   ret void
> }
   function  kind    blocks  insts  branches  divergent
*  @k\1B[2J  kernel       1      1         0          0

# A source file that a module names is read if it is one.
$ cat >base.ll
> target triple = "amdgcn-amd-amdhsa"
> define amdgpu_kernel void @k() !dbg !4 {
>   ret void, !dbg !6
> }
> !llvm.dbg.cu = !{!0}
> !llvm.module.flags = !{!2}
> !0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1)
> !1 = !DIFile(filename: "FILE", directory: "")
> !2 = !{i32 2, !"Debug Info Version", i32 3}
> !4 = distinct !DISubprogram(name: "k", file: !1, line: 1, type: !5, unit: !0, spFlags: DISPFlagDefinition)
> !5 = !DISubroutineType(types: !{})
> !6 = !DILocation(line: 2, scope: !4)
$ mkfifo pipe; sed 's/FILE/pipe/' base.ll | reconverge -b -e source -
pipe  (cannot be read)
    2   B0

# Only files near the module are read: a link does not lead out, hidden files
# are not shown, and what another folder has is not looked for.
$ mkdir -p near/src near/.hid far; printf 'one\ntwo\n' | tee near/src/a.cl near/.hid/b.cl far/c.cl >/dev/null; ln -s ../../far/c.cl near/src/d.cl
$ for f in src/a.cl ./src/../src/a.cl .hid/b.cl ../far/c.cl far/c.cl src/d.cl $PWD/far/c.cl $PWD/near/.hid/b.cl $PWD/near/src/a.cl /etc/passwd nosuch.cl; do sed "s|FILE|$f|" base.ll >near/m.ll; reconverge -b -e source near/m.ll | sed "s|$PWD|TOP|"; done
src/a.cl
    2   B0                   two
./src/../src/a.cl
    2   B0                   two
.hid/b.cl  (not near the module: 'set sources=any' reads it)
    2   B0
../far/c.cl  (not near the module: 'set sources=any' reads it)
    2   B0
far/c.cl  (not near the module: 'set sources=any' reads it)
    2   B0
src/d.cl  (not near the module: 'set sources=any' reads it)
    2   B0
TOP/far/c.cl
    2   B0                   two
TOP/near/.hid/b.cl  (not near the module: 'set sources=any' reads it)
    2   B0
TOP/near/src/a.cl
    2   B0                   two
/etc/passwd  (not near the module: 'set sources=any' reads it)
    2   B0
nosuch.cl  (cannot be read)
    2   B0
$ cd near; for f in src/d.cl ../far/c.cl $OLDPWD/far/c.cl; do sed "s|FILE|$f|" ../base.ll >m.ll; reconverge -b -e source -e 'set sources=any' -e source m.ll | sed "s|$OLDPWD|TOP|"; done; cd ..
src/d.cl  (not near the module: 'set sources=any' reads it)
    2   B0
sources=any
src/d.cl
    2   B0                   two
../far/c.cl  (not near the module: 'set sources=any' reads it)
    2   B0
sources=any
../far/c.cl
    2   B0                   two
TOP/far/c.cl  (not near the module: 'set sources=any' reads it)
    2   B0
sources=any
TOP/far/c.cl
    2   B0                   two

# A limit on the size of files is reported like a full disk.
$ (ulimit -f 1; reconverge -b -q -e 'write big.ll' $SAMPLES/bitonic_sort.amdgcn.ll 2>&1 | grep -v journal)
reconverge: -e:1: big.ll: cannot write: File too large
  write big.ll
        ^
