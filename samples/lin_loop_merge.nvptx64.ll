; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Loop merging: two rounds of an outer loop whose inner loop runs SHORT times
; for half of the threads and LONG times for the others, and the other way
; round in the next round.
;
; Look at: the inner loop's exit. It diverges, and the threads that are done
;   wait for the rest: each round costs LONG inner rounds, 2 * LONG in all,
;   although no thread needs more than SHORT + LONG.
; Transforms: linearization of both loops under one back edge (or flattening)
;   lets a thread start its next outer round while others finish: SHORT + LONG
;   inner rounds.
; Paper: LIN (doi 10.1007/978-3-642-54807-9_8), figures 2(b), 2(c) and 8,
;   section 5.2; the trip counts 10 and 15 are the paper's.
; Launch: grid G, block BLOCK; data: G * BLOCK uints, any values, written
;   back.
;
; Made from lin_loop_merge.cl by build.sh.

source_filename = "lin_loop_merge.cl"
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; Function Attrs: convergent noinline norecurse nounwind
define dso_local ptx_kernel void @lin_loop_merge(ptr addrspace(1) noundef align 4 %data) #0 !kernel_arg_addr_space !4 !kernel_arg_access_qual !5 !kernel_arg_type !6 !kernel_arg_base_type !6 !kernel_arg_type_qual !7 !reqd_work_group_size !8 {
B1:
  %0 = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %1 = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %mul = mul i32 %1, 64
  %add = add i32 %mul, %0
  %idxprom = zext i32 %add to i64
  %arrayidx = getelementptr inbounds i32, ptr addrspace(1) %data, i64 %idxprom
  %2 = load i32, ptr addrspace(1) %arrayidx, align 4, !tbaa !9
  br label %for.cond

for.cond:                                         ; preds = %for.end, %B1
  %i.0 = phi i32 [ 0, %B1 ], [ %inc15, %for.end ]
  %value.0 = phi i32 [ %2, %B1 ], [ %add13, %for.end ]
  %cmp = icmp ult i32 %i.0, 2
  br i1 %cmp, label %for.body, label %for.end16

for.body:                                         ; preds = %for.cond
  %xor = xor i32 %0, %i.0
  %and = and i32 %xor, 1
  %mul2 = mul i32 %and, 5
  %add3 = add i32 10, %mul2
  %mul4 = mul i32 %value.0, 3
  %add5 = add i32 %mul4, %i.0
  br label %for.cond6

for.cond6:                                        ; preds = %for.body9, %for.body
  %value.1 = phi i32 [ %add5, %for.body ], [ %add12, %for.body9 ]
  %j.0 = phi i32 [ 0, %for.body ], [ %inc, %for.body9 ]
  %cmp7 = icmp ult i32 %j.0, %add3
  br i1 %cmp7, label %for.body9, label %for.end

for.body9:                                        ; preds = %for.cond6
  %shr = lshr i32 %value.1, 5
  %xor10 = xor i32 %value.1, %shr
  %mul11 = mul i32 %xor10, 9
  %add12 = add i32 %mul11, %j.0
  %inc = add i32 %j.0, 1
  br label %for.cond6

for.end:                                          ; preds = %for.cond6
  %add13 = add i32 %value.1, %add3
  %inc15 = add i32 %i.0, 1
  br label %for.cond

for.end16:                                        ; preds = %for.cond
  store i32 %value.0, ptr addrspace(1) %arrayidx, align 4, !tbaa !9
  ret void
}

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x() #1

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #1

attributes #0 = { convergent noinline norecurse nounwind "no-trapping-math"="true" "stack-protector-buffer-size"="8" "uniform-work-group-size"="true" }
attributes #1 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }

!nvvm.annotations = !{!0}
!llvm.module.flags = !{!1, !2}
!opencl.ocl.version = !{!3}

!0 = !{ptr @lin_loop_merge, !"kernel", i32 1}
!1 = !{i32 1, !"wchar_size", i32 4}
!2 = !{i32 7, !"frame-pointer", i32 2}
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
