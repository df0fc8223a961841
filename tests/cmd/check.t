# Whether two revisions compute the same, and what is then known of a revision.

$ cp $srcdir/tests/cmd/prove.ll .
$ cat > arms.rcv
> function arms
> launch grid=2 block=64 a=i32[128]:random(0,100) b=i32[128]:zero n=120

$ reconverge -b -x arms.rcv -q -e meld -e 'expect not checked' -e 'check seeds=3' -e 'expect checked == 3 and not checked(P0)' prove.ll; reconverge -b -x arms.rcv -e meld -e check -e history prove.ll
selected @arms
@arms: grid 2, block 64: 128 threads, seed 1
  a  ptr addrspace(1)  i32[128]:random(0,100)
  b  ptr addrspace(1)  i32[128]:zero
  n  i32               120
P1: meld: simulated cycles 2904 -> 1544 (-46.8%) on 1 launch, -680 static cycles, -1 divergent branch, -2 blocks, -3 instructions
  B1: melds B2 with B3, 2 aligned, MP_S 0.50, saved 640, selects 4, branches cost 44 less, net 680 cycles profiled
@arms P0 -> P1: the same with 8 seeds: 128 threads and 1024 bytes of memory each
  P0  load  1452 static cycles, 2 divergent  in @arms  simulated 2904 cycles
* P1  meld  -680 static cycles  -1 divergent  -2 blocks  in @arms  simulated 2904 -> 1544 cycles  checked 8 seeds
$ reconverge -b --json -x arms.rcv -q -e meld -e 'check seeds=2' -e history prove.ll | tail -2
{"command": "check seeds=2", "ok": true, "function": "arms", "a": "P0", "b": "P1", "verdict": "same", "seeds": 2, "launches": 2, "launch": null, "threads": 128, "bytes": 1024, "loose": false, "clock": false, "one_order": false, "by_tokens": false, "a_unrun": null, "b_unrun": null, "a_untaken": null, "b_untaken": null, "weaker": null, "a_race": null, "untested": 0, "void_seeds": 0, "void_reason": null, "dependence": null, "difference": null}
{"command": "history", "ok": true, "current": "P1", "kinds": {"blocks": {"unit": "blocks", "kind": "static"}, "insts": {"unit": "instructions", "kind": "static"}, "branches": {"unit": "branches", "kind": "static"}, "divergent": {"unit": "branches", "kind": "static"}, "loads": {"unit": "instructions", "kind": "static"}, "stores": {"unit": "instructions", "kind": "static"}, "selects": {"unit": "instructions", "kind": "static"}, "phis": {"unit": "instructions", "kind": "static"}, "cycles": {"unit": "cycles", "kind": "static"}, "peak": {"unit": "bits", "kind": "static"}}, "revisions": [{"id": "P0", "parent": null, "command": "load", "mark": null, "same_as": null, "function": "arms", "count": 0, "before": {"blocks": 5, "insts": 20, "branches": 2, "divergent": 2, "loads": 2, "stores": 2, "selects": 0, "phis": 0, "cycles": 1452, "peak": 224}, "score": {"blocks": 5, "insts": 20, "branches": 2, "divergent": 2, "loads": 2, "stores": 2, "selects": 0, "phis": 0, "cycles": 1452, "peak": 224}, "judged": null, "measured": {"function": "arms", "seed": 1, "cycles": 2904, "scoreboard_cycles": null, "machine_cycles": null, "warp_insts": 40, "split_branches": 3, "utilization": 0.771875, "kinds": {"cycles": {"unit": "cycles", "kind": "simulated"}, "scoreboard_cycles": {"unit": "cycles", "kind": "scoreboard"}, "machine_cycles": {"unit": "cycles", "kind": "machine"}}}, "gpu": null, "checked": null, "proved": null, "witness": null}, {"id": "P1", "parent": "P0", "command": "meld", "mark": null, "same_as": null, "function": "arms", "count": 1, "before": {"blocks": 5, "insts": 20, "branches": 2, "divergent": 2, "loads": 2, "stores": 2, "selects": 0, "phis": 0, "cycles": 1452, "peak": 224}, "score": {"blocks": 3, "insts": 17, "branches": 1, "divergent": 1, "loads": 1, "stores": 1, "selects": 1, "phis": 0, "cycles": 772, "peak": 224}, "judged": {"before": 2904, "after": 1544, "launches": 1, "guessed": false, "worst": null, "unit": "cycles", "kind": "simulated"}, "measured": {"function": "arms", "seed": 1, "cycles": 1544, "scoreboard_cycles": null, "machine_cycles": null, "warp_insts": 34, "split_branches": 1, "utilization": 0.963235294, "kinds": {"cycles": {"unit": "cycles", "kind": "simulated"}, "scoreboard_cycles": {"unit": "cycles", "kind": "scoreboard"}, "machine_cycles": {"unit": "cycles", "kind": "machine"}}}, "gpu": null, "checked": {"function": "arms", "verdict": "same", "seeds": 2, "against": "P0"}, "proved": null, "witness": null}]}
# Two revisions; one and the current one; the setting says how many seeds.
$ reconverge -b -x arms.rcv -q -e 'set steps=fine' -e meld -e cleanup -e 'set seeds=1' -e 'check P1 P2' -e 'check P1' prove.ll; reconverge -b -x arms.rcv -e 'set steps=fine' -e meld -e cleanup -e 'set seeds=1' -e 'check P2 P1' -e 'check P1' prove.ll | tail -2
@arms P2 -> P1: the same with 1 seed: 128 threads and 1024 bytes of memory each
@arms P1 -> P2: the same with 1 seed: 128 threads and 1024 bytes of memory each
# Another module: the first difference, and the threads that made it. Status 1.
$ sed 's/mul i32 %y, 3/mul i32 %y, 5/' prove.ll >wrong.ll
$ reconverge -b -x arms.rcv -e 'check wrong.ll' prove.ll
selected @arms
@arms: grid 2, block 64: 128 threads, seed 1
  a  ptr addrspace(1)  i32[128]:random(0,100)
  b  ptr addrspace(1)  i32[128]:zero
  n  i32               120
@arms wrong.ll -> P0: they differ with seed 1
  b[1]: 291, not 485 (58 of 128 elements differ)
  wrong.ll: this value was written by block 0 thread 1, B3: store i32 %y1, ptr addrspace(1) %pb, align 4
  P0: this value was written by block 0 thread 1, B3: store i32 %y1, ptr addrspace(1) %pb, align 4
? 1
$ reconverge -b --json -x arms.rcv -e 'check wrong.ll seeds=1' prove.ll | tail -1
{"command": "check wrong.ll seeds=1", "ok": true, "function": "arms", "a": "wrong.ll", "b": "P0", "verdict": "differs", "seeds": 1, "launches": 1, "launch": null, "threads": 128, "bytes": 1024, "loose": false, "clock": false, "one_order": false, "by_tokens": false, "a_unrun": null, "b_unrun": null, "a_untaken": null, "b_untaken": null, "weaker": null, "a_race": null, "untested": 0, "void_seeds": 0, "void_reason": null, "dependence": null, "difference": {"seed": 1, "text": "b[1]: 291, not 485 (58 of 128 elements differ)", "race": null, "ends_differ": false, "a_fault": null, "a_writer": "block 0 thread 1, B3: store i32 %y1, ptr addrspace(1) %pb, align 4", "b_fault": null, "b_writer": "block 0 thread 1, B3: store i32 %y1, ptr addrspace(1) %pb, align 4", "buffer": "b", "element": 1, "differ": 58, "elements": 128, "type": "i32", "a": "485", "b": "291"}}
$ sed 's/store i32 %y1, ptr addrspace(1) %pb, align 4/%z = xor i32 %y1, 0/' prove.ll >less.ll
$ reconverge -b -x arms.rcv -q -e 'check P0 less.ll' prove.ll
@arms P0 -> less.ll: they differ with seed 1
  b[1]: 0, not 291 (58 of 128 elements differ)
  P0: this value was written by block 0 thread 1, B3: store i32 %y1, ptr addrspace(1) %pb, align 4
  less.ll: this value was written by no thread
? 1
# A module whose run ends in another way.
$ sed 's/%odd = and i32 %i, 1/%odd = udiv i32 %i, 0/' prove.ll >ends.ll
$ reconverge -b -x arms.rcv -q -e 'check P0 ends.ll' prove.ll
@arms P0 -> ends.ll: they differ with seed 1
  P0: runs to its end
  ends.ll: division by zero: block 0 thread 0, B1: %odd = udiv i32 %i, 0
? 1
# A revision that is at fault itself gives no answer.
$ reconverge -b -f over -e 'launch block=64 a=i32[64]:iota' -e check prove.ll
@over: grid 1, block 64: 64 threads, seed 1
  a  ptr addrspace(1)  i32[64]:iota
@over P0 -> P0: cannot tell: P0 is at fault itself with 8 of 8 seeds
  seed 1: access out of bounds: a + 256, which has 256 bytes: block 0 thread 63, B0: %x = load i32, ptr addrspace(1) %p, align 4, prove.cl:12
? 1
$ reconverge -b --json -f over -e 'launch block=64 a=i32[64]:iota' -e check -e 'expect checked' prove.ll | tail -2
{"command": "check", "ok": true, "function": "over", "a": "P0", "b": "P0", "verdict": "void", "seeds": 8, "launches": 0, "launch": null, "threads": 64, "bytes": 256, "loose": false, "clock": false, "one_order": false, "by_tokens": false, "a_unrun": null, "b_unrun": null, "a_untaken": null, "b_untaken": null, "weaker": null, "a_race": null, "untested": 0, "void_seeds": 8, "void_reason": "access out of bounds: a + 256, which has 256 bytes: block 0 thread 63, B0: %x = load i32, ptr addrspace(1) %p, align 4, prove.cl:12", "dependence": null, "difference": null}
{"command": "expect checked", "ok": true, "holds": false, "values": "checked (0)"}
# Flags that let floats be approximated are told; module variables count.
$ reconverge -b -f loose -e 'launch block=64 f=f32[64]:random' -e 'check seeds=2' prove.ll
@loose: grid 1, block 64: 64 threads, seed 1
  f  ptr addrspace(1)  f32[64]:random
@loose P0 -> P0: the same with 2 seeds: 64 threads and 272 bytes of memory each
  P0 races, which no result here shows: write of @table + 0, which block 0 thread 0 writes: block 0 thread 4, B0: store i32 %k, ptr addrspace(1) %t, align 4
  floats agree within what the fast-math flags allow, not bit for bit
$ sed 's/store i32 %k/store i32 %tid/' prove.ll >table.ll
$ reconverge -b -f loose -q -e 'launch block=64 f=f32[64]:random' -e 'check P0 table.ll' prove.ll
@loose P0 -> table.ll: they differ with seed 1
  @table[0]: 60, not 0 (4 of 16 elements differ)
  P0: this value was written by block 0 thread 60, B0: store i32 %k, ptr addrspace(1) %t, align 4
  table.ll: this value was written by block 0 thread 60, B0: store i32 %tid, ptr addrspace(1) %t, align 4
  floats agree within what the fast-math flags allow, not bit for bit
? 1
# A kernel with other parameters cannot be compared, nor one that does not exist.
$ sed 's/i32 %n) {/i64 %m) {\n%n = trunc i64 %m to i32/' prove.ll >other.ll
$ reconverge -b -x arms.rcv -q -e 'check other.ll' prove.ll
! reconverge: -e:1: other.ll:11:1: expected instruction opcode
!   check other.ll
!         ^
? 2
$ reconverge -b -x arms.rcv -q -e 'check nothere.ll' prove.ll
! reconverge: -e:1: nothere.ll: no such file or revision
!   check nothere.ll
!         ^
? 2
$ reconverge -b -x arms.rcv -q -e 'check P7' prove.ll
! reconverge: -e:1: no revision P7: there is only P0
!   check P7
!         ^
? 2
$ reconverge -b -x arms.rcv -q -e 'check P0 P0 P0' prove.ll
! reconverge: -e:1: check compares two sides; this is a third
!   check P0 P0 P0
!               ^
? 2
$ reconverge -b -x arms.rcv -q -e 'check seeds=0' prove.ll
! reconverge: -e:1: 'seeds=0': the value must be a number from 1 to 100000
!   check seeds=0
!         ^
? 2

# The launch may fault where the smaller ones of check do not. Then a lesson has a
# verdict, but nothing that was measured.
$ sed 's/^target triple.*/&\n@few = internal addrspace(3) global [64 x i32] poison/; 0,/%odd = and/s//%cell = getelementptr i32, ptr addrspace(3) @few, i32 %tid\n  store i32 %tid, ptr addrspace(3) %cell\n  %odd = and/' $srcdir/tests/cmd/small.ll >few.ll
$ reconverge -b -q -e 'function diamond' -e meld -e cleanup -e simplify -e 'pass instcombine' -e 'check seeds=1' -e 'lesson few' few.ll

# Tokens say which threads run an operation together: those of one round that come to the
# block over either arm, in the original as after the step, and not those of one arm.
$ reconverge -b -f loop -e 'launch grid=1 block=64 p=i32[64]:zero n=5' -e 'set decide=static judge=table' -e darm -e 'check seeds=1' $srcdir/tests/ir/token-gather.ll | sed -n '/->/,$p'
@loop P0 -> P1: the same with 1 seed: 64 threads and 256 bytes of memory each
  P0: edges of changed code that no thread took: B2 -> B5, B3 -> B5
  P1: edges of changed code that no thread took: B11 -> B5
$ cp $srcdir/tests/ir/token-gather.ll tokens.ll
$ sed '/define.*@loop/,/^}/s/token %h) ]/token %e2) ]/; /define.*@loop/,/^}/s/^s:/&\n  %v2 = phi i32 [ %a0, %a ], [ %b0, %b ]\n  %e2 = call token @llvm.experimental.convergence.anchor()/; /define.*@loop/,/^}/s/^  %v = phi.*/  %v = add i32 %v2, 0/' $srcdir/tests/ir/token-gather.ll >anchor.ll
$ reconverge -b -q -f loop -e 'launch grid=1 block=64 p=i32[64]:zero n=5' -e 'check P0 anchor.ll seeds=1' $srcdir/tests/ir/token-gather.ll
@loop P0 -> anchor.ll: they differ with seed 1
  p[4]: 20, not 0 (60 of 64 elements differ)
  P0: this value was written by block 0 thread 4, B4: store i32 %r, ptr addrspace(1) %q, align 4
  anchor.ll: this value was written by block 0 thread 4, B4: store i32 %r, ptr addrspace(1) %q, align 4
? 1
$ reconverge -b -q -f loop -e 'launch grid=1 block=64 p=i32[64]:zero n=5' -e 'check P0 tokens.ll seeds=1' anchor.ll
@loop P0 -> tokens.ll: cannot tell: they differ, but the original makes convergence tokens by anchors, and LLVM leaves open which threads meet there
? 1

# A file whose parameters have other names.

$ sed 's/%values/%v/g' $SAMPLES/bitonic_sort.amdgcn.ll >renamed.ll
$ reconverge -b -e 'check renamed.ll' $SAMPLES/bitonic_sort.amdgcn.ll
no launch was given, guessed: launch grid=4 block=256 seed=1 values=i32[1024]:random(0,100)
@bitonic_sort renamed.ll -> P0: the same with 8 seeds on 48 launches: 1024 threads and 4096 bytes of memory each
