; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Bottom-up merge sort: each thread block sorts NUM values in local memory,
; merging runs of 1, 2, 4, ... values; one thread merges one pair of runs.
;
; Look at: the branch that takes the next value from the left or the right
;   run. It depends on the data, so it diverges at every width, as do the
;   exits of the three loops; threads without a pair of runs only wait.
; Melds: the two blocks of the diamond: load, store, count on.
; Paper: DARM (arXiv 2107.05681), benchmark MS.
; Measured: the authors' pass (LLVM 14 port, gfx906) on the authors' kernel:
;   one block melded into a region, 13 to 12 blocks, 12 to 11 loads, 4 to 6
;   selects, 7 divergent branches before and after, 1080 to 1008 bytes.
; Launch: grid G, block NUM / 2; values: G * NUM ints, sorted per block of
;   NUM.
;
; Made from mergesort.cl by build.sh.

source_filename = "mergesort.cl"
target datalayout = "e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"

@mergesort.buffer = internal addrspace(3) global [256 x i32] undef, align 4

; Function Attrs: convergent norecurse nounwind
define protected amdgpu_kernel void @mergesort(ptr addrspace(1) noundef align 4 %values) #0 !kernel_arg_addr_space !4 !kernel_arg_access_qual !5 !kernel_arg_type !6 !kernel_arg_base_type !6 !kernel_arg_type_qual !7 !reqd_work_group_size !8 {
entry:
  %0 = call noundef range(i32 0, 1024) i32 @llvm.amdgcn.workitem.id.x()
  %1 = call i32 @llvm.amdgcn.workgroup.id.x()
  %mul = mul i32 %1, 128
  %add = add i32 %mul, %0
  %idxprom = zext i32 %add to i64
  %arrayidx = getelementptr inbounds i32, ptr addrspace(1) %values, i64 %idxprom
  %2 = load i32, ptr addrspace(1) %arrayidx, align 4, !tbaa !9
  %idxprom2 = zext i32 %0 to i64
  %arrayidx3 = getelementptr inbounds [256 x i32], ptr addrspace(3) @mergesort.buffer, i64 0, i64 %idxprom2
  store i32 %2, ptr addrspace(3) %arrayidx3, align 4, !tbaa !9
  %add5 = add i32 %add, 64
  %idxprom6 = zext i32 %add5 to i64
  %arrayidx7 = getelementptr inbounds i32, ptr addrspace(1) %values, i64 %idxprom6
  %3 = load i32, ptr addrspace(1) %arrayidx7, align 4, !tbaa !9
  %add8 = add i32 %0, 64
  %idxprom9 = zext i32 %add8 to i64
  %arrayidx10 = getelementptr inbounds [256 x i32], ptr addrspace(3) @mergesort.buffer, i64 0, i64 %idxprom9
  store i32 %3, ptr addrspace(3) %arrayidx10, align 4, !tbaa !9
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  br label %for.cond

for.cond:                                         ; preds = %if.end56, %entry
  %width.0 = phi i32 [ 1, %entry ], [ %mul58, %if.end56 ]
  %from.0 = phi i32 [ 0, %entry ], [ %xor57, %if.end56 ]
  %cmp = icmp ult i32 %width.0, 128
  br i1 %cmp, label %for.body, label %for.end

for.body:                                         ; preds = %for.cond
  %mul11 = mul i32 %0, 2
  %mul12 = mul i32 %mul11, %width.0
  %cmp13 = icmp ult i32 %mul12, 128
  br i1 %cmp13, label %if.then, label %if.end56

if.then:                                          ; preds = %for.body
  %add14 = add i32 %from.0, %mul12
  %add15 = add i32 %add14, %width.0
  %add16 = add i32 %add15, %width.0
  %xor = xor i32 %from.0, 128
  %add17 = add i32 %xor, %mul12
  br label %while.cond

while.cond:                                       ; preds = %if.end, %if.then
  %left.0 = phi i32 [ %add14, %if.then ], [ %left.1, %if.end ]
  %right.0 = phi i32 [ %add15, %if.then ], [ %right.1, %if.end ]
  %to.0 = phi i32 [ %add17, %if.then ], [ %inc35, %if.end ]
  %cmp18 = icmp ult i32 %left.0, %add15
  br i1 %cmp18, label %land.rhs, label %land.end

land.rhs:                                         ; preds = %while.cond
  %cmp19 = icmp ult i32 %right.0, %add16
  br label %land.end

land.end:                                         ; preds = %land.rhs, %while.cond
  %4 = phi i1 [ false, %while.cond ], [ %cmp19, %land.rhs ]
  br i1 %4, label %while.body, label %while.cond36

while.body:                                       ; preds = %land.end
  %idxprom20 = zext i32 %left.0 to i64
  %arrayidx21 = getelementptr inbounds [256 x i32], ptr addrspace(3) @mergesort.buffer, i64 0, i64 %idxprom20
  %5 = load i32, ptr addrspace(3) %arrayidx21, align 4, !tbaa !9
  %idxprom22 = zext i32 %right.0 to i64
  %arrayidx23 = getelementptr inbounds [256 x i32], ptr addrspace(3) @mergesort.buffer, i64 0, i64 %idxprom22
  %6 = load i32, ptr addrspace(3) %arrayidx23, align 4, !tbaa !9
  %cmp24 = icmp sle i32 %5, %6
  br i1 %cmp24, label %if.then25, label %if.else

if.then25:                                        ; preds = %while.body
  %idxprom28 = zext i32 %to.0 to i64
  %arrayidx29 = getelementptr inbounds [256 x i32], ptr addrspace(3) @mergesort.buffer, i64 0, i64 %idxprom28
  store i32 %5, ptr addrspace(3) %arrayidx29, align 4, !tbaa !9
  %inc = add i32 %left.0, 1
  br label %if.end

if.else:                                          ; preds = %while.body
  %idxprom32 = zext i32 %to.0 to i64
  %arrayidx33 = getelementptr inbounds [256 x i32], ptr addrspace(3) @mergesort.buffer, i64 0, i64 %idxprom32
  store i32 %6, ptr addrspace(3) %arrayidx33, align 4, !tbaa !9
  %inc34 = add i32 %right.0, 1
  br label %if.end

if.end:                                           ; preds = %if.else, %if.then25
  %left.1 = phi i32 [ %inc, %if.then25 ], [ %left.0, %if.else ]
  %right.1 = phi i32 [ %right.0, %if.then25 ], [ %inc34, %if.else ]
  %inc35 = add i32 %to.0, 1
  br label %while.cond

while.cond36:                                     ; preds = %land.end, %while.body38
  %left.2 = phi i32 [ %inc39, %while.body38 ], [ %left.0, %land.end ]
  %to.1 = phi i32 [ %inc42, %while.body38 ], [ %to.0, %land.end ]
  %cmp37 = icmp ult i32 %left.2, %add15
  br i1 %cmp37, label %while.body38, label %while.cond46

while.body38:                                     ; preds = %while.cond36
  %inc39 = add i32 %left.2, 1
  %idxprom40 = zext i32 %left.2 to i64
  %arrayidx41 = getelementptr inbounds [256 x i32], ptr addrspace(3) @mergesort.buffer, i64 0, i64 %idxprom40
  %7 = load i32, ptr addrspace(3) %arrayidx41, align 4, !tbaa !9
  %inc42 = add i32 %to.1, 1
  %idxprom43 = zext i32 %to.1 to i64
  %arrayidx44 = getelementptr inbounds [256 x i32], ptr addrspace(3) @mergesort.buffer, i64 0, i64 %idxprom43
  store i32 %7, ptr addrspace(3) %arrayidx44, align 4, !tbaa !9
  br label %while.cond36

while.cond46:                                     ; preds = %while.cond36, %while.body48
  %right.2 = phi i32 [ %inc49, %while.body48 ], [ %right.0, %while.cond36 ]
  %to.2 = phi i32 [ %inc52, %while.body48 ], [ %to.1, %while.cond36 ]
  %cmp47 = icmp ult i32 %right.2, %add16
  br i1 %cmp47, label %while.body48, label %if.end56

while.body48:                                     ; preds = %while.cond46
  %inc49 = add i32 %right.2, 1
  %idxprom50 = zext i32 %right.2 to i64
  %arrayidx51 = getelementptr inbounds [256 x i32], ptr addrspace(3) @mergesort.buffer, i64 0, i64 %idxprom50
  %8 = load i32, ptr addrspace(3) %arrayidx51, align 4, !tbaa !9
  %inc52 = add i32 %to.2, 1
  %idxprom53 = zext i32 %to.2 to i64
  %arrayidx54 = getelementptr inbounds [256 x i32], ptr addrspace(3) @mergesort.buffer, i64 0, i64 %idxprom53
  store i32 %8, ptr addrspace(3) %arrayidx54, align 4, !tbaa !9
  br label %while.cond46

if.end56:                                         ; preds = %while.cond46, %for.body
  %xor57 = xor i32 %from.0, 128
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %mul58 = mul i32 %width.0, 2
  br label %for.cond

for.end:                                          ; preds = %for.cond
  %add59 = add i32 %from.0, %0
  %idxprom60 = zext i32 %add59 to i64
  %arrayidx61 = getelementptr inbounds [256 x i32], ptr addrspace(3) @mergesort.buffer, i64 0, i64 %idxprom60
  %9 = load i32, ptr addrspace(3) %arrayidx61, align 4, !tbaa !9
  store i32 %9, ptr addrspace(1) %arrayidx, align 4, !tbaa !9
  %add66 = add i32 %add59, 64
  %idxprom67 = zext i32 %add66 to i64
  %arrayidx68 = getelementptr inbounds [256 x i32], ptr addrspace(3) @mergesort.buffer, i64 0, i64 %idxprom67
  %10 = load i32, ptr addrspace(3) %arrayidx68, align 4, !tbaa !9
  store i32 %10, ptr addrspace(1) %arrayidx7, align 4, !tbaa !9
  ret void
}

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef i32 @llvm.amdgcn.workitem.id.x() #1

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef i32 @llvm.amdgcn.workgroup.id.x() #1

; Function Attrs: convergent nocallback nofree nounwind willreturn
declare void @llvm.amdgcn.s.barrier() #2

attributes #0 = { convergent norecurse nounwind "amdgpu-flat-work-group-size"="64,64" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "uniform-work-group-size"="true" }
attributes #1 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #2 = { convergent nocallback nofree nounwind willreturn }

!llvm.module.flags = !{!0, !1, !2}
!opencl.ocl.version = !{!3}

!0 = !{i32 1, !"amdhsa_code_object_version", i32 500}
!1 = !{i32 1, !"wchar_size", i32 4}
!2 = !{i32 8, !"PIC Level", i32 2}
!3 = !{i32 1, i32 2}
!4 = !{i32 1}
!5 = !{!"none"}
!6 = !{!"int*"}
!7 = !{!""}
!8 = !{i32 64, i32 1, i32 1}
!9 = !{!10, !10, i64 0}
!10 = !{!"int", !11, i64 0}
!11 = !{!"omnipotent char", !12, i64 0}
!12 = !{!"Simple C/C++ TBAA"}
