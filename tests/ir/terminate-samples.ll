; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; The fixpoint is reached on the samples too, at threshold 0, and a second run
; from there finds nothing more: `diff` gives status 0 where nothing differs.

; RUN: reconverge -b %samples/bitonic_sort.amdgcn.ll -e 'set decide=static judge=table threshold=0 unpredicate=never' -e darm -e 'mark done' -e darm -e 'diff mark:done' | FileCheck %s
; RUN: reconverge -b %samples/sb1.amdgcn.ll -e 'set decide=static judge=table threshold=0 unpredicate=never' -e darm -e 'mark done' -e darm -e 'diff mark:done' | FileCheck %s
; RUN: reconverge -b %samples/sb2r.amdgcn.ll -e 'set decide=static judge=table threshold=0 unpredicate=never' -e darm -e 'mark done' -e darm -e 'diff mark:done' | FileCheck %s
; RUN: reconverge -b %samples/sb3.nvptx64.ll -e 'set decide=static judge=table threshold=0 unpredicate=never' -e darm -e 'mark done' -e darm -e 'diff mark:done' | FileCheck %s
; RUN: reconverge -b %samples/mergesort.amdgcn.ll -e 'set decide=static judge=table threshold=0 unpredicate=never' -e darm -e 'mark done' -e darm -e 'diff mark:done' | FileCheck %s

; CHECK: darm: no divergent region is worth melding
