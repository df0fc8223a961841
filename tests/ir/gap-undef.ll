; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; undef is some value, poison is none: what one side computes may be poison for
; threads of the other, so it cannot stand in for their undef. (For threads of
; the false side %a1 may overflow.)

; RUN: reconverge -b -q %s -e 'set decide=static judge=table threshold=0' -e meld -o - > %t
; RUN: opt -passes=verify -disable-output %t
; RUN: FileCheck --input-file=%t %s

target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @k(ptr addrspace(1) %p, i32 %n, i32 %u) {
entry:
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %c = icmp slt i32 %tid, %n
  br i1 %c, label %t, label %f
t:
  %a0 = udiv i32 %tid, 7
  %a1 = add nsw i32 %u, 1
  %a = mul i32 %a1, 3
  br label %x
f:
  %b0 = udiv i32 %tid, 7
  %b = mul i32 undef, 3
  br label %x
x:
  %r0 = phi i32 [ %a, %t ], [ %b, %f ]
  %r1 = phi i32 [ %a0, %t ], [ %b0, %f ]
  store i32 %r0, ptr addrspace(1) %p
  store i32 %r1, ptr addrspace(1) %p
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()

; CHECK-LABEL: @k(
; CHECK: add {{.*}}i32 %u, 1
; CHECK: [[S:%.*]] = {{(select i1 %c, i32 %.*, i32 undef|freeze i32 %.*)$}}
; CHECK: mul i32 [[S]], 3
; CHECK: ret void
