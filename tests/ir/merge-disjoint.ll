; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; "disjoint" of an or: if both have it.

; RUN: reconverge -b -q %s -e 'set decide=static judge=table' -e meld -e cleanup -o - > %t
; RUN: opt -passes=verify -disable-output %t
; RUN: FileCheck --input-file=%t %s

target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @k(ptr addrspace(1) %p, i32 %n, i32 %u) {
entry:
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %c = icmp slt i32 %tid, %n
  br i1 %c, label %t, label %f
t:
  %a0 = or disjoint i32 %u, 3
  %a1 = or disjoint i32 %u, 5
  %a2 = or i32 %u, 7
  br label %x
f:
  %b0 = or disjoint i32 %u, 3
  %b1 = or i32 %u, 5
  %b2 = or disjoint i32 %u, 7
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
; CHECK: or disjoint i32 %u, 3
; CHECK: or i32 %u, 5
; CHECK: or i32 %u, 7
; CHECK-NOT: = or
; CHECK: ret void
