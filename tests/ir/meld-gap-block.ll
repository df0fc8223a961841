; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; The false arm starts with a block that nothing matches, of one harmless
; instruction: all threads run it, for a branch around it would cost more.

; RUN: reconverge -b -q %s -e 'set decide=static judge=table steps=fine' -e meld -o - > %t
; RUN: opt -passes=verify -disable-output %t
; RUN: FileCheck --input-file=%t %s

target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @k(ptr addrspace(1) %p, i32 %n, i32 %u) {
entry:
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %c = icmp slt i32 %tid, %n
  br i1 %c, label %t, label %f
t:
  %a = xor i32 %tid, 5
  %ac = icmp slt i32 %a, %u
  br i1 %ac, label %t1, label %t2
t1:
  store i32 1, ptr addrspace(1) %p
  br label %t2
t2:
  %a3 = udiv i32 %a, 7
  br label %x
f:
  %b = add i32 %n, 3
  br label %f1
f1:
  %bc = icmp slt i32 %b, %u
  br i1 %bc, label %f2, label %f3
f2:
  store i32 1, ptr addrspace(1) %p
  br label %f3
f3:
  %b3 = udiv i32 %b, 7
  br label %x
x:
  %r = phi i32 [ %a3, %t2 ], [ %b3, %f3 ]
  store i32 %r, ptr addrspace(1) %p
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()

; CHECK-LABEL: @k(
; CHECK: entry:
; CHECK: %[[B:[^ ]+]] = add i32 %n, 3
; CHECK-NEXT: br label %[[PRE:[^ ]+]]
; CHECK: [[PRE]]:
; CHECK-NEXT: br label %[[MELDED:[^ ]+]]
; CHECK: [[MELDED]]:
; CHECK-NEXT: %[[A:[^ ]+]] = xor i32 %tid, 5
; CHECK-NEXT: select i1 %c, i32 %[[A]], i32 %[[B]]
; CHECK-NOT: add i32
; CHECK: ret void
