; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; Interleaving where many loops stand before the region: those inside the
; region have numbers of their own, by which alone they may be looked up. A
; look at the candidates is enough to meet the fault.

; RUN: awk 'BEGIN { n = 40; \
; RUN:   print "target triple = \"nvptx64-nvidia-cuda\""; \
; RUN:   print "define ptx_kernel void @k(ptr addrspace(1) %%p, i1 %%u, i1 %%v) {"; \
; RUN:   print "e:\nbr label %%l0"; \
; RUN:   for (k = 0; k < n; k++) \
; RUN:     print "l" k ":\nbr i1 %%u, label %%l" k ", label %%l" k + 1; }' > %t.ll
; RUN: sed -n '/^l40:/,$p' %s >> %t.ll
; RUN: reconverge -b %t.ll -e 'candidates mode=interleave tries=0' \
; RUN:   -e 'set decide=static judge=table' -e 'preview linearize mode=interleave when=always' | FileCheck %s
; RUN: reconverge -b -q %t.ll -e 'set decide=static judge=table' -e 'linearize mode=interleave when=always' \
; RUN:   -e 'expect revision == 1' -e 'check seeds=3' -o - > %t
; RUN: opt -passes=verify -disable-output %t

; CHECK: 1 of 1 regions in @k can be linearized
; CHECK: 7 blocks in 7 units, 3 guards, 1 unit run by all threads; saves 0 cycles, would cover 256 cycles of stalls with timing=scoreboard, guards cost 296

define ptx_kernel void @k(ptr addrspace(1) %p, i1 %u, i1 %v) {
e:
  br label %l40
l40:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp slt i32 %t, 7
  %at = getelementptr i32, ptr addrspace(1) %p, i32 %t
  br i1 %c, label %a, label %b
a:
  %x = mul i32 %t, 3
  br label %h
h:
  %y = load i32, ptr addrspace(1) %at
  br i1 %u, label %k, label %i
i:
  br i1 %v, label %h, label %l
k:
  %z = add i32 %y, %x
  store i32 %z, ptr addrspace(1) %at
  br label %j
l:
  br label %j
b:
  %w = load i32, ptr addrspace(1) %at
  br label %d
d:
  %s = add i32 %w, 1
  store i32 %s, ptr addrspace(1) %at
  br label %j
j:
  ret void
}

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
