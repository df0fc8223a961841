#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Every sample as clang emits it, with all its passes, for both targets: what the
# phase of its header does, and how many times fewer cycles it takes at least. The
# samples themselves are compiled without the passes that sink and hoist
# (samples/build.sh). Where LLVM has done here what a phase does there, a row says so:
# no step, and not slower. A gain below 1000 is what a step costs that does not pay and
# is made because it is asked for.

case ${LLVM_VERSION_MAJOR:-22} in
22) ;;
*) echo "the numbers are those of clang 22's code"; exit 77 ;;
esac
clang=${CLANG:-clang-22}
command -v "$clang" >/dev/null || { echo "$clang is missing"; exit 77; }

number=0
failed=0

# sample KERNEL: the source that holds it.
sample()
{
	name=$1
	while [ ! -f "$SAMPLES/$name.cl" ]; do
		name=${name%_*}
	done
	echo "$name"
}

# plain PHASE[,KEY=VALUE] KERNEL TARGET TRIPLE LEVEL STEPS GAIN: at least so many melds,
# or steps of phases that meld nothing, and cycles before in thousandths of those after.
plain()
{
	number=$((number + 1))
	phase=$1
	shift
	source=$(sample "$1")
	module=$source.$2.$4.ll
	function=$1
	case $phase-$2 in
	regroup-* | *-amdgcn) ;;
	*) function=__clang_ocl_kern_imp_$1 ;;
	esac
	[ -f "$module" ] || "$clang" -x cl -cl-std=CL1.2 -cl-no-stdinc -nogpulib \
		-target "$3" -cl-fp32-correctly-rounded-divide-sqrt \
		-ffp-contract=off -fno-discard-value-names "-$4" -Qn -S \
		-emit-llvm -o "$module" "$SAMPLES/$source.cl"
	if [ "$4" = O3 ] && cmp -s "$module" "$source.$2.O2.ll"; then
		echo "ok $number - $phase $1 $2 -$4: the same code as -O2"
		return
	fi
	"$RECONVERGE" -b -e "function $function" \
		-e "launch '$SAMPLES/$1.launch.json'" -e simulate \
		-e "$(echo "$phase" | tr , ' ')" -e 'check seeds=2' -e simulate "$module" \
		>said 2>&1
	status=$?
	steps=$(grep -c ': melds ' said)
	[ "$steps" -gt 0 ] || steps=$(grep -c '^P1: ' said)
	gain=$(awk '/ warp instructions, / && !was { was = $1; next }
		/ warp instructions, / { printf "%d", 1000 * was / $1 }' said)
	if [ $status -eq 0 ] && grep -q ' -> P[0-9]*: .*the same' said &&
		[ "$steps" -ge "$5" ] && [ "${gain:-0}" -ge "$6" ]; then
		echo "ok $number - $phase $1 $2 -$4"
	else
		failed=1
		echo "not ok $number - $phase $1 $2 -$4"
		echo "# $steps steps, gain ${gain:-unknown}; $5 and $6 expected"
		sed 's/^/# /' said
	fi
}

while read -r phase kernel target steps1 gain1 steps2 gain2 steps3 gain3; do
	case $target in
	amdgcn) triple=amdgcn-amd-amdhsa ;;
	nvptx64) triple=nvptx64-nvidia-cuda ;;
	esac
	plain "$phase" "$kernel" "$target" $triple O1 "$steps1" "$gain1"
	plain "$phase" "$kernel" "$target" $triple O2 "$steps2" "$gain2"
	plain "$phase" "$kernel" "$target" $triple O3 "$steps3" "$gain3"
done <<'END'
darm bitonic_sort amdgcn  1 1070  10 1070  10 1070
darm bitonic_sort nvptx64  1 1100  1 1100  10 1100
darm pcm amdgcn  3 1400  10 1400  10 1400
darm pcm nvptx64  3 1350  10 1350  10 1350
darm sb4 amdgcn  2 2000  2 2000  2 2000
darm sb4 nvptx64  2 1800  2 1800  2 1800
darm sb4r amdgcn  2 1900  2 1900  2 1900
darm sb4r nvptx64  2 1370  2 1370  2 1370
darm opcodes amdgcn  5 1350  5 1350  5 1350
darm opcodes nvptx64  3 1050  3 1050  3 1050
darm ray_voxels amdgcn  1 1070  1 1130  1 1130
darm ray_voxels nvptx64  1 1015  1 1020  1 1020
darm particle_filter amdgcn  1 1030  1 1030  1 1030
linearize,mode=loops suffix_walk amdgcn  1 1500  1 1500  1 1500
linearize,mode=loops suffix_walk nvptx64  1 1350  1 1350  1 1350
fuse fuse_walls amdgcn  1 1150  1 1150  1 1150
fuse fuse_walls nvptx64  1 1150  1 1150  1 1150
regroup bbv_counts amdgcn  1 1465  1 1465  1 1465
regroup bbv_counts nvptx64  1 1510  1 1465  1 1465
ifconvert bitonic_sort_ge amdgcn  1 1000  1 1010  1 1010
ifconvert bitonic_sort_ge nvptx64  0 1000  0 1000  0 1000
darm darm_align amdgcn  1 1300  1 1300  1 1300
darm darm_align nvptx64  1 1250  1 1250  1 1250
darm dct_quant amdgcn  1 1190  1 1190  1 1190
darm dct_quant nvptx64  1 1110  1 1105  1 1105
darm dct_quant_nonuniform amdgcn  2 1500  2 1500  2 1500
darm dct_quant_nonuniform nvptx64  2 1280  2 1280  2 1280
flatten flat_bench_10_1 amdgcn  0 1000  0 1000  0 1000
flatten flat_bench_10_1 nvptx64  0 1000  0 1000  0 1000
flatten flat_bench_1_1 amdgcn  0 1000  0 1000  0 1000
flatten flat_bench_1_1 nvptx64  0 1000  0 1000  0 1000
flatten,decide=static flat_bench_1_10 amdgcn  1 1085  1 1085  1 1085
flatten,decide=static flat_bench_1_10 nvptx64  1 1100  1 1100  1 1100
flatten flat_bench_1_100 amdgcn  1 1240  1 1240  1 1240
flatten flat_bench_1_100 nvptx64  1 1245  1 1245  1 1245
flatten,decide=static flat_work_queue amdgcn  1 960  1 995  1 995
flatten,decide=static flat_work_queue nvptx64  1 940  1 990  1 990
darm lin_interleave amdgcn  1 1400  1 1400  1 1400
darm lin_interleave nvptx64  1 1260  1 1260  1 1260
linearize,when=always,mode=interleave lin_interleave amdgcn  1 935  1 935  1 935
linearize,when=always,mode=interleave lin_interleave nvptx64  1 945  1 945  1 945
linearize,when=always lin_irreducible amdgcn  1 875  1 875  1 875
linearize,when=always lin_irreducible nvptx64  1 925  1 925  1 925
linearize,when=always lin_jump_in amdgcn  1 885  1 885  1 885
linearize,when=always lin_jump_in nvptx64  1 905  1 905  1 905
linearize,when=always lin_jump_out amdgcn  1 945  1 1000  1 1000
linearize,when=always lin_jump_out nvptx64  1 925  1 965  1 985
linearize,mode=loops lin_loop_merge amdgcn  1 1030  1 1040  1 1040
linearize,mode=loops lin_loop_merge nvptx64  1 1065  1 1075  1 1075
linearize lin_short_circuit amdgcn  1 1280  1 1280  1 1280
linearize lin_short_circuit nvptx64  1 1250  1 1250  1 1250
linearize,mode=depth lin_stack_depth amdgcn  1 1025  1 1025  1 1025
linearize,mode=depth lin_stack_depth nvptx64  0 1000  0 1000  0 1000
darm lud_perimeter amdgcn  5 1200  1 1215  1 1215
darm lud_perimeter nvptx64  5 1225  1 1120  1 1155
darm mergesort amdgcn  1 1195  0 1000  0 1000
darm mergesort nvptx64  1 1085  1 1085  1 1085
fuse mergesort amdgcn  1 1000  6 1005  6 1005
fuse mergesort nvptx64  1 1000  1 1000  1 1000
darm nqueens amdgcn  0 1000  0 1000  0 1000
darm nqueens nvptx64  0 1000  0 1000  0 1000
ifconvert particle_filter amdgcn  1 1025  1 1025  1 1025
ifconvert particle_filter nvptx64  1 1010  1 1010  1 1010
delay ray_voxels amdgcn  1 1385  1 1225  1 1225
delay ray_voxels nvptx64  1 1210  1 1070  1 1070
darm sb1 amdgcn  1 1665  8 1720  8 1720
darm sb1 nvptx64  1 1530  4 1500  8 1580
darm sb1r amdgcn  1 1465  4 1185  4 1185
darm sb1r nvptx64  1 1225  1 1195  8 1225
darm sb2 amdgcn  1 1550  8 1620  8 1620
darm sb2 nvptx64  1 1320  4 1325  8 1375
darm sb2r amdgcn  1 1405  8 1465  8 1465
darm sb2r nvptx64  1 1245  4 1250  8 1290
darm sb3 amdgcn  2 1695  50 1715  50 1715
darm sb3 nvptx64  2 1480  2 1465  8 1470
darm sb3r amdgcn  2 1535  50 1485  50 1485
darm sb3r nvptx64  2 1290  2 1210  8 1215
darm srad amdgcn  6 1050  6 1050  6 1050
darm srad nvptx64  4 1020  4 1020  4 1020
END
echo "1..$number"
exit $failed
