; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; Who does not want a unit runs it with the others if that is cheaper than a
; guard and it has no effect: phis behind it become selects, and its block, the
; guard's and the one behind are one. An empty one is cheapest of all; one that
; may trap, has an effect or is expensive is guarded. Below level 4 all are.

; RUN: reconverge -b -q %s -f cheap -e 'set decide=static judge=table' -e 'linearize when=always' -o - > %t
; RUN: opt -passes=verify -disable-output %t
; RUN: FileCheck --input-file=%t %s
; RUN: reconverge -b %s -f cheap -e 'set decide=static judge=table' -e 'linearize when=always' -e 'expect unstructured == 0' \
; RUN:   -e 'check seeds=3' -e 'goto P0' -e 'set lin-opt=3' -e 'linearize when=always' \
; RUN:   -e 'check seeds=3' | FileCheck --check-prefix=CHEAP %s
; What a unit says of its values is true for those who want it only.
; RUN: reconverge -b -q %s -f told -e 'set decide=static judge=table skip=0' -e 'linearize when=always' -o - \
; RUN:   | FileCheck --check-prefix=TOLD %s
; RUN: reconverge -b %s -f empty -e 'set decide=static judge=table' -e 'linearize when=always' -e 'check seeds=3' \
; RUN:   | FileCheck --check-prefix=EMPTY %s
; RUN: reconverge -b %s -f loop -e 'set decide=static judge=table' -e 'linearize when=always' -e 'expect unstructured == 0' \
; RUN:   -e 'check seeds=3' | FileCheck --check-prefix=LOOP %s
; RUN: reconverge -b %s -f trap -e 'set decide=static judge=table' -e 'linearize when=always' -e 'check seeds=3' \
; RUN:   | FileCheck --check-prefix=GUARDED %s
; RUN: reconverge -b %s -f effect -e 'set decide=static judge=table' -e 'linearize when=always' -e 'check seeds=3' \
; RUN:   | FileCheck --check-prefix=GUARDED %s
; RUN: reconverge -b %s -f dear -e 'set decide=static judge=table' -e 'linearize when=always' -e 'check seeds=3' \
; RUN:   | FileCheck --check-prefix=GUARDED %s
; RUN: reconverge -b %s -f two -e 'set decide=static judge=table' -e 'linearize when=always' -e 'check seeds=3' \
; RUN:   | FileCheck --check-prefix=GUARDED %s
; RUN: reconverge -b -q %s -f dear -e 'set decide=static judge=table skip=0' -e 'preview linearize when=always' \
; RUN:   | FileCheck --check-prefix=NEVER-SKIPPED %s

target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @cheap(ptr addrspace(1) %p) {
e:
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %at = getelementptr i32, ptr addrspace(1) %p, i32 %t
  %q = and i32 %t, 1
  %c1 = icmp eq i32 %q, 0
  br i1 %c1, label %s, label %m
m:
  %x = mul i32 %t, 7
  %c2 = icmp slt i32 %x, 90
  br i1 %c2, label %s, label %x1
s:
  %v = phi i32 [ %t, %e ], [ %x, %m ]
  %w = xor i32 %v, 3
  br label %x1
x1:
  %r = phi i32 [ %x, %m ], [ %w, %s ]
  store i32 %r, ptr addrspace(1) %at
  ret void
}

define amdgpu_kernel void @empty(ptr addrspace(1) %p) {
e:
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %at = getelementptr i32, ptr addrspace(1) %p, i32 %t
  %q = and i32 %t, 1
  %c1 = icmp eq i32 %q, 0
  br i1 %c1, label %s, label %m
m:
  %x = mul i32 %t, 7
  %c2 = icmp slt i32 %x, 90
  br i1 %c2, label %s, label %x1
s:
  br label %x1
x1:
  %r = phi i32 [ %x, %m ], [ 5, %s ]
  store i32 %r, ptr addrspace(1) %at
  ret void
}

; The header of an irreducible loop: those who come in behind it run it too.
define amdgpu_kernel void @loop(ptr addrspace(1) %p) {
e:
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %at = getelementptr i32, ptr addrspace(1) %p, i32 %t
  %q = and i32 %t, 1
  %c1 = icmp eq i32 %q, 0
  br i1 %c1, label %b, label %a
a:
  %i = phi i32 [ %t, %e ], [ %k, %b ]
  %j = add i32 %i, 5
  br label %b
b:
  %h = phi i32 [ 1, %e ], [ %j, %a ]
  %k = add i32 %h, 7
  %c2 = icmp ult i32 %k, 200
  br i1 %c2, label %a, label %x1
x1:
  store i32 %k, ptr addrspace(1) %at
  ret void
}

define amdgpu_kernel void @trap(ptr addrspace(1) %p, i32 %n) {
e:
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %at = getelementptr i32, ptr addrspace(1) %p, i32 %t
  %q = and i32 %t, 1
  %c1 = icmp eq i32 %q, 0
  br i1 %c1, label %s, label %m
m:
  %x = or i32 %t, 7
  %c2 = icmp slt i32 %x, 90
  br i1 %c2, label %s, label %x1
s:
  %v = phi i32 [ 3, %e ], [ %x, %m ]
  %w = udiv i32 100, %v
  br label %x1
x1:
  %r = phi i32 [ %x, %m ], [ %w, %s ]
  store i32 %r, ptr addrspace(1) %at
  ret void
}

define amdgpu_kernel void @effect(ptr addrspace(1) %p) {
e:
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %at = getelementptr i32, ptr addrspace(1) %p, i32 %t
  %q = and i32 %t, 1
  %c1 = icmp eq i32 %q, 0
  br i1 %c1, label %s, label %m
m:
  %x = mul i32 %t, 7
  %c2 = icmp slt i32 %x, 90
  br i1 %c2, label %s, label %x1
s:
  store i32 4, ptr addrspace(1) %at
  br label %x1
x1:
  ret void
}

define amdgpu_kernel void @dear(ptr addrspace(1) %p) {
e:
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %at = getelementptr i32, ptr addrspace(1) %p, i32 %t
  %q = and i32 %t, 1
  %c1 = icmp eq i32 %q, 0
  br i1 %c1, label %s, label %m
m:
  %x = mul i32 %t, 7
  %c2 = icmp slt i32 %x, 90
  br i1 %c2, label %s, label %x1
s:
  %v = phi i32 [ %t, %e ], [ %x, %m ]
  %w0 = mul i32 %v, 3
  %w1 = mul i32 %w0, %v
  %w2 = mul i32 %w1, %w0
  %w3 = mul i32 %w2, %w1
  br label %x1
x1:
  %r = phi i32 [ %x, %m ], [ %w3, %s ]
  store i32 %r, ptr addrspace(1) %at
  ret void
}

; A branch of its own: what it decides is for its own threads.
define amdgpu_kernel void @two(ptr addrspace(1) %p) {
e:
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %at = getelementptr i32, ptr addrspace(1) %p, i32 %t
  %q = and i32 %t, 1
  %c1 = icmp eq i32 %q, 0
  br i1 %c1, label %s, label %m
m:
  %x = mul i32 %t, 7
  %c2 = icmp slt i32 %x, 90
  br i1 %c2, label %s, label %x1
s:
  %v = phi i32 [ %t, %e ], [ %x, %m ]
  %c3 = icmp slt i32 %v, 40
  br i1 %c3, label %u, label %x1
u:
  store i32 4, ptr addrspace(1) %at
  br label %x1
x1:
  ret void
}

define amdgpu_kernel void @told(ptr addrspace(1) %p, ptr addrspace(1) %q) {
e:
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %at = getelementptr ptr addrspace(1), ptr addrspace(1) %p, i32 %t
  %first = load i64, ptr addrspace(1) %at, align 8
  %c1 = icmp eq i64 %first, 0
  br i1 %c1, label %m, label %s
m:
  %c2 = icmp slt i32 %t, 0
  br i1 %c2, label %s, label %x1
s:
  %w = load ptr addrspace(1), ptr addrspace(1) %at, align 8, !nonnull !0, !dereferenceable !1, !invariant.load !0
  br label %x1
x1:
  %r = phi ptr addrspace(1) [ %q, %m ], [ %w, %s ]
  store i32 %t, ptr addrspace(1) %r
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()

!0 = !{}
!1 = !{i64 4}

; TOLD-LABEL: @told(
; TOLD:       %w = load ptr addrspace(1), ptr addrspace(1) %at, align 8{{$}}
; TOLD-NEXT:  select i1 %{{.*}}, ptr addrspace(1) %w, ptr addrspace(1)

; CHECK-LABEL: @cheap(
; CHECK:       br i1 %c1, label %[[S:.*]], label %m
; CHECK:       br label %[[S]]
; CHECK:       [[S]]:
; CHECK-NEXT:  %[[V:.*]] = phi i32 [ %x, %m ], [ %t, %e ]
; CHECK-NEXT:  %[[NOW:.*]] = phi i1 [ %c2, %m ], [ true, %e ]
; CHECK-NEXT:  %w = xor i32 %[[V]], 3
; CHECK-NEXT:  %[[R:.*]] = select i1 %[[NOW]], i32 %w, i32 %[[V]]
; CHECK-NEXT:  store i32 %[[R]]
; CHECK-NEXT:  ret void

; CHEAP: P1: linearize when=always: {{.*}}-1 block
; CHEAP: 0 guards, 1 unit run by all threads
; CHEAP: the same with 3 seeds
; CHEAP: 1 guard;
; CHEAP: the same with 3 seeds

; EMPTY: P1: linearize when=always: {{.*}}-1 block
; EMPTY: 0 guards, 1 unit run by all threads
; EMPTY: the same with 3 seeds

; LOOP: P1: linearize when=always: {{.*}}-1 block
; LOOP: 1 unit run by all threads
; LOOP: the same with 3 seeds

; GUARDED-NOT: run by all
; GUARDED: 1 guard;
; GUARDED: the same with 3 seeds

; NEVER-SKIPPED: 0 guards, 1 unit run by all threads
