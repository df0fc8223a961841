; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Synthetic kernel SB4-R: SB4's shape, whose if-then bodies compute different
; things on the three ways.
;
; Look at: the branches on way; the second one diverges below the first.
; Melds: the two ways of the else first, then the way of the if with them, as
;   in SB4; the bodies align in part. Five divergent branches become one.
; Paper: DARM, extended version (arXiv 2107.05681), SB4-R: divergence of
;   three ways.
; Launch: grid G, block BLOCK; a, b, c: G * BLOCK uints each, any values.
;
; Made from sb4r.cl by build.sh.

source_filename = "sb4r.cl"
target datalayout = "e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"

@sb4r.sa = internal addrspace(3) global [64 x i32] undef, align 4
@sb4r.sb = internal addrspace(3) global [64 x i32] undef, align 4
@sb4r.sc = internal addrspace(3) global [64 x i32] undef, align 4

; Function Attrs: convergent norecurse nounwind
define protected amdgpu_kernel void @sb4r(ptr addrspace(1) noundef align 4 %a, ptr addrspace(1) noundef align 4 %b, ptr addrspace(1) noundef align 4 %c) #0 !kernel_arg_addr_space !4 !kernel_arg_access_qual !5 !kernel_arg_type !6 !kernel_arg_base_type !6 !kernel_arg_type_qual !7 !reqd_work_group_size !8 {
entry:
  %0 = call noundef range(i32 0, 1024) i32 @llvm.amdgcn.workitem.id.x()
  %1 = call i32 @llvm.amdgcn.workgroup.id.x()
  %mul = mul i32 %1, 64
  %add = add i32 %mul, %0
  %idxprom = zext i32 %add to i64
  %arrayidx = getelementptr inbounds i32, ptr addrspace(1) %a, i64 %idxprom
  %2 = load i32, ptr addrspace(1) %arrayidx, align 4, !tbaa !9
  %idxprom2 = zext i32 %0 to i64
  %arrayidx3 = getelementptr inbounds [64 x i32], ptr addrspace(3) @sb4r.sa, i64 0, i64 %idxprom2
  store i32 %2, ptr addrspace(3) %arrayidx3, align 4, !tbaa !9
  %arrayidx5 = getelementptr inbounds i32, ptr addrspace(1) %b, i64 %idxprom
  %3 = load i32, ptr addrspace(1) %arrayidx5, align 4, !tbaa !9
  %arrayidx7 = getelementptr inbounds [64 x i32], ptr addrspace(3) @sb4r.sb, i64 0, i64 %idxprom2
  store i32 %3, ptr addrspace(3) %arrayidx7, align 4, !tbaa !9
  %arrayidx9 = getelementptr inbounds i32, ptr addrspace(1) %c, i64 %idxprom
  %4 = load i32, ptr addrspace(1) %arrayidx9, align 4, !tbaa !9
  %arrayidx11 = getelementptr inbounds [64 x i32], ptr addrspace(3) @sb4r.sc, i64 0, i64 %idxprom2
  store i32 %4, ptr addrspace(3) %arrayidx11, align 4, !tbaa !9
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  br label %for.cond

for.cond:                                         ; preds = %for.inc102, %entry
  %i.0 = phi i32 [ 0, %entry ], [ %inc103, %for.inc102 ]
  %cmp = icmp ult i32 %i.0, 4
  br i1 %cmp, label %for.cond12, label %for.end104

for.cond12:                                       ; preds = %for.cond, %for.inc
  %j.0 = phi i32 [ %inc, %for.inc ], [ 0, %for.cond ]
  %cmp13 = icmp ult i32 %j.0, 8
  br i1 %cmp13, label %for.body15, label %for.inc102

for.body15:                                       ; preds = %for.cond12
  %xor = xor i32 %0, %j.0
  %and = and i32 %xor, 3
  %cmp16 = icmp eq i32 %and, 0
  br i1 %cmp16, label %if.then, label %if.else

if.then:                                          ; preds = %for.body15
  %5 = load i32, ptr addrspace(3) %arrayidx3, align 4, !tbaa !9
  %6 = load i32, ptr addrspace(3) %arrayidx7, align 4, !tbaa !9
  %cmp21 = icmp ugt i32 %5, %6
  br i1 %cmp21, label %if.then22, label %if.end

if.then22:                                        ; preds = %if.then
  %xor27 = xor i32 %5, %6
  %mul28 = mul i32 %xor27, 7
  %add29 = add i32 %mul28, %i.0
  store i32 %add29, ptr addrspace(3) %arrayidx3, align 4, !tbaa !9
  %shr = lshr i32 %6, 2
  %sub = sub i32 %shr, %add29
  store i32 %sub, ptr addrspace(3) %arrayidx7, align 4, !tbaa !9
  br label %if.end

if.end:                                           ; preds = %if.then22, %if.then
  %7 = load i32, ptr addrspace(3) %arrayidx3, align 4, !tbaa !9
  %8 = load i32, ptr addrspace(3) %arrayidx7, align 4, !tbaa !9
  %add42 = add i32 %8, %7
  store i32 %add42, ptr addrspace(3) %arrayidx7, align 4, !tbaa !9
  br label %for.inc

if.else:                                          ; preds = %for.body15
  %cmp43 = icmp eq i32 %and, 1
  br i1 %cmp43, label %if.then44, label %if.else73

if.then44:                                        ; preds = %if.else
  %9 = load i32, ptr addrspace(3) %arrayidx7, align 4, !tbaa !9
  %10 = load i32, ptr addrspace(3) %arrayidx11, align 4, !tbaa !9
  %cmp49 = icmp ugt i32 %9, %10
  br i1 %cmp49, label %if.then50, label %if.end67

if.then50:                                        ; preds = %if.then44
  %add55 = add i32 %9, %10
  %shl = shl i32 %add55, 1
  store i32 %shl, ptr addrspace(3) %arrayidx11, align 4, !tbaa !9
  %not = xor i32 %i.0, -1
  %and60 = and i32 %9, %not
  %mul61 = mul i32 %and60, 3
  %xor64 = xor i32 %mul61, %shl
  store i32 %xor64, ptr addrspace(3) %arrayidx7, align 4, !tbaa !9
  br label %if.end67

if.end67:                                         ; preds = %if.then50, %if.then44
  %11 = load i32, ptr addrspace(3) %arrayidx7, align 4, !tbaa !9
  %12 = load i32, ptr addrspace(3) %arrayidx11, align 4, !tbaa !9
  %add72 = add i32 %12, %11
  store i32 %add72, ptr addrspace(3) %arrayidx11, align 4, !tbaa !9
  br label %for.inc

if.else73:                                        ; preds = %if.else
  %13 = load i32, ptr addrspace(3) %arrayidx11, align 4, !tbaa !9
  %14 = load i32, ptr addrspace(3) %arrayidx3, align 4, !tbaa !9
  %cmp78 = icmp ugt i32 %13, %14
  br i1 %cmp78, label %if.then79, label %if.end94

if.then79:                                        ; preds = %if.else73
  %mul82 = mul i32 %14, 13
  %sub85 = sub i32 %13, %mul82
  store i32 %sub85, ptr addrspace(3) %arrayidx11, align 4, !tbaa !9
  %or = or i32 %14, %j.0
  %shr90 = lshr i32 %sub85, 4
  %add91 = add i32 %or, %shr90
  store i32 %add91, ptr addrspace(3) %arrayidx3, align 4, !tbaa !9
  br label %if.end94

if.end94:                                         ; preds = %if.then79, %if.else73
  %15 = load i32, ptr addrspace(3) %arrayidx11, align 4, !tbaa !9
  %16 = load i32, ptr addrspace(3) %arrayidx3, align 4, !tbaa !9
  %add99 = add i32 %16, %15
  store i32 %add99, ptr addrspace(3) %arrayidx3, align 4, !tbaa !9
  br label %for.inc

for.inc:                                          ; preds = %if.end, %if.end94, %if.end67
  %inc = add i32 %j.0, 1
  br label %for.cond12

for.inc102:                                       ; preds = %for.cond12
  %inc103 = add i32 %i.0, 1
  br label %for.cond

for.end104:                                       ; preds = %for.cond
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %17 = load i32, ptr addrspace(3) %arrayidx3, align 4, !tbaa !9
  store i32 %17, ptr addrspace(1) %arrayidx, align 4, !tbaa !9
  %18 = load i32, ptr addrspace(3) %arrayidx7, align 4, !tbaa !9
  store i32 %18, ptr addrspace(1) %arrayidx5, align 4, !tbaa !9
  %19 = load i32, ptr addrspace(3) %arrayidx11, align 4, !tbaa !9
  store i32 %19, ptr addrspace(1) %arrayidx9, align 4, !tbaa !9
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
!4 = !{i32 1, i32 1, i32 1}
!5 = !{!"none", !"none", !"none"}
!6 = !{!"uint*", !"uint*", !"uint*"}
!7 = !{!"", !"", !""}
!8 = !{i32 64, i32 1, i32 1}
!9 = !{!10, !10, i64 0}
!10 = !{!"int", !11, i64 0}
!11 = !{!"omnipotent char", !12, i64 0}
!12 = !{!"Simple C/C++ TBAA"}
