# flatten: what it says of formula (1), and that what runs is the same and, where it pays, less.

$ reconverge -b -e 'candidates tries=0' -e 'set idle-lanes=8' -e 'candidates tries=0' $SAMPLES/flat_work_queue.nvptx64.ll | grep nests -B1
  L0 B1  1 inner loop  flatten  n/N 16 of 32 guessed = 0.500 > Ta/(Ta+Tb) 88 of 284 = 0.310  net +54 cycles  To 56, estimated 1.15x  pays
1 of 1 nests of loops in @flat_work_queue can be flattened
--
  L0 B1  1 inner loop  flatten  n/N 8 of 32 set = 0.250 <= Ta/(Ta+Tb) 88 of 284 = 0.310  net -17 cycles  To 56, estimated 0.77x  does not pay
1 of 1 nests of loops in @flat_work_queue can be flattened
$ reconverge -b -e "launch '$SAMPLES/flat_work_queue.launch.json'" -e profile -e 'preview flatten' $SAMPLES/flat_work_queue.amdgcn.ll | tail -2
  no nest of loops is worth flattening
  tried and taken back: the machine's code grew from {{[0-9.]+ to [0-9.]+}} cycles of all warps, by simulated runs
# What a profile says flattening would do to the nest is near what it does: the rounds of each block are known, what it adds to them is estimated.
$ for t in amdgcn nvptx64; do for k in 3 11 24; do reconverge -b -f flat_bench_1_1 -e "launch grid=1 block=64 state=f32[64]:random(0,1) useful=u32[64]:zero k=$k outer=40 inner=50" -e profile -e 'preview flatten L0' -e simulate -e 'flatten L0' -e simulate $SAMPLES/flat_bench.$t.ll | sed -n 's/.*\(To.*\)/\1/p; s/ *\([0-9]*\) cycles,.*/\1/p' | tail -4; done; done
394324
P1: flatten L0: simulated cycles 394324 -> 617320 (+56.6%) on 1 launch, +84 static
To 88, counted 0.63x  does not pay
617320
394324
P1: flatten L0: simulated cycles 394324 -> 545964 (+38.5%) on 1 launch, +84 static
To 88, counted 0.71x  does not pay
545964
394324
P1: flatten L0: simulated cycles 394324 -> 272844 (-30.8%) on 1 launch, +84 static
To 88, counted 1.43x  pays
272844
581996
P1: flatten L0: simulated cycles 581996 -> 878540 (+51.0%) on 1 launch, +44 static
To 56, counted 0.65x  does not pay
878540
581996
P1: flatten L0: simulated cycles 581996 -> 770196 (+32.3%) on 1 launch, +44 static
To 56, counted 0.74x  does not pay
770196
581996
P1: flatten L0: simulated cycles 581996 -> 380436 (-34.6%) on 1 launch, +44 static
To 56, counted 1.49x  pays
380436
$ reconverge -b -e 'flatten L1' -e loops -e undo -e redo -e 'flatten L0' $SAMPLES/flat_work_queue.amdgcn.ll
P1: flatten L1: simulated cycles 353104 -> 352688 (-0.1%) on 1 guessed launch, +80 static cycles, +2 divergent branches, +2 blocks, +8 instructions
  L0 at B1: 1 inner loop  n/N 30 of 64 measured = 0.469 > Ta/(Ta+Tb) 140 of 472 = 0.297  net +81.25 cycles  To 88, counted 0.98x  does not pay
  warning: the machine's code grew from {{[0-9.]+ to [0-9.]+}} cycles of all warps, by simulated runs
L0  header B5 flat.head  latches B6  exits from B6  5 blocks  ◈ left at different times
at P0: load
at P1: flatten L1
! reconverge: -e:1: no loop that contains a loop is there
!   flatten L0
!           ^
? 2
$ for t in amdgcn nvptx64; do reconverge -b -q -e "launch '$SAMPLES/flat_work_queue.launch.json'" -e 'set decide=static judge=table' -e flatten -e 'expect revision == 1' -e 'check seeds=2' -e 'linearize when=always' -e darm -e 'check seeds=2' $SAMPLES/flat_work_queue.$t.ll || echo failed; done
$ for t in amdgcn nvptx64; do for s in pcm lin_loop_merge; do reconverge -b -q -e "launch '$SAMPLES/$s.launch.json'" -e 'flatten L0' -e 'expect revision == 1' -e 'check seeds=2' $SAMPLES/$s.$t.ll || echo failed; done; done
$ reconverge -b -e 'flatten L7' -e 'set idle-lanes=many' $SAMPLES/flat_work_queue.amdgcn.ll
! reconverge: -e:1: no loop 'L7' in @flat_work_queue: 'loops' lists its loops
!   flatten L7
!           ^
? 2
$ reconverge -b --json -e 'preview flatten' $SAMPLES/flat_work_queue.amdgcn.ll
{"command": "preview flatten", "ok": true, "would_change": false, "count": 0, "report": ["tried and taken back: the machine's code grew from {{[0-9.]+ to [0-9.]+}} cycles of all warps, by simulated runs"]}
# Where nothing pays, the numbers say why.
$ reconverge -b -e "launch '$SAMPLES/flat_work_queue.launch.json'" -e 'set idle-lanes=3' -e 'preview flatten' -e flatten $SAMPLES/flat_work_queue.amdgcn.ll | tail -4
  no nest of loops is worth flattening
  L0 at B1: 1 inner loop  n/N 3 of 64 set = 0.047 <= Ta/(Ta+Tb) 140 of 472 = 0.297  net -117.9 cycles  To 88, estimated 0.62x  does not pay
flatten: no nest of loops is worth flattening; still P0
  L0 at B1: 1 inner loop  n/N 3 of 64 set = 0.047 <= Ta/(Ta+Tb) 140 of 472 = 0.297  net -117.9 cycles  To 88, estimated 0.62x  does not pay
