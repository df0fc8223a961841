; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; "exact" stays if both divisions or shifts have it.

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
  %a0 = udiv exact i32 %u, 3
  %a1 = sdiv exact i32 %u, 5
  %a2 = lshr i32 %u, 7
  %a3 = ashr exact i32 %u, 9
  br label %x
f:
  %b0 = udiv exact i32 %u, 3
  %b1 = sdiv i32 %u, 5
  %b2 = lshr exact i32 %u, 7
  %b3 = ashr exact i32 %u, 9
  br label %x
x:
  %r0 = phi i32 [ %a0, %t ], [ %b0, %f ]
  %r1 = phi i32 [ %a1, %t ], [ %b1, %f ]
  %r2 = phi i32 [ %a2, %t ], [ %b2, %f ]
  %r3 = phi i32 [ %a3, %t ], [ %b3, %f ]
  store i32 %r0, ptr addrspace(1) %p
  store i32 %r1, ptr addrspace(1) %p
  store i32 %r2, ptr addrspace(1) %p
  store i32 %r3, ptr addrspace(1) %p
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()

; CHECK-LABEL: @k(
; CHECK: udiv exact i32 %u, 3
; CHECK: sdiv i32 %u, 5
; CHECK: lshr i32 %u, 7
; CHECK: ashr exact i32 %u, 9
; CHECK-NOT: {{div|shr}}
; CHECK: ret void
