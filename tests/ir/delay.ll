; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; Few threads want the divisions in a round, but in a warp some thread nearly always
; does. They wait in front of them while the others go on for one round, whose copy
; stands in front of the only divisions.

; RUN: reconverge -b -q %s -e 'launch grid=1 block=64 out=u32[64]:zero n=64' -e 'set judge=table' -e 'delay rounds=1' -e 'check seeds=3' -o - > %t
; RUN: opt -passes=verify -disable-output %t
; RUN: FileCheck --input-file=%t %s
; RUN: reconverge -b %s -e 'set judge=table decide=static' -e delay -e 'delay when=always' -e undo -e 'launch grid=1 block=64 out=u32[64]:zero n=64' \
; RUN:   -e 'set decide=measured' -e delay -e 'check seeds=3' | FileCheck --check-prefix=SAID %s
; RUN: not reconverge -b %s -e 'delay B3' 2>&1 | FileCheck --check-prefix=NONE %s
; RUN: not reconverge -b %s -e 'function barrier' -e 'delay B1' 2>&1 | FileCheck --check-prefix=BARRIER %s

; RUN: reconverge -b %s -e 'function ring' -e 'delay B1 rounds=2' -e 'check seeds=2' -o - > %t.ring
; RUN: opt -passes=verify -disable-output %t.ring

; RUN: reconverge -b %s -e 'set judge=table decide=static delay-when=always' -e 'reject delay B1' -e delay -e 'expect revisions==1' -e 'unreject B1' -e delay -e 'expect revisions==2' \
; RUN:   | FileCheck --check-prefix=REJECTED %s
; RUN: not reconverge -b %s -e 'reject delay B1' -e 'delay B1' 2>&1 | FileCheck --check-prefix=NAMED %s
; RUN: not reconverge -b %s -e 'reject delay B2' 2>&1 | FileCheck --check-prefix=NOTHING %s

; CHECK-LABEL: define amdgpu_kernel void @k(
; CHECK-COUNT-2: mul i32 %{{.*}}, 1103515245
; CHECK-NOT:   1103515245
; CHECK-COUNT-2: udiv
; CHECK-NOT:   udiv
; CHECK:       }

; SAID: delay: no threads are to wait for others; still P0
; SAID: B1: left alone: no run says how many threads want the expensive side in a round
; SAID: P1: delay when=always: +136 static cycles
; SAID: B1: threads wait before B2 while others go on, at most 1 round
; SAID: P2: delay: simulated cycles 19380 -> {{.*}} (-{{.*}}%) on 1 launch
; SAID: B1: threads wait before B2 while others go on, at most 4 rounds, net 7452 cycles profiled
; SAID: the same with 3 seeds

; REJECTED: delay B1 is rejected
; REJECTED: B1: left alone: rejected by the user; 'unreject' takes this back
; REJECTED: P1: delay: +136 static cycles
; NAMED: B1: rejected by the user; 'unreject' takes this back
; NOTHING: there is nothing to reject at B2
; NONE: B3 does not end in a divergent branch in a loop of which one side leads to the next round
; BARRIER: B1: a convergent operation would run with other threads than before

target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @k(ptr addrspace(1) %out, i32 %n) {
entry:
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  br label %round

round:
  %i = phi i32 [ 0, %entry ], [ %next, %latch ]
  %x = phi i32 [ %tid, %entry ], [ %y, %latch ]
  %sum = phi i32 [ 0, %entry ], [ %total, %latch ]
  %m = mul i32 %x, 1103515245
  %y = add i32 %m, 12345
  %high = lshr i32 %y, 27
  %rare = icmp eq i32 %high, 0
  br i1 %rare, label %dear, label %latch

dear:
  %d = or i32 %i, 3
  %q = udiv i32 %y, %d
  %r = udiv i32 %q, 7
  %s = xor i32 %q, %r
  %more = add i32 %sum, %s
  br label %latch

latch:
  %total = phi i32 [ %sum, %round ], [ %more, %dear ]
  %next = add i32 %i, 1
  %end = icmp uge i32 %next, %n
  br i1 %end, label %out.block, label %round

out.block:
  %at = getelementptr i32, ptr addrspace(1) %out, i32 %tid
  store i32 %total, ptr addrspace(1) %at, align 4
  ret void
}

; Threads meet at the barrier in each round: none can wait for another.
define amdgpu_kernel void @barrier(ptr addrspace(1) %out, i32 %n) {
entry:
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  br label %round

round:
  %i = phi i32 [ 0, %entry ], [ %next, %latch ]
  %x = phi i32 [ %tid, %entry ], [ %y, %latch ]
  %y = mul i32 %x, 1103515245
  %high = lshr i32 %y, 27
  %rare = icmp eq i32 %high, 0
  br i1 %rare, label %dear, label %latch

dear:
  %d = udiv i32 %y, 7
  %at = getelementptr i32, ptr addrspace(1) %out, i32 %tid
  store i32 %d, ptr addrspace(1) %at, align 4
  br label %latch

latch:
  call void @llvm.amdgcn.s.barrier()
  %next = add i32 %i, 1
  %end = icmp uge i32 %next, %n
  br i1 %end, label %out.block, label %round

out.block:
  ret void
}

; Blocks that never run lead to where the loop is left.
define amdgpu_kernel void @ring(ptr addrspace(1) %out, i32 %n) {
entry:
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  br label %round

round:
  %i = phi i32 [ 0, %entry ], [ %next, %latch ]
  %x = phi i32 [ %tid, %entry ], [ %y, %latch ]
  %y = mul i32 %x, 1103515245
  %high = lshr i32 %y, 27
  %rare = icmp eq i32 %high, 0
  br i1 %rare, label %dear, label %latch

dear:
  %d = udiv i32 %y, 7
  %at = getelementptr i32, ptr addrspace(1) %out, i32 %tid
  store i32 %d, ptr addrspace(1) %at, align 4
  br label %latch

latch:
  %next = add i32 %i, 1
  %end = icmp uge i32 %next, %n
  br i1 %end, label %left, label %round

one:
  br label %two

two:
  br i1 poison, label %one, label %left

left:
  %last = phi i32 [ %next, %latch ], [ 0, %two ]
  %both = add i32 %last, %y
  %to = getelementptr i32, ptr addrspace(1) %out, i32 %tid
  store i32 %both, ptr addrspace(1) %to, align 4
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()
declare void @llvm.amdgcn.s.barrier()
