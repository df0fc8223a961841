#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Goes from a bare Debian 12 to melded machine code: install what the build needs,
# build in build/, then load the bitonic sort, list what can be melded, run
# DARM to its fixpoint, and give the result to llc, for both targets.

set -e
cd "$(dirname "$0")/.."

tools/packages.sh autoconf automake fonts-dejavu-core g++ gcc libc6-dev \
	libgraphviz-dev libjansson-dev liblapacke libncurses-dev libz3-dev \
	libreadline-dev llvm-22 llvm-22-dev make pkg-config
[ -x configure ] || autoreconf -i
mkdir -p build
cd build
[ -f Makefile ] || ../configure --with-llvm=llvm-config-22
make -j"$(nproc)"

# meld TARGET SUFFIX LLC-OPTION...
meld()
{
	target=$1 suffix=$2
	shift 2
	out=bitonic_sort.$target
	printf '\n==== bitonic sort, %s\n' "$target"
	./reconverge -b -e candidates -e darm -e score -o "$out.ll" \
		"../samples/$out.ll"
	llc-22 "$@" -o "$out.$suffix" "$out.ll"
	echo "build/$out.ll: melded; build/$out.$suffix: from llc $*"
}

meld amdgcn s -mtriple=amdgcn-amd-amdhsa -mcpu=gfx906
meld nvptx64 ptx -mtriple=nvptx64-nvidia-cuda -mcpu=sm_70
