# What candidates promises, what a preview shows and what the act does is one number: that of the trial.

$ for c in candidates 'preview meld B5' 'meld B5'; do reconverge -b -e "$c" $SAMPLES/bitonic_sort.amdgcn.ll | grep -o 'simulated.*launch'; done
simulated cycles 691704 -> 619224 (-10.5%) on 1 guessed launch
simulated cycles 691704 -> 619224 (-10.5%) on 1 guessed launch
simulated cycles 691704 -> 619224 (-10.5%) on 1 guessed launch
$ reconverge -b -e candidates -e 'preview linearize' -e linearize $SAMPLES/lin_short_circuit.nvptx64.ll | grep -o 'simulated.*launch'
simulated cycles 10448 -> 8160 (-21.9%) on 1 guessed launch
simulated cycles 10448 -> 8160 (-21.9%) on 1 guessed launch
simulated cycles 10448 -> 8160 (-21.9%) on 1 guessed launch
simulated cycles 10448 -> 8160 (-21.9%) on 1 guessed launch
simulated cycles 10448 -> 8160 (-21.9%) on 1 guessed launch
simulated cycles 10448 -> 8160 (-21.9%) on 1 guessed launch
# An act that was taken back is known as well, and nothing is tried twice.
$ reconverge -b -q -e 'meld B5' -e undo -e 'candidates tries=1' $SAMPLES/bitonic_sort.amdgcn.ll | grep tried
    tried: simulated cycles 691704 -> 619224 (-10.5%) on 1 guessed launch: pays
# Those with the best estimates are tried, and then sorted by what they bring.
$ reconverge -b -q -e 'candidates tries=2' $SAMPLES/pcm.nvptx64.ll | grep -e ' meld ' -e 'tried'
◆ B14  R9   for.body41           meld  MP_S 0.50  saved 35  selects 8  branches -16  net +43 cycles guessed
    tried: simulated cycles 283528 -> 265336 (-6.4%) on 1 guessed launch: pays
◆ B20  R11  for.body76           meld  MP_S 0.50  saved 35  selects 8  branches -16  net +43 cycles guessed
    tried: simulated cycles 283528 -> 265648 (-6.3%) on 1 guessed launch: pays
◆ B12  R7   if.then              meld  MP_S 0.47  saved 124  selects 28  branches -36  net +132 cycles guessed
2 of 4 steps were tried, those with the best estimates; 'tries=N' tries more
# Of all phases and modes, the one that brings most there is named, unless it is the one that is listed.
$ reconverge -b -q -e "launch '$SAMPLES/suffix_walk.launch.json'" -e candidates $SAMPLES/suffix_walk.amdgcn.ll | grep -A2 'flatten  n'
  L0 B1  2 inner loops  flatten  n/N 43.8 of 64 measured = 0.684 > Ta/(Ta+Tb) 796.6 of 1839 = 0.433  net +462.4 cycles  To 132, counted 1.64x  pays
    tried: simulated cycles 616592 -> 419304 (-32.0%) on 1 launch: pays
    best: linearize B1 mode=loops, tried: simulated cycles 616592 -> 402120 (-34.8%) on 1 launch: pays
  L1 B2  1 inner loop  flatten  n/N 36.6 of 64 measured = 0.571 <= Ta/(Ta+Tb) 1628 of 2372 = 0.687  net -273.4 cycles  To 92, counted 1.17x  pays
    tried: simulated cycles 616592 -> 582336 (-5.6%) on 1 launch: pays
    best: linearize B2 mode=loops, tried: simulated cycles 616592 -> 402120 (-34.8%) on 1 launch: pays
$ reconverge -b -q --json -e "launch '$SAMPLES/suffix_walk.launch.json'" -e candidates $SAMPLES/suffix_walk.amdgcn.ll | grep -o '"best": {"step": "[^"]*"' | sort -u
"best": {"step": "linearize B1 mode=loops"
"best": {"step": "linearize B10 mode=loops"
"best": {"step": "linearize B2 mode=loops"
"best": {"step": "linearize B3 mode=loops"
"best": {"step": "linearize B5 mode=loops"
"best": {"step": "linearize B7 mode=loops"
# A trial depends on the launch, the profile and the settings.
$ reconverge -b -q -e candidates -e 'set timing=scoreboard' -e candidates $SAMPLES/lin_short_circuit.nvptx64.ll | grep -o 'tried.*'
tried: simulated cycles 10448 -> 8160 (-21.9%) on 1 guessed launch: pays
tried: simulated cycles 10448 -> 8160 (-21.9%) on 1 guessed launch: pays
tried: simulated cycles 10448 -> 8160 (-21.9%) on 1 guessed launch: pays
tried: simulated cycles 10448 -> 8160 (-21.9%) on 1 guessed launch: pays
tried: scoreboard cycles 8652 -> 6354 (-26.6%) on 1 guessed launch: pays
tried: scoreboard cycles 8652 -> 6354 (-26.6%) on 1 guessed launch: pays
tried: scoreboard cycles 8652 -> 6354 (-26.6%) on 1 guessed launch: pays
tried: scoreboard cycles 8652 -> 6354 (-26.6%) on 1 guessed launch: pays
# Nothing is tried if the counts of the code decide, or if nothing can be run.
$ reconverge -b -q -e 'set decide=static' -e candidates $SAMPLES/bitonic_sort.amdgcn.ll | grep -c tried
0
? 1
$ cat > call.ll
> target triple = "amdgcn-amd-amdhsa"
> define amdgpu_kernel void @k(ptr addrspace(1) %p, i32 %n) {
>   %t = call i32 @llvm.amdgcn.workitem.id.x()
>   call void @unknown(i32 %t)
>   %c = icmp slt i32 %t, %n
>   br i1 %c, label %a, label %b
> a:
>   %x = mul i32 %t, 7
>   store i32 %x, ptr addrspace(1) %p
>   br label %end
> b:
>   %y = mul i32 %t, 9
>   store i32 %y, ptr addrspace(1) %p
>   br label %end
> end:
>   ret void
> }
> declare void @unknown(i32)
> declare i32 @llvm.amdgcn.workitem.id.x()
$ reconverge -b -e candidates call.ll
◆ B0   R1   0                    meld  MP_S 0.48  saved 324  selects 4  branches -44  net +364 cycles guessed
    guessed: pays if more than 1.1% of the warps run both arms
1 of 1 divergent branches in @k can be melded
not tried, since it cannot be run: cannot be simulated: @unknown: no body; link a library that has it
$ reconverge -b -q --json -e 'candidates' call.ll | grep -o '"possible.*"linear'
"possible": 1, "tried": 0, "blind": "cannot be simulated: @unknown: no body; link a library that has it", "linear
$ reconverge -b -q --json -e candidates call.ll
{"command": "candidates", "ok": true, "candidates": [{"entry": "B0", "exit": "B3", "region": "R1", "meldable": true, "mp_s": 0.484848485, "pairs": 1, "saved": 324, "selects": 4, "branches": -44, "both": 1.0, "net": 364, "unit": "cycles", "kind": "guessed", "break_even": 0.0108695652, "best": null, "tried": null}], "guards": [], "loop_exits": [], "function": "k", "body": null, "profile": null, "meldable": 1, "rejected": 0, "possible": 1, "tried": 0, "blind": "cannot be simulated: @unknown: no body; link a library that has it", "linear": [], "ifs": [], "nests": []}
# A block that a step has made since the profile: how often warps come there is guessed from its nearest dominator that was measured, and nothing says that it never ran.
$ reconverge -b -q --json -e 'meld B12' -e 'export g.dot' -e 'candidates tries=0' $SAMPLES/pcm.amdgcn.ll | grep -o '"entry": "B34".*"entry": "B3",' | grep -o '"measured": null'; grep -o 'entry=B34.*profit=[0-9]*' g.dot
"measured": null
entry=B34, exit=B37, depth=5, blocks=3, divergent=true, profit=113460
# Making steps in a long function would take too long.
$ { sed '/%c = /,$d' call.ll; seq 20000 | sed 's/.*/  store i32 &, ptr addrspace(1) %p/'; sed '/%c = /,$!d' call.ll; } | grep -v unknown >long.ll; reconverge -b -e candidates long.ll | tail -2
1 of 1 divergent branches in @k can be melded
no step was tried: the function is too long
