; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; A block that can be entered past the branch belongs to no arm: threads that never
; decided by the condition would come into the melded block. What is left of the
; arm has nothing to align.

; RUN: reconverge -b %s -e candidates | FileCheck %s
; RUN: reconverge -b -q %s -e 'set decide=static judge=table' -e darm -o - > %t
; RUN: opt -passes=verify -disable-output %t
; RUN: FileCheck --check-prefix=CODE --input-file=%t %s

target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @k(ptr addrspace(1) %p, i32 %n, i32 %u) {
entry:
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %v = icmp slt i32 %n, 5
  br i1 %v, label %e, label %t1
e:
  %c = icmp slt i32 %tid, %n
  br i1 %c, label %t, label %f
t:
  %a = udiv i32 %u, 5
  br label %t1
t1:
  %a1 = phi i32 [ %a, %t ], [ 0, %entry ]
  %a2 = mul i32 %a1, 3
  br label %x
f:
  %b = udiv i32 %u, 9
  %b2 = mul i32 %b, 3
  br label %x
x:
  %r = phi i32 [ %a2, %t1 ], [ %b2, %f ]
  store i32 %r, ptr addrspace(1) %p
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()

; CHECK: B1 {{.*}} refused: no two instructions align (B4)
;
; CODE-LABEL: @k(
; CODE: br i1 %c, label %t, label %f
; CODE-COUNT-2: udiv
