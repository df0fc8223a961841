target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @powers(ptr addrspace(1) %a, i32 %x, float %f) {
entry:
  br label %l
l:
  %i = phi i32 [ 0, %entry ], [ %j, %l ]
  %s = phi float [ %f, %entry ], [ %t, %l ]
  %t = fmul float %s, 2.0
  %j = add i32 %i, 1
  %d = icmp ult i32 %j, 500
  br i1 %d, label %l, label %e
e:
  store float %t, ptr addrspace(1) %a
  ret void
}
