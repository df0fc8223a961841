; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; Threads of an arm that trap keep the others from nothing: these meet at m, before
; the ballot. If the ways of both arms were gathered, also that of threads which trap,
; they would meet behind it.

; RUN: reconverge -b %s -e "set decide=static judge=table threshold=0" -e "candidates sort=order" | FileCheck %s

; CHECK: B0 {{.*}}refused: a convergent operation would run with other threads than before {{.*}}@llvm.amdgcn.ballot.i64

target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @k(ptr addrspace(1) %p) {
entry:
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %g = getelementptr i32, ptr addrspace(1) %p, i32 %tid
  %v = load i32, ptr addrspace(1) %g
  %low = and i32 %v, 1
  %odd = icmp ne i32 %low, 0
  %way = and i32 %tid, 3
  %c = icmp slt i32 %tid, 40
  br i1 %c, label %a, label %b
a:
  %a1 = mul i32 %v, 3
  %a2 = udiv i32 %a1, 7
  store i32 %a2, ptr addrspace(1) %g
  br i1 %odd, label %a.o, label %a.s
a.o:
  %a5 = udiv i32 %a2, 9
  store i32 %a5, ptr addrspace(1) %g
  br label %a.s
a.s:
  switch i32 %way, label %a.t [
    i32 0, label %a.l
    i32 1, label %a.l
    i32 2, label %a.r
    i32 3, label %a.r
  ]
a.l:
  %a3 = getelementptr i32, ptr addrspace(1) %g, i32 64
  store i32 1, ptr addrspace(1) %a3
  br label %a.m
a.r:
  %a4 = getelementptr i32, ptr addrspace(1) %g, i32 128
  store i32 2, ptr addrspace(1) %a4
  br label %a.m
a.t:
  unreachable
a.m:
  br label %x
b:
  %b1 = mul i32 %v, 5
  %b2 = udiv i32 %b1, 7
  store i32 %b2, ptr addrspace(1) %g
  br i1 %odd, label %b.o, label %b.s
b.o:
  %b5 = udiv i32 %b2, 9
  store i32 %b5, ptr addrspace(1) %g
  br label %b.s
b.s:
  switch i32 %way, label %b.t [
    i32 0, label %b.l
    i32 1, label %b.l
    i32 2, label %b.r
    i32 3, label %b.r
  ]
b.l:
  %b3 = getelementptr i32, ptr addrspace(1) %g, i32 64
  store i32 1, ptr addrspace(1) %b3
  br label %m
b.r:
  %b4 = getelementptr i32, ptr addrspace(1) %g, i32 128
  store i32 2, ptr addrspace(1) %b4
  br label %m
b.t:
  unreachable
m:
  %all = call i64 @llvm.amdgcn.ballot.i64(i1 %odd)
  %some = trunc i64 %all to i32
  %h = getelementptr i32, ptr addrspace(1) %g, i32 192
  store i32 %some, ptr addrspace(1) %h
  br label %x
x:
  %r = phi i32 [ 1, %a.m ], [ 2, %m ]
  %i = getelementptr i32, ptr addrspace(1) %g, i32 448
  store i32 %r, ptr addrspace(1) %i
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()
declare i64 @llvm.amdgcn.ballot.i64(i1)
