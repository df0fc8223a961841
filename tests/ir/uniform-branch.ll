; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; A branch all threads of a warp decide alike costs nothing and is never
; melded, however alike its arms are: this one depends on arguments only.

; RUN: reconverge -b %s -e candidates | FileCheck %s
; RUN: reconverge -b -q %s -e 'set decide=static judge=table' -e darm -o - > %t
; RUN: opt -passes=verify -disable-output %t
; RUN: FileCheck --check-prefix=CODE --input-file=%t %s

target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @k(ptr addrspace(1) %p, i32 %n, i32 %u) {
entry:
  %c = icmp slt i32 %n, 5
  br i1 %c, label %t, label %f
t:
  %a = udiv i32 %u, 7
  br label %x
f:
  %b = udiv i32 %u, 9
  br label %x
x:
  %r = phi i32 [ %a, %t ], [ %b, %f ]
  store i32 %r, ptr addrspace(1) %p
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()

; CHECK: no divergent branch in @k
;
; CODE-LABEL: @k(
; CODE: br i1 %c, label %t, label %f
; CODE: udiv i32 %u, 7
; CODE: udiv i32 %u, 9
