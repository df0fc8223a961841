#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# The recipes for packages are true: each line of the lists in debian/ names a file
# that "make install" installs, and all files are in exactly one list; the recipes
# ask for the packages that tools/setup.sh installs.

command -v make >/dev/null || { echo '# skipped: make is missing'; exit 77; }
multiarch=usr/lib/x86_64-linux-gnu
n=0

check()
{
	n=$((n + 1))
	if [ -z "$2" ]; then
		echo "ok $n - $1"
	else
		echo "not ok $n - $1"
		printf '%s\n' "$2" | sed 's/^/# /'
	fi
}

make -s -C "$builddir" install DESTDIR="$PWD/root" prefix=/usr \
	libexecdir=/usr/lib libdir=/$multiarch mandir=/usr/share/man \
	pythondir=/usr/lib/python3/dist-packages >log 2>&1
check 'make install' "$([ -e root/usr/bin/reconverge ] || tail -n 5 log)"
mkdir -p root/$multiarch/reconverge
[ ! -e root/$multiarch/reconverge-plugin.so ] ||
	mv root/$multiarch/reconverge-plugin.so root/$multiarch/reconverge

(cd root && find . -type f -o -type l) | sed 's/^..//' | sort >installed
: >listed
for list in "$srcdir"/debian/*.install; do
	while read -r pattern; do
		# shellcheck disable=SC2086 # a pattern
		found=$(cd root && ls -d $pattern 2>/dev/null)
		[ -n "$found" ] || echo "${list##*/}: $pattern" >>missing
		# shellcheck disable=SC2086 # several names
		[ -z "$found" ] || (cd root && find $found -type f -o -type l) >>listed
	done <"$list"
done
[ -e "$builddir/reconverge-plugin.so" ] || sed -i '/plugin/d' missing 2>/dev/null
[ -e "$builddir/libreconverge.so" ] ||
	sed -i '/libreconverge\|python/d' missing 2>/dev/null
check 'every line of debian/*.install names a file' "$(cat missing 2>/dev/null)"
check 'no file is in two packages' "$(sort listed | uniq -d)"
check 'every file is in a package' "$(sort -u listed | comm -3 - installed)"

sed -n '/packages.sh/,/^$/p' "$srcdir/tools/setup.sh" |
	grep -oE '(lib[a-z]+|llvm-22)-dev' | grep -v libc6 | sort -u >needed
for recipe in debian/control packaging/Containerfile; do
	check "$recipe asks for the libraries that setup.sh installs" \
		"$(grep -oE '(lib[a-z]+|llvm-22)-dev' "$srcdir/$recipe" |
			grep -v libreconverge | sort -u | comm -23 needed -)"
done
version=$(sed -n 's/^AC_INIT(\[reconverge\], \[\([0-9.]*\)\].*/\1/p' "$srcdir/configure.ac")
check 'all have the version of configure.ac' "$(
	for file in debian/changelog packaging/nix/default.nix packaging/conda/meta.yaml; do
		grep -qF "$version" "$srcdir/$file" || echo "$file: not $version"
	done
	[ -n "$version" ] || echo 'no version is in configure.ac')"
echo "1..$n"
