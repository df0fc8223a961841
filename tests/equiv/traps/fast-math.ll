; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; No NaN and no infinity, says the left side; the right side has both.
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
  %mem.at = getelementptr inbounds i32, ptr addrspace(1) %mem, i64 %at
  %out.at = getelementptr inbounds i32, ptr addrspace(1) %out, i64 %at
  %bit = and i32 %x, 1
  %c = icmp eq i32 %bit, 0
  %i = and i32 %x, 255
  %f = uitofp i32 %i to float
  %f.one = fadd float %f, 1.0
  br i1 %c, label %left, label %right

left:
  %l.a = fdiv fast float %f.one, 4.0
  %l.b = fmul nnan ninf float %l.a, %f.one
  %l.d = fadd nnan float %l.b, 3.0
  %l.e = fsub ninf float %l.d, %f
  %l.c = fcmp nnan olt float %l.e, 9.0
  %l.r = select i1 %l.c, i32 1, i32 2
  br label %meet

right:
  %r.a = fdiv float %f.one, 0.0
  %r.b = fmul float %r.a, %f.one
  %r.d = fadd float %r.b, 3.0
  %r.e = fsub float %r.d, %f
  %r.c = fcmp olt float %r.e, 9.0
  %r.r = select i1 %r.c, i32 1, i32 2
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
