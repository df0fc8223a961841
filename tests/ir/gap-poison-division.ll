; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; Nor is it divided by: the divisor of the melded division is chosen.

; RUN: reconverge -b -q %s -e 'set decide=static judge=table threshold=0' -e meld -o - > %t
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
  %a1 = or i32 %a0, 1
  %a = udiv i32 %u, %a1
  br label %x
f:
  %b0 = mul i32 %tid, 9
  %b1 = add i32 %b0, 5
  %b = udiv i32 %u, %b1
  br label %x
x:
  %r = phi i32 [ %a, %t ], [ %b, %f ]
  store i32 %r, ptr addrspace(1) %p
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()

; CHECK-LABEL: @k(
; CHECK-DAG: [[A:%.*]] = or i32 [[M:%.*]], 1
; CHECK-DAG: [[B:%.*]] = add i32 [[M]], 5
; CHECK: [[S:%.*]] = select i1 %c, i32 [[A]], i32 [[B]]
; CHECK-NEXT: udiv i32 %u, [[S]]
; CHECK-NOT: udiv
; CHECK: ret void
