; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; A divergent switch of which no two arms are alike stays as it is, and the
; function's other branches are still looked at.

; RUN: reconverge -b %s -e candidates | FileCheck %s
; RUN: reconverge -b -q %s -e 'set decide=static judge=table' -e darm -o - > %t
; RUN: opt -passes=verify -disable-output %t
; RUN: FileCheck --check-prefix=CODE --input-file=%t %s

target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @k(ptr addrspace(1) %p, i32 %n, i32 %u, i32 %d7, i32 %d9) {
entry:
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  switch i32 %tid, label %d [
    i32 0, label %y
    i32 1, label %z
  ]
y:
  br label %d
z:
  store i32 1, ptr addrspace(1) %p
  br label %d
d:
  %c = icmp slt i32 %tid, %n
  br i1 %c, label %t, label %f
t:
  %a = udiv i32 %u, %d7
  br label %x
f:
  %b = udiv i32 %u, %d9
  br label %x
x:
  %r = phi i32 [ %a, %t ], [ %b, %f ]
  store i32 %r, ptr addrspace(1) %p
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()

; CHECK-DAG: B0 {{.*}} refused: no two instructions align
; CHECK-DAG: B3 {{.*}} meld
;
; CODE-LABEL: @k(
; CODE: switch i32 %tid
; CODE: udiv
; CODE-NOT: udiv
