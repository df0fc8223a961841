#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Draws the papers' figures again: runs each command file of this folder on
# the sample that its heading names. Fails if one of its `expect` does.
#
#   sh draw.sh [-o DIR] [-f "FORMAT..."] [NAME...]   NAME: darm-3, ...; default all
#   RECONVERGE=build/reconverge                      the program
#
# What a command file exports as .svg is written in each FORMAT, svg and dot if
# nothing is said. TARGET=nvptx64 or TARGET=amdgcn takes the sample of that
# target instead of the one named.
set -eu

RECONVERGE=${RECONVERGE:-reconverge}
out=.
formats='svg dot'
while [ $# -ge 2 ]; do
	case $1 in
	-o) out=$2 ;;
	-f) formats=$2 ;;
	*) break ;;
	esac
	shift 2
done
here=$(cd "$(dirname "$0")" && pwd)
cd "$out"
if [ $# -eq 0 ]; then
	for file in "$here"/*.rcv; do
		set -- "$@" "$(basename "$file" .rcv)"
	done
fi

status=0
for name in "$@"; do
	module=$(sed -n '/^#   reconverge /s/.* samples\///p' "$here/$name.rcv")
	[ -z "${TARGET-}" ] || module=${module%.*.ll}.$TARGET.ll
	for format in $formats; do
		sed "s/^\(export [^ ]*\)\.svg/\1.$format/" "$here/$name.rcv" |
			"$RECONVERGE" -b -q -x - "$here/../$module" \
				>/dev/null || {
			echo "$name: failed on $module" >&2
			status=1
		}
	done
done
exit $status
