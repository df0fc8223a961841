; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; Arms of a switch that return, and arms that share a block before they meet with
; the others: their ways out are gathered, then two of them get a branch of their
; own. A way that leads straight from the switch to a shared block stays as it is.

; RUN: reconverge -b %s -e 'set decide=static judge=table' -e 'function returns' -e meld \
; RUN:   -e 'function shares' -e meld -e 'function refused' -e candidates | FileCheck %s
; RUN: reconverge -b -q %s -e 'set decide=static judge=table' -e 'function returns' -e darm \
; RUN:   -e 'function shares' -e darm -o - > %t
; RUN: opt -passes=verify -disable-output %t
; RUN: FileCheck --check-prefix=CODE --input-file=%t %s

target triple = "amdgcn-amd-amdhsa"

define i32 @returns(ptr addrspace(1) %p, i32 %a, i32 %b) {
entry:
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  switch i32 %tid, label %d [
    i32 3, label %t
    i32 4, label %t
    i32 5, label %f
    i32 7, label %m
  ]
t:
  %q = udiv i32 %a, %b
  ret i32 %q
f:
  %r = udiv i32 %b, %a
  %v = mul i32 %r, 7
  ret i32 %v
m:
  %w = load i32, ptr addrspace(1) %p
  ret i32 %w
d:
  ret i32 0
}

define amdgpu_kernel void @shares(ptr addrspace(1) %p, i32 %a, i32 %b) {
entry:
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %o = getelementptr i32, ptr addrspace(1) %p, i32 %tid
  switch i32 %tid, label %x [
    i32 3, label %t
    i32 5, label %f
    i32 7, label %s
  ]
t:
  %q = udiv i32 %a, %b
  %q1 = icmp slt i32 %q, %tid
  br i1 %q1, label %s, label %x
f:
  %r = udiv i32 %b, %a
  %r1 = icmp slt i32 %r, %tid
  br i1 %r1, label %x, label %s
s:
  %g = phi i32 [ %q, %t ], [ %r, %f ], [ 9, %entry ]
  %h = mul i32 %g, %g
  store i32 %h, ptr addrspace(1) %o
  br label %x
x:
  %y = phi i32 [ 1, %entry ], [ %a, %t ], [ %b, %f ], [ %h, %s ]
  store i32 %y, ptr addrspace(1) %p
  ret void
}

define amdgpu_kernel void @refused(ptr addrspace(1) %p, i32 %a, i32 %b) {
entry:
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  switch i32 %tid, label %x [
    i32 3, label %t
    i32 5, label %f
    i32 7, label %s
  ]
t:
  %q = udiv i32 %a, %b
  %q1 = icmp slt i32 %q, %tid
  br i1 %q1, label %s, label %x
f:
  %r = udiv i32 %b, %a
  %r1 = icmp slt i32 %r, %tid
  br i1 %r1, label %x, label %s
s:
  call void @llvm.amdgcn.s.barrier()
  br label %x
x:
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()
declare void @llvm.amdgcn.s.barrier()

; CHECK: B0: gathers the ways from its arms to the return in one block
; CHECK: B0: brings arms of the switch together: B1 with B2, net
; CHECK: B6: melds B1 with B2
; CHECK: B0: gathers the ways from its arms to B3 and B4 in one block
; CHECK: B0: brings arms of the switch together: B1 with B2, net
; CHECK: B6: melds B1 with B2, 2 aligned
; CHECK: B0 {{.*}} refused: a convergent operation would run with other threads than before (B3: call void @llvm.amdgcn.s.barrier())
;
; CODE-LABEL: @returns(
; CODE: udiv
; CODE-NOT: udiv
; CODE: ret i32
; CODE-NOT: ret
; CODE-LABEL: @shares(
; CODE: switch i32 %tid, label %x [
; CODE: udiv
; CODE-NOT: udiv
; CODE: br i1 %{{.*}}, label %s, label %x
; CODE: ret void
; CODE-LABEL: @refused(
