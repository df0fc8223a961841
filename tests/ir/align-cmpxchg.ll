; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; Both orderings of a compare-exchange count, and whether it is weak.

; RUN: reconverge -b -q %s -e 'set decide=static judge=table' -e meld -e cleanup -o - > %t
; RUN: opt -passes=verify -disable-output %t
; RUN: FileCheck --input-file=%t %s

target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @k(ptr addrspace(1) %p, i32 %n) {
entry:
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %c = icmp slt i32 %tid, %n
  br i1 %c, label %t, label %f
t:
  %a = mul i32 %tid, 7
  %a0 = cmpxchg ptr addrspace(1) %p, i32 %a, i32 3 acq_rel acquire
  %a1 = cmpxchg weak ptr addrspace(1) %p, i32 %a, i32 2 acq_rel acquire
  %a2 = cmpxchg ptr addrspace(1) %p, i32 %a, i32 1 acq_rel monotonic
  br label %x
f:
  %b = mul i32 %tid, 9
  %b0 = cmpxchg ptr addrspace(1) %p, i32 %b, i32 4 acq_rel acquire
  %b1 = cmpxchg ptr addrspace(1) %p, i32 %b, i32 2 seq_cst acquire
  br label %x
x:
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()

; CHECK-LABEL: @k(
; CHECK: mul
; CHECK-NOT: mul
; CHECK: [[S:%.*]] = select i1 %c, i32 3, i32 4
; CHECK-NEXT: cmpxchg ptr addrspace(1) %p, i32 {{%.*}}, i32 [[S]] acq_rel acquire
; CHECK-NEXT: br i1 %c
; CHECK-DAG: cmpxchg ptr addrspace(1) %p, i32 {{%.*}}, i32 1 acq_rel monotonic
; CHECK-DAG: cmpxchg weak ptr addrspace(1) %p, i32 {{%.*}}, i32 2 acq_rel acquire
; CHECK-DAG: cmpxchg ptr addrspace(1) %p, i32 {{%.*}}, i32 2 seq_cst acquire
; CHECK-NOT: cmpxchg
; CHECK: }
