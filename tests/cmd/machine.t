# The machine's view: machine.

$ cp $srcdir/tests/cmd/small.ll .

$ reconverge -b -f diamond -e machine small.ll
@diamond in P0 for gfx906, by LLVM {{[0-9.]+}}
block  name {{[ a-z]+}}IR  machine  {{.*}}
B0     entry{{[ 0-9]+}}
B1     then{{[ 0-9]+}}
B2     else{{[ 0-9]+}}
B3     join{{[ 0-9]+}}
-      (no block){{[ 0-9]+}}
-      (all){{[ 0-9]+}}

name {{ +}}amount  unit       kind     what
vgprs{{ +[0-9]+}}  registers  machine  vector registers of a lane
sgprs{{ +[0-9]+}}  registers  machine  scalar registers of a warp
scratch{{ +[0-9]+}}  bytes      machine  private memory of a lane
shared{{ +[0-9]+}}  bytes      machine  memory that a block shares (LDS)
code{{ +[0-9]+}}  bytes      machine  length of the code
waves{{ +[0-9]+}}  warps      machine  the most warps at once on a SIMD of AMD's GPUs
$ reconverge -b -f helper -e machine small.ll
@helper in P0 for gfx906, by LLVM {{[0-9.]+}}
block  name {{[ a-z]+}}IR  machine  {{.*}}
B0     0{{[ 0-9]+}}
-      (no block){{[ 0-9]+}}
-      (all){{[ 0-9]+}}

name {{ +}}amount  unit       kind     what
vgprs{{ +[0-9]+}}  registers  machine  vector registers of a lane
sgprs{{ +[0-9]+}}  registers  machine  scalar registers of a warp
scratch{{ +[0-9]+}}  bytes      machine  private memory of a lane
code{{ +[0-9]+}}  bytes      machine  length of the code
$ reconverge -b -f diamond -e 'set decide=static judge=table steps=fine' -e meld -e 'machine P0 P1' small.ll
decide=static
judge=table
steps=fine
P1: meld: -640 static cycles, -1 divergent branch, +1 block
  B0: melds B1 with B2, 3 aligned, MP_S 0.50, saved 48, selects 20, branches cost 44 less, net 72 cycles guessed
@diamond for gfx906, by LLVM {{[0-9.]+}}
machine {{ +}}P0 {{ +}}P1  change
instructions{{ +m [-+.%0-9 ]+}}instructions of all classes
vector{{ +m [-+.%0-9 ]+}}vector instructions of 32 bits or less a lane
...
scalar{{ +m [-+.%0-9 ]+}}scalar instructions, which a warp runs once
vmem{{ +m [-+.%0-9 ]+}}vector memory instructions: global, flat, scratch
smem{{ +m [-+.%0-9 ]+}}scalar and constant memory instructions
branch{{ +m [-+.%0-9 ]+}}branches, joins, calls and the ends of the program
wait{{ +m [-+.%0-9 ]+}}waits, barriers and pauses
vgprs{{ +m [-+.%0-9 ]+}}vector registers of a lane
sgprs{{ +m [-+.%0-9 ]+}}scalar registers of a warp
code{{ +m [-+.%0-9 ]+}}length of the code
waves{{ +m [-+.%0-9 ]+}}the most warps at once on a SIMD of AMD's GPUs
# What is counted for blocks and for none is all that there is.
$ cat >sums.py
> import json, sys
> got = json.load(sys.stdin)
> for key, value in got["total"].items():
>     if key != "ir":
>         parts = [block[key] for block in got["blocks"]] + [got["rest"][key]]
>         assert sum(parts) == value, (key, parts, value)
> assert all(size["kind"] == "machine" for size in got["sizes"])
> names = " ".join(size["name"] for size in got["sizes"])
> assert ("virtual" in names) == ("remark" in got), (names, got.get("remark"))
> print(names)
$ reconverge -b --json -e machine $SAMPLES/srad.amdgcn.ll | python3 sums.py
vgprs sgprs scratch shared code waves
$ reconverge -b --json -e machine $SAMPLES/srad.nvptx64.ll | python3 sums.py
{{(virtual-|registers).*shared.*}}
$ reconverge -b -f diamond -e machine -e 'export m.txt machine' -e 'export m.json machine' small.ll >said
$ tail -n +2 m.txt >told; sed '$d' said | head -n -1 | diff - told
$ python3 -c 'import json; m = json.load(open("m.json")); print(m["what"], m["revision"], m["blocks"][0]["block"], m["sizes"][0]["name"])'
machine P0 B0 vgprs
$ reconverge -b -e 'machine P7' small.ll
! reconverge: -e:1: no revision P7: there is only P0
!   machine P7
!           ^
? 2
# A function that the code generator cannot compile; the session goes on.
$ reconverge -b --keep-going -e machine -e 'function g' -e machine -
> target triple = "amdgcn-amd-amdhsa"
> define void @f(ptr addrspace(1) %p) {
>   %r = call float asm "no", "={no}"()
>   store float %r, ptr addrspace(1) %p
>   ret void
> }
> define void @g() {
>   ret void
> }
selected @g
@g in P0 for gfx906, by LLVM {{[0-9.]+}}
block  name {{[ a-z]+}}IR  machine  {{.*}}
B0     0{{[ 0-9]+}}
-      (no block){{[ 0-9]+}}
-      (all){{[ 0-9]+}}

name {{ +}}amount  unit       kind     what
vgprs{{ +[0-9]+}}  registers  machine  vector registers of a lane
sgprs{{ +[0-9]+}}  registers  machine  scalar registers of a warp
scratch{{ +[0-9]+}}  bytes      machine  private memory of a lane
code{{ +[0-9]+}}  bytes      machine  length of the code
! reconverge: -e:1: no machine code for gfx906: couldn't allocate output register for constraint '{no}'
!   machine
!   ^
? 2

# Registers of PTX are virtual, and the text says so.
$ reconverge -b --mcpu=sm_30 -e machine $SAMPLES/bitonic_sort.nvptx64.ll
@bitonic_sort in P0 for sm_30, by LLVM {{[0-9.]+}}
block  name {{[ a-z]+}}IR  machine  {{.*}}
B0     entry{{[ 0-9]+}}
B1     for.cond{{[ 0-9]+}}
B2     for.body{{[ 0-9]+}}
B3     for.cond4{{[ 0-9]+}}
B4     for.body7{{[ 0-9]+}}
B5     if.then{{[ 0-9]+}}
B6     if.then10{{[ 0-9]+}}
B7     if.then16{{[ 0-9]+}}
B8     if.else{{[ 0-9]+}}
B9     if.then28{{[ 0-9]+}}
B10    if.end35{{[ 0-9]+}}
B11    for.inc37{{[ 0-9]+}}
B12    for.end39{{[ 0-9]+}}
-      (no block){{[ 0-9]+}}
-      (all){{[ 0-9]+}}

name {{ +}}amount  unit       kind     what
virtual-pred{{ +[0-9]+}}  registers  machine  virtual registers of PTX for conditions; ptxas assigns real ones
virtual-32{{ +[0-9]+}}  registers  machine  virtual registers of 32 bits
virtual-64{{ +[0-9]+}}  registers  machine  virtual registers of 64 bits
shared{{ +[0-9]+}}  bytes      machine  memory that a block shares (LDS)
virtual registers only: ptxas is not installed
# Debug info of DWARF 5 is not in the way of the code generator.
$ reconverge -b -q -e machine $srcdir/doc/tutorial/roots.ll | sed 1q
@roots in P0 for gfx906, by LLVM {{[0-9.]+}}
