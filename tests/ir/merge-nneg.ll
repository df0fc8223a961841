; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; "nneg" of a widening or a conversion: if both have it.

; RUN: reconverge -b -q %s -e 'set decide=static judge=table' -e meld -e cleanup -o - > %t
; RUN: opt -passes=verify -disable-output %t
; RUN: FileCheck --input-file=%t %s

target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @k(ptr addrspace(1) %p, i32 %n, i16 %u, i8 %v) {
entry:
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %c = icmp slt i32 %tid, %n
  br i1 %c, label %t, label %f
t:
  %a0 = zext nneg i16 %u to i32
  %a1 = zext nneg i8 %v to i32
  %a2 = uitofp nneg i16 %u to float
  %a3 = uitofp i8 %v to float
  br label %x
f:
  %b0 = zext nneg i16 %u to i32
  %b1 = zext i8 %v to i32
  %b2 = uitofp nneg i16 %u to float
  %b3 = uitofp nneg i8 %v to float
  br label %x
x:
  %r0 = phi i32 [ %a0, %t ], [ %b0, %f ]
  %r1 = phi i32 [ %a1, %t ], [ %b1, %f ]
  %r2 = phi float [ %a2, %t ], [ %b2, %f ]
  %r3 = phi float [ %a3, %t ], [ %b3, %f ]
  store i32 %r0, ptr addrspace(1) %p
  store i32 %r1, ptr addrspace(1) %p
  store float %r2, ptr addrspace(1) %p
  store float %r3, ptr addrspace(1) %p
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()

; CHECK-LABEL: @k(
; CHECK: zext nneg i16 %u to i32
; CHECK: zext i8 %v to i32
; CHECK: uitofp nneg i16 %u to float
; CHECK: uitofp i8 %v to float
; CHECK-NOT: {{zext|uitofp}}
; CHECK: ret void
