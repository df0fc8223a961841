; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; Nor an atomic load: others may see when it happens.

; RUN: reconverge -b -q %s -e 'set decide=static judge=table threshold=0' -e meld -o - > %t
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
  %z = load atomic i32, ptr addrspace(1) %q acquire, align 4
  br label %x
f:
  %b0 = udiv i32 %tid, %d9
  br label %x
x:
  %r0 = phi i32 [ %a0, %t ], [ %b0, %f ]
  store i32 %r0, ptr addrspace(1) %p
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()

; CHECK-LABEL: @k(
; CHECK: udiv
; CHECK-NOT: {{load atomic}}
; CHECK: br i1 %c, label %[[ONLY:[^ ,]+]], label
; CHECK: [[ONLY]]:
; CHECK-NEXT: {{.*(load atomic)}}
; CHECK: br label
; CHECK-NOT: {{load atomic}}
; CHECK: ret void
