; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; The same for stores and atomics: the address space is part of the access.

; RUN: reconverge -b -q %s -e 'set decide=static judge=table threshold=0' -e meld -e cleanup -o - > %t
; RUN: opt -passes=verify -disable-output %t
; RUN: FileCheck --input-file=%t %s

target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @k(ptr addrspace(1) %p, i32 %n, ptr addrspace(1) %g, ptr addrspace(3) %l, i32 %d7, i32 %d9) {
entry:
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %c = icmp slt i32 %tid, %n
  br i1 %c, label %t, label %f
t:
  %a0 = udiv i32 %tid, %d7
  %a = atomicrmw add ptr addrspace(1) %g, i32 %a0 monotonic
  store i32 %a0, ptr addrspace(1) %g
  br label %x
f:
  %b0 = udiv i32 %tid, %d9
  %b = atomicrmw add ptr addrspace(3) %l, i32 %b0 monotonic
  store i32 %b0, ptr addrspace(3) %l
  br label %x
x:
  %r = phi i32 [ %a, %t ], [ %b, %f ]
  store i32 %r, ptr addrspace(1) %p
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()

; CHECK-LABEL: @k(
; CHECK-NOT: br i1 %c, label %t, label %f
; CHECK: udiv
; CHECK-NOT: udiv
; CHECK-DAG: atomicrmw add ptr addrspace(1) %g
; CHECK-DAG: atomicrmw add ptr addrspace(3) %l
; CHECK-DAG: store i32 {{%.*}}, ptr addrspace(1) %g
; CHECK-DAG: store i32 {{%.*}}, ptr addrspace(3) %l
; CHECK: }
