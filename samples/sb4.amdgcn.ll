; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Synthetic kernel SB4: an if, else-if, else in two nested loops. Each of the
; three ways is an if-then and a block; one works on a and b, the others do the
; very same on b and c, and on c and a, all in local memory.
;
; Look at: the branches on way; the second one diverges below the first. The
;   arms of the first one are not alike until those of the second are melded.
; Melds: the two ways of the else first, and what became of them with the way
;   of the if in the next round: five divergent branches become one.
; Paper: DARM, extended version (arXiv 2107.05681), SB4: divergence of
;   three ways. Its figure 6 in the first version ends with SB3.
; Launch: grid G, block BLOCK; a, b, c: G * BLOCK uints each, any values.
;
; Made from sb4.cl by build.sh.

source_filename = "sb4.cl"
target datalayout = "e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"

@sb4.sa = internal addrspace(3) global [64 x i32] undef, align 4
@sb4.sb = internal addrspace(3) global [64 x i32] undef, align 4
@sb4.sc = internal addrspace(3) global [64 x i32] undef, align 4

; Function Attrs: convergent norecurse nounwind
define protected amdgpu_kernel void @sb4(ptr addrspace(1) noundef align 4 %a, ptr addrspace(1) noundef align 4 %b, ptr addrspace(1) noundef align 4 %c) #0 !kernel_arg_addr_space !4 !kernel_arg_access_qual !5 !kernel_arg_type !6 !kernel_arg_base_type !6 !kernel_arg_type_qual !7 !reqd_work_group_size !8 {
entry:
  %0 = call noundef range(i32 0, 1024) i32 @llvm.amdgcn.workitem.id.x()
  %1 = call i32 @llvm.amdgcn.workgroup.id.x()
  %mul = mul i32 %1, 64
  %add = add i32 %mul, %0
  %idxprom = zext i32 %add to i64
  %arrayidx = getelementptr inbounds i32, ptr addrspace(1) %a, i64 %idxprom
  %2 = load i32, ptr addrspace(1) %arrayidx, align 4, !tbaa !9
  %idxprom2 = zext i32 %0 to i64
  %arrayidx3 = getelementptr inbounds [64 x i32], ptr addrspace(3) @sb4.sa, i64 0, i64 %idxprom2
  store i32 %2, ptr addrspace(3) %arrayidx3, align 4, !tbaa !9
  %arrayidx5 = getelementptr inbounds i32, ptr addrspace(1) %b, i64 %idxprom
  %3 = load i32, ptr addrspace(1) %arrayidx5, align 4, !tbaa !9
  %arrayidx7 = getelementptr inbounds [64 x i32], ptr addrspace(3) @sb4.sb, i64 0, i64 %idxprom2
  store i32 %3, ptr addrspace(3) %arrayidx7, align 4, !tbaa !9
  %arrayidx9 = getelementptr inbounds i32, ptr addrspace(1) %c, i64 %idxprom
  %4 = load i32, ptr addrspace(1) %arrayidx9, align 4, !tbaa !9
  %arrayidx11 = getelementptr inbounds [64 x i32], ptr addrspace(3) @sb4.sc, i64 0, i64 %idxprom2
  store i32 %4, ptr addrspace(3) %arrayidx11, align 4, !tbaa !9
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  br label %for.cond

for.cond:                                         ; preds = %for.inc98, %entry
  %i.0 = phi i32 [ 0, %entry ], [ %inc99, %for.inc98 ]
  %cmp = icmp ult i32 %i.0, 4
  br i1 %cmp, label %for.cond12, label %for.end100

for.cond12:                                       ; preds = %for.cond, %for.inc
  %j.0 = phi i32 [ %inc, %for.inc ], [ 0, %for.cond ]
  %cmp13 = icmp ult i32 %j.0, 8
  br i1 %cmp13, label %for.body15, label %for.inc98

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
  %mul25 = mul i32 %5, 5
  %add28 = add i32 %mul25, %6
  store i32 %add28, ptr addrspace(3) %arrayidx3, align 4, !tbaa !9
  %shr = lshr i32 %add28, 3
  %xor35 = xor i32 %6, %shr
  store i32 %xor35, ptr addrspace(3) %arrayidx7, align 4, !tbaa !9
  br label %if.end

if.end:                                           ; preds = %if.then22, %if.then
  %7 = load i32, ptr addrspace(3) %arrayidx3, align 4, !tbaa !9
  %8 = load i32, ptr addrspace(3) %arrayidx7, align 4, !tbaa !9
  %add40 = add i32 %8, %7
  store i32 %add40, ptr addrspace(3) %arrayidx7, align 4, !tbaa !9
  br label %for.inc

if.else:                                          ; preds = %for.body15
  %cmp41 = icmp eq i32 %and, 1
  br i1 %cmp41, label %if.then42, label %if.else69

if.then42:                                        ; preds = %if.else
  %9 = load i32, ptr addrspace(3) %arrayidx7, align 4, !tbaa !9
  %10 = load i32, ptr addrspace(3) %arrayidx11, align 4, !tbaa !9
  %cmp47 = icmp ugt i32 %9, %10
  br i1 %cmp47, label %if.then48, label %if.end63

if.then48:                                        ; preds = %if.then42
  %mul51 = mul i32 %9, 5
  %add54 = add i32 %mul51, %10
  store i32 %add54, ptr addrspace(3) %arrayidx7, align 4, !tbaa !9
  %shr59 = lshr i32 %add54, 3
  %xor62 = xor i32 %10, %shr59
  store i32 %xor62, ptr addrspace(3) %arrayidx11, align 4, !tbaa !9
  br label %if.end63

if.end63:                                         ; preds = %if.then48, %if.then42
  %11 = load i32, ptr addrspace(3) %arrayidx7, align 4, !tbaa !9
  %12 = load i32, ptr addrspace(3) %arrayidx11, align 4, !tbaa !9
  %add68 = add i32 %12, %11
  store i32 %add68, ptr addrspace(3) %arrayidx11, align 4, !tbaa !9
  br label %for.inc

if.else69:                                        ; preds = %if.else
  %13 = load i32, ptr addrspace(3) %arrayidx11, align 4, !tbaa !9
  %14 = load i32, ptr addrspace(3) %arrayidx3, align 4, !tbaa !9
  %cmp74 = icmp ugt i32 %13, %14
  br i1 %cmp74, label %if.then75, label %if.end90

if.then75:                                        ; preds = %if.else69
  %mul78 = mul i32 %13, 5
  %add81 = add i32 %mul78, %14
  store i32 %add81, ptr addrspace(3) %arrayidx11, align 4, !tbaa !9
  %shr86 = lshr i32 %add81, 3
  %xor89 = xor i32 %14, %shr86
  store i32 %xor89, ptr addrspace(3) %arrayidx3, align 4, !tbaa !9
  br label %if.end90

if.end90:                                         ; preds = %if.then75, %if.else69
  %15 = load i32, ptr addrspace(3) %arrayidx11, align 4, !tbaa !9
  %16 = load i32, ptr addrspace(3) %arrayidx3, align 4, !tbaa !9
  %add95 = add i32 %16, %15
  store i32 %add95, ptr addrspace(3) %arrayidx3, align 4, !tbaa !9
  br label %for.inc

for.inc:                                          ; preds = %if.end, %if.end90, %if.end63
  %inc = add i32 %j.0, 1
  br label %for.cond12

for.inc98:                                        ; preds = %for.cond12
  %inc99 = add i32 %i.0, 1
  br label %for.cond

for.end100:                                       ; preds = %for.cond
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
