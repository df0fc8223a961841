; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; A built-in function of OpenCL C that ends whatever its arguments are runs for all
; threads, on arguments that are frozen where they may be poison. One that reads behind a
; pointer stays behind the branch, and so does any in a module that is no OpenCL C, one that
; may not be called with every number, and one whose image is chosen. The image that a host
; passes needs no freeze.

; RUN: reconverge -b -q --keep-going %s -e "set decide=static judge=table skip=0" -f image -e ifconvert -e "function memory" -e ifconvert -e "function declared" -e ifconvert -e "function called" -e ifconvert -e "function which" -e ifconvert -o - > %t
; RUN: opt -passes=verify -disable-output %t
; RUN: FileCheck --input-file=%t %s
; RUN: sed '/opencl.ocl.version/d' %s > %t.ll
; RUN: reconverge -b -q --keep-going %t.ll -e "set decide=static judge=table skip=0" -f image -e ifconvert -o - | FileCheck --check-prefix=OTHER %s

target triple = "amdgcn-amd-amdhsa"

declare i32 @llvm.amdgcn.workitem.id.x()
declare ptr addrspace(4) @__translate_sampler_initializer(i32)
declare <4 x float> @_Z11read_imagef14ocl_image2d_ro11ocl_samplerDv2_i(ptr addrspace(4), ptr addrspace(4), <2 x i32> noundef) memory(read)
declare <4 x float> @_Z6vload4mPU3AS1Kf(i64 noundef, ptr addrspace(1) noundef) memory(read)

declare float @_Z3powff(float noundef nofpclass(nan inf), float noundef nofpclass(nan inf)) memory(none)
declare float @_Z3expf(float) memory(none)

; CHECK-LABEL: @image(
; CHECK: %s = {{.*}}call ptr addrspace(4) @__translate_sampler_initializer(i32 34)
; CHECK: [[F:%.*]] = freeze <2 x i32> %xy
; CHECK: call <4 x float> @_Z11read_imagef14ocl_image2d_ro11ocl_samplerDv2_i(ptr addrspace(4) %im, ptr addrspace(4) %s, <2 x i32> [[F]])
; CHECK: select i1 %c
; CHECK-NOT: br
; CHECK: ret void
; OTHER-LABEL: @image(
; OTHER: br i1 %c, label %t, label %x
define amdgpu_kernel void @image(ptr addrspace(4) %im, ptr addrspace(1) %out, i32 %n) !kernel_arg_addr_space !1 {
entry:
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %c = icmp slt i32 %tid, %n
  br i1 %c, label %t, label %x
t:
  %s = call ptr addrspace(4) @__translate_sampler_initializer(i32 34)
  %x1 = add nsw i32 %tid, %n
  %x2 = insertelement <2 x i32> poison, i32 %x1, i64 0
  %xy = insertelement <2 x i32> %x2, i32 %tid, i64 1
  %v = call <4 x float> @_Z11read_imagef14ocl_image2d_ro11ocl_samplerDv2_i(ptr addrspace(4) %im, ptr addrspace(4) %s, <2 x i32> noundef %xy)
  br label %x
x:
  %r = phi <4 x float> [ zeroinitializer, %entry ], [ %v, %t ]
  %q = getelementptr <4 x float>, ptr addrspace(1) %out, i32 %tid
  store <4 x float> %r, ptr addrspace(1) %q
  ret void
}

; CHECK-LABEL: @memory(
; CHECK: br i1 %c, label %t, label %x
define amdgpu_kernel void @memory(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %n) !kernel_arg_addr_space !1 {
entry:
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %c = icmp slt i32 %tid, %n
  br i1 %c, label %t, label %x
t:
  %v = call <4 x float> @_Z6vload4mPU3AS1Kf(i64 noundef 3, ptr addrspace(1) noundef %in)
  br label %x
x:
  %r = phi <4 x float> [ zeroinitializer, %entry ], [ %v, %t ]
  %q = getelementptr <4 x float>, ptr addrspace(1) %out, i32 %tid
  store <4 x float> %r, ptr addrspace(1) %q
  ret void
}

; CHECK-LABEL: @declared(
; CHECK: br i1 %c, label %t, label %x
define amdgpu_kernel void @declared(ptr addrspace(1) %out, float %y, i32 %n) !kernel_arg_addr_space !1 {
entry:
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %c = icmp slt i32 %tid, %n
  br i1 %c, label %t, label %x
t:
  %v = call float @_Z3powff(float %y, float 2.0)
  br label %x
x:
  %r = phi float [ 0.0, %entry ], [ %v, %t ]
  %q = getelementptr float, ptr addrspace(1) %out, i32 %tid
  store float %r, ptr addrspace(1) %q
  ret void
}

; CHECK-LABEL: @called(
; CHECK: br i1 %c, label %t, label %x
define amdgpu_kernel void @called(ptr addrspace(1) %out, float %y, i32 %n) !kernel_arg_addr_space !1 {
entry:
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %c = icmp slt i32 %tid, %n
  br i1 %c, label %t, label %x
t:
  %v = call float @_Z3expf(float nofpclass(nan) %y)
  br label %x
x:
  %r = phi float [ 0.0, %entry ], [ %v, %t ]
  %q = getelementptr float, ptr addrspace(1) %out, i32 %tid
  store float %r, ptr addrspace(1) %q
  ret void
}

; CHECK-LABEL: @which(
; CHECK: br i1 %c, label %t, label %x
define amdgpu_kernel void @which(ptr addrspace(4) %im, ptr addrspace(4) %im2, ptr addrspace(1) %out, i32 %n) !kernel_arg_addr_space !1 {
entry:
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %c = icmp slt i32 %tid, %n
  br i1 %c, label %t, label %x
t:
  %s = call ptr addrspace(4) @__translate_sampler_initializer(i32 34)
  %x1 = add nsw i32 %tid, %n
  %d = icmp eq i32 %x1, 7
  %i = select i1 %d, ptr addrspace(4) %im, ptr addrspace(4) %im2
  %v = call <4 x float> @_Z11read_imagef14ocl_image2d_ro11ocl_samplerDv2_i(ptr addrspace(4) %i, ptr addrspace(4) %s, <2 x i32> noundef zeroinitializer)
  br label %x
x:
  %r = phi <4 x float> [ zeroinitializer, %entry ], [ %v, %t ]
  %q = getelementptr <4 x float>, ptr addrspace(1) %out, i32 %tid
  store <4 x float> %r, ptr addrspace(1) %q
  ret void
}

!opencl.ocl.version = !{!0}
!0 = !{i32 1, i32 2}
!1 = !{i32 1, i32 1, i32 0}
