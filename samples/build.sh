#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Makes the .ll files of the samples from their .cl sources, for both targets.
#
#   sh build.sh [-o DIR] [NAME...]     NAME: bitonic_sort, pcm, ...; default all
#   CLANG=clang-19 OPT=opt-19          the tools to use
#
# The files are written by LLVM 19, the oldest release supported: a newer LLVM
# reads an older one's text, not the other way round. The same sources and tools
# give the same bytes anywhere: no path, version string or date is kept.
#
# The front end runs at -O2 with its passes switched off, which leaves plain
# memory-form IR without optnone. The passes below then make SSA form and tidy
# up, but leave branches alone: common instructions are neither hoisted out of
# the arms nor sunk behind them, no arm is speculated or turned into a select,
# no condition is folded into the one before it, no loop is rotated or
# unrolled. What the source says about control flow is what the .ll shows.
set -eu
LC_ALL=C
export LC_ALL

CLANG=${CLANG:-clang-19}
OPT=${OPT:-opt-19}
all='bitonic_sort pcm mergesort lud_perimeter nqueens srad dct_quant
sb1 sb1r sb2 sb2r sb3 sb3r sb4 sb4r
lin_short_circuit lin_jump_out lin_jump_in lin_irreducible lin_interleave
lin_loop_merge lin_stack_depth flat_work_queue flat_bench
bitonic_sort_ge darm_align fuse_walls bbv_counts opcodes
suffix_walk ray_voxels particle_filter'

tidy='simplifycfg<no-sink-common-insts;no-hoist-common-insts'
tidy="$tidy;no-speculate-blocks;no-simplify-cond-branch;keep-loops"
tidy="$tidy;no-switch-to-lookup;bonus-inst-threshold=0>"
passes="always-inline,function(sroa<preserve-cfg>,$tidy,early-cse<memssa>"
passes="$passes,instsimplify,adce,$tidy),globaldce"

# The comment that opens the source, less its licence line, as IR comments.
heading()
{
	echo '; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception'
	sed -n -e '1d' -e '/^ \*\/$/q' -e '/^\/\*$/d' -e 's/^ \*/;/p' "$1.cl"
	echo ';'
	echo "; Made from $1.cl by build.sh${2:+, $2}."
	echo
}

# Takes out what names the tools or fixes a subtarget, and a debug convention
# that newer releases renamed. The calling convention of a kernel on NVPTX is
# spelled as newer releases do; 19 reads both.
neutral()
{
	sed -e '/^; ModuleID = /d' \
	    -e '/^@__oclc_ABI_version = /d' \
	    -e 's/ "target-features"="[^"]*"//' \
	    -e 's/ "frame-pointer"="all"//' \
	    -e 's/spir_kernel/ptx_kernel/' \
	    -e 's/producer: "[^"]*"/producer: "clang"/' \
	    -e 's/cc: DW_CC_LLVM_OpenCLKernel, //' \
	    -e "$1"
}

# emit NAME TARGET TRIPLE SUFFIX NOTE [CLANG-OPTION...]
emit()
{
	name=$1 target=$2 triple=$3 suffix=$4 note=$5
	shift 5
	# The linearization paper calls its entry block B1.
	rename='s/^entry:/B1:/;s/%entry$/%B1/;s/%entry\([] ,]\)/%B1\1/g'
	case $name in
	lin_*) ;;
	*) rename='' ;;
	esac
	"$CLANG" -target "$triple" -x cl -cl-std=CL1.2 -cl-no-stdinc -nogpulib \
		-cl-fp32-correctly-rounded-divide-sqrt -ffp-contract=off \
		-O2 -Xclang -disable-llvm-passes -fno-discard-value-names \
		-Qn -Wall -Wextra -Wno-unused-label "$@" \
		-S -emit-llvm -o "$work/raw.ll" "$name.cl"
	"$OPT" -S -passes="$passes" -o "$work/ssa.ll" "$work/raw.ll"
	{
		heading "$name" "$note"
		neutral "$rename" <"$work/ssa.ll"
	} >"$work/out.ll"
	mv "$work/out.ll" "$out/$name$suffix.$target.ll"
}

# both NAME SUFFIX NOTE [CLANG-OPTION...]: one file for each target
both()
{
	base=$1 tail=$2 why=$3
	shift 3
	emit "$base" amdgcn amdgcn-amd-amdhsa "$tail" "$why" "$@"
	emit "$base" nvptx64 nvptx64-nvidia-cuda "$tail" "$why" "$@"
}

out=.
if [ "${1-}" = -o ]; then
	[ $# -ge 2 ] || { echo "$0: -o needs a directory" >&2; exit 2; }
	out=$(cd "$2" && pwd)
	shift 2
fi
[ $# -gt 0 ] || set -- $all

cd "$(dirname "$0")"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
[ "$out" != . ] || out=$(pwd)

for sample in "$@"; do
	both "$sample" '' ''
	if [ "$sample" = bitonic_sort ]; then
		# The same code with debug info, for tests of the parts that
		# read it, and of those that must ignore it.
		both "$sample" _debug 'with debug info' -g -gdwarf-4 \
			-fdebug-compilation-dir=.
	fi
done
