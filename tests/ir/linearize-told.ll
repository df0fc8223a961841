; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; A branch that still leads to two places keeps its weights, for it keeps the
; order of its successors; so does what is said of a loop that stays as it is,
; inside a unit. Where loops are merged, what was said of each is not said of the
; one they become.

; RUN: reconverge -b -q -f keeps %s -e 'set decide=static judge=table' -e 'linearize mode=all when=always' -o - > %t.1
; RUN: opt -passes=verify -disable-output %t.1
; RUN: FileCheck --check-prefix=KEEPS --input-file=%t.1 %s
; RUN: reconverge -b -q -f merged %s -e 'set decide=static judge=table' -e 'linearize mode=loops when=always' -o - > %t.2
; RUN: opt -passes=verify -disable-output %t.2
; RUN: FileCheck --check-prefix=MERGED --input-file=%t.2 %s

target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @keeps(ptr addrspace(1) %p, i32 %n) {
entry:
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  br label %head
head:
  %i = phi i32 [ 0, %entry ], [ %i1, %tail ], [ %i, %mid ]
  %c1 = icmp slt i32 %i, %tid
  br i1 %c1, label %loop, label %mid, !prof !2
loop:
  %j = phi i32 [ 0, %head ], [ %j1, %loop ]
  %j1 = add i32 %j, 1
  %c2 = icmp slt i32 %j1, %n
  br i1 %c2, label %loop, label %tail, !llvm.loop !0
mid:
  %c3 = icmp eq i32 %i, %tid
  br i1 %c3, label %tail, label %head, !prof !2, !llvm.loop !1
tail:
  %i1 = add i32 %i, 1
  %c4 = icmp slt i32 %i1, %n
  br i1 %c4, label %head, label %out, !llvm.loop !1
out:
  store i32 %i1, ptr addrspace(1) %p
  ret void
}

define amdgpu_kernel void @merged(ptr addrspace(1) %p, i32 %n) {
entry:
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  br label %A
A:
  %i = phi i32 [ 0, %entry ], [ %i1, %tail ]
  %v = phi i32 [ %tid, %entry ], [ %w1, %tail ]
  %h = mul i32 %v, 5
  %limit = and i32 %h, 15
  br label %B
B:
  %j = phi i32 [ 0, %A ], [ %j1, %B ]
  %w = phi i32 [ %h, %A ], [ %w1, %B ]
  %q = sdiv i32 %w, 3
  %w1 = add i32 %q, %i
  %j1 = add i32 %j, 1
  %again = icmp ult i32 %j1, %limit
  br i1 %again, label %B, label %tail, !prof !2, !llvm.loop !0
tail:
  %i1 = add i32 %i, 1
  %more = icmp ult i32 %i1, %n
  br i1 %more, label %A, label %out, !llvm.loop !1
out:
  store i32 %w1, ptr addrspace(1) %p
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()

!0 = distinct !{!0, !3}
!1 = distinct !{!1, !3}
!2 = !{!"branch_weights", i32 1, i32 3}
!3 = !{!"llvm.loop.mustprogress"}

; KEEPS-LABEL: @keeps(
; KEEPS: br i1 %c1, label %loop, label %mid, !prof [[P:![0-9]+]]
; KEEPS: br i1 %c2, label %loop, label %lin.guard, !llvm.loop [[L:![0-9]+]]
; KEEPS-NOT: !llvm.loop
; KEEPS: ret void
; KEEPS-DAG: [[P]] = !{!"branch_weights", i32 1, i32 3}
; KEEPS-DAG: [[L]] = distinct

; MERGED-LABEL: @merged(
; MERGED: br i1 %again, {{.*}}, !prof [[P:![0-9]+]]{{$}}
; MERGED-NOT: !llvm.loop
; MERGED: ret void
