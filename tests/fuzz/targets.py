# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The parts of emitted modules that depend on the target, and those around
every kernel: helper functions, declarations, attributes, metadata."""

TARGETS = {
    "amdgcn": {
        "triple": "amdgcn-amd-amdhsa",
        "layout": "e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-"
                  "p6:32:32-p7:160:256:256:32-p8:128:128-p9:192:256:256:32-"
                  "i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-"
                  "v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-"
                  "ni:7:8:9",
        "kernel": "amdgpu_kernel", "stack": "ptr addrspace(5)", "stack name": "p5",
        "private": 5,
        "alloca": ", addrspace(5)",
        "thread": "@llvm.amdgcn.workitem.id.x()",
        "block": "@llvm.amdgcn.workgroup.id.x()",
        "barrier": "@llvm.amdgcn.s.barrier()",
        "scope": ' syncscope("agent")',
        "extra": '"amdgpu-flat-work-group-size"="24,128" '
                 '"uniform-work-group-size"="true" ',
        "lanes": ["%all = call i64 @llvm.amdgcn.ballot.i64(i1 %c)",
                  "%low = trunc i64 %all to i32"],
        "declare": ["i64 @llvm.amdgcn.ballot.i64(i1) #2",
                    "i32 @llvm.amdgcn.readfirstlane.i32(i32) #2",
                    "i32 @llvm.amdgcn.readlane.i32(i32, i32) #2",
                    "i32 @llvm.amdgcn.ds.bpermute(i32, i32) #2",
                    "i32 @llvm.amdgcn.mbcnt.lo(i32, i32) #6",
                    "i32 @llvm.amdgcn.mbcnt.hi(i32, i32) #6"],
    },
    "nvptx64": {
        "triple": "nvptx64-nvidia-cuda",
        "layout": "e-i64:64-i128:128-v16:16-v32:32-n16:32:64",
        "kernel": "ptx_kernel", "stack": "ptr", "alloca": "",
        "stack name": "p0", "private": 0,
        "thread": "@llvm.nvvm.read.ptx.sreg.tid.x()",
        "block": "@llvm.nvvm.read.ptx.sreg.ctaid.x()",
        "barrier": "@llvm.nvvm.barrier0()",
        "scope": "", "extra": "",
        "lanes": ["%all = call i32 @llvm.nvvm.activemask()",
                  "%low = call i32 @llvm.nvvm.vote.ballot.sync(i32 %all, "
                  "i1 %c)"],
        "declare": ["i32 @llvm.nvvm.activemask() #2",
                    "i32 @llvm.nvvm.vote.ballot.sync(i32, i1) #2",
                    "i1 @llvm.nvvm.vote.any.sync(i32, i1) #2",
                    "i1 @llvm.nvvm.vote.all.sync(i32, i1) #2",
                    "i32 @llvm.nvvm.shfl.sync.idx.i32(i32, i32, i32, i32) #2",
                    "i32 @llvm.nvvm.shfl.sync.bfly.i32(i32, i32, i32, i32) "
                    "#2",
                    "i32 @llvm.nvvm.shfl.sync.down.i32(i32, i32, i32, i32) "
                    "#2",
                    "i32 @llvm.nvvm.read.ptx.sreg.laneid() #6"],
    },
}

TAIL = """
define internal i32 @mix(i32 %%a, i32 %%b) #3 {
  %%m = mul i32 %%a, 73244475
  %%s = lshr i32 %%m, 16
  %%r = xor i32 %%s, %%b
  ret i32 %%r
}

define internal void @bump(ptr addrspace(1) %%p, i32 %%v) #4 {
  %%old = load i32, ptr addrspace(1) %%p, align 4
  %%new = add i32 %%old, %%v
  store i32 %%new, ptr addrspace(1) %%p, align 4
  ret void
}

define internal i32 @lanes(i32 %%x) #5 {
  %%c = icmp sgt i32 %%x, 100
  %(lanes)s
  %%r = call i32 @llvm.ctpop.i32(i32 %%low)
  ret i32 %%r
}

define internal i32 @walk(i32 %%a, i32 %%b) #3 {
  %%n = and i32 %%a, 7
  br label %%head

head:
  %%i = phi i32 [ 0, %%0 ], [ %%j, %%next ]
  %%v = phi i32 [ %%b, %%0 ], [ %%w, %%next ]
  %%more = icmp ult i32 %%i, %%n
  br i1 %%more, label %%body, label %%out

body:
  %%odd = trunc i32 %%v to i1
  br i1 %%odd, label %%up, label %%down

up:
  %%up.v = mul i32 %%v, 3
  %%far = icmp slt i32 %%up.v, 0
  br i1 %%far, label %%early, label %%next

down:
  %%down.v = lshr i32 %%v, 1
  br label %%next

next:
  %%w = phi i32 [ %%up.v, %%up ], [ %%down.v, %%down ]
  %%j = add nuw nsw i32 %%i, 1
  br label %%head

out:
  ret i32 %%v

early:
  %%r = sub i32 0, %%up.v
  ret i32 %%r
}

define internal i32 @down(i32 %%a, i32 %%b) #7 {
  %%n = and i32 %%a, 3
  %%end = icmp eq i32 %%n, 0
  br i1 %%end, label %%last, label %%more

last:
  ret i32 %%b

more:
  %%less = sub i32 %%n, 1
  %%v = call i32 @down(i32 %%less, i32 %%n)
  %%r = sub i32 %%b, %%v
  ret i32 %%r
}

define internal { i32, i32 } @both(i32 %%a, i32 %%b) #3 {
  %%c = icmp ult i32 %%a, %%b
  %%low = select i1 %%c, i32 %%a, i32 %%b
  %%high = select i1 %%c, i32 %%b, i32 %%a
  %%one = insertvalue { i32, i32 } poison, i32 %%low, 0
  %%two = insertvalue { i32, i32 } %%one, i32 %%high, 1
  ret { i32, i32 } %%two
}

define internal i32 @spill(%(stack)s %%p, i32 %%a) #4 {
  %%i = and i32 %%a, 3
  %%at = getelementptr inbounds i32, %(stack)s %%p, i32 %%i
  %%old = load i32, %(stack)s %%at, align 4
  store i32 %%a, %(stack)s %%at, align 4
  ret i32 %%old
}

declare i32 %(thread)s #1
declare i32 %(block)s #1
declare void %(barrier)s #2
declare %(declare)s
declare i32 @llvm.umin.i32(i32, i32) #1
declare i32 @llvm.umax.i32(i32, i32) #1
declare i32 @llvm.smin.i32(i32, i32) #1
declare i32 @llvm.smax.i32(i32, i32) #1
declare i32 @llvm.ctpop.i32(i32) #1
declare i32 @llvm.abs.i32(i32, i1) #1
declare i32 @llvm.bswap.i32(i32) #1
declare i32 @llvm.fshl.i32(i32, i32, i32) #1
declare float @llvm.fma.f32(float, float, float) #1
declare float @llvm.fabs.f32(float) #1
declare float @llvm.minnum.f32(float, float) #1
declare float @llvm.maxnum.f32(float, float) #1
declare float @llvm.sqrt.f32(float) #1
declare i32 @llvm.fptosi.sat.i32.f32(float) #1
declare i32 @llvm.ctlz.i32(i32, i1) #1
declare i32 @llvm.cttz.i32(i32, i1) #1
declare i32 @llvm.uadd.sat.i32(i32, i32) #1
declare i32 @llvm.usub.sat.i32(i32, i32) #1
declare i32 @llvm.sadd.sat.i32(i32, i32) #1
declare i32 @llvm.ssub.sat.i32(i32, i32) #1
declare { i32, i1 } @llvm.uadd.with.overflow.i32(i32, i32) #1
declare { i32, i1 } @llvm.sadd.with.overflow.i32(i32, i32) #1
declare { i32, i1 } @llvm.smul.with.overflow.i32(i32, i32) #1
declare void @llvm.assume(i1) #8
declare void @llvm.trap() #9
declare void @llvm.memset.%(stack name)s.i64(%(stack)s, i8, i64, i1) #4
declare void @llvm.memcpy.%(stack name)s.%(stack name)s.i64(%(stack)s, %(stack)s, i64, i1) #4
declare void @llvm.memmove.%(stack name)s.%(stack name)s.i64(%(stack)s, %(stack)s, i64, i1) #4
declare void @llvm.memcpy.p1.%(stack name)s.i64(ptr addrspace(1), %(stack)s, i64, i1) #4
declare void @llvm.memcpy.%(stack name)s.p1.i64(%(stack)s, ptr addrspace(1), i64, i1) #4

attributes #0 = { convergent norecurse nounwind %(extra)s}
attributes #1 = { nounwind speculatable willreturn memory(none) }
attributes #2 = { convergent nounwind }
attributes #3 = { noinline nounwind willreturn memory(none) }
attributes #4 = { noinline nounwind }
attributes #5 = { convergent noinline nounwind }
attributes #6 = { nounwind memory(none) }
attributes #7 = { noinline nounwind memory(none) }
attributes #8 = { nounwind willreturn memory(inaccessiblemem: write) }
attributes #9 = { cold noreturn nounwind memory(inaccessiblemem: write) }

!0 = !{!1, !1, i64 0}
!1 = !{!"int", !3, i64 0}
!2 = !{!4, !4, i64 0}
!3 = !{!"omnipotent char", !5, i64 0}
!4 = !{!"float", !3, i64 0}
!5 = !{!"Simple C/C++ TBAA"}
!6 = !{i32 0, i32 16}
!7 = !{}
!8 = !{!"branch_weights", i32 %(often)d, i32 %(seldom)d}
"""
