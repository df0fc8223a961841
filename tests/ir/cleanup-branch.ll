; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; A branch that decides nothing becomes a jump: both ways the same, or on a
; constant. Phis lose the edge.

; RUN: reconverge -b -q %s -e cleanup -o - > %t
; RUN: opt -passes=verify -disable-output %t
; RUN: FileCheck --input-file=%t %s

target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @k(ptr addrspace(1) %p, i32 %n) {
entry:
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %c = icmp slt i32 %tid, %n
  br i1 %c, label %a, label %a
a:
  %r = phi i32 [ %tid, %entry ], [ %tid, %entry ]
  br i1 false, label %b, label %x
b:
  store i32 1, ptr addrspace(1) %p
  br label %x
x:
  %s = phi i32 [ %r, %a ], [ 5, %b ]
  store i32 %s, ptr addrspace(1) %p
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()

; CHECK-LABEL: @k(
; CHECK-NOT: br
; CHECK-NOT: phi
; CHECK: store i32 %tid, ptr addrspace(1) %p
; CHECK-NOT: store
; CHECK: ret void
