; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; What the load promised on its own side is not promised for threads of the
; other: !range, !nonnull and the like go when it stays unguarded.

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
  %a1 = load i32, ptr addrspace(1) %q, align 4, !range !0, !tbaa !1
  %a2 = load ptr, ptr addrspace(1) %q, align 8, !nonnull !4, !dereferenceable !5, !invariant.load !4
  br label %x
f:
  %b0 = udiv i32 %tid, %d9
  br label %x
x:
  %r0 = phi i32 [ %a0, %t ], [ %b0, %f ]
  %r1 = phi i32 [ %a1, %t ], [ %n, %f ]
  %r2 = phi ptr [ %a2, %t ], [ null, %f ]
  store i32 %r0, ptr addrspace(1) %p
  store i32 %r1, ptr addrspace(1) %p
  store ptr %r2, ptr addrspace(1) %p
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()

!0 = !{i32 0, i32 10}
!1 = !{!2, !2, i64 0}
!2 = !{!"int", !3}
!3 = !{!"tree"}
!4 = !{}
!5 = !{i64 8}

; CHECK-LABEL: @k(
; CHECK: udiv
; CHECK: load i32, ptr addrspace(1) %q, align 4{{$}}
; CHECK: load ptr, ptr addrspace(1) %q, align 8{{$}}
; CHECK-NOT: load
; CHECK: ret void
