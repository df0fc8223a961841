; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Pure intrinsics meld like any arithmetic: once each is enough.
;
; launch: grid=2 block=64 args=any:1024,small:1024,any:1024,zero:1024
; wants: 1 @llvm\.fma
; wants: 1 @llvm\.fabs
; wants: 1 @llvm\.umin

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
  %mem.at = getelementptr inbounds i32, ptr addrspace(1) %mem, i64 %at
  %out.at = getelementptr inbounds i32, ptr addrspace(1) %out, i64 %at
  %bit = and i32 %x, 1
  %c = icmp eq i32 %bit, 0
  %y = load i32, ptr addrspace(1) %mem.at, align 4
  %f = sitofp i32 %x to float
  %g = sitofp i32 %y to float
  br i1 %c, label %left, label %right

left:
  %l.a = call float @llvm.fma.f32(float %f, float %g, float 1.0)
  %l.b = call float @llvm.fabs.f32(float %l.a)
  %l.i = call i32 @llvm.fptosi.sat.i32.f32(float %l.b)
  %l.d = call i32 @llvm.umin.i32(i32 %l.i, i32 1000)
  store i32 %l.d, ptr addrspace(1) %out.at, align 4
  br label %meet

right:
  %r.a = call float @llvm.fma.f32(float %g, float %g, float 1.0)
  %r.b = call float @llvm.fabs.f32(float %r.a)
  %r.i = call i32 @llvm.fptosi.sat.i32.f32(float %r.b)
  %r.d = call i32 @llvm.umin.i32(i32 %r.i, i32 1000)
  store i32 %r.d, ptr addrspace(1) %out.at, align 4
  br label %meet

meet:

  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x() #1
declare i32 @llvm.amdgcn.workgroup.id.x() #1
declare float @llvm.fma.f32(float, float, float) #1
declare float @llvm.fabs.f32(float) #1
declare i32 @llvm.umin.i32(i32, i32) #1
declare i32 @llvm.fptosi.sat.i32.f32(float) #1

attributes #0 = { norecurse nounwind "amdgpu-flat-work-group-size"="64,64" "uniform-work-group-size"="true" }
attributes #1 = { nounwind speculatable willreturn memory(none) }
