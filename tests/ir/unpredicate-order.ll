; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; Holding a load back must not take it over a write: the value stored after it
; in the block may be what it would read. The load stays in front of the store.

; RUN: reconverge -b -q %s -e 'set decide=static judge=table threshold=0' -e meld -e 'set unpredicate=always' -e unpredicate -e cleanup -o - > %t
; RUN: opt -passes=verify -disable-output %t
; RUN: FileCheck --input-file=%t %s

target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @k(ptr addrspace(1) %p, i32 %n, ptr addrspace(1) dereferenceable(64) align 16 %q) {
entry:
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %c = icmp slt i32 %tid, %n
  br i1 %c, label %t, label %f
t:
  %a0 = udiv i32 %tid, 7
  %a1 = load i32, ptr addrspace(1) %q, align 4
  %a = add i32 %a0, %a1
  store i32 %n, ptr addrspace(1) %q, align 4
  br label %x
f:
  %b0 = udiv i32 %tid, 9
  %b = add i32 %b0, 5
  store i32 %n, ptr addrspace(1) %q, align 4
  br label %x
x:
  %r = phi i32 [ %a, %t ], [ %b, %f ]
  store i32 %r, ptr addrspace(1) %p
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()

; CHECK-LABEL: @k(
; CHECK-NOT: br i1 %c, label %t, label %f
; CHECK-NOT: store
; CHECK: load i32, ptr addrspace(1) %q
; CHECK: store i32 %n, ptr addrspace(1) %q
; CHECK-NOT: load
; CHECK: }
