; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; A select between equals, on a constant, of its own kind, or that gives back
; its condition; two that choose the same, unless only one may assume that there
; is no NaN.

; RUN: reconverge -b -q %s -e cleanup -e "function flags" -e cleanup -o - > %t
; RUN: opt -passes=verify -disable-output %t
; RUN: FileCheck --input-file=%t %s

target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @k(ptr addrspace(1) %p, i32 %n) {
entry:
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %c = icmp slt i32 %tid, %n
  %a = select i1 %c, i32 %n, i32 %n
  %b = select i1 true, i32 %tid, i32 %n
  %d = select i1 %c, i1 true, i1 false
  %e = select i1 %c, i32 %tid, i32 %n
  %f = select i1 %c, i32 %e, i32 7
  %g = select i1 %c, i32 poison, i32 %tid
  store i32 %a, ptr addrspace(1) %p
  store i32 %b, ptr addrspace(1) %p
  store i1 %d, ptr addrspace(1) %p
  store i32 %f, ptr addrspace(1) %p
  store i32 %g, ptr addrspace(1) %p
  %h = select i1 %c, i32 %tid, i32 7
  store i32 %h, ptr addrspace(1) %p
  ret void
}

define amdgpu_kernel void @flags(ptr addrspace(1) %p, i32 %n, float %x) {
entry:
  %c = icmp slt i32 %n, 3
  %a = select i1 %c, float %x, float 7.0
  %b = select nnan i1 %c, float %x, float 7.0
  %d = select i1 %c, float %x, float 7.0
  store float %a, ptr addrspace(1) %p
  store float %b, ptr addrspace(1) %p
  store float %d, ptr addrspace(1) %p
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()

; CHECK-LABEL: @k(
; CHECK: [[F:%.*]] = select i1 %c, i32 %tid, i32 7
; CHECK-NOT: select
; CHECK: store i32 %n
; CHECK: store i32 %tid
; CHECK: store i1 %c
; CHECK: store i32 [[F]]
; CHECK: store i32 %tid
; CHECK: store i32 [[F]]
; CHECK: ret void

; CHECK-LABEL: @flags(
; CHECK: [[A:%.*]] = select i1
; CHECK: [[B:%.*]] = select nnan i1
; CHECK-NOT: select
; CHECK: store float [[A]]
; CHECK: store float [[B]]
; CHECK: store float [[A]]
