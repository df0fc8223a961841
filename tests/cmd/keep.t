# The commands that write files: write, emit, export, journal; and -o.

$ cp $srcdir/tests/cmd/small.ll .

$ reconverge -b -f diamond -e meld -e 'write out.ll' -e 'write out.bc' small.ll && grep -c '^define' out.ll && reconverge -b -e functions out.bc
P1: meld: simulated cycles 5760 -> 2944 (-48.9%) on 1 guessed launch, -704 static cycles, -1 divergent branch, -3 blocks, -4 instructions
  B0: melds B1 with B2, 3 aligned, MP_S 0.50, saved 48, selects 20, branches cost 44 less, net 72 cycles profiled
wrote out.ll: P1
wrote out.bc: P1
3
   function  kind    blocks  insts  branches  divergent
   @diamond  kernel       1     13         0          0
*  @loopy    kernel       8     16         3          2
   @helper   device       1      2         0          0
$ reconverge -b -e 'write -' small.ll | grep '^define'
define amdgpu_kernel void @diamond(ptr addrspace(1) %a, ptr addrspace(1) %b, i32 %n) {
define amdgpu_kernel void @loopy(ptr addrspace(1) %a, i32 %n) {
define i32 @helper(i32 %x) {
$ reconverge -b -e 'write ./plain as=ll' small.ll && grep -c '^define' plain
wrote ./plain: P0
3
$ reconverge -b -e 'write - as=bc' small.ll | head -c 2
BC
(no newline at the end)
$ reconverge -b -e 'emit out.s' -e 'emit out.o' small.ll && grep -c 's_endpgm' out.s
wrote out.s: P0
wrote out.o: P0
3
$ reconverge -b -e 'emit -' $SAMPLES/sb1.nvptx64.ll | grep -c '^.visible .entry'
1
$ reconverge -b -e 'emit out.ptx' $SAMPLES/sb1.nvptx64.ll && grep '^.target' out.ptx
wrote out.ptx: P0
.target sm_70
# The output file comes after the last command.
$ reconverge -b -q -f diamond -o out2.ll -e meld small.ll && reconverge -b -f diamond -e 'expect divergent==0' out2.ll
holds: divergent (0) == 0
$ reconverge -b -o - -f diamond -e darm small.ll 2>err | grep -c '^define'; cat err
3
P1: darm: simulated cycles 5760 -> 2944 (-48.9%) on 1 guessed launch, -704 static cycles, -1 divergent branch, -3 blocks, -4 instructions
  B0: melds B1 with B2, 3 aligned, MP_S 0.50, saved 48, selects 20, branches cost 44 less, net 72 cycles profiled
reconverge: standard output: changed: @diamond; left alone: @loopy, @helper
$ reconverge -o out.bc small.ll && reconverge -b -f loopy -e 'expect loops==1' out.bc
holds: loops (1) == 1
# Every drawing in every format; what is written again is the same.
$ for w in cfg regions dominators matrix history warp; do for s in txt json dot; do reconverge -b -f diamond -e meld -e undo -e "export x.$s $w" small.ll | tail -1 && test -s x.$s && cp x.$s y.$s && reconverge -b -q -f diamond -e meld -e undo -e "export x.$s $w" small.ll && cmp x.$s y.$s; done; done
wrote x.txt: cfg of P0
wrote x.json: cfg of P0
wrote x.dot: cfg of P0
wrote x.txt: regions of P0
wrote x.json: regions of P0
wrote x.dot: regions of P0
wrote x.txt: dominators of P0
wrote x.json: dominators of P0
wrote x.dot: dominators of P0
wrote x.txt: matrix of P0
wrote x.json: matrix of P0
wrote x.dot: matrix of P0
wrote x.txt: history of P0
wrote x.json: history of P0
wrote x.dot: history of P0
wrote x.txt: warp of P0
wrote x.json: warp of P0
wrote x.dot: warp of P0
# As text, the export is the picture that cfg draws.
$ reconverge -b -q -f loopy -e 'export g.txt' small.ll && reconverge -b -f loopy -e cfg small.ll | cmp - g.txt
$ reconverge -b -q -f diamond -e 'export g.dot' small.ll && cat g.dot
digraph "diamond" {
	graph [newrank=true, bgcolor=white, fontname="sans-serif", function="diamond", revision=P0, command="load", target="amdgcn", cpu="gfx906",
		blocks=4, insts=17, branches=1, divergent=1, cycles=1440, picture="cfg",
		labelloc=t, labeljust=l, label=<<font point-size="15"><b>@diamond</b>, P0: load</font><br align="left"/><font point-size="4"> </font><br align="left"/><font point-size="11">amdgcn gfx906: 4 blocks, 17 instructions, 1 of 1 branch divergent, 1440 cycles</font><br align="left"/>>];
	node [shape=box, fontname=monospace, fontsize=12, style=filled, fillcolor=white];
	edge [fontname=monospace, fontsize=11, arrowsize=0.7];
	subgraph cluster_R0 {
		graph [region=R0, peripheries=0, labelloc=b, labeljust=l, label=<<font point-size="10" color="#555555">◆ double frame, double lines: a divergent branch, where threads of a warp part</font><br align="left"/><font point-size="10" color="#555555">thick frame, thick lines: code that runs while threads of a warp are apart</font><br align="left"/><font point-size="10" color="#555555">R0, R1, ...: regions, with one entry and one exit</font><br align="left"/><font point-size="10" color="#555555">+: the cycles that melding the region would save</font><br align="left"/>>];
	B3 [label=<<b>B3&#160;</b>join<br align="left"/><font point-size="10" color="#555555">1 instruction, ret</font><br align="left"/>>, block="join", insts=1, cycles=16, region=R0, branch=none];
	subgraph cluster_R1 {
		graph [region=R1, entry=B0, exit=B3, depth=1, blocks=3, divergent=true, profit=72,
			style="rounded,filled", fillcolor="#f3f4f6", color="#888888", peripheries=1, margin=10, labelloc=t, labeljust=l, label=<<font point-size="12"><b>R1&#160;</b>◆&#160;+72</font><br align="left"/>>];
	B0 [label=<<b>B0&#160;</b>entry&#160;◆<br align="left"/><font point-size="10" color="#555555">6 instructions, br %c</font><br align="left"/><font point-size="10" color="#555555">R1 meld: net +72 cycles guessed</font><br align="left"/>>, block="entry", insts=6, cycles=72, region=R1, branch=divergent, peripheries=2, color="#b34a00"];
	B1 [label=<<b>B1&#160;</b>then<br align="left"/><font point-size="10" color="#555555">5 instructions</font><br align="left"/>>, block="then", insts=5, cycles=676, region=R1, branch=none, under_divergence=true, penwidth=2.5];
	B2 [label=<<b>B2&#160;</b>else<br align="left"/><font point-size="10" color="#555555">5 instructions</font><br align="left"/>>, block="else", insts=5, cycles=676, region=R1, branch=none, under_divergence=true, penwidth=2.5];
	}
	B0 -> B1 [label=" T ", divergent=true, color="#b34a00:#b34a00"];
	B0 -> B2 [label=" F ", divergent=true, color="#b34a00:#b34a00"];
	B1 -> B3 [label="", penwidth=2];
	B2 -> B3 [label="", penwidth=2];
	}
}
# A folded region is one node with the name of its entry; fold= also takes a number of boxes.
$ reconverge -b -q -f diamond -e 'export f.dot cfg fold=R1 caption=no legend=no' small.ll && cat f.dot
digraph "diamond" {
	graph [newrank=true, bgcolor=white, fontname="sans-serif", function="diamond", revision=P0, command="load", target="amdgcn", cpu="gfx906",
		blocks=4, insts=17, branches=1, divergent=1, cycles=1440, picture="cfg"];
	node [shape=box, fontname=monospace, fontsize=12, style=filled, fillcolor=white];
	edge [fontname=monospace, fontsize=11, arrowsize=0.7];
	B3 [label=<<b>B3&#160;</b>join<br align="left"/><font point-size="10" color="#555555">1 instruction, ret</font><br align="left"/>>, block="join", insts=1, cycles=16, region=R0, branch=none];
	B0 [label=<<b>R1 ▸&#160;</b>B0<br align="left"/><font point-size="10" color="#555555">3 blocks, 16 instructions</font><br align="left"/><font point-size="10" color="#555555">1 ◆ divergent branch</font><br align="left"/><font point-size="10" color="#555555">meld: net +72 cycles guessed</font><br align="left"/>>, shape=tab, folded=true, region=R1, blocks=3, insts=16, divergent=1, color="#b34a00", profit=72];
	B0 -> B3 [label=""];
}
$ reconverge -b -q -f loopy -e 'export f.dot fold=3 zoom=names' small.ll && grep -c '^	B' f.dot && grep -o 'folded=true, region=R[0-9]*, blocks=[0-9]*' f.dot
7
folded=true, region=R1, blocks=3
folded=true, region=R3, blocks=3
$ reconverge -b -q -f loopy -e 'export f.dot fold=1' -e 'export g.dot fold=none' -e 'export h.dot' small.ll && grep -c folded=true f.dot; cmp g.dot h.dot
2
# Blocks keep their names, and the picture shows what the step did to them.
$ reconverge -b -q -f diamond -e 'set steps=fine' -e meld -e 'export s.dot' -e 'export t.dot since=none' small.ll && grep -o '^	B[0-9]* .label\|step=[a-z]*\|origins="[^"]*"' s.dot; grep -c step= t.dot
	B0 [label
step=changed
	B4 [label
step=added
origins="B1 B2"
	B5 [label
step=added
origins="B1 B2"
	B6 [label
step=added
origins="B1 B2"
	B3 [label
step=same
0
? 1
# The steps of a warp as text, as JSON and as boxes.
$ reconverge -b -q -f diamond -e 'launch grid=1 block=32 n=9' -e 'export w.txt warp' -e 'export w.dot warp' small.ll && tail -4 w.txt && grep -c first_lane= w.dot
      0 32 lanes  B0 entry
      1 16 lanes  B1 then
      2 16 lanes  B2 else
      3 32 lanes  B3 join
34
$ reconverge -b -q -f diamond -e 'launch grid=1 block=128 n=9' -e 'export w.json warp warp=1 from=1 count=2' small.ll && python3 -c 'import json; w = json.load(open("w.json")); print(w["what"], w["revision"], w["warp"], w["from"], w["steps"], len(w["trace"]))'
warp P0 1 1 4 2
$ reconverge -b -q -f diamond -e 'export r.dot regions' small.ll && cat r.dot
digraph "diamond" {
	graph [newrank=true, bgcolor=white, fontname="sans-serif", function="diamond", revision=P0, command="load", target="amdgcn", cpu="gfx906",
		blocks=4, insts=17, branches=1, divergent=1, cycles=1440, picture="regions",
		labelloc=t, labeljust=l, label=<<font point-size="15"><b>@diamond</b>, P0: load</font><br align="left"/><font point-size="4"> </font><br align="left"/><font point-size="12">the tree of regions, and what melding each would bring</font><br align="left"/><font point-size="11">amdgcn gfx906: 4 blocks, 17 instructions, 1 of 1 branch divergent, 1440 cycles</font><br align="left"/>>];
	node [shape=box, fontname=monospace, fontsize=12, style=filled, fillcolor=white];
	edge [fontname=monospace, fontsize=11, arrowsize=0.7];
	R0 [label=<<b>R0&#160;</b>◆&#160;B0 to return<br align="left"/><font point-size="10" color="#555555">4 blocks</font><br align="left"/>>, entry=B0, exit=return, blocks=4, simple=false, peripheries=2, branch=divergent, color="#b34a00"];
	R1 [label=<<b>R1&#160;</b>◆&#160;B0 to B3<br align="left"/><font point-size="10" color="#555555">3 blocks</font><br align="left"/><font point-size="10" color="#555555">meld: net +72 cycles guessed</font><br align="left"/>>, entry=B0, exit=B3, blocks=3, simple=false, peripheries=2, branch=divergent, color="#b34a00", profit=72];
	R0 -> R1;
}
$ reconverge -b -q -f diamond -e 'export d.dot dominators' small.ll && cat d.dot
digraph "diamond" {
	graph [newrank=true, bgcolor=white, fontname="sans-serif", function="diamond", revision=P0, command="load", target="amdgcn", cpu="gfx906",
		blocks=4, insts=17, branches=1, divergent=1, cycles=1440, picture="dominators",
		labelloc=t, labeljust=l, label=<<font point-size="15"><b>@diamond</b>, P0: load</font><br align="left"/><font point-size="4"> </font><br align="left"/><font point-size="12">dominators: solid from the immediate dominator, dashed to the immediate post-dominator</font><br align="left"/><font point-size="11">amdgcn gfx906: 4 blocks, 17 instructions, 1 of 1 branch divergent, 1440 cycles</font><br align="left"/>>];
	node [shape=box, fontname=monospace, fontsize=12, style=filled, fillcolor=white];
	edge [fontname=monospace, fontsize=11, arrowsize=0.7];
	B0 [label=<<b>B0&#160;</b>entry&#160;◆>, block="entry", peripheries=2, branch=divergent, color="#b34a00"];
	B0 -> B3 [style=dashed, constraint=false, color="#777777", kind=postdominator];
	B1 [label=<<b>B1&#160;</b>then>, block="then"];
	B0 -> B1;
	B1 -> B3 [style=dashed, constraint=false, color="#777777", kind=postdominator];
	B2 [label=<<b>B2&#160;</b>else>, block="else"];
	B0 -> B2;
	B2 -> B3 [style=dashed, constraint=false, color="#777777", kind=postdominator];
	B3 [label=<<b>B3&#160;</b>join>, block="join"];
	B0 -> B3;
}
$ reconverge -b -q -f diamond -e 'export m.dot matrix B0' small.ll && grep -o 'cell_[0-9_]* .*path=[a-z]*' m.dot | sed 's/ .*path=/ /'
cell_0_0 match
cell_1_1 match
cell_2_2 match
cell_3_2 gap
cell_3_3 gap
cell_4_4 match
$ reconverge -b -q -f diamond -e 'export m.txt matrix then else' small.ll && cat m.txt
@diamond  kernel, amdgcn gfx906, P0: 4 blocks, 17 instructions, 1 of 1 branch divergent
matrix: rows B1, columns B2; a number is the best score up to there; [ ] is the best alignment
                                        1     2     3     4
                                 [0]  -44   -44   -44   -44
  1 %x = load i32, ptr addrs…   -44    [8]    8     8   -36
  2 %x1 = mul i32 %x, %n        -44     8   [24]   24   -20
  3 %x2 = add i32 %x1, 1        -44     8   [24]  [24]  -20
  4 store i32 %x2, ptr addrs…   -44   -36   -20   -20   [28]
  B1 (true)                                           B2 (false): 3 of 5 lines melded
  %x = load i32, ptr addrspace(1) %pa, align 4    = %y = load i32, ptr addrspace(1) %pb, align 4
  %x1 = mul i32 %x, %n                            = %y1 = mul i32 %y, %n
  %x2 = add i32 %x1, 1                            <
                                                  > %y2 = sub i32 %y1, 7
  store i32 %x2, ptr addrspace(1) %pa, align 4    = store i32 %y2, ptr addrspace(1) %pb, align 4
$ reconverge -b -q -f loopy -e 'export h.dot history' small.ll && cat h.dot
digraph "history" {
	graph [newrank=true, bgcolor=white, fontname="sans-serif"];
	node [shape=box, fontname=monospace, fontsize=12, style=filled, fillcolor=white];
	edge [fontname=monospace, fontsize=11, arrowsize=0.7];
	P0 [label=<<b>P0&#160;</b>load ◀ current<br align="left"/><font point-size="10" color="#555555">908 cycles, 2 divergent, 8 blocks</font><br align="left"/>>, command="load", function="loopy", cycles=908, divergent=2, blocks=8, insts=16, current=true, penwidth=2.5];
}
$ reconverge -b -q -f diamond -e 'export g.json' small.ll && python3 -c 'import json; d = json.load(open("g.json")); print(d["function"], len(d["blocks"]))'
diamond 4
# The journal is a command file that does it all again.
$ reconverge -b -q -f diamond -e 'set threshold=0.1' -e meld -e undo -e 'pass instcombine' -e 'journal j.rcv' small.ll && grep -v '^#' j.rcv
function 'diamond'
set threshold=0.1
meld
undo
pass instcombine
$ reconverge -b -q -x j.rcv -e 'expect revisions==3' -e history small.ll
  P0  load  1440 static cycles, 1 divergent  in @diamond  simulated 5760 cycles
  ├─ P1  meld  -704 static cycles  -1 divergent  -3 blocks  in @diamond  judged by simulated cycles 5760 -> 2944 (-48.9%) on 1 guessed launch
* P2  pass instcombine  +8 static cycles  in @diamond
$ reconverge -b -e 'journal -' small.ll | grep -v '^#'
function 'loopy'
# Unstructured edges and the entries of irreducible cycles are marked, in a
# folded picture too, and the legend says how.
$ reconverge -b -q -e 'export u.dot' -e 'export u.json' $SAMPLES/lin_jump_in.amdgcn.ll && grep -o '^	B[0-9]* -> B[0-9]*\|unstructured=true.*odot\|^	B[0-9]* .label\|irreducible_entry=true' u.dot; grep -c 'ring where a line begins' u.dot; grep -c '"unstructured": true' u.json; grep -c '"irreducible_entry": true' u.json
	B5 [label
	B0 [label
	B1 [label
	B4 [label
irreducible_entry=true
	B2 [label
irreducible_entry=true
	B3 [label
	B0 -> B4
unstructured=true, dir=both, arrowtail=odot
	B0 -> B1
	B1 -> B2
unstructured=true, dir=both, arrowtail=odot
	B2 -> B4
	B2 -> B3
	B3 -> B4
	B4 -> B2
	B4 -> B5
1
2
2
$ reconverge -b -q -e 'export u.dot fold=R2' $SAMPLES/lin_jump_in.amdgcn.ll && grep -- '->' u.dot
	B0 -> B4 [label=" T ", divergent=true, color="#b34a00:#b34a00", unstructured=true, dir=both, arrowtail=odot, arrowsize=0.9];
	B0 -> B1 [label=" F ", divergent=true, color="#b34a00:#b34a00"];
	B1 -> B2 [label="", penwidth=2, unstructured=true, dir=both, arrowtail=odot, arrowsize=0.9];
	B2 -> B4 [label="", penwidth=2];
	B4 -> B2 [label=" T ", divergent=true, color="#b34a00:#b34a00", back=true, style=dashed];
	B4 -> B5 [label=" F ", divergent=true, color="#b34a00:#b34a00"];
$ reconverge -b -q -e 'export u.dot' -e 'export u.json' $SAMPLES/bitonic_sort.amdgcn.ll && cat u.dot u.json | grep -c 'unstructured=\|ring where\|"unstructured": true'
0
? 1
# What melding a region would bring stands in the tree of regions.
$ reconverge -b -q -e 'export r.dot regions' -e 'export r.json regions' $SAMPLES/bitonic_sort.amdgcn.ll && grep -o '^	R[0-9]* .label\|profit=.*\|refusal=.*' r.dot; grep '"profit"' r.json
	R0 [label
	R1 [label
	R2 [label
	R3 [label
refusal="one arm is empty: a successor post-dominates the other (B10)"];
	R4 [label
profit=276];
	R5 [label
refusal="one arm is empty: a successor post-dominates the other (B10)"];
	R6 [label
refusal="one arm is empty: a successor post-dominates the other (B10)"];
   "profit": null,
   "profit": null,
   "profit": null,
   "profit": null,
   "profit": 276,
   "profit": null,
   "profit": null,
