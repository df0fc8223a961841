; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; nnan and ninf of one side, on numbers that are neither there; the other side has
; NaN and infinity.
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
  %l.a = and i32 %x, 255
  %l.f = uitofp i32 %l.a to float
  %l.g = fadd nnan ninf float %l.f, 1.5
  %l.h = fmul nnan ninf nsz float %l.g, 2.0
  %l.i = fcmp nnan ninf olt float %l.h, 99.0
  %l.j = select nnan ninf i1 %l.i, float %l.h, float %l.g
  %l.k = fneg nnan float %l.j
  %l.m = call nnan float @llvm.fabs.f32(float %l.k)
  %l.r = bitcast float %l.m to i32
  br label %meet

right:
  %r.a = or i32 %x, 2139095040
  %r.f = bitcast i32 %r.a to float
  %r.g = fadd float %r.f, 1.5
  %r.h = fmul float %r.g, 2.0
  %r.i = fcmp olt float %r.h, 99.0
  %r.j = select i1 %r.i, float %r.h, float %r.g
  %r.k = fneg float %r.j
  %r.m = call float @llvm.fabs.f32(float %r.k)
  %r.s = fcmp uno float %r.m, 0.0
  %r.r = zext i1 %r.s to i32
  br label %meet

meet:
  %r = phi i32 [ %l.r, %left ], [ %r.r, %right ]
  store i32 %r, ptr addrspace(1) %out.at, align 4
  ret void
}

declare float @llvm.fabs.f32(float) #1
declare i32 @llvm.amdgcn.workitem.id.x() #1
declare i32 @llvm.amdgcn.workgroup.id.x() #1

attributes #0 = { norecurse nounwind "amdgpu-flat-work-group-size"="64,64" "uniform-work-group-size"="true" }
attributes #1 = { nounwind speculatable willreturn memory(none) }
