; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; A shuffle reads other threads' registers: who is there matters.

; RUN: reconverge -b %s -e candidates | FileCheck %s
; RUN: reconverge -b -q %s -e 'set decide=static judge=table' -e darm -o - > %t
; RUN: opt -passes=verify -disable-output %t
; RUN: FileCheck --check-prefix=CODE --input-file=%t %s

target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @k(ptr addrspace(1) %p, i32 %n) {
entry:
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %c = icmp slt i32 %tid, %n
  br i1 %c, label %t, label %f
t:
  %a0 = mul i32 %tid, 4
  %a = call i32 @llvm.amdgcn.ds.bpermute(i32 %a0, i32 %n)
  br label %x
f:
  %b0 = mul i32 %tid, 8
  %b = call i32 @llvm.amdgcn.ds.bpermute(i32 %b0, i32 %n)
  br label %x
x:
  %r = phi i32 [ %a, %t ], [ %b, %f ]
  store i32 %r, ptr addrspace(1) %p
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()
declare i32 @llvm.amdgcn.ds.bpermute(i32, i32)

; CHECK: B0 {{.*}} refused: a convergent operation would run with other threads than before (B1: %a = call i32 @llvm.amdgcn.ds.bpermute(
; CHECK: 0 of 1 divergent branches in @k can be melded
;
; CODE-LABEL: @k(
; CODE: br i1 %c, label %t, label %f
; CODE: t:
; CODE: ds.bpermute
; CODE: f:
; CODE: ds.bpermute
; CODE: }
