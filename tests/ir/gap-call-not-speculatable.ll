; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; A call that returns, without effects, is not thereby safe on arguments it was
; never meant to see: only `speculatable` says that.

; RUN: reconverge -b -q %s -e 'set decide=static judge=table steps=fine threshold=0' -e meld -o - > %t
; RUN: opt -passes=verify -disable-output %t
; RUN: FileCheck --input-file=%t %s

target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @k(ptr addrspace(1) %p, i32 %n, i32 %d7, i32 %d9) {
entry:
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %c = icmp slt i32 %tid, %n
  br i1 %c, label %t, label %f
t:
  %a0 = udiv i32 %tid, %d7
  br label %x
f:
  %b0 = udiv i32 %tid, %d9
  %z = call i32 @g(i32 %b0)
  br label %x
x:
  %r0 = phi i32 [ %a0, %t ], [ %b0, %f ]
  store i32 %r0, ptr addrspace(1) %p
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()
declare i32 @g(i32) memory(none) nounwind willreturn

; CHECK-LABEL: @k(
; CHECK: udiv
; CHECK-NOT: {{call i32 @g}}
; CHECK: br i1 %c, label {{%.*}}, label %[[ONLY:[^ ,]+]]
; CHECK: [[ONLY]]:
; CHECK-NEXT: {{.*(call i32 @g)}}
; CHECK: br label
; CHECK-NOT: {{call i32 @g}}
; CHECK: ret void
