# The commands that write files: write, emit, export, journal; and -o.

$ cp $srcdir/tests/cmd/small.ll .

$ reconverge -b -f diamond -e meld -e 'write out.ll' -e 'write out.bc' small.ll && grep -c '^define' out.ll && reconverge -b -e functions out.bc
P1: meld: -640 cycles, -1 divergent branch, +1 block
  B0: melds B1 with B2, 3 aligned, MP_S 0.50, saved 48, selects 20, branches -44, net 72
wrote out.ll: P1
wrote out.bc: P1
3
   function  kind    blocks  insts  branches  divergent
   @diamond  kernel       5     17         0          0
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
P1: darm: -704 cycles, -1 divergent branch, -3 blocks, -4 instructions
  B0: melds B1 with B2, 3 aligned, MP_S 0.50, saved 48, selects 20, branches -44, net 72
$ reconverge -o out.bc small.ll && reconverge -b -f loopy -e 'expect loops==1' out.bc
holds: loops (1) == 1
# Every drawing in every format; what is written again is the same.
$ for w in cfg regions dominators matrix history; do for s in txt json dot; do reconverge -b -f diamond -e meld -e undo -e "export x.$s $w" small.ll | tail -1 && test -s x.$s && cp x.$s y.$s && reconverge -b -q -f diamond -e meld -e undo -e "export x.$s $w" small.ll && cmp x.$s y.$s; done; done
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
# As text it is the picture that cfg draws.
$ reconverge -b -q -f loopy -e 'export g.txt' small.ll && reconverge -b -f loopy -e cfg small.ll | cmp - g.txt
$ reconverge -b -q -f diamond -e 'export g.dot' small.ll && cat g.dot
digraph "diamond" {
	node [shape=box, fontname=monospace];
	edge [fontname=monospace];
	B0 [label="B0 entry\l6 instructions\l", region=R1, branch=divergent, peripheries=2, color="#d75f00"];
	B1 [label="B1 then\l5 instructions\l", region=R1, branch=none, under_divergence=true, style=bold];
	B2 [label="B2 else\l5 instructions\l", region=R1, branch=none, under_divergence=true, style=bold];
	B3 [label="B3 join\l1 instructions\l", region=R0, branch=none];
	B0 -> B1 [label="T"];
	B0 -> B2 [label="F"];
	B1 -> B3 [label=""];
	B2 -> B3 [label=""];
}
$ reconverge -b -q -f diamond -e 'export r.dot regions' small.ll && cat r.dot
digraph "diamond" {
	node [shape=box, fontname=monospace];
	edge [fontname=monospace];
	R0 [label="R0\lB0 to return\l4 blocks\l", peripheries=2, branch=divergent];
	R1 [label="R1\lB0 to B3\l3 blocks\l", peripheries=2, branch=divergent];
	R0 -> R1;
}
$ reconverge -b -q -f diamond -e 'export d.dot dominators' small.ll && cat d.dot
digraph "diamond" {
	node [shape=box, fontname=monospace];
	edge [fontname=monospace];
	B0;
	B0 -> B3 [style=dashed, constraint=false, kind=postdominator];
	B1;
	B0 -> B1;
	B1 -> B3 [style=dashed, constraint=false, kind=postdominator];
	B2;
	B0 -> B2;
	B2 -> B3 [style=dashed, constraint=false, kind=postdominator];
	B3;
	B0 -> B3;
}
$ reconverge -b -q -f diamond -e 'export m.dot matrix B0' small.ll && grep -c bgcolor m.dot
5
$ reconverge -b -q -f diamond -e 'export m.txt matrix then else' small.ll && cat m.txt
@diamond  kernel, amdgcn gfx906, P0: 4 blocks, 17 instructions, 1 of 1 branch divergent
matrix: rows B1, columns B2, best score of the parts before, [path]
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
	node [shape=box, fontname=monospace];
	edge [fontname=monospace];
	P0 [label="P0 load\l908 cycles, 2 divergent\l", peripheries=2];
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
  P0  load  908 cycles, 2 divergent  in @loopy
  ├─ P1  meld  -640 cycles  -1 divergent  +1 blocks  in @diamond
* P2  pass instcombine  +8 cycles  in @diamond
$ reconverge -b -e 'journal -' small.ll | grep -v '^#'
function 'loopy'
