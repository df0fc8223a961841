; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; Poison may become anything: a phi that differs from another one of its block
; only by poison is that other one, and a select between the two has nothing to
; choose. (Replicating a region leaves such pairs.)

; RUN: reconverge -b -q %s -e cleanup -o - > %t
; RUN: opt -passes=verify -disable-output %t
; RUN: FileCheck --input-file=%t %s

target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @k(ptr addrspace(1) %p, i32 %n) {
entry:
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %c = icmp slt i32 %tid, %n
  %d = icmp ult i32 %tid, 5
  br i1 %d, label %a, label %b
a:
  store i32 1, ptr addrspace(1) %p
  br label %x
b:
  %v = load volatile i32, ptr addrspace(1) %p
  br label %x
x:
  %r = phi i32 [ poison, %a ], [ %v, %b ]
  %s = phi i32 [ %tid, %a ], [ %v, %b ]
  %t = select i1 %c, i32 %r, i32 %s
  store i32 %t, ptr addrspace(1) %p
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()

; CHECK-LABEL: @k(
; CHECK: [[P:%.*]] = phi i32
; CHECK-NOT: phi
; CHECK-NOT: select
; CHECK: store i32 [[P]]
; CHECK: ret void
