; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; Runs of one side that stand next to each other with the other side's between
; them are brought together: one branch, a block for either side.

; RUN: reconverge -b -q %s -e 'set decide=static judge=table threshold=0' -e meld -e 'set unpredicate=always' -e unpredicate -e cleanup -o - > %t
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
  %a2 = mul i64 %a1, 3
  %a3 = trunc i64 %a2 to i32
  %a = add i32 %a0, %a3
  br label %x
f:
  %b0 = udiv i32 %tid, %d9
  %b1 = sub i64 %u, 7
  %b2 = udiv i64 %b1, 3
  %b3 = trunc i64 %b2 to i32
  %b = add i32 %b0, %b3
  br label %x
x:
  %r = phi i32 [ %a, %t ], [ %b, %f ]
  store i32 %r, ptr addrspace(1) %p
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()

; CHECK-LABEL: @k(
; CHECK: %[[C:[0-9]+]] = freeze i1 %c
; CHECK-NEXT: br i1 %[[C]], label %[[T:[^ ,]+]], label %[[F:[^ ,]+]]
; CHECK-NOT: br i1
; CHECK-DAG: [[T]]:{{.*[[:space:]]+.*}} = mul i64 %u, %u
; CHECK-DAG: [[F]]:{{.*[[:space:]]+.*}} = {{(sub|add) i64 %u}}
; CHECK-DAG: phi i
; CHECK-NOT: br i1
; CHECK: }
