; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; Loops that never end: a nest without a way out; an inner loop without end in
; an arm, which stays where it is; phis that exchange values, one of itself.

; RUN: reconverge -b -q -f never %s -e 'set decide=static judge=table steps=fine' -e 'flatten L0' -o - > %t
; RUN: opt -passes=verify -disable-output %t
; RUN: FileCheck --input-file=%t --check-prefix=NEVER %s
; RUN: reconverge -b -q -f arm %s -e 'set decide=static judge=table steps=fine' -e 'flatten L0' -o - > %t
; RUN: opt -passes=verify -disable-output %t
; RUN: FileCheck --input-file=%t --check-prefix=ARM %s
; RUN: reconverge -b -q -f swap %s -e 'set decide=static judge=table steps=fine' -e 'flatten L0' -o - > %t
; RUN: opt -passes=verify -disable-output %t
; RUN: reconverge -b %s -f swap -e 'set decide=static judge=table steps=fine' -e 'flatten L0' -e loops | FileCheck --check-prefix=SWAP %s

target triple = "amdgcn-amd-amdhsa"

define void @never(ptr addrspace(1) %p) {
entry:
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  br label %A
A:
  br label %B
B:
  %j = phi i32 [ 0, %A ], [ %j1, %B ]
  %j1 = add i32 %j, 1
  store volatile i32 %j, ptr addrspace(1) %p
  %c = icmp ult i32 %j1, %t
  br i1 %c, label %B, label %A
}

define void @arm(i32 %n, ptr addrspace(1) %p) {
entry:
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  br label %A
A:
  %i = phi i32 [ 0, %entry ], [ %i1, %T ]
  %k = icmp eq i32 %i, %t
  br i1 %k, label %I, label %B
I:
  store volatile i32 %i, ptr addrspace(1) %p
  br label %I
B:
  %j = phi i32 [ 0, %A ], [ %j1, %B ]
  %j1 = add i32 %j, 1
  %c = icmp ult i32 %j1, %t
  br i1 %c, label %B, label %T
T:
  %i1 = add i32 %i, %j1
  %d = icmp ult i32 %i1, %n
  br i1 %d, label %A, label %x
x:
  ret void
}

define i32 @swap(i32 %n, i32 %m) {
entry:
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  br label %A
A:
  %same = phi i32 [ %m, %entry ], [ %same, %B ]
  %x = phi i32 [ 1, %entry ], [ %y, %B ]
  %y = phi i32 [ 2, %entry ], [ %x, %B ]
  %i = phi i32 [ 0, %entry ], [ %i1, %B ]
  %i1 = add i32 %i, 1
  br label %B
B:
  %u = phi i32 [ %x, %A ], [ %v, %C ]
  %v = phi i32 [ %y, %A ], [ %u, %C ]
  %j = phi i32 [ %i, %A ], [ %j1, %C ]
  %j1 = add i32 %j, 1
  %c = icmp ult i32 %j1, %t
  br i1 %c, label %C, label %A
C:
  %e = add i32 %u, %same
  %o = icmp eq i32 %j1, 20
  br i1 %o, label %out, label %B
out:
  %r = add i32 %e, %v
  %r2 = add i32 %r, %y
  ret i32 %r2
}

declare i32 @llvm.amdgcn.workitem.id.x()

; NEVER-LABEL: @never(
; NEVER: flat.latch:
; NEVER: br label %flat.head
; ARM-LABEL: @arm(
; ARM: br i1 %k, label %I, label %{{.*}}
; ARM: I:
; ARM-NEXT: store volatile i32 %i,
; ARM-NEXT: br label %I
; SWAP: L0 header {{.*}} flat.head
; SWAP-NOT: L1
