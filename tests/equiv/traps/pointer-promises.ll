; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A pointer that one side loads promises much (!nonnull, !dereferenceable, !align,
; !noundef), the pointer of the other side is null or nothing of that.
;
; launch: grid=2 block=64 args=any:1024,small:1024,any:1024,zero:1024

target datalayout = "e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"

@cells = internal addrspace(3) global [64 x [2 x ptr addrspace(1)]] undef, align 8

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
  %room = getelementptr [2 x ptr addrspace(1)], ptr addrspace(3) @cells, i32 %tid
  %good3 = getelementptr [2 x ptr addrspace(1)], ptr addrspace(3) %room, i32 0, i32 0
  %bad3 = getelementptr [2 x ptr addrspace(1)], ptr addrspace(3) %room, i32 0, i32 1
  store ptr addrspace(1) %mem.at, ptr addrspace(3) %good3, align 8
  store ptr addrspace(1) null, ptr addrspace(3) %bad3, align 8
  br i1 %c, label %left, label %right

left:
  %l.w0 = mul i32 %x, 3
  %l.w1 = add i32 %l.w0, 5
  %l.p = load ptr addrspace(1), ptr addrspace(3) %good3, align 8, !nonnull !0, !noundef !0, !dereferenceable !1, !align !1
  %l.v = load i32, ptr addrspace(1) %l.p, align 4
  %l.r = add i32 %l.w1, %l.v
  br label %meet

right:
  %r.w0 = mul i32 %x, 3
  %r.w1 = add i32 %r.w0, 5
  %r.p = load ptr addrspace(1), ptr addrspace(3) %bad3, align 8
  %r.n = icmp eq ptr addrspace(1) %r.p, null
  %r.v = zext i1 %r.n to i32
  %r.r = add i32 %r.w1, %r.v
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

!0 = !{}
!1 = !{i64 4}
