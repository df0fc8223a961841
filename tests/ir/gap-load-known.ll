; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; A load that is known to be good wherever it stands may run for both sides: from
; an argument said to be dereferenceable, a constant distance into it, a global
; variable, a stack slot of the entry block. None of them needs a branch.

; RUN: reconverge -b -q %s -e 'set decide=static judge=table threshold=0' -e meld -o - > %t
; RUN: opt -passes=verify -disable-output %t
; RUN: FileCheck --input-file=%t %s

target triple = "amdgcn-amd-amdhsa"

@known = addrspace(4) constant i32 7

define amdgpu_kernel void @k(ptr addrspace(1) %p, i32 %n, ptr addrspace(1) dereferenceable(64) align 16 %q, i32 %d7, i32 %d9) {
entry:
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %c = icmp slt i32 %tid, %n
  %slot = alloca i32, addrspace(5)
  store i32 %n, ptr addrspace(5) %slot
  br i1 %c, label %t, label %f
t:
  %a0 = udiv i32 %tid, %d7
  %a1 = load i32, ptr addrspace(1) %q, align 4
  %a2 = getelementptr i8, ptr addrspace(1) %q, i64 60
  %a3 = load i32, ptr addrspace(1) %a2, align 4
  %a4 = load i32, ptr addrspace(4) @known
  %a5 = load i32, ptr addrspace(5) %slot
  br label %x
f:
  %b0 = udiv i32 %tid, %d9
  br label %x
x:
  %r0 = phi i32 [ %a0, %t ], [ %b0, %f ]
  %r1 = phi i32 [ %a1, %t ], [ %n, %f ]
  %r2 = phi i32 [ %a3, %t ], [ %n, %f ]
  %r3 = phi i32 [ %a4, %t ], [ %n, %f ]
  %r4 = phi i32 [ %a5, %t ], [ %n, %f ]
  store i32 %r0, ptr addrspace(1) %p
  store i32 %r1, ptr addrspace(1) %p
  store i32 %r2, ptr addrspace(1) %p
  store i32 %r3, ptr addrspace(1) %p
  store i32 %r4, ptr addrspace(1) %p
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()

; CHECK-LABEL: @k(
; CHECK-NOT: br i1 %c, label %t, label %f
; CHECK: udiv
; CHECK: load i32, ptr addrspace(1) %q
; CHECK: load i32, ptr addrspace(1)
; CHECK-NEXT: load i32, ptr addrspace(4) @known
; CHECK-NEXT: load i32, ptr addrspace(5) %slot
; CHECK-NOT: br i1
; CHECK: ret void
