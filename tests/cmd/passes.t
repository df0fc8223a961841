# LLVM's own ways to structured code, as steps to compare with: on every sample,
# and what they make of the unstructured ones leaves the same.
$ for f in $SAMPLES/lin_*.ll $SAMPLES/[!l]*.amdgcn.ll; do reconverge -b -q -e 'pass structurizecfg' -e 'goto P0' -e "pass 'lower-switch,fix-irreducible,unify-loop-exits,structurizecfg'" -e 'expect unstructured == 0' -e 'score P0' $f >out || echo failed: $f; done
$ for s in short_circuit jump_out jump_in irreducible; do for t in amdgcn nvptx64; do reconverge -b -q -e "launch '$SAMPLES/lin_$s.launch.json'" -e "pass 'lower-switch,fix-irreducible,unify-loop-exits,structurizecfg'" -e 'expect revision == 1' -e 'check seeds=2' -e linearize -e 'expect revision == 1' $SAMPLES/lin_$s.$t.ll || echo failed: $s $t; done; done
# A pass there is not: the session goes on.
$ reconverge -b -q --keep-going -e 'pass structurize' -e 'expect revision == 0' -e 'pass "lower-switch,structurizecfg"' -e 'expect revision == 1' $SAMPLES/lin_jump_out.nvptx64.ll
! reconverge: -e:1: pass 'structurize': unknown pass name 'structurize'
!   pass structurize
!        ^
? 2
