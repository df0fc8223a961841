; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; At a distance that varies nothing is known: guarded, with its address or
; without.

; RUN: reconverge -b -q %s -e 'set decide=static judge=table threshold=0' -e meld -o - > %t
; RUN: opt -passes=verify -disable-output %t
; RUN: FileCheck --input-file=%t %s

target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @k(ptr addrspace(1) %p, i32 %n, ptr addrspace(1) dereferenceable(64) align 16 %q) {
entry:
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %c = icmp slt i32 %tid, %n
  br i1 %c, label %t, label %f
t:
  %a0 = udiv i32 %tid, 7
  %a1 = getelementptr i32, ptr addrspace(1) %q, i32 %a0
  %a2 = load i32, ptr addrspace(1) %a1
  br label %x
f:
  %b0 = udiv i32 %tid, 9
  br label %x
x:
  %r0 = phi i32 [ %a0, %t ], [ %b0, %f ]
  %r1 = phi i32 [ %a2, %t ], [ %n, %f ]
  store i32 %r0, ptr addrspace(1) %p
  store i32 %r1, ptr addrspace(1) %p
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()

; CHECK-LABEL: @k(
; CHECK-NOT: br i1 %c, label %t, label %f
; CHECK-NOT: load
; CHECK: br i1 %c, label %[[ONLY:[^ ,]+]], label
; CHECK: [[ONLY]]:
; CHECK: load i32
; CHECK-NEXT: br label
; CHECK-NOT: load
; CHECK: ret void
