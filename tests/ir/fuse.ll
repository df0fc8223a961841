; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; Two one-armed ifs become one branch, whose arms are melded, and a second round
; for threads that want both. The second condition depends on the first arm, so it
; is computed before the ifs for threads that do not want that arm, and behind it
; for those that do.

; RUN: reconverge -b -q %s -e 'set decide=static judge=table steps=fine' -e 'fuse when=always' -o - > %t
; RUN: opt -passes=verify -disable-output %t
; RUN: FileCheck --input-file=%t %s
; RUN: reconverge -b %s -e 'set decide=static judge=table' -e candidates -e fuse -e 'fuse when=always' -e 'check seeds=3' \
; RUN:   | FileCheck --check-prefix=SAID %s

; CHECK-LABEL: define ptx_kernel void @k(
; CHECK:       entry:
; CHECK:         %p = icmp ult i32 %x, 40
; CHECK:         [[Q:%.*]] = icmp ugt i32 %x, 60
; CHECK:         [[ANY:%.*]] = select i1 %p, i1 true, i1 [[Q]]
; CHECK-NEXT:    br i1 [[ANY]], label %[[ROUND:.*]], label %j
; CHECK:       [[ROUND]]:
; CHECK-NEXT:    br label %[[MELDED:.*]]
; CHECK:       [[MELDED]]:
; CHECK:         udiv i32
; CHECK-NOT:     udiv
; CHECK:         br label
; CHECK:       j:
; CHECK:         %q = icmp ugt i32 %v, 60
; CHECK-NEXT:    [[AGAIN:%.*]] = select i1 %p, i1 %q, i1 false
; CHECK-NEXT:    br i1 [[AGAIN]], label %b, label %x2
; CHECK:       b:
; CHECK:         udiv i32
; CHECK:       x2:

; SAID: B0, B2 one-armed ifs refused: threads may want both arms, and no run says how many warps have such threads; 'profile' may lift this
; SAID: 0 of 1 pairs of one-armed ifs in @k can be fused
; SAID: fuse: no two ifs are worth fusing; still P0
; SAID: P1: fuse when=always:
; SAID: B0: fuses its if with that of B2, with a second round for threads that want both
; SAID: the same with 3 seeds

target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @k(ptr addrspace(1) %out, ptr addrspace(1) %in) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %from = getelementptr i32, ptr addrspace(1) %in, i32 %tid
  %x = load i32, ptr addrspace(1) %from
  %p = icmp ult i32 %x, 40
  br i1 %p, label %a, label %j
a:
  %a1 = mul i32 %x, 3
  %a2 = udiv i32 %a1, 7
  %a3 = add i32 %a2, 50
  br label %j
j:
  %v = phi i32 [ %a3, %a ], [ %x, %entry ]
  %q = icmp ugt i32 %v, 60
  br i1 %q, label %b, label %x2
b:
  %b1 = mul i32 %v, 5
  %b2 = udiv i32 %b1, 7
  %b3 = add i32 %b2, 2
  br label %x2
x2:
  %r = phi i32 [ %b3, %b ], [ %v, %j ]
  %to = getelementptr i32, ptr addrspace(1) %out, i32 %tid
  store i32 %r, ptr addrspace(1) %to
  ret void
}

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
