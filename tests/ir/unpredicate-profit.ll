; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; profit: two multiplications of 52 cycles, skipped by half of the warps if
; nothing is known, against a branch of 28, a jump of 16 and a phi of 4: 52 > 48,
; so it is guarded.

; RUN: reconverge -b -q %s -e 'set decide=static judge=table' -e meld -e 'set unpredicate=profit' -e unpredicate -e cleanup -o - > %t
; RUN: opt -passes=verify -disable-output %t
; RUN: FileCheck --input-file=%t %s

target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @k(ptr addrspace(1) %p, i32 %n, i64 %u, i32 %d7, i32 %d9) {
entry:
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %v = zext i32 %tid to i64
  %c = icmp slt i32 %tid, %n
  br i1 %c, label %t, label %f
t:
  %a0 = udiv i32 %tid, %d7
  %a1 = mul i64 %v, %u
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
; CHECK: mul i64
; CHECK: }
