#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Every source, header, table, sample and test in the tree is named in a
# local.mk or lies in a folder that is distributed whole. Otherwise it would
# not be built, run, or part of the tarball.

cd "$srcdir" || exit 1
lists="Makefile.am $(find src sim transforms ui plugin samples man doc bench tests \
	-name local.mk)"
n=0

check()
{
	n=$((n + 1))
	if [ -z "$2" ]; then
		echo "ok $n - $1"
	else
		echo "not ok $n - $1"
		printf '%s\n' "$2" | sed 's/^/# not listed: /'
	fi
}

# unlisted: those files of standard input that no list names, and no folder
# that holds them.
unlisted()
{
	# shellcheck disable=SC2086 # $lists is words
	awk '
	FILENAME != "-" {
		for (i = 1; i <= NF; i++)
			listed[$i] = 1
		next
	}
	{
		for (path = $0; path ~ /\//; sub(/\/[^\/]*$/, "", path))
			if (path in listed)
				next
		print
	}' $lists -
}

check "sources, headers and tables" "$(find include src sim transforms ui \
	-name '*.[ch]' -o -name '*.def' | sort | unlisted)"
check "samples" "$(find samples -type f ! -name local.mk | sort | unlisted)"
check "pages" "$(find doc -type f ! -name local.mk | sort | unlisted)"
check "manual pages" "$(find man -name '*.[1-8]' | sort | unlisted)"
check "benches" "$(find bench -name '*.[ch]' -o -name '*.cc' -o -name '*.py' \
	-o -name '*.sh' | sed 's/\.c$//' | sort | unlisted)"
check "unit tests" "$(find tests/unit -name '*.[ch]' | sort | unlisted)"
check "what the tests use" "$(find tests/oracle \( -name '*.h' -o \
	-name '*.py' -o -name '*.c' \) | sed 's/\.c$//' | sort | unlisted)"
check "test scripts" "$(find tests -name '*.sh' ! -path 'tests/out/*' |
	sort | unlisted)"
echo "1..$n"
