; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; An interpreter: each thread runs a program of its own, of words that hold an
; operation and an operand. Of the eight operations, four mix the two registers,
; two divide, and two look a table up.
;
; Look at: the switch on the operation. Threads of a warp are at different ones,
;   so that a warp runs nearly all of the eight arms in each round.
; Melds: arms that are alike, two at a time, and then some of the results. What
;   differs is chosen by selects: constants, registers, the half of the table.
; Paper: none. DARM and CFM speak of branches with two sides only.
; Launch: grid G, block 64; code: 256 words; state: 2 * 64 * G words; table:
;   512 words; any values.
;
; Made from opcodes.cl by build.sh.

source_filename = "opcodes.cl"
target datalayout = "e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"


; Function Attrs: convergent norecurse nounwind
define protected amdgpu_kernel void @opcodes(ptr addrspace(1) noundef align 4 %code, ptr addrspace(1) noundef align 4 %state, ptr addrspace(1) noundef align 4 %table, i32 noundef %steps) #0 !kernel_arg_addr_space !4 !kernel_arg_access_qual !5 !kernel_arg_type !6 !kernel_arg_base_type !6 !kernel_arg_type_qual !7 !reqd_work_group_size !8 {
entry:
  %0 = call i32 @llvm.amdgcn.workgroup.id.x()
  %mul = mul i32 %0, 64
  %1 = call noundef range(i32 0, 1024) i32 @llvm.amdgcn.workitem.id.x()
  %add = add i32 %mul, %1
  %mul2 = mul i32 2, %add
  %idxprom = zext i32 %mul2 to i64
  %arrayidx = getelementptr inbounds i32, ptr addrspace(1) %state, i64 %idxprom
  %2 = load i32, ptr addrspace(1) %arrayidx, align 4, !tbaa !9
  %add4 = add i32 %mul2, 1
  %idxprom5 = zext i32 %add4 to i64
  %arrayidx6 = getelementptr inbounds i32, ptr addrspace(1) %state, i64 %idxprom5
  %3 = load i32, ptr addrspace(1) %arrayidx6, align 4, !tbaa !9
  br label %for.cond

for.cond:                                         ; preds = %for.inc, %entry
  %i.0 = phi i32 [ 0, %entry ], [ %inc, %for.inc ]
  %b.0 = phi i32 [ %3, %entry ], [ %b.1, %for.inc ]
  %a.0 = phi i32 [ %2, %entry ], [ %a.1, %for.inc ]
  %cmp = icmp ult i32 %i.0, %steps
  br i1 %cmp, label %for.body, label %for.end

for.body:                                         ; preds = %for.cond
  %mul7 = mul i32 37, %i.0
  %add8 = add i32 %add, %mul7
  %and = and i32 %add8, 255
  %idxprom9 = zext i32 %and to i64
  %arrayidx10 = getelementptr inbounds i32, ptr addrspace(1) %code, i64 %idxprom9
  %4 = load i32, ptr addrspace(1) %arrayidx10, align 4, !tbaa !9
  %shr = lshr i32 %4, 3
  %and11 = and i32 %4, 7
  switch i32 %and11, label %for.body.unreachabledefault [
    i32 0, label %sw.bb
    i32 1, label %sw.bb15
    i32 2, label %sw.bb20
    i32 3, label %sw.bb25
    i32 4, label %sw.bb30
    i32 5, label %sw.bb34
    i32 6, label %sw.bb39
    i32 7, label %sw.default
  ]

sw.bb:                                            ; preds = %for.body
  %xor = xor i32 %a.0, %shr
  %mul12 = mul i32 %xor, -1640531535
  %shl.i = shl i32 %b.0, 13
  %shr.i = lshr i32 %b.0, 19
  %or.i = or i32 %shl.i, %shr.i
  %add14 = add i32 %or.i, %mul12
  br label %for.inc

sw.bb15:                                          ; preds = %for.body
  %xor16 = xor i32 %a.0, %shr
  %mul17 = mul i32 %xor16, -2048144777
  %shl.i4 = shl i32 %b.0, 15
  %shr.i7 = lshr i32 %b.0, 17
  %or.i8 = or i32 %shl.i4, %shr.i7
  %add19 = add i32 %or.i8, %mul17
  br label %for.inc

sw.bb20:                                          ; preds = %for.body
  %xor21 = xor i32 %b.0, %shr
  %mul22 = mul i32 %xor21, -1028477379
  %shl.i12 = shl i32 %a.0, 17
  %shr.i15 = lshr i32 %a.0, 15
  %or.i16 = or i32 %shl.i12, %shr.i15
  %add24 = add i32 %or.i16, %mul22
  br label %for.inc

sw.bb25:                                          ; preds = %for.body
  %xor26 = xor i32 %b.0, %shr
  %mul27 = mul i32 %xor26, 668265263
  %shl.i20 = shl i32 %a.0, 11
  %shr.i23 = lshr i32 %a.0, 21
  %or.i24 = or i32 %shl.i20, %shr.i23
  %add29 = add i32 %or.i24, %mul27
  br label %for.inc

sw.bb30:                                          ; preds = %for.body
  %and31 = and i32 %shr, 31
  %add32 = add i32 %and31, 1
  %div = udiv i32 %a.0, %add32
  %xor33 = xor i32 %div, %b.0
  br label %for.inc

sw.bb34:                                          ; preds = %for.body
  %and35 = and i32 %shr, 15
  %add36 = add i32 %and35, 3
  %div37 = udiv i32 %b.0, %add36
  %xor38 = xor i32 %div37, %a.0
  br label %for.inc

sw.bb39:                                          ; preds = %for.body
  %add40 = add i32 %b.0, %shr
  %and41 = and i32 %add40, 255
  %idxprom42 = zext i32 %and41 to i64
  %arrayidx43 = getelementptr inbounds i32, ptr addrspace(1) %table, i64 %idxprom42
  %5 = load i32, ptr addrspace(1) %arrayidx43, align 4, !tbaa !9
  %add44 = add i32 %a.0, %5
  br label %for.inc

for.body.unreachabledefault:                      ; preds = %for.body
  unreachable

sw.default:                                       ; preds = %for.body
  %add45 = add i32 %a.0, %shr
  %and46 = and i32 %add45, 255
  %add47 = add i32 256, %and46
  %idxprom48 = zext i32 %add47 to i64
  %arrayidx49 = getelementptr inbounds i32, ptr addrspace(1) %table, i64 %idxprom48
  %6 = load i32, ptr addrspace(1) %arrayidx49, align 4, !tbaa !9
  %add50 = add i32 %b.0, %6
  br label %for.inc

for.inc:                                          ; preds = %sw.bb, %sw.bb15, %sw.bb20, %sw.bb25, %sw.bb30, %sw.bb34, %sw.bb39, %sw.default
  %b.1 = phi i32 [ %add50, %sw.default ], [ %b.0, %sw.bb39 ], [ %xor38, %sw.bb34 ], [ %b.0, %sw.bb30 ], [ %mul27, %sw.bb25 ], [ %mul22, %sw.bb20 ], [ %add19, %sw.bb15 ], [ %add14, %sw.bb ]
  %a.1 = phi i32 [ %a.0, %sw.default ], [ %add44, %sw.bb39 ], [ %a.0, %sw.bb34 ], [ %xor33, %sw.bb30 ], [ %add29, %sw.bb25 ], [ %add24, %sw.bb20 ], [ %mul17, %sw.bb15 ], [ %mul12, %sw.bb ]
  %inc = add i32 %i.0, 1
  br label %for.cond

for.end:                                          ; preds = %for.cond
  store i32 %a.0, ptr addrspace(1) %arrayidx, align 4, !tbaa !9
  store i32 %b.0, ptr addrspace(1) %arrayidx6, align 4, !tbaa !9
  ret void
}

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef i32 @llvm.amdgcn.workgroup.id.x() #1

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef i32 @llvm.amdgcn.workitem.id.x() #1

attributes #0 = { convergent norecurse nounwind "amdgpu-flat-work-group-size"="64,64" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "uniform-work-group-size"="true" }
attributes #1 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }

!llvm.module.flags = !{!0, !1, !2}
!opencl.ocl.version = !{!3}

!0 = !{i32 1, !"amdhsa_code_object_version", i32 500}
!1 = !{i32 1, !"wchar_size", i32 4}
!2 = !{i32 8, !"PIC Level", i32 2}
!3 = !{i32 1, i32 2}
!4 = !{i32 1, i32 1, i32 1, i32 0}
!5 = !{!"none", !"none", !"none", !"none"}
!6 = !{!"uint*", !"uint*", !"uint*", !"uint"}
!7 = !{!"const", !"", !"const", !""}
!8 = !{i32 64, i32 1, i32 1}
!9 = !{!10, !10, i64 0}
!10 = !{!"int", !11, i64 0}
!11 = !{!"omnipotent char", !12, i64 0}
!12 = !{!"Simple C/C++ TBAA"}
