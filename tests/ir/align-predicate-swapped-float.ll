; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; The same of floating-point compares, each kind: ogt is olt and uge is ule
; with the operands exchanged.

; RUN: reconverge -b -q %s -e 'set decide=static judge=table' -e meld -e cleanup -o - > %t
; RUN: opt -passes=verify -disable-output %t
; RUN: FileCheck --input-file=%t %s

target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @k(ptr addrspace(1) %p, i32 %n, float %u, float %v, float %w) {
entry:
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %c = icmp slt i32 %tid, %n
  br i1 %c, label %t, label %f
t:
  %a1 = fcmp olt float %u, %v
  %a2 = fcmp uge float %u, %w
  %a3 = zext i1 %a1 to i32
  %a4 = zext i1 %a2 to i32
  %a = mul i32 %a3, %a4
  br label %x
f:
  %b1 = fcmp ogt float %v, %u
  %b2 = fcmp ule float %w, %u
  %b3 = zext i1 %b1 to i32
  %b4 = zext i1 %b2 to i32
  %b = mul i32 %b3, %b4
  br label %x
x:
  %r = phi i32 [ %a, %t ], [ %b, %f ]
  store i32 %r, ptr addrspace(1) %p
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()

; CHECK-LABEL: @k(
; CHECK-NOT: select
; CHECK: fcmp olt float %u, %v
; CHECK-NEXT: fcmp uge float %u, %w
; CHECK-NOT: select
; CHECK-NOT: fcmp
; CHECK: mul
; CHECK-NOT: mul
; CHECK: ret void
