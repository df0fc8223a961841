; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; What is said of a loop stands at the edge back to its header. @one: the empty
; latch goes, its predecessor says it instead; a branch that decides nothing
; becomes a jump that says it. @two: the predecessor is the latch of the inner
; loop and speaks of that one, so the outer loop's latch stays.

; RUN: reconverge -b -q -f one %s -e cleanup -o - | FileCheck --check-prefix=ONE %s
; RUN: reconverge -b -q -f two %s -e cleanup -o - | FileCheck --check-prefix=TWO %s

target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @one(ptr addrspace(1) %p, i32 %n) {
entry:
  br label %a
a:
  %i = phi i32 [ 0, %entry ], [ %i1, %latch ]
  store i32 %i, ptr addrspace(1) %p
  %i1 = add i32 %i, 1
  %c = icmp slt i32 %i1, %n
  br i1 %c, label %latch, label %b
latch:
  br label %a, !llvm.loop !0
b:
  %j = phi i32 [ %i, %a ], [ %j1, %b2 ]
  %j1 = add i32 %j, 1
  store i32 %j1, ptr addrspace(1) %p
  %d = icmp slt i32 %j1, %n
  br i1 %d, label %b2, label %x
b2:
  store i32 %n, ptr addrspace(1) %p
  br i1 true, label %b, label %x, !llvm.loop !1
x:
  ret void
}

define amdgpu_kernel void @two(ptr addrspace(1) %p, i32 %n) {
entry:
  br label %a
a:
  %i = phi i32 [ 0, %entry ], [ %j1, %latch ]
  store i32 %i, ptr addrspace(1) %p
  br label %b
b:
  %j = phi i32 [ %i, %a ], [ %j1, %b ]
  %j1 = add i32 %j, 1
  %d = icmp slt i32 %j1, %n
  %e = xor i1 %d, true
  br i1 %e, label %latch, label %b, !llvm.loop !1
latch:
  br label %a, !llvm.loop !0
}

!0 = distinct !{!0, !2}
!1 = distinct !{!1, !2}
!2 = !{!"llvm.loop.mustprogress"}

; ONE-LABEL: @one(
; ONE: br i1 %c, label %a, label %b, !llvm.loop [[A:![0-9]+]]
; ONE: br label %b, !llvm.loop [[B:![0-9]+]]
; ONE: ret void
; ONE-DAG: [[A]] = distinct !{[[A]],
; ONE-DAG: [[B]] = distinct !{[[B]],

; TWO-LABEL: @two(
; TWO: br i1 %d, label %b, label %latch, !llvm.loop [[B:![0-9]+]]
; TWO: latch:
; TWO-NEXT: br label %a, !llvm.loop [[A:![0-9]+]]
; TWO-DAG: [[A]] = distinct !{[[A]],
; TWO-DAG: [[B]] = distinct !{[[B]],
