; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; A ballot counts the threads that are there.

; RUN: reconverge -b %s -e candidates | FileCheck %s
; RUN: reconverge -b -q %s -e 'set decide=static judge=table' -e darm -o - > %t
; RUN: opt -passes=verify -disable-output %t
; RUN: FileCheck --check-prefix=CODE --input-file=%t %s

target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @k(ptr addrspace(1) %p, i32 %n, i32 %u) {
entry:
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %c = icmp slt i32 %tid, %n
  br i1 %c, label %t, label %f
t:
  %a0 = icmp slt i32 %u, %tid
  %a1 = call i64 @llvm.amdgcn.ballot.i64(i1 %a0)
  %a = trunc i64 %a1 to i32
  br label %x
f:
  %b0 = icmp slt i32 %tid, %u
  %b1 = call i64 @llvm.amdgcn.ballot.i64(i1 %b0)
  %b = trunc i64 %b1 to i32
  br label %x
x:
  %r = phi i32 [ %a, %t ], [ %b, %f ]
  store i32 %r, ptr addrspace(1) %p
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()
declare i64 @llvm.amdgcn.ballot.i64(i1)

; CHECK: B0 {{.*}} refused: a convergent operation would run with other threads than before (B1: %a1 = call i64 @llvm.amdgcn.ballot.i64(
; CHECK: 0 of 1 divergent branches in @k can be melded
;
; CODE-LABEL: @k(
; CODE: br i1 %c, label %t, label %f
; CODE: t:
; CODE: ballot
; CODE: f:
; CODE: ballot
; CODE: }
