; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; Two arms that have nothing in common.

; RUN: reconverge -b %s -e 'set threshold=0' -e candidates | FileCheck %s

target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @k(ptr addrspace(1) %p, i32 %n, i32 %u) {
entry:
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %c = icmp slt i32 %tid, %n
  br i1 %c, label %t, label %f
t:
  %a0 = mul i32 %tid, %u
  store i32 %a0, ptr addrspace(1) %p
  br label %x
f:
  %b0 = xor i32 %tid, %u
  %b1 = zext i32 %b0 to i64
  store i64 %b1, ptr addrspace(3) null
  br label %x
x:
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()

; CHECK: B0 {{.*}} refused: no two instructions align (B
