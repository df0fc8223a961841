; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; An argument that the intrinsic wants as an immediate cannot come from a
; select: the calls of ctlz differ in theirs and stay two; those of cttz agree
; in it and become one.

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
  %a0 = call i32 @llvm.ctlz.i32(i32 %u, i1 true)
  %a1 = call i32 @llvm.cttz.i32(i32 %u, i1 false)
  %a = mul i32 %a0, %a1
  br label %x
f:
  %b0 = call i32 @llvm.ctlz.i32(i32 %u, i1 false)
  %b1 = call i32 @llvm.cttz.i32(i32 %tid, i1 false)
  %b = mul i32 %b0, %b1
  br label %x
x:
  %r = phi i32 [ %a, %t ], [ %b, %f ]
  store i32 %r, ptr addrspace(1) %p
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()
declare i32 @llvm.ctlz.i32(i32, i1 immarg)
declare i32 @llvm.cttz.i32(i32, i1 immarg)

; CHECK-LABEL: @k(
; CHECK-DAG: call i32 @llvm.ctlz.i32(i32 %u, i1 true)
; CHECK-DAG: call i32 @llvm.ctlz.i32(i32 %u, i1 false)
; CHECK: [[S:%.*]] = select i1 %c, i32 %u, i32 %tid
; CHECK: call i32 @llvm.cttz.i32(i32 [[S]], i1 false)
; CHECK-NOT: cttz
; CHECK: store
