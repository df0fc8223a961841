; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; A load promises 32 bytes of alignment inside a shared variable that has only 16,
; behind another variable: the variable is placed so that the promise is kept. A
; promise that no place can keep is a fault.

; RUN: reconverge -b %s -f kept -e simulate | FileCheck %s
; RUN: not reconverge -b %s -f broken -e simulate | FileCheck --check-prefix=NO %s

target triple = "nvptx64-nvidia-cuda"
@first = internal addrspace(3) global [301 x i32] undef, align 4
@second = internal addrspace(3) global [100 x i32] undef, align 16
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

; CHECK: @kept P0: {{[0-9]+}} threads
define ptx_kernel void @kept(ptr addrspace(1) %out) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = getelementptr i32, ptr addrspace(3) @first, i32 %t
  store i32 %t, ptr addrspace(3) %a
  %b = getelementptr i8, ptr addrspace(3) @second, i64 64
  store i32 7, ptr addrspace(3) %b
  %x = load i32, ptr addrspace(3) %b, align 32
  %to = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %x, ptr addrspace(1) %to
  ret void
}

; NO: @broken P0: misaligned access: the address is not a multiple of 32
define ptx_kernel void @broken(ptr addrspace(1) %out) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %b = getelementptr i8, ptr addrspace(3) @second, i64 72
  store i32 7, ptr addrspace(3) %b
  %x = load i32, ptr addrspace(3) %b, align 32
  %to = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %x, ptr addrspace(1) %to
  ret void
}
