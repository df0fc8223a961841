; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; What both sides have in the same gap is guarded by one branch, with a block
; for either: a store each, to different places by different code.

; RUN: reconverge -b -q %s -e 'set decide=static judge=table threshold=0' -e meld -o - > %t
; RUN: opt -passes=verify -disable-output %t
; RUN: FileCheck --input-file=%t %s

target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @k(ptr addrspace(1) %p, i32 %n, ptr addrspace(1) %q, i32 %d7, i32 %d9) {
entry:
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %c = icmp slt i32 %tid, %n
  br i1 %c, label %t, label %f
t:
  %a0 = udiv i32 %tid, %d7
  store i16 1, ptr addrspace(1) %q
  %a1 = mul i32 %a0, %n
  br label %x
f:
  %b0 = udiv i32 %tid, %d9
  store i8 2, ptr addrspace(1) %q
  %b1 = mul i32 %b0, %n
  br label %x
x:
  %r0 = phi i32 [ %a0, %t ], [ %b0, %f ]
  %r1 = phi i32 [ %a1, %t ], [ %b1, %f ]
  store i32 %r0, ptr addrspace(1) %p
  store i32 %r1, ptr addrspace(1) %p
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()

; CHECK-LABEL: @k(
; CHECK-NOT: store
; CHECK: br i1 %c, label %[[T:[^ ,]+]], label %[[F:[^ ,]+]]
; CHECK-NOT: br i1
; CHECK-DAG: [[T]]:{{.*[[:space:]]+}}store i16 1
; CHECK-DAG: [[F]]:{{.*[[:space:]]+}}store i8 2
; CHECK: }
