#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# reduce.sh VARIANT FILE.ll [OUT.ll]: the smallest module like FILE that the
# variant still breaks (FILE as run.py leaves it, with its "; launch:" line).
# Needs LLVM's llvm-reduce, found by $LLVM_REDUCE or in PATH.

set -eu
variant=$1
file=$2
out=${3:-reduced.ll}
passes=simplify-conditionals-true,simplify-conditionals-false,basic-blocks
passes=$passes,simplify-cfg,instructions
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
launch=$(sed -n 's/^; launch: //p' "$file")

cat >"$work/still" <<END
#!/bin/sh
said=\$(python3 '$here/run.py' --no-device --jobs 1 --variant '$variant' \\
	--witness '$work/witness' --failures '$work/failures' \\
	--launch '$launch' "\$1" 2>/dev/null)
echo "\$said" | grep -q '^not ok 1 ' && echo "\$said" | grep -q '^ok 2 '
END
chmod +x "$work/still"
"${LLVM_REDUCE:-llvm-reduce}" --test="$work/still" -o "$work/out.ll" \
	--delta-passes="$passes" "$file" >/dev/null 2>&1
{ echo "; launch: $launch"; cat "$work/out.ll"; } >"$out"
