; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; What a round loads is not what it stores, but what the round before it has stored. The
; metadata says so of one round, each of which declares its scope. The copies of a round
; stand in one line with it: they may not say it, or LLVM would exchange the store of one
; and the load of the next.

; RUN: reconverge -b -q %s -e 'launch grid=1 block=64 out=u32[64]:zero w=u32[2048]:iota n=40' -e 'set judge=table' -e 'delay when=always rounds=2' -e 'check seeds=3' -o - > %t
; RUN: opt -passes=verify -disable-output %t
; RUN: FileCheck --input-file=%t %s

; CHECK-LABEL: define amdgpu_kernel void @k(
; CHECK-COUNT-3: scope.decl
; CHECK-NOT:     scope.decl
; CHECK:         {{^}}}
; RUN: FileCheck --check-prefix=LOADS --input-file=%t %s
; LOADS-COUNT-1: !alias.scope
; LOADS-NOT:     !alias.scope
; RUN: FileCheck --check-prefix=STORES --input-file=%t %s
; STORES-COUNT-1: !noalias !
; STORES-NOT:     !noalias !

target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @k(ptr addrspace(1) %out, ptr addrspace(1) %w, i32 %n) {
entry:
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %base = mul i32 %tid, 32
  %own = getelementptr i32, ptr addrspace(1) %w, i32 %base
  br label %round

round:
  %i = phi i32 [ 0, %entry ], [ %next, %latch ]
  %k = phi i32 [ %tid, %entry ], [ %k1, %latch ]
  %sum = phi i32 [ 0, %entry ], [ %total, %latch ]
  call void @llvm.experimental.noalias.scope.decl(metadata !2)
  %at = and i32 %k, 31
  %p = getelementptr i32, ptr addrspace(1) %own, i32 %at
  %v = load i32, ptr addrspace(1) %p, align 4, !alias.scope !2
  %k1 = add i32 %k, 3
  %to = and i32 %k1, 31
  %q = getelementptr i32, ptr addrspace(1) %own, i32 %to
  %sum1 = add i32 %sum, %v
  store i32 %sum1, ptr addrspace(1) %q, align 4, !noalias !2
  %y = mul i32 %sum1, 1103515245
  %high = lshr i32 %y, 27
  %rare = icmp eq i32 %high, 0
  br i1 %rare, label %dear, label %latch

dear:
  %d = or i32 %i, 3
  %u = udiv i32 %y, %d
  %r = udiv i32 %u, 7
  %s = xor i32 %u, %r
  %more = add i32 %sum1, %s
  br label %latch

latch:
  %total = phi i32 [ %sum1, %round ], [ %more, %dear ]
  %next = add i32 %i, 1
  %end = icmp uge i32 %next, %n
  br i1 %end, label %out.block, label %round

out.block:
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %tid
  store i32 %total, ptr addrspace(1) %o, align 4
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()
declare void @llvm.experimental.noalias.scope.decl(metadata)

!0 = distinct !{!0}
!1 = distinct !{!1, !0}
!2 = !{!1}
