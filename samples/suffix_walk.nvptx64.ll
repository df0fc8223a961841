; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Reads against a suffix tree: for each place of its read, a thread finds the
; longest string that begins there and occurs in the text. It walks down from
; the root, letter by letter along an edge, and from edge to edge; where it can
; go no further, the suffix link leads to where the next place's walk goes on.
;
; Look at: three nested loops, and three ways out of the inner two: the read
;   ends, a letter differs, a node has no such child. Threads of a warp leave
;   by other ways and at other times, and the outer loop is where they meet.
; Transforms: linearization of all loops under one back edge (mode=loops):
;   threads that are done with a place begin the next one while others walk.
; Paper: LIN (doi 10.1007/978-3-642-54807-9_8), benchmark MUM (mummergpu of
;   Rodinia); this kernel shares its shape only.
; Launch: grid G, block BLOCK; tree: NODES nodes of 8 words: the children for
;   the letters 0 to 3 (0: none), where the edge to the node begins and ends in
;   the text, the node of the suffix link, nothing; text: TEXT letters, of
;   which one that is no letter ends it; reads: LENGTH letters for each thread;
;   found: as many words. launch.json holds a tree of 40 letters, and the
;   large one a tree of 120.
;
; Made from suffix_walk.cl by build.sh.

source_filename = "suffix_walk.cl"
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; Function Attrs: convergent noinline norecurse nounwind
define dso_local ptx_kernel void @suffix_walk(ptr addrspace(1) noundef align 4 %tree, ptr addrspace(1) noundef align 4 %text, ptr addrspace(1) noundef align 4 %reads, ptr addrspace(1) noundef align 4 %found) #0 !kernel_arg_addr_space !4 !kernel_arg_access_qual !5 !kernel_arg_type !6 !kernel_arg_base_type !6 !kernel_arg_type_qual !7 !reqd_work_group_size !8 {
entry:
  %0 = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %mul = mul i32 %0, 64
  %1 = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %add = add i32 %mul, %1
  %mul2 = mul i32 %add, 24
  br label %for.cond

for.cond:                                         ; preds = %for.inc, %entry
  %begin.0 = phi i32 [ 0, %entry ], [ %inc53, %for.inc ]
  %known.0 = phi i32 [ 0, %entry ], [ %cond, %for.inc ]
  %node.0 = phi i32 [ 0, %entry ], [ %and51, %for.inc ]
  %cmp = icmp ult i32 %begin.0, 24
  br i1 %cmp, label %while.cond, label %for.end

while.cond:                                       ; preds = %cleanup, %for.cond
  %depth.0 = phi i32 [ %known.0, %for.cond ], [ %depth.2, %cleanup ]
  %known.1 = phi i32 [ %known.0, %for.cond ], [ %known.2, %cleanup ]
  %node.1 = phi i32 [ %node.0, %for.cond ], [ %node.2, %cleanup ]
  %add3 = add i32 %begin.0, %depth.0
  %cmp4 = icmp ult i32 %add3, 24
  br i1 %cmp4, label %while.body, label %leave

while.body:                                       ; preds = %while.cond
  %add5 = add i32 %mul2, %begin.0
  %add6 = add i32 %add5, %depth.0
  %idxprom = zext i32 %add6 to i64
  %arrayidx = getelementptr inbounds i32, ptr addrspace(1) %reads, i64 %idxprom
  %2 = load i32, ptr addrspace(1) %arrayidx, align 4, !tbaa !9
  %and = and i32 %2, 3
  %mul7 = mul i32 8, %node.1
  %add8 = add i32 %mul7, %and
  %idxprom9 = zext i32 %add8 to i64
  %arrayidx10 = getelementptr inbounds i32, ptr addrspace(1) %tree, i64 %idxprom9
  %3 = load i32, ptr addrspace(1) %arrayidx10, align 4, !tbaa !9
  %and11 = and i32 %3, 255
  %cmp12 = icmp eq i32 %and11, 0
  br i1 %cmp12, label %cleanup, label %if.end

if.end:                                           ; preds = %while.body
  %mul13 = mul i32 8, %and11
  %add14 = add i32 %mul13, 4
  %idxprom15 = zext i32 %add14 to i64
  %arrayidx16 = getelementptr inbounds i32, ptr addrspace(1) %tree, i64 %idxprom15
  %4 = load i32, ptr addrspace(1) %arrayidx16, align 4, !tbaa !9
  %add18 = add i32 %mul13, 5
  %idxprom19 = zext i32 %add18 to i64
  %arrayidx20 = getelementptr inbounds i32, ptr addrspace(1) %tree, i64 %idxprom19
  %5 = load i32, ptr addrspace(1) %arrayidx20, align 4, !tbaa !9
  br label %do.body

do.body:                                          ; preds = %if.end28, %if.end
  %depth.1 = phi i32 [ %depth.0, %if.end ], [ %inc21, %if.end28 ]
  %at.0 = phi i32 [ %4, %if.end ], [ %inc, %if.end28 ]
  %inc = add i32 %at.0, 1
  %inc21 = add i32 %depth.1, 1
  %cmp22 = icmp uge i32 %inc, %5
  br i1 %cmp22, label %do.end, label %if.end24

if.end24:                                         ; preds = %do.body
  %add25 = add i32 %begin.0, %inc21
  %cmp26 = icmp uge i32 %add25, 24
  br i1 %cmp26, label %cleanup, label %if.end28

if.end28:                                         ; preds = %if.end24
  %add30 = add i32 %add5, %inc21
  %idxprom31 = zext i32 %add30 to i64
  %arrayidx32 = getelementptr inbounds i32, ptr addrspace(1) %reads, i64 %idxprom31
  %6 = load i32, ptr addrspace(1) %arrayidx32, align 4, !tbaa !9
  %and33 = and i32 %6, 3
  %and34 = and i32 %inc, 127
  %idxprom35 = zext i32 %and34 to i64
  %arrayidx36 = getelementptr inbounds i32, ptr addrspace(1) %text, i64 %idxprom35
  %7 = load i32, ptr addrspace(1) %arrayidx36, align 4, !tbaa !9
  %cmp37 = icmp eq i32 %7, %and33
  br i1 %cmp37, label %do.body, label %do.end

do.end:                                           ; preds = %do.body, %if.end28
  %cmp38 = icmp ult i32 %inc, %5
  br i1 %cmp38, label %cleanup, label %if.end40

if.end40:                                         ; preds = %do.end
  br label %cleanup

cleanup:                                          ; preds = %do.end, %if.end24, %while.body, %if.end40
  %cleanup.dest.slot.0 = phi i32 [ 0, %if.end40 ], [ 7, %while.body ], [ 7, %if.end24 ], [ 7, %do.end ]
  %depth.2 = phi i32 [ %inc21, %if.end40 ], [ %depth.0, %while.body ], [ %inc21, %if.end24 ], [ %inc21, %do.end ]
  %known.2 = phi i32 [ %inc21, %if.end40 ], [ %known.1, %while.body ], [ %known.1, %if.end24 ], [ %known.1, %do.end ]
  %node.2 = phi i32 [ %and11, %if.end40 ], [ %node.1, %while.body ], [ %node.1, %if.end24 ], [ %node.1, %do.end ]
  switch i32 %cleanup.dest.slot.0, label %unreachable [
    i32 0, label %while.cond
    i32 7, label %leave
  ]

leave:                                            ; preds = %while.cond, %cleanup
  %depth.3 = phi i32 [ %depth.2, %cleanup ], [ %depth.0, %while.cond ]
  %known.3 = phi i32 [ %known.2, %cleanup ], [ %known.1, %while.cond ]
  %node.3 = phi i32 [ %node.2, %cleanup ], [ %node.1, %while.cond ]
  %add44 = add i32 %mul2, %begin.0
  %idxprom45 = zext i32 %add44 to i64
  %arrayidx46 = getelementptr inbounds i32, ptr addrspace(1) %found, i64 %idxprom45
  store i32 %depth.3, ptr addrspace(1) %arrayidx46, align 4, !tbaa !9
  %mul47 = mul i32 8, %node.3
  %add48 = add i32 %mul47, 6
  %idxprom49 = zext i32 %add48 to i64
  %arrayidx50 = getelementptr inbounds i32, ptr addrspace(1) %tree, i64 %idxprom49
  %8 = load i32, ptr addrspace(1) %arrayidx50, align 4, !tbaa !9
  %and51 = and i32 %8, 255
  %cmp52 = icmp ugt i32 %known.3, 0
  br i1 %cmp52, label %cond.true, label %for.inc

cond.true:                                        ; preds = %leave
  %sub = sub i32 %known.3, 1
  br label %for.inc

for.inc:                                          ; preds = %cond.true, %leave
  %cond = phi i32 [ %sub, %cond.true ], [ 0, %leave ]
  %inc53 = add i32 %begin.0, 1
  br label %for.cond

for.end:                                          ; preds = %for.cond
  ret void

unreachable:                                      ; preds = %cleanup
  unreachable
}

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #1

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x() #1

attributes #0 = { convergent noinline norecurse nounwind "no-trapping-math"="true" "stack-protector-buffer-size"="8" "uniform-work-group-size"="true" }
attributes #1 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }

!nvvm.annotations = !{!0}
!llvm.module.flags = !{!1, !2}
!opencl.ocl.version = !{!3}

!0 = !{ptr @suffix_walk, !"kernel", i32 1}
!1 = !{i32 1, !"wchar_size", i32 4}
!2 = !{i32 7, !"frame-pointer", i32 2}
!3 = !{i32 1, i32 2}
!4 = !{i32 1, i32 1, i32 1, i32 1}
!5 = !{!"none", !"none", !"none", !"none"}
!6 = !{!"uint*", !"uint*", !"uint*", !"uint*"}
!7 = !{!"const", !"const", !"const", !""}
!8 = !{i32 64, i32 1, i32 1}
!9 = !{!10, !10, i64 0}
!10 = !{!"int", !11, i64 0}
!11 = !{!"omnipotent char", !12, i64 0}
!12 = !{!"Simple C/C++ TBAA"}
