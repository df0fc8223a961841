; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; Whose life begins or ends is no variable: those of two variables are not one,
; though the accesses between them are.

; RUN: reconverge -b -q %s -e 'set decide=static judge=table' -e meld -e cleanup -o - > %t
; RUN: opt -passes=verify -disable-output %t
; RUN: FileCheck --input-file=%t %s

target datalayout = "A5"
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @k(ptr addrspace(1) %p, i32 %n, i32 %d7, i32 %d9) {
entry:
  %v = alloca i32, align 4, addrspace(5)
  %w = alloca i32, align 4, addrspace(5)
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %c = icmp slt i32 %tid, %n
  br i1 %c, label %t, label %f
t:
  call void @llvm.lifetime.start.p5(i64 4, ptr addrspace(5) %v)
  store i32 %n, ptr addrspace(5) %v
  %a0 = load i32, ptr addrspace(5) %v
  %a = udiv i32 %a0, %d7
  call void @llvm.lifetime.end.p5(i64 4, ptr addrspace(5) %v)
  br label %x
f:
  call void @llvm.lifetime.start.p5(i64 4, ptr addrspace(5) %w)
  store i32 %tid, ptr addrspace(5) %w
  %b0 = load i32, ptr addrspace(5) %w
  %b = udiv i32 %b0, %d9
  call void @llvm.lifetime.end.p5(i64 4, ptr addrspace(5) %w)
  br label %x
x:
  %r = phi i32 [ %a, %t ], [ %b, %f ]
  store i32 %r, ptr addrspace(1) %p
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()
declare void @llvm.lifetime.start.p5(i64, ptr addrspace(5))
declare void @llvm.lifetime.end.p5(i64, ptr addrspace(5))

; CHECK-LABEL: @k(
; CHECK: udiv
; CHECK-NOT: udiv
; CHECK-DAG: call void @llvm.lifetime.start.p5({{.*}} %v)
; CHECK-DAG: call void @llvm.lifetime.start.p5({{.*}} %w)
; CHECK-DAG: call void @llvm.lifetime.end.p5({{.*}} %v)
; CHECK-DAG: call void @llvm.lifetime.end.p5({{.*}} %w)
; CHECK-NOT: udiv
; CHECK: }
