# The cost table, measured on a device. The stand-in's clock goes by the cycles of
# the cost table, so that what calibrate finds must be that table.

$ test -e "$builddir/tests/gpu/standin.so"
$ echo "exec env RECONVERGE_GPU_DRIVER=$builddir/tests/gpu/standin.so STANDIN_IR=code STANDIN_NOISE=\${STANDIN_NOISE:-0} $RECONVERGE -b -q \"\$@\"" >on && chmod +x on
$ mkdir bin && for n in ld.lld ld.lld-$LLVM_VERSION_MAJOR; do printf '#!/bin/sh\nexec cat "$4"\n' >bin/$n && chmod +x bin/$n; done
$ echo 'calibrate costs.txt reps=1 warmups=1 work=1000 code=ptx keep=code' >c.rcv
$ cp $SAMPLES/bitonic_sort.nvptx64.ll k.ll && cp $SAMPLES/bitonic_sort.amdgcn.ll a.ll

# The classes of which cycles and cost table differ: one price is another on this
# device, and four classes are of the scoreboard alone.
$ STANDIN_PRICE=LOAD_SHARED=99 ./on -x c.rcv k.ll >out; awk '$2 != $5 && $2 ~ /^[0-9]/ && $5 ~ /^[0-9]/ { print $1, $2, $5 }' out; grep -v '^[A-Z0-9]* *[0-9]' out
LOAD_SHARED 99 23
ISSUE 214 4
RATE 4 2
LINE 0 1
PASS 0 1
Stand-in (sm_70, 1.0 GiB, CUDA 12.4): 316 micro-kernels, 1 run of each in turns, 1000 MHz
class          cycles  from   to  cost table  what
LOAD_GLOBAL       214   214  214         214  load, global
STORE_GLOBAL      214   214  214         214  store, global
ATOMIC_GLOBAL     245   245  245         245  atomic, global
LOAD_FLAT         214   214  214         214  load, flat (generic)
STORE_FLAT        214   214  214         214  store, flat (generic)
ATOMIC_FLAT       245   245  245         245  atomic, flat (generic)
LOAD_SHARED        99    99   99          23  load, shared (LDS)
STORE_SHARED       19    19   19          19  store, shared (LDS)
ATOMIC_SHARED      42    42   42          42  atomic, shared (LDS)
LOAD_CONST         42    42   42          42  load, constant
LOAD_PRIVATE       30    30   30          30  load, private (scratch, local)
STORE_PRIVATE      30    30   30          30  store, private (scratch, local)
WORD_GLOBAL         2     2    2           2  memory access not shared: each word after the first
WORD_SHARED         1     1    1           1  memory access, shared: each word after the first
NOTHING keeps the cost table's 0: no chain of it can be made
EXP keeps the cost table's 20: no chain of it can be made
POW keeps the cost table's 36: no chain of it can be made
SREG keeps the cost table's 4: no chain of it can be made
SCALAR keeps the cost table's 4: no chain of it can be made
MATRIX keeps the cost table's 64: no chain of it can be made
CALL keeps the cost table's 48: no chain of it can be made
OTHER keeps the cost table's 4: no chain of it can be made
costs.txt: 79 of 88 classes measured
$ sed 's/^date .*/date 2026-01-02/' costs.txt >prices.txt && sed -n '1,6p; /SHARED/p; /^CALL/p' prices.txt
reconverge-costs 1
device Stand-in
cpu sm_70
driver CUDA 12.4
clock 1000 MHz
date 2026-01-02
LOAD_SHARED 99 cycles measured 99 99	# load, shared (LDS)
STORE_SHARED 19 cycles measured 19 19.0001	# store, shared (LDS)
ATOMIC_SHARED 42 cycles measured 42 42	# atomic, shared (LDS)
WORD_SHARED 1.00004 cycles measured 1.00001 1.00007	# memory access, shared: each word after the first
CALL 48 cycles table	# call, body unknown

# The other target, by the scoreboard: a store has no result to wait for.
$ STANDIN_CLOCK=scoreboard PATH=$PWD/bin:$PATH ./on -x c.rcv a.ll >out; awk '$2 != $5 && $2 ~ /^[0-9]/ && $5 ~ /^[0-9]/ { print $1, $2, $5 }' out; grep -v '^[A-Z0-9]* *[0-9]' out
STORE_GLOBAL 16 320
STORE_FLAT 16 320
STORE_SHARED 4 50
STORE_PRIVATE 16 136
WORD_SHARED 4 2
FENCE 4 320
Stand-in (gfx906, 1.0 GiB, HIP 6.0): 332 micro-kernels, 1 run of each in turns, 1000 MHz
class          cycles  from   to  cost table  what
LOAD_GLOBAL       320   320  320         320  load, global
STORE_GLOBAL       16    16   16         320  store, global
ATOMIC_GLOBAL     320   320  320         320  atomic, global
LOAD_FLAT         320   320  320         320  load, flat (generic)
STORE_FLAT         16    16   16         320  store, flat (generic)
ATOMIC_FLAT       320   320  320         320  atomic, flat (generic)
LOAD_SHARED        50    50   50          50  load, shared (LDS)
STORE_SHARED        4     4    4          50  store, shared (LDS)
ATOMIC_SHARED      50    50   50          50  atomic, shared (LDS)
LOAD_CONST         50    50   50          50  load, constant
LOAD_PRIVATE      136   136  136         136  load, private (scratch, local)
STORE_PRIVATE      16    16   16         136  store, private (scratch, local)
WORD_GLOBAL         4     4    4           4  memory access not shared: each word after the first
WORD_SHARED         4     4    4           2  memory access, shared: each word after the first
NOTHING keeps the cost table's 0: no chain of it can be made
SREG keeps the cost table's 4: no chain of it can be made
MATRIX keeps the cost table's 64: no chain of it can be made
CALL keeps the cost table's 72: no chain of it can be made
OTHER keeps the cost table's 4: no chain of it can be made
costs.txt: 83 of 88 classes measured

# Times that are on no line.
$ STANDIN_NOISE=5 ./on -x c.rcv k.ll 2>&1 | sed -n 's/: not linear: .*/: not linear/p'
reconverge: c.rcv:1: nothing could be measured: not linear

# Everything is priced by a file of prices, and says so.
$ cat >s.rcv
> set decide=static
> launch grid=1
> simulate
> set costs=prices.txt
> history
> simulate
> meld
> history
> score
> candidates
> show costs
> set costs=
> history
> undo
> simulate
$ reconverge -b -x s.rcv k.ll | grep 'cycles\|prices\|measured on\|shared (LDS)'
  66472 cycles, 6828 warp instructions, utilization 65.1%, 657 of 1320 branches split a warp
costs=prices.txt (measured on Stand-in, sm_70, 2026-01-02)
* P0  load  1226 static cycles, 4 divergent
prices: prices.txt (measured on Stand-in, sm_70, 2026-01-02)
  119368 cycles, 6828 warp instructions, utilization 65.1%, 657 of 1320 branches split a warp
prices: prices.txt (measured on Stand-in, sm_70, 2026-01-02)
P1: meld: -268 static cycles, -2 divergent branches, -3 blocks, -8 instructions
  B5: melds B6.. with B8.., 7 aligned, MP_S 0.50, saved 248, selects 8, branches cost 28 less, net 268 cycles guessed
prices: prices.txt (measured on Stand-in, sm_70, 2026-01-02)
  P0  load  1226 static cycles, 4 divergent  simulated 119368 cycles
* P1  meld  -268 static cycles  -2 divergent  -3 blocks
prices: prices.txt (measured on Stand-in, sm_70, 2026-01-02)
cycles         s       1226       1226     958    -268  -21.9%  cycles of the instructions, by the cost table
prices: prices.txt (measured on Stand-in, sm_70, 2026-01-02)
prices: prices.txt (measured on Stand-in, sm_70, 2026-01-02)
target  cycles  what                                                        source
sm_70       99  load, shared (LDS)                                          measured: 99 to 99
sm_70       19  store, shared (LDS)                                         measured: 19 to 19
sm_70       42  atomic, shared (LDS)                                        measured: 42 to 42
prices: prices.txt (measured on Stand-in, sm_70, 2026-01-02)
  P0  load  846 static cycles, 4 divergent
* P1  meld  -116 static cycles  -2 divergent  -3 blocks
  66472 cycles, 6828 warp instructions, utilization 65.1%, 657 of 1320 branches split a warp
$ reconverge -b -q --json -x s.rcv k.ll | grep -o '"command": "[a-z]*\|"priced_by": "[^"]*"'
"command": "set
"command": "launch
"command": "simulate
"command": "set
"command": "history
"command": "load
"priced_by": "prices.txt (measured on Stand-in, sm_70, 2026-01-02)"
"command": "simulate
"priced_by": "prices.txt (measured on Stand-in, sm_70, 2026-01-02)"
"command": "meld
"priced_by": "prices.txt (measured on Stand-in, sm_70, 2026-01-02)"
"command": "history
"command": "load
"command": "meld
"priced_by": "prices.txt (measured on Stand-in, sm_70, 2026-01-02)"
"command": "score
"priced_by": "prices.txt (measured on Stand-in, sm_70, 2026-01-02)"
"command": "candidates
"priced_by": "prices.txt (measured on Stand-in, sm_70, 2026-01-02)"
"command": "show
"priced_by": "prices.txt (measured on Stand-in, sm_70, 2026-01-02)"
"command": "set
"command": "history
"command": "load
"command": "meld
"command": "undo
"command": "simulate

# A journal repeats it, and what a step decided is told by the prices it had.
$ reconverge -b -q -x s.rcv -e 'journal j.rcv' -e redo -e 'set costs=prices.txt' -e 'lesson l' k.ll >log; grep -n costs j.rcv; grep -o 'net [0-9-]* cycles' l/*.html | sort | uniq -c
10:set costs=prices.txt
17:show costs
18:set costs=
      1 net 268 cycles
$ reconverge -b -x j.rcv k.ll | grep -c prices:
7

# Wrong files: the file, the line, the reason.
$ for e in '1s/1/2/' '2d' '3s/sm_70/pentium/' '4s/driver/date/' '5s/1000/fast/' '5s/MHz/kHz/' '/^DIV32/d' 's/^DIV32/ADD32/' 's/^DIV32/DIV33/' 's/^DIV32 71/DIV32 -1/' 's/^DIV32 71/DIV32 70/' 's/^\(DIV32 71\) cycles/\1 us/' 's/^\(DIV32 71 cycles\) measured.*/\1 guessed/' 's/^\(DIV32 71 cycles measured 71\) 71/\1/' '$!d'; do sed "$e" prices.txt >bad.txt; reconverge -b -e 'set costs=bad.txt' k.ll 2>&1 | sed -n 's/^reconverge: -e:1: //p'; done
bad.txt:1: these are no prices: the first line is not 'reconverge-costs 1'
bad.txt:93: the file ends without its device, cpu, driver, clock or date
bad.txt:3: no processor of a GPU: 'pentium'
bad.txt:6: this was said before: 'date 2026-01-02'
bad.txt:5: no number from 0 to 1e9: 'fast'
bad.txt:5: expected 'clock NUMBER MHz', not '1000 kHz'
bad.txt:93: the file ends without a price of 'DIV32'
bad.txt:19: a second price of 'ADD32'
bad.txt:19: no class of instructions and no fact: 'DIV33'
bad.txt:19: no number from 0 to 1e9: '-1'
bad.txt:19: the bounds do not hold the price of 'DIV32'
bad.txt:19: expected 'CYCLES cycles measured LOW HIGH' or 'CYCLES cycles table' behind 'DIV32'
bad.txt:19: expected 'CYCLES cycles measured LOW HIGH' or 'CYCLES cycles table' behind 'DIV32'
bad.txt:19: expected 'CYCLES cycles measured LOW HIGH' or 'CYCLES cycles table' behind 'DIV32'
bad.txt:1: these are no prices: the first line is not 'reconverge-costs 1'
$ : >bad.txt; reconverge -b -e 'set costs=bad.txt' k.ll
! reconverge: -e:1: bad.txt:1: the file ends without its device, cpu, driver, clock or date
!   set costs=bad.txt
!       ^
? 2
$ printf 'reconverge-costs 1\nX\0Y' >bad.txt; reconverge -b -q -e 'set costs=bad.txt' k.ll 2>&1 | sed -n 's/^reconverge: //p'
-e:1: bad.txt:1: these are no prices: it is no text
$ reconverge -b -q -e 'set costs=nothere.txt' k.ll 2>&1 | sed -n 's/^reconverge: //p'
-e:1: nothere.txt: cannot open: No such file or directory
$ reconverge -b -q -e 'set costs=prices.txt' a.ll 2>&1 | sed -n 's/^reconverge: //p'
-e:1: prices.txt: these are prices of sm_70, and the module is for gfx906

# A compiler leaves all steps of the chains.
$ PATH=$PWD/bin:$PATH ./on -e 'calibrate c.txt reps=1 warmups=1 work=100 keep=code' a.ll >out && "$LLC" -mcpu=gfx906 code/calibrate0.ll -o - | python3 $srcdir/tests/gpu/chains.py $srcdir/src/session/calibrate.def
332 kernels

# Words that are wrong, no device, and a folder that is not there.
$ ./on -e 'calibrate c.txt reps=0' k.ll 2>&1 | sed -n 's/^reconverge: //p'
-e:1: 'reps=0': the value must be a number from 1 to 1000
$ STANDIN_FAIL=load=218 ./on -e 'calibrate c.txt reps=1 warmups=1 work=100 code=ptx keep=code' k.ll 2>&1 | sed -n 's/^reconverge: //p'
-e:1: nothing could be measured: the driver does not accept the PTX (CUDA error 218): ptxas line 7: no such word
$ ./on -e 'calibrate c.txt often' k.ll 2>&1 | sed -n 's/^reconverge: //p'
-e:1: calibrate: expected reps=, warmups=, work=, clock=, device=, limit=, code= or keep= behind FILE, not 'often'
$ ./on -e 'calibrate c.txt code=c' k.ll 2>&1 | sed -n 's/^reconverge: //p'
-e:1: 'code=c': the value must be ptx or machine
$ ./on -e 'calibrate' k.ll 2>&1 | sed -n 's/^reconverge: //p'
-e:1: calibrate: an argument is missing; usage: calibrate FILE [reps=N] [warmups=N] [work=CYCLES] [clock=MHZ] [device=N] [limit=SECONDS] [code=machine|ptx] [keep=FOLDER]
$ RECONVERGE_GPU_DRIVER=/nothere.so reconverge -b -e 'calibrate c.txt' k.ll
! reconverge: -e:1: the driver that RECONVERGE_GPU_DRIVER names cannot be loaded: /nothere.so: cannot open shared object file: No such file or directory
!   calibrate c.txt
!   ^
? 2

# What programs read, with two of the classes.
$ ./on --json -x c.rcv k.ll | python3 -c 'import json, sys; said = json.loads(sys.stdin.readline()); said["classes"] = [c for c in said["classes"] if c["class"] in ("NOTHING", "LOAD_SHARED")]; print(json.dumps(said))'
{"command": "calibrate costs.txt reps=1 warmups=1 work=1000 code=ptx keep=code", "ok": true, "device": "Stand-in", "cpu": "sm_70", "driver": "CUDA 12.4", "kernels": 316, "reps": 1, "clock": 1000.0, "classes": [{"class": "NOTHING", "cycles": 0.0, "low": 0.0, "high": 0.0, "table_cycles": 0.0, "what": "free: markers, assumptions, casts between equal registers", "measured": false, "off_line": null, "failed": "no chain of it can be made"}, {"class": "LOAD_SHARED", "cycles": {{[0-9.]+}}, "low": {{[0-9.]+}}, "high": {{[0-9.]+}}, "table_cycles": 23.0, "what": "load, shared (LDS)", "measured": true, "off_line": {{[-0-9.e]+}}, "failed": null}], "kinds": {"cycles": {"unit": "cycles", "kind": "measured"}, "low": {"unit": "cycles", "kind": "measured"}, "high": {"unit": "cycles", "kind": "measured"}, "table_cycles": {"unit": "cycles", "kind": "static"}}, "file": "costs.txt", "measured": 79, "known": 88}
