#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# fetch.sh quick|linked|all [TARGET]: GPU code that others wrote, as bitcode files
# whose paths are printed, one a line.
#
#   quick  24 OpenCL sources of darktable for amdgcn and nvptx64, -O2
#   linked the same and the device libraries: ROCm's, libclc and, where CUDA is
#          installed, libdevice
#   open   the sources of all projects, -O2, and the device libraries
#   all    the same, -O1 and -O2
#
# With TARGET (amdgcn or nvptx64) only the modules for that one. A module is
# LEVEL/TARGET/PROJECT-SOURCE.bc.
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

# project NAME: the folder of its sources, which of them (without those that
# hold no kernel or only a part of one), and the flags that they need.
project()
{
	flags=
	case $1 in
	darktable)
		from darktable binary usr/share/darktable/kernels
		files='*.cl'
		;;
	gegl)
		from gegl source opencl
		# Not random.cl, a part of others, and edge-sobel.cl, which
		# takes the maximum of a float4 and a double.
		files='[!er]*.cl edge-laplace.cl red*.cl'
		flags="-include $kernels/random.cl"
		;;
	ffmpeg)
		from ffmpeg source libavfilter/opencl
		# The colour spaces are completed by text that the program makes.
		files='[!ct]*.cl colorkey.cl convolution.cl transpose.cl'
		flags=-Wno-error=incompatible-pointer-types
		;;
	hashcat)
		# One in 25 of its sources, which resemble each other.
		from hashcat-data binary usr/share/hashcat/OpenCL
		files='shared.cl amp_*.cl markov_*.cl m00[1-5]00*.cl m2?000*.cl'
		flags="-DKERNEL_STATIC -DINCLUDE_PATH=$kernels
			-DXM2S(x)=#x -DM2S(x)=XM2S(x) -DDEVICE_TYPE=4
			-DLOCAL_MEM_TYPE=1 -DVECT_SIZE=1 -DFIXED_LOCAL_SIZE=64
			-DDGST_R0=0 -DDGST_R1=1 -DDGST_R2=2 -DDGST_R3=3
			-DDGST_ELEM=4 -DATTACK_EXEC=11 -DATTACK_KERN=0
			-DATTACK_MODE=0 -DKERN_TYPE=0
			-DVENDOR_ID=(__AMDGCN__?1:32) -DHAS_VPERM=1
			-DHAS_VBFE=1 -DHAS_VADD3=1 -DHAS_VSUB=1 -DHAS_VSUBB=1
			-DHAS_PRMT=1 -DHAS_BFE=1 -DHAS_MOV64=1 -Dasm=__asm__"
		;;
	esac
}

# from PACKAGE binary|source FOLDER: the sources are in the folder of the
# package, which is downloaded and unpacked once, into packages/PACKAGE.
from()
{
	to=$cache/packages/$1
	kernels=$to/$3
	[ -d "$to" ] && return
	command -v apt-get >/dev/null || skip 'apt-get missing'
	rm -rf "$to.tmp"
	mkdir -p "$to.tmp"
	(cd "$to.tmp" && case $2 in
		binary) binary "$1" ;;
		source) tarball "$1" ;;
	esac >log 2>&1) ||
		skip "cannot download and unpack the package $1"
	mv "$to.tmp" "$to"
}

# get WORD...: apt-get. As root, it wants to download as _apt, which may not
# write here.
get()
{
	apt-get -q -o APT::Sandbox::User=root "$@"
}

binary()
{
	get download "$1" && dpkg-deb -x "$1"_*.deb . && rm "$1"_*.deb
}

# tarball PACKAGE: the kernels of a source package, which a list of packages
# of our own names.
tarball()
{
	key=/usr/share/keyrings/debian-archive-keyring.gpg
	apt=$cache/apt
	mkdir -p "$apt/lists/partial" || return
	echo "deb-src [signed-by=$key] http://deb.debian.org/debian bookworm main" \
		>"$apt/list"
	own()
	{
		get -o Dir::Etc::sourceparts=/dev/null -o "Dir::Cache=$apt" \
			-o "Dir::Etc::sourcelist=$apt/list" \
			-o "Dir::State::lists=$apt/lists" "$@"
	}
	ls "$apt"/lists/*_Sources* || own update || return
	own --download-only --tar-only source "$1" &&
		tar xf "$1"_*.orig.tar.* --strip-components=1 \
			--wildcards '*.cl' && rm "$1"_*
}

# compile LEVEL TARGET PROJECT SOURCE: once, into LEVEL/TARGET/PROJECT-SOURCE.bc;
# print the path.
compile()
{
	out=$work/$1/$2/$3-$4.bc
	if [ ! -e "$out" ]; then
		mkdir -p "$work/$1/$2"
		case $2 in
		amdgcn) triple='amdgcn-amd-amdhsa -mcpu=gfx906 -nogpulib' ;;
		nvptx64) triple='nvptx64-nvidia-cuda' ;;
		esac
		# shellcheck disable=SC2086 # these are words
		"$clang" -x cl -cl-std=CL1.2 -target $triple $flags "-$1" -w \
			-Xclang -finclude-default-header -I "$kernels" \
			-emit-llvm -c "$kernels/$4.cl" -o "$out.tmp" \
			>&2 || skip "$clang does not compile $4.cl of $3"
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

set_of=${1:?quick, linked, open or all}
targets=${2:-amdgcn nvptx64}
clang=clang-$major
command -v "$clang" >/dev/null || skip "$clang missing"
mkdir -p "$work" || skip "cannot write $work"
cache=$(cd "$cache" && pwd)
# Tests that want it at the same time wait for each other.
if command -v flock >/dev/null; then
	exec 9>"$cache/lock"
	flock 9
fi
projects=darktable
levels=O2
if [ "$set_of" != quick ]; then
	from rocm-device-libs binary .
	from "libclc-$major" binary .
fi
case $set_of in
open) projects='darktable ffmpeg gegl hashcat' ;;
all) projects='darktable ffmpeg gegl hashcat' levels='O1 O2' ;;
esac
for project in $projects; do
	project "$project"
	# shellcheck disable=SC2086 # these are patterns
	[ "$projects" = darktable ] || few=$(cd "$kernels" && ls $files)
	for target in $targets; do
		for level in $levels; do
			for name in $few; do
				compile "$level" "$target" "$project" "${name%.cl}"
			done
		done
	done
done
[ "$set_of" = quick ] ||
	for target in $targets; do libraries "$target"; done
exit 0
