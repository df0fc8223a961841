; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; An arm that leads back to the branch before it comes to the exit. Its ways out
; could be gathered, but then the other arm, which runs once, would have to run in
; each round: a meld in which nothing aligns is no reason for that.

; RUN: reconverge -b %s -e candidates | FileCheck %s
; RUN: reconverge -b -q %s -e 'set decide=static judge=table' -e darm -o - > %t
; RUN: opt -passes=verify -disable-output %t
; RUN: FileCheck --check-prefix=CODE --input-file=%t %s

target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @k(ptr addrspace(1) %p, i32 %n, i32 %u) {
entry:
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  br label %e
e:
  %i = phi i32 [ %tid, %entry ], [ %a, %t ]
  %c = icmp slt i32 %i, %n
  br i1 %c, label %t, label %f
t:
  %a = udiv i32 %i, 5
  %d = icmp slt i32 %a, %u
  br i1 %d, label %e, label %x
f:
  %b = udiv i32 %i, 9
  br label %x
x:
  %r = phi i32 [ %a, %t ], [ %b, %f ]
  store i32 %r, ptr addrspace(1) %p
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()

; CHECK: B1 {{.*}} refused: no two instructions align (B3)
;
; CODE-LABEL: @k(
; CODE: br i1 %c, label %t, label %f
; CODE-COUNT-2: udiv
