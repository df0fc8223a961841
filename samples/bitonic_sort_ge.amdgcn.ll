; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Bitonic sort with comparisons that do not become one: bitonic_sort, but the
; arm that sorts down asks for "greater or equal". Equal values change places
; for nothing; the result is the same.
;
; Look at: "less" in one arm, "greater or equal" in the other. No exchange of
;   operands makes one of the other, so all of the two arms aligns but them:
;   each stands against a gap.
; Melds: the two if-thens as one region pair, as in bitonic_sort. Both
;   comparisons are left over and run for all threads, and a select takes the
;   one that counts; unpredicate=always puts each behind a guard of its own.
; Paper: DARM (arXiv 2107.05681), figures 4 and 6, where "less" and "greater"
;   do not align. Here those two do (see bitonic_sort), these do not.
; Launch: grid G, block NUM; values: G * NUM ints, sorted per block of NUM.
;
; Made from bitonic_sort_ge.cl by build.sh.

source_filename = "bitonic_sort_ge.cl"
target datalayout = "e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"

@bitonic_sort_ge.shared = internal addrspace(3) global [256 x i32] undef, align 4

; Function Attrs: convergent norecurse nounwind
define protected amdgpu_kernel void @bitonic_sort_ge(ptr addrspace(1) noundef align 4 %values) #0 !kernel_arg_addr_space !4 !kernel_arg_access_qual !5 !kernel_arg_type !6 !kernel_arg_base_type !6 !kernel_arg_type_qual !7 !reqd_work_group_size !8 {
entry:
  %0 = call noundef range(i32 0, 1024) i32 @llvm.amdgcn.workitem.id.x()
  %1 = call i32 @llvm.amdgcn.workgroup.id.x()
  %mul = mul i32 %1, 256
  %add = add i32 %mul, %0
  %idxprom = zext i32 %add to i64
  %arrayidx = getelementptr inbounds i32, ptr addrspace(1) %values, i64 %idxprom
  %2 = load i32, ptr addrspace(1) %arrayidx, align 4, !tbaa !9
  %idxprom2 = zext i32 %0 to i64
  %arrayidx3 = getelementptr inbounds [256 x i32], ptr addrspace(3) @bitonic_sort_ge.shared, i64 0, i64 %idxprom2
  store i32 %2, ptr addrspace(3) %arrayidx3, align 4, !tbaa !9
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  br label %for.cond

for.cond:                                         ; preds = %for.inc37, %entry
  %k.0 = phi i32 [ 2, %entry ], [ %mul38, %for.inc37 ]
  %cmp = icmp ule i32 %k.0, 256
  br i1 %cmp, label %for.body, label %for.end39

for.body:                                         ; preds = %for.cond
  %div = udiv i32 %k.0, 2
  br label %for.cond4

for.cond4:                                        ; preds = %if.end35, %for.body
  %j.0 = phi i32 [ %div, %for.body ], [ %div36, %if.end35 ]
  %cmp5 = icmp ugt i32 %j.0, 0
  br i1 %cmp5, label %for.body7, label %for.inc37

for.body7:                                        ; preds = %for.cond4
  %xor = xor i32 %0, %j.0
  %cmp8 = icmp ugt i32 %xor, %0
  br i1 %cmp8, label %if.then, label %if.end35

if.then:                                          ; preds = %for.body7
  %and = and i32 %0, %k.0
  %cmp9 = icmp eq i32 %and, 0
  br i1 %cmp9, label %if.then10, label %if.else

if.then10:                                        ; preds = %if.then
  %3 = load i32, ptr addrspace(3) %arrayidx3, align 4, !tbaa !9
  %idxprom13 = zext i32 %xor to i64
  %arrayidx14 = getelementptr inbounds [256 x i32], ptr addrspace(3) @bitonic_sort_ge.shared, i64 0, i64 %idxprom13
  %4 = load i32, ptr addrspace(3) %arrayidx14, align 4, !tbaa !9
  %cmp15 = icmp slt i32 %4, %3
  br i1 %cmp15, label %if.then16, label %if.end35

if.then16:                                        ; preds = %if.then10
  store i32 %4, ptr addrspace(3) %arrayidx3, align 4, !tbaa !9
  store i32 %3, ptr addrspace(3) %arrayidx14, align 4, !tbaa !9
  br label %if.end35

if.else:                                          ; preds = %if.then
  %5 = load i32, ptr addrspace(3) %arrayidx3, align 4, !tbaa !9
  %idxprom25 = zext i32 %xor to i64
  %arrayidx26 = getelementptr inbounds [256 x i32], ptr addrspace(3) @bitonic_sort_ge.shared, i64 0, i64 %idxprom25
  %6 = load i32, ptr addrspace(3) %arrayidx26, align 4, !tbaa !9
  %cmp27 = icmp sge i32 %6, %5
  br i1 %cmp27, label %if.then28, label %if.end35

if.then28:                                        ; preds = %if.else
  store i32 %6, ptr addrspace(3) %arrayidx3, align 4, !tbaa !9
  store i32 %5, ptr addrspace(3) %arrayidx26, align 4, !tbaa !9
  br label %if.end35

if.end35:                                         ; preds = %if.then16, %if.then10, %if.then28, %if.else, %for.body7
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %div36 = udiv i32 %j.0, 2
  br label %for.cond4

for.inc37:                                        ; preds = %for.cond4
  %mul38 = mul i32 %k.0, 2
  br label %for.cond

for.end39:                                        ; preds = %for.cond
  %7 = load i32, ptr addrspace(3) %arrayidx3, align 4, !tbaa !9
  store i32 %7, ptr addrspace(1) %arrayidx, align 4, !tbaa !9
  ret void
}

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef i32 @llvm.amdgcn.workitem.id.x() #1

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef i32 @llvm.amdgcn.workgroup.id.x() #1

; Function Attrs: convergent nocallback nofree nounwind willreturn
declare void @llvm.amdgcn.s.barrier() #2

attributes #0 = { convergent norecurse nounwind "amdgpu-flat-work-group-size"="256,256" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "uniform-work-group-size"="true" }
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
!8 = !{i32 256, i32 1, i32 1}
!9 = !{!10, !10, i64 0}
!10 = !{!"int", !11, i64 0}
!11 = !{!"omnipotent char", !12, i64 0}
!12 = !{!"Simple C/C++ TBAA"}
