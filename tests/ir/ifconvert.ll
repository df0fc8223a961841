; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; Two questions become one branch, with the product of their weights; two arms
; become selects. A load that is known to be safe keeps no promise that was made
; for some threads (with skip=0 no warp skips it). Code with an effect, code dearer than a branch, and code behind
; a uniform branch stay where they are. Of two arms, the cheap one runs for all threads if the
; other has an effect, and both meet again. A load of some threads only is one at an address
; that all have accessed, of the same type at least, in the same kind of memory. Two
; questions stay two where threads that answer either with no would run a convergent
; operation together before all meet.

; RUN: reconverge -b -q --keep-going %s -e "set decide=static" -e "set judge=table" -e "function question" -e ifconvert -e "function other" -e ifconvert -e "function arms" -e ifconvert -e "set skip=0" -e "function loads" -e ifconvert -e "set skip=0.5" -e "function effect" -e ifconvert -e "function dear" -e ifconvert -e "function uniform" -e ifconvert -e "function half" -e ifconvert -e "function apart" -e ifconvert -e "set skip=0" -e "function address" -e ifconvert -e "function wider" -e ifconvert -e "function other_space" -e ifconvert -e "function together" -e ifconvert -e "function behind" -e ifconvert -o - > %t
; RUN: opt -passes=verify -disable-output %t
; RUN: FileCheck --input-file=%t %s

target triple = "amdgcn-amd-amdhsa"

declare i32 @llvm.amdgcn.workitem.id.x()

define amdgpu_kernel void @question(ptr addrspace(1) %p, i32 %n) {
entry:
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %c = icmp slt i32 %tid, %n
  br i1 %c, label %second, label %x, !prof !0
second:
  %y = add i32 %n, %tid
  %d = icmp slt i32 %y, 9
  br i1 %d, label %work, label %x, !prof !1
work:
  store i32 %y, ptr addrspace(1) %p
  br label %x
x:
  %r = phi i32 [ 0, %entry ], [ %y, %second ], [ 1, %work ]
  %q = getelementptr i32, ptr addrspace(1) %p, i32 %tid
  store i32 %r, ptr addrspace(1) %q
  ret void
}

; CHECK-LABEL: @question(
; CHECK-NEXT: entry:
; CHECK: [[Y:%.*]] = add i32 %n, %tid
; CHECK: [[D:%.*]] = icmp slt i32 [[Y]], 9
; CHECK: [[R:%.*]] = select i1 %c, i32 [[Y]], i32 0
; CHECK: [[B:%.*]] = select i1 %c, i1 [[D]], i1 false
; CHECK: br i1 [[B]], label %work, label %x, !prof [[W:![0-9]+]]
; CHECK: phi i32 [ 1, %work ], [ [[R]], %entry ]

define amdgpu_kernel void @other(ptr addrspace(1) %p, i32 %n) {
entry:
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %c = icmp slt i32 %tid, %n
  br i1 %c, label %work, label %second
second:
  %d = icmp slt i32 %tid, 9
  br i1 %d, label %work, label %x
work:
  %w = phi i32 [ 3, %entry ], [ %tid, %second ]
  store i32 %w, ptr addrspace(1) %p
  br label %x
x:
  %r = phi i32 [ 2, %second ], [ 1, %work ]
  %q = getelementptr i32, ptr addrspace(1) %p, i32 %tid
  store i32 %r, ptr addrspace(1) %q
  ret void
}

; CHECK-LABEL: @other(
; CHECK: [[W2:%.*]] = select i1 %c, i32 3, i32 %tid
; CHECK: [[B:%.*]] = select i1 %c, i1 true, i1 %d
; CHECK: br i1 [[B]], label %work, label %x
; CHECK: store i32 [[W2]], ptr
; CHECK: phi i32 [ 2, %entry ], [ 1, %work ]

define amdgpu_kernel void @arms(ptr addrspace(1) %p, i32 %n) {
entry:
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %c = icmp slt i32 %tid, %n
  br i1 %c, label %t, label %f
t:
  %y = add nsw i32 %n, %tid
  br label %x
f:
  %z = xor i32 %n, %tid
  br label %x
x:
  %r = phi i32 [ %z, %f ], [ %y, %t ]
  %q = getelementptr i32, ptr addrspace(1) %p, i32 %tid
  store i32 %r, ptr addrspace(1) %q
  ret void
}

; CHECK-LABEL: @arms(
; CHECK: select i1 %c, i32 %y, i32 %z
; CHECK-NOT: br
; CHECK: ret void

define amdgpu_kernel void @loads(ptr addrspace(1) %p, i32 %n) {
entry:
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %c = icmp slt i32 %tid, %n
  %q0 = getelementptr i32, ptr addrspace(1) %p, i32 %tid
  %v = load i32, ptr addrspace(1) %q0, align 4
  br i1 %c, label %t, label %x
t:
  %y = load i32, ptr addrspace(1) %q0, align 4, !range !2
  br label %x
x:
  %r = phi i32 [ %v, %entry ], [ %y, %t ]
  %q = getelementptr i32, ptr addrspace(1) %p, i32 %tid
  store i32 %r, ptr addrspace(1) %q
  ret void
}

; CHECK-LABEL: @loads(
; CHECK: load i32
; CHECK-NOT: br
; CHECK: load i32, ptr addrspace(1) %q0, align 4{{$}}
; CHECK: select i1 %c, i32 %y, i32 %v
; CHECK-NOT: br
; CHECK: ret void

define amdgpu_kernel void @effect(ptr addrspace(1) %p, i32 %n) {
entry:
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %c = icmp slt i32 %tid, %n
  br i1 %c, label %t, label %x
t:
  store i32 %n, ptr addrspace(1) %p
  br label %x
x:
  %r = phi i32 [ 0, %entry ], [ 1, %t ]
  %q = getelementptr i32, ptr addrspace(1) %p, i32 %tid
  store i32 %r, ptr addrspace(1) %q
  ret void
}

; CHECK-LABEL: @effect(
; CHECK: br i1 %c, label %t, label %x

define amdgpu_kernel void @dear(ptr addrspace(1) %p, i32 %n) {
entry:
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %c = icmp slt i32 %tid, %n
  br i1 %c, label %t, label %x
t:
  %o = or i32 %tid, 1
  %y = udiv i32 %n, %o
  br label %x
x:
  %r = phi i32 [ 0, %entry ], [ %y, %t ]
  %q = getelementptr i32, ptr addrspace(1) %p, i32 %tid
  store i32 %r, ptr addrspace(1) %q
  ret void
}

; CHECK-LABEL: @dear(
; CHECK: br i1 %c, label %t, label %x

define amdgpu_kernel void @uniform(ptr addrspace(1) %p, i32 %n) {
entry:
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %c = icmp slt i32 %tid, %n
  %u = icmp slt i32 %n, 7
  br i1 %u, label %t, label %x
t:
  %y = add i32 %n, %tid
  br label %x
x:
  %r = phi i32 [ 0, %entry ], [ %y, %t ]
  %q = getelementptr i32, ptr addrspace(1) %p, i32 %tid
  store i32 %r, ptr addrspace(1) %q
  ret void
}

; CHECK-LABEL: @uniform(
; CHECK: br i1 %u, label %t, label %x

define amdgpu_kernel void @half(ptr addrspace(1) %p, i32 %n) {
entry:
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %c = icmp slt i32 %tid, %n
  br i1 %c, label %t, label %f
t:
  %y = add nsw i32 %n, %tid
  br label %x
f:
  store i32 %n, ptr addrspace(1) %p
  br label %x
x:
  %r = phi i32 [ 7, %f ], [ %y, %t ]
  %q = getelementptr i32, ptr addrspace(1) %p, i32 %tid
  store i32 %r, ptr addrspace(1) %q
  ret void
}

; CHECK-LABEL: @half(
; CHECK: %y = add nsw i32 %n, %tid
; CHECK-NEXT: br i1 %c, label %x, label %f
; CHECK: f:
; CHECK-NEXT: store i32 %n
; CHECK: phi i32 [ 7, %f ], [ %y, %entry ]

define amdgpu_kernel void @apart(ptr addrspace(1) %p, i32 %n) {
entry:
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %c = icmp slt i32 %tid, %n
  br i1 %c, label %t, label %f
t:
  %y = add i32 %n, %tid
  br label %x
f:
  store i32 %n, ptr addrspace(1) %p
  ret void
x:
  %q = getelementptr i32, ptr addrspace(1) %p, i32 %tid
  store i32 %y, ptr addrspace(1) %q
  ret void
}

; CHECK-LABEL: @apart(
; CHECK: br i1 %c, label %t, label %f
; CHECK: t:
; CHECK-NEXT: add i32

define amdgpu_kernel void @address(ptr addrspace(1) %p, ptr addrspace(1) %far, i32 %n) {
entry:
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %c = icmp slt i32 %tid, %n
  %q = getelementptr i32, ptr addrspace(1) %p, i32 %tid
  %v = load i32, ptr addrspace(1) %q, align 4
  br i1 %c, label %x, label %f
f:
  %a = getelementptr i32, ptr addrspace(1) %far, i32 %v
  %y = load i32, ptr addrspace(1) %a, align 4, !range !2
  br label %x
x:
  %r = phi i32 [ %v, %entry ], [ %y, %f ]
  store i32 %r, ptr addrspace(1) %q
  ret void
}

; CHECK-LABEL: @address(
; CHECK: [[A:%.*]] = select i1 %c, ptr addrspace(1) %q, ptr addrspace(1) %a
; CHECK: %y = load i32, ptr addrspace(1) [[A]], align 4{{$}}
; CHECK: select i1 %c, i32 %v, i32 %y
; CHECK-NOT: br
; CHECK: ret void

define amdgpu_kernel void @wider(ptr addrspace(1) %p, ptr addrspace(1) %far, i32 %n) {
entry:
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %c = icmp slt i32 %tid, %n
  %q = getelementptr i32, ptr addrspace(1) %p, i32 %tid
  %v = load i32, ptr addrspace(1) %q, align 4
  br i1 %c, label %x, label %f
f:
  %y = load i64, ptr addrspace(1) %far, align 4
  br label %x
x:
  %r = phi i64 [ 0, %entry ], [ %y, %f ]
  store i64 %r, ptr addrspace(1) %q
  ret void
}

; CHECK-LABEL: @wider(
; CHECK: br i1 %c, label %x, label %f

define amdgpu_kernel void @other_space(ptr addrspace(1) %p, ptr addrspace(3) %far, i32 %n) {
entry:
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %c = icmp slt i32 %tid, %n
  %q = getelementptr i32, ptr addrspace(1) %p, i32 %tid
  %v = load i32, ptr addrspace(1) %q, align 4
  br i1 %c, label %x, label %f
f:
  %y = load i32, ptr addrspace(3) %far, align 4
  br label %x
x:
  %r = phi i32 [ 0, %entry ], [ %y, %f ]
  store i32 %r, ptr addrspace(1) %q
  ret void
}

; CHECK-LABEL: @other_space(
; CHECK: br i1 %c, label %x, label %f

declare i32 @llvm.amdgcn.readfirstlane.i32(i32)

define amdgpu_kernel void @together(ptr addrspace(1) %p, i32 %n) {
entry:
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %q = getelementptr i32, ptr addrspace(1) %p, i32 %tid
  %c = icmp slt i32 %tid, %n
  br i1 %c, label %second, label %other
second:
  %d = icmp slt i32 %tid, 9
  br i1 %d, label %work, label %other
other:
  %r = call i32 @llvm.amdgcn.readfirstlane.i32(i32 %tid)
  store i32 %r, ptr addrspace(1) %q
  br label %x
work:
  store i32 77, ptr addrspace(1) %q
  br label %x
x:
  ret void
}

; CHECK-LABEL: @together(
; CHECK: br i1 %c, label %second, label %other
; CHECK: br i1 %d, label %work, label %other

define amdgpu_kernel void @behind(ptr addrspace(1) %p, i32 %n) {
entry:
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %q = getelementptr i32, ptr addrspace(1) %p, i32 %tid
  %c = icmp slt i32 %tid, %n
  br i1 %c, label %second, label %other
second:
  %d = icmp slt i32 %tid, 9
  br i1 %d, label %work, label %other
other:
  store i32 78, ptr addrspace(1) %q
  br label %x
work:
  store i32 77, ptr addrspace(1) %q
  br label %x
x:
  %r = call i32 @llvm.amdgcn.readfirstlane.i32(i32 %tid)
  store i32 %r, ptr addrspace(1) %p
  ret void
}

; CHECK-LABEL: @behind(
; CHECK: select i1 %c, i1 %d, i1 false
; CHECK-NEXT: br i1 %{{.*}}, label %work, label %other

!0 = !{!"branch_weights", i32 3, i32 1}
!1 = !{!"branch_weights", i32 1, i32 4}
!2 = !{i32 0, i32 4}
; Of 20 threads 3 get to the work, 5 + 12 to x.
; CHECK: [[W]] = !{!"branch_weights", i32 3, i32 17}
