; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; Whether it is proved that no thread wants both arms: then there is no second
; round, and the second arm is left only where it is melded.

; RUN: reconverge -b %s -e 'set decide=static judge=table' -k \
; RUN:   -e 'fuse when=always' -e 'check seeds=3' | FileCheck %s
; RUN: reconverge -b -q -f equal %s -e 'set decide=static judge=table' \
; RUN:   -e 'fuse when=always' -o - | FileCheck --check-prefix=CODE %s

; CODE-LABEL: @equal(
; CODE:       udiv
; CODE-NOT:   udiv
; CODE:       ret void

target triple = "nvptx64-nvidia-cuda"

; CHECK: B0: fuses its if with that of B2, no thread wants both, net
; CHECK: @not P0 -> P{{[0-9]+}}: the same with 3 seeds
define ptx_kernel void @not(ptr addrspace(1) %out, ptr addrspace(1) %in) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %from = getelementptr i32, ptr addrspace(1) %in, i32 %tid
  %x = load i32, ptr addrspace(1) %from
  %next = getelementptr i32, ptr addrspace(1) %from, i32 1
  %y = load i32, ptr addrspace(1) %next
  %f = sitofp i32 %x to float
  %g = sitofp i32 %y to float
  %p = icmp ult i32 %x, 50
  %q = xor i1 %p, true
  br i1 %p, label %a, label %j
a:
  %a1 = mul i32 %x, %y
  %a2 = udiv i32 %a1, 7
  br label %j
j:
  %v = phi i32 [ %a2, %a ], [ 1, %entry ]
  br i1 %q, label %b, label %e
b:
  %b1 = mul i32 %x, %tid
  %b2 = udiv i32 %b1, 7
  %b3 = add i32 %b2, %v
  br label %e
e:
  %r = phi i32 [ %b3, %b ], [ %v, %j ]
  %to = getelementptr i32, ptr addrspace(1) %out, i32 %tid
  store i32 %r, ptr addrspace(1) %to
  ret void
}

; CHECK: B0: fuses its if with that of B2, no thread wants both, net
; CHECK: @equal P0 -> P{{[0-9]+}}: the same with 3 seeds
define ptx_kernel void @equal(ptr addrspace(1) %out, ptr addrspace(1) %in) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %from = getelementptr i32, ptr addrspace(1) %in, i32 %tid
  %x = load i32, ptr addrspace(1) %from
  %next = getelementptr i32, ptr addrspace(1) %from, i32 1
  %y = load i32, ptr addrspace(1) %next
  %f = sitofp i32 %x to float
  %g = sitofp i32 %y to float
  %p = icmp eq i32 %x, 1
  %q = icmp eq i32 %x, 2
  br i1 %p, label %a, label %j
a:
  %a1 = mul i32 %x, %y
  %a2 = udiv i32 %a1, 7
  br label %j
j:
  %v = phi i32 [ %a2, %a ], [ 1, %entry ]
  br i1 %q, label %b, label %e
b:
  %b1 = mul i32 %x, %tid
  %b2 = udiv i32 %b1, 7
  %b3 = add i32 %b2, %v
  br label %e
e:
  %r = phi i32 [ %b3, %b ], [ %v, %j ]
  %to = getelementptr i32, ptr addrspace(1) %out, i32 %tid
  store i32 %r, ptr addrspace(1) %to
  ret void
}

; CHECK: B0: fuses its if with that of B2, with a second round for threads that want both, net
; CHECK: @equal_same P0 -> P{{[0-9]+}}: the same with 3 seeds
define ptx_kernel void @equal_same(ptr addrspace(1) %out, ptr addrspace(1) %in) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %from = getelementptr i32, ptr addrspace(1) %in, i32 %tid
  %x = load i32, ptr addrspace(1) %from
  %next = getelementptr i32, ptr addrspace(1) %from, i32 1
  %y = load i32, ptr addrspace(1) %next
  %f = sitofp i32 %x to float
  %g = sitofp i32 %y to float
  %p = icmp eq i32 %x, 1
  %q = icmp ne i32 %x, 2
  br i1 %p, label %a, label %j
a:
  %a1 = mul i32 %x, %y
  %a2 = udiv i32 %a1, 7
  br label %j
j:
  %v = phi i32 [ %a2, %a ], [ 1, %entry ]
  br i1 %q, label %b, label %e
b:
  %b1 = mul i32 %x, %tid
  %b2 = udiv i32 %b1, 7
  %b3 = add i32 %b2, %v
  br label %e
e:
  %r = phi i32 [ %b3, %b ], [ %v, %j ]
  %to = getelementptr i32, ptr addrspace(1) %out, i32 %tid
  store i32 %r, ptr addrspace(1) %to
  ret void
}

; CHECK: B0: fuses its if with that of B2, no thread wants both, net
; CHECK: @ranges P0 -> P{{[0-9]+}}: the same with 3 seeds
define ptx_kernel void @ranges(ptr addrspace(1) %out, ptr addrspace(1) %in) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %from = getelementptr i32, ptr addrspace(1) %in, i32 %tid
  %x = load i32, ptr addrspace(1) %from
  %next = getelementptr i32, ptr addrspace(1) %from, i32 1
  %y = load i32, ptr addrspace(1) %next
  %f = sitofp i32 %x to float
  %g = sitofp i32 %y to float
  %p = icmp ult i32 %x, 20
  %q = icmp ugt i32 %x, 19
  br i1 %p, label %a, label %j
a:
  %a1 = mul i32 %x, %y
  %a2 = udiv i32 %a1, 7
  br label %j
j:
  %v = phi i32 [ %a2, %a ], [ 1, %entry ]
  br i1 %q, label %b, label %e
b:
  %b1 = mul i32 %x, %tid
  %b2 = udiv i32 %b1, 7
  %b3 = add i32 %b2, %v
  br label %e
e:
  %r = phi i32 [ %b3, %b ], [ %v, %j ]
  %to = getelementptr i32, ptr addrspace(1) %out, i32 %tid
  store i32 %r, ptr addrspace(1) %to
  ret void
}

; CHECK: B0: fuses its if with that of B2, with a second round for threads that want both, net
; CHECK: @ranges_meet P0 -> P{{[0-9]+}}: the same with 3 seeds
define ptx_kernel void @ranges_meet(ptr addrspace(1) %out, ptr addrspace(1) %in) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %from = getelementptr i32, ptr addrspace(1) %in, i32 %tid
  %x = load i32, ptr addrspace(1) %from
  %next = getelementptr i32, ptr addrspace(1) %from, i32 1
  %y = load i32, ptr addrspace(1) %next
  %f = sitofp i32 %x to float
  %g = sitofp i32 %y to float
  %p = icmp ult i32 %x, 20
  %q = icmp ugt i32 %x, 18
  br i1 %p, label %a, label %j
a:
  %a1 = mul i32 %x, %y
  %a2 = udiv i32 %a1, 7
  br label %j
j:
  %v = phi i32 [ %a2, %a ], [ 1, %entry ]
  br i1 %q, label %b, label %e
b:
  %b1 = mul i32 %x, %tid
  %b2 = udiv i32 %b1, 7
  %b3 = add i32 %b2, %v
  br label %e
e:
  %r = phi i32 [ %b3, %b ], [ %v, %j ]
  %to = getelementptr i32, ptr addrspace(1) %out, i32 %tid
  store i32 %r, ptr addrspace(1) %to
  ret void
}

; CHECK: B0: fuses its if with that of B2, no thread wants both, net
; CHECK: @signed P0 -> P{{[0-9]+}}: the same with 3 seeds
define ptx_kernel void @signed(ptr addrspace(1) %out, ptr addrspace(1) %in) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %from = getelementptr i32, ptr addrspace(1) %in, i32 %tid
  %x = load i32, ptr addrspace(1) %from
  %next = getelementptr i32, ptr addrspace(1) %from, i32 1
  %y = load i32, ptr addrspace(1) %next
  %f = sitofp i32 %x to float
  %g = sitofp i32 %y to float
  %p = icmp slt i32 %x, 0
  %q = icmp sgt i32 %x, -1
  br i1 %p, label %a, label %j
a:
  %a1 = mul i32 %x, %y
  %a2 = udiv i32 %a1, 7
  br label %j
j:
  %v = phi i32 [ %a2, %a ], [ 1, %entry ]
  br i1 %q, label %b, label %e
b:
  %b1 = mul i32 %x, %tid
  %b2 = udiv i32 %b1, 7
  %b3 = add i32 %b2, %v
  br label %e
e:
  %r = phi i32 [ %b3, %b ], [ %v, %j ]
  %to = getelementptr i32, ptr addrspace(1) %out, i32 %tid
  store i32 %r, ptr addrspace(1) %to
  ret void
}

; CHECK: B0: fuses its if with that of B2, with a second round for threads that want both, net
; CHECK: @signs_differ P0 -> P{{[0-9]+}}: the same with 3 seeds
define ptx_kernel void @signs_differ(ptr addrspace(1) %out, ptr addrspace(1) %in) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %from = getelementptr i32, ptr addrspace(1) %in, i32 %tid
  %x = load i32, ptr addrspace(1) %from
  %next = getelementptr i32, ptr addrspace(1) %from, i32 1
  %y = load i32, ptr addrspace(1) %next
  %f = sitofp i32 %x to float
  %g = sitofp i32 %y to float
  %p = icmp slt i32 %x, 9
  %q = icmp ugt i32 %x, 9
  br i1 %p, label %a, label %j
a:
  %a1 = mul i32 %x, %y
  %a2 = udiv i32 %a1, 7
  br label %j
j:
  %v = phi i32 [ %a2, %a ], [ 1, %entry ]
  br i1 %q, label %b, label %e
b:
  %b1 = mul i32 %x, %tid
  %b2 = udiv i32 %b1, 7
  %b3 = add i32 %b2, %v
  br label %e
e:
  %r = phi i32 [ %b3, %b ], [ %v, %j ]
  %to = getelementptr i32, ptr addrspace(1) %out, i32 %tid
  store i32 %r, ptr addrspace(1) %to
  ret void
}

; CHECK: B0: fuses its if with that of B2, no thread wants both, net
; CHECK: @operands P0 -> P{{[0-9]+}}: the same with 3 seeds
define ptx_kernel void @operands(ptr addrspace(1) %out, ptr addrspace(1) %in) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %from = getelementptr i32, ptr addrspace(1) %in, i32 %tid
  %x = load i32, ptr addrspace(1) %from
  %next = getelementptr i32, ptr addrspace(1) %from, i32 1
  %y = load i32, ptr addrspace(1) %next
  %f = sitofp i32 %x to float
  %g = sitofp i32 %y to float
  %p = icmp slt i32 %x, %y
  %q = icmp slt i32 %y, %x
  br i1 %p, label %a, label %j
a:
  %a1 = mul i32 %x, %y
  %a2 = udiv i32 %a1, 7
  br label %j
j:
  %v = phi i32 [ %a2, %a ], [ 1, %entry ]
  br i1 %q, label %b, label %e
b:
  %b1 = mul i32 %x, %tid
  %b2 = udiv i32 %b1, 7
  %b3 = add i32 %b2, %v
  br label %e
e:
  %r = phi i32 [ %b3, %b ], [ %v, %j ]
  %to = getelementptr i32, ptr addrspace(1) %out, i32 %tid
  store i32 %r, ptr addrspace(1) %to
  ret void
}

; CHECK: B0: fuses its if with that of B2, with a second round for threads that want both, net
; CHECK: @operands_meet P0 -> P{{[0-9]+}}: the same with 3 seeds
define ptx_kernel void @operands_meet(ptr addrspace(1) %out, ptr addrspace(1) %in) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %from = getelementptr i32, ptr addrspace(1) %in, i32 %tid
  %x = load i32, ptr addrspace(1) %from
  %next = getelementptr i32, ptr addrspace(1) %from, i32 1
  %y = load i32, ptr addrspace(1) %next
  %f = sitofp i32 %x to float
  %g = sitofp i32 %y to float
  %p = icmp sle i32 %x, %y
  %q = icmp sle i32 %y, %x
  br i1 %p, label %a, label %j
a:
  %a1 = mul i32 %x, %y
  %a2 = udiv i32 %a1, 7
  br label %j
j:
  %v = phi i32 [ %a2, %a ], [ 1, %entry ]
  br i1 %q, label %b, label %e
b:
  %b1 = mul i32 %x, %tid
  %b2 = udiv i32 %b1, 7
  %b3 = add i32 %b2, %v
  br label %e
e:
  %r = phi i32 [ %b3, %b ], [ %v, %j ]
  %to = getelementptr i32, ptr addrspace(1) %out, i32 %tid
  store i32 %r, ptr addrspace(1) %to
  ret void
}

; CHECK: B0: fuses its if with that of B2, no thread wants both, net
; CHECK: @floats P0 -> P{{[0-9]+}}: the same with 3 seeds
define ptx_kernel void @floats(ptr addrspace(1) %out, ptr addrspace(1) %in) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %from = getelementptr i32, ptr addrspace(1) %in, i32 %tid
  %x = load i32, ptr addrspace(1) %from
  %next = getelementptr i32, ptr addrspace(1) %from, i32 1
  %y = load i32, ptr addrspace(1) %next
  %f = sitofp i32 %x to float
  %g = sitofp i32 %y to float
  %p = fcmp olt float %f, %g
  %q = fcmp ogt float %f, %g
  br i1 %p, label %a, label %j
a:
  %a1 = mul i32 %x, %y
  %a2 = udiv i32 %a1, 7
  br label %j
j:
  %v = phi i32 [ %a2, %a ], [ 1, %entry ]
  br i1 %q, label %b, label %e
b:
  %b1 = mul i32 %x, %tid
  %b2 = udiv i32 %b1, 7
  %b3 = add i32 %b2, %v
  br label %e
e:
  %r = phi i32 [ %b3, %b ], [ %v, %j ]
  %to = getelementptr i32, ptr addrspace(1) %out, i32 %tid
  store i32 %r, ptr addrspace(1) %to
  ret void
}

; CHECK: B0: fuses its if with that of B2, with a second round for threads that want both, net
; CHECK: @floats_meet P0 -> P{{[0-9]+}}: the same with 3 seeds
define ptx_kernel void @floats_meet(ptr addrspace(1) %out, ptr addrspace(1) %in) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %from = getelementptr i32, ptr addrspace(1) %in, i32 %tid
  %x = load i32, ptr addrspace(1) %from
  %next = getelementptr i32, ptr addrspace(1) %from, i32 1
  %y = load i32, ptr addrspace(1) %next
  %f = sitofp i32 %x to float
  %g = sitofp i32 %y to float
  %p = fcmp ult float %f, %g
  %q = fcmp ugt float %f, %g
  br i1 %p, label %a, label %j
a:
  %a1 = mul i32 %x, %y
  %a2 = udiv i32 %a1, 7
  br label %j
j:
  %v = phi i32 [ %a2, %a ], [ 1, %entry ]
  br i1 %q, label %b, label %e
b:
  %b1 = mul i32 %x, %tid
  %b2 = udiv i32 %b1, 7
  %b3 = add i32 %b2, %v
  br label %e
e:
  %r = phi i32 [ %b3, %b ], [ %v, %j ]
  %to = getelementptr i32, ptr addrspace(1) %out, i32 %tid
  store i32 %r, ptr addrspace(1) %to
  ret void
}

; CHECK: B0: fuses its if with that of B2, no thread wants both, net
; CHECK: @bits P0 -> P{{[0-9]+}}: the same with 3 seeds
define ptx_kernel void @bits(ptr addrspace(1) %out, ptr addrspace(1) %in) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %from = getelementptr i32, ptr addrspace(1) %in, i32 %tid
  %x = load i32, ptr addrspace(1) %from
  %next = getelementptr i32, ptr addrspace(1) %from, i32 1
  %y = load i32, ptr addrspace(1) %next
  %f = sitofp i32 %x to float
  %g = sitofp i32 %y to float
  %m = and i32 %x, 3
  %p = icmp eq i32 %m, 1
  %n = and i32 %x, 1
  %q = icmp eq i32 %n, 0
  br i1 %p, label %a, label %j
a:
  %a1 = mul i32 %x, %y
  %a2 = udiv i32 %a1, 7
  br label %j
j:
  %v = phi i32 [ %a2, %a ], [ 1, %entry ]
  br i1 %q, label %b, label %e
b:
  %b1 = mul i32 %x, %tid
  %b2 = udiv i32 %b1, 7
  %b3 = add i32 %b2, %v
  br label %e
e:
  %r = phi i32 [ %b3, %b ], [ %v, %j ]
  %to = getelementptr i32, ptr addrspace(1) %out, i32 %tid
  store i32 %r, ptr addrspace(1) %to
  ret void
}

; CHECK: B0: fuses its if with that of B2, no thread wants both, net
; CHECK: @bit P0 -> P{{[0-9]+}}: the same with 3 seeds
define ptx_kernel void @bit(ptr addrspace(1) %out, ptr addrspace(1) %in) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %from = getelementptr i32, ptr addrspace(1) %in, i32 %tid
  %x = load i32, ptr addrspace(1) %from
  %next = getelementptr i32, ptr addrspace(1) %from, i32 1
  %y = load i32, ptr addrspace(1) %next
  %f = sitofp i32 %x to float
  %g = sitofp i32 %y to float
  %m = and i32 %x, 4
  %p = icmp ne i32 %m, 0
  %q = icmp eq i32 %x, 11
  br i1 %p, label %a, label %j
a:
  %a1 = mul i32 %x, %y
  %a2 = udiv i32 %a1, 7
  br label %j
j:
  %v = phi i32 [ %a2, %a ], [ 1, %entry ]
  br i1 %q, label %b, label %e
b:
  %b1 = mul i32 %x, %tid
  %b2 = udiv i32 %b1, 7
  %b3 = add i32 %b2, %v
  br label %e
e:
  %r = phi i32 [ %b3, %b ], [ %v, %j ]
  %to = getelementptr i32, ptr addrspace(1) %out, i32 %tid
  store i32 %r, ptr addrspace(1) %to
  ret void
}

; CHECK: B0: fuses its if with that of B2, with a second round for threads that want both, net
; CHECK: @bits_meet P0 -> P{{[0-9]+}}: the same with 3 seeds
define ptx_kernel void @bits_meet(ptr addrspace(1) %out, ptr addrspace(1) %in) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %from = getelementptr i32, ptr addrspace(1) %in, i32 %tid
  %x = load i32, ptr addrspace(1) %from
  %next = getelementptr i32, ptr addrspace(1) %from, i32 1
  %y = load i32, ptr addrspace(1) %next
  %f = sitofp i32 %x to float
  %g = sitofp i32 %y to float
  %m = and i32 %x, 3
  %p = icmp ne i32 %m, 0
  %n = and i32 %x, 1
  %q = icmp eq i32 %n, 0
  br i1 %p, label %a, label %j
a:
  %a1 = mul i32 %x, %y
  %a2 = udiv i32 %a1, 7
  br label %j
j:
  %v = phi i32 [ %a2, %a ], [ 1, %entry ]
  br i1 %q, label %b, label %e
b:
  %b1 = mul i32 %x, %tid
  %b2 = udiv i32 %b1, 7
  %b3 = add i32 %b2, %v
  br label %e
e:
  %r = phi i32 [ %b3, %b ], [ %v, %j ]
  %to = getelementptr i32, ptr addrspace(1) %out, i32 %tid
  store i32 %r, ptr addrspace(1) %to
  ret void
}

; CHECK: B0: fuses its if with that of B2, no thread wants both, net
; CHECK: @truncated P0 -> P{{[0-9]+}}: the same with 3 seeds
define ptx_kernel void @truncated(ptr addrspace(1) %out, ptr addrspace(1) %in) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %from = getelementptr i32, ptr addrspace(1) %in, i32 %tid
  %x = load i32, ptr addrspace(1) %from
  %next = getelementptr i32, ptr addrspace(1) %from, i32 1
  %y = load i32, ptr addrspace(1) %next
  %f = sitofp i32 %x to float
  %g = sitofp i32 %y to float
  %p = trunc i32 %x to i1
  %n = and i32 %x, 5
  %q = icmp eq i32 %n, 4
  br i1 %p, label %a, label %j
a:
  %a1 = mul i32 %x, %y
  %a2 = udiv i32 %a1, 7
  br label %j
j:
  %v = phi i32 [ %a2, %a ], [ 1, %entry ]
  br i1 %q, label %b, label %e
b:
  %b1 = mul i32 %x, %tid
  %b2 = udiv i32 %b1, 7
  %b3 = add i32 %b2, %v
  br label %e
e:
  %r = phi i32 [ %b3, %b ], [ %v, %j ]
  %to = getelementptr i32, ptr addrspace(1) %out, i32 %tid
  store i32 %r, ptr addrspace(1) %to
  ret void
}

; CHECK: B0: fuses its if with that of B2, no thread wants both, net
; CHECK: @both P0 -> P{{[0-9]+}}: the same with 3 seeds
define ptx_kernel void @both(ptr addrspace(1) %out, ptr addrspace(1) %in) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %from = getelementptr i32, ptr addrspace(1) %in, i32 %tid
  %x = load i32, ptr addrspace(1) %from
  %next = getelementptr i32, ptr addrspace(1) %from, i32 1
  %y = load i32, ptr addrspace(1) %next
  %f = sitofp i32 %x to float
  %g = sitofp i32 %y to float
  %c = icmp ult i32 %x, 20
  %d = icmp ult i32 %y, 50
  %p = and i1 %c, %d
  %q = icmp ugt i32 %x, 30
  br i1 %p, label %a, label %j
a:
  %a1 = mul i32 %x, %y
  %a2 = udiv i32 %a1, 7
  br label %j
j:
  %v = phi i32 [ %a2, %a ], [ 1, %entry ]
  br i1 %q, label %b, label %e
b:
  %b1 = mul i32 %x, %tid
  %b2 = udiv i32 %b1, 7
  %b3 = add i32 %b2, %v
  br label %e
e:
  %r = phi i32 [ %b3, %b ], [ %v, %j ]
  %to = getelementptr i32, ptr addrspace(1) %out, i32 %tid
  store i32 %r, ptr addrspace(1) %to
  ret void
}

; CHECK: B0: fuses its if with that of B2, with a second round for threads that want both, net
; CHECK: @either P0 -> P{{[0-9]+}}: the same with 3 seeds
define ptx_kernel void @either(ptr addrspace(1) %out, ptr addrspace(1) %in) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %from = getelementptr i32, ptr addrspace(1) %in, i32 %tid
  %x = load i32, ptr addrspace(1) %from
  %next = getelementptr i32, ptr addrspace(1) %from, i32 1
  %y = load i32, ptr addrspace(1) %next
  %f = sitofp i32 %x to float
  %g = sitofp i32 %y to float
  %c = icmp ult i32 %x, 20
  %d = icmp ult i32 %y, 50
  %p = select i1 %c, i1 true, i1 %d
  %q = icmp ugt i32 %x, 30
  br i1 %p, label %a, label %j
a:
  %a1 = mul i32 %x, %y
  %a2 = udiv i32 %a1, 7
  br label %j
j:
  %v = phi i32 [ %a2, %a ], [ 1, %entry ]
  br i1 %q, label %b, label %e
b:
  %b1 = mul i32 %x, %tid
  %b2 = udiv i32 %b1, 7
  %b3 = add i32 %b2, %v
  br label %e
e:
  %r = phi i32 [ %b3, %b ], [ %v, %j ]
  %to = getelementptr i32, ptr addrspace(1) %out, i32 %tid
  store i32 %r, ptr addrspace(1) %to
  ret void
}

; CHECK: B0: fuses its if with that of B2, no thread wants both, net
; CHECK: @neither P0 -> P{{[0-9]+}}: the same with 3 seeds
define ptx_kernel void @neither(ptr addrspace(1) %out, ptr addrspace(1) %in) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %from = getelementptr i32, ptr addrspace(1) %in, i32 %tid
  %x = load i32, ptr addrspace(1) %from
  %next = getelementptr i32, ptr addrspace(1) %from, i32 1
  %y = load i32, ptr addrspace(1) %next
  %f = sitofp i32 %x to float
  %g = sitofp i32 %y to float
  %c = icmp eq i32 %x, 1
  %d = icmp eq i32 %x, 2
  %p = or i1 %c, %d
  %q = icmp eq i32 %x, 3
  br i1 %p, label %a, label %j
a:
  %a1 = mul i32 %x, %y
  %a2 = udiv i32 %a1, 7
  br label %j
j:
  %v = phi i32 [ %a2, %a ], [ 1, %entry ]
  br i1 %q, label %b, label %e
b:
  %b1 = mul i32 %x, %tid
  %b2 = udiv i32 %b1, 7
  %b3 = add i32 %b2, %v
  br label %e
e:
  %r = phi i32 [ %b3, %b ], [ %v, %j ]
  %to = getelementptr i32, ptr addrspace(1) %out, i32 %tid
  store i32 %r, ptr addrspace(1) %to
  ret void
}

; CHECK: B0: fuses its if with that of B2, no thread wants both, net
; CHECK: @computed P0 -> P{{[0-9]+}}: the same with 3 seeds
define ptx_kernel void @computed(ptr addrspace(1) %out, ptr addrspace(1) %in) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %from = getelementptr i32, ptr addrspace(1) %in, i32 %tid
  %x = load i32, ptr addrspace(1) %from
  %next = getelementptr i32, ptr addrspace(1) %from, i32 1
  %y = load i32, ptr addrspace(1) %next
  %f = sitofp i32 %x to float
  %g = sitofp i32 %y to float
  %m = urem i32 %x, 7
  %p = icmp eq i32 %m, 1
  %n = urem i32 %x, 7
  %q = icmp eq i32 %n, 2
  br i1 %p, label %a, label %j
a:
  %a1 = mul i32 %x, %y
  %a2 = udiv i32 %a1, 7
  br label %j
j:
  %v = phi i32 [ %a2, %a ], [ 1, %entry ]
  br i1 %q, label %b, label %e
b:
  %b1 = mul i32 %x, %tid
  %b2 = udiv i32 %b1, 7
  %b3 = add i32 %b2, %v
  br label %e
e:
  %r = phi i32 [ %b3, %b ], [ %v, %j ]
  %to = getelementptr i32, ptr addrspace(1) %out, i32 %tid
  store i32 %r, ptr addrspace(1) %to
  ret void
}

; CHECK: B0: fuses its if with that of B2, with a second round for threads that want both, net
; CHECK: @frozen P0 -> P{{[0-9]+}}: the same with 3 seeds
define ptx_kernel void @frozen(ptr addrspace(1) %out, ptr addrspace(1) %in) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %from = getelementptr i32, ptr addrspace(1) %in, i32 %tid
  %x = load i32, ptr addrspace(1) %from
  %next = getelementptr i32, ptr addrspace(1) %from, i32 1
  %y = load i32, ptr addrspace(1) %next
  %f = sitofp i32 %x to float
  %g = sitofp i32 %y to float
  %m = freeze i32 %x
  %p = icmp eq i32 %m, 1
  %n = freeze i32 %x
  %q = icmp eq i32 %n, 2
  br i1 %p, label %a, label %j
a:
  %a1 = mul i32 %x, %y
  %a2 = udiv i32 %a1, 7
  br label %j
j:
  %v = phi i32 [ %a2, %a ], [ 1, %entry ]
  br i1 %q, label %b, label %e
b:
  %b1 = mul i32 %x, %tid
  %b2 = udiv i32 %b1, 7
  %b3 = add i32 %b2, %v
  br label %e
e:
  %r = phi i32 [ %b3, %b ], [ %v, %j ]
  %to = getelementptr i32, ptr addrspace(1) %out, i32 %tid
  store i32 %r, ptr addrspace(1) %to
  ret void
}

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
