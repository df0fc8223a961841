; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; An if on the one side, a loop on the other: several blocks each and not
; isomorphic. Neither case holds; the reason says so.

; RUN: reconverge -b %s -e candidates | FileCheck %s
; RUN: reconverge -b -q %s -e 'set decide=static judge=table' -e darm -o - > %t
; RUN: opt -passes=verify -disable-output %t
; RUN: FileCheck --check-prefix=CODE --input-file=%t %s

target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @k(ptr addrspace(1) %p, i32 %n, i32 %u) {
entry:
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %c = icmp slt i32 %tid, %n
  br i1 %c, label %t, label %f
t:
  %a0 = mul i32 %tid, 7
  %ac = icmp slt i32 %a0, %u
  br i1 %ac, label %t1, label %t2
t1:
  %a1 = udiv i32 %a0, %u
  br label %t2
t2:
  %a2 = phi i32 [ %a1, %t1 ], [ %a0, %t ]
  br label %x
f:
  br label %fl
fl:
  %i = phi i32 [ 0, %f ], [ %i1, %fm ]
  %s = phi i32 [ 0, %f ], [ %s1, %fm ]
  %s1 = udiv i32 %s, 11
  %i1 = add i32 %i, 1
  %d = icmp slt i32 %i1, %u
  br i1 %d, label %fm, label %fe
fm:
  br label %fl
fe:
  br label %x
x:
  %r = phi i32 [ %a2, %t2 ], [ %s1, %fe ]
  store i32 %r, ptr addrspace(1) %p
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()

; CHECK: B0 {{.*}} refused: the control flow of the two subgraphs has different shapes
;
; CODE-LABEL: @k(
; CODE: br i1 %c, label %t, label %f
; CODE-COUNT-2: udiv
