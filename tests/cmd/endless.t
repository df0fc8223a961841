# Without a limit of their own, the warps of a block share one. It is reached in
# some seconds, so that the stages of tools/test.sh that test the same with less data
# leave this out.

$ cp $srcdir/tests/cmd/prove.ll .
$ reconverge -b -f forever -q -e 'launch grid=1 block=128 n=1' -e simulate prove.ll
@forever P0: step limit reached: the loop may never end: 100000000 operations of the block; 'set operations=N' lets a warp run N
  block 0 thread 64, seed 1
  B1: br i1 %on, label %loop, label %done
? 1
