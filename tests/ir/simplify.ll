; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; A region with several edges in or out becomes a simple one, with one of each
; (Definitions 1 and 4). The if in the true arm has two edges to the exit, and
; the region of the branch has two edges in: two blocks are added, and the graph
; has a simple region where it had none.

; RUN: reconverge -b %s -e simplify -o %t.ll | FileCheck %s
; RUN: opt -passes=verify -disable-output %t.ll
; RUN: FileCheck --check-prefix=CODE --input-file=%t.ll %s
; RUN: reconverge -b %t.ll -e simplify | FileCheck --check-prefix=AGAIN %s
;
; AGAIN: simplify: every region in question is simple already

target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @k(ptr addrspace(1) %p, i32 %n) {
entry:
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %v = icmp slt i32 %n, 5
  br i1 %v, label %w, label %e
w:
  store i32 2, ptr addrspace(1) %p
  br label %e
e:
  %i = phi i32 [ 1, %entry ], [ 2, %w ]
  %c = icmp slt i32 %tid, %n
  br i1 %c, label %t, label %f
t:
  %a = udiv i32 %i, 7
  %d = icmp slt i32 %a, %tid
  br i1 %d, label %t1, label %t2
t1:
  %a1 = udiv i32 %a, 3
  br label %x
t2:
  %a2 = mul i32 %a, 3
  br label %x
f:
  %b = udiv i32 %i, 9
  br label %x
x:
  %r = phi i32 [ %a1, %t1 ], [ %a2, %t2 ], [ %b, %f ]
  store i32 %r, ptr addrspace(1) %p
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()

; CHECK: simplify:
; CHECK: edges out of it gathered in one block
;
; CODE-LABEL: @k(
; CODE: phi i32 [ %a1, %t1 ], [ %a2, %t2 ]
; CODE-NEXT: br label
; CODE: x:
; CODE-NEXT: phi i32
; CODE-NEXT: store i32
