#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Tests samples/batch, a sweep over modules of which one is broken. The sweep
# is cut off and continued, failed jobs are repeated, and jobs run out of time
# and of memory.

command -v parallel >/dev/null || {
	echo '1..0 # SKIP parallel is missing'
	exit 77
}
# AddressSanitizer reserves more addresses than any limit allows.
all=
! grep -q __asan_init "$RECONVERGE" || all='-m 0'
n=0

point()
{
	n=$((n + 1))
	if [ "$1" = 0 ]; then
		echo "ok $n - $2"
	else
		echo "not ok $n - $2"
		[ -z "$3" ] || sed 's/^/# /' "$3"
	fi
}

# sweep ARGUMENT...: the table in table
sweep()
{
	# shellcheck disable=SC2086 # $all is words
	sh "$srcdir/samples/batch/sweep.sh" -j 2 $all "$@" >table 2>errors
}

has()
{
	grep -qF -- "$1" table
}

mkdir -p home modules/deeper
HOME=$PWD/home
export HOME
cp "$SAMPLES/sb1.amdgcn.ll" "$SAMPLES/sb1.launch.json" \
	"$SAMPLES/dct_quant.nvptx64.ll" modules
cp "$SAMPLES/bitonic_sort.amdgcn.ll" modules/deeper
echo 'target triple = "amdgcn--' >modules/broken.ll

sweep -e candidates -e darm -e score -e 'check seeds=2' out modules
point $? 'a sweep ends well' errors
has '4 modules, 4 kernels, 1 modules not done to their end' &&
	has 'string constant' && has '4  the same'
point $? 'its table' table
python3 - <<'EOF'
import json, subprocess
lines = [json.loads(line) for line in open("out/results.jsonl")]
score = [o for o in lines if o["kernel"] == "bitonic_sort"
         and o.get("command") == "score"]
alone = subprocess.run(["reconverge", "-b", "--json", "-e", "darm", "-e", "score",
                        "modules/deeper/bitonic_sort.amdgcn.ll"],
                       stdout=subprocess.PIPE, check=True).stdout
alone = json.loads(alone.decode().splitlines()[1])
assert len(score) == 1 and score[0]["loaded"] == alone["loaded"]
assert score[0]["current"] == alone["current"]
assert {o["module"] for o in lines} == {
    "sb1.amdgcn.ll", "dct_quant.nvptx64.ll", "broken.ll",
    "deeper/bitonic_sort.amdgcn.ll"}
EOF
point $? 'its lines are what reconverge says'

cp out/results.jsonl before
cp table whole
sweep out && cmp -s out/results.jsonl before && cmp -s table whole
point $? 'again: nothing is left to do' errors

# The sweep was cut off: two jobs are in the log, the output of the others is
# lost.
mkdir cut
cp out/modules.list cut
sed 3q out/joblog >cut/joblog
python3 - <<'EOF'
import json
done = {line.rstrip("\n").split(" ")[-1] for line in open("cut/joblog")}
with open("cut/results.jsonl", "w") as cut:
    for line in open("out/results.jsonl"):
        if json.loads(line)["module"] in done:
            cut.write(line)
EOF
[ "$(sort -u cut/results.jsonl | wc -l)" -lt "$(sort -u before | wc -l)" ] &&
	sweep -e candidates -e darm -e score -e 'check seeds=2' cut modules &&
	cmp -s table whole
point $? 'cut: it goes on' table

cp "$SAMPLES/sb1.nvptx64.ll" modules/broken.ll
sweep -r -e candidates -e darm -e score -e 'check seeds=2' out modules
has '4 modules, 5 kernels, 0 modules not done' && ! has failed
point $? 'what failed is done again' table

sweep -t 0.001 late modules
has '4 modules not done to their end' && has '4  more than 0.001 seconds'
point $? 'out of time' table
sweep -m 8 small modules
has '4 modules not done to their end'
point $? 'out of memory' table

sh "$srcdir/samples/batch/sweep.sh" >table 2>errors
[ $? = 2 ] && grep -q '^sweep.sh ' errors
point $? 'usage' errors
RECONVERGE=./nothing sh "$srcdir/samples/batch/sweep.sh" new modules 2>errors
[ $? = 2 ] && [ "$(wc -l <errors)" = 1 ] && [ ! -e new ]
point $? 'no program' errors
echo "1..$n"
