; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; The operation of an atomicrmw is part of it: add and max stay two.

; RUN: reconverge -b -q %s -e 'set decide=static judge=table' -e meld -e cleanup -o - > %t
; RUN: opt -passes=verify -disable-output %t
; RUN: FileCheck --input-file=%t %s

target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @k(ptr addrspace(1) %p, i32 %n, ptr addrspace(1) %q) {
entry:
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %c = icmp slt i32 %tid, %n
  br i1 %c, label %t, label %f
t:
  %a = mul i32 %tid, 7
  %a1 = atomicrmw umax ptr addrspace(1) %p, i32 1 monotonic
  %a0 = atomicrmw add ptr addrspace(1) %q, i32 %a monotonic
  br label %x
f:
  %b = mul i32 %tid, 9
  %b1 = atomicrmw umax ptr addrspace(1) %p, i32 2 monotonic
  %b0 = atomicrmw max ptr addrspace(1) %q, i32 %b monotonic
  br label %x
x:
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()

; CHECK-LABEL: @k(
; CHECK: mul
; CHECK-NOT: mul
; CHECK: [[S:%.*]] = select i1 %c, i32 1, i32 2
; CHECK-NEXT: atomicrmw umax ptr addrspace(1) %p, i32 [[S]] monotonic
; CHECK-NEXT: br i1 %c
; CHECK-DAG: atomicrmw add ptr addrspace(1) %q
; CHECK-DAG: atomicrmw max ptr addrspace(1) %q
; CHECK-NOT: atomicrmw
; CHECK: }
