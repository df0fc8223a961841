# Checks whose launch is guessed: other numbers and data, and what never ran.

$ cp $srcdir/tests/cmd/vary.ll .
$ sed 's/icmp sgt i32 %x, 85/icmp sge i32 %x, 85/' vary.ll > bound.ll
$ sed 's/or i32 %x, 6/xor i32 %x, 6/' vary.ll > or.ll
$ sed 's/mul i32 %v, 3/mul i32 %v, 5/' vary.ll > rare.ll
$ sed 's/icmp eq i32 %n, 7/icmp eq i32 %n, 8/' vary.ll > eight.ll
$ sed 's/add i32 %x, %n/add nsw i32 %x, %n/' vary.ll > nsw.ll
$ reconverge -b -f bounds -e 'check P0 P0' vary.ll
no launch was given, guessed: launch grid=1 block=256 seed=1 in=i32[256]:random(0,100) out=i32[256]:zero n=256
@bounds P0 -> P0: the same with 8 seeds on 48 launches: 256 threads and 2048 bytes of memory each
$ for m in bound or rare eight nsw; do reconverge -b -q -f bounds -e "check P0 $m.ll" vary.ll; done
no launch was given, guessed: launch grid=1 block=256 seed=1 in=i32[256]:random(0,100) out=i32[256]:zero n=256
@bounds P0 -> bound.ll: they differ with seed 1
  out[70]: 87, not 341 (4 of 256 elements differ)
  P0: this value was written by block 0 thread 70, B3: store i32 %v, ptr addrspace(1) %q, align 4
  bound.ll: this value was written by block 0 thread 70, B3: store i32 %v, ptr addrspace(1) %q, align 4
no launch was given, guessed: launch grid=1 block=256 seed=1 in=i32[256]:random(0,100) out=i32[256]:zero n=256
@bounds P0 -> or.ll: they differ with seed 1
  out[19]: 89, not 95 (18 of 256 elements differ)
  P0: this value was written by block 0 thread 19, B3: store i32 %v, ptr addrspace(1) %q, align 4
  or.ll: this value was written by block 0 thread 19, B3: store i32 %v, ptr addrspace(1) %q, align 4
no launch was given, guessed: launch grid=1 block=256 seed=1 in=i32[256]:random(0,100) out=i32[256]:zero n=256
@bounds P0 -> rare.ll: they differ with seed 5
  launch grid=1 block=256 seed=5 in=i32[256]:values(2047,585875046,84,6,84) out=i32[256]:zero n=7
  out[0]: 10235, not 6141 (256 of 256 elements differ)
  P0: this value was written by block 0 thread 0, B4: store i32 %w, ptr addrspace(1) %q, align 4
  rare.ll: this value was written by block 0 thread 0, B4: store i32 %w, ptr addrspace(1) %q, align 4
no launch was given, guessed: launch grid=1 block=256 seed=1 in=i32[256]:random(0,100) out=i32[256]:zero n=256
@bounds P0 -> eight.ll: they differ with seed 15
  launch grid=1 block=256 seed=15 in=i32[256]:random(0,2) out=i32[256]:zero n=7
  out[0]: 7, not 21 (256 of 256 elements differ)
  P0: this value was written by block 0 thread 0, B4: store i32 %w, ptr addrspace(1) %q, align 4
  eight.ll: this value was written by block 0 thread 0, B3: store i32 %v, ptr addrspace(1) %q, align 4
no launch was given, guessed: launch grid=1 block=256 seed=1 in=i32[256]:random(0,100) out=i32[256]:zero n=256
@bounds P0 -> nsw.ll: they differ with seed 17
  launch grid=1 block=256 seed=17 in=i32[256]:values(2047,585875046,84,6,84) out=i32[256]:zero n=2147483646
  out[2]: undefined, not -2147483566 (153 of 256 elements differ)
  P0: this value was written by block 0 thread 2, B3: store i32 %v, ptr addrspace(1) %q, align 4
  nsw.ll: this value was written by block 0 thread 2, B3: store i32 %v, ptr addrspace(1) %q, align 4
? 1
# What the user said is not changed: then those that need another n are the same,
# and those that never ran are told.
$ for m in bound rare eight; do reconverge -b -f bounds -e 'launch n=3 in=i32[256]:random(0,80)' -e "check P0 $m.ll" vary.ll; done
@bounds: grid 1, block 256: 256 threads, seed 1 (the rest guessed)
  in   ptr addrspace(1)  i32[256]:random(0,80)
  out  ptr addrspace(1)  i32[256]:zero
  n    i32               3
@bounds P0 -> bound.ll: the same with 8 seeds on 128 launches: 256 threads and 2048 bytes of memory each
  P0: edges of changed code that no thread took: B0 -> B1
  bound.ll: edges of changed code that no thread took: B0 -> B1
@bounds: grid 1, block 256: 256 threads, seed 1 (the rest guessed)
  in   ptr addrspace(1)  i32[256]:random(0,80)
  out  ptr addrspace(1)  i32[256]:zero
  n    i32               3
@bounds P0 -> rare.ll: tested in part: the same with 8 seeds on 128 launches: 256 threads and 2048 bytes of memory each
  P0: 1 of 1 changed block never ran: B4
  rare.ll: 1 of 1 changed block never ran: B4
@bounds: grid 1, block 256: 256 threads, seed 1 (the rest guessed)
  in   ptr addrspace(1)  i32[256]:random(0,80)
  out  ptr addrspace(1)  i32[256]:zero
  n    i32               3
@bounds P0 -> eight.ll: the same with 8 seeds on 128 launches: 256 threads and 2048 bytes of memory each
  P0: edges of changed code that no thread took: B3 -> B4
  eight.ll: edges of changed code that no thread took: B3 -> B4
# Edges of changed code: of a loop that runs once, and of cases that do not come; not
# the one to a block that traps.
$ sed 's/mul i32 %x, 3/mul i32 3, %x/; s/add i32 %x3, 2/add i32 2, %x3/' vary.ll > once.ll
$ reconverge -b -f once -e 'launch grid=1 block=1 n=1 out=i32[1]:zero' -e 'check P0 once.ll' vary.ll; reconverge -b -q --json -f once -e 'launch grid=1 block=1 n=2 out=i32[1]:zero' -e 'check P0 once.ll' vary.ll | grep -o '"._untaken": [^,]*'
@once: grid 1, block 1: 1 thread, seed 1
  out  ptr addrspace(1)  i32[1]:zero
  n    i32               1
@once P0 -> once.ll: the same with 8 seeds: 1 thread and 4 bytes of memory each
  P0: edges of changed code that no thread took: B1 -> B1, B2 -> B5
  once.ll: edges of changed code that no thread took: B1 -> B1, B2 -> B5
"a_untaken": "B2 -> B5"
"b_untaken": "B2 -> B5"
$ sed 's/store i32 5/store i32 6/' vary.ll > never.ll
$ reconverge -b -f dead -e 'check P0 never.ll' -e 'expect checked' vary.ll
no launch was given, guessed: launch grid=1 block=256 seed=1 out=i32[256]:zero n=256
@dead P0 -> never.ll: tested in part: the same with 8 seeds on 128 launches: 256 threads and 1024 bytes of memory each
  P0: 1 of 1 changed block never ran: B1
  never.ll: 1 of 1 changed block never ran: B1
does not hold: checked (0)
? 1
$ reconverge -b --json -q -f dead -e 'check P0 never.ll seeds=1' vary.ll
{"command": "check P0 never.ll seeds=1", "ok": true, "guessed": "grid=1 block=256 seed=1 out=i32[256]:zero n=256", "function": "dead", "a": "P0", "b": "never.ll", "verdict": "part", "seeds": 1, "launches": 16, "launch": null, "threads": 256, "bytes": 1024, "loose": false, "clock": false, "one_order": false, "by_tokens": false, "a_unrun": "1 of 1 changed block never ran: B1", "b_unrun": "1 of 1 changed block never ran: B1", "a_untaken": null, "b_untaken": null, "weaker": null, "a_race": null, "untested": 2, "void_seeds": 0, "void_reason": null, "dependence": null, "difference": null}
$ sed 's/@dead/@dead/; /^never:/,/^end:/d; s/br i1 %odd, label %never, label %end/br label %end\nend:/' vary.ll > without.ll
$ reconverge -b -f dead -e 'check P0 without.ll' vary.ll
no launch was given, guessed: launch grid=1 block=256 seed=1 out=i32[256]:zero n=256
@dead P0 -> without.ll: tested in part: the same with 8 seeds on 128 launches: 256 threads and 1024 bytes of memory each
  P0: 1 of 3 changed blocks never ran: B1
# Launches with which the original is at fault are left out.
$ reconverge -b -f divides -e check vary.ll
no launch was given, guessed: launch grid=1 block=256 seed=1 out=i32[256]:zero n=256
@divides P0 -> P0: the same with 8 seeds on 48 launches: 256 threads and 1024 bytes of memory each
# A revision knows that it was tested in part.
$ reconverge -b -f bounds -e 'launch n=3 in=i32[256]:random(0,80) out=i32[256] block=256' -e simplify -e check -e 'expect checked and untested' -e history vary.ll
@bounds: grid 1, block 256: 256 threads, seed 1
  in   ptr addrspace(1)  i32[256]:random(0,80)
  out  ptr addrspace(1)  i32[256]:zero
  n    i32               3
P1: simplify: +20 static cycles, +1 block, +2 instructions
  R1: 2 edges out of it gathered in one block
@bounds P0 -> P1: tested in part: the same with 8 seeds: 256 threads and 2048 bytes of memory each
  P0: 1 of 3 changed blocks never ran: B1
  P0: edges of changed code that no thread took: B3 -> B4
  P1: 1 of 4 changed blocks never ran: B1
  P1: edges of changed code that no thread took: B3 -> B4
holds: checked and untested
  P0  load  1140 static cycles, 1 divergent  in @bounds  simulated 3120 cycles
* P1  simplify  +20 static cycles  +1 blocks  in @bounds  simulated 3120 -> 3200 cycles  checked 8 seeds in part
$ reconverge -b -q -f bounds -e 'launch n=3 in=i32[256]:random(0,80) out=i32[256] block=256' -e simplify -e check -e 'expect checked and not untested' vary.ll
does not hold: checked and not untested
? 1
# Signed overflow is poison, unless it shall wrap: then one can test with any data.
$ reconverge -b -f sums -e 'launch grid=1 block=64 in=i32[64]:random out=i32[64]:zero n=40' -e check -e 'set overflow=wrap' -e check -e 'set overflow=ir' -e 'check seeds=1' vary.ll
@sums: grid 1, block 64: 64 threads, seed 1
  in   ptr addrspace(1)  i32[64]:random
  out  ptr addrspace(1)  i32[64]:zero
  n    i32               40
@sums P0 -> P0: cannot tell: P0 is at fault itself with 8 of 8 seeds
  seed 1: branch on poison: block 0 thread 0, B2: br i1 %odd, label %store, label %end
  'set overflow=wrap' lets signed numbers wrap where the code promises that they do not
overflow=wrap
@sums P0 -> P0: the same with 8 seeds: 64 threads and 512 bytes of memory each
overflow=ir
@sums P0 -> P0: cannot tell: P0 is at fault itself with 1 of 1 seed
  seed 1: branch on poison: block 0 thread 0, B2: br i1 %odd, label %store, label %end
  'set overflow=wrap' lets signed numbers wrap where the code promises that they do not
? 1
$ sed 's/mul nsw i32 %s, 3/mul nsw i32 %s, 5/' vary.ll > five.ll
$ reconverge -b -q -f sums -e 'launch grid=1 block=64 in=i32[64]:random out=i32[64]:zero n=40' -e 'set overflow=wrap' -e 'check P0 five.ll' vary.ll
@sums P0 -> five.ll: they differ with seed 1
  out[0]: 1932411328, not 0 (54 of 64 elements differ)
  P0: this value was written by no thread
  five.ll: this value was written by block 0 thread 0, B3: store i32 %s3, ptr addrspace(1) %q, align 4
? 1
# A guess is tried with all seeds of a check: the buffer is large enough for each of
# them. If one cannot be mended, the seed is named.
$ reconverge -b -f rarely -e 'set seeds=1' -e launch vary.ll; reconverge -b -q -f rarely -e launch vary.ll
seeds=1
no launch was given, guessed: launch grid=1 block=256 seed=1 in=i32[256]:random(0,100) out=i32[256]:zero
@rarely: grid 1, block 256: 256 threads, seed 1 (guessed)
  in   ptr addrspace(1)  i32[256]:random(0,100)
  out  ptr addrspace(1)  i32[256]:zero
no launch was given, guessed: launch grid=1 block=256 seed=1 in=i32[1024]:random(0,100) out=i32[1024]:zero
@rarely: grid 1, block 256: 256 threads, seed 1 (guessed)
  in   ptr addrspace(1)  i32[1024]:random(0,100)
  out  ptr addrspace(1)  i32[1024]:zero
$ reconverge -b -f rarely -e 'launch "out=i32[256]"' -e 'launch "in=i32[256]:random(0,100)"' vary.ll
@rarely: grid 1, block 256: 256 threads, seed 1 (the rest guessed)
  in   ptr addrspace(1)  i32[256]:random(0,4)
  out  ptr addrspace(1)  i32[256]:zero
@rarely: grid 1, block 256: 256 threads, seed 1 (the rest guessed)
  in   ptr addrspace(1)  i32[256]:random(0,100)
  out  ptr addrspace(1)  i32[256]:zero
  a trial run with it and seed=2 ended: access out of bounds
# A profile on a guessed launch is one of several: no warp is split as long as n is
# a multiple of the block. What the user said is not changed, and how many cores
# there are changes nothing.
$ cat > guard.ll
> target triple = "amdgcn-amd-amdhsa"
> declare i32 @llvm.amdgcn.workitem.id.x()
> declare i32 @llvm.amdgcn.workgroup.id.x()
> define amdgpu_kernel void @guard(ptr addrspace(1) %a, i32 %n) "amdgpu-flat-work-group-size"="64,64" {
>   %t = call i32 @llvm.amdgcn.workitem.id.x()
>   %g = call i32 @llvm.amdgcn.workgroup.id.x()
>   %b = mul i32 %g, 64
>   %i = add i32 %b, %t
>   %c = icmp slt i32 %i, %n
>   br i1 %c, label %work, label %end
> work:
>   %p = getelementptr i32, ptr addrspace(1) %a, i32 %i
>   %v = load i32, ptr addrspace(1) %p
>   %w = add i32 %v, %n
>   store i32 %w, ptr addrspace(1) %p
>   br label %end
> end:
>   ret void
> }
$ reconverge -b -e profile -e candidates -e 'launch n=128' -e profile guard.ll
no launch was given, guessed: launch grid=4 block=64 seed=1 a=i32[256]:random(0,100) n=256
@guard P0: profits are computed from 8 warps; 1 of their 8 branches split a warp (12.5%)
  with launch grid=4 block=64 seed=1 a=i32[256]:random(0,100) n=256
  and with launch grid=4 block=64 seed=1 a=i32[256]:random(0,100) n=239
  the profile reaches 3 of 3 blocks of @guard; 1 of 1 conditional branch split a warp
◆ 1 guard (B0)  nothing to meld: 'candidates fold=no' lists them
0 of 1 divergent branches in @guard can be melded
profits are computed from the profile of P0, which reaches 3 of 3 blocks; 1 of 1 conditional branch split a warp
@guard: grid 4, block 64: 256 threads, seed 1 (the rest guessed)
  a  ptr addrspace(1)  i32[256]:random(0,100)
  n  i32               128
@guard P0: profits are computed from 4 warps; 0 of their 4 branches split a warp (0.0%)
  the profile reaches 3 of 3 blocks of @guard; no branch splits a warp
$ reconverge -b --json -e profile guard.ll
{"command": "profile", "ok": true, "guessed": "grid=4 block=64 seed=1 a=i32[256]:random(0,100) n=256", "function": "guard", "revision": "P0", "seed": 1, "profile": "P0", "fault": null, "warps": 8, "split_branches": 1, "warp_branches": 8, "launches": ["grid=4 block=64 seed=1 a=i32[256]:random(0,100) n=256", "grid=4 block=64 seed=1 a=i32[256]:random(0,100) n=239"], "reach": {"call_sites": 0, "function": "guard", "reached_blocks": 3, "blocks": 3, "split_branches": 1, "branches": 1}}
$ reconverge -b -e 'launch grid=1 block=64 a=i32[64]:zero n=64' -e profile guard.ll
@guard: grid 1, block 64: 64 threads, seed 1
  a  ptr addrspace(1)  i32[64]:zero
  n  i32               64
@guard P0: profits are computed from 1 warp; 0 of their 1 branches split a warp (0.0%)
  the profile reaches 3 of 3 blocks of @guard; no branch splits a warp
$ for n in 1 4; do reconverge -b -e "set workers=$n" -e profile vary.ll | grep -v workers >with$n; done; diff with1 with4; cat with4
no launch was given, guessed: launch grid=1 block=256 seed=1 in=i32[256]:random(0,100) out=i32[256]:zero n=256
@bounds P0: profits are computed from 8 warps; 8 of their 16 branches split a warp (50.0%)
  with launch grid=1 block=256 seed=1 in=i32[256]:random(0,100) out=i32[256]:zero n=256
  and with launch grid=1 block=256 seed=1 in=i32[256]:random(0,100) out=i32[256]:zero n=7
  the profile reaches 6 of 6 blocks of @bounds; 1 of 2 conditional branches split a warp
# Other launches help if the guess fails.
$ sed -e 's/%c = icmp/%r = urem i32 %n, 13\n  %d = icmp eq i32 %r, 5\n  %z = zext i1 %d to i32\n  %u = udiv i32 %n, %z\n  %c = icmp/' guard.ll >odd.ll; reconverge -b -e profile odd.ll; reconverge -b -e 'launch grid=1 block=64 a=i32[64]:zero n=64' -e profile odd.ll
no launch was given, guessed: launch grid=4 block=64 seed=1 a=i32[256]:random(0,100) n=256
  a trial run with it ended: division by zero
@guard P0: division by zero
  block 0 thread 0, seed 1
  B0: %u = udiv i32 %n, %z
  other launches do not fail: profits are computed from 4 warps; 1 of their 4 branches split a warp (25.0%)
  with launch grid=4 block=64 seed=1 a=i32[256]:random(0,100) n=239
  the profile reaches 3 of 3 blocks of @guard; 1 of 1 conditional branch split a warp
@guard: grid 1, block 64: 64 threads, seed 1
  a  ptr addrspace(1)  i32[64]:zero
  n  i32               64
@guard P0: division by zero
  block 0 thread 0, seed 1
  B0: %u = udiv i32 %n, %z
  no profile is made of a run that failed
? 1
