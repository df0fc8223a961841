; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Each side has a variable that lives there only, and may lie where the other one lies: a
; store may not leave its lifetime. What melds stores to one of both, within both.

; RUN: reconverge -b %s -e 'launch grid=2 block=64' -e 'set decide=static judge=table' -e 'meld threshold=0' -e 'check seeds=2' -e 'goto P0' -e 'darm threshold=0' -e 'check seeds=2' -e 'goto P0' -e 'linearize mode=all when=always' -e 'check seeds=2' -e 'goto P0' -e tailmerge -e 'check seeds=2' | FileCheck %s
; RUN: reconverge -b -q %s -e 'set decide=static judge=table' -e 'meld threshold=0' -o - > %t
; RUN: opt -passes=verify -disable-output %t
; RUN: FileCheck --check-prefix=CODE --input-file=%t %s

; RUN: FileCheck --check-prefix=STORE --input-file=%t %s

; CHECK-COUNT-4: the same with 2 seeds

; CODE-DAG: call void @llvm.lifetime.start.p5({{.*}} %a)
; CODE-DAG: call void @llvm.lifetime.start.p5({{.*}} %b)
; CODE-DAG: call void @llvm.lifetime.end.p5({{.*}} %a)
; CODE-DAG: call void @llvm.lifetime.end.p5({{.*}} %b)

; STORE-COUNT-1: store i32 %{{.*}}, ptr addrspace(5)
; STORE-NOT:     store i32 %{{.*}}, ptr addrspace(5)

target datalayout = "e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @trap(ptr addrspace(1) noundef %in, ptr addrspace(1) noundef %small, ptr addrspace(1) noundef %mem, ptr addrspace(1) noundef %out) #0 {
entry:
  %a = alloca [16 x i32], align 4, addrspace(5)
  %b = alloca [16 x i32], align 4, addrspace(5)
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %bid = call i32 @llvm.amdgcn.workgroup.id.x()
  %base = mul i32 %bid, 64
  %gid = add i32 %base, %tid
  %at = zext i32 %gid to i64
  %in.at = getelementptr inbounds i32, ptr addrspace(1) %in, i64 %at
  %x = load i32, ptr addrspace(1) %in.at, align 4
  %small.at = getelementptr inbounds i32, ptr addrspace(1) %small, i64 %at
  %n = load i32, ptr addrspace(1) %small.at, align 4
  %mem.at = getelementptr inbounds i32, ptr addrspace(1) %mem, i64 %at
  %out.at = getelementptr inbounds i32, ptr addrspace(1) %out, i64 %at
  %bit = and i32 %x, 1
  %c = icmp eq i32 %bit, 0
  br i1 %c, label %left, label %right

left:
  call void @llvm.lifetime.start.p5(i64 64, ptr addrspace(5) %a)
  %l.i = and i32 %x, 15
  %l.p = getelementptr inbounds [16 x i32], ptr addrspace(5) %a, i32 0, i32 %l.i
  %l.w = mul i32 %x, 3
  store i32 %l.w, ptr addrspace(5) %l.p, align 4
  %l.j = lshr i32 %l.i, 0
  %l.q = getelementptr inbounds [16 x i32], ptr addrspace(5) %a, i32 0, i32 %l.j
  %l.v = load i32, ptr addrspace(5) %l.q, align 4
  %l.r = add i32 %l.v, %l.w
  call void @llvm.lifetime.end.p5(i64 64, ptr addrspace(5) %a)
  br label %meet

right:
  call void @llvm.lifetime.start.p5(i64 64, ptr addrspace(5) %b)
  %r.i = and i32 %x, 15
  %r.p = getelementptr inbounds [16 x i32], ptr addrspace(5) %b, i32 0, i32 %r.i
  %r.w = mul i32 %x, 5
  store i32 %r.w, ptr addrspace(5) %r.p, align 4
  %r.j = lshr i32 %r.i, 0
  %r.q = getelementptr inbounds [16 x i32], ptr addrspace(5) %b, i32 0, i32 %r.j
  %r.v = load i32, ptr addrspace(5) %r.q, align 4
  %r.r = add i32 %r.v, %r.w
  call void @llvm.lifetime.end.p5(i64 64, ptr addrspace(5) %b)
  br label %meet

meet:
  %r = phi i32 [ %l.r, %left ], [ %r.r, %right ]
  store i32 %r, ptr addrspace(1) %out.at, align 4
  ret void
}

declare void @llvm.lifetime.start.p5(i64, ptr addrspace(5))
declare void @llvm.lifetime.end.p5(i64, ptr addrspace(5))
declare i32 @llvm.amdgcn.workitem.id.x() #1
declare i32 @llvm.amdgcn.workgroup.id.x() #1

attributes #0 = { norecurse nounwind "amdgpu-flat-work-group-size"="64,64" "uniform-work-group-size"="true" }
attributes #1 = { nounwind speculatable willreturn memory(none) }
