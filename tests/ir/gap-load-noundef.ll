; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; !noundef makes an undefined value undefined behaviour at once. Where memory is
; good but what is in it need not be, such a load runs for both sides without the
; promise, which only threads of its own side gave.

; RUN: reconverge -b -q %s -e 'set decide=static judge=table steps=fine threshold=0' -e meld -o - > %t
; RUN: opt -passes=verify -disable-output %t
; RUN: FileCheck --input-file=%t %s

target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @k(ptr addrspace(1) %p, i32 %n, ptr addrspace(1) dereferenceable(64) align 16 %q, i32 %d7, i32 %d9) {
entry:
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %c = icmp slt i32 %tid, %n
  br i1 %c, label %t, label %f
t:
  %a0 = udiv i32 %tid, %d7
  %a1 = load i32, ptr addrspace(1) %q, align 4, !noundef !0
  br label %x
f:
  %b0 = udiv i32 %tid, %d9
  br label %x
x:
  %r0 = phi i32 [ %a0, %t ], [ %b0, %f ]
  %r1 = phi i32 [ %a1, %t ], [ %n, %f ]
  store i32 %r0, ptr addrspace(1) %p
  store i32 %r1, ptr addrspace(1) %p
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()

!0 = !{}

; CHECK-LABEL: @k(
; CHECK-NOT: br i1
; CHECK: load i32, ptr addrspace(1) %q, align 4{{$}}
; CHECK-NOT: br i1
; CHECK: ret void
