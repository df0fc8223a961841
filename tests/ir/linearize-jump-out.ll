; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; Jumps out of a loop to two places (LIN, figure 5): one back edge from a test
; behind the loop, one guard for B5. Values leave the loop at each of its
; exits; the loop's own values need no phi at its header that they had not.

; RUN: reconverge -b -q %s -e 'set decide=static judge=table' -e 'linearize when=always' -o - > %t
; RUN: opt -passes=verify -disable-output %t
; RUN: FileCheck --input-file=%t %s
; RUN: reconverge -b %s -e 'set decide=static judge=table' -e 'linearize when=always' -e loops -e candidates \
; RUN:   | FileCheck --check-prefix=AFTER %s

target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @k(ptr addrspace(1) %p, i32 %n) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  br label %B2
B2:
  %i = phi i32 [ 0, %entry ], [ %j, %B4 ]
  %s = phi i32 [ %tid, %entry ], [ %t, %B4 ]
  %a = mul i32 %s, 5
  %c2 = icmp eq i32 %a, %n
  br i1 %c2, label %B5, label %B3
B3:
  %t = xor i32 %a, %i
  %c3 = icmp slt i32 %t, 9
  br i1 %c3, label %B6, label %B4
B4:
  %j = add i32 %i, 1
  %c4 = icmp slt i32 %j, 32
  br i1 %c4, label %B2, label %B5
B5:
  %u = phi i32 [ %a, %B2 ], [ %t, %B4 ]
  %v = udiv i32 %u, %n
  br label %B6
B6:
  %r = phi i32 [ %t, %B3 ], [ %v, %B5 ]
  store i32 %r, ptr addrspace(1) %p
  ret void
}

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

; AFTER: P1: linearize when=always: {{.*}}+2 blocks
; AFTER: 3 unstructured edges, 4 blocks in 4 units, 2 guards
; AFTER-NOT: unstructured regions

; CHECK-LABEL: @k(
; CHECK: lin.back:
; CHECK: %[[NOW:[a-z0-9.]+]] = phi i1 [ true, %B2 ], [ false, %B3 ], [ true, %B4 ]
; CHECK-NEXT: %[[BACK:[a-z0-9.]+]] = phi i1 [ false, %B2 ], [ false, %B3 ], [ %c4, %B4 ]
; CHECK-NEXT: br i1 %[[BACK]], label %B2, label %lin.guard
; CHECK: B2:
; CHECK-NEXT: %i = phi i32 [ 0, %entry ], [ %{{[0-9]+}}, %lin.back ]
; CHECK-NEXT: %s = phi
; CHECK-NOT: phi
; CHECK: br i1 %c2, label %lin.back, label %B3
; CHECK: br i1 %c3, label %lin.back, label %B4
; CHECK-NOT: select
; CHECK: lin.guard:
; CHECK-NEXT: br i1 %[[NOW]], label %B5, label %B6
; CHECK: B6:
; CHECK-NEXT: %r = phi i32
; CHECK-NEXT: store
