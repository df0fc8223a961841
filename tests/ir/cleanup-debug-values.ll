; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; Debug records of instructions that move to another block stand there once.
; LLVM-C cannot make a record that computes with several values: its variable has
; no value then. With one of the values alone, the expression would read values
; that are not there, and llc fails on it.

; RUN: reconverge -b -q %s -e cleanup -o - > %t
; RUN: opt -passes=verify -disable-output %t
; RUN: FileCheck --input-file=%t %s
; RUN: llc -o - %t | FileCheck --check-prefix=CODE %s

; CHECK-LABEL: @k(
; CHECK-NOT: DW_OP_LLVM_arg
; CHECK: %b = add
; CHECK-NOT: poison
; CHECK: store i32 %b
; CHECK-NOT: _value
; CHECK: ret void
; CODE: s_endpgm

target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @k(ptr addrspace(1) %p, i32 %n) !dbg !4 {
entry:
  %a = mul i32 %n, 3, !dbg !9
  br label %next, !dbg !9
next:
    #dbg_value(!DIArgList(i32 %n, i32 %a), !8, !DIExpression(DW_OP_LLVM_arg, 0, DW_OP_LLVM_arg, 1, DW_OP_plus, DW_OP_stack_value), !9)
  %b = add i32 %a, 7, !dbg !9
    #dbg_value(i32 %b, !8, !DIExpression(), !9)
  store i32 %b, ptr addrspace(1) %p, !dbg !9
  ret void, !dbg !9
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3}

!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, producer: "clang", isOptimized: true, runtimeVersion: 0, emissionKind: FullDebug)
!1 = !DIFile(filename: "k.cl", directory: ".")
!2 = !{i32 7, !"Dwarf Version", i32 4}
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = distinct !DISubprogram(name: "k", scope: !1, file: !1, line: 1, type: !5, scopeLine: 1, spFlags: DISPFlagDefinition, unit: !0, retainedNodes: !7)
!5 = !DISubroutineType(types: !6)
!6 = !{null}
!7 = !{!8}
!8 = !DILocalVariable(name: "x", scope: !4, file: !1, line: 2, type: !10)
!9 = !DILocation(line: 3, scope: !4)
!10 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
