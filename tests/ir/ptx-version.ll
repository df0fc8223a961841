; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; Code that is written has the newest version of PTX that a function was compiled
; for, so that ptxas takes an instruction that older versions do not have.

; RUN: reconverge -b %s -e 'emit %t.ptx'
; RUN: FileCheck %s < %t.ptx

; CHECK: .version 7.8
; CHECK: bmsk.clamp.b32

target triple = "nvptx64-nvidia-cuda"

define i32 @older(i32 %a) #1 {
  ret i32 %a
}

define ptx_kernel void @k(ptr addrspace(1) %out) #0 {
  %x = call i32 asm "bmsk.clamp.b32 $0, $1, $2;", "=r,r,r"(i32 3, i32 4)
  store i32 %x, ptr addrspace(1) %out
  ret void
}

attributes #0 = { "target-cpu"="sm_75" "target-features"="+ptx78,+sm_75" }
attributes #1 = { "target-cpu"="sm_75" "target-features"="+ptx70,+sm_75" }
