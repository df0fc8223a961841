; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; Debug information changes nothing in the code that comes out: without it the
; result is the same to the letter.

; RUN: opt -S -strip-debug %s -o %t.plain.ll
; RUN: reconverge -b -q %t.plain.ll -e 'set decide=static judge=table threshold=0 unpredicate=always' -e darm -o %t.1.ll
; RUN: reconverge -b -q %s -e 'set decide=static judge=table threshold=0 unpredicate=always' -e darm -o %t.2.ll
; RUN: opt -S -strip-debug %t.1.ll -o - | sed '/^; ModuleID/d; /^source_filename/d' > %t.1
; RUN: opt -S -strip-debug %t.2.ll -o - | sed '/^; ModuleID/d; /^source_filename/d' > %t.2
; RUN: diff %t.1 %t.2
; RUN: FileCheck --input-file=%t.1 %s

target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @k(ptr addrspace(1) %p, i32 %n) !dbg !4 {
entry:
  %tid = call i32 @llvm.amdgcn.workitem.id.x(), !dbg !10
  %c = icmp slt i32 %tid, %n, !dbg !10
  br i1 %c, label %t, label %f, !dbg !11
t:
  %a0 = mul i32 %tid, 7, !dbg !12
  call void @llvm.dbg.value(metadata i32 %a0, metadata !7, metadata !DIExpression()), !dbg !12
  %a1 = call i32 @g(i32 %a0), !dbg !12
  %a2 = udiv i32 %a1, %n, !dbg !12
  %a = xor i32 %a2, 5, !dbg !12
  br label %x, !dbg !10
f:
  %b0 = mul i32 %tid, 9, !dbg !12
  %b1 = call i32 @g(i32 %b0), !dbg !14
  call void @llvm.dbg.value(metadata i32 %b1, metadata !7, metadata !DIExpression()), !dbg !13
  %b2 = sdiv i32 %b1, %n, !dbg !12
  %b = xor i32 %b2, 6, !dbg !12
  br label %x, !dbg !10
x:
  %r = phi i32 [ %a, %t ], [ %b, %f ], !dbg !10
  store i32 %r, ptr addrspace(1) %p, !dbg !10
  ret void, !dbg !10
}

declare i32 @llvm.amdgcn.workitem.id.x()
declare void @llvm.dbg.value(metadata, metadata, metadata)
declare i32 @g(i32)

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_OpenCL, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "k.cl", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !{null})
!4 = distinct !DISubprogram(name: "k", file: !1, line: 1, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!5 = distinct !DILexicalBlock(scope: !4, file: !1, line: 3)
!6 = distinct !DILexicalBlock(scope: !4, file: !1, line: 6)
!10 = !DILocation(line: 10, column: 1, scope: !4)
!11 = !DILocation(line: 11, column: 1, scope: !4)
!12 = !DILocation(line: 12, column: 1, scope: !4)
!13 = !DILocation(line: 13, column: 1, scope: !4)
!14 = !DILocation(line: 14, column: 1, scope: !5)
!15 = !DILocation(line: 15, column: 1, scope: !5)
!16 = !DILocation(line: 16, column: 1, scope: !6)
!7 = !DILocalVariable(name: "v", scope: !4, file: !1, line: 9, type: !8)
!8 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)

; CHECK-LABEL: @k(
; CHECK: select i1 %c, i32 7, i32 9
