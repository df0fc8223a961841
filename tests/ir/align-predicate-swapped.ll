; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; "a < b" is "b > a": after exchanging operands the two compares are one.
; Nothing has to be chosen here but the constant of the multiplication.

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
  %a0 = mul i32 %tid, 7
  %a1 = icmp slt i32 %a0, %u
  %a = zext i1 %a1 to i32
  br label %x
f:
  %b0 = mul i32 %tid, 9
  %b1 = icmp sgt i32 %u, %b0
  %b = zext i1 %b1 to i32
  br label %x
x:
  %r = phi i32 [ %a, %t ], [ %b, %f ]
  store i32 %r, ptr addrspace(1) %p
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()

; CHECK-LABEL: @k(
; CHECK: [[S:%.*]] = select i1 %c, i32 7, i32 9
; CHECK-NEXT: [[M:%.*]] = mul i32 %tid, [[S]]
; CHECK-NEXT: [[C:%.*]] = icmp slt i32 [[M]], %u
; CHECK-NEXT: [[Z:%.*]] = zext i1 [[C]] to i32
; CHECK-NEXT: store i32 [[Z]]
