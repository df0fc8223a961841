; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; The chain of the true arm has a part that nothing matches, then one that
; does. What the first made is used in the second: a phi in front of the melded
; block brings it, and for the false side what that divides by: no select.

; RUN: reconverge -b -q %s -e 'set decide=static judge=table steps=fine threshold=0' -e meld -o - > %t
; RUN: opt -passes=verify -disable-output %t
; RUN: FileCheck --input-file=%t %s

target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @k(ptr addrspace(1) %p, i32 %n, i32 %u, ptr addrspace(1) %q) {
entry:
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %c = icmp slt i32 %tid, %n
  br i1 %c, label %t, label %f
t:
  %a0 = load volatile i32, ptr addrspace(1) %q
  %a1 = mul i32 %a0, 3
  %d = icmp slt i32 %a0, %u
  br i1 %d, label %t1, label %t2
t1:
  store volatile i32 %a1, ptr addrspace(1) %q
  br label %t2
t2:
  %a2 = udiv i32 %u, %a1
  %a = udiv i32 %a2, 11
  br label %x
f:
  %b2 = udiv i32 %u, %tid
  %b = udiv i32 %b2, 11
  br label %x
x:
  %r = phi i32 [ %a, %t2 ], [ %b, %f ]
  store i32 %r, ptr addrspace(1) %p
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()

; CHECK-LABEL: @k(
; CHECK: [[P:%.*]] = phi i32 [ %a1, {{%.*}} ], [ %tid, %entry ]
; CHECK-NOT: select
; CHECK: [[D:%.*]] = udiv i32 %u, [[P]]
; CHECK-NEXT: udiv i32 [[D]], 11
; CHECK-NOT: udiv
; CHECK: }
