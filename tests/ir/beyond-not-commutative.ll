; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; What does not commute is not turned: %u-%v against %v-%u needs both choices.

; RUN: reconverge -b -q %s -e 'set decide=static judge=table' -e meld -e cleanup -o - > %t
; RUN: opt -passes=verify -disable-output %t
; RUN: FileCheck --input-file=%t %s

target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @k(ptr addrspace(1) %p, i32 %n, i32 %u, i32 %v) {
entry:
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %c = icmp slt i32 %tid, %n
  br i1 %c, label %t, label %f
t:
  %a0 = mul i32 %tid, 7
  %a1 = sub i32 %u, %v
  %a = udiv i32 %a1, %a0
  br label %x
f:
  %b0 = mul i32 %tid, 7
  %b1 = sub i32 %v, %u
  %b = udiv i32 %b1, %b0
  br label %x
x:
  %r = phi i32 [ %a, %t ], [ %b, %f ]
  store i32 %r, ptr addrspace(1) %p
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()

; CHECK-LABEL: @k(
; CHECK-DAG: [[T:%.*]] = sub i32 %u, %v
; CHECK-DAG: [[F:%.*]] = sub i32 %v, %u
; CHECK: [[S:%.*]] = select i1 %c, i32 [[T]], i32 [[F]]
; CHECK-NEXT: udiv i32 [[S]],
; CHECK-NOT: udiv
; CHECK: ret void
