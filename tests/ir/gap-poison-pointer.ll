; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; Nor is it dereferenced.

; RUN: reconverge -b -q %s -e 'set decide=static judge=table threshold=0' -e meld -o - > %t
; RUN: opt -passes=verify -disable-output %t
; RUN: FileCheck --input-file=%t %s

target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @k(ptr addrspace(1) %p, i32 %n, ptr addrspace(3) %l) {
entry:
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %c = icmp slt i32 %tid, %n
  br i1 %c, label %t, label %f
t:
  %a0 = mul i32 %tid, 7
  %a1 = getelementptr i16, ptr addrspace(3) %l, i32 %a0
  %a = load i32, ptr addrspace(3) %a1
  br label %x
f:
  %b0 = mul i32 %tid, 9
  %b1 = getelementptr i32, ptr addrspace(3) %l, i32 %b0
  %b = load i32, ptr addrspace(3) %b1
  br label %x
x:
  %r = phi i32 [ %a, %t ], [ %b, %f ]
  store i32 %r, ptr addrspace(1) %p
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()

; CHECK-LABEL: @k(
; CHECK-DAG: [[A:%.*]] = getelementptr i16, ptr addrspace(3) %l
; CHECK-DAG: [[B:%.*]] = getelementptr i32, ptr addrspace(3) %l
; CHECK: [[S:%.*]] = select i1 %c, ptr addrspace(3) [[A]], ptr addrspace(3) [[B]]
; CHECK-NEXT: load i32, ptr addrspace(3) [[S]]
; CHECK-NOT: load
; CHECK: ret void
