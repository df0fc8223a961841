; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; Memory is weighed by transactions, not by the count of instructions. Loads of
; global memory from two places are as many transactions melded as apart, so
; they save only their issue; from one place they are one. In LDS it does not
; matter.

; RUN: sed 's/SECOND/g/' %s > %t.same.ll
; RUN: sed 's/SECOND/h/' %s > %t.apart.ll
; RUN: reconverge -b %t.same.ll -e 'set decide=static judge=table' -e 'preview meld' | FileCheck --check-prefix=SAME %s
; RUN: reconverge -b %t.apart.ll -e 'set decide=static judge=table' -e 'preview meld' | FileCheck --check-prefix=APART %s

target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @k(ptr addrspace(1) %p, i32 %n, ptr addrspace(1) %g, ptr addrspace(1) %h, ptr addrspace(3) %l, ptr addrspace(3) %m) {
entry:
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %c = icmp slt i32 %tid, %n
  %gl = getelementptr i32, ptr addrspace(1) %g, i32 %tid
  %hl = getelementptr i32, ptr addrspace(1) %h, i32 %tid
  br i1 %c, label %t, label %f
t:
  %a0 = load i32, ptr addrspace(1) %gl
  %a1 = load i32, ptr addrspace(3) %l
  %a = add i32 %a0, %a1
  br label %x
f:
  %b0 = load i32, ptr addrspace(1) %SECONDl
  %b1 = load i32, ptr addrspace(3) %m
  %b = add i32 %b0, %b1
  br label %x
x:
  %r = phi i32 [ %a, %t ], [ %b, %f ]
  store i32 %r, ptr addrspace(1) %p
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()

; The same place: 320 for the global load, 50 for the other, 4 for the addition;
; a select of the LDS address comes, a phi goes, 4 cycles each.
; SAME: B0: melds B1 with B2, 3 aligned, MP_S 0.50, saved 374, selects 0,
; Two places: 16 are left of the 320, and a select of 8 cycles comes.
; APART: B0: melds B1 with B2, 3 aligned, MP_S 0.50, saved 70, selects 8,
