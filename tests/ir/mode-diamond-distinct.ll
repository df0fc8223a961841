; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; Table I, second row: a diamond whose arms differ here and there. Tail merging
; finds no common tail; the others align what they share.

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
  %b = udiv i32 %n, %tid
  %b1 = add i32 %b, 5
  br label %x
x:
  %r = phi i32 [ %a1, %t ], [ %b1, %f ]
  store i32 %r, ptr addrspace(1) %p
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()

; TAIL: left alone: the blocks do not end in the same instructions
; FUSION: B0 {{.*}} meld  MP_S 0.
; CFM: B0 {{.*}} meld  MP_S 0.
; DARM: B0 {{.*}} meld  MP_S 0.
