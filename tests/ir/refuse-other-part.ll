; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; The convergent operation refuses only the subgraph it is in: what the arms
; have before it melds, and the barrier stays behind a branch.

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
  %a0 = mul i32 %tid, 7
  %a1 = icmp slt i32 %a0, %u
  br i1 %a1, label %t1, label %t2
t1:
  %a2 = mul i32 %a0, %u
  br label %t2
t2:
  %a3 = phi i32 [ %a2, %t1 ], [ %a0, %t ]
  br label %t3
t3:
  call void @llvm.amdgcn.s.barrier()
  %a = mul i32 %a3, 3
  br label %x
f:
  %b0 = mul i32 %tid, 9
  %b1 = icmp slt i32 %b0, %u
  br i1 %b1, label %f1, label %f2
f1:
  %b2 = mul i32 %b0, %u
  br label %f2
f2:
  %b3 = phi i32 [ %b2, %f1 ], [ %b0, %f ]
  br label %f3
f3:
  call void @llvm.amdgcn.s.barrier()
  %b = mul i32 %b3, 5
  br label %x
x:
  %r = phi i32 [ %a, %t3 ], [ %b, %f3 ]
  store i32 %r, ptr addrspace(1) %p
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()
declare void @llvm.amdgcn.s.barrier()

; CHECK-LABEL: @k(
; CHECK: select i1 %c, i32 7, i32 9
; CHECK: mul
; CHECK: icmp slt
; CHECK-NOT: icmp
; CHECK: br i1 %c
; CHECK-DAG: call void @llvm.amdgcn.s.barrier(){{[[:space:]]*}}[[A:%.*]] = mul i32 {{%.*}}, 3
; CHECK-DAG: call void @llvm.amdgcn.s.barrier(){{[[:space:]]*}}[[B:%.*]] = mul i32 {{%.*}}, 5
; CHECK: }
