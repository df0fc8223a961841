; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; !nonnull stays only if both sides promise it.

; RUN: reconverge -b -q %s -e 'set decide=static judge=table' -e meld -e cleanup -o - > %t
; RUN: opt -passes=verify -disable-output %t
; RUN: FileCheck --input-file=%t %s

target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @k(ptr addrspace(1) %p, i32 %n, ptr addrspace(1) %q0, ptr addrspace(1) %q1, ptr addrspace(1) %q2) {
entry:
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %c = icmp slt i32 %tid, %n
  br i1 %c, label %t, label %f
t:
  %a0 = load ptr, ptr addrspace(1) %q0, !nonnull !0
  %a1 = load ptr, ptr addrspace(1) %q1
  %a2 = load ptr, ptr addrspace(1) %q2, !nonnull !0
  br label %x
f:
  %b0 = load ptr, ptr addrspace(1) %q0, !nonnull !0
  %b1 = load ptr, ptr addrspace(1) %q1, !nonnull !0
  %b2 = load ptr, ptr addrspace(1) %q2
  br label %x
x:
  %r0 = phi ptr [ %a0, %t ], [ %b0, %f ]
  %r1 = phi ptr [ %a1, %t ], [ %b1, %f ]
  %r2 = phi ptr [ %a2, %t ], [ %b2, %f ]
  store ptr %r0, ptr addrspace(1) %p
  store ptr %r1, ptr addrspace(1) %p
  store ptr %r2, ptr addrspace(1) %p
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()

!0 = !{}

; CHECK-LABEL: @k(
; CHECK: load {{.*}} %q0, align {{[0-9]+}}, !nonnull [[MD:![0-9]+]]
; CHECK-NEXT: load {{.*}} %q1, align {{[0-9]+}}{{$}}
; CHECK-NEXT: load {{.*}} %q2, align {{[0-9]+}}{{$}}
; CHECK-NOT: load
; CHECK: ret void
; CHECK: [[MD]] = !{}
