; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; Which member is taken out of or put into an aggregate is no operand.

; RUN: reconverge -b -q %s -e 'set decide=static judge=table' -e meld -e cleanup -o - > %t
; RUN: opt -passes=verify -disable-output %t
; RUN: FileCheck --input-file=%t %s

target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @k(ptr addrspace(1) %p, i32 %n, { i32, i32 } %u) {
entry:
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %c = icmp slt i32 %tid, %n
  br i1 %c, label %t, label %f
t:
  %a0 = extractvalue { i32, i32 } %u, 0
  %a1 = mul i32 %a0, %tid
  %a = insertvalue { i32, i32 } %u, i32 %a1, 1
  br label %x
f:
  %b0 = extractvalue { i32, i32 } %u, 1
  %b1 = mul i32 %b0, %tid
  %b = insertvalue { i32, i32 } %u, i32 %b1, 0
  br label %x
x:
  %r = phi { i32, i32 } [ %a, %t ], [ %b, %f ]
  store { i32, i32 } %r, ptr addrspace(1) %p
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()

; CHECK-LABEL: @k(
; CHECK-DAG: extractvalue { i32, i32 } %u, 0
; CHECK-DAG: extractvalue { i32, i32 } %u, 1
; CHECK: mul
; CHECK-NOT: mul
; CHECK-DAG: insertvalue { i32, i32 } %u, i32 {{%.*}}, 1
; CHECK-DAG: insertvalue { i32, i32 } %u, i32 {{%.*}}, 0
; CHECK: store { i32, i32 }
