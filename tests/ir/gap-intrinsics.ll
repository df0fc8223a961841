; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; Intrinsics that only compute may run for both sides, as arithmetic may: no
; branch for fma, fabs, umin and a target's own.

; RUN: reconverge -b -q %s -e 'set decide=static judge=table threshold=0' -e meld -o - > %t
; RUN: opt -passes=verify -disable-output %t
; RUN: FileCheck --input-file=%t %s

target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @k(ptr addrspace(1) %p, i32 %n, float %u, i32 %d7, i32 %d9) {
entry:
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %c = icmp slt i32 %tid, %n
  br i1 %c, label %t, label %f
t:
  %a0 = udiv i32 %tid, %d7
  %a1 = call float @llvm.fma.f32(float %u, float %u, float 2.0)
  %a2 = call float @llvm.fabs.f32(float %a1)
  %a3 = call i32 @llvm.umin.i32(i32 %a0, i32 5)
  %a4 = call i32 @llvm.amdgcn.ubfe.i32(i32 %n, i32 3, i32 5)
  br label %x
f:
  %b0 = udiv i32 %tid, %d9
  br label %x
x:
  %r0 = phi i32 [ %a0, %t ], [ %b0, %f ]
  %r1 = phi float [ %a2, %t ], [ %u, %f ]
  %r2 = phi i32 [ %a3, %t ], [ %n, %f ]
  %r3 = phi i32 [ %a4, %t ], [ %n, %f ]
  store i32 %r0, ptr addrspace(1) %p
  store float %r1, ptr addrspace(1) %p
  store i32 %r2, ptr addrspace(1) %p
  store i32 %r3, ptr addrspace(1) %p
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()
declare float @llvm.fma.f32(float, float, float)
declare float @llvm.fabs.f32(float)
declare i32 @llvm.umin.i32(i32, i32)
declare i32 @llvm.amdgcn.ubfe.i32(i32, i32, i32)

; CHECK-LABEL: @k(
; CHECK-NOT: br i1 %c, label %t, label %f
; CHECK: udiv
; CHECK: call float @llvm.fma
; CHECK-NEXT: call float @llvm.fabs
; CHECK-NEXT: call i32 @llvm.umin
; CHECK-NEXT: call i32 @llvm.amdgcn.ubfe
; CHECK-NOT: br i1
; CHECK: ret void
