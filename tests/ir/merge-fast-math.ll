; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; Of fast-math flags, those of both sides: in arithmetic, compares and calls.

; RUN: reconverge -b -q %s -e 'set decide=static judge=table' -e meld -e cleanup -o - > %t
; RUN: opt -passes=verify -disable-output %t
; RUN: FileCheck --input-file=%t %s

target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @k(ptr addrspace(1) %p, i32 %n, float %u) {
entry:
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %c = icmp slt i32 %tid, %n
  br i1 %c, label %t, label %f
t:
  %a0 = fadd fast float %u, 3.0
  %a1 = fsub nnan ninf float %u, 5.0
  %a2 = fmul contract float %u, 7.0
  %a3 = fdiv arcp nsz float %u, 9.0
  %a4 = call nnan contract float @llvm.fma.f32(float %u, float %u, float 2.0)
  br label %x
f:
  %b0 = fadd fast float %u, 3.0
  %b1 = fsub ninf nsz float %u, 5.0
  %b2 = fmul float %u, 7.0
  %b3 = fdiv fast float %u, 9.0
  %b4 = call contract afn float @llvm.fma.f32(float %u, float %u, float 2.0)
  br label %x
x:
  %r0 = phi float [ %a0, %t ], [ %b0, %f ]
  %r1 = phi float [ %a1, %t ], [ %b1, %f ]
  %r2 = phi float [ %a2, %t ], [ %b2, %f ]
  %r3 = phi float [ %a3, %t ], [ %b3, %f ]
  %r4 = phi float [ %a4, %t ], [ %b4, %f ]
  store float %r0, ptr addrspace(1) %p
  store float %r1, ptr addrspace(1) %p
  store float %r2, ptr addrspace(1) %p
  store float %r3, ptr addrspace(1) %p
  store float %r4, ptr addrspace(1) %p
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()
declare float @llvm.fma.f32(float, float, float)

; CHECK-LABEL: @k(
; CHECK: fadd fast float %u, 3.0
; CHECK: fsub ninf float %u, 5.0
; CHECK: fmul float %u, 7.0
; CHECK: fdiv nsz arcp float %u, 9.0
; CHECK: call contract float @llvm.fma.f32(float %u, float %u, float 2.0
; CHECK-NOT: call
; CHECK: ret void
