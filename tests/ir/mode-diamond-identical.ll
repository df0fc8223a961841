; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; Table I, first row: a diamond whose arms end in the same instructions. All
; four techniques can meld it.

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
  %a = udiv i32 %u, %tid
  %a1 = xor i32 %a, 5
  br label %x
f:
  %b = udiv i32 %u, %tid
  %b1 = xor i32 %b, 5
  br label %x
x:
  %r = phi i32 [ %a1, %t ], [ %b1, %f ]
  store i32 %r, ptr addrspace(1) %p
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()

; TAIL: merges the tails of B1 and B2
; FUSION: B0 {{.*}} meld  MP_S 0.50
; CFM: B0 {{.*}} meld  MP_S 0.50
; DARM: B0 {{.*}} meld  MP_S 0.50
