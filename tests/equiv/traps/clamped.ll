; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A divisor and an index that are clamped on one side: as bounds they hold for threads
; that compute the clamp; the other side has what is not clamped.
;
; launch: grid=2 block=64 args=any:1024,small:1024,any:1024,zero:1024

target datalayout = "e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"

@table = addrspace(1) constant [64 x i32] [i32 1, i32 2, i32 5, i32 10, i32 17, i32 26, i32 37, i32 50, i32 65, i32 82, i32 101, i32 122, i32 145, i32 170, i32 197, i32 226, i32 257, i32 290, i32 325, i32 362, i32 401, i32 442, i32 485, i32 530, i32 577, i32 626, i32 677, i32 730, i32 785, i32 842, i32 901, i32 962, i32 1025, i32 1090, i32 1157, i32 1226, i32 1297, i32 1370, i32 1445, i32 1522, i32 1601, i32 1682, i32 1765, i32 1850, i32 1937, i32 2026, i32 2117, i32 2210, i32 2305, i32 2402, i32 2501, i32 2602, i32 2705, i32 2810, i32 2917, i32 3026, i32 3137, i32 3250, i32 3365, i32 3482, i32 3601, i32 3722, i32 3845, i32 3970], align 4

define amdgpu_kernel void @trap(ptr addrspace(1) noundef %in, ptr addrspace(1) noundef %small, ptr addrspace(1) noundef %mem, ptr addrspace(1) noundef %out) #0 {
entry:
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
  %n.d = freeze i32 %n
  br i1 %c, label %left, label %right

left:
  %l.a = call i32 @llvm.smax.i32(i32 %n.d, i32 0)
  %l.b = call i32 @llvm.smin.i32(i32 %l.a, i32 63)
  %l.p = getelementptr inbounds i32, ptr addrspace(1) @table, i32 %l.b
  %l.v = load i32, ptr addrspace(1) %l.p, align 4
  %l.c = call i32 @llvm.umax.i32(i32 %n.d, i32 1)
  %l.q = udiv i32 %l.v, %l.c
  %l.r = add i32 %l.q, %l.b
  br label %meet

right:
  %r.a = call i32 @llvm.smax.i32(i32 %n.d, i32 -9)
  %r.b = call i32 @llvm.smin.i32(i32 %r.a, i32 4000)
  %r.c = call i32 @llvm.umax.i32(i32 %n.d, i32 0)
  %r.r = add i32 %r.b, %r.c
  br label %meet

meet:
  %r = phi i32 [ %l.r, %left ], [ %r.r, %right ]
  store i32 %r, ptr addrspace(1) %out.at, align 4
  ret void
}

declare i32 @llvm.smax.i32(i32, i32) #1
declare i32 @llvm.smin.i32(i32, i32) #1
declare i32 @llvm.umax.i32(i32, i32) #1
declare i32 @llvm.amdgcn.workitem.id.x() #1
declare i32 @llvm.amdgcn.workgroup.id.x() #1

attributes #0 = { norecurse nounwind "amdgpu-flat-work-group-size"="64,64" "uniform-work-group-size"="true" }
attributes #1 = { nounwind speculatable willreturn memory(none) }
