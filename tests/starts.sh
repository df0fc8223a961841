#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# --version, --help and a wrong option are answered without the libraries that
# the work needs, and the work starts wherever the installed tree stands.

sample=$SAMPLES/bitonic_sort.amdgcn.ll
n=0
unset RECONVERGE_GRAPHVIZ

ok()
{
	n=$((n + 1))
	if [ "$2" -eq 0 ]; then
		echo "ok $n - $1"
	else
		echo "not ok $n - $1"
		sed 's/^/# /' log
	fi
}

# heavy COMMAND...: does the loader map a library that only the work needs?
heavy()
{
	LD_DEBUG=files "$@" >log 2>&1
	grep 'file=.*lib\(LLVM\|jansson\|readline\|ncurses\|lapack\)' log >found
	mv found log
	[ -s log ]
}

# light NAME COMMAND...
light()
{
	name=$1
	shift
	! heavy "$@"
	ok "$name loads no library of the work" $?
}

heavy reconverge -b -e help
ok "a command loads the libraries of the work" $?
light --version reconverge --version
light --help reconverge --help
light "a wrong option" reconverge --wrong
light "a wrong argument" reconverge --jobs=none

# ---- a tree that was moved -------------------------------------------------

# told NAME: the folder of that name that configure was told, without variables.
told()
{
	# shellcheck disable=SC2016 # the variable is one of make
	printf 'include Makefile\nt: ; @echo $(%s)\n' "$1" |
		make -s -C "$builddir" --no-print-directory -f - t
}

bindir=$(told bindir)
installed=$(told pkglibexecdir)
mkdir -p "moved$bindir" "moved$installed" "with blank"
cp "$builddir/reconverge" "moved$bindir"
cp "$builddir"/reconverge-[gm]* "moved$installed"

# functions_by PROGRAM: it lists the functions as the program that was built
functions_by()
{
	"$1" -b -e functions "$sample" >log 2>&1 && cmp log functions >>log
}

reconverge -b -e functions "$sample" >functions
functions_by "./moved$bindir/reconverge"
ok "a tree that was moved" $?
ln -s "../moved$bindir/reconverge" "with blank/linked"
functions_by "with blank/linked"
ok "a symbolic link to it" $?
(PATH=$(pwd)/moved$bindir:$PATH && functions_by reconverge)
ok "found by PATH" $?
(cd "moved$bindir" && ./reconverge -b -q -e functions "$sample") >log 2>&1
ok "from its own folder" $?
if [ -x "$builddir/reconverge-graphviz" ]; then
	"./moved$bindir/reconverge" -b -q -e 'export history.svg history' \
		"$sample" >log 2>&1 && grep -q '</svg>' history.svg
	ok "its worker draws a picture" $?
fi

# ---- a part that is missing -------------------------------------------------

rm "moved$installed/reconverge-main"
"./moved$bindir/reconverge" -V >log 2>&1
ok "--version does not need the work" $?
if [ -x "$installed/reconverge-main" ]; then
	echo "ok $((n += 1)) - it is missing # SKIP it is installed, too"
else
	"./moved$bindir/reconverge" -b -e functions "$sample" >log 2>&1
	[ $? -eq 2 ] && grep -q '^reconverge: /.*/reconverge-main: cannot be started: No such file' log
	ok "it is missing" $?
fi
echo "1..$n"
