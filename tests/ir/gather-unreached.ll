; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; A region whose arms share a block, which no profiled launch reaches: named, it
; is melded all the same, with its ways out gathered first. So is a switch.

; RUN: reconverge -b %s -e 'set judge=table decide=static' \
; RUN:   -e 'launch grid=1 block=64 p=i32[256]:zero a=3 b=7' -e profile -e 'meld B1' \
; RUN:   -e 'launch a=77' -e 'check P0' -e 'function s' \
; RUN:   -e 'launch grid=1 block=64 p=i32[256]:zero a=3 b=7' -e profile -e 'meld B1' \
; RUN:   -e 'launch a=77' -e 'check P0' | FileCheck %s

target triple = "amdgcn-amd-amdhsa"
define amdgpu_kernel void @k(ptr addrspace(1) %p, i32 %a, i32 %b) {
entry:
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %o = getelementptr i32, ptr addrspace(1) %p, i32 %tid
  %z = icmp eq i32 %a, 77
  br i1 %z, label %e, label %x
e:
  %c = icmp slt i32 %tid, 20
  br i1 %c, label %t, label %f
t:
  %q = udiv i32 %a, %b
  %q1 = icmp slt i32 %q, %tid
  br i1 %q1, label %s, label %y
f:
  %r = udiv i32 %b, %a
  %r1 = icmp slt i32 %r, %tid
  br i1 %r1, label %y, label %s
s:
  %g = phi i32 [ %q, %t ], [ %r, %f ]
  %h = mul i32 %g, %g
  store i32 %h, ptr addrspace(1) %o
  br label %y
y:
  %w = phi i32 [ 1, %t ], [ 2, %f ], [ %h, %s ]
  store i32 %w, ptr addrspace(1) %o
  br label %x
x:
  ret void
}

define amdgpu_kernel void @s(ptr addrspace(1) %p, i32 %a, i32 %b) {
entry:
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %o = getelementptr i32, ptr addrspace(1) %p, i32 %tid
  %z = icmp eq i32 %a, 77
  br i1 %z, label %e, label %x
e:
  %c = and i32 %tid, 3
  switch i32 %c, label %y [
    i32 1, label %t
    i32 2, label %f
  ]
t:
  %q = udiv i32 %a, %b
  %q1 = icmp slt i32 %q, %tid
  br i1 %q1, label %s, label %y
f:
  %r = udiv i32 %b, %a
  %r1 = icmp slt i32 %r, %tid
  br i1 %r1, label %y, label %s
s:
  %g = phi i32 [ %q, %t ], [ %r, %f ]
  %h = mul i32 %g, %g
  store i32 %h, ptr addrspace(1) %o
  br label %y
y:
  %w = phi i32 [ 0, %e ], [ 1, %t ], [ 2, %f ], [ %h, %s ]
  store i32 %w, ptr addrspace(1) %o
  br label %x
x:
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()

; CHECK: B1: gathers the ways from its arms to B4 and B5 in one block
; CHECK: B1: melds B2 with B3, 2 aligned
; CHECK: @k P0 -> P1: the same with 8 seeds
; CHECK: B1: gathers the ways from its arms to B4 and B5 in one block
; CHECK: B1: brings arms of the switch together: B2 with B3
; CHECK: melds B2 with B3, 2 aligned
; CHECK: @s P0 -> P{{.*}}: the same with 8 seeds
