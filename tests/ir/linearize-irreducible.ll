; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; The smallest irreducible graph (LIN, figure 6): it becomes a natural loop
; with one guard, and no block is copied.

; RUN: reconverge -b -q %s -e 'set decide=static judge=table' -e 'linearize when=always' -o - > %t
; RUN: opt -passes=verify -disable-output %t
; RUN: FileCheck --input-file=%t %s
; RUN: reconverge -b %s -e loops -e 'set decide=static judge=table' -e 'linearize when=always' -e loops \
; RUN:   | FileCheck --check-prefix=LOOPS %s

target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @k(ptr addrspace(1) %p) {
B1:
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %c1 = trunc i32 %tid to i1
  br i1 %c1, label %B3, label %B2
B2:
  %x = phi i32 [ %tid, %B1 ], [ %z, %B3 ]
  %y = mul i32 %x, 5
  store i32 %y, ptr addrspace(1) %p
  br label %B3
B3:
  %w = phi i32 [ %tid, %B1 ], [ %y, %B2 ]
  %z = add i32 %w, 7
  %c3 = icmp ult i32 %z, 500
  br i1 %c3, label %B2, label %B4
B4:
  store i32 %z, ptr addrspace(1) %p
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()

; LOOPS: irreducible
; LOOPS: P1: linearize
; LOOPS-NOT: irreducible

; CHECK-LABEL: @k(
; CHECK-COUNT-1: {{^lin.guard[0-9]*:}}
; CHECK-NOT: {{^lin}}
; CHECK: mul i32
; CHECK-NOT: mul i32
