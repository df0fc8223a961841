; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; What wraps on one side may wrap in the melded instruction: only flags that
; both have are left.

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
  %a0 = add nuw nsw i32 %u, 3
  %a1 = sub nuw nsw i32 %u, 5
  %a2 = mul nuw i32 %u, 7
  %a3 = shl i32 %u, 9
  %a4 = shl nuw i32 %u, 11
  br label %x
f:
  %b0 = add nuw nsw i32 %u, 3
  %b1 = sub nsw i32 %u, 5
  %b2 = mul nsw i32 %u, 7
  %b3 = shl nuw nsw i32 %u, 9
  %b4 = shl i32 %u, 11
  br label %x
x:
  %r0 = phi i32 [ %a0, %t ], [ %b0, %f ]
  %r1 = phi i32 [ %a1, %t ], [ %b1, %f ]
  %r2 = phi i32 [ %a2, %t ], [ %b2, %f ]
  %r3 = phi i32 [ %a3, %t ], [ %b3, %f ]
  %r4 = phi i32 [ %a4, %t ], [ %b4, %f ]
  store i32 %r0, ptr addrspace(1) %p
  store i32 %r1, ptr addrspace(1) %p
  store i32 %r2, ptr addrspace(1) %p
  store i32 %r3, ptr addrspace(1) %p
  store i32 %r4, ptr addrspace(1) %p
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()

; CHECK-LABEL: @k(
; CHECK: add nuw nsw i32 %u, 3
; CHECK: sub nsw i32 %u, 5
; CHECK: mul i32 %u, 7
; CHECK: shl i32 %u, 9
; CHECK: shl i32 %u, 11
; CHECK-NOT: shl
; CHECK: ret void
