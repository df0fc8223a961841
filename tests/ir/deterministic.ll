; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; The same command makes the same bytes, each time.

; RUN: reconverge -b -q %s -e 'set decide=static judge=table' -e darm -o %t.1.ll
; RUN: reconverge -b -q %s -e 'set decide=static judge=table' -e darm -o %t.2.ll
; RUN: reconverge -b -q %s -e 'set decide=static judge=table' -e darm -e undo -e darm -o %t.3.ll
; RUN: diff %t.1.ll %t.2.ll
; RUN: diff %t.1.ll %t.3.ll
; RUN: FileCheck --input-file=%t.1.ll %s

target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @k(ptr addrspace(1) %p, i32 %n, i32 %u, float %w) {
entry:
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %c = icmp slt i32 %tid, %n
  br i1 %c, label %t, label %f
t:
  %a = udiv i32 %u, %tid
  %a1 = call float @llvm.fma.f32(float %w, float %w, float 2.0)
  %a2 = fptosi float %a1 to i32
  %a3 = xor i32 %a, %a2
  br label %x
f:
  %b = udiv i32 %n, %tid
  %b1 = call float @llvm.fma.f32(float %w, float 2.0, float %w)
  %b2 = fptosi float %b1 to i32
  %b3 = xor i32 %b2, %b
  br label %x
x:
  %r = phi i32 [ %a3, %t ], [ %b3, %f ]
  store i32 %r, ptr addrspace(1) %p
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()
declare float @llvm.fma.f32(float, float, float)

; CHECK-LABEL: @k(
; CHECK: udiv
; CHECK-NOT: udiv
; CHECK: }
