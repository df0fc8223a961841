; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; "samesign" of a compare: if both have it.

; REQUIRES: llvm-ge-20
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
  %a0 = icmp samesign ult i32 %u, 3
  %a1 = icmp samesign ult i32 %u, 5
  %a2 = icmp ult i32 %u, 7
  %a3 = icmp samesign ugt i32 %u, 9
  br label %x
f:
  %b0 = icmp samesign ult i32 %u, 3
  %b1 = icmp ult i32 %u, 5
  %b2 = icmp samesign ult i32 %u, 7
  %b3 = icmp samesign ult i32 9, %u
  br label %x
x:
  %r0 = phi i1 [ %a0, %t ], [ %b0, %f ]
  %r1 = phi i1 [ %a1, %t ], [ %b1, %f ]
  %r2 = phi i1 [ %a2, %t ], [ %b2, %f ]
  %r3 = phi i1 [ %a3, %t ], [ %b3, %f ]
  store i1 %r0, ptr addrspace(1) %p
  store i1 %r1, ptr addrspace(1) %p
  store i1 %r2, ptr addrspace(1) %p
  store i1 %r3, ptr addrspace(1) %p
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()

; CHECK-LABEL: @k(
; CHECK: icmp samesign ult i32 %u, 3
; CHECK: icmp ult i32 %u, 5
; CHECK: icmp ult i32 %u, 7
; CHECK: icmp samesign ugt i32 %u, 9
; CHECK-NOT: icmp
; CHECK: ret void
