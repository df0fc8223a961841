; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; A token cannot pass through a select or phi: an arm that makes one is not
; melded, though the other arm makes one by the same call.

; RUN: reconverge -b %s -e candidates | FileCheck %s
; RUN: reconverge -b -q %s -e 'set decide=static judge=table' -e darm -o - | FileCheck --check-prefix=CODE %s

target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @k(ptr addrspace(1) %p, i32 %n) {
entry:
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %c = icmp slt i32 %tid, %n
  br i1 %c, label %t, label %f
t:
  %a0 = call token @llvm.coro.save(ptr null)
  %a = mul i32 %tid, 7
  br label %x
f:
  %b0 = call token @llvm.coro.save(ptr null)
  %b = mul i32 %tid, 9
  br label %x
x:
  %r = phi i32 [ %a, %t ], [ %b, %f ]
  store i32 %r, ptr addrspace(1) %p
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()
declare token @llvm.coro.save(ptr)

; CHECK: B0 {{.*}} refused: a value is a token, which no phi or select can take (B1: %a0 = call token @llvm.coro.save(
;
; CODE-LABEL: @k(
; CODE: br i1 %c, label %t, label %f
; CODE: call token
; CODE: call token
