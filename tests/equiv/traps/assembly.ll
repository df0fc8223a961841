; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Inline assembly with effects may stand in both arms as well as in one of them.
; This one computes nothing, so that threads of both sides may run it together.
;
; launch: grid=2 block=64 args=any:1024,small:1024,any:1024,zero:1024
; wants: 1 asm sideeffect

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
  %l.w0 = mul i32 %x, 3
  %l.w1 = add i32 %l.w0, 5
  %l.w2 = xor i32 %l.w1, 7
  %l.w3 = mul i32 %l.w2, 9
  %l.w4 = sub i32 %l.w3, 11
  %l.w5 = or i32 %l.w4, 13
  call void asm sideeffect "", ""()
  %l.r = add i32 %l.w5, 1
  br label %meet

right:
  %r.w0 = mul i32 %x, 3
  %r.w1 = add i32 %r.w0, 5
  %r.w2 = xor i32 %r.w1, 7
  %r.w3 = mul i32 %r.w2, 9
  %r.w4 = sub i32 %r.w3, 11
  %r.w5 = or i32 %r.w4, 13
  call void asm sideeffect "", ""()
  %r.r = add i32 %r.w5, 1
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
