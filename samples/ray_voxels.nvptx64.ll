; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Rays through a grid of cells: a thread follows its ray step by step. Most
; cells are empty. One in sixteen holds matter, and there the ray gathers
; light by a long computation, and goes on in another direction.
;
; Look at: the branch on the cell. Each thread takes it seldom, but of a warp
;   nearly always some thread does, so that the warp runs the long side in
;   nearly every step, for few threads.
; Melds: the two kinds of matter in the long side, which are alike.
; Paper: none. Tracers of rays have this shape.
; Launch: grid G, block BLOCK; cells: WIDTH * WIDTH uints, any values; image: a
;   word for each thread, written; steps: any.
;
; Made from ray_voxels.cl by build.sh.

source_filename = "ray_voxels.cl"
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; Function Attrs: convergent noinline norecurse nounwind
define dso_local ptx_kernel void @ray_voxels(ptr addrspace(1) noundef align 4 %cells, ptr addrspace(1) noundef align 4 %image, i32 noundef %steps) #0 !kernel_arg_addr_space !4 !kernel_arg_access_qual !5 !kernel_arg_type !6 !kernel_arg_base_type !6 !kernel_arg_type_qual !7 !reqd_work_group_size !8 {
entry:
  %0 = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %mul = mul i32 %0, 64
  %1 = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %add = add i32 %mul, %1
  %mul2 = mul i32 %add, 97
  %mul3 = mul i32 %add, 61
  %and = and i32 %add, 31
  %add4 = add i32 131, %and
  %and5 = and i32 %add, 63
  %add6 = add i32 83, %and5
  br label %for.cond

for.cond:                                         ; preds = %for.inc60, %entry
  %y.0 = phi i32 [ %mul3, %entry ], [ %add9, %for.inc60 ]
  %dx.0 = phi i32 [ %add4, %entry ], [ %dx.2, %for.inc60 ]
  %dy.0 = phi i32 [ %add6, %entry ], [ %dy.2, %for.inc60 ]
  %light.0 = phi i32 [ 0, %entry ], [ %light.3, %for.inc60 ]
  %weight.0 = phi i32 [ 256, %entry ], [ %weight.1, %for.inc60 ]
  %i.0 = phi i32 [ 0, %entry ], [ %inc61, %for.inc60 ]
  %x.0 = phi i32 [ %mul2, %entry ], [ %add8, %for.inc60 ]
  %cmp = icmp ult i32 %i.0, %steps
  br i1 %cmp, label %land.rhs, label %land.end

land.rhs:                                         ; preds = %for.cond
  %cmp7 = icmp ugt i32 %weight.0, 16
  br label %land.end

land.end:                                         ; preds = %land.rhs, %for.cond
  %2 = phi i1 [ false, %for.cond ], [ %cmp7, %land.rhs ]
  br i1 %2, label %for.body, label %for.end62

for.body:                                         ; preds = %land.end
  %add8 = add i32 %x.0, %dx.0
  %add9 = add i32 %y.0, %dy.0
  %shr = lshr i32 %add9, 8
  %and10 = and i32 %shr, 31
  %mul11 = mul i32 %and10, 32
  %shr12 = lshr i32 %add8, 8
  %and13 = and i32 %shr12, 31
  %add14 = add i32 %mul11, %and13
  %idxprom = zext i32 %add14 to i64
  %arrayidx = getelementptr inbounds i32, ptr addrspace(1) %cells, i64 %idxprom
  %3 = load i32, ptr addrspace(1) %arrayidx, align 4, !tbaa !9
  %and15 = and i32 %3, 15
  %cmp16 = icmp eq i32 %and15, 0
  br i1 %cmp16, label %if.then, label %for.inc60

if.then:                                          ; preds = %for.body
  %xor = xor i32 %3, %add8
  %and17 = and i32 %3, 16
  %tobool = icmp ne i32 %and17, 0
  br i1 %tobool, label %if.then18, label %if.else

if.then18:                                        ; preds = %if.then
  %shr19 = lshr i32 %xor, 15
  %xor20 = xor i32 %xor, %shr19
  %mul21 = mul i32 %xor20, 739982445
  %shr22 = lshr i32 %mul21, 12
  %xor23 = xor i32 %mul21, %shr22
  %mul24 = mul i32 %xor23, 695872825
  %shr25 = lshr i32 %mul24, 16
  %xor26 = xor i32 %mul24, %shr25
  %mul27 = mul i32 %xor26, -2048144789
  %and28 = and i32 %mul27, 255
  %mul29 = mul i32 %weight.0, %and28
  %shr30 = lshr i32 %mul29, 8
  %add31 = add i32 %light.0, %shr30
  %sub = sub i32 509, %dx.0
  br label %if.end

if.else:                                          ; preds = %if.then
  %shr32 = lshr i32 %xor, 13
  %xor33 = xor i32 %xor, %shr32
  %mul34 = mul i32 %xor33, -1028477387
  %shr35 = lshr i32 %mul34, 16
  %xor36 = xor i32 %mul34, %shr35
  %mul37 = mul i32 %xor36, -1640531535
  %shr38 = lshr i32 %mul37, 14
  %xor39 = xor i32 %mul37, %shr38
  %mul40 = mul i32 %xor39, 668265263
  %and41 = and i32 %mul40, 127
  %mul42 = mul i32 %weight.0, %and41
  %shr43 = lshr i32 %mul42, 8
  %add44 = add i32 %light.0, %shr43
  %sub45 = sub i32 509, %dy.0
  br label %if.end

if.end:                                           ; preds = %if.else, %if.then18
  %dx.1 = phi i32 [ %sub, %if.then18 ], [ %dx.0, %if.else ]
  %dy.1 = phi i32 [ %dy.0, %if.then18 ], [ %sub45, %if.else ]
  %light.1 = phi i32 [ %add31, %if.then18 ], [ %add44, %if.else ]
  %n.0 = phi i32 [ %mul27, %if.then18 ], [ %mul40, %if.else ]
  br label %for.cond46

for.cond46:                                       ; preds = %for.body49, %if.end
  %light.2 = phi i32 [ %light.1, %if.end ], [ %add56, %for.body49 ]
  %n.1 = phi i32 [ %n.0, %if.end ], [ %mul52, %for.body49 ]
  %k.0 = phi i32 [ 0, %if.end ], [ %inc, %for.body49 ]
  %cmp47 = icmp ult i32 %k.0, 4
  br i1 %cmp47, label %for.body49, label %for.end

for.body49:                                       ; preds = %for.cond46
  %shr50 = lshr i32 %n.1, 11
  %xor51 = xor i32 %n.1, %shr50
  %mul52 = mul i32 %xor51, 73244475
  %shr53 = lshr i32 %mul52, 24
  %mul54 = mul i32 %weight.0, %shr53
  %shr55 = lshr i32 %mul54, 10
  %add56 = add i32 %light.2, %shr55
  %inc = add i32 %k.0, 1
  br label %for.cond46

for.end:                                          ; preds = %for.cond46
  %shr57 = lshr i32 %weight.0, 2
  %sub58 = sub i32 %weight.0, %shr57
  br label %for.inc60

for.inc60:                                        ; preds = %for.body, %for.end
  %dx.2 = phi i32 [ %dx.1, %for.end ], [ %dx.0, %for.body ]
  %dy.2 = phi i32 [ %dy.1, %for.end ], [ %dy.0, %for.body ]
  %light.3 = phi i32 [ %light.2, %for.end ], [ %light.0, %for.body ]
  %weight.1 = phi i32 [ %sub58, %for.end ], [ %weight.0, %for.body ]
  %inc61 = add i32 %i.0, 1
  br label %for.cond

for.end62:                                        ; preds = %land.end
  %idxprom63 = zext i32 %add to i64
  %arrayidx64 = getelementptr inbounds i32, ptr addrspace(1) %image, i64 %idxprom63
  store i32 %light.0, ptr addrspace(1) %arrayidx64, align 4, !tbaa !9
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

!0 = !{ptr @ray_voxels, !"kernel", i32 1}
!1 = !{i32 1, !"wchar_size", i32 4}
!2 = !{i32 7, !"frame-pointer", i32 2}
!3 = !{i32 1, i32 2}
!4 = !{i32 1, i32 1, i32 0}
!5 = !{!"none", !"none", !"none"}
!6 = !{!"uint*", !"uint*", !"uint"}
!7 = !{!"const", !"", !""}
!8 = !{i32 64, i32 1, i32 1}
!9 = !{!10, !10, i64 0}
!10 = !{!"int", !11, i64 0}
!11 = !{!"omnipotent char", !12, i64 0}
!12 = !{!"Simple C/C++ TBAA"}
