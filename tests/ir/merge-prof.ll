; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; The weights of two branches that become one are kept if they agree and
; dropped if not: they were counted on other threads. Isomorphic arms, each
; with two branches of its own.

; RUN: reconverge -b -q %s -e 'set decide=static judge=table' -e meld -e cleanup -o - > %t
; RUN: opt -passes=verify -disable-output %t
; RUN: FileCheck --input-file=%t %s

target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @k(ptr addrspace(1) %p, i32 %n, i1 %u, i1 %v) {
entry:
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %c = icmp slt i32 %tid, %n
  br i1 %c, label %t, label %f
t:
  br i1 %u, label %t1, label %t2, !prof !0
t1:
  %a1 = mul i32 %tid, 7
  br label %t2
t2:
  %a2 = phi i32 [ %a1, %t1 ], [ 1, %t ]
  br i1 %v, label %t3, label %t4, !prof !0
t3:
  %a3 = mul i32 %a2, %tid
  br label %t4
t4:
  %a = phi i32 [ %a3, %t3 ], [ %a2, %t2 ]
  br label %x
f:
  br i1 %u, label %f1, label %f2, !prof !0
f1:
  %b1 = mul i32 %tid, 6
  br label %f2
f2:
  %b2 = phi i32 [ %b1, %f1 ], [ 1, %f ]
  br i1 %v, label %f3, label %f4, !prof !1
f3:
  %b3 = mul i32 %b2, %tid
  br label %f4
f4:
  %b = phi i32 [ %b3, %f3 ], [ %b2, %f2 ]
  br label %x
x:
  %r = phi i32 [ %a, %t4 ], [ %b, %f4 ]
  store i32 %r, ptr addrspace(1) %p
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()

!0 = !{!"branch_weights", i32 1, i32 3}
!1 = !{!"branch_weights", i32 5, i32 3}

; CHECK-LABEL: @k(
; CHECK: br i1 %u, label {{%.*}}, label {{%.*}}, !prof [[P:![0-9]+]]
; CHECK: br i1 %v, label {{%.*}}, label {{%[^,]*$}}
; CHECK-NOT: br i1
; CHECK: }
; CHECK: [[P]] = !{!"branch_weights", i32 1, i32 3}
