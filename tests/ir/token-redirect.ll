; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; A token is no argument of a call: a function that asks for the thread is known by
; its arguments, and what it returns is replaced.

; RUN: reconverge -b -q %s -e redirect -o - > %t
; RUN: opt -passes=verify -disable-output %t
; RUN: FileCheck --input-file=%t %s

target triple = "amdgcn-amd-amdhsa"

; CHECK: define amdgpu_kernel void @k(ptr addrspace(1) %p, ptr addrspace(1) %redirect)
; CHECK: %redirected = load i32
; CHECK: %[[MORE:.*]] = sub i64
; CHECK: %id = call i64 @_Z13get_global_idj(i32 0) [ "convergencectrl"(token %e) ]
; CHECK: %[[MINE:.*]] = add i64 %id, %[[MORE]]
; CHECK: %q = getelementptr i32, ptr addrspace(1) %p, i64 %[[MINE]]
define amdgpu_kernel void @k(ptr addrspace(1) %p) convergent {
  %e = call token @llvm.experimental.convergence.entry()
  %id = call i64 @_Z13get_global_idj(i32 0) [ "convergencectrl"(token %e) ]
  %q = getelementptr i32, ptr addrspace(1) %p, i64 %id
  store i32 1, ptr addrspace(1) %q
  ret void
}
declare i64 @_Z13get_global_idj(i32) convergent
declare token @llvm.experimental.convergence.entry()
