; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Quantization in place of a plane of 8 by 8 blocks of DCT coefficients: each
; value is divided by its step, rounded to the nearest and multiplied back.
; dct_quant has one step per position; dct_quant_nonuniform widens the step
; where values are large and sends the smallest to zero.
;
; Look at: the branch on the sign. Coefficients of both signs lie side by
;   side, so it diverges for nearly every warp; the arms differ in two
;   negations only. In dct_quant_nonuniform each arm holds a chain of
;   thresholds as well.
; Melds: the diamond's two blocks, division with division; the negations are
;   left over. The branch goes away altogether. In the second kernel the two
;   chains are a region pair.
; Paper: DARM (arXiv 2107.05681), benchmark DCT; plane and rounding as in the
;   quantization of the CUDA samples' 8 by 8 DCT.
; Measured: the authors' pass (LLVM 14 port, gfx906) on the authors' kernel:
;   one meld, 4 blocks to 1, 1 divergent branch to none, 0 to 5 selects, 380
;   to 264 bytes, 8 to 9 vector registers.
; Launch: grid stride / 8 by height / 8, block 8 by 8; plane: stride * height
;   16-bit integers; stride: a multiple of 8.
;
; Made from dct_quant.cl by build.sh.

source_filename = "dct_quant.cl"
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

@step_at = dso_local addrspace(4) constant [64 x i16] [i16 16, i16 11, i16 10, i16 16, i16 24, i16 40, i16 51, i16 61, i16 12, i16 12, i16 14, i16 19, i16 26, i16 58, i16 60, i16 55, i16 14, i16 13, i16 16, i16 24, i16 40, i16 57, i16 69, i16 56, i16 14, i16 17, i16 22, i16 29, i16 51, i16 87, i16 80, i16 62, i16 18, i16 22, i16 37, i16 56, i16 68, i16 109, i16 103, i16 77, i16 24, i16 35, i16 55, i16 64, i16 81, i16 104, i16 113, i16 92, i16 49, i16 64, i16 78, i16 87, i16 103, i16 121, i16 120, i16 101, i16 72, i16 92, i16 95, i16 98, i16 112, i16 100, i16 103, i16 99], align 2

; Function Attrs: convergent noinline norecurse nounwind
define dso_local ptx_kernel void @dct_quant(ptr addrspace(1) noundef align 2 %plane, i32 noundef %stride) #0 !kernel_arg_addr_space !5 !kernel_arg_access_qual !6 !kernel_arg_type !7 !kernel_arg_base_type !7 !kernel_arg_type_qual !8 !reqd_work_group_size !9 {
entry:
  %0 = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %1 = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %2 = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.y()
  %mul = mul i32 %2, 8
  %add = add i32 %mul, %1
  %mul3 = mul i32 %add, %stride
  %3 = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %mul5 = mul i32 %3, 8
  %add6 = add i32 %mul3, %mul5
  %add7 = add i32 %add6, %0
  %idxprom = zext i32 %add7 to i64
  %arrayidx = getelementptr inbounds i16, ptr addrspace(1) %plane, i64 %idxprom
  %4 = load i16, ptr addrspace(1) %arrayidx, align 2, !tbaa !10
  %conv = sext i16 %4 to i32
  %mul8 = mul i32 %1, 8
  %add9 = add i32 %mul8, %0
  %idxprom10 = zext i32 %add9 to i64
  %arrayidx11 = getelementptr inbounds [64 x i16], ptr addrspace(4) @step_at, i64 0, i64 %idxprom10
  %5 = load i16, ptr addrspace(4) %arrayidx11, align 2, !tbaa !10
  %conv12 = sext i16 %5 to i32
  %cmp = icmp slt i32 %conv, 0
  br i1 %cmp, label %if.then, label %if.else

if.then:                                          ; preds = %entry
  %div = sdiv i32 %conv12, 2
  %sub = sub nsw i32 %div, %conv
  %div14 = sdiv i32 %sub, %conv12
  %sub15 = sub nsw i32 0, %div14
  br label %if.end

if.else:                                          ; preds = %entry
  %div16 = sdiv i32 %conv12, 2
  %add17 = add nsw i32 %div16, %conv
  %div18 = sdiv i32 %add17, %conv12
  br label %if.end

if.end:                                           ; preds = %if.else, %if.then
  %value.0 = phi i32 [ %sub15, %if.then ], [ %div18, %if.else ]
  %mul19 = mul nsw i32 %value.0, %conv12
  %conv20 = trunc i32 %mul19 to i16
  store i16 %conv20, ptr addrspace(1) %arrayidx, align 2, !tbaa !10
  ret void
}

; Function Attrs: convergent noinline norecurse nounwind
define dso_local ptx_kernel void @dct_quant_nonuniform(ptr addrspace(1) noundef align 2 %plane, i32 noundef %stride) #0 !kernel_arg_addr_space !5 !kernel_arg_access_qual !6 !kernel_arg_type !7 !kernel_arg_base_type !7 !kernel_arg_type_qual !8 !reqd_work_group_size !9 {
entry:
  %0 = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %1 = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %2 = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.y()
  %mul = mul i32 %2, 8
  %add = add i32 %mul, %1
  %mul3 = mul i32 %add, %stride
  %3 = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %mul5 = mul i32 %3, 8
  %add6 = add i32 %mul3, %mul5
  %add7 = add i32 %add6, %0
  %idxprom = zext i32 %add7 to i64
  %arrayidx = getelementptr inbounds i16, ptr addrspace(1) %plane, i64 %idxprom
  %4 = load i16, ptr addrspace(1) %arrayidx, align 2, !tbaa !10
  %conv = sext i16 %4 to i32
  %mul8 = mul i32 %1, 8
  %add9 = add i32 %mul8, %0
  %idxprom10 = zext i32 %add9 to i64
  %arrayidx11 = getelementptr inbounds [64 x i16], ptr addrspace(4) @step_at, i64 0, i64 %idxprom10
  %5 = load i16, ptr addrspace(4) %arrayidx11, align 2, !tbaa !10
  %conv12 = sext i16 %5 to i32
  %cmp = icmp slt i32 %conv, 0
  br i1 %cmp, label %if.then, label %if.else32

if.then:                                          ; preds = %entry
  %sub = sub nsw i32 0, %conv
  %cmp14 = icmp slt i32 %sub, %conv12
  br i1 %cmp14, label %if.end53, label %if.else

if.else:                                          ; preds = %if.then
  %mul17 = mul nsw i32 4, %conv12
  %cmp18 = icmp slt i32 %sub, %mul17
  br i1 %cmp18, label %if.then20, label %if.else25

if.then20:                                        ; preds = %if.else
  %div = sdiv i32 %conv12, 2
  %add21 = add nsw i32 %sub, %div
  %div22 = sdiv i32 %add21, %conv12
  %mul23 = mul nsw i32 %div22, %conv12
  %sub24 = sub nsw i32 0, %mul23
  br label %if.end53

if.else25:                                        ; preds = %if.else
  %mul26 = mul nsw i32 2, %conv12
  %add27 = add nsw i32 %sub, %conv12
  %div28 = sdiv i32 %add27, %mul26
  %mul29 = mul nsw i32 %div28, %mul26
  %sub30 = sub nsw i32 0, %mul29
  br label %if.end53

if.else32:                                        ; preds = %entry
  %cmp33 = icmp slt i32 %conv, %conv12
  br i1 %cmp33, label %if.end53, label %if.else36

if.else36:                                        ; preds = %if.else32
  %mul37 = mul nsw i32 4, %conv12
  %cmp38 = icmp slt i32 %conv, %mul37
  br i1 %cmp38, label %if.then40, label %if.else45

if.then40:                                        ; preds = %if.else36
  %div41 = sdiv i32 %conv12, 2
  %add42 = add nsw i32 %conv, %div41
  %div43 = sdiv i32 %add42, %conv12
  %mul44 = mul nsw i32 %div43, %conv12
  br label %if.end53

if.else45:                                        ; preds = %if.else36
  %mul47 = mul nsw i32 2, %conv12
  %add48 = add nsw i32 %conv, %conv12
  %div49 = sdiv i32 %add48, %mul47
  %mul50 = mul nsw i32 %div49, %mul47
  br label %if.end53

if.end53:                                         ; preds = %if.else32, %if.else45, %if.then40, %if.then, %if.else25, %if.then20
  %result.4 = phi i32 [ 0, %if.then ], [ %sub24, %if.then20 ], [ %sub30, %if.else25 ], [ 0, %if.else32 ], [ %mul44, %if.then40 ], [ %mul50, %if.else45 ]
  %conv54 = trunc i32 %result.4 to i16
  store i16 %conv54, ptr addrspace(1) %arrayidx, align 2, !tbaa !10
  ret void
}

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x() #1

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef i32 @llvm.nvvm.read.ptx.sreg.tid.y() #1

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.y() #1

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #1

attributes #0 = { convergent noinline norecurse nounwind "no-trapping-math"="true" "stack-protector-buffer-size"="8" "uniform-work-group-size"="true" }
attributes #1 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }

!nvvm.annotations = !{!0, !1}
!llvm.module.flags = !{!2, !3}
!opencl.ocl.version = !{!4}

!0 = !{ptr @dct_quant, !"kernel", i32 1}
!1 = !{ptr @dct_quant_nonuniform, !"kernel", i32 1}
!2 = !{i32 1, !"wchar_size", i32 4}
!3 = !{i32 7, !"frame-pointer", i32 2}
!4 = !{i32 1, i32 2}
!5 = !{i32 1, i32 0}
!6 = !{!"none", !"none"}
!7 = !{!"short*", !"uint"}
!8 = !{!"", !""}
!9 = !{i32 8, i32 8, i32 1}
!10 = !{!11, !11, i64 0}
!11 = !{!"short", !12, i64 0}
!12 = !{!"omnipotent char", !13, i64 0}
!13 = !{!"Simple C/C++ TBAA"}
