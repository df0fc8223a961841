; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; Divisions by powers of two are products, which melding makes divisions by a select.

target triple = "amdgcn-amd-amdhsa"
define amdgpu_kernel void @halves(ptr addrspace(1) %p) {
entry:
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %a = getelementptr float, ptr addrspace(1) %p, i32 %t
  %v = load float, ptr addrspace(1) %a
  %odd = and i32 %t, 1
  %c = icmp eq i32 %odd, 0
  br i1 %c, label %then, label %else
then:
  %x = fdiv float %v, 4.0
  %x1 = fadd float %x, 1.0
  %x2 = fdiv float %x1, 2.0
  br label %end
else:
  %y = fdiv float %v, 8.0
  %y1 = fadd float %y, 1.0
  %y2 = fdiv float %y1, 16.0
  br label %end
end:
  %r = phi float [ %x2, %then ], [ %y2, %else ]
  store float %r, ptr addrspace(1) %a
  ret void
}
declare i32 @llvm.amdgcn.workitem.id.x()
