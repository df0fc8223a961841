#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Samples as clang emits them, with all its passes: what darm melds in them, and
# how many times fewer cycles they take at least. The samples themselves are
# compiled without the passes that sink and hoist (samples/build.sh).

case ${LLVM_VERSION_MAJOR:-22} in
22) ;;
*) echo "the numbers are those of clang 22's code"; exit 77 ;;
esac
clang=${CLANG:-clang-22}
command -v "$clang" >/dev/null || { echo "$clang is missing"; exit 77; }

number=0
failed=0

# plain PHASE[,KEY=VALUE] NAME TARGET TRIPLE LEVEL MELDS GAIN: at least so many melds,
# and cycles before in thousandths of those after.
plain()
{
	number=$((number + 1))
	phase=$1
	shift
	module=$1.$2.$4.ll
	function=$1
	[ "$2" = amdgcn ] || function=__clang_ocl_kern_imp_$1
	"$clang" -x cl -cl-std=CL1.2 -cl-no-stdinc -nogpulib -target "$3" \
		-cl-fp32-correctly-rounded-divide-sqrt -ffp-contract=off \
		-fno-discard-value-names "-$4" -Qn -S -emit-llvm \
		-o "$module" "$SAMPLES/$1.cl" &&
		"$RECONVERGE" -b -e "function $function" \
			-e "launch '$SAMPLES/$1.launch.json'" -e simulate \
			-e "$(echo "$phase" | tr , ' ')" -e 'check seeds=2' -e simulate "$module" \
			>said 2>&1
	status=$?
	melds=$(grep -c ': melds ' said)
	gain=$(awk '/ warp instructions, / && !was { was = $1; next }
		/ warp instructions, / { printf "%d", 1000 * was / $1 }' said)
	if [ $status -eq 0 ] && grep -q ' -> P[0-9]*: the same' said &&
		[ "$melds" -ge "$5" ] && [ "${gain:-0}" -ge "$6" ]; then
		echo "ok $number - $phase $1 $2 -$4"
	else
		failed=1
		echo "not ok $number - $phase $1 $2 -$4"
		echo "# $melds melds, gain ${gain:-unknown}; $5 and $6 expected"
		sed 's/^/# /' said
	fi
}

while read -r phase name target melds1 gain1 melds2 gain2 melds3 gain3; do
	case $target in
	amdgcn) triple=amdgcn-amd-amdhsa ;;
	nvptx64) triple=nvptx64-nvidia-cuda ;;
	esac
	plain "$phase" "$name" "$target" $triple O1 "$melds1" "$gain1"
	plain "$phase" "$name" "$target" $triple O2 "$melds2" "$gain2"
	plain "$phase" "$name" "$target" $triple O3 "$melds3" "$gain3"
done <<'END'
darm bitonic_sort  amdgcn  1 1070  10 1070  10 1070
darm bitonic_sort  nvptx64 1 1100  1 1100  10 1100
darm pcm           amdgcn  3 1400  10 1400  10 1400
darm pcm           nvptx64 3 1350  10 1350  10 1350
darm sb4           amdgcn  2 2000  2 2000  2 2000
darm sb4           nvptx64 2 1800  2 1800  2 1800
darm sb4r          amdgcn  2 1900  2 1900  2 1900
darm sb4r          nvptx64 2 1400  2 1400  2 1400
darm opcodes       amdgcn  5 1350  5 1350  5 1350
darm opcodes       nvptx64 3 1050  3 1050  3 1050
darm ray_voxels    amdgcn  1 1070  0 1130  0 1130
darm ray_voxels    nvptx64 1 1015  1 1020  1 1020
darm particle_filter amdgcn 1 1030 1 1030  1 1030
linearize,mode=loops suffix_walk amdgcn  0 1500  0 1500  0 1500
linearize,mode=loops suffix_walk nvptx64 0 1350  0 1350  0 1350
fuse fuse_walls   amdgcn  1 1150  1 1150  1 1150
fuse fuse_walls   nvptx64 1 1150  1 1150  1 1150
END
echo "1..$number"
exit $failed
