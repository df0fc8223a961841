# What a run counts, and profits by it.

$ cp $srcdir/tests/cmd/prove.ll .
$ cat > arms.rcv
> function arms
> launch grid=2 block=64 a=i32[128]:random(0,100) b=i32[128]:zero n=120

$ reconverge -b -x arms.rcv -e metrics prove.ll
selected @arms
@arms: grid 2, block 64: 128 threads, seed 1
  a  ptr addrspace(1)  i32[128]:random(0,100)
  b  ptr addrspace(1)  i32[128]:zero
  n  i32               120
@arms                      P0
threads              r    128  threads launched
warps                r      2  warps launched
warp-cycles          r   2904  cycles of all warps, by the cost table
slowest-warp         r   1452  cycles of the slowest warp, by the cost table
warp-insts           r     40  instructions issued to warps
lane-insts           r   1976  instructions issued to warps, times their active lanes
utilization          r  77.2%  active lanes, of all lanes, in all instructions
alu-utilization      r  88.1%  active lanes, of all lanes, without control flow and memory
warp-branches        r      4  conditional branches that warps ran
split-branches       r      3  conditional branches that split a warp
split-warps          r      2  warps that split at least once
stack-depth          r      3  most entries on the reconvergence stack of a warp
global-insts         r      8  accesses to global memory
global-transactions  r     32  lines of global memory that the accesses touch
control-insts        r     10  branches, jumps and returns issued to warps
int-insts            r     10  integer operations issued to warps
compare-insts        r      4  comparisons issued to warps
address-insts        r      4  address computations issued to warps
memory-insts         r      8  memory operations issued to warps
call-insts           r      4  calls issued to warps
$ reconverge -b -x arms.rcv -q -e meld -e 'metrics P0' prove.ll
@arms                      P0     P1  change
threads              r    128    128          threads launched
warps                r      2      2          warps launched
warp-cycles          r   2904   1544  -46.8%  cycles of all warps, by the cost table
slowest-warp         r   1452    772  -46.8%  cycles of the slowest warp, by the cost table
warp-insts           r     40     34  -15.0%  instructions issued to warps
lane-insts           r   1976   2096   +6.1%  instructions issued to warps, times their active lanes
utilization          r  77.2%  96.3%   +19.1  active lanes, of all lanes, in all instructions
alu-utilization      r  88.1%  96.4%    +8.3  active lanes, of all lanes, without control flow and memory
warp-branches        r      4      2  -50.0%  conditional branches that warps ran
split-branches       r      3      1  -66.7%  conditional branches that split a warp
split-warps          r      2      1  -50.0%  warps that split at least once
stack-depth          r      3      2  -33.3%  most entries on the reconvergence stack of a warp
global-insts         r      8      4  -50.0%  accesses to global memory
global-transactions  r     32     16  -50.0%  lines of global memory that the accesses touch
control-insts        r     10      6  -40.0%  branches, jumps and returns issued to warps
int-insts            r     10     10          integer operations issued to warps
compare-insts        r      4      4          comparisons issued to warps
select-insts         r      0      2     new  selects issued to warps
address-insts        r      4      4          address computations issued to warps
memory-insts         r      8      4  -50.0%  memory operations issued to warps
call-insts           r      4      4          calls issued to warps
$ reconverge -b -x arms.rcv -q -e meld -e 'metrics P1 P0' prove.ll | head -4
@arms                      P1     P0   change
threads              r    128    128           threads launched
warps                r      2      2           warps launched
warp-cycles          r   1544   2904   +88.1%  cycles of all warps, by the cost table
$ reconverge -b --json -x arms.rcv -q -e meld -e 'metrics P0' prove.ll | tail -1
{"command": "metrics P0", "ok": true, "function": "arms", "metrics": [{"revision": "P0", "threads": 128, "warps": 2, "warp_cycles": 2904, "slowest_warp": 1452, "warp_insts": 40, "lane_insts": 1976, "utilization": 0.771875, "alu_utilization": 0.880681818, "warp_branches": 4, "split_branches": 3, "split_warps": 2, "stack_depth": 3, "barriers": 0, "global_insts": 8, "global_transactions": 32, "shared_insts": 0, "shared_transactions": 0, "private_insts": 0, "private_transactions": 0, "constant_insts": 0, "constant_transactions": 0, "control_insts": 10, "phi_insts": 0, "int_insts": 10, "intdiv_insts": 0, "float_insts": 0, "floatdiv_insts": 0, "compare_insts": 4, "select_insts": 0, "move_insts": 0, "convert_insts": 0, "address_insts": 4, "memory_insts": 8, "sync_insts": 0, "call_insts": 4}, {"revision": "P1", "threads": 128, "warps": 2, "warp_cycles": 1544, "slowest_warp": 772, "warp_insts": 34, "lane_insts": 2096, "utilization": 0.963235294, "alu_utilization": 0.963541667, "warp_branches": 2, "split_branches": 1, "split_warps": 1, "stack_depth": 2, "barriers": 0, "global_insts": 4, "global_transactions": 16, "shared_insts": 0, "shared_transactions": 0, "private_insts": 0, "private_transactions": 0, "constant_insts": 0, "constant_transactions": 0, "control_insts": 6, "phi_insts": 0, "int_insts": 10, "intdiv_insts": 0, "float_insts": 0, "floatdiv_insts": 0, "compare_insts": 4, "select_insts": 2, "move_insts": 0, "convert_insts": 0, "address_insts": 4, "memory_insts": 4, "sync_insts": 0, "call_insts": 4}], "kinds": {"threads": {"unit": "threads", "kind": "simulated"}, "warps": {"unit": "warps", "kind": "simulated"}, "warp_cycles": {"unit": "cycles", "kind": "simulated"}, "slowest_warp": {"unit": "cycles", "kind": "simulated"}, "warp_insts": {"unit": "instructions", "kind": "simulated"}, "lane_insts": {"unit": "instructions", "kind": "simulated"}, "utilization": {"unit": "share", "kind": "simulated"}, "alu_utilization": {"unit": "share", "kind": "simulated"}, "warp_branches": {"unit": "branches", "kind": "simulated"}, "split_branches": {"unit": "branches", "kind": "simulated"}, "split_warps": {"unit": "warps", "kind": "simulated"}, "stack_depth": {"unit": "entries", "kind": "simulated"}, "barriers": {"unit": "barriers", "kind": "simulated"}, "global_insts": {"unit": "accesses", "kind": "simulated"}, "global_transactions": {"unit": "lines", "kind": "simulated"}, "shared_insts": {"unit": "accesses", "kind": "simulated"}, "shared_transactions": {"unit": "passes", "kind": "simulated"}, "private_insts": {"unit": "accesses", "kind": "simulated"}, "private_transactions": {"unit": "lines", "kind": "simulated"}, "constant_insts": {"unit": "accesses", "kind": "simulated"}, "constant_transactions": {"unit": "lines", "kind": "simulated"}, "control_insts": {"unit": "instructions", "kind": "simulated"}, "phi_insts": {"unit": "instructions", "kind": "simulated"}, "int_insts": {"unit": "instructions", "kind": "simulated"}, "intdiv_insts": {"unit": "instructions", "kind": "simulated"}, "float_insts": {"unit": "instructions", "kind": "simulated"}, "floatdiv_insts": {"unit": "instructions", "kind": "simulated"}, "compare_insts": {"unit": "instructions", "kind": "simulated"}, "select_insts": {"unit": "instructions", "kind": "simulated"}, "move_insts": {"unit": "instructions", "kind": "simulated"}, "convert_insts": {"unit": "instructions", "kind": "simulated"}, "address_insts": {"unit": "instructions", "kind": "simulated"}, "memory_insts": {"unit": "instructions", "kind": "simulated"}, "sync_insts": {"unit": "instructions", "kind": "simulated"}, "call_insts": {"unit": "instructions", "kind": "simulated"}}}
$ reconverge -b -x arms.rcv -q -e 'metrics blocks' -e 'metrics branches' prove.ll
block         warps  lanes    used  cycles  share
B2     then       2     60   46.9%    1320  45.5%
B3     else       2     60   46.9%    1320  45.5%
B1     work       2    120   93.8%     136   4.7%
B0     entry      2    128  100.0%      96   3.3%
B4     end        2    128  100.0%      32   1.1%
B0 %in: 2 warps, 1 split (50.0%)
  T -> B1: 2 warps, 120 lanes (93.8%)
  F -> B4: 1 warps, 8 lanes (6.2%)
B1 %c: 2 warps, 2 split (100.0%)
  T -> B2: 2 warps, 60 lanes (50.0%)
  F -> B3: 2 warps, 60 lanes (50.0%)
$ reconverge -b --json -x arms.rcv -q -e 'metrics blocks' -e 'metrics branches P0' prove.ll | tail -2
{"command": "metrics blocks", "ok": true, "function": "arms", "revision": "P0", "seed": 1, "blocks": [{"function": "arms", "block": "B2", "name": "then", "warps": 2, "lanes": 60, "utilization": 0.46875, "cycles": 1320}, {"function": "arms", "block": "B3", "name": "else", "warps": 2, "lanes": 60, "utilization": 0.46875, "cycles": 1320}, {"function": "arms", "block": "B1", "name": "work", "warps": 2, "lanes": 120, "utilization": 0.9375, "cycles": 136}, {"function": "arms", "block": "B0", "name": "entry", "warps": 2, "lanes": 128, "utilization": 1.0, "cycles": 96}, {"function": "arms", "block": "B4", "name": "end", "warps": 2, "lanes": 128, "utilization": 1.0, "cycles": 32}], "kinds": {"cycles": {"unit": "cycles", "kind": "simulated"}}}
{"command": "metrics branches P0", "ok": true, "function": "arms", "revision": "P0", "seed": 1, "branches": [{"sides": [{"side": "T", "to": "B1", "warps": 2, "lanes": 120}, {"side": "F", "to": "B4", "warps": 1, "lanes": 8}], "function": "arms", "block": "B0", "warps": 2, "lanes": 128, "split": 1}, {"sides": [{"side": "T", "to": "B2", "warps": 2, "lanes": 60}, {"side": "F", "to": "B3", "warps": 2, "lanes": 60}], "function": "arms", "block": "B1", "warps": 2, "lanes": 120, "split": 2}]}
$ reconverge -b -f forever -e 'launch block=1 n=1' -e 'set operations=1000' -e metrics prove.ll
@forever: grid 1, block 1: 1 thread, seed 1
  n  i32  1
operations=1000
@forever P0: step limit reached: the loop may never end: 1000 operations of the warp; 'set operations=N' lets a warp run N
  block 0 thread 0, seed 1
  B1: br i1 %on, label %loop, label %done
? 1
$ reconverge -b -x arms.rcv -q -e 'metrics P3' prove.ll
! reconverge: -e:1: no revision P3: there is only P0
!   metrics P3
!           ^
? 2
$ reconverge -b -x arms.rcv -q -e 'metrics blocks P0 P0' prove.ll
! reconverge: -e:1: metrics blocks takes one revision at most
!   metrics blocks P0 P0
!                     ^
? 2
# With a scoreboard: what is left of the cycles, and where warps wait.
$ reconverge -b -x arms.rcv -q -e 'set timing=scoreboard' -e simulate -e meld -e 'metrics P0' -e 'metrics blocks P0' -e 'expect stall-cycles < stall-cycles(P0)' prove.ll
@arms                      P0     P1  change
threads              r    128    128          threads launched
warps                r      2      2          warps launched
warp-cycles          r   2904   1544  -46.8%  cycles of all warps, by the cost table
slowest-warp         r   1452    772  -46.8%  cycles of the slowest warp, by the cost table
scoreboard-cycles    b   1704    936  -45.1%  cycles of all warps, if they wait only for results they use
scoreboard-slowest   b    852    468  -45.1%  cycles of the slowest warp, if it waits only for results it uses
stall-cycles         b   1216    608  -50.0%  scoreboard cycles in which warps wait for results
memory-stalls        b   1216    608  -50.0%  scoreboard cycles in which warps wait for memory
warp-insts           r     40     34  -15.0%  instructions issued to warps
lane-insts           r   1976   2096   +6.1%  instructions issued to warps, times their active lanes
utilization          r  77.2%  96.3%   +19.1  active lanes, of all lanes, in all instructions
alu-utilization      r  88.1%  96.4%    +8.3  active lanes, of all lanes, without control flow and memory
warp-branches        r      4      2  -50.0%  conditional branches that warps ran
split-branches       r      3      1  -66.7%  conditional branches that split a warp
split-warps          r      2      1  -50.0%  warps that split at least once
stack-depth          r      3      2  -33.3%  most entries on the reconvergence stack of a warp
global-insts         r      8      4  -50.0%  accesses to global memory
global-transactions  r     32     16  -50.0%  lines of global memory that the accesses touch
control-insts        r     10      6  -40.0%  branches, jumps and returns issued to warps
int-insts            r     10     10          integer operations issued to warps
compare-insts        r      4      4          comparisons issued to warps
select-insts         r      0      2     new  selects issued to warps
address-insts        r      4      4          address computations issued to warps
memory-insts         r      8      4  -50.0%  memory operations issued to warps
call-insts           r      4      4          calls issued to warps
block         warps  lanes    used  cycles  share  stalls
B2     then       2     60   46.9%    1320  45.5%     608
B3     else       2     60   46.9%    1320  45.5%     608
B1     work       2    120   93.8%     136   4.7%       0
B0     entry      2    128  100.0%      96   3.3%       0
B4     end        2    128  100.0%      32   1.1%       0
$ reconverge -b --json -x arms.rcv -q -e metrics -e 'set timing=scoreboard' -e simulate -e 'metrics' -e 'metrics blocks' prove.ll | tail -5
{"command": "metrics", "ok": true, "function": "arms", "metrics": [{"revision": "P0", "threads": 128, "warps": 2, "warp_cycles": 2904, "slowest_warp": 1452, "warp_insts": 40, "lane_insts": 1976, "utilization": 0.771875, "alu_utilization": 0.880681818, "warp_branches": 4, "split_branches": 3, "split_warps": 2, "stack_depth": 3, "barriers": 0, "global_insts": 8, "global_transactions": 32, "shared_insts": 0, "shared_transactions": 0, "private_insts": 0, "private_transactions": 0, "constant_insts": 0, "constant_transactions": 0, "control_insts": 10, "phi_insts": 0, "int_insts": 10, "intdiv_insts": 0, "float_insts": 0, "floatdiv_insts": 0, "compare_insts": 4, "select_insts": 0, "move_insts": 0, "convert_insts": 0, "address_insts": 4, "memory_insts": 8, "sync_insts": 0, "call_insts": 4}], "kinds": {"threads": {"unit": "threads", "kind": "simulated"}, "warps": {"unit": "warps", "kind": "simulated"}, "warp_cycles": {"unit": "cycles", "kind": "simulated"}, "slowest_warp": {"unit": "cycles", "kind": "simulated"}, "warp_insts": {"unit": "instructions", "kind": "simulated"}, "lane_insts": {"unit": "instructions", "kind": "simulated"}, "utilization": {"unit": "share", "kind": "simulated"}, "alu_utilization": {"unit": "share", "kind": "simulated"}, "warp_branches": {"unit": "branches", "kind": "simulated"}, "split_branches": {"unit": "branches", "kind": "simulated"}, "split_warps": {"unit": "warps", "kind": "simulated"}, "stack_depth": {"unit": "entries", "kind": "simulated"}, "barriers": {"unit": "barriers", "kind": "simulated"}, "global_insts": {"unit": "accesses", "kind": "simulated"}, "global_transactions": {"unit": "lines", "kind": "simulated"}, "shared_insts": {"unit": "accesses", "kind": "simulated"}, "shared_transactions": {"unit": "passes", "kind": "simulated"}, "private_insts": {"unit": "accesses", "kind": "simulated"}, "private_transactions": {"unit": "lines", "kind": "simulated"}, "constant_insts": {"unit": "accesses", "kind": "simulated"}, "constant_transactions": {"unit": "lines", "kind": "simulated"}, "control_insts": {"unit": "instructions", "kind": "simulated"}, "phi_insts": {"unit": "instructions", "kind": "simulated"}, "int_insts": {"unit": "instructions", "kind": "simulated"}, "intdiv_insts": {"unit": "instructions", "kind": "simulated"}, "float_insts": {"unit": "instructions", "kind": "simulated"}, "floatdiv_insts": {"unit": "instructions", "kind": "simulated"}, "compare_insts": {"unit": "instructions", "kind": "simulated"}, "select_insts": {"unit": "instructions", "kind": "simulated"}, "move_insts": {"unit": "instructions", "kind": "simulated"}, "convert_insts": {"unit": "instructions", "kind": "simulated"}, "address_insts": {"unit": "instructions", "kind": "simulated"}, "memory_insts": {"unit": "instructions", "kind": "simulated"}, "sync_insts": {"unit": "instructions", "kind": "simulated"}, "call_insts": {"unit": "instructions", "kind": "simulated"}}}
{"command": "set timing=scoreboard", "ok": true, "settings": {"timing": "scoreboard"}}
{"command": "simulate", "ok": true, "function": "arms", "revision": "P0", "seed": 1, "threads": 128, "warps": 2, "cycles": 2904, "warp_insts": 40, "utilization": 0.771875, "warp_branches": 4, "split_branches": 3, "kinds": {"cycles": {"unit": "cycles", "kind": "simulated"}, "scoreboard_cycles": {"unit": "cycles", "kind": "scoreboard"}, "scoreboard_slowest": {"unit": "cycles", "kind": "scoreboard"}, "stall_cycles": {"unit": "cycles", "kind": "scoreboard"}, "memory_stalls": {"unit": "cycles", "kind": "scoreboard"}}, "scoreboard_cycles": 1704, "stall_cycles": 1216, "memory_stalls": 1216, "scoreboard_slowest": 852, "fault": null}
{"command": "metrics", "ok": true, "function": "arms", "metrics": [{"revision": "P0", "threads": 128, "warps": 2, "warp_cycles": 2904, "slowest_warp": 1452, "scoreboard_cycles": 1704, "scoreboard_slowest": 852, "stall_cycles": 1216, "memory_stalls": 1216, "warp_insts": 40, "lane_insts": 1976, "utilization": 0.771875, "alu_utilization": 0.880681818, "warp_branches": 4, "split_branches": 3, "split_warps": 2, "stack_depth": 3, "barriers": 0, "global_insts": 8, "global_transactions": 32, "shared_insts": 0, "shared_transactions": 0, "private_insts": 0, "private_transactions": 0, "constant_insts": 0, "constant_transactions": 0, "control_insts": 10, "phi_insts": 0, "int_insts": 10, "intdiv_insts": 0, "float_insts": 0, "floatdiv_insts": 0, "compare_insts": 4, "select_insts": 0, "move_insts": 0, "convert_insts": 0, "address_insts": 4, "memory_insts": 8, "sync_insts": 0, "call_insts": 4}], "kinds": {"threads": {"unit": "threads", "kind": "simulated"}, "warps": {"unit": "warps", "kind": "simulated"}, "warp_cycles": {"unit": "cycles", "kind": "simulated"}, "slowest_warp": {"unit": "cycles", "kind": "simulated"}, "scoreboard_cycles": {"unit": "cycles", "kind": "scoreboard"}, "scoreboard_slowest": {"unit": "cycles", "kind": "scoreboard"}, "stall_cycles": {"unit": "cycles", "kind": "scoreboard"}, "memory_stalls": {"unit": "cycles", "kind": "scoreboard"}, "warp_insts": {"unit": "instructions", "kind": "simulated"}, "lane_insts": {"unit": "instructions", "kind": "simulated"}, "utilization": {"unit": "share", "kind": "simulated"}, "alu_utilization": {"unit": "share", "kind": "simulated"}, "warp_branches": {"unit": "branches", "kind": "simulated"}, "split_branches": {"unit": "branches", "kind": "simulated"}, "split_warps": {"unit": "warps", "kind": "simulated"}, "stack_depth": {"unit": "entries", "kind": "simulated"}, "barriers": {"unit": "barriers", "kind": "simulated"}, "global_insts": {"unit": "accesses", "kind": "simulated"}, "global_transactions": {"unit": "lines", "kind": "simulated"}, "shared_insts": {"unit": "accesses", "kind": "simulated"}, "shared_transactions": {"unit": "passes", "kind": "simulated"}, "private_insts": {"unit": "accesses", "kind": "simulated"}, "private_transactions": {"unit": "lines", "kind": "simulated"}, "constant_insts": {"unit": "accesses", "kind": "simulated"}, "constant_transactions": {"unit": "lines", "kind": "simulated"}, "control_insts": {"unit": "instructions", "kind": "simulated"}, "phi_insts": {"unit": "instructions", "kind": "simulated"}, "int_insts": {"unit": "instructions", "kind": "simulated"}, "intdiv_insts": {"unit": "instructions", "kind": "simulated"}, "float_insts": {"unit": "instructions", "kind": "simulated"}, "floatdiv_insts": {"unit": "instructions", "kind": "simulated"}, "compare_insts": {"unit": "instructions", "kind": "simulated"}, "select_insts": {"unit": "instructions", "kind": "simulated"}, "move_insts": {"unit": "instructions", "kind": "simulated"}, "convert_insts": {"unit": "instructions", "kind": "simulated"}, "address_insts": {"unit": "instructions", "kind": "simulated"}, "memory_insts": {"unit": "instructions", "kind": "simulated"}, "sync_insts": {"unit": "instructions", "kind": "simulated"}, "call_insts": {"unit": "instructions", "kind": "simulated"}}}
{"command": "metrics blocks", "ok": true, "function": "arms", "revision": "P0", "seed": 1, "blocks": [{"function": "arms", "block": "B2", "name": "then", "warps": 2, "lanes": 60, "utilization": 0.46875, "cycles": 1320, "stalls": 608}, {"function": "arms", "block": "B3", "name": "else", "warps": 2, "lanes": 60, "utilization": 0.46875, "cycles": 1320, "stalls": 608}, {"function": "arms", "block": "B1", "name": "work", "warps": 2, "lanes": 120, "utilization": 0.9375, "cycles": 136, "stalls": 0}, {"function": "arms", "block": "B0", "name": "entry", "warps": 2, "lanes": 128, "utilization": 1.0, "cycles": 96, "stalls": 0}, {"function": "arms", "block": "B4", "name": "end", "warps": 2, "lanes": 128, "utilization": 1.0, "cycles": 32, "stalls": 0}], "kinds": {"cycles": {"unit": "cycles", "kind": "simulated"}, "stalls": {"unit": "cycles", "kind": "scoreboard"}}}
$ reconverge -b -x arms.rcv -q -e 'expect stall-cycles == 0' prove.ll
! reconverge: -e:1: expect: stall-cycles is counted only with 'set timing=scoreboard'
!   expect stall-cycles == 0
!                      ^
? 2
# Expectations: revisions are run if they were not.
$ reconverge -b -x arms.rcv -q -e meld -e cleanup -e 'expect warp-cycles < 3000' prove.ll; reconverge -b -x arms.rcv -e meld -e cleanup -e 'expect warp-cycles < warp-cycles(P0) and utilization > utilization(P0)' -e 'expect split-branches(P0) - split-branches == 2' prove.ll | tail -2
holds: warp-cycles (1544) < warp-cycles(P0) (2904), utilization (0.9632352941) > utilization(P0) (0.771875)
holds: split-branches(P0) - split-branches (2) == 2
$ reconverge -b -f forever -e 'launch block=1 n=1' -e 'set operations=1000' -e 'expect warps == 1' prove.ll
@forever: grid 1, block 1: 1 thread, seed 1
  n  i32  1
operations=1000
! reconverge: -e:1: expect: the simulated run of P0 fails: step limit reached: the loop may never end
!   expect warps == 1
!               ^
? 2
# Profiles: what melding brings in all, by how often both arms run.
$ reconverge -b -x arms.rcv -q -e profile -e candidates prove.ll; reconverge -b -x arms.rcv -e profile -e candidates -e 'preview meld' -e 'profile off' -e 'profile off' prove.ll
◆ B1   R2   work                 meld  MP_S 0.50  saved 640  selects 4  branches -44  net +680 cycles guessed
    profiled: 2 warps, both arms in 100.0%: net +680 cycles, in all +1360
    tried: simulated cycles 2904 -> 1544 (-46.8%) on 1 launch: pays
◆ 1 guard (B0)  nothing to meld: 'candidates fold=no' lists them
1 of 2 divergent branches in @arms can be melded
profits are computed from the profile of P0, which reaches 5 of 5 blocks; 2 of 2 conditional branches split a warp
selected @arms
@arms: grid 2, block 64: 128 threads, seed 1
  a  ptr addrspace(1)  i32[128]:random(0,100)
  b  ptr addrspace(1)  i32[128]:zero
  n  i32               120
@arms P0: profits are computed from 2 warps; 3 of their 4 branches split a warp (75.0%)
  the profile reaches 5 of 5 blocks of @arms; 2 of 2 conditional branches split a warp
◆ B1   R2   work                 meld  MP_S 0.50  saved 640  selects 4  branches -44  net +680 cycles guessed
    profiled: 2 warps, both arms in 100.0%: net +680 cycles, in all +1360
    tried: simulated cycles 2904 -> 1544 (-46.8%) on 1 launch: pays
◆ 1 guard (B0)  nothing to meld: 'candidates fold=no' lists them
1 of 2 divergent branches in @arms can be melded
profits are computed from the profile of P0, which reaches 5 of 5 blocks; 2 of 2 conditional branches split a warp
meld would do:
  simulated cycles 2904 -> 1544 (-46.8%) on 1 launch
  machine's code: {{[0-9.]+ -> [0-9.]+ cycles \([-+0-9.%]+\)}} of all warps, by simulated runs; {{\d+}} warps at once
  the code: -680 static cycles, -1 divergent branch, -2 blocks, -3 instructions
  B1: melds B2 with B3, 2 aligned, MP_S 0.50, saved 640, selects 4, branches cost 44 less, net 680 cycles profiled
profits are guessed again
there was no profile
$ reconverge -b --json -x arms.rcv -q -e profile -e candidates prove.ll | tail -2
{"command": "profile", "ok": true, "function": "arms", "revision": "P0", "seed": 1, "profile": "P0", "fault": null, "warps": 2, "split_branches": 3, "warp_branches": 4, "launches": ["grid=2 block=64 seed=1 a=i32[128]:random(0,100) b=i32[128]:zero n=120"], "reach": {"call_sites": 0, "function": "arms", "reached_blocks": 5, "blocks": 5, "split_branches": 2, "branches": 2}}
{"command": "candidates", "ok": true, "candidates": [{"entry": "B1", "exit": "B4", "region": "R2", "meldable": true, "mp_s": 0.5, "pairs": 1, "saved": 640, "selects": 4, "branches": -44, "both": 1.0, "net": 680, "unit": "cycles", "kind": "guessed", "measured": {"net": 680, "unit": "cycles", "total": 1360, "kind": "profiled", "warps": 2, "both": 1.0, "meldable": true}, "best": null, "tried": {"would_change": true, "pays": true, "simulated": {"before": 2904, "after": 1544, "launches": 1, "guessed": false, "worst": null, "unit": "cycles", "kind": "simulated"}, "machine": {"runs": "simulated", "before": {"cycles": {{[0-9.]+}}, "waves": {{[0-9.]+}}, "scratch": 0.0}, "after": {"cycles": {{[0-9.]+}}, "waves": {{[0-9.]+}}, "scratch": 0.0}, "unit": "cycles", "kind": "machine", "made_for": null}}}, {"entry": "B0", "exit": "B4", "region": "R1", "meldable": false, "reason": "one arm is empty: a successor post-dominates the other", "block": "B4", "inst": null, "step": null, "measured": {"net": 0, "unit": "cycles", "total": 0, "kind": "profiled", "warps": 2, "both": 0.5, "meldable": false}, "best": null, "tried": null}], "guards": ["B0"], "loop_exits": [], "function": "arms", "body": null, "profile": "P0", "meldable": 1, "rejected": 0, "possible": 1, "tried": 1, "blind": null, "linear": [], "ifs": [], "nests": []}
# Where no warp is ever split there is nothing to gain.
$ sed 's/%odd = and i32 %i, 1/%odd = and i32 %i, 256/' prove.ll >even.ll
$ reconverge -b -x arms.rcv -q -e 'set decide=static judge=table' -e candidates -e profile -e candidates -e meld -e 'profile off' -e meld -e 'expect revision == 1' even.ll
◆ B1   R2   work                 meld  MP_S 0.50  saved 640  selects 4  branches -44  net +680 cycles guessed
◆ 1 guard (B0)  nothing to meld: 'candidates fold=no' lists them
1 of 2 divergent branches in @arms can be melded
◆ B1   R2   work                 meld  MP_S 0.50  saved 640  selects 4  branches -44  net +680 cycles guessed
    profiled: 2 warps, both arms in 0.0%: added selects and branches would cost more than melding saves
◆ 1 guard (B0)  nothing to meld: 'candidates fold=no' lists them
0 of 2 divergent branches in @arms can be melded
profits are computed from the profile of P0, which reaches 4 of 5 blocks; 1 of 2 conditional branches split a warp
# A profile counts in what is made of its revision, not elsewhere.
$ reconverge -b -x arms.rcv -q -e simplify -e 'pass instcombine' -e profile -e candidates -e 'goto P0' -e candidates prove.ll | grep -v refused
◆ B1   R2   work                 meld  MP_S 0.49  saved 320  selects 0  branches -44  net +364 cycles guessed
    profiled: 2 warps, both arms in 100.0%: net +364 cycles, in all +728
    tried: simulated cycles 2320 -> 1560 (-32.8%) on 1 launch: pays
◆ 1 guard (B0)  nothing to meld: 'candidates fold=no' lists them
1 of 2 divergent branches in @arms can be melded
profits are computed from the profile of P2, which reaches 6 of 6 blocks; 2 of 2 conditional branches split a warp
◆ B1   R2   work                 meld  MP_S 0.50  saved 640  selects 4  branches -44  net +680 cycles guessed
    profiled: 2 warps, both arms in 100.0%: net +680 cycles, in all +1360
    tried: simulated cycles 2904 -> 1544 (-46.8%) on 1 launch: pays
◆ 1 guard (B0)  nothing to meld: 'candidates fold=no' lists them
1 of 2 divergent branches in @arms can be melded
profits are computed from the profile of P0, which reaches 5 of 5 blocks; 2 of 2 conditional branches split a warp
$ reconverge -b -f forever -e 'launch block=1 n=1' -e 'set operations=1000' -e profile -e candidates prove.ll
@forever: grid 1, block 1: 1 thread, seed 1
  n  i32  1
operations=1000
@forever P0: step limit reached: the loop may never end: 1000 operations of the warp; 'set operations=N' lets a warp run N
  block 0 thread 0, seed 1
  B1: br i1 %on, label %loop, label %done
  no profile is made of a run that failed
no divergent branch in @forever
? 1
$ reconverge -b -x arms.rcv -q -e 'profile on' prove.ll
! reconverge: -e:1: profile: expected 'add', 'off', 'once', from=FILE, on=gpu, device=, keep= or nothing, not 'on'
!   profile on
!           ^
? 2
# A profile counts in the functions that the kernel calls, too: @k only calls its
# body, and @f is called in two places, of which one is behind a branch.
$ cat > calls.ll
> target triple = "nvptx64-nvidia-cuda"
> declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
> define internal i32 @f(i32 %x, i32 %y) noinline {
>   %c = icmp slt i32 %x, %y
>   br i1 %c, label %less, label %more
> less:
>   %a = mul i32 %x, 7
>   %a1 = sdiv i32 %a, %y
>   br label %end
> more:
>   %b = mul i32 %y, 5
>   %b1 = sdiv i32 %b, %x
>   br label %end
> end:
>   %r = phi i32 [ %a1, %less ], [ %b1, %more ]
>   ret i32 %r
> }
> define void @__clang_ocl_kern_imp_k(ptr addrspace(1) %out, i32 %n) noinline {
>   %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
>   %t1 = add i32 %t, 1
>   %p = getelementptr i32, ptr addrspace(1) %out, i32 %t
>   %r = call i32 @f(i32 %t1, i32 %n)
>   store i32 %r, ptr addrspace(1) %p
>   %c = icmp ult i32 %t, 40
>   br i1 %c, label %again, label %end
> again:
>   %s = call i32 @f(i32 1000, i32 %n)
>   store i32 %s, ptr addrspace(1) %p
>   br label %end
> end:
>   ret void
> }
> define ptx_kernel void @k(ptr addrspace(1) %data, i32 %count) {
>   call void @__clang_ocl_kern_imp_k(ptr addrspace(1) %data, i32 %count)
>   ret void
> }
$ reconverge -b -f k -e 'launch grid=1 block=96 data=i32[96]:zero count=50' -e profile -e 'function __clang_ocl_kern_imp_k' -e candidates -e 'function f' -e candidates -e launch calls.ll
@k: grid 1, block 96: 96 threads, seed 1
  data   ptr addrspace(1)  i32[96]:zero
  count  i32               50
@k P0: profits are computed from 3 warps; 2 of their 8 branches split a warp (25.0%)
  the profile reaches 3 of 3 blocks of @__clang_ocl_kern_imp_k, which is called in 1 place; 1 of 1 conditional branch split a warp
selected @__clang_ocl_kern_imp_k
◆ 1 guard (B0)  nothing to meld: 'candidates fold=no' lists them
0 of 1 divergent branches in @__clang_ocl_kern_imp_k can be melded
profits are computed from the profile of P0, which reaches 3 of 3 blocks; 1 of 1 conditional branch split a warp
selected @f
◆ B0   R1   0                    meld  MP_S 0.50  saved 71  selects 4  branches -16  net +83 cycles guessed
    profiled: 5 warps, both arms in 20.0%: net +13 cycles, in all +65
    tried: simulated cycles 2164 -> 2045 (-5.5%) on 1 launch: pays
1 of 1 divergent branches in @f can be melded
profits are computed from the profile of P0, which reaches 4 of 4 blocks; 1 of 1 conditional branch split a warp
@k: grid 1, block 96: 96 threads, seed 1
  data   ptr addrspace(1)  i32[96]:zero
  count  i32               50
$ reconverge -b --json -f f -e 'launch grid=1 block=96 data=i32[96]:zero count=50' -e profile calls.ll
{"command": "launch grid=1 block=96 data=i32[96]:zero count=50", "ok": true, "function": "k", "words": "grid=1 block=96 seed=1 data=i32[96]:zero count=50", "threads": 96, "inferred": false, "launch": {"grid": 1, "block": 96, "seed": 1, "args": {"data": {"type": "i32", "count": 96, "zero": true}, "count": 50}}}
{"command": "profile", "ok": true, "function": "k", "revision": "P0", "seed": 1, "profile": "P0", "fault": null, "warps": 3, "split_branches": 2, "warp_branches": 8, "launches": ["grid=1 block=96 seed=1 data=i32[96]:zero count=50"], "reach": {"call_sites": 2, "function": "f", "reached_blocks": 4, "blocks": 4, "split_branches": 1, "branches": 1}}
# The callee's steps go by these counts, and the kernel is what is simulated.
$ reconverge -b -q -f f -e 'launch grid=1 block=96 data=i32[96]:zero count=50' -e profile -e darm -e 'expect revision == 1 and warp-cycles < warp-cycles(P0)' -e check calls.ll
$ reconverge -b -q -f f -e 'launch grid=1 block=96 data=i32[96]:zero count=65' -e profile -e darm -e 'expect revision == 0' calls.ll
# Profiles of several launches add up.
$ reconverge -b -f f -e 'launch grid=1 block=96 data=i32[96]:zero count=65' -e profile -e 'launch count=50' -e 'profile add' -e candidates -e profile -e candidates calls.ll | grep -v '^@k: \|^  [dc]'
@k P0: profits are computed from 3 warps; 1 of their 8 branches split a warp (12.5%)
  the profile reaches 4 of 4 blocks of @f, which is called in 2 places; no branch splits a warp
@k P0: profits are computed from 6 warps; 3 of their 16 branches split a warp (18.8%)
  with launch grid=1 block=96 seed=1 data=i32[96]:zero count=65
  and with launch grid=1 block=96 seed=1 data=i32[96]:zero count=50
  the profile reaches 4 of 4 blocks of @f, which is called in 2 places; 1 of 1 conditional branch split a warp
◆ B0   R1   0                    meld  MP_S 0.50  saved 71  selects 4  branches -16  net +83 cycles guessed
    profiled: 10 warps, both arms in 10.0%: net +4 cycles, in all +40
    tried: simulated cycles 4249 -> 4090 (-3.7%) on 2 launches: pays
1 of 1 divergent branches in @f can be melded
profits are computed from the profile of P0, which reaches 4 of 4 blocks; 1 of 1 conditional branch split a warp
@k P0: profits are computed from 3 warps; 2 of their 8 branches split a warp (25.0%)
  the profile reaches 4 of 4 blocks of @f, which is called in 2 places; 1 of 1 conditional branch split a warp
◆ B0   R1   0                    meld  MP_S 0.50  saved 71  selects 4  branches -16  net +83 cycles guessed
    profiled: 5 warps, both arms in 20.0%: net +13 cycles, in all +65
    tried: simulated cycles 2164 -> 2045 (-5.5%) on 1 launch: pays
1 of 1 divergent branches in @f can be melded
profits are computed from the profile of P0, which reaches 4 of 4 blocks; 1 of 1 conditional branch split a warp
$ reconverge -b -f f -e 'launch grid=1 block=96 data=i32[96]:zero count=50' -q -e profile -e meld -e 'profile add' calls.ll
! reconverge: -e:1: the profile is of P0, not of P1: 'profile' begins a new one
!   profile add
!   ^
? 2
# What no profiled launch reaches brings nothing: neither the static price of a
# meld, nor guessed trip counts, nor half the lanes of a nest.
$ cat > rare.ll
> target triple = "amdgcn-amd-amdhsa"
> declare i32 @llvm.amdgcn.workitem.id.x()
> define amdgpu_kernel void @rare(ptr addrspace(1) %out, i32 %n) {
> entry:
>   %t = call i32 @llvm.amdgcn.workitem.id.x()
>   %p = getelementptr i32, ptr addrspace(1) %out, i32 %t
>   %odd = trunc i32 %t to i1
>   %rare = icmp eq i32 %n, 77
>   br i1 %rare, label %fork, label %end
> fork:
>   br i1 %odd, label %l, label %r
> l:
>   %a = mul i32 %t, %n
>   %a1 = sdiv i32 %a, %n
>   br label %join
> r:
>   %b = mul i32 %n, %n
>   %b1 = sdiv i32 %b, %n
>   br label %join
> join:
>   %x = phi i32 [ %a1, %l ], [ %b1, %r ]
>   store i32 %x, ptr addrspace(1) %p
>   br i1 %odd, label %s, label %tail
> s:
>   %two = icmp ult i32 %t, 20
>   br i1 %two, label %tail, label %outer
> tail:
>   store i32 3, ptr addrspace(1) %p
>   br label %outer
> outer:
>   %i = phi i32 [ 0, %tail ], [ 0, %s ], [ %i1, %latch ]
>   br label %inner
> inner:
>   %j = phi i32 [ 0, %outer ], [ %j1, %inner ]
>   %j1 = add i32 %j, 1
>   store volatile i32 %j, ptr addrspace(1) %p
>   %go = icmp ult i32 %j1, %t
>   br i1 %go, label %inner, label %latch
> latch:
>   %i1 = add i32 %i, 1
>   %on = icmp ult i32 %i1, 9
>   br i1 %on, label %outer, label %end
> end:
>   ret void
> }
$ reconverge -b -q -e 'launch grid=1 block=64 out=i32[64]:zero n=5' -e 'candidates tries=0' -e profile -e 'candidates tries=0' -e 'candidates when=profit' rare.ll | grep -v 'arm is empty'
◆ B1   R2   fork                 meld  MP_S 0.50  saved 164  selects 0  branches -44  net +208 cycles guessed
◆ 2 loop exits (B8, B9)  nothing to meld: 'candidates fold=no' lists them
1 of 5 divergent branches in @rare can be melded
  B4..B7  1 unstructured  linearize  2 of 2 blocks  guards 1  most runs 2  saved 336  price 32  net +304 cycles guessed  x0.5
1 of 1 unstructured regions in @rare can be linearized
  L0 B7  1 inner loop  flatten  n/N 32 of 64 guessed = 0.500 > Ta/(Ta+Tb) 56 of 416 = 0.135  net +152 cycles  To 72, estimated 1.48x  pays
1 of 1 nests of loops in @rare can be flattened
◆ B1   R2   fork                 meld  MP_S 0.50  saved 164  selects 0  branches -44  net +208 cycles guessed
    profiled: never ran
◆ 2 loop exits (B8, B9)  nothing to meld: 'candidates fold=no' lists them
0 of 5 divergent branches in @rare can be melded
profits are computed from the profile of P0, which reaches 2 of 11 blocks; no branch splits a warp
  B4..B7  1 unstructured  refused: no profiled launch reaches it, so nothing is known to be saved
0 of 1 unstructured regions in @rare can be linearized
  L0 B7  1 inner loop  flatten  inner loops never reached: does not pay
1 of 1 nests of loops in @rare can be flattened
◆ B1   R2   fork                 meld  MP_S 0.50  saved 164  selects 0  branches -44  net +208 cycles guessed
    profiled: never ran
◆ 2 loop exits (B8, B9)  nothing to meld: 'candidates fold=no' lists them
0 of 5 divergent branches in @rare can be melded
profits are computed from the profile of P0, which reaches 2 of 11 blocks; no branch splits a warp
  B4..B7  1 unstructured  refused: no profiled launch reaches it, so nothing is known to be saved
0 of 1 unstructured regions in @rare can be linearized
  L0 B7  1 inner loop  flatten  inner loops never reached: does not pay
    tried: simulated cycles 68 -> 68 (+0.0%) on 1 launch: does not pay
1 of 1 nests of loops in @rare can be flattened
$ reconverge -b -q -e 'launch grid=1 block=64 out=i32[64]:zero n=5' -e profile -e darm -e 'linearize when=profit' -e flatten -e 'expect revision == 0' rare.ll
$ reconverge -b -q --json -e 'launch grid=1 block=64 out=i32[64]:zero n=5' -e profile -e candidates rare.ll | tail -1 | grep -o '"linear":.*'
"linear": [{"entry": "B4", "exit": "B7", "unstructured": 1, "blocks": 2, "linearizable": false, "branches": ["B5", "B4"], "reason": "no profiled launch reaches it, so nothing is known to be saved", "block": null, "inst": null, "step": null, "best": null, "tried": null}], "ifs": [], "nests": [{"loop": "L0", "header": "B7", "inner": 1, "divergent": 1, "flattenable": true, "ta": 0.0, "tb": 0.0, "idle": 0.0, "lanes": 64.0, "source": "never reached", "net": 0.0, "unit": "cycles", "kind": "profiled", "above": false, "to": 76.0, "less": 4.0, "counted": false, "speedup": null, "pays": false, "chosen": false, "best": null, "tried": {"would_change": true, "pays": false, "simulated": {"before": 68, "after": 68, "launches": 1, "guessed": false, "worst": null, "unit": "cycles", "kind": "simulated"}, "machine": {"runs": "simulated", "before": {"cycles": {{[0-9.]+}}, "waves": {{[0-9.]+}}, "scratch": 0.0}, "after": {"cycles": {{[0-9.]+}}, "waves": {{[0-9.]+}}, "scratch": 0.0}, "unit": "cycles", "kind": "machine", "made_for": null}}}]}
$ reconverge -b -e profile rare.ll
no launch was given, guessed: launch grid=1 block=256 seed=1 out=i32[256]:zero n=256
@rare P0: profits are computed from 8 warps; 2268 of their 5780 branches split a warp (39.2%)
  with launch grid=1 block=256 seed=1 out=i32[256]:zero n=256
  and with launch grid=1 block=256 seed=1 out=i32[256]:zero n=77
  the profile reaches 11 of 11 blocks of @rare; 4 of 6 conditional branches split a warp
# What the last run left stays, however many others are measured.
$ reconverge -b -q -x arms.rcv -e simulate -e 'dump b one.bin' -e 'set steps=fine' -e meld -e 'expect warps == 2' -e cleanup -e 'expect warps == 2' -e 'pass instcombine' -e 'expect warps == 2' -e 'goto P0' -e 'pass reg2mem' -e 'expect warps == 2' -e 'pass mem2reg' -e 'expect warps == 2' -e 'expect revision == 5 and warp-cycles(P1) < warp-cycles(P0)' -e 'compare b one.bin' prove.ll; reconverge -b -x arms.rcv -e simulate -e 'set steps=fine' -e meld -e metrics -e cleanup -e metrics -e 'pass instcombine' -e metrics -e 'pass reg2mem' -e metrics -e history -e 'compare b one.bin' prove.ll | tail -8
call-insts            r      4  calls issued to warps
  P0  load  1452 static cycles, 2 divergent  in @arms  simulated 2904 cycles
  P1  meld  -632 static cycles  -1 divergent  +1 blocks  in @arms  simulated 2904 -> 1640 cycles
  P2  cleanup  -48 static cycles  -3 blocks  in @arms  simulated 1640 -> 1544 cycles
  P3  pass instcombine  +8 static cycles  in @arms  simulated 1544 -> 1560 cycles
* P4  pass reg2mem  +968 static cycles  +1 blocks  in @arms  simulated 1560 -> 3480 cycles
b agrees with one.bin
  b, i32[128], after P0 with seed 1
# A guard by how often it is skipped.
$ cat > guard.ll
> target triple = "amdgcn-amd-amdhsa"
> define amdgpu_kernel void @guard(ptr addrspace(1) %a, i32 %n) {
>   %t = call i32 @llvm.amdgcn.workitem.id.x()
>   %p = getelementptr i32, ptr addrspace(1) %a, i32 %t
>   %x = load i32, ptr addrspace(1) %p
>   %c = icmp slt i32 %x, %n
>   %m1 = mul i32 %x, %x
>   %m2 = mul i32 %m1, %x
>   %m3 = mul i32 %m2, %m1
>   %m4 = mul i32 %m3, %m2
>   %m5 = mul i32 %m4, %m4
>   %s = select i1 %c, i32 %m5, i32 %x
>   store i32 %s, ptr addrspace(1) %p
>   br i1 %c, label %yes, label %no
> yes:
>   store i32 1, ptr addrspace(1) %a
>   br label %no
> no:
>   ret void
> }
> declare i32 @llvm.amdgcn.workitem.id.x()
$ reconverge -b -e 'launch block=256 a=i32[256]:iota n=3' -e 'set decide=static judge=table' -e 'preview unpredicate' -e profile -e 'preview unpredicate' -e unpredicate -e 'expect warp-cycles < warp-cycles(P0)' -e 'check seeds=1' -e 'launch n=999' -e profile -e 'preview unpredicate' guard.ll
@guard: grid 1, block 256: 256 threads, seed 1
  a  ptr addrspace(1)  i32[256]:iota
  n  i32               3
decide=static
judge=table
unpredicate would do nothing
  no run of one-sided instructions is worth a guard
  B0: leaves 5 + 0 instructions on %c, 80 cycles, guard 48
@guard P0: profits are computed from 4 warps; 1 of their 4 branches split a warp (25.0%)
  the profile reaches 3 of 3 blocks of @guard; 1 of 1 conditional branch split a warp
unpredicate would do:
  machine's code: not known: judge=table does without it
  the code: +44 static cycles, +1 divergent branch, +2 blocks, +3 instructions
  B0: guards 5 + 0 instructions on %c, 80 cycles, guard 48, skipped 75.0%
P1: unpredicate: +44 static cycles, +1 divergent branch, +2 blocks, +3 instructions
  B0: guards 5 + 0 instructions on %c, 80 cycles, guard 48, skipped 75.0%
holds: warp-cycles (3392) < warp-cycles(P0) (3504)
@guard P0 -> P1: the same with 1 seed: 256 threads and 1024 bytes of memory each
  P0 races, which no result here shows: write of a + 0, which block 0 thread 0 reads: block 0 thread 1, B1: store i32 1, ptr addrspace(1) %a, align 4
@guard: grid 1, block 256: 256 threads, seed 1
  a  ptr addrspace(1)  i32[256]:iota
  n  i32               999
@guard P1: profits are computed from 4 warps; 0 of their 8 branches split a warp (0.0%)
  the profile reaches 5 of 5 blocks of @guard; no branch splits a warp
unpredicate would do nothing
  no run of one-sided instructions is worth a guard
# A share of nothing is not known.
$ cat > nothing.ll
> target triple = "nvptx64-nvidia-cuda"
> define ptx_kernel void @nothing() {
>   ret void
> }
$ reconverge -b -q -e 'launch grid=1 block=32' -e metrics nothing.ll | grep utilization
utilization      r  100.0%  active lanes, of all lanes, in all instructions
alu-utilization  r       -  active lanes, of all lanes, without control flow and memory
$ reconverge -b -q --json -e 'launch grid=1 block=32' -e metrics nothing.ll | grep -o '"[a-z_]*utilization": [^,]*'
"utilization": 1.0
"alu_utilization": null
"utilization": {"unit": "share"
"alu_utilization": {"unit": "share"
$ reconverge -b -q -e 'launch grid=1 block=32' -e 'expect alu-utilization == 1' nothing.ll
! reconverge: -e:1: expect: alu-utilization of P0 is not known: the run has no such instruction
!   expect alu-utilization == 1
!                         ^
? 2
# Prices of the machine's code stand beside those of the table, under names of
# their own; numbers depend on the version of LLVM.
$ reconverge -b -x arms.rcv -q -e 'set prices=machine' -e meld -e 'metrics P0' -e history prove.ll | grep 'machine\|-time\|launch-\|resident'
machine-cycles{{ +m [-+.%0-9 ]+}}cycles of all warps, each alone, by the machine code of their blocks
machine-waits{{ +m [-+.%0-9 ]+}}machine cycles in which warps that run alone wait for results
machine-insts{{ +m [-+.%0-9 ]+}}instructions of machine code in the blocks that warps run
launch-cycles{{ +m [-+.%0-9 ]+}}cycles until the whole chip is done: the largest of the next four
issue-time{{ +m [-+.%0-9 ]+}}cycles to issue the machine code on all SIMDs
memory-time{{ +m [-+.%0-9 ]+}}cycles for addresses, lines from the cache, and memory
latency-time{{ +m [-+.%0-9 ]+}}machine-cycles, by the warps that are resident on the whole chip
resident-warps{{ +m [-+.%0-9 ]+}}warps that a multiprocessor has at once
  P0  load  1452 static cycles, 2 divergent  in @arms  simulated 2904 cycles  machine {{[0-9.]+}} cycles
* P1  meld  -680 static cycles  -1 divergent  -2 blocks  in @arms  simulated 2904 -> 1544 cycles  machine {{[0-9.]+}} -> {{[0-9.]+}} cycles
$ reconverge -b -x arms.rcv -e 'set prices=machine' -e simulate prove.ll | tail -3
@arms P0: 128 threads in 2 warps, seed 1
  2904 cycles, 40 warp instructions, utilization 77.2%, 3 of 4 branches split a warp
  machine: {{[0-9.]+}} cycles of warps alone, {{[0-9.]+}} of them waits ({{[0-9.]+}}%); the launch takes {{[0-9.]+}}, by latency, with {{[0-9.]+}} warp at once
$ reconverge -b -x arms.rcv -q -e 'set prices=machine' -e 'metrics blocks' prove.ll
block         warps  lanes    used  cycles  share  machine
B2     then       2     60   46.9%    1320  45.5%{{ +[0-9]+}}
B3     else       2     60   46.9%    1320  45.5%{{ +[0-9]+}}
B1     work       2    120   93.8%     136   4.7%{{ +[0-9]+}}
B0     entry      2    128  100.0%      96   3.3%{{ +[0-9]+}}
B4     end        2    128  100.0%      32   1.1%{{ +[0-9]+}}
$ reconverge -b -x arms.rcv -q -e 'set prices=machine' -e meld -e 'score P0' prove.ll | tail -2
warp-cycles     r  2904  1544   -1360  -46.8%  cycles of all warps, by the cost table
machine-cycles{{ +m [-+.%0-9 ]+}}cycles of all warps, each alone, by the machine code of their blocks
$ reconverge -b -x arms.rcv -q -e meld -e 'set prices=machine' -e 'expect machine-cycles < machine-cycles(P0)' -e 'expect warp-cycles < warp-cycles(P0)' -e 'set prices=table' -e 'expect machine-cycles < 9' prove.ll
! reconverge: -e:1: expect: machine-cycles is counted only with 'set prices=machine'
!   expect machine-cycles < 9
!                        ^
? 2
# A revision that was run before the setting changed has no machine cycles to
# compare with.
$ reconverge -b -x arms.rcv -q -e simulate -e meld -e 'set prices=machine' -e simulate -e history prove.ll | tail -2
  P0  load  1452 static cycles, 2 divergent  in @arms  simulated 2904 cycles
* P1  meld  -680 static cycles  -1 divergent  -2 blocks  in @arms  simulated 2904 -> 1544 cycles  machine {{[0-9.]+}} cycles
# PTX without ptxas, which knows this GPU no more: no registers are known.
$ reconverge -b -e 'set prices=machine' -e "launch $SAMPLES/bitonic_sort.launch.json" -e simulate $SAMPLES/bitonic_sort.nvptx64.ll | tail -1
  machine: {{[0-9.]+}} cycles of warps alone, {{[0-9.]+}} of them waits ({{[0-9.]+}}%); the launch takes {{[0-9.]+}}, by latency, with {{[0-9.]+}} warps at once{{.*}}
# What cannot be generated is not run, so that no comparison mixes prices.
$ cat > bad.ll
> target triple = "amdgcn-amd-amdhsa"
> define amdgpu_kernel void @swap(ptr addrspace(1) %p) {
>   %x = call i32 @llvm.amdgcn.permlane16.i32(i32 1, i32 2, i32 3, i32 4, i1 false, i1 false)
>   store i32 %x, ptr addrspace(1) %p
>   ret void
> }
> declare i32 @llvm.amdgcn.permlane16.i32(i32, i32, i32, i32, i1, i1)
$ reconverge -b -q -e simulate bad.ll && reconverge -b -q -e 'set prices=machine' -e simulate bad.ll
! reconverge: -e:1: no machine code for gfx906: {{.*}}
!   simulate
!   ^
? 2
