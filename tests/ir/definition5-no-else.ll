; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; Definition 5 wants an arm on either side: an if without an else has nothing to
; meld with, though the code behind looks the same.

; RUN: reconverge -b %s -e candidates | FileCheck %s
; RUN: reconverge -b -q %s -e 'set decide=static judge=table' -e darm -o - > %t
; RUN: opt -passes=verify -disable-output %t
; RUN: FileCheck --check-prefix=CODE --input-file=%t %s

target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @k(ptr addrspace(1) %p, i32 %n, i32 %u) {
entry:
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %c = icmp slt i32 %tid, %n
  br i1 %c, label %t, label %x
t:
  %a = udiv i32 %u, 7
  store i32 %a, ptr addrspace(1) %p
  br label %x
x:
  %b = udiv i32 %u, 9
  store i32 %b, ptr addrspace(1) %p
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()

; CHECK: B0 {{.*}} refused: one arm is empty: a successor post-dominates the other (B2)
;
; CODE-LABEL: @k(
; CODE: br i1 %c, label %t, label %x
; CODE: udiv i32 %u, 7
; CODE: udiv i32 %u, 9
