; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; A token says which threads run a convergent operation together: those that made
; it together. So arms that share a block with such an operation are melded if its
; token is made before the branch, for each round of a loop too, or asks for no
; certain threads (an anchor), but not without a token.

; RUN: reconverge -b -q %s -f before -e 'set decide=static judge=table' -e meld -e 'function loop' -e meld -e 'function anchor' -e meld -o - > %t
; RUN: opt -passes=verify -disable-output %t
; RUN: FileCheck --check-prefix=CODE --input-file=%t %s
; RUN: reconverge -b -f none %s -e 'set tries=0' -e candidates | FileCheck --check-prefix=NONE %s

target triple = "amdgcn-amd-amdhsa"

; CODE-LABEL: @before(
; CODE: mul i32
; CODE-NOT: mul i32
; CODE: s:
; CODE: call i32 @llvm.amdgcn.readfirstlane{{.*}} [ "convergencectrl"(token %e) ]
; CODE-NOT: readfirstlane
; CODE: ret void
define amdgpu_kernel void @before(ptr addrspace(1) %p, i32 %n) convergent {
entry:
  %e = call token @llvm.experimental.convergence.entry()
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %q = getelementptr i32, ptr addrspace(1) %p, i32 %tid
  %c = icmp slt i32 %tid, %n
  br i1 %c, label %a, label %b
a:
  %a0 = mul i32 %tid, %n
  %ca = icmp slt i32 %a0, 100
  br i1 %ca, label %s, label %x
b:
  %b0 = mul i32 %n, %n
  %cb = icmp slt i32 %b0, 70
  br i1 %cb, label %s, label %x
s:
  %v = phi i32 [ %a0, %a ], [ %b0, %b ]
  %r = call i32 @llvm.amdgcn.readfirstlane.i32(i32 %v) [ "convergencectrl"(token %e) ]
  store i32 %r, ptr addrspace(1) %q
  br label %x
x:
  ret void
}

; CODE-LABEL: @loop(
; CODE: head:
; CODE: %h = call token @llvm.experimental.convergence.loop() [ "convergencectrl"(token %e) ]
; CODE: mul i32
; CODE-NOT: mul i32
; CODE: s:
; CODE: readfirstlane{{.*}} [ "convergencectrl"(token %h) ]
; CODE: ret void
define amdgpu_kernel void @loop(ptr addrspace(1) %p, i32 %n) convergent {
entry:
  %e = call token @llvm.experimental.convergence.entry()
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %q = getelementptr i32, ptr addrspace(1) %p, i32 %tid
  br label %head
head:
  %i = phi i32 [ 0, %entry ], [ %i1, %latch ]
  %h = call token @llvm.experimental.convergence.loop() [ "convergencectrl"(token %e) ]
  %c = icmp slt i32 %tid, %i
  br i1 %c, label %a, label %b
a:
  %a0 = mul i32 %tid, %n
  %ca = icmp slt i32 %a0, 100
  br i1 %ca, label %s, label %latch
b:
  %b0 = mul i32 %i, %n
  %cb = icmp slt i32 %b0, 70
  br i1 %cb, label %s, label %latch
s:
  %v = phi i32 [ %a0, %a ], [ %b0, %b ]
  %r = call i32 @llvm.amdgcn.readfirstlane.i32(i32 %v) [ "convergencectrl"(token %h) ]
  store i32 %r, ptr addrspace(1) %q
  br label %latch
latch:
  %i1 = add i32 %i, 1
  %again = icmp slt i32 %i1, %n
  br i1 %again, label %head, label %done
done:
  ret void
}

; CODE-LABEL: @anchor(
; CODE: mul i32
; CODE-NOT: mul i32
; CODE: s:
; CODE: %t = call token @llvm.experimental.convergence.anchor()
; CODE: readfirstlane{{.*}} [ "convergencectrl"(token %t) ]
; CODE: ret void
define amdgpu_kernel void @anchor(ptr addrspace(1) %p, i32 %n) convergent {
entry:
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %q = getelementptr i32, ptr addrspace(1) %p, i32 %tid
  %c = icmp slt i32 %tid, %n
  br i1 %c, label %a, label %b
a:
  %a0 = mul i32 %tid, %n
  %ca = icmp slt i32 %a0, 100
  br i1 %ca, label %s, label %x
b:
  %b0 = mul i32 %n, %n
  %cb = icmp slt i32 %b0, 70
  br i1 %cb, label %s, label %x
s:
  %v = phi i32 [ %a0, %a ], [ %b0, %b ]
  %t = call token @llvm.experimental.convergence.anchor()
  %r = call i32 @llvm.amdgcn.readfirstlane.i32(i32 %v) [ "convergencectrl"(token %t) ]
  store i32 %r, ptr addrspace(1) %q
  br label %x
x:
  ret void
}

; NONE: B0 {{.*}} refused: a convergent operation would run with other threads than before (B3: %r =
define amdgpu_kernel void @none(ptr addrspace(1) %p, i32 %n) convergent {
entry:
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %q = getelementptr i32, ptr addrspace(1) %p, i32 %tid
  %c = icmp slt i32 %tid, %n
  br i1 %c, label %a, label %b
a:
  %a0 = mul i32 %tid, %n
  %ca = icmp slt i32 %a0, 100
  br i1 %ca, label %s, label %x
b:
  %b0 = mul i32 %n, %n
  %cb = icmp slt i32 %b0, 70
  br i1 %cb, label %s, label %x
s:
  %v = phi i32 [ %a0, %a ], [ %b0, %b ]
  %r = call i32 @llvm.amdgcn.readfirstlane.i32(i32 %v)
  store i32 %r, ptr addrspace(1) %q
  br label %x
x:
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()
declare i32 @llvm.amdgcn.readfirstlane.i32(i32)
declare token @llvm.experimental.convergence.entry()
declare token @llvm.experimental.convergence.anchor()
declare token @llvm.experimental.convergence.loop()
