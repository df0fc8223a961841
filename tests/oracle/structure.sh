#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Compares dominators, cycles, loops and regions with what opt's printers say,
# in three points: random graphs, the samples, and the corpus. With "soak" as
# argument, there are more random graphs, and the corpus is whole.

here=$srcdir/tests/oracle
. "$here/deadline.sh"
how=${1:-check}
[ -n "${OPT:-}" ] || { echo '1..0 # SKIP opt missing'; exit 77; }
python=$(command -v python3)
seeds='1 2 3 4 5 6'
corpus=quick
[ "$how" = soak ] && seeds=$(seq 1 200) && corpus=all

# against NAME FILE...: one point.
against()
{
	name=$1
	shift
	if "$python" "$here/structure.py" "$builddir/tests/oracle/structure_dump" \
		"$OPT" "$@" >log 2>&1; then
		echo "ok - $name"
		sed 's/^/# /' log
	else
		echo "not ok - $name"
		tail -n 30 log | sed 's/^/# /'
	fi
}

echo 1..3
share 3
for seed in $seeds; do
	late && break
	"$python" "$here/random_cfg.py" "$seed" 135 $((6 + seed * 11 % 150)) \
		>"random-$seed.ll"
done
against 'random graphs' random-*.ll
share 2
against samples "$SAMPLES"/*.ll
share 1
"$srcdir/tests/corpus/fetch.sh" $corpus >list 2>why
case $? in
0)	# shellcheck disable=SC2046 # no spaces in these names
	against 'real code' $(cat list) ;;
77)	echo "ok - real code # SKIP $(tail -n 1 why)" ;;
*)	echo 'not ok - real code'
	sed 's/^/# /' why ;;
esac
