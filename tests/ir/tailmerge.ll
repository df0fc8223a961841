; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; Tails that are alike become one block; operands that differ come in by phis, at
; most one for an instruction.

; RUN: reconverge -b --keep-going %s -e 'set decide=static judge=table' \
; RUN:   -e 'function diamond' -e tailmerge -e 'check seeds=2' -e 'function apart' -e tailmerge -e 'check seeds=2' \
; RUN:   -e 'function mixed' -e tailmerge -e 'check seeds=2' -e 'function inside' -e tailmerge -e 'check seeds=2' \
; RUN:   -e 'function equal' -e tailmerge -e 'check seeds=2' \
; RUN:   -e 'function meets' -e tailmerge -e 'function flat' -e tailmerge -e 'function two' -e tailmerge -o %t.ll \
; RUN:   | FileCheck --check-prefix=SAID %s
; RUN: opt -passes=verify -disable-output %t.ll
; RUN: FileCheck --input-file=%t.ll %s

target triple = "amdgcn-amd-amdhsa"

; SAID: @diamond
; SAID: merges the tails of B1 and B2, 2 instructions, 2 phis, saves 336 cycles, adds 28
; SAID: the same with 2 seeds
; CHECK-LABEL: @diamond(
; CHECK: t:
; CHECK-NEXT: %x = load i32
; CHECK-NEXT: br label %tail
; CHECK: tail:
; CHECK-DAG: %[[X:.*]] = phi i32 [ %x, %t ], [ %y, %f ]
; CHECK-DAG: %[[P:.*]] = phi ptr addrspace(1) [ %p, %t ], [ %at, %f ]
; CHECK: %a = mul i32 %[[X]], 7
; CHECK-NEXT: store i32 %a, ptr addrspace(1) %[[P]]
define amdgpu_kernel void @diamond(ptr addrspace(1) %out) {
e:
  %i = call i32 @llvm.amdgcn.workitem.id.x()
  %p = getelementptr i32, ptr addrspace(1) %out, i32 %i
  %at = getelementptr i32, ptr addrspace(1) %p, i32 512
  %bit = and i32 %i, 1
  %c = icmp eq i32 %bit, 0
  br i1 %c, label %t, label %f
t:
  %x = load i32, ptr addrspace(1) %p
  %a = mul i32 %x, 7
  store i32 %a, ptr addrspace(1) %p
  br label %j
f:
  %y = add i32 %i, 9
  %b = mul i32 %y, 7
  store i32 %b, ptr addrspace(1) %at
  br label %j
j:
  ret void
}

; Threads do not meet in the merged tail: other ways lead past it.
; SAID: @apart
; SAID: merges the tails of B2 and B4, 2 instructions, 1 phi, saves 0 cycles, adds 20: the threads do not meet there
; SAID: the same with 2 seeds
; CHECK-LABEL: @apart(
; CHECK: phi i32 [ 3, %{{.*}} ], [ 5, %{{.*}} ]
; CHECK-NEXT: mul i32 %i
define amdgpu_kernel void @apart(ptr addrspace(1) %out) {
e:
  %i = call i32 @llvm.amdgcn.workitem.id.x()
  %p = getelementptr i32, ptr addrspace(1) %out, i32 %i
  %bit = and i32 %i, 1
  %c = icmp eq i32 %bit, 0
  %d = icmp slt i32 %i, 40
  br i1 %c, label %t, label %f
t:
  br i1 %d, label %t1, label %j
t1:
  %a = mul i32 %i, 3
  store i32 %a, ptr addrspace(1) %p
  br label %j
f:
  br i1 %d, label %f1, label %j
f1:
  %b = mul i32 %i, 5
  store i32 %b, ptr addrspace(1) %p
  br label %j
j:
  ret void
}

; The phi of j takes the sum from one side and the product from the other: only
; the stores are merged.
; SAID: @mixed
; SAID: merges the tails of B1 and B2, 1 instruction, 1 phi
; SAID: the same with 2 seeds
; CHECK-LABEL: @mixed(
; CHECK: phi i32 [ %s, %t ], [ %n, %{{[ef]}} ]
define amdgpu_kernel void @mixed(ptr addrspace(1) %out) {
e:
  %i = call i32 @llvm.amdgcn.workitem.id.x()
  %p = getelementptr i32, ptr addrspace(1) %out, i32 %i
  %bit = and i32 %i, 1
  %c = icmp eq i32 %bit, 0
  br i1 %c, label %t, label %f
t:
  %s = add i32 %i, 3
  %m = mul i32 %i, 7
  store i32 %m, ptr addrspace(1) %p
  br label %j
f:
  %u = add i32 %i, 3
  %n = mul i32 %i, 7
  store i32 %n, ptr addrspace(1) %p
  br label %j
j:
  %r = phi i32 [ %s, %t ], [ %n, %f ]
  %q = getelementptr i32, ptr addrspace(1) %p, i32 64
  store i32 %r, ptr addrspace(1) %q
  ret void
}

; The product of t is no operand that a phi could bring: it is computed in the tail
; itself, where f has another value.
; SAID: @inside
; SAID: merges the tails of B1 and B2, 2 instructions, 1 phi
; SAID: the same with 2 seeds
; CHECK-LABEL: @inside(
; CHECK: t:
; CHECK-NEXT: %m = mul i32 %i, 7
; CHECK: phi i32 [ %m, %t ], [ %i, %{{[ef]}} ]
define amdgpu_kernel void @inside(ptr addrspace(1) %out) {
e:
  %i = call i32 @llvm.amdgcn.workitem.id.x()
  %p = getelementptr i32, ptr addrspace(1) %out, i32 %i
  %bit = and i32 %i, 1
  %c = icmp eq i32 %bit, 0
  br i1 %c, label %t, label %f
t:
  %m = mul i32 %i, 7
  %s = add i32 %m, 3
  store i32 %s, ptr addrspace(1) %p
  br label %j
f:
  %n = mul i32 %i, 7
  %u = add i32 %i, 3
  store i32 %u, ptr addrspace(1) %p
  br label %j
j:
  ret void
}

; Blocks that are equal leave nothing for the branch to choose.
; SAID: @equal
; SAID: 2 instructions, 0 phis
; SAID: the same with 2 seeds
; CHECK-LABEL: @equal(
; CHECK-NOT: br i1
; CHECK: ret void
define amdgpu_kernel void @equal(ptr addrspace(1) %out) {
e:
  %i = call i32 @llvm.amdgcn.workitem.id.x()
  %p = getelementptr i32, ptr addrspace(1) %out, i32 %i
  %bit = and i32 %i, 1
  %c = icmp eq i32 %bit, 0
  br i1 %c, label %t, label %f
t:
  %m = mul i32 %i, 7
  store i32 %m, ptr addrspace(1) %p
  br label %j
f:
  %n = mul i32 %i, 7
  store i32 %n, ptr addrspace(1) %p
  br label %j
j:
  %r = phi i32 [ %m, %t ], [ %n, %f ]
  %q = getelementptr i32, ptr addrspace(1) %p, i32 64
  store i32 %r, ptr addrspace(1) %q
  ret void
}

; SAID: left alone: a convergent operation would run with other threads than before
define amdgpu_kernel void @meets(ptr addrspace(1) %out) {
e:
  %i = call i32 @llvm.amdgcn.workitem.id.x()
  %p = getelementptr i32, ptr addrspace(1) %out, i32 %i
  %bit = and i32 %i, 1
  %c = icmp eq i32 %bit, 0
  br i1 %c, label %t, label %f
t:
  store i32 3, ptr addrspace(1) %p
  call void @llvm.amdgcn.s.barrier()
  br label %j
f:
  store i32 5, ptr addrspace(1) %p
  call void @llvm.amdgcn.s.barrier()
  br label %j
j:
  ret void
}

; No branch parts the threads of a warp.
; SAID: no two blocks behind a divergent branch have a tail worth merging
define amdgpu_kernel void @flat(ptr addrspace(1) %out, i1 %c) {
e:
  br i1 %c, label %t, label %f
t:
  store i32 3, ptr addrspace(1) %out
  br label %j
f:
  store i32 5, ptr addrspace(1) %out
  br label %j
j:
  ret void
}

; The store would need two phis.
; SAID: left alone: the blocks do not end in the same instructions
define amdgpu_kernel void @two(ptr addrspace(1) %out) {
e:
  %i = call i32 @llvm.amdgcn.workitem.id.x()
  %p = getelementptr i32, ptr addrspace(1) %out, i32 %i
  %at = getelementptr i32, ptr addrspace(1) %p, i32 512
  %bit = and i32 %i, 1
  %c = icmp eq i32 %bit, 0
  br i1 %c, label %t, label %f
t:
  store i32 3, ptr addrspace(1) %p
  br label %j
f:
  store i32 5, ptr addrspace(1) %at
  br label %j
j:
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()
declare void @llvm.amdgcn.s.barrier()
