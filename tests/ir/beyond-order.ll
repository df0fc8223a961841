; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; The most profitable region first: of two that overlap, the inner one has more
; to gain and is melded while the outer one waits. With order=program it is the
; outer one's turn.

; RUN: reconverge -b %s -e 'set decide=static judge=table threshold=0' -e meld | FileCheck --check-prefix=PROFIT %s
; RUN: reconverge -b %s -e 'set decide=static judge=table threshold=0 order=program' -e meld | FileCheck --check-prefix=PROGRAM %s
; RUN: reconverge -b -q %s -e 'set decide=static judge=table threshold=0' -e darm -o - | opt -passes=verify -disable-output
; RUN: reconverge -b -q %s -e 'set decide=static judge=table threshold=0 order=program' -e darm -o - | opt -passes=verify -disable-output

target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @k(ptr addrspace(1) %p, i32 %n, i32 %u, i64 %w, i32 %d3, i64 %d5_i64, i64 %d6_i64, i64 %d7_i64, i64 %d8_i64, i32 %d9) {
entry:
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %c = icmp slt i32 %tid, %n
  br i1 %c, label %t, label %f
t:
  %a0 = udiv i32 %tid, %d3
  %d = icmp slt i32 %a0, %u
  br i1 %d, label %tt, label %tf
tt:
  %a1 = udiv i64 %w, %d5_i64
  %a2 = udiv i64 %a1, %d6_i64
  br label %tx
tf:
  %a3 = udiv i64 %w, %d7_i64
  %a4 = udiv i64 %a3, %d8_i64
  br label %tx
tx:
  %a5 = phi i64 [ %a2, %tt ], [ %a4, %tf ]
  br label %x
f:
  %b0 = udiv i32 %tid, %d9
  %e = icmp sgt i32 %u, %b0
  br i1 %e, label %ff, label %fg
ff:
  store i32 %b0, ptr addrspace(1) %p
  br label %fx
fg:
  store i64 %w, ptr addrspace(1) %p
  br label %fx
fx:
  br label %x
x:
  %r = phi i64 [ %a5, %tx ], [ 0, %fx ]
  store i64 %r, ptr addrspace(1) %p
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()

; PROFIT: B1: melds B2 with B3
; PROGRAM: B0: melds B1.. with B5..
