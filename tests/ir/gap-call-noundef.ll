; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; A speculatable call whose argument must be defined: for the other side that
; argument is anything. What the function demands holds for all calls, so a call of
; @g is guarded. What only the call demands is dropped where both sides run it.

; RUN: reconverge -b -q %s -f k -e 'set decide=static judge=table steps=fine threshold=0' -e meld -e 'function site' -e meld -o - > %t
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
  %a1 = call i32 @g(i32 %a0)
  br label %x
f:
  %b0 = udiv i32 %tid, %d9
  br label %x
x:
  %r0 = phi i32 [ %a0, %t ], [ %b0, %f ]
  %r1 = phi i32 [ %a1, %t ], [ %n, %f ]
  store i32 %r0, ptr addrspace(1) %p
  store i32 %r1, ptr addrspace(1) %p
  ret void
}

define amdgpu_kernel void @site(ptr addrspace(1) %p, i32 %n, i32 %d7, i32 %d9) {
entry:
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %c = icmp slt i32 %tid, %n
  br i1 %c, label %t, label %f
t:
  %a0 = udiv i32 %tid, %d7
  %a1 = call i32 @h(i32 noundef %a0)
  br label %x
f:
  %b0 = udiv i32 %tid, %d9
  br label %x
x:
  %r0 = phi i32 [ %a0, %t ], [ %b0, %f ]
  %r1 = phi i32 [ %a1, %t ], [ %n, %f ]
  store i32 %r0, ptr addrspace(1) %p
  store i32 %r1, ptr addrspace(1) %p
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()
declare i32 @g(i32 noundef) nounwind willreturn memory(none) speculatable
declare i32 @h(i32) nounwind willreturn memory(none) speculatable

; CHECK-LABEL: @k(
; CHECK-NOT: call i32 @g
; CHECK: br i1 %c, label %[[ONLY:[^ ,]+]], label
; CHECK: [[ONLY]]:
; CHECK-NEXT: call i32 @g(i32 %
; CHECK-NEXT: br label
; CHECK-NOT: call i32 @g
; CHECK: ret void

; CHECK-LABEL: @site(
; CHECK-NOT: br i1
; CHECK: call i32 @h(i32 %
; CHECK-NOT: br i1
; CHECK: ret void
