; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; Threads of some ways of a switch meet early; another way leads back to the switch, and
; still does.

; RUN: reconverge -b %s -e profile -e ifconvert -e 'check seeds=4' -o %t.ll \
; RUN:   | FileCheck --check-prefix=SAID %s
; RUN: FileCheck --input-file=%t.ll %s

; SAID: meet before B3
; SAID: the same with 4 seeds

; CHECK: {{^}}b:
; CHECK: switch i32 %v, label %x [
; CHECK-NEXT: i32 0, label %meet
; CHECK-NEXT: i32 1, label %meet
; CHECK-NEXT: i32 2, label %b

target triple = "amdgcn-amd-amdhsa"
declare i32 @llvm.amdgcn.workitem.id.x()
define amdgpu_kernel void @k(ptr addrspace(1) %p) {
entry:
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %q = getelementptr i32, ptr addrspace(1) %p, i32 %t
  br label %b
b:
  %n = phi i32 [ %t, %entry ], [ %m, %b ]
  %m = lshr i32 %n, 2
  %v = and i32 %n, 3
  switch i32 %v, label %x [ i32 0, label %j
    i32 1, label %u
    i32 2, label %b ]
u:
  br label %j
j:
  %r = phi i32 [ 7, %b ], [ 9, %u ]
  %a1 = mul i32 %r, %n
  %a2 = mul i32 %a1, %a1
  %a3 = mul i32 %a2, %a1
  %a4 = mul i32 %a3, %a2
  store i32 %a4, ptr addrspace(1) %q
  br label %y
x:
  store i32 %n, ptr addrspace(1) %q
  br label %y
y:
  ret void
}
