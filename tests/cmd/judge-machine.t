# judge=llc: the machine's code has the last word on what gained.

$ cp $srcdir/tests/cmd/halves.ll .
# Divisions by powers of two are products, which melding makes divisions by a select.
$ reconverge -b -e 'set decide=measured judge=llc' -e darm -e meld -e 'meld B0' halves.ll
decide=measured
judge=llc
darm: no divergent region is worth melding; still P0
  B0: left alone: the machine's code grew from {{[0-9.]+ to [0-9.]+}} cycles of all warps, by simulated runs
meld: no divergent region is worth melding; still P0
  tried and taken back: the machine's code grew from {{[0-9.]+ to [0-9.]+}} cycles of all warps, by simulated runs
P1: meld B0: simulated cycles 3920 -> 3232 (-17.6%) on 1 guessed launch, -172 static cycles, -1 divergent branch, -3 blocks, -5 instructions
  B0: melds B1 with B2, 3 aligned, MP_S 0.50, saved 116, selects 4, branches cost 44 less, net 156 cycles profiled
  warning: the machine's code grew from {{[0-9.]+ to [0-9.]+}} cycles of all warps, by simulated runs
$ reconverge -b -e 'set decide=measured judge=table' -e darm halves.ll
decide=measured
judge=table
P1: darm: simulated cycles 3920 -> 3232 (-17.6%) on 1 guessed launch, -172 static cycles, -1 divergent branch, -3 blocks, -5 instructions
  B0: melds B1 with B2, 3 aligned, MP_S 0.50, saved 116, selects 4, branches cost 44 less, net 156 cycles profiled
$ reconverge -b -e 'set decide=static judge=llc' -e darm halves.ll
decide=static
judge=llc
darm: no divergent region is worth melding; still P0
  B0: left alone: the machine's code grew from {{[0-9.]+ to [0-9.]+}} cycles of a warp, by guessed runs
$ reconverge -b -q --json -e 'set decide=static' -e 'set judge=table' -e 'preview meld' -e 'set judge=llc' -e 'preview meld B0' halves.ll | grep -o '"machine.*"report'
"machine": null, "report
"machine": {"runs": "guessed", "before": {"cycles": {{[0-9.]+}}, "waves": {{[0-9.]+}}, "scratch": 0.0}, "after": {"cycles": {{[0-9.]+}}, "waves": {{[0-9.]+}}, "scratch": 0.0}, "unit": "cycles", "kind": "machine", "made_for": null}, "report
# Of two regions one is left alone, and a lesson melds the same one again.
$ cat > both.ll
> target triple = "amdgcn-amd-amdhsa"
> define amdgpu_kernel void @both(ptr addrspace(1) %p) {
> entry:
>   %t = call i32 @llvm.amdgcn.workitem.id.x()
>   %a = getelementptr float, ptr addrspace(1) %p, i32 %t
>   %v = load float, ptr addrspace(1) %a
>   %odd = and i32 %t, 1
>   %c = icmp eq i32 %odd, 0
>   br i1 %c, label %then, label %else
> then:
>   %x = fdiv float %v, 4.0
>   %x1 = fadd float %x, 1.0
>   %x3 = fdiv float %x1, 32.0
>   %x4 = fadd float %x3, 1.0
>   %x2 = fdiv float %x4, 2.0
>   br label %end
> else:
>   %y = fdiv float %v, 8.0
>   %y1 = fadd float %y, 1.0
>   %y3 = fdiv float %y1, 64.0
>   %y4 = fadd float %y3, 1.0
>   %y2 = fdiv float %y4, 16.0
>   br label %end
> end:
>   %r = phi float [ %x2, %then ], [ %y2, %else ]
>   br i1 %c, label %left, label %right
> left:
>   %l = fdiv float %r, %v
>   br label %out
> right:
>   %s = fdiv float %v, %r
>   br label %out
> out:
>   %q = phi float [ %l, %left ], [ %s, %right ]
>   store float %q, ptr addrspace(1) %a
>   ret void
> }
> declare i32 @llvm.amdgcn.workitem.id.x()

$ reconverge -b -e 'set decide=measured judge=llc' -e darm -e 'lesson out' both.ll && grep -o 'B[0-9]*: melds B[0-9]* with B[0-9]*' out/index.html | sort -u
decide=measured
judge=llc
P1: darm: simulated cycles 5104 -> 4400 (-13.8%) on 1 guessed launch, -176 static cycles, -2 divergent branches, -6 blocks, -7 instructions
  B0: left alone: the machine's code grew from {{[0-9.]+ to [0-9.]+}} cycles of all warps, by simulated runs
  B3: melds B4 with B5, 1 aligned, MP_S 0.50, saved 56, selects 4, branches cost 44 less, net 96 cycles profiled
  B0: runs B1 and B2 with all threads, 10 instructions, expected gain 60 cycles
wrote out/index.html: 1 step, 10 files
B3: melds B4 with B5
$ reconverge -b -e 'set decide=static judge=llc' -e meld both.ll
decide=static
judge=llc
P1: meld: -112 static cycles, -1 divergent branch, -3 blocks, -3 instructions
  B3: melds B4 with B5, 1 aligned, MP_S 0.50, saved 56, selects 4, branches cost 44 less, net 96 cycles guessed
  tried and taken back: the machine's code grew from {{[0-9.]+ to [0-9.]+}} cycles of a warp, by guessed runs
  B0: left alone: the machine's code grew from {{[0-9.]+ to [0-9.]+}} cycles of a warp, by guessed runs
# Code of which no copy can be made is judged as other code is.
$ cat >> both.ll
> !llvm.dbg.cu = !{!0}
> !llvm.module.flags = !{!7}
> !0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, emissionKind: FullDebug)
> !1 = !DIFile(filename: "both.cl", directory: "")
> !2 = distinct !DISubprogram(name: "both", file: !1, line: 1, type: !3, unit: !0, spFlags: DISPFlagDefinition)
> !3 = !DISubroutineType(types: !{})
> !4 = !DILocalVariable(name: "v", scope: !2, file: !1, line: 2)
> !5 = distinct !DIAssignID()
> !6 = !DILocation(line: 2, scope: !2)
> !7 = !{i32 2, !"Debug Info Version", i32 3}

$ sed 's/%p) {/%p) !dbg !2 {/; s/^  %odd/  #dbg_assign(float %v, !4, !DIExpression(), !5, ptr addrspace(1) %a, !DIExpression(), !6)\n&/' both.ll >assigned.ll
$ reconverge -b -q -e 'set decide=measured judge=llc' -e meld -e 'goto P0' -e darm -e history assigned.ll
  P0  load  1276 static cycles, 2 divergent  simulated 5104 cycles
  ├─ P1  meld  -112 static cycles  -1 divergent  -3 blocks  judged by simulated cycles 5104 -> 4656 (-8.8%) on 1 guessed launch
* P2  darm  -176 static cycles  -2 divergent  -6 blocks  judged by simulated cycles 5104 -> 4400 (-13.8%) on 1 guessed launch
# What the judge asked leaves no trace in the bytes that are written.
$ reconverge -b -q -o straight.bc both.ll && reconverge -b -q -e 'set decide=static judge=llc' -e meld -e undo -o round.bc both.ll && cmp straight.bc round.bc
# Where code is not known, it is not judged, and the step stands by the table.
$ reconverge -b -e 'set decide=static judge=llc' -e darm -
> target triple = "amdgcn-amd-amdhsa"
> define amdgpu_kernel void @k(ptr addrspace(1) %p, i32 %n) {
> entry:
>   %t = call i32 @llvm.amdgcn.workitem.id.x()
>   %r = call float asm "no", "={no}"()
>   %c = icmp slt i32 %t, %n
>   br i1 %c, label %a, label %b
> a:
>   %x = udiv i32 %t, %n
>   store i32 %x, ptr addrspace(1) %p
>   br label %end
> b:
>   %y = udiv i32 7, %n
>   store i32 %y, ptr addrspace(1) %p
>   br label %end
> end:
>   ret void
> }
> declare i32 @llvm.amdgcn.workitem.id.x()
decide=static
judge=llc
P1: darm: -536 static cycles, -1 divergent branch, -3 blocks, -4 instructions
  B0: melds B1 with B2, 2 aligned, MP_S 0.50, saved 480, selects 4, branches cost 44 less, net 520 cycles guessed
  not judged by the machine's code: no machine code for gfx906: couldn't allocate output register for constraint '{no}'
# PTX is not the machine's code.
$ reconverge -b --json -e 'set decide=static judge=llc' -e darm $SAMPLES/bitonic_sort.nvptx64.ll | grep -o '"machine.*"report'
"machine": null, "report
