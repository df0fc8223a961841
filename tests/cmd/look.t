# The commands that look: functions, function, cfg, show, divergence, why,
# regions, loops, dominators, source.

$ cp $srcdir/tests/cmd/small.ll .

$ reconverge -b -e functions small.ll
   function  kind    blocks  insts  branches  divergent
   @diamond  kernel       4     17         1          1
*  @loopy    kernel       8     16         3          2
   @helper   device       1      2         0          0
$ reconverge -b -e 'function @diamond' -e functions small.ll
selected @diamond
   function  kind    blocks  insts  branches  divergent
*  @diamond  kernel       4     17         1          1
   @loopy    kernel       8     16         3          2
   @helper   device       1      2         0          0
$ reconverge -b -e 'function helper' -e 'cfg rails' -e divergence -e loops small.ll
selected @helper
@helper  device function, amdgcn gfx906, P0: 1 block, 2 instructions, 0 of 0 branches divergent
R0    B0 0    2  ret
◆ divergent branch  ◇ uniform branch  ◈ loop left at different times  ║ under divergence
@helper  device function, amdgcn gfx906, P0: 1 block, 2 instructions, 0 of 0 branches divergent
0 of 0 branches and 3 of 3 values diverge
no loops in @helper
$ reconverge -b -f diamond -e 'cfg rails' small.ll
@diamond  kernel, amdgcn gfx906, P0: 4 blocks, 17 instructions, 1 of 1 branch divergent
┌ R1  ◆ B0 entry    6  T-> B1  F-> B2
│ R1 ║  B1 then     5  -> B3
└ R1 ║  B2 else     5  -> B3
  R0    B3 join     1  ret
◆ divergent branch  ◇ uniform branch  ◈ loop left at different times  ║ under divergence
$ reconverge -b -f loopy -e 'cfg rails' small.ll
@loopy  kernel, amdgcn gfx906, P0: 8 blocks, 16 instructions, 2 of 3 branches divergent
   R0    B0 entry      2  -> B1
┌┌ R2 ║  ◇ B1 head     3  T-> B2  F-> B3  (loop L0)
│└ R2 ║    B2 sync     2  -> B3  (convergent, under divergence!)
└  R1 ║  ◈ B3 latch    3  T-> B1↑  F-> B4
┌  R3  ◆ B4 exit       1  default-> B7  3-> B5  5-> B6
│  R3 ║  B5 three      2  -> B7
└  R3 ║  B6 five       2  -> B7
   R0    B7 end        1  ret
◆ divergent branch  ◇ uniform branch  ◈ loop left at different times  ║ under divergence
$ reconverge -b -f loopy --glyphs=ascii -e 'cfg rails' small.ll
@loopy  kernel, amdgcn gfx906, P0: 8 blocks, 16 instructions, 2 of 3 branches divergent
   R0    B0 entry      2  -> B1
,, R2 :  o B1 head     3  T-> B2  F-> B3  (loop L0)
|` R2 :    B2 sync     2  -> B3  (convergent, under divergence!)
`  R1 :  ~ B3 latch    3  T-> B1^  F-> B4
,  R3  # B4 exit       1  default-> B7  3-> B5  5-> B6
|  R3 :  B5 three      2  -> B7
`  R3 :  B6 five       2  -> B7
   R0    B7 end        1  ret
\# divergent branch  o uniform branch  ~ loop left at different times  : under divergence
# The same as graphs.
$ reconverge -b -e 'function helper' -e cfg small.ll
selected @helper
@helper  device function, amdgcn gfx906, P0: 1 block, 2 instructions, 0 of 0 branches divergent
┌─────────────┐
│ B0          │
│ 2 inst  ret │
└─────────────┘
$ reconverge -b -f diamond -e cfg small.ll
@diamond  kernel, amdgcn gfx906, P0: 4 blocks, 17 instructions, 1 of 1 branch divergent
   ┌───────────────┐
   │ B0 entry ◆    │
   │ 6 inst  br %c │
   └T╥───────────╥F┘
     ║           ║
╔════▼════╗   ╔══▼══════╗
║ B1 then ║   ║ B2 else ║
║ 5 inst  ║   ║ 5 inst  ║
╚════════╦╝   ╚╦════════╝
         ╚═╦═══╝
    ┌──────▼──────┐
    │ B3 join     │
    │ 1 inst  ret │
    └─────────────┘
◆ divergent branch  ◇ uniform branch  ║ threads run apart
$ reconverge -b -f loopy -e cfg small.ll
@loopy  kernel, amdgcn gfx906, P0: 8 blocks, 16 instructions, 2 of 3 branches divergent
         ┌───────────┐
         │ B0 entry  │
         │ 2 inst    │
         └─────┬─────┘
  ╔════════════╣
  ║   ╔════════▼════════╗
  ║   ║ B1 head ◇       ║
  ║   ║ 3 inst  br %big ║
  ║   ╚═══════T╦══╦F════╝
  ║            ║  ╚════╗
  ║      ╔═════▼═════╗ ║
  ║      ║ B2 sync ! ║ ║
  ║      ║ 2 inst    ║ ║
  ║      ╚═════╦═════╝ ║
  ║            ╠═══════╝
  ║  ╔═════════▼═════════╗
  ║  ║ B3 latch ◈        ║
  ║  ║ 3 inst  br %more  ║
  ║  ╚════T╦═══╦F════════╝
  ╚════════╝   ║
    ┌──────────▼──────────┐
    │ B4 exit ◆           │
    │ 1 inst  switch %tid │
    └╥───────╥─────────╥──┘
     ║default║3        ║5
     ║       ║         ╚╗
     ║ ╔═════▼═════╗  ╔═▼═══════╗
     ║ ║ B5 three  ║  ║ B6 five ║
     ║ ║ 2 inst    ║  ║ 2 inst  ║
     ║ ╚═══════╦═══╝  ╚╦════════╝
     ║         ╠═══════╝
     ╚═════════╣
        ┌──────▼──────┐
        │ B7 end      │
        │ 1 inst  ret │
        └─────────────┘
◆ divergent branch  ◇ uniform branch  ◈ loop left at different times  ║ threads run apart
= convergent operation  ! one where threads run apart
$ reconverge -b -f loopy --glyphs=ascii -e cfg small.ll
@loopy  kernel, amdgcn gfx906, P0: 8 blocks, 16 instructions, 2 of 3 branches divergent
         +-----------+
         | B0 entry  |
         | 2 inst    |
         +-----+-----+
  +============+
  H   +========v========+
  H   H B1 head o       H
  H   H 3 inst  br %big H
  H   +=======T+==+F====+
  H            H  +====+
  H      +=====v=====+ H
  H      H B2 sync ! H H
  H      H 2 inst    H H
  H      +=====+=====+ H
  H            +=======+
  H  +=========v=========+
  H  H B3 latch ~        H
  H  H 3 inst  br %more  H
  H  +====T+===+F========+
  +========+   H
    +----------v----------+
    | B4 exit #           |
    | 1 inst  switch %tid |
    ++-------+---------+--+
     HdefaultH3        H5
     H       H         ++
     H +=====v=====+  +=v=======+
     H H B5 three  H  H B6 five H
     H H 2 inst    H  H 2 inst  H
     H +=======+===+  ++========+
     H         +=======+
     +=========+
        +------v------+
        | B7 end      |
        | 1 inst  ret |
        +-------------+
\# divergent branch  o uniform branch  ~ loop left at different times  : threads run apart
= convergent operation  ! one where threads run apart
$ reconverge -b -e cfg $SAMPLES/bitonic_sort.amdgcn.ll
@bitonic_sort  kernel, amdgcn gfx906, P0: 13 blocks, 56 instructions, 4 of 6 branches divergent
                                            ┌─────────────┐
                                            │ B0 entry =  │
                                            │ 14 inst     │
                                            └──────┬──────┘
  ┌────────────────────────────────────────────────┤
  │                                       ┌────────▼────────┐
  │                                       │ B1 for.cond ◇   │
  │                                       │ 3 inst  br %cmp │
  │                                       └─T┬────────┬F────┘
  │                                          │        └────────────────────┐
  │                                   ┌──────▼──────┐                      │
  │                                   │ B2 for.body │                      │
  │                                   │ 2 inst      │                      │
  │                                   └──────┬──────┘                      │
  │   ┌──────────────────────────────────────┤                             │
  │   │                            ┌─────────▼─────────┐                   │
  │   │                            │ B3 for.cond4 ◇    │                   │
  │   │                            │ 3 inst  br %cmp5  │                   │
  │   │                            └──T┬─────────┬F────┘                   │
  │   │                                │         └───────────────┐         │
  │   │                      ┌─────────▼─────────┐               │         │
  │   │                      │ B4 for.body7 ◆    │               │         │
  │   │                      │ 3 inst  br %cmp8  │               │         │
  │   │                      └──T╥─────────╥F────┘               │         │
  │   │                          ║         ╚═════════════╗       │         │
  │   │                ╔═════════▼═════════╗             ║       │         │
  │   │                ║ B5 if.then ◆      ║             ║       │         │
  │   │                ║ 3 inst  br %cmp9  ║             ║       │         │
  │   │                ╚T╦═══════════════╦F╝             ║       │         │
  │   │                  ║               ║               ║       │         │
  │   │    ╔═════════════▼═════╗   ╔═════▼═════════════╗ ║       │         │
  │   │    ║ B6 if.then10 ◆    ║   ║ B8 if.else ◆      ║ ║       │         │
  │   │    ║ 6 inst  br %cmp15 ║   ║ 6 inst  br %cmp27 ║ ║       │         │
  │   │    ╚════T╦═══════════╦F╝   ╚════════T╦═══╦F════╝ ║       │         │
  │   │          ║           ║               ║   ╚═══════╣       │         │
  │   │  ╔═══════▼═══════╗   ║       ╔═══════▼═══════╗   ║       │         │
  │   │  ║ B7 if.then16  ║   ║       ║ B9 if.then28  ║   ║       │         │
  │   │  ║ 3 inst        ║   ║       ║ 3 inst        ║   ║       │         │
  │   │  ╚══════════════╦╝   ║       ╚═══╦═══════════╝   ║       │         │
  │   │                 ║    ║           ╠═══════════════╝       │         │
  │   │                 ╚════╩═══════════╣                       │         │
  │   │                         ┌────────▼────────┐              │         │
  │   │                         │ B10 if.end35 =  │              │         │
  │   │                         │ 5 inst          │              │         │
  │   │                         └┬────────────────┘              │         │
  │   └──────────────────────────┘                               │         │
  │                                                      ┌───────▼───────┐ │
  │                                                      │ B11 for.inc37 │ │
  │                                                      │ 2 inst        │ │
  │                                                      └┬──────────────┘ │
  └───────────────────────────────────────────────────────┘                │
                                                                   ┌───────▼───────┐
                                                                   │ B12 for.end39 │
                                                                   │ 3 inst  ret   │
                                                                   └───────────────┘
◆ divergent branch  ◇ uniform branch  ║ threads run apart
= convergent operation  ! one where threads run apart
$ reconverge -b -e cfg $SAMPLES/lin_irreducible.nvptx64.ll
@lin_irreducible  kernel, nvptx64 sm_70, P0: 4 blocks, 30 instructions, 2 of 2 branches divergent
 ┌───────────────────┐
 │ B0 B1 ◆           │
 │ 12 inst  br %cmp  │
 └────T◎───────────◎F┘
 ╔═════╝           ║
 ║    ╔════════════╣
 ║    ║       ╔════▼════╗
 ║    ║       ║ B1 B2 ◎ ║
 ║    ║       ║ 7 inst  ║
 ║    ║       ╚════╦════╝
 ╚════╬════════════╣
      ║  ╔═════════▼═════════╗
      ║  ║ B2 B3 ◈ ◎         ║
      ║  ║ 8 inst  br %cmp9  ║
      ║  ╚════T╦═══╦F════════╝
      ╚════════╝   ║
            ┌──────▼──────┐
            │ B3 B4       │
            │ 3 inst  ret │
            └─────────────┘
◆ divergent branch  ◇ uniform branch  ◈ loop left at different times  ║ threads run apart
◎ unstructured edge; in a box, entry of an irreducible cycle
# The drawing of a real kernel, with nested loops and regions.
$ reconverge -b -e 'cfg rails' $SAMPLES/bitonic_sort.amdgcn.ll
@bitonic_sort  kernel, amdgcn gfx906, P0: 13 blocks, 56 instructions, 4 of 6 branches divergent
      R0    B0  entry           14  -> B1  (convergent)
┌     R1    ◇ B1  for.cond       3  T-> B2  F-> B12  (loop L0)
│     R1      B2  for.body       2  -> B3
│┌    R2      ◇ B3  for.cond4    3  T-> B4  F-> B11  (loop L1)
││┌   R3      ◆ B4  for.body7    3  T-> B5  F-> B10
│││┌  R4 ║    ◆ B5  if.then      3  T-> B6  F-> B8
││││┌ R5 ║    ◆ B6  if.then10    6  T-> B7  F-> B10
││││└ R5 ║      B7  if.then16    3  -> B10
││││┌ R6 ║    ◆ B8  if.else      6  T-> B9  F-> B10
││└└└ R6 ║      B9  if.then28    3  -> B10
│└    R2        B10 if.end35     5  -> B3↑  (convergent)
└     R1      B11 for.inc37      2  -> B1↑
      R0    B12 for.end39        3  ret
◆ divergent branch  ◇ uniform branch  ◈ loop left at different times  ║ under divergence
$ reconverge -b -e 'cfg rails' $SAMPLES/lin_irreducible.nvptx64.ll
@lin_irreducible  kernel, nvptx64 sm_70, P0: 4 blocks, 30 instructions, 2 of 2 branches divergent
┌ R1  ◆ B0 B1     12  T-> B2 ◎  F-> B1 ◎
│ R1 ║    B1 B2    7  -> B2  (entry of an irreducible cycle)
└ R1 ║  ◈ B2 B3    8  T-> B1↑  F-> B3  (entry of an irreducible cycle)
  R0    B3 B4      3  ret
◆ divergent branch  ◇ uniform branch  ◈ loop left at different times  ║ under divergence
◎ unstructured edge
$ reconverge -b -f diamond -e 'show then' small.ll
B1 then  in @diamond, P0, region R1: 5 instructions, 676 cycles, 128 bits alive
  from B0
  to   B3
  320 ◆ %x = load i32, ptr addrspace(1) %pa, align 4
   16 ◆ %x1 = mul i32 %x, %n
    4 ◆ %x2 = add i32 %x1, 1
  320 ◆ store i32 %x2, ptr addrspace(1) %pa, align 4
   16   br label %join
$ reconverge -b -f diamond -e 'show B0' small.ll
B0 entry  in @diamond, P0, region R1: 6 instructions, 72 cycles, 192 bits alive
  from none
  to   B1 B2
    4 ◆ %tid = call i32 @llvm.amdgcn.workitem.id.x()
   16 ◆ %pa = getelementptr inbounds i32, ptr addrspace(1) %a, i32 %tid
   16 ◆ %pb = getelementptr inbounds i32, ptr addrspace(1) %b, i32 %tid
    4 ◆ %odd = and i32 %tid, 1
    4 ◆ %c = icmp eq i32 %odd, 0
   28 ◆ br i1 %c, label %then, label %else
$ reconverge -b -f diamond -e 'show %else' small.ll | head -1
B2 else  in @diamond, P0, region R1: 5 instructions, 676 cycles, 128 bits alive
$ reconverge -b -e 'show settings'
threshold=0.2  0 to 1
    the least MP_S, the share of cycles that melding saves, at which a pair of subgraphs is melded
mode=darm  darm|cfm|branch-fusion
    what may be melded, after Table I of the DARM paper: any subgraphs; what control-flow melding or branch fusion can. The table's first column is the command tailmerge
pairing=alignment  alignment|greedy
    how subgraphs of the two arms are paired: by an alignment that keeps them in order, or the best pair first
align=nw  nw|sw
    how the instructions of two blocks are aligned: with the algorithm of Needleman and Wunsch, or of Smith and Waterman
unpredicate=profit  profit|always|never
    which instructions that only one melded arm needs get a branch around them: where that pays, all, or none
order=profit  profit|program
    which region darm melds first: the one with the most profit, or the first in the program
sort=net  net|order|kind
    how candidates are listed: by what they bring, over the whole run if there is a profile; in the order of the program; or by the kind of step, and then by what they bring
fold=yes  yes|no
    whether candidates lists in one line what has nothing to meld: branches of which one side only returns, and those that leave a loop
tries=8  0 to 100000
    how many candidates are tried, the best by their estimates; with decide=static none is
skip=0.5  0 to 1
    the chance, where no profile measured it, that no thread of a warp needs the instructions behind a guard
linearize=unstructured  unstructured|interleave|loops|depth|all
    what linearize changes without an object: unstructured regions; arms of branches, which it interleaves, split where they use what they load; loops, which it merges; branches nested deeper than lin-depth; or every divergent branch
lin-depth=2  1 to 64
    the depth of nested divergent branches that linearize=depth leaves as they are
lin-opt=4  0 to 4
    how many of the linearization paper's optimizations remove guards, from 0, none, to 4, all
lin-when=profit  profit|always
    which regions linearize changes without an object: those that pay in simulated runs, or with decide=static those where guards save more than they cost; or all that can be linearized
fuse-when=profit  profit|always
    which one-armed ifs are fused: those where that is known to save more than it costs, or all whose arms meld
delay-rounds=0  0 to 4
    how many rounds threads wait in delay for those that do not want the expensive side of a branch; 0: as many as a profile says are best, or one
delay-when=profit  profit|always
    at which branches threads wait in delay without an object: where a profile says that this saves cycles; or at one of each nest of loops where they can
decide=measured  static|measured
    how a phase without an object decides what it keeps: by static counts; or by simulated runs on the launches of a profile, which is made if there is none, with a guessed launch if the kernel has none
judge=machine  table|llc|machine
    what has the last word on a step that gained in the simulator: the cost table; the machine code that llc makes; or on NVPTX, where llc writes only PTX, that of ptxas if it is installed. A step is taken back if its machine code takes more cycles or more private memory, or lets fewer warps be resident
prove=no  no|yes
    whether a step is taken back unless the command prove can prove that it does the same for all inputs
steps=whole  fine|whole
    whether a step of a phase leaves what it makes in its parts, which cleanup removes in a step of its own, or leaves clean code
idle-lanes=-1  -1 to 64
    the lanes of a warp that are idle in inner loops, n in formula (1) of the flattening paper; -1: as a profile measured, or half of them without one
seeds=8  1 to 100000
    the number of runs of check, each with another seed
operations=0  0 to 1e+15
    the number of operations after which a simulated warp counts as an endless loop; 0: when its thread block has run 100 million
shifts=ir  ir|target
    the result of a simulated shift by the width of its type or more: poison, or what the target's instruction computes, on which pow of libdevice relies
overflow=ir  ir|wrap
    the result of simulated integer arithmetic that is marked nsw and overflows: poison, or the low bits
timing=latency  latency|scoreboard
    which cycles a simulation counts: the sum of latencies; or also those of a warp that waits for a result only where it is used
prices=table  table|machine
    the prices of a simulation: those of the cost table; or also those of the machine code that the code generator makes of each block
costs=  a file
    a file of prices, as calibrate writes it, which replaces the program's own cost table everywhere; empty: that table
latencies=target  target|gtx480
    the latencies by which bbv and regroup weight blocks: those of the target's cost table; or that table with the regrouping paper's latencies of a GTX480 (mul 18, div and rem 264, constant loads 46)
scheduling=dynamic  dynamic|static
    how bbv and regroup assign thread blocks: to the multiprocessor that is free next; or to all in turn, beforehand
sms=0  0 to 65536
    the number of multiprocessors that bbv and regroup plan for; 0: 60 on AMDGPU, 80 on NVPTX
occupancy=1  1 to 64
    the number of thread blocks that a multiprocessor runs at once
workers=0  0 to 256
    the number of threads that simulate; 0: one for each core
time-limit=60  1 to 86400
    the seconds that a code generator or an LLVM pipeline may run, by the clock, and a proof of a function, of processor time
layout=rows  rows|dot
    how graphs on the terminal are laid out: in rows that stay where they are from step to step; or as dot of Graphviz does it, with fewer crossings
sources=near  near|any
    which of the source files that debug info names are read: those below the folder of the module, and by an absolute name those below the working directory, except hidden ones; or any
glyphs=auto  auto|unicode|ascii
    the characters that the screen is drawn with; auto: by the locale
background=auto  auto|dark|light
    the background that colours are chosen for; auto: by the variable COLORFGBG, or as a terminal that is like xterm answers
mouse=on  on|off
    whether the screen reacts to the mouse
$ reconverge -b -e 'show costs' | sed -n '1p;/barrier/p'
target   cycles  what                                                        source
amdgcn       16  barrier, without the waiting                                assumed: as a jump; SISchedule's 2000 is a guess
amdgcn       32  barrier, without the waiting                                assumed: as a jump; SISchedule's 2000 is a guess
nvptx64       4  barrier, without the waiting                                PPT-GPU: BAR 4
$ reconverge -b -f loopy -e divergence small.ll
@loopy  kernel, amdgcn gfx906, P0: 8 blocks, 16 instructions, 2 of 3 branches divergent
◆ B3 latch  R1  %tid -> %more
◆ B4 exit  R3  %tid
◈ B1 head  header of a loop that threads leave at different times
2 of 3 branches and 5 of 18 values diverge
$ reconverge -b -f diamond -e 'why %x2' small.ll
  1. %x2 = add i32 %x1, 1
     in B1: has a divergent operand
  2. %x1 = mul i32 %x, %n
     in B1: has a divergent operand
  3. %x = load i32, ptr addrspace(1) %pa, align 4
     in B1: has a divergent operand
  4. %pa = getelementptr inbounds i32, ptr addrspace(1) %a, i32 %tid
     in B0: has a divergent operand
  5. %tid = call i32 @llvm.amdgcn.workitem.id.x()
     in B0: a source of divergence on this target
$ reconverge -b -f diamond -e 'why %n' small.ll
%n is uniform: the same in all threads of a warp
$ reconverge -b -f diamond -e 'why entry' small.ll
B0: br i1 %c, label %then, label %else
divergent branch on %c
  1. %c = icmp eq i32 %odd, 0
     in B0: has a divergent operand
  2. %odd = and i32 %tid, 1
     in B0: has a divergent operand
  3. %tid = call i32 @llvm.amdgcn.workitem.id.x()
     in B0: a source of divergence on this target
$ reconverge -b -f loopy -e 'why B1' small.ll
B1: br i1 %big, label %sync, label %latch
uniform branch on %big
%big is uniform: the same in all threads of a warp
$ reconverge -b -f loopy -e 'why B3' small.ll
B3: br i1 %more, label %head, label %exit
divergent branch on %more
  1. %more = icmp ult i32 %i1, %tid
     in B3: has a divergent operand
  2. %tid = call i32 @llvm.amdgcn.workitem.id.x()
     in B0: a source of divergence on this target
$ reconverge -b -f loopy -e regions small.ll
R0   B0 => return  8 blocks  entry
├─ R1   B1 => B4  3 blocks  simple  head
│  └─ R2   B1 => B3  2 blocks  head
└─ R3 ◆ B4 => B7  3 blocks  exit  meld: net +327 cycles guessed
$ reconverge -b -e regions $SAMPLES/bitonic_sort.amdgcn.ll
R0   B0 => return  13 blocks  entry
└─ R1   B1 => B12  11 blocks  simple  for.cond
   └─ R2   B3 => B11  8 blocks  simple  for.cond4
      └─ R3 ◆ B4 => B10  6 blocks  for.body7  not melded: one arm is empty
         └─ R4 ◆ B5 => B10  5 blocks  if.then  meld: net +276 cycles guessed
            ├─ R5 ◆ B6 => B10  2 blocks  if.then10  not melded: one arm is empty
            └─ R6 ◆ B8 => B10  2 blocks  if.else  not melded: one arm is empty
$ reconverge -b -f loopy -e loops small.ll
L0  header B1 head  latches B3  exits from B3  3 blocks  ◈ left at different times
$ reconverge -b -e loops $SAMPLES/bitonic_sort.amdgcn.ll
L0  header B1 for.cond  latches B11  exits from B1  11 blocks
  L1  header B3 for.cond4  latches B10  exits from B3  8 blocks
$ reconverge -b -e loops $SAMPLES/lin_irreducible.amdgcn.ll
irreducible cycle  entries B1,B2  2 blocks  ◈ left at different times
$ reconverge -b -f loopy -e dominators small.ll
B0 entry  post-dominated by B1
└─ B1 head  post-dominated by B3
   ├─ B2 sync  post-dominated by B3
   └─ B3 latch  post-dominated by B4
      └─ B4 exit  post-dominated by B7
         ├─ B5 three  post-dominated by B7
         ├─ B6 five  post-dominated by B7
         └─ B7 end  post-dominated by return
$ reconverge -b -f loopy --glyphs=ascii -e dominators small.ll
B0 entry  post-dominated by B1
`- B1 head  post-dominated by B3
   |- B2 sync  post-dominated by B3
   `- B3 latch  post-dominated by B4
      `- B4 exit  post-dominated by B7
         |- B5 three  post-dominated by B7
         |- B6 five  post-dominated by B7
         `- B7 end  post-dominated by return
$ reconverge -b -e source small.ll
@loopy has no source lines: compile it with -g
$ cd $SAMPLES && reconverge -b -e source bitonic_sort_debug.amdgcn.ll
./device.h
   25   B0                       return __builtin_amdgcn_workitem_id_x();
   35   B0                       return __builtin_amdgcn_workgroup_id_x();
   46   B0,B10                   __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup");
   47   B0,B10                   __builtin_amdgcn_s_barrier();
   48   B0,B10                   __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup");
bitonic_sort.cl
   29   B0                       uint at = block_id() * NUM + tid;
   31   B0                       shared[tid] = values[at];
   33   B0,B1,B11                for (uint k = 2; k <= NUM; k *= 2) {
   34   B2,B3,B10                    for (uint j = k / 2; j > 0; j /= 2) {
   35   B4                               uint other = tid ^ j;
   37 ◆ B4                               if (other > tid) {
   38 ◆ B5                                   if ((tid & k) == 0) {
   39   B6                                       int mine = shared[tid];
   40   B6                                       int theirs = shared[other];
   42 ◆ B6                                       if (theirs < mine) {
   43   B7                                           shared[tid] = theirs;
   44   B7                                           shared[other] = mine;
   45   B7                                       }
   47   B8                                       int mine = shared[tid];
   48   B8                                       int theirs = shared[other];
   50 ◆ B8                                       if (theirs > mine) {
   51   B9                                           shared[tid] = theirs;
   52   B9                                           shared[other] = mine;
   53   B9                                       }
   59   B12                      values[at] = shared[tid];
   60   B12                  }
# No source file to be found: the lines alone.
$ cp $SAMPLES/bitonic_sort_debug.nvptx64.ll here.ll && reconverge -b -e source here.ll | sed -n '1,3p'
./device.h  (cannot be read)
   55   B0
   65   B0

# What is looked at first: the kernel with the most divergent branches, or the
# function that clang put the body of an OpenCL kernel into.

$ printf '%s\n' 'target triple = "nvptx64-nvidia-cuda"' 'define ptx_kernel void @k(ptr %p) {' '  call void @__clang_ocl_kern_imp_k(ptr %p)' '  ret void' '}' 'define void @__clang_ocl_kern_imp_k(ptr %p) noinline {' '  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()' '  %c = icmp eq i32 %t, 3' '  br i1 %c, label %a, label %b' 'a:' '  store i32 %t, ptr %p' '  br label %b' 'b:' '  ret void' '}' 'declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()' >outside.ll
$ reconverge -b -e functions outside.ll
   function                 kind    blocks  insts  branches  divergent
   @k                       kernel       1      2         0          0
*  @__clang_ocl_kern_imp_k  device       3      6         1          1
# With the focus on the kernel itself, candidates say where its code is.
$ reconverge -b -f k -e candidates -e 'function @__clang_ocl_kern_imp_k' -e candidates outside.ll; reconverge -b --json -f k -e candidates outside.ll
no divergent branch in @k; its code is in @__clang_ocl_kern_imp_k: 'function @__clang_ocl_kern_imp_k' goes there
selected @__clang_ocl_kern_imp_k
◆ 1 guard (B0)  nothing to meld: 'candidates fold=no' lists them
0 of 1 divergent branches in @__clang_ocl_kern_imp_k can be melded
{"command": "candidates", "ok": true, "candidates": [], "guards": [], "loop_exits": [], "function": "k", "body": "__clang_ocl_kern_imp_k", "profile": null, "meldable": 0, "rejected": 0, "possible": 0, "tried": 0, "blind": null, "linear": [], "ifs": [], "nests": []}
