; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; A subgraph is left by one exit. Arms that may return from inside have no such
; exit, and the region (E, X) none either: their ways out, to x and to the return,
; are gathered first, and then both arms are melded as a whole.

; RUN: reconverge -b %s -e candidates | FileCheck %s
; RUN: reconverge -b -q %s -e 'set decide=static judge=table' -e darm -o - > %t
; RUN: opt -passes=verify -disable-output %t
; RUN: FileCheck --check-prefix=CODE --input-file=%t %s

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
  ret void
t2:
  %a = mul i32 %a0, 5
  br label %x
f:
  %b0 = mul i32 %tid, 9
  %b1 = icmp slt i32 %b0, %u
  br i1 %b1, label %f1, label %f2
f1:
  ret void
f2:
  %b = mul i32 %b0, 5
  br label %x
x:
  %r = phi i32 [ %a, %t2 ], [ %b, %f2 ]
  store i32 %r, ptr addrspace(1) %p
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()

; CHECK: B0 {{.*}} meld  MP_S 0.22
;
; CODE-LABEL: @k(
; CODE: [[A:%.*]] = select i1 %c, i32 7, i32 9
; CODE-COUNT-2: mul
; CODE-NOT: mul
; CODE: store
