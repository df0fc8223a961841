; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; The smallest irreducible graph: B1 goes to B2 or to B3, and B2 and B3 go to
; each other until B3 leaves.
;
; Look at: the cycle B2, B3, entered at both ends. Natural-loop analyses do
;   not see it; cycle analysis does, with two entries. The branch in B1
;   depends on the data and diverges, as does the exit in B3.
; Transforms: linearization in either order (B1, B2, B3 or B1, B3, B2) makes
;   it reducible: guards and one back edge, nothing copied.
; Paper: LIN (doi 10.1007/978-3-642-54807-9_8), figures 6(c) and 6(d).
; Launch: grid G, block BLOCK; x: G * BLOCK uints, any values; out: G * BLOCK
;   uints.
;
; Made from lin_irreducible.cl by build.sh.

source_filename = "lin_irreducible.cl"
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; Function Attrs: convergent noinline norecurse nounwind
define dso_local ptx_kernel void @lin_irreducible(ptr addrspace(1) noundef align 4 %x, ptr addrspace(1) noundef align 4 %out) #0 !kernel_arg_addr_space !4 !kernel_arg_access_qual !5 !kernel_arg_type !6 !kernel_arg_base_type !6 !kernel_arg_type_qual !7 !reqd_work_group_size !8 {
B1:
  %0 = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %mul = mul i32 %0, 64
  %1 = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %add = add i32 %mul, %1
  %idxprom = zext i32 %add to i64
  %arrayidx = getelementptr inbounds i32, ptr addrspace(1) %x, i64 %idxprom
  %2 = load i32, ptr addrspace(1) %arrayidx, align 4, !tbaa !9
  %shr = lshr i32 %2, 8
  %and = and i32 %shr, 7
  %and2 = and i32 %2, 1
  %cmp = icmp ne i32 %and2, 0
  br i1 %cmp, label %B3, label %B2

B2:                                               ; preds = %B3, %B1
  %value.0 = phi i32 [ %2, %B1 ], [ %xor, %B3 ]
  %rounds.0 = phi i32 [ %and, %B1 ], [ %dec, %B3 ]
  %mul3 = mul i32 %value.0, 5
  %add4 = add i32 %mul3, 1
  %arrayidx6 = getelementptr inbounds i32, ptr addrspace(1) %out, i64 %idxprom
  store i32 %add4, ptr addrspace(1) %arrayidx6, align 4, !tbaa !9
  br label %B3

B3:                                               ; preds = %B1, %B2
  %value.1 = phi i32 [ %add4, %B2 ], [ %2, %B1 ]
  %rounds.1 = phi i32 [ %rounds.0, %B2 ], [ %and, %B1 ]
  %shr7 = lshr i32 %value.1, 3
  %add8 = add i32 %shr7, %rounds.1
  %xor = xor i32 %value.1, %add8
  %dec = add i32 %rounds.1, -1
  %cmp9 = icmp ugt i32 %rounds.1, 0
  br i1 %cmp9, label %B2, label %B4

B4:                                               ; preds = %B3
  %arrayidx13 = getelementptr inbounds i32, ptr addrspace(1) %out, i64 %idxprom
  store i32 %xor, ptr addrspace(1) %arrayidx13, align 4, !tbaa !9
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

!0 = !{ptr @lin_irreducible, !"kernel", i32 1}
!1 = !{i32 1, !"wchar_size", i32 4}
!2 = !{i32 7, !"frame-pointer", i32 2}
!3 = !{i32 1, i32 2}
!4 = !{i32 1, i32 1}
!5 = !{!"none", !"none"}
!6 = !{!"uint*", !"uint*"}
!7 = !{!"const", !""}
!8 = !{i32 64, i32 1, i32 1}
!9 = !{!10, !10, i64 0}
!10 = !{!"int", !11, i64 0}
!11 = !{!"omnipotent char", !12, i64 0}
!12 = !{!"Simple C/C++ TBAA"}
