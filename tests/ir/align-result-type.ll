; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; Equal opcodes of different result types do not meld: zext to i32 against
; zext to i64.

; RUN: reconverge -b -q %s -e 'set decide=static judge=table' -e meld -e cleanup -o - > %t
; RUN: opt -passes=verify -disable-output %t
; RUN: FileCheck --input-file=%t %s

target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @k(ptr addrspace(1) %p, i32 %n, i16 %h) {
entry:
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %c = icmp slt i32 %tid, %n
  br i1 %c, label %t, label %f
t:
  %a0 = mul i32 %tid, 7
  %a1 = zext i16 %h to i32
  %a = add i32 %a0, %a1
  br label %x
f:
  %b0 = mul i32 %tid, 6
  %b1 = zext i16 %h to i64
  %b2 = trunc i64 %b1 to i32
  %b = add i32 %b0, %b2
  br label %x
x:
  %r = phi i32 [ %a, %t ], [ %b, %f ]
  store i32 %r, ptr addrspace(1) %p
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()

; CHECK-LABEL: @k(
; CHECK-NOT: br i1 %c, label %t, label %f
; CHECK: mul i32 %tid
; CHECK-NOT: mul
; CHECK-DAG: zext i16 %h to i32
; CHECK-DAG: zext i16 %h to i64
; CHECK: store
