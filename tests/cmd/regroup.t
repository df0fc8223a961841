# Basic-block vectors and regrouping.

$ cp "$SAMPLES"/lin_short_circuit.* "$SAMPLES"/bitonic_sort.* .

# Vectors, the older metrics beside the two of the paper, files.
$ reconverge -b -q -e 'launch lin_short_circuit.launch.json' -e bbv -e 'bbv v.csv' -e 'bbv v.json' lin_short_circuit.amdgcn.ll && head -n 3 v.csv && head -c 60 v.json
@lin_short_circuit: 256 threads of 5 kinds, 60 SMs, occupancy 1
  threads  how often each block runs
       72  B0:1 B1:1 B4:1 B5:1
       71  B0:1 B2:1 B3:1 B5:1
       55  B0:1 B2:1 B4:1 B5:1
       37  B0:1 B1:1 B2:1 B3:1 B5:1
       21  B0:1 B1:1 B2:1 B4:1 B5:1
divergent branches      16
divergent warps         4 of 4 (100.0%)
BBV-weighted            105 simulated cycles, -94.9% against the makespan
BBV-weighted-scheduled  1580 simulated cycles, -23.2%
makespan                2056 simulated cycles
@lin_short_circuit: 256 threads of 5 kinds, 60 SMs, occupancy 1
  threads  how often each block runs
       72  B0:1 B1:1 B4:1 B5:1
       71  B0:1 B2:1 B3:1 B5:1
       55  B0:1 B2:1 B4:1 B5:1
       37  B0:1 B1:1 B2:1 B3:1 B5:1
       21  B0:1 B1:1 B2:1 B4:1 B5:1
divergent branches      16
divergent warps         4 of 4 (100.0%)
BBV-weighted            105 simulated cycles, -94.9% against the makespan
BBV-weighted-scheduled  1580 simulated cycles, -23.2%
makespan                2056 simulated cycles
wrote v.csv
@lin_short_circuit: 256 threads of 5 kinds, 60 SMs, occupancy 1
  threads  how often each block runs
       72  B0:1 B1:1 B4:1 B5:1
       71  B0:1 B2:1 B3:1 B5:1
       55  B0:1 B2:1 B4:1 B5:1
       37  B0:1 B1:1 B2:1 B3:1 B5:1
       21  B0:1 B1:1 B2:1 B4:1 B5:1
divergent branches      16
divergent warps         4 of 4 (100.0%)
BBV-weighted            105 simulated cycles, -94.9% against the makespan
BBV-weighted-scheduled  1580 simulated cycles, -23.2%
makespan                2056 simulated cycles
wrote v.json
thread,kind,B0,B1,B2,B3,B4,B5
0,0,1,1,0,0,1,1
1,0,1,1,0,0,1,1
{"blocks":["B0","B1","B2","B3","B4","B5"],"kinds":[[1,1,0,0,
(no newline at the end)
$ reconverge -b --json -q -e 'launch lin_short_circuit.launch.json' -e bbv lin_short_circuit.amdgcn.ll
{"command": "launch lin_short_circuit.launch.json", "ok": true, "function": "lin_short_circuit", "words": "grid=4 block=64 seed=1 x=u32[256]:random(0,4294967296) y=u32[256]:random(0,4294967296) z=u32[256]:random(0,4294967296) out=u32[256]:zero", "threads": 256, "inferred": false, "launch": {"grid": 4, "block": 64, "seed": 1, "args": {"x": {"type": "u32", "count": 256, "random": [0, 4294967296]}, "y": {"type": "u32", "count": 256, "random": [0, 4294967296]}, "z": {"type": "u32", "count": 256, "random": [0, 4294967296]}, "out": {"type": "u32", "count": 256, "zero": true}}}}
{"command": "bbv", "ok": true, "threads": 256, "kinds": 5, "divergent_branches": 16, "divergent_warps": 4, "warps": 4, "bbv_weighted": 105.333333, "bbv_weighted_scheduled": 1580.0, "makespan": 2056.0, "unit": "cycles", "kind": "simulated"}
$ reconverge -b -q -e 'bbv v.txt' lin_short_circuit.amdgcn.ll
! reconverge: -e:1: bbv: 'v.txt' does not end in .csv or .json
!   bbv v.txt
!       ^
? 2

# By redirection: a revision, an order for the host, the same memory.
$ reconverge -b -q -e 'launch lin_short_circuit.launch.json' -e 'regroup algorithm=sorting file=o.bin force=yes' -e check -e history lin_short_circuit.nvptx64.ll && wc -c <o.bin
  P0  load  1012 static cycles, 3 divergent  simulated 10432 cycles
* P1  regroup algorithm=sorting file=o.bin force=yes  +222 static cycles  simulated 10432 -> 8594 cycles  checked 8 seeds  threads independent
1024
$ reconverge -b --json -e 'launch lin_short_circuit.launch.json' -e 'set sms=2' -e 'regroup force=yes' lin_short_circuit.amdgcn.ll
{"command": "launch lin_short_circuit.launch.json", "ok": true, "function": "lin_short_circuit", "words": "grid=4 block=64 seed=1 x=u32[256]:random(0,4294967296) y=u32[256]:random(0,4294967296) z=u32[256]:random(0,4294967296) out=u32[256]:zero", "threads": 256, "inferred": false, "launch": {"grid": 4, "block": 64, "seed": 1, "args": {"x": {"type": "u32", "count": 256, "random": [0, 4294967296]}, "y": {"type": "u32", "count": 256, "random": [0, 4294967296]}, "z": {"type": "u32", "count": 256, "random": [0, 4294967296]}, "out": {"type": "u32", "count": 256, "zero": true}}}}
{"command": "set sms=2", "ok": true, "settings": {"sms": "2"}}
{"command": "regroup force=yes", "ok": true, "threads": 256, "kinds": 5, "groups": 4, "groupsize": 64, "pays": false, "changed": true, "measured": true, "dependence": null, "units": {"bbv_weighted": {"unit": "cycles", "kind": "simulated"}, "bbv_weighted_scheduled": {"unit": "cycles", "kind": "simulated"}, "makespan": {"unit": "cycles", "kind": "simulated"}, "warp_cycles": {"unit": "cycles", "kind": "simulated"}, "scoreboard_cycles": {"unit": "cycles", "kind": "scoreboard"}, "crowded_cycles": {"unit": "cycles", "kind": "scoreboard"}, "divergent_branches": {"unit": "branches", "kind": "simulated"}, "divergent_warps": {"unit": "warps", "kind": "simulated"}, "transactions": {"unit": "lines", "kind": "simulated"}, "accesses": {"unit": "accesses", "kind": "simulated"}}, "bbv_weighted": [3160.0, 3428.0], "bbv_weighted_scheduled": [3160.0, 3436.0], "makespan": [4112.0, 3840.0], "warp_cycles": [8224, 7304], "scoreboard_cycles": [7031, 6235], "crowded_cycles": [541.75, 812.163743], "divergent_branches": [16, 4], "divergent_warps": [4, 2], "transactions": [80, 217], "accesses": [20, 19], "revision": "P1", "same": true}
# Again, with another order; undone; the launch is that of a kernel without an array.
$ reconverge -b -q -e 'launch lin_short_circuit.launch.json' -e 'regroup algorithm=greedy force=yes' -e 'expect split-warps < split-warps(P0)' -e 'regroup algorithm=sorting groupsize=128 force=yes' -e check -e 'check P1 P0' -e undo -e simulate -e redo -e check lin_short_circuit.nvptx64.ll
# What would not pay is left alone, says so, and is had by force; a preview
# changes nothing either way.
$ reconverge -b -e 'launch lin_short_circuit.launch.json' -e 'preview regroup' -e 'regroup file=none.bin' -e 'preview regroup by=layout algorithm=sorting' -e history lin_short_circuit.amdgcn.ll; ls none.bin
@lin_short_circuit: grid 4, block 64: 256 threads, seed 1 (lin_short_circuit.launch.json)
  x    ptr addrspace(1)  u32[256]:random(0,4294967296)
  y    ptr addrspace(1)  u32[256]:random(0,4294967296)
  z    ptr addrspace(1)  u32[256]:random(0,4294967296)
  out  ptr addrspace(1)  u32[256]:zero
regroup would do nothing: greedy-max, 256 threads of 5 kinds in 4 groups of 64
                           before  after  change
BBV-weighted            r     105    114   +8.5%  cycles
BBV-weighted-scheduled  r    1580   1920  +21.5%  cycles
regrouping would not pay: 1580 simulated cycles in the present order, 1920 in the new one; 'force=yes' regroups all the same
regroup: nothing changed: greedy-max, 256 threads of 5 kinds in 4 groups of 64
                           before  after  change
BBV-weighted            r     105    114   +8.5%  cycles
BBV-weighted-scheduled  r    1580   1920  +21.5%  cycles
regrouping would not pay: 1580 simulated cycles in the present order, 1920 in the new one; 'force=yes' regroups all the same
regroup would do nothing: sorting, 256 threads of 5 kinds in 4 groups of 64
                           before  after  change
BBV-weighted            r     105     92  -12.6%  cycles
BBV-weighted-scheduled  r    1580   1580          cycles
regrouping would not pay: 1580 simulated cycles in the present order, 1580 in the new one; 'force=yes' regroups all the same
would move: x, y, z, out
* P0  load  1580 static cycles, 3 divergent
! ls: cannot access 'none.bin': No such file or directory
? 2
$ reconverge -b --json -q -e 'launch lin_short_circuit.launch.json' -e 'set sms=1' -e 'preview regroup' -e 'preview regroup by=layout' -e regroup lin_short_circuit.amdgcn.ll
{"command": "launch lin_short_circuit.launch.json", "ok": true, "function": "lin_short_circuit", "words": "grid=4 block=64 seed=1 x=u32[256]:random(0,4294967296) y=u32[256]:random(0,4294967296) z=u32[256]:random(0,4294967296) out=u32[256]:zero", "threads": 256, "inferred": false, "launch": {"grid": 4, "block": 64, "seed": 1, "args": {"x": {"type": "u32", "count": 256, "random": [0, 4294967296]}, "y": {"type": "u32", "count": 256, "random": [0, 4294967296]}, "z": {"type": "u32", "count": 256, "random": [0, 4294967296]}, "out": {"type": "u32", "count": 256, "zero": true}}}}
{"command": "set sms=1", "ok": true, "settings": {"sms": "1"}}
{"command": "preview regroup", "ok": true, "threads": 256, "kinds": 5, "groups": 4, "groupsize": 64, "pays": false, "changed": false, "measured": false, "dependence": null, "units": {"bbv_weighted": {"unit": "cycles", "kind": "simulated"}, "bbv_weighted_scheduled": {"unit": "cycles", "kind": "simulated"}}, "bbv_weighted": [6320.0, 6856.0], "bbv_weighted_scheduled": [6320.0, 6856.0], "would_change": false}
{"command": "preview regroup by=layout", "ok": true, "threads": 256, "kinds": 5, "groups": 4, "groupsize": 64, "pays": true, "changed": false, "measured": true, "dependence": null, "units": {"bbv_weighted": {"unit": "cycles", "kind": "simulated"}, "bbv_weighted_scheduled": {"unit": "cycles", "kind": "simulated"}, "makespan": {"unit": "cycles", "kind": "simulated"}, "warp_cycles": {"unit": "cycles", "kind": "simulated"}, "scoreboard_cycles": {"unit": "cycles", "kind": "scoreboard"}, "crowded_cycles": {"unit": "cycles", "kind": "scoreboard"}, "divergent_branches": {"unit": "branches", "kind": "simulated"}, "divergent_warps": {"unit": "warps", "kind": "simulated"}, "transactions": {"unit": "lines", "kind": "simulated"}, "accesses": {"unit": "accesses", "kind": "simulated"}}, "bbv_weighted": [6320.0, 5496.0], "bbv_weighted_scheduled": [6320.0, 5496.0], "makespan": [8224.0, 5944.0], "warp_cycles": [8224, 5944], "scoreboard_cycles": [7031, 4728], "crowded_cycles": [541.75, 346.0], "divergent_branches": [16, 4], "divergent_warps": [4, 2], "transactions": [80, 54], "accesses": [20, 15], "moved": "x, y, z, out", "left": [], "would_change": true}
{"command": "regroup", "ok": true, "threads": 256, "kinds": 5, "groups": 4, "groupsize": 64, "pays": false, "changed": false, "measured": false, "dependence": null, "units": {"bbv_weighted": {"unit": "cycles", "kind": "simulated"}, "bbv_weighted_scheduled": {"unit": "cycles", "kind": "simulated"}}, "bbv_weighted": [6320.0, 6856.0], "bbv_weighted_scheduled": [6320.0, 6856.0], "revision": "P0"}
$ reconverge -b -q -e 'launch lin_short_circuit.launch.json' -e 'regroup force=maybe' lin_short_circuit.amdgcn.ll
! reconverge: -e:1: 'force=maybe': the value must be yes or no
!   regroup force=maybe
!           ^
? 2
# By layout: no revision; what does not lie by thread is found out.
$ reconverge -b -q -e 'launch lin_short_circuit.launch.json' -e 'set sms=1' -e 'regroup by=layout' -e history lin_short_circuit.amdgcn.ll
* P0  load  1580 static cycles, 3 divergent
$ reconverge -b -q -e 'launch lin_short_circuit.launch.json' -e 'set sms=1' -e 'regroup by=layout data=x,y' lin_short_circuit.amdgcn.ll
regroup: greedy-max, 256 threads of 5 kinds in 4 groups of 64
                           before  after  change
BBV-weighted            r    6320   5496  -13.0%  cycles
BBV-weighted-scheduled  r    6320   5496  -13.0%  cycles
makespan on 1 SM        r    8224   6000  -27.0%  cycles
cycles of all warps     r    8224   6000  -27.0%  cycles
  by the scoreboard     b    7031   4784  -32.0%  cycles
  if waits are hidden   b     542    360  -33.5%  cycles
divergent branches      r      16      6  -62.5%  branches
divergent warps         r       4      3  -25.0%  warps
global transactions     r      80     54  -32.5%  lines
  accesses              r      20     15  -25.0%  accesses
moved: x, y
moved back, the result differs: out[0]: 2030364769, not 2697714071 (255 of 256 elements differ)
no thread depends on another through global memory
? 1

# What blocks weigh: the target's table, or the paper's figures: listing 2, 610
# clocks, and a branch; by hand. Thread blocks by turns: one machine has two.
$ cat >listing2.ll
> target triple = "nvptx64-nvidia-cuda"
> define ptx_kernel void @listing2(i32 %n, ptr addrspace(4) %size) {
>   %a = mul i32 %n, 8
>   %b = load i32, ptr addrspace(4) %size
>   %c = mul i32 %a, %b
>   %d = urem i32 %n, %c
>   %e = udiv i32 %d, %b
>   ret void
> }
$ reconverge -b --json -q -e 'launch grid=3 block=32 n=7 size=u32[1]:iota(1)' -e 'set sms=2 latencies=gtx480' -e bbv -e 'set scheduling=static' -e bbv -e 'set latencies=target' -e bbv listing2.ll | sed -n 's/.*"bbv_weighted"/"bbv_weighted"/p'
"bbv_weighted": 921.0, "bbv_weighted_scheduled": 1228.0, "makespan": 394.0, "unit": "cycles", "kind": "simulated"}
"bbv_weighted": 921.0, "bbv_weighted_scheduled": 1228.0, "makespan": 394.0, "unit": "cycles", "kind": "simulated"}
"bbv_weighted": 295.5, "bbv_weighted_scheduled": 394.0, "makespan": 394.0, "unit": "cycles", "kind": "simulated"}

# 16 loads that are coalesced only while threads keep their places: a gain by the
# cost table, and a loss by the scoreboard, which decides when it is tried.
$ { cat; for i in $(seq 0 15); do echo "%k$i = add i32 %t, $((256 * i))"; echo "%p$i = getelementptr i32, ptr addrspace(1) %b, i32 %k$i"; echo "%v$i = load i32, ptr addrspace(1) %p$i"; echo "%x$((i + 1)) = add i32 %x$i, %v$i"; done; echo '%q = getelementptr i32, ptr addrspace(1) %out, i32 %t'; echo 'store i32 %x16, ptr addrspace(1) %q'; echo 'ret void }'; } >spread.ll
> target triple = "nvptx64-nvidia-cuda"
> declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
> define ptx_kernel void @spread(ptr addrspace(1) %a, ptr addrspace(1) %b, ptr addrspace(1) %out) {
> entry:
>   %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
>   %p = getelementptr i32, ptr addrspace(1) %a, i32 %t
>   %n = load i32, ptr addrspace(1) %p
>   br label %loop
> loop:
>   %x0 = phi i32 [ 0, %entry ], [ %i1, %loop ]
>   %i1 = add i32 %x0, 1
>   %c = icmp ult i32 %i1, %n
>   br i1 %c, label %loop, label %done
> done:
$ reconverge -b -e 'launch grid=1 block=256 a=i32[256]:random(0,40) b=i32[4096]:iota out=i32[256]:zero' -e 'set sms=1' -e regroup -e history spread.ll | tail -n 13
                           before  after   change
BBV-weighted            r   39808  39120    -1.7%  cycles
BBV-weighted-scheduled  r   39808  39120    -1.7%  cycles
makespan on 1 SM        r   39808  39120    -1.7%  cycles
cycles of all warps     r   39808  39120    -1.7%  cycles
  by the scoreboard     b   37776  39630    +4.9%  cycles
  if waits are hidden   b    1732   5222  +201.5%  cycles
divergent branches      r     154     38   -75.3%  branches
divergent warps         r       8      8           warps
global transactions     r     576   3182  +452.4%  lines
  accesses              r     144    152    +5.6%  accesses
regrouping would not pay by the scoreboard: 37776 cycles in the present order, 39630 in the new one; an access touches 4.0 lines of global memory before and 20.9 after; 'force=yes' regroups all the same
* P0  load  4088 static cycles, 1 divergent
# Where a warp waits the scattered loads pay, but not where other warps hide that:
# then memory delivers fewer lines than are asked for.
$ reconverge -b -e 'launch grid=1 block=256 a=i32[256]:random(0,100) b=i32[4096]:iota out=i32[256]:zero' -e 'set sms=1' -e regroup -e history spread.ll | tail -n 9
cycles of all warps     r   50944  45432   -10.8%  cycles
  by the scoreboard     b   48912  45924    -6.1%  cycles
  if waits are hidden   b    3820   5192   +35.9%  cycles
divergent branches      r     212     86   -59.4%  branches
divergent warps         r       8      8           warps
global transactions     r     576   3164  +449.3%  lines
  accesses              r     144    152    +5.6%  accesses
regrouping would not pay by the scoreboard where other warps hide all waits: 3820 cycles in the present order, 5192 in the new one; an access touches 4.0 lines of global memory before and 20.8 after; 'force=yes' regroups all the same
* P0  load  4088 static cycles, 1 divergent
# A preview says the same.
$ reconverge -b -e 'launch grid=1 block=256 a=i32[256]:random(0,100) b=i32[4096]:iota out=i32[256]:zero' -e 'set sms=1' -e 'preview regroup' spread.ll | grep -e 'would' -e 'pay'
regroup would do nothing: greedy-max, 256 threads of 89 kinds in 8 groups of 32
regrouping would not pay by the scoreboard where other warps hide all waits: 3820 cycles in the present order, 5192 in the new one; an access touches 4.0 lines of global memory before and 20.8 after; 'force=yes' regroups all the same
$ reconverge -b -e 'launch grid=1 block=256 a=i32[256]:random(0,140) b=i32[4096]:iota out=i32[256]:zero' -e 'set sms=1 timing=scoreboard' -e regroup -e history spread.ll | tail -n 16
P1: regroup: greedy-max, 256 threads of 112 kinds in 8 groups of 32
                                 before  after   change
BBV-weighted                  r   58336  49656   -14.9%  cycles
BBV-weighted-scheduled        r   58336  49656   -14.9%  cycles
makespan on 1 SM, scoreboard  b   56304  50148   -10.9%  cycles
cycles of all warps           r   58336  49656   -14.9%  cycles
  by the scoreboard           b   56304  50148   -10.9%  cycles
  if waits are hidden         b    5206   5192    -0.3%  cycles
divergent branches            r     219    110   -49.8%  branches
divergent warps               r       8      8           warps
global transactions           r     576   3164  +449.3%  lines
  accesses                    r     144    152    +5.6%  accesses
the result is the same
no thread depends on another through global memory
  P0  load  4088 static cycles, 1 divergent
* P1  regroup  +310 static cycles  threads independent

# Though threads wait for each other: for who knows better, checked like all.
$ reconverge -b -q -e 'launch bitonic_sort.launch.json' -e 'regroup force=yes algorithm=sorting' -e 'check seeds=2' bitonic_sort.amdgcn.ll
P1: regroup: sorting, 1024 threads of 732 kinds in 16 groups of 64
                           before   after  change
BBV-weighted            r   10330    9760   -5.5%  cycles
BBV-weighted-scheduled  r  155092  157952   +1.8%  cycles
not simulated: after the exchange of threads: the simulated run failed: branch on a value that was never written: read by load in B8 of @bitonic_sort: block 1 thread 1, B8: br
@bitonic_sort P0 -> P1: they differ with seed 1
  P0: runs to its end
  P1: branch on a value that was never written: read by load in B8 of @bitonic_sort: block 1 thread 1, B8: br i1 %cmp27, label %if.then28, label %if.end35
? 1

# The threads as letters, one a kind, the dearest first; of several warps some.
$ reconverge -b -q -e 'launch lin_short_circuit.launch.json' -e 'groups from=2 count=1' -e 'set sms=1' -e 'preview regroup by=layout algorithm=sorting groupsize=64' -e 'groups from=6' lin_short_circuit.nvptx64.ll
P0: 256 threads of 5 kinds; cycles are simulated
  A  21 threads, 1000 cycles
  B  37 threads, 996 cycles
  C  55 threads, 758 cycles
  D  71 threads, 754 cycles
  E  72 threads, 750 cycles
as they are: 8 of 8 warps diverge, 8096 cycles
      1:0  CECCDCEBCDEEDDECEDECCCDDCBDEDDDE   4 kinds, 1012 cycles
           and 5 more warps
regroup would do: sorting, 256 threads of 5 kinds in 4 groups of 64
                           before  after  change
BBV-weighted            r    8096   6802  -16.0%  cycles
BBV-weighted-scheduled  r    8096   6802  -16.0%  cycles
makespan on 1 SM        r   10432   6818  -34.6%  cycles
cycles of all warps     r   10432   6818  -34.6%  cycles
  by the scoreboard     b    8634   5054  -41.5%  cycles
  if waits are hidden   b     356    196  -45.0%  cycles
divergent branches      r      31      4  -87.1%  branches
divergent warps         r       8      3  -62.5%  warps
global transactions     r     153    105  -31.4%  lines
  accesses              r      40     27  -32.5%  accesses
would move: x, y, z, out
P0: 256 threads of 5 kinds; cycles are simulated
  A  21 threads, 1000 cycles
  B  37 threads, 996 cycles
  C  55 threads, 758 cycles
  D  71 threads, 754 cycles
  E  72 threads, 750 cycles
as they are: 8 of 8 warps diverge, 8096 cycles
      3:0  EECEEEDDBBDAEECCDDEEDDECEACACEAE   5 kinds, 1012 cycles
      3:1  ACDEEDCDECAEDEEBDBEDBDBEDCCEDBDD   5 kinds, 1012 cycles
sorting: 3 of 8 warps diverge, 6802 cycles
      3:0  EEEEEEAAAAAAAAAAAAAAAAAAAAABBBBB   3 kinds, 1012 cycles
      3:1  BBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB   1 kind,  996 cycles
$ reconverge -b -q --json -e 'launch grid=2 block=40 n=7 size=u32[1]:iota(1)' -e groups listing2.ll | tail -n 1
{"command": "groups", "ok": true, "revision": "P0", "threads": 80, "kinds": 1, "unit": "cycles", "kind": "simulated", "warps": 4, "letters": [{"letter": "A", "threads": 80, "kinds": 1, "cycles": [197, 197]}], "before": [{"block": 0, "warp": 0, "threads": "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", "kinds": 1, "cycles": 197}, {"block": 0, "warp": 1, "threads": "AAAAAAAA                        ", "kinds": 1, "cycles": 197}, {"block": 1, "warp": 0, "threads": "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", "kinds": 1, "cycles": 197}, {"block": 1, "warp": 1, "threads": "AAAAAAAA                        ", "kinds": 1, "cycles": 197}]}
$ reconverge -b -q -e 'launch bitonic_sort.launch.json' -e 'groups count=1' bitonic_sort.amdgcn.ll
P0: 1024 threads of 732 kinds; cycles are simulated
  A  40 threads of 37 kinds, 36300 to 37112 cycles
  B  39 threads of 34 kinds, 35996 to 36296 cycles
  C  40 threads of 38 kinds, 35652 to 35996 cycles
  D  39 threads of 31 kinds, 35412 to 35652 cycles
  E  41 threads of 30 kinds, 35124 to 35364 cycles
  F  40 threads of 32 kinds, 34944 to 35120 cycles
  G  37 threads of 27 kinds, 34768 to 34944 cycles
  H  40 threads of 30 kinds, 34540 to 34768 cycles
  I  39 threads of 30 kinds, 34364 to 34540 cycles
  J  39 threads of 36 kinds, 34132 to 34360 cycles
  K  40 threads of 33 kinds, 33952 to 34132 cycles
  L  41 threads of 27 kinds, 33780 to 33952 cycles
  M  37 threads of 23 kinds, 33656 to 33780 cycles
  N  40 threads of 30 kinds, 33424 to 33604 cycles
  O  40 threads of 27 kinds, 33248 to 33424 cycles
  P  39 threads of 28 kinds, 33020 to 33200 cycles
  Q  40 threads of 25 kinds, 32840 to 33020 cycles
  R  39 threads of 24 kinds, 32612 to 32788 cycles
  S  39 threads of 25 kinds, 32436 to 32612 cycles
  T  39 threads of 32 kinds, 32196 to 32436 cycles
  U  42 threads of 26 kinds, 31908 to 32196 cycles
  V  37 threads of 27 kinds, 31672 to 31908 cycles
  W  40 threads of 25 kinds, 31324 to 31620 cycles
  X  39 threads of 23 kinds, 30972 to 31324 cycles
  Y  42 threads of 22 kinds, 30388 to 30968 cycles
  Z  36 threads of 10 kinds, 29332 to 30328 cycles
as they are: 16 of 16 warps diverge, 619788 cycles
      0:0  AFDLCLJRBIFQEPNVAFBMFPOWCKNTGRQYAEDLCLJTCLMUJURYBHIRHTRXFPNWMWVZ  63 kinds, 39364 cycles
           and 15 more warps
$ reconverge -b -q -e 'groups to=3' bitonic_sort.amdgcn.ll
! reconverge: -e:1: groups: expected from=N or count=N, not 'to=3'
!   groups to=3
!          ^
? 2

# Threads that read what others write: seen when the kernel runs, and refused.
$ cat >neighbours.ll
> target triple = "nvptx64-nvidia-cuda"
> declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
> define ptx_kernel void @neighbours(ptr addrspace(1) %a) {
> entry:
>   %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
>   %o = xor i32 %t, 1
>   %p = getelementptr i32, ptr addrspace(1) %a, i32 %o
>   %l = load i32, ptr addrspace(1) %p
>   %n = and i32 %l, 31
>   br label %loop
> loop:
>   %i = phi i32 [ 0, %entry ], [ %i1, %loop ]
>   %i1 = add i32 %i, 1
>   %c = icmp ult i32 %i, %n
>   br i1 %c, label %loop, label %done
> done:
>   %s = mul i32 %i, 1000
>   %q = getelementptr i32, ptr addrspace(1) %a, i32 %t
>   store i32 %s, ptr addrspace(1) %q
>   ret void
> }
$ reconverge -b -q --keep-going -e 'launch grid=1 block=256 a=u32[256]:random(0,32)' -e 'regroup' -e 'history' -e 'regroup force=yes' -e 'history' neighbours.ll
* P0  load  484 static cycles, 1 divergent
P1: regroup: greedy-max, 256 threads of 32 kinds in 8 groups of 32
                           before  after   change
BBV-weighted            r     121    120    -0.7%  cycles
BBV-weighted-scheduled  r    9680   9616    -0.7%  cycles
makespan on 80 SMs      r    9680  10768   +11.2%  cycles
cycles of all warps     r    9680  10768   +11.2%  cycles
  by the scoreboard     b    7468   8922   +19.5%  cycles
  if waits are hidden   b    1181   1094    -7.3%  cycles
divergent branches      r     150     49   -67.3%  branches
divergent warps         r       8      8           warps
global transactions     r      64    378  +490.6%  lines
  accesses              r      16     24   +50.0%  accesses
the result differs: a[0]: 16000, not 31000 (102 of 256 elements differ)
threads depend on each other: block 0 thread 192 writes a[192], which block 0 thread 193 read (B2: store i32 %s, ptr addrspace(1) %q, align 4)
  P0  load  484 static cycles, 1 divergent
* P1  regroup force=yes  +310 static cycles  THREADS DEPEND
! reconverge: -e:1: threads of @neighbours cannot change places: block 0 thread 192 writes a[192], which block 0 thread 193 read (B2: store i32 %s, ptr addrspace(1) %q, align 4)
!   regroup
!   ^
? 2

# Threads that are independent on one launch and not on another: what a run shows
# is proved for its launch, and looked for again on the next.
$ cat >masked.ll
> target triple = "nvptx64-nvidia-cuda"
> declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
> define ptx_kernel void @masked(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %mask) {
> entry:
>   %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
>   %p = getelementptr i32, ptr addrspace(1) %in, i32 %t
>   %n = load i32, ptr addrspace(1) %p
>   br label %loop
> loop:
>   %i = phi i32 [ 0, %entry ], [ %i1, %loop ]
>   %i1 = add i32 %i, 1
>   %c = icmp ult i32 %i1, %n
>   br i1 %c, label %loop, label %done
> done:
>   %o = and i32 %t, %mask
>   %q = getelementptr i32, ptr addrspace(1) %out, i32 %o
>   store i32 %i, ptr addrspace(1) %q
>   ret void
> }
$ reconverge -b -q --keep-going -e 'launch grid=1 block=256 in=i32[256]:random(0,99) out=i32[256]:zero mask=255' -e regroup -e 'simulate seed=8' -e history -e 'launch mask=63' -e simulate -e check -e regroup -e history masked.ll
  P0  load  476 static cycles, 1 divergent
* P1  regroup  +310 static cycles  simulated 24480 cycles  threads independent
@masked P1: 256 threads in 8 warps, seed 1
  16416 cycles, 1418 warp instructions, utilization 89.8%, 86 of 430 branches split a warp
  threads depend on each other: block 0 thread 197 writes out[27], which block 0 thread 194 wrote (B2: store i32 %i, ptr addrspace(1) %q, align 4)
@masked P0 -> P1: cannot tell: the original races
  write of out + 0, which block 0 thread 192 writes: block 0 thread 64, B2: store i32 %i, ptr addrspace(1) %q, align 4
  P1: with seed 1, threads depend on each other: block 0 thread 197 writes out[27], which block 0 thread 194 wrote (B2: store i32 %i, ptr addrspace(1) %q, align 4)
  P0  load  476 static cycles, 1 divergent  simulated 21856 cycles
* P1  regroup  +310 static cycles  simulated 21856 -> 16416 cycles  THREADS DEPEND
! reconverge: -e:1: threads of @masked cannot change places: block 0 thread 197 writes out[27], which block 0 thread 194 wrote (B2: store i32 %i, ptr addrspace(1) %q, align 4)
!   regroup
!   ^
? 2
$ reconverge -b --json -q -e 'launch grid=1 block=256 in=i32[256]:random(0,99) out=i32[256]:zero mask=255' -e regroup -e history masked.ll | sed -n 's/.*"witness"/"witness"/p'
"witness": {"function": "masked", "seed": 1, "seeds": 1, "dependence": null}}]}
$ reconverge -b --json -q -e 'launch grid=1 block=256 in=i32[256]:random(0,99) out=i32[256]:zero mask=63' -e redirect -e simulate -e check masked.ll | sed -n 's/.*"dependence"/"dependence"/p'
"dependence": "block 0 thread 64 writes out[0], which block 0 thread 192 wrote (B2: store i32 %i, ptr addrspace(1) %q, align 4)", "fault": null}
"dependence": {"side": "P1", "seed": 1, "text": "block 0 thread 64 writes out[0], which block 0 thread 192 wrote (B2: store i32 %i, ptr addrspace(1) %q, align 4)"}, "difference": null}

# redirect by itself runs nothing: the last writer of out[0] shows in what comes
# next, with every thread in its own place or not.
$ cat >lastwriter.ll
> target triple = "amdgcn-amd-amdhsa"
> declare i32 @llvm.amdgcn.workitem.id.x()
> define amdgpu_kernel void @lastwriter(ptr addrspace(1) %out) {
>   %t = call i32 @llvm.amdgcn.workitem.id.x()
>   store i32 %t, ptr addrspace(1) %out
>   ret void
> }
$ reconverge -b --keep-going -e 'launch grid=1 block=4 out=i32[1]:zero' -e redirect -e check -e 'launch redirect=i32[4]:values(3,1,0,2)' -e check lastwriter.ll
@lastwriter: grid 1, block 4: 4 threads, seed 1
  out  ptr addrspace(1)  i32[1]:zero
P1: redirect: +562 static cycles, +11 instructions
  threads take their work from %redirect, numbered over 1 dimension
  every thread keeps its place, and nothing was run: check and simulate see whether threads depend on each other
@lastwriter P0 -> P1: the same with 8 seeds: 4 threads and 4 bytes of memory each
  P0 races, which no result here shows: write of out + 0, which block 0 thread 0 writes: block 0 thread 1, B0: store i32 %t, ptr addrspace(1) %out, align 4
  P1: with seed 1, threads depend on each other: block 0 thread 1 writes out[0], which block 0 thread 0 wrote (B0: store i32 %11, ptr addrspace(1) %out, align 4)
@lastwriter: grid 1, block 4: 4 threads, seed 1
  out       ptr addrspace(1)  i32[1]:zero
  redirect  ptr addrspace(1)  i32[4]:values(3,1,0,2)
@lastwriter P0 -> P1: they differ with seed 1
  out[0]: 2, not 3 (1 of 1 elements differ)
  P0: this value was written by block 0 thread 3, B0: store i32 %t, ptr addrspace(1) %out, align 4
  P1: this value was written by block 0 thread 3, B0: store i32 %11, ptr addrspace(1) %out, align 4
  P1: with seed 1, threads depend on each other: block 0 thread 1 writes out[0], which block 0 thread 0 wrote (B0: store i32 %11, ptr addrspace(1) %out, align 4)
? 1

# What is refused.
$ reconverge -b -q -e 'launch bitonic_sort.launch.json' -e regroup bitonic_sort.amdgcn.ll
! reconverge: -e:1: threads of @bitonic_sort cannot change places: threads share memory (B0: %arrayidx3 = getelementptr inbounds [256 x i32], ptr addrspa)
!   regroup
!   ^
? 2
$ reconverge -b -q -e 'launch lin_short_circuit.launch.json' -e 'regroup groupsize=33' lin_short_circuit.amdgcn.ll
! reconverge: -e:1: groupsize=33: not a multiple of the warp's 64 threads
!   regroup groupsize=33
!           ^
? 2
$ reconverge -b -q -e 'regroup algorithm=random' lin_short_circuit.amdgcn.ll
! reconverge: -e:1: regroup: algorithm= must be sorting, greedy or greedy-max
!   regroup algorithm=random
!           ^
? 2
$ reconverge -b -q -e 'regroup by=magic' lin_short_circuit.amdgcn.ll
! reconverge: -e:1: regroup: by= must be redirect or layout
!   regroup by=magic
!           ^
? 2
$ reconverge -b -q -e 'regroup groups=2' lin_short_circuit.amdgcn.ll
! reconverge: -e:1: regroup: expected algorithm=, groupsize=, by=, data=, from=, file=, host= or force=, not 'groups=2'
!   regroup groups=2
!           ^
? 2
$ reconverge -b -q -e 'launch lin_short_circuit.launch.json' -e 'regroup by=layout data=nosuch' lin_short_circuit.amdgcn.ll
! reconverge: -e:1: data=nosuch: the kernel has no such parameter
!   regroup by=layout data=nosuch
!                     ^
? 2

# The model: fitted to one thread block, kept, used again.
$ reconverge -b -q -e 'launch lin_short_circuit.launch.json' -e 'model m.json' -e 'model use=m.json' lin_short_circuit.nvptx64.ll && grep -c constant m.json
@lin_short_circuit: 3 inputs; trained on thread block 0, tested on the 192 threads of the others
block  mean times  error squared  how often a thread runs it, as predicted
B0              1              0  1
B1         0.4792         0.6412  0.5174 - 1.918e-11 %2 + 0.003798 thread
B2         0.7135           0.29  1.069 - 4.531e-11 %2 - 1.177e-10 %3 - 0.002943 thread
B3         0.4271         0.2244  0.5045 - 2.473e-11 %2 - 6.16e-11 %3 + 2.516e-11 %4 - 0.0001421 thread
B4         0.5729         0.2244  0.4955 + 2.473e-11 %2 + 6.16e-11 %3 - 2.516e-11 %4 + 0.0001421 thread
B5              1              0  1
mean squared error 0.23; worst B1, 0.6412
BBV-weighted-scheduled: 2024 guessed cycles by the model, 2024 simulated cycles by the vectors
wrote m.json
@lin_short_circuit: 3 inputs; weights of m.json, tested on 256 threads
block  mean times  error squared  how often a thread runs it, as predicted
B0              1              0  1
B1         0.5078         0.5398  0.5174 - 1.918e-11 %2 + 0.003798 thread
B2         0.7188         0.2582  1.069 - 4.531e-11 %2 - 1.177e-10 %3 - 0.002943 thread
B3         0.4219         0.2257  0.5045 - 2.473e-11 %2 - 6.16e-11 %3 + 2.516e-11 %4 - 0.0001421 thread
B4         0.5781         0.2257  0.4955 + 2.473e-11 %2 + 6.16e-11 %3 - 2.516e-11 %4 + 0.0001421 thread
B5              1              0  1
mean squared error 0.2082; worst B1, 0.5398
BBV-weighted-scheduled: 2024 guessed cycles by the model, 2024 simulated cycles by the vectors
6
$ reconverge -b -q -e 'launch lin_short_circuit.launch.json' -e 'model train=9' lin_short_circuit.nvptx64.ll
! reconverge: -e:1: train=: no such thread block: the launch has 4, counted from 0
!   model train=9
!         ^
? 2
$ sed 's/"weights"/"width"/' m.json >w.json; sed 's/%4/%x/' m.json >x.json; sed 's/"thread": [0-9.e-]*/"thread": "no"/' m.json >y.json
$ reconverge -b -q --keep-going -e 'launch lin_short_circuit.launch.json' -e 'model use=w.json' -e 'model use=x.json' -e 'model use=y.json' lin_short_circuit.nvptx64.ll
! reconverge: -e:1: w.json: entry 0 is not a row for B0 of @lin_short_circuit
!   model use=w.json
!         ^
! reconverge: -e:1: x.json: input 2 of the model is %x, but that of the kernel is %4
!   model use=x.json
!         ^
! reconverge: -e:1: y.json: entry 0 is not a row for B0 of @lin_short_circuit
!   model use=y.json
!         ^
? 2
$ echo '{}' >bad.json; echo '{' >worse.json
$ echo '[]' >list.json; echo '{"blocks": [], "inputs": {}}' >set.json; echo '{"blocks": [], "blocks": []}' >twice.json
$ reconverge -b -q --keep-going -e 'launch lin_short_circuit.launch.json' -e 'model use=list.json' -e 'model use=set.json' -e 'model use=twice.json' lin_short_circuit.nvptx64.ll
! reconverge: -e:1: list.json: expected an object
!   model use=list.json
!         ^
! reconverge: -e:1: set.json: inputs: expected a list
!   model use=set.json
!         ^
! reconverge: -e:1: twice.json:1: duplicate object key near '"blocks"'
!   model use=twice.json
!         ^
? 2
$ reconverge -b -q --keep-going -e 'launch lin_short_circuit.launch.json' -e 'model use=bad.json' -e 'model use=worse.json' -e 'model use=none.json' -e 'model what=1' lin_short_circuit.nvptx64.ll
! reconverge: -e:1: bad.json: blocks: expected a list
!   model use=bad.json
!         ^
! reconverge: -e:1: worse.json:2: string or '}' expected near end of file
!   model use=worse.json
!         ^
! reconverge: -e:1: none.json: cannot open: No such file or directory
!   model use=none.json
!         ^
! reconverge: -e:1: model: expected train=N, use=FILE or the name of one file, not 'what=1'
!   model what=1
!         ^
? 2
# One thread block: nobody to test on.
$ reconverge -b -q -e 'launch grid=1 block=64' -e model lin_short_circuit.nvptx64.ll
! reconverge: -e:1: the launch has one thread block; testing the model needs another one
!   model
!   ^
? 2

# A kernel that only calls the function with its body, as clang leaves kernels of
# OpenCL C: the model is of that function. Without inputs there is no praise.
$ cat >wrapper.ll
> target triple = "nvptx64-nvidia-cuda"
> declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
> declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
> define ptx_kernel void @wrapper(ptr addrspace(1) %in, ptr addrspace(1) %out) {
>   call void @body(ptr addrspace(1) %in, ptr addrspace(1) %out)
>   ret void
> }
> define void @body(ptr addrspace(1) %in, ptr addrspace(1) %out) noinline {
> entry:
>   %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
>   %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
>   %b32 = mul i32 %b, 32
>   %g = add i32 %b32, %t
>   %p = getelementptr i32, ptr addrspace(1) %in, i32 %g
>   %q = getelementptr i32, ptr addrspace(1) %out, i32 %g
>   %n = load i32, ptr addrspace(1) %p
>   br label %loop
> loop:
>   %i = phi i32 [ 0, %entry ], [ %i1, %loop ]
>   %i1 = add i32 %i, 1
>   %more = icmp ult i32 %i1, %n
>   br i1 %more, label %loop, label %done
> done:
>   store i32 %i1, ptr addrspace(1) %q
>   ret void
> }
> define ptx_kernel void @constant(ptr addrspace(1) %out) {
>   %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
>   %q = getelementptr i32, ptr addrspace(1) %out, i32 %t
>   store i32 %t, ptr addrspace(1) %q
>   ret void
> }
$ reconverge -b -q -f wrapper -e 'launch grid=2 block=32 in=i32[64]:random(1,9) out=i32[64]:zero' -e model -e 'model w.json' -e 'model use=w.json' wrapper.ll
@body: 1 input; trained on thread block 0, tested on the 32 threads of the others
block  mean times  error squared  how often a thread runs it, as predicted
B0              1              0  1
B1           4.75              0  1 %n
B2              1              0  1
mean squared error 0; worst B1, 0
BBV-weighted-scheduled: 704 guessed cycles by the model, 704 simulated cycles by the vectors
@body: 1 input; trained on thread block 0, tested on the 32 threads of the others
block  mean times  error squared  how often a thread runs it, as predicted
B0              1              0  1
B1           4.75              0  1 %n
B2              1              0  1
mean squared error 0; worst B1, 0
BBV-weighted-scheduled: 704 guessed cycles by the model, 704 simulated cycles by the vectors
wrote w.json
@body: 1 input; weights of w.json, tested on 64 threads
block  mean times  error squared  how often a thread runs it, as predicted
B0              1              0  1
B1          4.781              0  1 %n
B2              1              0  1
mean squared error 0; worst B1, 0
BBV-weighted-scheduled: 704 guessed cycles by the model, 704 simulated cycles by the vectors
$ reconverge -b -q -f constant -e 'launch grid=2 block=32 out=i32[64]:zero' -e model wrapper.ll
@constant: 0 inputs; trained on thread block 0, tested on the 32 threads of the others
no block depends on a number that a thread loads: this predicts nothing from data
block  mean times  error squared  how often a thread runs it, as predicted
B0              1              0  1
mean squared error 0; worst B0, 0
BBV-weighted-scheduled: 226 guessed cycles by the model, 226 simulated cycles by the vectors

# From predicted vectors: a model trained with another seed, or in a file. What is
# lost against the true vectors is told; the function for the host is written.
$ reconverge -b -q -e "launch $SAMPLES/bbv_counts.launch.json" -e 'model m.json' "$SAMPLES"/bbv_counts.nvptx64.ll >/dev/null
$ reconverge -b -e "launch $SAMPLES/bbv_counts.launch.json" -e 'set sms=1' -e 'preview regroup from=model' -e 'regroup from=m.json algorithm=sorting file=o.bin host=o.c' "$SAMPLES"/bbv_counts.nvptx64.ll | tail -n +7 && wc -c <o.bin && sed -n '/^int/p' o.c
sms=1
regroup would do: greedy-max, 384 threads of 357 predicted kinds in 12 groups of 32
                           before   after   change
BBV-weighted            g  330192  177628   -46.2%  cycles
BBV-weighted-scheduled  g  330192  177628   -46.2%  cycles
makespan on 1 SM        r  746261  457007   -38.8%  cycles
cycles of all warps     r  746261  457007   -38.8%  cycles
  by the scoreboard     b  611923  373666   -38.9%  cycles
  if waits are hidden   b  121171   73041   -39.7%  cycles
divergent branches      r    3195    2779   -13.0%  branches
divergent warps         r      12      12           warps
global transactions     r     288    1794  +522.9%  lines
  accesses              r      72      84   +16.7%  accesses
predicted vectors: mean squared error 1340.21 of how often a thread runs a block; in truth 368 kinds
speed-up
  1.63 by predicted, 1.53 by true vectors: simulated cycles of all warps
  1.64 by predicted, 1.53 by true vectors: scoreboard cycles
  1.66 by predicted, 1.55 by true vectors: scoreboard cycles if waits are hidden
P1: regroup: sorting, 384 threads of 362 predicted kinds in 12 groups of 32
                           before   after   change
BBV-weighted            g  324441  230829   -28.9%  cycles
BBV-weighted-scheduled  g  324441  230829   -28.9%  cycles
makespan on 1 SM        r  746261  467839   -37.3%  cycles
cycles of all warps     r  746261  467839   -37.3%  cycles
  by the scoreboard     b  611923  383726   -37.3%  cycles
  if waits are hidden   b  121171   75001   -38.1%  cycles
divergent branches      r    3195    2814   -11.9%  branches
divergent warps         r      12      12           warps
global transactions     r     288    1848  +541.7%  lines
  accesses              r      72      84   +16.7%  accesses
predicted vectors: mean squared error 1302.77 of how often a thread runs a block; in truth 368 kinds
speed-up
  1.60 by predicted, 1.60 by true vectors: simulated cycles of all warps
  1.59 by predicted, 1.60 by true vectors: scoreboard cycles
  1.62 by predicted, 1.62 by true vectors: scoreboard cycles if waits are hidden
the result is the same
no thread depends on another through global memory
wrote o.bin: the thread for each place, u32[384]
wrote o.c: the function of C that fills it
1536
int bbv_counts_regroup(uint32_t blocks, const void *p0_rounds, size_t p0_rounds_bytes, const void *p1_trips, size_t p1_trips_bytes, const void *p2_ways, size_t p2_ways_bytes, const void *p3_skips, size_t p3_skips_bytes, uint32_t *order, uint64_t cycles[2])
$ reconverge -b -q --json -e "launch $SAMPLES/bbv_counts.launch.json" -e 'launch seed=5' -e 'set sms=1' -e 'regroup from=model by=layout' "$SAMPLES"/bbv_counts.amdgcn.ll | sed -n 's/.*"kind": "scoreboard"}}, "bbv/"bbv/p'
"bbv_weighted": [280456.0, 167796.0], "bbv_weighted_scheduled": [280456.0, 167796.0], "makespan": [661480.0, 424852.0], "warp_cycles": [661480, 424852], "scoreboard_cycles": [655864, 419236], "crowded_cycles": [162634.0, 103477.0], "divergent_branches": [2930, 2475], "divergent_warps": [6, 6], "transactions": [144, 144], "accesses": [36, 36], "mean_square_error": 1791.31386, "true_kinds": 372, "speedup_warp_cycles": [1.55696572, 1.46254533], "speedup_scoreboard_cycles": [1.56442672, 1.46836101], "speedup_crowded_cycles": [1.57169226, 1.47401526], "revision": null, "moved": "rounds, trips, ways, skips, data", "left": [], "same": true}
# The journal finds the file from anywhere; a redirected kernel has other inputs.
$ reconverge -b -q --keep-going -e "launch $SAMPLES/bbv_counts.launch.json" -e 'set sms=1' -e 'regroup from=m.json' -e 'journal j.rcv' -e 'regroup from=model' "$SAMPLES"/bbv_counts.nvptx64.ll >/dev/null; sed -n "s#$PWD#HERE#p" j.rcv
regroup from=HERE/m.json
! reconverge: -e:1: the model cannot be asked before @bbv_counts runs: what it loads in B0 is no input that is known then, because its place depends on more than the thread's number: %6 = load i32, ptr addrspace(1) %arrayidx, align 4
!   regroup from=model
!   ^
# An input whose place another input decides is not known before the kernel runs; C
# has no half, and the host not every algorithm.
$ cat >inputs.ll
> target triple = "nvptx64-nvidia-cuda"
> declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
> define ptx_kernel void @far(ptr addrspace(1) %in, ptr addrspace(1) %tab) {
> entry:
>   %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
>   %p = getelementptr i32, ptr addrspace(1) %in, i32 %t
>   %n = load i32, ptr addrspace(1) %p
>   %q = getelementptr i32, ptr addrspace(1) %tab, i32 %n
>   %m = load i32, ptr addrspace(1) %q
>   br label %loop
> loop:
>   %i = phi i32 [ 0, %entry ], [ %i1, %loop ]
>   %i1 = add i32 %i, 1
>   %c = icmp ult i32 %i1, %m
>   br i1 %c, label %loop, label %done
> done:
>   ret void
> }
> define ptx_kernel void @half(ptr addrspace(1) %in) {
> entry:
>   %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
>   %p = getelementptr half, ptr addrspace(1) %in, i32 %t
>   %h = load half, ptr addrspace(1) %p
>   %n = fptoui half %h to i32
>   br label %loop
> loop:
>   %i = phi i32 [ 0, %entry ], [ %i1, %loop ]
>   %i1 = add i32 %i, 1
>   %c = icmp ult i32 %i1, %n
>   br i1 %c, label %loop, label %done
> done:
>   ret void
> }
$ reconverge -b -q --keep-going -f far -e 'launch grid=1 block=64 in=u32[64]:random(0,9) tab=u32[9]:random(0,9)' -e 'regroup from=model' -e 'regroup host=o.c' -e 'regroup from=none.json' -e 'function half' -e 'launch grid=1 block=64 in=f16[64]:random(0,9)' -e 'regroup from=model host=o.c' -e 'regroup from=model algorithm=greedy host=o.c' inputs.ll
! reconverge: -e:1: the model cannot be asked before @far runs: what it loads in B0 is no input that is known then, because its place depends on more than the thread's number: %m = load i32, ptr addrspace(1) %q, align 4
!   regroup from=model
!   ^
! reconverge: -e:1: host= needs from=: the host predicts by a model
!   regroup host=o.c
!           ^
! reconverge: -e:1: the model cannot be asked before @far runs: what it loads in B0 is no input that is known then, because its place depends on more than the thread's number: %m = load i32, ptr addrspace(1) %q, align 4
!   regroup from=none.json
!   ^
! reconverge: -e:1: host=: C has no type for the half that is loaded: %h = load half, ptr addrspace(1) %p, align 2
!   regroup from=model host=o.c
!                      ^
! reconverge: -e:1: host=: only algorithm=sorting and algorithm=greedy-max are written in C
!   regroup from=model algorithm=greedy host=o.c
!                                       ^
? 2

# Compilers extend a number from the upper half: int i = get_global_id(0).
$ cat > narrow.ll
> target triple = "amdgcn-amd-amdhsa"
> declare i64 @_Z13get_global_idj(i32)
> define amdgpu_kernel void @narrow(ptr addrspace(1) %a, ptr addrspace(1) %r) {
> entry:
>   %g = call i64 @_Z13get_global_idj(i32 0)
>   %up = shl i64 %g, 32
>   %i = ashr exact i64 %up, 32
>   %p = getelementptr i32, ptr addrspace(1) %a, i64 %i
>   %n = load i32, ptr addrspace(1) %p, align 4
>   br label %loop
> loop:
>   %k = phi i32 [ 0, %entry ], [ %k1, %loop ]
>   %k1 = add i32 %k, 1
>   %more = icmp ult i32 %k1, %n
>   br i1 %more, label %loop, label %end
> end:
>   %q = getelementptr i32, ptr addrspace(1) %r, i64 %i
>   store i32 %k1, ptr addrspace(1) %q, align 4
>   ret void
> }
$ cat > narrow.rcv
> launch grid=4 block=64 a=i32[256]:random(1,60) r=i32[256]:zero
> regroup from=model force=yes
$ reconverge -b -x narrow.rcv narrow.ll | grep -e kinds -e result
P1: regroup: greedy-max, 256 threads of 58 predicted kinds in 4 groups of 64
predicted vectors: mean squared error 0.00 of how often a thread runs a block; in truth 58 kinds
the result is the same
$ sed 's/ashr exact i64 %up, 32/ashr i64 %up, 34/' narrow.ll > quarter.ll && reconverge -b -x narrow.rcv quarter.ll
@narrow: grid 4, block 64: 256 threads, seed 1
  a  ptr addrspace(1)  i32[256]:random(1,60)
  r  ptr addrspace(1)  i32[256]:zero
! reconverge: narrow.rcv:2: the model cannot be asked before @narrow runs: what it loads in B0 is no input that is known then, because its place depends on more than the thread's number: %n = load i32, ptr addrspace(1) %p, align 4
!   regroup from=model force=yes
!   ^
? 2

# Where all thread blocks begin at once, BBV-weighted-scheduled is that of the slowest
# one. It decides if the grid was given; the number of blocks that was guessed does not.
$ cat > few.ll
> target triple = "nvptx64-nvidia-cuda"
> define ptx_kernel void @few(ptr addrspace(1) %in, ptr addrspace(1) %out) {
> entry:
>   %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
>   %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
>   %d = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
>   %s = mul i32 %b, %d
>   %g = add i32 %s, %t
>   %p = getelementptr i32, ptr addrspace(1) %in, i32 %g
>   %n = load i32, ptr addrspace(1) %p
>   %m = lshr i32 %n, 2
>   br label %loop
> loop:
>   %i = phi i32 [ 0, %entry ], [ %j, %loop ]
>   %x = phi i32 [ 1, %entry ], [ %z, %loop ]
>   %y = mul i32 %x, 1664525
>   %z = add i32 %y, 1013904223
>   %j = add i32 %i, 1
>   %c = icmp ult i32 %j, %m
>   br i1 %c, label %loop, label %end
> end:
>   %q = getelementptr i32, ptr addrspace(1) %out, i32 %g
>   store i32 %z, ptr addrspace(1) %q
>   ret void
> }
> declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
> declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
> declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
$ reconverge -b -e regroup few.ll
no launch was given, guessed: launch grid=4 block=256 seed=1 in=i32[1024]:random(0,100) out=i32[1024]:zero
P1: regroup: greedy-max, 1024 threads of 24 kinds in 32 groups of 32
                           before  after   change
BBV-weighted            r     528    460   -12.9%  cycles
BBV-weighted-scheduled  r   10620  11780   +10.9%  cycles
makespan on 80 SMs      r   10620  11780   +10.9%  cycles
cycles of all warps     r   42264  36824   -12.9%  cycles
  by the scoreboard     b   32320  29666    -8.2%  cycles
  if waits are hidden   b    4804   3148   -34.5%  cycles
divergent branches      r     522     23   -95.6%  branches
divergent warps         r      32     23   -28.1%  warps
global transactions     r     256   1890  +638.3%  lines
  accesses              r      64     96   +50.0%  accesses
the result is the same
no thread depends on another through global memory
$ reconverge -b -e 'launch grid=4 block=256 in=i32[1024]:random(0,100) out=i32[1024]:zero' -e regroup few.ll | tail -1
regrouping would not pay: 10620 simulated cycles in the present order, 11780 in the new one; 'force=yes' regroups all the same
