; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; What is called is never chosen by a select: calls through different pointers
; stay apart, those through the same pointer meld.

; RUN: reconverge -b -q %s -e 'set decide=static judge=table' -e meld -e cleanup -o - > %t
; RUN: opt -passes=verify -disable-output %t
; RUN: FileCheck --input-file=%t %s

target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @k(ptr addrspace(1) %p, i32 %n, i32 %u, ptr %g, ptr %h) {
entry:
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %c = icmp slt i32 %tid, %n
  br i1 %c, label %t, label %f
t:
  %a1 = call i32 %g(i32 1)
  %a0 = call i32 %g(i32 %u)
  %a = add i32 %a0, %a1
  br label %x
f:
  %b1 = call i32 %g(i32 2)
  %b0 = call i32 %h(i32 %u)
  %b = add i32 %b0, %b1
  br label %x
x:
  %r = phi i32 [ %a, %t ], [ %b, %f ]
  store i32 %r, ptr addrspace(1) %p
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()

; CHECK-LABEL: @k(
; CHECK: [[S:%.*]] = select i1 %c, i32 1, i32 2
; CHECK-NEXT: call i32 %g(i32 [[S]])
; CHECK-NEXT: br i1 %c
; CHECK-DAG: call i32 %g(i32 %u)
; CHECK-DAG: call i32 %h(i32 %u)
; CHECK-NOT: call
; CHECK: }
