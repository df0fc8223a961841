; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; Two arms of a divergent switch that are alike get a branch of their own, which
; is melded: the switch leads there for the cases of both. Three values lead to one
; of them, so its phi loses two entries, and a mask tells the arms apart. !prof of the
; switch is kept, and that of the branch is made from it.

; RUN: reconverge -b %s -e 'set decide=static judge=table' -e candidates -e 'function two' -e meld \
; RUN:   -e 'function all' -e meld -e meld -e 'function wide' -e darm | FileCheck %s
; RUN: reconverge -b -q %s -e 'set decide=static judge=table steps=fine' -e 'function two' -e 'meld B0' \
; RUN:   -e 'function all' -e darm -e cleanup -e 'function wide' -e darm -o - > %t
; RUN: opt -passes=verify -disable-output %t
; RUN: FileCheck --check-prefix=CODE --input-file=%t %s

target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @two(ptr addrspace(1) %p, i32 %n, i32 %m) {
entry:
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  switch i32 %tid, label %d [
    i32 1, label %a
    i32 4, label %a
    i32 7, label %a
    i32 2, label %b
    i32 5, label %b
    i32 8, label %b
  ], !prof !0
a:
  %i = phi i32 [ %n, %entry ], [ %n, %entry ], [ %n, %entry ]
  %a1 = udiv i32 %tid, %i
  %a2 = add i32 %a1, 5
  store i32 %a2, ptr addrspace(1) %p
  br label %x
b:
  %b1 = udiv i32 %tid, %m
  %b2 = add i32 %b1, 7
  store i32 %b2, ptr addrspace(1) %p
  %q = getelementptr i32, ptr addrspace(1) %p, i32 1
  store i32 %m, ptr addrspace(1) %q
  br label %x
d:
  store i32 0, ptr addrspace(1) %p
  br label %x
x:
  ret void
}

; The default cannot be, and all other arms become one: nothing is left of the
; switch.
define amdgpu_kernel void @all(ptr addrspace(1) %p, i32 %n, i32 %m) {
entry:
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %low = and i32 %tid, 3
  %v = trunc i32 %low to i8
  %w = sub i8 %v, 2
  switch i8 %w, label %never [
    i8 -2, label %a
    i8 -1, label %b
    i8 0, label %c
    i8 1, label %d
  ]
a:
  %a1 = udiv i32 %tid, %n
  br label %x
b:
  %b1 = udiv i32 %tid, %m
  br label %x
c:
  %c1 = udiv i32 %m, %n
  br label %x
d:
  %d1 = udiv i32 %n, %m
  br label %x
never:
  unreachable
x:
  %r = phi i32 [ %a1, %a ], [ %b1, %b ], [ %c1, %c ], [ %d1, %d ]
  store i32 %r, ptr addrspace(1) %p
  ret void
}

; Values of 64 bits, far apart; the default is one of the arms.
define amdgpu_kernel void @wide(ptr addrspace(1) %p, i64 %v, i32 %n, i32 %m) {
entry:
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %t = zext i32 %tid to i64
  %w = add i64 %t, %v
  switch i64 %w, label %a [
    i64 -5, label %b
    i64 4294967296, label %b
    i64 9223372036854775807, label %x
  ]
a:
  %a1 = udiv i32 %tid, %n
  store i32 %a1, ptr addrspace(1) %p
  br label %x
b:
  %b1 = udiv i32 %tid, %m
  store i32 %b1, ptr addrspace(1) %p
  br label %x
x:
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()

!0 = !{!"branch_weights", i32 10, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6}

; CHECK: B0 {{.*}} meld {{.*}}: B1 with B2
; CHECK: B0: brings arms of the switch together: B1 with B2, net
; CHECK: B5: melds B1 with B2, 3 aligned
; CHECK: B0: brings arms of the switch together: B1 with B2 and B3 with B4, net
; CHECK: B7: melds B1 with B2
; CHECK: B8: melds B3 with B4
; CHECK: B0: brings arms of the switch together: B15 with B16, net
; CHECK: B0: brings arms of the switch together: B1 with B2, net
;
; CODE-LABEL: @two(
; CODE: switch i32 %tid, label %d [
; CODE: ], !prof ![[OLD:[0-9]+]]
; CODE: entry.cases:
; CODE: %[[BIT:.*]] = lshr i32 146, %tid
; CODE: %[[IS:.*]] = trunc i32 %[[BIT]] to i1
; CODE: a.b:
; CODE: select i1 %[[IS]], i32 %n, i32 %m
; CODE: udiv
; CODE: br i1 %[[IS]], label %{{.*}}, label %{{.*}}, !prof ![[NEW:[0-9]+]]
; CODE: d:
; CODE-LABEL: @all(
; CODE-NOT: switch
; CODE: icmp ult i8 %w, 2
; CODE: udiv
; CODE-NOT: udiv
; CODE-LABEL: @wide(
; CODE: switch i64 %w, label %entry.cases [
; CODE: i64 9223372036854775807, label %x
; CODE: icmp eq i64 %w, -5
; CODE: icmp eq i64 %w, 4294967296
; CODE: udiv
; CODE-NOT: udiv
; CODE-DAG: ![[OLD]] = !{!"branch_weights", i32 10, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6}
; CODE-DAG: ![[NEW]] = !{!"branch_weights", i32 6, i32 15}
