; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; The numbers of a struct that a kernel gets by value are guessed one by one. Where
; @divides divides by numbers that it chooses by index, some are not known and are 0; all
; are 16 then. A number that is known is 1, which lies inside the buffer of @small.

; RUN: reconverge -b %s -f divides -e simulate -e 'function small' -e simulate \
; RUN:   | FileCheck %s

target triple = "nvptx64-nvidia-cuda"
%params = type { i32, i32, i64 }
@table = internal addrspace(4) constant [4 x i32] [i32 4, i32 3, i32 2, i32 1]
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

; CHECK: guessed: launch grid=1 block=256 seed=1 p=i32[4]:fill(16) out=
; CHECK-NEXT: @divides P0: 256 threads
define ptx_kernel void @divides(ptr byval(%params) %p, ptr addrspace(1) %out) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %which = and i32 %t, 1
  %at = getelementptr i32, ptr %p, i32 %which
  %n = load i32, ptr %at
  %row = udiv i32 %t, %n
  %to = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %row, ptr addrspace(1) %to
  ret void
}

; CHECK: guessed: launch grid=1 block=256 seed=1 'p={i32 1}' out=
; CHECK-NEXT: @small P0: 256 threads
define ptx_kernel void @small(ptr byval(%params) %p, ptr addrspace(1) %out) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %n = load i32, ptr %p
  %row = udiv i32 %t, %n
  %cell = getelementptr i32, ptr addrspace(4) @table, i32 %n
  %x = load i32, ptr addrspace(4) %cell
  %y = add i32 %x, %row
  %to = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %y, ptr addrspace(1) %to
  ret void
}
