; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; All threads run the arms of a switch, and a chain of selects chooses. What a case
; has in common with others needs no select; a default that no thread takes counts for
; nothing; a range is one test, which is always true if it is all values of the type.
; An arm with an effect keeps the switch. Of eight ways, a warp is guessed to take no
; more than of four, which costs less than the instructions of all eight.

; RUN: reconverge -b %s -e "set decide=static judge=table" -e "function never" -e ifconvert \
; RUN:   -e "function ranges" -e ifconvert -e "function effect" -e ifconvert -e "function uniform" -e ifconvert \
; RUN:   -e "function whole" -e ifconvert \
; RUN:   -e "function eight" -e ifconvert --keep-going -o %t.ll | FileCheck --check-prefix=SAID %s
; RUN: opt -passes=verify -disable-output %t.ll
; RUN: FileCheck --input-file=%t.ll %s

target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @never(ptr addrspace(1) %p, i32 %n, i32 %m) {
entry:
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %low = and i32 %tid, 3
  switch i32 %low, label %no [
    i32 0, label %x
    i32 1, label %a
    i32 2, label %b
    i32 3, label %c
  ]
a:
  %a1 = call i32 @llvm.fshl.i32(i32 %n, i32 %tid, i32 8)
  br label %x
b:
  %b1 = call i32 @llvm.fshl.i32(i32 %n, i32 %tid, i32 16)
  br label %x
c:
  %c1 = call i32 @llvm.fshl.i32(i32 %n, i32 %tid, i32 24)
  br label %x
no:
  unreachable
x:
  %r = phi i32 [ %tid, %entry ], [ %a1, %a ], [ %b1, %b ], [ %c1, %c ]
  %s = phi i32 [ 0, %entry ], [ 0, %a ], [ 7, %b ], [ 0, %c ]
  %t = add i32 %r, %s
  store i32 %t, ptr addrspace(1) %p
  ret void
}

; SAID: B0: runs B1 and B2 and B3 with all threads, 3 instructions
; CHECK-LABEL: @never(
; CHECK-NOT: switch
; CHECK: [[TWO:%.*]] = icmp eq i32 %low, 2
; CHECK: [[R:%.*]] = select i1 [[TWO]], i32 %b1, i32 %a1
; CHECK: [[THREE:%.*]] = icmp eq i32 %low, 3
; CHECK: [[Q:%.*]] = select i1 [[THREE]], i32 %c1, i32 [[R]]
; CHECK: [[NONE:%.*]] = icmp eq i32 %low, 0
; CHECK: select i1 [[NONE]], i32 %tid, i32 [[Q]]
; CHECK: select i1 [[TWO]], i32 7, i32 0
; CHECK-NOT: br
; CHECK: ret void

define amdgpu_kernel void @ranges(ptr addrspace(1) %p, i8 %n) {
entry:
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %v = trunc i32 %tid to i8
  switch i8 %v, label %x [
    i8 -2, label %x
    i8 -1, label %a
    i8 1, label %a
    i8 0, label %a
    i8 10, label %b
    i8 11, label %b
    i8 12, label %b
    i8 20, label %c
    i8 30, label %c
  ]
a:
  %a1 = add i8 %n, 1
  br label %x
b:
  %b1 = add i8 %n, 2
  br label %x
c:
  %c1 = add i8 %n, 3
  br label %x
x:
  %r = phi i8 [ %v, %entry ], [ %v, %entry ], [ %a1, %a ], [ %b1, %b ], [ %c1, %c ]
  store i8 %r, ptr addrspace(1) %p
  ret void
}

; CHECK-LABEL: @ranges(
; CHECK-NOT: switch
; CHECK: sub i8 %v, 10
; CHECK: icmp ult i8 %{{.*}}, 3
; CHECK-NOT: br
; CHECK: ret void

define amdgpu_kernel void @effect(ptr addrspace(1) %p, i32 %n) {
entry:
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  switch i32 %tid, label %x [
    i32 1, label %a
    i32 2, label %b
  ]
a:
  %a1 = add i32 %n, 1
  br label %x
b:
  store i32 %n, ptr addrspace(1) %p
  br label %x
x:
  %r = phi i32 [ 0, %entry ], [ %a1, %a ], [ 1, %b ]
  store i32 %r, ptr addrspace(1) %p
  ret void
}

; SAID: no branch costs more than running both of its sides
; CHECK-LABEL: @effect(
; CHECK: switch i32 %tid

define amdgpu_kernel void @uniform(ptr addrspace(1) %p, i32 %n) {
entry:
  switch i32 %n, label %x [
    i32 1, label %a
    i32 2, label %b
  ]
a:
  %a1 = add i32 %n, 1
  br label %x
b:
  %b1 = add i32 %n, 5
  br label %x
x:
  %r = phi i32 [ 0, %entry ], [ %a1, %a ], [ %b1, %b ]
  store i32 %r, ptr addrspace(1) %p
  ret void
}

; CHECK-LABEL: @uniform(
; CHECK: switch i32 %n

define amdgpu_kernel void @whole(ptr addrspace(1) %p, i32 %n) {
entry:
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %v = trunc i32 %tid to i2
  switch i2 %v, label %x [
    i2 0, label %a
    i2 1, label %a
    i2 2, label %a
    i2 3, label %a
  ]
a:
  %a1 = add i32 %n, 1
  br label %x
x:
  %r = phi i32 [ 0, %entry ], [ %a1, %a ]
  store i32 %r, ptr addrspace(1) %p
  ret void
}

; CHECK-LABEL: @whole(
; CHECK-NOT: switch
; CHECK: %a1 = add i32 %n, 1
; CHECK-NEXT: store i32 %a1, ptr addrspace(1) %p
; CHECK-NEXT: ret void

define amdgpu_kernel void @eight(ptr addrspace(1) %p) {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  switch i32 %t, label %end [
    i32 1, label %a1
    i32 2, label %a2
    i32 3, label %a3
    i32 4, label %a4
    i32 5, label %a5
    i32 6, label %a6
    i32 7, label %a7
    i32 8, label %a8
  ]
a1:
  %x1.1 = mul i32 %t, 17
  %x1.2 = mul i32 %x1.1, 27
  %x1.3 = mul i32 %x1.2, 37
  %x1.4 = mul i32 %x1.3, 47
  br label %end
a2:
  %x2.1 = mul i32 %t, 23
  %x2.2 = mul i32 %x2.1, 33
  %x2.3 = mul i32 %x2.2, 43
  %x2.4 = mul i32 %x2.3, 53
  br label %end
a3:
  %x3.1 = mul i32 %t, 29
  %x3.2 = mul i32 %x3.1, 39
  %x3.3 = mul i32 %x3.2, 49
  %x3.4 = mul i32 %x3.3, 59
  br label %end
a4:
  %x4.1 = mul i32 %t, 35
  %x4.2 = mul i32 %x4.1, 45
  %x4.3 = mul i32 %x4.2, 55
  %x4.4 = mul i32 %x4.3, 65
  br label %end
a5:
  %x5.1 = mul i32 %t, 41
  %x5.2 = mul i32 %x5.1, 51
  %x5.3 = mul i32 %x5.2, 61
  %x5.4 = mul i32 %x5.3, 71
  br label %end
a6:
  %x6.1 = mul i32 %t, 47
  %x6.2 = mul i32 %x6.1, 57
  %x6.3 = mul i32 %x6.2, 67
  %x6.4 = mul i32 %x6.3, 77
  br label %end
a7:
  %x7.1 = mul i32 %t, 53
  %x7.2 = mul i32 %x7.1, 63
  %x7.3 = mul i32 %x7.2, 73
  %x7.4 = mul i32 %x7.3, 83
  br label %end
a8:
  %x8.1 = mul i32 %t, 59
  %x8.2 = mul i32 %x8.1, 69
  %x8.3 = mul i32 %x8.2, 79
  %x8.4 = mul i32 %x8.3, 89
  br label %end
end:
  %r = phi i32 [ 0, %0 ], [ %x1.4, %a1 ], [ %x2.4, %a2 ], [ %x3.4, %a3 ], [ %x4.4, %a4 ], [ %x5.4, %a5 ], [ %x6.4, %a6 ], [ %x7.4, %a7 ], [ %x8.4, %a8 ]
  store i32 %r, ptr addrspace(1) %p
  ret void
}

; CHECK-LABEL: @eight(
; CHECK: switch i32 %t

declare i32 @llvm.amdgcn.workitem.id.x()
declare i32 @llvm.fshl.i32(i32, i32, i32)
