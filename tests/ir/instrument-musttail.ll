; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; A block that ends in a call which must stand right before its return counts before
; the call.

; RUN: reconverge -b %s -e "instrument %t.ll"
; RUN: opt -passes=verify -disable-output %t.ll
; RUN: FileCheck --input-file=%t.ll %s
; RUN: reconverge -b %t.ll -f k -e "launch grid=1 block=64 p=i32[64]:zero" -e simulate

target triple = "amdgcn-amd-amdhsa"

define internal i32 @g(i32 %a, i32 %d) noinline {
  %x = mul i32 %a, %d
  ret i32 %x
}

define internal i32 @f(i32 %a, i32 %d) noinline {
entry:
  %b = add i32 %a, 1
  %x = musttail call i32 @g(i32 %b, i32 %d)
  ret i32 %x
}

; CHECK-LABEL: @f(
; CHECK: atomicrmw add
; CHECK: br label
; CHECK: %x = musttail call i32 @g(i32 %b, i32 %d)
; CHECK-NEXT: ret i32 %x

define amdgpu_kernel void @k(ptr addrspace(1) %p) {
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %g = getelementptr i32, ptr addrspace(1) %p, i32 %tid
  %r = call i32 @f(i32 %tid, i32 3)
  store i32 %r, ptr addrspace(1) %g
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()
