; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Divisors that are masked, but may be -1 or 0 with their sign, and shifts by what may
; be the width.
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
  %y = or i32 %x, -2147483648
  %z = select i1 %c, i32 %x, i32 -2147483648
  br i1 %c, label %left, label %right

left:
  %l.a = and i32 %x, 2
  %l.b = sub i32 %l.a, 3
  %l.s = and i32 %x, 31
  %l.t = lshr i32 -1, %l.s
  %l.q = sdiv i32 %z, %l.b
  %l.w = urem i32 %l.t, %l.b
  %l.r = add i32 %l.q, %l.w
  br label %meet

right:
  %r.a = and i32 %x, 3
  %r.b = sub i32 %r.a, 1
  %r.s = and i32 %x, 63
  %r.t = lshr i32 -1, %r.s
  %r.q = sub i32 %y, %r.b
  %r.f = freeze i32 %r.t
  %r.w = xor i32 %r.f, %r.f
  %r.r = add i32 %r.q, %r.w
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
