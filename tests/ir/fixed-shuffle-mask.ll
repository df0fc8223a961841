; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; The mask of a shuffle is no operand: different masks, two shuffles. Equal
; ones meld.

; RUN: reconverge -b -q %s -e 'set decide=static judge=table' -e meld -e cleanup -o - > %t
; RUN: opt -passes=verify -disable-output %t
; RUN: FileCheck --input-file=%t %s

target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @k(ptr addrspace(1) %p, i32 %n, <4 x i32> %u, <4 x i32> %v) {
entry:
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %c = icmp slt i32 %tid, %n
  br i1 %c, label %t, label %f
t:
  %a0 = shufflevector <4 x i32> %u, <4 x i32> %v, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
  %a1 = shufflevector <4 x i32> %u, <4 x i32> %v, <4 x i32> <i32 3, i32 2, i32 1, i32 0>
  %a = mul <4 x i32> %a0, %a1
  br label %x
f:
  %b0 = shufflevector <4 x i32> %u, <4 x i32> %v, <4 x i32> <i32 0, i32 4, i32 1, i32 5>
  %b1 = shufflevector <4 x i32> %v, <4 x i32> %u, <4 x i32> <i32 3, i32 2, i32 1, i32 0>
  %b = mul <4 x i32> %b0, %b1
  br label %x
x:
  %r = phi <4 x i32> [ %a, %t ], [ %b, %f ]
  store <4 x i32> %r, ptr addrspace(1) %p
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()

; CHECK-LABEL: @k(
; CHECK-NOT: br i1 %c, label %t, label %f
; CHECK-DAG: shufflevector {{.*}}, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
; CHECK-DAG: shufflevector {{.*}}, <4 x i32> <i32 0, i32 4, i32 1, i32 5>
; CHECK: shufflevector {{.*}}, <4 x i32> <i32 3, i32 2, i32 1, i32 0>
; CHECK-NOT: shufflevector
; CHECK: ret void
