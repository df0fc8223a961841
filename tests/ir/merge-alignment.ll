; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; The melded access promises the smaller alignment of the two, whichever side
; has it.

; RUN: reconverge -b -q %s -e 'set decide=static judge=table' -e meld -e cleanup -o - > %t
; RUN: opt -passes=verify -disable-output %t
; RUN: FileCheck --input-file=%t %s

target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @k(ptr addrspace(1) %p, i32 %n, ptr addrspace(1) %q0, ptr addrspace(1) %q1, ptr addrspace(1) %q2) {
entry:
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %c = icmp slt i32 %tid, %n
  br i1 %c, label %t, label %f
t:
  %a0 = load i32, ptr addrspace(1) %q0, align 16
  %a1 = load i32, ptr addrspace(1) %q1, align 2
  %a2 = load i32, ptr addrspace(1) %q2, align 8
  store i32 %a0, ptr addrspace(1) %q0, align 16
  store i32 %a1, ptr addrspace(1) %q1, align 2
  %a3 = atomicrmw add ptr addrspace(1) %q2, i32 1 monotonic, align 16
  br label %x
f:
  %b0 = load i32, ptr addrspace(1) %q0, align 4
  %b1 = load i32, ptr addrspace(1) %q1, align 8
  %b2 = load i32, ptr addrspace(1) %q2, align 8
  store i32 %b0, ptr addrspace(1) %q0, align 4
  store i32 %b1, ptr addrspace(1) %q1, align 4
  %b3 = atomicrmw add ptr addrspace(1) %q2, i32 1 monotonic, align 8
  br label %x
x:
  %r0 = phi i32 [ %a0, %t ], [ %b0, %f ]
  %r1 = phi i32 [ %a1, %t ], [ %b1, %f ]
  %r2 = phi i32 [ %a2, %t ], [ %b2, %f ]
  store i32 %r0, ptr addrspace(1) %p
  store i32 %r1, ptr addrspace(1) %p
  store i32 %r2, ptr addrspace(1) %p
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()

; CHECK-LABEL: @k(
; CHECK: load i32, ptr addrspace(1) %q0, align 4
; CHECK: load i32, ptr addrspace(1) %q1, align 2
; CHECK: load i32, ptr addrspace(1) %q2, align 8
; CHECK: store i32 {{%.*}}, ptr addrspace(1) %q0, align 4
; CHECK: store i32 {{%.*}}, ptr addrspace(1) %q1, align 2
; CHECK: atomicrmw add ptr addrspace(1) %q2, i32 1 monotonic, align 8
; CHECK-NOT: load
; CHECK: ret void
