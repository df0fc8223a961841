; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; LU decomposition, the perimeter step: the diagonal tile is factored already;
; each thread block brings one tile of the row panel (times the inverse of the
; unit lower factor) and one tile of the column panel (times the inverse of
; the upper factor) up to date. Half of the threads do the row, half the
; column.
;
; Look at: the three branches on (tid < TILE). With TILE = 16 the halves share
;   a warp and every one of them diverges; with TILE a multiple of the warp's
;   width none does, although the compiler must still call them divergent.
; Melds: arms with loops, and with loops in loops, as region pairs. The column
;   arm alone divides: a division that must not run for the row's threads. The
;   two local tiles are read with rows and columns exchanged, so addresses
;   need selects.
; Paper: DARM (arXiv 2107.05681), benchmark LUD; the kernel comes from the
;   Rodinia suite.
; Measured: the authors' pass (LLVM 14 port, gfx906) on the authors' kernel:
;   six melds, 45 to 37 blocks, 29 to 26 loads, but 0 to 68 selects, 12 to 15
;   vector registers, 8 to 9 divergent branches; unrolled, 40 to 57 blocks, 17
;   to 27 divergent branches and 7980 to 9280 bytes. Here melding must be
;   refused or paid for.
; Launch: grid dim / TILE - 1 - offset / TILE, block 2 * TILE; m: dim * dim
;   floats, row by row, whose tile at (offset, offset) is factored; dim and
;   offset: multiples of TILE.
;
; Made from lud_perimeter.cl by build.sh.

source_filename = "lud_perimeter.cl"
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

@lud_perimeter.diagonal = internal addrspace(3) global [16 x [16 x float]] undef, align 4
@lud_perimeter.row = internal addrspace(3) global [16 x [16 x float]] undef, align 4
@lud_perimeter.column = internal addrspace(3) global [16 x [16 x float]] undef, align 4

; Function Attrs: convergent noinline norecurse nounwind
define dso_local ptx_kernel void @lud_perimeter(ptr addrspace(1) noundef align 4 %m, i32 noundef %dim, i32 noundef %offset) #0 !kernel_arg_addr_space !4 !kernel_arg_access_qual !5 !kernel_arg_type !6 !kernel_arg_base_type !6 !kernel_arg_type_qual !7 !reqd_work_group_size !8 {
entry:
  %0 = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %mul = mul i32 %offset, %dim
  %add = add i32 %mul, %offset
  %1 = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %add2 = add i32 %1, 1
  %mul3 = mul i32 %add2, 16
  %add4 = add i32 %add, %mul3
  %mul5 = mul i32 %mul3, %dim
  %add6 = add i32 %add, %mul5
  %cmp = icmp ult i32 %0, 16
  br i1 %cmp, label %for.cond, label %if.else

for.cond:                                         ; preds = %entry, %for.body
  %i.0 = phi i32 [ %inc, %for.body ], [ 0, %entry ]
  %cmp7 = icmp ult i32 %i.0, 8
  br i1 %cmp7, label %for.body, label %for.cond16

for.body:                                         ; preds = %for.cond
  %mul8 = mul i32 %i.0, %dim
  %add9 = add i32 %add, %mul8
  %add10 = add i32 %add9, %0
  %idxprom = zext i32 %add10 to i64
  %arrayidx = getelementptr inbounds float, ptr addrspace(1) %m, i64 %idxprom
  %2 = load float, ptr addrspace(1) %arrayidx, align 4, !tbaa !9
  %idxprom11 = zext i32 %i.0 to i64
  %arrayidx12 = getelementptr inbounds [16 x [16 x float]], ptr addrspace(3) @lud_perimeter.diagonal, i64 0, i64 %idxprom11
  %idxprom13 = zext i32 %0 to i64
  %arrayidx14 = getelementptr inbounds [16 x float], ptr addrspace(3) %arrayidx12, i64 0, i64 %idxprom13
  store float %2, ptr addrspace(3) %arrayidx14, align 4, !tbaa !9
  %inc = add i32 %i.0, 1
  br label %for.cond

for.cond16:                                       ; preds = %for.cond, %for.body19
  %i15.0 = phi i32 [ %inc30, %for.body19 ], [ 0, %for.cond ]
  %cmp17 = icmp ult i32 %i15.0, 16
  br i1 %cmp17, label %for.body19, label %if.end

for.body19:                                       ; preds = %for.cond16
  %mul20 = mul i32 %i15.0, %dim
  %add21 = add i32 %add4, %mul20
  %add22 = add i32 %add21, %0
  %idxprom23 = zext i32 %add22 to i64
  %arrayidx24 = getelementptr inbounds float, ptr addrspace(1) %m, i64 %idxprom23
  %3 = load float, ptr addrspace(1) %arrayidx24, align 4, !tbaa !9
  %idxprom25 = zext i32 %i15.0 to i64
  %arrayidx26 = getelementptr inbounds [16 x [16 x float]], ptr addrspace(3) @lud_perimeter.row, i64 0, i64 %idxprom25
  %idxprom27 = zext i32 %0 to i64
  %arrayidx28 = getelementptr inbounds [16 x float], ptr addrspace(3) %arrayidx26, i64 0, i64 %idxprom27
  store float %3, ptr addrspace(3) %arrayidx28, align 4, !tbaa !9
  %inc30 = add i32 %i15.0, 1
  br label %for.cond16

if.else:                                          ; preds = %entry
  %sub = sub i32 %0, 16
  br label %for.cond34

for.cond34:                                       ; preds = %for.body37, %if.else
  %i33.0 = phi i32 [ 8, %if.else ], [ %inc48, %for.body37 ]
  %cmp35 = icmp ult i32 %i33.0, 16
  br i1 %cmp35, label %for.body37, label %for.cond51

for.body37:                                       ; preds = %for.cond34
  %mul38 = mul i32 %i33.0, %dim
  %add39 = add i32 %add, %mul38
  %add40 = add i32 %add39, %sub
  %idxprom41 = zext i32 %add40 to i64
  %arrayidx42 = getelementptr inbounds float, ptr addrspace(1) %m, i64 %idxprom41
  %4 = load float, ptr addrspace(1) %arrayidx42, align 4, !tbaa !9
  %idxprom43 = zext i32 %i33.0 to i64
  %arrayidx44 = getelementptr inbounds [16 x [16 x float]], ptr addrspace(3) @lud_perimeter.diagonal, i64 0, i64 %idxprom43
  %idxprom45 = zext i32 %sub to i64
  %arrayidx46 = getelementptr inbounds [16 x float], ptr addrspace(3) %arrayidx44, i64 0, i64 %idxprom45
  store float %4, ptr addrspace(3) %arrayidx46, align 4, !tbaa !9
  %inc48 = add i32 %i33.0, 1
  br label %for.cond34

for.cond51:                                       ; preds = %for.cond34, %for.body54
  %i50.0 = phi i32 [ %inc65, %for.body54 ], [ 0, %for.cond34 ]
  %cmp52 = icmp ult i32 %i50.0, 16
  br i1 %cmp52, label %for.body54, label %if.end

for.body54:                                       ; preds = %for.cond51
  %mul55 = mul i32 %i50.0, %dim
  %add56 = add i32 %add6, %mul55
  %add57 = add i32 %add56, %sub
  %idxprom58 = zext i32 %add57 to i64
  %arrayidx59 = getelementptr inbounds float, ptr addrspace(1) %m, i64 %idxprom58
  %5 = load float, ptr addrspace(1) %arrayidx59, align 4, !tbaa !9
  %idxprom60 = zext i32 %i50.0 to i64
  %arrayidx61 = getelementptr inbounds [16 x [16 x float]], ptr addrspace(3) @lud_perimeter.column, i64 0, i64 %idxprom60
  %idxprom62 = zext i32 %sub to i64
  %arrayidx63 = getelementptr inbounds [16 x float], ptr addrspace(3) %arrayidx61, i64 0, i64 %idxprom62
  store float %5, ptr addrspace(3) %arrayidx63, align 4, !tbaa !9
  %inc65 = add i32 %i50.0, 1
  br label %for.cond51

if.end:                                           ; preds = %for.cond51, %for.cond16
  call void @llvm.nvvm.barrier0()
  br i1 %cmp, label %for.cond71, label %if.else99

for.cond71:                                       ; preds = %if.end, %for.inc96
  %i70.0 = phi i32 [ %inc97, %for.inc96 ], [ 1, %if.end ]
  %cmp72 = icmp ult i32 %i70.0, 16
  br i1 %cmp72, label %for.cond75, label %if.end140

for.cond75:                                       ; preds = %for.cond71, %for.body78
  %j.0 = phi i32 [ %inc94, %for.body78 ], [ 0, %for.cond71 ]
  %cmp76 = icmp ult i32 %j.0, %i70.0
  br i1 %cmp76, label %for.body78, label %for.inc96

for.body78:                                       ; preds = %for.cond75
  %idxprom79 = zext i32 %i70.0 to i64
  %arrayidx80 = getelementptr inbounds [16 x [16 x float]], ptr addrspace(3) @lud_perimeter.diagonal, i64 0, i64 %idxprom79
  %idxprom81 = zext i32 %j.0 to i64
  %arrayidx82 = getelementptr inbounds [16 x float], ptr addrspace(3) %arrayidx80, i64 0, i64 %idxprom81
  %6 = load float, ptr addrspace(3) %arrayidx82, align 4, !tbaa !9
  %arrayidx84 = getelementptr inbounds [16 x [16 x float]], ptr addrspace(3) @lud_perimeter.row, i64 0, i64 %idxprom81
  %idxprom85 = zext i32 %0 to i64
  %arrayidx86 = getelementptr inbounds [16 x float], ptr addrspace(3) %arrayidx84, i64 0, i64 %idxprom85
  %7 = load float, ptr addrspace(3) %arrayidx86, align 4, !tbaa !9
  %mul87 = fmul float %6, %7
  %arrayidx89 = getelementptr inbounds [16 x [16 x float]], ptr addrspace(3) @lud_perimeter.row, i64 0, i64 %idxprom79
  %arrayidx91 = getelementptr inbounds [16 x float], ptr addrspace(3) %arrayidx89, i64 0, i64 %idxprom85
  %8 = load float, ptr addrspace(3) %arrayidx91, align 4, !tbaa !9
  %sub92 = fsub float %8, %mul87
  store float %sub92, ptr addrspace(3) %arrayidx91, align 4, !tbaa !9
  %inc94 = add i32 %j.0, 1
  br label %for.cond75

for.inc96:                                        ; preds = %for.cond75
  %inc97 = add i32 %i70.0, 1
  br label %for.cond71

if.else99:                                        ; preds = %if.end
  %sub101 = sub i32 %0, 16
  br label %for.cond103

for.cond103:                                      ; preds = %for.end128, %if.else99
  %i102.0 = phi i32 [ 0, %if.else99 ], [ %inc138, %for.end128 ]
  %cmp104 = icmp ult i32 %i102.0, 16
  br i1 %cmp104, label %for.cond108, label %if.end140

for.cond108:                                      ; preds = %for.cond103, %for.body111
  %j107.0 = phi i32 [ %inc127, %for.body111 ], [ 0, %for.cond103 ]
  %cmp109 = icmp ult i32 %j107.0, %i102.0
  br i1 %cmp109, label %for.body111, label %for.end128

for.body111:                                      ; preds = %for.cond108
  %idxprom112 = zext i32 %sub101 to i64
  %arrayidx113 = getelementptr inbounds [16 x [16 x float]], ptr addrspace(3) @lud_perimeter.column, i64 0, i64 %idxprom112
  %idxprom114 = zext i32 %j107.0 to i64
  %arrayidx115 = getelementptr inbounds [16 x float], ptr addrspace(3) %arrayidx113, i64 0, i64 %idxprom114
  %9 = load float, ptr addrspace(3) %arrayidx115, align 4, !tbaa !9
  %arrayidx117 = getelementptr inbounds [16 x [16 x float]], ptr addrspace(3) @lud_perimeter.diagonal, i64 0, i64 %idxprom114
  %idxprom118 = zext i32 %i102.0 to i64
  %arrayidx119 = getelementptr inbounds [16 x float], ptr addrspace(3) %arrayidx117, i64 0, i64 %idxprom118
  %10 = load float, ptr addrspace(3) %arrayidx119, align 4, !tbaa !9
  %mul120 = fmul float %9, %10
  %arrayidx124 = getelementptr inbounds [16 x float], ptr addrspace(3) %arrayidx113, i64 0, i64 %idxprom118
  %11 = load float, ptr addrspace(3) %arrayidx124, align 4, !tbaa !9
  %sub125 = fsub float %11, %mul120
  store float %sub125, ptr addrspace(3) %arrayidx124, align 4, !tbaa !9
  %inc127 = add i32 %j107.0, 1
  br label %for.cond108

for.end128:                                       ; preds = %for.cond108
  %idxprom129 = zext i32 %i102.0 to i64
  %arrayidx130 = getelementptr inbounds [16 x [16 x float]], ptr addrspace(3) @lud_perimeter.diagonal, i64 0, i64 %idxprom129
  %arrayidx132 = getelementptr inbounds [16 x float], ptr addrspace(3) %arrayidx130, i64 0, i64 %idxprom129
  %12 = load float, ptr addrspace(3) %arrayidx132, align 4, !tbaa !9
  %idxprom133 = zext i32 %sub101 to i64
  %arrayidx134 = getelementptr inbounds [16 x [16 x float]], ptr addrspace(3) @lud_perimeter.column, i64 0, i64 %idxprom133
  %arrayidx136 = getelementptr inbounds [16 x float], ptr addrspace(3) %arrayidx134, i64 0, i64 %idxprom129
  %13 = load float, ptr addrspace(3) %arrayidx136, align 4, !tbaa !9
  %div = fdiv float %13, %12
  store float %div, ptr addrspace(3) %arrayidx136, align 4, !tbaa !9
  %inc138 = add i32 %i102.0, 1
  br label %for.cond103

if.end140:                                        ; preds = %for.cond103, %for.cond71
  call void @llvm.nvvm.barrier0()
  br i1 %cmp, label %for.cond145, label %if.else161

for.cond145:                                      ; preds = %if.end140, %for.body148
  %i144.0 = phi i32 [ %inc159, %for.body148 ], [ 1, %if.end140 ]
  %cmp146 = icmp ult i32 %i144.0, 16
  br i1 %cmp146, label %for.body148, label %if.end181

for.body148:                                      ; preds = %for.cond145
  %idxprom149 = zext i32 %i144.0 to i64
  %arrayidx150 = getelementptr inbounds [16 x [16 x float]], ptr addrspace(3) @lud_perimeter.row, i64 0, i64 %idxprom149
  %idxprom151 = zext i32 %0 to i64
  %arrayidx152 = getelementptr inbounds [16 x float], ptr addrspace(3) %arrayidx150, i64 0, i64 %idxprom151
  %14 = load float, ptr addrspace(3) %arrayidx152, align 4, !tbaa !9
  %mul153 = mul i32 %i144.0, %dim
  %add154 = add i32 %add4, %mul153
  %add155 = add i32 %add154, %0
  %idxprom156 = zext i32 %add155 to i64
  %arrayidx157 = getelementptr inbounds float, ptr addrspace(1) %m, i64 %idxprom156
  store float %14, ptr addrspace(1) %arrayidx157, align 4, !tbaa !9
  %inc159 = add i32 %i144.0, 1
  br label %for.cond145

if.else161:                                       ; preds = %if.end140
  %sub163 = sub i32 %0, 16
  br label %for.cond165

for.cond165:                                      ; preds = %for.body168, %if.else161
  %i164.0 = phi i32 [ 0, %if.else161 ], [ %inc179, %for.body168 ]
  %cmp166 = icmp ult i32 %i164.0, 16
  br i1 %cmp166, label %for.body168, label %if.end181

for.body168:                                      ; preds = %for.cond165
  %idxprom169 = zext i32 %i164.0 to i64
  %arrayidx170 = getelementptr inbounds [16 x [16 x float]], ptr addrspace(3) @lud_perimeter.column, i64 0, i64 %idxprom169
  %idxprom171 = zext i32 %sub163 to i64
  %arrayidx172 = getelementptr inbounds [16 x float], ptr addrspace(3) %arrayidx170, i64 0, i64 %idxprom171
  %15 = load float, ptr addrspace(3) %arrayidx172, align 4, !tbaa !9
  %mul173 = mul i32 %i164.0, %dim
  %add174 = add i32 %add6, %mul173
  %add175 = add i32 %add174, %sub163
  %idxprom176 = zext i32 %add175 to i64
  %arrayidx177 = getelementptr inbounds float, ptr addrspace(1) %m, i64 %idxprom176
  store float %15, ptr addrspace(1) %arrayidx177, align 4, !tbaa !9
  %inc179 = add i32 %i164.0, 1
  br label %for.cond165

if.end181:                                        ; preds = %for.cond165, %for.cond145
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

!0 = !{ptr @lud_perimeter, !"kernel", i32 1}
!1 = !{i32 1, !"wchar_size", i32 4}
!2 = !{i32 7, !"frame-pointer", i32 2}
!3 = !{i32 1, i32 2}
!4 = !{i32 1, i32 0, i32 0}
!5 = !{!"none", !"none", !"none"}
!6 = !{!"float*", !"uint", !"uint"}
!7 = !{!"", !"", !""}
!8 = !{i32 32, i32 1, i32 1}
!9 = !{!10, !10, i64 0}
!10 = !{!"float", !11, i64 0}
!11 = !{!"omnipotent char", !12, i64 0}
!12 = !{!"Simple C/C++ TBAA"}
