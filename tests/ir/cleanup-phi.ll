; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; A phi that can have one value only is that value; two phis of a block with
; the same entries are one.

; RUN: reconverge -b -q %s -e cleanup -o - > %t
; RUN: opt -passes=verify -disable-output %t
; RUN: FileCheck --input-file=%t %s

target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @k(ptr addrspace(1) %p, i32 %n) {
entry:
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %c = icmp slt i32 %tid, %n
  br i1 %c, label %a, label %b
a:
  store i32 1, ptr addrspace(1) %p
  br label %x
b:
  store i32 2, ptr addrspace(1) %p
  br label %x
x:
  %r = phi i32 [ %tid, %a ], [ %tid, %b ]
  %s = phi i32 [ 1, %a ], [ 2, %b ]
  %t = phi i32 [ 2, %b ], [ 1, %a ]
  store i32 %r, ptr addrspace(1) %p
  store i32 %s, ptr addrspace(1) %p
  store i32 %t, ptr addrspace(1) %p
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()

; CHECK-LABEL: @k(
; CHECK: [[P:%.*]] = phi i32
; CHECK-NOT: phi
; CHECK: store i32 %tid
; CHECK: store i32 [[P]]
; CHECK: store i32 [[P]]
; CHECK: ret void
