; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; Phis are copied, one set a side, and those that turn out to be the same go:
; two loops that count alike become one loop with one counter. The sums start
; from different values, which costs a choice in front of the loop and no second
; phi in it.

; RUN: reconverge -b -q %s -e 'set decide=static judge=table' -e darm -o - > %t
; RUN: opt -passes=verify -disable-output %t
; RUN: FileCheck --input-file=%t %s

target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @k(ptr addrspace(1) %p, i32 %n, i32 %u) {
entry:
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %c = icmp slt i32 %tid, %n
  br i1 %c, label %t, label %f
t:
  br label %tl
tl:
  %ai = phi i32 [ 0, %t ], [ %ai1, %tl ]
  %as = phi i32 [ 7, %t ], [ %as1, %tl ]
  %as1 = mul i32 %as, %tid
  %ai1 = add i32 %ai, 1
  %ad = icmp slt i32 %ai1, %u
  br i1 %ad, label %tl, label %te
te:
  br label %x
f:
  br label %fl
fl:
  %bi = phi i32 [ 0, %f ], [ %bi1, %fl ]
  %bs = phi i32 [ 9, %f ], [ %bs1, %fl ]
  %bs1 = mul i32 %bs, %tid
  %bi1 = add i32 %bi, 1
  %bd = icmp slt i32 %bi1, %u
  br i1 %bd, label %fl, label %fe
fe:
  br label %x
x:
  %r = phi i32 [ %as1, %te ], [ %bs1, %fe ]
  store i32 %r, ptr addrspace(1) %p
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()

; CHECK-LABEL: @k(
; CHECK: [[S:%.*]] = select i1 %c, i32 7, i32 9
; CHECK-COUNT-2: phi i32
; CHECK-NOT: phi
; CHECK: mul i32
; CHECK-NOT: mul
; CHECK: add i32
; CHECK-NOT: add
; CHECK: icmp slt
; CHECK-NOT: icmp
; CHECK-NOT: phi
; CHECK-NOT: select
; CHECK: store
