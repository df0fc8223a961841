# The commands that help to decide: candidates, align, score.

$ cp $srcdir/tests/cmd/small.ll .

$ reconverge -b -f diamond -e candidates small.ll
◆ B0   R1   entry                meld  MP_S 0.50  saved 48  selects 20  branches -44  net +72 cycles guessed
    profiled: 4 warps, both arms in 100.0%: net +72 cycles, in all +288
    tried: simulated cycles 5760 -> 2944 (-48.9%) on 1 guessed launch: pays
1 of 1 divergent branches in @diamond can be melded
profits are computed from the profile of P0, which reaches 4 of 4 blocks; 1 of 1 conditional branch split a warp
$ reconverge -b -f loopy -e 'candidates tries=0' small.ll
◆ B4   R3   exit                 meld  MP_S 0.50  saved 320  selects 4  branches -12  net +327 cycles guessed: B5 with B6
◆ 1 loop exit (B3)  nothing to meld: 'candidates fold=no' lists them
1 of 2 divergent branches in @loopy can be melded
$ reconverge -b -f helper -e candidates small.ll
no divergent branch in @helper
$ reconverge -b -e candidates $SAMPLES/bitonic_sort.amdgcn.ll
◆ B5   R4   if.then              meld  MP_S 0.50  saved 212  selects 8  branches -72  net +276 cycles guessed
    profiled: 552 warps, both arms in 43.5%: net +115 cycles, in all +63480
    tried: simulated cycles 691704 -> 619224 (-10.5%) on 1 guessed launch: pays
◆ B4   R3   for.body7            refused: one arm is empty: a successor post-dominates the other (B10)
◆ B6   R5   if.then10            refused: one arm is empty: a successor post-dominates the other (B10)
◆ B8   R6   if.else              refused: one arm is empty: a successor post-dominates the other (B10)
1 of 4 divergent branches in @bitonic_sort can be melded
profits are computed from the profile of P0, which reaches 13 of 13 blocks; 4 of 6 conditional branches split a warp
  L0 B1  1 inner loop  refused: a convergent operation would run with other threads than before (B10: call void @llvm.amdgcn.s.barrier())
0 of 1 nests of loops in @bitonic_sort can be flattened
# A threshold above what the arms have in common refuses them.
$ reconverge -b -f diamond -e 'set threshold=0.9' -e candidates small.ll
threshold=0.9
◆ B0   R1   entry                refused: MP_S is below the threshold (B2)
0 of 1 divergent branches in @diamond can be melded
profits are computed from the profile of P0, which reaches 4 of 4 blocks; 1 of 1 conditional branch split a warp
$ reconverge -b -f diamond -e 'align B0' small.ll
MP_S of the subgraphs: rows true arm, columns false arm, [chosen]
         B2
  B1  [0.50]
pair: MP_S 0.50, saved 48, selects 20, branches -44, net +72 cycles guessed
MP_B 0.50
matrix: rows B1, columns B2; a number is the best score up to there; [ ] is the best alignment
                                        1     2     3     4
                                 [0]  -44   -44   -44   -44
  1 %x = load i32, ptr addrs…   -44    [8]    8     8   -36
  2 %x1 = mul i32 %x, %n        -44     8   [24]   24   -20
  3 %x2 = add i32 %x1, 1        -44     8   [24]  [24]  -20
  4 store i32 %x2, ptr addrs…   -44   -36   -20   -20   [28]
  B1 (true)                                           B2 (false): 3 of 5 lines melded
  %x = load i32, ptr addrspace(1) %pa, align 4    = %y = load i32, ptr addrspace(1) %pb, align 4
  %x1 = mul i32 %x, %n                            = %y1 = mul i32 %y, %n
  %x2 = add i32 %x1, 1                            <
                                                  > %y2 = sub i32 %y1, 7
  store i32 %x2, ptr addrspace(1) %pa, align 4    = store i32 %y2, ptr addrspace(1) %pb, align 4
$ reconverge -b -f diamond --glyphs=ascii -e 'align R1 subgraphs' small.ll
MP_S of the subgraphs: rows true arm, columns false arm, [chosen]
         B2
  B1  [0.50]
$ reconverge -b -f diamond -e 'align B0 then else' small.ll
matrix: rows B1, columns B2; a number is the best score up to there; [ ] is the best alignment
                                        1     2     3     4
                                 [0]  -44   -44   -44   -44
  1 %x = load i32, ptr addrs…   -44    [8]    8     8   -36
  2 %x1 = mul i32 %x, %n        -44     8   [24]   24   -20
  3 %x2 = add i32 %x1, 1        -44     8   [24]  [24]  -20
  4 store i32 %x2, ptr addrs…   -44   -36   -20   -20   [28]
  B1 (true)                                           B2 (false): 3 of 5 lines melded
  %x = load i32, ptr addrspace(1) %pa, align 4    = %y = load i32, ptr addrspace(1) %pb, align 4
  %x1 = mul i32 %x, %n                            = %y1 = mul i32 %y, %n
  %x2 = add i32 %x1, 1                            <
                                                  > %y2 = sub i32 %y1, 7
  store i32 %x2, ptr addrspace(1) %pa, align 4    = store i32 %y2, ptr addrspace(1) %pb, align 4
$ reconverge -b -e 'align B3' $SAMPLES/sb3.amdgcn.ll | grep -v '^  [%sl ]'
MP_S of the subgraphs: rows true arm, columns false arm, [chosen]
  B4+1  [0.50]   0.43
  B6+1   0.43   [0.50]
pair: MP_S 0.50, saved 220, selects 16, branches -44, net +248 cycles guessed
MP_B 0.50
matrix: rows B4, columns B8; a number is the best score up to there; [ ] is the best alignment
  1 %6 = load i32, ptr addrs…     0   [46]   46    46
  2 %7 = load i32, ptr addrs…     0    46   [92]   92
  3 %cmp25 = icmp ugt i32 %6…     0    46    92   [96]
  B4 (true)                                           B8 (false): 3 of 3 lines melded
MP_B 0.50
matrix: rows B5, columns B9; a number is the best score up to there; [ ] is the best alignment
  1 %mul29 = mul i32 %6, 5        0    [4]    4   -40   -40   -40   -40
  2 %add32 = add i32 %mul29,…     0     4    [8]  -36   -36   -36   -36
  3 store i32 %add32, ptr ad…   -44   -40   -36   [54]   54    54    10
  4 %shr = lshr i32 %add32, 3   -44   -40   -36    54   [58]   58    14
  5 %xor39 = xor i32 %7, %shr   -44   -40   -36    54    58   [62]   18
  6 store i32 %xor39, ptr ad…   -44   -40   -36    10    14    18  [108]
  B5 (true)                                           B9 (false): 6 of 6 lines melded
pair: MP_S 0.50, saved 278, selects 20, branches -72, net +330 cycles guessed
MP_B 0.50
matrix: rows B6, columns B10; a number is the best score up to there; [ ] is the best alignment
  1 %8 = load i32, ptr addrs…     0   [46]   46    46     2     2     2
  2 %9 = load i32, ptr addrs…     0    46   [92]   92    48    48    48
  3 %add44 = add i32 %9, %8       0    46    92   [96]   52    52    52
  4 store i32 %add44, ptr ad…   -44     2    48    52  [142]  142   142
  5 %and47 = and i32 %add44,…   -44     2    48    52   142  [146]  146
  6 %cmp48 = icmp ne i32 %an…   -44     2    48    52   142   146  [150]
  B6 (true)                                           B10 (false): 6 of 6 lines melded
MP_B 0.50
matrix: rows B7, columns B11; a number is the best score up to there; [ ] is the best alignment
  1 %mul54 = mul i32 %8, 9        0    [4]    4   -40   -40   -40   -40
  2 %add55 = add i32 %add44,…     0     4    [8]  -36   -36   -36   -36
  3 store i32 %add55, ptr ad…   -44   -40   -36   [54]   54    54    10
  4 %shl = shl i32 %add55, 2    -44   -40   -36    54   [58]   58    14
  5 %xor62 = xor i32 %8, %shl   -44   -40   -36    54    58   [62]   18
  6 store i32 %xor62, ptr ad…   -44   -40   -36    10    14    18  [108]
  B7 (true)                                           B11 (false): 6 of 6 lines melded
$ reconverge -b -f loopy -e 'align exit subgraphs' small.ll
MP_S of the subgraphs: rows true arm, columns false arm, [chosen]
         B6
  B5  [0.50]
$ reconverge -b -f loopy -e 'align exit' small.ll
MP_S of the subgraphs: rows true arm, columns false arm, [chosen]
         B6
  B5  [0.50]
pair: MP_S 0.50, saved 320, selects 4, branches -12, net +327 cycles guessed
MP_B 0.50
matrix: rows B5, columns B6; a number is the best score up to there; [ ] is the best alignment
                                        1
                                 [0]  -44
  1 store i32 %i, ptr addrsp…   -44  [316]
  B5 (true)                                           B6 (false): 1 of 1 lines melded
  store i32 %i, ptr addrspace(1) %a, align 4      = store i32 %n, ptr addrspace(1) %a, align 4
$ reconverge -b -f diamond -e score small.ll
@diamond         loaded P0  before P0  now P0  change
blocks        s          4          4       4            basic blocks
insts         s         17         17      17            instructions
branches      s          1          1       1            conditional branches
divergent     s          1          1       1            conditional branches that split warps
loads         s          2          2       2            instructions that load
stores        s          2          2       2            instructions that store
selects       s          0          0       0            instructions that choose one of two values
phis          s          0          0       0            values chosen by the edge that a thread came by
cycles        s       1440       1440    1440            cycles of the instructions, by the cost table
peak          s        192        192     192            most bits alive at once in a lane
registers     s          6          6       6            most 32-bit registers alive at once in a lane
unstructured  s          0          0       0            edges that linearization would remove
regions       s          2          2       2            regions with a single entry and a single exit
loops         s          0          0       0            natural loops
$ reconverge -b -f diamond -e darm -e score small.ll
P1: darm: simulated cycles 5760 -> 2944 (-48.9%) on 1 guessed launch, -704 static cycles, -1 divergent branch, -3 blocks, -4 instructions
  B0: melds B1 with B2, 3 aligned, MP_S 0.50, saved 48, selects 20, branches cost 44 less, net 72 cycles profiled
@diamond         loaded P0  before P0  now P1  change
blocks        s          4          4       1      -3   -75.0%  basic blocks
insts         s         17         17      13      -4   -23.5%  instructions
branches      s          1          1       0      -1  -100.0%  conditional branches
divergent     s          1          1       0      -1  -100.0%  conditional branches that split warps
loads         s          2          2       1      -1   -50.0%  instructions that load
stores        s          2          2       1      -1   -50.0%  instructions that store
selects       s          0          0       2      +2      new  instructions that choose one of two values
phis          s          0          0       0                   values chosen by the edge that a thread came by
cycles        s       1440       1440     736    -704   -48.9%  cycles of the instructions, by the cost table
peak          s        192        192     192                   most bits alive at once in a lane
registers     s          6          6       6                   most 32-bit registers alive at once in a lane
unstructured  s          0          0       0                   edges that linearization would remove
regions       s          2          2       1      -1   -50.0%  regions with a single entry and a single exit
loops         s          0          0       0                   natural loops
# Two revisions side by side, whoever made them; what a run needs, if a launch
# was said.
$ reconverge -b -q -e 'pass structurizecfg' -e 'goto P0' -e linearize -e 'score P1 P2' -e 'score P0' -e 'expect unstructured(P0) == 3' -e 'expect unstructured == 0' -e 'expect registers == registers(P0)' $SAMPLES/lin_short_circuit.amdgcn.ll | grep -E '@|unstr'
@lin_short_circuit       P1    P2  change
unstructured        s     0     0                  edges that linearization would remove
@lin_short_circuit       P0    P2  change
unstructured        s     3     0      -3  -100.0%  edges that linearization would remove
$ reconverge -b -q -e "launch '$SAMPLES/lin_short_circuit.launch.json'" -e linearize -e 'score P0 P1' $SAMPLES/lin_short_circuit.nvptx64.ll
@lin_short_circuit        P0    P1  change
blocks              s      6     6                   basic blocks
insts               s     37    39      +2    +5.4%  instructions
branches            s      3     3                   conditional branches
divergent           s      3     3                   conditional branches that split warps
loads               s      3     3                   instructions that load
stores              s      1     1                   instructions that store
selects             s      0     1      +1      new  instructions that choose one of two values
phis                s      4     5      +1   +25.0%  values chosen by the edge that a thread came by
cycles              s   1012  1020      +8    +0.8%  cycles of the instructions, by the cost table
peak                s    320   320                   most bits alive at once in a lane
registers           s     10    10                   most 32-bit registers alive at once in a lane
unstructured        s      3     0      -3  -100.0%  edges that linearization would remove
regions             s      2     4      +2  +100.0%  regions with a single entry and a single exit
loops               s      0     0                   natural loops
warp-cycles         r  10432  8160   -2272   -21.8%  cycles of all warps, by the cost table
$ reconverge -b --json -e linearize -e 'score P0 P1' $SAMPLES/lin_short_circuit.amdgcn.ll
{"command": "linearize", "ok": true, "changed": true, "revision": "P1", "count": 1, "before": {"blocks": 6, "insts": 37, "branches": 3, "divergent": 3, "loads": 3, "stores": 1, "selects": 0, "phis": 4, "cycles": 1580, "peak": 320}, "after": {"blocks": 6, "insts": 39, "branches": 3, "divergent": 3, "loads": 3, "stores": 1, "selects": 1, "phis": 5, "cycles": 1588, "peak": 320}, "kinds": {"blocks": {"unit": "blocks", "kind": "static"}, "insts": {"unit": "instructions", "kind": "static"}, "branches": {"unit": "branches", "kind": "static"}, "divergent": {"unit": "branches", "kind": "static"}, "loads": {"unit": "instructions", "kind": "static"}, "stores": {"unit": "instructions", "kind": "static"}, "selects": {"unit": "instructions", "kind": "static"}, "phis": {"unit": "instructions", "kind": "static"}, "cycles": {"unit": "cycles", "kind": "static"}, "peak": {"unit": "bits", "kind": "static"}}, "simulated": {"before": 8224, "after": 6352, "launches": 1, "guessed": true, "worst": null, "unit": "cycles", "kind": "simulated"}, "machine": {"runs": "simulated", "before": {"cycles": {{[0-9.]+}}, "waves": {{[0-9.]+}}, "scratch": 0.0}, "after": {"cycles": {{[0-9.]+}}, "waves": {{[0-9.]+}}, "scratch": 0.0}, "unit": "cycles", "kind": "machine", "made_for": null}, "report": ["B0..B5: 3 unstructured edges, 4 blocks in 4 units, 1 guard, 1 unit run by all threads; B4 ran up to 3 times; saves 476 cycles, guards cost 48"]}
{"command": "score P0 P1", "ok": true, "function": "lin_short_circuit", "revisions": [{"revision": "P0", "blocks": 6, "insts": 37, "branches": 3, "divergent": 3, "loads": 3, "stores": 1, "selects": 0, "phis": 4, "cycles": 1580, "peak": 320, "registers": 10, "unstructured": 3, "regions": 2, "loops": 0, "warp_cycles": 8224}, {"revision": "P1", "blocks": 6, "insts": 39, "branches": 3, "divergent": 3, "loads": 3, "stores": 1, "selects": 1, "phis": 5, "cycles": 1588, "peak": 320, "registers": 10, "unstructured": 0, "regions": 4, "loops": 0, "warp_cycles": 6352}], "kinds": {"blocks": {"unit": "blocks", "kind": "static"}, "insts": {"unit": "instructions", "kind": "static"}, "branches": {"unit": "branches", "kind": "static"}, "divergent": {"unit": "branches", "kind": "static"}, "loads": {"unit": "instructions", "kind": "static"}, "stores": {"unit": "instructions", "kind": "static"}, "selects": {"unit": "instructions", "kind": "static"}, "phis": {"unit": "instructions", "kind": "static"}, "cycles": {"unit": "cycles", "kind": "static"}, "peak": {"unit": "bits", "kind": "static"}, "registers": {"unit": "registers", "kind": "static"}, "unstructured": {"unit": "edges", "kind": "static"}, "regions": {"unit": "regions", "kind": "static"}, "loops": {"unit": "loops", "kind": "static"}, "warp_cycles": {"unit": "cycles", "kind": "simulated"}}}
$ reconverge -b -q --json -e "launch '$SAMPLES/lin_short_circuit.launch.json'" -e 'score P0 P0' $SAMPLES/lin_short_circuit.amdgcn.ll | tail -1
{"command": "score P0 P0", "ok": true, "function": "lin_short_circuit", "revisions": [{"revision": "P0", "blocks": 6, "insts": 37, "branches": 3, "divergent": 3, "loads": 3, "stores": 1, "selects": 0, "phis": 4, "cycles": 1580, "peak": 320, "registers": 10, "unstructured": 3, "regions": 2, "loops": 0, "warp_cycles": 8224}, {"revision": "P0", "blocks": 6, "insts": 37, "branches": 3, "divergent": 3, "loads": 3, "stores": 1, "selects": 0, "phis": 4, "cycles": 1580, "peak": 320, "registers": 10, "unstructured": 3, "regions": 2, "loops": 0, "warp_cycles": 8224}], "kinds": {"blocks": {"unit": "blocks", "kind": "static"}, "insts": {"unit": "instructions", "kind": "static"}, "branches": {"unit": "branches", "kind": "static"}, "divergent": {"unit": "branches", "kind": "static"}, "loads": {"unit": "instructions", "kind": "static"}, "stores": {"unit": "instructions", "kind": "static"}, "selects": {"unit": "instructions", "kind": "static"}, "phis": {"unit": "instructions", "kind": "static"}, "cycles": {"unit": "cycles", "kind": "static"}, "peak": {"unit": "bits", "kind": "static"}, "registers": {"unit": "registers", "kind": "static"}, "unstructured": {"unit": "edges", "kind": "static"}, "regions": {"unit": "regions", "kind": "static"}, "loops": {"unit": "loops", "kind": "static"}, "warp_cycles": {"unit": "cycles", "kind": "simulated"}}}
$ reconverge -b -q -e 'score P0 P7' $SAMPLES/lin_short_circuit.amdgcn.ll
! reconverge: -e:1: no revision P7: there is only P0
!   score P0 P7
!            ^
? 2
# A revision whose run faults has no simulated cycles, and score says so.
$ reconverge -b -q -e 'set operations=10' -e "launch '$SAMPLES/lin_short_circuit.launch.json'" -e 'score P0' $SAMPLES/lin_short_circuit.amdgcn.ll
@lin_short_circuit P0: step limit reached: the loop may never end: 10 operations of the warp; 'set operations=N' lets a warp run N
  block 0 thread 0, seed 1
  B0: br i1 %cmp, label %B3, label %B2
@lin_short_circuit P0: step limit reached: the loop may never end: 10 operations of the warp; 'set operations=N' lets a warp run N
  block 0 thread 0, seed 1
  B0: br i1 %cmp, label %B3, label %B2
@lin_short_circuit       P0    P0  change
blocks              s     6     6            basic blocks
insts               s    37    37            instructions
branches            s     3     3            conditional branches
divergent           s     3     3            conditional branches that split warps
loads               s     3     3            instructions that load
stores              s     1     1            instructions that store
selects             s     0     0            instructions that choose one of two values
phis                s     4     4            values chosen by the edge that a thread came by
cycles              s  1580  1580            cycles of the instructions, by the cost table
peak                s   320   320            most bits alive at once in a lane
registers           s    10    10            most 32-bit registers alive at once in a lane
unstructured        s     3     3            edges that linearization would remove
regions             s     2     2            regions with a single entry and a single exit
loops               s     0     0            natural loops
? 1
# What is rejected is left out by darm, by meld and by the counts, also after a
# step; a block that was made from it is rejected as well.
$ reconverge -b -q -e 'set judge=table' -e 'reject R9' -e 'expect meldable==2 and rejected==2' -e darm -e 'expect meldable==0 and divergent==divergent(P0)-1' -e candidates $SAMPLES/pcm.amdgcn.ll | grep -e rejected -e melded
◆ B14  R9   for.body41           refused: rejected by the user; 'unreject' takes this back
0 of 6 divergent branches in @pcm can be melded; rejected: 2
$ reconverge -b -e 'reject meld R9' -e 'reject R9' -e 'unreject B14' -e 'unreject B14' $SAMPLES/pcm.amdgcn.ll
meld B14 is rejected
meld B14 was rejected before
delay B14 is rejected
meld B14 is no longer rejected
delay B14 is no longer rejected
! reconverge: -e:1: nothing is rejected at B14
!   unreject B14
!            ^
? 2
$ reconverge -b -e 'reject R9' -e 'meld R9' $SAMPLES/pcm.amdgcn.ll
meld B14 is rejected
delay B14 is rejected
! reconverge: -e:1: B14: rejected by the user; 'unreject' takes this back
!   meld R9
!        ^
? 2
$ reconverge -b -e 'reject cleanup B14' $SAMPLES/pcm.amdgcn.ll
! reconverge: -e:1: 'cleanup' cannot be rejected, only meld, linearize, flatten, unpredicate, fuse, ifconvert, tailmerge and delay can
!   reject cleanup B14
!          ^
? 2
$ reconverge -b -e 'reject linearize B14' $SAMPLES/pcm.amdgcn.ll
! reconverge: -e:1: there is nothing to reject at B14: 'candidates' lists what can be done
!   reject linearize B14
!                    ^
? 2
$ reconverge -b --json -q -e 'reject R9' -e 'candidates' $SAMPLES/pcm.amdgcn.ll | grep -o -e '^.*"rejected": 2}' -e '"entry": "B14"[^}]*'
{"command": "reject R9", "ok": true, "steps": [{"step": "meld", "block": "B14"}, {"step": "delay", "block": "B14"}], "rejected": 2}
"entry": "B14", "exit": "B17", "region": "R9", "meldable": false, "mp_s": 0.5, "pairs": 1, "saved": 66, "selects": 8, "branches": -44, "both": 1.0, "net": 102, "unit": "cycles", "kind": "guessed", "reason": "rejected by the user; 'unreject' takes this back", "block": null, "inst": null, "step": null, "measured": {"net": 0, "unit": "cycles", "total": 0, "kind": "profiled", "warps": 480, "both": 0.766666667, "meldable": false
# Steps of every kind can be rejected, and the journal holds the rejections.
$ reconverge -b -q -e 'reject linearize B0' -e 'linearize when=always' -e 'expect revisions==1' -e 'unreject B0' -e 'linearize when=always' -e 'expect revisions==2' $SAMPLES/lin_jump_out.amdgcn.ll
$ reconverge -b -q -e 'reject flatten L0' -e flatten -e 'expect revisions==1' -e 'journal o.rcv' $SAMPLES/flat_work_queue.amdgcn.ll && reconverge -b -q -x o.rcv -e 'expect rejected==1 and revisions==1' $SAMPLES/flat_work_queue.amdgcn.ll
$ reconverge -b -q -f diamond -e 'set decide=static judge=table steps=fine unpredicate=always' -e meld -e 'reject unpredicate B5' -e 'preview unpredicate' -e 'unreject B5' -e 'preview unpredicate' small.ll
unpredicate would do:
  machine's code: not known: judge=table does without it
  the code: +76 static cycles, +1 divergent branch, +3 blocks, +5 instructions
  B0: guards 1 + 1 instructions on %c, 32 cycles, guard 76
  B5: leaves 1 + 1 instructions on %c, 8 cycles, guard 68
unpredicate would do:
  machine's code: not known: judge=table does without it
  the code: +136 static cycles, +2 divergent branches, +6 blocks, +8 instructions
  B0: guards 1 + 1 instructions on %c, 32 cycles, guard 76
  B5: guards 1 + 1 instructions on %c, 8 cycles, guard 68
# Candidates are listed with the best first, or in the order of the program.
$ reconverge -b -e candidates -e 'candidates sort=order' $SAMPLES/pcm.amdgcn.ll | awk '/meld  |refused/ && / B/ && !/L[0-9]/ {printf "%s ", $2} END {print ""}'
B12 B14 B20 B3 B11 B24 B3 B11 B12 B14 B20 B24 
$ reconverge -b -e 'candidates sort=best' $SAMPLES/pcm.amdgcn.ll
! reconverge: -e:1: sort: 'best' is not one of net|order|kind: did you mean 'net'?
!   candidates sort=best
!              ^
? 2
# A region by the block that it begins at, whatever its number is by then.
$ reconverge -b -e 'set judge=table' -e 'meld region:B14' -e 'align region:B20 subgraphs' -e 'meld region:for.body76' -e 'meld region:B16' $SAMPLES/pcm.amdgcn.ll
judge=table
P1: meld region:B14: simulated cycles 611536 -> 564080 (-7.8%) on 1 guessed launch, -118 static cycles, -1 divergent branch, -3 blocks, -6 instructions
  B14: melds B15 with B16, 5 aligned, MP_S 0.50, saved 66, selects 8, branches cost 44 less, net 76 cycles profiled
MP_S of the subgraphs: rows true arm, columns false arm, [chosen]
         B22
  B21  [0.50]
P2: meld region:for.body76: simulated cycles 564080 -> 517280 (-8.3%) on 1 guessed launch, -118 static cycles, -1 divergent branch, -3 blocks, -6 instructions
  B20: melds B21 with B22, 5 aligned, MP_S 0.50, saved 66, selects 8, branches cost 44 less, net 74 cycles profiled
! reconverge: -e:1: no block 'B16' in @pcm: 'cfg' lists its blocks
!   meld region:B16
!               ^
? 2

# A division by a select of two constants is a full one: it saves nothing.
$ reconverge -b -f differ -e candidates -e darm $srcdir/tests/cmd/constants.ll
◆ B0   R1   entry                refused: no two instructions align (B2); 'ifconvert' may lift this
    best: ifconvert B0, tried: simulated cycles 3216 -> 2976 (-7.5%) on 1 guessed launch: pays
0 of 1 divergent branches in @differ can be melded
profits are computed from the profile of P0, which reaches 4 of 4 blocks; 1 of 1 conditional branch split a warp
darm: no divergent region is worth melding; still P0
$ reconverge -b -f same -e 'align B0 B1 B2' -e darm $srcdir/tests/cmd/constants.ll
matrix: rows B1, columns B2; a number is the best score up to there; [ ] is the best alignment
                                        1     2
                                 [0]    0     0
  1 %a1 = udiv i32 %x, 100        0   [20]   20
  2 %a2 = mul i32 %a1, 7          0    20   [20]
  B1 (true)                                           B2 (false): 2 of 2 lines melded
  %a1 = udiv i32 %x, 100                          = %b1 = udiv i32 %tid, 100
  %a2 = mul i32 %a1, 7                            = %b2 = mul i32 %b1, 8
P1: darm: simulated cycles 3264 -> 2928 (-10.3%) on 1 guessed launch, -84 static cycles, -1 divergent branch, -3 blocks, -4 instructions
  B0: melds B1 with B2, 2 aligned, MP_S 0.35, saved 28, selects 4, branches cost 44 less, net 68 cycles profiled

# Two scalar loads at different addresses become a vector load.
$ reconverge -b -f differ -e 'align B0 B1 B2' -e 'candidates tries=0' $srcdir/tests/cmd/uniform.ll
matrix: rows B1, columns B2; a number is the best score up to there; [ ] is the best alignment
                                        1     2     3     4
                                 [0]    0   -44   -44   -44
  1 %pa = getelementptr floa…     0    [8]  -36   -36   -36
  2 %a0 = load float, ptr ad…   -44   -36  [-28]  -28   -28
  3 %a1 = fmul float %a0, %x    -44   -36  [-28] [-28] [-28]
  B1 (true)                                           B2 (false): 2 of 5 lines melded
  %pa = getelementptr float, ptr addrspace(4) %p… = %qa = getelementptr float, ptr addrspace(4) %q…
  %a0 = load float, ptr addrspace(4) %pa, align 4 = %b0 = load float, ptr addrspace(4) %qa, align 4
  %a1 = fmul float %a0, %x                        <
                                                  > %b1 = fadd float %b0, %x
                                                  > %b2 = fmul float %b1, %x
◆ B0   R1   entry                meld  MP_S 0.49  saved -20  selects 8  branches -44  net +16 cycles guessed
1 of 1 divergent branches in @differ can be melded
$ reconverge -b -f same -e 'align B0 B1 B2' -e 'candidates tries=0' $srcdir/tests/cmd/uniform.ll
matrix: rows B1, columns B2; a number is the best score up to there; [ ] is the best alignment
                                        1     2     3     4
                                 [0]    0   -44   -44   -44
  1 %pa = getelementptr floa…     0   [16]  -28   -28   -28
  2 %a0 = load float, ptr ad…   -44   -28   [66]   66    66
  3 %a1 = fmul float %a0, %x    -44   -28   [66]  [66]  [66]
  B1 (true)                                           B2 (false): 2 of 5 lines melded
  %pa = getelementptr float, ptr addrspace(4) %p… = %qa = getelementptr float, ptr addrspace(4) %p…
  %a0 = load float, ptr addrspace(4) %pa, align 4 = %b0 = load float, ptr addrspace(4) %qa, align 4
  %a1 = fmul float %a0, %x                        <
                                                  > %b1 = fadd float %b0, %x
                                                  > %b2 = fmul float %b1, %x
◆ B0   R1   entry                meld  MP_S 0.49  saved 66  selects 0  branches -44  net +110 cycles guessed
1 of 1 divergent branches in @same can be melded
