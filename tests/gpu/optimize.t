# A search whose end a GPU decides, by the stand-in for the driver.

$ test -e "$builddir/tests/gpu/standin.so" && cp $SAMPLES/sb1.nvptx64.ll k.ll
$ echo "exec env RECONVERGE_GPU_DRIVER=$builddir/tests/gpu/standin.so STANDIN_IR=code $RECONVERGE -b \"\$@\"" >on && chmod +x on
$ echo 'optimize objective=measured with=darm,ifconvert tries=20 seeds=1 code=ptx keep=code' >o.rcv

# It stands by what the device says.
$ ./on -x o.rcv k.ll | tail -3
  8 steps tried, 2 codes seen; no step leads to new code
  check: same with 1 seed
  Stand-in: 0.650 of the time before, from 0.648 to 0.651

# A loss on the device is a veto, and so are another result and a failure.
$ STANDIN_SLOW=P1 ./on -x o.rcv k.ll | tail -3
optimize: nothing that was tried is faster and stands; still P0
  8 steps tried, 2 codes seen; no step leads to new code
  left alone: darm decide=static judge=table: on Stand-in it takes 1.299 of the time, at least 1.297
$ STANDIN_FAIL=launch=wrong:P1 ./on -x o.rcv k.ll | tail -3
optimize: nothing that was tried is faster and stands; still P0
  8 steps tried, 2 codes seen; no step leads to new code
  left alone: darm decide=static judge=table: on Stand-in it leaves another result, unlike the simulator: a[0]: -300669052, not -300669051 (1 of 256 elements differ)
$ STANDIN_FAIL=launch=700:P1 ./on -x o.rcv k.ll | tail -3
optimize: nothing that was tried is faster and stands; still P0
  8 steps tried, 2 codes seen; no step leads to new code
  left alone: darm decide=static judge=table: it does not run on Stand-in: the kernel accesses memory that is not its own (CUDA error 700)

# No device: one line.
$ STANDIN_FAIL=init=100 ./on -x o.rcv k.ll
! reconverge: o.rcv:1: there is no device (CUDA error 100)
!   optimize objective=measured with=darm,ifconvert tries=20 seeds=1 code=ptx keep=code
!   ^
? 2
