; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Jump into a loop: some threads enter the loop B3, B4, B5 at its top, through
; B2, the others in its last block, straight from B1.
;
; Look at: the edges B1 to B5 and B2 to B3, both into the loop: it has two
;   entries, so no block of it dominates the others and the loop is
;   irreducible. The branch in B1 diverges; so does the loop's own exit.
; Transforms: linearization makes the loop natural without copying a block;
;   splitting nodes would copy some.
; Paper: LIN (doi 10.1007/978-3-642-54807-9_8), figures 6(a) and 6(b).
; Launch: grid G, block BLOCK; x: G * BLOCK uints, any values; out: G * BLOCK
;   uints.
;
; Made from lin_jump_in.cl by build.sh.

source_filename = "lin_jump_in.cl"
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; Function Attrs: convergent noinline norecurse nounwind
define dso_local ptx_kernel void @lin_jump_in(ptr addrspace(1) noundef align 4 %x, ptr addrspace(1) noundef align 4 %out) #0 !kernel_arg_addr_space !4 !kernel_arg_access_qual !5 !kernel_arg_type !6 !kernel_arg_base_type !6 !kernel_arg_type_qual !7 !reqd_work_group_size !8 {
B1:
  %0 = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %mul = mul i32 %0, 64
  %1 = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %add = add i32 %mul, %1
  %idxprom = zext i32 %add to i64
  %arrayidx = getelementptr inbounds i32, ptr addrspace(1) %x, i64 %idxprom
  %2 = load i32, ptr addrspace(1) %arrayidx, align 4, !tbaa !9
  %shr = lshr i32 %2, 4
  %and = and i32 %shr, 15
  %and2 = and i32 %2, 1
  %cmp = icmp ne i32 %and2, 0
  br i1 %cmp, label %B5, label %B2

B2:                                               ; preds = %B1
  %mul3 = mul i32 %2, 3
  %add4 = add i32 %mul3, 5
  br label %B3

B3:                                               ; preds = %B5, %B2
  %value.0 = phi i32 [ %add4, %B2 ], [ %add14, %B5 ]
  %rounds.0 = phi i32 [ %and, %B2 ], [ %dec, %B5 ]
  %shr5 = lshr i32 %value.0, 7
  %xor = xor i32 %value.0, %shr5
  %and6 = and i32 %xor, 2
  %cmp7 = icmp ne i32 %and6, 0
  br i1 %cmp7, label %B5, label %B4

B4:                                               ; preds = %B3
  %mul10 = mul i32 %xor, 13
  %add11 = add i32 %mul10, %rounds.0
  %arrayidx13 = getelementptr inbounds i32, ptr addrspace(1) %out, i64 %idxprom
  store i32 %add11, ptr addrspace(1) %arrayidx13, align 4, !tbaa !9
  br label %B5

B5:                                               ; preds = %B3, %B1, %B4
  %value.1 = phi i32 [ %add11, %B4 ], [ %2, %B1 ], [ %xor, %B3 ]
  %rounds.1 = phi i32 [ %rounds.0, %B4 ], [ %and, %B1 ], [ %rounds.0, %B3 ]
  %add14 = add i32 %value.1, 11
  %dec = add i32 %rounds.1, -1
  %cmp15 = icmp ugt i32 %rounds.1, 0
  br i1 %cmp15, label %B3, label %B6

B6:                                               ; preds = %B5
  %arrayidx19 = getelementptr inbounds i32, ptr addrspace(1) %out, i64 %idxprom
  store i32 %add14, ptr addrspace(1) %arrayidx19, align 4, !tbaa !9
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

!0 = !{ptr @lin_jump_in, !"kernel", i32 1}
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
