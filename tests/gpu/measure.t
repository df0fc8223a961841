# Measuring, with a stand-in for the driver that runs launches on the simulator.

$ test -e "$builddir/tests/gpu/standin.so" && cp $SAMPLES/bitonic_sort.nvptx64.ll k.ll
$ echo "exec env RECONVERGE_GPU_DRIVER=$builddir/tests/gpu/standin.so STANDIN_IR=code $RECONVERGE -b -q \"\$@\"" >on && chmod +x on

# Two revisions in turns; the second leaves the same and is faster by the cycles.
$ printf 'launch grid=1\nset decide=static\nmeld\n' >meld.rcv && cat meld.rcv >m.rcv
$ echo 'measure reps=4 limit=1 code=ptx keep=code' >>m.rcv
$ ./on -x meld.rcv -e 'measure reps=10 code=ptx keep=code' -e history k.ll
@bitonic_sort on Stand-in (sm_70, 1.0 GiB, CUDA 12.4): 256 threads, 10 runs of each in turns
    least us  median   25 %   75 %  ratio   from     to  as simulated  as the first  code
P0     66.56   66.89  66.80  66.99      -      -      -  same                        ptx
P1     56.47   56.77  56.60  56.92  0.849  0.846  0.851  same          same          ptx
P1 is 15.1 % faster than P0
  P0  load  846 static cycles, 4 divergent  measured 66.89 us on sm_70
* P1  meld  -116 static cycles  -2 divergent  -3 blocks  measured 56.77 us on sm_70 (0.849 of P0)
$ ls code
P0.ll
P0.ptx
P1.ll
P1.ptx

$ STANDIN_NOISE=0 ./on --json -x meld.rcv -e 'measure reps=10 code=ptx keep=code' k.ll | tail -1
{"command": "measure reps=10 code=ptx keep=code", "ok": true, "function": "bitonic_sort", "api": "CUDA", "device": "Stand-in", "cpu": "sm_70", "driver": 12040, "launch": "grid=1 block=256 seed=1 values=i32[256]:random(0,100)", "threads": 256, "reps": 10, "scale": 1, "one_order": false, "method": "Hodges-Lehmann, interval of 95 % by ranks", "revisions": [{"revision": "P0", "min": 66.4720014, "median": 66.4720014, "lower_quartile": 66.4720014, "upper_quartile": 66.4720014, "ratio": null, "ratio_low": null, "ratio_high": null, "simulator": "same", "first": null, "code": "ptx", "pays": false, "difference": null, "failed": null}, {"revision": "P1", "min": 56.4559996, "median": 56.4559996, "lower_quartile": 56.4559996, "upper_quartile": 56.4559996, "ratio": 0.849319991, "ratio_low": 0.849319991, "ratio_high": 0.849319991, "simulator": "same", "first": "same", "code": "ptx", "pays": true, "difference": null, "failed": null}]}
$ STANDIN_FAIL=launch=700:P1,launch=wrong:P0 ./on --json -x meld.rcv -e 'measure reps=2 code=ptx keep=code' k.ll | tail -1
{"command": "measure reps=2 code=ptx keep=code", "ok": true, "function": "bitonic_sort", "api": "CUDA", "device": "Stand-in", "cpu": "sm_70", "driver": 12040, "launch": "grid=1 block=256 seed=1 values=i32[256]:random(0,100)", "threads": 256, "reps": 2, "scale": 1, "one_order": false, "method": "Hodges-Lehmann, interval of 95 % by ranks", "revisions": [{"revision": "P0", "min": 66.9044778, "median": 66.9520609, "lower_quartile": 66.9282693, "upper_quartile": 66.9758525, "ratio": null, "ratio_low": null, "ratio_high": null, "simulator": "differs", "first": null, "code": "ptx", "pays": false, "difference": "unlike the simulator: values[0]: 1, not 0 (1 of 256 elements differ)", "failed": null}, {"revision": "P1", "min": null, "median": null, "lower_quartile": null, "upper_quartile": null, "ratio": null, "ratio_low": null, "ratio_high": null, "simulator": null, "first": null, "code": "ptx", "pays": false, "difference": null, "failed": "the kernel accesses memory that is not its own (CUDA error 700)"}]}

# A larger launch, other revisions, few runs: no interval.
$ ./on -x meld.rcv -e 'measure P1 P0 reps=3 warmups=1 scale=3 code=ptx keep=code' k.ll
@bitonic_sort on Stand-in (sm_70, 1.0 GiB, CUDA 12.4): 768 threads, 3 runs of each in turns
    least us  median    25 %    75 %  ratio  from  to  as simulated  as the first  code
P1    169.63  170.51  170.07  170.63      -     -   -  same                        ptx
P0    199.49  199.76  199.63  200.11  1.174     -   -  same          same          ptx
$ ./on -e 'launch grid=3000000' -e 'measure scale=1000 code=ptx' k.ll
! reconverge: -e:1: scale=1000: a grid has at most 2147483647 blocks in its first dimension
!   measure scale=1000 code=ptx
!           ^
? 2

# Numbers that stand for sizes grow with the launch.
$ cp $SAMPLES/srad.nvptx64.ll s.ll
$ ./on --json -e "launch $SAMPLES/srad.launch.json" -e 'measure reps=1 scale=2 code=ptx keep=code' s.ll | grep -o '"launch": "[^"]*"'
"launch": "grid=6x2 block=16x16 seed=1 image=f32[3072]:random(0.5,1.5) coefficient=f32[3072]:zero north=f32[3072]:zero south=f32[3072]:zero west=f32[3072]:zero east=f32[3072]:zero cols=96 rows=32 q0sqr=0.05"

# The results: a wrong byte is found, whichever revision has it.
$ STANDIN_FAIL=launch=wrong:P1 ./on -x m.rcv -e history k.ll
@bitonic_sort on Stand-in (sm_70, 1.0 GiB, CUDA 12.4): 256 threads, 4 runs of each in turns
    least us  median   25 %   75 %  ratio   from     to  as simulated  as the first  code
P0     66.56   66.83  66.71  66.90      -      -      -  same                        ptx
P1     56.59   56.68  56.62  56.79  0.849  0.846  0.856  differs       differs       ptx
P1 leaves another result, unlike the simulator: values[0]: 1, not 0 (1 of 256 elements differ)
  P0  load  846 static cycles, 4 divergent  measured 66.83 us on sm_70
* P1  meld  -116 static cycles  -2 divergent  -3 blocks  measured 56.68 us on sm_70 (0.849 of P0) ANOTHER RESULT
? 1
$ STANDIN_FAIL=launch=wrong:P0 ./on -x m.rcv k.ll
@bitonic_sort on Stand-in (sm_70, 1.0 GiB, CUDA 12.4): 256 threads, 4 runs of each in turns
    least us  median   25 %   75 %  ratio   from     to  as simulated  as the first  code
P0     66.56   66.83  66.71  66.90      -      -      -  differs                     ptx
P1     56.59   56.68  56.62  56.79  0.849  0.846  0.856  same          differs       ptx
P0 leaves another result, unlike the simulator: values[0]: 1, not 0 (1 of 256 elements differ)
P1 leaves another result, unlike P0: values[0]: 0, not 1 (1 of 256 elements differ)
? 1

# Times that vary more than the revisions differ.
$ STANDIN_NOISE=3 ./on -e 'launch grid=1' -e 'measure P0 P0 reps=10 code=ptx keep=code' k.ll
@bitonic_sort on Stand-in (sm_70, 1.0 GiB, CUDA 12.4): 256 threads, 10 runs of each in turns
    least us  median    25 %    75 %  ratio   from     to  as simulated  as the first  code
P0     92.15  191.36  163.74  221.42      -      -      -  same                        ptx
P0     71.09  175.87  116.50  229.07  0.942  0.572  1.242  same          same          ptx
P0 takes as long as P0, as far as the noise of the runs shows

# What users meet, one line each. The first process of a command only looks what
# the device is.
$ for e in init=100 init=3 init=34 init=crash retain=46; do echo $e >>fails; done
$ for e in load=221 load=222 load=218 load=209 launch=1 launch=701 launch=702 query=214 query=719 query=12345; do printf -- '-\n%s\n' $e >>fails; done
$ echo 'launch grid=1' >many.rcv && for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15; do echo 'measure reps=1 warmups=1 code=ptx keep=code' >>many.rcv; done
$ STANDIN_FAILS=fails ./on --keep-going -x many.rcv k.ll 2>&1 | sed -n 's/^P0 failed: /  /p; s/^reconverge: /  /p'
  many.rcv:2: there is no device (CUDA error 100)
  many.rcv:3: the driver cannot be initialized: its kernel module may not be loaded, or this user may not use it (CUDA error 3)
  many.rcv:4: this is the driver's stub, which comes with the toolkit: the driver itself is not installed (CUDA error 34)
  many.rcv:5: the driver was killed by signal 6
  many.rcv:6: the device is in use: another process has it to itself (CUDA error 46)
  the driver's compiler for PTX is not installed (libnvidia-ptxjitcompiler): install it, or ptxas (CUDA error 221)
  the driver is too old for the PTX: install a newer driver, or ptxas of the driver's version (CUDA error 222)
  the driver does not accept the PTX (CUDA error 218): ptxas line 7: no such word
  the code is for another device (CUDA error 209)
  the device cannot run a launch of this size (CUDA error 1)
  a block of this launch needs more registers or shared memory than a multiprocessor has (CUDA error 701)
  the kernel ran longer than the system lets kernels run on a device with a display (CUDA error 702)
  the device's memory has an error that ECC cannot correct: reset the device, and have it tested if this comes again (CUDA error 214)
  the kernel failed (CUDA error 719)
  the driver reports CUDA error 12345
$ RECONVERGE_GPU_DRIVER=/nothere.so $RECONVERGE -b -q -e 'launch grid=1' -e measure k.ll 2>&1 | sed -n 's/^reconverge: //p'
-e:1: the driver that RECONVERGE_GPU_DRIVER names cannot be loaded: /nothere.so: cannot open shared object file: No such file or directory

# Another process holds the device's memory.
$ STANDIN_MEMORY=20000000 STANDIN_HELD=19999000 ./on -x m.rcv k.ll | grep failed
P0 failed: the device has not enough free memory: 0.0 MiB are asked for, and 0.0 of 19.1 MiB are free; end the processes that hold the rest, or make the launch smaller
P1 failed: the device has not enough free memory: 0.0 MiB are asked for, and 0.0 of 19.1 MiB are free; end the processes that hold the rest, or make the launch smaller

# A kernel that fails, kills the process, or does not end: it is named, and the
# others are measured.
$ for e in launch=700:P1 launch=crash:P1 launch=endless:P1 launch=700:P0 load=302:P1; do echo "$e:"; STANDIN_FAIL=$e ./on -x m.rcv k.ll | grep '^P'; done
launch=700:P1:
P0     66.48   66.85  66.72  66.93      -     -   -  same                        ptx
P1         -       -      -      -      -     -   -                              ptx
P1 failed: the kernel accesses memory that is not its own (CUDA error 700)
launch=crash:P1:
P0     66.48   66.85  66.72  66.93      -     -   -  same                        ptx
P1         -       -      -      -      -     -   -                              ptx
P1 failed: while the kernel ran, the driver was killed by signal 6
launch=endless:P1:
P0     66.48   66.85  66.72  66.93      -     -   -  same                        ptx
P1         -       -      -      -      -     -   -                              ptx
P1 failed: the kernel did not end within 1 s; if it is only slow, say limit=SECONDS
launch=700:P0:
P0         -       -      -      -      -     -   -                              ptx
P1     56.47   56.78  56.67  56.84      -     -   -  same                        ptx
P0 failed: the kernel accesses memory that is not its own (CUDA error 700)
load=302:P1:
P0     66.48   66.85  66.72  66.93      -     -   -  same                        ptx
P1         -       -      -      -      -     -   -                              ptx
P1 failed: the code calls functions that are not there (CUDA error 302)

# A launch that faults on the simulator does not run on the device.
$ ./on -e 'launch grid=1 values=i32[4]' -e 'measure keep=code' k.ll
! reconverge: -e:1: on this launch P0 ends on the simulator with a fault (access out of bounds), so that it is not run on the device
!   measure keep=code
!   ^
? 2

# Addresses of shared memory are not those of the simulator.
$ ./on -e 'launch grid=1 block=32 0=i32[32]:zero 1=i32[32]' -e 'measure keep=code' -
> target triple = "nvptx64-nvidia-cuda"
> define ptx_kernel void @local(ptr addrspace(1) %out, ptr addrspace(3) %tile) {
>   store i32 1, ptr addrspace(1) %out
>   ret void
> }
@local on Stand-in (sm_70, 1.0 GiB, CUDA 12.4): 32 threads, 30 runs of each in turns
    least us  median  25 %  75 %  ratio  from  to  as simulated  as the first  code
P0         -       -     -     -      -     -   -
P0 failed: parameter 1 of @local points to shared memory, whose place on the device is not known
? 1

# Words that are wrong.
$ ./on -e 'measure reps=0' k.ll
! reconverge: -e:1: 'reps=0': the value must be a number from 1 to 1000
!   measure reps=0
!           ^
? 2
$ ./on -e 'measure code=c' k.ll
! reconverge: -e:1: 'code=c': the value must be ptx or machine
!   measure code=c
!           ^
? 2
$ ./on -e 'measure sometimes=1' k.ll
! reconverge: -e:1: measure: expected a revision, reps=, warmups=, scale=, device=, limit=, code= or keep=, not 'sometimes=1'
!   measure sometimes=1
!           ^
? 2

# A lesson tells it.
$ ./on -x m.rcv -e 'lesson l' k.ll >log
$ sed -n '/What a GPU measured/{n;p}' l/index.html
<p>On Stand-in (sm_70), 4 runs on the launch took 66.56 microseconds at least and 66.83 in the median. What it left in memory is what the simulator left.</p>
<p>On Stand-in (sm_70), 4 runs on the launch took 56.59 microseconds at least and 56.68 in the median. That is 0.849 of the time of P0, between 0.846 and 0.856 with a confidence of 95&nbsp;% (by ranks, Hodges and Lehmann). What it left in memory is what the simulator left.</p>

# HIP: the object is linked by ld.lld, in whose place a script stands here.
$ mkdir bin && for n in ld.lld ld.lld-$LLVM_VERSION_MAJOR; do printf '#!/bin/sh\nexec cat "$4"\n' >bin/$n && chmod +x bin/$n; done
$ PATH=$PWD/bin:$PATH ./on -x meld.rcv -e 'measure reps=4 keep=code' $SAMPLES/bitonic_sort.amdgcn.ll
@bitonic_sort on Stand-in (gfx906, 1.0 GiB, HIP 6.0): 256 threads, 4 runs of each in turns
    least us  median    25 %    75 %  ratio   from     to  as simulated  as the first  code
P0    173.09  173.79  173.48  173.99      -      -      -  same                        hsaco
P1    155.11  155.37  155.20  155.66  0.895  0.891  0.902  same          same          hsaco
P1 is 10.5 % faster than P0

# The page of results measures where there is a device. One process at a time: the
# stand-in finds the code of a revision in its folder.
$ RECONVERGE_GPU_DRIVER=$builddir/tests/gpu/standin.so STANDIN_IR=code PATH=$PWD/bin:$PATH python3 $srcdir/bench/results.py -j 1 --steps darm --keep code sb1 | sed -n 's/.*\(Measured on\)/\1/p; s/^| sb1 | darm .*| \(.*\) |$/\1/p'
Measured on Stand-in.
0.603 (0.602 to 0.604)
0.650 (0.648 to 0.651)
$ RECONVERGE_GPU_DRIVER=/nothere.so python3 $srcdir/bench/results.py -j 1 --steps darm sb1 | sed -n 's/^| sb1 | darm .*| \(.*\) |$/\1/p'
not measured
not measured

# So does the command for all else that needs a device. No file of prices is made here:
# calibrate.t has that.
$ RECONVERGE_GPU_DRIVER=$builddir/tests/gpu/standin.so STANDIN_IR=code PATH=$PWD/bin:$PATH python3 $srcdir/bench/gpu.py --least 0 --parts samples,flat,regroup --steps darm,tailmerge --scale 2 --ks 31 --size 16 8 --keep code sb2 | sed 1,4d
\## samples

| sample | step | table | scoreboard | machine | scale | measured ratio |
| --- | --- | ---: | ---: | ---: | ---: | --- |
| sb2 | darm | -35.2 % | -32.9 % | -32.1 % | 2 | 0.653 (0.652 to 0.654) |
| sb2 | tailmerge | +4.1 % | +7.6 % | +9.5 % | 2 | 1.039 (1.037 to 1.040) |

* table: the sign of 2 of 2 ratios that exceed the noise (100 %, goal 90 %)
* scoreboard: the sign of 2 of 2 ratios that exceed the noise (100 %, goal 90 %)
* machine: the sign of 2 of 2 ratios that exceed the noise (100 %, goal 90 %)

\## flat

Speedup by `flatten`, and in brackets what `candidates` told before.

| k | 10/1 | 1/1 | 1/10 | 1/100 |
| ---: | ---: | ---: | ---: | ---: |
| 31 | 0.97 (0.98) | 1.81 (1.86) | 3.45 (3.50) | 4.17 (4.17) |

The side of 1 was told in 4 of 4 cells that exceed the noise.

\## regroup

`bbv_counts`, whose threads take their work from an array: unsorted, and sorted.

| algorithm | simulated cycles | measured ratio |
| --- | ---: | --- |
| sorting | -36.7 % | 0.633 (0.632 to 0.634) |
| greedy | -30.7 % | 0.693 (0.691 to 0.694) |
| greedy-max | -32.6 % | 0.673 (0.672 to 0.674) |
$ STANDIN_SLOW=P1 RECONVERGE_GPU_DRIVER=$builddir/tests/gpu/standin.so STANDIN_IR=code PATH=$PWD/bin:$PATH python3 $srcdir/bench/gpu.py --least 0 --parts samples --steps darm --scale 1 --keep code sb2 | grep '^\*'
* table: the sign of 0 of 1 ratios that exceed the noise (0 %, goal 90 %)
* scoreboard: the sign of 0 of 1 ratios that exceed the noise (0 %, goal 90 %)
* machine: the sign of 0 of 1 ratios that exceed the noise (0 %, goal 90 %)
$ RECONVERGE_GPU_DRIVER=$builddir/tests/gpu/standin.so STANDIN_IR=code PATH=$PWD/bin:$PATH python3 $srcdir/bench/gpu.py --least 100 --parts samples --steps darm --scale 1 --keep code --write gpu.md sb2 && grep '^| sb2' gpu.md
| sb2 | darm | -35.2 % | -32.9 % | -32.1 % | 8 | 0.657 (0.656 to 0.658) |
$ RECONVERGE_GPU_DRIVER=/nothere.so python3 $srcdir/bench/gpu.py
! gpu.py: no device could be measured on; 'measure' says why
? 1

# Memory of pointers in a struct: the device gets its own addresses there.
$ cat > task.ll
> target triple = "nvptx64-nvidia-cuda"
> declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
> %task = type { ptr, ptr, i32 }
> define ptx_kernel void @task(ptr byval(%task) align 8 %task) {
> entry:
>   %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
>   %from = load ptr, ptr %task
>   %toat = getelementptr i8, ptr %task, i64 8
>   %to = load ptr, ptr %toat
>   %nat = getelementptr i8, ptr %task, i64 16
>   %n = load i32, ptr %nat
>   %c = icmp slt i32 %t, %n
>   br i1 %c, label %inside, label %end
> inside:
>   %p = getelementptr float, ptr %from, i32 %t
>   %x = load float, ptr %p
>   %q = getelementptr float, ptr %to, i32 %t
>   store float %x, ptr %q
>   br label %end
> end:
>   ret void
> }
$ STANDIN_NOISE=0 ./on -e 'launch block=64 "task={ptr f32[64]:iota,ptr f32[64]:zero,i32 50}"' -e 'measure reps=2 code=ptx keep=code' task.ll
@task on Stand-in (sm_70, 1.0 GiB, CUDA 12.4): 64 threads, 2 runs of each in turns
    least us  median  25 %  75 %  ratio  from  to  as simulated  as the first  code
P0      2.22    2.22  2.22  2.22      -     -   -  same                        ptx
a run takes less than 20 us: scale=N makes the launch N times as large
