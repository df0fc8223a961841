; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; A block against a loop: the replicated side goes around once, its branch back
; made to fall through.

; RUN: reconverge -b -q %s -e 'set decide=static judge=table' -e meld -e cleanup -o - > %t
; RUN: opt -passes=verify -disable-output %t
; RUN: FileCheck --input-file=%t %s

target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @k(ptr addrspace(1) %p, i32 %n, i32 %u) {
entry:
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %c = icmp slt i32 %tid, %n
  br i1 %c, label %t, label %f
t:
  %a = udiv i32 %n, 11
  br label %x
f:
  br label %fl
fl:
  %i = phi i32 [ 0, %f ], [ %i1, %fl ]
  %s = phi i32 [ %tid, %f ], [ %s1, %fl ]
  %s1 = udiv i32 %s, 11
  %i1 = add i32 %i, 1
  %d = icmp slt i32 %i1, %u
  br i1 %d, label %fl, label %fe
fe:
  br label %x
x:
  %r = phi i32 [ %a, %t ], [ %s1, %fe ]
  store i32 %r, ptr addrspace(1) %p
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()

; CHECK-LABEL: @k(
; CHECK: udiv
; CHECK-NOT: udiv
; CHECK: [[D:%.*]] = icmp slt i32 {{%.*}}, %u
; CHECK: [[S:%.*]] = select i1 %c, i1 false, i1 [[D]]
; CHECK: br i1 [[S]]
; CHECK: }
