; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; !dereferenceable of a loaded pointer stays where both say the same size.

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
  %a0 = load ptr, ptr addrspace(1) %q0, !dereferenceable !0
  %a1 = load ptr, ptr addrspace(1) %q1, !dereferenceable !0
  %a2 = load ptr, ptr addrspace(1) %q2, !dereferenceable !0
  %a3 = load ptr, ptr addrspace(1) %q3
  %a4 = load ptr, ptr addrspace(1) %q4, !dereferenceable !1
  br label %x
f:
  %b0 = load ptr, ptr addrspace(1) %q0, !dereferenceable !0
  %b1 = load ptr, ptr addrspace(1) %q1, !dereferenceable !1
  %b2 = load ptr, ptr addrspace(1) %q2
  %b3 = load ptr, ptr addrspace(1) %q3, !dereferenceable !0
  %b4 = load ptr, ptr addrspace(1) %q4
  br label %x
x:
  %r0 = phi ptr [ %a0, %t ], [ %b0, %f ]
  %r1 = phi ptr [ %a1, %t ], [ %b1, %f ]
  %r2 = phi ptr [ %a2, %t ], [ %b2, %f ]
  %r3 = phi ptr [ %a3, %t ], [ %b3, %f ]
  %r4 = phi ptr [ %a4, %t ], [ %b4, %f ]
  store ptr %r0, ptr addrspace(1) %p
  store ptr %r1, ptr addrspace(1) %p
  store ptr %r2, ptr addrspace(1) %p
  store ptr %r3, ptr addrspace(1) %p
  store ptr %r4, ptr addrspace(1) %p
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()

!0 = !{i64 8}
!1 = !{i64 16}

; CHECK-LABEL: @k(
; CHECK: load {{.*}} %q0, align {{[0-9]+}}, !dereferenceable [[MD:![0-9]+]]
; CHECK-NEXT: load {{.*}} %q1, align {{[0-9]+}}{{$}}
; CHECK-NEXT: load {{.*}} %q2, align {{[0-9]+}}{{$}}
; CHECK-NEXT: load {{.*}} %q3, align {{[0-9]+}}{{$}}
; CHECK-NEXT: load {{.*}} %q4, align {{[0-9]+}}{{$}}
; CHECK-NOT: load
; CHECK: ret void
; CHECK: [[MD]] = !{i64 8}
