; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Additions, shifts and divisions that are nsw, nuw or exact on one side only, and
; there only: kept, they make the other side's results poison.
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
  %s = and i32 %x, 65532
  br i1 %c, label %left, label %right

left:
  %l.a = add nuw nsw i32 %s, 4
  %l.b = mul nsw i32 %l.a, 9
  %l.d = shl nuw i32 %l.a, 3
  %l.e = lshr exact i32 %l.a, 2
  %l.f = sub nsw i32 %l.b, %l.d
  %l.g = udiv exact i32 %s, 4
  %l.h = xor i32 %l.f, %l.e
  %l.r = xor i32 %l.h, %l.g
  br label %meet

right:
  %r.a = add i32 %x, 2147483644
  %r.b = mul i32 %r.a, 9
  %r.d = shl i32 %r.a, 3
  %r.e = lshr i32 %r.a, 2
  %r.f = sub i32 %r.b, %r.d
  %r.g = udiv i32 %x, 4
  %r.h = xor i32 %r.f, %r.e
  %r.r = xor i32 %r.h, %r.g
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
