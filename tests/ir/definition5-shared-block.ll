; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; A block both arms can come to before they meet belongs to neither: there is no
; pair of disjoint paths.

; RUN: reconverge -b %s -e candidates | FileCheck %s
; RUN: reconverge -b -q %s -e 'set decide=static' -e darm -o - > %t
; RUN: opt -passes=verify -disable-output %t
; RUN: FileCheck --check-prefix=CODE --input-file=%t %s

target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @k(ptr addrspace(1) %p, i32 %n, i32 %u) {
entry:
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %c = icmp slt i32 %tid, %n
  br i1 %c, label %t, label %f
t:
  %a = udiv i32 %u, 7
  %d = icmp slt i32 %a, %tid
  br i1 %d, label %s, label %x
f:
  %b = udiv i32 %u, 9
  %e = icmp slt i32 %b, %tid
  br i1 %e, label %s, label %x
s:
  %g = phi i32 [ %a, %t ], [ %b, %f ]
  store i32 %g, ptr addrspace(1) %p
  br label %x
x:
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()

; CHECK: B0 {{.*}} refused: the arms share a block before they meet (B3)
;
; CODE-LABEL: @k(
; CODE: br i1 %c, label %t, label %f
; CODE-COUNT-2: udiv
