; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; inbounds, nusw and nuw of an address: what both promise.

; RUN: reconverge -b -q %s -e 'set decide=static judge=table' -e meld -e cleanup -o - > %t
; RUN: opt -passes=verify -disable-output %t
; RUN: FileCheck --input-file=%t %s

target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @k(ptr addrspace(1) %p, i32 %n, i64 %u) {
entry:
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %c = icmp slt i32 %tid, %n
  br i1 %c, label %t, label %f
t:
  %a0 = getelementptr inbounds i32, ptr addrspace(1) %p, i64 %u
  %a1 = getelementptr inbounds i16, ptr addrspace(1) %p, i64 %u
  %a2 = getelementptr nusw nuw i64, ptr addrspace(1) %p, i64 %u
  %a3 = getelementptr inbounds nuw i8, ptr addrspace(1) %p, i64 %u
  br label %x
f:
  %b0 = getelementptr inbounds i32, ptr addrspace(1) %p, i64 %u
  %b1 = getelementptr i16, ptr addrspace(1) %p, i64 %u
  %b2 = getelementptr nuw i64, ptr addrspace(1) %p, i64 %u
  %b3 = getelementptr nusw nuw i8, ptr addrspace(1) %p, i64 %u
  br label %x
x:
  %r0 = phi ptr addrspace(1) [ %a0, %t ], [ %b0, %f ]
  %r1 = phi ptr addrspace(1) [ %a1, %t ], [ %b1, %f ]
  %r2 = phi ptr addrspace(1) [ %a2, %t ], [ %b2, %f ]
  %r3 = phi ptr addrspace(1) [ %a3, %t ], [ %b3, %f ]
  store ptr addrspace(1) %r0, ptr addrspace(1) %p
  store ptr addrspace(1) %r1, ptr addrspace(1) %p
  store ptr addrspace(1) %r2, ptr addrspace(1) %p
  store ptr addrspace(1) %r3, ptr addrspace(1) %p
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()

; CHECK-LABEL: @k(
; CHECK-NOT: br i1 %c, label %t, label %f
; CHECK: getelementptr inbounds i32, ptr addrspace(1) %p, i64 %u
; CHECK: getelementptr i16, ptr addrspace(1) %p, i64 %u
; CHECK: getelementptr nuw i64, ptr addrspace(1) %p, i64 %u
; CHECK: getelementptr nusw nuw i8, ptr addrspace(1) %p, i64 %u
; CHECK-NOT: getelementptr
; CHECK: ret void
