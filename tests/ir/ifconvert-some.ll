; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; Ways of a switch that lead to the same code, which runs once for each of them where
; all threads meet later: the threads of these ways meet before it, and selects choose
; what differs. LLVM makes such code of cases that differ by constants.

; RUN: reconverge -b -q %s -e 'set decide=static judge=table' -e ifconvert -e 'launch grid=1 block=64 out=u32[64]:iota' -e 'check seeds=3' \
; RUN:   -e 'expect warp-cycles < 0.45 * warp-cycles(P0)' -o - > %t
; RUN: opt -passes=verify -disable-output %t
; RUN: FileCheck --input-file=%t %s
; RUN: reconverge -b -q %s -f arms -e 'set decide=static judge=table' -e ifconvert -e 'launch grid=1 block=64 out=u32[64]:iota' -e 'check seeds=3' \
; RUN:   -e 'expect warp-cycles < 0.7 * warp-cycles(P0)' -o - > %t.arms
; RUN: opt -passes=verify -disable-output %t.arms
; RUN: FileCheck --check-prefix=ARMS --input-file=%t.arms %s
; RUN: reconverge -b -q %s -f round -e 'set decide=static judge=table' -e ifconvert -e 'launch grid=1 block=64 out=u32[64]:iota' -e 'check seeds=3' -e 'expect warp-cycles < 0.2 * warp-cycles(P0)' -o - > %t.round
; RUN: opt -passes=verify -disable-output %t.round
; RUN: reconverge -b -q %s -f round -e 'set judge=table' -e 'launch grid=1 block=64 out=u32[64]:iota' -e profile -e ifconvert -e 'expect warp-cycles < 0.2 * warp-cycles(P0)'
; RUN: reconverge -b %s -f ballot -e 'set decide=static judge=table' -e ifconvert -e 'function two' -e ifconvert | FileCheck --check-prefix=SAID %s
; What a run shows decides where there is one.
; RUN: reconverge -b %s -f two -e 'set judge=table' -e 'launch grid=1 block=64 out=u32[64]:iota' -e candidates -e ifconvert -e 'check seeds=3' | FileCheck --check-prefix=SHOWN %s

; SAID: ifconvert: no branch costs more than running both of its sides; still P0
; SAID: ifconvert: no branch costs more than running both of its sides; still P0
; SHOWN: best: ifconvert B0
; SHOWN: B0: threads of 2 ways meet before B2
; SHOWN: the same with 3 seeds

; Not all ways meet: the last two return without the store.
; CHECK-LABEL: define amdgpu_kernel void @constants(
; CHECK:       switch i32 %case, label %exit [
; CHECK-NEXT:    i32 0, label %meet
; CHECK-NEXT:    i32 1, label %meet
; CHECK-NEXT:    i32 2, label %meet
; CHECK-NEXT:    i32 5, label %meet
; CHECK-NEXT:    i32 9, label %exit
; CHECK-NEXT:  ]
; CHECK:       meet:
; CHECK-NEXT:    [[TWO:%.*]] = icmp eq i32 %case, 2
; CHECK-NEXT:    [[C:%.*]] = select i1 [[TWO]], i32 7, i32 5
; CHECK-NEXT:    [[ZERO:%.*]] = icmp eq i32 %case, 0
; CHECK-NEXT:    select i1 [[ZERO]], i32 3, i32 [[C]]
; CHECK-NEXT:    select i1 [[TWO]], i32 1, i32 3
; CHECK:       mul i32 %old
; CHECK-NOT:   mul i32 %old
; CHECK:       ret void

; The arms run one after the other, for the threads of all ways but the default's.
; ARMS-LABEL: define amdgpu_kernel void @arms(
; ARMS:       switch i32 %case, label %other
; ARMS:       %a1 = add i32 %x, 7
; ARMS-NOT:   br
; ARMS:       %b1 = xor i32 %x, 9
; ARMS-NOT:   br
; ARMS:       select

target triple = "amdgcn-amd-amdhsa"
declare i32 @llvm.amdgcn.workitem.id.x()
declare i64 @llvm.amdgcn.ballot.i64(i1)

define amdgpu_kernel void @constants(ptr addrspace(1) %out) {
entry:
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %at = getelementptr i32, ptr addrspace(1) %out, i32 %tid
  %case = and i32 %tid, 7
  switch i32 %case, label %exit [
    i32 0, label %split
    i32 1, label %one
    i32 2, label %two
    i32 5, label %one
    i32 9, label %exit
  ]
one:
  br label %split
two:
  br label %split
split:
  %c = phi i32 [ 3, %entry ], [ 5, %one ], [ 7, %two ]
  %d = phi i32 [ 3, %entry ], [ 3, %one ], [ 1, %two ]
  %old = load i32, ptr addrspace(1) %at
  %m = mul i32 %old, %c
  %q = udiv i32 %m, 13
  %r = udiv i32 %q, %d
  store i32 %r, ptr addrspace(1) %at
  br label %exit
exit:
  ret void
}

define amdgpu_kernel void @arms(ptr addrspace(1) %out) {
entry:
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %at = getelementptr i32, ptr addrspace(1) %out, i32 %tid
  %x = load i32, ptr addrspace(1) %at
  %case = and i32 %x, 3
  switch i32 %case, label %other [
    i32 0, label %a
    i32 1, label %b
    i32 2, label %c
  ]
a:
  %a1 = add i32 %x, 7
  br label %split
b:
  %b1 = xor i32 %x, 9
  br label %split
c:
  %c1 = shl i32 %x, 2
  br label %split
split:
  %v = phi i32 [ %a1, %a ], [ %b1, %b ], [ %c1, %c ]
  %q = udiv i32 %v, 13
  %r = udiv i32 %q, 11
  store i32 %r, ptr addrspace(1) %at
  br label %exit
other:
  store i32 1, ptr addrspace(1) %at
  br label %exit
exit:
  ret void
}

; The shared code leads back to the switch, and the default is one of the ways.
define amdgpu_kernel void @round(ptr addrspace(1) %out) {
entry:
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %at = getelementptr i32, ptr addrspace(1) %out, i32 %tid
  %x = load i32, ptr addrspace(1) %at
  br label %head
head:
  %i = phi i32 [ 0, %entry ], [ %j, %next ]
  %s = phi i32 [ %x, %entry ], [ %t, %next ]
  %case = and i32 %s, 3
  switch i32 %case, label %split [
    i32 0, label %a
    i32 1, label %done
    i32 2, label %b
  ]
a:
  br label %split
b:
  %b1 = add i32 %s, 2
  br label %split
split:
  %v = phi i32 [ %s, %head ], [ 77, %a ], [ %b1, %b ]
  %q = udiv i32 %v, 3
  %t = mul i32 %q, 7
  %j = add i32 %i, 1
  %more = icmp ult i32 %j, 9
  br i1 %more, label %next, label %done
next:
  br label %head
done:
  %f = phi i32 [ %s, %head ], [ %t, %split ]
  store i32 %f, ptr addrspace(1) %at
  ret void
}

; Other threads would vote together.
define amdgpu_kernel void @ballot(ptr addrspace(1) %out) {
entry:
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %at = getelementptr i64, ptr addrspace(1) %out, i32 %tid
  %case = and i32 %tid, 7
  %odd = trunc i32 %tid to i1
  switch i32 %case, label %exit [
    i32 0, label %split
    i32 1, label %one
    i32 2, label %two
    i32 5, label %five
  ]
one:
  br label %split
two:
  br label %split
five:
  br label %split
split:
  %c = phi i64 [ 3, %entry ], [ 5, %one ], [ 7, %two ], [ 9, %five ]
  %vote = call i64 @llvm.amdgcn.ballot.i64(i1 %odd)
  %m = udiv i64 %vote, %c
  store i64 %m, ptr addrspace(1) %at
  br label %exit
exit:
  ret void
}

; Of two ways a warp is guessed to take one.
define amdgpu_kernel void @two(ptr addrspace(1) %out) {
entry:
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %at = getelementptr i32, ptr addrspace(1) %out, i32 %tid
  %case = and i32 %tid, 7
  switch i32 %case, label %exit [
    i32 1, label %one
    i32 2, label %split
  ]
one:
  br label %split
split:
  %c = phi i32 [ 3, %entry ], [ 5, %one ]
  %old = load i32, ptr addrspace(1) %at
  %m = udiv i32 %old, %c
  store i32 %m, ptr addrspace(1) %at
  br label %exit
exit:
  ret void
}
