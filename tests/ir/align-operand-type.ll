; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; The types of the operands count as well: both results are i32, but the one
; is widened from i8, the other from i16. The two from i8 meld.

; RUN: reconverge -b -q %s -e 'set decide=static judge=table' -e meld -e cleanup -o - > %t
; RUN: opt -passes=verify -disable-output %t
; RUN: FileCheck --input-file=%t %s

target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @k(ptr addrspace(1) %p, i32 %n, i8 %g, i8 %h, i16 %w) {
entry:
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %c = icmp slt i32 %tid, %n
  br i1 %c, label %t, label %f
t:
  %a0 = zext i8 %g to i32
  %a1 = zext i8 %h to i32
  %a = mul i32 %a0, %a1
  br label %x
f:
  %b0 = zext i16 %w to i32
  %b1 = zext i8 %g to i32
  %b = mul i32 %b0, %b1
  br label %x
x:
  %r = phi i32 [ %a, %t ], [ %b, %f ]
  store i32 %r, ptr addrspace(1) %p
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()

; CHECK-LABEL: @k(
; CHECK-NOT: br i1 %c, label %t, label %f
; CHECK-NOT: select i1 %c, i16
; CHECK: zext i16 %w to i32
; CHECK-NOT: zext i16
; CHECK: store
