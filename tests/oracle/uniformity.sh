#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Uniformity against opt's printer, value by value: every rule of where
# divergence starts, random kernels, the samples, code that others wrote. With
# "soak" as argument: more of the second and all of the last; in brief
# (TEST_BRIEF), fewer random kernels.

here=$srcdir/tests/oracle
. "$here/deadline.sh"
how=${1:-check}
[ -n "${OPT:-}" ] || { echo '1..0 # SKIP opt missing'; exit 77; }
python=$(command -v python3)
seeds='1 2 3'
functions=40
corpus=quick
[ -n "${TEST_BRIEF:-}" ] && functions=20
[ "$how" = soak ] && seeds=$(seq 1 100) && functions=300 && corpus=all

# against NAME ARGUMENT...: one point.
against()
{
	name=$1
	shift
	if "$python" "$here/uniformity.py" "$@" >log 2>&1; then
		echo "ok - $name"
		sed 's/^/# /' log
	else
		echo "not ok - $name"
		tail -n 30 log | sed 's/^/# /'
	fi
}

# kernels SEED TARGET SHAPE: written below random/.
kernels()
{
	"$python" "$here/random_ir.py" --seed="$1" --target="$2" --shape="$3" \
		--functions=$functions --blocks=$((13 + $1 * 17 % 60)) |
		"$OPT" -passes=mem2reg -o "random/$1-$2-$3.bc" -
}

echo 1..6
mkdir rules random
for target in amdgcn nvptx64; do
	"$python" "$here/rules_ir.py" $target >rules/$target.ll
done
against 'rules' rules
against 'rules of wave32' --mcpu=gfx1100 rules/amdgcn.ll
if [ "${LLVM_VERSION_MAJOR:-0}" -ge 22 ]; then
	against 'rules of reachable scratch' --mcpu=gfx1250 rules/amdgcn.ll
else
	echo "ok - rules of reachable scratch # SKIP LLVM before 22"
fi
share 3
for seed in $seeds; do
	late && break
	for shape in structured reducible any; do
		kernels "$seed" amdgcn $shape
		kernels "$seed" nvptx64 $shape
	done
done
against 'random kernels' random
share 2
against 'samples' "$SAMPLES"
share 1
"$srcdir/tests/corpus/fetch.sh" $corpus >list 2>why
case $? in
0)	# shellcheck disable=SC2046 # no spaces in these names
	against 'real code' $(cat list) ;;
77)	echo "ok - real code # SKIP $(tail -n 1 why)" ;;
*)	echo 'not ok - real code'
	sed 's/^/# /' why ;;
esac
