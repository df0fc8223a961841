; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; Phis of the two sides that carry different things over the back edge are not
; made one: both are there after melding, each with an entry for every edge.

; RUN: reconverge -b -q %s -e 'set decide=static judge=table' -e meld -e cleanup -o - > %t
; RUN: opt -passes=verify -disable-output %t
; RUN: FileCheck --input-file=%t %s

target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @k(ptr addrspace(1) %p, i32 %n, i32 %u, float %v) {
entry:
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %c = icmp slt i32 %tid, %n
  br i1 %c, label %t, label %f
t:
  br label %tl
tl:
  %i = phi i32 [ 0, %t ], [ %i1, %tl ]
  %s = phi i32 [ 1, %t ], [ %s1, %tl ]
  %s1 = mul i32 %s, %tid
  %i1 = add i32 %i, 1
  %d = icmp slt i32 %i1, %u
  br i1 %d, label %tl, label %te
te:
  br label %x
f:
  br label %fl
fl:
  %j = phi i32 [ 0, %f ], [ %j1, %fl ]
  %z = phi float [ 1.0, %f ], [ %z1, %fl ]
  %z1 = fmul float %z, %v
  %j1 = add i32 %j, 1
  %e = icmp slt i32 %j1, %u
  br i1 %e, label %fl, label %fe
fe:
  %y = fptosi float %z1 to i32
  br label %x
x:
  %r = phi i32 [ %s1, %te ], [ %y, %fe ]
  store i32 %r, ptr addrspace(1) %p
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()

; CHECK-LABEL: @k(
; CHECK-NOT: br i1 %c, label %t, label %f
; CHECK-DAG: [[M:%.*]] = phi i32 {{.*}}[ 1, {{%.*}} ]
; CHECK-DAG: [[F:%.*]] = phi float {{.*}}[ 1.000000e+00, {{%.*}} ]
; CHECK-DAG: mul i32 [[M]], %tid
; CHECK-DAG: fmul float [[F]], %v
; CHECK: icmp slt
; CHECK-NOT: icmp
; CHECK: }
