; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; Known bytes do not help a load beyond them, off their alignment or at a
; distance that varies.

; RUN: reconverge -b -q %s -e 'set decide=static judge=table steps=fine threshold=0' -e meld -o - > %t
; RUN: opt -passes=verify -disable-output %t
; RUN: FileCheck --input-file=%t %s

target triple = "amdgcn-amd-amdhsa"

@beyond = external addrspace(1) global i32

define amdgpu_kernel void @k(ptr addrspace(1) %p, i32 %n, ptr addrspace(1) dereferenceable(4) align 4 %q, ptr addrspace(1) dereferenceable(64) align 4 %q2, i32 %d7, i32 %d9) {
entry:
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %c = icmp slt i32 %tid, %n
  br i1 %c, label %t, label %f
t:
  %a0 = udiv i32 %tid, %d7
  %z1 = load i32, ptr addrspace(1) @beyond
  %z2 = load i32, ptr addrspace(1) %q2, align 8
  %z3 = load i64, ptr addrspace(1) %q
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
; CHECK-NOT: {{load i(32|64)}}
; CHECK: br i1 %c, label %[[ONLY:[^ ,]+]], label
; CHECK: [[ONLY]]:
; CHECK-NEXT: {{.*(load i(32|64))}}
; CHECK-NEXT: {{.*(load i(32|64))}}
; CHECK-NEXT: {{.*(load i(32|64))}}
; CHECK: br label
; CHECK-NOT: {{load i(32|64)}}
; CHECK: ret void
