; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; Atomic accesses meld only if they are ordered alike: release against
; monotonic stays apart, two release stores become one.

; RUN: reconverge -b -q %s -e 'set decide=static judge=table' -e meld -e cleanup -o - > %t
; RUN: opt -passes=verify -disable-output %t
; RUN: FileCheck --input-file=%t %s

target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @k(ptr addrspace(1) %p, i32 %n, ptr addrspace(1) %q) {
entry:
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %c = icmp slt i32 %tid, %n
  br i1 %c, label %t, label %f
t:
  %a = mul i32 %tid, 7
  store atomic i32 1, ptr addrspace(1) %p release, align 4
  store atomic i32 %a, ptr addrspace(1) %q release, align 4
  br label %x
f:
  %b = mul i32 %tid, 9
  store atomic i32 2, ptr addrspace(1) %p release, align 4
  store atomic i32 %b, ptr addrspace(1) %q monotonic, align 4
  br label %x
x:
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()

; CHECK-LABEL: @k(
; CHECK: mul
; CHECK-NOT: mul
; CHECK: [[V:%.*]] = select i1 %c, i32 1, i32 2
; CHECK-NEXT: store atomic i32 [[V]], ptr addrspace(1) %p release, align 4
; CHECK-NEXT: br i1 %c
; CHECK-DAG: store atomic i32 {{%.*}}, ptr addrspace(1) %q release, align 4
; CHECK-DAG: store atomic i32 {{%.*}}, ptr addrspace(1) %q monotonic, align 4
; CHECK-NOT: store
; CHECK: }
