; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; A block whose address is taken is split: the address is then that of its first
; piece. Edges that lead to addresses are not gathered in a block of their own.

; RUN: reconverge -b %s -e "set decide=static judge=table" -e "function split" \
; RUN:   -e "launch grid=1 block=64 n=2 p=i32[256]:random" -e "unpredicate unpredicate=always" -e check \
; RUN:   -e "goto P0" -e "launch n=3" -e "linearize B2 mode=interleave" -e "check P0" -o %t.ll | FileCheck --check-prefix=SPLIT %s
; RUN: opt -passes=verify -disable-output %t.ll
; RUN: reconverge -b %s -f joins -e "launch grid=1 block=64 p=i32[256]:random" -e "simplify B1" -e check -o %t.ll \
; RUN:   | FileCheck --check-prefix=JOINS %s
; RUN: FileCheck --check-prefix=CODE --input-file=%t.ll %s

; SPLIT: P1: unpredicate
; SPLIT: @split P0 -> P1: {{.*}}the same with 8 seeds
; SPLIT: P2: linearize
; SPLIT: @split P0 -> P2: {{.*}}the same with 8 seeds
; JOINS: simplify: every region in question is simple already
; CODE: indirectbr ptr %to, [label %x, label %two]

target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @split(ptr addrspace(1) %p, i32 %n) {
entry:
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %odd = and i32 %n, 1
  %even = icmp eq i32 %odd, 0
  %to = select i1 %even, ptr blockaddress(@split, %one), ptr blockaddress(@split, %two)
  indirectbr ptr %to, [label %one, label %two]
one:
  %c = icmp slt i32 %tid, 32
  %a1 = sdiv i32 %n, 7
  %a2 = sdiv i32 %a1, 9
  %r = select i1 %c, i32 %a2, i32 %tid
  %q = getelementptr i32, ptr addrspace(1) %p, i32 %tid
  store i32 %r, ptr addrspace(1) %q
  ret void
two:
  %g = getelementptr i32, ptr addrspace(1) %p, i32 %tid
  %d = icmp slt i32 %tid, 16
  br i1 %d, label %l, label %m
l:
  %g1 = getelementptr i32, ptr addrspace(1) %g, i32 64
  %y = load i32, ptr addrspace(1) %g1
  %y1 = mul i32 %y, 3
  store i32 %y1, ptr addrspace(1) %g
  br label %e
m:
  %g2 = getelementptr i32, ptr addrspace(1) %g, i32 128
  %z = load i32, ptr addrspace(1) %g2
  %z1 = mul i32 %z, 5
  store i32 %z1, ptr addrspace(1) %g
  br label %e
e:
  ret void
}

define amdgpu_kernel void @joins(ptr addrspace(1) %p) {
entry:
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %g = getelementptr i32, ptr addrspace(1) %p, i32 %tid
  %c = icmp slt i32 %tid, 48
  br i1 %c, label %one, label %x
one:
  %v = load i32, ptr addrspace(1) %g
  %odd = and i32 %v, 1
  %even = icmp eq i32 %odd, 0
  %to = select i1 %even, ptr blockaddress(@joins, %x), ptr blockaddress(@joins, %two)
  indirectbr ptr %to, [label %x, label %two]
two:
  br label %x
x:
  %r = phi i32 [ 1, %entry ], [ 2, %one ], [ 3, %two ]
  store i32 %r, ptr addrspace(1) %g
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()
