; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; A calling convention is part of what is called.

; RUN: reconverge -b -q %s -e 'set decide=static judge=table' -e meld -e cleanup -o - > %t
; RUN: opt -passes=verify -disable-output %t
; RUN: FileCheck --input-file=%t %s

target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @k(ptr addrspace(1) %p, i32 %n, ptr %g, i32 %d7, i32 %d9) {
entry:
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %c = icmp slt i32 %tid, %n
  br i1 %c, label %t, label %f
t:
  %a0 = udiv i32 %tid, %d7
  %a = call i32 %g(i32 %a0)
  br label %x
f:
  %b0 = udiv i32 %tid, %d9
  %b = call fastcc i32 %g(i32 %b0)
  br label %x
x:
  %r = phi i32 [ %a, %t ], [ %b, %f ]
  store i32 %r, ptr addrspace(1) %p
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()

; CHECK-LABEL: @k(
; CHECK-NOT: br i1 %c, label %t, label %f
; CHECK: udiv
; CHECK-NOT: udiv
; CHECK-DAG: call i32 %g(
; CHECK-DAG: call fastcc i32 %g(
; CHECK: }
