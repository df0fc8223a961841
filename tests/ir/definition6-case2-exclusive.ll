; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; What the region has on a path that the replicated side's threads never take
; stays as it is: no guard and no select for the store in the other block.

; RUN: reconverge -b -q %s -e 'set decide=static judge=table' -e meld -e cleanup -o - > %t
; RUN: opt -passes=verify -disable-output %t
; RUN: FileCheck --input-file=%t %s

target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @k(ptr addrspace(1) %p, i32 %n, i32 %u, ptr addrspace(1) %q, i32 %d11) {
entry:
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %c = icmp slt i32 %tid, %n
  br i1 %c, label %t, label %f
t:
  br label %t0
t0:
  %a = udiv i32 %n, %d11
  br label %x
f:
  %b0 = mul i32 %tid, 9
  %bc = icmp slt i32 %b0, %u
  br i1 %bc, label %f1, label %f3
f1:
  %b1 = udiv i32 %b0, %d11
  br label %f2
f3:
  store i32 %b0, ptr addrspace(1) %q
  br label %f2
f2:
  %b = phi i32 [ %b1, %f1 ], [ %b0, %f3 ]
  br label %x
x:
  %r = phi i32 [ %a, %t0 ], [ %b, %f2 ]
  store i32 %r, ptr addrspace(1) %p
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()

; CHECK-LABEL: @k(
; CHECK: [[C:%.*]] = icmp slt i32 {{%.*}}, %u
; CHECK: [[B:%.*]] = select i1 %c, i1 true, i1 [[C]]
; CHECK: br i1 [[B]], label {{%.*}}, label %[[OTHER:[^ ,]+]]
; CHECK-NOT: br i1 %c
; CHECK-DAG: [[OTHER]]:{{.*[[:space:]]+}}store i32 [[M:%.*]], ptr addrspace(1) %q
; CHECK: }
