; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; Assembler that only computes melds like anything else, if it is the same text;
; what it accepts as an operand may depend on its being a constant, so constants
; must agree.

; RUN: reconverge -b -q %s -e 'set decide=static judge=table' -e meld -e cleanup -o - > %t
; RUN: opt -passes=verify -disable-output %t
; RUN: FileCheck --input-file=%t %s

target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @k(ptr addrspace(1) %p, i32 %n, i32 %d7, i32 %d9) {
entry:
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %c = icmp slt i32 %tid, %n
  br i1 %c, label %t, label %f
t:
  %a0 = udiv i32 %tid, %d7
  %a1 = call i32 asm "v_mul $0, $1", "=v,v"(i32 %a0)
  %a = call i32 asm "v_mov $0, $1", "=v,i"(i32 7)
  br label %x
f:
  %b0 = udiv i32 %tid, %d9
  %b1 = call i32 asm "v_mul $0, $1", "=v,v"(i32 %b0)
  %b = call i32 asm "v_mov $0, $1", "=v,i"(i32 9)
  br label %x
x:
  %r = phi i32 [ %a, %t ], [ %b, %f ]
  store i32 %r, ptr addrspace(1) %p
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()

; CHECK-LABEL: @k(
; CHECK: [[S:%.*]] = select i1 %c, i32 %d7, i32 %d9
; CHECK: [[M:%.*]] = udiv i32 %tid, [[S]]
; CHECK: call i32 asm "v_mul $0, $1", "=v,v"(i32 [[M]])
; CHECK-NOT: v_mul
; CHECK-DAG: call i32 asm "v_mov $0, $1", "=v,i"(i32 7)
; CHECK-DAG: call i32 asm "v_mov $0, $1", "=v,i"(i32 9)
; CHECK: }
