; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; slt against sge, signed against unsigned, ordered against unordered: none is
; the other one exchanged, so none of them melds.

; RUN: reconverge -b -q %s -e 'set decide=static judge=table' -e meld -e cleanup -o - > %t
; RUN: opt -passes=verify -disable-output %t
; RUN: FileCheck --input-file=%t %s

target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @k(ptr addrspace(1) %p, i32 %n, i32 %u, float %v, float %w) {
entry:
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %c = icmp slt i32 %tid, %n
  br i1 %c, label %t, label %f
t:
  %a0 = mul i32 %tid, 7
  %a1 = icmp slt i32 %a0, %u
  %a2 = icmp slt i32 %a0, 5
  %a3 = fcmp olt float %w, %v
  %a4 = and i1 %a1, %a2
  %a5 = and i1 %a4, %a3
  %a = zext i1 %a5 to i32
  br label %x
f:
  %b0 = mul i32 %tid, 9
  %b1 = icmp sge i32 %b0, %u
  %b2 = icmp ult i32 %b0, 5
  %b3 = fcmp ult float %w, %v
  %b4 = and i1 %b1, %b2
  %b5 = and i1 %b4, %b3
  %b = zext i1 %b5 to i32
  br label %x
x:
  %r = phi i32 [ %a, %t ], [ %b, %f ]
  store i32 %r, ptr addrspace(1) %p
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()

; CHECK-LABEL: @k(
; CHECK-DAG: icmp slt i32 [[M:%.*]], %u
; CHECK-DAG: icmp sge i32 [[M]], %u
; CHECK-DAG: icmp slt i32 [[M]], 5
; CHECK-DAG: icmp ult i32 [[M]], 5
; CHECK-DAG: fcmp olt float %w, %v
; CHECK-DAG: fcmp ult float %w, %v
; CHECK: store
