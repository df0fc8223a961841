; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; Unmatched code in a loop of an arm is guarded inside the loop, every time
; around: both arms loop, the true one stores as it goes.

; RUN: reconverge -b -q %s -e 'set decide=static judge=table threshold=0' -e meld -o - > %t
; RUN: opt -passes=verify -disable-output %t
; RUN: FileCheck --input-file=%t %s

target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @k(ptr addrspace(1) %p, i32 %n, i32 %u, ptr addrspace(1) %q) {
entry:
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %c = icmp slt i32 %tid, %n
  br i1 %c, label %t, label %f
t:
  br label %tl
tl:
  %i = phi i32 [ 0, %t ], [ %i1, %tl ]
  %s = phi i32 [ 1, %t ], [ %s1, %tl ]
  %s1 = udiv i32 %tid, %s
  store i32 %s1, ptr addrspace(1) %q
  %i1 = add i32 %i, 1
  %d = icmp slt i32 %i1, %u
  br i1 %d, label %tl, label %te
te:
  br label %x
f:
  br label %fl
fl:
  %j = phi i32 [ 0, %f ], [ %j1, %fl ]
  %z = phi i32 [ 1, %f ], [ %z1, %fl ]
  %z1 = udiv i32 %tid, %z
  %j1 = add i32 %j, 1
  %e = icmp slt i32 %j1, %u
  br i1 %e, label %fl, label %fe
fe:
  br label %x
x:
  %r = phi i32 [ %s1, %te ], [ %z1, %fe ]
  store i32 %r, ptr addrspace(1) %p
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()

; CHECK-LABEL: @k(
; CHECK-NOT: store
; CHECK: udiv
; CHECK-NOT: store
; CHECK: br i1 %c, label %[[ONLY:[^ ,]+]], label %[[ON:[^ ,]+]]
; CHECK-DAG: [[ONLY]]:{{.*[[:space:]]+}}store i32 {{%.*}}, ptr addrspace(1) %q
; CHECK-DAG: [[ON]]:
; CHECK-DAG: icmp slt
; CHECK: }
