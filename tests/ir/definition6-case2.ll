; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; Case 2: a single block melds with one block of a region, which is replicated
; for it. Threads of the true side are sent through that block by concretizing
; the region's branch, and take their value with them; they do not run what else
; is in the region.

; RUN: reconverge -b %s -e 'set decide=static judge=table' -e 'preview meld' | FileCheck --check-prefix=REPORT %s
; RUN: reconverge -b -q %s -e 'set decide=static judge=table' -e meld -e cleanup -o - > %t
; RUN: opt -passes=verify -disable-output %t
; RUN: FileCheck --input-file=%t %s

target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @k(ptr addrspace(1) %p, i32 %n, i32 %u) {
entry:
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %c = icmp slt i32 %tid, %n
  br i1 %c, label %t, label %f
t:
  %a = udiv i32 %n, 11
  br label %x
f:
  %b0 = mul i32 %tid, 9
  %bc = icmp slt i32 %b0, %u
  br i1 %bc, label %f1, label %f2
f1:
  %b1 = udiv i32 %b0, 11
  br label %f2
f2:
  %b = phi i32 [ %b1, %f1 ], [ %b0, %f ]
  br label %x
x:
  %r = phi i32 [ %a, %t ], [ %b, %f2 ]
  store i32 %r, ptr addrspace(1) %p
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()

; REPORT: B0: melds B1 with B2.. (replicated), 1 aligned
;
; CHECK-LABEL: @k(
; CHECK: [[C:%.*]] = icmp slt i32 {{%.*}}, %u
; CHECK: [[B:%.*]] = select i1 %c, i1 true, i1 [[C]]
; CHECK: br i1 [[B]]
; CHECK-DAG: [[S:%.*]] = select i1 %c, i32 %n, i32 {{%.*}}
; CHECK-DAG: udiv i32 [[S]], 11
; CHECK-NOT: udiv
; CHECK: }
