# needs: reconverge-z3
# What 'prove' answered is kept with the revision.

$ cp $srcdir/tests/cmd/prove.ll .
$ printf 'function arms\nset decide=static steps=fine seeds=1 time-limit=10\n' >arms.rcv
$ reconverge -b -q -x arms.rcv -e meld -e cleanup -e prove -e 'prove P1 P2' -e history prove.ll; reconverge -b -x arms.rcv -e meld -e prove -e history -e undo -e history prove.ll
  P0  load  1452 static cycles, 2 divergent  in @arms
  P1  meld  -632 static cycles  -1 divergent  +1 blocks  in @arms
* P2  cleanup  -48 static cycles  -3 blocks  in @arms  proved from P1
selected @arms
decide=static
steps=fine
seeds=1
time-limit=10
P1: meld: -632 static cycles, -1 divergent branch, +1 block
  B1: melds B2 with B3, 2 aligned, MP_S 0.50, saved 640, selects 4, branches cost 44 less, net 680 cycles guessed
@arms P0 -> P1: proved for all inputs
  1 changed function, 3 paths between 1 places, 0 questions to the solver
  P0  load  1452 static cycles, 2 divergent  in @arms
* P1  meld  -632 static cycles  -1 divergent  +1 blocks  in @arms  proved
at P0: load
* P0  load  1452 static cycles, 2 divergent  in @arms
  P1  meld  -632 static cycles  -1 divergent  +1 blocks  in @arms  proved
$ reconverge -b --json -x arms.rcv -e meld -e prove -e history prove.ll | tail -1 | grep -o '"proved": [^}]*}'
"proved": null, "witness": null}
"proved": {"function": "arms", "verdict": "proved", "from": "P0", "obstacle": null, "condition": null}
$ reconverge -b --json -x arms.rcv -e meld -e history prove.ll | tail -1 | grep -o '"proved": [a-z{]*'
"proved": null
"proved": null

# That the loaded module is like itself is no answer to keep.
$ reconverge -b -q -x arms.rcv -e prove -e history prove.ll
* P0  load  1452 static cycles, 2 divergent  in @arms

# A wrong module is refuted.
$ sed 's/mul i32 %y, 3/mul i32 %y, 5/' prove.ll >wrong.ll
$ reconverge -b -x arms.rcv -e 'import wrong.ll' -e 'prove' -e history prove.ll
selected @arms
decide=static
steps=fine
seeds=1
time-limit=10
P1: import wrong.ll: no count changed
  @arms: blocks 5 -> 5, instructions 20 -> 20
@arms P0 -> P1: refuted: @arms: {{.*}}, from P0 to P1
@arms P0 -> P1: they differ with seed 1
  launch grid=1 block={{[0-9]+}} seed=1 a=i32[{{[0-9]+}}]:values({{.*}}) b=i32[{{[0-9]+}}]:fill(85) n={{-?[0-9]+}}
  b[{{[0-9]+}}]: {{-?[0-9]+}}, not {{-?[0-9]+}} ({{.*}} differ)
  P0: this value was written by block 0 thread {{[0-9]+}}, B3: store i32 %y1, ptr addrspace(1) %pb, align 4
  P1: this value was written by block 0 thread {{[0-9]+}}, B3: store i32 %y1, ptr addrspace(1) %pb, align 4
  to see it again: that line 'launch', then 'check P0 P1 seeds=1'; 'simulate' shows the run of a revision
  P0  load  1452 static cycles, 2 divergent  in @arms
* P1  import wrong.ll  in @arms  DIFFERS  REFUTED
? 1
$ reconverge -b --json -x arms.rcv -e 'import wrong.ll' -e prove -e history prove.ll | tail -1 | grep -o '"proved": [^}]*}'
"proved": null, "witness": null}
"proved": {"function": "arms", "verdict": "refuted", "from": "P0", "obstacle": "@arms: {{.*}}, from P0 to P1", "condition": null}

# A lesson tells it.
$ reconverge -b -q -x arms.rcv -e meld -e prove -e 'lesson l' prove.ll; cat l/*.html | grep -o 'It is .*proved[^<]*\|<td[^>]*>proved'
It is proved that the result computes the same for all inputs.
It is proved that P1 does for all inputs what P0 does.
<td class="l">proved

# What can be expected.
$ reconverge -b -q -x arms.rcv -e meld -e 'expect not proved and not refuted' -e prove -e 'expect proved and not proved(P0)' prove.ll
$ reconverge -b -q -x arms.rcv -e 'import wrong.ll' -e prove -e 'expect refuted' -e 'expect proved' prove.ll | tail -1
does not hold: proved (0)

# Every step is proved at once; what is not proved is taken back.
$ reconverge -b -x arms.rcv -e 'set prove=yes' -e meld -e cleanup -e history -e 'expect proved and proved(P1)' prove.ll | tail -n +7
P1: meld: -632 static cycles, -1 divergent branch, +1 block
  B1: melds B2 with B3, 2 aligned, MP_S 0.50, saved 640, selects 4, branches cost 44 less, net 680 cycles guessed
  proved for all inputs
P2: cleanup: -48 static cycles, -3 blocks, -3 instructions
  3 simplifications
  proved for all inputs
  P0  load  1452 static cycles, 2 divergent  in @arms
  P1  meld  -632 static cycles  -1 divergent  +1 blocks  in @arms  proved
* P2  cleanup  -48 static cycles  -3 blocks  in @arms  proved from P1
holds: proved and proved(P1)
$ reconverge -b -q --keep-going -e 'set decide=static prove=yes' -e 'regroup force=yes' -e history $SAMPLES/bitonic_sort.nvptx64.ll
* P0  load  846 static cycles, 4 divergent
! reconverge: -e:1: regroup force=yes: taken back, not proved: @bitonic_sort: threads change places, which they may see: threads share memory
!   regroup force=yes
!   ^
? 2
$ reconverge -b -q -e 'set decide=static seeds=1' -e 'regroup force=yes' -e prove -e history -e 'lesson turned' $SAMPLES/lin_short_circuit.amdgcn.ll; cat turned/*.html | grep -o 'It is .*proved[^<]*'
  P0  load  1580 static cycles, 3 divergent
* P1  regroup force=yes  +340 static cycles  proved up to the order of threads  threads independent
It is proved that the result computes the same for all inputs, if 'redirect' holds the number of each thread of the grid once, and nothing else overlaps it.
It is proved that P1 does for all inputs what P0 does, if 'redirect' holds the number of each thread of the grid once, and nothing else overlaps it.
$ reconverge -b -q --keep-going -e 'set decide=static prove=yes' -e 'pass instcombine' -e 'import prove.ll' -e 'pass break-crit-edges scope=function' -e history prove.ll
  P0  load  1452 static cycles, 2 divergent  in @arms
* P1  pass break-crit-edges scope=function  +16 static cycles  +1 blocks  in @arms  proved
! reconverge: -e:1: only a step on one function can be proved: with prove=yes, say scope=function
!   pass instcombine
!        ^
! reconverge: -e:1: with prove=yes nothing is imported; 'prove P0 FILE' compares with a file
!   import prove.ll
!          ^
? 2
$ reconverge -b -q --keep-going -e 'set decide=static prove=yes' -e 'linearize when=always' -e 'linearize mode=all when=always' -e history $SAMPLES/lin_irreducible.nvptx64.ll
  P0  load  766 static cycles, 2 divergent
  P1  linearize when=always  +8 static cycles  +1 blocks  proved
* P2  linearize mode=all when=always  proved from P1
$ reconverge -b -q -x arms.rcv -e 'set prove=yes' -e optimize -e history prove.ll
  P0  load  1452 static cycles, 2 divergent  in @arms  simulated 23232 cycles
* P1  darm decide=static judge=table  -680 static cycles  -1 divergent  -2 blocks  in @arms  judged by simulated cycles 24984 -> 14084 (-43.6%) on 2 guessed launches  checked 1 seed  proved

# Without the program that asks Z3 there is one line, and nothing is set.
$ mkdir bin && cp $(dirname $RECONVERGE)/reconverge-main bin/ && bin/reconverge-main -b -q --keep-going -e 'set prove=yes' -e 'expect prove==no' prove.ll
! reconverge: -e:1: proofs need reconverge-z3, which is built where Z3's C library (libz3-dev) is
!   set prove=yes
!       ^
? 2

# A solver that ends is started again, but not for ever; Ctrl-C ends one that thinks.
$ printf '#!/bin/sh\nexit 1\n' >bin/reconverge-z3; chmod +x bin/reconverge-z3; bin/reconverge-main -b -q -x arms.rcv -e 'prove P0 wrong.ll' prove.ll | sed -n 2p
@arms P0 -> wrong.ll: refuted: @arms: the solver ended again and again: it needed too much memory or time, or was killed
$ printf '#!/bin/sh\nexec sleep 30\n' >bin/reconverge-z3; timeout -s INT 0.5 bin/reconverge-main -b -q -x arms.rcv -e 'prove P0 wrong.ll' prove.ll
! reconverge: -e:1: interrupted
!   prove P0 wrong.ll
!   ^
? 124

# The limit is of processor time: a solver that waits has not used it.
$ sed 's/%x1 = mul i32 %x, 2/%x0 = mul i32 %x, -2\n  %x1 = sub i32 0, %x0/' prove.ll >other.ll
$ printf '#!/bin/sh\nsleep 1.5\nexec %s/reconverge-z3 "$@"\n' $(dirname $RECONVERGE) >bin/reconverge-z3; bin/reconverge-main -b -f arms -e 'set time-limit=1' -e 'prove P0 other.ll' prove.ll | tail -2
@arms P0 -> other.ll: proved for all inputs
  1 changed function, 3 paths between 1 places, {{[0-9]+}} questions to the solver

# Runs that look for a difference have as much time as the proof: not all seeds are run.
$ sed 's/%t = fmul float %s, 2.0/%t = fadd float %s, %s/' $srcdir/tests/cmd/prove_powers.ll >sums.ll; timeout 300 reconverge -b -q -f powers -e 'set seeds=100000 time-limit=1' -e 'prove P0 sums.ll' $srcdir/tests/cmd/prove_powers.ll | grep 'unknown\|no run'
@powers P0 -> sums.ll: unknown: @powers: store of the new code in B2 may have other operands (store.f32 [s0], s5 global align 4 first 4)
  the solver found values with which the two differ there, but a launch made of them shows no difference: they are of a path that begins in the middle, where no run need come with them

# Code that cannot be simulated is not proved, and the answer says what it is.
$ sed 's/%x1 = mul i32 %x, 2/%x1 = call i32 @outside(i32 %x)/; $a declare i32 @outside(i32)' prove.ll >outside.ll
$ reconverge -b -q -f arms -e 'prove P0 outside.ll' prove.ll
no launch was given, guessed: launch grid=4 block=256 seed=1 a=i32[1024]:random(0,100) b=i32[1024]:zero n=1024
@arms P0 -> outside.ll: unknown: outside.ll: cannot be simulated: @outside: no body; link a library that has it
? 1
$ reconverge -b -q --json -f arms -e 'prove P0 outside.ll' prove.ll | grep -o '"verdict": "[a-z]*"'
"verdict": "unknown"

# What settings make of operations is nothing that LLVM's code does.
$ sed 's/%x1 = mul i32/%x1 = mul nsw i32/' prove.ll >promises.ll
$ reconverge -b -q -f arms -e 'set overflow=wrap' -e 'prove P0 promises.ll' prove.ll | sed -n 2p
@arms P0 -> promises.ll: unknown: shifts=target and overflow=wrap give operations another meaning than LLVM does
