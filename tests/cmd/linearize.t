# linearize: what it says, and that what runs is the same and runs less often.
$ reconverge -b -e candidates $SAMPLES/lin_short_circuit.amdgcn.ll
◆ B0   R1   B1                   refused: one arm is empty but for blocks that the other leads to as well (B2); 'linearize' may lift this
    best: linearize B0, tried: simulated cycles 8224 -> 6352 (-22.8%) on 1 guessed launch: pays
◆ B1   -    B2                   refused: the arms share a block before they meet (B4); 'linearize' may lift this
    best: linearize B1, tried: simulated cycles 8224 -> 6352 (-22.8%) on 1 guessed launch: pays
◆ B2   -    B3                   refused: one arm is empty but for blocks that the other leads to as well (B4); 'linearize' may lift this
    best: linearize B2, tried: simulated cycles 8224 -> 6352 (-22.8%) on 1 guessed launch: pays
0 of 3 divergent branches in @lin_short_circuit can be melded
profits are computed from the profile of P0, which reaches 6 of 6 blocks; 3 of 3 conditional branches split a warp
  B0..B5  3 unstructured  linearize  4 of 4 blocks  guards 1  most runs 3  saved 476  price 48  net +428 cycles profiled  x4
    tried: simulated cycles 8224 -> 6352 (-22.8%) on 1 guessed launch: pays
1 of 1 unstructured regions in @lin_short_circuit can be linearized
$ reconverge -b -e 'preview linearize' -e linearize -e linearize -e undo $SAMPLES/lin_short_circuit.amdgcn.ll
linearize would do:
  simulated cycles 8224 -> 6352 (-22.8%) on 1 guessed launch
  machine's code: {{[0-9.]+ -> [0-9.]+ cycles \([-+0-9.%]+\)}} of all warps, by simulated runs; {{\d+}} warps at once
  the code: +8 static cycles, +2 instructions
  B0..B5: 3 unstructured edges, 4 blocks in 4 units, 1 guard, 1 unit run by all threads; B4 ran up to 3 times; saves 476 cycles, guards cost 48
P1: linearize: simulated cycles 8224 -> 6352 (-22.8%) on 1 guessed launch, +8 static cycles, +2 instructions
  B0..B5: 3 unstructured edges, 4 blocks in 4 units, 1 guard, 1 unit run by all threads; B4 ran up to 3 times; saves 476 cycles, guards cost 48
linearize: no region is linearized; still P1
at P0: load
# LIN's example: B5 (here B4) was run by each warp up to three times, now once.
$ reconverge -b -q -e "launch '$SAMPLES/lin_short_circuit.launch.json'" -e 'metrics blocks' -e linearize -e 'metrics blocks' -e 'expect warp-cycles < warp-cycles(P0)' $SAMPLES/lin_short_circuit.amdgcn.ll
block      warps  lanes    used  cycles  share
B2     B3      8    184   35.9%    3072  37.4%
B0     B1      4    256  100.0%    1568  19.1%
B1     B2      4    130   50.8%    1504  18.3%
B5     B6      4    256  100.0%    1456  17.7%
B4     B5     12    148   19.3%     336   4.1%
B3     B4      8    108   21.1%     288   3.5%
block             warps  lanes    used  cycles  share
B0     B1             4    256  100.0%    1568  24.7%
B2     B3             4    184   71.9%    1520  23.9%
B7     B5             4    256  100.0%    1520  23.9%
B1     B2             4    130   50.8%    1456  22.9%
B6     lin.guard      4    256  100.0%     144   2.3%
B3     B4             4    108   42.2%     144   2.3%
# Every sample, every level, both targets: nothing unstructured is left, and
# memory is the same.
$ for s in short_circuit jump_out jump_in irreducible; do for t in amdgcn nvptx64; do set --; for o in 0 1 2 3 4; do set -- "$@" -e 'goto P0' -e "set lin-opt=$o" -e 'linearize when=always' -e "expect revision == $o + 1 and unstructured == 0" -e 'check seeds=2' -e candidates; done; reconverge -b -q -e "launch '$SAMPLES/lin_$s.launch.json'" "$@" $SAMPLES/lin_$s.$t.ll >out || echo failed: $s $t; grep linearized out; done; done; grep -c melded out
5
# Linearize around every branch, in structured and unstructured code.
$ for s in short_circuit jump_out jump_in irreducible interleave loop_merge stack_depth; do set --; for o in 0 2 4; do set -- "$@" -e 'goto P0' -e "set lin-opt=$o linearize=all" -e 'linearize when=always' -e 'check seeds=2'; done; reconverge -b -q -e "launch '$SAMPLES/lin_$s.launch.json'" "$@" $SAMPLES/lin_$s.amdgcn.ll || echo failed: $s; done
# There may be nothing to do, and some regions are refused.
$ cp $srcdir/tests/cmd/small.ll .
$ reconverge -b -e linearize -e 'preview linearize' $SAMPLES/lin_stack_depth.amdgcn.ll
linearize: no region is linearized; still P0
linearize would do nothing
  no region is linearized
$ reconverge -b -f diamond -e 'linearize B1' small.ll
! reconverge: -e:1: there is no region to linearize
!   linearize B1
!             ^
? 2
$ reconverge -b -e 'set lin-opt=5' small.ll
! reconverge: -e:1: lin-opt: 5 is out of range; it must be from 0 to 4
!   set lin-opt=5
!       ^
? 2
$ reconverge -b --json -e 'candidates tries=0' $SAMPLES/lin_irreducible.nvptx64.ll
{"command": "candidates tries=0", "ok": true, "candidates": [{"entry": "B0", "exit": "B2", "region": null, "meldable": false, "reason": "one arm is empty: a successor post-dominates the other", "block": "B2", "inst": null, "step": null, "best": null, "tried": null}, {"entry": "B2", "exit": "B3", "region": null, "meldable": false, "reason": "one arm is empty: a successor post-dominates the other", "block": "B3", "inst": null, "step": null, "best": null, "tried": null}], "guards": [], "loop_exits": [], "function": "lin_irreducible", "body": null, "profile": null, "meldable": 0, "rejected": 0, "possible": 0, "tried": 0, "blind": null, "linear": [{"entry": "B0", "exit": "B3", "unstructured": 2, "blocks": 2, "linearizable": true, "branches": ["B2", "B0"], "units": 2, "splits": 0, "guards": 1, "runs": 1, "saved": 0, "covered": 0, "price": 512, "net": -512, "unit": "cycles", "kind": "guessed", "timing": "latency", "times": 1.0, "source": "guessed", "best": null, "tried": null}], "ifs": [], "nests": []}
# The mode as a word of the command, for this once; the setting stays.
$ reconverge -b -e 'candidates mode=depth depth=1 tries=0' -e 'preview linearize mode=depth depth=1 when=always' -e 'linearize B0 mode=depth depth=1' -e 'candidates' $SAMPLES/lin_stack_depth.amdgcn.ll | grep -v '^◆'
0 of 3 divergent branches in @lin_stack_depth can be melded
  B0..B9  0 unstructured  linearize  8 of 8 blocks  guards 2  most runs 1  saved 0  price 122  net -122 cycles guessed: costs more
1 of 1 regions in @lin_stack_depth can be linearized
linearize would do:
  simulated cycles 3872 -> 4016 (+3.7%) on 1 guessed launch
  machine's code: {{[0-9.]+ -> [0-9.]+ cycles \([-+0-9.%]+\)}} of all warps, by simulated runs; {{\d+}} warps at once
  the code: +36 static cycles, -3 blocks, +18 instructions
  B0..B9: 0 unstructured edges, 8 blocks in 8 units, 2 guards, 5 units run by all threads; saves 0 cycles, guards cost 122: by the profile, this does not pay
  warning: the machine's code grew from {{[0-9.]+ to [0-9.]+}} cycles of all warps, by simulated runs
P1: linearize B0 mode=depth depth=1: simulated cycles 3872 -> 4016 (+3.7%) on 1 guessed launch, +36 static cycles, -3 blocks, +18 instructions
  B0..B9: 0 unstructured edges, 8 blocks in 8 units, 2 guards, 5 units run by all threads; saves 0 cycles, guards cost 122: by the profile, this does not pay
  warning: the machine's code grew from {{[0-9.]+ to [0-9.]+}} cycles of all warps, by simulated runs
    best: ifconvert B0, tried: simulated cycles 4016 -> 3808 (-5.2%) on 1 guessed launch: pays
0 of 3 divergent branches in @lin_stack_depth can be melded
profits are computed from the profile of P0, which reaches 10 of 10 blocks; 3 of 3 conditional branches split a warp
  B0, B10  one-armed ifs  refused: MP_S is below the threshold (B8)
    best: ifconvert B0, tried: simulated cycles 4016 -> 3808 (-5.2%) on 1 guessed launch: pays
  B10, B14  one-armed ifs  refused: threads may want both arms, and no run says how many warps have such threads; 'profile' may lift this
0 of 2 pairs of one-armed ifs in @lin_stack_depth can be fused
$ reconverge -b -e 'linearize mode=most' small.ll
! reconverge: -e:1: linearize: 'most' is not one of unstructured|interleave|loops|depth|all
!   linearize mode=most
!             ^
? 2
$ reconverge -b -e 'linearize deep=2' small.ll
! reconverge: -e:1: linearize takes no setting 'deep='
!   linearize deep=2
!             ^
? 2
$ reconverge -b -e 'linearize B0 B1' small.ll
! reconverge: -e:1: linearize takes one object at most
!   linearize B0 B1
!                ^
? 2
$ reconverge -b -e 'candidates B0' small.ll
! reconverge: -e:1: candidates takes no object
!   candidates B0
!              ^
? 2
# Stack depth (5.3): at most two entries for each of the branches left.
$ for n in 1 2 3 4; do reconverge -b -q -e "launch '$SAMPLES/lin_stack_depth.launch.json'" -e "linearize mode=depth depth=$n when=always" -e "expect stack-depth <= 1 + 2 * $n" -e 'check seeds=2' -e 'metrics P0' $SAMPLES/lin_stack_depth.amdgcn.ll | grep stack-depth; done
stack-depth          r      7      2   -71.4%  most entries on the reconvergence stack of a warp
stack-depth          r      7      4  -42.9%  most entries on the reconvergence stack of a warp
stack-depth          r      7      7          most entries on the reconvergence stack of a warp
stack-depth          r      7      7          most entries on the reconvergence stack of a warp
$ reconverge -b -q -e "launch '$SAMPLES/lin_stack_depth.launch.json'" -e "linearize mode=depth depth=1 when=always" -e 'expect stack-depth == 2' -e 'undo' -e "linearize mode=depth depth=2 when=always" -e 'expect stack-depth == 4' -e undo -e 'expect stack-depth == 7' $SAMPLES/lin_stack_depth.amdgcn.ll
# Interleaving (5.1): loads of both arms under way before either is used.
$ for t in amdgcn nvptx64; do reconverge -b -q -e "launch '$SAMPLES/lin_interleave.launch.json'" -e 'set timing=scoreboard' -e 'linearize mode=interleave' -e 'expect stall-cycles < 0.7 * stall-cycles(P0)' -e 'expect scoreboard-cycles < scoreboard-cycles(P0)' -e 'check seeds=3' $SAMPLES/lin_interleave.$t.ll || echo failed: $t; done
# What it promises is what a run then shows, within a seventh: stalls covered, less
# guards; only timing=scoreboard counts stalls.
$ for t in amdgcn nvptx64; do for timing in latency scoreboard; do reconverge -b -e "launch '$SAMPLES/lin_interleave.launch.json'" -e "set timing=$timing decide=static judge=table" -e profile -e 'candidates mode=interleave when=always' -e 'candidates mode=interleave when=profit' $SAMPLES/lin_interleave.$t.ll | grep -o '  B0.*'; done; done
  B0..B7  0 unstructured  linearize  6 of 6 blocks  guards 3  most runs 1  saved 0  price 96  net -96 cycles profiled: costs more  would cover 368 cycles of stalls with timing=scoreboard  x4
  B0..B7  0 unstructured  refused: the guards would cost more cycles than they save: 96, they save 0, profile, would cover 368 cycles of stalls with timing=scoreboard
  B0..B7  0 unstructured  linearize  6 of 6 blocks  guards 3  most runs 1  saved 0  price 96  net +272 cycles profiled  covers 368 cycles of stalls  x4
  B0..B7  0 unstructured  linearize  6 of 6 blocks  guards 3  most runs 1  saved 0  price 96  net +272 cycles profiled  covers 368 cycles of stalls  x4
  B0..B7  0 unstructured  linearize  6 of 6 blocks  guards 3  most runs 1  saved 0  price 48  net -48 cycles profiled: costs more  would cover 234 cycles of stalls with timing=scoreboard  x8
  B0..B7  0 unstructured  refused: the guards would cost more cycles than they save: 48, they save 0, profile, would cover 234 cycles of stalls with timing=scoreboard
  B0..B7  0 unstructured  linearize  6 of 6 blocks  guards 3  most runs 1  saved 0  price 48  net +186 cycles profiled  covers 234 cycles of stalls  x8
  B0..B7  0 unstructured  linearize  6 of 6 blocks  guards 3  most runs 1  saved 0  price 48  net +186 cycles profiled  covers 234 cycles of stalls  x8
$ reconverge -b -q -e "launch '$SAMPLES/lin_interleave.launch.json'" -e 'set timing=scoreboard decide=static judge=table' -e 'linearize mode=interleave when=profit' -e 'expect scoreboard-cycles(P0) - scoreboard-cycles > 0.85 * 4 * 272' $SAMPLES/lin_interleave.amdgcn.ll
$ reconverge -b -q -e "launch '$SAMPLES/lin_interleave.launch.json'" -e 'set timing=scoreboard decide=static judge=table' -e 'linearize mode=interleave when=profit' -e 'expect scoreboard-cycles(P0) - scoreboard-cycles > 0.85 * 8 * 186' $SAMPLES/lin_interleave.nvptx64.ll
# A step that is judged by the scoreboard says so.
$ reconverge -b -e "launch '$SAMPLES/lin_interleave.launch.json'" -e 'set timing=scoreboard decide=measured' -e 'linearize mode=interleave when=profit' $SAMPLES/lin_interleave.amdgcn.ll | grep scoreboard
timing=scoreboard
P1: linearize mode=interleave when=profit: scoreboard cycles 5318 -> 4342 (-18.4%) on 1 launch, +88 static cycles, +1 divergent branch, +3 blocks, +10 instructions
# What edges set guards to: units' numbers, or a bit; in earlier revisions too.
$ reconverge -b -q -e 'set steps=fine' -e 'linearize when=always' -e 'export now.dot' -e 'goto P0' -e 'linearize opt=0 when=always' -e 'export all.dot' -e 'export all.json' -e 'goto P1' -e 'export then.dot' $SAMPLES/lin_jump_out.amdgcn.ll && cmp now.dot then.dot && grep guard= now.dot && grep -o 'label="[^"]*guard=[^"]*"' all.dot && grep -o '"guard": "[^"]*"' all.json | sort | uniq -c
	B1 -> B6 [label=" T guard=no ", divergent=true, color="#b34a00:#b34a00", guard="no"];
	B2 -> B6 [label=" T guard=no ", divergent=true, color="#b34a00:#b34a00", guard="no"];
	B3 -> B6 [label=" guard=%cmp11 ", penwidth=2, guard="%cmp11"];
label=" F guard=0 "
label=" guard=3|1 "
label=" guard=4|2 "
label=" guard=0|3 "
      1 "guard": "0"
      1 "guard": "0|3"
      1 "guard": "3|1"
      1 "guard": "4|2"
# Loop merging (5.2): the inner loop's block runs in fewer rounds, more threads
# at once; cycles are saved where it is worth more than the guards.
$ reconverge -b -q -e "launch '$SAMPLES/lin_loop_merge.launch.json'" -e 'metrics blocks' -e 'linearize mode=loops when=always' -e 'metrics blocks' -e 'expect utilization > utilization(P0) and warp-cycles < warp-cycles(P0)' -e 'check seeds=2' $SAMPLES/lin_loop_merge.amdgcn.ll | grep -E 'for.(cond6|body9)'
B4     for.body9     120   6400   83.3%   95040  91.4%
B3     for.cond6     128   6912   84.4%    5120   4.9%
B4     for.body9     104   6400   96.2%   82368  81.4%
B3     for.cond6     108   6912  100.0%    3456   3.4%
# What it promises is what a run then shows, within an eighth: rounds that idle lanes
# fill, less guards and phis.
$ for t in amdgcn nvptx64; do for timing in latency scoreboard; do reconverge -b -e "launch '$SAMPLES/lin_loop_merge.launch.json'" -e "set timing=$timing decide=static judge=table" -e 'candidates mode=loops' -e profile -e 'candidates mode=loops' $SAMPLES/lin_loop_merge.$t.ll | grep -o '  B0.*'; done; done
  B0..B6  0 unstructured  linearize  5 of 5 blocks  guards 2  most runs 1  saved 376064  price 45056  net +331008 cycles guessed  would cover 32 cycles of stalls with timing=scoreboard
  B0..B6  0 unstructured  linearize  5 of 5 blocks  guards 2  most runs 1  saved 3264  price 2464  net +800 cycles profiled  x4
  B0..B6  0 unstructured  linearize  5 of 5 blocks  guards 2  most runs 1  saved 264704  price 45056  net +219680 cycles guessed  covers 32 cycles of stalls
  B0..B6  0 unstructured  linearize  5 of 5 blocks  guards 2  most runs 1  saved 3032  price 2464  net +568 cycles profiled  x4
  B0..B6  0 unstructured  linearize  5 of 5 blocks  guards 2  most runs 1  saved 380928  price 28672  net +352256 cycles guessed  would cover 16 cycles of stalls with timing=scoreboard
  B0..B6  0 unstructured  linearize  5 of 5 blocks  guards 2  most runs 1  saved 3176  price 1568  net +1608 cycles profiled  x8
  B0..B6  0 unstructured  linearize  5 of 5 blocks  guards 2  most runs 1  saved 301056  price 28672  net +272400 cycles guessed  covers 16 cycles of stalls
  B0..B6  0 unstructured  linearize  5 of 5 blocks  guards 2  most runs 1  saved 2990  price 1568  net +1422 cycles profiled  x8
$ reconverge -b -q -e "launch '$SAMPLES/lin_loop_merge.launch.json'" -e 'set decide=static judge=table' -e profile -e 'linearize mode=loops when=profit' -e 'expect warp-cycles(P0) - warp-cycles > 0.875 * 4 * 800' $SAMPLES/lin_loop_merge.amdgcn.ll
$ reconverge -b -q -e "launch '$SAMPLES/lin_loop_merge.launch.json'" -e 'set decide=static judge=table' -e profile -e 'linearize mode=loops when=profit' -e 'expect warp-cycles(P0) - warp-cycles > 0.875 * 8 * 1608' $SAMPLES/lin_loop_merge.nvptx64.ll
$ for t in amdgcn nvptx64; do for l in 1_10 1_100; do reconverge -b -q -f flat_bench_$l -e "launch '$SAMPLES/flat_bench_$l.launch.json'" -e 'linearize mode=loops judge=table' -e 'expect warp-cycles < warp-cycles(P0)' -e 'check seeds=2' $SAMPLES/flat_bench.$t.ll || echo failed: $t $l; done; done
# What a profile knows is not estimated: B5 ran 13 times for each time B1 did,
# where the loop was left, not twice.
$ reconverge -b -e "launch '$SAMPLES/lin_jump_out.launch.json'" -e 'candidates tries=0' -e simulate -e profile -e candidates $SAMPLES/lin_jump_out.amdgcn.ll | grep -o 'most runs.*'
most runs 2  saved 44  price 370  net -326 cycles guessed: costs more
most runs 2  saved 528  price 1042  net -514 cycles profiled: costs more  x4
# Ways into a loop that join in its first round: what they run twice before is
# saved once, not every round (m runs 6 times for 7); who comes back from behind
# the join comes for the next round, and nothing is saved.
$ cat > into.ll
> target triple = "amdgcn-amd-amdhsa"
> declare i32 @llvm.amdgcn.workitem.id.x()
> define amdgpu_kernel void @into(ptr addrspace(1) %out, i32 %rounds) {
>   %t = call i32 @llvm.amdgcn.workitem.id.x()
>   %at = getelementptr i32, ptr addrspace(1) %out, i32 %t
>   %odd = trunc i32 %t to i1
>   br i1 %odd, label %a, label %b
> a:
>   %va = mul i32 %t, 3
>   br label %m
> b:
>   %two = icmp ult i32 %t, 20
>   br i1 %two, label %m, label %h
> m:
>   %vm = phi i32 [ %va, %a ], [ %t, %b ], [ %vh, %h ]
>   %km = phi i32 [ 0, %a ], [ 0, %b ], [ %kh1, %h ]
>   %x1 = mul i32 %vm, 5
>   %x2 = xor i32 %x1, 77
>   %x3 = mul i32 %x2, %x1
>   %x4 = xor i32 %x3, %vm
>   %x5 = mul i32 %x4, %x2
>   br label %h
> h:
>   %vh = phi i32 [ %x5, %m ], [ %t, %b ]
>   %kh = phi i32 [ %km, %m ], [ 0, %b ]
>   %kh1 = add i32 %kh, 1
>   %go = icmp ult i32 %kh1, %rounds
>   br i1 %go, label %m, label %end
> end:
>   store i32 %vh, ptr addrspace(1) %at
>   ret void
> }
$ reconverge -b -e 'launch grid=1 block=64 out=i32[64]:zero rounds=6' -e 'candidates tries=0' -e profile -e candidates -e 'metrics blocks' -e 'linearize when=always' -e 'metrics blocks' -e 'check seeds=2' into.ll | grep -oE 'most runs.*|^B3 .*|.*the same.*'
most runs 2  saved 68  price 2048  net -1980 cycles guessed: costs more
most runs 2  saved 68  price 384  net -316 cycles profiled: costs more
B3     m        7    362   80.8%     476  40.5%
B3     m               6    362   94.3%     360  23.4%
@into P0 -> P1: the same with 2 seeds: 64 threads and 256 bytes of memory each
$ for t in amdgcn nvptx64; do reconverge -b -e "launch '$SAMPLES/lin_jump_in.launch.json'" -e profile -e candidates -e 'linearize when=always' $SAMPLES/lin_jump_in.$t.ll | grep -o 'most runs.*'; done
most runs 1  saved 0  price 512  net -512 cycles profiled: costs more  x4
most runs 1  saved 0  price 250  net -250 cycles profiled: costs more  x8
$ reconverge -b -q -e "launch '$SAMPLES/lin_jump_in.launch.json'" -e 'linearize when=always' -e 'expect warp-cycles - warp-cycles(P0) == 4 * 512' $SAMPLES/lin_jump_in.amdgcn.ll
$ reconverge -b -q -e "launch '$SAMPLES/lin_jump_in.launch.json'" -e 'linearize when=always' -e 'expect warp-cycles - warp-cycles(P0) == 8 * 250' $SAMPLES/lin_jump_in.nvptx64.ll
# What loses is left alone, by the runs or by static counts; not what is meant by name.
$ reconverge -b --keep-going -e linearize -e 'linearize B0' -e undo -e 'linearize when=always' -e undo -e 'set decide=static judge=table' -e 'candidates when=profit' -e linearize -e 'linearize B0 when=profit' -e undo -e 'set lin-when=always' -e linearize $SAMPLES/lin_jump_out.amdgcn.ll | grep -v '^◆'
linearize: no region is linearized; still P0
  tried and taken back: B0: simulated cycles of all warps grew from 69552 to 72128 (+3.7%) (when=always does it)
P1: linearize B0: simulated cycles 69552 -> 72128 (+3.7%) on 1 guessed launch, +12 static cycles, +1 divergent branch, +3 instructions
  B0..B5: 3 unstructured edges, 4 blocks in 4 units, 1 guard, 1 unit run by all threads; B4 ran up to 2 times; saves 484 cycles, guards cost 1042: by the profile, this does not pay
  warning: the machine's code grew from {{[0-9.]+ to [0-9.]+}} cycles of all warps, by simulated runs
at P0: load
P2: linearize when=always: simulated cycles 69552 -> 72128 (+3.7%) on 1 guessed launch, +12 static cycles, +1 divergent branch, +3 instructions
  B0..B5: 3 unstructured edges, 4 blocks in 4 units, 1 guard, 1 unit run by all threads; B4 ran up to 2 times; saves 484 cycles, guards cost 1042: by the profile, this does not pay
  warning: the machine's code grew from {{[0-9.]+ to [0-9.]+}} cycles of all warps, by simulated runs
at P0: load
decide=static
judge=table
0 of 2 divergent branches in @lin_jump_out can be melded
profits are computed from the profile of P0, which reaches 6 of 6 blocks; 2 of 3 conditional branches split a warp
  B0..B5  3 unstructured  refused: the guards would cost more cycles than they save: 1042, they save 484, profile
0 of 1 unstructured regions in @lin_jump_out can be linearized
linearize: no region is linearized; still P0
  B0..B5: left alone: saves 484 cycles, guards cost 1042: by the profile, this does not pay (when=always does it)
P3: linearize B0 when=profit: +12 static cycles, +1 divergent branch, +3 instructions
  B0..B5: 3 unstructured edges, 4 blocks in 4 units, 1 guard, 1 unit run by all threads; B4 ran up to 2 times; saves 484 cycles, guards cost 1042: by the profile, this does not pay
at P0: load
lin-when=always
P4: linearize: +12 static cycles, +1 divergent branch, +3 instructions
  B0..B5: 3 unstructured edges, 4 blocks in 4 units, 1 guard, 1 unit run by all threads; B4 ran up to 2 times; saves 484 cycles, guards cost 1042: by the profile, this does not pay
# Where no region is unstructured, nothing is run to find out what it would bring.
$ reconverge -b -f diamond -e linearize -e 'profile off' $srcdir/tests/cmd/small.ll
linearize: no region is linearized; still P0
there was no profile
# Of two regions the loop loses, and the short circuit stands.
$ cat >two.ll
> target triple = "amdgcn-amd-amdhsa"
> declare i32 @llvm.amdgcn.workitem.id.x()
> define amdgpu_kernel void @two(ptr addrspace(1) %out, i32 %n) {
> entry:
>   %i = call i32 @llvm.amdgcn.workitem.id.x()
>   %p = getelementptr i32, ptr addrspace(1) %out, i32 %i
>   %b0 = and i32 %i, 1
>   %c0 = icmp eq i32 %b0, 0
>   %b1 = and i32 %i, 2
>   %c1 = icmp eq i32 %b1, 0
>   br i1 %c0, label %l, label %r
> l:
>   %u = mul i32 %i, 7
>   store volatile i32 %u, ptr addrspace(1) %p
>   br i1 %c1, label %s, label %m
> r:
>   %v = mul i32 %i, 9
>   store volatile i32 %v, ptr addrspace(1) %p
>   br i1 %c1, label %s, label %m
> s:
>   %w = phi i32 [ %u, %l ], [ %v, %r ]
>   store volatile i32 %w, ptr addrspace(1) %p
>   br label %m
> m:
>   %b2 = and i32 %i, 4
>   %c2 = icmp eq i32 %b2, 0
>   %most = and i32 %i, 31
>   br i1 %c2, label %a, label %b
> a:
>   %x = phi i32 [ 0, %m ], [ %y1, %b ]
>   %x1 = add i32 %x, 1
>   br label %b
> b:
>   %y = phi i32 [ 1, %m ], [ %x1, %a ]
>   %y1 = add i32 %y, 1
>   %on = icmp ult i32 %y1, %most
>   br i1 %on, label %a, label %e
> e:
>   store i32 %y1, ptr addrspace(1) %p
>   ret void
> }
$ reconverge -b -q -e 'launch grid=1 block=64 out=i32[64]:zero n=5' -e linearize -e 'check seeds=2' -e 'expect unstructured == 2' -e 'linearize when=always' -e 'expect unstructured == 0' two.ll
$ reconverge -b -e 'launch grid=1 block=64 out=i32[64]:zero n=5' -e linearize two.ll | tail -4
P1: linearize: simulated cycles 2860 -> 2524 (-11.7%) on 1 launch, +4 static cycles, -1 divergent branch, +1 block, +1 instruction
  B0..B4: 2 unstructured edges, 3 blocks in 3 units, 1 guard; B3 ran up to 2 times; saves 340 cycles, guards cost 32
  tried and taken back: simulated cycles of all warps grew from 2860 to 3324 (+16.2%) (when=always does it)
  B4: left alone: simulated cycles of all warps grew from 2860 to 3660 (+28.0%) (when=always does it)
# Regions that share a head are one part.
$ reconverge -b -f diamond -e 'preview linearize mode=all' $srcdir/tests/cmd/small.ll
linearize would do nothing
  no region is linearized
  tried and taken back: B0: simulated cycles of all warps stay 5760 (when=always does it)
# What cannot be run is not guessed, unless static counts are to decide.
$ sed 's/^declare.*/&\ndeclare i32 @ask(i32) nounwind willreturn/; s/%most = and i32 %i, 31/%most = call i32 @ask(i32 %i)/' two.ll >blind.ll
$ reconverge -b -e linearize -e 'linearize decide=static' -e 'linearize when=always' blind.ll
linearize: no region is linearized; still P0
  left alone, since it cannot be run: cannot be simulated: @ask: no body; link a library that has it (when=always does it)
P1: linearize decide=static: +4 static cycles, -1 divergent branch, +1 block, +1 instruction
  B4..B7: left alone: saves 0 cycles, guards cost 2048: by the guess, this does not pay (when=always does it)
  B0..B4: 2 unstructured edges, 3 blocks in 3 units, 1 guard; B3 ran up to 2 times; saves 340 cycles, guards cost 32
P2: linearize when=always: guessed: +40 static cycles, +2 blocks, +4 instructions
  B4..B7: 2 unstructured edges, 2 blocks in 2 units, 2 guards; saves 0 cycles, guards cost 2048: by the guess, this does not pay
  warning: the machine's code grew from {{[0-9.]+ to [0-9.]+}} cycles of a warp, by guessed runs
  guessed, since it cannot be run: cannot be simulated: @ask: no body; link a library that has it
# Claim 3: at most twice the region's blocks of new instructions, phis and all;
# fewer of both than LLVM's structurizer makes.
$ for s in 'short_circuit 4' 'jump_out 4' 'jump_in 4' 'irreducible 2'; do set -- $s; for t in amdgcn nvptx64; do reconverge -b -q -e 'linearize when=always' -e "expect insts - insts(P0) <= 2 * $2" -e "expect blocks - blocks(P0) <= $2" -e 'goto P0' -e "pass 'fix-irreducible,unify-loop-exits,structurizecfg'" -e 'expect insts > insts(P1)' -e 'expect blocks >= blocks(P1)' $SAMPLES/lin_$1.$t.ll || echo failed: $1 $t; done; done
