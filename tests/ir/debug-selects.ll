; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; What melding makes itself belongs to no line: its selects have line 0, too.

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
  %a = xor i32 %a0, 5, !dbg !12
  br label %x, !dbg !10
f:
  %b0 = mul i32 %tid, 6, !dbg !12
  %b = xor i32 %b0, 6, !dbg !12
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
; CHECK: select i1 %c, i32 7, i32 6, !dbg [[L:![0-9]+]]
; CHECK: select i1 %c, i32 5, i32 6, !dbg [[L]]
; CHECK: [[SP:![0-9]+]] = distinct !DISubprogram(name: "k"
; CHECK: [[L]] = !DILocation(line: 0, scope: [[SP]])
