; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; What nobody uses and has no effect goes, cycles of phis as well; an unused
; load goes, a volatile one, a store and a call that may write stay.

; RUN: reconverge -b -q %s -e cleanup -o - > %t
; RUN: opt -passes=verify -disable-output %t
; RUN: FileCheck --input-file=%t %s

target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @k(ptr addrspace(1) %p, i32 %n) {
entry:
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %z = mul i32 %tid, 3
  %y = load i32, ptr addrspace(1) %p
  %w = load volatile i32, ptr addrspace(1) %p
  br label %l
l:
  %i = phi i32 [ 0, %entry ], [ %i1, %l ]
  %d = phi i32 [ 0, %entry ], [ %d1, %l ]
  %d1 = add i32 %d, 5
  %i1 = add i32 %i, 1
  %v = call i32 @g()
  %e = icmp slt i32 %i1, %n
  br i1 %e, label %l, label %x
x:
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()
declare i32 @g()

; CHECK-LABEL: @k(
; CHECK-NOT: mul
; CHECK: load volatile
; CHECK-NOT: load
; CHECK: phi i32
; CHECK-NOT: phi
; CHECK: call i32 @g()
; CHECK: ret void
