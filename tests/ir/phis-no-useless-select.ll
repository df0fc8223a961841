; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; No select chooses between a value and itself, and no two phis of one block
; are equal in what comes out.

; RUN: reconverge -b -q %s -e 'set decide=static judge=table' -e meld -e meld -o - > %t
; RUN: opt -passes=verify -disable-output %t
; RUN: FileCheck --input-file=%t %s

target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @k(ptr addrspace(1) %p, i32 %n, i32 %u) {
entry:
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %c = icmp slt i32 %tid, %n
  br i1 %c, label %t, label %f
t:
  %a0 = udiv i32 %tid, 7
  %d = icmp slt i32 %a0, %u
  br i1 %d, label %t1, label %t2
t1:
  %a2 = mul i32 %a0, %u
  br label %t2
t2:
  %a3 = phi i32 [ %a2, %t1 ], [ %a0, %t ]
  %a4 = phi i32 [ %u, %t1 ], [ %n, %t ]
  %a = add i32 %a3, %a4
  br label %x
f:
  %b0 = udiv i32 %tid, 7
  %e = icmp slt i32 %b0, %u
  br i1 %e, label %f1, label %f2
f1:
  %b2 = mul i32 %b0, %u
  br label %f2
f2:
  %b3 = phi i32 [ %b2, %f1 ], [ %b0, %f ]
  %b4 = phi i32 [ %u, %f1 ], [ %n, %f ]
  %b = add i32 %b3, %b4
  br label %x
x:
  %r = phi i32 [ %a, %t2 ], [ %b, %f2 ]
  store i32 %r, ptr addrspace(1) %p
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()

; CHECK-LABEL: @k(
; CHECK-NOT: select
; CHECK: udiv
; CHECK-NOT: select
; CHECK-COUNT-2: phi i32
; CHECK-NOT: {{phi|select}}
; CHECK: ret void
