; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Synthetic kernel SB3-R: SB3's shape, whose if-then bodies compute different
; things on the two sides.
;
; Look at: the branch on ((tid ^ j) & 1); then the matrix of subgraph pairs:
;   which pair scores best is less obvious than in SB3, since every body
;   differs.
; Melds: two region pairs and the block between them; the bodies align in
;   part.
; Paper: CFM (arXiv 2107.05681v1), figure 6 and section VI-A.
; Launch: grid G, block BLOCK; a, b, c, d: G * BLOCK uints each, any values.
;
; Made from sb3r.cl by build.sh.

source_filename = "sb3r.cl"
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

@sb3r.sa = internal addrspace(3) global [64 x i32] undef, align 4
@sb3r.sb = internal addrspace(3) global [64 x i32] undef, align 4
@sb3r.sc = internal addrspace(3) global [64 x i32] undef, align 4
@sb3r.sd = internal addrspace(3) global [64 x i32] undef, align 4

; Function Attrs: convergent noinline norecurse nounwind
define dso_local ptx_kernel void @sb3r(ptr addrspace(1) noundef align 4 %a, ptr addrspace(1) noundef align 4 %b, ptr addrspace(1) noundef align 4 %c, ptr addrspace(1) noundef align 4 %d) #0 !kernel_arg_addr_space !4 !kernel_arg_access_qual !5 !kernel_arg_type !6 !kernel_arg_base_type !6 !kernel_arg_type_qual !7 !reqd_work_group_size !8 {
entry:
  %0 = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %1 = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %mul = mul i32 %1, 64
  %add = add i32 %mul, %0
  %idxprom = zext i32 %add to i64
  %arrayidx = getelementptr inbounds i32, ptr addrspace(1) %a, i64 %idxprom
  %2 = load i32, ptr addrspace(1) %arrayidx, align 4, !tbaa !9
  %idxprom2 = zext i32 %0 to i64
  %arrayidx3 = getelementptr inbounds [64 x i32], ptr addrspace(3) @sb3r.sa, i64 0, i64 %idxprom2
  store i32 %2, ptr addrspace(3) %arrayidx3, align 4, !tbaa !9
  %arrayidx5 = getelementptr inbounds i32, ptr addrspace(1) %b, i64 %idxprom
  %3 = load i32, ptr addrspace(1) %arrayidx5, align 4, !tbaa !9
  %arrayidx7 = getelementptr inbounds [64 x i32], ptr addrspace(3) @sb3r.sb, i64 0, i64 %idxprom2
  store i32 %3, ptr addrspace(3) %arrayidx7, align 4, !tbaa !9
  %arrayidx9 = getelementptr inbounds i32, ptr addrspace(1) %c, i64 %idxprom
  %4 = load i32, ptr addrspace(1) %arrayidx9, align 4, !tbaa !9
  %arrayidx11 = getelementptr inbounds [64 x i32], ptr addrspace(3) @sb3r.sc, i64 0, i64 %idxprom2
  store i32 %4, ptr addrspace(3) %arrayidx11, align 4, !tbaa !9
  %arrayidx13 = getelementptr inbounds i32, ptr addrspace(1) %d, i64 %idxprom
  %5 = load i32, ptr addrspace(1) %arrayidx13, align 4, !tbaa !9
  %arrayidx15 = getelementptr inbounds [64 x i32], ptr addrspace(3) @sb3r.sd, i64 0, i64 %idxprom2
  store i32 %5, ptr addrspace(3) %arrayidx15, align 4, !tbaa !9
  call void @llvm.nvvm.barrier0()
  br label %for.cond

for.cond:                                         ; preds = %for.inc114, %entry
  %i.0 = phi i32 [ 0, %entry ], [ %inc115, %for.inc114 ]
  %cmp = icmp ult i32 %i.0, 4
  br i1 %cmp, label %for.cond16, label %for.end116

for.cond16:                                       ; preds = %for.cond, %for.inc
  %j.0 = phi i32 [ %inc, %for.inc ], [ 0, %for.cond ]
  %cmp17 = icmp ult i32 %j.0, 8
  br i1 %cmp17, label %for.body19, label %for.inc114

for.body19:                                       ; preds = %for.cond16
  %xor = xor i32 %0, %j.0
  %and = and i32 %xor, 1
  %cmp20 = icmp eq i32 %and, 0
  br i1 %cmp20, label %if.then, label %if.else

if.then:                                          ; preds = %for.body19
  %6 = load i32, ptr addrspace(3) %arrayidx3, align 4, !tbaa !9
  %7 = load i32, ptr addrspace(3) %arrayidx7, align 4, !tbaa !9
  %cmp25 = icmp ugt i32 %6, %7
  br i1 %cmp25, label %if.then26, label %if.end

if.then26:                                        ; preds = %if.then
  %xor31 = xor i32 %6, %7
  %mul32 = mul i32 %xor31, 7
  %add33 = add i32 %mul32, %i.0
  store i32 %add33, ptr addrspace(3) %arrayidx3, align 4, !tbaa !9
  %shr = lshr i32 %7, 2
  %sub = sub i32 %shr, %add33
  store i32 %sub, ptr addrspace(3) %arrayidx7, align 4, !tbaa !9
  br label %if.end

if.end:                                           ; preds = %if.then26, %if.then
  %8 = load i32, ptr addrspace(3) %arrayidx3, align 4, !tbaa !9
  %9 = load i32, ptr addrspace(3) %arrayidx7, align 4, !tbaa !9
  %add46 = add i32 %9, %8
  store i32 %add46, ptr addrspace(3) %arrayidx7, align 4, !tbaa !9
  %and49 = and i32 %add46, 2
  %cmp50 = icmp ne i32 %and49, 0
  br i1 %cmp50, label %if.then51, label %for.inc

if.then51:                                        ; preds = %if.end
  %or = or i32 %add46, 1
  %mul56 = mul i32 %or, %8
  store i32 %mul56, ptr addrspace(3) %arrayidx7, align 4, !tbaa !9
  %xor61 = xor i32 %mul56, %j.0
  %sub64 = sub i32 %8, %xor61
  store i32 %sub64, ptr addrspace(3) %arrayidx3, align 4, !tbaa !9
  br label %for.inc

if.else:                                          ; preds = %for.body19
  %10 = load i32, ptr addrspace(3) %arrayidx11, align 4, !tbaa !9
  %11 = load i32, ptr addrspace(3) %arrayidx15, align 4, !tbaa !9
  %cmp70 = icmp ugt i32 %10, %11
  br i1 %cmp70, label %if.then71, label %if.end88

if.then71:                                        ; preds = %if.else
  %add76 = add i32 %10, %11
  %shl = shl i32 %add76, 1
  store i32 %shl, ptr addrspace(3) %arrayidx15, align 4, !tbaa !9
  %not = xor i32 %i.0, -1
  %and81 = and i32 %10, %not
  %mul82 = mul i32 %and81, 3
  %xor85 = xor i32 %mul82, %shl
  store i32 %xor85, ptr addrspace(3) %arrayidx11, align 4, !tbaa !9
  br label %if.end88

if.end88:                                         ; preds = %if.then71, %if.else
  %12 = load i32, ptr addrspace(3) %arrayidx11, align 4, !tbaa !9
  %13 = load i32, ptr addrspace(3) %arrayidx15, align 4, !tbaa !9
  %add93 = add i32 %13, %12
  store i32 %add93, ptr addrspace(3) %arrayidx15, align 4, !tbaa !9
  %and96 = and i32 %add93, 2
  %cmp97 = icmp ne i32 %and96, 0
  br i1 %cmp97, label %if.then98, label %for.inc

if.then98:                                        ; preds = %if.end88
  %shr101 = lshr i32 %add93, 5
  %add104 = add i32 %12, %shr101
  store i32 %add104, ptr addrspace(3) %arrayidx11, align 4, !tbaa !9
  %mul107 = mul i32 %add104, 11
  %and108 = and i32 %mul107, 65535
  %add109 = add i32 %and108, %j.0
  store i32 %add109, ptr addrspace(3) %arrayidx15, align 4, !tbaa !9
  br label %for.inc

for.inc:                                          ; preds = %if.then51, %if.end, %if.then98, %if.end88
  %inc = add i32 %j.0, 1
  br label %for.cond16

for.inc114:                                       ; preds = %for.cond16
  %inc115 = add i32 %i.0, 1
  br label %for.cond

for.end116:                                       ; preds = %for.cond
  call void @llvm.nvvm.barrier0()
  %14 = load i32, ptr addrspace(3) %arrayidx3, align 4, !tbaa !9
  store i32 %14, ptr addrspace(1) %arrayidx, align 4, !tbaa !9
  %15 = load i32, ptr addrspace(3) %arrayidx7, align 4, !tbaa !9
  store i32 %15, ptr addrspace(1) %arrayidx5, align 4, !tbaa !9
  %16 = load i32, ptr addrspace(3) %arrayidx11, align 4, !tbaa !9
  store i32 %16, ptr addrspace(1) %arrayidx9, align 4, !tbaa !9
  %17 = load i32, ptr addrspace(3) %arrayidx15, align 4, !tbaa !9
  store i32 %17, ptr addrspace(1) %arrayidx13, align 4, !tbaa !9
  ret void
}

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x() #1

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #1

; Function Attrs: convergent nocallback nounwind
declare void @llvm.nvvm.barrier0() #2

attributes #0 = { convergent noinline norecurse nounwind "no-trapping-math"="true" "stack-protector-buffer-size"="8" "uniform-work-group-size"="true" }
attributes #1 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #2 = { convergent nocallback nounwind }

!nvvm.annotations = !{!0}
!llvm.module.flags = !{!1, !2}
!opencl.ocl.version = !{!3}

!0 = !{ptr @sb3r, !"kernel", i32 1}
!1 = !{i32 1, !"wchar_size", i32 4}
!2 = !{i32 7, !"frame-pointer", i32 2}
!3 = !{i32 1, i32 2}
!4 = !{i32 1, i32 1, i32 1, i32 1}
!5 = !{!"none", !"none", !"none", !"none"}
!6 = !{!"uint*", !"uint*", !"uint*", !"uint*"}
!7 = !{!"", !"", !"", !""}
!8 = !{i32 64, i32 1, i32 1}
!9 = !{!10, !10, i64 0}
!10 = !{!"int", !11, i64 0}
!11 = !{!"omnipotent char", !12, i64 0}
!12 = !{!"Simple C/C++ TBAA"}
