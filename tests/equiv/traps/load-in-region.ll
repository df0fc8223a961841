; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; As load, but the pointer is only good deeper in: in an if-then of the left arm
; that the right arm, one block, has no branch for. Region replication must not
; lead the right side's threads through it.
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
  %p = select i1 %c, ptr addrspace(1) %mem.at, ptr addrspace(1) null
  br i1 %c, label %left, label %right

left:
  %l.w0 = mul i32 %x, 3
  %l.w1 = add i32 %l.w0, 5
  %l.w2 = xor i32 %l.w1, 7
  %l.w3 = mul i32 %l.w2, 9
  %l.w4 = sub i32 %l.w3, 11
  %l.w5 = or i32 %l.w4, 13
  %l.c = icmp ugt i32 %x, 100
  br i1 %l.c, label %deep, label %left.end

deep:
  %l.v = load i32, ptr addrspace(1) %p, align 4
  %l.m = mul i32 %l.v, 5
  %l.n = add i32 %l.m, 3
  %l.o = xor i32 %l.n, %x
  br label %left.end

left.end:
  %l.r = phi i32 [ %l.w5, %left ], [ %l.o, %deep ]
  br label %meet

right:
  %r.m = mul i32 %x, 11
  %r.n = add i32 %r.m, 9
  %r.r = xor i32 %r.n, %x
  br label %meet

meet:
  %r = phi i32 [ %l.r, %left.end ], [ %r.r, %right ]
  store i32 %r, ptr addrspace(1) %out.at, align 4
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x() #1
declare i32 @llvm.amdgcn.workgroup.id.x() #1

attributes #0 = { norecurse nounwind "amdgpu-flat-work-group-size"="64,64" "uniform-work-group-size"="true" }
attributes #1 = { nounwind speculatable willreturn memory(none) }
