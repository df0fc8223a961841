# Table I of CFM and DARM over CFM's synthetic kernels: how many divergent branches
# each technique leaves of those in the kernel. Tail merging shares code in SB1, SB2
# and SB3, and leaves every branch; branch fusion removes that of SB1 and SB1-R. The
# ways of SB4 and SB4-R, which are not in the table, end in the same sum. A mark = says
# that the code has as many instructions as before.
$ for s in sb1 sb1r sb2 sb2r sb3 sb3r sb4 sb4r; do for t in amdgcn nvptx64; do for how in tailmerge 'darm mode=branch-fusion' 'darm mode=cfm' 'darm mode=darm'; do reconverge -b --json -e 'set decide=static judge=table' -e 'score P0' -e "$how" -e 'check seeds=1' -e 'score P0' $SAMPLES/$s.$t.ll; done | python3 -c 'import json, sys; told = [json.loads(line) for line in sys.stdin]; of = [[row for answer in told[k : k + 5] if "revisions" in answer for row in answer["revisions"]] for k in range(0, 20, 5)]; print(sys.argv[1], of[0][0]["divergent"], "branches, left:", *(str(rows[-1]["divergent"]) + ("" if rows[-1]["insts"] < rows[0]["insts"] else "=") for rows in of), *(a["verdict"] for a in told if "verdict" in a and a["verdict"] != "same"))' $s.$t; done; done
sb1.amdgcn 1 branches, left: 1 0 0 0
sb1.nvptx64 1 branches, left: 1 0 0 0
sb1r.amdgcn 1 branches, left: 1= 0 0 0
sb1r.nvptx64 1 branches, left: 1= 0 0 0
sb2.amdgcn 3 branches, left: 3 3= 1 1
sb2.nvptx64 3 branches, left: 3 3= 1 1
sb2r.amdgcn 3 branches, left: 3= 3= 1 1
sb2r.nvptx64 3 branches, left: 3= 3= 1 1
sb3.amdgcn 5 branches, left: 5 5= 2 2
sb3.nvptx64 5 branches, left: 5 5= 2 2
sb3r.amdgcn 5 branches, left: 5= 5= 2 2
sb3r.nvptx64 5 branches, left: 5= 5= 2 2
sb4.amdgcn 5 branches, left: 5 5= 1 1
sb4.nvptx64 5 branches, left: 5 5= 1 1
sb4r.amdgcn 5 branches, left: 5 5= 1 1
sb4r.nvptx64 5 branches, left: 5 5= 1 1
# A tail where the threads do not meet loses; where they do, what it saves is seen.
$ reconverge -b -q -e 'set judge=table' -e 'launch grid=4 block=64 a=u32[256]:random(0,100) b=u32[256]:random(0,100) c=u32[256]:random(0,100) d=u32[256]:random(0,100)' -e tailmerge -e 'expect revision == 1 and divergent == 1 and warp-cycles < warp-cycles(P0)' $SAMPLES/sb1.amdgcn.ll
$ reconverge -b -q -e 'set decide=static judge=table' -e 'launch grid=4 block=64 a=u32[256]:random(0,100) b=u32[256]:random(0,100) c=u32[256]:random(0,100) d=u32[256]:random(0,100)' -e tailmerge -e 'expect warp-cycles > warp-cycles(P0)' -e 'linearize when=always' -e 'expect warp-cycles < warp-cycles(P0)' -e 'check seeds=2' $SAMPLES/sb2.amdgcn.ll
# A block names whose tails.
$ reconverge -b -e 'set decide=static judge=table' -e 'tailmerge B3' -e 'tailmerge B3' $SAMPLES/sb3.amdgcn.ll
decide=static
judge=table
P1: tailmerge B3: -116 static cycles, -1 block, -3 instructions
  B3: merges the tails of B7 and B11, 6 instructions, 4 phis, saves 0 cycles, adds 32: the threads do not meet there, but 'linearize' may let them
tailmerge: no two blocks behind a divergent branch have a tail worth merging; still P1
