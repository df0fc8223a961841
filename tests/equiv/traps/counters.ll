; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Counters in shared memory: each side counts for its own threads, between two
; barriers that all of them get to.
;
; launch: grid=2 block=64 args=any:1024,small:1024,any:1024,zero:1024

target datalayout = "e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"

@counts = internal addrspace(3) global [2 x i32] undef, align 4

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
  %first = icmp ult i32 %tid, 2
  %n = getelementptr inbounds [2 x i32], ptr addrspace(3) @counts, i32 0, i32 %tid
  br i1 %first, label %start, label %ready

start:
  store i32 0, ptr addrspace(3) %n, align 4
  br label %ready

ready:
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  br i1 %c, label %left, label %right

left:
  %l.w0 = and i32 %x, 255
  %l.w1 = add i32 %l.w0, 5
  %l.old = atomicrmw add ptr addrspace(3) @counts, i32 %l.w1 syncscope("workgroup") monotonic, align 4
  br label %meet

right:
  %r.w0 = and i32 %x, 127
  %r.w1 = add i32 %r.w0, 9
  %r.old = atomicrmw add ptr addrspace(3) getelementptr inbounds ([2 x i32], ptr addrspace(3) @counts, i32 0, i32 1), i32 %r.w1 syncscope("workgroup") monotonic, align 4
  br label %meet

meet:
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  br i1 %first, label %tell, label %done

tell:
  %v = load i32, ptr addrspace(3) %n, align 4
  store i32 %v, ptr addrspace(1) %out.at, align 4
  br label %done

done:
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x() #1
declare i32 @llvm.amdgcn.workgroup.id.x() #1
declare void @llvm.amdgcn.s.barrier() #2

attributes #0 = { norecurse nounwind "amdgpu-flat-work-group-size"="64,64" "uniform-work-group-size"="true" }
attributes #1 = { nounwind speculatable willreturn memory(none) }
attributes #2 = { convergent nounwind willreturn }
