; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; A call that has no location, in a function with debug information to one that
; can be inlined, is refused by LLVM's verifier. Calls of every kind: melded,
; guarded, left unguarded, replicated; each keeps one.

; RUN: reconverge -b -q %s -e 'set decide=static judge=table' -e darm -o - > %t
; RUN: opt -passes=verify -disable-output %t
; RUN: FileCheck --input-file=%t %s

target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @k(ptr addrspace(1) %p, i32 %n) !dbg !4 {
entry:
  %tid = call i32 @llvm.amdgcn.workitem.id.x(), !dbg !10
  %c = icmp slt i32 %tid, %n, !dbg !10
  br i1 %c, label %t, label %f, !dbg !11
t:
  %a0 = call i32 @g(i32 1), !dbg !12
  %a1 = call i32 @h(i32 %a0), !dbg !14
  %a = add i32 %a0, %a1, !dbg !12
  br label %x, !dbg !10
f:
  %b0 = call i32 @g(i32 2), !dbg !13
  %b1 = call i32 @s(i32 %b0), !dbg !16
  %b2 = call i32 @i(i32 %b0), !dbg !16
  %b = add i32 %b1, %b2, !dbg !12
  br label %x, !dbg !10
x:
  %r = phi i32 [ %a, %t ], [ %b, %f ], !dbg !10
  store i32 %r, ptr addrspace(1) %p, !dbg !10
  ret void, !dbg !10
}

declare i32 @llvm.amdgcn.workitem.id.x()
define i32 @g(i32 %v) !dbg !7 {
  ret i32 %v, !dbg !20
}
define i32 @h(i32 %v) !dbg !8 {
  store volatile i32 %v, ptr null, !dbg !21
  ret i32 %v, !dbg !21
}
define i32 @i(i32 %v) !dbg !22 {
  store volatile i32 %v, ptr null, !dbg !23
  ret i32 %v, !dbg !23
}
define i32 @s(i32 %v) nounwind willreturn memory(none) speculatable !dbg !9 {
  %w = xor i32 %v, 1, !dbg !24
  ret i32 %w, !dbg !24
}

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
!7 = distinct !DISubprogram(name: "g", file: !1, line: 30, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!8 = distinct !DISubprogram(name: "h", file: !1, line: 40, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!9 = distinct !DISubprogram(name: "s", file: !1, line: 50, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!20 = !DILocation(line: 30, column: 1, scope: !7)
!21 = !DILocation(line: 40, column: 1, scope: !8)
!22 = distinct !DISubprogram(name: "i", file: !1, line: 60, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!23 = !DILocation(line: 60, column: 1, scope: !22)
!24 = !DILocation(line: 50, column: 1, scope: !9)

; CHECK-LABEL: define amdgpu_kernel void @k(
; CHECK-NOT: call {{.*}}){{$}}
; CHECK-DAG: call i32 @g(i32 {{%.*}}), !dbg
; CHECK-DAG: call i32 @h(i32 {{%.*}}), !dbg
; CHECK-DAG: call i32 @s(i32 {{%.*}}), !dbg
; CHECK-DAG: call i32 @i(i32 {{%.*}}), !dbg
; CHECK-NOT: call {{.*}}){{$}}
; CHECK: }
