; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; Debug info does not change what becomes of a switch: arms that are melded, and arms
; that all threads run.

; RUN: opt -S -passes=debugify %s -o %t.g.ll
; RUN: reconverge -b -q %s -e 'set decide=static judge=table' -e 'function meld' -e darm \
; RUN:   -e 'function run' -e ifconvert -o %t.1.ll
; RUN: reconverge -b -q %t.g.ll -e 'set decide=static judge=table' -e 'function meld' -e darm \
; RUN:   -e 'function run' -e ifconvert -o %t.2.ll
; RUN: opt -passes=verify -disable-output %t.2.ll
; RUN: opt -S -passes=strip %t.1.ll -o %t.3.ll
; RUN: opt -S -passes=strip %t.2.ll -o %t.4.ll
; RUN: grep -vE '^(;|source_filename|!|declare|$)' %t.3.ll > %t.5.ll
; RUN: grep -vE '^(;|source_filename|!|declare|$)' %t.4.ll > %t.6.ll
; RUN: diff %t.5.ll %t.6.ll
; RUN: FileCheck --input-file=%t.6.ll %s

target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @meld(ptr addrspace(1) %p, i32 %n, i32 %m) {
entry:
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  switch i32 %tid, label %x [
    i32 1, label %a
    i32 4, label %a
    i32 2, label %b
    i32 5, label %b
  ]
a:
  %i = phi i32 [ %n, %entry ], [ %n, %entry ]
  %a1 = udiv i32 %tid, %i
  store i32 %a1, ptr addrspace(1) %p
  br label %x
b:
  %b1 = udiv i32 %tid, %m
  store i32 %b1, ptr addrspace(1) %p
  br label %x
x:
  ret void
}

; CHECK-LABEL: @meld(
; CHECK: udiv
; CHECK-NOT: udiv
; CHECK-LABEL: @run(
; CHECK-NOT: switch
; CHECK: select
define amdgpu_kernel void @run(ptr addrspace(1) %p, i32 %n, i32 %m) {
entry:
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  switch i32 %tid, label %x [
    i32 1, label %a
    i32 2, label %b
  ]
a:
  %a1 = add i32 %tid, %n
  br label %x
b:
  %b1 = xor i32 %tid, %m
  br label %x
x:
  %r = phi i32 [ 0, %entry ], [ %a1, %a ], [ %b1, %b ]
  store i32 %r, ptr addrspace(1) %p
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()
