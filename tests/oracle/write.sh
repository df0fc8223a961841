#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# LLVM's tools and ptxas accept what the program writes. Text and bitcode pass
# opt's verifier and are the same module, llc compiles them for every supported
# CPU, and the assembler text that `emit` writes is that of llc. The modules
# are the samples and a few of the corpus; with "soak" as argument, all of it.

[ -n "${OPT:-}" ] && [ -n "${LLC:-}" ] && [ -n "${LLVM_DIS:-}" ] || {
	echo '1..0 # SKIP opt, llc or llvm-dis missing'
	exit 77
}
writer=$builddir/tests/oracle/write_modules

# judge CPU N: every file written of module N.
judge()
{
	f=$2.$1
	"$OPT" -passes=verify -disable-output "$f.ll" || return 1
	"$OPT" -passes=verify -disable-output "$f.bc" || return 1
	"$LLVM_DIS" "$f.bc" -o - | sed 1d >"$f.dis"
	sed 1d "$f.ll" >"$f.cut"
	cmp "$f.dis" "$f.cut" || return 1
	"$LLC" -mcpu="$1" "$f.ll" -o "$f.llc.s" || return 1
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
	if ! "$writer" "$cpu" "$@" >written 2>log; then
		echo "not ok - $name"
		sed 's/^/# /' log
		return
	fi
	while read -r n file; do
		judge "$cpu" "$n" >log 2>&1 && continue
		echo "not ok - $name"
		echo "# $file"
		tail -n 20 log | sed 's/^/# /'
		return
	done <written
	echo "ok - $name"
	rm -f [0-9]*."$cpu".*
}

# real TARGET CPU...: a point a cpu, over code that others wrote.
real()
{
	target=$1
	shift
	"$srcdir/tests/corpus/fetch.sh" $corpus "$target" >list 2>why
	status=$?
	# shellcheck disable=SC2046 # no spaces in these names
	for cpu; do
		case $status in
		0)	against 'real code' "$cpu" $(head -n $most list) ;;
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
for cpu in gfx906 gfx90a gfx1100; do
	against samples $cpu "$SAMPLES"/*.amdgcn.ll
done
for cpu in sm_70 sm_90; do
	against samples $cpu "$SAMPLES"/*.nvptx64.ll
done
real amdgcn gfx906 gfx90a gfx1100
real nvptx64 sm_70 sm_90
if [ -n "${PTXAS:-}" ]; then
	echo 'ok - ptxas read the PTX'
else
	echo 'ok - ptxas reads the PTX # SKIP ptxas is missing'
fi
