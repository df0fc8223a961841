; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; Operands of what commutes are matched in the order that needs fewer selects:
; none for %u*%v against %v*%u, one for %u+%n against %tid+%u, and the same for
; an intrinsic and a compare.

; RUN: reconverge -b -q %s -e 'set decide=static judge=table' -e meld -e cleanup -o - > %t
; RUN: opt -passes=verify -disable-output %t
; RUN: FileCheck --input-file=%t %s

target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @k(ptr addrspace(1) %p, i32 %n, i32 %u, i32 %v) {
entry:
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %c = icmp slt i32 %tid, %n
  br i1 %c, label %t, label %f
t:
  %a0 = mul i32 %u, %v
  %a1 = add i32 %u, %n
  %a2 = call i32 @llvm.smax.i32(i32 %a0, i32 %a1)
  %a3 = icmp eq i32 %a2, %u
  br label %x
f:
  %b0 = mul i32 %v, %u
  %b1 = add i32 %tid, %u
  %b2 = call i32 @llvm.smax.i32(i32 %b1, i32 %b0)
  %b3 = icmp eq i32 %u, %b2
  br label %x
x:
  %r0 = phi i32 [ %a2, %t ], [ %b2, %f ]
  %r1 = phi i1 [ %a3, %t ], [ %b3, %f ]
  store i32 %r0, ptr addrspace(1) %p
  store i1 %r1, ptr addrspace(1) %p
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()
declare i32 @llvm.smax.i32(i32, i32)

; CHECK-LABEL: @k(
; CHECK: [[M:%.*]] = mul i32 {{%u, %v|%v, %u}}
; CHECK-NEXT: [[S:%.*]] = select i1 %c, i32 %n, i32 %tid
; CHECK-NEXT: [[A:%.*]] = add i32 %u, [[S]]
; CHECK-NEXT: [[X:%.*]] = call i32 @llvm.smax.i32(i32 [[M]], i32 [[A]])
; CHECK-NEXT: icmp eq i32 [[X]], %u
; CHECK-NOT: select
; CHECK: ret void
