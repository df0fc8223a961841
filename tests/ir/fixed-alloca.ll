; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; Memory of one side is not the other's: allocas do not meld, be they equal or
; of different types.

; RUN: reconverge -b -q %s -e 'set decide=static judge=table' -e meld -e cleanup -o - > %t
; RUN: opt -passes=verify -disable-output %t
; RUN: FileCheck --input-file=%t %s

target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @k(ptr addrspace(1) %p, i32 %n) {
entry:
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %c = icmp slt i32 %tid, %n
  br i1 %c, label %t, label %f
t:
  %a = mul i32 %tid, 7
  %a0 = alloca i32, addrspace(5)
  %a1 = alloca i32, addrspace(5)
  call void @g(ptr addrspace(5) %a0, ptr addrspace(5) %a1)
  br label %x
f:
  %b = mul i32 %tid, 9
  %b0 = alloca i32, addrspace(5)
  %b1 = alloca i64, addrspace(5)
  call void @g(ptr addrspace(5) %b0, ptr addrspace(5) %b1)
  br label %x
x:
  %r = phi i32 [ %a, %t ], [ %b, %f ]
  store i32 %r, ptr addrspace(1) %p
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()
declare void @g(ptr addrspace(5), ptr addrspace(5))

; CHECK-LABEL: @k(
; CHECK: mul
; CHECK-NEXT: br i1 %c
; CHECK-DAG: [[A:%.*]] = alloca i32, {{.*}}addrspace(5){{[[:space:]] *}}[[A1:%.*]] = alloca i32, {{.*}}addrspace(5)
; CHECK-DAG: [[B:%.*]] = alloca i32, {{.*}}addrspace(5){{[[:space:]] *}}[[B1:%.*]] = alloca i64, {{.*}}addrspace(5)
; CHECK-NOT: alloca
; CHECK: }
