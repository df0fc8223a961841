; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Branch interleaving: a structured branch whose arms each load a value (B2,
; B5), branch again, and only then use it (B3, B4 and B6, B7).
;
; Look at: nothing is unstructured here. The outer branch diverges, its arms
;   run one after the other, and each waits for its own load before anything
;   of the other arm may start.
; Transforms: linearization in the order B1, B2, B5, B3, B6, B4, B7 puts the
;   other arm's load between a load and its use.
; Paper: LIN (doi 10.1007/978-3-642-54807-9_8), figures 2(a) and 7, section
;   5.1.
; Launch: grid G, block BLOCK; x, left, right: G * BLOCK uints each, any
;   values; out: G * BLOCK uints.
;
; Made from lin_interleave.cl by build.sh.

source_filename = "lin_interleave.cl"
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; Function Attrs: convergent noinline norecurse nounwind
define dso_local ptx_kernel void @lin_interleave(ptr addrspace(1) noundef align 4 %x, ptr addrspace(1) noundef align 4 %left, ptr addrspace(1) noundef align 4 %right, ptr addrspace(1) noundef align 4 %out) #0 !kernel_arg_addr_space !4 !kernel_arg_access_qual !5 !kernel_arg_type !6 !kernel_arg_base_type !6 !kernel_arg_type_qual !7 !reqd_work_group_size !8 {
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
  br i1 %cmp, label %B2, label %B5

B2:                                               ; preds = %B1
  %arrayidx3 = getelementptr inbounds i32, ptr addrspace(1) %left, i64 %idxprom
  %3 = load i32, ptr addrspace(1) %arrayidx3, align 4, !tbaa !9
  %and4 = and i32 %2, 2
  %cmp5 = icmp ne i32 %and4, 0
  br i1 %cmp5, label %B3, label %B4

B3:                                               ; preds = %B2
  %mul7 = mul i32 %3, 3
  %add8 = add i32 %mul7, %2
  %arrayidx10 = getelementptr inbounds i32, ptr addrspace(1) %out, i64 %idxprom
  store i32 %add8, ptr addrspace(1) %arrayidx10, align 4, !tbaa !9
  br label %if.end28

B4:                                               ; preds = %B2
  %shr = lshr i32 %3, 1
  %sub = sub i32 %shr, %2
  %arrayidx12 = getelementptr inbounds i32, ptr addrspace(1) %out, i64 %idxprom
  store i32 %sub, ptr addrspace(1) %arrayidx12, align 4, !tbaa !9
  br label %if.end28

B5:                                               ; preds = %B1
  %arrayidx15 = getelementptr inbounds i32, ptr addrspace(1) %right, i64 %idxprom
  %4 = load i32, ptr addrspace(1) %arrayidx15, align 4, !tbaa !9
  %and16 = and i32 %2, 4
  %cmp17 = icmp ne i32 %and16, 0
  br i1 %cmp17, label %B6, label %B7

B6:                                               ; preds = %B5
  %xor = xor i32 %4, %2
  %add19 = add i32 %xor, 9
  %arrayidx21 = getelementptr inbounds i32, ptr addrspace(1) %out, i64 %idxprom
  store i32 %add19, ptr addrspace(1) %arrayidx21, align 4, !tbaa !9
  br label %if.end28

B7:                                               ; preds = %B5
  %mul23 = mul i32 %4, %4
  %add24 = add i32 %mul23, 1
  %arrayidx26 = getelementptr inbounds i32, ptr addrspace(1) %out, i64 %idxprom
  store i32 %add24, ptr addrspace(1) %arrayidx26, align 4, !tbaa !9
  br label %if.end28

if.end28:                                         ; preds = %B6, %B7, %B3, %B4
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

!0 = !{ptr @lin_interleave, !"kernel", i32 1}
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
