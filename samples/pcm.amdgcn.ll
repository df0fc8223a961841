; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Partition and concurrent merge: BUCKETS sorted buckets go through Batcher's
; odd-even merge sort network, one thread per bucket. A comparator of the
; network becomes a merge: of two sorted buckets the lower thread keeps the
; smaller half, merging from the front, the upper thread the larger half,
; merging from the back, both at once.
;
; Look at: the branch on (lower), lower against upper thread of a pair. Each
;   arm is a loop with a data-dependent diamond in it.
; Melds: first the diamonds inside the loops (one side or the other bucket
;   gives its value), then the two loops as a region pair.
; Paper: DARM (arXiv 2107.05681), benchmark PCM; the sorting algorithm is by
;   Herruzo, Ruiz, Benavides and Plata, PDP 2007.
; Measured: the authors' pass (LLVM 14 port, gfx906) on the authors' kernel:
;   three melds, 27 to 22 blocks, 9 to 8 divergent branches, 13 to 11 loads
;   and 10 to 7 stores, but 2 to 20 selects and 9 to 14 vector registers; with
;   the loops unrolled the code grows and divergent branches go from 15 to 17.
; Launch: grid G, block BUCKETS; values: G * BUCKETS * SIZE ints, sorted per
;   block of BUCKETS * SIZE.
;
; Made from pcm.cl by build.sh.

source_filename = "pcm.cl"
target datalayout = "e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"

@pcm.now = internal addrspace(3) global [256 x i32] undef, align 4
@pcm.next = internal addrspace(3) global [256 x i32] undef, align 4

; Function Attrs: convergent norecurse nounwind
define protected amdgpu_kernel void @pcm(ptr addrspace(1) noundef align 4 %values) #0 !kernel_arg_addr_space !4 !kernel_arg_access_qual !5 !kernel_arg_type !6 !kernel_arg_base_type !6 !kernel_arg_type_qual !7 !reqd_work_group_size !8 {
entry:
  %0 = call noundef range(i32 0, 1024) i32 @llvm.amdgcn.workitem.id.x()
  %mul = mul i32 %0, 8
  %1 = call i32 @llvm.amdgcn.workgroup.id.x()
  %mul2 = mul i32 %1, 32
  %mul3 = mul i32 %mul2, 8
  br label %for.cond

for.cond:                                         ; preds = %while.end, %entry
  %i.0 = phi i32 [ 0, %entry ], [ %inc, %while.end ]
  %cmp = icmp ult i32 %i.0, 8
  br i1 %cmp, label %for.body, label %for.end

for.body:                                         ; preds = %for.cond
  %add = add i32 %mul3, %mul
  %add4 = add i32 %add, %i.0
  %idxprom = zext i32 %add4 to i64
  %arrayidx = getelementptr inbounds i32, ptr addrspace(1) %values, i64 %idxprom
  %2 = load i32, ptr addrspace(1) %arrayidx, align 4, !tbaa !9
  %add5 = add i32 %mul, %i.0
  br label %while.cond

while.cond:                                       ; preds = %while.body, %for.body
  %at.0 = phi i32 [ %add5, %for.body ], [ %dec, %while.body ]
  %cmp6 = icmp ugt i32 %at.0, %mul
  br i1 %cmp6, label %land.rhs, label %land.end

land.rhs:                                         ; preds = %while.cond
  %sub = sub i32 %at.0, 1
  %idxprom7 = zext i32 %sub to i64
  %arrayidx8 = getelementptr inbounds [256 x i32], ptr addrspace(3) @pcm.now, i64 0, i64 %idxprom7
  %3 = load i32, ptr addrspace(3) %arrayidx8, align 4, !tbaa !9
  %cmp9 = icmp sgt i32 %3, %2
  br label %land.end

land.end:                                         ; preds = %land.rhs, %while.cond
  %4 = phi i1 [ false, %while.cond ], [ %cmp9, %land.rhs ]
  br i1 %4, label %while.body, label %while.end

while.body:                                       ; preds = %land.end
  %sub10 = sub i32 %at.0, 1
  %idxprom11 = zext i32 %sub10 to i64
  %arrayidx12 = getelementptr inbounds [256 x i32], ptr addrspace(3) @pcm.now, i64 0, i64 %idxprom11
  %5 = load i32, ptr addrspace(3) %arrayidx12, align 4, !tbaa !9
  %idxprom13 = zext i32 %at.0 to i64
  %arrayidx14 = getelementptr inbounds [256 x i32], ptr addrspace(3) @pcm.now, i64 0, i64 %idxprom13
  store i32 %5, ptr addrspace(3) %arrayidx14, align 4, !tbaa !9
  %dec = add i32 %at.0, -1
  br label %while.cond

while.end:                                        ; preds = %land.end
  %idxprom15 = zext i32 %at.0 to i64
  %arrayidx16 = getelementptr inbounds [256 x i32], ptr addrspace(3) @pcm.now, i64 0, i64 %idxprom15
  store i32 %2, ptr addrspace(3) %arrayidx16, align 4, !tbaa !9
  %inc = add i32 %i.0, 1
  br label %for.cond

for.end:                                          ; preds = %for.cond
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  br label %for.cond17

for.cond17:                                       ; preds = %for.inc124, %for.end
  %p.0 = phi i32 [ 1, %for.end ], [ %mul125, %for.inc124 ]
  %cmp18 = icmp ult i32 %p.0, 32
  br i1 %cmp18, label %for.cond21, label %for.cond128

for.cond21:                                       ; preds = %for.cond17, %if.end121
  %k.0 = phi i32 [ %div, %if.end121 ], [ %p.0, %for.cond17 ]
  %cmp22 = icmp uge i32 %k.0, 1
  br i1 %cmp22, label %for.body24, label %for.inc124

for.body24:                                       ; preds = %for.cond21
  %sub.i = sub i32 %p.0, 1
  %and.i = and i32 %k.0, %sub.i
  %mul.i = mul i32 2, %p.0
  %sub1.i = sub i32 %mul.i, 1
  %not.i = xor i32 %sub1.i, -1
  %cmp.i = icmp uge i32 %0, %and.i
  %conv.i = zext i1 %cmp.i to i32
  %add.i = add i32 %0, %k.0
  %cmp2.i = icmp ult i32 %add.i, 32
  %conv3.i = zext i1 %cmp2.i to i32
  %and4.i = and i32 %conv.i, %conv3.i
  %sub5.i = sub i32 %0, %and.i
  %and6.i = and i32 %sub5.i, %k.0
  %cmp7.i = icmp eq i32 %and6.i, 0
  %conv8.i = zext i1 %cmp7.i to i32
  %and9.i = and i32 %and4.i, %conv8.i
  %and10.i = and i32 %0, %not.i
  %and12.i = and i32 %add.i, %not.i
  %cmp13.i = icmp eq i32 %and10.i, %and12.i
  %conv14.i = zext i1 %cmp13.i to i32
  %and15.i = and i32 %and9.i, %conv14.i
  %cmp26 = icmp uge i32 %0, %k.0
  %conv = zext i1 %cmp26 to i32
  %sub27 = sub i32 %0, %k.0
  %cmp.i11 = icmp uge i32 %sub27, %and.i
  %conv.i12 = zext i1 %cmp.i11 to i32
  %cmp2.i14 = icmp ult i32 %0, 32
  %conv3.i15 = zext i1 %cmp2.i14 to i32
  %and4.i16 = and i32 %conv.i12, %conv3.i15
  %sub5.i17 = sub i32 %sub27, %and.i
  %and6.i18 = and i32 %sub5.i17, %k.0
  %cmp7.i19 = icmp eq i32 %and6.i18, 0
  %conv8.i20 = zext i1 %cmp7.i19 to i32
  %and9.i21 = and i32 %and4.i16, %conv8.i20
  %and10.i22 = and i32 %sub27, %not.i
  %cmp13.i25 = icmp eq i32 %and10.i22, %and10.i
  %conv14.i26 = zext i1 %cmp13.i25 to i32
  %and15.i27 = and i32 %and9.i21, %conv14.i26
  %and = and i32 %conv, %and15.i27
  %or = or i32 %and15.i, %and
  %tobool = icmp ne i32 %or, 0
  br i1 %tobool, label %if.then, label %if.end102

if.then:                                          ; preds = %for.body24
  %mul29 = mul i32 %k.0, %and15.i
  %add30 = add i32 %0, %mul29
  %mul31 = mul i32 %k.0, %and
  %sub32 = sub i32 %add30, %mul31
  %mul33 = mul i32 %sub32, 8
  %tobool34 = icmp ne i32 %and15.i, 0
  br i1 %tobool34, label %for.cond37, label %if.else64

for.cond37:                                       ; preds = %if.then, %for.inc61
  %a.0 = phi i32 [ %a.1, %for.inc61 ], [ %mul, %if.then ]
  %b.0 = phi i32 [ %b.1, %for.inc61 ], [ %mul33, %if.then ]
  %i36.0 = phi i32 [ %inc62, %for.inc61 ], [ 0, %if.then ]
  %cmp38 = icmp ult i32 %i36.0, 8
  br i1 %cmp38, label %for.body41, label %if.end102

for.body41:                                       ; preds = %for.cond37
  %idxprom42 = zext i32 %a.0 to i64
  %arrayidx43 = getelementptr inbounds [256 x i32], ptr addrspace(3) @pcm.now, i64 0, i64 %idxprom42
  %6 = load i32, ptr addrspace(3) %arrayidx43, align 4, !tbaa !9
  %idxprom44 = zext i32 %b.0 to i64
  %arrayidx45 = getelementptr inbounds [256 x i32], ptr addrspace(3) @pcm.now, i64 0, i64 %idxprom44
  %7 = load i32, ptr addrspace(3) %arrayidx45, align 4, !tbaa !9
  %cmp46 = icmp sle i32 %6, %7
  br i1 %cmp46, label %if.then48, label %if.else

if.then48:                                        ; preds = %for.body41
  %add51 = add i32 %mul, %i36.0
  %idxprom52 = zext i32 %add51 to i64
  %arrayidx53 = getelementptr inbounds [256 x i32], ptr addrspace(3) @pcm.next, i64 0, i64 %idxprom52
  store i32 %6, ptr addrspace(3) %arrayidx53, align 4, !tbaa !9
  %inc54 = add i32 %a.0, 1
  br label %for.inc61

if.else:                                          ; preds = %for.body41
  %add57 = add i32 %mul, %i36.0
  %idxprom58 = zext i32 %add57 to i64
  %arrayidx59 = getelementptr inbounds [256 x i32], ptr addrspace(3) @pcm.next, i64 0, i64 %idxprom58
  store i32 %7, ptr addrspace(3) %arrayidx59, align 4, !tbaa !9
  %inc60 = add i32 %b.0, 1
  br label %for.inc61

for.inc61:                                        ; preds = %if.then48, %if.else
  %a.1 = phi i32 [ %inc54, %if.then48 ], [ %a.0, %if.else ]
  %b.1 = phi i32 [ %b.0, %if.then48 ], [ %inc60, %if.else ]
  %inc62 = add i32 %i36.0, 1
  br label %for.cond37

if.else64:                                        ; preds = %if.then
  %add66 = add i32 %mul, 8
  %sub67 = sub i32 %add66, 1
  %add69 = add i32 %mul33, 8
  %sub70 = sub i32 %add69, 1
  br label %for.cond72

for.cond72:                                       ; preds = %for.inc98, %if.else64
  %a65.0 = phi i32 [ %sub67, %if.else64 ], [ %a65.1, %for.inc98 ]
  %b68.0 = phi i32 [ %sub70, %if.else64 ], [ %b68.1, %for.inc98 ]
  %i71.0 = phi i32 [ 0, %if.else64 ], [ %inc99, %for.inc98 ]
  %cmp73 = icmp ult i32 %i71.0, 8
  br i1 %cmp73, label %for.body76, label %if.end102

for.body76:                                       ; preds = %for.cond72
  %idxprom77 = zext i32 %a65.0 to i64
  %arrayidx78 = getelementptr inbounds [256 x i32], ptr addrspace(3) @pcm.now, i64 0, i64 %idxprom77
  %8 = load i32, ptr addrspace(3) %arrayidx78, align 4, !tbaa !9
  %idxprom79 = zext i32 %b68.0 to i64
  %arrayidx80 = getelementptr inbounds [256 x i32], ptr addrspace(3) @pcm.now, i64 0, i64 %idxprom79
  %9 = load i32, ptr addrspace(3) %arrayidx80, align 4, !tbaa !9
  %cmp81 = icmp sgt i32 %8, %9
  br i1 %cmp81, label %if.then83, label %if.else90

if.then83:                                        ; preds = %for.body76
  %sub86 = sub i32 %sub67, %i71.0
  %idxprom87 = zext i32 %sub86 to i64
  %arrayidx88 = getelementptr inbounds [256 x i32], ptr addrspace(3) @pcm.next, i64 0, i64 %idxprom87
  store i32 %8, ptr addrspace(3) %arrayidx88, align 4, !tbaa !9
  %dec89 = add i32 %a65.0, -1
  br label %for.inc98

if.else90:                                        ; preds = %for.body76
  %sub93 = sub i32 %sub67, %i71.0
  %idxprom94 = zext i32 %sub93 to i64
  %arrayidx95 = getelementptr inbounds [256 x i32], ptr addrspace(3) @pcm.next, i64 0, i64 %idxprom94
  store i32 %9, ptr addrspace(3) %arrayidx95, align 4, !tbaa !9
  %dec96 = add i32 %b68.0, -1
  br label %for.inc98

for.inc98:                                        ; preds = %if.then83, %if.else90
  %a65.1 = phi i32 [ %dec89, %if.then83 ], [ %a65.0, %if.else90 ]
  %b68.1 = phi i32 [ %b68.0, %if.then83 ], [ %dec96, %if.else90 ]
  %inc99 = add i32 %i71.0, 1
  br label %for.cond72

if.end102:                                        ; preds = %for.cond37, %for.cond72, %for.body24
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  br i1 %tobool, label %for.cond107, label %if.end121

for.cond107:                                      ; preds = %if.end102, %for.body111
  %i106.0 = phi i32 [ %inc119, %for.body111 ], [ 0, %if.end102 ]
  %cmp108 = icmp ult i32 %i106.0, 8
  br i1 %cmp108, label %for.body111, label %if.end121

for.body111:                                      ; preds = %for.cond107
  %add112 = add i32 %mul, %i106.0
  %idxprom113 = zext i32 %add112 to i64
  %arrayidx114 = getelementptr inbounds [256 x i32], ptr addrspace(3) @pcm.next, i64 0, i64 %idxprom113
  %10 = load i32, ptr addrspace(3) %arrayidx114, align 4, !tbaa !9
  %arrayidx117 = getelementptr inbounds [256 x i32], ptr addrspace(3) @pcm.now, i64 0, i64 %idxprom113
  store i32 %10, ptr addrspace(3) %arrayidx117, align 4, !tbaa !9
  %inc119 = add i32 %i106.0, 1
  br label %for.cond107

if.end121:                                        ; preds = %for.cond107, %if.end102
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %div = udiv i32 %k.0, 2
  br label %for.cond21

for.inc124:                                       ; preds = %for.cond21
  %mul125 = mul i32 %p.0, 2
  br label %for.cond17

for.cond128:                                      ; preds = %for.cond17, %for.body132
  %i127.0 = phi i32 [ %inc141, %for.body132 ], [ 0, %for.cond17 ]
  %cmp129 = icmp ult i32 %i127.0, 8
  br i1 %cmp129, label %for.body132, label %for.end142

for.body132:                                      ; preds = %for.cond128
  %add133 = add i32 %mul, %i127.0
  %idxprom134 = zext i32 %add133 to i64
  %arrayidx135 = getelementptr inbounds [256 x i32], ptr addrspace(3) @pcm.now, i64 0, i64 %idxprom134
  %11 = load i32, ptr addrspace(3) %arrayidx135, align 4, !tbaa !9
  %add136 = add i32 %mul3, %mul
  %add137 = add i32 %add136, %i127.0
  %idxprom138 = zext i32 %add137 to i64
  %arrayidx139 = getelementptr inbounds i32, ptr addrspace(1) %values, i64 %idxprom138
  store i32 %11, ptr addrspace(1) %arrayidx139, align 4, !tbaa !9
  %inc141 = add i32 %i127.0, 1
  br label %for.cond128

for.end142:                                       ; preds = %for.cond128
  ret void
}

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef i32 @llvm.amdgcn.workitem.id.x() #1

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef i32 @llvm.amdgcn.workgroup.id.x() #1

; Function Attrs: convergent nocallback nofree nounwind willreturn
declare void @llvm.amdgcn.s.barrier() #2

attributes #0 = { convergent norecurse nounwind "amdgpu-flat-work-group-size"="32,32" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "uniform-work-group-size"="true" }
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
!6 = !{!"int*"}
!7 = !{!""}
!8 = !{i32 32, i32 1, i32 1}
!9 = !{!10, !10, i64 0}
!10 = !{!"int", !11, i64 0}
!11 = !{!"omnipotent char", !12, i64 0}
!12 = !{!"Simple C/C++ TBAA"}
