; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; Table I, third row: control flow inside the arms. Only melding of subgraphs
; helps; the others say that their mode stands in the way.

; RUN: reconverge -b %s -e 'set decide=static judge=table' -e tailmerge | FileCheck --check-prefix=TAIL %s
; RUN: reconverge -b %s -e 'set mode=branch-fusion' -e candidates | FileCheck --check-prefix=FUSION %s
; RUN: reconverge -b %s -e 'set mode=cfm' -e candidates | FileCheck --check-prefix=CFM %s
; RUN: reconverge -b %s -e 'set mode=darm' -e candidates | FileCheck --check-prefix=DARM %s
; RUN: reconverge -b -q %s -e 'set decide=static judge=table' -e tailmerge -o - | opt -passes=verify -disable-output
; RUN: reconverge -b -q %s -e 'set decide=static judge=table mode=branch-fusion' -e darm -o - | opt -passes=verify -disable-output
; RUN: reconverge -b -q %s -e 'set decide=static judge=table mode=cfm' -e darm -o - | opt -passes=verify -disable-output
; RUN: reconverge -b -q %s -e 'set decide=static judge=table mode=darm' -e darm -o - | opt -passes=verify -disable-output

target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @k(ptr addrspace(1) %p, i32 %n, i32 %u) {
entry:
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %c = icmp slt i32 %tid, %n
  br i1 %c, label %t, label %f
t:
  %a0 = mul i32 %tid, 7
  %ac = icmp slt i32 %a0, %u
  br i1 %ac, label %t1, label %t2
t1:
  %a1 = udiv i32 %a0, %u
  br label %t2
t2:
  %a2 = phi i32 [ %a1, %t1 ], [ %a0, %t ]
  br label %x
f:
  %b0 = mul i32 %tid, 9
  %bc = icmp slt i32 %b0, %u
  br i1 %bc, label %f1, label %f2
f1:
  %b1 = udiv i32 %b0, %u
  br label %f2
f2:
  %b2 = phi i32 [ %b1, %f1 ], [ %b0, %f ]
  br label %x
x:
  %r = phi i32 [ %a2, %t2 ], [ %b2, %f2 ]
  store i32 %r, ptr addrspace(1) %p
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()

; TAIL: left alone: the blocks do not end in the same instructions
; FUSION: B0 {{.*}} refused: the mode allows single blocks only
; CFM: B0 {{.*}} meld  MP_S 0.
; DARM: B0 {{.*}} meld  MP_S 0.
