; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; A loop whose latch both arms share: the branch back keeps what is said of the
; loop, and the arms meet in each round. Of two arms that lead back themselves, the
; new branch is the one back, and gets it.

; RUN: reconverge -b %s -e 'set decide=static judge=table' -e 'function latch' -e meld | FileCheck %s
; RUN: reconverge -b -q %s -e 'set decide=static judge=table' -e 'function latch' -e darm \
; RUN:   -e 'function back' -e darm -o - > %t
; RUN: opt -passes=verify -disable-output %t
; RUN: FileCheck --check-prefix=CODE --input-file=%t %s

target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @latch(ptr addrspace(1) %p, i32 %n, i32 %u) {
entry:
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  br label %h
h:
  %i = phi i32 [ %tid, %entry ], [ %i1, %l ]
  %j = phi i32 [ 0, %entry ], [ %j1, %l ]
  %c = icmp slt i32 %i, %n
  br i1 %c, label %t, label %f
t:
  %a = udiv i32 %i, %u
  %d = icmp slt i32 %a, %n
  br i1 %d, label %l, label %x
f:
  %b = udiv i32 %n, %u
  %e = icmp slt i32 %b, %i
  br i1 %e, label %l, label %x
l:
  %i1 = phi i32 [ %a, %t ], [ %b, %f ]
  %j1 = add i32 %j, 1
  br label %h, !llvm.loop !0
x:
  %r = phi i32 [ %a, %t ], [ %j, %f ]
  store i32 %r, ptr addrspace(1) %p
  ret void
}

define amdgpu_kernel void @back(ptr addrspace(1) %p, i32 %n, i32 %u) {
entry:
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  br label %h
h:
  %i = phi i32 [ %tid, %entry ], [ %a, %t ], [ %b, %f ]
  %c = icmp slt i32 %i, %n
  br i1 %c, label %t, label %f
t:
  %a = udiv i32 %i, %u
  %d = icmp slt i32 %a, %n
  br i1 %d, label %h, label %x, !llvm.loop !0
f:
  %b = udiv i32 %n, %u
  %e = icmp slt i32 %b, %i
  br i1 %e, label %h, label %x, !llvm.loop !0
x:
  %r = phi i32 [ %a, %t ], [ %i, %f ]
  store i32 %r, ptr addrspace(1) %p
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()

!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.unroll.disable"}

; CHECK: B1: gathers the ways from its arms to B5 and B4 in one block
; CHECK: B1: melds B2 with B3
;
; CODE-LABEL: @latch(
; CODE: udiv
; CODE-NOT: udiv
; CODE: br label %h, !llvm.loop
; CODE-LABEL: @back(
; CODE: udiv
; CODE-NOT: udiv
; CODE: br i1 {{.*}}, label %h, label %x, !llvm.loop
