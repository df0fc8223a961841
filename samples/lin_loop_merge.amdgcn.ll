; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Loop merging: two rounds of an outer loop whose inner loop runs SHORT times
; for half of the threads and LONG times for the others, and the other way
; round in the next round.
;
; Look at: the inner loop's exit. It diverges, and the threads that are done
;   wait for the rest: each round costs LONG inner rounds, 2 * LONG in all,
;   although no thread needs more than SHORT + LONG.
; Transforms: linearization of both loops under one back edge (or flattening)
;   lets a thread start its next outer round while others finish: SHORT + LONG
;   inner rounds. Each of them costs some tests more, so the inner statement
;   must be heavy for it to pay.
; Paper: LIN (doi 10.1007/978-3-642-54807-9_8), figures 2(b), 2(c) and 8,
;   section 5.2; the trip counts 10 and 15 are the paper's.
; Launch: grid G, block BLOCK; data: G * BLOCK uints, any values, written
;   back.
;
; Made from lin_loop_merge.cl by build.sh.

source_filename = "lin_loop_merge.cl"
target datalayout = "e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"


; Function Attrs: convergent norecurse nounwind
define protected amdgpu_kernel void @lin_loop_merge(ptr addrspace(1) noundef align 4 %data) #0 !kernel_arg_addr_space !4 !kernel_arg_access_qual !5 !kernel_arg_type !6 !kernel_arg_base_type !6 !kernel_arg_type_qual !7 !reqd_work_group_size !8 {
B1:
  %0 = call noundef range(i32 0, 1024) i32 @llvm.amdgcn.workitem.id.x()
  %1 = call i32 @llvm.amdgcn.workgroup.id.x()
  %mul = mul i32 %1, 64
  %add = add i32 %mul, %0
  %idxprom = zext i32 %add to i64
  %arrayidx = getelementptr inbounds i32, ptr addrspace(1) %data, i64 %idxprom
  %2 = load i32, ptr addrspace(1) %arrayidx, align 4, !tbaa !9
  br label %for.cond

for.cond:                                         ; preds = %for.end, %B1
  %i.0 = phi i32 [ 0, %B1 ], [ %inc204, %for.end ]
  %value.0 = phi i32 [ %2, %B1 ], [ %add202, %for.end ]
  %cmp = icmp ult i32 %i.0, 2
  br i1 %cmp, label %for.body, label %for.end205

for.body:                                         ; preds = %for.cond
  %xor = xor i32 %0, %i.0
  %and = and i32 %xor, 1
  %mul2 = mul i32 %and, 5
  %add3 = add i32 10, %mul2
  %mul4 = mul i32 %value.0, 3
  %add5 = add i32 %mul4, %i.0
  br label %for.cond6

for.cond6:                                        ; preds = %for.body9, %for.body
  %value.1 = phi i32 [ %add5, %for.body ], [ %add201, %for.body9 ]
  %j.0 = phi i32 [ 0, %for.body ], [ %inc, %for.body9 ]
  %cmp7 = icmp ult i32 %j.0, %add3
  br i1 %cmp7, label %for.body9, label %for.end

for.body9:                                        ; preds = %for.cond6
  %shr = lshr i32 %value.1, 5
  %xor10 = xor i32 %value.1, %shr
  %mul11 = mul i32 %xor10, 9
  %shr12 = lshr i32 %mul11, 5
  %xor13 = xor i32 %mul11, %shr12
  %mul14 = mul i32 %xor13, 9
  %shr15 = lshr i32 %mul14, 5
  %xor16 = xor i32 %mul14, %shr15
  %mul17 = mul i32 %xor16, 9
  %shr18 = lshr i32 %mul17, 5
  %xor19 = xor i32 %mul17, %shr18
  %mul20 = mul i32 %xor19, 9
  %shr21 = lshr i32 %mul20, 5
  %xor22 = xor i32 %mul20, %shr21
  %mul23 = mul i32 %xor22, 9
  %shr24 = lshr i32 %mul23, 5
  %xor25 = xor i32 %mul23, %shr24
  %mul26 = mul i32 %xor25, 9
  %shr27 = lshr i32 %mul26, 5
  %xor28 = xor i32 %mul26, %shr27
  %mul29 = mul i32 %xor28, 9
  %shr30 = lshr i32 %mul29, 5
  %xor31 = xor i32 %mul29, %shr30
  %mul32 = mul i32 %xor31, 9
  %shr33 = lshr i32 %mul32, 5
  %xor34 = xor i32 %mul32, %shr33
  %mul35 = mul i32 %xor34, 9
  %shr36 = lshr i32 %mul35, 5
  %xor37 = xor i32 %mul35, %shr36
  %mul38 = mul i32 %xor37, 9
  %shr39 = lshr i32 %mul38, 5
  %xor40 = xor i32 %mul38, %shr39
  %mul41 = mul i32 %xor40, 9
  %shr42 = lshr i32 %mul41, 5
  %xor43 = xor i32 %mul41, %shr42
  %mul44 = mul i32 %xor43, 9
  %shr45 = lshr i32 %mul44, 5
  %xor46 = xor i32 %mul44, %shr45
  %mul47 = mul i32 %xor46, 9
  %shr48 = lshr i32 %mul47, 5
  %xor49 = xor i32 %mul47, %shr48
  %mul50 = mul i32 %xor49, 9
  %shr51 = lshr i32 %mul50, 5
  %xor52 = xor i32 %mul50, %shr51
  %mul53 = mul i32 %xor52, 9
  %shr54 = lshr i32 %mul53, 5
  %xor55 = xor i32 %mul53, %shr54
  %mul56 = mul i32 %xor55, 9
  %shr57 = lshr i32 %mul56, 5
  %xor58 = xor i32 %mul56, %shr57
  %mul59 = mul i32 %xor58, 9
  %shr60 = lshr i32 %mul59, 5
  %xor61 = xor i32 %mul59, %shr60
  %mul62 = mul i32 %xor61, 9
  %shr63 = lshr i32 %mul62, 5
  %xor64 = xor i32 %mul62, %shr63
  %mul65 = mul i32 %xor64, 9
  %shr66 = lshr i32 %mul65, 5
  %xor67 = xor i32 %mul65, %shr66
  %mul68 = mul i32 %xor67, 9
  %shr69 = lshr i32 %mul68, 5
  %xor70 = xor i32 %mul68, %shr69
  %mul71 = mul i32 %xor70, 9
  %shr72 = lshr i32 %mul71, 5
  %xor73 = xor i32 %mul71, %shr72
  %mul74 = mul i32 %xor73, 9
  %shr75 = lshr i32 %mul74, 5
  %xor76 = xor i32 %mul74, %shr75
  %mul77 = mul i32 %xor76, 9
  %shr78 = lshr i32 %mul77, 5
  %xor79 = xor i32 %mul77, %shr78
  %mul80 = mul i32 %xor79, 9
  %shr81 = lshr i32 %mul80, 5
  %xor82 = xor i32 %mul80, %shr81
  %mul83 = mul i32 %xor82, 9
  %shr84 = lshr i32 %mul83, 5
  %xor85 = xor i32 %mul83, %shr84
  %mul86 = mul i32 %xor85, 9
  %shr87 = lshr i32 %mul86, 5
  %xor88 = xor i32 %mul86, %shr87
  %mul89 = mul i32 %xor88, 9
  %shr90 = lshr i32 %mul89, 5
  %xor91 = xor i32 %mul89, %shr90
  %mul92 = mul i32 %xor91, 9
  %shr93 = lshr i32 %mul92, 5
  %xor94 = xor i32 %mul92, %shr93
  %mul95 = mul i32 %xor94, 9
  %shr96 = lshr i32 %mul95, 5
  %xor97 = xor i32 %mul95, %shr96
  %mul98 = mul i32 %xor97, 9
  %shr99 = lshr i32 %mul98, 5
  %xor100 = xor i32 %mul98, %shr99
  %mul101 = mul i32 %xor100, 9
  %shr102 = lshr i32 %mul101, 5
  %xor103 = xor i32 %mul101, %shr102
  %mul104 = mul i32 %xor103, 9
  %shr105 = lshr i32 %mul104, 5
  %xor106 = xor i32 %mul104, %shr105
  %mul107 = mul i32 %xor106, 9
  %shr108 = lshr i32 %mul107, 5
  %xor109 = xor i32 %mul107, %shr108
  %mul110 = mul i32 %xor109, 9
  %shr111 = lshr i32 %mul110, 5
  %xor112 = xor i32 %mul110, %shr111
  %mul113 = mul i32 %xor112, 9
  %shr114 = lshr i32 %mul113, 5
  %xor115 = xor i32 %mul113, %shr114
  %mul116 = mul i32 %xor115, 9
  %shr117 = lshr i32 %mul116, 5
  %xor118 = xor i32 %mul116, %shr117
  %mul119 = mul i32 %xor118, 9
  %shr120 = lshr i32 %mul119, 5
  %xor121 = xor i32 %mul119, %shr120
  %mul122 = mul i32 %xor121, 9
  %shr123 = lshr i32 %mul122, 5
  %xor124 = xor i32 %mul122, %shr123
  %mul125 = mul i32 %xor124, 9
  %shr126 = lshr i32 %mul125, 5
  %xor127 = xor i32 %mul125, %shr126
  %mul128 = mul i32 %xor127, 9
  %shr129 = lshr i32 %mul128, 5
  %xor130 = xor i32 %mul128, %shr129
  %mul131 = mul i32 %xor130, 9
  %shr132 = lshr i32 %mul131, 5
  %xor133 = xor i32 %mul131, %shr132
  %mul134 = mul i32 %xor133, 9
  %shr135 = lshr i32 %mul134, 5
  %xor136 = xor i32 %mul134, %shr135
  %mul137 = mul i32 %xor136, 9
  %shr138 = lshr i32 %mul137, 5
  %xor139 = xor i32 %mul137, %shr138
  %mul140 = mul i32 %xor139, 9
  %shr141 = lshr i32 %mul140, 5
  %xor142 = xor i32 %mul140, %shr141
  %mul143 = mul i32 %xor142, 9
  %shr144 = lshr i32 %mul143, 5
  %xor145 = xor i32 %mul143, %shr144
  %mul146 = mul i32 %xor145, 9
  %shr147 = lshr i32 %mul146, 5
  %xor148 = xor i32 %mul146, %shr147
  %mul149 = mul i32 %xor148, 9
  %shr150 = lshr i32 %mul149, 5
  %xor151 = xor i32 %mul149, %shr150
  %mul152 = mul i32 %xor151, 9
  %shr153 = lshr i32 %mul152, 5
  %xor154 = xor i32 %mul152, %shr153
  %mul155 = mul i32 %xor154, 9
  %shr156 = lshr i32 %mul155, 5
  %xor157 = xor i32 %mul155, %shr156
  %mul158 = mul i32 %xor157, 9
  %shr159 = lshr i32 %mul158, 5
  %xor160 = xor i32 %mul158, %shr159
  %mul161 = mul i32 %xor160, 9
  %shr162 = lshr i32 %mul161, 5
  %xor163 = xor i32 %mul161, %shr162
  %mul164 = mul i32 %xor163, 9
  %shr165 = lshr i32 %mul164, 5
  %xor166 = xor i32 %mul164, %shr165
  %mul167 = mul i32 %xor166, 9
  %shr168 = lshr i32 %mul167, 5
  %xor169 = xor i32 %mul167, %shr168
  %mul170 = mul i32 %xor169, 9
  %shr171 = lshr i32 %mul170, 5
  %xor172 = xor i32 %mul170, %shr171
  %mul173 = mul i32 %xor172, 9
  %shr174 = lshr i32 %mul173, 5
  %xor175 = xor i32 %mul173, %shr174
  %mul176 = mul i32 %xor175, 9
  %shr177 = lshr i32 %mul176, 5
  %xor178 = xor i32 %mul176, %shr177
  %mul179 = mul i32 %xor178, 9
  %shr180 = lshr i32 %mul179, 5
  %xor181 = xor i32 %mul179, %shr180
  %mul182 = mul i32 %xor181, 9
  %shr183 = lshr i32 %mul182, 5
  %xor184 = xor i32 %mul182, %shr183
  %mul185 = mul i32 %xor184, 9
  %shr186 = lshr i32 %mul185, 5
  %xor187 = xor i32 %mul185, %shr186
  %mul188 = mul i32 %xor187, 9
  %shr189 = lshr i32 %mul188, 5
  %xor190 = xor i32 %mul188, %shr189
  %mul191 = mul i32 %xor190, 9
  %shr192 = lshr i32 %mul191, 5
  %xor193 = xor i32 %mul191, %shr192
  %mul194 = mul i32 %xor193, 9
  %shr195 = lshr i32 %mul194, 5
  %xor196 = xor i32 %mul194, %shr195
  %mul197 = mul i32 %xor196, 9
  %shr198 = lshr i32 %mul197, 5
  %xor199 = xor i32 %mul197, %shr198
  %mul200 = mul i32 %xor199, 9
  %add201 = add i32 %mul200, %j.0
  %inc = add i32 %j.0, 1
  br label %for.cond6

for.end:                                          ; preds = %for.cond6
  %add202 = add i32 %value.1, %add3
  %inc204 = add i32 %i.0, 1
  br label %for.cond

for.end205:                                       ; preds = %for.cond
  store i32 %value.0, ptr addrspace(1) %arrayidx, align 4, !tbaa !9
  ret void
}

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef i32 @llvm.amdgcn.workitem.id.x() #1

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef i32 @llvm.amdgcn.workgroup.id.x() #1

attributes #0 = { convergent norecurse nounwind "amdgpu-flat-work-group-size"="64,64" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "uniform-work-group-size"="true" }
attributes #1 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }

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
