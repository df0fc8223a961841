; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; A divergent branch inside a loop of an arm is a candidate of its own.

; RUN: reconverge -b -q %s -e 'set decide=static judge=table' -e darm -o - > %t
; RUN: opt -passes=verify -disable-output %t
; RUN: FileCheck --input-file=%t %s

target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @k(ptr addrspace(1) %p, i32 %n, i32 %d7, i32 %d9) {
entry:
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %c = icmp slt i32 %tid, %n
  br i1 %c, label %t, label %x
t:
  br label %l
l:
  %i = phi i32 [ 0, %t ], [ %i1, %m ]
  %d = icmp slt i32 %i, %tid
  br i1 %d, label %y, label %z
y:
  %a = udiv i32 %tid, %d7
  store i32 %a, ptr addrspace(1) %p
  br label %m
z:
  %b = udiv i32 %tid, %d9
  store i32 %b, ptr addrspace(1) %p
  br label %m
m:
  %i1 = add i32 %i, 1
  %e = icmp slt i32 %i1, %n
  br i1 %e, label %l, label %x
x:
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()

; CHECK-LABEL: @k(
; CHECK: select i1 %d, i32 %d7, i32 %d9
; CHECK: udiv
; CHECK: store
; CHECK-NOT: udiv
; CHECK-NOT: store
; CHECK: ret void
