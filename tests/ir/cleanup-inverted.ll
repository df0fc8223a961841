; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; A branch on a negation is the branch turned round; a negated compare that is
; used but once is the opposite compare.

; RUN: reconverge -b -q %s -e cleanup -o - > %t
; RUN: opt -passes=verify -disable-output %t
; RUN: FileCheck --input-file=%t %s

target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @k(ptr addrspace(1) %p, i32 %n) {
entry:
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %c = icmp slt i32 %tid, %n
  %d = xor i1 %c, true
  br i1 %d, label %a, label %b
a:
  store i32 1, ptr addrspace(1) %p
  br label %x
b:
  store i32 2, ptr addrspace(1) %p
  br label %x
x:
  %e = icmp ult i32 %tid, %n
  %g = xor i1 %e, true
  store i1 %g, ptr addrspace(1) %p
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()

; CHECK-LABEL: @k(
; CHECK-NOT: xor
; CHECK: br i1 %c, label %b, label %a
; CHECK: icmp uge i32 %tid, %n
; CHECK-NOT: xor
; CHECK: ret void
