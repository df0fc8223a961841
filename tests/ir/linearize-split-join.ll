; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; A block on each edge hides nothing: this is the short circuit of LIN's figure
; 1, where B3 and B5 add up what they are reached with, so that every edge to
; them has a block. No edge meets the paper's three conditions. Both blocks join
; threads of a divergent branch that they do not post-dominate.

; RUN: reconverge -b %s -e 'candidates tries=0' | FileCheck --check-prefix=PLAN %s
; RUN: reconverge -b %s -e 'linearize when=always' -e 'check seeds=3' -e 'candidates tries=0' \
; RUN:   | FileCheck --check-prefix=DONE %s
; RUN: reconverge -b -q %s -e 'linearize when=always' -o - > %t
; RUN: opt -passes=verify -disable-output %t

target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @k(ptr addrspace(1) %p) {
B1:
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %at = getelementptr i32, ptr addrspace(1) %p, i32 %tid
  %c1 = icmp slt i32 %tid, 7
  br i1 %c1, label %x, label %B2
B2:
  %m = mul i32 %tid, 3
  %c2 = icmp slt i32 %m, 90
  br i1 %c2, label %y, label %w
x:
  %xs = udiv i32 %tid, 5
  br label %B3
w:
  %ws = udiv i32 %m, 5
  br label %B3
B3:
  %t = phi i32 [ %xs, %x ], [ %ws, %w ]
  %u = udiv i32 %t, 3
  %c3 = icmp slt i32 %u, 11
  br i1 %c3, label %z, label %B4
y:
  %ys = udiv i32 %m, 9
  br label %B5
z:
  %zs = udiv i32 %u, 9
  br label %B5
B4:
  %s1 = mul i32 %u, 11
  br label %B6
B5:
  %v = phi i32 [ %ys, %y ], [ %zs, %z ]
  %s2 = udiv i32 %v, 13
  br label %B6
B6:
  %r = phi i32 [ %s1, %B4 ], [ %s2, %B5 ]
  store i32 %r, ptr addrspace(1) %at
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()

; PLAN: B0..B9  4 unstructured  linearize  8 of 8 blocks  {{.*}}most runs 3{{.*}}net +
;
; DONE: P1: linearize
; DONE: 4 unstructured edges, 8 blocks in 8 units, {{.*}} B8 ran up to 3 times
; DONE: the same with 3 seeds
; DONE-NOT: unstructured
