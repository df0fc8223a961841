# The tree of revisions: history, undo, redo, goto, mark, diff.

$ cp $srcdir/tests/cmd/small.ll .

$ reconverge -b -f diamond -e meld -e cleanup -e undo -e 'undo' -e redo -e 'redo 1' -e history small.ll
P1: meld: -640 cycles, -1 divergent branch, +1 block
  B0: melds B1 with B2, 3 aligned, MP_S 0.50, saved 48, selects 20, branches -44, net 72
P2: cleanup: -64 cycles, -4 blocks, -4 instructions
  4 simplifications
at P1: meld
at P0: load
at P1: meld
at P2: cleanup
  P0  load  908 cycles, 2 divergent  in @loopy
  P1  meld  -640 cycles  -1 divergent  +1 blocks  in @diamond
* P2  cleanup  -64 cycles  -4 blocks  in @diamond
# After undo a new act opens a branch; redo goes to the newest.
$ reconverge -b -f diamond -e meld -e 'mark melded' -e undo -e 'pass instcombine' -e 'undo 1' -e redo -e history -e 'goto mark:melded' -e 'goto P0' small.ll
P1: meld: -640 cycles, -1 divergent branch, +1 block
  B0: melds B1 with B2, 3 aligned, MP_S 0.50, saved 48, selects 20, branches -44, net 72
P1 is mark:melded
at P0: load
P2: pass instcombine: +8 cycles, +2 instructions
  @diamond: blocks 4 -> 4, instructions 17 -> 19
at P0: load
at P2: pass instcombine
  P0  load  908 cycles, 2 divergent  in @loopy
  ├─ P1  meld  -640 cycles  -1 divergent  +1 blocks  in @diamond  mark:melded
* P2  pass instcombine  +8 cycles  in @diamond
at P1: meld
at P0: load
$ reconverge -b -f diamond --glyphs=ascii -e meld -e undo -e 'pass instcombine' -e history small.ll
P1: meld: -640 cycles, -1 divergent branch, +1 block
  B0: melds B1 with B2, 3 aligned, MP_S 0.50, saved 48, selects 20, branches -44, net 72
at P0: load
P2: pass instcombine: +8 cycles, +2 instructions
  @diamond: blocks 4 -> 4, instructions 17 -> 19
  P0  load  908 cycles, 2 divergent  in @loopy
  |- P1  meld  -640 cycles  -1 divergent  +1 blocks  in @diamond
* P2  pass instcombine  +8 cycles  in @diamond
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
P1: meld: -640 cycles, -1 divergent branch, +1 block
  B0: melds B1 with B2, 3 aligned, MP_S 0.50, saved 48, selects 20, branches -44, net 72
P2: cleanup: -64 cycles, -4 blocks, -4 instructions
  4 simplifications
@diamond P0 -> P2: 0 blocks changed, 1 added, 4 removed, 0 the same
removed B0 entry
  -%tid = call i32 @llvm.amdgcn.workitem.id.x()
  -%pa = getelementptr inbounds i32, ptr addrspace(1) %a, i32 %tid
  -%pb = getelementptr inbounds i32, ptr addrspace(1) %b, i32 %tid
  -%odd = and i32 %tid, 1
  -%c = icmp eq i32 %odd, 0
  -br i1 %c, label %then, label %else
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
added B7 entry from B0+B5
  +%tid = call i32 @llvm.amdgcn.workitem.id.x()
  +%pa = getelementptr inbounds i32, ptr addrspace(1) %a, i32 %tid
  +%pb = getelementptr inbounds i32, ptr addrspace(1) %b, i32 %tid
  +%odd = and i32 %tid, 1
  +%c = icmp eq i32 %odd, 0
  +%0 = select i1 %c, ptr addrspace(1) %pa, ptr addrspace(1) %pb
  +%x3 = load i32, ptr addrspace(1) %0, align 4
  +%x14 = mul i32 %x3, %n
  +%x25 = add i32 %x14, 1
  +%y26 = sub i32 %x14, 7
  +%1 = select i1 %c, i32 %x25, i32 %y26
  +store i32 %1, ptr addrspace(1) %0, align 4
  +ret void
cycles 1440 -> 736, divergent 1 -> 0, branches 1 -> 0, blocks 4 -> 1, instructions 17 -> 13
? 1
$ reconverge -b -f diamond -e meld -e 'diff P1 P0' small.ll | head -1
P1: meld: -640 cycles, -1 divergent branch, +1 block
$ reconverge -b -f diamond -e meld -e 'diff P1 P1' small.ll
P1: meld: -640 cycles, -1 divergent branch, +1 block
  B0: melds B1 with B2, 3 aligned, MP_S 0.50, saved 48, selects 20, branches -44, net 72
P1 and P1 are the same
$ reconverge -b -f diamond -e meld -e 'mark m' -e undo -e 'diff mark:m' small.ll | tail -1
cycles 800 -> 1440, divergent 0 -> 1, branches 0 -> 1, blocks 5 -> 4, instructions 17 -> 17
# Pure renumbering of unnamed values is no difference.
$ reconverge -b -e 'diff' -e 'diff P0 P0' $SAMPLES/bitonic_sort.amdgcn.ll
P0 and P0 are the same
P0 and P0 are the same
