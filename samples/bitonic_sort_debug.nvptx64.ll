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
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

@bitonic_sort.shared = internal addrspace(3) global [256 x i32] undef, align 4

; Function Attrs: convergent noinline norecurse nounwind
define dso_local ptx_kernel void @bitonic_sort(ptr addrspace(1) noundef align 4 %values) #0 !dbg !8 !kernel_arg_addr_space !11 !kernel_arg_access_qual !12 !kernel_arg_type !13 !kernel_arg_base_type !13 !kernel_arg_type_qual !14 !reqd_work_group_size !15 {
entry:
  %0 = call i32 @llvm.nvvm.read.ptx.sreg.tid.x(), !dbg !16
  %1 = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x(), !dbg !20
  %mul = mul i32 %1, 256, !dbg !23
  %add = add i32 %mul, %0, !dbg !24
  %idxprom = zext i32 %add to i64, !dbg !25
  %arrayidx = getelementptr inbounds i32, ptr addrspace(1) %values, i64 %idxprom, !dbg !25
  %2 = load i32, ptr addrspace(1) %arrayidx, align 4, !dbg !25, !tbaa !26
  %idxprom2 = zext i32 %0 to i64, !dbg !30
  %arrayidx3 = getelementptr inbounds [256 x i32], ptr addrspace(3) @bitonic_sort.shared, i64 0, i64 %idxprom2, !dbg !30
  store i32 %2, ptr addrspace(3) %arrayidx3, align 4, !dbg !31, !tbaa !26
  call void @llvm.nvvm.barrier0(), !dbg !32
  br label %for.cond, !dbg !35

for.cond:                                         ; preds = %for.inc37, %entry
  %k.0 = phi i32 [ 2, %entry ], [ %mul38, %for.inc37 ], !dbg !36
  %cmp = icmp ule i32 %k.0, 256, !dbg !37
  br i1 %cmp, label %for.body, label %for.end39, !dbg !38

for.body:                                         ; preds = %for.cond
  %div = udiv i32 %k.0, 2, !dbg !39
  br label %for.cond4, !dbg !40

for.cond4:                                        ; preds = %if.end35, %for.body
  %j.0 = phi i32 [ %div, %for.body ], [ %div36, %if.end35 ], !dbg !41
  %cmp5 = icmp ugt i32 %j.0, 0, !dbg !42
  br i1 %cmp5, label %for.body7, label %for.inc37, !dbg !43

for.body7:                                        ; preds = %for.cond4
  %xor = xor i32 %0, %j.0, !dbg !44
  %cmp8 = icmp ugt i32 %xor, %0, !dbg !45
  br i1 %cmp8, label %if.then, label %if.end35, !dbg !46

if.then:                                          ; preds = %for.body7
  %and = and i32 %0, %k.0, !dbg !47
  %cmp9 = icmp eq i32 %and, 0, !dbg !48
  br i1 %cmp9, label %if.then10, label %if.else, !dbg !49

if.then10:                                        ; preds = %if.then
  %3 = load i32, ptr addrspace(3) %arrayidx3, align 4, !dbg !50, !tbaa !26
  %idxprom13 = zext i32 %xor to i64, !dbg !51
  %arrayidx14 = getelementptr inbounds [256 x i32], ptr addrspace(3) @bitonic_sort.shared, i64 0, i64 %idxprom13, !dbg !51
  %4 = load i32, ptr addrspace(3) %arrayidx14, align 4, !dbg !51, !tbaa !26
  %cmp15 = icmp slt i32 %4, %3, !dbg !52
  br i1 %cmp15, label %if.then16, label %if.end35, !dbg !53

if.then16:                                        ; preds = %if.then10
  store i32 %4, ptr addrspace(3) %arrayidx3, align 4, !dbg !54, !tbaa !26
  store i32 %3, ptr addrspace(3) %arrayidx14, align 4, !dbg !55, !tbaa !26
  br label %if.end35, !dbg !56

if.else:                                          ; preds = %if.then
  %5 = load i32, ptr addrspace(3) %arrayidx3, align 4, !dbg !57, !tbaa !26
  %idxprom25 = zext i32 %xor to i64, !dbg !58
  %arrayidx26 = getelementptr inbounds [256 x i32], ptr addrspace(3) @bitonic_sort.shared, i64 0, i64 %idxprom25, !dbg !58
  %6 = load i32, ptr addrspace(3) %arrayidx26, align 4, !dbg !58, !tbaa !26
  %cmp27 = icmp sgt i32 %6, %5, !dbg !59
  br i1 %cmp27, label %if.then28, label %if.end35, !dbg !60

if.then28:                                        ; preds = %if.else
  store i32 %6, ptr addrspace(3) %arrayidx3, align 4, !dbg !61, !tbaa !26
  store i32 %5, ptr addrspace(3) %arrayidx26, align 4, !dbg !62, !tbaa !26
  br label %if.end35, !dbg !63

if.end35:                                         ; preds = %if.then16, %if.then10, %if.then28, %if.else, %for.body7
  call void @llvm.nvvm.barrier0(), !dbg !64
  %div36 = udiv i32 %j.0, 2, !dbg !66
  br label %for.cond4, !dbg !43, !llvm.loop !67

for.inc37:                                        ; preds = %for.cond4
  %mul38 = mul i32 %k.0, 2, !dbg !69
  br label %for.cond, !dbg !38, !llvm.loop !70

for.end39:                                        ; preds = %for.cond
  %7 = load i32, ptr addrspace(3) %arrayidx3, align 4, !dbg !72, !tbaa !26
  store i32 %7, ptr addrspace(1) %arrayidx, align 4, !dbg !73, !tbaa !26
  ret void, !dbg !74
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

!llvm.dbg.cu = !{!0}
!nvvm.annotations = !{!2}
!llvm.module.flags = !{!3, !4, !5, !6}
!opencl.ocl.version = !{!7}

!0 = distinct !DICompileUnit(language: DW_LANG_OpenCL, file: !1, isOptimized: true, runtimeVersion: 0, emissionKind: DebugDirectivesOnly, splitDebugInlining: false, nameTableKind: None)
!1 = !DIFile(filename: "bitonic_sort.cl", directory: ".")
!2 = !{ptr @bitonic_sort, !"kernel", i32 1}
!3 = !{i32 7, !"Dwarf Version", i32 2}
!4 = !{i32 2, !"Debug Info Version", i32 3}
!5 = !{i32 1, !"wchar_size", i32 4}
!6 = !{i32 7, !"frame-pointer", i32 2}
!7 = !{i32 1, i32 2}
!8 = distinct !DISubprogram(name: "bitonic_sort", scope: !1, file: !1, line: 25, type: !9, scopeLine: 26, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!9 = !DISubroutineType(types: !10)
!10 = !{}
!11 = !{i32 1}
!12 = !{!"none"}
!13 = !{!"int*"}
!14 = !{!""}
!15 = !{i32 256, i32 1, i32 1}
!16 = !DILocation(line: 55, column: 9, scope: !17, inlinedAt: !19)
!17 = distinct !DISubprogram(name: "thread_id", scope: !18, file: !18, line: 53, type: !9, scopeLine: 54, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!18 = !DIFile(filename: "./device.h", directory: ".")
!19 = distinct !DILocation(line: 28, column: 13, scope: !8)
!20 = !DILocation(line: 65, column: 9, scope: !21, inlinedAt: !22)
!21 = distinct !DISubprogram(name: "block_id", scope: !18, file: !18, line: 63, type: !9, scopeLine: 64, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!22 = distinct !DILocation(line: 29, column: 12, scope: !8)
!23 = !DILocation(line: 29, column: 23, scope: !8)
!24 = !DILocation(line: 29, column: 29, scope: !8)
!25 = !DILocation(line: 31, column: 16, scope: !8)
!26 = !{!27, !27, i64 0}
!27 = !{!"int", !28, i64 0}
!28 = !{!"omnipotent char", !29, i64 0}
!29 = !{!"Simple C/C++ TBAA"}
!30 = !DILocation(line: 31, column: 2, scope: !8)
!31 = !DILocation(line: 31, column: 14, scope: !8)
!32 = !DILocation(line: 76, column: 2, scope: !33, inlinedAt: !34)
!33 = distinct !DISubprogram(name: "block_sync", scope: !18, file: !18, line: 74, type: !9, scopeLine: 75, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!34 = distinct !DILocation(line: 32, column: 2, scope: !8)
!35 = !DILocation(line: 33, column: 7, scope: !8)
!36 = !DILocation(line: 33, scope: !8)
!37 = !DILocation(line: 33, column: 21, scope: !8)
!38 = !DILocation(line: 33, column: 2, scope: !8)
!39 = !DILocation(line: 34, column: 19, scope: !8)
!40 = !DILocation(line: 34, column: 8, scope: !8)
!41 = !DILocation(line: 34, scope: !8)
!42 = !DILocation(line: 34, column: 26, scope: !8)
!43 = !DILocation(line: 34, column: 3, scope: !8)
!44 = !DILocation(line: 35, column: 21, scope: !8)
!45 = !DILocation(line: 37, column: 14, scope: !8)
!46 = !DILocation(line: 37, column: 8, scope: !8)
!47 = !DILocation(line: 38, column: 14, scope: !8)
!48 = !DILocation(line: 38, column: 19, scope: !8)
!49 = !DILocation(line: 38, column: 9, scope: !8)
!50 = !DILocation(line: 39, column: 17, scope: !8)
!51 = !DILocation(line: 40, column: 19, scope: !8)
!52 = !DILocation(line: 42, column: 17, scope: !8)
!53 = !DILocation(line: 42, column: 10, scope: !8)
!54 = !DILocation(line: 43, column: 19, scope: !8)
!55 = !DILocation(line: 44, column: 21, scope: !8)
!56 = !DILocation(line: 45, column: 6, scope: !8)
!57 = !DILocation(line: 47, column: 17, scope: !8)
!58 = !DILocation(line: 48, column: 19, scope: !8)
!59 = !DILocation(line: 50, column: 17, scope: !8)
!60 = !DILocation(line: 50, column: 10, scope: !8)
!61 = !DILocation(line: 51, column: 19, scope: !8)
!62 = !DILocation(line: 52, column: 21, scope: !8)
!63 = !DILocation(line: 53, column: 6, scope: !8)
!64 = !DILocation(line: 76, column: 2, scope: !33, inlinedAt: !65)
!65 = distinct !DILocation(line: 56, column: 4, scope: !8)
!66 = !DILocation(line: 34, column: 33, scope: !8)
!67 = distinct !{!67, !43, !68}
!68 = !DILocation(line: 57, column: 3, scope: !8)
!69 = !DILocation(line: 33, column: 31, scope: !8)
!70 = distinct !{!70, !38, !71}
!71 = !DILocation(line: 58, column: 2, scope: !8)
!72 = !DILocation(line: 59, column: 15, scope: !8)
!73 = !DILocation(line: 59, column: 13, scope: !8)
!74 = !DILocation(line: 60, column: 1, scope: !8)
