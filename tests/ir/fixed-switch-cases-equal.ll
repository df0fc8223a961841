; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; A switch in each arm, with the same cases: the arms are isomorphic and become
; one, with one switch on the chosen value.

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
  switch i32 %a0, label %a.d [
    i32 3, label %a.1
    i32 5, label %a.2
  ]
a.1:
  %a1 = mul i32 %a0, %u
  br label %a.e
a.2:
  %a2 = udiv i32 %a0, 10
  br label %a.e
a.d:
  %a3 = xor i32 %a0, %u
  br label %a.e
a.e:
  %a = phi i32 [ %a1, %a.1 ], [ %a2, %a.2 ], [ %a3, %a.d ]
  br label %x
f:
  %b0 = mul i32 %tid, 9
  switch i32 %b0, label %b.d [
    i32 3, label %b.1
    i32 5, label %b.2
  ]
b.1:
  %b1 = mul i32 %b0, %u
  br label %b.e
b.2:
  %b2 = udiv i32 %b0, 10
  br label %b.e
b.d:
  %b3 = xor i32 %b0, %u
  br label %b.e
b.e:
  %b = phi i32 [ %b1, %b.1 ], [ %b2, %b.2 ], [ %b3, %b.d ]
  br label %x
x:
  %r = phi i32 [ %a, %a.e ], [ %b, %b.e ]
  store i32 %r, ptr addrspace(1) %p
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()

; CHECK-LABEL: @k(
; CHECK: [[S:%.*]] = select i1 %c, i32 7, i32 9
; CHECK: [[M:%.*]] = mul i32 %tid, [[S]]
; CHECK: switch i32 [[M]], label
; CHECK-NEXT: i32 3, label
; CHECK-NEXT: i32 5, label
; CHECK-NOT: switch
; CHECK-NOT: br i1
; CHECK: ret void
