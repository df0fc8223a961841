; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; Nor when it is named: the answer is that it does not diverge, status 1.

; RUN: not reconverge -b %s -e 'set decide=static judge=table' -e 'meld B0' 2>&1 | FileCheck %s

target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @k(ptr addrspace(1) %p, i32 %n, i32 %u) {
entry:
  %c = icmp slt i32 %n, 5
  br i1 %c, label %t, label %f
t:
  %a = udiv i32 %u, 7
  br label %x
f:
  %b = udiv i32 %u, 9
  br label %x
x:
  %r = phi i32 [ %a, %t ], [ %b, %f ]
  store i32 %r, ptr addrspace(1) %p
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()

; CHECK: B0 does not end in a divergent branch
