; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; A call that must be the last before its return cannot be led to where returns
; meet.

; RUN: reconverge -b %s -f tail -e candidates -e 'set decide=static judge=table' -e 'linearize when=always' | FileCheck %s

; CHECK: 3 unstructured{{.*}}refused: an instruction or terminator is of a kind that is never moved
; CHECK: linearize: no region is linearized

target triple = "nvptx64-nvidia-cuda"

define i32 @tail(i32 %a, i32 %b) {
entry:
  %c = icmp ult i32 %a, %b
  br i1 %c, label %x, label %y
x:
  %d = icmp ult i32 %a, 7
  br i1 %d, label %y, label %z
y:
  %p = phi i32 [ 0, %entry ], [ 1, %x ]
  %e = icmp eq i32 %p, %b
  br i1 %e, label %z, label %w
z:
  %r = musttail call i32 @tail(i32 %b, i32 %a)
  ret i32 %r
w:
  ret i32 %p
}
