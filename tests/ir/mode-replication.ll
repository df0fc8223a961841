; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; Region replication is DARM's; CFM knows subgraphs but only pairs equals.

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
  %a = udiv i32 %n, 11
  br label %x
f:
  %b0 = mul i32 %tid, 9
  %bc = icmp slt i32 %b0, %u
  br i1 %bc, label %f1, label %f2
f1:
  %b1 = udiv i32 %b0, 11
  br label %f2
f2:
  %b = phi i32 [ %b1, %f1 ], [ %b0, %f ]
  br label %x
x:
  %r = phi i32 [ %a, %t ], [ %b, %f2 ]
  store i32 %r, ptr addrspace(1) %p
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()

; TAIL: left alone: the blocks do not end in the same instructions
; FUSION: B0 {{.*}} refused: the mode allows single blocks only
; CFM: B0 {{.*}} refused: the mode allows
; DARM: B0 {{.*}} meld  MP_S 0.
