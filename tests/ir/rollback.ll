; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; A meld that the plan thinks worth it and that is not, by the count of what
; came out: guarding makes a second divergent branch of one. darm takes it back,
; says so, and leaves the code as it was, byte for byte.

; RUN: reconverge -b %s -e 'set decide=static judge=table' -e 'preview meld' | FileCheck --check-prefix=PLAN %s
; RUN: reconverge -b %s -e 'set decide=static judge=table' -e darm | FileCheck --check-prefix=DARM %s
; RUN: reconverge -b -q %s -o %t.before.ll
; RUN: reconverge -b -q %s -e 'set decide=static judge=table' -e darm -o %t.after.ll
; RUN: diff %t.before.ll %t.after.ll

target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @k(ptr addrspace(1) %p, i32 %n) {
entry:
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %c = icmp slt i32 %tid, %n
  br i1 %c, label %t, label %f
t:
  %a = mul i32 %tid, 7
  %a0 = cmpxchg ptr addrspace(1) %p, i32 %a, i32 1 acq_rel monotonic
  %a2 = cmpxchg ptr addrspace(1) %p, i32 %a, i32 3 acq_rel acquire
  br label %x
f:
  %b = mul i32 %tid, 9
  %b0 = cmpxchg ptr addrspace(1) %p, i32 %b, i32 1 acq_rel acquire
  %b2 = cmpxchg ptr addrspace(1) %p, i32 %b, i32 4 seq_cst acquire
  br label %x
x:
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()

; PLAN: B0: melds B1 with B2
; DARM: darm: no divergent region is worth melding
; DARM: 1 pair tried and rolled back: the count was no better
