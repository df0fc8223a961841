; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A loop in each arm with other trips, and a divergent branch inside that can be
; melded by itself, before the loops are or after.
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
  %left.n = and i32 %x, 7
  br label %left.head

left.head:
  %left.i = phi i32 [ 0, %left ], [ %left.i2, %left.next ]
  %left.v = phi i32 [ %x, %left ], [ %left.v2, %left.next ]
  %left.c = icmp slt i32 %left.i, %left.n
  br i1 %left.c, label %left.body, label %left.out

left.body:
  %left.odd = and i32 %left.v, 1
  %left.z = icmp eq i32 %left.odd, 0
  br i1 %left.z, label %left.even, label %left.uneven

left.even:
  %left.h = lshr i32 %left.v, 1
  %left.h2 = add i32 %left.h, 7
  %left.h3 = mul i32 %left.h2, 3
  br label %left.next

left.uneven:
  %left.g = lshr i32 %left.v, 2
  %left.g2 = add i32 %left.g, 8
  %left.g3 = mul i32 %left.g2, 5
  br label %left.next

left.next:
  %left.v2 = phi i32 [ %left.h3, %left.even ], [ %left.g3, %left.uneven ]
  %left.i2 = add i32 %left.i, 1
  br label %left.head

left.out:
  %left.r = add i32 %left.v, 1
  br label %meet

right:
  %right.n = and i32 %x, 15
  br label %right.head

right.head:
  %right.i = phi i32 [ 0, %right ], [ %right.i2, %right.next ]
  %right.v = phi i32 [ %x, %right ], [ %right.v2, %right.next ]
  %right.c = icmp slt i32 %right.i, %right.n
  br i1 %right.c, label %right.body, label %right.out

right.body:
  %right.odd = and i32 %right.v, 1
  %right.z = icmp eq i32 %right.odd, 0
  br i1 %right.z, label %right.even, label %right.uneven

right.even:
  %right.h = lshr i32 %right.v, 1
  %right.h2 = add i32 %right.h, 15
  %right.h3 = mul i32 %right.h2, 3
  br label %right.next

right.uneven:
  %right.g = lshr i32 %right.v, 2
  %right.g2 = add i32 %right.g, 16
  %right.g3 = mul i32 %right.g2, 5
  br label %right.next

right.next:
  %right.v2 = phi i32 [ %right.h3, %right.even ], [ %right.g3, %right.uneven ]
  %right.i2 = add i32 %right.i, 1
  br label %right.head

right.out:
  %right.r = add i32 %right.v, 1
  br label %meet

meet:
  %r = phi i32 [ %left.r, %left.out ], [ %right.r, %right.out ]
  store i32 %r, ptr addrspace(1) %out.at, align 4
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x() #1
declare i32 @llvm.amdgcn.workgroup.id.x() #1

attributes #0 = { norecurse nounwind "amdgpu-flat-work-group-size"="64,64" "uniform-work-group-size"="true" }
attributes #1 = { nounwind speculatable willreturn memory(none) }
