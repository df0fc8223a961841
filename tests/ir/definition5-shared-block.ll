; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; A block that both arms can come to before they meet belongs to neither. The ways
; out of the arms are gathered in one block, which is more than Definition 5 asks
; for: then t and f are arms that meet, the two branches become one, and s runs
; once for the threads of both.

; RUN: reconverge -b %s -e candidates | FileCheck %s
; RUN: reconverge -b %s -e 'set decide=static judge=table' -e meld | FileCheck --check-prefix=REPORT %s
; RUN: reconverge -b -q %s -e 'set decide=static judge=table' -e darm -o - > %t
; RUN: opt -passes=verify -disable-output %t
; RUN: FileCheck --check-prefix=CODE --input-file=%t %s

target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @k(ptr addrspace(1) %p, i32 %n, i32 %u, i32 %v) {
entry:
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %c = icmp slt i32 %tid, %n
  br i1 %c, label %t, label %f
t:
  %a = udiv i32 %u, %v
  %d = icmp slt i32 %a, %tid
  br i1 %d, label %s, label %x
f:
  %b = udiv i32 %v, %u
  %e = icmp slt i32 %b, %tid
  br i1 %e, label %x, label %s
s:
  %g = phi i32 [ %a, %t ], [ %b, %f ]
  store i32 %g, ptr addrspace(1) %p
  br label %x
x:
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()

; CHECK: B0 {{.*}} meld  MP_S 0.49
; REPORT: B0: gathers the ways from its arms to B3 and B4 in one block
; REPORT: B0: melds B1 with B2, 2 aligned
;
; CODE-LABEL: @k(
; CODE-NOT: br i1 %c
; CODE: [[A:%.*]] = select i1 %c, i32 %u, i32 %v
; CODE: [[B:%.*]] = select i1 %c, i32 %v, i32 %u
; CODE: [[Q:%.*]] = udiv i32 [[A]], [[B]]
; CODE-NOT: udiv
; CODE: [[D:%.*]] = icmp slt i32 [[Q]], %tid
; CODE: [[N:%.*]] = xor i1 [[D]], true
; CODE: [[W:%.*]] = select i1 %c, i1 [[D]], i1 [[N]]
; CODE: br i1 [[W]], label %s, label %x
; CODE: s:
; CODE: store i32 [[Q]]
