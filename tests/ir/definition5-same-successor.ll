; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; Both edges lead to one block: nothing diverges that melding could save.

; RUN: reconverge -b %s -e candidates | FileCheck %s
; RUN: reconverge -b -q %s -e 'set decide=static judge=table' -e darm -o - > %t
; RUN: opt -passes=verify -disable-output %t
; RUN: FileCheck --check-prefix=CODE --input-file=%t %s

target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @k(ptr addrspace(1) %p, i32 %n, i32 %u) {
entry:
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %c = icmp slt i32 %tid, %n
  br i1 %c, label %x, label %x
x:
  %b = udiv i32 %u, 9
  store i32 %b, ptr addrspace(1) %p
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()

; CHECK: B0 {{.*}} refused: both edges of the branch lead to the same block (B1)
;
; CODE-LABEL: @k(
; CODE: udiv i32 %u, 9
