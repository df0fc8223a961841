; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Six blocks, A to F, that each thread runs as often as its data say: its
; basic-block vector is what it is like to all who share a warp with it.
;
; Look at: A branches to B, a loop of itself that D follows, or to C, which
;   skips E or does not; F goes back to A while the thread has rounds left.
;   Bit r of ways says whether round r leads to B, bit r of skips whether it
;   leads around E. The branches of A, B, C and F all depend on the data.
; Transforms: none of the graph. Threads with equal vectors that share a warp
;   never part, so regrouping them takes all divergence away, and the price is
;   where their data lie.
; Paper: BBV (doi 10.1109/TCAD.2015.2501303), figure 3: six blocks, branches
;   in A, B, C and F, and three threads that run B 60, 20 and 6 times. The
;   edges are ours.
; Launch: grid G, block BLOCK; rounds, trips, ways, skips, data: G * BLOCK
;   uints each, any values; of rounds the last five bits count, of trips the
;   last six, and one is added to them; data is written back.
;
; Made from bbv_counts.cl by build.sh.

source_filename = "bbv_counts.cl"
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; Function Attrs: convergent noinline norecurse nounwind
define dso_local ptx_kernel void @bbv_counts(ptr addrspace(1) noundef align 4 %rounds, ptr addrspace(1) noundef align 4 %trips, ptr addrspace(1) noundef align 4 %ways, ptr addrspace(1) noundef align 4 %skips, ptr addrspace(1) noundef align 4 %data) #0 !kernel_arg_addr_space !4 !kernel_arg_access_qual !5 !kernel_arg_type !6 !kernel_arg_base_type !6 !kernel_arg_type_qual !7 !reqd_work_group_size !8 {
entry:
  %0 = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %mul = mul i32 %0, 192
  %1 = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %add = add i32 %mul, %1
  %idxprom = zext i32 %add to i64
  %arrayidx = getelementptr inbounds i32, ptr addrspace(1) %rounds, i64 %idxprom
  %2 = load i32, ptr addrspace(1) %arrayidx, align 4, !tbaa !9
  %and = and i32 %2, 31
  %arrayidx3 = getelementptr inbounds i32, ptr addrspace(1) %trips, i64 %idxprom
  %3 = load i32, ptr addrspace(1) %arrayidx3, align 4, !tbaa !9
  %and4 = and i32 %3, 63
  %add5 = add i32 %and4, 1
  %arrayidx7 = getelementptr inbounds i32, ptr addrspace(1) %ways, i64 %idxprom
  %4 = load i32, ptr addrspace(1) %arrayidx7, align 4, !tbaa !9
  %arrayidx9 = getelementptr inbounds i32, ptr addrspace(1) %skips, i64 %idxprom
  %5 = load i32, ptr addrspace(1) %arrayidx9, align 4, !tbaa !9
  %arrayidx11 = getelementptr inbounds i32, ptr addrspace(1) %data, i64 %idxprom
  %6 = load i32, ptr addrspace(1) %arrayidx11, align 4, !tbaa !9
  br label %A

A:                                                ; preds = %F, %entry
  %left.0 = phi i32 [ %and, %entry ], [ %dec29, %F ]
  %value.0 = phi i32 [ %6, %entry ], [ %value.2, %F ]
  %add12 = add i32 %value.0, %4
  %shr.mask = and i32 %left.0, 31
  %shr = lshr i32 %4, %shr.mask
  %and13 = and i32 %shr, 1
  %cmp = icmp eq i32 %and13, 0
  br i1 %cmp, label %C, label %B

B:                                                ; preds = %B, %A
  %value.1 = phi i32 [ %add12, %A ], [ %add15, %B ]
  %trip.0 = phi i32 [ %add5, %A ], [ %dec, %B ]
  %mul14 = mul i32 %value.1, 5
  %add15 = add i32 %mul14, %trip.0
  %dec = add i32 %trip.0, -1
  %cmp16 = icmp ugt i32 %dec, 0
  br i1 %cmp16, label %B, label %D

D:                                                ; preds = %B
  %shr19 = lshr i32 %add15, 9
  %xor = xor i32 %add15, %shr19
  br label %F

C:                                                ; preds = %A
  %mul20 = mul i32 %add12, 3
  %add21 = add i32 %mul20, %left.0
  %shr23 = lshr i32 %5, %shr.mask
  %and24 = and i32 %shr23, 1
  %cmp25 = icmp ne i32 %and24, 0
  br i1 %cmp25, label %F, label %E

E:                                                ; preds = %C
  %xor28 = xor i32 %add21, %left.0
  %div = udiv i32 %xor28, %add5
  br label %F

F:                                                ; preds = %C, %E, %D
  %value.2 = phi i32 [ %div, %E ], [ %xor, %D ], [ %add21, %C ]
  %dec29 = add i32 %left.0, -1
  %cmp30 = icmp ugt i32 %left.0, 1
  br i1 %cmp30, label %A, label %if.end32

if.end32:                                         ; preds = %F
  store i32 %value.2, ptr addrspace(1) %arrayidx11, align 4, !tbaa !9
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

!0 = !{ptr @bbv_counts, !"kernel", i32 1}
!1 = !{i32 1, !"wchar_size", i32 4}
!2 = !{i32 7, !"frame-pointer", i32 2}
!3 = !{i32 1, i32 2}
!4 = !{i32 1, i32 1, i32 1, i32 1, i32 1}
!5 = !{!"none", !"none", !"none", !"none", !"none"}
!6 = !{!"uint*", !"uint*", !"uint*", !"uint*", !"uint*"}
!7 = !{!"const", !"const", !"const", !"const", !""}
!8 = !{i32 192, i32 1, i32 1}
!9 = !{!10, !10, i64 0}
!10 = !{!"int", !11, i64 0}
!11 = !{!"omnipotent char", !12, i64 0}
!12 = !{!"Simple C/C++ TBAA"}
