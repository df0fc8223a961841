; What a gap needs a guard for, though it looks as if every thread could run it, beside what
; is like it and needs none. The arms are alike but for the gap, so that a branch is left if
; it has a guard.
; RUN: reconverge -b -q -e 'set decide=static judge=table threshold=0' \
; RUN:   -e 'set unpredicate=never' \
; RUN:   -e 'function same_ptr' -e 'meld B0' -e 'expect divergent==0' \
; RUN:   -e 'function smaller' -e 'meld B0' -e 'expect divergent==0' \
; RUN:   -e 'function barrier_between' -e 'meld B0' -e 'expect divergent==0' \
; RUN:   -e 'function bigger' -e 'meld B0' -e 'expect divergent==1' \
; RUN:   -e 'function align' -e 'meld B0' -e 'expect divergent==1' \
; RUN:   -e 'function volatile' -e 'meld B0' -e 'expect divergent==1' \
; RUN:   -e 'function atomic' -e 'meld B0' -e 'expect divergent==1' \
; RUN:   -e 'function free_between' -e 'meld B0' -e 'expect divergent==1' \
; RUN:   -e 'function addrspace_other' -e 'meld B0' -e 'expect divergent==1' \
; RUN:   -e 'function mask_lds' -e 'meld B0' -e 'expect divergent==0' \
; RUN:   -e 'function mask_arr_one_past' -e 'meld B0' -e 'expect divergent==1' \
; RUN:   -e 'function mask_arr_wide' -e 'meld B0' -e 'expect divergent==1' \
; RUN:   -e 'function mask_neg' -e 'meld B0' -e 'expect divergent==1' \
; RUN:   -e 'function lshr_arr' -e 'meld B0' -e 'expect divergent==0' \
; RUN:   -e 'function urem_arr' -e 'meld B0' -e 'expect divergent==0' \
; RUN:   -e 'function div_and31p1' -e 'meld B0' -e 'expect divergent==0' \
; RUN:   -e 'function div_or1' -e 'meld B0' -e 'expect divergent==0' \
; RUN:   -e 'function div_and31' -e 'meld B0' -e 'expect divergent==1' \
; RUN:   -e 'function div_wrap' -e 'meld B0' -e 'expect divergent==1' \
; RUN:   -e 'function sdiv_or1' -e 'meld B0' -e 'expect divergent==1' %s
target triple = "amdgcn-amd-amdhsa"
declare i32 @llvm.amdgcn.workitem.id.x()
declare void @llvm.amdgcn.s.barrier() convergent
@arr = internal addrspace(4) constant [32 x i32] zeroinitializer, align 4
@lds = internal addrspace(3) global [32 x i32] poison, align 4
declare void @f(ptr addrspace(1))
define amdgpu_kernel void @same_ptr(ptr addrspace(1) %p, ptr addrspace(1) %out, i32 noundef %n, i32 noundef %m) #0 {
entry:
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %q = getelementptr i32, ptr addrspace(1) %p, i32 %t
  %x = load i32, ptr addrspace(1) %q
  %c = icmp slt i32 %t, %n
  br i1 %c, label %a, label %b
a:
  %v = load i32, ptr addrspace(1) %q
  %y = xor i32 %v, %n
  %a1 = mul i32 %y, %n
  %a2 = mul i32 %a1, %t
  %a3 = urem i32 %a2, 11
  br label %d
b:
  %b1 = mul i32 %m, %n
  %b2 = mul i32 %b1, %t
  %b3 = urem i32 %b2, 11
  br label %d
d:
  %r = phi i32 [ %a3, %a ], [ %b3, %b ]
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %r, ptr addrspace(1) %o
  ret void
}
define amdgpu_kernel void @smaller(ptr addrspace(1) %p, ptr addrspace(1) %out, i32 noundef %n, i32 noundef %m) #0 {
entry:
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %q = getelementptr i32, ptr addrspace(1) %p, i32 %t
  %x = load i64, ptr addrspace(1) %q, align 4
  %c = icmp slt i32 %t, %n
  br i1 %c, label %a, label %b
a:
  %v = load i32, ptr addrspace(1) %q
  %y = xor i32 %v, %n
  %a1 = mul i32 %y, %n
  %a2 = mul i32 %a1, %t
  %a3 = urem i32 %a2, 11
  br label %d
b:
  %b1 = mul i32 %m, %n
  %b2 = mul i32 %b1, %t
  %b3 = urem i32 %b2, 11
  br label %d
d:
  %r = phi i32 [ %a3, %a ], [ %b3, %b ]
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %r, ptr addrspace(1) %o
  ret void
}
define amdgpu_kernel void @barrier_between(ptr addrspace(1) %p, ptr addrspace(1) %out, i32 noundef %n, i32 noundef %m) #0 {
entry:
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %q = getelementptr i32, ptr addrspace(1) %p, i32 %t
  %x = load i32, ptr addrspace(1) %q
  call void @llvm.amdgcn.s.barrier()
  %c = icmp slt i32 %t, %n
  br i1 %c, label %a, label %b
a:
  %v = load i32, ptr addrspace(1) %q
  %y = xor i32 %v, %n
  %a1 = mul i32 %y, %n
  %a2 = mul i32 %a1, %t
  %a3 = urem i32 %a2, 11
  br label %d
b:
  %b1 = mul i32 %m, %n
  %b2 = mul i32 %b1, %t
  %b3 = urem i32 %b2, 11
  br label %d
d:
  %r = phi i32 [ %a3, %a ], [ %b3, %b ]
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %r, ptr addrspace(1) %o
  ret void
}
define amdgpu_kernel void @bigger(ptr addrspace(1) %p, ptr addrspace(1) %out, i32 noundef %n, i32 noundef %m) #0 {
entry:
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %q = getelementptr i32, ptr addrspace(1) %p, i32 %t
  %x = load i16, ptr addrspace(1) %q
  %c = icmp slt i32 %t, %n
  br i1 %c, label %a, label %b
a:
  %v = load i32, ptr addrspace(1) %q
  %y = xor i32 %v, %n
  %a1 = mul i32 %y, %n
  %a2 = mul i32 %a1, %t
  %a3 = urem i32 %a2, 11
  br label %d
b:
  %b1 = mul i32 %m, %n
  %b2 = mul i32 %b1, %t
  %b3 = urem i32 %b2, 11
  br label %d
d:
  %r = phi i32 [ %a3, %a ], [ %b3, %b ]
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %r, ptr addrspace(1) %o
  ret void
}
define amdgpu_kernel void @align(ptr addrspace(1) %p, ptr addrspace(1) %out, i32 noundef %n, i32 noundef %m) #0 {
entry:
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %q = getelementptr i32, ptr addrspace(1) %p, i32 %t
  %x = load i32, ptr addrspace(1) %q, align 1
  %c = icmp slt i32 %t, %n
  br i1 %c, label %a, label %b
a:
  %v = load i32, ptr addrspace(1) %q, align 4
  %y = xor i32 %v, %n
  %a1 = mul i32 %y, %n
  %a2 = mul i32 %a1, %t
  %a3 = urem i32 %a2, 11
  br label %d
b:
  %b1 = mul i32 %m, %n
  %b2 = mul i32 %b1, %t
  %b3 = urem i32 %b2, 11
  br label %d
d:
  %r = phi i32 [ %a3, %a ], [ %b3, %b ]
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %r, ptr addrspace(1) %o
  ret void
}
define amdgpu_kernel void @volatile(ptr addrspace(1) %p, ptr addrspace(1) %out, i32 noundef %n, i32 noundef %m) #0 {
entry:
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %q = getelementptr i32, ptr addrspace(1) %p, i32 %t
  %x = load i32, ptr addrspace(1) %q
  %c = icmp slt i32 %t, %n
  br i1 %c, label %a, label %b
a:
  %v = load volatile i32, ptr addrspace(1) %q
  %y = xor i32 %v, %n
  %a1 = mul i32 %y, %n
  %a2 = mul i32 %a1, %t
  %a3 = urem i32 %a2, 11
  br label %d
b:
  %b1 = mul i32 %m, %n
  %b2 = mul i32 %b1, %t
  %b3 = urem i32 %b2, 11
  br label %d
d:
  %r = phi i32 [ %a3, %a ], [ %b3, %b ]
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %r, ptr addrspace(1) %o
  ret void
}
define amdgpu_kernel void @atomic(ptr addrspace(1) %p, ptr addrspace(1) %out, i32 noundef %n, i32 noundef %m) #0 {
entry:
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %q = getelementptr i32, ptr addrspace(1) %p, i32 %t
  %x = load i32, ptr addrspace(1) %q
  %c = icmp slt i32 %t, %n
  br i1 %c, label %a, label %b
a:
  %v = load atomic i32, ptr addrspace(1) %q monotonic, align 4
  %y = xor i32 %v, %n
  %a1 = mul i32 %y, %n
  %a2 = mul i32 %a1, %t
  %a3 = urem i32 %a2, 11
  br label %d
b:
  %b1 = mul i32 %m, %n
  %b2 = mul i32 %b1, %t
  %b3 = urem i32 %b2, 11
  br label %d
d:
  %r = phi i32 [ %a3, %a ], [ %b3, %b ]
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %r, ptr addrspace(1) %o
  ret void
}
define amdgpu_kernel void @free_between(ptr addrspace(1) %p, ptr addrspace(1) %out, i32 noundef %n, i32 noundef %m) #0 {
entry:
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %q = getelementptr i32, ptr addrspace(1) %p, i32 %t
  %x = load i32, ptr addrspace(1) %q
  call void @f(ptr addrspace(1) %q)
  %c = icmp slt i32 %t, %n
  br i1 %c, label %a, label %b
a:
  %v = load i32, ptr addrspace(1) %q
  %y = xor i32 %v, %n
  %a1 = mul i32 %y, %n
  %a2 = mul i32 %a1, %t
  %a3 = urem i32 %a2, 11
  br label %d
b:
  %b1 = mul i32 %m, %n
  %b2 = mul i32 %b1, %t
  %b3 = urem i32 %b2, 11
  br label %d
d:
  %r = phi i32 [ %a3, %a ], [ %b3, %b ]
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %r, ptr addrspace(1) %o
  ret void
}
define amdgpu_kernel void @addrspace_other(ptr addrspace(1) %p, ptr addrspace(1) %out, i32 noundef %n, i32 noundef %m) #0 {
entry:
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %q = getelementptr i32, ptr addrspace(1) %p, i32 %t
  %x = load i32, ptr addrspace(1) %q
  %qq = addrspacecast ptr addrspace(1) %q to ptr
  %c = icmp slt i32 %t, %n
  br i1 %c, label %a, label %b
a:
  %v = load i32, ptr %qq
  %y = xor i32 %v, %n
  %a1 = mul i32 %y, %n
  %a2 = mul i32 %a1, %t
  %a3 = urem i32 %a2, 11
  br label %d
b:
  %b1 = mul i32 %m, %n
  %b2 = mul i32 %b1, %t
  %b3 = urem i32 %b2, 11
  br label %d
d:
  %r = phi i32 [ %a3, %a ], [ %b3, %b ]
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %r, ptr addrspace(1) %o
  ret void
}
define amdgpu_kernel void @mask_lds(ptr addrspace(1) %p, ptr addrspace(1) %out, i32 noundef %n, i32 noundef %m) #0 {
entry:
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %q = getelementptr i32, ptr addrspace(1) %p, i32 %t
  %c = icmp slt i32 %t, %n
  br i1 %c, label %a, label %b
a:
  %i = and i32 %m, 31
  %g = getelementptr [32 x i32], ptr addrspace(3) @lds, i32 0, i32 %i
  %v = load i32, ptr addrspace(3) %g
  %y = xor i32 %v, %n
  %a1 = mul i32 %y, %n
  %a2 = mul i32 %a1, %t
  %a3 = urem i32 %a2, 11
  br label %d
b:
  %b1 = mul i32 %m, %n
  %b2 = mul i32 %b1, %t
  %b3 = urem i32 %b2, 11
  br label %d
d:
  %r = phi i32 [ %a3, %a ], [ %b3, %b ]
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %r, ptr addrspace(1) %o
  ret void
}
define amdgpu_kernel void @mask_arr_one_past(ptr addrspace(1) %p, ptr addrspace(1) %out, i32 noundef %n, i32 noundef %m) #0 {
entry:
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %q = getelementptr i32, ptr addrspace(1) %p, i32 %t
  %c = icmp slt i32 %t, %n
  br i1 %c, label %a, label %b
a:
  %i0 = and i32 %m, 31
  %i = add i32 %i0, 1
  %g = getelementptr [32 x i32], ptr addrspace(4) @arr, i32 0, i32 %i
  %v = load i32, ptr addrspace(4) %g
  %y = xor i32 %v, %n
  %a1 = mul i32 %y, %n
  %a2 = mul i32 %a1, %t
  %a3 = urem i32 %a2, 11
  br label %d
b:
  %b1 = mul i32 %m, %n
  %b2 = mul i32 %b1, %t
  %b3 = urem i32 %b2, 11
  br label %d
d:
  %r = phi i32 [ %a3, %a ], [ %b3, %b ]
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %r, ptr addrspace(1) %o
  ret void
}
define amdgpu_kernel void @mask_arr_wide(ptr addrspace(1) %p, ptr addrspace(1) %out, i32 noundef %n, i32 noundef %m) #0 {
entry:
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %q = getelementptr i32, ptr addrspace(1) %p, i32 %t
  %c = icmp slt i32 %t, %n
  br i1 %c, label %a, label %b
a:
  %i = and i32 %m, 31
  %g = getelementptr [32 x i32], ptr addrspace(4) @arr, i32 0, i32 %i
  %v1 = load i64, ptr addrspace(4) %g, align 4
  %v = trunc i64 %v1 to i32
  %y = xor i32 %v, %n
  %a1 = mul i32 %y, %n
  %a2 = mul i32 %a1, %t
  %a3 = urem i32 %a2, 11
  br label %d
b:
  %b1 = mul i32 %m, %n
  %b2 = mul i32 %b1, %t
  %b3 = urem i32 %b2, 11
  br label %d
d:
  %r = phi i32 [ %a3, %a ], [ %b3, %b ]
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %r, ptr addrspace(1) %o
  ret void
}
define amdgpu_kernel void @mask_neg(ptr addrspace(1) %p, ptr addrspace(1) %out, i32 noundef %n, i32 noundef %m) #0 {
entry:
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %q = getelementptr i32, ptr addrspace(1) %p, i32 %t
  %c = icmp slt i32 %t, %n
  br i1 %c, label %a, label %b
a:
  %i0 = and i32 %m, 31
  %i = sub i32 %i0, 1
  %g = getelementptr [32 x i32], ptr addrspace(4) @arr, i32 0, i32 %i
  %v = load i32, ptr addrspace(4) %g
  %y = xor i32 %v, %n
  %a1 = mul i32 %y, %n
  %a2 = mul i32 %a1, %t
  %a3 = urem i32 %a2, 11
  br label %d
b:
  %b1 = mul i32 %m, %n
  %b2 = mul i32 %b1, %t
  %b3 = urem i32 %b2, 11
  br label %d
d:
  %r = phi i32 [ %a3, %a ], [ %b3, %b ]
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %r, ptr addrspace(1) %o
  ret void
}
define amdgpu_kernel void @lshr_arr(ptr addrspace(1) %p, ptr addrspace(1) %out, i32 noundef %n, i32 noundef %m) #0 {
entry:
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %q = getelementptr i32, ptr addrspace(1) %p, i32 %t
  %c = icmp slt i32 %t, %n
  br i1 %c, label %a, label %b
a:
  %i = lshr i32 %m, 27
  %g = getelementptr [32 x i32], ptr addrspace(4) @arr, i32 0, i32 %i
  %v = load i32, ptr addrspace(4) %g
  %y = xor i32 %v, %n
  %a1 = mul i32 %y, %n
  %a2 = mul i32 %a1, %t
  %a3 = urem i32 %a2, 11
  br label %d
b:
  %b1 = mul i32 %m, %n
  %b2 = mul i32 %b1, %t
  %b3 = urem i32 %b2, 11
  br label %d
d:
  %r = phi i32 [ %a3, %a ], [ %b3, %b ]
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %r, ptr addrspace(1) %o
  ret void
}
define amdgpu_kernel void @urem_arr(ptr addrspace(1) %p, ptr addrspace(1) %out, i32 noundef %n, i32 noundef %m) #0 {
entry:
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %q = getelementptr i32, ptr addrspace(1) %p, i32 %t
  %c = icmp slt i32 %t, %n
  br i1 %c, label %a, label %b
a:
  %i = urem i32 %m, 32
  %g = getelementptr [32 x i32], ptr addrspace(4) @arr, i32 0, i32 %i
  %v = load i32, ptr addrspace(4) %g
  %y = xor i32 %v, %n
  %a1 = mul i32 %y, %n
  %a2 = mul i32 %a1, %t
  %a3 = urem i32 %a2, 11
  br label %d
b:
  %b1 = mul i32 %m, %n
  %b2 = mul i32 %b1, %t
  %b3 = urem i32 %b2, 11
  br label %d
d:
  %r = phi i32 [ %a3, %a ], [ %b3, %b ]
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %r, ptr addrspace(1) %o
  ret void
}
define amdgpu_kernel void @div_and31p1(ptr addrspace(1) %p, ptr addrspace(1) %out, i32 noundef %n, i32 noundef %m) #0 {
entry:
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %q = getelementptr i32, ptr addrspace(1) %p, i32 %t
  %c = icmp slt i32 %t, %n
  br i1 %c, label %a, label %b
a:
  %z0 = and i32 %m, 31
  %z = add i32 %z0, 1
  %v = udiv i32 %t, %z
  %y = xor i32 %v, %n
  %a1 = mul i32 %y, %n
  %a2 = mul i32 %a1, %t
  %a3 = urem i32 %a2, 11
  br label %d
b:
  %b1 = mul i32 %m, %n
  %b2 = mul i32 %b1, %t
  %b3 = urem i32 %b2, 11
  br label %d
d:
  %r = phi i32 [ %a3, %a ], [ %b3, %b ]
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %r, ptr addrspace(1) %o
  ret void
}
define amdgpu_kernel void @div_or1(ptr addrspace(1) %p, ptr addrspace(1) %out, i32 noundef %n, i32 noundef %m) #0 {
entry:
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %q = getelementptr i32, ptr addrspace(1) %p, i32 %t
  %c = icmp slt i32 %t, %n
  br i1 %c, label %a, label %b
a:
  %z = or i32 %m, 1
  %v = udiv i32 %t, %z
  %y = xor i32 %v, %n
  %a1 = mul i32 %y, %n
  %a2 = mul i32 %a1, %t
  %a3 = urem i32 %a2, 11
  br label %d
b:
  %b1 = mul i32 %m, %n
  %b2 = mul i32 %b1, %t
  %b3 = urem i32 %b2, 11
  br label %d
d:
  %r = phi i32 [ %a3, %a ], [ %b3, %b ]
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %r, ptr addrspace(1) %o
  ret void
}
define amdgpu_kernel void @div_and31(ptr addrspace(1) %p, ptr addrspace(1) %out, i32 noundef %n, i32 noundef %m) #0 {
entry:
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %q = getelementptr i32, ptr addrspace(1) %p, i32 %t
  %c = icmp slt i32 %t, %n
  br i1 %c, label %a, label %b
a:
  %z = and i32 %m, 31
  %v = udiv i32 %t, %z
  %y = xor i32 %v, %n
  %a1 = mul i32 %y, %n
  %a2 = mul i32 %a1, %t
  %a3 = urem i32 %a2, 11
  br label %d
b:
  %b1 = mul i32 %m, %n
  %b2 = mul i32 %b1, %t
  %b3 = urem i32 %b2, 11
  br label %d
d:
  %r = phi i32 [ %a3, %a ], [ %b3, %b ]
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %r, ptr addrspace(1) %o
  ret void
}
define amdgpu_kernel void @div_wrap(ptr addrspace(1) %p, ptr addrspace(1) %out, i32 noundef %n, i32 noundef %m) #0 {
entry:
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %q = getelementptr i32, ptr addrspace(1) %p, i32 %t
  %c = icmp slt i32 %t, %n
  br i1 %c, label %a, label %b
a:
  %z = add i32 %m, 1
  %v = udiv i32 %t, %z
  %y = xor i32 %v, %n
  %a1 = mul i32 %y, %n
  %a2 = mul i32 %a1, %t
  %a3 = urem i32 %a2, 11
  br label %d
b:
  %b1 = mul i32 %m, %n
  %b2 = mul i32 %b1, %t
  %b3 = urem i32 %b2, 11
  br label %d
d:
  %r = phi i32 [ %a3, %a ], [ %b3, %b ]
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %r, ptr addrspace(1) %o
  ret void
}
define amdgpu_kernel void @sdiv_or1(ptr addrspace(1) %p, ptr addrspace(1) %out, i32 noundef %n, i32 noundef %m) #0 {
entry:
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %q = getelementptr i32, ptr addrspace(1) %p, i32 %t
  %c = icmp slt i32 %t, %n
  br i1 %c, label %a, label %b
a:
  %z = or i32 %m, 1
  %v = sdiv i32 %t, %z
  %y = xor i32 %v, %n
  %a1 = mul i32 %y, %n
  %a2 = mul i32 %a1, %t
  %a3 = urem i32 %a2, 11
  br label %d
b:
  %b1 = mul i32 %m, %n
  %b2 = mul i32 %b1, %t
  %b3 = urem i32 %b2, 11
  br label %d
d:
  %r = phi i32 [ %a3, %a ], [ %b3, %b ]
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %r, ptr addrspace(1) %o
  ret void
}
attributes #0 = { "target-cpu"="gfx906" }
