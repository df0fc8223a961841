; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; Arms that never meet again: both return, or one only traps. Their ways out are
; gathered at one return, which gets the value of the thread; a trap stays where
; it is, and what is undefined behind it is behind a branch.

; RUN: reconverge -b %s -e 'set decide=static judge=table' -e 'function two' -e meld | FileCheck %s
; RUN: reconverge -b -q %s -e 'set decide=static judge=table' -e 'function two' -e darm \
; RUN:   -e 'function trap' -e meld -o - > %t
; RUN: opt -passes=verify -disable-output %t
; RUN: FileCheck --check-prefix=CODE --input-file=%t %s

target triple = "nvptx64-nvidia-cuda"

define i32 @two(i32 %a, i32 %b) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp slt i32 %tid, %b
  br i1 %c, label %t, label %f
t:
  %q = udiv i32 %a, %b
  ret i32 %q
f:
  %r = udiv i32 %b, %a
  %m = mul i32 %r, 7
  ret i32 %m
}

define void @trap(ptr %p, i32 %a, i32 %b) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp slt i32 %tid, %b
  br i1 %c, label %t, label %f
t:
  %q = udiv i32 %a, %b
  store i32 %q, ptr %p
  ret void
f:
  %r = udiv i32 %b, %a
  store i32 %r, ptr %p
  call void @llvm.trap()
  unreachable
}

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.trap()

; CHECK: B0: gathers the ways from its arms to the return in one block
; CHECK: B0: melds B1 with B2
;
; CODE-LABEL: @two(
; CODE: udiv
; CODE-NOT: udiv
; CODE: ret i32
; CODE-NOT: ret
; CODE-LABEL: @trap(
; CODE: udiv
; CODE-NOT: udiv
; CODE: store
; CODE-NOT: store
; CODE: ret void
; CODE: unreachable
; CODE: call void @llvm.trap()
; CODE-NEXT: br label
