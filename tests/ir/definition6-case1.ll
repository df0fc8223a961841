; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; Case 1: isomorphic subgraphs of several blocks meld block by block. An if in
; each arm; what comes out is one if, and no branch on the condition.

; RUN: reconverge -b %s -e 'set decide=static judge=table' -e 'preview meld' | FileCheck --check-prefix=REPORT %s
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
  %b0 = mul i32 %tid, 9
  %bc = icmp slt i32 %b0, %u
  br i1 %bc, label %f1, label %f2
f1:
  %b1 = udiv i32 %b0, %u
  br label %f2
f2:
  %b2 = phi i32 [ %b1, %f1 ], [ %b0, %f ]
  br label %x
x:
  %r = phi i32 [ %a2, %t2 ], [ %b2, %f2 ]
  store i32 %r, ptr addrspace(1) %p
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()

; REPORT: B0: melds B1.. with B{{[0-9]+}}..,
;
; CHECK-LABEL: @k(
; CHECK: [[S:%.*]] = select i1 %c, i32 7, i32 9
; CHECK: [[M:%.*]] = mul i32 %tid, [[S]]
; CHECK: [[C:%.*]] = icmp slt i32 [[M]], %u
; CHECK: br i1 [[C]]
; CHECK-NOT: br i1
; CHECK: udiv
; CHECK-NOT: udiv
; CHECK: }
