; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; Unreachable blocks go; a straight line is one block; an empty block on the
; way goes where no phi needs it.

; RUN: reconverge -b -q %s -e cleanup -o - > %t
; RUN: opt -passes=verify -disable-output %t
; RUN: FileCheck --input-file=%t %s

target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @k(ptr addrspace(1) %p, i32 %n) {
entry:
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %c = icmp slt i32 %tid, %n
  br i1 %c, label %a, label %b
dead:
  store i32 9, ptr addrspace(1) %p
  br label %x
a:
  br label %a1
a1:
  store i32 1, ptr addrspace(1) %p
  br label %a2
a2:
  store i32 3, ptr addrspace(1) %p
  br label %x
b:
  br label %x
x:
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()

; CHECK-LABEL: @k(
; CHECK: br i1 %c, label %[[A:[^ ,]+]], label %x
; CHECK: [[A]]:
; CHECK-NEXT: store i32 1
; CHECK-NEXT: store i32 3
; CHECK-NEXT: br label %x
; CHECK-NOT: store
; CHECK: ret void
