; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; A select may choose by poison, and what it chooses be stored: %d is poison for
; threads for which the addition wraps. A branch may not: it is on the frozen
; value, frozen once for both runs. What is known
; never to be poison is branched on as it is, and so is what was branched on.

; RUN: reconverge -b -q %s -e 'set decide=static judge=table unpredicate=always' -e 'function maybe' -e unpredicate -o - > %t
; RUN: opt -passes=verify -disable-output %t
; RUN: FileCheck --input-file=%t --check-prefix=MAYBE %s
; RUN: reconverge -b -q %s -e 'set decide=static judge=table unpredicate=always' -e 'function known' -e unpredicate -o - | FileCheck --check-prefix=KNOWN %s
; RUN: reconverge -b -q %s -e 'set decide=static judge=table unpredicate=always' -e 'function taken' -e unpredicate -o - | FileCheck --check-prefix=TAKEN %s

target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @maybe(ptr addrspace(1) %p, i32 %n, i64 %u) {
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %y = add nsw i32 %tid, %n
  %d = icmp sgt i32 %y, 5
  %a = mul i64 %u, %u
  %a2 = trunc i64 %a to i32
  %s = select i1 %d, i32 %a2, i32 7
  store volatile i32 %n, ptr addrspace(1) %p
  %b = mul i64 %u, 9
  %b2 = trunc i64 %b to i32
  %s2 = select i1 %d, i32 3, i32 %b2
  %t = add i32 %s, %s2
  store i32 %t, ptr addrspace(1) %p
  ret void
}

; MAYBE-LABEL: @maybe(
; MAYBE: %[[D:[0-9]+]] = freeze i1 %d
; MAYBE: br i1 %[[D]], label
; MAYBE-NOT: freeze i1 %d
; MAYBE: br i1 %[[D]], label
; MAYBE-NOT: br i1 %d,
; MAYBE: }

define amdgpu_kernel void @known(ptr addrspace(1) %p, i32 noundef %n, i64 %u) {
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %y = add i32 %tid, %n
  %d = icmp sgt i32 %y, 5
  %a = mul i64 %u, %u
  %a2 = trunc i64 %a to i32
  %s = select i1 %d, i32 %a2, i32 7
  store i32 %s, ptr addrspace(1) %p
  ret void
}

; KNOWN-LABEL: @known(
; KNOWN-NOT: freeze
; KNOWN: br i1 %d, label
; KNOWN: }

define amdgpu_kernel void @taken(ptr addrspace(1) %p, i32 %n, i64 %u) {
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %y = add nsw i32 %tid, %n
  %d = icmp sgt i32 %y, 5
  br i1 %d, label %some, label %all
some:
  store volatile i32 4, ptr addrspace(1) %p
  br label %all
all:
  %a = mul i64 %u, %u
  %a2 = trunc i64 %a to i32
  %s = select i1 %d, i32 %a2, i32 7
  store i32 %s, ptr addrspace(1) %p
  ret void
}

; TAKEN-LABEL: @taken(
; TAKEN-NOT: freeze
; TAKEN: br i1 %d, label %some
; TAKEN: br i1 %d, label
; TAKEN: }

declare i32 @llvm.amdgcn.workitem.id.x()
