# Running a kernel on a launch, and what it leaves in memory.

$ cp $srcdir/tests/cmd/prove.ll .
$ cat > arms.rcv
> function arms
> launch grid=2 block=64 a=i32[128]:iota b=i32[128]:zero n=120

$ reconverge -b -q -x arms.rcv -e simulate -e 'simulate seed=5 workers=1' prove.ll; reconverge -b -x arms.rcv -e simulate prove.ll
selected @arms
@arms: grid 2, block 64: 128 threads, seed 1
  a  ptr addrspace(1)  i32[128]:iota
  b  ptr addrspace(1)  i32[128]:zero
  n  i32               120
@arms P0: 128 threads in 2 warps, seed 1
  2904 cycles, 40 warp instructions, utilization 77.2%, 3 of 4 branches split a warp
$ reconverge -b --json -q -x arms.rcv -e 'simulate seed=2' prove.ll | tail -1
{"command": "simulate seed=2", "ok": true, "function": "arms", "revision": "P0", "seed": 2, "threads": 128, "warps": 2, "cycles": 2904, "warp_insts": 40, "utilization": 0.771875, "warp_branches": 4, "split_branches": 3, "kinds": {"cycles": {"unit": "cycles", "kind": "simulated"}}, "fault": null}
$ reconverge -b -x arms.rcv -e 'simulate trace=1' prove.ll
selected @arms
@arms: grid 2, block 64: 128 threads, seed 1
  a  ptr addrspace(1)  i32[128]:iota
  b  ptr addrspace(1)  i32[128]:zero
  n  i32               120
@arms P0: 128 threads in 2 warps, seed 1
  2904 cycles, 40 warp instructions, utilization 77.2%, 3 of 4 branches split a warp
warp 0 of block 1
cycle  depth  lanes             block
    0      1  ffffffffffffffff  B0     entry
   48      2  00ffffffffffffff  B1     work
  116      3  0055555555555555  B2     then
  776      2  00aaaaaaaaaaaaaa  B3     else
 1436      1  ffffffffffffffff  B4     end
$ reconverge -b --json -x arms.rcv -e 'simulate trace=1:0' prove.ll | tail -1
{"command": "simulate trace=1:0", "ok": true, "function": "arms", "revision": "P0", "seed": 1, "threads": 128, "warps": 2, "cycles": 2904, "warp_insts": 40, "utilization": 0.771875, "warp_branches": 4, "split_branches": 3, "kinds": {"cycles": {"unit": "cycles", "kind": "simulated"}}, "fault": null, "trace": [{"cycle": 0, "depth": 1, "lanes": "ffffffffffffffff", "block": "B0", "function": "arms"}, {"cycle": 48, "depth": 2, "lanes": "00ffffffffffffff", "block": "B1", "function": "arms"}, {"cycle": 116, "depth": 3, "lanes": "0055555555555555", "block": "B2", "function": "arms"}, {"cycle": 776, "depth": 2, "lanes": "00aaaaaaaaaaaaaa", "block": "B3", "function": "arms"}, {"cycle": 1436, "depth": 1, "lanes": "ffffffffffffffff", "block": "B4", "function": "arms"}]}
# The result, raw; before any run, what it starts on.
$ reconverge -b -x arms.rcv -e 'dump a before.bin' -e simulate -e 'dump b after.bin' prove.ll && od -An -i -N32 before.bin && od -An -i -N32 after.bin && tail -c 32 after.bin | od -An -i
selected @arms
@arms: grid 2, block 64: 128 threads, seed 1
  a  ptr addrspace(1)  i32[128]:iota
  b  ptr addrspace(1)  i32[128]:zero
  n  i32               120
wrote before.bin: a, i32[128], before any run
@arms P0: 128 threads in 2 warps, seed 1
  2904 cycles, 40 warp instructions, utilization 77.2%, 3 of 4 branches split a warp
wrote after.bin: b, i32[128], after P0 with seed 1
           0           1           2           3
           4           5           6           7
           0           3           4           9
           8          15          12          21
           0           0           0           0
*
$ reconverge -b --json -x arms.rcv -e simulate -e 'dump 1 after.bin' prove.ll | tail -1
{"command": "dump 1 after.bin", "ok": true, "file": "after.bin", "bytes": 512, "argument": "1", "type": "i32", "count": 128, "when": "after P0 with seed 1"}
# Against a file: the same, another number, within a tolerance, another size.
$ reconverge -b -x arms.rcv -e simulate -e 'compare b after.bin' -e 'compare a after.bin' -e 'compare a after.bin tolerance=400' prove.ll
selected @arms
@arms: grid 2, block 64: 128 threads, seed 1
  a  ptr addrspace(1)  i32[128]:iota
  b  ptr addrspace(1)  i32[128]:zero
  n  i32               120
@arms P0: 128 threads in 2 warps, seed 1
  2904 cycles, 40 warp instructions, utilization 77.2%, 3 of 4 branches split a warp
b agrees with after.bin
  b, i32[128], after P0 with seed 1
a differs from after.bin: a[1] is 1, not 3; 127 of 128 elements differ
  greatest difference: 238
  a, i32[128], after P0 with seed 1
a agrees with after.bin
  greatest difference: 238
  a, i32[128], after P0 with seed 1
? 1
$ reconverge -b --json -x arms.rcv -e simulate -e 'compare b after.bin' -e 'compare a after.bin' prove.ll | tail -2
{"command": "compare b after.bin", "ok": true, "argument": "b", "type": "i32", "count": 128, "when": "after P0 with seed 1", "same": true, "differ": 0, "greatest_difference": 0.0}
{"command": "compare a after.bin", "ok": true, "element": 1, "value": "1", "expected": "3", "argument": "a", "type": "i32", "count": 128, "when": "after P0 with seed 1", "same": false, "differ": 127, "greatest_difference": 238.0}
$ head -c 100 after.bin >short.bin; reconverge -b -q -x arms.rcv -e simulate -e 'compare b short.bin' prove.ll
! reconverge: -e:1: short.bin has 100 bytes, but b has 512
!   compare b short.bin
!             ^
? 2
$ reconverge -b -q -x arms.rcv -e simulate -e 'compare n after.bin' prove.ll
! reconverge: -e:1: parameter 'n' has no buffer
!   compare n after.bin
!           ^
? 2
$ reconverge -b -q -x arms.rcv -e simulate -e 'dump z after.bin' prove.ll
! reconverge: -e:1: @arms has no parameter 'z'; its parameters are a, b, n
!   dump z after.bin
!        ^
? 2
$ reconverge -b -q -x arms.rcv -e simulate -e 'compare b after.bin tolerance=-1' prove.ll
! reconverge: -e:1: compare: the tolerance must be a number from 0 up, not '-1'
!   compare b after.bin tolerance=-1
!                       ^
? 2
$ reconverge -b -q -x arms.rcv -e simulate -e 'dump b /no/where' prove.ll
! reconverge: -e:1: /no/where: cannot write: No such file or directory
!   dump b /no/where
!          ^
? 2
# One run goes on where the last one ended.
$ reconverge -b -q -x arms.rcv -e simulate -e 'launch a=last(b)' -e simulate -e 'dump b twice.bin' prove.ll && od -An -i -N32 twice.bin
           0           9           8          27
          16          45          24          63
$ reconverge -b -q -x arms.rcv -e 'launch a=last' prove.ll
! reconverge: -e:1: a: last: no run came before this one
!   launch a=last
!          ^
? 2
# Faults: the thread, the instruction, the line of the source. Status 1.
$ reconverge -b -f over -e 'launch block=64 a=i32[64]:iota' -e simulate prove.ll
@over: grid 1, block 64: 64 threads, seed 1
  a  ptr addrspace(1)  i32[64]:iota
@over P0: access out of bounds: a + 256, which has 256 bytes
  block 0 thread 63, seed 1
  B0: %x = load i32, ptr addrspace(1) %p, align 4
  prove.cl:12
? 1
$ reconverge -b --json -f over -e 'launch block=64 a=i32[64]:iota' -e simulate prove.ll | tail -1
{"command": "simulate", "ok": true, "function": "over", "revision": "P0", "seed": 1, "threads": 64, "warps": 1, "cycles": 696, "warp_insts": 7, "utilization": 1.0, "warp_branches": 0, "split_branches": 0, "kinds": {"cycles": {"unit": "cycles", "kind": "simulated"}}, "fault": {"kind": "out-of-bounds", "detail": "a + 256, which has 256 bytes", "block": [0, 0, 0], "thread": [63, 0, 0], "function": "over", "at": "B0", "inst": "B0: %x = load i32, ptr addrspace(1) %p, align 4", "line": "prove.cl:12", "place": {"file": "/src/prove.cl", "line": 12, "column": 3}}}
$ reconverge -b -f race -e 'launch block=64 a=i32[64]' -e simulate -e 'simulate races=yes' prove.ll
@race: grid 1, block 64: 64 threads, seed 1
  a  ptr addrspace(1)  i32[64]:zero
@race P0: 64 threads in 1 warp, seed 1
  472 cycles, 10 warp instructions, utilization 100.0%, 0 of 0 branches split a warp
@race P0: data race: read of @tile + 4, which block 0 thread 1 writes
  block 0 thread 0, seed 1
  B0: %x = load i32, ptr addrspace(3) %q, align 4
? 1
$ reconverge -b -f forever -e 'launch block=1 n=1' -e 'simulate operations=1000' -e 'launch n=0' -e simulate prove.ll
@forever: grid 1, block 1: 1 thread, seed 1
  n  i32  1
@forever P0: step limit reached: the loop may never end: 1000 operations of the warp; 'set operations=N' lets a warp run N
  block 0 thread 0, seed 1
  B1: br i1 %on, label %loop, label %done
@forever: grid 1, block 1: 1 thread, seed 1
  n  i32  0
@forever P0: 1 thread in 1 warp, seed 1
  64 cycles, 4 warp instructions, utilization 1.6%, 0 of 1 branch split a warp
? 1
$ reconverge -b -f forever -e 'launch block=1 n=1' -e 'set operations=1000' -e simulate prove.ll
@forever: grid 1, block 1: 1 thread, seed 1
  n  i32  1
operations=1000
@forever P0: step limit reached: the loop may never end: 1000 operations of the warp; 'set operations=N' lets a warp run N
  block 0 thread 0, seed 1
  B1: br i1 %on, label %loop, label %done
? 1
# What does not end with one seed is not tried with others.
$ reconverge -b -f forever -q -e 'launch grid=1 block=1 n=1' -e 'set operations=1000' -e 'check P0 P0' prove.ll
@forever P0 -> P0: cannot tell: P0 is at fault itself with 1 of 1 seed
  seed 1: step limit reached: the loop may never end: 1000 operations of the warp; 'set operations=N' lets a warp run N: block 0 thread 0, B1: br i1 %on, label %loop, label %done
? 1
# One warp, step by step, with its stack.
$ reconverge -b -x arms.rcv -q -e trace -e 'trace P0 block=1 from=2 count=2' prove.ll
warp 0 of block 0
step  cycle  depth  active  lanes             block
   0      0      1      64  ffffffffffffffff  B0     entry
   1     48      1      64  ffffffffffffffff  B1     work
   2    116      3      32  5555555555555555  B2     then
   3    776      2      32  aaaaaaaaaaaaaaaa  B3     else
   4   1436      1      64  ffffffffffffffff  B4     end
warp 0 of block 1
step  cycle  depth  active  lanes             block
   2    116      3      28  0055555555555555  B2     then
   3    776      2      28  00aaaaaaaaaaaaaa  B3     else
5 steps in all; 'trace from=4' goes on
$ reconverge -b --json -x arms.rcv -q -e 'trace from=2 count=1' prove.ll | tail -1
{"command": "trace from=2 count=1", "ok": true, "function": "arms", "revision": "P0", "seed": 1, "warp": 0, "block": 0, "from": 2, "steps": 5, "kinds": {"cycle": {"unit": "cycles", "kind": "simulated"}}, "fault": null, "trace": [{"cycle": 116, "depth": 3, "active": 32, "lanes": "5555555555555555", "block": "B2", "function": "arms", "stack": [{"lanes": "ffffffffffffffff", "at": "B4", "until": null, "function": "arms"}, {"lanes": "aaaaaaaaaaaaaaaa", "at": "B3", "until": "B4", "function": "arms"}, {"lanes": "5555555555555555", "at": "B2", "until": "B4", "function": "arms"}]}]}
$ reconverge -b -f forever -q -e 'launch n=1' -e 'set operations=100' -e 'trace count=2' prove.ll
@forever P0: step limit reached: the loop may never end: 100 operations of the warp; 'set operations=N' lets a warp run N
  block 0 thread 0, seed 1
  B1: br i1 %on, label %loop, label %done
warp 0 of block 0
step  cycle  depth  active  lanes             block
   0      0      1       1  0000000000000001  B0     entry
   1     16      1       1  0000000000000001  B1     loop
34 steps in all; 'trace from=2' goes on
? 1
$ reconverge -b -x arms.rcv -q -e 'trace from=90' prove.ll
warp 0 of block 0
  the warp made 5 steps
$ reconverge -b -x arms.rcv -q -e 'trace block=2' prove.ll
! reconverge: -e:1: no warp 0 of block 2: the launch has blocks 0 to 1, each with warps 0 to 0
!   trace block=2
!         ^
? 2
$ reconverge -b -x arms.rcv -q -e 'trace block=1 warp=9' prove.ll
! reconverge: -e:1: no warp 9 of block 1: the launch has blocks 0 to 1, each with warps 0 to 0
!   trace block=1 warp=9
!                 ^
? 2
$ reconverge -b -x arms.rcv -q -e 'trace warp=x' prove.ll
! reconverge: -e:1: 'warp=x': the value must be a number from 0 to 4294967295
!   trace warp=x
!         ^
? 2
$ reconverge -b -x arms.rcv -q -e 'trace P0 lanes=3' prove.ll
! reconverge: -e:1: trace: expected block=N, warp=N, from=N or count=N, not 'lanes=3'
!   trace P0 lanes=3
!            ^
? 2
# Nothing is run that cannot be run as it should.
$ reconverge -b -f calls -e simulate prove.ll
! reconverge: -e:1: cannot be simulated: @somewhere: no body; link a library that has it
!   simulate
!   ^
? 2
$ reconverge -b -e coverage prove.ll
  @arms
  @over
  @race
  @forever
  @loose
  @calls: not covered
    @somewhere: no body; link a library that has it (in @calls, %0)
5 of 6 kernels can be simulated
$ reconverge -b --json -e coverage prove.ll
{"command": "coverage", "ok": true, "kernels": [{"function": "arms", "covered": true, "uncovered": []}, {"function": "over", "covered": true, "uncovered": []}, {"function": "race", "covered": true, "uncovered": []}, {"function": "forever", "covered": true, "uncovered": []}, {"function": "loose", "covered": true, "uncovered": []}, {"function": "calls", "covered": false, "uncovered": ["@somewhere: no body; link a library that has it (in @calls, %0)"]}], "covered": 5}
# A device library brings what is missing; the module stays as it was.
$ cat > lib.ll
> target triple = "amdgcn-amd-amdhsa"
> define void @somewhere(ptr addrspace(1) %a) {
>   store i32 42, ptr addrspace(1) %a, align 4
>   ret void
> }
$ reconverge -b -f calls -e link -e 'link lib.ll' -e 'launch block=1 a=i32[1]' -e simulate -e 'dump a called.bin' -e link -e coverage -o out.ll prove.ll && od -An -i called.bin && grep -c 'define.*@somewhere' out.ll
simulated without libraries
simulated with lib.ll
@calls: grid 1, block 1: 1 thread, seed 1
  a  ptr addrspace(1)  i32[1]:zero
@calls P0: 1 thread in 1 warp, seed 1
  424 cycles, 4 warp instructions, utilization 1.6%, 0 of 0 branches split a warp
wrote called.bin: a, i32[1], after P0 with seed 1
simulated with lib.ll
  @arms
  @over
  @race
  @forever
  @loose
  @calls
6 of 6 kernels can be simulated
          42
0
? 1
$ reconverge -b --json -f calls -e 'link lib.ll' prove.ll
{"command": "link lib.ll", "ok": true, "libraries": ["lib.ll"]}
$ reconverge -b -f calls -e 'link nothere.bc' prove.ll
! reconverge: -e:1: nothere.bc: cannot open: No such file or directory
!   link nothere.bc
!        ^
? 2
# Words that are wrong.
$ reconverge -b -x arms.rcv -q -e 'simulate seed=x' prove.ll
! reconverge: -e:1: 'seed=x': the value must be a number from 1 to 18446744073709551615
!   simulate seed=x
!            ^
? 2
$ reconverge -b -x arms.rcv -q -e 'simulate speed=9' prove.ll
! reconverge: -e:1: simulate: expected seed=N, operations=N, workers=N, races=yes or trace=BLOCK:WARP, not 'speed=9'
!   simulate speed=9
!            ^
? 2
$ reconverge -b -x arms.rcv -q -e 'simulate races=maybe' prove.ll
! reconverge: -e:1: 'races=maybe': the value must be yes or no
!   simulate races=maybe
!            ^
? 2
$ reconverge -b -x arms.rcv -q -e 'simulate trace=x' prove.ll
! reconverge: -e:1: 'trace=x': expected trace=BLOCK or trace=BLOCK:WARP with numbers
!   simulate trace=x
!            ^
? 2
$ reconverge -b -x arms.rcv -q -e 'simulate trace=77' prove.ll
! reconverge: -e:1: no warp 0 of block 77: the launch has blocks 0 to 1, each with warps 0 to 0
!   simulate trace=77
!            ^
? 2
