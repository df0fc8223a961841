#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Runs the sessions of doc/getting-ir.md, whose reader is at the top of the
# tree: they load clang's IR for both targets, and put the result back into
# programs.

# An older LLVM cannot read what clang 22 writes.
[ "${LLVM_VERSION_MAJOR:-22}" -ge 22 ] ||
	{ echo "LLVM $LLVM_VERSION_MAJOR is older than the page's clang 22"; exit 77; }
for tool in clang-22 llc-22 ld.lld-22 llvm-readelf-22 llvm-objdump-22 \
	clang-offload-bundler-22 clang-offload-packager-22; do
	command -v "$tool" >/dev/null || { echo "$tool is missing"; exit 77; }
done
[ -e /usr/lib/clc/amdgcn-amd-amdhsa.bc ] ||
	{ echo 'libclc is missing (Debian package libclc-22)'; exit 77; }
ln -s "$SAMPLES" samples
exec python3 "$srcdir/tests/run-cmd.py" --skip-missing --folder="$PWD" \
	"$srcdir/doc/getting-ir.md"
