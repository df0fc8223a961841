# flatten: what it says of formula (1), and that what runs is the same and, where it pays, less.

$ reconverge -b -e candidates -e 'set idle-lanes=8' -e candidates $SAMPLES/flat_work_queue.nvptx64.ll | grep nests -B1
  L0 B1  1 inner loop  flatten  n/N 16 of 32 guessed = 0.500 > Ta/(Ta+Tb) 88 of 284 = 0.310  net +54  pays
1 of 1 nests of loops in @flat_work_queue can be flattened
--
  L0 B1  1 inner loop  flatten  n/N 8 of 32 set = 0.250 <= Ta/(Ta+Tb) 88 of 284 = 0.310  net -17  does not pay
1 of 1 nests of loops in @flat_work_queue can be flattened
$ reconverge -b -e "launch '$SAMPLES/flat_work_queue.launch.json'" -e profile -e 'preview flatten' $SAMPLES/flat_work_queue.amdgcn.ll | tail -2
flatten would do:
  L0 at B1: 1 inner loop  n/N 30 of 64 measured = 0.469 > Ta/(Ta+Tb) 152 of 484 = 0.314  net +74.88  pays
$ reconverge -b -e 'flatten L1' -e loops -e undo -e redo -e 'flatten L0' $SAMPLES/flat_work_queue.amdgcn.ll
P1: flatten L1: +68 cycles, +2 divergent branches, +2 blocks, +8 instructions
  L0 at B1: 1 inner loop  n/N 32 of 64 guessed = 0.500 > Ta/(Ta+Tb) 152 of 484 = 0.314  net +90  pays
L0  header B5 flat.head  latches B6  exits from B6  5 blocks  ◈ left at different times
at P0: load
at P1: flatten L1
! reconverge: -e:1: no loop with a loop in it is there
!   flatten L0
!           ^
? 2
$ for t in amdgcn nvptx64; do reconverge -b -q -e "launch '$SAMPLES/flat_work_queue.launch.json'" -e flatten -e 'expect revision == 1' -e 'check seeds=2' -e linearize -e darm -e 'check seeds=2' $SAMPLES/flat_work_queue.$t.ll || echo failed; done
$ for t in amdgcn nvptx64; do for s in pcm lin_loop_merge; do reconverge -b -q -e "launch '$SAMPLES/$s.launch.json'" -e 'flatten L0' -e 'expect revision == 1' -e 'check seeds=2' $SAMPLES/$s.$t.ll || echo failed; done; done
$ reconverge -b -e 'flatten L7' -e 'set idle-lanes=many' $SAMPLES/flat_work_queue.amdgcn.ll
! reconverge: -e:1: no loop 'L7' in @flat_work_queue: 'loops' lists them
!   flatten L7
!           ^
? 2
$ reconverge -b --json -e 'preview flatten' $SAMPLES/flat_work_queue.amdgcn.ll
{"command": "preview flatten", "ok": true, "would_change": true, "count": 1, "report": ["L0 at B1: 1 inner loop  n/N 32 of 64 guessed = 0.500 > Ta/(Ta+Tb) 152 of 484 = 0.314  net +90  pays"]}
