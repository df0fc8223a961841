# Places in the source, of a module of two files that was compiled with -g: what
# was inlined has the chain of calls behind it.

$ cp $srcdir/tests/cmd/blur.* .
$ reconverge -b -e divergence -e 'why B1' -e 'show B1' -e 'candidates tries=0' blur.ll
@_ZN3img4blurIiEEvPT_PKS1_i (void img::blur<int>(int*, int const*, int))  kernel, amdgcn gfx906, P0: 6 blocks, 23 instructions, 2 of 2 branches divergent
◆ B0 3  R1  blur.hip:9  %4 -> %5
◆ B1 6  R2  blur.h:5 from blur.hip:10  %4 -> %7 -> %8 -> %9 -> %10
2 of 2 branches and 17 of 26 values diverge
B1 at blur.h:5 from blur.hip:10: br i1 %10, label %11, label %16
divergent branch on %10
  1. %10 = icmp sgt i32 %9, %2
     in B1 at blur.h:5 from blur.hip:10: has a divergent operand
  2. %9 = load i32, ptr addrspace(1) %8, align 4
     in B1 at blur.hip:10: has a divergent operand
  3. %8 = getelementptr inbounds nuw i32, ptr addrspace(1) %1, i64 %7
     in B1 at blur.hip:10: has a divergent operand
  4. %7 = zext nneg i32 %4 to i64
     in B1 at blur.hip:10: has a divergent operand
  5. %4 = tail call i32 @llvm.amdgcn.workitem.id.x()
     in B0 at blur.hip:7: a source of divergence on this target
B1 6  in @img::blur<int>, P0, region R2, at blur.h:5 from blur.hip:10: 5 instructions, 372 cycles, 224 bits alive
  from B0
  to   B2 B3
    4 ◆ %7 = zext nneg i32 %4 to i64  ; blur.hip:10
   16 ◆ %8 = getelementptr inbounds nuw i32, ptr addrspace(1) %1, i64 %7
  320 ◆ %9 = load i32, ptr addrspace(1) %8, align 4
    4 ◆ %10 = icmp sgt i32 %9, %2  ; blur.h:5 from blur.hip:10
   28 ◆ br i1 %10, label %11, label %16
◆ B1   R2   6                    blur.h:5 from blur.hip:10  refused: MP_S is below the threshold (B3 at blur.h:7 from blur.hip:10)
◆ 1 guard (B0)  nothing to meld: 'candidates fold=no' lists them
0 of 2 divergent branches in @img::blur<int> can be melded
$ reconverge -b -f _Z5edgesPiPKi -e 'candidates tries=0' -e 'metrics blocks' -e 'metrics branches' -e 'trace count=3' blur.ll
◆ B0   R1   2                    blur.hip:20  meld  MP_S 0.50  saved 20  selects 12  branches -44  net +52 cycles guessed
1 of 1 divergent branches in @edges can be melded
no launch was given, guessed: launch grid=1 block=256 seed=1 0=i32[512]:zero 1=i32[512]:random(0,100)
block      source       warps  lanes    used  cycles  share
B0     2   blur.hip:20      4    256  100.0%    1520  25.5%
B1     9   blur.hip:21      4    128   50.0%    1504  25.3%
B2     15  blur.hip:23      4    128   50.0%    1504  25.3%
B3     21  blur.hip:24      4    256  100.0%    1424  23.9%
B0 at blur.hip:20 %8: 4 warps, 4 split (100.0%)
  T -> B2: 4 warps, 128 lanes (50.0%)
  F -> B1: 4 warps, 128 lanes (50.0%)
warp 0 of block 0
step  cycle  depth  active  lanes             block        source
   0      0      1      64  ffffffffffffffff  B0     2     blur.hip:20
   1    380      3      32  ab86093af4959735  B2     15    blur.hip:23
   2    756      2      32  5479f6c50b6a68ca  B1     9     blur.hip:21
4 steps in all; 'trace from=3' goes on
$ reconverge -b -e source blur.ll
blur.hip
    7   B0                       int i = __builtin_amdgcn_workitem_id_x();
    9 ◆ B0                       if (i < n)
   10   B1,B4                        out[i] = step<T>(in[i], n);
   11   B5                   }
./blur.h
    5 ◆ B1                       if (x > k)
    6   B2                           return x * 7 / (k + 1) + x;
    7   B3                       return x * 5 / (k + 3) - k;
$ reconverge -b --json -e divergence -e 'show B2' -e 'candidates tries=0' blur.ll
{"command": "divergence", "ok": true, "branches": [{"block": "B0", "region": "R1", "condition": "%5", "chain": [{"place": {"file": "blur.hip", "line": 9, "column": 8}, "value": "%5", "block": "B0", "cause": "operand", "text": "%5 = icmp slt i32 %4, %2"}, {"place": {"file": "blur.hip", "line": 7, "column": 10}, "value": "%4", "block": "B0", "cause": "source", "text": "%4 = tail call i32 @llvm.amdgcn.workitem.id.x()"}], "place": {"file": "blur.hip", "line": 9, "column": 8}}, {"block": "B1", "region": "R2", "condition": "%10", "chain": [{"place": {"file": "./blur.h", "line": 5, "column": 8, "inlined_at": {"file": "blur.hip", "line": 10, "column": 12}}, "value": "%10", "block": "B1", "cause": "operand", "text": "%10 = icmp sgt i32 %9, %2"}, {"place": {"file": "blur.hip", "line": 10, "column": 20}, "value": "%9", "block": "B1", "cause": "operand", "text": "%9 = load i32, ptr addrspace(1) %8, align 4"}, {"place": {"file": "blur.hip", "line": 10, "column": 20}, "value": "%8", "block": "B1", "cause": "operand", "text": "%8 = getelementptr inbounds nuw i32, ptr addrspace(1) %1, i64 %7"}, {"place": {"file": "blur.hip", "line": 10, "column": 20}, "value": "%7", "block": "B1", "cause": "operand", "text": "%7 = zext nneg i32 %4 to i64"}, {"place": {"file": "blur.hip", "line": 7, "column": 10}, "value": "%4", "block": "B0", "cause": "source", "text": "%4 = tail call i32 @llvm.amdgcn.workitem.id.x()"}], "place": {"file": "./blur.h", "line": 5, "column": 8, "inlined_at": {"file": "blur.hip", "line": 10, "column": 12}}}], "temporal": [], "divergent_branches": 2, "all_branches": 2, "divergent_values": 17}
{"command": "show B2", "ok": true, "block": "B2", "name": "11", "region": "R2", "loop": null, "place": {"file": "./blur.h", "line": 6, "column": 3, "inlined_at": {"file": "blur.hip", "line": 10, "column": 12}}, "cycles": 200, "kinds": {"cycles": {"unit": "cycles", "kind": "static"}}, "comment": null, "preds": ["B1"], "succs": ["B4"], "origins": [], "insts": [{"text": "%12 = mul nsw i32 %9, 7", "divergent": true, "cycles": 16, "line": 6, "place": {"file": "./blur.h", "line": 6, "column": 12, "inlined_at": {"file": "blur.hip", "line": 10, "column": 12}}}, {"text": "%13 = add nuw nsw i32 %2, 1", "divergent": false, "cycles": 4, "line": 6, "place": {"file": "./blur.h", "line": 6, "column": 21, "inlined_at": {"file": "blur.hip", "line": 10, "column": 12}}}, {"text": "%14 = udiv i32 %12, %13", "divergent": true, "cycles": 160, "line": 6, "place": {"file": "./blur.h", "line": 6, "column": 16, "inlined_at": {"file": "blur.hip", "line": 10, "column": 12}}}, {"text": "%15 = add nuw nsw i32 %14, %9", "divergent": true, "cycles": 4, "line": 6, "place": {"file": "./blur.h", "line": 6, "column": 26, "inlined_at": {"file": "blur.hip", "line": 10, "column": 12}}}, {"text": "br label %21", "divergent": false, "cycles": 16, "line": 6, "place": {"file": "./blur.h", "line": 6, "column": 3, "inlined_at": {"file": "blur.hip", "line": 10, "column": 12}}}]}
{"command": "candidates tries=0", "ok": true, "candidates": [{"place": {"file": "blur.hip", "line": 9, "column": 8}, "entry": "B0", "exit": "B5", "region": "R1", "meldable": false, "block_place": {"file": "blur.hip", "line": 11, "column": 1}, "reason": "one arm is empty: a successor post-dominates the other", "block": "B5", "inst": null, "step": null, "best": null, "tried": null}, {"place": {"file": "./blur.h", "line": 5, "column": 8, "inlined_at": {"file": "blur.hip", "line": 10, "column": 12}}, "entry": "B1", "exit": "B4", "region": "R2", "meldable": false, "block_place": {"file": "./blur.h", "line": 7, "column": 2, "inlined_at": {"file": "blur.hip", "line": 10, "column": 12}}, "reason": "MP_S is below the threshold", "block": "B3", "inst": null, "step": null, "best": null, "tried": null}], "guards": ["B0"], "loop_exits": [], "function": "_ZN3img4blurIiEEvPT_PKS1_i", "body": null, "profile": null, "meldable": 0, "rejected": 0, "possible": 0, "tried": 0, "blind": null, "linear": [], "ifs": [], "nests": []}
$ reconverge -b -q -e 'export b.dot' -e 'export b.svg' blur.ll; grep -o 'B[0-9] .label.*source="[^,]*, tooltip="[^"]*"' b.dot | sed 's/label.*source/source/'; grep -c 'xlink:title="blur.h:[0-9] from blur.hip:1[0-9]"' b.svg; grep -o '<b>@.*</b>' b.dot
B5 [source="blur.hip:11", tooltip="blur.hip:11"
B0 [source="blur.hip:9", tooltip="blur.hip:9"
B4 [source="blur.hip:10", tooltip="blur.hip:10"
B1 [source="blur.h:5 from blur.hip:10", tooltip="blur.h:5 from blur.hip:10"
B2 [source="blur.h:6 from blur.hip:10", tooltip="blur.h:6 from blur.hip:10"
B3 [source="blur.h:7 from blur.hip:10", tooltip="blur.h:7 from blur.hip:10"
3
<b>@img::blur&lt;int&gt;</b>
$ reconverge -b --json -e 'trace count=2' -e 'metrics blocks' blur.ll
{"command": "trace count=2", "ok": true, "guessed": "grid=1 block=256 seed=1 0=i32[256]:zero 1=i32[256]:random(0,100) 2=256", "function": "_ZN3img4blurIiEEvPT_PKS1_i", "revision": "P0", "seed": 1, "warp": 0, "block": 0, "from": 0, "steps": 5, "kinds": {"cycle": {"unit": "cycles", "kind": "simulated"}}, "fault": null, "trace": [{"cycle": 0, "depth": 1, "active": 64, "lanes": "ffffffffffffffff", "block": "B0", "function": "_ZN3img4blurIiEEvPT_PKS1_i", "place": {"file": "blur.hip", "line": 9, "column": 8}, "stack": [{"lanes": "ffffffffffffffff", "at": "B0", "until": null, "function": "_ZN3img4blurIiEEvPT_PKS1_i"}]}, {"cycle": 36, "depth": 1, "active": 64, "lanes": "ffffffffffffffff", "block": "B1", "function": "_ZN3img4blurIiEEvPT_PKS1_i", "place": {"file": "./blur.h", "line": 5, "column": 8, "inlined_at": {"file": "blur.hip", "line": 10, "column": 12}}, "stack": [{"lanes": "ffffffffffffffff", "at": "B1", "until": null, "function": "_ZN3img4blurIiEEvPT_PKS1_i"}]}]}
{"command": "metrics blocks", "ok": true, "function": "_ZN3img4blurIiEEvPT_PKS1_i", "revision": "P0", "seed": 1, "blocks": [{"function": "_ZN3img4blurIiEEvPT_PKS1_i", "block": "B1", "name": "6", "place": {"file": "./blur.h", "line": 5, "column": 8, "inlined_at": {"file": "blur.hip", "line": 10, "column": 12}}, "warps": 4, "lanes": 256, "utilization": 1.0, "cycles": 1488}, {"function": "_ZN3img4blurIiEEvPT_PKS1_i", "block": "B4", "name": "21", "place": {"file": "blur.hip", "line": 10, "column": 3}, "warps": 4, "lanes": 256, "utilization": 1.0, "cycles": 1424}, {"function": "_ZN3img4blurIiEEvPT_PKS1_i", "block": "B3", "name": "16", "place": {"file": "./blur.h", "line": 7, "column": 2, "inlined_at": {"file": "blur.hip", "line": 10, "column": 12}}, "warps": 4, "lanes": 256, "utilization": 1.0, "cycles": 752}, {"function": "_ZN3img4blurIiEEvPT_PKS1_i", "block": "B0", "name": "3", "place": {"file": "blur.hip", "line": 9, "column": 8}, "warps": 4, "lanes": 256, "utilization": 1.0, "cycles": 144}, {"function": "_ZN3img4blurIiEEvPT_PKS1_i", "block": "B5", "name": "24", "place": {"file": "blur.hip", "line": 11, "column": 1}, "warps": 4, "lanes": 256, "utilization": 1.0, "cycles": 64}, {"function": "_ZN3img4blurIiEEvPT_PKS1_i", "block": "B2", "name": "11", "place": {"file": "./blur.h", "line": 6, "column": 3, "inlined_at": {"file": "blur.hip", "line": 10, "column": 12}}, "warps": 0, "lanes": 0, "utilization": null, "cycles": 0}], "kinds": {"cycles": {"unit": "cycles", "kind": "simulated"}}}
$ reconverge -b -q -e 'set decide=static judge=table' -e 'lesson less' blur.ll; sed -n '/label="The source"/,/<.pre>/p' less/index.html; grep -o '<summary>B.*</summary>' less/index.html; grep '<h1>' less/index.html
<div class="wide" tabindex="0" role="group" aria-label="The source">
<pre>    …
<span data-line="0:4">    4   template &lt;typename T&gt;</span>
<span data-line="0:5">    5   __attribute__((global)) void blur(T *out, const T *in, int n)</span>
<span data-line="0:6">    6   {</span>
<span data-line="0:7">    7       int i = __builtin_amdgcn_workitem_id_x();  <span class="note">B0</span></span>
<span data-line="0:8">    8   </span>
<span data-line="0:9">    9 <b class="bad">◆     if (i &lt; n)</b>  <span class="note">B0</span></span>
<span data-line="0:10">   10           out[i] = step&lt;T&gt;(in[i], n);  <span class="note">B1 B4</span></span>
<span data-line="0:11">   11   }  <span class="note">B5</span></span>
<span data-line="0:12">   12   template __attribute__((global)) void blur&lt;int&gt;(int *, const int *, int);</span>
<span data-line="0:13">   13   }</span>
<span data-line="0:14">   14   </span>
</pre>
<div class="wide" tabindex="0" role="group" aria-label="The source">
<pre>    …
<span data-line="1:2">    2   /* What one pixel becomes. */</span>
<span data-line="1:3">    3   template &lt;typename T&gt; static inline __attribute__((device)) T step(T x, T k)</span>
<span data-line="1:4">    4   {</span>
<span data-line="1:5">    5 <b class="bad">◆     if (x &gt; k)</b>  <span class="note">B1</span></span>
<span data-line="1:6">    6           return x * 7 / (k + 1) + x;  <span class="note">B2</span></span>
<span data-line="1:7">    7       return x * 5 / (k + 3) - k;  <span class="note">B3</span></span>
<span data-line="1:8">    8   }</span>
</pre>
<summary>B0 3 at blur.hip:9</summary>
<summary>B1 6 at blur.h:5 from blur.hip:10</summary>
<h1>How void img::blur&lt;int&gt;(int*, int const*, int) was transformed</h1>
$ rm blur.h; reconverge -b -q -e 'set decide=static judge=table' -e 'lesson bare' blur.ll; grep 'blur.h</code>:' bare/index.html
<p><code>./blur.h</code>: cannot be read.</p>
# Remarks: what became of the divergent branches of all functions.
$ cp $srcdir/tests/cmd/blur.h .
$ reconverge -b -q -e 'darm @* decide=static judge=table' -e remarks -e 'remarks b.yaml' -e 'remarks b.sarif' -e 'remarks b.txt' blur.ll; r=$(command -v llvm-remarkutil-22 || echo true); $r yaml2bitstream b.yaml -o b.opt && echo LLVM reads it
@img::blur<int> B0 at blur.hip:9: threads diverge here: one arm is empty: a successor post-dominates the other
@img::blur<int> B1 at blur.h:5 from blur.hip:10: threads diverge here: MP_S is below the threshold
@edges at blur.hip:15: divergent branches 1 -> 0, blocks 4 -> 1
@edges B0 at blur.hip:20: threads no longer diverge here
wrote b.yaml: 4 remarks
wrote b.sarif: 4 remarks
LLVM reads it
! reconverge: -e:1: remarks: 'b.txt' does not end in one of .yaml, .sarif
!   remarks b.txt
!           ^
$ cat b.yaml
--- !Missed
Pass: reconverge
Name: Divergent
DebugLoc: { File: 'blur.hip', Line: 9, Column: 8 }
Function: '_ZN3img4blurIiEEvPT_PKS1_i'
Args:
  - String: '@img::blur<int>: threads diverge here: one arm is empty: a successor post-dominates the other'
\...
--- !Missed
Pass: reconverge
Name: Divergent
DebugLoc: { File: './blur.h', Line: 5, Column: 8 }
Function: '_ZN3img4blurIiEEvPT_PKS1_i'
Args:
  - String: '@img::blur<int>: threads diverge here: MP_S is below the threshold'
\...
--- !Passed
Pass: reconverge
Name: Changed
DebugLoc: { File: 'blur.hip', Line: 15, Column: 0 }
Function: '_Z5edgesPiPKi'
Args:
  - String: '@edges: divergent branches 1 -> 0, blocks 4 -> 1'
\...
--- !Passed
Pass: reconverge
Name: Reconverged
DebugLoc: { File: 'blur.hip', Line: 20, Column: 6 }
Function: '_Z5edgesPiPKi'
Args:
  - String: '@edges: threads no longer diverge here'
\...
$ cat b.sarif
{
 "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
 "version": "2.1.0",
 "runs": [
  {
   "tool": {
    "driver": {
     "name": "reconverge",
     "version": "0.1.0",
     "rules": [
      {
       "id": "Changed",
       "shortDescription": {
        "text": "a function was changed, and this is what its counts became"
       }
      },
      {
       "id": "Reconverged",
       "shortDescription": {
        "text": "threads diverged at this branch and no longer do"
       }
      },
      {
       "id": "Divergent",
       "shortDescription": {
        "text": "threads of a warp diverge at this branch"
       }
      }
     ]
    }
   },
   "results": [
    {
     "ruleId": "Divergent",
     "kind": "fail",
     "level": "note",
     "message": {
      "text": "@img::blur<int>: threads diverge here: one arm is empty: a successor post-dominates the other"
     },
     "locations": [
      {
       "physicalLocation": {
        "artifactLocation": {
         "uri": "blur.hip"
        },
        "region": {
         "startLine": 9,
         "startColumn": 8
        }
       },
       "logicalLocations": [
        {
         "fullyQualifiedName": "_ZN3img4blurIiEEvPT_PKS1_i",
         "kind": "function"
        }
       ]
      }
     ]
    },
    {
     "ruleId": "Divergent",
     "kind": "fail",
     "level": "note",
     "message": {
      "text": "@img::blur<int>: threads diverge here: MP_S is below the threshold"
     },
     "locations": [
      {
       "physicalLocation": {
        "artifactLocation": {
         "uri": "blur.h"
        },
        "region": {
         "startLine": 5,
         "startColumn": 8
        }
       },
       "logicalLocations": [
        {
         "fullyQualifiedName": "_ZN3img4blurIiEEvPT_PKS1_i",
         "kind": "function"
        }
       ]
      }
     ],
     "relatedLocations": [
      {
       "physicalLocation": {
        "artifactLocation": {
         "uri": "blur.hip"
        },
        "region": {
         "startLine": 10,
         "startColumn": 12
        }
       },
       "message": {
        "text": "inlined here"
       }
      }
     ]
    },
    {
     "ruleId": "Changed",
     "kind": "pass",
     "level": "none",
     "message": {
      "text": "@edges: divergent branches 1 -> 0, blocks 4 -> 1"
     },
     "locations": [
      {
       "physicalLocation": {
        "artifactLocation": {
         "uri": "blur.hip"
        },
        "region": {
         "startLine": 15
        }
       },
       "logicalLocations": [
        {
         "fullyQualifiedName": "_Z5edgesPiPKi",
         "kind": "function"
        }
       ]
      }
     ]
    },
    {
     "ruleId": "Reconverged",
     "kind": "pass",
     "level": "none",
     "message": {
      "text": "@edges: threads no longer diverge here"
     },
     "locations": [
      {
       "physicalLocation": {
        "artifactLocation": {
         "uri": "blur.hip"
        },
        "region": {
         "startLine": 20,
         "startColumn": 6
        }
       },
       "logicalLocations": [
        {
         "fullyQualifiedName": "_Z5edgesPiPKi",
         "kind": "function"
        }
       ]
      }
     ]
    }
   ],
   "columnKind": "utf16CodeUnits"
  }
 ]
}
$ reconverge -b --json -e remarks blur.ll
{"command": "remarks", "ok": true, "remarks": [{"function": "_ZN3img4blurIiEEvPT_PKS1_i", "block": "B0", "title": "Divergent", "done": false, "text": "threads diverge here: one arm is empty: a successor post-dominates the other", "place": {"file": "blur.hip", "line": 9, "column": 8}}, {"function": "_ZN3img4blurIiEEvPT_PKS1_i", "block": "B1", "title": "Divergent", "done": false, "text": "threads diverge here: MP_S is below the threshold", "place": {"file": "./blur.h", "line": 5, "column": 8, "inlined_at": {"file": "blur.hip", "line": 10, "column": 12}}}, {"function": "_Z5edgesPiPKi", "block": "B0", "title": "Divergent", "done": false, "text": "threads diverge here: no step that was taken changes this; melding would save 52 cycles (guessed)", "place": {"file": "blur.hip", "line": 20, "column": 6}}]}
# Functions of C++ by the names that the source has.
$ reconverge -b --keep-going -e functions -e 'function blur' -e 'function img::blur<int>' -e 'function "edges(int*, int const*)"' -e 'function edges' -e 'function blurs' blur.ll
   function                     kind    blocks  insts  branches  divergent  in C++
*  @_ZN3img4blurIiEEvPT_PKS1_i  kernel       6     23         2          2  void img::blur<int>(int*, int const*, int)
   @_Z5edgesPiPKi               kernel       4     23         1          1  edges(int*, int const*)
   @_Z5edgesPf                  kernel       1      5         0          0  edges(float*)
selected @img::blur<int>(int*, int const*, int)
selected @img::blur<int>(int*, int const*, int)
selected @edges(int*, int const*)
! reconverge: -e:1: several functions are called edges: @edges(int*, int const*) and @edges(float*), for example
!   function edges
!            ^
! reconverge: -e:1: no function @blurs; did you mean @blur?
!   function blurs
!            ^
? 2
$ reconverge -b --json -e functions -e 'function blur<int>' blur.ll
{"command": "functions", "ok": true, "module": "blur.ll", "triple": "amdgcn-amd-amdhsa", "cpu": "gfx906", "kinds": {"blocks": {"unit": "blocks", "kind": "static"}, "insts": {"unit": "instructions", "kind": "static"}, "branches": {"unit": "branches", "kind": "static"}, "divergent": {"unit": "branches", "kind": "static"}, "loads": {"unit": "instructions", "kind": "static"}, "stores": {"unit": "instructions", "kind": "static"}, "selects": {"unit": "instructions", "kind": "static"}, "phis": {"unit": "instructions", "kind": "static"}, "cycles": {"unit": "cycles", "kind": "static"}, "peak": {"unit": "bits", "kind": "static"}}, "functions": [{"name": "_ZN3img4blurIiEEvPT_PKS1_i", "kind": "kernel", "cxx": "void img::blur<int>(int*, int const*, int)", "selected": true, "score": {"blocks": 6, "insts": 23, "branches": 2, "divergent": 2, "loads": 1, "stores": 1, "selects": 0, "phis": 1, "cycles": 1168, "peak": 224}}, {"name": "_Z5edgesPiPKi", "kind": "kernel", "cxx": "edges(int*, int const*)", "selected": false, "score": {"blocks": 4, "insts": 23, "branches": 1, "divergent": 1, "loads": 3, "stores": 1, "selects": 0, "phis": 1, "cycles": 1488, "peak": 256}}, {"name": "_Z5edgesPf", "kind": "kernel", "cxx": "edges(float*)", "selected": false, "score": {"blocks": 1, "insts": 5, "branches": 0, "divergent": 0, "loads": 0, "stores": 1, "selects": 0, "phis": 0, "cycles": 360, "peak": 128}}]}
{"command": "function blur<int>", "ok": true, "function": "_ZN3img4blurIiEEvPT_PKS1_i"}
$ reconverge -b -f blur -e 'darm @edges decide=static judge=table' -e 'darm @img::* decide=static judge=table' blur.ll
@edges(int*, int const*): P1: darm decide=static judge=table: -372 static cycles, -1 divergent branch, -3 blocks, -3 instructions
darm: 1 function changed, 0 as before, 1 without divergent branches
@img::blur<int>(int*, int const*, int): darm: no divergent region is worth melding
darm: 0 functions changed, 1 as before
# Counts of a function say where it is.
$ reconverge -b -f blur -e score -e metrics blur.ll | grep @
@img::blur<int> at blur.hip:5     loaded P0  before P0  now P0  change
@img::blur<int> at blur.hip:5         P0
$ reconverge -b --json -f blur -e score -e metrics blur.ll
{"command": "score", "ok": true, "function": "_ZN3img4blurIiEEvPT_PKS1_i", "place": {"file": "blur.hip", "line": 5, "column": 0}, "loaded": {"blocks": 6, "insts": 23, "branches": 2, "divergent": 2, "loads": 1, "stores": 1, "selects": 0, "phis": 1, "cycles": 1168, "peak": 224, "registers": 7, "unstructured": 0, "regions": 3, "loops": 0}, "parent": {"blocks": 6, "insts": 23, "branches": 2, "divergent": 2, "loads": 1, "stores": 1, "selects": 0, "phis": 1, "cycles": 1168, "peak": 224, "registers": 7, "unstructured": 0, "regions": 3, "loops": 0}, "current": {"blocks": 6, "insts": 23, "branches": 2, "divergent": 2, "loads": 1, "stores": 1, "selects": 0, "phis": 1, "cycles": 1168, "peak": 224, "registers": 7, "unstructured": 0, "regions": 3, "loops": 0}, "kinds": {"blocks": {"unit": "blocks", "kind": "static"}, "insts": {"unit": "instructions", "kind": "static"}, "branches": {"unit": "branches", "kind": "static"}, "divergent": {"unit": "branches", "kind": "static"}, "loads": {"unit": "instructions", "kind": "static"}, "stores": {"unit": "instructions", "kind": "static"}, "selects": {"unit": "instructions", "kind": "static"}, "phis": {"unit": "instructions", "kind": "static"}, "cycles": {"unit": "cycles", "kind": "static"}, "peak": {"unit": "bits", "kind": "static"}, "registers": {"unit": "registers", "kind": "static"}, "unstructured": {"unit": "edges", "kind": "static"}, "regions": {"unit": "regions", "kind": "static"}, "loops": {"unit": "loops", "kind": "static"}}}
{"command": "metrics", "ok": true, "guessed": "grid=1 block=256 seed=1 0=i32[256]:zero 1=i32[256]:random(0,100) 2=256", "function": "_ZN3img4blurIiEEvPT_PKS1_i", "place": {"file": "blur.hip", "line": 5, "column": 0}, "metrics": [{"revision": "P0", "threads": 256, "warps": 4, "warp_cycles": 3872, "slowest_warp": 968, "warp_insts": 68, "lane_insts": 4352, "utilization": 1.0, "alu_utilization": 1.0, "warp_branches": 8, "split_branches": 0, "split_warps": 0, "stack_depth": 0, "barriers": 0, "global_insts": 8, "global_transactions": 32, "shared_insts": 0, "shared_transactions": 0, "private_insts": 0, "private_transactions": 0, "constant_insts": 0, "constant_transactions": 0, "control_insts": 20, "phi_insts": 0, "int_insts": 12, "intdiv_insts": 4, "float_insts": 0, "floatdiv_insts": 0, "compare_insts": 8, "select_insts": 0, "move_insts": 0, "convert_insts": 4, "address_insts": 8, "memory_insts": 8, "sync_insts": 0, "call_insts": 4}], "kinds": {"threads": {"unit": "threads", "kind": "simulated"}, "warps": {"unit": "warps", "kind": "simulated"}, "warp_cycles": {"unit": "cycles", "kind": "simulated"}, "slowest_warp": {"unit": "cycles", "kind": "simulated"}, "warp_insts": {"unit": "instructions", "kind": "simulated"}, "lane_insts": {"unit": "instructions", "kind": "simulated"}, "utilization": {"unit": "share", "kind": "simulated"}, "alu_utilization": {"unit": "share", "kind": "simulated"}, "warp_branches": {"unit": "branches", "kind": "simulated"}, "split_branches": {"unit": "branches", "kind": "simulated"}, "split_warps": {"unit": "warps", "kind": "simulated"}, "stack_depth": {"unit": "entries", "kind": "simulated"}, "barriers": {"unit": "barriers", "kind": "simulated"}, "global_insts": {"unit": "accesses", "kind": "simulated"}, "global_transactions": {"unit": "lines", "kind": "simulated"}, "shared_insts": {"unit": "accesses", "kind": "simulated"}, "shared_transactions": {"unit": "passes", "kind": "simulated"}, "private_insts": {"unit": "accesses", "kind": "simulated"}, "private_transactions": {"unit": "lines", "kind": "simulated"}, "constant_insts": {"unit": "accesses", "kind": "simulated"}, "constant_transactions": {"unit": "lines", "kind": "simulated"}, "control_insts": {"unit": "instructions", "kind": "simulated"}, "phi_insts": {"unit": "instructions", "kind": "simulated"}, "int_insts": {"unit": "instructions", "kind": "simulated"}, "intdiv_insts": {"unit": "instructions", "kind": "simulated"}, "float_insts": {"unit": "instructions", "kind": "simulated"}, "floatdiv_insts": {"unit": "instructions", "kind": "simulated"}, "compare_insts": {"unit": "instructions", "kind": "simulated"}, "select_insts": {"unit": "instructions", "kind": "simulated"}, "move_insts": {"unit": "instructions", "kind": "simulated"}, "convert_insts": {"unit": "instructions", "kind": "simulated"}, "address_insts": {"unit": "instructions", "kind": "simulated"}, "memory_insts": {"unit": "instructions", "kind": "simulated"}, "sync_insts": {"unit": "instructions", "kind": "simulated"}, "call_insts": {"unit": "instructions", "kind": "simulated"}}}
# So do messages, and their JSON.
$ reconverge -b --keep-going -f blur -e 'meld R99' -e 'meld R99 @*' -e 'show B99' -e 'launch nobody=1' -e 'import missing.ll' blur.ll
! reconverge: -e:1: no region 'R99' in @img::blur<int>: 'regions' lists its regions
!   meld R99
!        ^
! reconverge: -e:1: @img::blur<int>(int*, int const*, int): no region 'R99' in @img::blur<int>: 'regions' lists its regions
!   meld R99 @*
!   ^
! reconverge: -e:1: no block 'B99' in @img::blur<int>: 'cfg' lists its blocks
!   show B99
!        ^
! reconverge: -e:1: 'nobody' is not a parameter of @img::blur<int>, whose parameters are: out, in, n
!   launch nobody=1
!          ^
! reconverge: -e:1: missing.ll: cannot open: No such file or directory
!   import missing.ll
!          ^
? 2
$ reconverge -b --json -f blur -e 'meld R99' blur.ll
{"command": "meld R99", "ok": false, "error": {"message": "no region 'R99' in @img::blur<int>: 'regions' lists its regions", "file": "-e", "line": 1, "column": 6}}
! reconverge: -e:1: no region 'R99' in @img::blur<int>: 'regions' lists its regions
!   meld R99
!        ^
? 2
# Parameters have the names of the source; numbers are taken as well.
$ reconverge -b --keep-going -f blur -e 'launch block=64 in=i32[64]:iota n=64' -e 'launch 0=i32[64]' -e launch -e 'launch x=3' -e 'launch n=65' -e 'simulate' blur.ll
@img::blur<int>: grid 1, block 64: 64 threads, seed 1 (the rest guessed)
  out  ptr addrspace(1)  i32[64]:zero
  in   ptr addrspace(1)  i32[64]:iota
  n    i32               64
@img::blur<int>: grid 1, block 64: 64 threads, seed 1
  out  ptr addrspace(1)  i32[64]:zero
  in   ptr addrspace(1)  i32[64]:iota
  n    i32               64
@img::blur<int>: grid 1, block 64: 64 threads, seed 1
  out  ptr addrspace(1)  i32[64]:zero
  in   ptr addrspace(1)  i32[64]:iota
  n    i32               64
@img::blur<int>: grid 1, block 64: 64 threads, seed 1
  out  ptr addrspace(1)  i32[64]:zero
  in   ptr addrspace(1)  i32[64]:iota
  n    i32               65
@img::blur<int> P0: 64 threads in 1 warp, seed 1
  968 cycles, 17 warp instructions, utilization 100.0%, 0 of 2 branches split a warp
! reconverge: -e:1: 'x' is not a parameter of @img::blur<int>, whose parameters are: out, in, n
!   launch x=3
!          ^
? 2
# The machine's table has the lines as well.
$ reconverge -b -f blur -e machine blur.ll | cut -c1-45 | sed '2,9!d;s, *$,,'
block  name        source
B0     3           blur.hip:9
B1     6           blur.h:5 from blur.hip:10
B2     11          blur.h:6 from blur.hip:10
B3     16          blur.h:7 from blur.hip:10
B4     21          blur.hip:10
B5     24          blur.hip:11
-      (no block)
$ reconverge -b --json -f blur -e machine blur.ll | grep -o '"name": "3", "place": {[^}]*}'
"name": "3", "place": {"file": "blur.hip", "line": 9, "column": 8}

# A kernel that other files do not see, in a module to be linked; two of one name;
# a function without a name.

$ sed 's/_Z5edgesPiPKi/_ZL5edgesPiPKi.intern.8fe24c84/; s/_ZN3img4blurIiEEvPT_PKS1_i/_ZL5edgesPiPKi__intern__12/' blur.ll >twins.ll
$ reconverge -b -e functions twins.ll
   function                         kind    blocks  insts  branches  divergent  in C++
*  @_ZL5edgesPiPKi__intern__12      kernel       6     23         2          2  edges(int*, int const*)
   @_ZL5edgesPiPKi.intern.8fe24c84  kernel       4     23         1          1  edges(int*, int const*)
   @_Z5edgesPf                      kernel       1      5         0          0  edges(float*)
$ reconverge -b -e 'function edges' twins.ll
! reconverge: -e:1: several functions are called edges: _ZL5edgesPiPKi__intern__12 and _ZL5edgesPiPKi.intern.8fe24c84, for example
!   function edges
!            ^
? 2
$ sed 's/@_Z5edgesPiPKi/@0/' blur.ll >nameless.ll
$ reconverge -b -e functions -e 'function anon' -e remarks nameless.ll
   function                     kind    blocks  insts  branches  divergent  in C++
*  @_ZN3img4blurIiEEvPT_PKS1_i  kernel       6     23         2          2  void img::blur<int>(int*, int const*, int)
   @anon                        kernel       4     23         1          1
   @_Z5edgesPf                  kernel       1      5         0          0  edges(float*)
selected @anon
@img::blur<int> B0 at blur.hip:9: threads diverge here: one arm is empty: a successor post-dominates the other
@img::blur<int> B1 at blur.h:5 from blur.hip:10: threads diverge here: MP_S is below the threshold
@anon B0 at blur.hip:20: threads diverge here: no step that was taken changes this; melding would save 52 cycles (guessed)
