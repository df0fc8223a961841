; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Bitonic sort: each thread block sorts NUM values in local memory.
;
; Look at: the branch on (tid & k). Neighbouring threads sort in opposite
;   directions, so a warp takes both arms. Both arms are an if-then with the
;   same loads and the same swap; only the comparison is turned round.
; Melds: the two if-thens as one region pair. The comparisons align too once
;   "greater" is read as "less" with its operands swapped; without that they
;   stay apart and need a select or a guard.
; Paper: DARM (arXiv 2107.05681), figures 1, 4 and 6, benchmark BIT.
; Measured: the authors' pass (LLVM 14 port, gfx906) on the authors' kernel:
;   one meld, 11 to 8 blocks, 4 to 2 divergent branches, 348 to 312 bytes, and
;   7 to 9 vector registers. At plain -O3 LLVM has sunk the swap already: 21
;   melds and not one block or divergent branch less.
; Launch: grid G, block NUM; values: G * NUM ints, sorted per block of NUM.
;
; Made from bitonic_sort.cl by build.sh, with debug info.

source_filename = "bitonic_sort.cl"
target datalayout = "e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"

@bitonic_sort.shared = internal addrspace(3) global [256 x i32] undef, align 4, !dbg !0

; Function Attrs: convergent norecurse nounwind
define protected amdgpu_kernel void @bitonic_sort(ptr addrspace(1) noundef align 4 %values) #0 !dbg !2 !kernel_arg_addr_space !50 !kernel_arg_access_qual !51 !kernel_arg_type !52 !kernel_arg_base_type !52 !kernel_arg_type_qual !53 !reqd_work_group_size !54 {
entry:
    #dbg_value(ptr addrspace(1) %values, !18, !DIExpression(DW_OP_constu, 1, DW_OP_swap, DW_OP_xderef), !55)
  %0 = call noundef range(i32 0, 1024) i32 @llvm.amdgcn.workitem.id.x(), !dbg !56
    #dbg_value(i32 %0, !19, !DIExpression(DW_OP_constu, 1, DW_OP_swap, DW_OP_xderef), !55)
  %1 = call i32 @llvm.amdgcn.workgroup.id.x(), !dbg !61
  %mul = mul i32 %1, 256, !dbg !64
  %add = add i32 %mul, %0, !dbg !65
    #dbg_value(i32 %add, !22, !DIExpression(DW_OP_constu, 1, DW_OP_swap, DW_OP_xderef), !55)
  %idxprom = zext i32 %add to i64, !dbg !66
  %arrayidx = getelementptr inbounds i32, ptr addrspace(1) %values, i64 %idxprom, !dbg !66
  %2 = load i32, ptr addrspace(1) %arrayidx, align 4, !dbg !66, !tbaa !67
  %idxprom2 = zext i32 %0 to i64, !dbg !71
  %arrayidx3 = getelementptr inbounds [256 x i32], ptr addrspace(3) @bitonic_sort.shared, i64 0, i64 %idxprom2, !dbg !71
  store i32 %2, ptr addrspace(3) %arrayidx3, align 4, !dbg !72, !tbaa !67
  fence syncscope("workgroup") release, !dbg !73
  call void @llvm.amdgcn.s.barrier(), !dbg !78
  fence syncscope("workgroup") acquire, !dbg !79
    #dbg_value(i32 2, !23, !DIExpression(DW_OP_constu, 1, DW_OP_swap, DW_OP_xderef), !80)
  br label %for.cond, !dbg !81

for.cond:                                         ; preds = %for.inc37, %entry
  %k.0 = phi i32 [ 2, %entry ], [ %mul38, %for.inc37 ], !dbg !82
    #dbg_value(i32 %k.0, !23, !DIExpression(DW_OP_constu, 1, DW_OP_swap, DW_OP_xderef), !80)
  %cmp = icmp ule i32 %k.0, 256, !dbg !83
  br i1 %cmp, label %for.body, label %for.end39, !dbg !84

for.body:                                         ; preds = %for.cond
  %div = udiv i32 %k.0, 2, !dbg !85
    #dbg_value(i32 %div, !25, !DIExpression(DW_OP_constu, 1, DW_OP_swap, DW_OP_xderef), !86)
  br label %for.cond4, !dbg !87

for.cond4:                                        ; preds = %if.end35, %for.body
  %j.0 = phi i32 [ %div, %for.body ], [ %div36, %if.end35 ], !dbg !88
    #dbg_value(i32 %j.0, !25, !DIExpression(DW_OP_constu, 1, DW_OP_swap, DW_OP_xderef), !86)
  %cmp5 = icmp ugt i32 %j.0, 0, !dbg !89
  br i1 %cmp5, label %for.body7, label %for.inc37, !dbg !90

for.body7:                                        ; preds = %for.cond4
  %xor = xor i32 %0, %j.0, !dbg !91
    #dbg_value(i32 %xor, !29, !DIExpression(DW_OP_constu, 1, DW_OP_swap, DW_OP_xderef), !92)
  %cmp8 = icmp ugt i32 %xor, %0, !dbg !93
  br i1 %cmp8, label %if.then, label %if.end35, !dbg !94

if.then:                                          ; preds = %for.body7
  %and = and i32 %0, %k.0, !dbg !95
  %cmp9 = icmp eq i32 %and, 0, !dbg !96
  br i1 %cmp9, label %if.then10, label %if.else, !dbg !97

if.then10:                                        ; preds = %if.then
  %3 = load i32, ptr addrspace(3) %arrayidx3, align 4, !dbg !98, !tbaa !67
    #dbg_value(i32 %3, !32, !DIExpression(DW_OP_constu, 1, DW_OP_swap, DW_OP_xderef), !99)
  %idxprom13 = zext i32 %xor to i64, !dbg !100
  %arrayidx14 = getelementptr inbounds [256 x i32], ptr addrspace(3) @bitonic_sort.shared, i64 0, i64 %idxprom13, !dbg !100
  %4 = load i32, ptr addrspace(3) %arrayidx14, align 4, !dbg !100, !tbaa !67
    #dbg_value(i32 %4, !37, !DIExpression(DW_OP_constu, 1, DW_OP_swap, DW_OP_xderef), !99)
  %cmp15 = icmp slt i32 %4, %3, !dbg !101
  br i1 %cmp15, label %if.then16, label %if.end35, !dbg !103

if.then16:                                        ; preds = %if.then10
  store i32 %4, ptr addrspace(3) %arrayidx3, align 4, !dbg !104, !tbaa !67
  store i32 %3, ptr addrspace(3) %arrayidx14, align 4, !dbg !106, !tbaa !67
  br label %if.end35, !dbg !107

if.else:                                          ; preds = %if.then
  %5 = load i32, ptr addrspace(3) %arrayidx3, align 4, !dbg !108, !tbaa !67
    #dbg_value(i32 %5, !38, !DIExpression(DW_OP_constu, 1, DW_OP_swap, DW_OP_xderef), !109)
  %idxprom25 = zext i32 %xor to i64, !dbg !110
  %arrayidx26 = getelementptr inbounds [256 x i32], ptr addrspace(3) @bitonic_sort.shared, i64 0, i64 %idxprom25, !dbg !110
  %6 = load i32, ptr addrspace(3) %arrayidx26, align 4, !dbg !110, !tbaa !67
    #dbg_value(i32 %6, !40, !DIExpression(DW_OP_constu, 1, DW_OP_swap, DW_OP_xderef), !109)
  %cmp27 = icmp sgt i32 %6, %5, !dbg !111
  br i1 %cmp27, label %if.then28, label %if.end35, !dbg !113

if.then28:                                        ; preds = %if.else
  store i32 %6, ptr addrspace(3) %arrayidx3, align 4, !dbg !114, !tbaa !67
  store i32 %5, ptr addrspace(3) %arrayidx26, align 4, !dbg !116, !tbaa !67
  br label %if.end35, !dbg !117

if.end35:                                         ; preds = %if.then16, %if.then10, %if.then28, %if.else, %for.body7
  fence syncscope("workgroup") release, !dbg !118
  call void @llvm.amdgcn.s.barrier(), !dbg !120
  fence syncscope("workgroup") acquire, !dbg !121
  %div36 = udiv i32 %j.0, 2, !dbg !122
    #dbg_value(i32 %div36, !25, !DIExpression(DW_OP_constu, 1, DW_OP_swap, DW_OP_xderef), !86)
  br label %for.cond4, !dbg !123, !llvm.loop !124

for.inc37:                                        ; preds = %for.cond4
  %mul38 = mul i32 %k.0, 2, !dbg !126
    #dbg_value(i32 %mul38, !23, !DIExpression(DW_OP_constu, 1, DW_OP_swap, DW_OP_xderef), !80)
  br label %for.cond, !dbg !127, !llvm.loop !128

for.end39:                                        ; preds = %for.cond
  %7 = load i32, ptr addrspace(3) %arrayidx3, align 4, !dbg !130, !tbaa !67
  store i32 %7, ptr addrspace(1) %arrayidx, align 4, !dbg !131, !tbaa !67
  ret void, !dbg !132
}

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef i32 @llvm.amdgcn.workitem.id.x() #1

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef i32 @llvm.amdgcn.workgroup.id.x() #1

; Function Attrs: convergent nocallback nofree nounwind willreturn
declare void @llvm.amdgcn.s.barrier() #2

attributes #0 = { convergent norecurse nounwind "amdgpu-flat-work-group-size"="256,256" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "uniform-work-group-size"="true" }
attributes #1 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #2 = { convergent nocallback nofree nounwind willreturn }

!llvm.dbg.cu = !{!8}
!llvm.module.flags = !{!44, !45, !46, !47, !48}
!opencl.ocl.version = !{!49}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression(DW_OP_constu, 2, DW_OP_swap, DW_OP_xderef))
!1 = distinct !DIGlobalVariable(name: "shared", scope: !2, file: !3, line: 27, type: !41, isLocal: true, isDefinition: true)
!2 = distinct !DISubprogram(name: "bitonic_sort", scope: !3, file: !3, line: 25, type: !4, scopeLine: 26, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !8, retainedNodes: !17)
!3 = !DIFile(filename: "bitonic_sort.cl", directory: ".")
!4 = !DISubroutineType(types: !5)
!5 = !{null, !6}
!6 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !7, size: 64)
!7 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!8 = distinct !DICompileUnit(language: DW_LANG_OpenCL, file: !3, isOptimized: true, runtimeVersion: 0, emissionKind: FullDebug, globals: !9, splitDebugInlining: false, nameTableKind: None)
!9 = !{!0, !10}
!10 = !DIGlobalVariableExpression(var: !11, expr: !DIExpression())
!11 = distinct !DIGlobalVariable(scope: null, file: !12, line: 46, type: !13, isLocal: true, isDefinition: true)
!12 = !DIFile(filename: "./device.h", directory: ".")
!13 = !DICompositeType(tag: DW_TAG_array_type, baseType: !14, size: 80, elements: !15)
!14 = !DIBasicType(name: "char", size: 8, encoding: DW_ATE_signed_char)
!15 = !{!16}
!16 = !DISubrange(count: 10)
!17 = !{!18, !19, !22, !23, !25, !29, !32, !37, !38, !40}
!18 = !DILocalVariable(name: "values", arg: 1, scope: !2, file: !3, line: 25, type: !6)
!19 = !DILocalVariable(name: "tid", scope: !2, file: !3, line: 28, type: !20)
!20 = !DIDerivedType(tag: DW_TAG_typedef, name: "uint", file: !12, line: 13, baseType: !21)
!21 = !DIBasicType(name: "unsigned int", size: 32, encoding: DW_ATE_unsigned)
!22 = !DILocalVariable(name: "at", scope: !2, file: !3, line: 29, type: !20)
!23 = !DILocalVariable(name: "k", scope: !24, file: !3, line: 33, type: !20)
!24 = distinct !DILexicalBlock(scope: !2, file: !3, line: 33, column: 2)
!25 = !DILocalVariable(name: "j", scope: !26, file: !3, line: 34, type: !20)
!26 = distinct !DILexicalBlock(scope: !27, file: !3, line: 34, column: 3)
!27 = distinct !DILexicalBlock(scope: !28, file: !3, line: 33, column: 37)
!28 = distinct !DILexicalBlock(scope: !24, file: !3, line: 33, column: 2)
!29 = !DILocalVariable(name: "other", scope: !30, file: !3, line: 35, type: !20)
!30 = distinct !DILexicalBlock(scope: !31, file: !3, line: 34, column: 39)
!31 = distinct !DILexicalBlock(scope: !26, file: !3, line: 34, column: 3)
!32 = !DILocalVariable(name: "mine", scope: !33, file: !3, line: 39, type: !7)
!33 = distinct !DILexicalBlock(scope: !34, file: !3, line: 38, column: 25)
!34 = distinct !DILexicalBlock(scope: !35, file: !3, line: 38, column: 9)
!35 = distinct !DILexicalBlock(scope: !36, file: !3, line: 37, column: 21)
!36 = distinct !DILexicalBlock(scope: !30, file: !3, line: 37, column: 8)
!37 = !DILocalVariable(name: "theirs", scope: !33, file: !3, line: 40, type: !7)
!38 = !DILocalVariable(name: "mine", scope: !39, file: !3, line: 47, type: !7)
!39 = distinct !DILexicalBlock(scope: !34, file: !3, line: 46, column: 12)
!40 = !DILocalVariable(name: "theirs", scope: !39, file: !3, line: 48, type: !7)
!41 = !DICompositeType(tag: DW_TAG_array_type, baseType: !7, size: 8192, elements: !42)
!42 = !{!43}
!43 = !DISubrange(count: 256)
!44 = !{i32 1, !"amdhsa_code_object_version", i32 500}
!45 = !{i32 7, !"Dwarf Version", i32 4}
!46 = !{i32 2, !"Debug Info Version", i32 3}
!47 = !{i32 1, !"wchar_size", i32 4}
!48 = !{i32 8, !"PIC Level", i32 2}
!49 = !{i32 1, i32 2}
!50 = !{i32 1}
!51 = !{!"none"}
!52 = !{!"int*"}
!53 = !{!""}
!54 = !{i32 256, i32 1, i32 1}
!55 = !DILocation(line: 0, scope: !2)
!56 = !DILocation(line: 25, column: 9, scope: !57, inlinedAt: !60)
!57 = distinct !DISubprogram(name: "thread_id", scope: !12, file: !12, line: 23, type: !58, scopeLine: 24, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !8)
!58 = !DISubroutineType(types: !59)
!59 = !{!20}
!60 = distinct !DILocation(line: 28, column: 13, scope: !2)
!61 = !DILocation(line: 35, column: 9, scope: !62, inlinedAt: !63)
!62 = distinct !DISubprogram(name: "block_id", scope: !12, file: !12, line: 33, type: !58, scopeLine: 34, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !8)
!63 = distinct !DILocation(line: 29, column: 12, scope: !2)
!64 = !DILocation(line: 29, column: 23, scope: !2)
!65 = !DILocation(line: 29, column: 29, scope: !2)
!66 = !DILocation(line: 31, column: 16, scope: !2)
!67 = !{!68, !68, i64 0}
!68 = !{!"int", !69, i64 0}
!69 = !{!"omnipotent char", !70, i64 0}
!70 = !{!"Simple C/C++ TBAA"}
!71 = !DILocation(line: 31, column: 2, scope: !2)
!72 = !DILocation(line: 31, column: 14, scope: !2)
!73 = !DILocation(line: 46, column: 25, scope: !74, inlinedAt: !77)
!74 = distinct !DISubprogram(name: "block_sync", scope: !12, file: !12, line: 44, type: !75, scopeLine: 45, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !8)
!75 = !DISubroutineType(types: !76)
!76 = !{null}
!77 = distinct !DILocation(line: 32, column: 2, scope: !2)
!78 = !DILocation(line: 47, column: 2, scope: !74, inlinedAt: !77)
!79 = !DILocation(line: 48, column: 25, scope: !74, inlinedAt: !77)
!80 = !DILocation(line: 0, scope: !24)
!81 = !DILocation(line: 33, column: 7, scope: !24)
!82 = !DILocation(line: 33, scope: !24)
!83 = !DILocation(line: 33, column: 21, scope: !28)
!84 = !DILocation(line: 33, column: 2, scope: !24)
!85 = !DILocation(line: 34, column: 19, scope: !26)
!86 = !DILocation(line: 0, scope: !26)
!87 = !DILocation(line: 34, column: 8, scope: !26)
!88 = !DILocation(line: 34, scope: !26)
!89 = !DILocation(line: 34, column: 26, scope: !31)
!90 = !DILocation(line: 34, column: 3, scope: !26)
!91 = !DILocation(line: 35, column: 21, scope: !30)
!92 = !DILocation(line: 0, scope: !30)
!93 = !DILocation(line: 37, column: 14, scope: !36)
!94 = !DILocation(line: 37, column: 8, scope: !30)
!95 = !DILocation(line: 38, column: 14, scope: !34)
!96 = !DILocation(line: 38, column: 19, scope: !34)
!97 = !DILocation(line: 38, column: 9, scope: !35)
!98 = !DILocation(line: 39, column: 17, scope: !33)
!99 = !DILocation(line: 0, scope: !33)
!100 = !DILocation(line: 40, column: 19, scope: !33)
!101 = !DILocation(line: 42, column: 17, scope: !102)
!102 = distinct !DILexicalBlock(scope: !33, file: !3, line: 42, column: 10)
!103 = !DILocation(line: 42, column: 10, scope: !33)
!104 = !DILocation(line: 43, column: 19, scope: !105)
!105 = distinct !DILexicalBlock(scope: !102, file: !3, line: 42, column: 25)
!106 = !DILocation(line: 44, column: 21, scope: !105)
!107 = !DILocation(line: 45, column: 6, scope: !105)
!108 = !DILocation(line: 47, column: 17, scope: !39)
!109 = !DILocation(line: 0, scope: !39)
!110 = !DILocation(line: 48, column: 19, scope: !39)
!111 = !DILocation(line: 50, column: 17, scope: !112)
!112 = distinct !DILexicalBlock(scope: !39, file: !3, line: 50, column: 10)
!113 = !DILocation(line: 50, column: 10, scope: !39)
!114 = !DILocation(line: 51, column: 19, scope: !115)
!115 = distinct !DILexicalBlock(scope: !112, file: !3, line: 50, column: 25)
!116 = !DILocation(line: 52, column: 21, scope: !115)
!117 = !DILocation(line: 53, column: 6, scope: !115)
!118 = !DILocation(line: 46, column: 25, scope: !74, inlinedAt: !119)
!119 = distinct !DILocation(line: 56, column: 4, scope: !30)
!120 = !DILocation(line: 47, column: 2, scope: !74, inlinedAt: !119)
!121 = !DILocation(line: 48, column: 25, scope: !74, inlinedAt: !119)
!122 = !DILocation(line: 34, column: 33, scope: !31)
!123 = !DILocation(line: 34, column: 3, scope: !31)
!124 = distinct !{!124, !90, !125}
!125 = !DILocation(line: 57, column: 3, scope: !26)
!126 = !DILocation(line: 33, column: 31, scope: !28)
!127 = !DILocation(line: 33, column: 2, scope: !28)
!128 = distinct !{!128, !84, !129}
!129 = !DILocation(line: 58, column: 2, scope: !24)
!130 = !DILocation(line: 59, column: 15, scope: !2)
!131 = !DILocation(line: 59, column: 13, scope: !2)
!132 = !DILocation(line: 60, column: 1, scope: !2)
