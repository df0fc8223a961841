#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# The code has the form that "make format" gives it.

echo 1..1
if [ -z "${CLANG_FORMAT:-}" ]; then
	echo 'ok 1 - format # SKIP Debian package clang-format-22 missing'
elif sh "$srcdir/tools/format.sh" --dry-run --Werror >log 2>&1; then
	echo 'ok 1 - format'
else
	echo 'not ok 1 - format'
	sed 's/^/# /' log
fi
