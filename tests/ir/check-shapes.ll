; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; A guessed launch has square blocks if the kernel asks for threads along two
; axes. `check` tries other shapes of blocks where threads of these would race:
; one row of threads, as @row is written for, and rows whose length counts bytes,
; as that of @bytes does.

; RUN: reconverge -b %s -f row -e 'check seeds=2' -e 'function bytes' \
; RUN:   -e 'check seeds=2' | FileCheck %s

target triple = "amdgcn-amd-amdhsa"
@sums = internal addrspace(3) global [256 x i32] undef
@tile = internal addrspace(3) global [64 x i32] undef
declare i32 @llvm.amdgcn.workitem.id.x()
declare i32 @llvm.amdgcn.workitem.id.y()
declare i32 @llvm.amdgcn.workgroup.id.x()
declare i32 @llvm.amdgcn.workgroup.id.y()
declare void @llvm.amdgcn.s.barrier()

; Each block is a row; its place in y is only that of the result.
; CHECK: @row P0 -> P0: the same with 2 seeds
define amdgpu_kernel void @row(ptr addrspace(1) %out) {
  %x = call i32 @llvm.amdgcn.workitem.id.x()
  %y = call i32 @llvm.amdgcn.workitem.id.y()
  %at = getelementptr i32, ptr addrspace(3) @sums, i32 %x
  %v = mul i32 %y, 7
  store i32 %v, ptr addrspace(3) %at
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %n = load i32, ptr addrspace(3) @sums
  %g = call i32 @llvm.amdgcn.workgroup.id.y()
  %r = shl i32 %g, 8
  %i = add i32 %r, %x
  %to = getelementptr i32, ptr addrspace(1) %out, i32 %i
  store i32 %n, ptr addrspace(1) %to
  ret void
}

; A block is a square of 8 by 8, and `step` is the length of a row in bytes.
; CHECK: @bytes P0 -> P0: the same with 2 seeds
define amdgpu_kernel void @bytes(ptr addrspace(1) %out, i32 %step) {
  %x = call i32 @llvm.amdgcn.workitem.id.x()
  %y = call i32 @llvm.amdgcn.workitem.id.y()
  %gx = call i32 @llvm.amdgcn.workgroup.id.x()
  %gy = call i32 @llvm.amdgcn.workgroup.id.y()
  %y8 = mul i32 %y, 8
  %i = add i32 %y8, %x
  %i6 = and i32 %i, 63
  %at = getelementptr i32, ptr addrspace(3) @tile, i32 %i6
  store i32 %i, ptr addrspace(3) %at
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %n = load i32, ptr addrspace(3) @tile
  %cx = shl i32 %gx, 3
  %cy = shl i32 %gy, 3
  %px = add i32 %cx, %x
  %py = add i32 %cy, %y
  %row = mul i32 %py, %step
  %column = mul i32 %px, 4
  %b = add i32 %row, %column
  %to = getelementptr i8, ptr addrspace(1) %out, i32 %b
  %m = add i32 %n, %b
  store i32 %m, ptr addrspace(1) %to
  ret void
}
