; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Synthetic kernel SB1: a divergent diamond in two nested loops. One side
; works on a and b, the other does the very same on c and d, all in local
; memory.
;
; Look at: the branch on ((tid ^ j) & 1): odd lanes against even ones. Each
;   arm is one block.
; Melds: the two blocks, completely: only the addresses need selects (the
;   arrays differ), and the branch goes away.
; Paper: CFM (arXiv 2107.05681v1), figure 6 and section VI-A. Tail merging
;   gets the common tail only, branch fusion all of it.
; Launch: grid G, block BLOCK; a, b, c, d: G * BLOCK uints each, any values.
;
; Made from sb1.cl by build.sh.

source_filename = "sb1.cl"
target datalayout = "e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"

@sb1.sa = internal addrspace(3) global [64 x i32] undef, align 4
@sb1.sb = internal addrspace(3) global [64 x i32] undef, align 4
@sb1.sc = internal addrspace(3) global [64 x i32] undef, align 4
@sb1.sd = internal addrspace(3) global [64 x i32] undef, align 4

; Function Attrs: convergent norecurse nounwind
define protected amdgpu_kernel void @sb1(ptr addrspace(1) noundef align 4 %a, ptr addrspace(1) noundef align 4 %b, ptr addrspace(1) noundef align 4 %c, ptr addrspace(1) noundef align 4 %d) #0 !kernel_arg_addr_space !4 !kernel_arg_access_qual !5 !kernel_arg_type !6 !kernel_arg_base_type !6 !kernel_arg_type_qual !7 !reqd_work_group_size !8 {
entry:
  %0 = call noundef range(i32 0, 1024) i32 @llvm.amdgcn.workitem.id.x()
  %1 = call i32 @llvm.amdgcn.workgroup.id.x()
  %mul = mul i32 %1, 64
  %add = add i32 %mul, %0
  %idxprom = zext i32 %add to i64
  %arrayidx = getelementptr inbounds i32, ptr addrspace(1) %a, i64 %idxprom
  %2 = load i32, ptr addrspace(1) %arrayidx, align 4, !tbaa !9
  %idxprom2 = zext i32 %0 to i64
  %arrayidx3 = getelementptr inbounds [64 x i32], ptr addrspace(3) @sb1.sa, i64 0, i64 %idxprom2
  store i32 %2, ptr addrspace(3) %arrayidx3, align 4, !tbaa !9
  %arrayidx5 = getelementptr inbounds i32, ptr addrspace(1) %b, i64 %idxprom
  %3 = load i32, ptr addrspace(1) %arrayidx5, align 4, !tbaa !9
  %arrayidx7 = getelementptr inbounds [64 x i32], ptr addrspace(3) @sb1.sb, i64 0, i64 %idxprom2
  store i32 %3, ptr addrspace(3) %arrayidx7, align 4, !tbaa !9
  %arrayidx9 = getelementptr inbounds i32, ptr addrspace(1) %c, i64 %idxprom
  %4 = load i32, ptr addrspace(1) %arrayidx9, align 4, !tbaa !9
  %arrayidx11 = getelementptr inbounds [64 x i32], ptr addrspace(3) @sb1.sc, i64 0, i64 %idxprom2
  store i32 %4, ptr addrspace(3) %arrayidx11, align 4, !tbaa !9
  %arrayidx13 = getelementptr inbounds i32, ptr addrspace(1) %d, i64 %idxprom
  %5 = load i32, ptr addrspace(1) %arrayidx13, align 4, !tbaa !9
  %arrayidx15 = getelementptr inbounds [64 x i32], ptr addrspace(3) @sb1.sd, i64 0, i64 %idxprom2
  store i32 %5, ptr addrspace(3) %arrayidx15, align 4, !tbaa !9
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  br label %for.cond

for.cond:                                         ; preds = %for.inc75, %entry
  %i.0 = phi i32 [ 0, %entry ], [ %inc76, %for.inc75 ]
  %cmp = icmp ult i32 %i.0, 4
  br i1 %cmp, label %for.cond16, label %for.end77

for.cond16:                                       ; preds = %for.cond, %for.inc
  %j.0 = phi i32 [ %inc, %for.inc ], [ 0, %for.cond ]
  %cmp17 = icmp ult i32 %j.0, 8
  br i1 %cmp17, label %for.body19, label %for.inc75

for.body19:                                       ; preds = %for.cond16
  %xor = xor i32 %0, %j.0
  %and = and i32 %xor, 1
  %cmp20 = icmp eq i32 %and, 0
  br i1 %cmp20, label %if.then, label %if.else

if.then:                                          ; preds = %for.body19
  %6 = load i32, ptr addrspace(3) %arrayidx3, align 4, !tbaa !9
  %mul23 = mul i32 %6, 5
  %7 = load i32, ptr addrspace(3) %arrayidx7, align 4, !tbaa !9
  %add26 = add i32 %mul23, %7
  store i32 %add26, ptr addrspace(3) %arrayidx3, align 4, !tbaa !9
  %shr = lshr i32 %add26, 3
  %xor33 = xor i32 %7, %shr
  %mul38 = mul i32 %add26, 9
  %add39 = add i32 %xor33, %mul38
  store i32 %add39, ptr addrspace(3) %arrayidx7, align 4, !tbaa !9
  %shl = shl i32 %add39, 2
  %xor46 = xor i32 %add26, %shl
  store i32 %xor46, ptr addrspace(3) %arrayidx3, align 4, !tbaa !9
  br label %for.inc

if.else:                                          ; preds = %for.body19
  %8 = load i32, ptr addrspace(3) %arrayidx11, align 4, !tbaa !9
  %mul49 = mul i32 %8, 5
  %9 = load i32, ptr addrspace(3) %arrayidx15, align 4, !tbaa !9
  %add52 = add i32 %mul49, %9
  store i32 %add52, ptr addrspace(3) %arrayidx11, align 4, !tbaa !9
  %shr57 = lshr i32 %add52, 3
  %xor60 = xor i32 %9, %shr57
  %mul65 = mul i32 %add52, 9
  %add66 = add i32 %xor60, %mul65
  store i32 %add66, ptr addrspace(3) %arrayidx15, align 4, !tbaa !9
  %shl71 = shl i32 %add66, 2
  %xor74 = xor i32 %add52, %shl71
  store i32 %xor74, ptr addrspace(3) %arrayidx11, align 4, !tbaa !9
  br label %for.inc

for.inc:                                          ; preds = %if.then, %if.else
  %inc = add i32 %j.0, 1
  br label %for.cond16

for.inc75:                                        ; preds = %for.cond16
  %inc76 = add i32 %i.0, 1
  br label %for.cond

for.end77:                                        ; preds = %for.cond
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %10 = load i32, ptr addrspace(3) %arrayidx3, align 4, !tbaa !9
  store i32 %10, ptr addrspace(1) %arrayidx, align 4, !tbaa !9
  %11 = load i32, ptr addrspace(3) %arrayidx7, align 4, !tbaa !9
  store i32 %11, ptr addrspace(1) %arrayidx5, align 4, !tbaa !9
  %12 = load i32, ptr addrspace(3) %arrayidx11, align 4, !tbaa !9
  store i32 %12, ptr addrspace(1) %arrayidx9, align 4, !tbaa !9
  %13 = load i32, ptr addrspace(3) %arrayidx15, align 4, !tbaa !9
  store i32 %13, ptr addrspace(1) %arrayidx13, align 4, !tbaa !9
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
!4 = !{i32 1, i32 1, i32 1, i32 1}
!5 = !{!"none", !"none", !"none", !"none"}
!6 = !{!"uint*", !"uint*", !"uint*", !"uint*"}
!7 = !{!"", !"", !"", !""}
!8 = !{i32 64, i32 1, i32 1}
!9 = !{!10, !10, i64 0}
!10 = !{!"int", !11, i64 0}
!11 = !{!"omnipotent char", !12, i64 0}
!12 = !{!"Simple C/C++ TBAA"}
