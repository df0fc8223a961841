; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; Blocks that nobody reaches lead into both arms, one of them over both edges of
; a branch: they lead nowhere any more once the arms are gone, and their phis'
; entries go with them.

; RUN: reconverge -b -q %s -e 'set decide=static judge=table threshold=0' -e meld -o - > %t
; RUN: opt -passes=verify -disable-output %t
; RUN: FileCheck --input-file=%t %s
; RUN: reconverge -b -q %s -e 'set decide=static judge=table threshold=0' -e darm -o - | opt -passes=verify -disable-output

target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @k(ptr addrspace(1) %p, i32 %n, i32 %d7, i32 %d9) {
entry:
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %c = icmp slt i32 %tid, %n
  br i1 %c, label %t, label %f

dead:
  %d = icmp slt i32 %n, 3
  br i1 %d, label %t, label %t

dead2:
  br label %t2

dead3:
  br label %f

t:
  %t.phi = phi i32 [ %tid, %entry ], [ 4, %dead ], [ 4, %dead ]
  %a0 = udiv i32 %t.phi, %d7
  %tc = icmp slt i32 %a0, 9
  br i1 %tc, label %t2, label %t3

t2:
  %t2.phi = phi i32 [ 3, %t ], [ 5, %dead2 ]
  %a1 = mul i32 %a0, %t2.phi
  br label %t3

t3:
  %a2 = phi i32 [ %a0, %t ], [ %a1, %t2 ]
  br label %x

f:
  %b0 = udiv i32 %tid, %d9
  %fc = icmp slt i32 %b0, 8
  br i1 %fc, label %f2, label %f3

f2:
  %b1 = mul i32 %b0, 5
  br label %f3

f3:
  %b2 = phi i32 [ %b0, %f ], [ %b1, %f2 ]
  br label %x

x:
  %r = phi i32 [ %a2, %t3 ], [ %b2, %f3 ]
  store i32 %r, ptr addrspace(1) %p
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()

; CHECK-LABEL: @k(
; CHECK-COUNT-1: udiv
; CHECK-NOT: udiv
; CHECK: }
