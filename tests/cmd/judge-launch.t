# A step that loses on one launch is refused, though the sum over all launches gains.

$ cat > split.ll
> target triple = "amdgcn-amd-amdhsa"
> define amdgpu_kernel void @k(ptr addrspace(1) %p, i32 %mask) {
> entry:
>   %t = call i32 @llvm.amdgcn.workitem.id.x()
>   %at = getelementptr inbounds i32, ptr addrspace(1) %p, i32 %t
>   %bit = and i32 %t, %mask
>   %c = icmp eq i32 %bit, 0
>   br i1 %c, label %a, label %b
> a:
>   %x = load i32, ptr addrspace(1) %at, align 4
>   %x1 = mul i32 %x, 3
>   %x2 = xor i32 %x1, %t
>   %x3 = shl i32 %x2, 3
>   %x4 = or i32 %x3, %x
>   %x5 = xor i32 %x4, 5
>   %x6 = or i32 %x5, 6
>   %x7 = xor i32 %x6, 7
>   %x8 = or i32 %x7, 8
>   %x9 = xor i32 %x8, 9
>   %x10 = or i32 %x9, 10
>   %x11 = xor i32 %x10, 11
>   %x12 = or i32 %x11, 12
>   %x13 = xor i32 %x12, 13
>   %x14 = or i32 %x13, 14
>   %x15 = xor i32 %x14, 15
>   %x16 = or i32 %x15, 16
>   %x17 = xor i32 %x16, 17
>   %x18 = or i32 %x17, 18
>   %x19 = xor i32 %x18, 19
>   %x20 = or i32 %x19, 20
>   store i32 %x20, ptr addrspace(1) %at, align 4
>   br label %end
> b:
>   %y = load i32, ptr addrspace(1) %at, align 4
>   %y1 = sub i32 %y, %t
>   %y2 = and i32 %y1, %mask
>   %y3 = ashr i32 %y2, 2
>   %y4 = add i32 %y3, %y
>   %y5 = sub i32 %y4, 5
>   %y6 = shl i32 %y5, 6
>   %y7 = sub i32 %y6, 7
>   %y8 = shl i32 %y7, 8
>   %y9 = sub i32 %y8, 9
>   %y10 = shl i32 %y9, 10
>   %y11 = sub i32 %y10, 11
>   %y12 = shl i32 %y11, 12
>   %y13 = sub i32 %y12, 13
>   %y14 = shl i32 %y13, 14
>   %y15 = sub i32 %y14, 15
>   %y16 = shl i32 %y15, 16
>   %y17 = sub i32 %y16, 17
>   %y18 = shl i32 %y17, 18
>   %y19 = sub i32 %y18, 19
>   %y20 = shl i32 %y19, 20
>   store i32 %y20, ptr addrspace(1) %at, align 4
>   br label %end
> end:
>   ret void
> }
> declare i32 @llvm.amdgcn.workitem.id.x()

$ cat > split.rcv
> launch grid=1 block=64 p=i32[64]:random(0,100) mask=1
> profile
> launch grid=1 block=64 p=i32[64]:random(0,100) mask=256
> profile add

$ reconverge -b -q -x split.rcv -e darm -e 'expect revision == 0' -e 'preview meld' split.ll
meld would do nothing
  no divergent region is worth melding
  tried and taken back: simulated cycles of all warps grew from 808 to 848 (+5.0%) on launch 2 of 2: grid=1 block=64 seed=1 p=i32[64]:random(0,100) mask=256
$ reconverge -b -x split.rcv -e darm -e meld split.ll | tail -4
darm: no divergent region is worth melding; still P0
  B0: left alone: simulated cycles of all warps grew from 808 to 848 (+5.0%) on launch 2 of 2: grid=1 block=64 seed=1 p=i32[64]:random(0,100) mask=256
meld: no divergent region is worth melding; still P0
  tried and taken back: simulated cycles of all warps grew from 808 to 848 (+5.0%) on launch 2 of 2: grid=1 block=64 seed=1 p=i32[64]:random(0,100) mask=256
# What names an object stands, with a warning.
$ reconverge -b -x split.rcv -e 'meld B0' split.ll | tail -3
P1: meld B0: simulated cycles 2352 -> 1696 (-27.9%) on 2 launches, -696 static cycles, -1 divergent branch, -3 blocks, -4 instructions
  B0: melds B1 with B2, 2 aligned, MP_S 0.45, saved 640, selects 4, branches cost 44 less, net 338 cycles profiled
  warning: simulated cycles of all warps grew from 808 to 848 (+5.0%) on launch 2 of 2: grid=1 block=64 seed=1 p=i32[64]:random(0,100) mask=256
$ reconverge -b -q --json -x split.rcv -e 'meld B0' split.ll | tail -1 | grep -o '"simulated.*"kind": "simulated"}'
"simulated": {"before": 2352, "after": 1696, "launches": 2, "guessed": false, "worst": {"launch": 2, "before": 808, "after": 848}, "unit": "cycles", "kind": "simulated"}
# On the first launch alone it is done.
$ reconverge -b -q -e 'launch grid=1 block=64 p=i32[64]:random(0,100) mask=1' -e darm -e 'expect revision == 1' split.ll

# The ifs that pay are converted where not all do.
$ cat > ifs.ll
> target triple = "amdgcn-amd-amdhsa"
> declare i32 @llvm.amdgcn.workitem.id.x()
> define amdgpu_kernel void @k(ptr addrspace(1) %p, i32 %mask) {
> entry:
>   %t = call i32 @llvm.amdgcn.workitem.id.x()
>   %bit = and i32 %t, 1
>   %odd = icmp eq i32 %bit, 0
>   br i1 %odd, label %always, label %first
> always:
>   %a = add i32 %t, %mask
>   br label %first
> first:
>   %x0 = phi i32 [ %t, %entry ], [ %a, %always ]
>   %b0 = and i32 %x0, %mask
>   %c0 = icmp ne i32 %b0, 0
>   br i1 %c0, label %arm0, label %second
> arm0:
>   %m0 = mul i32 %x0, %t
>   %n0 = mul i32 %m0, %t
>   %o0 = mul i32 %n0, %t
>   br label %second
> second:
>   %x1 = phi i32 [ %x0, %first ], [ %o0, %arm0 ]
>   %b1 = and i32 %x1, %mask
>   %c1 = icmp ne i32 %b1, 0
>   br i1 %c1, label %arm1, label %third
> arm1:
>   %m1 = mul i32 %x1, %t
>   %n1 = mul i32 %m1, %t
>   %o1 = mul i32 %n1, %t
>   br label %third
> third:
>   %x2 = phi i32 [ %x1, %second ], [ %o1, %arm1 ]
>   %b2 = and i32 %x2, %mask
>   %c2 = icmp ne i32 %b2, 0
>   br i1 %c2, label %arm2, label %end
> arm2:
>   %m2 = mul i32 %x2, %t
>   %n2 = mul i32 %m2, %t
>   %o2 = mul i32 %n2, %t
>   br label %end
> end:
>   %z = phi i32 [ %x2, %third ], [ %o2, %arm2 ]
>   %q = getelementptr i32, ptr addrspace(1) %p, i32 %t
>   store i32 %z, ptr addrspace(1) %q
>   ret void
> }

$ cat > ifs.rcv
> set judge=table
> launch grid=1 block=64 p=i32[64]:zero mask=1
> profile
> launch grid=1 block=64 p=i32[64]:zero mask=0
> profile add

$ reconverge -b -x ifs.rcv -e ifconvert -e 'goto P0' -e 'reject B0' -e ifconvert -e 'ifconvert B0' ifs.ll | sed '/^@k/d; /^  [pmw]/d; /^  and/d; /^  the/d'
judge=table
P1: ifconvert: simulated cycles 1264 -> 1176 (-7.0%) on 2 launches, -44 static cycles, -1 divergent branch, -2 blocks, -2 instructions
  B0: runs B1 with all threads, 1 instruction, expected gain 44 cycles
  tried and taken back: simulated cycles of all warps grew from 536 to 552 (+3.0%) on launch 2 of 2: grid=1 block=64 seed=1 p=i32[64]:zero mask=0
  B6: left alone: simulated cycles of all warps grew from 536 to 556 (+3.7%) on launch 2 of 2: grid=1 block=64 seed=1 p=i32[64]:zero mask=0
  B4: left alone: simulated cycles of all warps grew from 536 to 556 (+3.7%) on launch 2 of 2: grid=1 block=64 seed=1 p=i32[64]:zero mask=0
  B2: left alone: simulated cycles of all warps grew from 536 to 556 (+3.7%) on launch 2 of 2: grid=1 block=64 seed=1 p=i32[64]:zero mask=0
at P0: load
ifconvert B0 is rejected
ifconvert: no branch costs more than running both of its sides; still P0
  tried and taken back: simulated cycles of all warps grew from 536 to 596 (+11.2%) on launch 2 of 2: grid=1 block=64 seed=1 p=i32[64]:zero mask=0
  B6: left alone: simulated cycles of all warps grew from 536 to 556 (+3.7%) on launch 2 of 2: grid=1 block=64 seed=1 p=i32[64]:zero mask=0
  B4: left alone: simulated cycles of all warps grew from 536 to 556 (+3.7%) on launch 2 of 2: grid=1 block=64 seed=1 p=i32[64]:zero mask=0
  B2: left alone: simulated cycles of all warps grew from 536 to 556 (+3.7%) on launch 2 of 2: grid=1 block=64 seed=1 p=i32[64]:zero mask=0
! reconverge: -e:1: B0: rejected by the user; 'unreject' takes this back
!   ifconvert B0
!             ^

# The blocks in which guards pay get them where not all do, by themselves and in darm.
$ cat > guards.ll
> target triple = "amdgcn-amd-amdhsa"
> declare i32 @llvm.amdgcn.workitem.id.x()
> define amdgpu_kernel void @k(ptr addrspace(1) %p, i32 %n, i32 %m) {
> entry:
>   %t = call i32 @llvm.amdgcn.workitem.id.x()
>   %at = getelementptr inbounds i32, ptr addrspace(1) %p, i32 %t
>   %c = icmp ult i32 %t, %n
>   %a0 = mul i32 %t, 3
>   %a1 = mul i32 %a0, 5
>   %a2 = mul i32 %a1, 7
>   %a3 = mul i32 %a2, 9
>   %a4 = mul i32 %a3, 11
>   %a5 = mul i32 %a4, 13
>   %a6 = mul i32 %a5, 15
>   %a7 = mul i32 %a6, 17
>   %a8 = mul i32 %a7, 19
>   %a9 = mul i32 %a8, 21
>   %x = select i1 %c, i32 %a9, i32 7
>   %none = icmp eq i32 %n, 0
>   br i1 %none, label %end, label %next
> next:
>   %d = icmp ult i32 %t, %m
>   %b0 = mul i32 %x, 3
>   %b1 = mul i32 %b0, 5
>   %b2 = mul i32 %b1, 7
>   %b3 = mul i32 %b2, 9
>   %b4 = mul i32 %b3, 11
>   %b5 = mul i32 %b4, 13
>   %b6 = mul i32 %b5, 15
>   %b7 = mul i32 %b6, 17
>   %b8 = mul i32 %b7, 19
>   %b9 = mul i32 %b8, 21
>   %b10 = mul i32 %b9, 23
>   %b11 = mul i32 %b10, 25
>   %b12 = mul i32 %b11, 27
>   %b13 = mul i32 %b12, 29
>   %b14 = mul i32 %b13, 31
>   %y = select i1 %d, i32 %b14, i32 9
>   store i32 %y, ptr addrspace(1) %at, align 4
>   %bit = and i32 %t, 1
>   %odd = icmp eq i32 %bit, 0
>   br i1 %odd, label %left, label %right
> left:
>   %l = udiv i32 %y, %n
>   br label %end
> right:
>   %r = udiv i32 %t, %n
>   br label %end
> end:
>   %z = phi i32 [ %x, %entry ], [ %l, %left ], [ %r, %right ]
>   store i32 %z, ptr addrspace(1) %at, align 4
>   ret void
> }

$ cat > guards.rcv
> set judge=table
> launch grid=1 block=128 p=i32[128] n=64 m=0
> profile
> launch grid=1 block=128 p=i32[128] n=64 m=128
> profile add

$ reconverge -b -q -x guards.rcv -e 'preview unpredicate' -e 'preview darm' guards.ll
unpredicate would do:
  simulated cycles 5680 -> 5600 (-1.4%) on 2 launches
  machine's code: not known: judge=table does without it
  the code: +44 static cycles, +1 divergent branch, +2 blocks, +3 instructions
  B0: guards 10 + 0 instructions on %c, 112 cycles, guard 48, skipped 50.0%
  B1: leaves 15 + 0 instructions on %d, 192 cycles, guard 48, skipped 50.0%
  tried and taken back: simulated cycles of all warps grew from 2840 to 2888 (+1.7%) on launch 2 of 2: grid=1 block=128 seed=1 p=i32[128]:zero n=64 m=128
  B1: left alone: simulated cycles of all warps grew from 2840 to 2928 (+3.1%) on launch 2 of 2: grid=1 block=128 seed=1 p=i32[128]:zero n=64 m=128
darm would do:
  simulated cycles 5680 -> 4800 (-15.5%) on 2 launches
  machine's code: not known: judge=table does without it
  the code: -156 static cycles, +1 instruction
  B1: melds B2 with B3, 1 aligned, MP_S 0.50, saved 160, selects 4, branches cost 44 less, net 200 cycles profiled
  guards 1 run

# The tails that pay become one where not all do; a branch can be rejected.
$ cat > some.ll
> target triple = "amdgcn-amd-amdhsa"
> declare i32 @llvm.amdgcn.workitem.id.x()
> define amdgpu_kernel void @k(ptr addrspace(1) %p, ptr addrspace(1) %q) {
> entry:
>   %t = call i32 @llvm.amdgcn.workitem.id.x()
>   %at = getelementptr inbounds i32, ptr addrspace(1) %p, i32 %t
>   %bt = getelementptr inbounds i32, ptr addrspace(1) %q, i32 %t
>   %b0 = and i32 %t, 1
>   %c0 = icmp eq i32 %b0, 0
>   br i1 %c0, label %l, label %r
> l:
>   %l0 = add i32 %t, 9
>   %l1 = xor i32 %l0, 5
>   %l2 = shl i32 %l1, 3
>   %l3 = or i32 %l2, 1
>   br label %mid
> r:
>   %r0 = sub i32 7, %t
>   %r1 = xor i32 %r0, 5
>   %r2 = shl i32 %r1, 3
>   %r3 = or i32 %r2, 1
>   br label %mid
> mid:
>   %x = phi i32 [ %l3, %l ], [ %r3, %r ]
>   store i32 %x, ptr addrspace(1) %at, align 4
>   %b1 = and i32 %t, 2
>   %c1 = icmp eq i32 %b1, 0
>   br i1 %c1, label %one, label %more
> one:
>   %o0 = add i32 %t, 2
>   %o1 = mul i32 %o0, 77
>   %o2 = xor i32 %o1, %t
>   br label %end
> more:
>   %b2 = and i32 %t, 4
>   %c2 = icmp eq i32 %b2, 0
>   br i1 %c2, label %two, label %three
> two:
>   %w0 = sub i32 %x, %t
>   %w1 = mul i32 %w0, 77
>   %w2 = xor i32 %w1, %x
>   br label %end
> three:
>   %h0 = and i32 %x, 77
>   br label %end
> end:
>   %y = phi i32 [ %o2, %one ], [ %w2, %two ], [ %h0, %three ]
>   store i32 %y, ptr addrspace(1) %bt, align 4
>   ret void
> }

$ cat > some.rcv
> set judge=table
> launch grid=1 block=64 p=i32[64]:zero q=i32[64]:zero
$ reconverge -b -q -x some.rcv -e 'preview tailmerge' -e 'reject tailmerge B0' -e 'preview tailmerge' -e 'preview tailmerge B0' some.ll
tailmerge would do:
  simulated cycles 972 -> 960 (-1.2%) on 1 launch
  machine's code: not known: judge=table does without it
  the code: -12 static cycles, -3 instructions
  B0: merges the tails of B1 and B2, 3 instructions, 1 phi, saves 12 cycles, adds 20
  tried and taken back: simulated cycles of all warps grew from 972 to 1008 (+3.7%)
  B3: left alone: simulated cycles of all warps grew from 972 to 1020 (+4.9%)
tailmerge would do nothing
  no two blocks behind a divergent branch have a tail worth merging
  tried and taken back: simulated cycles of all warps grew from 972 to 1020 (+4.9%)
! reconverge: -e:1: B0: rejected by the user; 'unreject' takes this back
!   preview tailmerge B0
!                     ^
? 2
