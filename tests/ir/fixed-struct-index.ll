; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; An index into a struct names a field and must be a constant: different fields
; do not meld, though the address is all that differs. An index into an array
; may be chosen.

; RUN: reconverge -b -q %s -e 'set decide=static judge=table' -e meld -e cleanup -o - > %t
; RUN: opt -passes=verify -disable-output %t
; RUN: FileCheck --input-file=%t %s

target triple = "amdgcn-amd-amdhsa"

%rec = type { i32, i32, i32, [4 x i32] }

define amdgpu_kernel void @k(ptr addrspace(1) %p, i32 %n, i32 %u, i32 %v) {
entry:
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %c = icmp slt i32 %tid, %n
  br i1 %c, label %t, label %f
t:
  %a0 = getelementptr %rec, ptr addrspace(1) %p, i32 %tid, i32 1
  %a1 = getelementptr %rec, ptr addrspace(1) %p, i32 %tid, i32 3, i32 %u
  store i32 1, ptr addrspace(1) %a1
  %a = ptrtoint ptr addrspace(1) %a0 to i64
  br label %x
f:
  %b0 = getelementptr %rec, ptr addrspace(1) %p, i32 %tid, i32 2
  %b1 = getelementptr %rec, ptr addrspace(1) %p, i32 %tid, i32 3, i32 %v
  store i32 1, ptr addrspace(1) %b1
  %b = ptrtoint ptr addrspace(1) %b0 to i64
  br label %x
x:
  %r = phi i64 [ %a, %t ], [ %b, %f ]
  store i64 %r, ptr addrspace(1) %p
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()

; CHECK-LABEL: @k(
; CHECK-DAG: getelementptr %rec, ptr addrspace(1) %p, i32 %tid, i32 1
; CHECK-DAG: getelementptr %rec, ptr addrspace(1) %p, i32 %tid, i32 2
; CHECK-DAG: [[S:%.*]] = select i1 %c, i32 %u, i32 %v
; CHECK-DAG: getelementptr %rec, ptr addrspace(1) %p, i32 %tid, i32 3, i32 [[S]]
; CHECK: store i32 1
; CHECK-NOT: store i32 1
; CHECK: ret void
