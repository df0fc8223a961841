; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; Chains of two ifs in each arm. By alignment all pairs that keep the order are
; chosen at once, and what comes out has no branch on the condition; greedily
; the first round takes the best pair alone, and the rounds after it the rest.

; RUN: reconverge -b %s -e 'set decide=static judge=table' -e 'preview meld' | FileCheck --check-prefix=ALL %s
; RUN: reconverge -b %s -e 'set decide=static judge=table pairing=greedy' -e 'preview meld' | FileCheck --check-prefix=ONE %s
; RUN: reconverge -b -q %s -e 'set decide=static judge=table' -e darm -o %t.ll
; RUN: opt -passes=verify -disable-output %t.ll
; RUN: FileCheck --input-file=%t.ll %s
; RUN: reconverge -b -q %s -e 'set decide=static judge=table pairing=greedy' -e darm -o %t.ll
; RUN: opt -passes=verify -disable-output %t.ll
; RUN: FileCheck --input-file=%t.ll %s

target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @k(ptr addrspace(1) %p, i32 %n, i32 %u, i32 %v, float %w) {
entry:
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %c = icmp slt i32 %tid, %n
  br i1 %c, label %t, label %f
t:
  %a0 = icmp slt i32 %tid, %u
  br i1 %a0, label %t1, label %t2
t1:
  %a1 = udiv i32 %tid, %n
  store i32 %a1, ptr addrspace(1) %p
  br label %t2
t2:
  %a2 = icmp slt i32 %tid, %v
  br i1 %a2, label %t3, label %t4
t3:
  %a3 = fdiv float %w, 2.0
  store float %a3, ptr addrspace(1) %p
  br label %t4
t4:
  br label %x
f:
  %b0 = icmp slt i32 %tid, %u
  br i1 %b0, label %f1, label %f2
f1:
  %b1 = udiv i32 %tid, %u
  store i32 %b1, ptr addrspace(1) %p
  br label %f2
f2:
  %b2 = icmp slt i32 %tid, %v
  br i1 %b2, label %f3, label %f4
f3:
  %b3 = fdiv float %w, 3.0
  store float %b3, ptr addrspace(1) %p
  br label %f4
f4:
  br label %x
x:
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()

; ALL: B0: melds B1.. with B{{[0-9]+}}..
; ALL-NEXT: B0: melds B{{[0-9]+}}.. with B{{[0-9]+}}..
; ONE: B0: melds B{{[0-9]+}}.. with B{{[0-9]+}}..
; ONE-NOT: melds
; CHECK-LABEL: @k(
; CHECK-NOT: br i1 %c
; CHECK: }
