; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; Case 3: a block and a block.

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
  %a = udiv i32 %u, %tid
  br label %x
f:
  %b = udiv i32 %n, %tid
  br label %x
x:
  %r = phi i32 [ %a, %t ], [ %b, %f ]
  store i32 %r, ptr addrspace(1) %p
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()

; REPORT: B0: melds B1 with B2, 1 aligned, MP_S 0.50
;
; CHECK-LABEL: @k(
; CHECK: [[S:%.*]] = select i1 %c, i32 %u, i32 %n
; CHECK-NEXT: [[D:%.*]] = udiv i32 [[S]], %tid
; CHECK-NEXT: store i32 [[D]]
