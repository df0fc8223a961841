; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; Two rotated loops (FLAT, figure 5): A_w is bypassed by the state, all edges
; back and out go over one latch. What both loops carry is one phi; what A_w
; computes for B is kept; metadata of the loops is gone with them.

; RUN: reconverge -b -q %s -e 'set decide=static judge=table' -e flatten -o - > %t
; RUN: opt -passes=verify -disable-output %t
; RUN: FileCheck --input-file=%t %s
; RUN: reconverge -b %s -e 'candidates tries=0' -e 'set decide=static judge=table' -e 'preview flatten' -e flatten -e loops \
; RUN:   -e flatten -e undo -e redo | FileCheck --check-prefix=SAYS %s

target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @k(ptr addrspace(1) %p, i32 %n, i32 %d3) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
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
  %q = sdiv i32 %w, %d3
  %w1 = add i32 %q, %i
  %j1 = add i32 %j, 1
  %again = icmp ult i32 %j1, %limit
  br i1 %again, label %B, label %tail, !llvm.loop !0
tail:
  %i1 = add i32 %i, 1
  %more = icmp ult i32 %i1, %n
  br i1 %more, label %A, label %out, !llvm.loop !0
out:
  store i32 %w1, ptr addrspace(1) %p
  ret void
}

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.unroll.disable"}

; SAYS: L0 B1  1 inner loop  flatten  n/N 16 of 32 guessed = 0.500 > Ta/(Ta+Tb) {{.*}} pays
; SAYS: 1 of 1 nests of loops in @k can be flattened
; SAYS: flatten would do:
; SAYS: P1: flatten
; SAYS: L0 header B{{[0-9]+}} flat.head  latches B{{[0-9]+}}
; SAYS-NOT: L1
; SAYS: flatten: no nest of loops is worth flattening; still P1

; CHECK-LABEL: @k(
; CHECK: flat.head:
; CHECK-NEXT: %flat.state = phi i1 [ false, %entry ], [ %flat.next, %flat.latch ]
; CHECK-NEXT: %i = phi i32 [ 0, %entry ], [ %[[I:[0-9]+]], %flat.latch ]
; CHECK-NEXT: %v = phi i32 [ %tid, %entry ], [ %w1, %flat.latch ]
; CHECK-NEXT: phi i32 [ poison, %entry ], [ %j1, %flat.latch ]
; CHECK-NEXT: %[[KEPT:[0-9]+]] = phi i32 [ poison, %entry ], [ %[[L:[0-9]+]], %flat.latch ]
; CHECK-NEXT: br i1 %flat.state, label %B, label %A
; CHECK: A:
; CHECK-NEXT: %h = mul i32 %v, 5
; CHECK: B:
; CHECK: %[[L]] = phi i32 [ %[[KEPT]], %flat.head ], [ %limit, %A ]
; CHECK: br i1 %again, label %flat.latch, label %tail
; CHECK-NOT: llvm.loop
; CHECK: tail:
; CHECK: br label %flat.latch
; CHECK: flat.latch:
; CHECK-NEXT: %flat.next = phi i1 [ false, %tail ], [ true, %B ]
; CHECK-NEXT: %flat.more = phi i1 [ %more, %tail ], [ true, %B ]
; CHECK-NEXT: %[[I]] = phi i32 [ %i1, %tail ], [ %i, %B ]
; CHECK-NEXT: br i1 %flat.more, label %flat.head, label %out
; CHECK-NOT: phi
; CHECK: ret void
