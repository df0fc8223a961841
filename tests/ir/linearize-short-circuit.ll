; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; if ((a || b) && c) S1 else S2 (LIN, figures 1 and 4): the tests for B2 and B4
; need no guard, B3 and B5 stand behind one each. B4 and B5 exclude each other.

; RUN: reconverge -b -q %s -e 'set decide=static judge=table steps=fine' -e 'linearize when=always' -e 'preview linearize when=always' -o - > %t
; RUN: opt -passes=verify -disable-output %t
; RUN: FileCheck --input-file=%t %s
; RUN: reconverge -b %s -e candidates | FileCheck --check-prefix=PLAN %s
; RUN: reconverge -b -q %s -e 'set decide=static judge=table steps=fine lin-opt=0' -e 'linearize when=always' -o - \
; RUN:   | FileCheck --check-prefix=NAIVE %s

target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @k(ptr addrspace(1) %p) {
B1:
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %c1 = icmp slt i32 %tid, 7
  br i1 %c1, label %B3, label %B2
B2:
  %x = mul i32 %tid, 3
  %c2 = icmp slt i32 %x, 90
  br i1 %c2, label %B5, label %B3
B3:
  %y = phi i32 [ %tid, %B1 ], [ %x, %B2 ]
  %z = udiv i32 %y, 3
  %c3 = icmp slt i32 %z, 11
  br i1 %c3, label %B5, label %B4
B4:
  %s1 = add i32 %z, 1
  br label %B6
B5:
  %w = phi i32 [ %x, %B2 ], [ %z, %B3 ]
  %s2 = udiv i32 85, %w
  br label %B6
B6:
  %r = phi i32 [ %s1, %B4 ], [ %s2, %B5 ]
  store i32 %r, ptr addrspace(1) %p
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()

; PLAN: B0..B5  3 unstructured  linearize  4 of 4 blocks  guards 2  most runs 3
; PLAN: 1 of 1 unstructured regions in @k can be linearized

; CHECK-LABEL: @k(
; CHECK: br i1 %c1, label %[[G3:[^ ,]+]], label %B2
; CHECK: B2:
; CHECK-NOT: select
; CHECK: br label %[[G3]]
; CHECK: [[G3]]:
; CHECK: %lin.past = phi i1 [ %c2, %B2 ], [ false, %B1 ]
; CHECK-NEXT: br i1 %lin.past, label %[[G5:[^ ,]+]], label %B3
; CHECK: B3:
; CHECK: br i1 %c3, label %[[G5]], label %B4
; CHECK: [[G5]]:
; CHECK: %[[NOW:.*]] = phi i1 [ true, %B3 ], [ false, %B4 ], [ true, %[[G3]] ]
; CHECK-NEXT: br i1 %[[NOW]], label %B5, label %B6
; CHECK: B6:
; CHECK-NEXT: %r = phi i32
; CHECK-NEXT: store

; Figure 4, which has a guard for the entry block, too.
; NAIVE: %[[D:.*]] = select i1 %c1, i32 1, i32 0
; NAIVE: icmp eq i32 %{{.*}}, 0
; NAIVE: %[[N2:.*]] = select i1 %c2, i32 3, i32 1
; NAIVE: %[[AT3:.*]] = phi i32 [ %[[N2]], %B2 ], [ %{{.*}}, %lin.guard{{.*}} ]
; NAIVE: icmp eq i32 %[[AT3]], 1
; NAIVE: %[[N3:.*]] = select i1 %c3, i32 3, i32 2
; NAIVE: %[[AT4:.*]] = phi i32 [ %[[N3]], %B3 ], [ %[[AT3]], %lin.guard{{.*}} ]
; NAIVE: icmp eq i32 %[[AT4]], 2
; NAIVE: %[[AT5:.*]] = phi i32 [ 4, %B4 ], [ %[[AT4]], %lin.guard{{.*}} ]
; NAIVE: icmp eq i32 %[[AT5]], 3
