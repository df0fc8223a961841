; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; Where a block begins with debug records, a new phi goes before them: LLVM
; refuses a module that has a record at a phi. Both versions of LLVM read and
; write the records, so each phase that makes phis has to place them so.

; RUN: reconverge -b -q -f lin %s -e 'set decide=static judge=table' -e 'linearize mode=depth depth=1 when=always' -o %t.1.ll
; RUN: reconverge -b -q -f lin %s -e 'set decide=static judge=table' -e 'linearize mode=all opt=0 when=always' -o %t.2.ll
; RUN: reconverge -b -q -f flat %s -e 'set decide=static judge=table idle-lanes=64' -e flatten -o %t.3.ll
; RUN: opt -passes=verify -disable-output %t.1.ll
; RUN: opt -passes=verify -disable-output %t.2.ll
; RUN: opt -passes=verify -disable-output %t.3.ll
; RUN: FileCheck --check-prefix=LIN --input-file=%t.1.ll %s
; RUN: FileCheck --check-prefix=ALL --input-file=%t.2.ll %s
; RUN: FileCheck --check-prefix=FLAT --input-file=%t.3.ll %s

target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @lin(ptr addrspace(1) %p) !dbg !4 {
B1:
    #dbg_value(i32 0, !7, !DIExpression(), !10)
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x(), !dbg !10
  %c1 = icmp slt i32 %tid, 7
  br i1 %c1, label %B3, label %B2
B2:
    #dbg_value(i32 0, !7, !DIExpression(), !10)
  %x = mul i32 %tid, 3
  %c2 = icmp slt i32 %x, 90
  br i1 %c2, label %B5, label %B3
B3:
  %y = phi i32 [ %tid, %B1 ], [ %x, %B2 ]
    #dbg_value(i32 0, !7, !DIExpression(), !10)
  %z = udiv i32 %y, 3
  %c3 = icmp slt i32 %z, 11
  br i1 %c3, label %B5, label %B4
B4:
    #dbg_value(i32 0, !7, !DIExpression(), !10)
  %s1 = add i32 %z, 1
  br label %B6
B5:
  %w = phi i32 [ %x, %B2 ], [ %z, %B3 ]
    #dbg_value(i32 0, !7, !DIExpression(), !10)
  %s2 = udiv i32 85, %w
  br label %B6
B6:
  %r = phi i32 [ %s1, %B4 ], [ %s2, %B5 ]
    #dbg_value(i32 0, !7, !DIExpression(), !10)
  store i32 %r, ptr addrspace(1) %p
  ret void
}

define ptx_kernel void @flat(ptr addrspace(1) %p, i32 %n) !dbg !5 {
entry:
    #dbg_value(i32 0, !8, !DIExpression(), !11)
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x(), !dbg !11
  br label %A
A:
  %i = phi i32 [ 0, %entry ], [ %i1, %tail ]
  %v = phi i32 [ %tid, %entry ], [ %w1, %tail ]
    #dbg_value(i32 0, !8, !DIExpression(), !11)
  %h = mul i32 %v, 5
  %limit = and i32 %h, 15
  br label %B
B:
  %j = phi i32 [ 0, %A ], [ %j1, %B ]
  %w = phi i32 [ %h, %A ], [ %w1, %B ]
    #dbg_value(i32 0, !8, !DIExpression(), !11)
  %q = sdiv i32 %w, 3
  %w1 = add i32 %q, %i
  %j1 = add i32 %j, 1
  %again = icmp ult i32 %j1, %limit
  br i1 %again, label %B, label %tail
tail:
    #dbg_value(i32 0, !8, !DIExpression(), !11)
  %i1 = add i32 %i, 1
  %more = icmp ult i32 %i1, %n
  br i1 %more, label %A, label %out
out:
    #dbg_value(i32 0, !8, !DIExpression(), !11)
  store i32 %w1, ptr addrspace(1) %p
  ret void
}

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_OpenCL, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "k.cl", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !{null})
!4 = distinct !DISubprogram(name: "lin", file: !1, line: 1, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!5 = distinct !DISubprogram(name: "flat", file: !1, line: 20, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!6 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!7 = !DILocalVariable(name: "v", scope: !4, file: !1, line: 2, type: !6)
!8 = !DILocalVariable(name: "v", scope: !5, file: !1, line: 21, type: !6)
!10 = !DILocation(line: 3, column: 1, scope: !4)
!11 = !DILocation(line: 22, column: 1, scope: !5)

; LIN-LABEL: @lin(
; LIN: phi i1
; LIN: B5:
; LIN: #dbg_value(i32 0,

; ALL-LABEL: @lin(
; ALL: %lin.at = phi i32
; ALL: B5:
; ALL: #dbg_value(i32 0,

; FLAT-LABEL: @flat(
; FLAT: %flat.state = phi i1
; FLAT: B:
; FLAT: phi i32
; FLAT: #dbg_value(i32 0,
