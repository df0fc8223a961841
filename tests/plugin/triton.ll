; A kernel as Triton hands it to the optimizer of LLVM: lines, no types, no names.
source_filename = "LLVMDialectModule"
target datalayout = "e-p3:32:32-p4:32:32-p5:32:32-p6:32:32-p7:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

@global_smem = external addrspace(3) global [0 x i8], align 16

define ptx_kernel void @step(ptr addrspace(1) %0, ptr addrspace(1) %1, i32 %2, ptr addrspace(1) %3) local_unnamed_addr #0 !dbg !4 {
  %5 = tail call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x(), !dbg !7
  %6 = shl i32 %5, 7, !dbg !8
  %7 = tail call i32 @llvm.nvvm.read.ptx.sreg.tid.x(), !dbg !9
  %8 = and i32 %7, 127, !dbg !9
  %9 = or disjoint i32 %6, %8, !dbg !10
  %10 = icmp slt i32 %9, %2, !dbg !11
  %11 = sext i32 %9 to i64, !dbg !12
  %12 = getelementptr i32, ptr addrspace(1) %0, i64 %11, !dbg !12
  %13 = tail call i32 asm sideeffect "mov.u32 $0, 0x0;\0A\09@$2 ld.global.b32 { $0 }, [ $1 + 0 ];", "=r,l,b"(ptr addrspace(1) %12, i1 %10) #2, !dbg !13
  %14 = and i32 %13, 1, !dbg !14
  %15 = icmp eq i32 %14, 0, !dbg !14
  br i1 %15, label %16, label %20, !dbg !14

16:
  %17 = mul i32 %13, 7, !dbg !15
  %18 = sdiv i32 %17, %2, !dbg !15
  %19 = mul i32 %18, %18, !dbg !15
  br label %24, !dbg !15

20:
  %21 = mul i32 %13, 9, !dbg !16
  %22 = sdiv i32 %21, %9, !dbg !16
  %23 = add i32 %22, %9, !dbg !16
  br label %24, !dbg !16

24:
  %25 = phi i32 [ %19, %16 ], [ %23, %20 ]
  %26 = getelementptr i32, ptr addrspace(1) %1, i64 %11, !dbg !17
  tail call void asm sideeffect "@$2 st.global.b32 [ $1 + 0 ], { $0 };", "r,l,b"(i32 %25, ptr addrspace(1) %26, i1 %10) #2, !dbg !17
  ret void, !dbg !17
}

declare noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #1
declare noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x() #1

attributes #0 = { nounwind "nvvm.reqntid"="128" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #2 = { nounwind }

!llvm.dbg.cu = !{!2}
!llvm.module.flags = !{!0, !1}

!0 = !{i32 2, !"Debug Info Version", i32 3}
!1 = !{i32 4, !"nvvm-reflect-ftz", i32 1}
!2 = distinct !DICompileUnit(language: DW_LANG_C, file: !3, producer: "triton", isOptimized: true, runtimeVersion: 0, emissionKind: LineTablesOnly)
!3 = !DIFile(filename: "step.py", directory: "/src")
!4 = distinct !DISubprogram(name: "step", linkageName: "step", scope: !3, file: !3, line: 6, type: !5, scopeLine: 6, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !2)
!5 = !DISubroutineType(cc: DW_CC_normal, types: !6)
!6 = !{}
!7 = !DILocation(line: 7, column: 26, scope: !4)
!8 = !DILocation(line: 8, column: 20, scope: !4)
!9 = !DILocation(line: 8, column: 42, scope: !4)
!10 = !DILocation(line: 8, column: 29, scope: !4)
!11 = !DILocation(line: 9, column: 16, scope: !4)
!12 = !DILocation(line: 10, column: 18, scope: !4)
!13 = !DILocation(line: 10, column: 14, scope: !4)
!14 = !DILocation(line: 11, column: 8, scope: !4)
!15 = !DILocation(line: 12, column: 10, scope: !4)
!16 = !DILocation(line: 14, column: 10, scope: !4)
!17 = !DILocation(line: 15, column: 21, scope: !4)
