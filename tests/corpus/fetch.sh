#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# fetch.sh quick|linked|all [TARGET]: GPU code that others wrote, as bitcode files
# whose paths are printed, one a line.
#
#   quick  24 OpenCL sources of darktable for amdgcn and nvptx64, -O2
#   linked the same and the device libraries: ROCm's, libclc and, where CUDA is
#          installed, libdevice
#   all    all sources, -O1 and -O2, and the device libraries
#
# With TARGET (amdgcn or nvptx64) only the modules for that one.
#
# The Debian packages are downloaded and unpacked, not installed, into
# $CVG_CORPUS (default: corpus in the build folder) and kept there. Status 77:
# it cannot be had here (no network, no clang of the right LLVM), and why.

set -u
major=${LLVM_VERSION_MAJOR:-22}
cache=${CVG_CORPUS:-${builddir:-.}/corpus}
work=$cache/llvm-$major

skip()
{
	echo "corpus: $1" >&2
	exit 77
}

few='atrous basecurve bilateral blendop bloom blurs bspline channelmixer
	colorreconstruction colorspaces demosaic_ppg demosaic_vng
	denoiseprofile diffuse dwt gaussian guided_filter hazeremoval
	highpass liquify lut3d nlmeans retouch sharpen'

# package NAME: download and unpack it once, into packages/NAME.
package()
{
	to=$cache/packages/$1
	[ -d "$to" ] && return
	command -v apt-get >/dev/null || skip 'apt-get missing'
	rm -rf "$to.tmp"
	mkdir -p "$to.tmp"
	# As root, apt wants to download as _apt, which may not write here.
	(cd "$to.tmp" && apt-get -q -o APT::Sandbox::User=root \
		download "$1" >log 2>&1) ||
		skip "cannot download the package $1"
	for deb in "$to.tmp/$1"_*.deb; do
		dpkg-deb -x "$deb" "$to.tmp" || skip "cannot unpack $deb"
		rm -f "$deb"
	done
	mv "$to.tmp" "$to"
}

# compile LEVEL TARGET NAME: once, into LEVEL/TARGET/NAME.bc; print the path.
compile()
{
	out=$work/$1/$2/$3.bc
	if [ ! -e "$out" ]; then
		mkdir -p "$work/$1/$2"
		case $2 in
		amdgcn) flags='amdgcn-amd-amdhsa -mcpu=gfx906 -nogpulib' ;;
		nvptx64) flags='nvptx64-nvidia-cuda' ;;
		esac
		# shellcheck disable=SC2086 # $flags is words
		"$clang" -x cl -cl-std=CL1.2 -target $flags "-$1" -w \
			-Xclang -finclude-default-header -I "$kernels" \
			-emit-llvm -c "$kernels/$3.cl" -o "$out.tmp" \
			>&2 || skip "$clang does not compile $3.cl"
		mv "$out.tmp" "$out"
	fi
	echo "$out"
}

# libraries TARGET: bitcode that comes ready made.
libraries()
{
	clc=$cache/packages/libclc-$major/usr/lib/clc
	if [ "$1" = amdgcn ]; then
		# The other files there hold no function.
		for name in ockl ocml opencl; do
			ls "$cache"/packages/rocm-device-libs/usr/lib/*/amdgcn/bitcode/$name.bc
		done
		ls "$clc"/amdgcn--amdhsa.bc "$clc"/amdgcn-amd-amdhsa.bc
	else
		ls "$clc"/nvptx64--.bc "$clc"/nvptx64--nvidiacl.bc
		nvcc=$(command -v nvcc)
		for cuda in "${CUDA_HOME:-}" "${nvcc%/bin/nvcc}" \
			/usr/local/cuda; do
			[ -e "$cuda/nvvm/libdevice/libdevice.10.bc" ] || continue
			echo "$cuda/nvvm/libdevice/libdevice.10.bc"
			break
		done
	fi 2>/dev/null
}

set_of=${1:?quick, linked or all}
targets=${2:-amdgcn nvptx64}
clang=clang-$major
command -v "$clang" >/dev/null || skip "$clang missing"
mkdir -p "$work" || skip "cannot write $work"
# Tests that want it at the same time wait for each other.
if command -v flock >/dev/null; then
	exec 9>"$cache/lock"
	flock 9
fi
package darktable
kernels=$cache/packages/darktable/usr/share/darktable/kernels
levels=O2
if [ "$set_of" != quick ]; then
	package rocm-device-libs
	package "libclc-$major"
fi
if [ "$set_of" = all ]; then
	levels='O1 O2'
	few=$(cd "$kernels" && for k in *.cl; do echo "${k%.cl}"; done)
fi
for target in $targets; do
	for level in $levels; do
		for name in $few; do
			compile "$level" "$target" "$name"
		done
	done
	[ "$set_of" = quick ] || libraries "$target"
done
exit 0
