; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Each arm ends in a phi of two values. Melded, they need one more choice, and
; never a select between a value and itself.
;
; launch: grid=2 block=64 args=any:1024,small:1024,any:1024,zero:1024
; forbid: select i1 [^,]+, (\S+ \S+), \1\s*$

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
  %left.a = mul i32 %x, 5
  %left.c = icmp ugt i32 %left.a, 1000
  br i1 %left.c, label %left.t, label %left.end

left.t:
  %left.b = add i32 %left.a, 6
  %left.d = xor i32 %left.b, 77
  br label %left.end

left.end:
  %left.r = phi i32 [ %left.a, %left ], [ %left.d, %left.t ]
  %left.s = sub i32 %left.r, 9
  br label %meet

right:
  %right.a = mul i32 %x, 7
  %right.c = icmp ugt i32 %right.a, 1000
  br i1 %right.c, label %right.t, label %right.end

right.t:
  %right.b = add i32 %right.a, 8
  %right.d = xor i32 %right.b, 77
  br label %right.end

right.end:
  %right.r = phi i32 [ %right.a, %right ], [ %right.d, %right.t ]
  %right.s = sub i32 %right.r, 9
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
