; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; A metadata operand cannot be chosen: two registers read by name, two calls;
; the same one read on both sides, one call.

; RUN: reconverge -b -q %s -e 'set decide=static judge=table' -e meld -e cleanup -o - > %t
; RUN: opt -passes=verify -disable-output %t
; RUN: FileCheck --input-file=%t %s

target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @k(ptr addrspace(1) %p, i32 %n, i64 %u) {
entry:
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %c = icmp slt i32 %tid, %n
  br i1 %c, label %t, label %f
t:
  %a2 = udiv i64 %u, 10
  %a1 = call i64 @llvm.read_register.i64(metadata !1)
  %a0 = call i64 @llvm.read_register.i64(metadata !0)
  br label %x
f:
  %b2 = udiv i64 %u, 10
  %b1 = call i64 @llvm.read_register.i64(metadata !1)
  %b0 = call i64 @llvm.read_register.i64(metadata !2)
  br label %x
x:
  %r0 = phi i64 [ %a0, %t ], [ %b0, %f ]
  %r1 = phi i64 [ %a1, %t ], [ %b1, %f ]
  %r2 = phi i64 [ %a2, %t ], [ %b2, %f ]
  store i64 %r0, ptr addrspace(1) %p
  store i64 %r1, ptr addrspace(1) %p
  store i64 %r2, ptr addrspace(1) %p
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()
declare i64 @llvm.read_register.i64(metadata)

!0 = !{!"flat_scratch"}
!1 = !{!"vcc"}
!2 = !{!"exec"}

; CHECK-LABEL: @k(
; CHECK: call i64 @llvm.read_register.i64(metadata [[E:![0-9]+]])
; CHECK-NEXT: br i1 %c
; CHECK-DAG: call i64 @llvm.read_register.i64(metadata [[A:![0-9]+]])
; CHECK-DAG: call i64 @llvm.read_register.i64(metadata [[B:![0-9]+]])
; CHECK-NOT: call
; CHECK: }
; CHECK-DAG: [[E]] = !{!"vcc"}
; CHECK-DAG: [[A]] = !{!"flat_scratch"}
; CHECK-DAG: [[B]] = !{!"exec"}
