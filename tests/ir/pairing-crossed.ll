; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; Alignment keeps the order of both arms. The true arm divides integers, then
; floats, the false arm the other way round: one pair at most, never both, for
; then one would have to run before what it follows.

; RUN: reconverge -b %s -e 'set decide=static judge=table threshold=0.3' -e 'preview meld' | FileCheck --check-prefix=ALL %s
; RUN: reconverge -b -q %s -e 'set decide=static judge=table' -e darm -o - | opt -passes=verify -disable-output
; RUN: reconverge -b -q %s -e 'set decide=static judge=table pairing=greedy' -e darm -o - | opt -passes=verify -disable-output

target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @k(ptr addrspace(1) %p, i32 %n, i32 %u, i32 %v, float %w) {
entry:
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %c = icmp slt i32 %tid, %n
  br i1 %c, label %t, label %f
t:
  %a0 = icmp slt i32 %tid, %u
  br i1 %a0, label %t1, label %t2
t1:
  %a1 = udiv i32 %tid, %n
  store i32 %a1, ptr addrspace(1) %p
  br label %t2
t2:
  %a2 = icmp slt i32 %tid, %v
  br i1 %a2, label %t3, label %t4
t3:
  %a3 = fdiv float %w, 2.0
  store float %a3, ptr addrspace(1) %p
  br label %t4
t4:
  br label %x
f:
  %b0 = icmp slt i32 %tid, %u
  br i1 %b0, label %f1, label %f2
f1:
  %b3 = fdiv float %w, 3.0
  store float %b3, ptr addrspace(1) %p
  br label %f2
f2:
  %b2 = icmp slt i32 %tid, %v
  br i1 %b2, label %f3, label %f4
f3:
  %b1 = udiv i32 %tid, %u
  store i32 %b1, ptr addrspace(1) %p
  br label %f4
f4:
  br label %x
x:
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()

; ALL: B0: melds B{{[0-9]+}}.. with B{{[0-9]+}}..
; ALL-NOT: melds
