# The commands that act: every phase, pass, preview.

$ cp $srcdir/tests/cmd/small.ll .

$ reconverge -b -e 'set decide=static judge=table steps=fine' -e simplify -e 'meld B5' -e unpredicate -e cleanup $SAMPLES/bitonic_sort.amdgcn.ll
decide=static
judge=table
steps=fine
P1: simplify: +48 static cycles, +3 blocks, +3 instructions
  R6: 2 edges out of it gathered in one block
  R5: 2 edges out of it gathered in one block
  R4: 2 edges out of it gathered in one block
P2: meld B5: -260 static cycles, -2 divergent branches, -2 blocks, -7 instructions
  B5: melds B6.. with B8.., 7 aligned, MP_S 0.50, saved 212, selects 8, branches cost 72 less, net 276 cycles guessed
unpredicate: no run of one-sided instructions is worth a guard; still P2
P3: cleanup: -64 static cycles, -4 blocks, -4 instructions
  4 simplifications
$ reconverge -b -e darm -e 'expect divergent < divergent(P0)' $SAMPLES/bitonic_sort.amdgcn.ll
P1: darm: simulated cycles 691704 -> 619224 (-10.5%) on 1 guessed launch, -276 static cycles, -2 divergent branches, -3 blocks, -8 instructions
  B5: melds B6.. with B8.., 7 aligned, MP_S 0.50, saved 212, selects 8, branches cost 72 less, net 115 cycles profiled
holds: divergent (2) < divergent(P0) (4)
$ reconverge -b -e darm -e 'expect divergent < divergent(P0)' $SAMPLES/bitonic_sort.nvptx64.ll
P1: darm: simulated cycles 265888 -> 225824 (-15.1%) on 1 guessed launch, -116 static cycles, -2 divergent branches, -3 blocks, -8 instructions
  B5: melds B6.. with B8.., 7 aligned, MP_S 0.50, saved 96, selects 8, branches cost 28 less, net 29 cycles profiled
holds: divergent (2) < divergent(P0) (4)
# An object limits an act to a part of the function.
$ reconverge -b -e 'meld R4' $SAMPLES/bitonic_sort.amdgcn.ll
P1: meld R4: simulated cycles 691704 -> 619224 (-10.5%) on 1 guessed launch, -276 static cycles, -2 divergent branches, -3 blocks, -8 instructions
  B5: melds B6.. with B8.., 7 aligned, MP_S 0.50, saved 212, selects 8, branches cost 72 less, net 115 cycles profiled
# An act that cannot be done to the named object is an error.
$ reconverge -b -e 'meld R5' $SAMPLES/bitonic_sort.amdgcn.ll
! reconverge: -e:1: B6: one arm is empty: a successor post-dominates the other
!   meld R5
!        ^
? 2
# An act that finds nothing to do succeeds, says so, and adds no revision.
$ reconverge -b -f helper -e simplify -e meld -e unpredicate -e cleanup -e darm -e history small.ll
simplify: every region in question is simple already; still P0
meld: no divergent region is worth melding; still P0
unpredicate: no run of one-sided instructions is worth a guard; still P0
cleanup: nothing to clean up; still P0
darm: no divergent region is worth melding; still P0
* P0  load  20 static cycles, 0 divergent  in @helper
$ reconverge -b -e 'pass instcombine,simplifycfg' -e 'expect revision==1' $SAMPLES/bitonic_sort.amdgcn.ll
P1: pass instcombine,simplifycfg: -32 static cycles, -1 block, -5 instructions
  @bitonic_sort: {{.*}}
holds: revision (1) == 1
# A pipeline that changes nothing adds no revision.
$ reconverge -b -e 'pass verify' -e 'pass instcombine' -e 'pass instcombine' -e 'expect revisions == 2' $SAMPLES/bitonic_sort.amdgcn.ll
pass: the pipeline changed nothing; still P0
P1: pass instcombine: {{.*}}
  @bitonic_sort: {{.*}}
pass: the pipeline changed nothing; still P1
holds: revisions (2) == 2
# A preview changes nothing.
$ reconverge -b -f diamond -e 'preview meld' -e 'preview simplify' -e 'preview darm' -e 'preview unpredicate' -e 'preview cleanup' -e 'expect revisions==1' small.ll
meld would do:
  simulated cycles 5760 -> 2944 (-48.9%) on 1 guessed launch
  machine's code: {{[0-9.]+ -> [0-9.]+ cycles \([-+0-9.%]+\)}} of all warps, by simulated runs; {{\d+}} warps at once
  the code: -704 static cycles, -1 divergent branch, -3 blocks, -4 instructions
  B0: melds B1 with B2, 3 aligned, MP_S 0.50, saved 48, selects 20, branches cost 44 less, net 72 cycles profiled
simplify would do:
  machine's code: not known: this step is not judged by it
  the code: +16 static cycles, +1 block, +1 instruction
  R1: 2 edges out of it gathered in one block
darm would do:
  simulated cycles 5760 -> 2944 (-48.9%) on 1 guessed launch
  machine's code: {{[0-9.]+ -> [0-9.]+ cycles \([-+0-9.%]+\)}} of all warps, by simulated runs; {{\d+}} warps at once
  the code: -704 static cycles, -1 divergent branch, -3 blocks, -4 instructions
  B0: melds B1 with B2, 3 aligned, MP_S 0.50, saved 48, selects 20, branches cost 44 less, net 72 cycles profiled
unpredicate would do nothing
  no run of one-sided instructions is worth a guard
  B0: leaves 1 + 1 instructions on %c, 32 cycles, guard 76, skipped 0.0%
cleanup would do nothing
  nothing to clean up
holds: revisions (1) == 1
$ reconverge -b -f diamond -e 'preview meld B0' small.ll
meld would do:
  simulated cycles 5760 -> 2944 (-48.9%) on 1 guessed launch
  machine's code: {{[0-9.]+ -> [0-9.]+ cycles \([-+0-9.%]+\)}} of all warps, by simulated runs; {{\d+}} warps at once
  the code: -704 static cycles, -1 divergent branch, -3 blocks, -4 instructions
  B0: melds B1 with B2, 3 aligned, MP_S 0.50, saved 48, selects 20, branches cost 44 less, net 72 cycles profiled
# With -q, reports of acts are not printed, but the output of other commands is.
$ reconverge -b -q -f diamond -e darm -e 'expect divergent==0' -e 'cfg' small.ll
@diamond  kernel, amdgcn gfx906, P1: 1 block, 13 instructions, 0 of 0 branches divergent
 ┌───────────────┐
 │ B7 entry      │
 │ 13 inst  ret  │
 └───────────────┘
# An object that the act would not use is refused, by the act and by its preview.
$ reconverge -b -e 'cleanup B0' small.ll
! reconverge: -e:1: cleanup takes no object: it works on the whole function
!   cleanup B0
!           ^
? 2
$ reconverge -b -e 'preview darm R1' small.ll
! reconverge: -e:1: darm takes no object: it works on the whole function
!   preview darm R1
!                ^
? 2
$ reconverge -b -e 'redirect L0' small.ll
! reconverge: -e:1: redirect takes no object: it works on the whole function
!   redirect L0
!            ^
? 2
# A preview of simplify counts the edges as the step finds them: inner regions come first, and leave one edge.
$ reconverge -b -e 'preview simplify' -e simplify $srcdir/tests/ir/simplify.ll
simplify would do:
  machine's code: not known: this step is not judged by it
  the code: +60 static cycles, +3 blocks, +6 instructions
  R3: 2 edges out of it gathered in one block
  R2: 2 edges out of it gathered in one block
  R2: 2 edges into it gathered in one block
P1: simplify: +60 static cycles, +3 blocks, +6 instructions
  R3: 2 edges out of it gathered in one block
  R2: 2 edges out of it gathered in one block
  R2: 2 edges into it gathered in one block
# A preview draws before and after in one graph, and prints what differs: what export and diff do after the step.
$ reconverge -b -f diamond -e 'set steps=fine' -e 'preview meld B0 export=p.dot' -e 'preview meld B0 export=p.txt' -e 'preview meld B0 export=p.json' -e 'preview meld B0 diff=yes' -e 'expect revisions==1' small.ll
steps=fine
meld would do:
  simulated cycles 5760 -> 3200 (-44.4%) on 1 guessed launch
  machine's code: {{[0-9.]+ -> [0-9.]+ cycles \([-+0-9.%]+\)}} of all warps, by simulated runs; {{\d+}} warps at once
  the code: -640 static cycles, -1 divergent branch, +1 block
  B0: melds B1 with B2, 3 aligned, MP_S 0.50, saved 48, selects 20, branches cost 44 less, net 72 cycles profiled
wrote p.dot: before and after
meld would do:
  simulated cycles 5760 -> 3200 (-44.4%) on 1 guessed launch
  machine's code: {{[0-9.]+ -> [0-9.]+ cycles \([-+0-9.%]+\)}} of all warps, by simulated runs; {{\d+}} warps at once
  the code: -640 static cycles, -1 divergent branch, +1 block
  B0: melds B1 with B2, 3 aligned, MP_S 0.50, saved 48, selects 20, branches cost 44 less, net 72 cycles profiled
wrote p.txt: before and after
meld would do:
  simulated cycles 5760 -> 3200 (-44.4%) on 1 guessed launch
  machine's code: {{[0-9.]+ -> [0-9.]+ cycles \([-+0-9.%]+\)}} of all warps, by simulated runs; {{\d+}} warps at once
  the code: -640 static cycles, -1 divergent branch, +1 block
  B0: melds B1 with B2, 3 aligned, MP_S 0.50, saved 48, selects 20, branches cost 44 less, net 72 cycles profiled
wrote p.json: before and after
meld would do:
  simulated cycles 5760 -> 3200 (-44.4%) on 1 guessed launch
  machine's code: {{[0-9.]+ -> [0-9.]+ cycles \([-+0-9.%]+\)}} of all warps, by simulated runs; {{\d+}} warps at once
  the code: -640 static cycles, -1 divergent branch, +1 block
  B0: melds B1 with B2, 3 aligned, MP_S 0.50, saved 48, selects 20, branches cost 44 less, net 72 cycles profiled
@diamond P0 -> P1: 1 blocks changed, 3 added, 2 removed, 1 the same
changed B0 entry
  -br i1 %c, label %then, label %else
  +br label %then.else.pre
removed B1 then
  -%x = load i32, ptr addrspace(1) %pa, align 4
  -%x1 = mul i32 %x, %n
  -%x2 = add i32 %x1, 1
  -store i32 %x2, ptr addrspace(1) %pa, align 4
  -br label %join
removed B2 else
  -%y = load i32, ptr addrspace(1) %pb, align 4
  -%y1 = mul i32 %y, %n
  -%y2 = sub i32 %y1, 7
  -store i32 %y2, ptr addrspace(1) %pb, align 4
  -br label %join
added B4 then.else.pre from B1+B2
  +br label %then.else
added B5 then.else from B1+B2
  +%0 = select i1 %c, ptr addrspace(1) %pa, ptr addrspace(1) %pb
  +%x = load i32, ptr addrspace(1) %0, align 4
  +%x1 = mul i32 %x, %n
  +%x2 = add i32 %x1, 1
  +%y2 = sub i32 %x1, 7
  +%1 = select i1 %c, i32 %x2, i32 %y2
  +store i32 %1, ptr addrspace(1) %0, align 4
  +br label %then.else.post
added B6 then.else.post from B1+B2
  +br label %join
cycles 1440 -> 800, divergent 1 -> 0, branches 1 -> 0, blocks 4 -> 5, instructions 17 -> 17
holds: revisions (1) == 1
$ reconverge -b -q -f diamond -e 'set steps=fine' -e 'meld B0' -e 'export a.dot diff' -e 'export a.txt diff' -e 'export a.json diff' small.ll
$ cmp p.dot a.dot && cmp p.txt a.txt && cmp p.json a.json && cat p.txt
@diamond  kernel, amdgcn gfx906, P1: 5 blocks, 17 instructions, 0 of 0 branches divergent
                               ┌───────────┐
                               │~B0 entry  │
                               └─┬───T─F───┘
               ┌─────────────────┘   ┆ └┄┄┄┄┄┄┄┄┄┄┄┐
 ┌─────────────▼─────────────┐  ┌┄┄┄┄▼┄┄┄┄┐   ┌┄┄┄┄▼┄┄┄┄┐
 │+B4 then.else.pre of B1+B2 │  ┆-B1 then ┆   ┆-B2 else ┆
 └─────────────┬─────────────┘  └┄┄┄┄┬┄┄┄┄┘   └┄┄┄┄┬┄┄┄┄┘
               │                     ┆             ┆
   ┌───────────▼───────────┐         ┆             ┆
   │+B5 then.else of B1+B2 │         ┆             ┆
   └───────────┬───────────┘         ┆             ┆
               │                     ┆             ┆
┌──────────────▼──────────────┐      ┆             ┆
│+B6 then.else.post of B1+B2  │      ┆             ┆
└────────────────────────────┬┘      ┆             ┆
                             └─────┬┄┴┄┄┄┄┄┄┄┄┄┄┄┄┄┘
                              ┌────▼────┐
                              │ B3 join │
                              └─────────┘
+ added  - removed  ~ changed
@diamond P0 -> P1: 1 blocks changed, 3 added, 2 removed, 1 the same
changed B0 entry
  -br i1 %c, label %then, label %else
  +br label %then.else.pre
removed B1 then
  -%x = load i32, ptr addrspace(1) %pa, align 4
  -%x1 = mul i32 %x, %n
  -%x2 = add i32 %x1, 1
  -store i32 %x2, ptr addrspace(1) %pa, align 4
  -br label %join
removed B2 else
  -%y = load i32, ptr addrspace(1) %pb, align 4
  -%y1 = mul i32 %y, %n
  -%y2 = sub i32 %y1, 7
  -store i32 %y2, ptr addrspace(1) %pb, align 4
  -br label %join
added B4 then.else.pre from B1+B2
  +br label %then.else
added B5 then.else from B1+B2
  +%0 = select i1 %c, ptr addrspace(1) %pa, ptr addrspace(1) %pb
  +%x = load i32, ptr addrspace(1) %0, align 4
  +%x1 = mul i32 %x, %n
  +%x2 = add i32 %x1, 1
  +%y2 = sub i32 %x1, 7
  +%1 = select i1 %c, i32 %x2, i32 %y2
  +store i32 %1, ptr addrspace(1) %0, align 4
  +br label %then.else.post
added B6 then.else.post from B1+B2
  +br label %join
cycles 1440 -> 800, divergent 1 -> 0, branches 1 -> 0, blocks 4 -> 5, instructions 17 -> 17
$ grep -o 'B[0-9]* -> B[0-9]*.*step=[a-z]*' p.dot
B0 -> B4 [step=added
B0 -> B1 [label=" T ", step=removed
B0 -> B2 [label=" F ", step=removed
B1 -> B3 [step=removed
B2 -> B3 [step=removed
B4 -> B5 [step=added
B5 -> B6 [step=added
B6 -> B3 [step=added
$ reconverge -b --json -f diamond -e 'preview meld B0 diff=yes export=p.json' -e 'preview cleanup diff=yes export=n.json' small.ll | python3 -c 'import json, sys; [print(o["would_change"], o["from"], o["to"], o["differ"], len(o["functions"]), o["file"]) for o in map(json.loads, sys.stdin)]'
True P0 P1 True 1 p.json
False P0 P0 False 0 None
$ reconverge -b -f diamond -e 'preview cleanup diff=yes export=n.dot' small.ll; test -e n.dot || test -e n.json; echo $?
cleanup would do nothing
  nothing to clean up
n.dot was not written: there is nothing to draw
1
$ reconverge -b -f diamond -e 'preview meld B0 export=p.gif' small.ll
! reconverge: -e:1: export: 'p.gif' does not end in one of .txt, .json, .dot, .svg, .pdf, .png, .tex
!   preview meld B0 export=p.gif
!                   ^
? 2
$ reconverge -b -f diamond -e 'preview meld B0 export=none/p.dot' -e 'expect revisions==1' small.ll
! reconverge: -e:1: none/p.dot: cannot write: No such file or directory
!   preview meld B0 export=none/p.dot
!                   ^
? 2
$ reconverge -b -f diamond -e 'preview meld B0 diff=maybe' small.ll
! reconverge: -e:1: 'diff=maybe': the value must be yes or no
!   preview meld B0 diff=maybe
!                   ^
? 2
# P0 is compared with itself, as diff does.
$ reconverge -b -f diamond -e 'export a.txt diff' small.ll; tail -n 1 a.txt
wrote a.txt: diff of P0
P0 and P0 are the same
