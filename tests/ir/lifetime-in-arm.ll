; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; A variable made in an arm: once the other side's threads pass the place as
; well, a phi says where it is, and LLVM takes no lifetime from a phi. All that
; is said of its lifetime goes; of another variable's, nothing does.

; RUN: reconverge -b -q -f k %s -e 'set decide=static judge=table' -e meld -o - > %t
; RUN: opt -passes=verify -disable-output %t
; RUN: FileCheck --input-file=%t %s
; RUN: reconverge -b -q -f u %s -e 'set decide=static judge=table lin-opt=0' -e 'linearize when=always' -o - > %t.lin
; RUN: opt -passes=verify -disable-output %t.lin
; RUN: FileCheck --check-prefix=LIN --input-file=%t.lin %s

target datalayout = "A5"
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @k(ptr addrspace(1) %p, i32 %n) {
entry:
  %kept = alloca i32, align 4, addrspace(5)
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %c = icmp slt i32 %tid, %n
  call void @llvm.lifetime.start.p5(i64 4, ptr addrspace(5) %kept)
  store i32 %tid, ptr addrspace(5) %kept
  br i1 %c, label %t, label %f
t:
  %v = alloca i32, align 4, addrspace(5)
  call void @llvm.lifetime.start.p5(i64 4, ptr addrspace(5) %v)
  store i32 %n, ptr addrspace(5) %v
  %tc = icmp ult i32 %tid, 8
  br i1 %tc, label %t1, label %t2
t1:
  %t1.v = load i32, ptr addrspace(5) %v
  %t1.a = udiv i32 %t1.v, 3
  br label %t2
t2:
  %a0 = phi i32 [ %t1.a, %t1 ], [ 0, %t ]
  %a = udiv i32 %a0, 7
  call void @llvm.lifetime.end.p5(i64 4, ptr addrspace(5) %v)
  br label %x
f:
  %w = alloca i32, align 4, addrspace(5)
  call void @llvm.lifetime.start.p5(i64 4, ptr addrspace(5) %w)
  store i32 %tid, ptr addrspace(5) %w
  %fc = icmp ult i32 %tid, 9
  br i1 %fc, label %f1, label %f2
f1:
  %f1.v = load i32, ptr addrspace(5) %w
  %f1.a = udiv i32 %f1.v, 3
  br label %f2
f2:
  %b0 = phi i32 [ %f1.a, %f1 ], [ 1, %f ]
  %b = udiv i32 %b0, 9
  call void @llvm.lifetime.end.p5(i64 4, ptr addrspace(5) %w)
  br label %x
x:
  %r = phi i32 [ %a, %t2 ], [ %b, %f2 ]
  call void @llvm.lifetime.end.p5(i64 4, ptr addrspace(5) %kept)
  store i32 %r, ptr addrspace(1) %p
  ret void
}

define amdgpu_kernel void @u(ptr addrspace(1) %p, i32 %n) {
entry:
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %c = icmp slt i32 %tid, %n
  br i1 %c, label %t, label %f
t:
  %v = alloca i32, align 4, addrspace(5)
  call void @llvm.lifetime.start.p5(i64 4, ptr addrspace(5) %v)
  store i32 %n, ptr addrspace(5) %v
  %tc = icmp ult i32 %tid, 8
  br i1 %tc, label %f, label %t2
t2:
  %a = load i32, ptr addrspace(5) %v
  call void @llvm.lifetime.end.p5(i64 4, ptr addrspace(5) %v)
  store i32 %a, ptr addrspace(1) %p
  br label %x
f:
  %b = udiv i32 %n, %tid
  %q = getelementptr i32, ptr addrspace(1) %p, i32 %b
  store i32 %b, ptr addrspace(1) %q
  br label %x
x:
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()
declare void @llvm.lifetime.start.p5(i64, ptr addrspace(5))
declare void @llvm.lifetime.end.p5(i64, ptr addrspace(5))

; CHECK-LABEL: @k(
; CHECK: call void @llvm.lifetime.start.p5({{.*}} %kept)
; CHECK-NOT: lifetime
; CHECK: call void @llvm.lifetime.end.p5({{.*}} %kept)
; CHECK-NOT: lifetime
; CHECK: }
;
; LIN-LABEL: @u(
; LIN-NOT: lifetime
; LIN: }
