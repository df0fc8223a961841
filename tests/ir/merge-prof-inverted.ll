; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; Two branches that become one with the successors of the second exchanged:
; weights agree if they agree on where threads go, not on what is true or false.
; The weights of %ac and %bc do, those of %ad and %bd only look alike.

; RUN: reconverge -b -q %s -e 'set decide=static judge=table' -e meld -e cleanup -o - > %t
; RUN: opt -passes=verify -disable-output %t
; RUN: FileCheck --input-file=%t %s

target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @k(ptr addrspace(1) %p, i32 %n, i32 %u) {
entry:
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %c = icmp slt i32 %tid, %n
  br i1 %c, label %t, label %f
t:
  %a0 = mul i32 %tid, 7
  %ac = icmp slt i32 %a0, %u
  br i1 %ac, label %t1, label %t2, !prof !0
t1:
  %a1 = udiv i32 %a0, %u
  br label %t2
t2:
  %a2 = phi i32 [ %a1, %t1 ], [ %a0, %t ]
  %ad = icmp ugt i32 %a2, %u
  br i1 %ad, label %t3, label %t4, !prof !0
t3:
  %a3 = sdiv i32 %a2, 3
  br label %t4
t4:
  %a4 = phi i32 [ %a3, %t3 ], [ %a2, %t2 ]
  br label %x
f:
  %b0 = mul i32 %tid, 9
  %bc = icmp slt i32 %b0, %u
  br i1 %bc, label %f2, label %f1, !prof !1
f1:
  %b1 = udiv i32 %b0, %u
  br label %f2
f2:
  %b2 = phi i32 [ %b1, %f1 ], [ %b0, %f ]
  %bd = icmp ugt i32 %b2, %u
  br i1 %bd, label %f4, label %f3, !prof !0
f3:
  %b3 = sdiv i32 %b2, 3
  br label %f4
f4:
  %b4 = phi i32 [ %b3, %f3 ], [ %b2, %f2 ]
  br label %x
x:
  %r = phi i32 [ %a4, %t4 ], [ %b4, %f4 ]
  store i32 %r, ptr addrspace(1) %p
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()

!0 = !{!"branch_weights", i32 1, i32 3}
!1 = !{!"branch_weights", i32 3, i32 1}

; CHECK-LABEL: @k(
; CHECK: br i1 %{{[^,]*}}, label %t1{{[^,]*}}, label %{{[^,]*}}, !prof [[P:![0-9]+]]
; CHECK: br i1 %{{[^,]*}}, label %t3{{[^,]*}}, label {{%[^,]*$}}
; CHECK-NOT: br i1
; CHECK: }
; CHECK: [[P]] = !{!"branch_weights", i32 1, i32 3}
