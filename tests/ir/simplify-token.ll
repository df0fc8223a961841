; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; A loop's token stays in its header: the edges into a region that begins there
; are not gathered in front of it.

; RUN: reconverge -b -q %s -e simplify -o - > %t
; RUN: opt -passes=verify -disable-output %t
; RUN: reconverge -b %s -e 'simplify head' | FileCheck %s

target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @k(ptr addrspace(1) %p, i32 %n) convergent {
entry:
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %e = call token @llvm.experimental.convergence.anchor()
  br label %head
head:
  %i = phi i32 [ 0, %entry ], [ %i1, %latch ]
  %h = call token @llvm.experimental.convergence.loop() [ "convergencectrl"(token %e) ]
  %c = icmp slt i32 %tid, %i
  br i1 %c, label %t, label %f
t:
  %a = mul i32 %i, 7
  br label %latch
f:
  %b = mul i32 %i, 9
  br label %latch
latch:
  %r = phi i32 [ %a, %t ], [ %b, %f ]
  call void @meet() [ "convergencectrl"(token %h) ]
  store i32 %r, ptr addrspace(1) %p
  %i1 = add i32 %i, 1
  %again = icmp slt i32 %i1, %n
  br i1 %again, label %head, label %done
done:
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()
declare token @llvm.experimental.convergence.anchor()
declare token @llvm.experimental.convergence.loop()
declare void @meet() convergent

; CHECK-NOT: into it gathered
