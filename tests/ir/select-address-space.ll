; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; A select chooses between pointers of one address space: loads of global and
; of LDS memory do not meld, and no cast makes them.

; RUN: reconverge -b -q %s -e 'set decide=static judge=table' -e meld -e cleanup -o - > %t
; RUN: opt -passes=verify -disable-output %t
; RUN: FileCheck --input-file=%t %s

target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @k(ptr addrspace(1) %p, i32 %n, ptr addrspace(1) %g, ptr addrspace(1) %h, ptr addrspace(3) %l) {
entry:
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %c = icmp slt i32 %tid, %n
  br i1 %c, label %t, label %f
t:
  %a0 = load i32, ptr addrspace(1) %g
  %a1 = load i32, ptr addrspace(1) %h
  %a = mul i32 %a0, %a1
  br label %x
f:
  %b0 = load i32, ptr addrspace(1) %g
  %b1 = load i32, ptr addrspace(3) %l
  %b = mul i32 %b0, %b1
  br label %x
x:
  %r = phi i32 [ %a, %t ], [ %b, %f ]
  store i32 %r, ptr addrspace(1) %p
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()

; CHECK-LABEL: @k(
; CHECK-NOT: br i1 %c, label %t, label %f
; CHECK: load i32, ptr addrspace(1) %g
; CHECK-NOT: addrspacecast
; CHECK-DAG: load i32, ptr addrspace(1) %h
; CHECK-DAG: load i32, ptr addrspace(3) %l
; CHECK-NOT: addrspacecast
; CHECK: }
