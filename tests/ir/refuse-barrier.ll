; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; A barrier in an arm: every thread that is to meet must come from there, and
; after melding the other side would come too. The reason names the barrier.

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
  %a = mul i32 %tid, 7
  call void @llvm.amdgcn.s.barrier()
  br label %x
f:
  %b = mul i32 %tid, 9
  call void @llvm.amdgcn.s.barrier()
  br label %x
x:
  %r = phi i32 [ %a, %t ], [ %b, %f ]
  store i32 %r, ptr addrspace(1) %p
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()
declare void @llvm.amdgcn.s.barrier()

; CHECK: B0 {{.*}} refused: a convergent operation would run with other threads than before (B1: call void @llvm.amdgcn.s.barrier()
; CHECK: 0 of 1 divergent branches in @k can be melded
;
; CODE-LABEL: @k(
; CODE: br i1 %c, label %t, label %f
; CODE: t:
; CODE: s.barrier
; CODE: f:
; CODE: s.barrier
; CODE: }
