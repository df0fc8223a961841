; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Arms that load from constant memory at uniform addresses, which a warp does
; once on the scalar unit: at addresses that differ, and at the same address,
; which each arm computes for itself.
target triple = "amdgcn-amd-amdhsa"

declare i32 @llvm.amdgcn.workitem.id.x()

define amdgpu_kernel void @differ(ptr addrspace(1) %out, ptr addrspace(4) %p, ptr addrspace(4) %q, i32 %k) {
entry:
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %at = getelementptr inbounds float, ptr addrspace(1) %out, i32 %tid
  %x = load float, ptr addrspace(1) %at
  %c = fcmp ogt float %x, 0.5
  br i1 %c, label %then, label %else

then:
  %pa = getelementptr float, ptr addrspace(4) %p, i32 %k
  %a0 = load float, ptr addrspace(4) %pa
  %a1 = fmul float %a0, %x
  br label %join

else:
  %qa = getelementptr float, ptr addrspace(4) %q, i32 %k
  %b0 = load float, ptr addrspace(4) %qa
  %b1 = fadd float %b0, %x
  %b2 = fmul float %b1, %x
  br label %join

join:
  %r = phi float [ %a1, %then ], [ %b2, %else ]
  store float %r, ptr addrspace(1) %at
  ret void
}

define amdgpu_kernel void @same(ptr addrspace(1) %out, ptr addrspace(4) %p, ptr addrspace(4) %q, i32 %k) {
entry:
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %at = getelementptr inbounds float, ptr addrspace(1) %out, i32 %tid
  %x = load float, ptr addrspace(1) %at
  %c = fcmp ogt float %x, 0.5
  br i1 %c, label %then, label %else

then:
  %pa = getelementptr float, ptr addrspace(4) %p, i32 %k
  %a0 = load float, ptr addrspace(4) %pa
  %a1 = fmul float %a0, %x
  br label %join

else:
  %qa = getelementptr float, ptr addrspace(4) %p, i32 %k
  %b0 = load float, ptr addrspace(4) %qa
  %b1 = fadd float %b0, %x
  %b2 = fmul float %b1, %x
  br label %join

join:
  %r = phi float [ %a1, %then ], [ %b2, %else ]
  store float %r, ptr addrspace(1) %at
  ret void
}
