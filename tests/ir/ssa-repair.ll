; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; A value of an arm that passes the melded part: %a1 is computed before it in
; the true arm and used behind it. It no longer dominates that use, so a phi
; carries it, poison for the threads that never had it; no undef is made up.

; RUN: reconverge -b -q %s -e 'set decide=static judge=table' -e meld -o - > %t
; RUN: opt -passes=verify -disable-output %t
; RUN: FileCheck --input-file=%t %s
; RUN: FileCheck --check-prefix=COUNT --input-file=%t %s

target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @k(ptr addrspace(1) %p, i32 %n, i32 %u, ptr addrspace(1) %q, i32 %d10) {
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
  %a2 = udiv i32 %u, %d10
  br label %t2
t2:
  %a3 = phi i32 [ %a2, %t1 ], [ %a1, %t ]
  br label %t3
t3:
  %a = xor i32 %a3, %a1
  store volatile i32 %a, ptr addrspace(1) %q
  br label %x
f:
  %b0 = udiv i32 %tid, %d10
  br label %x
x:
  %r = phi i32 [ %a, %t3 ], [ %b0, %f ]
  store i32 %r, ptr addrspace(1) %p
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()

; CHECK-LABEL: @k(
; CHECK-NOT: undef
; CHECK: phi i32 {{.*}}poison
; CHECK-NOT: undef
; CHECK: }
; COUNT-COUNT-1: udiv
; COUNT-NOT: udiv
