# decide=measured: what a phase does without an object stands if simulated runs of it are faster.

$ cp $srcdir/tests/cmd/prove.ll .
$ reconverge -b -q -f arms -e 'set decide=measured' -e darm -e 'expect revision == 1' -e history prove.ll
  P0  load  1452 static cycles, 2 divergent  in @arms  simulated 23232 cycles
* P1  darm  -680 static cycles  -1 divergent  -2 blocks  in @arms  judged by simulated cycles 24984 -> 14084 (-43.6%) on 2 guessed launches
$ reconverge -b -f arms -e 'set decide=measured' -e 'preview darm' -e meld -e cleanup prove.ll
decide=measured
darm would do:
  simulated cycles 24984 -> 14084 (-43.6%) on 2 guessed launches
  machine's code: {{[0-9.]+ -> [0-9.]+ cycles \([-+0-9.%]+\)}} of all warps, by simulated runs; {{\d+}} warps at once
  the code: -680 static cycles, -1 divergent branch, -2 blocks, -3 instructions
  B1: melds B2 with B3, 2 aligned, MP_S 0.50, saved 640, selects 4, branches cost 44 less, net 639 cycles profiled
P1: meld: simulated cycles 24984 -> 14084 (-43.6%) on 2 guessed launches, -680 static cycles, -1 divergent branch, -2 blocks, -3 instructions
  B1: melds B2 with B3, 2 aligned, MP_S 0.50, saved 640, selects 4, branches cost 44 less, net 639 cycles profiled
cleanup: nothing to clean up; still P1
$ reconverge -b -q --json -f arms -e 'set decide=measured' -e meld prove.ll | grep -o '"simulated.*'
"simulated": {"before": 24984, "after": 14084, "launches": 2, "guessed": true, "worst": {"launch": 2, "before": 1752, "after": 1732}, "unit": "cycles", "kind": "simulated"}, "machine": {"runs": "simulated", "before": {"cycles": {{[0-9.]+}}, "waves": {{[0-9.]+}}, "scratch": 0.0}, "after": {"cycles": {{[0-9.]+}}, "waves": {{[0-9.]+}}, "scratch": 0.0}, "unit": "cycles", "kind": "machine", "made_for": null}, "report": ["B1: melds B2 with B3, 2 aligned, MP_S 0.50, saved 640, selects 4, branches cost 44 less, net 639 cycles profiled"]}
# Where no warp splits, melding costs: static counts fall, and the runs do not.
$ sed 's/%odd = and i32 %i, 1/%odd = and i32 %i, 256/' prove.ll >even.ll
$ cat > even.rcv
> function arms
> launch grid=2 block=64 a=i32[128]:random(0,100) b=i32[128]:zero n=120
> set decide=measured

$ reconverge -b -q -x even.rcv -e darm -e 'expect revision == 0' even.ll
$ reconverge -b -q -x even.rcv -e 'set decide=static judge=table' -e darm -e 'expect revision == 1' even.ll
# The profile that was made says so of the branch as well.
$ reconverge -b -x even.rcv -e 'meld B1' even.ll | tail -3
  b  ptr addrspace(1)  i32[128]:zero
  n  i32               120
decide=measured
! reconverge: -e:1: B1: added selects and branches would cost more than melding saves
!   meld B1
!        ^
# Nests of loops: the guess says that half of the lanes idle; the runs say whether it is so.
$ for f in lin_stack_depth nqueens pcm; do for t in amdgcn nvptx64; do [ -f $SAMPLES/$f.$t.ll ] && reconverge -b -e 'set decide=measured' -e flatten $SAMPLES/$f.$t.ll; done; done
decide=measured
flatten: no nest of loops is worth flattening; still P0
decide=measured
flatten: no nest of loops is worth flattening; still P0
decide=measured
flatten: no nest of loops is worth flattening; still P0
decide=measured
flatten: no nest of loops is worth flattening; still P0
decide=measured
flatten: no nest of loops is worth flattening; still P0
  L0 at B1: 1 inner loop  n/N 24.1 of 64 measured = 0.376 <= Ta/(Ta+Tb) 432.4 of 673.1 = 0.642  net -179.3 cycles  To 80, counted 0.56x  does not pay
decide=measured
flatten: no nest of loops is worth flattening; still P0
  L0 at B1: 1 inner loop  n/N 12 of 32 measured = 0.376 <= Ta/(Ta+Tb) 262.7 of 386.6 = 0.680  net -117.3 cycles  To 48, counted 0.54x  does not pay
# The decisions of a judged step are shown again as they were, whatever the launch is now.
$ reconverge -b -q -f arms -e 'set decide=measured' -e darm -e 'launch n=0' -e 'lesson out' prove.ll && grep -o 'B1: melds B2 with B3' out/index.html | head -1
B1: melds B2 with B3
# What cannot be run is guessed, and flatten leaves it alone.
$ cat > call.ll
> target triple = "amdgcn-amd-amdhsa"
> define amdgpu_kernel void @k(ptr addrspace(1) %p, i32 %n) {
> entry:
>   %t = call i32 @llvm.amdgcn.workitem.id.x()
>   call void @unknown(i32 %t)
>   %c = icmp slt i32 %t, %n
>   br i1 %c, label %a, label %b
> a:
>   %x = mul i32 %t, 7
>   %d = udiv i32 %x, %n
>   store i32 %d, ptr addrspace(1) %p
>   br label %end
> b:
>   %y = mul i32 %t, 9
>   %e = udiv i32 %y, %n
>   store i32 %e, ptr addrspace(1) %p
>   br label %end
> end:
>   ret void
> }
> declare void @unknown(i32)
> declare i32 @llvm.amdgcn.workitem.id.x()
$ reconverge -b -e darm call.ll
P1: darm: guessed: -540 static cycles, -1 divergent branch, -3 blocks, -5 instructions
  B0: melds B1 with B2, 3 aligned, MP_S 0.49, saved 484, selects 4, branches cost 44 less, net 524 cycles guessed
  guessed, since it cannot be run: cannot be simulated: @unknown: no body; link a library that has it
$ reconverge -b -q -e 'set decide=measured' -e darm -e history call.ll; reconverge -b -q -f flat_bench_1_1 -e 'set decide=measured judge=table' -e 'launch grid=1 block=64 state=f32[64]:random(0,1) useful=u32[64]:zero k=24 outer=40 inner=50' -e flatten -e history $SAMPLES/flat_bench.amdgcn.ll
  P0  load  1136 static cycles, 1 divergent
* P1  darm  -540 static cycles  -1 divergent  -3 blocks
  P0  load  1468 static cycles, 1 divergent  in @flat_bench_1_1  simulated 394324 cycles
* P1  flatten  +84 static cycles  +2 divergent  +2 blocks  in @flat_bench_1_1  judged by simulated cycles 394324 -> 272844 (-30.8%) on 1 launch
# steps=whole: a step is as clean as cleanup makes it.
$ for t in amdgcn nvptx64; do for s in bitonic_sort sb3 lin_short_circuit lin_stack_depth; do for p in meld 'linearize mode=all when=always' flatten; do reconverge -b -q -e 'set steps=whole decide=static judge=table' -e "$p" -e 'mark whole' -e cleanup -e 'diff mark:whole' -e 'goto P0' -e 'set steps=fine' -e "$p" -e cleanup -e 'diff mark:whole' $SAMPLES/$s.$t.ll; done; done; done | sed 's/P[0-9]*/P/g' | sort | uniq -c
     48 P and P are the same
# What loses as a whole is taken back, and the parts of it that gain are kept: these settings make losing steps look good.
$ reconverge -b -e 'set decide=measured idle-lanes=24' -e flatten -e 'expect revision == 0' $SAMPLES/lin_loop_merge.amdgcn.ll
decide=measured
idle-lanes=24
flatten: no nest of loops is worth flattening; still P0
  tried and taken back: simulated cycles of all warps grew from 103984 to 106960 (+2.9%)
holds: revision (0) == 0
$ reconverge -b -e 'set steps=fine decide=measured threshold=0' -e meld $SAMPLES/srad.amdgcn.ll
steps=fine
decide=measured
threshold=0
P1: meld: simulated cycles 86468 -> 85824 (-0.7%) on 1 guessed launch, -68 static cycles, -2 divergent branches, +2 blocks, +5 instructions
  B17: melds B18 with B19.. (replicated), 3 aligned, MP_S 0.24, saved 58, selects 20, branches cost 44 less, net 82 cycles profiled
  B24: melds B25 with B26, 3 aligned, MP_S 0.50, saved 58, selects 4, branches cost 44 less, net 59 cycles profiled
  tried and taken back: simulated cycles of all warps grew from 86468 to 86680 (+0.2%)
  B14: left alone: simulated cycles of all warps grew from 86468 to 87324 (+1.0%)
  tried and taken back: simulated cycles of all warps grew from 86468 to 86752 (+0.3%)
  B12: left alone: simulated cycles of all warps grew from 86468 to 87396 (+1.1%)
# A kernel that may run for ever gets no profile: its runs would take too long.
$ reconverge -b -f plain -e flatten $srcdir/tests/ir/flatten-refuse.ll
flatten: no nest of loops is worth flattening; still P0
  left alone, since it cannot be run: it may take more than 0.6 million instructions of warps
# A long kernel is not run for a small function that it calls.
$ cat > part.ll
> target triple = "amdgcn-amd-amdhsa"
> declare i32 @llvm.amdgcn.workitem.id.x()
> define internal void @part(ptr addrspace(1) %p, i32 %t) {
>   %c = icmp ult i32 %t, 7
>   br i1 %c, label %a, label %b
> a:
>   %a1 = mul i32 %t, 3
>   store i32 %a1, ptr addrspace(1) %p
>   br label %j
> b:
>   %b1 = mul i32 %t, 5
>   store i32 %b1, ptr addrspace(1) %p
>   br label %j
> j:
>   ret void
> }
> define amdgpu_kernel void @long(ptr addrspace(1) %p) {
>   %x0 = call i32 @llvm.amdgcn.workitem.id.x()

$ seq 1 5100 | awk '{ print "%x" $1 " = add i32 %x" $1 - 1 ", " $1 }' >> part.ll
$ printf 'call void @part(ptr addrspace(1) %%p, i32 %%x5100)\nret void\n}\n' >> part.ll
$ reconverge -b -f part -e 'set judge=table' -e darm part.ll | tail -1
  the kernel is long beside this function, and was not run: decided by static counts
# Where nothing can be melded whatever a run says, darm runs nothing: there is no profile behind it.
$ reconverge -b -e darm -e 'candidates tries=0' $SAMPLES/nqueens.amdgcn.ll | grep -E 'darm|computed from'
darm: no divergent region is worth melding; still P0
$ reconverge -b -q -e darm -e 'goto P0' -e 'candidates tries=0' $SAMPLES/sb2.amdgcn.ll | grep -c 'computed from'
1
