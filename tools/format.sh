#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# format.sh OPTION...: clang-format, with these options, on all C of the tree.
# Versions of clang-format differ: the tree has the form that version 22 gives.

if [ -z "${CLANG_FORMAT:-}" ]; then
	echo 'format: install the Debian package clang-format-22' >&2
	exit 1
fi
cd "$(dirname "$0")/.." || exit 1
find include src sim transforms ui plugin man bench tests -path tests/out -prune \
	-o -name '*.[ch]' \
	-exec "$CLANG_FORMAT" "$@" {} +
