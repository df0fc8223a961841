# The prompt, fed from a pipe: plain lines, shortened verbs, errors that end
# nothing, continued lines, end of file.

$ cp $srcdir/tests/cmd/small.ll .

$ reconverge -i -f diamond small.ll
> cand
> expect blocks \
>   == 4
> s
> undo
> quit
> cfg
◆ B0   R1   entry                meld  MP_S 0.50  saved 48  selects 20  branches -44  net +72 cycles guessed
    profiled: 4 warps, both arms in 100.0%: net +72 cycles, in all +288
    tried: simulated cycles 5760 -> 2944 (-48.9%) on 1 guessed launch: pays
1 of 1 divergent branches in @diamond can be melded
profits are computed from the profile of P0, which reaches 4 of 4 blocks; 1 of 1 conditional branch split a warp
holds: blocks (4) == 4
! reconverge: command 's' is ambiguous: it may be simplify, show, source, score, simulate, set, source-file
!   s
!   ^
! reconverge: nothing to undo: P0 is the module as loaded
!   undo
!   ^
? 2
$ reconverge -i -f diamond -e meld small.ll
> expect divergent==0
P1: meld: simulated cycles 5760 -> 2944 (-48.9%) on 1 guessed launch, -704 static cycles, -1 divergent branch, -3 blocks, -4 instructions
  B0: melds B1 with B2, 3 aligned, MP_S 0.50, saved 48, selects 20, branches cost 44 less, net 72 cycles profiled
holds: divergent (0) == 0
$ reconverge -i -f diamond -o melded.ll small.ll </dev/null && grep -c '^define' melded.ll
3
$ reconverge -i --json -f diamond small.ll
> expect blocks==4
> show 'B1
{"command": "expect blocks==4", "ok": true, "holds": true, "values": "blocks (4) == 4"}
{"command": null, "ok": false, "error": {"message": "the quote is never closed", "line": 1, "column": 6}}
! reconverge: the quote is never closed
!   show 'B1
!        ^
? 2
# Without a module.
$ reconverge -i
> set thr
> set threshold=0.3
> cfg
threshold=0.3
! reconverge: set: expected NAME=VALUE, not 'thr'; 'show settings' lists the names
!   set thr
!       ^
! reconverge: cfg: no module is loaded; name one on the command line
!   cfg
!   ^
? 2
