; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A switch in each arm, as like as can be.
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
  br i1 %c, label %left, label %right

left:
  %left.w = and i32 %x, 6
  switch i32 %left.w, label %left.d [
    i32 0, label %left.a
    i32 2, label %left.b
  ]

left.a:
  %left.va = mul i32 %x, 5
  br label %left.end

left.b:
  %left.vb = add i32 %x, 6
  br label %left.end

left.d:
  %left.vd = xor i32 %x, 7
  br label %left.end

left.end:
  %left.r = phi i32 [ %left.va, %left.a ], [ %left.vb, %left.b ], [ %left.vd, %left.d ]
  %left.s = mul i32 %left.r, 3
  br label %meet

right:
  %right.w = and i32 %x, 6
  switch i32 %right.w, label %right.d [
    i32 0, label %right.a
    i32 2, label %right.b
  ]

right.a:
  %right.va = mul i32 %x, 50
  br label %right.end

right.b:
  %right.vb = add i32 %x, 51
  br label %right.end

right.d:
  %right.vd = xor i32 %x, 52
  br label %right.end

right.end:
  %right.r = phi i32 [ %right.va, %right.a ], [ %right.vb, %right.b ], [ %right.vd, %right.d ]
  %right.s = mul i32 %right.r, 3
  br label %meet

meet:
  %r = phi i32 [ %left.s, %left.end ], [ %right.s, %right.end ]
  store i32 %r, ptr addrspace(1) %out.at, align 4
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x() #1
declare i32 @llvm.amdgcn.workgroup.id.x() #1

attributes #0 = { norecurse nounwind "amdgpu-flat-work-group-size"="64,64" "uniform-work-group-size"="true" }
attributes #1 = { nounwind speculatable willreturn memory(none) }
