# The JSON form of every command: one object a line, the members in a stable
# order, errors as objects too.

$ cp $srcdir/tests/cmd/small.ll .

$ reconverge -b --json -f diamond -e functions -e 'function loopy' small.ll
{"command": "functions", "ok": true, "module": "small.ll", "triple": "amdgcn-amd-amdhsa", "cpu": "gfx906", "functions": [{"name": "diamond", "kind": "kernel", "selected": true, "score": {"blocks": 4, "insts": 17, "branches": 1, "divergent": 1, "loads": 2, "stores": 2, "selects": 0, "phis": 0, "cycles": 1440, "peak": 192}}, {"name": "loopy", "kind": "kernel", "selected": false, "score": {"blocks": 8, "insts": 16, "branches": 3, "divergent": 2, "loads": 0, "stores": 2, "selects": 0, "phis": 1, "cycles": 908, "peak": 193}}, {"name": "helper", "kind": "device", "selected": false, "score": {"blocks": 1, "insts": 2, "branches": 0, "divergent": 0, "loads": 0, "stores": 0, "selects": 0, "phis": 0, "cycles": 20, "peak": 32}}]}
{"command": "function loopy", "ok": true, "function": "loopy"}
$ reconverge -b --json -f diamond -e cfg small.ll
{"command": "cfg", "ok": true, "function": "diamond", "blocks": [{"id": "B0", "name": "entry", "region": "R1", "loop": null, "insts": 6, "cycles": 72, "branch": "divergent", "temporal": false, "under_divergence": false, "irreducible_entry": false, "convergent": false, "terminator": "br", "succs": [{"to": "B1", "when": "true", "unstructured": false}, {"to": "B2", "when": "false", "unstructured": false}], "origins": []}, {"id": "B1", "name": "then", "region": "R1", "loop": null, "insts": 5, "cycles": 676, "branch": null, "temporal": false, "under_divergence": true, "irreducible_entry": false, "convergent": false, "terminator": "br", "succs": [{"to": "B3", "when": "always", "unstructured": false}], "origins": []}, {"id": "B2", "name": "else", "region": "R1", "loop": null, "insts": 5, "cycles": 676, "branch": null, "temporal": false, "under_divergence": true, "irreducible_entry": false, "convergent": false, "terminator": "br", "succs": [{"to": "B3", "when": "always", "unstructured": false}], "origins": []}, {"id": "B3", "name": "join", "region": "R0", "loop": null, "insts": 1, "cycles": 16, "branch": null, "temporal": false, "under_divergence": false, "irreducible_entry": false, "convergent": false, "terminator": "ret", "succs": [], "origins": []}]}
$ reconverge -b --json -f diamond -e 'show B1' small.ll
{"command": "show B1", "ok": true, "block": "B1", "name": "then", "region": "R1", "loop": null, "cycles": 676, "preds": ["B0"], "succs": ["B3"], "origins": [], "insts": [{"text": "%x = load i32, ptr addrspace(1) %pa, align 4", "divergent": true, "cycles": 320, "line": 0}, {"text": "%x1 = mul i32 %x, %n", "divergent": true, "cycles": 16, "line": 0}, {"text": "%x2 = add i32 %x1, 1", "divergent": true, "cycles": 4, "line": 0}, {"text": "store i32 %x2, ptr addrspace(1) %pa, align 4", "divergent": true, "cycles": 320, "line": 0}, {"text": "br label %join", "divergent": false, "cycles": 16, "line": 0}]}
$ reconverge -b --json -e 'show settings' -e 'show costs' | cut -c 1-120
{"command": "show settings", "ok": true, "settings": [{"name": "threshold", "value": 0.2, "help": "the least MP_S, the s
{"command": "show costs", "ok": true, "costs": [{"target": "amdgcn", "cycles": 0, "what": "free: markers, assumptions, c
$ reconverge -b --json -f loopy -e divergence small.ll
{"command": "divergence", "ok": true, "branches": [{"block": "B3", "region": "R1", "condition": "%more", "chain": [{"value": "%more", "block": "B3", "cause": "operand", "text": "%more = icmp ult i32 %i1, %tid"}, {"value": "%tid", "block": "B0", "cause": "source", "text": "%tid = call i32 @llvm.amdgcn.workitem.id.x()"}]}, {"block": "B4", "region": "R3", "condition": "%tid", "chain": [{"value": "%tid", "block": "B0", "cause": "source", "text": "%tid = call i32 @llvm.amdgcn.workitem.id.x()"}]}], "temporal": ["B1"], "divergent_branches": 2, "all_branches": 3, "divergent_values": 5}
$ reconverge -b --json -f diamond -e 'why %x2' -e 'why entry' -e 'why %n' small.ll
{"command": "why %x2", "ok": true, "value": "%x2", "divergent": true, "chain": [{"value": "%x2", "block": "B1", "cause": "operand", "text": "%x2 = add i32 %x1, 1"}, {"value": "%x1", "block": "B1", "cause": "operand", "text": "%x1 = mul i32 %x, %n"}, {"value": "%x", "block": "B1", "cause": "operand", "text": "%x = load i32, ptr addrspace(1) %pa, align 4"}, {"value": "%pa", "block": "B0", "cause": "operand", "text": "%pa = getelementptr inbounds i32, ptr addrspace(1) %a, i32 %tid"}, {"value": "%tid", "block": "B0", "cause": "source", "text": "%tid = call i32 @llvm.amdgcn.workitem.id.x()"}]}
{"command": "why entry", "ok": true, "block": "B0", "value": "%c", "divergent": true, "chain": [{"value": "%c", "block": "B0", "cause": "operand", "text": "%c = icmp eq i32 %odd, 0"}, {"value": "%odd", "block": "B0", "cause": "operand", "text": "%odd = and i32 %tid, 1"}, {"value": "%tid", "block": "B0", "cause": "source", "text": "%tid = call i32 @llvm.amdgcn.workitem.id.x()"}]}
{"command": "why %n", "ok": true, "value": "%n", "divergent": false, "chain": []}
$ reconverge -b --json -f loopy -e regions -e loops small.ll
{"command": "regions", "ok": true, "function": "loopy", "regions": [{"id": "R0", "entry": "B0", "exit": null, "parent": null, "depth": 0, "blocks": 8, "simple": false, "divergent": false, "profit": null, "refusal": null}, {"id": "R1", "entry": "B1", "exit": "B4", "parent": "R0", "depth": 1, "blocks": 3, "simple": true, "divergent": false, "profit": null, "refusal": null}, {"id": "R2", "entry": "B1", "exit": "B3", "parent": "R1", "depth": 2, "blocks": 2, "simple": false, "divergent": false, "profit": null, "refusal": null}, {"id": "R3", "entry": "B4", "exit": "B7", "parent": "R0", "depth": 1, "blocks": 3, "simple": false, "divergent": true, "profit": null, "refusal": null}]}
{"command": "loops", "ok": true, "loops": [{"id": "L0", "header": "B1", "parent": null, "depth": 1, "latches": ["B3"], "exiting": ["B3"], "blocks": ["B1", "B2", "B3"], "temporal": true}], "irreducible": []}
$ reconverge -b --json -f diamond -e dominators -e source small.ll
{"command": "dominators", "ok": true, "function": "diamond", "blocks": [{"id": "B0", "idom": null, "ipdom": "B3", "reachable": true}, {"id": "B1", "idom": "B0", "ipdom": "B3", "reachable": true}, {"id": "B2", "idom": "B0", "ipdom": "B3", "reachable": true}, {"id": "B3", "idom": "B0", "ipdom": null, "reachable": true}]}
{"command": "source", "ok": true, "lines": []}
$ reconverge -b --json -f diamond -e candidates small.ll
{"command": "candidates", "ok": true, "candidates": [{"entry": "B0", "exit": "B3", "region": "R1", "meldable": true, "mp_s": 0.496969697, "pairs": 1, "saved": 48, "selects": 20, "branches": -44, "both": 1.0, "net": 72, "unit": "cycles", "kind": "guessed"}], "function": "diamond", "body": null, "profile": null, "meldable": 1, "rejected": 0, "linear": [], "nests": []}
$ reconverge -b --json -f loopy -e candidates small.ll
{"command": "candidates", "ok": true, "candidates": [{"entry": "B3", "exit": "B4", "region": null, "meldable": false, "reason": "one arm is empty: a successor post-dominates the other", "block": "B4", "inst": null, "step": null}, {"entry": "B4", "exit": "B7", "region": null, "meldable": false, "reason": "the divergent branch is a switch; only two-way branches meld", "block": null, "inst": null, "step": "pass function(lower-switch)"}], "function": "loopy", "body": null, "profile": null, "meldable": 0, "rejected": 0, "linear": [], "nests": []}
$ reconverge -b --json -f diamond -e 'align B0' -e 'align B0 subgraphs' -e 'align B0 then else' small.ll
{"command": "align B0", "ok": true, "true_arm": [{"entry": "B1", "blocks": ["B1"], "refusal": null}], "false_arm": [{"entry": "B2", "blocks": ["B2"], "refusal": null}], "cells": [[{"mp_s": 0.496969697, "state": "chosen"}]], "pairs": [{"mp_s": 0.496969697, "saved": 48, "selects": 20, "branches": -44, "net": 72, "kind": "guessed", "replicated": false, "blocks": [{"mp_b": 0.496969697, "inverted": false, "true": "B1", "false": "B2", "true_cycles": 660, "false_cycles": 660, "common_cycles": 656}]}]}
{"command": "align B0 subgraphs", "ok": true, "true_arm": [{"entry": "B1", "blocks": ["B1"], "refusal": null}], "false_arm": [{"entry": "B2", "blocks": ["B2"], "refusal": null}], "cells": [[{"mp_s": 0.496969697, "state": "chosen"}]]}
{"command": "align B0 then else", "ok": true, "rows": "B1", "columns": "B2", "row_insts": ["%x = load i32, ptr addrspace(1) %pa, align 4", "%x1 = mul i32 %x, %n", "%x2 = add i32 %x1, 1", "store i32 %x2, ptr addrspace(1) %pa, align 4"], "column_insts": ["%y = load i32, ptr addrspace(1) %pb, align 4", "%y1 = mul i32 %y, %n", "%y2 = sub i32 %y1, 7", "store i32 %y2, ptr addrspace(1) %pb, align 4"], "score": 28, "matches": 3, "path": [[0, 0], [1, 1], [2, null], [null, 2], [3, 3]], "pool": 1, "best": [[0, -44, -44, -44, -44], [-44, 8, 8, 8, -36], [-44, 8, 24, 24, -20], [-44, 8, 24, 24, -20], [-44, -36, -20, -20, 28]]}
$ reconverge -b --json -f diamond -e 'set clean=apart' -e meld -e cleanup -e score small.ll
{"command": "set clean=apart", "ok": true, "settings": {"clean": "apart"}}
{"command": "meld", "ok": true, "changed": true, "revision": "P1", "count": 1, "before": {"blocks": 4, "insts": 17, "branches": 1, "divergent": 1, "loads": 2, "stores": 2, "selects": 0, "phis": 0, "cycles": 1440, "peak": 192}, "after": {"blocks": 5, "insts": 17, "branches": 0, "divergent": 0, "loads": 1, "stores": 1, "selects": 2, "phis": 0, "cycles": 800, "peak": 192}, "simulated": {"before": 5760, "after": 3200, "launches": 1, "guessed": true, "unit": "cycles", "kind": "simulated"}, "machine": null, "report": ["B0: melds B1 with B2, 3 aligned, MP_S 0.50, saved 48, selects 20, branches -44, net 72 cycles profiled"]}
{"command": "cleanup", "ok": true, "changed": true, "revision": "P2", "count": 4, "before": {"blocks": 5, "insts": 17, "branches": 0, "divergent": 0, "loads": 1, "stores": 1, "selects": 2, "phis": 0, "cycles": 800, "peak": 192}, "after": {"blocks": 1, "insts": 13, "branches": 0, "divergent": 0, "loads": 1, "stores": 1, "selects": 2, "phis": 0, "cycles": 736, "peak": 192}, "simulated": null, "machine": null, "report": ["4 simplifications"]}
{"command": "score", "ok": true, "function": "diamond", "loaded": {"blocks": 4, "insts": 17, "branches": 1, "divergent": 1, "loads": 2, "stores": 2, "selects": 0, "phis": 0, "cycles": 1440, "peak": 192, "registers": 6, "unstructured": 0, "regions": 2, "loops": 0}, "parent": {"blocks": 5, "insts": 17, "branches": 0, "divergent": 0, "loads": 1, "stores": 1, "selects": 2, "phis": 0, "cycles": 800, "peak": 192, "registers": 6, "unstructured": 0, "regions": 1, "loops": 0}, "current": {"blocks": 1, "insts": 13, "branches": 0, "divergent": 0, "loads": 1, "stores": 1, "selects": 2, "phis": 0, "cycles": 736, "peak": 192, "registers": 6, "unstructured": 0, "regions": 1, "loops": 0}, "kinds": {"blocks": {"unit": "blocks", "kind": "static"}, "insts": {"unit": "instructions", "kind": "static"}, "branches": {"unit": "branches", "kind": "static"}, "divergent": {"unit": "branches", "kind": "static"}, "loads": {"unit": "instructions", "kind": "static"}, "stores": {"unit": "instructions", "kind": "static"}, "selects": {"unit": "instructions", "kind": "static"}, "phis": {"unit": "instructions", "kind": "static"}, "cycles": {"unit": "cycles", "kind": "static"}, "peak": {"unit": "bits", "kind": "static"}, "registers": {"unit": "registers", "kind": "static"}, "unstructured": {"unit": "edges", "kind": "static"}, "regions": {"unit": "regions", "kind": "static"}, "loops": {"unit": "loops", "kind": "static"}}}
$ reconverge -b --json -f helper -e simplify -e unpredicate -e darm -e 'preview meld' small.ll
{"command": "simplify", "ok": true, "changed": false, "revision": "P0", "count": 0, "report": []}
{"command": "unpredicate", "ok": true, "changed": false, "revision": "P0", "count": 0, "report": []}
{"command": "darm", "ok": true, "changed": false, "revision": "P0", "count": 0, "report": []}
{"command": "preview meld", "ok": true, "would_change": false, "count": 0, "report": []}
$ reconverge -b --json -f diamond -e 'pass instcombine' small.ll | cut -c 1-90
{"command": "pass instcombine", "ok": true, "changed": true, "revision": "P1", "count": 1,
$ reconverge -b --json -f diamond -e meld -e 'mark m' -e undo -e redo -e 'goto P0' -e history small.ll
{"command": "meld", "ok": true, "changed": true, "revision": "P1", "count": 1, "before": {"blocks": 4, "insts": 17, "branches": 1, "divergent": 1, "loads": 2, "stores": 2, "selects": 0, "phis": 0, "cycles": 1440, "peak": 192}, "after": {"blocks": 1, "insts": 13, "branches": 0, "divergent": 0, "loads": 1, "stores": 1, "selects": 2, "phis": 0, "cycles": 736, "peak": 192}, "simulated": {"before": 5760, "after": 2944, "launches": 1, "guessed": true, "unit": "cycles", "kind": "simulated"}, "machine": null, "report": ["B0: melds B1 with B2, 3 aligned, MP_S 0.50, saved 48, selects 20, branches -44, net 72 cycles profiled"]}
{"command": "mark m", "ok": true, "revision": "P1", "mark": "m"}
{"command": "undo", "ok": true, "revision": "P0"}
{"command": "redo", "ok": true, "revision": "P1"}
{"command": "goto P0", "ok": true, "revision": "P0"}
{"command": "history", "ok": true, "current": "P0", "revisions": [{"id": "P0", "parent": null, "command": "load", "mark": null, "same_as": null, "function": "diamond", "count": 0, "before": {"blocks": 4, "insts": 17, "branches": 1, "divergent": 1, "loads": 2, "stores": 2, "selects": 0, "phis": 0, "cycles": 1440, "peak": 192}, "score": {"blocks": 4, "insts": 17, "branches": 1, "divergent": 1, "loads": 2, "stores": 2, "selects": 0, "phis": 0, "cycles": 1440, "peak": 192}, "measured": {"function": "diamond", "seed": 1, "cycles": 5760, "scoreboard_cycles": null, "machine_cycles": null, "warp_insts": 68, "split_branches": 4, "utilization": 0.705882353}, "checked": null, "witness": null}, {"id": "P1", "parent": "P0", "command": "meld", "mark": "m", "same_as": null, "function": "diamond", "count": 1, "before": {"blocks": 4, "insts": 17, "branches": 1, "divergent": 1, "loads": 2, "stores": 2, "selects": 0, "phis": 0, "cycles": 1440, "peak": 192}, "score": {"blocks": 1, "insts": 13, "branches": 0, "divergent": 0, "loads": 1, "stores": 1, "selects": 2, "phis": 0, "cycles": 736, "peak": 192}, "measured": null, "checked": null, "witness": null}]}
$ reconverge -b --json -f diamond -e meld -e diff small.ll | tail -1
{"command": "diff", "ok": true, "functions": [{"function": "diamond", "changed": 1, "added": 0, "removed": 3, "same": 0, "blocks": [{"kind": "changed", "block": "B7", "name": "entry", "lines": ["-br i1 %c, label %then, label %else", "+%0 = select i1 %c, ptr addrspace(1) %pa, ptr addrspace(1) %pb", "+%x = load i32, ptr addrspace(1) %0, align 4", "+%x1 = mul i32 %x, %n", "+%x2 = add i32 %x1, 1", "+%y2 = sub i32 %x1, 7", "+%1 = select i1 %c, i32 %x2, i32 %y2", "+store i32 %1, ptr addrspace(1) %0, align 4", "+ret void"], "words": []}, {"kind": "removed", "block": "B1", "name": "then", "lines": ["-%x = load i32, ptr addrspace(1) %pa, align 4", "-%x1 = mul i32 %x, %n", "-%x2 = add i32 %x1, 1", "-store i32 %x2, ptr addrspace(1) %pa, align 4", "-br label %join"], "words": []}, {"kind": "removed", "block": "B2", "name": "else", "lines": ["-%y = load i32, ptr addrspace(1) %pb, align 4", "-%y1 = mul i32 %y, %n", "-%y2 = sub i32 %y1, 7", "-store i32 %y2, ptr addrspace(1) %pb, align 4", "-br label %join"], "words": []}, {"kind": "removed", "block": "B3", "name": "join", "lines": ["-ret void"], "words": []}]}], "from": "P0", "to": "P1", "differ": true}
$ reconverge -b --json -f diamond -e diff small.ll
{"command": "diff", "ok": true, "functions": [], "from": "P0", "to": "P0", "differ": false}
$ reconverge -b --json -e 'write o.ll' -e 'emit o.s' -e 'export o.dot' -e 'journal o.rcv' small.ll
{"command": "write o.ll", "ok": true, "file": "o.ll", "revision": "P0"}
{"command": "emit o.s", "ok": true, "file": "o.s", "revision": "P0"}
{"command": "export o.dot", "ok": true, "file": "o.dot", "what": "cfg"}
{"command": "journal o.rcv", "ok": true, "file": "o.rcv"}
$ reconverge -b --json -e 'set threshold=0.25' -e 'expect threshold==0.25' -e 'expect threshold==1' -e quit small.ll
{"command": "set threshold=0.25", "ok": true, "settings": {"threshold": "0.25"}}
{"command": "expect threshold==0.25", "ok": true, "holds": true, "values": "threshold (0.25) == 0.25"}
{"command": "expect threshold==1", "ok": true, "holds": false, "values": "threshold (0.25) == 1"}
{"command": "quit", "ok": true}
? 1
$ reconverge -b --json -e 'help meld' -e 'help time'
{"command": "help meld", "ok": true, "topic": {"name": "meld", "group": "act", "usage": "[REGION|BLOCK|LOOP]", "help": "meld similar subgraphs of the two arms of divergent branches", "least": 0, "most": 1, "module": true, "changes": true, "phase": {"takes": ["region", "block", "loop"], "reads": ["threshold", "mode", "pairing", "align", "order", "decide", "judge", "clean"], "keys": {}}, "settings": ["threshold", "mode", "pairing", "align", "order", "decide", "judge", "clean"], "terms": ["R0", "arm", "subgraph", "aligned", "replication", "MP_S", "threshold", "saved", "selects", "branches (price)", "both", "net", "pay"], "examples": [{"sample": "bitonic_sort", "command": "meld R4", "help": "meld that region only"}, {"sample": "darm_align", "command": "meld", "help": "meld every region that pays"}]}}
{"command": "help time", "ok": true, "text": "time: move between revisions\n  history      show the tree of revisions\n  undo         go back one revision, or N revisions\n  redo         go forward to the newest child revision, once or N times\n  goto         make a revision the current one\n  mark         name the current revision, which mark:NAME then stands for\n  diff         compare two revisions; exit status 1 if they differ\n"}
$ reconverge -b --json -e 'source-file none' small.ll
{"command": "source-file none", "ok": false, "error": {"message": "none: cannot open: No such file or directory", "file": "-e", "line": 1, "column": 13}}
! reconverge: -e:1: none: cannot open: No such file or directory
!   source-file none
!               ^
? 2
$ reconverge -b --json -e 'show B99' -e cfg small.ll
{"command": "show B99", "ok": false, "error": {"message": "no block 'B99' in @loopy: 'cfg' lists its blocks", "file": "-e", "line": 1, "column": 6}}
! reconverge: -e:1: no block 'B99' in @loopy: 'cfg' lists its blocks
!   show B99
!        ^
? 2
$ reconverge -b --json --keep-going -e "show 'B" -e 'function diamond' small.ll
{"command": null, "ok": false, "error": {"message": "the quote is never closed", "file": "-e", "line": 1, "column": 6}}
{"command": "function diamond", "ok": true, "function": "diamond"}
! reconverge: -e:1: the quote is never closed
!   show 'B
!        ^
? 2
$ reconverge --json none.ll
{"command": null, "ok": false, "error": {"message": "none.ll: cannot open: No such file or directory"}}
! reconverge: none.ll: cannot open: No such file or directory
? 2
# Every line of every command is one JSON object.
$ reconverge --json small.ll | python3 -c 'import json, sys; print([json.loads(l)["command"] for l in sys.stdin])'
['functions', 'cfg', 'candidates']
# Names with bytes that are no UTF-8.
$ printf 'target triple = "nvptx64-nvidia-cuda"\ndefine ptx_kernel void @k() {\n"\\FFa":\n  ret void\n}\n' >odd.ll && reconverge -b --json -e cfg odd.ll && reconverge -b -e 'cfg rails' odd.ll | sed -n 2p | od -c | head -2
{"command": "cfg", "ok": true, "function": "k", "blocks": [{"id": "B0", "name": "\"\\FFa\"", "region": "R0", "loop": null, "insts": 1, "cycles": 4, "branch": null, "temporal": false, "under_divergence": false, "irreducible_entry": false, "convergent": false, "terminator": "ret", "succs": [], "origins": []}]}
0000000   R   0                   B   0       "   \   F   F   a   "    
0000020               1           r   e   t  \n
