; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; nneg, disjoint, nuw and nsw of truncations, on one side only.
;
; launch: grid=2 block=64 args=any:1024,small:1024,any:1024,zero:1024

target datalayout = "e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"

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
  br i1 %c, label %left, label %right

left:
  %l.a = and i32 %x, 2147483646
  %l.b = zext nneg i32 %l.a to i64
  %l.c = or disjoint i64 %l.b, 1
  %l.d = trunc nuw nsw i64 %l.b to i32
  %l.e = icmp ult i32 %l.a, 77
  %l.f = select i1 %l.e, i32 %l.d, i32 3
  %l.g = uitofp nneg i32 %l.a to float
  %l.h = fptoui float %l.g to i32
  %l.i = trunc i64 %l.c to i32
  %l.j = xor i32 %l.f, %l.i
  %l.k = and i32 %l.h, 7
  %l.r = add i32 %l.j, %l.k
  br label %meet

right:
  %r.a = or i32 %x, -2147483647
  %r.b = zext i32 %r.a to i64
  %r.c = or i64 %r.b, 1
  %r.m = mul i64 %r.b, 65537
  %r.d = trunc i64 %r.m to i32
  %r.e = icmp ult i32 %r.a, 77
  %r.f = select i1 %r.e, i32 %r.d, i32 3
  %r.g = uitofp i32 %r.a to float
  %r.h = fptoui float %r.g to i32
  %r.i = trunc i64 %r.c to i32
  %r.j = xor i32 %r.f, %r.i
  %r.k = and i32 %r.h, 7
  %r.r = add i32 %r.j, %r.k
  br label %meet

meet:
  %r = phi i32 [ %l.r, %left ], [ %r.r, %right ]
  store i32 %r, ptr addrspace(1) %out.at, align 4
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x() #1
declare i32 @llvm.amdgcn.workgroup.id.x() #1

attributes #0 = { norecurse nounwind "amdgpu-flat-work-group-size"="64,64" "uniform-work-group-size"="true" }
attributes #1 = { nounwind speculatable willreturn memory(none) }
