; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; Returns inside the region meet in one block, with their values; a switch that
; leads to several units; ways that only trap stay as they are. What several units
; lead to may not use what one of them computes.

; RUN: reconverge -b -q %s -f f -e 'set decide=static judge=table' -e 'linearize when=always' -o - > %t
; RUN: opt -passes=verify -disable-output %t
; RUN: FileCheck --input-file=%t %s
; RUN: reconverge -b -q %s -f f -e 'set decide=static judge=table lin-opt=0' -e 'linearize when=always' -o - \
; RUN:   | opt -passes=verify -disable-output
; RUN: reconverge -b %s -f shared -e candidates | FileCheck --check-prefix=TRAP %s

target triple = "amdgcn-amd-amdhsa"

define i32 @f(i32 %x, i32 %y) {
entry:
  switch i32 %x, label %a [ i32 1, label %b
                            i32 2, label %c
                            i32 3, label %d ]
a:
  %c1 = icmp slt i32 %y, 3
  br i1 %c1, label %b, label %c
b:
  %bx = phi i32 [ %x, %entry ], [ %y, %a ]
  %c2 = icmp eq i32 %bx, 9
  br i1 %c2, label %early, label %c
early:
  store volatile i32 1, ptr null
  ret i32 %bx
c:
  %cx = phi i32 [ 5, %entry ], [ 6, %a ], [ %bx, %b ]
  %c3 = icmp eq i32 %cx, 77
  br i1 %c3, label %trap, label %d
trap:
  store i32 %cx, ptr null
  unreachable
d:
  %dx = phi i32 [ 1, %entry ], [ %cx, %c ]
  store volatile i32 2, ptr null
  ret i32 %dx
}

define i32 @shared(i32 %x, i32 %y) {
entry:
  %c0 = icmp slt i32 %x, 3
  br i1 %c0, label %a, label %b
a:
  %v = mul i32 %x, 3
  %c1 = icmp slt i32 %v, %y
  br i1 %c1, label %b, label %c
b:
  %c2 = icmp eq i32 %y, 9
  br i1 %c2, label %trap, label %d
c:
  %w = mul i32 %v, 7
  %c3 = icmp eq i32 %w, 77
  br i1 %c3, label %d, label %e
e:
  %c4 = icmp eq i32 %w, 78
  br i1 %c4, label %trap2, label %g
g:
  %c5 = icmp eq i32 %w, 79
  br i1 %c5, label %trap2, label %d
trap:
  unreachable
trap2:
  store i32 %w, ptr null
  unreachable
d:
  ret i32 %y
}

; CHECK-LABEL: define i32 @f(
; CHECK: lin.exit:
; CHECK-NEXT: %[[R:[0-9]+]] = phi i32 [ %[[D:[0-9]+]], %d ], [ %[[E:[0-9]+]], %lin.guard2 ]
; CHECK-NEXT: ret i32 %[[R]]
; CHECK: br i1 %{{.*}}, label %b, label %lin.guard1
; CHECK: lin.guard1:
; CHECK-NEXT: %[[E]] = phi i32 [ %[[BX:[0-9]+]], %b ], [ %[[BX]], %early ], [ %{{[0-9]+}}, %lin.guard ]
; CHECK-NEXT: %lin.at
; CHECK: c:
; CHECK: br i1 %c3, label %trap, label %
; CHECK: trap:
; CHECK-NEXT: store i32 %
; CHECK-NEXT: unreachable
; CHECK: lin.guard2:
; CHECK-NEXT: %[[D]] = phi i32
; CHECK-NOT: ret i32
; CHECK: }

; TRAP: 1 unstructured  refused: values of the region are used on paths that never return (B7: {{.*}})
; TRAP: 0 of 1 unstructured regions in @shared can be linearized
