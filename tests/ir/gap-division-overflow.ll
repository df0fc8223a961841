; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; A signed division by -1 overflows for the least number: it is guarded although
; the divisor is a constant that is not zero.

; RUN: reconverge -b -q %s -e 'set decide=static judge=table steps=fine threshold=0' -e meld -o - > %t
; RUN: opt -passes=verify -disable-output %t
; RUN: FileCheck --input-file=%t %s

target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @k(ptr addrspace(1) %p, i32 %n, i32 %u, i32 %d7, i32 %d9) {
entry:
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %c = icmp slt i32 %tid, %n
  br i1 %c, label %t, label %f
t:
  %a0 = udiv i32 %tid, %d7
  %z = sdiv i32 %u, -1
  %y = srem i32 %z, -1
  br label %x
f:
  %b0 = udiv i32 %tid, %d9
  br label %x
x:
  %r0 = phi i32 [ %a0, %t ], [ %b0, %f ]
  store i32 %r0, ptr addrspace(1) %p
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()

; CHECK-LABEL: @k(
; CHECK: udiv
; CHECK-NOT: {{= s(div|rem) i32 .*, -1}}
; CHECK: br i1 %c, label %[[ONLY:[^ ,]+]], label
; CHECK: [[ONLY]]:
; CHECK-NEXT: {{.*(= s(div|rem) i32 .*, -1)}}
; CHECK-NEXT: {{.*(= s(div|rem) i32 .*, -1)}}
; CHECK: br label
; CHECK-NOT: {{= s(div|rem) i32 .*, -1}}
; CHECK: ret void
