; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; Ways out are not gathered if threads of both arms would then meet at a
; convergent operation that they did not run together before, nor if one switch
; has several of them, nor if a result must be returned at once.

; RUN: reconverge -b %s -e 'function barrier' -e candidates \
; RUN:   -e 'function switch' -e candidates -e 'function tail' -e candidates \
; RUN:   | FileCheck %s

target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @barrier(ptr addrspace(1) %p, i32 %n, i32 %u) {
entry:
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %c = icmp slt i32 %tid, %n
  br i1 %c, label %t, label %f
t:
  %a = udiv i32 %n, %u
  %d = icmp slt i32 %a, %tid
  br i1 %d, label %s, label %x
f:
  %b = udiv i32 %u, %n
  %e = icmp slt i32 %b, %tid
  br i1 %e, label %s, label %x
s:
  call void @llvm.amdgcn.s.barrier()
  br label %x
x:
  ret void
}

define amdgpu_kernel void @switch(ptr addrspace(1) %p, i32 %n, i32 %u) {
entry:
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %c = icmp slt i32 %tid, %n
  br i1 %c, label %t, label %f
t:
  %a = udiv i32 %n, %u
  switch i32 %a, label %s [
    i32 1, label %y
    i32 2, label %x
  ]
f:
  %b = udiv i32 %u, %n
  %e = icmp slt i32 %b, %tid
  br i1 %e, label %s, label %x
y:
  br label %x
s:
  store i32 1, ptr addrspace(1) %p
  br label %x
x:
  ret void
}

define i32 @tail(i32 %n, i32 %u) {
entry:
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %c = icmp slt i32 %tid, %n
  br i1 %c, label %t, label %f
t:
  %a = udiv i32 %n, %u
  %q = musttail call i32 @tail(i32 %a, i32 %u)
  ret i32 %q
f:
  %b = udiv i32 %u, %n
  ret i32 %b
}

declare i32 @llvm.amdgcn.workitem.id.x()
declare void @llvm.amdgcn.s.barrier()

; CHECK: B0 {{.*}} refused: a convergent operation would run with other threads than before (B3: call void @llvm.amdgcn.s.barrier())
; CHECK: in @barrier can be melded
; CHECK: B0 {{.*}} refused: the arms share a block before they meet
; CHECK: in @switch can be melded
; CHECK: B0 {{.*}} refused: the arms never meet again before the function ends
