; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; What the first subgraph of each arm defines is used in the second one and after
; the arms meet, also over an edge that comes from elsewhere: every phi needs the
; right value for every way there.
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
  %y = load i32, ptr addrspace(1) %mem.at, align 4
  %skip = icmp ult i32 %y, 50
  br i1 %skip, label %meet, label %choose

choose:
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
  br label %left2

left2:
  %left2.a = mul i32 %left.r, 3
  %left2.c = icmp ugt i32 %left2.a, 1000
  br i1 %left2.c, label %left2.t, label %left2.end

left2.t:
  %left2.b = add i32 %left2.a, 4
  %left2.d = xor i32 %left2.b, 77
  br label %left2.end

left2.end:
  %left2.r = phi i32 [ %left2.a, %left2 ], [ %left2.d, %left2.t ]
  %left2.s = add i32 %left2.r, %left.a
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
  br label %right2

right2:
  %right2.a = mul i32 %right.r, 11
  %right2.c = icmp ugt i32 %right2.a, 1000
  br i1 %right2.c, label %right2.t, label %right2.end

right2.t:
  %right2.b = add i32 %right2.a, 12
  %right2.d = xor i32 %right2.b, 77
  br label %right2.end

right2.end:
  %right2.r = phi i32 [ %right2.a, %right2 ], [ %right2.d, %right2.t ]
  %right2.s = add i32 %right2.r, %right.a
  br label %meet

meet:
  %r = phi i32 [ %y, %entry ], [ %left2.s, %left2.end ], [ %right2.s, %right2.end ]
  %q = phi i32 [ 1, %entry ], [ %left.r, %left2.end ], [ %right.a, %right2.end ]
  %s = mul i32 %r, %q
  store i32 %s, ptr addrspace(1) %out.at, align 4
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x() #1
declare i32 @llvm.amdgcn.workgroup.id.x() #1

attributes #0 = { norecurse nounwind "amdgpu-flat-work-group-size"="64,64" "uniform-work-group-size"="true" }
attributes #1 = { nounwind speculatable willreturn memory(none) }
