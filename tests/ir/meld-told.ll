; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; What is said of the divergent branch is true of the guard that all of its
; threads pass once, and of the branch where they part again: weights,
; !unpredictable. A guard inside a loop of the arms is passed more often by
; some: nothing is said of it.

; RUN: reconverge -b -q -f once %s -e 'set decide=static judge=table threshold=0' -e meld -o - | FileCheck --check-prefix=ONCE %s
; RUN: reconverge -b -q -f often %s -e 'set decide=static judge=table threshold=0' -e meld -o - | FileCheck --check-prefix=OFTEN %s

target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @once(ptr addrspace(1) %p, i32 %n) {
entry:
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %q = getelementptr i32, ptr addrspace(1) %p, i32 %tid
  %c = icmp slt i32 %tid, %n
  br i1 %c, label %t, label %f, !prof !0, !unpredictable !1
t:
  %a0 = udiv i32 %tid, 7
  store i32 3, ptr addrspace(1) %q
  %a = udiv i32 %a0, 3
  br label %x
f:
  %b0 = udiv i32 %tid, 9
  %b = udiv i32 %b0, 5
  br label %x
x:
  %r = phi i32 [ %a, %t ], [ %b, %f ]
  store i32 %r, ptr addrspace(1) %q
  ret void
}

define amdgpu_kernel void @often(ptr addrspace(1) %p, i32 %n) {
entry:
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %q = getelementptr i32, ptr addrspace(1) %p, i32 %tid
  %c = icmp slt i32 %tid, %n
  br i1 %c, label %t, label %f, !prof !0
t:
  %i = phi i32 [ 0, %entry ], [ %i1, %t ]
  %a0 = udiv i32 %i, 7
  store i32 3, ptr addrspace(1) %q
  %a = udiv i32 %a0, 3
  %i1 = add i32 %i, 1
  %d = icmp slt i32 %i1, %a
  br i1 %d, label %t, label %x
f:
  %j = phi i32 [ 0, %entry ], [ %j1, %f ]
  %b0 = udiv i32 %j, 9
  %b = udiv i32 %b0, 5
  %j1 = add i32 %j, 1
  %e = icmp slt i32 %j1, %b
  br i1 %e, label %f, label %x
x:
  %r = phi i32 [ %a, %t ], [ %b, %f ]
  store i32 %r, ptr addrspace(1) %q
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()

!0 = !{!"branch_weights", i32 1, i32 3}
!1 = !{}

; ONCE-LABEL: @once(
; ONCE: br i1 %c, label %{{.*}}, label %{{.*}}, !prof [[P:![0-9]+]], !unpredictable
; ONCE: ret void
; OFTEN-LABEL: @often(
; OFTEN: br i1 %c, label %{{[^,]*}}, label {{%[^,]*$}}
; OFTEN: ret void
