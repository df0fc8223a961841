; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; N queens by backtracking: a thread gets one placing of the first two rows
; and counts how many ways the other rows can be filled, with its own stack of
; bit masks in local memory; the block then adds its threads' counts.
;
; Look at: the chain inside the search loop: no free square left (go up a
;   row), else last row (count, go up), else (place, go down). Threads differ
;   in all three and in how often they go round.
; Melds: nothing by itself. A block on one side, a diamond on the other is the
;   classic case of region replication. But the block only goes up a row, and
;   that one addition, which the diamond has as well, is worth 4 cycles; the
;   selects that lead its threads through the diamond cost more.
; Paper: DARM (arXiv 2107.05681), definition 6 case 2, benchmark NQU; the
;   kernel has the shape of the one in GPGPU-Sim's benchmarks. LIN measures it
;   too.
; Measured: the authors' pass (LLVM 14 port, gfx906) on the authors' kernel:
;   one block melded into a region, 26 to 25 blocks, 12 divergent branches
;   before and after, 960 to 1020 bytes: it grows.
; Launch: grid (N * N + BLOCK - 1) / BLOCK, block BLOCK; counts: one uint per
;   block; their sum is the number of solutions, 92 for N = 8.
;
; Made from nqueens.cl by build.sh.

source_filename = "nqueens.cl"
target datalayout = "e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"

@nqueens.untried = internal addrspace(3) global [384 x i32] undef, align 4
@nqueens.columns = internal addrspace(3) global [384 x i32] undef, align 4
@nqueens.left = internal addrspace(3) global [384 x i32] undef, align 4
@nqueens.right = internal addrspace(3) global [384 x i32] undef, align 4
@nqueens.found = internal addrspace(3) global [64 x i32] undef, align 4

; Function Attrs: convergent norecurse nounwind
define protected amdgpu_kernel void @nqueens(ptr addrspace(1) noundef align 4 %counts) #0 !kernel_arg_addr_space !4 !kernel_arg_access_qual !5 !kernel_arg_type !6 !kernel_arg_base_type !6 !kernel_arg_type_qual !7 !reqd_work_group_size !8 {
entry:
  %0 = call noundef range(i32 0, 1024) i32 @llvm.amdgcn.workitem.id.x()
  %1 = call i32 @llvm.amdgcn.workgroup.id.x()
  %mul = mul i32 %1, 64
  %add = add i32 %mul, %0
  %cmp = icmp ult i32 %add, 64
  br i1 %cmp, label %if.then, label %if.end65

if.then:                                          ; preds = %entry
  %div = udiv i32 %add, 8
  %shl.mask = and i32 %div, 31
  %shl = shl i32 1, %shl.mask
  %rem = urem i32 %add, 8
  %shl.mask2 = and i32 %rem, 31
  %shl3 = shl i32 1, %shl.mask2
  %shl4 = shl i32 %shl, 1
  %or = or i32 %shl, %shl4
  %shr = lshr i32 %shl, 1
  %or5 = or i32 %or, %shr
  %and = and i32 %shl3, %or5
  %cmp6 = icmp eq i32 %and, 0
  br i1 %cmp6, label %if.then7, label %if.end65

if.then7:                                         ; preds = %if.then
  %or8 = or i32 %shl, %shl3
  %shl9 = shl i32 %shl, 2
  %shl10 = shl i32 %shl3, 1
  %or11 = or i32 %shl9, %shl10
  %shr12 = lshr i32 %shl, 2
  %shr13 = lshr i32 %shl3, 1
  %or14 = or i32 %shr12, %shr13
  %idxprom = zext i32 %0 to i64
  %arrayidx = getelementptr inbounds [384 x i32], ptr addrspace(3) @nqueens.columns, i64 0, i64 %idxprom
  store i32 %or8, ptr addrspace(3) %arrayidx, align 4, !tbaa !9
  %arrayidx16 = getelementptr inbounds [384 x i32], ptr addrspace(3) @nqueens.left, i64 0, i64 %idxprom
  store i32 %or11, ptr addrspace(3) %arrayidx16, align 4, !tbaa !9
  %arrayidx18 = getelementptr inbounds [384 x i32], ptr addrspace(3) @nqueens.right, i64 0, i64 %idxprom
  store i32 %or14, ptr addrspace(3) %arrayidx18, align 4, !tbaa !9
  %or19 = or i32 %or8, %or11
  %or20 = or i32 %or19, %or14
  %not = xor i32 %or20, -1
  %and21 = and i32 255, %not
  %arrayidx23 = getelementptr inbounds [384 x i32], ptr addrspace(3) @nqueens.untried, i64 0, i64 %idxprom
  store i32 %and21, ptr addrspace(3) %arrayidx23, align 4, !tbaa !9
  br label %while.cond

while.cond:                                       ; preds = %if.end63, %if.then7
  %depth.0 = phi i32 [ 0, %if.then7 ], [ %depth.2, %if.end63 ]
  %solutions.0 = phi i32 [ 0, %if.then7 ], [ %solutions.2, %if.end63 ]
  %cmp24 = icmp sge i32 %depth.0, 0
  br i1 %cmp24, label %while.body, label %if.end65

while.body:                                       ; preds = %while.cond
  %mul25 = mul nsw i32 %depth.0, 64
  %add26 = add i32 %mul25, %0
  %idxprom27 = zext i32 %add26 to i64
  %arrayidx28 = getelementptr inbounds [384 x i32], ptr addrspace(3) @nqueens.untried, i64 0, i64 %idxprom27
  %2 = load i32, ptr addrspace(3) %arrayidx28, align 4, !tbaa !9
  %cmp29 = icmp eq i32 %2, 0
  br i1 %cmp29, label %if.then30, label %if.else

if.then30:                                        ; preds = %while.body
  %dec = add nsw i32 %depth.0, -1
  br label %if.end63

if.else:                                          ; preds = %while.body
  %sub = sub i32 0, %2
  %and31 = and i32 %2, %sub
  %xor = xor i32 %2, %and31
  store i32 %xor, ptr addrspace(3) %arrayidx28, align 4, !tbaa !9
  %cmp34 = icmp eq i32 %depth.0, 5
  br i1 %cmp34, label %if.then35, label %if.else37

if.then35:                                        ; preds = %if.else
  %inc = add i32 %solutions.0, 1
  %dec36 = add nsw i32 %depth.0, -1
  br label %if.end63

if.else37:                                        ; preds = %if.else
  %arrayidx39 = getelementptr inbounds [384 x i32], ptr addrspace(3) @nqueens.columns, i64 0, i64 %idxprom27
  %3 = load i32, ptr addrspace(3) %arrayidx39, align 4, !tbaa !9
  %or40 = or i32 %3, %and31
  %arrayidx42 = getelementptr inbounds [384 x i32], ptr addrspace(3) @nqueens.left, i64 0, i64 %idxprom27
  %4 = load i32, ptr addrspace(3) %arrayidx42, align 4, !tbaa !9
  %or43 = or i32 %4, %and31
  %shl44 = shl i32 %or43, 1
  %arrayidx46 = getelementptr inbounds [384 x i32], ptr addrspace(3) @nqueens.right, i64 0, i64 %idxprom27
  %5 = load i32, ptr addrspace(3) %arrayidx46, align 4, !tbaa !9
  %or47 = or i32 %5, %and31
  %shr48 = lshr i32 %or47, 1
  %add49 = add i32 %add26, 64
  %idxprom50 = zext i32 %add49 to i64
  %arrayidx51 = getelementptr inbounds [384 x i32], ptr addrspace(3) @nqueens.columns, i64 0, i64 %idxprom50
  store i32 %or40, ptr addrspace(3) %arrayidx51, align 4, !tbaa !9
  %arrayidx53 = getelementptr inbounds [384 x i32], ptr addrspace(3) @nqueens.left, i64 0, i64 %idxprom50
  store i32 %shl44, ptr addrspace(3) %arrayidx53, align 4, !tbaa !9
  %arrayidx55 = getelementptr inbounds [384 x i32], ptr addrspace(3) @nqueens.right, i64 0, i64 %idxprom50
  store i32 %shr48, ptr addrspace(3) %arrayidx55, align 4, !tbaa !9
  %or56 = or i32 %or40, %shl44
  %or57 = or i32 %or56, %shr48
  %not58 = xor i32 %or57, -1
  %and59 = and i32 255, %not58
  %arrayidx61 = getelementptr inbounds [384 x i32], ptr addrspace(3) @nqueens.untried, i64 0, i64 %idxprom50
  store i32 %and59, ptr addrspace(3) %arrayidx61, align 4, !tbaa !9
  %inc62 = add nsw i32 %depth.0, 1
  br label %if.end63

if.end63:                                         ; preds = %if.then35, %if.else37, %if.then30
  %depth.2 = phi i32 [ %dec, %if.then30 ], [ %dec36, %if.then35 ], [ %inc62, %if.else37 ]
  %solutions.2 = phi i32 [ %solutions.0, %if.then30 ], [ %inc, %if.then35 ], [ %solutions.0, %if.else37 ]
  br label %while.cond

if.end65:                                         ; preds = %if.then, %while.cond, %entry
  %solutions.4 = phi i32 [ 0, %entry ], [ 0, %if.then ], [ %solutions.0, %while.cond ]
  %idxprom66 = zext i32 %0 to i64
  %arrayidx67 = getelementptr inbounds [64 x i32], ptr addrspace(3) @nqueens.found, i64 0, i64 %idxprom66
  store i32 %solutions.4, ptr addrspace(3) %arrayidx67, align 4, !tbaa !9
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  br label %for.cond

for.cond:                                         ; preds = %if.end77, %if.end65
  %span.0 = phi i32 [ 32, %if.end65 ], [ %div78, %if.end77 ]
  %cmp68 = icmp ugt i32 %span.0, 0
  br i1 %cmp68, label %for.body, label %for.end

for.body:                                         ; preds = %for.cond
  %cmp69 = icmp ult i32 %0, %span.0
  br i1 %cmp69, label %if.then70, label %if.end77

if.then70:                                        ; preds = %for.body
  %add71 = add i32 %0, %span.0
  %idxprom72 = zext i32 %add71 to i64
  %arrayidx73 = getelementptr inbounds [64 x i32], ptr addrspace(3) @nqueens.found, i64 0, i64 %idxprom72
  %6 = load i32, ptr addrspace(3) %arrayidx73, align 4, !tbaa !9
  %7 = load i32, ptr addrspace(3) %arrayidx67, align 4, !tbaa !9
  %add76 = add i32 %7, %6
  store i32 %add76, ptr addrspace(3) %arrayidx67, align 4, !tbaa !9
  br label %if.end77

if.end77:                                         ; preds = %if.then70, %for.body
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %div78 = udiv i32 %span.0, 2
  br label %for.cond

for.end:                                          ; preds = %for.cond
  %cmp79 = icmp eq i32 %0, 0
  br i1 %cmp79, label %if.then80, label %if.end84

if.then80:                                        ; preds = %for.end
  %8 = load i32, ptr addrspace(3) @nqueens.found, align 4, !tbaa !9
  %idxprom82 = zext i32 %1 to i64
  %arrayidx83 = getelementptr inbounds i32, ptr addrspace(1) %counts, i64 %idxprom82
  store i32 %8, ptr addrspace(1) %arrayidx83, align 4, !tbaa !9
  br label %if.end84

if.end84:                                         ; preds = %if.then80, %for.end
  ret void
}

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef i32 @llvm.amdgcn.workitem.id.x() #1

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef i32 @llvm.amdgcn.workgroup.id.x() #1

; Function Attrs: convergent nocallback nofree nounwind willreturn
declare void @llvm.amdgcn.s.barrier() #2

attributes #0 = { convergent norecurse nounwind "amdgpu-flat-work-group-size"="64,64" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "uniform-work-group-size"="true" }
attributes #1 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #2 = { convergent nocallback nofree nounwind willreturn }

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
