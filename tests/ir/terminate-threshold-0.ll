; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; At threshold 0 every pair may be tried: it must still end, and what gains
; nothing must not be done. Arms that align badly in every way.

; RUN: reconverge -b %s -e 'set decide=static judge=table threshold=0' -e darm -e 'expect cycles<=cycles(P0) and divergent<=divergent(P0)' -o %t.ll
; RUN: opt -passes=verify -disable-output %t.ll
; RUN: reconverge -b %s -e 'set decide=static judge=table threshold=0 pairing=greedy' -e darm -e 'expect cycles<=cycles(P0) and divergent<=divergent(P0)' -o %t.ll
; RUN: opt -passes=verify -disable-output %t.ll
; RUN: reconverge -b %s -e 'set decide=static judge=table threshold=0 align=sw order=program' -e darm -e 'expect cycles<=cycles(P0) and divergent<=divergent(P0)' -o %t.ll
; RUN: opt -passes=verify -disable-output %t.ll
; RUN: reconverge -b %s -e 'set decide=static judge=table threshold=0' -e darm -e darm -o %t.ll

target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @k(ptr addrspace(1) %p, i32 %n, i32 %u) {
entry:
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %c = icmp slt i32 %tid, %n
  br i1 %c, label %t, label %f
t:
  store i32 1, ptr addrspace(1) %p
  %a0 = mul i32 %tid, %u
  store i32 %a0, ptr addrspace(1) %p
  %d = icmp slt i32 %a0, %u
  br i1 %d, label %t1, label %t2
t1:
  store i64 2, ptr addrspace(1) %p
  %a1 = mul i32 %tid, 5
  store i32 %a1, ptr addrspace(1) %p
  br label %t2
t2:
  %a = phi i32 [ %a0, %t ], [ %a1, %t1 ]
  br label %t3
t3:
  store i16 3, ptr addrspace(1) %p
  %a4 = xor i32 %a, 5
  br label %x
f:
  store i8 1, ptr addrspace(1) %p
  %b0 = mul i32 %u, %tid
  store i16 7, ptr addrspace(1) %p
  %e = icmp slt i32 %b0, %u
  br i1 %e, label %f2, label %f1
f1:
  store i8 2, ptr addrspace(1) %p
  %b1 = mul i32 %tid, 6
  store i64 9, ptr addrspace(1) %p
  br label %f2
f2:
  %b = phi i32 [ %b0, %f ], [ %b1, %f1 ]
  br label %f3
f3:
  store float 3.0, ptr addrspace(1) %p
  %b4 = xor i32 %b, 6
  br label %x
x:
  %r = phi i32 [ %a4, %t3 ], [ %b4, %f3 ]
  store i32 %r, ptr addrspace(1) %p
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()

; The expectation is the count: neither cycles nor divergent branches grew.
