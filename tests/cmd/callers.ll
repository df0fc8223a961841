; The form that clang 22 gives OpenCL kernels for NVPTX at -O2: each kernel calls
; its body, a function with external linkage and a reserved name. From:
;
;   kernel void scale(global int *out, int n) {
;     int t = get_local_id(0);
;     if (n > 4) out[t] = rounds(out[t], n);
;     if (t < n) out[t] += 3;
;   }
;   kernel void shift(global int *out, int by) { if (by) out[0] += by; }
;   kernel void twice(global int *out) { shift(out, get_local_id(0)); }
;   kernel void pick(global int *out) {
;     int t = get_local_id(0);
;     if (t & 1) odd(out + t, 3); else odd(out + t, 5);
;   }
target triple = "nvptx64-nvidia-cuda"

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

define internal i32 @rounds(i32 %x, i32 %n) noinline {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %j, %loop ]
  %s = phi i32 [ %x, %entry ], [ %r, %loop ]
  %r = mul i32 %s, 3
  %j = add i32 %i, 1
  %c = icmp slt i32 %j, %n
  br i1 %c, label %loop, label %out
out:
  ret i32 %r
}

define ptx_kernel void @scale(ptr addrspace(1) %out, i32 %n) {
  tail call void @__clang_ocl_kern_imp_scale(ptr addrspace(1) %out, i32 %n)
  ret void
}

define dso_local void @__clang_ocl_kern_imp_scale(ptr addrspace(1) %out, i32 %n) noinline {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = getelementptr i32, ptr addrspace(1) %out, i32 %t
  %x = load i32, ptr addrspace(1) %p
  %big = icmp sgt i32 %n, 4
  br i1 %big, label %many, label %next
many:
  %y = call i32 @rounds(i32 %x, i32 %n)
  store i32 %y, ptr addrspace(1) %p
  br label %next
next:
  %in = icmp slt i32 %t, %n
  br i1 %in, label %add, label %done
add:
  %v = load i32, ptr addrspace(1) %p
  %w = add i32 %v, 3
  store i32 %w, ptr addrspace(1) %p
  br label %done
done:
  ret void
}

define ptx_kernel void @shift(ptr addrspace(1) %out, i32 %by) {
  tail call void @__clang_ocl_kern_imp_shift(ptr addrspace(1) %out, i32 %by)
  ret void
}

define dso_local void @__clang_ocl_kern_imp_shift(ptr addrspace(1) %out, i32 %by) noinline {
entry:
  %c = icmp eq i32 %by, 0
  br i1 %c, label %done, label %add
add:
  %v = load i32, ptr addrspace(1) %out
  %w = add i32 %v, %by
  store i32 %w, ptr addrspace(1) %out
  br label %done
done:
  ret void
}

define ptx_kernel void @twice(ptr addrspace(1) %out) {
  tail call void @__clang_ocl_kern_imp_twice(ptr addrspace(1) %out)
  ret void
}

define dso_local void @__clang_ocl_kern_imp_twice(ptr addrspace(1) %out) noinline {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  tail call void @__clang_ocl_kern_imp_shift(ptr addrspace(1) %out, i32 %t)
  ret void
}

define ptx_kernel void @pick(ptr addrspace(1) %out) {
  tail call void @__clang_ocl_kern_imp_pick(ptr addrspace(1) %out)
  ret void
}

define internal void @odd(ptr addrspace(1) %p, i32 %s) noinline {
  %c = icmp sgt i32 %s, 4
  %v = select i1 %c, i32 7, i32 %s
  store i32 %v, ptr addrspace(1) %p
  ret void
}

define dso_local void @__clang_ocl_kern_imp_pick(ptr addrspace(1) %out) noinline {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = getelementptr i32, ptr addrspace(1) %out, i32 %t
  %b = and i32 %t, 1
  %c = icmp eq i32 %b, 0
  br i1 %c, label %even, label %uneven
even:
  call void @odd(ptr addrspace(1) %p, i32 5)
  br label %done
uneven:
  call void @odd(ptr addrspace(1) %p, i32 3)
  br label %done
done:
  ret void
}
