; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; Loops tested at the top: threads that are done must not make those that go on
; wait for them, so the way out leads over the latch as well, and a guard makes
; all threads of a round meet before B. No block runs more often than the latch.

; RUN: reconverge -b -q %s -e 'set decide=static judge=table' -e 'flatten L0' -o - > %t
; RUN: opt -passes=verify -disable-output %t
; RUN: FileCheck --input-file=%t %s
; RUN: reconverge -b -q %s -e 'launch grid=1 block=64 arg0=i32[64]:zero' \
; RUN:   -e 'set decide=static judge=table' -e 'flatten L1' -e check -e 'expect warp-insts < warp-insts(P0)' \
; RUN:   -e 'expect revision == 1'

target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @k(ptr addrspace(1) %p) {
entry:
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  br label %A
A:
  %i = phi i32 [ 0, %entry ], [ %i1, %tail ]
  %s = phi i32 [ %t, %entry ], [ %s2, %tail ]
  %c = icmp ult i32 %i, 40
  br i1 %c, label %work, label %out
work:
  %h = mul i32 %s, 1664525
  %h2 = lshr i32 %h, 13
  %low = and i32 %h2, 63
  %rare = icmp eq i32 %low, 1
  %limit = select i1 %rare, i32 200, i32 2
  br label %B
B:
  %j = phi i32 [ 0, %work ], [ %j1, %body ]
  %q = phi i32 [ %h, %work ], [ %q9, %body ]
  %cb = icmp ult i32 %j, %limit
  br i1 %cb, label %body, label %tail
body:
  %q1 = mul i32 %q, 1664525
  %q2 = add i32 %q1, 1013904223
  %q3 = lshr i32 %q2, 7
  %q4 = xor i32 %q3, %q2
  %q5 = mul i32 %q4, 22695477
  %q6 = add i32 %q5, 1
  %q7 = lshr i32 %q6, 9
  %q8 = xor i32 %q7, %q6
  %q9 = add i32 %q8, %j
  %j1 = add i32 %j, 1
  br label %B
tail:
  %s2 = add i32 %q, %i
  %i1 = add i32 %i, 1
  br label %A
out:
  %g = getelementptr i32, ptr addrspace(1) %p, i32 %t
  store i32 %s, ptr addrspace(1) %g
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()

; CHECK-LABEL: @k(
; CHECK: flat.head:
; CHECK: br i1 %flat.state, label %[[MEET:[^ ,]+]], label %A
; CHECK: br i1 %c, label %work, label %[[MEET]]
; CHECK: work:
; CHECK: br label %[[MEET]]
; CHECK: [[MEET]]:
; CHECK: br i1 %{{.*}}, label %B, label %flat.latch
; CHECK: br i1 %cb, label %body, label %tail
; CHECK: flat.latch:
; CHECK: br i1 %flat.more, label %flat.head, label %out
