#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Runs all tests, and first installs what is missing on a Debian 12: the suite out
# of the tarball with one LLVM and gcc; then, in the tree, the tests whose result
# may differ with the other LLVM and clang (warnings are errors in both); then
# those that run our code under the sanitizers, with every invariant checked. The
# last line is the sum of all: N passed, N failed, N skipped.

cd "$(dirname "$0")/.." || exit 1
top=$(pwd)
jobs=$(nproc) # of each of the two stages that run at a time
lld='-B/usr/lib/llvm-22/bin -fuse-ld=lld'
passed=0 failed=0 skipped=0 failures=

tools/packages.sh autoconf automake bash-completion binutils clang-19 clang-22 \
	clang-format-22 clang-tools-22 fonts-dejavu-core g++ gcc graphviz libc6-dev \
	libclc-22 libcmocka-dev libgraphviz-dev libjansson-dev liblapacke \
	libncurses-dev libreadline-dev libstdc++-12-dev libz3-dev libzstd-dev lld-22 \
	llvm-19 llvm-19-dev llvm-19-tools llvm-22 llvm-22-dev llvm-22-tools \
	locales-all make mandoc ocl-icd-opencl-dev parallel pkg-config \
	pocl-opencl-icd python3 python3-html5lib python3-psutil tidy tmux \
	xz-utils zlib1g-dev zsh || exit 1
autoreconf -i || exit 1
# The stages share the files that one of them has fetched.
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

# stage NAME COMMAND...: runs in build-test/NAME, and leaves its status there.
stage()
{
	name=$1
	shift
	printf '\n==== %s\n' "$name"
	# distcheck leaves files without write permission behind when it fails
	chmod -R u+w "$top/build-test/$name" 2>/dev/null
	rm -rf "$top/build-test/$name"
	mkdir -p "$top/build-test/$name"
	cd "$top/build-test/$name" || exit 1
	{ "$@"; echo $? >status; } 2>&1 | tee log
	cd "$top" || exit 1
}

# tarball: made, unpacked, built and tested where nothing can be written beside
# it, installed and removed again. configure is not to see -Werror, and the second
# one takes the answers of the first. Tests start the program thousands of times,
# which takes longest where LLVM is shared.
tarball()
{
	flags="CFLAGS='-O2 -Werror' LDFLAGS='$lld'"
	"$top/configure" -q -C --with-llvm=llvm-config-22 --with-llvm-link=static &&
		XZ_OPT=-1 make distcheck -j"$jobs" TESTS_JOBS="$jobs" \
			DISTCHECK_CONFIGURE_FLAGS="--cache-file=$PWD/config.cache" \
			AM_MAKEFLAGS="--no-print-directory $flags"
}

# suite CONFIGURE-ARGUMENTS MAKE-VARIABLE...: the suite of the tree itself.
suite()
{
	arguments=$1
	shift
	# shellcheck disable=SC2086 # $arguments are words
	"$top/configure" -q $arguments &&
		make -j"$jobs" TESTS_JOBS="$jobs" TESTS_BRIEF=yes "$@" check
}

# other: with the other LLVM and compiler. A few commands run with LLVM shared, as
# it is by default, and all with LLVM in the program.
other()
{
	set -- -j"$jobs" CFLAGS='-O1 -Werror' LDFLAGS=-fuse-ld=lld
	shared="$(llvm-config-19 --ldflags --link-shared --libs | tr '\n' ' ') -lstdc++"
	"$top/configure" -q --with-llvm=llvm-config-19 --with-llvm-link=static \
		CC=clang-22 &&
		make "$@" LLVM_LIBS="$shared" TESTS_FILTER=cmd/act check &&
		rm reconverge-main &&
		make "$@" TESTS_JOBS="$jobs" TESTS_BRIEF=yes \
			TESTS_FILTER="unit/ ir/ cmd/ layers oracle/ intrinsics/ \
			equiv/checked equiv/debug equiv/sequences" \
			TESTS_SKIP='oracle/simulate cmd/endless' check
}

# The tarball has all tests: that it has them, and that they run beside a tree
# they cannot write to, costs no stage of its own then. The others run what
# their compiler, LLVM or checks can answer otherwise, with fewer data: the other
# LLVM reads, writes and analyses modules of its own, and prints them; under
# the sanitizers all of our code runs, on graphs, in commands, on random kernels
# that are transformed and simulated. What is left out tells of thousands of
# transformed kernels run by the host or by PoCL, of pages, pictures and
# terminals: nothing there depends on how we were compiled. The count of how work
# grows is the same under the sanitizers, where it takes long, and so is a run that
# reaches the limit of operations. Debug information beyond the lines of a report,
# warnings, which were errors before, and linking as long as GNU's linker does,
# would cost minutes and find nothing.
# The first stage runs beside the others, as much in it cannot use two processors;
# its output comes when all have ended.
trap 'kill 0' INT TERM
stage tarball tarball >/dev/null &
stage llvm-19-clang other
stage sanitizers suite \
	'--with-llvm=llvm-config-22 --with-llvm-link=static --enable-sanitizers
	--enable-debug' CFLAGS='-Og -g1 -w' \
	LDFLAGS="$lld -no-pie -static-libasan -static-libubsan" \
	TESTS_FILTER="unit/ ir/ cmd/ equiv/checked equiv/sequences \
	equiv/refuted library recover prompt.py" TESTS_SKIP='unit/growth_test cmd/endless'
wait
printf '\n==== tarball\n'
cat build-test/tarball/log
for name in tarball llvm-19-clang sanitizers; do
	status=$(cat "build-test/$name/status" || echo 1)
	count "build-test/$name/log" "$status"
	[ "$status" -eq 0 ] || failures="$failures $name"
done

[ -z "$failures" ] || printf '\nfailed:%s\n' "$failures"
printf '\n%d passed, %d failed, %d skipped\n' "$passed" "$failed" "$skipped"
[ "$failed" -eq 0 ]
