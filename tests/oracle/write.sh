#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# LLVM's tools and ptxas accept what the program writes. Text and bitcode pass
# the verifiers of llc and opt and are the same module, llc compiles them for a
# supported CPU, and the assembler text that `emit` writes is that of llc. The
# modules are the samples and a few of the corpus, which take turns at the
# CPUs; with "soak" as argument, all of it, for every CPU.

[ -n "${OPT:-}" ] && [ -n "${LLC:-}" ] || {
	echo '1..0 # SKIP opt or llc missing'
	exit 77
}
. "$srcdir/tests/oracle/deadline.sh"
writer=$builddir/tests/oracle/write_modules

# judge CPU N: checks every file written from module N.
judge()
{
	f=$2.$1
	"$OPT" -passes=verify -S "$f.bc" -o "$f.dis" || return 1
	sed -i 1d "$f.dis" "$f.ll"
	cmp "$f.dis" "$f.ll" || return 1
	# the newest version of PTX that a function of the module asks for
	ptx=$(grep -o '+ptx[0-9]*' "$f.ll" | sort -V | tail -n 1)
	"$LLC" -mcpu="$1" ${ptx:+-mattr=$ptx} "$f.ll" -o "$f.llc.s" || return 1
	cmp "$f.s" "$f.llc.s" || return 1
	case $1 in
	sm_*)	[ -z "${PTXAS:-}" ] ||
			"$PTXAS" -O0 -c -arch=sm_90 "$f.s" -o "$f.cubin" ;;
	esac
}

# against NAME CPU FILE...: one point.
against()
{
	name="$1, $2"
	cpu=$2
	shift 2
	share $left
	left=$((left - 1))
	if late; then
		echo "ok - $name # SKIP $over"
		return
	fi
	if ! "$writer" "$cpu" "$@" >written 2>log; then
		echo "not ok - $name"
		sed 's/^/# /' log
		return
	fi
	rest=0
	while read -r n file; do
		late && rest=$((rest + 1)) && continue
		judge "$cpu" "$n" >log 2>&1 && continue
		echo "not ok - $name"
		echo "# $file"
		tail -n 20 log | sed 's/^/# /'
		return
	done <written
	echo "ok - $name"
	[ $rest -eq 0 ] || echo "# $rest modules $over"
	rm -f [0-9]*."$cpu".*
}

# turn I N FILE...: prints every Nth file, beginning with the Ith; in a soak, all.
turn()
{
	at=$1 n=$2
	shift 2
	[ "$corpus" = all ] && at=1 n=1
	for file; do
		at=$((at - 1))
		[ $at -eq 0 ] && echo "$file" && at=$n
	done
}

# samples TARGET CPU...: one point for each CPU.
samples()
{
	target=$1
	shift
	i=0
	for cpu; do
		i=$((i + 1))
		# shellcheck disable=SC2046 # no spaces in these names
		against samples "$cpu" \
			$(turn $i $# "$SAMPLES"/*."$target".ll)
	done
}

# real TARGET CPU...: one point for each CPU, over other people's code.
real()
{
	target=$1
	shift
	i=0
	"$srcdir/tests/corpus/fetch.sh" $corpus "$target" >list 2>why
	status=$?
	# shellcheck disable=SC2046 # no spaces in these names
	for cpu; do
		i=$((i + 1))
		case $status in
		0)	against 'real code' "$cpu" \
				$(turn $i $# $(cat list) | head -n $most) ;;
		77)	echo "ok - real code, $cpu # SKIP $(tail -n 1 why)" ;;
		*)	echo "not ok - real code, $cpu"
			sed 's/^/# /' why ;;
		esac
	done
}

corpus=quick
most=2
[ "${1:-}" = soak ] && corpus=all && most=100000
echo 1..11
left=10
samples amdgcn gfx906 gfx90a gfx1100
samples nvptx64 sm_70 sm_90
real amdgcn gfx906 gfx90a gfx1100
real nvptx64 sm_70 sm_90
if [ -n "${PTXAS:-}" ]; then
	echo 'ok - ptxas read the PTX'
else
	echo 'ok - ptxas reads the PTX # SKIP ptxas is missing'
fi
