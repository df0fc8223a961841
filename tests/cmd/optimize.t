# The search for the best order of steps: what it finds becomes ordinary steps.

$ reconverge -b -e 'optimize with=darm,linearize,ifconvert tries=40 seeds=2' -e history $SAMPLES/mergesort.amdgcn.ll
    step                            cycles  so far
P1  darm decide=static judge=table  320238  -25.1%
optimize: simulated cycles 427368 -> 320238 (-25.1%) on 1 guessed launch
  40 steps tried, 6 codes seen; all tries are used up
  check: same with 2 seeds
  P0  load  3868 static cycles, 6 divergent  simulated 427368 cycles
* P1  darm decide=static judge=table  -158 static cycles  -2 divergent  -5 blocks  simulated 427368 -> 320238 cycles  checked 2 seeds
$ reconverge -b -q -e "launch '$SAMPLES/mergesort.launch.json'" -e 'optimize with=darm,linearize,ifconvert tries=40 seeds=2' -e 'journal s.rcv' -o a.ll $SAMPLES/mergesort.amdgcn.ll
# The journal has the steps: to do them again, nothing is searched.
$ grep -c optimize s.rcv; tail -1 s.rcv
0
darm decide=static judge=table
$ reconverge -b -q -x s.rcv -o b.ll $SAMPLES/mergesort.amdgcn.ll && cmp a.ll b.ll
# A search with few tries tells why it ended; one with other steps finds others.
$ reconverge -b -e "launch '$SAMPLES/mergesort.launch.json'" -e 'optimize tries=1' $SAMPLES/mergesort.amdgcn.ll | tail -4
optimize: simulated cycles 415908 -> 320418 (-23.0%) on 1 launch
  from what LLVM's code generator makes of it anyway, without which it takes 428348 cycles
  1 step tried, 2 codes seen; all tries are used up
  check: same with 8 seeds
$ reconverge -b -q --json -e 'optimize with=ifconvert seeds=1' $SAMPLES/mergesort.amdgcn.ll
{"command": "optimize with=ifconvert seeds=1", "ok": true, "steps": [{"revision": "P1", "step": "ifconvert decide=static judge=table", "cycles": 383004.0, "change": -44364.0}], "kinds": {"cycles": {"unit": "cycles", "kind": "simulated"}, "as_is": {"unit": "cycles", "kind": "simulated"}}, "simulated": {"before": 427368, "after": 383004, "launches": 1, "guessed": true, "worst": null, "unit": "cycles", "kind": "simulated"}, "tries": 10, "codes": 2, "ended": "no step leads to new code", "answer": "same", "seeds": 1, "left": []}
# Passes of LLVM are steps as well. Which are best depends on the version of LLVM.
$ reconverge -b -q -e "launch '$SAMPLES/sb1.launch.json'" -e 'optimize with=darm,pass tries=40 seeds=2' -e 'expect warp-cycles < 0.6 * warp-cycles(P0)' $SAMPLES/sb1.nvptx64.ll
# The machine's prices may be the measure.
$ reconverge -b -e 'optimize objective=machine with=darm seeds=1' -e 'show settings' $SAMPLES/sb1.amdgcn.ll | grep -e '->' -e '^prices'
optimize: machine cycles {{[0-9]+ -> [0-9]+ [(]-[0-9.]+%[)]}} on 1 guessed launch
prices=table  table|machine
# What is faster in the simulator, but not for the machine, is left alone.
$ reconverge -b -e 'optimize with=meld' $srcdir/tests/cmd/halves.ll
optimize: nothing that was tried is faster and stands; still P0
  2 steps tried, 2 codes seen; no step leads to new code
  left alone: meld decide=static judge=table: the machine's code grew from {{[0-9.]+ to [0-9.]+}} cycles of all warps, by simulated runs
# Loops that clang at -O1 forbids to unroll may be unrolled.
$ sed '/^  br i1/s/$/, !llvm.loop !900/' $SAMPLES/sb1.amdgcn.ll > hinted.ll; printf '%s\n' '!900 = distinct !{!900, !901}' '!901 = !{!"llvm.loop.unroll.disable"}' >> hinted.ll
$ for u in hinted any; do reconverge -b -e "pass 'loop(loop-rotate),loop-unroll<O3>,simplifycfg' scope=function unroll=$u" hinted.ll | grep -o 'blocks 9 -> [0-9]*'; done
blocks 9 -> {{[0-9]}}
blocks 9 -> {{[0-9][0-9]}}
# What each step on the way to a revision brought; the session stays where it is.
$ reconverge -b -q -e "launch '$SAMPLES/lin_jump_out.launch.json'" -e 'set judge=table' -e 'linearize when=always' -e ifconvert -e 'goto P1' -e 'why P2' -e 'why P0' -e 'expect revision == 1' $SAMPLES/lin_jump_out.amdgcn.ll
    step                   cycles  by it
P1  linearize when=always   72128  +3.4%
P2  ifconvert               70592  -2.1%
P2: simulated cycles 69728 -> 70592 (+1.2%) on 1 launch
P0: the code as loaded
$ reconverge -b -q --json -e 'linearize when=always judge=table' -e 'why P1' $SAMPLES/lin_jump_out.amdgcn.ll | tail -1
{"command": "why P1", "ok": true, "steps": [{"revision": "P1", "step": "linearize when=always judge=table", "cycles": 72128.0, "change": 2576.0}], "kinds": {"cycles": {"unit": "cycles", "kind": "simulated"}}, "revision": "P1", "simulated": {"before": 69552, "after": 72128, "launches": 1, "guessed": true, "worst": null, "unit": "cycles", "kind": "simulated"}}
# A figure of a GPU is not known.
$ RECONVERGE_GPU_DRIVER=/nothere.so reconverge -b -e 'optimize objective=measured' $SAMPLES/sb1.amdgcn.ll
! reconverge: -e:1: the driver that RECONVERGE_GPU_DRIVER names cannot be loaded: /nothere.so: cannot open shared object file: No such file or directory
!   optimize objective=measured
!   ^
? 2
# Nothing to gain, nothing to run, and words that are wrong.
$ cat > plain.ll
> target triple = "amdgcn-amd-amdhsa"
> define amdgpu_kernel void @k(ptr addrspace(1) %p) {
>   %t = call i32 @llvm.amdgcn.workitem.id.x()
>   %q = getelementptr i32, ptr addrspace(1) %p, i32 %t
>   store i32 %t, ptr addrspace(1) %q
>   ret void
> }
> define amdgpu_kernel void @calls(ptr addrspace(1) %p) {
>   call void @unknown(ptr addrspace(1) %p)
>   ret void
> }
> declare void @unknown(ptr addrspace(1))
> declare i32 @llvm.amdgcn.workitem.id.x()

$ reconverge -b -f k -e 'optimize with=darm,cleanup' -e 'expect revision == 0' plain.ll
optimize: nothing that was tried is faster and stands; still P0
  4 steps tried, 1 code seen; no step leads to new code
holds: revision (0) == 0
$ reconverge -b -f calls -e optimize plain.ll
! reconverge: -e:1: cannot be simulated: @unknown: no body; link a library that has it
!   optimize
!   ^
? 2
$ reconverge -b -e optimize
! reconverge: -e:1: optimize: no module is loaded; name one on the command line
!   optimize
!   ^
? 2
$ reconverge -b --keep-going -f k -e 'optimize with=darm,magic' -e 'optimize tries=0' -e 'optimize objective=luck' -e 'optimize fast=yes' -e 'optimize now' plain.ll
! reconverge: -e:1: the search has no step 'magic': its steps are darm, linearize, fuse, delay, ifconvert, pass, flatten, meld, unpredicate, tailmerge, cleanup
!   optimize with=darm,magic
!            ^
! reconverge: -e:1: 'tries=0': the value must be a number from 1 to 1000000
!   optimize tries=0
!            ^
! reconverge: -e:1: optimize: objective= must be simulated, machine or measured
!   optimize objective=luck
!            ^
! reconverge: -e:1: optimize: expected tries=, time=, with=, objective=, seeds=, device=, scale=, code= or keep=, not 'fast=yes'
!   optimize fast=yes
!            ^
! reconverge: -e:1: optimize: expected tries=, time=, with=, objective=, seeds=, device=, scale=, code= or keep=, not 'now'
!   optimize now
!            ^
? 2
# The blocks of a step have numbers that no other step's blocks had, though a search took back what it tried in between.
$ reconverge -b -q -e 'set decide=static judge=table' -e meld -e 'show B17' -e 'goto P0' -e 'optimize with=pass tries=1' -e 'goto P0' -e meld -e 'show B23' $SAMPLES/bitonic_sort.amdgcn.ll
B17 if.then  in @bitonic_sort, P1, region R4, loop L1: 10 instructions, 156 cycles, 352 bits alive
  from B4
  to   B15 B10
  made of B5 B6 B8
    4 ◆ %and = and i32 %0, %k.0
    4 ◆ %cmp9 = icmp eq i32 %and, 0
   50 ◆ %3 = load i32, ptr addrspace(3) %arrayidx3, align 4
    4 ◆ %idxprom13 = zext i32 %xor to i64
    4 ◆ %arrayidx14 = getelementptr inbounds [256 x i32], ptr addrspace(3) @bitonic_sort.shared, i64 0, i64 %idxprom13
   50 ◆ %4 = load i32, ptr addrspace(3) %arrayidx14, align 4
    4 ◆ %5 = select i1 %cmp9, i32 %4, i32 %3
    4 ◆ %6 = select i1 %cmp9, i32 %3, i32 %4
    4 ◆ %cmp15 = icmp slt i32 %5, %6
   28 ◆ br i1 %cmp15, label %if.then16.if.then28, label %if.end35
B23 if.then  in @bitonic_sort, P3, region R4, loop L1: 10 instructions, 156 cycles, 352 bits alive
  from B4
  to   B21 B10
  made of B5 B6 B8
    4 ◆ %and = and i32 %0, %k.0
    4 ◆ %cmp9 = icmp eq i32 %and, 0
   50 ◆ %3 = load i32, ptr addrspace(3) %arrayidx3, align 4
    4 ◆ %idxprom13 = zext i32 %xor to i64
    4 ◆ %arrayidx14 = getelementptr inbounds [256 x i32], ptr addrspace(3) @bitonic_sort.shared, i64 0, i64 %idxprom13
   50 ◆ %4 = load i32, ptr addrspace(3) %arrayidx14, align 4
    4 ◆ %5 = select i1 %cmp9, i32 %4, i32 %3
    4 ◆ %6 = select i1 %cmp9, i32 %3, i32 %4
    4 ◆ %cmp15 = icmp slt i32 %5, %6
   28 ◆ br i1 %cmp15, label %if.then16.if.then28, label %if.end35
# Steps that only a profile makes pay (both sides of a branch run in each warp): the journal
# makes the profile again, so that it leads to the same code.
$ cat > both.ll
> target triple = "amdgcn-amd-amdhsa"
> define amdgpu_kernel void @both(ptr addrspace(1) %p, i32 %n) {
>   %t = call i32 @llvm.amdgcn.workitem.id.x()
>   %c = icmp ult i32 %t, %n
>   br i1 %c, label %a, label %b
> a:
>   %a1 = mul i32 %t, %n
>   %a2 = mul i32 %a1, %a1
>   %a3 = mul i32 %a2, %a1
>   %a4 = mul i32 %a3, %a1
>   %a5 = mul i32 %a4, %a2
>   br label %b
> b:
>   %v = phi i32 [ 7, %0 ], [ %a5, %a ]
>   %q = getelementptr i32, ptr addrspace(1) %p, i32 %t
>   store i32 %v, ptr addrspace(1) %q
>   ret void
> }
> declare i32 @llvm.amdgcn.workitem.id.x()

$ reconverge -b -q -e 'launch grid=1 block=64 p=i32[64]:zero n=30' -e 'optimize with=ifconvert seeds=1' -e 'expect branches == 0' -e 'journal both.rcv' -o c.ll both.ll
$ sed '1,/^# commands/d' both.rcv; reconverge -b -q -e 'launch grid=1 block=64 p=i32[64]:zero n=30' -e 'ifconvert decide=static judge=table' -e 'expect branches == 1' both.ll
launch grid=1 block=64 p=i32[64]:zero n=30
profile once
ifconvert decide=static judge=table
expect branches == 0
$ reconverge -b -q -x both.rcv -o d.ll both.ll && cmp c.ll d.ll
# A journal plans a search's steps by the profile there was, of two launches here, and makes none in its place.
$ reconverge -b -q -e 'launch grid=1 block=64 p=i32[64]:zero n=30' -e profile -e 'launch grid=1 block=64 p=i32[64]:zero n=3' -e 'profile add' -e 'optimize with=ifconvert seeds=1' -e 'journal two.rcv' both.ll; sed '1,/^# commands/d' two.rcv; reconverge -b -x two.rcv both.ll | grep 'as before'
launch grid=1 block=64 p=i32[64]:zero n=30
profile
launch grid=1 block=64 p=i32[64]:zero n=3
profile add
profile once
ifconvert decide=static judge=table
@both: profits are computed from the profile of P0, as before
$ reconverge -b -q --json -x two.rcv both.ll | grep once
{"command": "profile once", "ok": true, "function": "both", "profile": "P0", "reach": {"call_sites": 0, "function": "both", "reached_blocks": 3, "blocks": 3, "split_branches": 1, "branches": 1}}
# What LLVM's code generator does anyway is no gain: it makes one access of two neighbouring ones.
$ cat > pair.ll
> target triple = "amdgcn-amd-amdhsa"
> define amdgpu_kernel void @pair(ptr addrspace(1) %p) {
>   %t = call i32 @llvm.amdgcn.workitem.id.x()
>   %q = getelementptr <2 x i32>, ptr addrspace(1) %p, i32 %t
>   %r = getelementptr i8, ptr addrspace(1) %q, i32 4
>   %a = load i32, ptr addrspace(1) %q, align 8
>   %b = load i32, ptr addrspace(1) %r, align 4
>   %c = mul i32 %a, %b
>   store i32 %c, ptr addrspace(1) %q, align 8
>   store i32 %a, ptr addrspace(1) %r, align 4
>   ret void
> }
> declare i32 @llvm.amdgcn.workitem.id.x()
$ reconverge -b -q -e 'optimize with=pass seeds=1 tries=30' -e 'expect revision == 0' -e "pass 'load-store-vectorizer' scope=function" -e 'expect warp-cycles < 0.6 * warp-cycles(P0)' pair.ll
# Rays wait for each other before the long side of their step; the branch that melding
# refuses is named with what pays there.
$ reconverge -b -q -e "launch $SAMPLES/ray_voxels.launch.json" -e 'set judge=table' -e 'optimize with=delay tries=4 seeds=2' -e 'expect revision >= 1 and warp-cycles < 0.75 * warp-cycles(P0)' $SAMPLES/ray_voxels.amdgcn.ll
$ reconverge -b -e "launch $SAMPLES/ray_voxels.launch.json" -e 'set judge=table' -e candidates $SAMPLES/ray_voxels.amdgcn.ll | grep -o 'best: delay B4, tried:'
best: delay B4, tried:
