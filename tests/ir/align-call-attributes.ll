; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; What one call promises does not hold for the other: calls whose attributes
; differ, in the function's place or an argument's, do not meld; those that
; agree do.

; RUN: reconverge -b -q %s -e 'set decide=static judge=table' -e meld -e cleanup -o - > %t
; RUN: opt -passes=verify -disable-output %t
; RUN: FileCheck --input-file=%t %s

target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @k(ptr addrspace(1) %p, i32 %n, i32 %u, i32 %s) {
entry:
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %c = icmp slt i32 %tid, %n
  br i1 %c, label %t, label %f
t:
  %a2 = call i32 @g(i32 1) nounwind
  %a0 = call i32 @g(i32 %u) memory(read)
  %a1 = call i32 @h(i32 zeroext %s)
  %a3 = add i32 %a0, %a1
  %a = add i32 %a2, %a3
  br label %x
f:
  %b2 = call i32 @g(i32 2) nounwind
  %b0 = call i32 @g(i32 %u)
  %b1 = call i32 @h(i32 %s)
  %b3 = add i32 %b0, %b1
  %b = add i32 %b2, %b3
  br label %x
x:
  %r = phi i32 [ %a, %t ], [ %b, %f ]
  store i32 %r, ptr addrspace(1) %p
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()
declare i32 @g(i32)
declare i32 @h(i32)

; CHECK-LABEL: @k(
; CHECK: [[S:%.*]] = select i1 %c, i32 1, i32 2
; CHECK-NEXT: call i32 @g(i32 [[S]]) #[[N:[0-9]+]]
; CHECK-NEXT: br i1 %c
; CHECK-DAG: call i32 @g(i32 %u) #[[R:[0-9]+]]
; CHECK-DAG: call i32 @g(i32 %u){{$}}
; CHECK-DAG: call i32 @h(i32 zeroext %s)
; CHECK-DAG: call i32 @h(i32 %s)
; CHECK-NOT: call
; CHECK: }
; CHECK-DAG: attributes #[[R]] = { memory(read) }
; CHECK-DAG: attributes #[[N]] = { nounwind }
