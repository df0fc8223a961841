; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; Cleaning never moves anything to where it did not run: the empty half of a
; diamond stays a branch, the load stays behind it, the loop that does nothing
; stays a loop.

; RUN: reconverge -b -q %s -e cleanup -o - > %t
; RUN: opt -passes=verify -disable-output %t
; RUN: FileCheck --input-file=%t %s

target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @k(ptr addrspace(1) %p, i32 %n) {
entry:
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %c = icmp slt i32 %tid, %n
  br i1 %c, label %a, label %x
a:
  %v = load i32, ptr addrspace(1) %p
  %w = udiv i32 %v, %n
  br label %x
x:
  %r = phi i32 [ %w, %a ], [ 0, %entry ]
  store i32 %r, ptr addrspace(1) %p
  br label %l
l:
  %i = phi i32 [ 0, %x ], [ %i1, %l ]
  %i1 = add i32 %i, 1
  %e = icmp slt i32 %i1, %n
  br i1 %e, label %l, label %y
y:
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()

; CHECK-LABEL: @k(
; CHECK: br i1 %c, label %a, label %x
; CHECK: a:
; CHECK-NEXT: load
; CHECK-NEXT: udiv
; CHECK: x:
; CHECK: br i1 %e, label %l
