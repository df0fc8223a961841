; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; The reason and the place are in the JSON as well: a word for a program to
; compare, the block, the instruction.

; RUN: reconverge -b --json %s -e candidates | FileCheck %s

target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @k(ptr addrspace(1) %p, i32 %n) {
entry:
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %c = icmp slt i32 %tid, %n
  br i1 %c, label %t, label %f
t:
  %a = mul i32 %tid, 7
  call void @llvm.amdgcn.s.barrier()
  br label %x
f:
  %b = mul i32 %tid, 9
  br label %x
x:
  %r = phi i32 [ %a, %t ], [ %b, %f ]
  store i32 %r, ptr addrspace(1) %p
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()
declare void @llvm.amdgcn.s.barrier()

; CHECK-DAG: "entry":{{ ?}}"B0"
; CHECK-DAG: "meldable":{{ ?}}false
; CHECK-DAG: "reason":{{ ?}}"a convergent operation would run with other threads than before"
; CHECK-DAG: "block":{{ ?}}"B1"
; CHECK-DAG: "inst":{{ ?}}"call void @llvm.amdgcn.s.barrier()
