; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; Only equal opcodes meld. The multiplications do; an addition and a
; subtraction stay two instructions, and a select at the end chooses.

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
  %a = add i32 %a0, %u
  br label %x
f:
  %b0 = mul i32 %tid, 6
  %b = sub i32 %b0, %u
  br label %x
x:
  %r = phi i32 [ %a, %t ], [ %b, %f ]
  store i32 %r, ptr addrspace(1) %p
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()

; CHECK-LABEL: @k(
; CHECK: [[S:%.*]] = select i1 %c, i32 7, i32 6
; CHECK-NEXT: [[M:%.*]] = mul i32 %tid, [[S]]
; CHECK-NOT: mul
; CHECK-DAG: [[A:%.*]] = add i32 [[M]], %u
; CHECK-DAG: [[B:%.*]] = sub i32 [[M]], %u
; CHECK: [[R:%.*]] = select i1 %c, i32 [[A]], i32 [[B]]
; CHECK: store i32 [[R]]
