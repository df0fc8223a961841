; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; Case 1 with a loop in each arm, an if inside it: one loop, as often around as
; each thread's own side says.

; RUN: reconverge -b -q %s -e 'set decide=static judge=table' -e darm -o - > %t
; RUN: opt -passes=verify -disable-output %t
; RUN: FileCheck --input-file=%t %s
; RUN: FileCheck --check-prefix=NOBR --input-file=%t %s

target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @k(ptr addrspace(1) %p, i32 %n, i32 %u) {
entry:
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %nt = xor i32 %n, %tid
  %ut = xor i32 %u, %tid
  %c = icmp slt i32 %tid, %n
  br i1 %c, label %t, label %f
t:
  br label %tl
tl:
  %ai = phi i32 [ 0, %t ], [ %ai1, %tm ]
  %as = phi i32 [ %nt, %t ], [ %as2, %tm ]
  %ao = and i32 %ai, 1
  %ab = icmp eq i32 %ao, 0
  br i1 %ab, label %tq, label %tm
tq:
  %as1 = udiv i32 %as, 3
  br label %tm
tm:
  %as2 = phi i32 [ %as1, %tq ], [ %as, %tl ]
  %ai1 = add i32 %ai, 1
  %ad = icmp slt i32 %ai1, %tid
  br i1 %ad, label %tl, label %te
te:
  br label %x
f:
  br label %fl
fl:
  %bi = phi i32 [ 0, %f ], [ %bi1, %fm ]
  %bs = phi i32 [ %ut, %f ], [ %bs2, %fm ]
  %bo = and i32 %bi, 1
  %bb = icmp eq i32 %bo, 0
  br i1 %bb, label %fq, label %fm
fq:
  %bs1 = udiv i32 %bs, 3
  br label %fm
fm:
  %bs2 = phi i32 [ %bs1, %fq ], [ %bs, %fl ]
  %bi1 = add i32 %bi, 1
  %bd = icmp slt i32 %bi1, %tid
  br i1 %bd, label %fl, label %fe
fe:
  br label %x
x:
  %r = phi i32 [ %as2, %te ], [ %bs2, %fe ]
  store i32 %r, ptr addrspace(1) %p
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()

; CHECK-LABEL: @k(
; CHECK: udiv
; CHECK-NOT: udiv
; CHECK: }
; NOBR-LABEL: @k(
; NOBR-NOT: br i1 %c
; NOBR: }
