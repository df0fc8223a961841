; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Speckle reducing anisotropic diffusion, first half of a step: the diffusion
; coefficient of each pixel, from its four differences to the neighbours and
; clamped to 0..1. The image's border repeats its outermost pixels.
;
; Look at: two kinds of divergence. The chains on ty and tx decide who fetches
;   the halo around the tile: they depend on the block's shape, and touch
;   global memory only. The last chain, on the coefficient, has three ways
;   that each store to local memory, and depends on the data; of its three
;   ways a typical image takes two.
; Melds: blocks of the chains with each other. Every warp goes all ways of the
;   chain on tx, few warps those of the chain on ty, so that melding gains in
;   the first and next to nothing in the second. Melding the way nobody takes
;   is pure loss: profit needs the frequencies of the ways.
; Paper: DARM (arXiv 2107.05681), benchmark SRAD (the one it slows down, for
;   melding in program order); the algorithm is Rodinia's.
; Measured: the authors' pass (LLVM 14 port, gfx906) on the authors' kernel:
;   five melds, 47 to 41 blocks, 17 to 15 divergent branches, but 6 to 64
;   selects and 3704 to 3740 bytes: it grows.
; Launch: grid cols / TILE by rows / TILE, block TILE by TILE; image,
;   coefficient, north, south, west, east: rows * cols floats (image above
;   zero, the others written); q0sqr: a float above zero, 0.05 for example.
;
; Made from srad.cl by build.sh.

source_filename = "srad.cl"
target datalayout = "e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"

@srad.tile = internal addrspace(3) global [16 x [16 x float]] undef, align 4
@srad.clamped = internal addrspace(3) global [16 x [16 x float]] undef, align 4

; Function Attrs: convergent norecurse nounwind
define protected amdgpu_kernel void @srad(ptr addrspace(1) noundef align 4 %image, ptr addrspace(1) noundef align 4 %coefficient, ptr addrspace(1) noundef align 4 %north, ptr addrspace(1) noundef align 4 %south, ptr addrspace(1) noundef align 4 %west, ptr addrspace(1) noundef align 4 %east, i32 noundef %cols, i32 noundef %rows, float noundef %q0sqr) #0 !kernel_arg_addr_space !4 !kernel_arg_access_qual !5 !kernel_arg_type !6 !kernel_arg_base_type !6 !kernel_arg_type_qual !7 !reqd_work_group_size !8 {
entry:
  %0 = call noundef range(i32 0, 1024) i32 @llvm.amdgcn.workitem.id.x()
  %1 = call noundef range(i32 0, 1024) i32 @llvm.amdgcn.workitem.id.y()
  %2 = call i32 @llvm.amdgcn.workgroup.id.x()
  %mul = mul i32 %2, 16
  %add = add i32 %mul, %0
  %3 = call i32 @llvm.amdgcn.workgroup.id.y()
  %mul4 = mul i32 %3, 16
  %add5 = add i32 %mul4, %1
  %mul6 = mul i32 %add5, %cols
  %add7 = add i32 %mul6, %add
  %idxprom = zext i32 %add7 to i64
  %arrayidx = getelementptr inbounds float, ptr addrspace(1) %image, i64 %idxprom
  %4 = load float, ptr addrspace(1) %arrayidx, align 4, !tbaa !9
  %idxprom8 = zext i32 %1 to i64
  %arrayidx9 = getelementptr inbounds [16 x [16 x float]], ptr addrspace(3) @srad.tile, i64 0, i64 %idxprom8
  %idxprom10 = zext i32 %0 to i64
  %arrayidx11 = getelementptr inbounds [16 x float], ptr addrspace(3) %arrayidx9, i64 0, i64 %idxprom10
  store float %4, ptr addrspace(3) %arrayidx11, align 4, !tbaa !9
  %cmp = icmp eq i32 %1, 0
  br i1 %cmp, label %if.then, label %if.else

if.then:                                          ; preds = %entry
  %cmp12 = icmp ugt i32 %add5, 0
  br i1 %cmp12, label %if.then13, label %if.end26

if.then13:                                        ; preds = %if.then
  %sub = sub i32 %add7, %cols
  %idxprom14 = zext i32 %sub to i64
  %arrayidx15 = getelementptr inbounds float, ptr addrspace(1) %image, i64 %idxprom14
  %5 = load float, ptr addrspace(1) %arrayidx15, align 4, !tbaa !9
  br label %if.end26

if.else:                                          ; preds = %entry
  %cmp16 = icmp eq i32 %1, 15
  br i1 %cmp16, label %if.then17, label %if.end26

if.then17:                                        ; preds = %if.else
  %add18 = add i32 %add5, 1
  %cmp19 = icmp ult i32 %add18, %rows
  br i1 %cmp19, label %if.then20, label %if.end26

if.then20:                                        ; preds = %if.then17
  %add21 = add i32 %add7, %cols
  %idxprom22 = zext i32 %add21 to i64
  %arrayidx23 = getelementptr inbounds float, ptr addrspace(1) %image, i64 %idxprom22
  %6 = load float, ptr addrspace(1) %arrayidx23, align 4, !tbaa !9
  br label %if.end26

if.end26:                                         ; preds = %if.else, %if.then20, %if.then17, %if.then, %if.then13
  %vertical.3 = phi float [ %5, %if.then13 ], [ %4, %if.then ], [ %4, %if.else ], [ %6, %if.then20 ], [ %4, %if.then17 ]
  %cmp27 = icmp eq i32 %0, 0
  br i1 %cmp27, label %if.then28, label %if.else35

if.then28:                                        ; preds = %if.end26
  %cmp29 = icmp ugt i32 %add, 0
  br i1 %cmp29, label %if.then30, label %if.end46

if.then30:                                        ; preds = %if.then28
  %sub31 = sub i32 %add7, 1
  %idxprom32 = zext i32 %sub31 to i64
  %arrayidx33 = getelementptr inbounds float, ptr addrspace(1) %image, i64 %idxprom32
  %7 = load float, ptr addrspace(1) %arrayidx33, align 4, !tbaa !9
  br label %if.end46

if.else35:                                        ; preds = %if.end26
  %cmp36 = icmp eq i32 %0, 15
  br i1 %cmp36, label %if.then37, label %if.end46

if.then37:                                        ; preds = %if.else35
  %add38 = add i32 %add, 1
  %cmp39 = icmp ult i32 %add38, %cols
  br i1 %cmp39, label %if.then40, label %if.end46

if.then40:                                        ; preds = %if.then37
  %add41 = add i32 %add7, 1
  %idxprom42 = zext i32 %add41 to i64
  %arrayidx43 = getelementptr inbounds float, ptr addrspace(1) %image, i64 %idxprom42
  %8 = load float, ptr addrspace(1) %arrayidx43, align 4, !tbaa !9
  br label %if.end46

if.end46:                                         ; preds = %if.else35, %if.then40, %if.then37, %if.then28, %if.then30
  %horizontal.3 = phi float [ %7, %if.then30 ], [ %4, %if.then28 ], [ %4, %if.else35 ], [ %8, %if.then40 ], [ %4, %if.then37 ]
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  br i1 %cmp, label %if.then48, label %if.else56

if.then48:                                        ; preds = %if.end46
  %sub49 = fsub float %vertical.3, %4
  %add50 = add i32 %1, 1
  %idxprom51 = zext i32 %add50 to i64
  %arrayidx52 = getelementptr inbounds [16 x [16 x float]], ptr addrspace(3) @srad.tile, i64 0, i64 %idxprom51
  %arrayidx54 = getelementptr inbounds [16 x float], ptr addrspace(3) %arrayidx52, i64 0, i64 %idxprom10
  %9 = load float, ptr addrspace(3) %arrayidx54, align 4, !tbaa !9
  %sub55 = fsub float %9, %4
  br label %if.end80

if.else56:                                        ; preds = %if.end46
  %cmp57 = icmp eq i32 %1, 15
  br i1 %cmp57, label %if.then58, label %if.else66

if.then58:                                        ; preds = %if.else56
  %sub59 = sub i32 %1, 1
  %idxprom60 = zext i32 %sub59 to i64
  %arrayidx61 = getelementptr inbounds [16 x [16 x float]], ptr addrspace(3) @srad.tile, i64 0, i64 %idxprom60
  %arrayidx63 = getelementptr inbounds [16 x float], ptr addrspace(3) %arrayidx61, i64 0, i64 %idxprom10
  %10 = load float, ptr addrspace(3) %arrayidx63, align 4, !tbaa !9
  %sub64 = fsub float %10, %4
  %sub65 = fsub float %vertical.3, %4
  br label %if.end80

if.else66:                                        ; preds = %if.else56
  %sub67 = sub i32 %1, 1
  %idxprom68 = zext i32 %sub67 to i64
  %arrayidx69 = getelementptr inbounds [16 x [16 x float]], ptr addrspace(3) @srad.tile, i64 0, i64 %idxprom68
  %arrayidx71 = getelementptr inbounds [16 x float], ptr addrspace(3) %arrayidx69, i64 0, i64 %idxprom10
  %11 = load float, ptr addrspace(3) %arrayidx71, align 4, !tbaa !9
  %sub72 = fsub float %11, %4
  %add73 = add i32 %1, 1
  %idxprom74 = zext i32 %add73 to i64
  %arrayidx75 = getelementptr inbounds [16 x [16 x float]], ptr addrspace(3) @srad.tile, i64 0, i64 %idxprom74
  %arrayidx77 = getelementptr inbounds [16 x float], ptr addrspace(3) %arrayidx75, i64 0, i64 %idxprom10
  %12 = load float, ptr addrspace(3) %arrayidx77, align 4, !tbaa !9
  %sub78 = fsub float %12, %4
  br label %if.end80

if.end80:                                         ; preds = %if.then58, %if.else66, %if.then48
  %s.1 = phi float [ %sub55, %if.then48 ], [ %sub65, %if.then58 ], [ %sub78, %if.else66 ]
  %n.1 = phi float [ %sub49, %if.then48 ], [ %sub64, %if.then58 ], [ %sub72, %if.else66 ]
  br i1 %cmp27, label %if.then82, label %if.else90

if.then82:                                        ; preds = %if.end80
  %sub83 = fsub float %horizontal.3, %4
  %add86 = add i32 %0, 1
  %idxprom87 = zext i32 %add86 to i64
  %arrayidx88 = getelementptr inbounds [16 x float], ptr addrspace(3) %arrayidx9, i64 0, i64 %idxprom87
  %13 = load float, ptr addrspace(3) %arrayidx88, align 4, !tbaa !9
  %sub89 = fsub float %13, %4
  br label %if.end114

if.else90:                                        ; preds = %if.end80
  %cmp91 = icmp eq i32 %0, 15
  br i1 %cmp91, label %if.then92, label %if.else100

if.then92:                                        ; preds = %if.else90
  %sub95 = sub i32 %0, 1
  %idxprom96 = zext i32 %sub95 to i64
  %arrayidx97 = getelementptr inbounds [16 x float], ptr addrspace(3) %arrayidx9, i64 0, i64 %idxprom96
  %14 = load float, ptr addrspace(3) %arrayidx97, align 4, !tbaa !9
  %sub98 = fsub float %14, %4
  %sub99 = fsub float %horizontal.3, %4
  br label %if.end114

if.else100:                                       ; preds = %if.else90
  %sub103 = sub i32 %0, 1
  %idxprom104 = zext i32 %sub103 to i64
  %arrayidx105 = getelementptr inbounds [16 x float], ptr addrspace(3) %arrayidx9, i64 0, i64 %idxprom104
  %15 = load float, ptr addrspace(3) %arrayidx105, align 4, !tbaa !9
  %sub106 = fsub float %15, %4
  %add109 = add i32 %0, 1
  %idxprom110 = zext i32 %add109 to i64
  %arrayidx111 = getelementptr inbounds [16 x float], ptr addrspace(3) %arrayidx9, i64 0, i64 %idxprom110
  %16 = load float, ptr addrspace(3) %arrayidx111, align 4, !tbaa !9
  %sub112 = fsub float %16, %4
  br label %if.end114

if.end114:                                        ; preds = %if.then92, %if.else100, %if.then82
  %e.1 = phi float [ %sub89, %if.then82 ], [ %sub99, %if.then92 ], [ %sub112, %if.else100 ]
  %w.1 = phi float [ %sub83, %if.then82 ], [ %sub98, %if.then92 ], [ %sub106, %if.else100 ]
  %mul115 = fmul float %n.1, %n.1
  %mul116 = fmul float %s.1, %s.1
  %add117 = fadd float %mul115, %mul116
  %mul118 = fmul float %w.1, %w.1
  %add119 = fadd float %add117, %mul118
  %mul120 = fmul float %e.1, %e.1
  %add121 = fadd float %add119, %mul120
  %mul122 = fmul float %4, %4
  %div = fdiv float %add121, %mul122
  %add123 = fadd float %n.1, %s.1
  %add124 = fadd float %add123, %w.1
  %add125 = fadd float %add124, %e.1
  %div126 = fdiv float %add125, %4
  %mul127 = fmul float 5.000000e-01, %div
  %mul128 = fmul float %div126, %div126
  %mul129 = fmul float 6.250000e-02, %mul128
  %sub130 = fsub float %mul127, %mul129
  %mul131 = fmul float 2.500000e-01, %div126
  %add132 = fadd float 1.000000e+00, %mul131
  %mul133 = fmul float %add132, %add132
  %div134 = fdiv float %sub130, %mul133
  %sub135 = fsub float %div134, %q0sqr
  %add136 = fadd float 1.000000e+00, %q0sqr
  %mul137 = fmul float %q0sqr, %add136
  %div138 = fdiv float %sub135, %mul137
  %add139 = fadd float 1.000000e+00, %div138
  %div140 = fdiv float 1.000000e+00, %add139
  %cmp141 = fcmp olt float %div140, 0.000000e+00
  br i1 %cmp141, label %if.then142, label %if.else147

if.then142:                                       ; preds = %if.end114
  %arrayidx144 = getelementptr inbounds [16 x [16 x float]], ptr addrspace(3) @srad.clamped, i64 0, i64 %idxprom8
  %arrayidx146 = getelementptr inbounds [16 x float], ptr addrspace(3) %arrayidx144, i64 0, i64 %idxprom10
  store float 0.000000e+00, ptr addrspace(3) %arrayidx146, align 4, !tbaa !9
  br label %if.end160

if.else147:                                       ; preds = %if.end114
  %cmp148 = fcmp ogt float %div140, 1.000000e+00
  br i1 %cmp148, label %if.then149, label %if.else154

if.then149:                                       ; preds = %if.else147
  %arrayidx151 = getelementptr inbounds [16 x [16 x float]], ptr addrspace(3) @srad.clamped, i64 0, i64 %idxprom8
  %arrayidx153 = getelementptr inbounds [16 x float], ptr addrspace(3) %arrayidx151, i64 0, i64 %idxprom10
  store float 1.000000e+00, ptr addrspace(3) %arrayidx153, align 4, !tbaa !9
  br label %if.end160

if.else154:                                       ; preds = %if.else147
  %arrayidx156 = getelementptr inbounds [16 x [16 x float]], ptr addrspace(3) @srad.clamped, i64 0, i64 %idxprom8
  %arrayidx158 = getelementptr inbounds [16 x float], ptr addrspace(3) %arrayidx156, i64 0, i64 %idxprom10
  store float %div140, ptr addrspace(3) %arrayidx158, align 4, !tbaa !9
  br label %if.end160

if.end160:                                        ; preds = %if.then149, %if.else154, %if.then142
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %arrayidx162 = getelementptr inbounds [16 x [16 x float]], ptr addrspace(3) @srad.clamped, i64 0, i64 %idxprom8
  %arrayidx164 = getelementptr inbounds [16 x float], ptr addrspace(3) %arrayidx162, i64 0, i64 %idxprom10
  %17 = load float, ptr addrspace(3) %arrayidx164, align 4, !tbaa !9
  %arrayidx166 = getelementptr inbounds float, ptr addrspace(1) %coefficient, i64 %idxprom
  store float %17, ptr addrspace(1) %arrayidx166, align 4, !tbaa !9
  %arrayidx168 = getelementptr inbounds float, ptr addrspace(1) %north, i64 %idxprom
  store float %n.1, ptr addrspace(1) %arrayidx168, align 4, !tbaa !9
  %arrayidx170 = getelementptr inbounds float, ptr addrspace(1) %south, i64 %idxprom
  store float %s.1, ptr addrspace(1) %arrayidx170, align 4, !tbaa !9
  %arrayidx172 = getelementptr inbounds float, ptr addrspace(1) %west, i64 %idxprom
  store float %w.1, ptr addrspace(1) %arrayidx172, align 4, !tbaa !9
  %arrayidx174 = getelementptr inbounds float, ptr addrspace(1) %east, i64 %idxprom
  store float %e.1, ptr addrspace(1) %arrayidx174, align 4, !tbaa !9
  ret void
}

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef i32 @llvm.amdgcn.workitem.id.x() #1

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef i32 @llvm.amdgcn.workitem.id.y() #1

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef i32 @llvm.amdgcn.workgroup.id.x() #1

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef i32 @llvm.amdgcn.workgroup.id.y() #1

; Function Attrs: convergent nocallback nofree nounwind willreturn
declare void @llvm.amdgcn.s.barrier() #2

attributes #0 = { convergent norecurse nounwind "amdgpu-flat-work-group-size"="256,256" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "uniform-work-group-size"="true" }
attributes #1 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #2 = { convergent nocallback nofree nounwind willreturn }

!llvm.module.flags = !{!0, !1, !2}
!opencl.ocl.version = !{!3}

!0 = !{i32 1, !"amdhsa_code_object_version", i32 500}
!1 = !{i32 1, !"wchar_size", i32 4}
!2 = !{i32 8, !"PIC Level", i32 2}
!3 = !{i32 1, i32 2}
!4 = !{i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 0, i32 0, i32 0}
!5 = !{!"none", !"none", !"none", !"none", !"none", !"none", !"none", !"none", !"none"}
!6 = !{!"float*", !"float*", !"float*", !"float*", !"float*", !"float*", !"uint", !"uint", !"float"}
!7 = !{!"const", !"", !"", !"", !"", !"", !"", !"", !""}
!8 = !{i32 16, i32 16, i32 1}
!9 = !{!10, !10, i64 0}
!10 = !{!"float", !11, i64 0}
!11 = !{!"omnipotent char", !12, i64 0}
!12 = !{!"Simple C/C++ TBAA"}
