#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# All tests, on a bare Debian 12 or on one that has it all: the suite with
# both LLVMs and both compilers (warnings are errors here), the suite under
# the sanitizers with every invariant checked, and the tarball. Closes with
# one line, the sum of all of them: N passed, N failed, N skipped.

cd "$(dirname "$0")/.." || exit 1
top=$(pwd)
jobs=$(nproc)
passed=0 failed=0 skipped=0 failures=

tools/packages.sh autoconf automake binutils clang-19 clang-22 clang-tools-22 \
	fonts-dejavu-core gcc libc6-dev libclc-22 libcmocka-dev \
	libgraphviz-dev libjansson-dev liblapacke-dev libncurses-dev \
	libreadline-dev lld-22 llvm-19 llvm-19-dev llvm-19-tools llvm-22 \
	llvm-22-dev llvm-22-tools make mandoc ocl-icd-opencl-dev parallel \
	pkg-config pocl-opencl-icd python3 python3-html5lib python3-psutil \
	tidy tmux xz-utils || exit 1
autoreconf -i || exit 1
# The stages share what one of them fetched.
mkdir -p build-test/corpus build-test/pocl
CVG_CORPUS=$top/build-test/corpus
CVG_POCL_CACHE=$top/build-test/pocl
export CVG_CORPUS CVG_POCL_CACHE

# count LOG STATUS: add the log's closing line, and 1 for a stage that broke.
count()
{
	line=$(grep -E '^[0-9]+ passed, [0-9]+ failed, [0-9]+ skipped$' \
		"$1" | tail -n 1)
	if [ -n "$line" ]; then
		# "12 passed, 0 failed, 3 skipped" becomes $3 to $8
		set -- "$1" "$2" $line
		passed=$((passed + $3))
		failed=$((failed + $5))
		skipped=$((skipped + $7))
		[ "$2" -eq 0 ] || [ "$5" -gt 0 ] || failed=$((failed + 1))
	elif [ "$2" -eq 0 ]; then
		passed=$((passed + 1))
	else
		failed=$((failed + 1))
	fi
}

# stage NAME COMMAND...: in build-test/NAME, seen and counted.
stage()
{
	name=$1
	shift
	printf '\n==== %s\n' "$name"
	rm -rf "$top/build-test/$name"
	mkdir -p "$top/build-test/$name"
	cd "$top/build-test/$name" || exit 1
	{ "$@"; echo $? >status; } 2>&1 | tee log
	cd "$top" || exit 1
	count "build-test/$name/log" "$(cat "build-test/$name/status")"
	[ "$(cat "build-test/$name/status")" -eq 0 ] || failures="$failures $name"
}

# suite MAKE-VARIABLE TESTS-LEFT-OUT [CONFIGURE-ARGUMENT...]
suite()
{
	flags=$1
	skip=$2
	shift 2
	"$top/configure" -q "$@" && make -j"$jobs" "$flags" &&
		make -j"$jobs" "$flags" TESTS_SKIP="$skip" check
}

# The tarball is built and tested; what judges the code and not the package
# has had its say in the other stages, and speed does not matter here.
dist()
{
	"$top/configure" -q CFLAGS='-O0 -g' && make distcheck -j"$jobs" \
		DISTCHECK_CONFIGURE_FLAGS="CFLAGS='-O0 -g'" \
		TESTS_SKIP='equiv/ intrinsics/ oracle/ unit/ witness/'
}

# What takes long runs where it can find most. Compiled for this machine,
# thousands of transformed kernels tell about our transformations, not about who
# compiled us: once is enough. Under the sanitizers they are only transformed
# and simulated (checked.py, sequences.py), which is where our code runs.
stage llvm-22-gcc suite CFLAGS='-O2 -g -Werror' '' \
	--with-llvm=llvm-config-22
stage llvm-19-clang suite CFLAGS='-O2 -g -Werror' \
	'equiv/volume witness/pocl' \
	--with-llvm=llvm-config-19 CC=clang-22
stage sanitizers suite CFLAGS='-O1 -g' \
	'equiv/native equiv/run equiv/volume' \
	--with-llvm=llvm-config-22 --enable-sanitizers --enable-debug
stage distcheck dist

[ -z "$failures" ] || printf '\nfailed:%s\n' "$failures"
printf '\n%d passed, %d failed, %d skipped\n' "$passed" "$failed" "$skipped"
[ "$failed" -eq 0 ]
