; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; A phase copies a value while the value is still there, so LLVM gives the copy
; another name: %t1 becomes %t11. Once the value is gone, the copy has its name,
; and the pieces of a block are named after it.

; RUN: reconverge -b -q %s -e 'set decide=static judge=table steps=fine threshold=0' -e meld -o - > %t
; RUN: opt -passes=verify -disable-output %t
; RUN: FileCheck --check-prefix=MELD --input-file=%t %s
; RUN: reconverge -b -q %s -e 'set decide=static judge=table steps=fine threshold=0' -e meld -e cleanup -e 'set unpredicate=always' -e unpredicate -o - > %t
; RUN: opt -passes=verify -disable-output %t
; RUN: FileCheck --check-prefix=SPLIT --input-file=%t %s
; RUN: reconverge -b -q %s -e 'set decide=static judge=table steps=fine threshold=0' -e 'set unpredicate=never' -e darm -o - > %t
; RUN: FileCheck --check-prefix=DARM --input-file=%t %s

target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @split(ptr addrspace(1) %o, i32 %k) {
entry:
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %p = getelementptr inbounds i32, ptr addrspace(1) %o, i32 %t
  %x = load i32, ptr addrspace(1) %p
  %c = icmp slt i32 %x, %k
  br i1 %c, label %T, label %F
T:
  %t1 = mul i32 %x, 7
  %t2 = mul i32 %t1, %x
  %t3 = xor i32 %t2, %x
  br label %X
F:
  %f1 = mul i32 %x, 6
  %g1 = udiv i32 %f1, 7
  %g2 = udiv i32 %g1, 9
  %g3 = urem i32 %g2, 33
  %f2 = mul i32 %g3, %x
  %f3 = xor i32 %f2, %g1
  br label %X
X:
  %r = phi i32 [ %t3, %T ], [ %f3, %F ]
  store i32 %r, ptr addrspace(1) %p
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()

; MELD-LABEL: @split(
; MELD: T.F:
; MELD: %t1 = mul i32 %x,
; MELD: %g1 = udiv i32 %t1, 7
; MELD: %g2 = udiv i32 %g1, 9
; MELD: %g3 = urem i32 %g2, 33
; MELD: %t2 = mul i32
; MELD: %t3 = xor i32 %t2,

; SPLIT-LABEL: @split(
; SPLIT: entry:
; SPLIT: %t1 = mul i32 %x,
; SPLIT: br i1 {{.*}}, label %entry.tail, label %entry.gap
; SPLIT: entry.gap:
; SPLIT: %g1 = udiv i32 %t1, 7
; SPLIT: entry.tail:
; SPLIT: %t2 = mul i32
; SPLIT: %t3 = xor i32 %t2,

; DARM-LABEL: @split(
; DARM-NOT: {{%[tfg][1-3][0-9]}}
; DARM: ret void
