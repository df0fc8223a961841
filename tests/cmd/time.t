# The tree of revisions: history, undo, redo, goto, mark, diff.

$ cp $srcdir/tests/cmd/small.ll .

$ reconverge -b -f diamond -e 'set steps=fine' -e meld -e cleanup -e undo -e 'undo' -e redo -e 'redo 1' -e history small.ll
steps=fine
P1: meld: simulated cycles 5760 -> 3200 (-44.4%) on 1 guessed launch, -640 static cycles, -1 divergent branch, +1 block
  B0: melds B1 with B2, 3 aligned, MP_S 0.50, saved 48, selects 20, branches cost 44 less, net 72 cycles profiled
P2: cleanup: -64 static cycles, -4 blocks, -4 instructions
  4 simplifications
at P1: meld
at P0: load
at P1: meld
at P2: cleanup
  P0  load  1440 static cycles, 1 divergent  in @diamond  simulated 5760 cycles
  P1  meld  -640 static cycles  -1 divergent  +1 blocks  in @diamond  judged by simulated cycles 5760 -> 3200 (-44.4%) on 1 guessed launch
* P2  cleanup  -64 static cycles  -4 blocks  in @diamond
# After undo a new act opens a branch; redo goes to the newest.
$ reconverge -b -f diamond -e meld -e 'mark melded' -e undo -e 'pass instcombine' -e 'undo 1' -e redo -e history -e 'goto mark:melded' -e 'goto P0' small.ll
P1: meld: simulated cycles 5760 -> 2944 (-48.9%) on 1 guessed launch, -704 static cycles, -1 divergent branch, -3 blocks, -4 instructions
  B0: melds B1 with B2, 3 aligned, MP_S 0.50, saved 48, selects 20, branches cost 44 less, net 72 cycles profiled
P1 is mark:melded
at P0: load
P2: pass instcombine: +8 static cycles, +2 instructions
  @diamond: blocks 4 -> 4, instructions 17 -> 19
at P0: load
at P2: pass instcombine
  P0  load  1440 static cycles, 1 divergent  in @diamond  simulated 5760 cycles
  ├─ P1  meld  -704 static cycles  -1 divergent  -3 blocks  in @diamond  judged by simulated cycles 5760 -> 2944 (-48.9%) on 1 guessed launch  mark:melded
* P2  pass instcombine  +8 static cycles  in @diamond
at P1: meld
at P0: load
$ reconverge -b -f diamond --glyphs=ascii -e meld -e undo -e 'pass instcombine' -e history small.ll
P1: meld: simulated cycles 5760 -> 2944 (-48.9%) on 1 guessed launch, -704 static cycles, -1 divergent branch, -3 blocks, -4 instructions
  B0: melds B1 with B2, 3 aligned, MP_S 0.50, saved 48, selects 20, branches cost 44 less, net 72 cycles profiled
at P0: load
P2: pass instcombine: +8 static cycles, +2 instructions
  @diamond: blocks 4 -> 4, instructions 17 -> 19
  P0  load  1440 static cycles, 1 divergent  in @diamond  simulated 5760 cycles
  |- P1  meld  -704 static cycles  -1 divergent  -3 blocks  in @diamond  judged by simulated cycles 5760 -> 2944 (-48.9%) on 1 guessed launch
* P2  pass instcombine  +8 static cycles  in @diamond
$ reconverge -b -f diamond -e 'mark a' -e 'mark b' -e 'goto mark:a' small.ll
P0 is mark:a
P0 is mark:b
! reconverge: -e:1: no mark 'a': the marks are b
!   goto mark:a
!        ^
? 2
$ reconverge -b -f diamond -e diff small.ll
P0 and P0 are the same
$ reconverge -b -f diamond -e meld -e cleanup -e 'diff P0' small.ll
P1: meld: simulated cycles 5760 -> 2944 (-48.9%) on 1 guessed launch, -704 static cycles, -1 divergent branch, -3 blocks, -4 instructions
  B0: melds B1 with B2, 3 aligned, MP_S 0.50, saved 48, selects 20, branches cost 44 less, net 72 cycles profiled
cleanup: nothing to clean up; still P1
@diamond P0 -> P1: 1 blocks changed, 0 added, 3 removed, 0 the same
changed B7 entry from B0+B1+B2
  -br i1 %c, label %then, label %else
  +%0 = select i1 %c, ptr addrspace(1) %pa, ptr addrspace(1) %pb
  +%x = load i32, ptr addrspace(1) %0, align 4
  +%x1 = mul i32 %x, %n
  +%x2 = add i32 %x1, 1
  +%y2 = sub i32 %x1, 7
  +%1 = select i1 %c, i32 %x2, i32 %y2
  +store i32 %1, ptr addrspace(1) %0, align 4
  +ret void
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
removed B3 join
  -ret void
cycles 1440 -> 736, divergent 1 -> 0, branches 1 -> 0, blocks 4 -> 1, instructions 17 -> 13
? 1
$ reconverge -b -f diamond -e meld -e 'diff P1 P0' small.ll | head -1
P1: meld: simulated cycles 5760 -> 2944 (-48.9%) on 1 guessed launch, -704 static cycles, -1 divergent branch, -3 blocks, -4 instructions
$ reconverge -b -f diamond -e meld -e 'diff P1 P1' small.ll
P1: meld: simulated cycles 5760 -> 2944 (-48.9%) on 1 guessed launch, -704 static cycles, -1 divergent branch, -3 blocks, -4 instructions
  B0: melds B1 with B2, 3 aligned, MP_S 0.50, saved 48, selects 20, branches cost 44 less, net 72 cycles profiled
P1 and P1 are the same
$ reconverge -b -f diamond -e meld -e 'mark m' -e undo -e 'diff mark:m' small.ll | tail -1
cycles 736 -> 1440, divergent 0 -> 1, branches 0 -> 1, blocks 1 -> 4, instructions 13 -> 17
# Pure renumbering of unnamed values is no difference.
$ reconverge -b -e 'diff' -e 'diff P0 P0' $SAMPLES/bitonic_sort.amdgcn.ll
P0 and P0 are the same
P0 and P0 are the same
# Two branches of the history that lead to the same code.
$ reconverge -b -q -e 'set steps=fine' -e 'meld R9' -e cleanup -e 'meld B20' -e 'goto P1' -e cleanup -e 'meld B20' -e 'diff P3 P5' -e history $SAMPLES/pcm.amdgcn.ll
P3 and P5 are the same
  P0  load  4654 static cycles, 7 divergent  simulated 611536 cycles
  P1  meld R9  -46 static cycles  -1 divergent  +1 blocks  judged by simulated cycles 611536 -> 598640 (-2.1%) on 1 guessed launch
  ├─ P2  cleanup  -72 static cycles  -4 blocks
  │  P3  meld B20  -46 static cycles  -1 divergent  +1 blocks  judged by simulated cycles 564080 -> 551840 (-2.2%) on 1 guessed launch
  P4  cleanup  -72 static cycles  -4 blocks  = P2
* P5  meld B20  -46 static cycles  -1 divergent  +1 blocks  judged by simulated cycles 564080 -> 551840 (-2.2%) on 1 guessed launch  = P3
# Names that a step gave back; of the line that changed, the words. (What was removed
# is shown above.)
$ reconverge -b -q -f diamond -e 'set steps=fine' -e meld -e 'diff' small.ll | sed '/^removed/,/^  -br/d'
@diamond P0 -> P1: 1 blocks changed, 3 added, 2 removed, 1 the same
changed B0 entry
  -br i1 %c, label %then, label %else
  +br label %then.else.pre
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
$ reconverge -b -q --color=always -e 'set steps=fine' -e simplify -e 'meld B5' -e cleanup -e diff $SAMPLES/bitonic_sort.amdgcn.ll | grep -A2 B18 | cat -v
changed B18 if.then16.if.then28
  -br label ^[[7m%if.then10.if.else.post^[[27m
  +br label ^[[7m%if.end35^[[27m
# All numbers are of the function in focus; a step on another function names it.
$ reconverge -b -q -f diamond -e meld -e 'function loopy' -e history -e 'function diamond' -e history small.ll
  P0  load  908 static cycles, 2 divergent  in @loopy
* P1  meld  worked on @diamond
  P0  load  1440 static cycles, 1 divergent  in @diamond  simulated 5760 cycles
* P1  meld  -704 static cycles  -1 divergent  -3 blocks  in @diamond  judged by simulated cycles 5760 -> 2944 (-48.9%) on 1 guessed launch
# A run that the scoreboard timed shows both kinds of cycles.
$ reconverge -b -q -e 'launch' -e 'set timing=scoreboard' -e linearize -e check -e history $srcdir/samples/lin_short_circuit.amdgcn.ll
no launch was given, guessed: launch grid=4 block=64 seed=1 x=i32[256]:random(0,100) y=i32[256]:random(0,100) z=i32[256]:random(0,100) out=i32[256]:zero
@lin_short_circuit: grid 4, block 64: 256 threads, seed 1 (guessed)
  x    ptr addrspace(1)  i32[256]:random(0,100)
  y    ptr addrspace(1)  i32[256]:random(0,100)
  z    ptr addrspace(1)  i32[256]:random(0,100)
  out  ptr addrspace(1)  i32[256]:zero
  P0  load  1580 static cycles, 3 divergent  simulated 8224 cycles  scoreboard 7030 cycles
* P1  linearize  +8 static cycles  simulated 8224 -> 6352 cycles  scoreboard 7030 -> 5143 cycles  checked 8 seeds

# The copy that a call passes is made ready at the entry, which costs nothing: here the call never runs.
$ sed 's/byval(i32) //' $srcdir/tests/cmd/passed.ll >passed.ll
$ reconverge -b -e 'launch block=64 out=i32[64]:zero n=5' -e 'set timing=scoreboard' -e simulate passed.ll | tail -1
  scoreboard: 80 cycles, 0 of them stalls (0.0%), 0 for memory; slowest warp 80
$ reconverge -b -e 'launch block=64 out=i32[64]:zero n=5' -e 'set timing=scoreboard' -e simulate $srcdir/tests/cmd/passed.ll | tail -1
  scoreboard: 80 cycles, 0 of them stalls (0.0%), 0 for memory; slowest warp 80

# Comments belong to the function: undo keeps them, and a block made of others
# shows theirs. Words that look like settings are words here.
$ reconverge -b -f diamond -e note -e 'note then a=1 and  more' -e 'note B2' -e note -e meld -e undo -e 'show B1' -e 'note B1 off' -e note -e 'note B2 off' -e 'note B9 x' $srcdir/tests/cmd/small.ll | grep -v ' [%@]\| store\|meld' 
no block has a comment
@diamond B1  a=1 and more
@diamond B2  bookmark
@diamond B1  a=1 and more
@diamond B2  bookmark
at P0: load
  from B0
  to   B3
  a=1 and more
B1 has no comment
@diamond B2  bookmark
B2 has no comment
! reconverge: -e:1: no block 'B9' in @diamond: 'cfg' lists its blocks
!   note B9 x
!        ^
$ reconverge -b -f diamond -e 'note B1 <b>' -e 'lesson l' -e 'journal j' $srcdir/tests/cmd/small.ll && grep -o '<li>.*B1: .*' l/index.html && grep note j
@diamond B1  <b>
wrote l/index.html: 0 steps, 5 files
wrote j
<li><code>diamond</code> B1: &lt;b&gt;</li>
note B1 <b>

# The list of blocks, files of it and pictures have the comments.
$ reconverge -b -f diamond -e 'note B1 a "<b>" -- c' -e 'note B2' -e 'cfg rails' -e 'export n.txt' -e 'export n.json' -e 'export n.dot zoom=names' -e 'export f.dot fold=R1' -e meld -e 'export d.dot diff' $srcdir/tests/cmd/small.ll | tail -n 12; grep -h '^B[0-9]' n.txt; grep -h '"comment"' n.json; grep -ho 'B[0-9]*: [a-z][^/]*\|note=.*, region\|note=.*, step' n.dot f.dot d.dot
└ R1 ║  B2 else     5  -> B3
  R0    B3 join     1  ret
◆ divergent branch  ◇ uniform branch  ◈ loop left at different times  ║ under divergence
B1: a <b> -- c
B2: bookmark
wrote n.txt: cfg of P0
wrote n.json: cfg of P0
wrote n.dot: cfg of P0
wrote f.dot: cfg of P0
P1: meld: simulated cycles 5760 -> 2944 (-48.9%) on 1 guessed launch, -704 static cycles, -1 divergent branch, -3 blocks, -4 instructions
  B0: melds B1 with B2, 3 aligned, MP_S 0.50, saved 48, selects 20, branches cost 44 less, net 72 cycles profiled
wrote d.dot: diff of P1
B1: a <b> -- c
B2: bookmark
   "comment": "a <b> -- c"
   "comment": ""
B1: a &lt;b&gt; -- c<
note="a <b> -- c", region
B2: bookmark<
note="bookmark", region
B1: a &lt;b&gt; -- c<
B2: bookmark<
B7: a &lt;b&gt; -- c<
note="a <b> -- c", step
$ reconverge -b --json -f diamond -e 'note B2 c' -e cfg $srcdir/tests/cmd/small.ll
{"command": "note B2 c", "ok": true, "notes": [{"function": "diamond", "block": "B2", "comment": "c"}]}
{"command": "cfg", "ok": true, "function": "diamond", "blocks": [{"id": "B0", "name": "entry", "region": "R1", "loop": null, "insts": 6, "cycles": 72, "branch": "divergent", "temporal": false, "under_divergence": false, "irreducible_entry": false, "convergent": false, "terminator": "br", "succs": [{"to": "B1", "when": "true", "unstructured": false}, {"to": "B2", "when": "false", "unstructured": false}], "origins": []}, {"id": "B1", "name": "then", "region": "R1", "loop": null, "insts": 5, "cycles": 676, "branch": null, "temporal": false, "under_divergence": true, "irreducible_entry": false, "convergent": false, "terminator": "br", "succs": [{"to": "B3", "when": "always", "unstructured": false}], "origins": []}, {"id": "B2", "name": "else", "region": "R1", "loop": null, "insts": 5, "cycles": 676, "branch": null, "temporal": false, "under_divergence": true, "irreducible_entry": false, "convergent": false, "terminator": "br", "succs": [{"to": "B3", "when": "always", "unstructured": false}], "origins": [], "comment": "c"}, {"id": "B3", "name": "join", "region": "R0", "loop": null, "insts": 1, "cycles": 16, "branch": null, "temporal": false, "under_divergence": false, "irreducible_entry": false, "convergent": false, "terminator": "ret", "succs": [], "origins": []}], "kinds": {"cycles": {"unit": "cycles", "kind": "static"}}}
