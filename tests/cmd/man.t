# Every example of the manual pages, as it stands there; tests/examples.py runs
# those of single commands.

$ cp $SAMPLES/bitonic_sort.amdgcn.ll $SAMPLES/bitonic_sort.nvptx64.ll .

$ reconverge -b -e candidates bitonic_sort.amdgcn.ll
◆ B5   R4   if.then              meld  MP_S 0.50  saved 212  selects 8  branches -72  net +276 cycles guessed
    profiled: 552 warps, both arms in 43.5%: net +115 cycles, in all +63480
    tried: simulated cycles 691704 -> 619224 (-10.5%) on 1 guessed launch: pays
◆ B4   R3   for.body7            refused: one arm is empty: a successor post-dominates the other (B10)
◆ B6   R5   if.then10            refused: one arm is empty: a successor post-dominates the other (B10)
◆ B8   R6   if.else              refused: one arm is empty: a successor post-dominates the other (B10)
1 of 4 divergent branches in @bitonic_sort can be melded
profits are computed from the profile of P0, which reaches 13 of 13 blocks; 4 of 6 conditional branches split a warp
  L0 B1  1 inner loop  refused: a convergent operation would run with other threads than before (B10: call void @llvm.amdgcn.s.barrier())
0 of 1 nests of loops in @bitonic_sort can be flattened
$ reconverge -b -q -e darm -o - bitonic_sort.amdgcn.ll | llc -o bitonic.s
$ reconverge -b -e darm --mcpu=gfx90a -o bitonic.s bitonic_sort.amdgcn.ll
P1: darm: simulated cycles 691704 -> 619224 (-10.5%) on 1 guessed launch, -276 static cycles, -2 divergent branches, -3 blocks, -8 instructions
  B5: melds B6.. with B8.., 7 aligned, MP_S 0.50, saved 212, selects 8, branches cost 72 less, net 115 cycles profiled
$ reconverge -b -e simplify -e 'meld B5' -e history -e diff bitonic_sort.amdgcn.ll
P1: simplify: +48 static cycles, +3 blocks, +3 instructions
  R6: 2 edges out of it gathered in one block
  R5: 2 edges out of it gathered in one block
  R4: 2 edges out of it gathered in one block
P2: meld B5: simulated cycles 713208 -> 619224 (-13.2%) on 1 guessed launch, -324 static cycles, -2 divergent branches, -6 blocks, -11 instructions
  B5: melds B6.. with B8.., 7 aligned, MP_S 0.50, saved 212, selects 8, branches cost 72 less, net 115 cycles profiled
  P0  load  2844 static cycles, 4 divergent
  P1  simplify  +48 static cycles  +3 blocks  simulated 713208 cycles
* P2  meld B5  -324 static cycles  -2 divergent  -6 blocks  judged by simulated cycles 713208 -> 619224 (-13.2%) on 1 guessed launch
@bitonic_sort P1 -> P2: 1 blocks changed, 1 added, 7 removed, 8 the same
changed B20 if.then from B5+B6+B8
  +%3 = load i32, ptr addrspace(3) %arrayidx3, align 4
  +%idxprom13 = zext i32 %xor to i64
  +%arrayidx14 = getelementptr inbounds [256 x i32], ptr addrspace(3) @bitonic_sort.shared, i64 0, i64 %idxprom13
  +%4 = load i32, ptr addrspace(3) %arrayidx14, align 4
  +%5 = select i1 %cmp9, i32 %4, i32 %3
  +%6 = select i1 %cmp9, i32 %3, i32 %4
  +%cmp15 = icmp slt i32 %5, %6
  -br i1 %cmp9, label %if.then10, label %if.else
  +br i1 %cmp15, label %if.then16.if.then28, label %if.end35
removed B6 if.then10
  -%3 = load i32, ptr addrspace(3) %arrayidx3, align 4
  -%idxprom13 = zext i32 %xor to i64
  -%arrayidx14 = getelementptr inbounds [256 x i32], ptr addrspace(3) @bitonic_sort.shared, i64 0, i64 %idxprom13
  -%4 = load i32, ptr addrspace(3) %arrayidx14, align 4
  -%cmp15 = icmp slt i32 %4, %3
  -br i1 %cmp15, label %if.then16, label %8
removed B7 if.then16
  -store i32 %4, ptr addrspace(3) %arrayidx3, align 4
  -store i32 %3, ptr addrspace(3) %arrayidx14, align 4
  -br label %8
removed B8 if.else
  -%5 = load i32, ptr addrspace(3) %arrayidx3, align 4
  -%idxprom25 = zext i32 %xor to i64
  -%arrayidx26 = getelementptr inbounds [256 x i32], ptr addrspace(3) @bitonic_sort.shared, i64 0, i64 %idxprom25
  -%6 = load i32, ptr addrspace(3) %arrayidx26, align 4
  -%cmp27 = icmp sgt i32 %6, %5
  -br i1 %cmp27, label %if.then28, label %7
removed B9 if.then28
  -store i32 %6, ptr addrspace(3) %arrayidx3, align 4
  -store i32 %5, ptr addrspace(3) %arrayidx26, align 4
  -br label %7
removed B13 7
  -br label %9
removed B14 8
  -br label %9
removed B15 9
  -br label %if.end35
added B18 if.then16.if.then28 from B7+B9
  +store i32 %4, ptr addrspace(3) %arrayidx3, align 4
  +store i32 %3, ptr addrspace(3) %arrayidx14, align 4
  +br label %if.end35
cycles 2892 -> 2568, divergent 4 -> 2, branches 6 -> 4, blocks 16 -> 10, instructions 59 -> 48
? 1
$ reconverge -b -e 'why B5' bitonic_sort.nvptx64.ll
B5: br i1 %cmp9, label %if.then10, label %if.else
divergent branch on %cmp9
  1. %cmp9 = icmp eq i32 %and, 0
     in B5: has a divergent operand
  2. %and = and i32 %0, %k.0
     in B5: has a divergent operand
  3. %0 = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
     in B0: a source of divergence on this target
$ reconverge -b -e darm -e 'expect divergent < divergent(P0)' bitonic_sort.amdgcn.ll
P1: darm: simulated cycles 691704 -> 619224 (-10.5%) on 1 guessed launch, -276 static cycles, -2 divergent branches, -3 blocks, -8 instructions
  B5: melds B6.. with B8.., 7 aligned, MP_S 0.50, saved 212, selects 8, branches cost 72 less, net 115 cycles profiled
holds: divergent (2) < divergent(P0) (4)
$ reconverge -b --json -e functions bitonic_sort.amdgcn.ll
{"command": "functions", "ok": true, "module": "bitonic_sort.amdgcn.ll", "triple": "amdgcn-amd-amdhsa", "cpu": "gfx906", "kinds": {"blocks": {"unit": "blocks", "kind": "static"}, "insts": {"unit": "instructions", "kind": "static"}, "branches": {"unit": "branches", "kind": "static"}, "divergent": {"unit": "branches", "kind": "static"}, "loads": {"unit": "instructions", "kind": "static"}, "stores": {"unit": "instructions", "kind": "static"}, "selects": {"unit": "instructions", "kind": "static"}, "phis": {"unit": "instructions", "kind": "static"}, "cycles": {"unit": "cycles", "kind": "static"}, "peak": {"unit": "bits", "kind": "static"}}, "functions": [{"name": "bitonic_sort", "kind": "kernel", "selected": true, "score": {"blocks": 13, "insts": 56, "branches": 6, "divergent": 4, "loads": 6, "stores": 6, "selects": 0, "phis": 2, "cycles": 2844, "peak": 289}}]}
$ reconverge -b -e 'export graph.dot' bitonic_sort.amdgcn.ll
wrote graph.dot: cfg of P0
$ cat > meld.rcv
> # meld.rcv
> set threshold=0.1 mode=darm
> mark start
> darm
> expect cycles < cycles(mark:start)
> write melded.ll
$ reconverge -b -x meld.rcv bitonic_sort.amdgcn.ll
threshold=0.1
mode=darm
P0 is mark:start
P1: darm: simulated cycles 691704 -> 619224 (-10.5%) on 1 guessed launch, -276 static cycles, -2 divergent branches, -3 blocks, -8 instructions
  B5: melds B6.. with B8.., 7 aligned, MP_S 0.50, saved 212, selects 8, branches cost 72 less, net 115 cycles profiled
holds: cycles (2568) < cycles(mark:start) (2844)
wrote melded.ll: P1
$ reconverge -b -e darm -e check -e 'metrics P0' bitonic_sort.amdgcn.ll
P1: darm: simulated cycles 691704 -> 619224 (-10.5%) on 1 guessed launch, -276 static cycles, -2 divergent branches, -3 blocks, -8 instructions
  B5: melds B6.. with B8.., 7 aligned, MP_S 0.50, saved 212, selects 8, branches cost 72 less, net 115 cycles profiled
@bitonic_sort P0 -> P1: the same with 8 seeds on 48 launches: 1024 threads and 4096 bytes of memory each
@bitonic_sort               P0      P1  change
threads              r    1024    1024          threads launched
warps                r      16      16          warps launched
warp-cycles          r  691704  619224  -10.5%  cycles of all warps, by the cost table
...
$ cat > check.rcv
> # check.rcv
> launch grid=4 block=256 values=i32[1024]:random
> darm
> check seeds=4
> expect checked and warp-cycles < warp-cycles(P0)
$ reconverge -b -q -x check.rcv bitonic_sort.amdgcn.ll
$ find . -name '*.amdgcn.ll' | reconverge -l - -j 4 -k -q -e darm -o 'out/%.ll' --done=done
! reconverge: 1 module: 1 done, 0 failed, 0 timed out
$ cat done
./bitonic_sort.amdgcn.ll
