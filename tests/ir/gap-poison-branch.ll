; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; A value that only one side computes is anything for the other: the melded
; branch is on a select, never on the value itself.

; RUN: reconverge -b -q %s -e 'set decide=static judge=table threshold=0' -e meld -o - > %t
; RUN: opt -passes=verify -disable-output %t
; RUN: FileCheck --input-file=%t %s

target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @k(ptr addrspace(1) %p, i32 %n, i32 %u) {
entry:
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %c = icmp slt i32 %tid, %n
  br i1 %c, label %t, label %f
t:
  %a0 = udiv i32 %tid, 7
  %a1 = lshr i32 %a0, %u
  %a2 = trunc i32 %a1 to i1
  br i1 %a2, label %t1, label %t2
t1:
  %a3 = mul i32 %a0, %u
  br label %t2
t2:
  %a4 = phi i32 [ %a3, %t1 ], [ %a0, %t ]
  br label %x
f:
  %b0 = udiv i32 %tid, 9
  %b1 = and i32 %b0, 12
  %b2 = icmp eq i32 %b1, 0
  br i1 %b2, label %f1, label %f2
f1:
  %b3 = mul i32 %b0, %u
  br label %f2
f2:
  %b4 = phi i32 [ %b3, %f1 ], [ %b0, %f ]
  br label %x
x:
  %r = phi i32 [ %a4, %t2 ], [ %b4, %f2 ]
  store i32 %r, ptr addrspace(1) %p
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()

; CHECK-LABEL: @k(
; CHECK-DAG: [[T:%.*]] = trunc i32 {{%.*}} to i1
; CHECK-DAG: [[F:%.*]] = icmp eq i32 {{%.*}}, 0
; CHECK: [[S:%.*]] = select i1 %c, i1 [[T]], i1 [[F]]
; CHECK: br i1 [[S]],
; CHECK-NOT: br i1
; CHECK: }
