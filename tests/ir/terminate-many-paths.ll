; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; Thirty ifs in a row in each arm: a thousand million paths, sixty blocks. The
; work is by block, not by path.

; RUN: awk 'BEGIN { \
; RUN:   print "target triple = \"amdgcn-amd-amdhsa\""; \
; RUN:   print "define amdgpu_kernel void @k(ptr addrspace(1) %%p, i32 %%n) {"; \
; RUN:   print "  %%tid = call i32 @llvm.amdgcn.workitem.id.x()"; \
; RUN:   print "  %%c = icmp slt i32 %%tid, %%n"; \
; RUN:   print "  br i1 %%c, label %%t0, label %%f0"; \
; RUN:   for (a = 0; a < 2; a++) { l = a ? "f" : "t"; \
; RUN:     for (i = 0; i < 30; i++) { \
; RUN:       printf "%%s%%d:\n  %%%%%%sd%%d = icmp ult i32 %%%%tid, %%d\n", l, i, l, i, i + 3; \
; RUN:       printf "  br i1 %%%%%%sd%%d, label %%%%%%sb%%d, label %%%%%%s%%d\n", l, i, l, i, l, i + 1; \
; RUN:       printf "%%sb%%d:\n  %%%%%%sv%%d = sdiv i32 %%%%tid, %%d\n", l, i, l, i, i + 5 + a; \
; RUN:       printf "  store i32 %%%%%%sv%%d, ptr addrspace(1) %%%%p\n", l, i; \
; RUN:       printf "  br label %%%%%%s%%d\n", l, i + 1; } \
; RUN:     printf "%%s30:\n  br label %%%%x\n", l; } \
; RUN:   print "x:\n  ret void\n}"; \
; RUN:   print "declare i32 @llvm.amdgcn.workitem.id.x()" }' > %t.ll
; RUN: reconverge -b %t.ll -e 'set decide=static judge=table' -e meld -o %t.out.ll | FileCheck %s
; RUN: opt -passes=verify -disable-output %t.out.ll

; CHECK-COUNT-30: B0: melds
; CHECK-NOT: melds
