#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Files that are no LLVM IR: source files are compiled, with the flags of the
# command line or of compile_commands.json; files that hold IR are unpacked; of
# all others, one line says what to do.

if [ -z "$CLANG" ]; then
	echo '# skipped: clang is missing'
	exit 77
fi
RECONVERGE_CLANG=$CLANG
export RECONVERGE_CLANG
tools=${CLANG%/*}
n=0

point()
{
	n=$((n + 1))
	if [ "$1" -eq 0 ]; then
		echo "ok $n - $2"
	else
		echo "not ok $n - $2"
		sed 's/^/# /' out err
	fi
}

# opens WHAT ARGUMENT...: the program finds the kernel
opens()
{
	what=$1
	shift
	reconverge -b -e functions "$@" >out 2>err &&
		grep -q '^\*  @' out
	point $? "$what"
}

# refuses WHAT MESSAGE FILE...: one line at the end, nothing on standard output
refuses()
{
	what=$1 message=$2
	shift 2
	reconverge -b -e functions "$@" >out 2>err
	[ $? -eq 2 ] && [ ! -s out ] && tail -n 1 err | grep -qF "$message"
	point $? "$what"
}

cat >arms.h <<'END'
#define KERNEL(out, in) { int i = ID; \
	if (in[i] & 1) out[i] = in[i] * 3 + FIRST; else out[i] = in[i] * 5; }
END
cat >arms.hip <<'END'
#include "arms.h"
#define ID __builtin_amdgcn_workitem_id_x()
extern "C" __attribute__((global)) void arms(int *out, const int *in)
KERNEL(out, in)
END
sed 's/__builtin_amdgcn_workitem_id_x/__nvvm_read_ptx_sreg_tid_x/' arms.hip >arms.cu
cat >arms.cl <<'END'
__kernel void arms(__global int *out, __global const int *in)
{
	int i = get_local_id(0);
	if (in[i] & 1) out[i] = in[i] * 3 + 1; else out[i] = in[i] * 5;
}
END
cat >arms.c <<'END'
void arms(int *out, const int *in)
{
#pragma omp target teams distribute parallel for map(tofrom: out[:64], in[:64])
	for (int i = 0; i < 64; i++)
		if (in[i] & 1) out[i] = in[i] * 3 + 1; else out[i] = in[i] * 5;
}
END
alone='-nogpuinc -nogpulib -DFIRST=1'

# ---- source files ----------------------------------------------------------

# shellcheck disable=SC2086 # several flags
opens 'HIP' arms.hip -- $alone
grep -q 'arms.hip: compiled as HIP for gfx906 by' err
point $? 'the GPU is told'
# shellcheck disable=SC2086
opens 'CUDA' arms.cu -- $alone
# shellcheck disable=SC2086
opens 'another GPU' --mcpu=gfx90a arms.hip -- $alone
# shellcheck disable=SC2086
opens 'the GPU among the flags' arms.hip -- $alone --offload-arch=gfx1030
grep -q 'for gfx1030 by' err
point $? 'it is that GPU'
opens 'OpenCL C for AMD' arms.cl
opens 'OpenCL C for NVIDIA' --mcpu=sm_75 arms.cl
opens 'OpenMP' arms.c -- -nogpulib
grep -q '^\*  @__omp_offloading_.*outlined.* device' out
point $? 'the function that has the work of the OpenMP kernel is selected'
refuses 'an error of the source' 'arms.hip: ' arms.hip -- -nogpuinc -nogpulib
grep -q 'arms.h:2:.*undeclared identifier' err ||
	grep -q "undeclared identifier 'FIRST'" err
point $? 'clang tells the error itself'
[ "$(reconverge -b -q -e 'divergence' arms.cl 2>&1 | grep -c 'compiled as')" = 0 ]
point $? '-q leaves the line out'

mkdir -p tree/src tree/build
sed 's/arms.h"/where.h"/' arms.hip >tree/src/arms.hip
cp arms.h tree/where.h
cat >tree/build/compile_commands.json <<END
[{"directory": "$PWD/tree/build", "file": "../src/arms.hip",
  "command": "ccache clang++ -DFIRST='1 + 1' -I.. -MD -MF a.d -O2 --offload-arch=gfx90a -nogpuinc -nogpulib -o arms.o -c ../src/arms.hip"}]
END
opens 'the flags of compile_commands.json' tree/src/arms.hip
grep -q 'for gfx90a by .* with the flags in .*/tree/build/compile_commands.json' err
point $? 'they are named'
refuses 'a file that is not in it' 'does not say how it is compiled' \
	-p tree/build arms.cl
for module in arms.cl "$SAMPLES/sb1.amdgcn.ll"; do
	refuses "a build that is not there, for $module" \
		"tree/none: no compile_commands.json is there" \
		-p tree/none "$module"
done
refuses 'flags without a source file' 'flags for clang need a source file' \
	"$SAMPLES/sb1.amdgcn.ll" -- -O2
RECONVERGE_CLANG=/nowhere/clang refuses 'no clang' 'does not run as clang does' arms.cl
printf '#!/bin/sh\necho 99.0\n' >newer
chmod +x newer
RECONVERGE_CLANG=$PWD/newer refuses 'a newer clang' 'is clang 99, whose IR' arms.cl

# ---- files that hold IR ----------------------------------------------------

# shellcheck disable=SC2086
"$CLANG" -x hip $alone --offload-arch=gfx906 --cuda-device-only -O1 -c \
	-emit-llvm -o arms.bc arms.hip
cp arms.bc copy.bc
cp arms.bc text.hip
opens 'bitcode under the name of a source' text.hip
if [ -x "$tools/clang-offload-bundler" ] && [ -n "$LLC" ]; then
	host=host-x86_64-unknown-linux-gnu
	# shellcheck disable=SC2086
	"$CLANG" -x hip $alone --offload-arch=gfx90a --cuda-device-only -O1 -c \
		-emit-llvm -o other.bc arms.hip
	"$tools/clang-offload-bundler" -type=bc -input=/dev/null -input=arms.bc \
		-input=other.bc -output=arms.hipfb \
		-targets=$host,hip-amdgcn-amd-amdhsa--gfx906,hip-amdgcn-amd-amdhsa--gfx90a
	opens 'a bundle' arms.hipfb
	grep -q 'the LLVM IR for gfx906; it has some for gfx90a too' err
	point $? 'what was taken'
	opens 'the one that was asked for' --mcpu=gfx90a arms.hipfb
	refuses 'one that is not there' 'only for gfx906, gfx90a' \
		--mcpu=gfx1030 arms.hipfb
	"$tools/clang-offload-packager" -o arms.img \
		--image=file=arms.bc,triple=amdgcn-amd-amdhsa,arch=gfx906,kind=hip
	opens 'images' arms.img
	"$LLC" -mtriple=amdgcn-amd-amdhsa -mcpu=gfx906 -filetype=obj -o plain.o arms.bc
	refuses 'a code object' 'an AMD code object without LLVM IR' plain.o
	"$tools/llvm-objcopy" --add-section .llvmbc=arms.bc plain.o with.o
	opens 'a code object with IR' with.o
	"$tools/llvm-ar" rc arms.a plain.o with.o
	opens 'an archive' arms.a
	for size in 10 60 500 3000; do
		head -c $size arms.img >cut.img
		refuses "$size bytes of images" 'cut.img: ' cut.img
		head -c $size with.o >cut.o
		refuses "$size bytes of a code object" 'cut.o: ' cut.o
	done
fi

# ---- all else --------------------------------------------------------------

printf '// made by hand\n.version 8.0\n.target sm_75\n' >k.ptx
refuses 'PTX' 'k.ptx: this is PTX, not LLVM IR: ' k.ptx
printf '\003\002\043\007more' >k.spv
refuses 'SPIR-V' 'k.spv: this is SPIR-V, not LLVM IR: ' k.spv
printf '\120\355\125\272more' >k.fatbin
refuses 'a fat binary' 'this is an NVIDIA fat binary' k.fatbin
refuses 'a program of the host' 'without LLVM IR of a device' "$(command -v sleep)"
echo 'int f(void) { return 1; }' >host.c
refuses 'C without device code' 'no device code is seen in it' host.c
echo '#include <sycl/sycl.hpp>' >sycl.cpp
refuses 'SYCL' 'SYCL is compiled by its own compiler' sycl.cpp
refuses 'a source that is not there' 'gone.cu: cannot open' gone.cu
echo "1..$n"
