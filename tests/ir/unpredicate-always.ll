; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; always: a run only one side needs is guarded, whatever it costs: the two wide
; multiplications are behind a branch, and the select has become a phi.

; RUN: reconverge -b -q %s -e 'set decide=static judge=table' -e meld -e 'set unpredicate=always' -e unpredicate -e cleanup -o - > %t
; RUN: opt -passes=verify -disable-output %t
; RUN: FileCheck --input-file=%t %s

target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @k(ptr addrspace(1) %p, i32 %n, i64 %u, i32 %d7, i32 %d9) {
entry:
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %c = icmp slt i32 %tid, %n
  br i1 %c, label %t, label %f
t:
  %a0 = udiv i32 %tid, %d7
  %a1 = mul i64 %u, %u
  %a2 = mul i64 %a1, %u
  %a3 = trunc i64 %a2 to i32
  %a = add i32 %a0, %a3
  br label %x
f:
  %b0 = udiv i32 %tid, %d9
  %b = add i32 %b0, 5
  br label %x
x:
  %r = phi i32 [ %a, %t ], [ %b, %f ]
  store i32 %r, ptr addrspace(1) %p
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()

; CHECK-LABEL: @k(
; CHECK-NOT: mul i64
; CHECK: %[[C:[0-9]+]] = freeze i1 %c
; CHECK-NEXT: br i1 %[[C]], label %[[ONLY:[^ ,]+]], label
; CHECK: [[ONLY]]:
; CHECK-NEXT: mul i64
; CHECK-NEXT: mul i64
; CHECK-NEXT: trunc
; CHECK-NEXT: br label
; CHECK: phi i32
; CHECK-NOT: mul i64
; CHECK: }
