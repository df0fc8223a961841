; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; Both ways out of a loop ask one condition, which a block of the region before
; the loop computed. The test at the loop's end is a phi of that condition, not
; the condition itself: the phi's entries are followed back like other uses.

; RUN: reconverge -b -q %s -e 'set decide=static judge=table steps=fine' -e 'linearize when=always' -o - > %t
; RUN: opt -passes=verify -disable-output %t
; RUN: FileCheck --input-file=%t %s
; RUN: reconverge -b -q %s -e 'set decide=static judge=table steps=fine' -e 'linearize when=always' \
; RUN:   -e 'launch grid=2 block=64 p=i32[256]:random(0,400) out=i32[256]:zero' \
; RUN:   -e 'check seeds=4'

target triple = "amdgcn-amd-amdhsa"

; CHECK-LABEL: @k(
; CHECK: %[[TEST:[0-9a-z.]+]] = phi i1 [ %c, %two ], [ %c, %one ]
; CHECK-NEXT: br i1 %[[TEST]], label %{{.*}}, label %loop
define amdgpu_kernel void @k(ptr addrspace(1) %p, ptr addrspace(1) %out) {
entry:
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %mine = getelementptr i32, ptr addrspace(1) %out, i32 %tid
  br label %again
again:
  %r = phi i32 [ 0, %entry ], [ %r.more, %skip ]
  %i = add i32 %tid, %r
  %at = getelementptr i32, ptr addrspace(1) %p, i32 %i
  %v = load i32, ptr addrspace(1) %at
  %r.more = add i32 %r, 1
  %to.skip = icmp slt i32 %v, 100
  br i1 %to.skip, label %skip, label %before
before:
  %c = icmp slt i32 %v, 500
  br label %loop
loop:
  %n = phi i32 [ %v, %before ], [ %n1, %one ], [ %n2, %two ]
  %odd = trunc i32 %n to i1
  br i1 %odd, label %one, label %two
one:
  %n1 = lshr i32 %n, 1
  br i1 %c, label %out1, label %loop
two:
  %n2 = lshr i32 %n, 2
  br i1 %c, label %out2, label %loop
out1:
  store i32 %v, ptr addrspace(1) %mine
  ret void
out2:
  store i32 7, ptr addrspace(1) %mine
  ret void
skip:
  %end = icmp sgt i32 %r.more, 3
  br i1 %end, label %done, label %again
done:
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()
