# The commands that act: every phase, pass, preview.

$ cp $srcdir/tests/cmd/small.ll .

$ reconverge -b -e simplify -e 'meld B5' -e unpredicate -e cleanup $SAMPLES/bitonic_sort.amdgcn.ll
P1: simplify: +48 cycles, +3 blocks, +3 instructions
  R6: 2 edges out of it gathered in one block
  R5: 2 edges out of it gathered in one block
  R4: 2 edges out of it gathered in one block
P2: meld B5: -260 cycles, -2 divergent branches, -2 blocks, -7 instructions
  B5: melds B6.. with B8.., 7 aligned, MP_S 0.50, saved 212, selects 8, branches -72, net 276
unpredicate: no run of one-sided instructions is worth a guard; still P2
P3: cleanup: -64 cycles, -4 blocks, -4 instructions
  4 simplifications
$ reconverge -b -e darm -e 'expect divergent < divergent(P0)' $SAMPLES/bitonic_sort.amdgcn.ll
P1: darm: -276 cycles, -2 divergent branches, -3 blocks, -8 instructions
  B5: melds B6.. with B8.., 7 aligned, MP_S 0.50, saved 212, selects 8, branches -72, net 276
holds: divergent (2) < divergent(P0) (4)
$ reconverge -b -e darm -e 'expect divergent < divergent(P0)' $SAMPLES/bitonic_sort.nvptx64.ll
P1: darm: -116 cycles, -2 divergent branches, -3 blocks, -8 instructions
  B5: melds B6.. with B8.., 7 aligned, MP_S 0.50, saved 96, selects 8, branches -28, net 116
holds: divergent (2) < divergent(P0) (4)
# An object limits an act to a part of the function.
$ reconverge -b -e 'meld R4' $SAMPLES/bitonic_sort.amdgcn.ll
P1: meld R4: -228 cycles, -2 divergent branches, -5 instructions
  B5: melds B6.. with B8.., 7 aligned, MP_S 0.50, saved 212, selects 8, branches -72, net 276
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
* P0  load  20 cycles, 0 divergent  in @helper
$ reconverge -b -e 'pass instcombine,simplifycfg' -e 'expect revision==1' $SAMPLES/bitonic_sort.amdgcn.ll
P1: pass instcombine,simplifycfg: -368 cycles, -1 block, -5 instructions
  @bitonic_sort: blocks 13 -> 12, instructions 56 -> 51
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
meld would do: -640 cycles, -1 divergent branch, +1 block
  B0: melds B1 with B2, 3 aligned, MP_S 0.50, saved 48, selects 20, branches -44, net 72
simplify would do: +16 cycles, +1 block, +1 instruction
  R1: 2 edges out of it gathered in one block
darm would do: -704 cycles, -1 divergent branch, -3 blocks, -4 instructions
  B0: melds B1 with B2, 3 aligned, MP_S 0.50, saved 48, selects 20, branches -44, net 72
unpredicate would do nothing
  no run of one-sided instructions is worth a guard
  B0: leaves 1 + 1 instructions on %c, 32 cycles, guard 76
cleanup would do nothing
  nothing to clean up
holds: revisions (1) == 1
$ reconverge -b -f diamond -e 'preview meld B0' small.ll
meld would do: -640 cycles, -1 divergent branch, +1 block
  B0: melds B1 with B2, 3 aligned, MP_S 0.50, saved 48, selects 20, branches -44, net 72
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
simplify would do: +60 cycles, +3 blocks, +6 instructions
  R3: 2 edges out of it gathered in one block
  R2: 2 edges out of it gathered in one block
  R2: 2 edges into it gathered in one block
P1: simplify: +60 cycles, +3 blocks, +6 instructions
  R3: 2 edges out of it gathered in one block
  R2: 2 edges out of it gathered in one block
  R2: 2 edges into it gathered in one block
