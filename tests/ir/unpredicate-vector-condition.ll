; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; A select whose condition is a vector chooses element by element: its operands
; are needed by everyone, and no branch can guard them.
;
; RUN: reconverge -b -q %s -e "set unpredicate=always" -e 'set decide=static judge=table' -e unpredicate -o - > %t
; RUN: FileCheck %s < %t
; RUN: opt -passes=verify -disable-output %t
;
; CHECK-LABEL: @vector_condition(
; CHECK: mul <4 x i32>
; CHECK-NOT: br
; CHECK: ret void

target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @vector_condition(ptr addrspace(1) %p) {
entry:
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %at = getelementptr <4 x i32>, ptr addrspace(1) %p, i32 %tid
  %x = load <4 x i32>, ptr addrspace(1) %at
  %c = icmp slt <4 x i32> %x, zeroinitializer
  %y = mul <4 x i32> %x, <i32 7, i32 7, i32 7, i32 7>
  %z = select <4 x i1> %c, <4 x i32> %y, <4 x i32> %x
  store <4 x i32> %z, ptr addrspace(1) %at
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()
