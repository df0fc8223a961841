#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# The code has the form that "make format" gives it, and stays within the limits
# of "make check-style".

echo 1..2
if [ -z "${CLANG_FORMAT:-}" ]; then
	echo 'ok 1 - format # SKIP Debian package clang-format-22 missing'
elif sh "$srcdir/tools/format.sh" --dry-run --Werror >log 2>&1; then
	echo 'ok 1 - format'
else
	echo 'not ok 1 - format'
	sed 's/^/# /' log
fi

if python3 "$srcdir/tools/check-style.py" "$srcdir" >log; then
	echo 'ok 2 - check-style'
else
	echo 'not ok 2 - check-style'
	sed 's/^/# /' log
fi
