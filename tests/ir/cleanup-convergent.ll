; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; A switch has two empty arms that lead to a block where lane 0 is asked for its value. With
; one edge for both, threads of both would come there together, though all ways of the
; switch meet later. Without such an operation, or where all meet, they are left out.

; RUN: reconverge -b -q %s -f apart -e cleanup -e "check P0" -o - | FileCheck %s
; RUN: reconverge -b -q %s -f pure -e cleanup -e "check P0" -o - | FileCheck --check-prefix=PURE %s
; RUN: reconverge -b -q %s -f meet -e cleanup -e "check P0" -o - | FileCheck --check-prefix=MEET %s

target triple = "amdgcn-amd-amdhsa"

declare i32 @llvm.amdgcn.workitem.id.x()
declare i32 @llvm.amdgcn.readfirstlane.i32(i32)

; CHECK-LABEL: @apart(
; CHECK: switch i32 %m, label %next [
; CHECK-NEXT: i32 1, label %b
; CHECK-NEXT: i32 2, label %x
; CHECK: b:
; CHECK-NEXT: br label %next

define amdgpu_kernel void @apart(ptr addrspace(1) %p) {
entry:
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %m = and i32 %tid, 3
  %q = getelementptr i32, ptr addrspace(1) %p, i32 %tid
  switch i32 %m, label %a [
    i32 1, label %b
    i32 2, label %x
  ]
a:
  br label %next
b:
  br label %next
next:
  %v = call i32 @llvm.amdgcn.readfirstlane.i32(i32 %tid)
  store i32 %v, ptr addrspace(1) %q
  br label %x
x:
  ret void
}

; PURE-LABEL: @pure(
; PURE: switch i32 %m, label %next [
; PURE-NEXT: i32 1, label %next
; PURE-NEXT: i32 2, label %x

define amdgpu_kernel void @pure(ptr addrspace(1) %p) {
entry:
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %m = and i32 %tid, 3
  %q = getelementptr i32, ptr addrspace(1) %p, i32 %tid
  switch i32 %m, label %a [
    i32 1, label %b
    i32 2, label %x
  ]
a:
  br label %next
b:
  br label %next
next:
  %v = add i32 %tid, 1
  store i32 %v, ptr addrspace(1) %q
  br label %x
x:
  ret void
}

; MEET-LABEL: @meet(
; MEET-NOT: br
; MEET: ret void

define amdgpu_kernel void @meet(ptr addrspace(1) %p) {
entry:
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %m = and i32 %tid, 3
  %q = getelementptr i32, ptr addrspace(1) %p, i32 %tid
  switch i32 %m, label %a [
    i32 1, label %b
    i32 2, label %next
  ]
a:
  br label %next
b:
  br label %next
next:
  %v = call i32 @llvm.amdgcn.readfirstlane.i32(i32 %tid)
  store i32 %v, ptr addrspace(1) %q
  br label %x
x:
  ret void
}
