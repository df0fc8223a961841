; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; An arm that jumps to a label it was handed is never melded: no select can
; choose a label, and the answer says which instruction it is.

; RUN: reconverge -b %s -e candidates | FileCheck %s
; RUN: reconverge -b -q %s -e 'set decide=static judge=table' -e darm -o - | FileCheck --check-prefix=CODE %s

target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @k(ptr addrspace(1) %p, i32 %n, ptr %d) {
entry:
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %c = icmp slt i32 %tid, %n
  br i1 %c, label %t, label %f
t:
  %a = mul i32 %tid, 7
  indirectbr ptr %d, [label %t1, label %t2]
t1:
  %a1 = mul i32 %a, %n
  br label %t2
t2:
  br label %x
f:
  %b = mul i32 %tid, 9
  indirectbr ptr %d, [label %f1, label %f2]
f1:
  %b1 = mul i32 %b, %n
  br label %f2
f2:
  br label %x
x:
  %r = phi i32 [ %a, %t2 ], [ %b, %f2 ]
  store i32 %r, ptr addrspace(1) %p
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()

; CHECK: B0 {{.*}} refused: an instruction or terminator is of a kind that is never moved (B1: indirectbr
;
; CODE-LABEL: @k(
; CODE: br i1 %c, label %t, label %f
; CODE: indirectbr
; CODE: indirectbr
