; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; The flattening paper's benchmark, a two-level work queue: loop A runs `outer`
; times, loop B in it `inner` times, or once for the k of 32 neighbouring
; threads that a generator draws in every round of A to find no work. `useful`
; counts the rounds of B; performance is that count by time.
;
; Look at: the exit of B. It diverges, and threads without work wait for those
;   that have some: however many they are, a round of A takes `inner` rounds of
;   B, and at k = 31 one lane of 32 works.
; Transforms: flattening makes one loop of the two, and a thread without work
;   draws again in the next round. Formula (1): it pays if n / N > Ta / (Ta +
;   Tb), as if every round then ran A's part too; with long inner loops and few
;   idle threads most rounds do not.
; Kernels: flat_bench_A_B, A and B units of work in the loops' bodies.
; Paper: FLAT (injoit.org/index.php/j1/article/view/761), section V, figure 7:
;   up to 24 times faster at k = 31, slower below k = 14 with 10/1.
; Launch: grid G, block BLOCK; state: G * BLOCK floats, 0 to 1, written back;
;   useful: G * BLOCK uints; k from 0 to 31, outer and inner at least 1.
;
; Made from flat_bench.cl by build.sh.

source_filename = "flat_bench.cl"
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; Function Attrs: convergent noinline norecurse nounwind
define dso_local ptx_kernel void @flat_bench_10_1(ptr addrspace(1) noundef align 4 %state, ptr addrspace(1) noundef align 4 %useful, i32 noundef %k, i32 noundef %outer, i32 noundef %inner) #0 !kernel_arg_addr_space !7 !kernel_arg_access_qual !8 !kernel_arg_type !9 !kernel_arg_base_type !9 !kernel_arg_type_qual !10 !reqd_work_group_size !11 {
entry:
  %0 = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %1 = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %mul = mul i32 %1, 64
  %add = add i32 %mul, %0
  %idxprom = zext i32 %add to i64
  %arrayidx = getelementptr inbounds float, ptr addrspace(1) %state, i64 %idxprom
  %2 = load float, ptr addrspace(1) %arrayidx, align 4, !tbaa !12
  br label %do.body

do.body:                                          ; preds = %do.end, %entry
  %draw.0 = phi i32 [ %1, %entry ], [ %add4, %do.end ]
  %count.0 = phi i32 [ 0, %entry ], [ %inc, %do.end ]
  %round.0 = phi i32 [ 0, %entry ], [ %inc56, %do.end ]
  %value.0 = phi float [ %2, %entry ], [ %div51, %do.end ]
  %mul3 = mul i32 %draw.0, 1664525
  %add4 = add i32 %mul3, 1013904223
  %shr = lshr i32 %add4, 9
  %or = or i32 %shr, 1
  %mul5 = mul i32 %0, %or
  %shr6 = lshr i32 %add4, 27
  %add7 = add i32 %mul5, %shr6
  %and = and i32 %add7, 31
  %add8 = fadd float %value.0, 1.000000e+00
  %div = fdiv float 2.000000e+00, %add8
  %add9 = fadd float %div, 2.000000e+00
  %div10 = fdiv float 3.000000e+00, %add9
  %add11 = fadd float %div10, 1.000000e+00
  %div12 = fdiv float 2.000000e+00, %add11
  %add13 = fadd float %div12, 2.000000e+00
  %div14 = fdiv float 3.000000e+00, %add13
  %add15 = fadd float %div14, 1.000000e+00
  %div16 = fdiv float 2.000000e+00, %add15
  %add17 = fadd float %div16, 2.000000e+00
  %div18 = fdiv float 3.000000e+00, %add17
  %add19 = fadd float %div18, 1.000000e+00
  %div20 = fdiv float 2.000000e+00, %add19
  %add21 = fadd float %div20, 2.000000e+00
  %div22 = fdiv float 3.000000e+00, %add21
  %add23 = fadd float %div22, 1.000000e+00
  %div24 = fdiv float 2.000000e+00, %add23
  %add25 = fadd float %div24, 2.000000e+00
  %div26 = fdiv float 3.000000e+00, %add25
  %add27 = fadd float %div26, 1.000000e+00
  %div28 = fdiv float 2.000000e+00, %add27
  %add29 = fadd float %div28, 2.000000e+00
  %div30 = fdiv float 3.000000e+00, %add29
  %add31 = fadd float %div30, 1.000000e+00
  %div32 = fdiv float 2.000000e+00, %add31
  %add33 = fadd float %div32, 2.000000e+00
  %div34 = fdiv float 3.000000e+00, %add33
  %add35 = fadd float %div34, 1.000000e+00
  %div36 = fdiv float 2.000000e+00, %add35
  %add37 = fadd float %div36, 2.000000e+00
  %div38 = fdiv float 3.000000e+00, %add37
  %add39 = fadd float %div38, 1.000000e+00
  %div40 = fdiv float 2.000000e+00, %add39
  %add41 = fadd float %div40, 2.000000e+00
  %div42 = fdiv float 3.000000e+00, %add41
  %add43 = fadd float %div42, 1.000000e+00
  %div44 = fdiv float 2.000000e+00, %add43
  %add45 = fadd float %div44, 2.000000e+00
  %div46 = fdiv float 3.000000e+00, %add45
  br label %do.body47

do.body47:                                        ; preds = %do.body47, %do.body
  %count.1 = phi i32 [ %count.0, %do.body ], [ %inc, %do.body47 ]
  %value.1 = phi float [ %div46, %do.body ], [ %div51, %do.body47 ]
  %i.0 = phi i32 [ 0, %do.body ], [ %inc52, %do.body47 ]
  %add48 = fadd float %value.1, 1.000000e+00
  %div49 = fdiv float 2.000000e+00, %add48
  %add50 = fadd float %div49, 2.000000e+00
  %div51 = fdiv float 3.000000e+00, %add50
  %inc = add i32 %count.1, 1
  %inc52 = add i32 %i.0, 1
  %cmp = icmp uge i32 %and, %k
  %conv = zext i1 %cmp to i32
  %cmp53 = icmp ult i32 %inc52, %inner
  %conv54 = zext i1 %cmp53 to i32
  %and55 = and i32 %conv, %conv54
  %tobool = icmp ne i32 %and55, 0
  br i1 %tobool, label %do.body47, label %do.end

do.end:                                           ; preds = %do.body47
  %inc56 = add i32 %round.0, 1
  %cmp58 = icmp ult i32 %inc56, %outer
  br i1 %cmp58, label %do.body, label %do.end60

do.end60:                                         ; preds = %do.end
  store float %div51, ptr addrspace(1) %arrayidx, align 4, !tbaa !12
  %arrayidx64 = getelementptr inbounds i32, ptr addrspace(1) %useful, i64 %idxprom
  store i32 %inc, ptr addrspace(1) %arrayidx64, align 4, !tbaa !16
  ret void
}

; Function Attrs: convergent noinline norecurse nounwind
define dso_local ptx_kernel void @flat_bench_1_1(ptr addrspace(1) noundef align 4 %state, ptr addrspace(1) noundef align 4 %useful, i32 noundef %k, i32 noundef %outer, i32 noundef %inner) #0 !kernel_arg_addr_space !7 !kernel_arg_access_qual !8 !kernel_arg_type !9 !kernel_arg_base_type !9 !kernel_arg_type_qual !10 !reqd_work_group_size !11 {
entry:
  %0 = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %1 = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %mul = mul i32 %1, 64
  %add = add i32 %mul, %0
  %idxprom = zext i32 %add to i64
  %arrayidx = getelementptr inbounds float, ptr addrspace(1) %state, i64 %idxprom
  %2 = load float, ptr addrspace(1) %arrayidx, align 4, !tbaa !12
  br label %do.body

do.body:                                          ; preds = %do.end, %entry
  %draw.0 = phi i32 [ %1, %entry ], [ %add4, %do.end ]
  %count.0 = phi i32 [ 0, %entry ], [ %inc, %do.end ]
  %round.0 = phi i32 [ 0, %entry ], [ %inc20, %do.end ]
  %value.0 = phi float [ %2, %entry ], [ %div15, %do.end ]
  %mul3 = mul i32 %draw.0, 1664525
  %add4 = add i32 %mul3, 1013904223
  %shr = lshr i32 %add4, 9
  %or = or i32 %shr, 1
  %mul5 = mul i32 %0, %or
  %shr6 = lshr i32 %add4, 27
  %add7 = add i32 %mul5, %shr6
  %and = and i32 %add7, 31
  %add8 = fadd float %value.0, 1.000000e+00
  %div = fdiv float 2.000000e+00, %add8
  %add9 = fadd float %div, 2.000000e+00
  %div10 = fdiv float 3.000000e+00, %add9
  br label %do.body11

do.body11:                                        ; preds = %do.body11, %do.body
  %count.1 = phi i32 [ %count.0, %do.body ], [ %inc, %do.body11 ]
  %value.1 = phi float [ %div10, %do.body ], [ %div15, %do.body11 ]
  %i.0 = phi i32 [ 0, %do.body ], [ %inc16, %do.body11 ]
  %add12 = fadd float %value.1, 1.000000e+00
  %div13 = fdiv float 2.000000e+00, %add12
  %add14 = fadd float %div13, 2.000000e+00
  %div15 = fdiv float 3.000000e+00, %add14
  %inc = add i32 %count.1, 1
  %inc16 = add i32 %i.0, 1
  %cmp = icmp uge i32 %and, %k
  %conv = zext i1 %cmp to i32
  %cmp17 = icmp ult i32 %inc16, %inner
  %conv18 = zext i1 %cmp17 to i32
  %and19 = and i32 %conv, %conv18
  %tobool = icmp ne i32 %and19, 0
  br i1 %tobool, label %do.body11, label %do.end

do.end:                                           ; preds = %do.body11
  %inc20 = add i32 %round.0, 1
  %cmp22 = icmp ult i32 %inc20, %outer
  br i1 %cmp22, label %do.body, label %do.end24

do.end24:                                         ; preds = %do.end
  store float %div15, ptr addrspace(1) %arrayidx, align 4, !tbaa !12
  %arrayidx28 = getelementptr inbounds i32, ptr addrspace(1) %useful, i64 %idxprom
  store i32 %inc, ptr addrspace(1) %arrayidx28, align 4, !tbaa !16
  ret void
}

; Function Attrs: convergent noinline norecurse nounwind
define dso_local ptx_kernel void @flat_bench_1_10(ptr addrspace(1) noundef align 4 %state, ptr addrspace(1) noundef align 4 %useful, i32 noundef %k, i32 noundef %outer, i32 noundef %inner) #0 !kernel_arg_addr_space !7 !kernel_arg_access_qual !8 !kernel_arg_type !9 !kernel_arg_base_type !9 !kernel_arg_type_qual !10 !reqd_work_group_size !11 {
entry:
  %0 = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %1 = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %mul = mul i32 %1, 64
  %add = add i32 %mul, %0
  %idxprom = zext i32 %add to i64
  %arrayidx = getelementptr inbounds float, ptr addrspace(1) %state, i64 %idxprom
  %2 = load float, ptr addrspace(1) %arrayidx, align 4, !tbaa !12
  br label %do.body

do.body:                                          ; preds = %do.end, %entry
  %draw.0 = phi i32 [ %1, %entry ], [ %add4, %do.end ]
  %count.0 = phi i32 [ 0, %entry ], [ %inc, %do.end ]
  %round.0 = phi i32 [ 0, %entry ], [ %inc56, %do.end ]
  %value.0 = phi float [ %2, %entry ], [ %div51, %do.end ]
  %mul3 = mul i32 %draw.0, 1664525
  %add4 = add i32 %mul3, 1013904223
  %shr = lshr i32 %add4, 9
  %or = or i32 %shr, 1
  %mul5 = mul i32 %0, %or
  %shr6 = lshr i32 %add4, 27
  %add7 = add i32 %mul5, %shr6
  %and = and i32 %add7, 31
  %add8 = fadd float %value.0, 1.000000e+00
  %div = fdiv float 2.000000e+00, %add8
  %add9 = fadd float %div, 2.000000e+00
  %div10 = fdiv float 3.000000e+00, %add9
  br label %do.body11

do.body11:                                        ; preds = %do.body11, %do.body
  %count.1 = phi i32 [ %count.0, %do.body ], [ %inc, %do.body11 ]
  %value.1 = phi float [ %div10, %do.body ], [ %div51, %do.body11 ]
  %i.0 = phi i32 [ 0, %do.body ], [ %inc52, %do.body11 ]
  %add12 = fadd float %value.1, 1.000000e+00
  %div13 = fdiv float 2.000000e+00, %add12
  %add14 = fadd float %div13, 2.000000e+00
  %div15 = fdiv float 3.000000e+00, %add14
  %add16 = fadd float %div15, 1.000000e+00
  %div17 = fdiv float 2.000000e+00, %add16
  %add18 = fadd float %div17, 2.000000e+00
  %div19 = fdiv float 3.000000e+00, %add18
  %add20 = fadd float %div19, 1.000000e+00
  %div21 = fdiv float 2.000000e+00, %add20
  %add22 = fadd float %div21, 2.000000e+00
  %div23 = fdiv float 3.000000e+00, %add22
  %add24 = fadd float %div23, 1.000000e+00
  %div25 = fdiv float 2.000000e+00, %add24
  %add26 = fadd float %div25, 2.000000e+00
  %div27 = fdiv float 3.000000e+00, %add26
  %add28 = fadd float %div27, 1.000000e+00
  %div29 = fdiv float 2.000000e+00, %add28
  %add30 = fadd float %div29, 2.000000e+00
  %div31 = fdiv float 3.000000e+00, %add30
  %add32 = fadd float %div31, 1.000000e+00
  %div33 = fdiv float 2.000000e+00, %add32
  %add34 = fadd float %div33, 2.000000e+00
  %div35 = fdiv float 3.000000e+00, %add34
  %add36 = fadd float %div35, 1.000000e+00
  %div37 = fdiv float 2.000000e+00, %add36
  %add38 = fadd float %div37, 2.000000e+00
  %div39 = fdiv float 3.000000e+00, %add38
  %add40 = fadd float %div39, 1.000000e+00
  %div41 = fdiv float 2.000000e+00, %add40
  %add42 = fadd float %div41, 2.000000e+00
  %div43 = fdiv float 3.000000e+00, %add42
  %add44 = fadd float %div43, 1.000000e+00
  %div45 = fdiv float 2.000000e+00, %add44
  %add46 = fadd float %div45, 2.000000e+00
  %div47 = fdiv float 3.000000e+00, %add46
  %add48 = fadd float %div47, 1.000000e+00
  %div49 = fdiv float 2.000000e+00, %add48
  %add50 = fadd float %div49, 2.000000e+00
  %div51 = fdiv float 3.000000e+00, %add50
  %inc = add i32 %count.1, 1
  %inc52 = add i32 %i.0, 1
  %cmp = icmp uge i32 %and, %k
  %conv = zext i1 %cmp to i32
  %cmp53 = icmp ult i32 %inc52, %inner
  %conv54 = zext i1 %cmp53 to i32
  %and55 = and i32 %conv, %conv54
  %tobool = icmp ne i32 %and55, 0
  br i1 %tobool, label %do.body11, label %do.end

do.end:                                           ; preds = %do.body11
  %inc56 = add i32 %round.0, 1
  %cmp58 = icmp ult i32 %inc56, %outer
  br i1 %cmp58, label %do.body, label %do.end60

do.end60:                                         ; preds = %do.end
  store float %div51, ptr addrspace(1) %arrayidx, align 4, !tbaa !12
  %arrayidx64 = getelementptr inbounds i32, ptr addrspace(1) %useful, i64 %idxprom
  store i32 %inc, ptr addrspace(1) %arrayidx64, align 4, !tbaa !16
  ret void
}

; Function Attrs: convergent noinline norecurse nounwind
define dso_local ptx_kernel void @flat_bench_1_100(ptr addrspace(1) noundef align 4 %state, ptr addrspace(1) noundef align 4 %useful, i32 noundef %k, i32 noundef %outer, i32 noundef %inner) #0 !kernel_arg_addr_space !7 !kernel_arg_access_qual !8 !kernel_arg_type !9 !kernel_arg_base_type !9 !kernel_arg_type_qual !10 !reqd_work_group_size !11 {
entry:
  %0 = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %1 = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %mul = mul i32 %1, 64
  %add = add i32 %mul, %0
  %idxprom = zext i32 %add to i64
  %arrayidx = getelementptr inbounds float, ptr addrspace(1) %state, i64 %idxprom
  %2 = load float, ptr addrspace(1) %arrayidx, align 4, !tbaa !12
  br label %do.body

do.body:                                          ; preds = %do.end, %entry
  %draw.0 = phi i32 [ %1, %entry ], [ %add4, %do.end ]
  %count.0 = phi i32 [ 0, %entry ], [ %inc, %do.end ]
  %round.0 = phi i32 [ 0, %entry ], [ %inc416, %do.end ]
  %value.0 = phi float [ %2, %entry ], [ %div411, %do.end ]
  %mul3 = mul i32 %draw.0, 1664525
  %add4 = add i32 %mul3, 1013904223
  %shr = lshr i32 %add4, 9
  %or = or i32 %shr, 1
  %mul5 = mul i32 %0, %or
  %shr6 = lshr i32 %add4, 27
  %add7 = add i32 %mul5, %shr6
  %and = and i32 %add7, 31
  %add8 = fadd float %value.0, 1.000000e+00
  %div = fdiv float 2.000000e+00, %add8
  %add9 = fadd float %div, 2.000000e+00
  %div10 = fdiv float 3.000000e+00, %add9
  br label %do.body11

do.body11:                                        ; preds = %do.body11, %do.body
  %count.1 = phi i32 [ %count.0, %do.body ], [ %inc, %do.body11 ]
  %value.1 = phi float [ %div10, %do.body ], [ %div411, %do.body11 ]
  %i.0 = phi i32 [ 0, %do.body ], [ %inc412, %do.body11 ]
  %add12 = fadd float %value.1, 1.000000e+00
  %div13 = fdiv float 2.000000e+00, %add12
  %add14 = fadd float %div13, 2.000000e+00
  %div15 = fdiv float 3.000000e+00, %add14
  %add16 = fadd float %div15, 1.000000e+00
  %div17 = fdiv float 2.000000e+00, %add16
  %add18 = fadd float %div17, 2.000000e+00
  %div19 = fdiv float 3.000000e+00, %add18
  %add20 = fadd float %div19, 1.000000e+00
  %div21 = fdiv float 2.000000e+00, %add20
  %add22 = fadd float %div21, 2.000000e+00
  %div23 = fdiv float 3.000000e+00, %add22
  %add24 = fadd float %div23, 1.000000e+00
  %div25 = fdiv float 2.000000e+00, %add24
  %add26 = fadd float %div25, 2.000000e+00
  %div27 = fdiv float 3.000000e+00, %add26
  %add28 = fadd float %div27, 1.000000e+00
  %div29 = fdiv float 2.000000e+00, %add28
  %add30 = fadd float %div29, 2.000000e+00
  %div31 = fdiv float 3.000000e+00, %add30
  %add32 = fadd float %div31, 1.000000e+00
  %div33 = fdiv float 2.000000e+00, %add32
  %add34 = fadd float %div33, 2.000000e+00
  %div35 = fdiv float 3.000000e+00, %add34
  %add36 = fadd float %div35, 1.000000e+00
  %div37 = fdiv float 2.000000e+00, %add36
  %add38 = fadd float %div37, 2.000000e+00
  %div39 = fdiv float 3.000000e+00, %add38
  %add40 = fadd float %div39, 1.000000e+00
  %div41 = fdiv float 2.000000e+00, %add40
  %add42 = fadd float %div41, 2.000000e+00
  %div43 = fdiv float 3.000000e+00, %add42
  %add44 = fadd float %div43, 1.000000e+00
  %div45 = fdiv float 2.000000e+00, %add44
  %add46 = fadd float %div45, 2.000000e+00
  %div47 = fdiv float 3.000000e+00, %add46
  %add48 = fadd float %div47, 1.000000e+00
  %div49 = fdiv float 2.000000e+00, %add48
  %add50 = fadd float %div49, 2.000000e+00
  %div51 = fdiv float 3.000000e+00, %add50
  %add52 = fadd float %div51, 1.000000e+00
  %div53 = fdiv float 2.000000e+00, %add52
  %add54 = fadd float %div53, 2.000000e+00
  %div55 = fdiv float 3.000000e+00, %add54
  %add56 = fadd float %div55, 1.000000e+00
  %div57 = fdiv float 2.000000e+00, %add56
  %add58 = fadd float %div57, 2.000000e+00
  %div59 = fdiv float 3.000000e+00, %add58
  %add60 = fadd float %div59, 1.000000e+00
  %div61 = fdiv float 2.000000e+00, %add60
  %add62 = fadd float %div61, 2.000000e+00
  %div63 = fdiv float 3.000000e+00, %add62
  %add64 = fadd float %div63, 1.000000e+00
  %div65 = fdiv float 2.000000e+00, %add64
  %add66 = fadd float %div65, 2.000000e+00
  %div67 = fdiv float 3.000000e+00, %add66
  %add68 = fadd float %div67, 1.000000e+00
  %div69 = fdiv float 2.000000e+00, %add68
  %add70 = fadd float %div69, 2.000000e+00
  %div71 = fdiv float 3.000000e+00, %add70
  %add72 = fadd float %div71, 1.000000e+00
  %div73 = fdiv float 2.000000e+00, %add72
  %add74 = fadd float %div73, 2.000000e+00
  %div75 = fdiv float 3.000000e+00, %add74
  %add76 = fadd float %div75, 1.000000e+00
  %div77 = fdiv float 2.000000e+00, %add76
  %add78 = fadd float %div77, 2.000000e+00
  %div79 = fdiv float 3.000000e+00, %add78
  %add80 = fadd float %div79, 1.000000e+00
  %div81 = fdiv float 2.000000e+00, %add80
  %add82 = fadd float %div81, 2.000000e+00
  %div83 = fdiv float 3.000000e+00, %add82
  %add84 = fadd float %div83, 1.000000e+00
  %div85 = fdiv float 2.000000e+00, %add84
  %add86 = fadd float %div85, 2.000000e+00
  %div87 = fdiv float 3.000000e+00, %add86
  %add88 = fadd float %div87, 1.000000e+00
  %div89 = fdiv float 2.000000e+00, %add88
  %add90 = fadd float %div89, 2.000000e+00
  %div91 = fdiv float 3.000000e+00, %add90
  %add92 = fadd float %div91, 1.000000e+00
  %div93 = fdiv float 2.000000e+00, %add92
  %add94 = fadd float %div93, 2.000000e+00
  %div95 = fdiv float 3.000000e+00, %add94
  %add96 = fadd float %div95, 1.000000e+00
  %div97 = fdiv float 2.000000e+00, %add96
  %add98 = fadd float %div97, 2.000000e+00
  %div99 = fdiv float 3.000000e+00, %add98
  %add100 = fadd float %div99, 1.000000e+00
  %div101 = fdiv float 2.000000e+00, %add100
  %add102 = fadd float %div101, 2.000000e+00
  %div103 = fdiv float 3.000000e+00, %add102
  %add104 = fadd float %div103, 1.000000e+00
  %div105 = fdiv float 2.000000e+00, %add104
  %add106 = fadd float %div105, 2.000000e+00
  %div107 = fdiv float 3.000000e+00, %add106
  %add108 = fadd float %div107, 1.000000e+00
  %div109 = fdiv float 2.000000e+00, %add108
  %add110 = fadd float %div109, 2.000000e+00
  %div111 = fdiv float 3.000000e+00, %add110
  %add112 = fadd float %div111, 1.000000e+00
  %div113 = fdiv float 2.000000e+00, %add112
  %add114 = fadd float %div113, 2.000000e+00
  %div115 = fdiv float 3.000000e+00, %add114
  %add116 = fadd float %div115, 1.000000e+00
  %div117 = fdiv float 2.000000e+00, %add116
  %add118 = fadd float %div117, 2.000000e+00
  %div119 = fdiv float 3.000000e+00, %add118
  %add120 = fadd float %div119, 1.000000e+00
  %div121 = fdiv float 2.000000e+00, %add120
  %add122 = fadd float %div121, 2.000000e+00
  %div123 = fdiv float 3.000000e+00, %add122
  %add124 = fadd float %div123, 1.000000e+00
  %div125 = fdiv float 2.000000e+00, %add124
  %add126 = fadd float %div125, 2.000000e+00
  %div127 = fdiv float 3.000000e+00, %add126
  %add128 = fadd float %div127, 1.000000e+00
  %div129 = fdiv float 2.000000e+00, %add128
  %add130 = fadd float %div129, 2.000000e+00
  %div131 = fdiv float 3.000000e+00, %add130
  %add132 = fadd float %div131, 1.000000e+00
  %div133 = fdiv float 2.000000e+00, %add132
  %add134 = fadd float %div133, 2.000000e+00
  %div135 = fdiv float 3.000000e+00, %add134
  %add136 = fadd float %div135, 1.000000e+00
  %div137 = fdiv float 2.000000e+00, %add136
  %add138 = fadd float %div137, 2.000000e+00
  %div139 = fdiv float 3.000000e+00, %add138
  %add140 = fadd float %div139, 1.000000e+00
  %div141 = fdiv float 2.000000e+00, %add140
  %add142 = fadd float %div141, 2.000000e+00
  %div143 = fdiv float 3.000000e+00, %add142
  %add144 = fadd float %div143, 1.000000e+00
  %div145 = fdiv float 2.000000e+00, %add144
  %add146 = fadd float %div145, 2.000000e+00
  %div147 = fdiv float 3.000000e+00, %add146
  %add148 = fadd float %div147, 1.000000e+00
  %div149 = fdiv float 2.000000e+00, %add148
  %add150 = fadd float %div149, 2.000000e+00
  %div151 = fdiv float 3.000000e+00, %add150
  %add152 = fadd float %div151, 1.000000e+00
  %div153 = fdiv float 2.000000e+00, %add152
  %add154 = fadd float %div153, 2.000000e+00
  %div155 = fdiv float 3.000000e+00, %add154
  %add156 = fadd float %div155, 1.000000e+00
  %div157 = fdiv float 2.000000e+00, %add156
  %add158 = fadd float %div157, 2.000000e+00
  %div159 = fdiv float 3.000000e+00, %add158
  %add160 = fadd float %div159, 1.000000e+00
  %div161 = fdiv float 2.000000e+00, %add160
  %add162 = fadd float %div161, 2.000000e+00
  %div163 = fdiv float 3.000000e+00, %add162
  %add164 = fadd float %div163, 1.000000e+00
  %div165 = fdiv float 2.000000e+00, %add164
  %add166 = fadd float %div165, 2.000000e+00
  %div167 = fdiv float 3.000000e+00, %add166
  %add168 = fadd float %div167, 1.000000e+00
  %div169 = fdiv float 2.000000e+00, %add168
  %add170 = fadd float %div169, 2.000000e+00
  %div171 = fdiv float 3.000000e+00, %add170
  %add172 = fadd float %div171, 1.000000e+00
  %div173 = fdiv float 2.000000e+00, %add172
  %add174 = fadd float %div173, 2.000000e+00
  %div175 = fdiv float 3.000000e+00, %add174
  %add176 = fadd float %div175, 1.000000e+00
  %div177 = fdiv float 2.000000e+00, %add176
  %add178 = fadd float %div177, 2.000000e+00
  %div179 = fdiv float 3.000000e+00, %add178
  %add180 = fadd float %div179, 1.000000e+00
  %div181 = fdiv float 2.000000e+00, %add180
  %add182 = fadd float %div181, 2.000000e+00
  %div183 = fdiv float 3.000000e+00, %add182
  %add184 = fadd float %div183, 1.000000e+00
  %div185 = fdiv float 2.000000e+00, %add184
  %add186 = fadd float %div185, 2.000000e+00
  %div187 = fdiv float 3.000000e+00, %add186
  %add188 = fadd float %div187, 1.000000e+00
  %div189 = fdiv float 2.000000e+00, %add188
  %add190 = fadd float %div189, 2.000000e+00
  %div191 = fdiv float 3.000000e+00, %add190
  %add192 = fadd float %div191, 1.000000e+00
  %div193 = fdiv float 2.000000e+00, %add192
  %add194 = fadd float %div193, 2.000000e+00
  %div195 = fdiv float 3.000000e+00, %add194
  %add196 = fadd float %div195, 1.000000e+00
  %div197 = fdiv float 2.000000e+00, %add196
  %add198 = fadd float %div197, 2.000000e+00
  %div199 = fdiv float 3.000000e+00, %add198
  %add200 = fadd float %div199, 1.000000e+00
  %div201 = fdiv float 2.000000e+00, %add200
  %add202 = fadd float %div201, 2.000000e+00
  %div203 = fdiv float 3.000000e+00, %add202
  %add204 = fadd float %div203, 1.000000e+00
  %div205 = fdiv float 2.000000e+00, %add204
  %add206 = fadd float %div205, 2.000000e+00
  %div207 = fdiv float 3.000000e+00, %add206
  %add208 = fadd float %div207, 1.000000e+00
  %div209 = fdiv float 2.000000e+00, %add208
  %add210 = fadd float %div209, 2.000000e+00
  %div211 = fdiv float 3.000000e+00, %add210
  %add212 = fadd float %div211, 1.000000e+00
  %div213 = fdiv float 2.000000e+00, %add212
  %add214 = fadd float %div213, 2.000000e+00
  %div215 = fdiv float 3.000000e+00, %add214
  %add216 = fadd float %div215, 1.000000e+00
  %div217 = fdiv float 2.000000e+00, %add216
  %add218 = fadd float %div217, 2.000000e+00
  %div219 = fdiv float 3.000000e+00, %add218
  %add220 = fadd float %div219, 1.000000e+00
  %div221 = fdiv float 2.000000e+00, %add220
  %add222 = fadd float %div221, 2.000000e+00
  %div223 = fdiv float 3.000000e+00, %add222
  %add224 = fadd float %div223, 1.000000e+00
  %div225 = fdiv float 2.000000e+00, %add224
  %add226 = fadd float %div225, 2.000000e+00
  %div227 = fdiv float 3.000000e+00, %add226
  %add228 = fadd float %div227, 1.000000e+00
  %div229 = fdiv float 2.000000e+00, %add228
  %add230 = fadd float %div229, 2.000000e+00
  %div231 = fdiv float 3.000000e+00, %add230
  %add232 = fadd float %div231, 1.000000e+00
  %div233 = fdiv float 2.000000e+00, %add232
  %add234 = fadd float %div233, 2.000000e+00
  %div235 = fdiv float 3.000000e+00, %add234
  %add236 = fadd float %div235, 1.000000e+00
  %div237 = fdiv float 2.000000e+00, %add236
  %add238 = fadd float %div237, 2.000000e+00
  %div239 = fdiv float 3.000000e+00, %add238
  %add240 = fadd float %div239, 1.000000e+00
  %div241 = fdiv float 2.000000e+00, %add240
  %add242 = fadd float %div241, 2.000000e+00
  %div243 = fdiv float 3.000000e+00, %add242
  %add244 = fadd float %div243, 1.000000e+00
  %div245 = fdiv float 2.000000e+00, %add244
  %add246 = fadd float %div245, 2.000000e+00
  %div247 = fdiv float 3.000000e+00, %add246
  %add248 = fadd float %div247, 1.000000e+00
  %div249 = fdiv float 2.000000e+00, %add248
  %add250 = fadd float %div249, 2.000000e+00
  %div251 = fdiv float 3.000000e+00, %add250
  %add252 = fadd float %div251, 1.000000e+00
  %div253 = fdiv float 2.000000e+00, %add252
  %add254 = fadd float %div253, 2.000000e+00
  %div255 = fdiv float 3.000000e+00, %add254
  %add256 = fadd float %div255, 1.000000e+00
  %div257 = fdiv float 2.000000e+00, %add256
  %add258 = fadd float %div257, 2.000000e+00
  %div259 = fdiv float 3.000000e+00, %add258
  %add260 = fadd float %div259, 1.000000e+00
  %div261 = fdiv float 2.000000e+00, %add260
  %add262 = fadd float %div261, 2.000000e+00
  %div263 = fdiv float 3.000000e+00, %add262
  %add264 = fadd float %div263, 1.000000e+00
  %div265 = fdiv float 2.000000e+00, %add264
  %add266 = fadd float %div265, 2.000000e+00
  %div267 = fdiv float 3.000000e+00, %add266
  %add268 = fadd float %div267, 1.000000e+00
  %div269 = fdiv float 2.000000e+00, %add268
  %add270 = fadd float %div269, 2.000000e+00
  %div271 = fdiv float 3.000000e+00, %add270
  %add272 = fadd float %div271, 1.000000e+00
  %div273 = fdiv float 2.000000e+00, %add272
  %add274 = fadd float %div273, 2.000000e+00
  %div275 = fdiv float 3.000000e+00, %add274
  %add276 = fadd float %div275, 1.000000e+00
  %div277 = fdiv float 2.000000e+00, %add276
  %add278 = fadd float %div277, 2.000000e+00
  %div279 = fdiv float 3.000000e+00, %add278
  %add280 = fadd float %div279, 1.000000e+00
  %div281 = fdiv float 2.000000e+00, %add280
  %add282 = fadd float %div281, 2.000000e+00
  %div283 = fdiv float 3.000000e+00, %add282
  %add284 = fadd float %div283, 1.000000e+00
  %div285 = fdiv float 2.000000e+00, %add284
  %add286 = fadd float %div285, 2.000000e+00
  %div287 = fdiv float 3.000000e+00, %add286
  %add288 = fadd float %div287, 1.000000e+00
  %div289 = fdiv float 2.000000e+00, %add288
  %add290 = fadd float %div289, 2.000000e+00
  %div291 = fdiv float 3.000000e+00, %add290
  %add292 = fadd float %div291, 1.000000e+00
  %div293 = fdiv float 2.000000e+00, %add292
  %add294 = fadd float %div293, 2.000000e+00
  %div295 = fdiv float 3.000000e+00, %add294
  %add296 = fadd float %div295, 1.000000e+00
  %div297 = fdiv float 2.000000e+00, %add296
  %add298 = fadd float %div297, 2.000000e+00
  %div299 = fdiv float 3.000000e+00, %add298
  %add300 = fadd float %div299, 1.000000e+00
  %div301 = fdiv float 2.000000e+00, %add300
  %add302 = fadd float %div301, 2.000000e+00
  %div303 = fdiv float 3.000000e+00, %add302
  %add304 = fadd float %div303, 1.000000e+00
  %div305 = fdiv float 2.000000e+00, %add304
  %add306 = fadd float %div305, 2.000000e+00
  %div307 = fdiv float 3.000000e+00, %add306
  %add308 = fadd float %div307, 1.000000e+00
  %div309 = fdiv float 2.000000e+00, %add308
  %add310 = fadd float %div309, 2.000000e+00
  %div311 = fdiv float 3.000000e+00, %add310
  %add312 = fadd float %div311, 1.000000e+00
  %div313 = fdiv float 2.000000e+00, %add312
  %add314 = fadd float %div313, 2.000000e+00
  %div315 = fdiv float 3.000000e+00, %add314
  %add316 = fadd float %div315, 1.000000e+00
  %div317 = fdiv float 2.000000e+00, %add316
  %add318 = fadd float %div317, 2.000000e+00
  %div319 = fdiv float 3.000000e+00, %add318
  %add320 = fadd float %div319, 1.000000e+00
  %div321 = fdiv float 2.000000e+00, %add320
  %add322 = fadd float %div321, 2.000000e+00
  %div323 = fdiv float 3.000000e+00, %add322
  %add324 = fadd float %div323, 1.000000e+00
  %div325 = fdiv float 2.000000e+00, %add324
  %add326 = fadd float %div325, 2.000000e+00
  %div327 = fdiv float 3.000000e+00, %add326
  %add328 = fadd float %div327, 1.000000e+00
  %div329 = fdiv float 2.000000e+00, %add328
  %add330 = fadd float %div329, 2.000000e+00
  %div331 = fdiv float 3.000000e+00, %add330
  %add332 = fadd float %div331, 1.000000e+00
  %div333 = fdiv float 2.000000e+00, %add332
  %add334 = fadd float %div333, 2.000000e+00
  %div335 = fdiv float 3.000000e+00, %add334
  %add336 = fadd float %div335, 1.000000e+00
  %div337 = fdiv float 2.000000e+00, %add336
  %add338 = fadd float %div337, 2.000000e+00
  %div339 = fdiv float 3.000000e+00, %add338
  %add340 = fadd float %div339, 1.000000e+00
  %div341 = fdiv float 2.000000e+00, %add340
  %add342 = fadd float %div341, 2.000000e+00
  %div343 = fdiv float 3.000000e+00, %add342
  %add344 = fadd float %div343, 1.000000e+00
  %div345 = fdiv float 2.000000e+00, %add344
  %add346 = fadd float %div345, 2.000000e+00
  %div347 = fdiv float 3.000000e+00, %add346
  %add348 = fadd float %div347, 1.000000e+00
  %div349 = fdiv float 2.000000e+00, %add348
  %add350 = fadd float %div349, 2.000000e+00
  %div351 = fdiv float 3.000000e+00, %add350
  %add352 = fadd float %div351, 1.000000e+00
  %div353 = fdiv float 2.000000e+00, %add352
  %add354 = fadd float %div353, 2.000000e+00
  %div355 = fdiv float 3.000000e+00, %add354
  %add356 = fadd float %div355, 1.000000e+00
  %div357 = fdiv float 2.000000e+00, %add356
  %add358 = fadd float %div357, 2.000000e+00
  %div359 = fdiv float 3.000000e+00, %add358
  %add360 = fadd float %div359, 1.000000e+00
  %div361 = fdiv float 2.000000e+00, %add360
  %add362 = fadd float %div361, 2.000000e+00
  %div363 = fdiv float 3.000000e+00, %add362
  %add364 = fadd float %div363, 1.000000e+00
  %div365 = fdiv float 2.000000e+00, %add364
  %add366 = fadd float %div365, 2.000000e+00
  %div367 = fdiv float 3.000000e+00, %add366
  %add368 = fadd float %div367, 1.000000e+00
  %div369 = fdiv float 2.000000e+00, %add368
  %add370 = fadd float %div369, 2.000000e+00
  %div371 = fdiv float 3.000000e+00, %add370
  %add372 = fadd float %div371, 1.000000e+00
  %div373 = fdiv float 2.000000e+00, %add372
  %add374 = fadd float %div373, 2.000000e+00
  %div375 = fdiv float 3.000000e+00, %add374
  %add376 = fadd float %div375, 1.000000e+00
  %div377 = fdiv float 2.000000e+00, %add376
  %add378 = fadd float %div377, 2.000000e+00
  %div379 = fdiv float 3.000000e+00, %add378
  %add380 = fadd float %div379, 1.000000e+00
  %div381 = fdiv float 2.000000e+00, %add380
  %add382 = fadd float %div381, 2.000000e+00
  %div383 = fdiv float 3.000000e+00, %add382
  %add384 = fadd float %div383, 1.000000e+00
  %div385 = fdiv float 2.000000e+00, %add384
  %add386 = fadd float %div385, 2.000000e+00
  %div387 = fdiv float 3.000000e+00, %add386
  %add388 = fadd float %div387, 1.000000e+00
  %div389 = fdiv float 2.000000e+00, %add388
  %add390 = fadd float %div389, 2.000000e+00
  %div391 = fdiv float 3.000000e+00, %add390
  %add392 = fadd float %div391, 1.000000e+00
  %div393 = fdiv float 2.000000e+00, %add392
  %add394 = fadd float %div393, 2.000000e+00
  %div395 = fdiv float 3.000000e+00, %add394
  %add396 = fadd float %div395, 1.000000e+00
  %div397 = fdiv float 2.000000e+00, %add396
  %add398 = fadd float %div397, 2.000000e+00
  %div399 = fdiv float 3.000000e+00, %add398
  %add400 = fadd float %div399, 1.000000e+00
  %div401 = fdiv float 2.000000e+00, %add400
  %add402 = fadd float %div401, 2.000000e+00
  %div403 = fdiv float 3.000000e+00, %add402
  %add404 = fadd float %div403, 1.000000e+00
  %div405 = fdiv float 2.000000e+00, %add404
  %add406 = fadd float %div405, 2.000000e+00
  %div407 = fdiv float 3.000000e+00, %add406
  %add408 = fadd float %div407, 1.000000e+00
  %div409 = fdiv float 2.000000e+00, %add408
  %add410 = fadd float %div409, 2.000000e+00
  %div411 = fdiv float 3.000000e+00, %add410
  %inc = add i32 %count.1, 1
  %inc412 = add i32 %i.0, 1
  %cmp = icmp uge i32 %and, %k
  %conv = zext i1 %cmp to i32
  %cmp413 = icmp ult i32 %inc412, %inner
  %conv414 = zext i1 %cmp413 to i32
  %and415 = and i32 %conv, %conv414
  %tobool = icmp ne i32 %and415, 0
  br i1 %tobool, label %do.body11, label %do.end

do.end:                                           ; preds = %do.body11
  %inc416 = add i32 %round.0, 1
  %cmp418 = icmp ult i32 %inc416, %outer
  br i1 %cmp418, label %do.body, label %do.end420

do.end420:                                        ; preds = %do.end
  store float %div411, ptr addrspace(1) %arrayidx, align 4, !tbaa !12
  %arrayidx424 = getelementptr inbounds i32, ptr addrspace(1) %useful, i64 %idxprom
  store i32 %inc, ptr addrspace(1) %arrayidx424, align 4, !tbaa !16
  ret void
}

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x() #1

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #1

attributes #0 = { convergent noinline norecurse nounwind "no-trapping-math"="true" "stack-protector-buffer-size"="8" "uniform-work-group-size"="true" }
attributes #1 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }

!nvvm.annotations = !{!0, !1, !2, !3}
!llvm.module.flags = !{!4, !5}
!opencl.ocl.version = !{!6}

!0 = !{ptr @flat_bench_10_1, !"kernel", i32 1}
!1 = !{ptr @flat_bench_1_1, !"kernel", i32 1}
!2 = !{ptr @flat_bench_1_10, !"kernel", i32 1}
!3 = !{ptr @flat_bench_1_100, !"kernel", i32 1}
!4 = !{i32 1, !"wchar_size", i32 4}
!5 = !{i32 7, !"frame-pointer", i32 2}
!6 = !{i32 1, i32 2}
!7 = !{i32 1, i32 1, i32 0, i32 0, i32 0}
!8 = !{!"none", !"none", !"none", !"none", !"none"}
!9 = !{!"float*", !"uint*", !"uint", !"uint", !"uint"}
!10 = !{!"", !"", !"", !"", !""}
!11 = !{i32 64, i32 1, i32 1}
!12 = !{!13, !13, i64 0}
!13 = !{!"float", !14, i64 0}
!14 = !{!"omnipotent char", !15, i64 0}
!15 = !{!"Simple C/C++ TBAA"}
!16 = !{!17, !17, i64 0}
!17 = !{!"int", !14, i64 0}
