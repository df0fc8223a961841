; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; A work-group's atomic is not the agent's: scopes must agree.

; RUN: reconverge -b -q %s -e 'set decide=static judge=table' -e meld -e cleanup -o - > %t
; RUN: opt -passes=verify -disable-output %t
; RUN: FileCheck --input-file=%t %s

target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @k(ptr addrspace(1) %p, i32 %n, ptr addrspace(1) %q) {
entry:
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %c = icmp slt i32 %tid, %n
  br i1 %c, label %t, label %f
t:
  %a = mul i32 %tid, 7
  %a1 = atomicrmw add ptr addrspace(1) %p, i32 1 syncscope("agent") monotonic
  %a0 = atomicrmw add ptr addrspace(1) %q, i32 %a syncscope("workgroup") monotonic
  br label %x
f:
  %b = mul i32 %tid, 9
  %b1 = atomicrmw add ptr addrspace(1) %p, i32 2 syncscope("agent") monotonic
  %b0 = atomicrmw add ptr addrspace(1) %q, i32 %b syncscope("agent") monotonic
  br label %x
x:
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()

; CHECK-LABEL: @k(
; CHECK: mul
; CHECK-NOT: mul
; CHECK: [[S:%.*]] = select i1 %c, i32 1, i32 2
; CHECK-NEXT: atomicrmw add ptr addrspace(1) %p, i32 [[S]] syncscope("agent") monotonic
; CHECK-NEXT: br i1 %c
; CHECK-DAG: atomicrmw add ptr addrspace(1) %q, i32 {{%.*}} syncscope("workgroup") monotonic
; CHECK-DAG: atomicrmw add ptr addrspace(1) %q, i32 {{%.*}} syncscope("agent") monotonic
; CHECK-NOT: atomicrmw
; CHECK: }
