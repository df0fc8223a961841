# Limits of all functions of a module: written, kept, broken.

$ cp $srcdir/tests/cmd/small.ll $SAMPLES/bitonic_sort_debug.amdgcn.ll .

$ reconverge -b -e 'budget small.budget write=yes' -e 'budget small.budget' small.ll
wrote small.budget
limits: 6 tested, 0 broken
$ cat small.budget
reconverge-budget 1
\# What the functions of the module may have at most:
\#   divergent  conditional branches that split warps
\#   cycles     cycles of the instructions, by the cost table
\#   registers  most 32-bit registers alive at once in a lane

function diamond
	divergent <= 1
	cycles <= 1440
	registers <= 6

function loopy
	divergent <= 2
	cycles <= 908
	registers <= 7
$ reconverge -b --json -e 'budget small.budget' -f diamond small.ll
{"command": "budget small.budget", "ok": true, "functions": [{"function": "diamond", "budget": "diamond", "limits": [{"limit": "divergent <= 1", "line": 8, "holds": true, "values": "divergent (1) <= 1"}, {"limit": "cycles <= 1440", "line": 9, "holds": true, "values": "cycles (1440) <= 1440"}, {"limit": "registers <= 6", "line": 10, "holds": true, "values": "registers (6) <= 6"}]}, {"function": "loopy", "budget": "loopy", "limits": [{"limit": "divergent <= 2", "line": 13, "holds": true, "values": "divergent (2) <= 2"}, {"limit": "cycles <= 908", "line": 14, "holds": true, "values": "cycles (908) <= 908"}, {"limit": "registers <= 7", "line": 15, "holds": true, "values": "registers (7) <= 7"}]}], "missing": [], "holds": true, "tested": 6, "broken": 0}
# An expression of `expect` is a limit; names are patterns; the most exact one holds.
$ cat > hand.budget
> reconverge-budget 1
> function diamond      # the one that is melded
>     divergent <= 0
>     insts + blocks < 40 and not (loops > 0)
> function *
>     divergent <= 2
$ reconverge -b -e 'budget hand.budget' small.ll
small.ll: @diamond: over its budget: divergent (1) <= 0
limits: 4 tested, 1 broken
? 1
$ reconverge -b -e 'function diamond' -e 'set decide=static judge=table' -e darm -e 'budget hand.budget' small.ll
selected @diamond
decide=static
judge=table
P1: darm: -704 static cycles, -1 divergent branch, -3 blocks, -4 instructions
  B0: melds B1 with B2, 3 aligned, MP_S 0.50, saved 48, selects 20, branches cost 44 less, net 72 cycles guessed
limits: 4 tested, 0 broken
# What is broken is told also with -q.
$ reconverge -b -q -e 'budget hand.budget' small.ll
small.ll: @diamond: over its budget: divergent (1) <= 0
limits: 4 tested, 1 broken
? 1
# New kernels, and limits of a function that is gone.
$ cat > other.budget
> reconverge-budget 1
> function diamond
>     divergent <= 1
> function gone
>     divergent <= 1
$ reconverge -b -e 'budget other.budget' small.ll
small.ll: @loopy: a kernel without a budget
other.budget:4: no function 'gone' is in the module
limits: 1 tested, 2 broken
? 1
# With debug info, at source lines; for GitHub and GitLab.
$ cat > debug.budget
> reconverge-budget 1
> function bitonic_sort
>     divergent <= 3
$ reconverge -b -e 'budget debug.budget' bitonic_sort_debug.amdgcn.ll
bitonic_sort.cl:25: @bitonic_sort: over its budget: divergent (4) <= 3
  B4 at bitonic_sort.cl:37
  B5 at bitonic_sort.cl:38
  B6 at bitonic_sort.cl:42
  B8 at bitonic_sort.cl:50
limits: 1 tested, 1 broken
? 1
$ reconverge -b -e 'budget debug.budget github=yes gitlab=report.json' bitonic_sort_debug.amdgcn.ll
::error file=bitonic_sort.cl,line=25,title=reconverge budget::@bitonic_sort: over its budget: divergent (4) <= 3
::notice file=bitonic_sort.cl,line=37,title=reconverge budget::this branch splits the threads of a warp
::notice file=bitonic_sort.cl,line=38,title=reconverge budget::this branch splits the threads of a warp
::notice file=bitonic_sort.cl,line=42,title=reconverge budget::this branch splits the threads of a warp
::notice file=bitonic_sort.cl,line=50,title=reconverge budget::this branch splits the threads of a warp
limits: 1 tested, 1 broken
? 1
$ cat report.json
[
 {
  "description": "@bitonic_sort: over its budget: divergent (4) <= 3",
  "check_name": "reconverge-budget",
  "fingerprint": "6b7b9834fa1d5652",
  "severity": "major",
  "location": {
   "path": "bitonic_sort.cl",
   "lines": {
    "begin": 25
   }
  }
 }
]
$ reconverge -b -e 'budget debug.budget gitlab=report.json' -f bitonic_sort -e 'set decide=static judge=table' -e 'darm' -e 'budget debug.budget gitlab=report.json' bitonic_sort_debug.amdgcn.ll
bitonic_sort.cl:25: @bitonic_sort: over its budget: divergent (4) <= 3
  B4 at bitonic_sort.cl:37
  B5 at bitonic_sort.cl:38
  B6 at bitonic_sort.cl:42
  B8 at bitonic_sort.cl:50
limits: 1 tested, 1 broken
decide=static
judge=table
P1: darm: -276 static cycles, -2 divergent branches, -3 blocks, -8 instructions
  B5: melds B6.. with B8.., 7 aligned, MP_S 0.50, saved 212, selects 8, branches cost 72 less, net 276 cycles guessed
limits: 1 tested, 0 broken
? 1
$ cat report.json
[]
# The focus stays.
$ reconverge -b -f loopy -e 'budget small.budget' -e 'expect blocks == 8' small.ll
limits: 6 tested, 0 broken
holds: blocks (8) == 8
# Bad files and words.
$ echo 'divergent <= 1' >bad.budget; reconverge -b -e 'budget bad.budget' small.ll
! reconverge: -e:1: bad.budget:1: a budget begins with the line 'reconverge-budget 1'
!   budget bad.budget
!          ^
? 2
$ printf 'reconverge-budget 1\ndivergent <= 1\n' >bad.budget; reconverge -b -e 'budget bad.budget' small.ll
! reconverge: -e:1: bad.budget:2: a line 'function NAME' has to come first
!   budget bad.budget
!          ^
? 2
$ printf 'reconverge-budget 1\nfunction *\n divergnt <= 1\n' >bad.budget; reconverge -b -e 'budget bad.budget' small.ll
! reconverge: -e:1: bad.budget:3: expect: unknown name 'divergnt': it is neither a count nor a setting
!   budget bad.budget
!          ^
? 2
$ : >bad.budget; reconverge -b -e 'budget bad.budget' small.ll
! reconverge: -e:1: bad.budget: the file is empty
!   budget bad.budget
!          ^
? 2
$ reconverge -b -e 'budget gone.budget' small.ll
! reconverge: -e:1: gone.budget: cannot open: No such file or directory
!   budget gone.budget
!          ^
? 2
$ reconverge -b -e 'budget small.budget write=maybe' small.ll
! reconverge: -e:1: budget: expected yes or no, not 'maybe'
!   budget small.budget write=maybe
!                       ^
? 2
$ reconverge -b -e 'budget small.budget report=x' small.ll
! reconverge: -e:1: budget: expected write=, github= or gitlab=, not 'report=x'
!   budget small.budget report=x
!                       ^
? 2
$ reconverge -b -e 'budget nowhere/small.budget write=yes' small.ll
! reconverge: -e:1: nowhere/small.budget: cannot write: No such file or directory
!   budget nowhere/small.budget write=yes
!          ^
? 2
