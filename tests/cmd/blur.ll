; blur.hip and blur.h, as clang 22 compiles them with -g -O2 for gfx906, without
; what LLVM 19 cannot read.
source_filename = "blur.hip"
target datalayout = "e-m:e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"

$_ZN3img4blurIiEEvPT_PKS1_i = comdat any

define protected amdgpu_kernel void @_ZN3img4blurIiEEvPT_PKS1_i(ptr addrspace(1) noundef writeonly %0, ptr addrspace(1) noundef readonly %1, i32 noundef %2) local_unnamed_addr #0 comdat !dbg !13 {

  %4 = tail call i32 @llvm.amdgcn.workitem.id.x(), !dbg !29

  %5 = icmp slt i32 %4, %2, !dbg !30
  br i1 %5, label %6, label %24, !dbg !30

6:

  %7 = zext nneg i32 %4 to i64, !dbg !32
  %8 = getelementptr inbounds nuw i32, ptr addrspace(1) %1, i64 %7, !dbg !32
  %9 = load i32, ptr addrspace(1) %8, align 4, !dbg !32

  %10 = icmp sgt i32 %9, %2, !dbg !42
  br i1 %10, label %11, label %16, !dbg !42

11:
  %12 = mul nsw i32 %9, 7, !dbg !44
  %13 = add nuw nsw i32 %2, 1, !dbg !45
  %14 = udiv i32 %12, %13, !dbg !46
  %15 = add nuw nsw i32 %14, %9, !dbg !47
  br label %21, !dbg !48

16:
  %17 = mul nsw i32 %9, 5, !dbg !49
  %18 = add nuw nsw i32 %2, 3, !dbg !50
  %19 = sdiv i32 %17, %18, !dbg !51
  %20 = sub nsw i32 %19, %2, !dbg !52
  br label %21, !dbg !53

21:
  %22 = phi i32 [ %15, %11 ], [ %20, %16 ], !dbg !40
  %23 = getelementptr inbounds nuw i32, ptr addrspace(1) %0, i64 %7, !dbg !54
  store i32 %22, ptr addrspace(1) %23, align 4, !dbg !55
  br label %24, !dbg !54

24:
  ret void, !dbg !56
}

declare i32 @llvm.amdgcn.workitem.id.x() #1

define protected amdgpu_kernel void @_Z5edgesPiPKi(ptr addrspace(1) noundef writeonly %0, ptr addrspace(1) noundef readonly %1) local_unnamed_addr #0 !dbg !57 {

  %3 = tail call i32 @llvm.amdgcn.workitem.id.x(), !dbg !66

  %4 = zext nneg i32 %3 to i64, !dbg !67
  %5 = getelementptr inbounds nuw i32, ptr addrspace(1) %1, i64 %4, !dbg !67
  %6 = load i32, ptr addrspace(1) %5, align 4, !dbg !67

  %7 = and i32 %6, 1, !dbg !68
  %8 = icmp eq i32 %7, 0, !dbg !70
  br i1 %8, label %15, label %9, !dbg !70

9:
  %10 = mul nsw i32 %6, 3, !dbg !71
  %11 = getelementptr inbounds nuw i8, ptr addrspace(1) %5, i64 4, !dbg !72
  %12 = load i32, ptr addrspace(1) %11, align 4, !dbg !72
  %13 = sdiv i32 %12, 5, !dbg !73
  %14 = add nsw i32 %13, %10, !dbg !74
  br label %21, !dbg !75

15:
  %16 = mul nsw i32 %6, 9, !dbg !76
  %17 = getelementptr inbounds nuw i8, ptr addrspace(1) %5, i64 8, !dbg !77
  %18 = load i32, ptr addrspace(1) %17, align 4, !dbg !77
  %19 = sdiv i32 %18, 7, !dbg !78
  %20 = add nsw i32 %19, %16, !dbg !79
  br label %21

21:
  %22 = phi i32 [ %20, %15 ], [ %14, %9 ], !dbg !80
  %23 = getelementptr inbounds nuw i32, ptr addrspace(1) %0, i64 %4, !dbg !80
  store i32 %22, ptr addrspace(1) %23, align 4, !dbg !80
  ret void, !dbg !81
}

define protected amdgpu_kernel void @_Z5edgesPf(ptr addrspace(1) noundef writeonly %0) local_unnamed_addr #2 !dbg !82 {

  %2 = tail call i32 @llvm.amdgcn.workitem.id.x(), !dbg !90
  %3 = zext nneg i32 %2 to i64, !dbg !91
  %4 = getelementptr inbounds nuw float, ptr addrspace(1) %0, i64 %3, !dbg !91
  store float 0.000000e+00, ptr addrspace(1) %4, align 4, !dbg !92
  ret void, !dbg !95
}

attributes #0 = { nounwind "target-cpu"="gfx906" }
attributes #1 = { nounwind memory(none) }
attributes #2 = { mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: write) "amdgpu-flat-work-group-size"="1,1024" "amdgpu-no-cluster-id-x" "amdgpu-no-cluster-id-y" "amdgpu-no-cluster-id-z" "amdgpu-no-completion-action" "amdgpu-no-default-queue" "amdgpu-no-dispatch-id" "amdgpu-no-dispatch-ptr" "amdgpu-no-flat-scratch-init" "amdgpu-no-heap-ptr" "amdgpu-no-hostcall-ptr" "amdgpu-no-implicitarg-ptr" "amdgpu-no-lds-kernel-id" "amdgpu-no-multigrid-sync-arg" "amdgpu-no-queue-ptr" "amdgpu-no-workgroup-id-x" "amdgpu-no-workgroup-id-y" "amdgpu-no-workgroup-id-z" "amdgpu-no-workitem-id-x" "amdgpu-no-workitem-id-y" "amdgpu-no-workitem-id-z" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="gfx906" "target-features"="+16-bit-insts,+ci-insts,+cube-insts,+cvt-pknorm-vop2-insts,+dl-insts,+dot1-insts,+dot10-insts,+dot2-insts,+dot7-insts,+dpp,+gfx8-insts,+gfx9-insts,+lerp-inst,+qsad-insts,+s-memrealtime,+s-memtime-inst,+sad-insts,+wavefrontsize64" "uniform-work-group-size"="true" }

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3, !4, !5, !6, !7}

!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !1, isOptimized: true, runtimeVersion: 0, emissionKind: FullDebug, splitDebugInlining: false, nameTableKind: None)
!1 = !DIFile(filename: "blur.hip", directory: ".")
!2 = !{i32 1, !"amdhsa_code_object_version", i32 600}
!3 = !{i32 1, !"amdgpu_printf_kind", !"hostcall"}
!4 = !{i32 7, !"Dwarf Version", i32 5}
!5 = !{i32 2, !"Debug Info Version", i32 3}
!6 = !{i32 1, !"wchar_size", i32 4}
!7 = !{i32 8, !"PIC Level", i32 2}
!8 = !{!"Debian clang version 22.1.8 (1~deb12u1)"}
!9 = !{!10, !10, i64 0}
!10 = !{!"int", !11, i64 0}
!11 = !{!"omnipotent char", !12, i64 0}
!12 = !{!"Simple C++ TBAA"}
!13 = distinct !DISubprogram(name: "blur<int>", linkageName: "_ZN3img4blurIiEEvPT_PKS1_i", scope: !14, file: !1, line: 5, type: !15, scopeLine: 6, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0, templateParams: !26, retainedNodes: !21)
!14 = !DINamespace(name: "img", scope: null)
!15 = !DISubroutineType(types: !16)
!16 = !{null, !17, !19, !18}
!17 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !18, size: 64, dwarfAddressSpace: 1)
!18 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!19 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !20, size: 64, dwarfAddressSpace: 1)
!20 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !18)
!21 = !{!22, !23, !24, !25}
!22 = !DILocalVariable(name: "out", arg: 1, scope: !13, file: !1, line: 5, type: !17)
!23 = !DILocalVariable(name: "in", arg: 2, scope: !13, file: !1, line: 5, type: !19)
!24 = !DILocalVariable(name: "n", arg: 3, scope: !13, file: !1, line: 5, type: !18)
!25 = !DILocalVariable(name: "i", scope: !13, file: !1, line: 7, type: !18)
!26 = !{!27}
!27 = !DITemplateTypeParameter(name: "T", type: !18)
!28 = !DILocation(line: 0, scope: !13)
!29 = !DILocation(line: 7, column: 10, scope: !13)
!30 = !DILocation(line: 9, column: 8, scope: !31)
!31 = distinct !DILexicalBlock(scope: !13, file: !1, line: 9, column: 6)
!32 = !DILocation(line: 10, column: 20, scope: !31)
!33 = !DILocalVariable(name: "x", arg: 1, scope: !34, file: !35, line: 3, type: !18)
!34 = distinct !DISubprogram(name: "step<int>", linkageName: "_ZL4stepIiET_S0_S0_", scope: !35, file: !35, line: 3, type: !36, scopeLine: 4, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !0, templateParams: !26, retainedNodes: !38)
!35 = !DIFile(filename: "./blur.h", directory: ".")
!36 = !DISubroutineType(types: !37)
!37 = !{!18, !18, !18}
!38 = !{!33, !39}
!39 = !DILocalVariable(name: "k", arg: 2, scope: !34, file: !35, line: 3, type: !18)
!40 = !DILocation(line: 0, scope: !34, inlinedAt: !41)
!41 = distinct !DILocation(line: 10, column: 12, scope: !31)
!42 = !DILocation(line: 5, column: 8, scope: !43, inlinedAt: !41)
!43 = distinct !DILexicalBlock(scope: !34, file: !35, line: 5, column: 6)
!44 = !DILocation(line: 6, column: 12, scope: !43, inlinedAt: !41)
!45 = !DILocation(line: 6, column: 21, scope: !43, inlinedAt: !41)
!46 = !DILocation(line: 6, column: 16, scope: !43, inlinedAt: !41)
!47 = !DILocation(line: 6, column: 26, scope: !43, inlinedAt: !41)
!48 = !DILocation(line: 6, column: 3, scope: !43, inlinedAt: !41)
!49 = !DILocation(line: 7, column: 11, scope: !34, inlinedAt: !41)
!50 = !DILocation(line: 7, column: 20, scope: !34, inlinedAt: !41)
!51 = !DILocation(line: 7, column: 15, scope: !34, inlinedAt: !41)
!52 = !DILocation(line: 7, column: 25, scope: !34, inlinedAt: !41)
!53 = !DILocation(line: 7, column: 2, scope: !34, inlinedAt: !41)
!54 = !DILocation(line: 10, column: 3, scope: !31)
!55 = !DILocation(line: 10, column: 10, scope: !31)
!56 = !DILocation(line: 11, column: 1, scope: !13)
!57 = distinct !DISubprogram(name: "edges", linkageName: "_Z5edgesPiPKi", scope: !1, file: !1, line: 15, type: !58, scopeLine: 16, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0, retainedNodes: !60)
!58 = !DISubroutineType(types: !59)
!59 = !{null, !17, !19}
!60 = !{!61, !62, !63, !64}
!61 = !DILocalVariable(name: "out", arg: 1, scope: !57, file: !1, line: 15, type: !17)
!62 = !DILocalVariable(name: "in", arg: 2, scope: !57, file: !1, line: 15, type: !19)
!63 = !DILocalVariable(name: "i", scope: !57, file: !1, line: 17, type: !18)
!64 = !DILocalVariable(name: "x", scope: !57, file: !1, line: 18, type: !18)
!65 = !DILocation(line: 0, scope: !57)
!66 = !DILocation(line: 17, column: 10, scope: !57)
!67 = !DILocation(line: 18, column: 10, scope: !57)
!68 = !DILocation(line: 20, column: 8, scope: !69)
!69 = distinct !DILexicalBlock(scope: !57, file: !1, line: 20, column: 6)
!70 = !DILocation(line: 20, column: 6, scope: !69)
!71 = !DILocation(line: 21, column: 14, scope: !69)
!72 = !DILocation(line: 21, column: 20, scope: !69)
!73 = !DILocation(line: 21, column: 30, scope: !69)
!74 = !DILocation(line: 21, column: 18, scope: !69)
!75 = !DILocation(line: 21, column: 3, scope: !69)
!76 = !DILocation(line: 23, column: 14, scope: !69)
!77 = !DILocation(line: 23, column: 20, scope: !69)
!78 = !DILocation(line: 23, column: 30, scope: !69)
!79 = !DILocation(line: 23, column: 18, scope: !69)
!80 = !DILocation(line: 0, scope: !69)
!81 = !DILocation(line: 24, column: 1, scope: !57)
!82 = distinct !DISubprogram(name: "edges", linkageName: "_Z5edgesPf", scope: !1, file: !1, line: 26, type: !83, scopeLine: 27, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0, retainedNodes: !87)
!83 = !DISubroutineType(types: !84)
!84 = !{null, !85}
!85 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !86, size: 64, dwarfAddressSpace: 1)
!86 = !DIBasicType(name: "float", size: 32, encoding: DW_ATE_float)
!87 = !{!88}
!88 = !DILocalVariable(name: "out", arg: 1, scope: !82, file: !1, line: 26, type: !85)
!89 = !DILocation(line: 0, scope: !82)
!90 = !DILocation(line: 28, column: 6, scope: !82)
!91 = !DILocation(line: 28, column: 2, scope: !82)
!92 = !DILocation(line: 28, column: 40, scope: !82)
!93 = !{!94, !94, i64 0}
!94 = !{!"float", !11, i64 0}
!95 = !DILocation(line: 29, column: 1, scope: !82)
