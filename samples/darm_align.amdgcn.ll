; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A diamond of two blocks for the alignment of instructions: three pairs that
; differ in both of their operands or in one, and a run that only one side has.
;
; Look at: the blocks if.then and if.else. Their divisions have no operand in
;   common, their multiplications the first, their additions none until the
;   divisions are one: then both add the same quotient. A subtraction and a
;   multiplication of else have no partner; the last divisions do.
; Melds: the two blocks; two selects for each division, one for the
;   multiplication, one for the addition. What is left over runs for all
;   threads, which is nothing to those of the other side, or stands behind a
;   guard, with a phi for each of its two values.
; Paper: DARM (arXiv 2107.05681), figure 3: the instructions 1, 2 and 3, and
;   the unaligned run of block B.
; Launch: grid G, block BLOCK; a, b, c, d, out: G * BLOCK floats each; with
;   a in 4 to 5, the others in 1 to 2 nothing comes near a division by zero.
;
; Made from darm_align.cl by build.sh.

source_filename = "darm_align.cl"
target datalayout = "e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"


; Function Attrs: convergent norecurse nounwind
define protected amdgpu_kernel void @darm_align(ptr addrspace(1) noundef align 4 %a, ptr addrspace(1) noundef align 4 %b, ptr addrspace(1) noundef align 4 %c, ptr addrspace(1) noundef align 4 %d, ptr addrspace(1) noundef align 4 %out) #0 !kernel_arg_addr_space !4 !kernel_arg_access_qual !5 !kernel_arg_type !6 !kernel_arg_base_type !6 !kernel_arg_type_qual !7 !reqd_work_group_size !8 {
entry:
  %0 = call i32 @llvm.amdgcn.workgroup.id.x()
  %mul = mul i32 %0, 64
  %1 = call noundef range(i32 0, 1024) i32 @llvm.amdgcn.workitem.id.x()
  %add = add i32 %mul, %1
  %idxprom = zext i32 %add to i64
  %arrayidx = getelementptr inbounds float, ptr addrspace(1) %a, i64 %idxprom
  %2 = load float, ptr addrspace(1) %arrayidx, align 4, !tbaa !9
  %arrayidx3 = getelementptr inbounds float, ptr addrspace(1) %b, i64 %idxprom
  %3 = load float, ptr addrspace(1) %arrayidx3, align 4, !tbaa !9
  %arrayidx5 = getelementptr inbounds float, ptr addrspace(1) %c, i64 %idxprom
  %4 = load float, ptr addrspace(1) %arrayidx5, align 4, !tbaa !9
  %arrayidx7 = getelementptr inbounds float, ptr addrspace(1) %d, i64 %idxprom
  %5 = load float, ptr addrspace(1) %arrayidx7, align 4, !tbaa !9
  %add8 = fadd float %2, %5
  %and = and i32 %add, 1
  %cmp = icmp eq i32 %and, 0
  br i1 %cmp, label %if.then, label %if.else

if.then:                                          ; preds = %entry
  %div = fdiv float %2, %3
  %mul9 = fmul float %add8, 3.000000e+00
  %add10 = fadd float 7.000000e+00, %div
  %div11 = fdiv float %add10, %mul9
  br label %if.end

if.else:                                          ; preds = %entry
  %div13 = fdiv float %4, %5
  %mul15 = fmul float %add8, 5.000000e+00
  %add17 = fadd float 9.000000e+00, %div13
  %sub = fsub float %add17, %add8
  %mul18 = fmul float %sub, %mul15
  %div19 = fdiv float %sub, %mul18
  br label %if.end

if.end:                                           ; preds = %if.else, %if.then
  %result.0 = phi float [ %div11, %if.then ], [ %div19, %if.else ]
  %arrayidx21 = getelementptr inbounds float, ptr addrspace(1) %out, i64 %idxprom
  store float %result.0, ptr addrspace(1) %arrayidx21, align 4, !tbaa !9
  ret void
}

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef i32 @llvm.amdgcn.workgroup.id.x() #1

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef i32 @llvm.amdgcn.workitem.id.x() #1

attributes #0 = { convergent norecurse nounwind "amdgpu-flat-work-group-size"="64,64" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "uniform-work-group-size"="true" }
attributes #1 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }

!llvm.module.flags = !{!0, !1, !2}
!opencl.ocl.version = !{!3}

!0 = !{i32 1, !"amdhsa_code_object_version", i32 500}
!1 = !{i32 1, !"wchar_size", i32 4}
!2 = !{i32 8, !"PIC Level", i32 2}
!3 = !{i32 1, i32 2}
!4 = !{i32 1, i32 1, i32 1, i32 1, i32 1}
!5 = !{!"none", !"none", !"none", !"none", !"none"}
!6 = !{!"float*", !"float*", !"float*", !"float*", !"float*"}
!7 = !{!"const", !"const", !"const", !"const", !""}
!8 = !{i32 64, i32 1, i32 1}
!9 = !{!10, !10, i64 0}
!10 = !{!"float", !11, i64 0}
!11 = !{!"omnipotent char", !12, i64 0}
!12 = !{!"Simple C/C++ TBAA"}
