; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; What is refused, and why: a barrier in the region; no divergent branch, unless
; everything is asked for.

; RUN: reconverge -b %s -f barrier -e candidates -e 'set decide=static judge=table' -e 'linearize when=always' \
; RUN:   | FileCheck --check-prefix=BARRIER %s
; RUN: reconverge -b %s -f uniform -e candidates -e 'set decide=static judge=table' -e 'linearize when=always' \
; RUN:   -e 'set linearize=all' -e 'linearize when=always' | FileCheck --check-prefix=UNIFORM %s
; RUN: not reconverge -b %s -f barrier -e 'set decide=static judge=table' -e 'linearize B0' 2>&1 \
; RUN:   | FileCheck --check-prefix=NAMED %s

target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @barrier(ptr addrspace(1) %p) {
B1:
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %c1 = icmp slt i32 %tid, 7
  br i1 %c1, label %B3, label %B2
B2:
  %c2 = icmp slt i32 %tid, 90
  br i1 %c2, label %B4, label %B3
B3:
  call void @llvm.amdgcn.s.barrier()
  br label %B4
B4:
  store i32 %tid, ptr addrspace(1) %p
  br label %B5
B5:
  ret void
}

define amdgpu_kernel void @uniform(ptr addrspace(1) %p, i32 %n) {
B1:
  %c1 = icmp slt i32 %n, 7
  br i1 %c1, label %B3, label %B2
B2:
  %c2 = icmp slt i32 %n, 90
  br i1 %c2, label %B4, label %B3
B3:
  store i32 1, ptr addrspace(1) %p
  br label %B4
B4:
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()
declare void @llvm.amdgcn.s.barrier()

; BARRIER: B0..B3  1 unstructured  refused: a convergent operation would run with other threads than before (B2: call void @llvm.amdgcn.s.barrier())
; BARRIER: 0 of 1 unstructured regions
; BARRIER: linearize: no region is linearized; still P0
; NAMED: B0: a convergent operation
; UNIFORM: refused: no branch in the region diverges, so no warp runs a block twice
; UNIFORM: still P0
; UNIFORM: P1: linearize
