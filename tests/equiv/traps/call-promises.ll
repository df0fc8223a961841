; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Calls of one function that promise other things: that the argument comes back
; (returned), is no poison (noundef), lies in a range; the other side breaks each.
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
  %l.a = and i32 %x, 15
  %l.b = call noundef range(i32 0, 16) i32 @same(i32 noundef returned %l.a) #1
  %l.c = call i32 @twice(i32 noundef range(i32 0, 32) %l.b) #1
  %l.r = add i32 %l.c, %l.a
  br label %meet

right:
  %r.a = add nsw i32 %x, 2147483600
  %r.b = call i32 @same(i32 %r.a) #1
  %r.c = call i32 @twice(i32 %r.b) #1
  %r.z = freeze i32 %r.c
  %r.r = xor i32 %r.z, %r.z
  br label %meet

meet:
  %r = phi i32 [ %l.r, %left ], [ %r.r, %right ]
  store i32 %r, ptr addrspace(1) %out.at, align 4
  ret void
}

define internal i32 @same(i32 %v) #1 {
  ret i32 %v
}

define internal i32 @twice(i32 %v) #1 {
  %w = shl i32 %v, 1
  ret i32 %w
}

declare i32 @llvm.amdgcn.workitem.id.x() #1
declare i32 @llvm.amdgcn.workgroup.id.x() #1

attributes #0 = { norecurse nounwind "amdgpu-flat-work-group-size"="64,64" "uniform-work-group-size"="true" }
attributes #1 = { nounwind speculatable willreturn memory(none) }
