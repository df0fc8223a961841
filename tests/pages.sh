#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Runs the sessions of doc/batch.md and doc/ci.md, whose reader is at the top of
# the tree.

ln -s "$builddir" build
ln -s "$SAMPLES" samples
status=0
for page in batch ci; do
	python3 "$srcdir/tests/run-cmd.py" --skip-missing --folder="$PWD" \
		"$srcdir/doc/$page.md" || status=1
done
exit $status
