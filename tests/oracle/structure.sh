#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Dominators, post-dominators, cycles, loops and regions against opt's
# printers: every sample, and random graphs from fixed seeds.

[ -n "$OPT" ] || { echo "opt is missing"; exit 77; }

n=0
compare()
{
	n=$((n + 1)) what=$1
	shift
	if python3 "$srcdir/tests/oracle/structure.py" \
		"$builddir/tests/oracle/structure_dump" "$OPT" "$@" >log; then
		echo "ok $n - $what: $(tail -n 1 log)"
	else
		echo "not ok $n - $what"
		sed 's/^/# /' log
	fi
}

compare samples "$SAMPLES"/*.ll
seed=1
while [ "$seed" -le 6 ]; do
	python3 "$srcdir/tests/oracle/random_cfg.py" $seed 150 >"random$seed.ll"
	seed=$((seed + 1))
done
compare 'random graphs' random*.ll
python3 "$srcdir/tests/oracle/random_cfg.py" 7 40 60 >large.ll
compare 'large random graphs' large.ll
echo "1..$n"
