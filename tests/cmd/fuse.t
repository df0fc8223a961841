# One-armed ifs that follow each other. Without a profile nothing says how many
# threads want both arms.
$ reconverge -b -q -e 'set judge=table' -e "launch '$SAMPLES/fuse_walls.launch.json'" -e 'candidates tries=0' -e profile -e candidates $SAMPLES/fuse_walls.amdgcn.ll
◆ B0   R1   entry                refused: one arm is empty: a successor post-dominates the other (B2)
◆ B2   R2   if.end               refused: one arm is empty: a successor post-dominates the other (B4)
0 of 2 divergent branches in @fuse_walls can be melded
  B0, B2  one-armed ifs  refused: threads may want both arms, and no run says how many warps have such threads; 'profile' may lift this
0 of 1 pairs of one-armed ifs in @fuse_walls can be fused
◆ B0   R1   entry                refused: one arm is empty: a successor post-dominates the other (B2)
    best: fuse B0, tried: simulated cycles 9280 -> 7760 (-16.4%) on 1 launch: pays
◆ B2   R2   if.end               refused: one arm is empty: a successor post-dominates the other (B4)
    best: ifconvert B2, tried: simulated cycles 9280 -> 9136 (-1.6%) on 1 launch: pays
0 of 2 divergent branches in @fuse_walls can be melded
profits are computed from the profile of P0, which reaches 5 of 5 blocks; 2 of 2 conditional branches split a warp
  B0, B2  one-armed ifs  fuse  MP_S 0.49  saved 412  selects 16  branches -44  tests 48  second round 448  net +392 cycles profiled
    tried: simulated cycles 9280 -> 7760 (-16.4%) on 1 launch: pays
1 of 1 pairs of one-armed ifs in @fuse_walls can be fused

$ reconverge -b -q --json -e 'set judge=table' -e "launch '$SAMPLES/fuse_walls.launch.json'" -e profile -e candidates $SAMPLES/fuse_walls.nvptx64.ll | tail -1 | grep -o '"ifs":.*'
"ifs": [{"entry": "B0", "next": "B2", "exit": "B4", "fusable": true, "mp_s": 0.483050847, "pairs": 1, "saved": 277, "selects": 16, "branches": -16, "added": 32, "second": 301, "apart": false, "both": 1.0, "again": 0.0, "net": 245, "unit": "cycles", "kind": "profiled", "best": null, "tried": {"would_change": true, "pays": true, "simulated": {"before": 12272, "after": 10440, "launches": 1, "guessed": false, "worst": null, "unit": "cycles", "kind": "simulated"}, "machine": null}}], "nests": []}

# A step, judged by runs, and its preview; on demand it needs none.
$ reconverge -b -e 'set judge=table' -e "launch '$SAMPLES/fuse_walls.launch.json'" -e 'preview fuse' -e fuse -e 'check seeds=2' -e 'candidates' $SAMPLES/fuse_walls.nvptx64.ll | tail -n +9
  simulated cycles 12272 -> 10440 (-14.9%) on 1 launch
  machine's code: not known: judge=table does without it
  the code: +72 static cycles, +16 instructions
  B0: fuses its if with that of B2, with a second round for threads that want both, net 245 cycles profiled
  B5: melds B1 with B6, 8 aligned, MP_S 0.48, saved 277, selects 32, branches cost 16 less, net 261 cycles guessed
P1: fuse: simulated cycles 12272 -> 10440 (-14.9%) on 1 launch, +72 static cycles, +16 instructions
  B0: fuses its if with that of B2, with a second round for threads that want both, net 245 cycles profiled
  B5: melds B1 with B6, 8 aligned, MP_S 0.48, saved 277, selects 32, branches cost 16 less, net 261 cycles guessed
@fuse_walls P0 -> P1: the same with 2 seeds: 256 threads and 2560 bytes of memory each
  P1: edges of changed code that no thread took: B2 -> B3
◆ B0   R1   entry                refused: one arm is empty: a successor post-dominates the other (B2)
◆ B2   R2   if.end               refused: one arm is empty: a successor post-dominates the other (B4)
0 of 2 divergent branches in @fuse_walls can be melded
profits are computed from the profile of P0, which reaches 5 of 5 blocks; 2 of 2 conditional branches split a warp
  B0, B2  one-armed ifs  refused: threads may want both arms, and no run says how many warps have such threads; 'profile' may lift this
0 of 1 pairs of one-armed ifs in @fuse_walls can be fused

$ reconverge -b -e 'set decide=static judge=table' -e fuse -e 'fuse B0' -e undo -e 'fuse when=always' $SAMPLES/fuse_walls.amdgcn.ll
decide=static
judge=table
fuse: no two ifs are worth fusing; still P0
P1: fuse B0: +68 static cycles, +16 instructions
  B0: fuses its if with that of B2, with a second round for threads that want both, net 392 cycles guessed
  B5: melds B1 with B6, 8 aligned, MP_S 0.49, saved 412, selects 32, branches cost 44 less, net 424 cycles guessed
at P0: load
P2: fuse when=always: +68 static cycles, +16 instructions
  B0: fuses its if with that of B2, with a second round for threads that want both, net 392 cycles guessed
  B11: melds B1 with B12, 8 aligned, MP_S 0.49, saved 412, selects 32, branches cost 44 less, net 424 cycles guessed

# Where threads want both arms in most warps, a second round costs more than is saved.
$ reconverge -b -q -e 'set judge=table' -e "launch '$SAMPLES/fuse_walls.launch.json' high=-0.5" -e profile -e candidates -e fuse $SAMPLES/fuse_walls.amdgcn.ll
◆ B0   R1   entry                refused: one arm is empty: a successor post-dominates the other (B2)
    best: ifconvert B0, tried: simulated cycles 9280 -> 9136 (-1.6%) on 1 launch: pays
◆ B2   R2   if.end               refused: one arm is empty: a successor post-dominates the other (B4)
0 of 2 divergent branches in @fuse_walls can be melded
profits are computed from the profile of P0, which reaches 5 of 5 blocks; 1 of 2 conditional branches split a warp
  B0, B2  one-armed ifs  refused: tests and second rounds would cost more cycles than is saved
    tried: simulated cycles 9280 -> 9552 (+2.9%) on 1 launch: does not pay
    best: ifconvert B0, tried: simulated cycles 9280 -> 9136 (-1.6%) on 1 launch: pays
0 of 1 pairs of one-armed ifs in @fuse_walls can be fused

# Rejected, and named where there are no two.
$ reconverge -b -q -e 'set judge=table' -e "launch '$SAMPLES/fuse_walls.launch.json'" -e profile -e 'reject fuse B0' -e fuse -e 'expect revisions==1 and rejected==1' -e 'unreject B0' -e fuse -e 'expect revisions==2' $SAMPLES/fuse_walls.amdgcn.ll

$ reconverge -b -e 'fuse B2' $SAMPLES/fuse_walls.amdgcn.ll
! reconverge: -e:1: B2 does not end in a one-armed if that another one follows at once
!   fuse B2
!        ^
? 2

