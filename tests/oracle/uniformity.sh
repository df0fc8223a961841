#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Uniformity against opt's printer, value by value: every sample, and random
# kernels of every shape from fixed seeds, for both targets.

[ -n "$OPT" ] || { echo "opt is missing"; exit 77; }

n=0
compare()
{
	n=$((n + 1)) what=$1
	shift
	if python3 "$srcdir/tests/oracle/uniformity.py" "$@" >log 2>&1; then
		echo "ok $n - $what: $(tail -n 1 log)"
	else
		echo "not ok $n - $what"
		sed 's/^/# /' log
	fi
}

compare 'samples, amdgcn' "$SAMPLES"/*.amdgcn.ll
compare 'samples, nvptx64' "$SAMPLES"/*.nvptx64.ll
for target in amdgcn nvptx64; do
	mkdir "$target"
	for shape in structured reducible any; do
		python3 "$srcdir/tests/oracle/random_ir.py" --target=$target \
			--seed=1 --functions=60 --blocks=14 --shape=$shape |
			"$OPT" -passes=mem2reg -S -o "$target/$shape.ll" -
	done
	compare "random kernels, $target" "$target"
done
echo "1..$n"
