; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; A launch is guessed whose numbers are too large in every way but one: blocks overlap
; by %radius, and any but 0 lets threads store before the buffer. Making all numbers
; smaller does not help, so that one alone becomes 0. In @product, the numbers overflow
; unless one of them is small, and none may be 0.

; RUN: reconverge -b %s -e 'function overlap' -e launch -e profile -e 'function product' -e launch -e profile \
; RUN:   | FileCheck %s

target triple = "amdgcn-amd-amdhsa"

; CHECK-LABEL: selected @overlap
; CHECK: no launch was given, guessed: launch grid=4 block=256 seed=1 p=f32[{{[0-9]+}}]:zero s=f32[{{[0-9]+}}]:undefined width=32 radius=0
; CHECK-NOT: ended
; CHECK: @overlap P0: profits are computed from
define amdgpu_kernel void @overlap(ptr addrspace(1) %p, ptr addrspace(3) %s, i32 %width, i32 %radius) {
entry:
  %lid = call i32 @llvm.amdgcn.workitem.id.x()
  %group = call i32 @llvm.amdgcn.workgroup.id.x()
  %twice = shl i32 %radius, 1
  %size = sub i32 256, %twice
  %base = mul i32 %group, %size
  %in = add i32 %base, %lid
  %x = sub i32 %in, %radius
  %sl = getelementptr float, ptr addrspace(3) %s, i32 %lid
  store float 1.0, ptr addrspace(3) %sl
  %all = add i32 %width, %twice
  %c = icmp slt i32 %in, %all
  br i1 %c, label %t, label %end
t:
  %d = icmp slt i32 %x, %width
  br i1 %d, label %u, label %end
u:
  %o = mul i32 %x, 4
  %o64 = sext i32 %o to i64
  %a = getelementptr float, ptr addrspace(1) %p, i64 %o64
  store float 2.0, ptr addrspace(1) %a
  br label %end
end:
  ret void
}

; CHECK-LABEL: selected @product
; CHECK-NOT: ended
; CHECK: @product P0: profits are computed from
define amdgpu_kernel void @product(ptr addrspace(1) %p, i32 %pitch, i32 %whole, i32 %hold, <2 x i16> %each) {
entry:
  %lid = call i32 @llvm.amdgcn.workitem.id.x()
  %group = call i32 @llvm.amdgcn.workgroup.id.x()
  %b = shl i32 %group, 8
  %id = or i32 %b, %lid
  %y = udiv i32 %id, %pitch
  %row = mul i32 %y, %pitch
  %x = sub i32 %id, %row
  %rows = mul i32 %y, %whole
  %point = add i32 %x, %rows
  %hold3 = mul i32 %hold, 3
  %n4 = add i32 %hold3, 4
  %n = mul i32 %n4, %point
  %n64 = sext i32 %n to i64
  %big = mul nsw i64 %n64, 1048544124000000
  %e0 = extractelement <2 x i16> %each, i64 1
  %e = zext i16 %e0 to i64
  %i = urem i64 %big, %e
  %a = getelementptr i32, ptr addrspace(1) %p, i64 %i
  %v = load i32, ptr addrspace(1) %a
  %w = add i32 %v, 1
  %id64 = zext i32 %id to i64
  %q = getelementptr i32, ptr addrspace(1) %p, i64 %id64
  store i32 %w, ptr addrspace(1) %q
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()
declare i32 @llvm.amdgcn.workgroup.id.x()
