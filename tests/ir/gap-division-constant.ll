; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; A division by a constant other than 0 and -1 cannot trap: it may run for both
; sides, and here it does, in one block.

; RUN: reconverge -b -q %s -e 'set decide=static judge=table threshold=0' -e meld -o - > %t
; RUN: opt -passes=verify -disable-output %t
; RUN: FileCheck --input-file=%t %s

target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @k(ptr addrspace(1) %p, i32 %n, i32 %u, <2 x i32> %v, i32 %d7, i32 %d9) {
entry:
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %c = icmp slt i32 %tid, %n
  br i1 %c, label %t, label %f
t:
  %a0 = udiv i32 %tid, %d7
  %a1 = sdiv i32 %u, 10
  %a2 = udiv <2 x i32> %v, <i32 3, i32 5>
  br label %x
f:
  %b0 = udiv i32 %tid, %d9
  br label %x
x:
  %r0 = phi i32 [ %a0, %t ], [ %b0, %f ]
  %r1 = phi i32 [ %a1, %t ], [ %u, %f ]
  %r2 = phi <2 x i32> [ %a2, %t ], [ %v, %f ]
  store i32 %r0, ptr addrspace(1) %p
  store i32 %r1, ptr addrspace(1) %p
  store <2 x i32> %r2, ptr addrspace(1) %p
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()

; CHECK-LABEL: @k(
; CHECK-NOT: br i1 %c, label %t, label %f
; CHECK: udiv i32
; CHECK: sdiv i32 %u, 10
; CHECK-NEXT: udiv <2 x i32> %v
; CHECK-NOT: br i1
; CHECK: ret void
