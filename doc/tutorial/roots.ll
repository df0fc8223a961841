; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; What clang-22 makes of roots.cl, less what LLVM 19 cannot read.
source_filename = "roots.cl"
target datalayout = "e-m:e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"

; Function Attrs: nofree norecurse nosync nounwind memory(argmem: readwrite)
define protected amdgpu_kernel void @roots(ptr addrspace(1) noundef readonly align 4 %cubic, ptr addrspace(1) noundef align 4 %value) local_unnamed_addr #0 !dbg !13 !kernel_arg_addr_space !16 !kernel_arg_access_qual !17 !kernel_arg_type !18 !kernel_arg_base_type !18 !kernel_arg_type_qual !19 !reqd_work_group_size !20 {
entry:
  %0 = tail call i32 @llvm.amdgcn.workgroup.id.x(), !dbg !21
  %mul.i = shl i32 %0, 6, !dbg !27
  %1 = tail call i32 @llvm.amdgcn.workitem.id.x(), !dbg !28
  %add.i = add i32 %mul.i, %1, !dbg !31
  %idxprom.i = zext i32 %add.i to i64, !dbg !32
  %arrayidx.i = getelementptr inbounds nuw float, ptr addrspace(1) %value, i64 %idxprom.i, !dbg !32
  %2 = load float, ptr addrspace(1) %arrayidx.i, align 4, !dbg !32, !tbaa !33
  %arrayidx3.i = getelementptr inbounds nuw i32, ptr addrspace(1) %cubic, i64 %idxprom.i, !dbg !35
  %3 = load i32, ptr addrspace(1) %arrayidx3.i, align 4, !dbg !35, !tbaa !9
  %cmp.i = icmp eq i32 %3, 0, !dbg !36
  br i1 %cmp.i, label %do.body.i, label %do.body7.i, !dbg !36

do.body.i:                                        ; preds = %entry, %do.body.i
  %x.0.i = phi float [ %mul5.i, %do.body.i ], [ %2, %entry ], !dbg !37
  %div.i = fdiv float %2, %x.0.i, !dbg !38, !fpmath !39
  %add4.i = fadd float %x.0.i, %div.i, !dbg !40
  %mul5.i = fmul float %add4.i, 5.000000e-01, !dbg !41
  %cmp6.i = fcmp olt float %mul5.i, %x.0.i, !dbg !42
  br i1 %cmp6.i, label %do.body.i, label %__clang_ocl_kern_imp_roots.exit, !dbg !43, !llvm.loop !44

do.body7.i:                                       ; preds = %entry, %do.body7.i
  %x.1.i = phi float [ %mul12.i, %do.body7.i ], [ %2, %entry ], !dbg !37
  %add8.i = fadd float %x.1.i, %x.1.i, !dbg !48
  %mul9.i = fmul float %x.1.i, %x.1.i, !dbg !49
  %div10.i = fdiv float %2, %mul9.i, !dbg !50, !fpmath !39
  %add11.i = fadd float %add8.i, %div10.i, !dbg !51
  %mul12.i = fmul float %add11.i, 0x3FD5555560000000, !dbg !52
  %cmp14.i = fcmp olt float %mul12.i, %x.1.i, !dbg !53
  br i1 %cmp14.i, label %do.body7.i, label %__clang_ocl_kern_imp_roots.exit, !dbg !54, !llvm.loop !55

__clang_ocl_kern_imp_roots.exit:                  ; preds = %do.body7.i, %do.body.i
  %x.2.i = phi float [ %mul5.i, %do.body.i ], [ %mul12.i, %do.body7.i ], !dbg !37
  store float %x.2.i, ptr addrspace(1) %arrayidx.i, align 4, !dbg !58, !tbaa !33
  ret void, !dbg !59
}

; Function Attrs: alwaysinline nofree norecurse nosync nounwind memory(argmem: readwrite)
define protected void @__clang_ocl_kern_imp_roots(ptr addrspace(1) noundef readonly align 4 %cubic, ptr addrspace(1) noundef align 4 %value) local_unnamed_addr #1 !dbg !25 !kernel_arg_addr_space !16 !kernel_arg_access_qual !17 !kernel_arg_type !18 !kernel_arg_base_type !18 !kernel_arg_type_qual !19 !reqd_work_group_size !20 {
entry:
  %0 = tail call i32 @llvm.amdgcn.workgroup.id.x(), !dbg !60
  %mul = shl i32 %0, 6, !dbg !62
  %1 = tail call i32 @llvm.amdgcn.workitem.id.x(), !dbg !63
  %add = add i32 %mul, %1, !dbg !65
  %idxprom = zext i32 %add to i64, !dbg !66
  %arrayidx = getelementptr inbounds nuw float, ptr addrspace(1) %value, i64 %idxprom, !dbg !66
  %2 = load float, ptr addrspace(1) %arrayidx, align 4, !dbg !66, !tbaa !33
  %arrayidx3 = getelementptr inbounds nuw i32, ptr addrspace(1) %cubic, i64 %idxprom, !dbg !67
  %3 = load i32, ptr addrspace(1) %arrayidx3, align 4, !dbg !67, !tbaa !9
  %cmp = icmp eq i32 %3, 0, !dbg !68
  br i1 %cmp, label %do.body, label %do.body7, !dbg !68

do.body:                                          ; preds = %entry, %do.body
  %x.0 = phi float [ %mul5, %do.body ], [ %2, %entry ], !dbg !69
  %div = fdiv float %2, %x.0, !dbg !70, !fpmath !39
  %add4 = fadd float %x.0, %div, !dbg !71
  %mul5 = fmul float %add4, 5.000000e-01, !dbg !72
  %cmp6 = fcmp olt float %mul5, %x.0, !dbg !73
  br i1 %cmp6, label %do.body, label %if.end, !dbg !74, !llvm.loop !75

do.body7:                                         ; preds = %entry, %do.body7
  %x.1 = phi float [ %mul12, %do.body7 ], [ %2, %entry ], !dbg !69
  %add8 = fadd float %x.1, %x.1, !dbg !78
  %mul9 = fmul float %x.1, %x.1, !dbg !79
  %div10 = fdiv float %2, %mul9, !dbg !80, !fpmath !39
  %add11 = fadd float %add8, %div10, !dbg !81
  %mul12 = fmul float %add11, 0x3FD5555560000000, !dbg !82
  %cmp14 = fcmp olt float %mul12, %x.1, !dbg !83
  br i1 %cmp14, label %do.body7, label %if.end, !dbg !84, !llvm.loop !85

if.end:                                           ; preds = %do.body7, %do.body
  %x.2 = phi float [ %mul5, %do.body ], [ %mul12, %do.body7 ], !dbg !69
  store float %x.2, ptr addrspace(1) %arrayidx, align 4, !dbg !88, !tbaa !33
  ret void, !dbg !89
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef i32 @llvm.amdgcn.workgroup.id.x() #2

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 1024) i32 @llvm.amdgcn.workitem.id.x() #2

attributes #0 = { nofree norecurse nosync nounwind memory(argmem: readwrite) "amdgpu-flat-work-group-size"="64,64" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="gfx906" "uniform-work-group-size"="true" }
attributes #1 = { alwaysinline nofree norecurse nosync nounwind memory(argmem: readwrite) "amdgpu-flat-work-group-size"="64,64" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="gfx906" "uniform-work-group-size"="false" }
attributes #2 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3, !4, !5, !6}
!opencl.ocl.version = !{!7}
!llvm.ident = !{!8}

!0 = distinct !DICompileUnit(language: DW_LANG_OpenCL, file: !1, producer: "clang", isOptimized: true, runtimeVersion: 0, emissionKind: LineTablesOnly, splitDebugInlining: false, nameTableKind: None)
!1 = !DIFile(filename: "roots.cl", directory: ".", checksumkind: CSK_MD5, checksum: "ac921db1c575ff5cdf06d526b1c55340")
!2 = !{i32 1, !"amdhsa_code_object_version", i32 600}
!3 = !{i32 7, !"Dwarf Version", i32 5}
!4 = !{i32 2, !"Debug Info Version", i32 3}
!5 = !{i32 1, !"wchar_size", i32 4}
!6 = !{i32 8, !"PIC Level", i32 2}
!7 = !{i32 1, i32 2}
!8 = !{!"clang"}
!9 = !{!10, !10, i64 0}
!10 = !{!"int", !11, i64 0}
!11 = !{!"omnipotent char", !12, i64 0}
!12 = !{!"Simple C/C++ TBAA"}
!13 = distinct !DISubprogram(name: "roots", scope: !1, file: !1, line: 5, type: !14, scopeLine: 6, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!14 = !DISubroutineType(types: !15)
!15 = !{}
!16 = !{i32 1, i32 1}
!17 = !{!"none", !"none"}
!18 = !{!"uint*", !"float*"}
!19 = !{!"const", !""}
!20 = !{i32 64, i32 1, i32 1}
!21 = !DILocation(line: 35, column: 9, scope: !22, inlinedAt: !24)
!22 = distinct !DISubprogram(name: "block_id", scope: !23, file: !23, line: 33, type: !14, scopeLine: 34, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!23 = !DIFile(filename: "samples/device.h", directory: ".", checksumkind: CSK_MD5, checksum: "76565d6edb83200357a742ebb508092d")
!24 = distinct !DILocation(line: 7, column: 11, scope: !25, inlinedAt: !26)
!25 = distinct !DISubprogram(name: "roots", scope: !1, file: !1, line: 5, type: !14, scopeLine: 6, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!26 = distinct !DILocation(line: 6, column: 1, scope: !13)
!27 = !DILocation(line: 7, column: 22, scope: !25, inlinedAt: !26)
!28 = !DILocation(line: 25, column: 9, scope: !29, inlinedAt: !30)
!29 = distinct !DISubprogram(name: "thread_id", scope: !23, file: !23, line: 23, type: !14, scopeLine: 24, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!30 = distinct !DILocation(line: 7, column: 29, scope: !25, inlinedAt: !26)
!31 = !DILocation(line: 7, column: 27, scope: !25, inlinedAt: !26)
!32 = !DILocation(line: 8, column: 12, scope: !25, inlinedAt: !26)
!33 = !{!34, !34, i64 0}
!34 = !{!"float", !11, i64 0}
!35 = !DILocation(line: 11, column: 6, scope: !25, inlinedAt: !26)
!36 = !DILocation(line: 11, column: 15, scope: !25, inlinedAt: !26)
!37 = !DILocation(line: 0, scope: !25, inlinedAt: !26)
!38 = !DILocation(line: 14, column: 15, scope: !25, inlinedAt: !26)
!39 = !{float 2.500000e+00}
!40 = !DILocation(line: 14, column: 11, scope: !25, inlinedAt: !26)
!41 = !DILocation(line: 14, column: 20, scope: !25, inlinedAt: !26)
!42 = !DILocation(line: 15, column: 14, scope: !25, inlinedAt: !26)
!43 = !DILocation(line: 15, column: 3, scope: !25, inlinedAt: !26)
!44 = distinct !{!44, !45, !46, !47}
!45 = !DILocation(line: 12, column: 3, scope: !25, inlinedAt: !26)
!46 = !DILocation(line: 15, column: 20, scope: !25, inlinedAt: !26)
!47 = !{!"llvm.loop.unroll.disable"}
!48 = !DILocation(line: 19, column: 11, scope: !25, inlinedAt: !26)
!49 = !DILocation(line: 19, column: 24, scope: !25, inlinedAt: !26)
!50 = !DILocation(line: 19, column: 19, scope: !25, inlinedAt: !26)
!51 = !DILocation(line: 19, column: 15, scope: !25, inlinedAt: !26)
!52 = !DILocation(line: 19, column: 30, scope: !25, inlinedAt: !26)
!53 = !DILocation(line: 20, column: 14, scope: !25, inlinedAt: !26)
!54 = !DILocation(line: 20, column: 3, scope: !25, inlinedAt: !26)
!55 = distinct !{!55, !56, !57, !47}
!56 = !DILocation(line: 17, column: 3, scope: !25, inlinedAt: !26)
!57 = !DILocation(line: 20, column: 20, scope: !25, inlinedAt: !26)
!58 = !DILocation(line: 22, column: 11, scope: !25, inlinedAt: !26)
!59 = !DILocation(line: 23, column: 1, scope: !13)
!60 = !DILocation(line: 35, column: 9, scope: !22, inlinedAt: !61)
!61 = distinct !DILocation(line: 7, column: 11, scope: !25)
!62 = !DILocation(line: 7, column: 22, scope: !25)
!63 = !DILocation(line: 25, column: 9, scope: !29, inlinedAt: !64)
!64 = distinct !DILocation(line: 7, column: 29, scope: !25)
!65 = !DILocation(line: 7, column: 27, scope: !25)
!66 = !DILocation(line: 8, column: 12, scope: !25)
!67 = !DILocation(line: 11, column: 6, scope: !25)
!68 = !DILocation(line: 11, column: 15, scope: !25)
!69 = !DILocation(line: 0, scope: !25)
!70 = !DILocation(line: 14, column: 15, scope: !25)
!71 = !DILocation(line: 14, column: 11, scope: !25)
!72 = !DILocation(line: 14, column: 20, scope: !25)
!73 = !DILocation(line: 15, column: 14, scope: !25)
!74 = !DILocation(line: 15, column: 3, scope: !25)
!75 = distinct !{!75, !76, !77, !47}
!76 = !DILocation(line: 12, column: 3, scope: !25)
!77 = !DILocation(line: 15, column: 20, scope: !25)
!78 = !DILocation(line: 19, column: 11, scope: !25)
!79 = !DILocation(line: 19, column: 24, scope: !25)
!80 = !DILocation(line: 19, column: 19, scope: !25)
!81 = !DILocation(line: 19, column: 15, scope: !25)
!82 = !DILocation(line: 19, column: 30, scope: !25)
!83 = !DILocation(line: 20, column: 14, scope: !25)
!84 = !DILocation(line: 20, column: 3, scope: !25)
!85 = distinct !{!85, !86, !87, !47}
!86 = !DILocation(line: 17, column: 3, scope: !25)
!87 = !DILocation(line: 20, column: 20, scope: !25)
!88 = !DILocation(line: 22, column: 11, scope: !25)
!89 = !DILocation(line: 23, column: 1, scope: !25)
