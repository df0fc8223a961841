; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; A compare carries fast-math flags too.

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
  %a0 = fcmp nnan olt float %u, 3.0
  %a1 = fcmp nnan ninf oeq float %u, 5.0
  br label %x
f:
  %b0 = fcmp olt float %u, 3.0
  %b1 = fcmp ninf oeq float %u, 5.0
  br label %x
x:
  %r0 = phi i1 [ %a0, %t ], [ %b0, %f ]
  %r1 = phi i1 [ %a1, %t ], [ %b1, %f ]
  store i1 %r0, ptr addrspace(1) %p
  store i1 %r1, ptr addrspace(1) %p
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()

; CHECK-LABEL: @k(
; CHECK-NOT: br i1 %c, label %t, label %f
; CHECK: fcmp olt float %u, 3.0
; CHECK: fcmp ninf oeq float %u, 5.0
; CHECK-NOT: fcmp
; CHECK: ret void
