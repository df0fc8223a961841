; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Three like subgraphs against two: a choice that takes the best pair first must
; not take one of them twice.
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
  br i1 %c, label %l0, label %r0

l0:
  %l0.a = mul i32 %x, 3
  %l0.c = icmp ugt i32 %l0.a, 1000
  br i1 %l0.c, label %l0.t, label %l0.end

l0.t:
  %l0.b = add i32 %l0.a, 4
  %l0.d = xor i32 %l0.b, 77
  br label %l0.end

l0.end:
  %l0.r = phi i32 [ %l0.a, %l0 ], [ %l0.d, %l0.t ]
  br label %l1

l1:
  %l1.a = mul i32 %l0.r, 5
  %l1.c = icmp ugt i32 %l1.a, 1000
  br i1 %l1.c, label %l1.t, label %l1.end

l1.t:
  %l1.b = add i32 %l1.a, 6
  %l1.d = xor i32 %l1.b, 77
  br label %l1.end

l1.end:
  %l1.r = phi i32 [ %l1.a, %l1 ], [ %l1.d, %l1.t ]
  br label %l2

l2:
  %l2.a = mul i32 %l1.r, 9
  %l2.c = icmp ugt i32 %l2.a, 1000
  br i1 %l2.c, label %l2.t, label %l2.end

l2.t:
  %l2.b = add i32 %l2.a, 10
  %l2.d = xor i32 %l2.b, 77
  br label %l2.end

l2.end:
  %l2.r = phi i32 [ %l2.a, %l2 ], [ %l2.d, %l2.t ]
  br label %meet

r0:
  %r0.a = mul i32 %x, 5
  %r0.c = icmp ugt i32 %r0.a, 1000
  br i1 %r0.c, label %r0.t, label %r0.end

r0.t:
  %r0.b = add i32 %r0.a, 6
  %r0.d = xor i32 %r0.b, 77
  br label %r0.end

r0.end:
  %r0.r = phi i32 [ %r0.a, %r0 ], [ %r0.d, %r0.t ]
  br label %r1

r1:
  %r1.a = mul i32 %r0.r, 9
  %r1.c = icmp ugt i32 %r1.a, 1000
  br i1 %r1.c, label %r1.t, label %r1.end

r1.t:
  %r1.b = add i32 %r1.a, 10
  %r1.d = xor i32 %r1.b, 77
  br label %r1.end

r1.end:
  %r1.r = phi i32 [ %r1.a, %r1 ], [ %r1.d, %r1.t ]
  br label %meet

meet:
  %r = phi i32 [ %l2.r, %l2.end ], [ %r1.r, %r1.end ]
  store i32 %r, ptr addrspace(1) %out.at, align 4
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x() #1
declare i32 @llvm.amdgcn.workgroup.id.x() #1

attributes #0 = { norecurse nounwind "amdgpu-flat-work-group-size"="64,64" "uniform-work-group-size"="true" }
attributes #1 = { nounwind speculatable willreturn memory(none) }
