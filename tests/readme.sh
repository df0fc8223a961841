#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Runs the sessions of README.md and compares what they print. The page assumes
# that its reader is at the top of the tree and has run tools/setup.sh.

command -v llc-22 >/dev/null || { echo 'llc-22 is missing'; exit 77; }
ln -s "$builddir" build
ln -s "$SAMPLES" samples
exec python3 "$srcdir/tests/run-cmd.py" --folder="$PWD" "$srcdir/README.md"
