; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A step of a particle filter that follows a bright spot through images: a
; thread block holds the particles of one filter. Each particle moves by
; chance, is weighed by the image around it, and is replaced by one that is
; drawn by these weights.
;
; Look at: the branch on chance (along x or along y), that on the pixel
;   (inside or outside of the spot), and the search for the particle drawn:
;   threads find theirs after one step or after BLOCK of them.
; Melds: the two ways of moving; the two ways of weighing.
; Paper: DARM and CFM take kernels of Rodinia, of which particlefilter has this
;   shape; this one was written for this project, in whole numbers.
; Launch: grid G, block BLOCK; image: WIDTH * WIDTH uints, of which the lowest
;   eight bits count; seeds: G * BLOCK uints, any values, written back; places:
;   the same (y in the upper half of a word, x in the lower).
;
; Made from particle_filter.cl by build.sh.

source_filename = "particle_filter.cl"
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

@particle_filter.sum = internal addrspace(3) global [64 x i32] undef, align 4
@particle_filter.place = internal addrspace(3) global [64 x i32] undef, align 4

; Function Attrs: convergent noinline norecurse nounwind
define dso_local ptx_kernel void @particle_filter(ptr addrspace(1) noundef align 4 %image, ptr addrspace(1) noundef align 4 %seeds, ptr addrspace(1) noundef align 4 %places) #0 !kernel_arg_addr_space !4 !kernel_arg_access_qual !5 !kernel_arg_type !6 !kernel_arg_base_type !6 !kernel_arg_type_qual !7 !reqd_work_group_size !8 {
entry:
  %0 = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %1 = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %mul = mul i32 %1, 64
  %add = add i32 %mul, %0
  %idxprom = zext i32 %add to i64
  %arrayidx = getelementptr inbounds i32, ptr addrspace(1) %seeds, i64 %idxprom
  %2 = load i32, ptr addrspace(1) %arrayidx, align 4, !tbaa !9
  %arrayidx3 = getelementptr inbounds i32, ptr addrspace(1) %places, i64 %idxprom
  %3 = load i32, ptr addrspace(1) %arrayidx3, align 4, !tbaa !9
  %and = and i32 %3, 65535
  %shr = lshr i32 %3, 16
  %mul.i = mul i32 %2, 1664525
  %add.i = add i32 %mul.i, 1013904223
  %shr.i = lshr i32 %add.i, 16
  %and7 = and i32 %shr.i, 1
  %tobool = icmp ne i32 %and7, 0
  br i1 %tobool, label %if.then, label %if.else

if.then:                                          ; preds = %entry
  %mul.i2 = mul i32 %add.i, 1664525
  %add.i3 = add i32 %mul.i2, 1013904223
  %shr.i4 = lshr i32 %add.i3, 16
  %rem = urem i32 %shr.i4, 5
  %add9 = add i32 1, %rem
  %add10 = add i32 %and, %add9
  %mul.i6 = mul i32 %add.i3, 1664525
  %add.i7 = add i32 %mul.i6, 1013904223
  %shr.i8 = lshr i32 %add.i7, 16
  %rem12 = urem i32 %shr.i8, 3
  %add13 = add i32 %shr, %rem12
  br label %if.end

if.else:                                          ; preds = %entry
  %mul.i10 = mul i32 %add.i, 1664525
  %add.i11 = add i32 %mul.i10, 1013904223
  %shr.i12 = lshr i32 %add.i11, 16
  %rem15 = urem i32 %shr.i12, 7
  %add16 = add i32 2, %rem15
  %add17 = add i32 %shr, %add16
  %mul.i14 = mul i32 %add.i11, 1664525
  %add.i15 = add i32 %mul.i14, 1013904223
  %shr.i16 = lshr i32 %add.i15, 16
  %rem19 = urem i32 %shr.i16, 3
  %add20 = add i32 %and, %rem19
  br label %if.end

if.end:                                           ; preds = %if.else, %if.then
  %seed.0 = phi i32 [ %add.i7, %if.then ], [ %add.i15, %if.else ]
  %y.0 = phi i32 [ %add13, %if.then ], [ %add17, %if.else ]
  %x.0 = phi i32 [ %add10, %if.then ], [ %add20, %if.else ]
  %and21 = and i32 %x.0, 31
  %and22 = and i32 %y.0, 31
  br label %for.cond

for.cond:                                         ; preds = %for.inc, %if.end
  %i.0 = phi i32 [ 0, %if.end ], [ %inc, %for.inc ]
  %weight.0 = phi i32 [ 1, %if.end ], [ %weight.1, %for.inc ]
  %cmp = icmp ult i32 %i.0, 9
  br i1 %cmp, label %for.body, label %for.end

for.body:                                         ; preds = %for.cond
  %rem23 = urem i32 %i.0, 3
  %add24 = add i32 %and21, %rem23
  %and25 = and i32 %add24, 31
  %div = udiv i32 %i.0, 3
  %add26 = add i32 %and22, %div
  %and27 = and i32 %add26, 31
  %mul28 = mul i32 %and27, 32
  %add29 = add i32 %mul28, %and25
  %idxprom30 = zext i32 %add29 to i64
  %arrayidx31 = getelementptr inbounds i32, ptr addrspace(1) %image, i64 %idxprom30
  %4 = load i32, ptr addrspace(1) %arrayidx31, align 4, !tbaa !9
  %and32 = and i32 %4, 255
  %cmp33 = icmp uge i32 %and32, 128
  br i1 %cmp33, label %if.then34, label %if.else38

if.then34:                                        ; preds = %for.body
  %sub = sub i32 %and32, 128
  %mul35 = mul i32 %sub, %sub
  %shr36 = lshr i32 %mul35, 4
  %add37 = add i32 %weight.0, %shr36
  br label %for.inc

if.else38:                                        ; preds = %for.body
  %sub40 = sub i32 128, %and32
  %mul41 = mul i32 %sub40, %sub40
  %shr42 = lshr i32 %mul41, 7
  %add43 = add i32 %weight.0, %shr42
  br label %for.inc

for.inc:                                          ; preds = %if.then34, %if.else38
  %weight.1 = phi i32 [ %add37, %if.then34 ], [ %add43, %if.else38 ]
  %inc = add i32 %i.0, 1
  br label %for.cond

for.end:                                          ; preds = %for.cond
  %shl = shl i32 %and22, 16
  %or = or i32 %shl, %and21
  %idxprom45 = zext i32 %0 to i64
  %arrayidx46 = getelementptr inbounds [64 x i32], ptr addrspace(3) @particle_filter.place, i64 0, i64 %idxprom45
  store i32 %or, ptr addrspace(3) %arrayidx46, align 4, !tbaa !9
  %arrayidx48 = getelementptr inbounds [64 x i32], ptr addrspace(3) @particle_filter.sum, i64 0, i64 %idxprom45
  store i32 %weight.0, ptr addrspace(3) %arrayidx48, align 4, !tbaa !9
  br label %for.cond49

for.cond49:                                       ; preds = %if.end58, %for.end
  %step.0 = phi i32 [ 1, %for.end ], [ %mul63, %if.end58 ]
  %cmp50 = icmp ult i32 %step.0, 64
  br i1 %cmp50, label %for.body52, label %for.end64

for.body52:                                       ; preds = %for.cond49
  call void @llvm.nvvm.barrier0()
  %cmp53 = icmp uge i32 %0, %step.0
  br i1 %cmp53, label %if.then54, label %if.end58

if.then54:                                        ; preds = %for.body52
  %sub55 = sub i32 %0, %step.0
  %idxprom56 = zext i32 %sub55 to i64
  %arrayidx57 = getelementptr inbounds [64 x i32], ptr addrspace(3) @particle_filter.sum, i64 0, i64 %idxprom56
  %5 = load i32, ptr addrspace(3) %arrayidx57, align 4, !tbaa !9
  br label %if.end58

if.end58:                                         ; preds = %if.then54, %for.body52
  %before.0 = phi i32 [ %5, %if.then54 ], [ 0, %for.body52 ]
  call void @llvm.nvvm.barrier0()
  %6 = load i32, ptr addrspace(3) %arrayidx48, align 4, !tbaa !9
  %add61 = add i32 %6, %before.0
  store i32 %add61, ptr addrspace(3) %arrayidx48, align 4, !tbaa !9
  %mul63 = mul i32 %step.0, 2
  br label %for.cond49

for.end64:                                        ; preds = %for.cond49
  call void @llvm.nvvm.barrier0()
  %mul.i18 = mul i32 %seed.0, 1664525
  %add.i19 = add i32 %mul.i18, 1013904223
  %shr.i20 = lshr i32 %add.i19, 16
  %shl66 = shl i32 %shr.i20, 8
  %mul.i22 = mul i32 %add.i19, 1664525
  %add.i23 = add i32 %mul.i22, 1013904223
  %shr.i24 = lshr i32 %add.i23, 16
  %xor = xor i32 %shl66, %shr.i24
  %7 = load i32, ptr addrspace(3) getelementptr inbounds ([64 x i32], ptr addrspace(3) @particle_filter.sum, i64 0, i64 63), align 4, !tbaa !9
  %rem68 = urem i32 %xor, %7
  br label %while.cond

while.cond:                                       ; preds = %while.body, %for.end64
  %k.0 = phi i32 [ 0, %for.end64 ], [ %inc72, %while.body ]
  %idxprom69 = zext i32 %k.0 to i64
  %arrayidx70 = getelementptr inbounds [64 x i32], ptr addrspace(3) @particle_filter.sum, i64 0, i64 %idxprom69
  %8 = load i32, ptr addrspace(3) %arrayidx70, align 4, !tbaa !9
  %cmp71 = icmp ule i32 %8, %rem68
  br i1 %cmp71, label %while.body, label %while.end

while.body:                                       ; preds = %while.cond
  %inc72 = add i32 %k.0, 1
  br label %while.cond

while.end:                                        ; preds = %while.cond
  %arrayidx74 = getelementptr inbounds [64 x i32], ptr addrspace(3) @particle_filter.place, i64 0, i64 %idxprom69
  %9 = load i32, ptr addrspace(3) %arrayidx74, align 4, !tbaa !9
  store i32 %9, ptr addrspace(1) %arrayidx3, align 4, !tbaa !9
  store i32 %add.i23, ptr addrspace(1) %arrayidx, align 4, !tbaa !9
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

!0 = !{ptr @particle_filter, !"kernel", i32 1}
!1 = !{i32 1, !"wchar_size", i32 4}
!2 = !{i32 7, !"frame-pointer", i32 2}
!3 = !{i32 1, i32 2}
!4 = !{i32 1, i32 1, i32 1}
!5 = !{!"none", !"none", !"none"}
!6 = !{!"uint*", !"uint*", !"uint*"}
!7 = !{!"const", !"", !""}
!8 = !{i32 64, i32 1, i32 1}
!9 = !{!10, !10, i64 0}
!10 = !{!"int", !11, i64 0}
!11 = !{!"omnipotent char", !12, i64 0}
!12 = !{!"Simple C/C++ TBAA"}
