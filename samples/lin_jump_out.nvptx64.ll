; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Jump out of a loop: a search that stops when it finds its key (B2 to B5),
; gives up when its running sum says so (B3 to B6) or comes to the end (B4 to
; B5).
;
; Look at: the loop B2, B3, B4 with three exits to two places. Those in B2 and
;   B3 depend on the thread and diverge: threads leave in different rounds and
;   in different directions, and meet only in B6. The edges B2 to B5 and B3 to
;   B6 are the unstructured ones.
; Transforms: linearization keeps one back edge, from a guard behind B4, and
;   collects the leavers before B5.
; Paper: LIN (doi 10.1007/978-3-642-54807-9_8), figure 5.
; Launch: grid G, block BLOCK; list: LENGTH uints; keys: G * BLOCK uints;
;   small values (0 to 15) in both make all three exits happen; out: G * BLOCK
;   uints.
;
; Made from lin_jump_out.cl by build.sh.

source_filename = "lin_jump_out.cl"
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; Function Attrs: convergent noinline norecurse nounwind
define dso_local ptx_kernel void @lin_jump_out(ptr addrspace(1) noundef align 4 %list, ptr addrspace(1) noundef align 4 %keys, ptr addrspace(1) noundef align 4 %out) #0 !kernel_arg_addr_space !4 !kernel_arg_access_qual !5 !kernel_arg_type !6 !kernel_arg_base_type !6 !kernel_arg_type_qual !7 !reqd_work_group_size !8 {
B1:
  %0 = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %mul = mul i32 %0, 64
  %1 = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %add = add i32 %mul, %1
  %idxprom = zext i32 %add to i64
  %arrayidx = getelementptr inbounds i32, ptr addrspace(1) %keys, i64 %idxprom
  %2 = load i32, ptr addrspace(1) %arrayidx, align 4, !tbaa !9
  %add2 = add i32 %2, 1
  br label %B2

B2:                                               ; preds = %B4, %B1
  %sum.0 = phi i32 [ %add2, %B1 ], [ %xor, %B4 ]
  %i.0 = phi i32 [ 0, %B1 ], [ %inc, %B4 ]
  %idxprom3 = zext i32 %i.0 to i64
  %arrayidx4 = getelementptr inbounds i32, ptr addrspace(1) %list, i64 %idxprom3
  %3 = load i32, ptr addrspace(1) %arrayidx4, align 4, !tbaa !9
  %add5 = add i32 %sum.0, %3
  %cmp = icmp eq i32 %3, %2
  br i1 %cmp, label %B5, label %B3

B3:                                               ; preds = %B2
  %shl = shl i32 %2, 4
  %xor = xor i32 %add5, %shl
  %rem = urem i32 %xor, 56
  %cmp8 = icmp eq i32 %rem, 0
  br i1 %cmp8, label %B6, label %B4

B4:                                               ; preds = %B3
  %inc = add i32 %i.0, 1
  %cmp11 = icmp ult i32 %inc, 32
  br i1 %cmp11, label %B2, label %B5

B5:                                               ; preds = %B4, %B2
  %sum.1 = phi i32 [ %add5, %B2 ], [ %xor, %B4 ]
  %i.1 = phi i32 [ %i.0, %B2 ], [ %inc, %B4 ]
  %mul14 = mul i32 %sum.1, 31
  %add15 = add i32 %mul14, %i.1
  br label %B6

B6:                                               ; preds = %B3, %B5
  %sum.2 = phi i32 [ %add15, %B5 ], [ %xor, %B3 ]
  %arrayidx17 = getelementptr inbounds i32, ptr addrspace(1) %out, i64 %idxprom
  store i32 %sum.2, ptr addrspace(1) %arrayidx17, align 4, !tbaa !9
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

!0 = !{ptr @lin_jump_out, !"kernel", i32 1}
!1 = !{i32 1, !"wchar_size", i32 4}
!2 = !{i32 7, !"frame-pointer", i32 2}
!3 = !{i32 1, i32 2}
!4 = !{i32 1, i32 1, i32 1}
!5 = !{!"none", !"none", !"none"}
!6 = !{!"uint*", !"uint*", !"uint*"}
!7 = !{!"const", !"const", !""}
!8 = !{i32 64, i32 1, i32 1}
!9 = !{!10, !10, i64 0}
!10 = !{!"int", !11, i64 0}
!11 = !{!"omnipotent char", !12, i64 0}
!12 = !{!"Simple C/C++ TBAA"}
