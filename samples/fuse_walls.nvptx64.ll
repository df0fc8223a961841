; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Particles between two walls: those that left on the left are put back, then
; those that left on the right.
;
; Look at: the two ifs without else, which follow each other. A particle that
;   left on the right waits while the warp puts others back on the left, which
;   takes the same operations. That `low` is less than `high` is not said to the
;   compiler, so nothing proves that no thread wants both arms.
; Fuses: the two ifs. A profile sees that no warp has threads that want both.
;   Their second round stays in the code, behind a branch that is never taken.
; Paper: none. DARM (arXiv 2107.05681) melds no branch with an empty arm.
; Launch: grid G, block BLOCK; place, speed: G * BLOCK floats each; rough:
;   2 * SPOTS floats; with places from -1 to 2 and walls at 0 and 1, a third
;   leaves on either side.
;
; Made from fuse_walls.cl by build.sh.

source_filename = "fuse_walls.cl"
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; Function Attrs: convergent noinline norecurse nounwind
define dso_local ptx_kernel void @fuse_walls(ptr addrspace(1) noundef align 4 %place, ptr addrspace(1) noundef align 4 %speed, ptr addrspace(1) noundef align 4 %rough, float noundef %low, float noundef %high) #0 !kernel_arg_addr_space !4 !kernel_arg_access_qual !5 !kernel_arg_type !6 !kernel_arg_base_type !6 !kernel_arg_type_qual !7 !reqd_work_group_size !8 {
entry:
  %0 = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %mul = mul i32 %0, 64
  %1 = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %add = add i32 %mul, %1
  %idxprom = zext i32 %add to i64
  %arrayidx = getelementptr inbounds float, ptr addrspace(1) %place, i64 %idxprom
  %2 = load float, ptr addrspace(1) %arrayidx, align 4, !tbaa !9
  %arrayidx3 = getelementptr inbounds float, ptr addrspace(1) %speed, i64 %idxprom
  %3 = load float, ptr addrspace(1) %arrayidx3, align 4, !tbaa !9
  %cmp = fcmp olt float %2, %low
  br i1 %cmp, label %if.then, label %if.end

if.then:                                          ; preds = %entry
  %sub = fsub float %low, %2
  %rem = urem i32 %add, 64
  %idxprom4 = zext i32 %rem to i64
  %arrayidx5 = getelementptr inbounds float, ptr addrspace(1) %rough, i64 %idxprom4
  %4 = load float, ptr addrspace(1) %arrayidx5, align 4, !tbaa !9
  %mul6 = fmul float %sub, %4
  %add7 = fadd float %low, %mul6
  %mul8 = fmul float %3, %4
  %mul9 = fmul float %3, %3
  %add10 = fadd float 1.000000e+00, %mul9
  %div = fdiv float %sub, %add10
  %add11 = fadd float %mul8, %div
  br label %if.end

if.end:                                           ; preds = %if.then, %entry
  %v.0 = phi float [ %add11, %if.then ], [ %3, %entry ]
  %x.0 = phi float [ %add7, %if.then ], [ %2, %entry ]
  %cmp12 = fcmp ogt float %x.0, %high
  br i1 %cmp12, label %if.then13, label %if.end28

if.then13:                                        ; preds = %if.end
  %sub15 = fsub float %x.0, %high
  %rem17 = urem i32 %add, 64
  %add18 = add i32 64, %rem17
  %idxprom19 = zext i32 %add18 to i64
  %arrayidx20 = getelementptr inbounds float, ptr addrspace(1) %rough, i64 %idxprom19
  %5 = load float, ptr addrspace(1) %arrayidx20, align 4, !tbaa !9
  %mul21 = fmul float %sub15, %5
  %sub22 = fsub float %high, %mul21
  %mul23 = fmul float %v.0, %5
  %mul24 = fmul float %v.0, %v.0
  %add25 = fadd float 1.000000e+00, %mul24
  %div26 = fdiv float %sub15, %add25
  %sub27 = fsub float %mul23, %div26
  br label %if.end28

if.end28:                                         ; preds = %if.then13, %if.end
  %v.1 = phi float [ %sub27, %if.then13 ], [ %v.0, %if.end ]
  %x.1 = phi float [ %sub22, %if.then13 ], [ %x.0, %if.end ]
  store float %x.1, ptr addrspace(1) %arrayidx, align 4, !tbaa !9
  store float %v.1, ptr addrspace(1) %arrayidx3, align 4, !tbaa !9
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

!0 = !{ptr @fuse_walls, !"kernel", i32 1}
!1 = !{i32 1, !"wchar_size", i32 4}
!2 = !{i32 7, !"frame-pointer", i32 2}
!3 = !{i32 1, i32 2}
!4 = !{i32 1, i32 1, i32 1, i32 0, i32 0}
!5 = !{!"none", !"none", !"none", !"none", !"none"}
!6 = !{!"float*", !"float*", !"float*", !"float", !"float"}
!7 = !{!"", !"", !"const", !"", !""}
!8 = !{i32 64, i32 1, i32 1}
!9 = !{!10, !10, i64 0}
!10 = !{!"float", !11, i64 0}
!11 = !{!"omnipotent char", !12, i64 0}
!12 = !{!"Simple C/C++ TBAA"}
