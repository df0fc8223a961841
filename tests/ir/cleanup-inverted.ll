; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; A branch on a negation is the branch turned round, with its weights turned
; round too, whatever their origin; what else is said of it stays. A negated
; compare that is used but once is the opposite compare.

; RUN: reconverge -b -q %s -e cleanup -o - > %t
; RUN: opt -passes=verify -disable-output %t
; RUN: FileCheck --input-file=%t %s

target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @k(ptr addrspace(1) %p, i32 %n) {
entry:
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %c = icmp slt i32 %tid, %n
  %d = xor i1 %c, true
  br i1 %d, label %a, label %b, !prof !0
a:
  store i32 1, ptr addrspace(1) %p
  br i1 %d, label %x, label %b, !prof !1, !unpredictable !2
b:
  store i32 2, ptr addrspace(1) %p
  br i1 %d, label %x, label %y, !prof !3
y:
  store i32 3, ptr addrspace(1) %p
  br label %x
x:
  %e = icmp ult i32 %tid, %n
  %g = xor i1 %e, true
  store i1 %g, ptr addrspace(1) %p
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()

!0 = !{!"branch_weights", i32 99, i32 1}
!1 = !{!"branch_weights", !"expected", i32 2000, i32 5}
!2 = !{}
!3 = !{!"unknown", !"a-pass"}

; CHECK-LABEL: @k(
; CHECK-NOT: xor
; CHECK: br i1 %c, label %b, label %a, !prof [[SWAPPED:![0-9]+]]
; CHECK: br i1 %c, label %b, label %x, !prof [[EXPECTED:![0-9]+]], !unpredictable [[EMPTY:![0-9]+]]
; CHECK: br i1 %c, label %y, label %x, !prof [[UNKNOWN:![0-9]+]]
; CHECK: icmp uge i32 %tid, %n
; CHECK-NOT: xor
; CHECK: ret void
; CHECK-DAG: [[SWAPPED]] = !{!"branch_weights", i32 1, i32 99}
; CHECK-DAG: [[EXPECTED]] = !{!"branch_weights", !"expected", i32 5, i32 2000}
; CHECK-DAG: [[EMPTY]] = !{}
; CHECK-DAG: [[UNKNOWN]] = !{!"unknown", !"a-pass"}
