; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; It is the count that decides in the end, and the reason says so: an addition
; of 4 cycles, a branch of 28 and a jump of 16 would be saved, but the results
; are told apart by seven phis whose block others come to as well: seven selects
; of 64 bits, 8 cycles each.

; RUN: reconverge -b %s -e 'set threshold=0' -e candidates | FileCheck %s

target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @k(ptr addrspace(1) %p, i32 %n) {
entry:
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %v = icmp slt i32 %n, 5
  br i1 %v, label %e, label %x
e:
  %c = icmp slt i32 %tid, %n
  br i1 %c, label %t, label %f
t:
  %a = add i32 %tid, 7
  br label %x
f:
  %b = add i32 %tid, 7
  br label %x
x:
  %r = phi i32 [ %a, %t ], [ %b, %f ], [ 0, %entry ]
  %r1 = phi i64 [ 1, %t ], [ 11, %f ], [ 0, %entry ]
  %r2 = phi i64 [ 2, %t ], [ 12, %f ], [ 0, %entry ]
  %r3 = phi i64 [ 3, %t ], [ 13, %f ], [ 0, %entry ]
  %r4 = phi i64 [ 4, %t ], [ 14, %f ], [ 0, %entry ]
  %r5 = phi i64 [ 5, %t ], [ 15, %f ], [ 0, %entry ]
  %r6 = phi i64 [ 6, %t ], [ 16, %f ], [ 0, %entry ]
  %r7 = phi i64 [ 7, %t ], [ 17, %f ], [ 0, %entry ]
  store i32 %r, ptr addrspace(1) %p
  store i64 %r1, ptr addrspace(1) %p
  store i64 %r2, ptr addrspace(1) %p
  store i64 %r3, ptr addrspace(1) %p
  store i64 %r4, ptr addrspace(1) %p
  store i64 %r5, ptr addrspace(1) %p
  store i64 %r6, ptr addrspace(1) %p
  store i64 %r7, ptr addrspace(1) %p
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()

; CHECK: B1 {{.*}} refused: added selects and branches would cost more than melding saves (B
; CHECK: 0 of 1
