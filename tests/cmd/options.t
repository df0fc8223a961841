# Every option, and what cannot be.

$ cp $srcdir/tests/cmd/small.ll . && cp $SAMPLES/bitonic_sort.amdgcn.ll .

$ reconverge --version
reconverge {{[0-9.]+}}
Built with LLVM {{[0-9.a-z]+}}.
License: Apache 2.0 with LLVM exceptions <https://llvm.org/LICENSE.txt>.
This is free software: you are free to change and redistribute it.
With GNU readline, the whole program is under the GNU GPL, version 3 or later.
There is NO WARRANTY, to the extent permitted by law.
$ reconverge -V | head -1
reconverge {{[0-9.]+}}
$ reconverge --help | head -43
Usage: reconverge [OPTION]... [MODULE [-- FLAG...]]
Show how the threads of a GPU kernel diverge, and make them reconverge.

MODULE is LLVM IR for AMDGPU or NVPTX (.ll, .bc), a file that holds some (.o,
.a, .hsaco, a bundle, a program), or a source file, which clang compiles with
the FLAGs: .cu, .hip, .cl, or .c and .cpp with OpenMP. '-' is standard input.

  -e, --execute=COMMAND      run COMMAND; -e and -x may be repeated and run
                             in the order given
  -x, --script=FILE          run the commands in FILE; '-' is standard input
  -b, --batch                run the commands and exit: no screen, no prompt
  -i, --interactive          read commands at a prompt, after those given
  -f, --function=NAME        select the function NAME (default: the kernel
                             with the most divergent branches)
  -o, --output=FILE          after the last command, write the module in the
                             format of the suffix: .ll .bc .s .ptx .o; '-' is
                             standard output, as .ll
  -l, --list=FILE            run the commands in each module that FILE names,
                             one on a line; '-' is standard input. In names
                             of files, '%' stands for the name of the module
  -j, --jobs=N               modules of the list at a time (default: one for
                             each processor)
  -t, --timeout=SECONDS      end the work on a module that takes longer
      --done=FILE            skip the modules of the list that FILE names;
                             add those that are done
  -k, --kernels              run the commands in each kernel; '%' is then the
                             name of the module, a dot and that of the kernel
      --mcpu=CPU             analyse and emit for CPU (default: the module's,
                             else gfx906 or sm_70)
      --mtriple=TRIPLE       analyse and emit for TRIPLE (default: the
                             module's)
  -p, --compile-commands=FILE
                             the compile_commands.json, or its folder, that
                             says how a source file is compiled (default: the
                             nearest one in the folders above the file)
      --json                 print one JSON object for each command
      --keep-going           continue after a command that failed
      --recover              restore the latest session that was not finished
      --glyphs=unicode|ascii
                             draw with these characters (default: by locale)
      --color=auto|always|never
                             colour the marks (default: auto)
  -q, --quiet                print no warnings, and no reports of changes
$ reconverge -h | awk 'length > 79'
$ reconverge --help | tail -11
  quit         leave the program

Exit status:
  0    every command succeeded
  1    expect, budget, check, compare or diff had a negative answer, or a
       simulated kernel was at fault
  2    wrong usage or input, a command failed, or standard output could not
       be written
  130  Ctrl-C ended a command or the work on a list

Manual pages: reconverge(1), reconverge-commands(7), reconverge-formats(5).
# Long and short forms, abbreviated, with options after the module.
$ reconverge --batch --execute='function diamond' --execute=functions small.ll
selected @diamond
   function  kind    blocks  insts  branches  divergent
*  @diamond  kernel       4     17         1          1
   @loopy    kernel       8     16         3          2
   @helper   device       1      2         0          0
$ reconverge -b small.ll -e 'expect functions==3' --function diamond
holds: functions (3) == 3
$ reconverge --bat --exec=quit -- small.ll
$ reconverge -b -f @loopy -e 'expect loops==1' small.ll
holds: loops (1) == 1
$ reconverge -e cfg -f diamond - <small.ll | head -1
@diamond  kernel, amdgcn gfx906, P0: 4 blocks, 17 instructions, 1 of 1 branch divergent
$ reconverge -b --mcpu=gfx1100 -e 'cfg' -f diamond small.ll | head -1
@diamond  kernel, amdgcn gfx1100, P0: 4 blocks, 17 instructions, 1 of 1 branch divergent
$ reconverge -b --mcpu=sm_90 -e 'cfg' $SAMPLES/sb1.nvptx64.ll | head -1
@sb1  kernel, nvptx64 sm_90, P0: 9 blocks, 76 instructions, 1 of 3 branches divergent
$ sed '/^target triple/d' small.ll >bare.ll; reconverge -b --mtriple=amdgcn-amd-amdhsa -f diamond -e cfg bare.ll | head -1
@diamond  kernel, amdgcn gfx906, P0: 4 blocks, 17 instructions, 1 of 1 branch divergent
$ reconverge -b -f diamond --glyphs=unicode -e cfg small.ll | tail -1
◆ divergent branch  ◇ uniform branch  ║ threads run apart
$ reconverge -b -f diamond --glyphs ascii -e cfg small.ll | tail -1
\# divergent branch  o uniform branch  : threads run apart
$ LC_ALL=C reconverge -b -f diamond -e cfg small.ll | tail -1
\# divergent branch  o uniform branch  : threads run apart
# No escape unless asked for.
$ reconverge -b -f diamond --color=auto -e divergence small.ll | grep -c '\['
0
? 1
$ reconverge -b -f diamond --color=always -e divergence small.ll | sed 's/\x1b/ESC/g'
@diamond  kernel, amdgcn gfx906, P0: 4 blocks, 17 instructions, 1 of 1 branch divergent
ESC[1;33m◆ESC[0m B0 entry  R1  %tid -> %odd -> %c
1 of 1 branches and 14 of 20 values diverge
$ CLICOLOR_FORCE=1 reconverge -b -f diamond --color=never -e divergence small.ll | grep -c '\['
0
? 1
$ CLICOLOR_FORCE=1 reconverge -b -f diamond -e divergence small.ll | grep -c '\['
1
$ NO_COLOR=1 CLICOLOR_FORCE=1 reconverge -b -f diamond -e divergence small.ll | grep -c '\['
0
? 1
# Without commands, an overview.
$ reconverge -f diamond small.ll
   function  kind    blocks  insts  branches  divergent
*  @diamond  kernel       4     17         1          1
   @loopy    kernel       8     16         3          2
   @helper   device       1      2         0          0

@diamond  kernel, amdgcn gfx906, P0: 4 blocks, 17 instructions, 1 of 1 branch divergent
   ┌───────────────┐
   │ B0 entry ◆    │
   │ 6 inst  br %c │
   └T╥───────────╥F┘
     ║           ║
╔════▼════╗   ╔══▼══════╗
║ B1 then ║   ║ B2 else ║
║ 5 inst  ║   ║ 5 inst  ║
╚════════╦╝   ╚╦════════╝
         ╚═╦═══╝
    ┌──────▼──────┐
    │ B3 join     │
    │ 1 inst  ret │
    └─────────────┘
◆ divergent branch  ◇ uniform branch  ║ threads run apart

◆ B0   R1   entry                meld  MP_S 0.50  saved 48  selects 20  branches -44  net +72 cycles guessed
    profiled: 4 warps, both arms in 100.0%: net +72 cycles, in all +288
    tried: simulated cycles 5760 -> 2944 (-48.9%) on 1 guessed launch: pays
1 of 1 divergent branches in @diamond can be melded
profits are computed from the profile of P0, which reaches 4 of 4 blocks; 1 of 1 conditional branch split a warp
$ reconverge -b -f diamond --glyphs=ascii <small.ll - | head -3
   function  kind    blocks  insts  branches  divergent
*  @diamond  kernel       4     17         1          1
   @loopy    kernel       8     16         3          2
# A script stops at the first error; --keep-going does not.
$ reconverge -b -f diamond -e nonsense -e 'expect blocks==4' small.ll
! reconverge: -e:1: unknown command 'nonsense': 'help' lists all commands
!   nonsense
!   ^
? 2
$ reconverge -b -f diamond --keep-going -e nonsense -e 'expect blocks==4' small.ll
holds: blocks (4) == 4
! reconverge: -e:1: unknown command 'nonsense': 'help' lists all commands
!   nonsense
!   ^
? 2
$ reconverge -b -e nonsense -o never.ll small.ll; test -e never.ll
! reconverge: -e:1: unknown command 'nonsense': 'help' lists all commands
!   nonsense
!   ^
? 1
$ reconverge -b --keep-going -e nonsense -o kept.ll small.ll; test -s kept.ll
! reconverge: -e:1: unknown command 'nonsense': 'help' lists all commands
!   nonsense
!   ^
# The worst status wins.
$ reconverge -b -q -f diamond --keep-going -e 'expect blocks==3' -e nonsense -e 'expect blocks==4' small.ll
does not hold: blocks (4) == 3
! reconverge: -e:1: unknown command 'nonsense': 'help' lists all commands
!   nonsense
!   ^
? 2
$ reconverge -b -q -f diamond -e 'expect blocks==3' -e 'expect blocks==4' small.ll
does not hold: blocks (4) == 3
? 1
# Bad usage.
$ reconverge --nonsense
! reconverge: option '--nonsense' is unknown or an ambiguous abbreviation
! Try 'reconverge --help' for more information.
? 2
$ reconverge -Z
! reconverge: unknown option '-Z'
! Try 'reconverge --help' for more information.
? 2
$ reconverge -b -e
! reconverge: option '-e' needs an argument
! Try 'reconverge --help' for more information.
? 2
$ reconverge -bqx
! reconverge: option '-x' needs an argument
! Try 'reconverge --help' for more information.
? 2
$ reconverge --json=1 small.ll
! reconverge: option '--json' takes no argument
! Try 'reconverge --help' for more information.
? 2
$ reconverge small.ll bare.ll
! reconverge: only one module can be given; 'bare.ll' is a second one
! Try 'reconverge --help' for more information.
? 2
$ reconverge --glyphs=wide small.ll
! reconverge: --glyphs must be unicode or ascii, not 'wide'
! Try 'reconverge --help' for more information.
? 2
$ reconverge --color=pink small.ll
! reconverge: --color must be auto, always or never, not 'pink'
! Try 'reconverge --help' for more information.
? 2
$ reconverge -b -i small.ll
! reconverge: --batch and --interactive cannot be used together
! Try 'reconverge --help' for more information.
? 2
$ reconverge -x - -x - small.ll
! reconverge: standard input can be read only once
! Try 'reconverge --help' for more information.
? 2
$ reconverge -x - - <small.ll
! reconverge: standard input can be read only once
! Try 'reconverge --help' for more information.
? 2
$ reconverge --json -o - small.ll
! reconverge: --json and --output=- cannot both use standard output
! Try 'reconverge --help' for more information.
? 2
$ reconverge -b
! reconverge: no module given: see 'reconverge --help'
? 2
$ reconverge -o out.xyz small.ll
! reconverge: 'out.xyz' does not end in .ll, .bc, .s, .ptx or .o
? 2
$ reconverge -b --recover
! reconverge: nothing to recover: {{.*}}/reconverge/journal holds no journal of a session that died, or was left unwritten
? 2
# Many modules, and each kernel of them (tests/batch.sh has the rest).
$ printf 'small.ll\nbitonic_sort.amdgcn.ll\n' | reconverge -l - -j 1 -k -q --json -e 'expect divergent<3'
{"module": "small.ll", "function": "diamond", "command": "expect divergent<3", "ok": true, "holds": true, "values": "divergent (1) < 3"}
{"module": "small.ll", "function": "loopy", "command": "expect divergent<3", "ok": true, "holds": true, "values": "divergent (2) < 3"}
{"module": "bitonic_sort.amdgcn.ll", "function": "bitonic_sort", "command": "expect divergent<3", "ok": true, "holds": false, "values": "divergent (4) < 3"}
! reconverge: 2 modules: 2 done (1 with a negative answer), 0 failed, 0 timed out
? 1
$ echo small.ll | reconverge --list=- --jobs=1 --kernels -t 60 -e 'write %.out.ll' -o %.last.ll
==> small.ll <==
wrote small.diamond.out.ll: P0
wrote small.loopy.out.ll: P0
! reconverge: 1 module: 1 done, 0 failed, 0 timed out
$ cmp small.loopy.out.ll small.last.ll
