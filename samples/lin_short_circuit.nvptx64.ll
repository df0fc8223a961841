; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Short circuit: if ((c1 || c2) && c3) S1 else S2, then S3. The tests load and
; compute, so they stay branches. Blocks carry the paper's names.
;
; Look at: the edges B2 to B3, B2 to B5 and B3 to B5: neither end dominates or
;   post-dominates the other, so B3 and B5 are joins that no branch's
;   post-dominator names. A warp that splits in B1 runs B3 twice and B5 up to
;   three times before it meets again in B6.
; Transforms: linearization puts a guard before every block; threads meet
;   before B3 and B5, each of which then runs once.
; Paper: LIN (doi 10.1007/978-3-642-54807-9_8), figures 1 and 4.
; Launch: grid G, block BLOCK; x, y, z: G * BLOCK uints each, any values; out:
;   G * BLOCK uints.
;
; Made from lin_short_circuit.cl by build.sh.

source_filename = "lin_short_circuit.cl"
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; Function Attrs: convergent noinline norecurse nounwind
define dso_local ptx_kernel void @lin_short_circuit(ptr addrspace(1) noundef align 4 %x, ptr addrspace(1) noundef align 4 %y, ptr addrspace(1) noundef align 4 %z, ptr addrspace(1) noundef align 4 %out) #0 !kernel_arg_addr_space !4 !kernel_arg_access_qual !5 !kernel_arg_type !6 !kernel_arg_base_type !6 !kernel_arg_type_qual !7 !reqd_work_group_size !8 {
B1:
  %0 = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %mul = mul i32 %0, 64
  %1 = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %add = add i32 %mul, %1
  %idxprom = zext i32 %add to i64
  %arrayidx = getelementptr inbounds i32, ptr addrspace(1) %x, i64 %idxprom
  %2 = load i32, ptr addrspace(1) %arrayidx, align 4, !tbaa !9
  %and = and i32 %2, 1
  %cmp = icmp ne i32 %and, 0
  br i1 %cmp, label %B3, label %B2

B2:                                               ; preds = %B1
  %arrayidx3 = getelementptr inbounds i32, ptr addrspace(1) %y, i64 %idxprom
  %3 = load i32, ptr addrspace(1) %arrayidx3, align 4, !tbaa !9
  %add4 = add i32 %2, %3
  %and5 = and i32 %add4, 2
  %cmp6 = icmp eq i32 %and5, 0
  br i1 %cmp6, label %B5, label %B3

B3:                                               ; preds = %B2, %B1
  %seen.0 = phi i32 [ %2, %B1 ], [ %add4, %B2 ]
  %mul9 = mul i32 %seen.0, 3
  %arrayidx11 = getelementptr inbounds i32, ptr addrspace(1) %z, i64 %idxprom
  %4 = load i32, ptr addrspace(1) %arrayidx11, align 4, !tbaa !9
  %add12 = add i32 %mul9, %4
  %and13 = and i32 %add12, 4
  %cmp14 = icmp eq i32 %and13, 0
  br i1 %cmp14, label %B5, label %B4

B4:                                               ; preds = %B3
  %mul17 = mul i32 %add12, 7
  %add18 = add i32 %mul17, 1
  br label %B6

B5:                                               ; preds = %B3, %B2
  %seen.1 = phi i32 [ %add4, %B2 ], [ %add12, %B3 ]
  %xor = xor i32 %seen.1, 85
  %add19 = add i32 %xor, 2
  br label %B6

B6:                                               ; preds = %B5, %B4
  %seen.2 = phi i32 [ %seen.1, %B5 ], [ %add12, %B4 ]
  %result.0 = phi i32 [ %add19, %B5 ], [ %add18, %B4 ]
  %add20 = add i32 %result.0, %seen.2
  %arrayidx22 = getelementptr inbounds i32, ptr addrspace(1) %out, i64 %idxprom
  store i32 %add20, ptr addrspace(1) %arrayidx22, align 4, !tbaa !9
  ret void
}

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #1

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x() #1

attributes #0 = { convergent noinline norecurse nounwind "no-trapping-math"="true" "stack-protector-buffer-size"="8" "uniform-work-group-size"="true" }
attributes #1 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }

!nvvm.annotations = !{!0}
!llvm.module.flags = !{!1, !2}
!opencl.ocl.version = !{!3}

!0 = !{ptr @lin_short_circuit, !"kernel", i32 1}
!1 = !{i32 1, !"wchar_size", i32 4}
!2 = !{i32 7, !"frame-pointer", i32 2}
!3 = !{i32 1, i32 2}
!4 = !{i32 1, i32 1, i32 1, i32 1}
!5 = !{!"none", !"none", !"none", !"none"}
!6 = !{!"uint*", !"uint*", !"uint*", !"uint*"}
!7 = !{!"const", !"const", !"const", !""}
!8 = !{i32 64, i32 1, i32 1}
!9 = !{!10, !10, i64 0}
!10 = !{!"int", !11, i64 0}
!11 = !{!"omnipotent char", !12, i64 0}
!12 = !{!"Simple C/C++ TBAA"}
