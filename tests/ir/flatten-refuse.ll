; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; What is refused, and why: a barrier in the nest; one that threads leaving over
; several ways would now meet at together; trip counts that all threads share; a
; cycle with two entries. What does not pay is done if it is asked for by name.

; RUN: reconverge -b %s -f barrier -e candidates -e 'set decide=static judge=table' -e flatten \
; RUN:   | FileCheck --check-prefix=BARRIER %s
; What an anchor in the same block says of the threads is left open: it may move.
; RUN: reconverge -b -q %s -f anchor -e 'set decide=static judge=table' -e 'flatten L0' -e 'expect revision == 1' -o - > %t
; RUN: opt -passes=verify -disable-output %t
; RUN: FileCheck --check-prefix=ANCHOR --input-file=%t %s
; RUN: reconverge -b %s -f behind -e candidates | FileCheck --check-prefix=BEHIND %s
; RUN: reconverge -b %s -f uniform -e candidates | FileCheck --check-prefix=UNIFORM %s
; RUN: reconverge -b %s -f tangle -e candidates | FileCheck --check-prefix=TANGLE %s
; RUN: not reconverge -b %s -f barrier -e 'set decide=static judge=table' -e 'flatten L1' 2>&1 \
; RUN:   | FileCheck --check-prefix=NAMED %s
; RUN: not reconverge -b %s -f plain -e 'set decide=static judge=table' -e 'flatten B0' 2>&1 \
; RUN:   | FileCheck --check-prefix=NONE %s
; RUN: reconverge -b %s -f plain -e 'set decide=static judge=table idle-lanes=1' -e flatten -e 'flatten L0' \
; RUN:   | FileCheck --check-prefix=LOSS %s

target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @barrier(ptr addrspace(1) %p) {
e:
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  br label %A
A:
  %i = phi i32 [ 0, %e ], [ %i1, %T ]
  br label %B
B:
  %j = phi i32 [ 0, %A ], [ %j1, %B ]
  %j1 = add i32 %j, 1
  %c = icmp ult i32 %j1, %t
  br i1 %c, label %B, label %T
T:
  call void @llvm.amdgcn.s.barrier()
  %i1 = add i32 %i, 1
  %d = icmp ult i32 %i1, 9
  br i1 %d, label %A, label %x
x:
  ret void
}

define amdgpu_kernel void @behind(ptr addrspace(1) %p) {
e:
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  br label %A
A:
  %i = phi i32 [ 0, %e ], [ %i1, %T ]
  br label %B
B:
  %j = phi i32 [ 0, %A ], [ %j1, %C ]
  %j1 = add i32 %j, 1
  %out = icmp eq i32 %j1, 77
  br i1 %out, label %y, label %C
C:
  %c = icmp ult i32 %j1, %t
  br i1 %c, label %B, label %T
T:
  %i1 = add i32 %i, 1
  %d = icmp ult i32 %i1, 9
  br i1 %d, label %A, label %x
y:
  %all = call i64 @llvm.amdgcn.ballot.i64(i1 true)
  store i64 %all, ptr addrspace(1) %p
  ret void
x:
  ret void
}

define amdgpu_kernel void @uniform(ptr addrspace(1) %p, i32 %n) {
e:
  br label %A
A:
  %i = phi i32 [ 0, %e ], [ %i1, %T ]
  br label %B
B:
  %j = phi i32 [ 0, %A ], [ %j1, %B ]
  %j1 = add i32 %j, 1
  %c = icmp ult i32 %j1, %n
  br i1 %c, label %B, label %T
T:
  %i1 = add i32 %i, 1
  %d = icmp ult i32 %i1, 9
  br i1 %d, label %A, label %x
x:
  ret void
}

define amdgpu_kernel void @tangle(ptr addrspace(1) %p, i32 %n) {
e:
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  br label %A
A:
  %i = phi i32 [ 0, %e ], [ %i1, %T ]
  br label %B
B:
  %j = phi i32 [ 0, %A ], [ %j1, %B ]
  %j1 = add i32 %j, 1
  %c = icmp ult i32 %j1, %t
  br i1 %c, label %B, label %K
K:
  %k = icmp ult i32 %i, %n
  br i1 %k, label %K1, label %K2
K1:
  %k1 = icmp ult i32 %t, 3
  br i1 %k1, label %K2, label %T
K2:
  %k2 = icmp ult i32 %t, 5
  br i1 %k2, label %K1, label %T
T:
  %i1 = add i32 %i, 1
  %d = icmp ult i32 %i1, 9
  br i1 %d, label %A, label %x
x:
  ret void
}

define amdgpu_kernel void @plain(ptr addrspace(1) %p, i32 %n) {
e:
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  br label %A
A:
  %i = phi i32 [ 0, %e ], [ %i1, %T ]
  br label %B
B:
  %j = phi i32 [ 0, %A ], [ %j1, %B ]
  %j1 = add i32 %j, 1
  %c = icmp ult i32 %j1, %t
  br i1 %c, label %B, label %T
T:
  %q = udiv i32 %j1, %n
  %i1 = add i32 %q, 1
  %d = icmp ult i32 %i1, 9
  br i1 %d, label %A, label %x
x:
  ret void
}

; ANCHOR-LABEL: @anchor(
; ANCHOR:        %k = call token @llvm.experimental.convergence.anchor()
; ANCHOR:        call i32 @llvm.amdgcn.readfirstlane.i32(i32 %j) [ "convergencectrl"(token %k) ]
define amdgpu_kernel void @anchor(ptr addrspace(1) %p) convergent {
e:
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  br label %A
A:
  %i = phi i32 [ 0, %e ], [ %i1, %T ]
  br label %B
B:
  %j = phi i32 [ 0, %A ], [ %j1, %B ]
  %k = call token @llvm.experimental.convergence.anchor()
  %r = call i32 @llvm.amdgcn.readfirstlane.i32(i32 %j) [ "convergencectrl"(token %k) ]
  store i32 %r, ptr addrspace(1) %p
  %j1 = add i32 %j, 1
  %c = icmp ult i32 %j1, %t
  br i1 %c, label %B, label %T
T:
  %i1 = add i32 %i, 1
  %d = icmp ult i32 %i1, 9
  br i1 %d, label %A, label %x
x:
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()
declare i32 @llvm.amdgcn.readfirstlane.i32(i32)
declare token @llvm.experimental.convergence.anchor()
declare void @llvm.amdgcn.s.barrier()
declare i64 @llvm.amdgcn.ballot.i64(i1)

; BARRIER: L0 B1  1 inner loop  refused: a convergent operation would run with other threads than before (B3: call void @llvm.amdgcn.s.barrier())
; BARRIER: 0 of 1 nests of loops
; BARRIER: flatten: no nest of loops is worth flattening; still P0
; BEHIND: L0 B1  1 inner loop  refused: a convergent operation
; UNIFORM: refused: the threads of a warp leave every inner loop together: flattening gains nothing
; TANGLE: refused: the region contains a cycle with several entries
; NAMED: L0: a convergent operation
; NONE: no loop that contains a loop is there
; LOSS: flatten: no nest of loops is worth flattening; still P0
; LOSS: P1: flatten L0
; LOSS: n/N 1 of 64 set = 0.016 <= Ta/(Ta+Tb) {{.*}} does not pay
