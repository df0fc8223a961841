; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; Shapes in one nest: three levels, two inner loops one behind the other, one of
; them in an arm; a break over two levels, a return inside, a latch that is a
; switch with two edges back, an inner loop whose way out is the outer one's
; header, a way that only traps; values of all of them used behind.

; RUN: reconverge -b -q %s -e 'set decide=static judge=table' -e 'flatten L0' -o - > %t
; RUN: opt -passes=verify -disable-output %t
; RUN: FileCheck --input-file=%t %s
; RUN: reconverge -b -q %s -e 'launch grid=2 block=64 arg0=i32[128]:random' \
; RUN:   -e 'set decide=static judge=table' -e 'flatten L0' -e 'check seeds=8' -e darm -e 'linearize when=always' \
; RUN:   -e 'check seeds=4' -e 'expect revision > 0'
; RUN: reconverge -b %s -e 'set decide=static judge=table' -e 'flatten L0' -e loops | FileCheck --check-prefix=LOOPS %s

target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @k(ptr addrspace(1) %p) {
entry:
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %g = getelementptr i32, ptr addrspace(1) %p, i32 %t
  %x = load i32, ptr addrspace(1) %g
  br label %A
A:
  %i = phi i32 [ 0, %entry ], [ %i1, %latch ], [ %i1, %latch ], [ %i2, %D ]
  %s = phi i32 [ %x, %entry ], [ %d, %latch ], [ %d, %latch ], [ %e, %D ]
  %odd = and i32 %s, 1
  %c = icmp eq i32 %odd, 0
  br i1 %c, label %B, label %mid
B:
  %j = phi i32 [ 0, %A ], [ %j1, %Bl ]
  %b = phi i32 [ %s, %A ], [ %b2, %Bl ]
  br label %C
C:
  %k = phi i32 [ 0, %B ], [ %k1, %Cl ]
  %b1 = phi i32 [ %b, %B ], [ %b3, %Cl ]
  %bit = and i32 %b1, 64
  %leave = icmp ne i32 %bit, 0
  br i1 %leave, label %out, label %C2
C2:
  %never = icmp ugt i32 %odd, 3
  br i1 %never, label %trap, label %Cl
trap:
  store i32 %b1, ptr addrspace(1) %g
  unreachable
Cl:
  %m = mul i32 %b1, 3
  %b3 = add i32 %m, %i
  %k1 = add i32 %k, 1
  %kl = and i32 %b3, 3
  %kc = icmp ult i32 %k1, %kl
  br i1 %kc, label %C, label %Bl
Bl:
  %b2 = xor i32 %b3, %j
  %j1 = add i32 %j, 1
  %jl = and i32 %x, 7
  %jc = icmp uge i32 %j1, %jl
  br i1 %jc, label %mid, label %B
mid:
  %d = phi i32 [ %s, %A ], [ %b2, %Bl ]
  %last = phi i32 [ 7, %A ], [ %k, %Bl ]
  %i1 = add i32 %i, 1
  %done = icmp uge i32 %i1, 20
  br i1 %done, label %early, label %latch
latch:
  %way = and i32 %d, 3
  switch i32 %way, label %D [ i32 0, label %A
                              i32 1, label %A
                              i32 2, label %out ]
D:
  %e = phi i32 [ %d, %latch ], [ %e1, %D ]
  %i2 = add i32 %i1, 1
  %e0 = lshr i32 %e, 1
  %e9 = add i32 %e0, %last
  %e1 = add i32 %e9, %i
  %dc = icmp ugt i32 %e1, 1000
  br i1 %dc, label %D, label %A
early:
  store i32 %last, ptr addrspace(1) %g
  ret void
out:
  %r = phi i32 [ %b1, %C ], [ %i1, %latch ]
  %r1 = add i32 %r, %s
  store i32 %r1, ptr addrspace(1) %g
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()

; LOOPS: L0 header {{.*}} flat.head
; LOOPS-NOT: L1

; CHECK-LABEL: @k(
; CHECK: flat.head:
; CHECK: %flat.state = phi i32 [ 0, %entry ]
; CHECK: trap:
; CHECK-NEXT: store i32 %{{.*}}, ptr addrspace(1) %g
; CHECK-NEXT: unreachable
; CHECK: flat.latch:
; CHECK: br i1 %flat.more, label %flat.head, label %flat.out
