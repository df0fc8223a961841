; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; Profit is weighed by how often each side runs.
; Without a profile both arms are taken to run in every warp: melding pays.

; RUN: reconverge -b %s -e candidates | FileCheck %s

target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @k(ptr addrspace(1) %p, i32 %n, i32 %u) {
entry:
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %c = icmp slt i32 %tid, %n
  br i1 %c, label %t, label %f
t:
  %a0 = xor i32 %u, %tid
  %a = udiv i32 %a0, 5
  br label %x
f:
  %b0 = xor i32 %n, %tid
  %b = udiv i32 %b0, 9
  br label %x
x:
  %r = phi i32 [ %a, %t ], [ %b, %f ]
  store i32 %r, ptr addrspace(1) %p
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()

; CHECK: B0 {{.*}} meld
