; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; The same of a truncation.

; RUN: reconverge -b -q %s -e 'set decide=static judge=table' -e meld -e cleanup -o - > %t
; RUN: opt -passes=verify -disable-output %t
; RUN: FileCheck --input-file=%t %s

target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @k(ptr addrspace(1) %p, i32 %n, i64 %u) {
entry:
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %c = icmp slt i32 %tid, %n
  br i1 %c, label %t, label %f
t:
  %a0 = trunc nuw nsw i64 %u to i32
  %a1 = trunc nuw nsw i64 %u to i16
  %a2 = trunc nuw i64 %u to i8
  %a3 = mul i64 %u, %u
  br label %x
f:
  %b0 = trunc nuw nsw i64 %u to i32
  %b1 = trunc nuw i64 %u to i16
  %b2 = trunc nsw i64 %u to i8
  %b3 = mul i64 %u, %u
  br label %x
x:
  %r0 = phi i32 [ %a0, %t ], [ %b0, %f ]
  %r1 = phi i16 [ %a1, %t ], [ %b1, %f ]
  %r2 = phi i8 [ %a2, %t ], [ %b2, %f ]
  %r3 = phi i64 [ %a3, %t ], [ %b3, %f ]
  store i32 %r0, ptr addrspace(1) %p
  store i16 %r1, ptr addrspace(1) %p
  store i8 %r2, ptr addrspace(1) %p
  store i64 %r3, ptr addrspace(1) %p
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()

; CHECK-LABEL: @k(
; CHECK: trunc nuw nsw i64 %u to i32
; CHECK: trunc nuw i64 %u to i16
; CHECK: trunc i64 %u to i8
; CHECK-NOT: trunc
; CHECK: ret void
