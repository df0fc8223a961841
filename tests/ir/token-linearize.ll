; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; An unstructured region with a convergent operation is linearized if a token from
; before the region says which threads run it together, and the token stays where
; it is. So is one with an anchor whose token stays in its block: LLVM leaves open
; which threads meet at an anchor. A region whose anchor is used in another block is
; refused, and so is one without a token.

; RUN: reconverge -b -q %s -f token -e 'linearize when=always' -o - > %t
; RUN: opt -passes=verify -disable-output %t
; RUN: FileCheck --input-file=%t %s
; RUN: reconverge -b -q %s -f inside -e 'linearize when=always' -e 'expect unstructured == 0' -o - > %t.inside
; RUN: opt -passes=verify -disable-output %t.inside
; RUN: FileCheck --check-prefix=INSIDE --input-file=%t.inside %s
; RUN: reconverge -b -f none %s -e 'set tries=0' -e candidates -e 'function far' -e candidates | FileCheck --check-prefix=NONE %s

target triple = "amdgcn-amd-amdhsa"

; CHECK-LABEL: @token(
; CHECK: call i32 @llvm.amdgcn.readfirstlane{{.*}} [ "convergencectrl"(token %e) ]
; CHECK-NOT: readfirstlane
; CHECK: ret void
define amdgpu_kernel void @token(ptr addrspace(1) %p, i32 %n) convergent {
entry:
  %e = call token @llvm.experimental.convergence.entry()
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %q = getelementptr i32, ptr addrspace(1) %p, i32 %tid
  %c = icmp slt i32 %tid, %n
  br i1 %c, label %s, label %b
b:
  %b0 = mul i32 %tid, %n
  %cb = icmp slt i32 %b0, 70
  br i1 %cb, label %s, label %x
s:
  %v = phi i32 [ 3, %entry ], [ %b0, %b ]
  %r = call i32 @llvm.amdgcn.readfirstlane.i32(i32 %v) [ "convergencectrl"(token %e) ]
  store i32 %r, ptr addrspace(1) %q
  br label %x
x:
  ret void
}

; NONE: 0 of 1 divergent branches in @none
; NONE: B0..{{.*}} refused: a convergent operation would run with other threads than before (B2:
define amdgpu_kernel void @none(ptr addrspace(1) %p, i32 %n) convergent {
entry:
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %q = getelementptr i32, ptr addrspace(1) %p, i32 %tid
  %c = icmp slt i32 %tid, %n
  br i1 %c, label %s, label %b
b:
  %b0 = mul i32 %n, %n
  %cb = icmp slt i32 %b0, 70
  br i1 %cb, label %s, label %x
s:
  %v = phi i32 [ 3, %entry ], [ %b0, %b ]
  %r = call i32 @llvm.amdgcn.readfirstlane.i32(i32 %v)
  store i32 %r, ptr addrspace(1) %q
  br label %x
x:
  ret void
}

; INSIDE-LABEL: @inside(
; INSIDE:        %t = call token @llvm.experimental.convergence.anchor()
; INSIDE-NEXT:   call i32 @llvm.amdgcn.readfirstlane{{.*}} [ "convergencectrl"(token %t) ]
define amdgpu_kernel void @inside(ptr addrspace(1) %p, i32 %n) convergent {
entry:
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %q = getelementptr i32, ptr addrspace(1) %p, i32 %tid
  %c = icmp slt i32 %tid, %n
  br i1 %c, label %s, label %b
b:
  %b0 = mul i32 %n, %n
  %cb = icmp slt i32 %b0, 70
  br i1 %cb, label %s, label %x
s:
  %v = phi i32 [ 3, %entry ], [ %b0, %b ]
  %t = call token @llvm.experimental.convergence.anchor()
  %r = call i32 @llvm.amdgcn.readfirstlane.i32(i32 %v) [ "convergencectrl"(token %t) ]
  store i32 %r, ptr addrspace(1) %q
  br label %x
x:
  ret void
}

; NONE: in @far can be melded
; NONE: B0..{{.*}} refused: a convergent operation would run with other threads than before (B2: %t =
define amdgpu_kernel void @far(ptr addrspace(1) %p, i32 %n) convergent {
entry:
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %q = getelementptr i32, ptr addrspace(1) %p, i32 %tid
  %c = icmp slt i32 %tid, %n
  br i1 %c, label %s, label %b
b:
  %b0 = mul i32 %n, %n
  %cb = icmp slt i32 %b0, 70
  br i1 %cb, label %s, label %x
s:
  %v = phi i32 [ 3, %entry ], [ %b0, %b ]
  %t = call token @llvm.experimental.convergence.anchor()
  %cf = icmp slt i32 %v, 9
  br i1 %cf, label %f, label %x
f:
  %r = call i32 @llvm.amdgcn.readfirstlane.i32(i32 %v) [ "convergencectrl"(token %t) ]
  store i32 %r, ptr addrspace(1) %q
  br label %x
x:
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()
declare i32 @llvm.amdgcn.readfirstlane.i32(i32)
declare token @llvm.experimental.convergence.entry()
declare token @llvm.experimental.convergence.anchor()
