; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Stack depth: three nested branches, and at each of them one thread of four
; takes the else side: thread 3 the outermost, 2 the middle, 1 the innermost.
;
; Look at: the branches on bits 0, 1 and 2 of the mark, all divergent. In the
;   innermost arm the reconvergence stack of a warp holds seven entries: one
;   to begin with and two per branch.
; Transforms: linearization brings the threads together after every guard, so
;   the stack stays as low as at the first one; linearizing only below a given
;   depth keeps the rest as it is.
; Paper: LIN (doi 10.1007/978-3-642-54807-9_8), figure 3 and section 5.3.
; Launch: grid G, block BLOCK; data: G * BLOCK uints, any values, written
;   back.
;
; Made from lin_stack_depth.cl by build.sh.

source_filename = "lin_stack_depth.cl"
target datalayout = "e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"


; Function Attrs: convergent norecurse nounwind
define protected amdgpu_kernel void @lin_stack_depth(ptr addrspace(1) noundef align 4 %data) #0 !kernel_arg_addr_space !4 !kernel_arg_access_qual !5 !kernel_arg_type !6 !kernel_arg_base_type !6 !kernel_arg_type_qual !7 !reqd_work_group_size !8 {
B1:
  %0 = call noundef range(i32 0, 1024) i32 @llvm.amdgcn.workitem.id.x()
  %1 = call i32 @llvm.amdgcn.workgroup.id.x()
  %mul = mul i32 %1, 64
  %add = add i32 %mul, %0
  %and = and i32 %0, 3
  %shr = lshr i32 7, %and
  %idxprom = zext i32 %add to i64
  %arrayidx = getelementptr inbounds i32, ptr addrspace(1) %data, i64 %idxprom
  %2 = load i32, ptr addrspace(1) %arrayidx, align 4, !tbaa !9
  %and2 = and i32 %shr, 1
  %cmp = icmp ne i32 %and2, 0
  br i1 %cmp, label %B2, label %B3

B2:                                               ; preds = %B1
  %add3 = add i32 %2, 3
  %and4 = and i32 %shr, 2
  %cmp5 = icmp ne i32 %and4, 0
  br i1 %cmp5, label %B4, label %B5

B4:                                               ; preds = %B2
  %xor = xor i32 %add3, 21
  %and7 = and i32 %shr, 4
  %cmp8 = icmp ne i32 %and7, 0
  br i1 %cmp8, label %B6, label %B7

B6:                                               ; preds = %B4
  %mul10 = mul i32 %xor, 5
  br label %B8

B7:                                               ; preds = %B4
  %shr11 = lshr i32 %xor, 2
  br label %B8

B8:                                               ; preds = %B6, %B7
  %value.0 = phi i32 [ %mul10, %B6 ], [ %shr11, %B7 ]
  %add12 = add i32 %value.0, 7
  br label %B9

B5:                                               ; preds = %B2
  %mul14 = mul i32 %add3, 11
  br label %B9

B9:                                               ; preds = %B8, %B5
  %value.1 = phi i32 [ %add12, %B8 ], [ %mul14, %B5 ]
  %shl = shl i32 %value.1, 3
  %xor16 = xor i32 %value.1, %shl
  br label %B10

B3:                                               ; preds = %B1
  %not = xor i32 %2, -1
  br label %B10

B10:                                              ; preds = %B9, %B3
  %value.2 = phi i32 [ %xor16, %B9 ], [ %not, %B3 ]
  %add19 = add i32 %value.2, %shr
  store i32 %add19, ptr addrspace(1) %arrayidx, align 4, !tbaa !9
  ret void
}

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef i32 @llvm.amdgcn.workitem.id.x() #1

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef i32 @llvm.amdgcn.workgroup.id.x() #1

attributes #0 = { convergent norecurse nounwind "amdgpu-flat-work-group-size"="64,64" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "uniform-work-group-size"="true" }
attributes #1 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }

!llvm.module.flags = !{!0, !1, !2}
!opencl.ocl.version = !{!3}

!0 = !{i32 1, !"amdhsa_code_object_version", i32 500}
!1 = !{i32 1, !"wchar_size", i32 4}
!2 = !{i32 8, !"PIC Level", i32 2}
!3 = !{i32 1, i32 2}
!4 = !{i32 1}
!5 = !{!"none"}
!6 = !{!"uint*"}
!7 = !{!""}
!8 = !{i32 64, i32 1, i32 1}
!9 = !{!10, !10, i64 0}
!10 = !{!"int", !11, i64 0}
!11 = !{!"omnipotent char", !12, i64 0}
!12 = !{!"Simple C/C++ TBAA"}
