#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# The sessions in README.md are what the program does. It speaks as from the
# top of the tree, after tools/setup.sh.

command -v llc-22 >/dev/null || { echo 'llc-22 is missing'; exit 77; }
ln -s "$builddir" build
ln -s "$SAMPLES" samples
exec python3 "$srcdir/tests/run-cmd.py" --folder="$PWD" "$srcdir/README.md"
