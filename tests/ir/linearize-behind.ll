; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; Threads of the cases 0 and 1 come to j one after the other, since not all ways of
; the switch meet there. Linearized, they would come together to the ballot behind
; it. Where the ballot stands behind the place at which all meet, or before the
; switch, they may.

; RUN: reconverge -b %s -e "set decide=static judge=table" -e "launch grid=1 block=64 p=i32[256]:random" \
; RUN:   -e "function before" -e 'linearize when=always' -e check -e "function behind" -e 'linearize when=always' -e check \
; RUN:   -e "function apart" -e 'linearize when=always' -e candidates --keep-going 2>&1 | FileCheck %s

; CHECK: P1: linearize
; CHECK: @before P0 -> P1: {{.*}}the same
; CHECK: P2: linearize
; CHECK: @behind P0 -> P2: {{.*}}the same
; CHECK: linearize: no region is linearized
; CHECK: 2 unstructured refused: a convergent operation would run with other threads than before (B6: %b = call i64 @llvm.amdgcn.ballot.i64(i1 %odd))

target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @before(ptr addrspace(1) %p) {
entry:
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %g = getelementptr i32, ptr addrspace(1) %p, i32 %tid
  %v = load i32, ptr addrspace(1) %g
  %low = and i32 %v, 1
  %odd = icmp ne i32 %low, 0
  %way = and i32 %tid, 3
  %b = call i64 @llvm.amdgcn.ballot.i64(i1 %odd)
  switch i32 %way, label %other [
    i32 0, label %zero
    i32 1, label %one
  ]
zero:
  %z = mul i32 %v, 3
  store i32 %z, ptr addrspace(1) %g
  br label %j
one:
  %o = mul i32 %v, 5
  store i32 %o, ptr addrspace(1) %g
  br label %j
other:
  store i32 7, ptr addrspace(1) %g
  br label %x
j:
  %f = phi i32 [ 1, %zero ], [ 2, %one ]
  %h = getelementptr i32, ptr addrspace(1) %g, i32 64
  store i32 %f, ptr addrspace(1) %h
  br label %k
k:
  %i = getelementptr i32, ptr addrspace(1) %g, i32 128
  store i32 %f, ptr addrspace(1) %i
  br label %x
x:
  %y = getelementptr i32, ptr addrspace(1) %g, i32 192
  %l = trunc i64 %b to i32
  store i32 %l, ptr addrspace(1) %y
  ret void
}

define amdgpu_kernel void @behind(ptr addrspace(1) %p) {
entry:
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %g = getelementptr i32, ptr addrspace(1) %p, i32 %tid
  %v = load i32, ptr addrspace(1) %g
  %low = and i32 %v, 1
  %odd = icmp ne i32 %low, 0
  %way = and i32 %tid, 3
  switch i32 %way, label %other [
    i32 0, label %zero
    i32 1, label %one
  ]
zero:
  %z = mul i32 %v, 3
  store i32 %z, ptr addrspace(1) %g
  br label %j
one:
  %o = mul i32 %v, 5
  store i32 %o, ptr addrspace(1) %g
  br label %j
other:
  store i32 7, ptr addrspace(1) %g
  br label %x
j:
  %f = phi i32 [ 1, %zero ], [ 2, %one ]
  %h = getelementptr i32, ptr addrspace(1) %g, i32 64
  store i32 %f, ptr addrspace(1) %h
  br label %k
k:
  %i = getelementptr i32, ptr addrspace(1) %g, i32 128
  store i32 %f, ptr addrspace(1) %i
  br label %x
x:
  %b = call i64 @llvm.amdgcn.ballot.i64(i1 %odd)
  %y = getelementptr i32, ptr addrspace(1) %g, i32 192
  %l = trunc i64 %b to i32
  store i32 %l, ptr addrspace(1) %y
  ret void
}

define amdgpu_kernel void @apart(ptr addrspace(1) %p) {
entry:
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %g = getelementptr i32, ptr addrspace(1) %p, i32 %tid
  %v = load i32, ptr addrspace(1) %g
  %low = and i32 %v, 1
  %odd = icmp ne i32 %low, 0
  %way = and i32 %tid, 3
  switch i32 %way, label %other [
    i32 0, label %zero
    i32 1, label %one
  ]
zero:
  %z = mul i32 %v, 3
  store i32 %z, ptr addrspace(1) %g
  br label %j
one:
  %o = mul i32 %v, 5
  store i32 %o, ptr addrspace(1) %g
  br label %j
other:
  store i32 7, ptr addrspace(1) %g
  br label %x
j:
  %f = phi i32 [ 1, %zero ], [ 2, %one ]
  %h = getelementptr i32, ptr addrspace(1) %g, i32 64
  store i32 %f, ptr addrspace(1) %h
  %even = icmp eq i32 %low, 0
  br i1 %even, label %k, label %q
k:
  store i32 9, ptr addrspace(1) %g
  br label %q
q:
  %b = call i64 @llvm.amdgcn.ballot.i64(i1 %odd)
  %l = trunc i64 %b to i32
  store i32 %l, ptr addrspace(1) %h
  br label %x
x:
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()
declare i64 @llvm.amdgcn.ballot.i64(i1)
