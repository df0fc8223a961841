; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; Debug records: those of code that stays do stay, wherever its block moved;
; those of melded code go, for the variable has no one value there. (Before
; LLVM 22 the C interface cannot read a record; blocks that move lose theirs.)

; REQUIRES: llvm-ge-22
; RUN: reconverge -b -q %s -e 'set decide=static judge=table' -e meld -e cleanup -o - > %t
; RUN: opt -passes=verify -disable-output %t
; RUN: FileCheck --input-file=%t %s

target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @k(ptr addrspace(1) %p, i32 %n) !dbg !4 {
entry:
  %tid = call i32 @llvm.amdgcn.workitem.id.x(), !dbg !10
  call void @llvm.dbg.value(metadata i32 %n, metadata !7, metadata !DIExpression()), !dbg !12
  %c = icmp slt i32 %tid, %n, !dbg !10
  br i1 %c, label %t, label %f, !dbg !11
t:
  %a0 = mul i32 %tid, 7, !dbg !12
  call void @llvm.dbg.value(metadata i32 %a0, metadata !7, metadata !DIExpression()), !dbg !12
  %a = xor i32 %a0, 5, !dbg !12
  br label %x, !dbg !10
f:
  %b0 = mul i32 %tid, 9, !dbg !12
  call void @llvm.dbg.value(metadata i32 %b0, metadata !7, metadata !DIExpression()), !dbg !13
  %b = xor i32 %b0, 6, !dbg !12
  br label %x, !dbg !10
x:
  %r = phi i32 [ %a, %t ], [ %b, %f ], !dbg !10
  call void @llvm.dbg.value(metadata i32 %r, metadata !7, metadata !DIExpression()), !dbg !13
  store i32 %r, ptr addrspace(1) %p, !dbg !10
  ret void, !dbg !10
}

declare i32 @llvm.amdgcn.workitem.id.x()
declare void @llvm.dbg.value(metadata, metadata, metadata)

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
; CHECK-NOT: br i1 %c, label %t, label %f
; CHECK: #dbg_value(i32 %n, [[V:![0-9]+]], !DIExpression(), [[L1:![0-9]+]])
; CHECK: xor i32
; CHECK: #dbg_value(i32 {{%.*}}, [[V]], !DIExpression(), [[L2:![0-9]+]])
; CHECK: ret void
; CHECK-DAG: [[V]] = !DILocalVariable(name: "v"
; CHECK-DAG: [[L1]] = !DILocation(line: 12
; CHECK-DAG: [[L2]] = !DILocation(line: 13
