; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; !alias.scope stays where both accesses are of the same scopes.

; RUN: reconverge -b -q %s -e 'set decide=static judge=table' -e meld -e cleanup -o - > %t
; RUN: opt -passes=verify -disable-output %t
; RUN: FileCheck --input-file=%t %s

target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @k(ptr addrspace(1) %p, i32 %n, ptr addrspace(1) %q0, ptr addrspace(1) %q1, ptr addrspace(1) %q2, ptr addrspace(1) %q3, ptr addrspace(1) %q4) {
entry:
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %c = icmp slt i32 %tid, %n
  br i1 %c, label %t, label %f
t:
  %a0 = load i32, ptr addrspace(1) %q0, !alias.scope !0
  %a1 = load i32, ptr addrspace(1) %q1, !alias.scope !0
  %a2 = load i32, ptr addrspace(1) %q2, !alias.scope !0
  %a3 = load i32, ptr addrspace(1) %q3
  %a4 = load i32, ptr addrspace(1) %q4, !alias.scope !1
  br label %x
f:
  %b0 = load i32, ptr addrspace(1) %q0, !alias.scope !0
  %b1 = load i32, ptr addrspace(1) %q1, !alias.scope !1
  %b2 = load i32, ptr addrspace(1) %q2
  %b3 = load i32, ptr addrspace(1) %q3, !alias.scope !0
  %b4 = load i32, ptr addrspace(1) %q4
  br label %x
x:
  %r0 = phi i32 [ %a0, %t ], [ %b0, %f ]
  %r1 = phi i32 [ %a1, %t ], [ %b1, %f ]
  %r2 = phi i32 [ %a2, %t ], [ %b2, %f ]
  %r3 = phi i32 [ %a3, %t ], [ %b3, %f ]
  %r4 = phi i32 [ %a4, %t ], [ %b4, %f ]
  store i32 %r0, ptr addrspace(1) %p
  store i32 %r1, ptr addrspace(1) %p
  store i32 %r2, ptr addrspace(1) %p
  store i32 %r3, ptr addrspace(1) %p
  store i32 %r4, ptr addrspace(1) %p
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()

!0 = !{!2}
!1 = !{!2, !3}
!2 = distinct !{!2, !4, !"first"}
!3 = distinct !{!3, !4, !"second"}
!4 = distinct !{!4, !"domain"}

; CHECK-LABEL: @k(
; CHECK: load {{.*}} %q0, align {{[0-9]+}}, !alias.scope [[MD:![0-9]+]]
; CHECK-NEXT: load {{.*}} %q1, align {{[0-9]+}}{{$}}
; CHECK-NEXT: load {{.*}} %q2, align {{[0-9]+}}{{$}}
; CHECK-NEXT: load {{.*}} %q3, align {{[0-9]+}}{{$}}
; CHECK-NEXT: load {{.*}} %q4, align {{[0-9]+}}{{$}}
; CHECK-NOT: load
; CHECK: ret void
; CHECK: [[MD]] = !{[[S:![0-9]+]]}
