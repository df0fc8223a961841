; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; Where both instructions come from one place of the source, the melded one
; does too. Where not, a debugger must not be sent to either: line 0, in the
; scope they share if it is one.

; RUN: reconverge -b -q %s -e 'set decide=static judge=table' -e meld -e cleanup -o - > %t
; RUN: opt -passes=verify -disable-output %t
; RUN: FileCheck --input-file=%t %s

target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @k(ptr addrspace(1) %p, i32 %n) !dbg !4 {
entry:
  %tid = call i32 @llvm.amdgcn.workitem.id.x(), !dbg !10
  %c = icmp slt i32 %tid, %n, !dbg !10
  br i1 %c, label %t, label %f, !dbg !11
t:
  %a0 = mul i32 %tid, 7, !dbg !12
  %a1 = xor i32 %a0, 5, !dbg !12
  %a = add i32 %a1, 3, !dbg !14
  br label %x, !dbg !10
f:
  %b0 = mul i32 %tid, 7, !dbg !12
  %b1 = xor i32 %b0, 5, !dbg !13
  %b = add i32 %b1, 3, !dbg !15
  br label %x, !dbg !10
x:
  %r = phi i32 [ %a, %t ], [ %b, %f ], !dbg !10
  store i32 %r, ptr addrspace(1) %p, !dbg !10
  ret void, !dbg !10
}

declare i32 @llvm.amdgcn.workitem.id.x()

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

; CHECK-LABEL: @k(
; CHECK: mul i32 %tid, 7, !dbg [[SAME:![0-9]+]]
; CHECK: xor i32 {{%.*}}, 5, !dbg [[OTHER:![0-9]+]]
; CHECK: add i32 {{%.*}}, 3, !dbg [[BLOCK:![0-9]+]]
; CHECK-DAG: [[SP:![0-9]+]] = distinct !DISubprogram(name: "k"
; CHECK-DAG: [[SAME]] = !DILocation(line: 12, column: 1, scope: [[SP]])
; CHECK-DAG: [[OTHER]] = !DILocation(line: 0, scope: [[SP]])
; CHECK-DAG: [[LB:![0-9]+]] = distinct !DILexicalBlock(scope: [[SP]], {{.*}}line: 3)
; CHECK-DAG: [[BLOCK]] = !DILocation(line: 0, scope: [[LB]])
