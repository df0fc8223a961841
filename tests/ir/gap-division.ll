; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; A division by what may be zero for the other side is guarded; so is a
; remainder, signed or not.

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
  %z = udiv i32 %n, %u
  %y = urem i32 %z, %u
  %w = sdiv i32 %y, %u
  %v = srem i32 %w, %u
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
; CHECK-NOT: {{= .(div|rem) i32 .*%u}}
; CHECK: br i1 %c, label %[[ONLY:[^ ,]+]], label
; CHECK: [[ONLY]]:
; CHECK-NEXT: {{.*(= .(div|rem) i32 .*%u)}}
; CHECK-NEXT: {{.*(= .(div|rem) i32 .*%u)}}
; CHECK-NEXT: {{.*(= .(div|rem) i32 .*%u)}}
; CHECK-NEXT: {{.*(= .(div|rem) i32 .*%u)}}
; CHECK: br label
; CHECK-NOT: {{= .(div|rem) i32 .*%u}}
; CHECK: ret void
