; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; A phi with poison on one edge cannot be replaced by an instruction of the
; other edge's block: that would not dominate it.

; RUN: reconverge -b -q %s -e cleanup -o - > %t
; RUN: opt -passes=verify -disable-output %t
; RUN: FileCheck --input-file=%t %s

target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @k(ptr addrspace(1) %p, i32 %n) {
entry:
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %c = icmp slt i32 %tid, %n
  br i1 %c, label %a, label %x
a:
  %v = load volatile i32, ptr addrspace(1) %p
  br label %x
x:
  %r = phi i32 [ %v, %a ], [ poison, %entry ]
  store i32 %r, ptr addrspace(1) %p
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()

; CHECK-LABEL: @k(
; CHECK: [[P:%.*]] = phi i32 [ %v, %a ], [ poison, %entry ]
; CHECK: store i32 [[P]]
