; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; The same run if only one warp in four can skip it: 0.25 * 104 = 26 < 48. It is
; left.

; RUN: reconverge -b -q %s -e 'set decide=static judge=table' -e meld -e 'set skip=0.25' -e unpredicate -e cleanup -o - > %t
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
; CHECK: mul i64
; CHECK: mul i64
; CHECK: select i1 %c, i32
; CHECK-NOT: br i1
; CHECK: }
