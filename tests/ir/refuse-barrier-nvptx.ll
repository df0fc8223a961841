; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; The same on the other target, and with the barrier in one arm only.

; RUN: reconverge -b %s -e candidates | FileCheck %s
; RUN: reconverge -b -q %s -e 'set decide=static judge=table' -e darm -o - > %t
; RUN: opt -passes=verify -disable-output %t
; RUN: FileCheck --check-prefix=CODE --input-file=%t %s

target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @k(ptr addrspace(1) %p, i32 %n) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp slt i32 %tid, %n
  br i1 %c, label %t, label %f
t:
  %a = mul i32 %tid, 7
  br label %x
f:
  %b = mul i32 %tid, 9
  call void @llvm.nvvm.barrier0()
  br label %x
x:
  %r = phi i32 [ %a, %t ], [ %b, %f ]
  store i32 %r, ptr addrspace(1) %p
  ret void
}

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier0()

; CHECK: B0 {{.*}} refused: a convergent operation would run with other threads than before (B2: call void @llvm.nvvm.barrier
;
; CODE-LABEL: @k(
; CODE: br i1 %c, label %t, label %f
; CODE: mul
; CODE: mul
; CODE: barrier
