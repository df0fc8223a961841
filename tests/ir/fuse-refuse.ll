; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; Pairs of ifs that are not fused: convergent operations in an arm or between the
; ifs, a store or a division between them, a value between them that depends on
; memory that the second arm writes. A load between them moves only if all threads
; come to it with the same address. A loop in an arm is no reason.

; RUN: reconverge -b -k %s -e 'set decide=static judge=table' -e candidates | FileCheck %s
; RUN: reconverge -b -k %s -e 'set decide=static judge=table' -e 'fuse when=always' -e 'check seeds=3' \
; RUN:   | FileCheck --check-prefix=DONE %s
; RUN: not reconverge -b -f barrier %s -e 'fuse B0' 2>&1 | FileCheck --check-prefix=NAMED %s
; RUN: not reconverge -b -f barrier %s -e 'fuse B2' 2>&1 | FileCheck --check-prefix=OTHER %s

; NAMED: B0: a convergent operation would run with other threads than before
; OTHER: B2 does not end in a one-armed if that another one follows at once

target triple = "nvptx64-nvidia-cuda"

; CHECK: B0, B2 one-armed ifs refused: a convergent operation would run with other threads than before (B1:
; DONE: no two ifs are worth fusing
define ptx_kernel void @barrier(ptr addrspace(1) %out, ptr addrspace(1) %in) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %from = getelementptr i32, ptr addrspace(1) %in, i32 %tid
  %x = load i32, ptr addrspace(1) %from
  %p = icmp ult i32 %x, 40
  br i1 %p, label %a, label %j
a:
  %a1 = mul i32 %x, %tid
  call void @llvm.nvvm.barrier0()
  %a2 = mul i32 %a1, %x
  br label %j
j:
  %v = phi i32 [ %a2, %a ], [ %x, %entry ]
  %q = icmp ugt i32 %x, 60
  br i1 %q, label %b, label %e
b:
  %b1 = mul i32 %x, %x
  %b2 = mul i32 %b1, %v
  br label %e
e:
  %r = phi i32 [ %b2, %b ], [ %v, %j ]
  store i32 %r, ptr addrspace(1) %from
  ret void
}

; CHECK: B0, B2 one-armed ifs refused: what stands between the two ifs cannot be computed before the first (B2: store
; DONE: no two ifs are worth fusing
define ptx_kernel void @store_between(ptr addrspace(1) %out, ptr addrspace(1) %in) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %from = getelementptr i32, ptr addrspace(1) %in, i32 %tid
  %x = load i32, ptr addrspace(1) %from
  %p = icmp ult i32 %x, 40
  br i1 %p, label %a, label %j
a:
  %a1 = mul i32 %x, %tid
  %a2 = mul i32 %a1, %x
  br label %j
j:
  %v = phi i32 [ %a2, %a ], [ %x, %entry ]
  store i32 %v, ptr addrspace(1) %from
  %q = icmp ugt i32 %x, 60
  br i1 %q, label %b, label %e
b:
  %b1 = mul i32 %x, %x
  %b2 = mul i32 %b1, %v
  br label %e
e:
  %r = phi i32 [ %b2, %b ], [ %v, %j ]
  store i32 %r, ptr addrspace(1) %from
  ret void
}

; The divisor may be 0 for threads that want the first arm.
; CHECK: B0, B2 one-armed ifs refused: what stands between the two ifs cannot be computed before the first (B2: %w = udiv
; DONE: no two ifs are worth fusing
define ptx_kernel void @division_between(ptr addrspace(1) %out, ptr addrspace(1) %in) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %from = getelementptr i32, ptr addrspace(1) %in, i32 %tid
  %x = load i32, ptr addrspace(1) %from
  %p = icmp eq i32 %x, 0
  br i1 %p, label %a, label %j
a:
  %a1 = mul i32 %tid, %tid
  %a2 = or i32 %a1, 1
  br label %j
j:
  %v = phi i32 [ %a2, %a ], [ %x, %entry ]
  %w = udiv i32 100, %v
  %q = icmp ugt i32 %w, 3
  br i1 %q, label %b, label %e
b:
  %b1 = mul i32 %x, %x
  %b2 = or i32 %b1, %v
  br label %e
e:
  %r = phi i32 [ %b2, %b ], [ %w, %j ]
  store i32 %r, ptr addrspace(1) %from
  ret void
}

; What is loaded depends on the first arm: threads that want it load again. But
; those that ran the second arm would load what it stored.
; CHECK: B0, B2 one-armed ifs refused: what stands between the two ifs cannot be computed before the first (B2: %w = load
; DONE: no two ifs are worth fusing
define ptx_kernel void @load_between(ptr addrspace(1) %out, ptr addrspace(1) %in) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %from = getelementptr i32, ptr addrspace(1) %in, i32 %tid
  %x = load i32, ptr addrspace(1) %from
  %p = icmp ult i32 %x, 40
  br i1 %p, label %a, label %j
a:
  %a1 = mul i32 %x, 5
  store i32 %a1, ptr addrspace(1) %from
  br label %j
j:
  %w = load i32, ptr addrspace(1) %from
  %q = icmp ugt i32 %w, 60
  br i1 %q, label %b, label %e
b:
  %b1 = mul i32 %w, 5
  store i32 %b1, ptr addrspace(1) %from
  br label %e
e:
  %to = getelementptr i32, ptr addrspace(1) %out, i32 %tid
  store i32 %w, ptr addrspace(1) %to
  ret void
}

; All threads come to the load, and the first arm stores nothing: it moves.
; CHECK: B0, B2 one-armed ifs refused: threads may want both arms
; DONE: B0: fuses its if with that of B2
; DONE: the same with 3 seeds
define ptx_kernel void @load_for_all(ptr addrspace(1) %out, ptr addrspace(1) %in) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %from = getelementptr i32, ptr addrspace(1) %in, i32 %tid
  %to = getelementptr i32, ptr addrspace(1) %out, i32 %tid
  %x = load i32, ptr addrspace(1) %from
  %p = icmp ult i32 %x, 40
  br i1 %p, label %a, label %j
a:
  %a1 = mul i32 %x, %tid
  %a2 = mul i32 %a1, %x
  br label %j
j:
  %v = phi i32 [ %a2, %a ], [ %x, %entry ]
  %w = load i32, ptr addrspace(1) %to
  %q = icmp ugt i32 %w, 60
  br i1 %q, label %b, label %e
b:
  %b1 = mul i32 %w, %tid
  %b2 = mul i32 %b1, %v
  br label %e
e:
  %r = phi i32 [ %b2, %b ], [ %v, %j ]
  store i32 %r, ptr addrspace(1) %to
  ret void
}

; Loops in both arms are melded as any others.
; CHECK: B0, B3 one-armed ifs refused: threads may want both arms
; DONE: B0: fuses its if with that of B3
; DONE: the same with 3 seeds
define ptx_kernel void @loops(ptr addrspace(1) %out, ptr addrspace(1) %in) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %from = getelementptr i32, ptr addrspace(1) %in, i32 %tid
  %x = load i32, ptr addrspace(1) %from
  %p = icmp ult i32 %x, 40
  br i1 %p, label %a, label %j
a:
  br label %al
al:
  %ai = phi i32 [ 0, %a ], [ %ai1, %al ]
  %as = phi i32 [ %x, %a ], [ %as1, %al ]
  %as0 = mul i32 %as, %tid
  %as1 = xor i32 %as0, %ai
  %ai1 = add i32 %ai, 1
  %am = icmp ult i32 %ai1, 5
  br i1 %am, label %al, label %j
j:
  %v = phi i32 [ %as1, %al ], [ %x, %entry ]
  %q = icmp ugt i32 %x, 30
  br i1 %q, label %b, label %e
b:
  br label %bl
bl:
  %bi = phi i32 [ 0, %b ], [ %bi1, %bl ]
  %bs = phi i32 [ %v, %b ], [ %bs1, %bl ]
  %bs0 = mul i32 %bs, %x
  %bs1 = xor i32 %bs0, %bi
  %bi1 = add i32 %bi, 1
  %bm = icmp ult i32 %bi1, 7
  br i1 %bm, label %bl, label %e
e:
  %r = phi i32 [ %bs1, %bl ], [ %v, %j ]
  %to = getelementptr i32, ptr addrspace(1) %out, i32 %tid
  store i32 %r, ptr addrspace(1) %to
  ret void
}

; Atomics and stores to the same place in both arms: each thread runs the first
; before the second.
; CHECK: B0, B2 one-armed ifs refused: threads may want both arms
; DONE: B0: fuses its if with that of B2
; DONE: the same with 3 seeds
define ptx_kernel void @same_place(ptr addrspace(1) %out, ptr addrspace(1) %in) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %from = getelementptr i32, ptr addrspace(1) %in, i32 %tid
  %to = getelementptr i32, ptr addrspace(1) %out, i32 %tid
  %x = load i32, ptr addrspace(1) %from
  %p = icmp ult i32 %x, 40
  br i1 %p, label %a, label %j
a:
  %a1 = mul i32 %x, %tid
  %a2 = atomicrmw xchg ptr addrspace(1) %to, i32 %a1 monotonic
  store i32 %a2, ptr addrspace(1) %from
  br label %j
j:
  %q = icmp ugt i32 %x, 20
  br i1 %q, label %b, label %e
b:
  %b1 = mul i32 %x, %x
  %b2 = atomicrmw xchg ptr addrspace(1) %to, i32 %b1 monotonic
  store i32 %b2, ptr addrspace(1) %from
  br label %e
e:
  ret void
}

declare void @llvm.nvvm.barrier0()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
