; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; Tail merging shares the common tail and nothing else: what comes before it is
; behind the branch as before, without one select.

; RUN: reconverge -b -q %s -e 'set decide=static judge=table mode=tail-merging' -e meld -e cleanup -o - > %t
; RUN: opt -passes=verify -disable-output %t
; RUN: FileCheck --input-file=%t %s

target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @k(ptr addrspace(1) %p, i32 %n, i32 %u) {
entry:
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %c = icmp slt i32 %tid, %n
  br i1 %c, label %t, label %f
t:
  %a = mul i32 %tid, 7
  store i32 %a, ptr addrspace(1) %p
  %a1 = udiv i32 %u, %n
  %a2 = udiv i32 %a1, 3
  br label %x
f:
  %b = mul i32 %tid, 9
  store i32 %b, ptr addrspace(3) null
  %b1 = udiv i32 %u, %n
  %b2 = udiv i32 %b1, 3
  br label %x
x:
  %r = phi i32 [ %a2, %t ], [ %b2, %f ]
  store i32 %r, ptr addrspace(1) %p
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()

; CHECK-LABEL: @k(
; CHECK-NOT: br i1 %c, label %t, label %f
; CHECK-NOT: select
; CHECK: br i1 %c, label %[[T:[^ ,]+]], label %[[F:[^ ,]+]]
; CHECK-DAG: [[T]]:{{.*[[:space:]]+.*}} = mul i32 %tid, 7
; CHECK-DAG: [[F]]:{{.*[[:space:]]+.*}} = mul i32 %tid, 9
; CHECK-DAG: udiv i32 %u, %n
; CHECK-NOT: select
; CHECK: }
