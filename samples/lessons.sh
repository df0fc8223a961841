#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# lessons.sh PROGRAM DIR [KERNEL...]: writes a lesson on each kernel of the
# samples, or on those named, for both targets, and DIR/index.html, which lists
# them. Each kernel goes through the transformation that it is a sample of.

here=$(dirname "$0")
program=$1 dir=$2
shift 2

# The commands that transform a kernel, one on each line.
steps()
{
	case $1 in
	bbv_*) echo regroup ;;
	flat_*) printf '%s\n' profile flatten ;;
	fuse_*) echo fuse ;;
	lin_interleave)
		printf '%s\n' 'set timing=scoreboard' \
			'linearize mode=interleave' ;;
	lin_loop_merge | suffix_walk) echo 'linearize mode=loops' ;;
	lin_stack_depth) echo 'linearize mode=depth depth=2 when=always' ;;
	lin_short_circuit) echo linearize ;;
	lin_*) echo 'linearize when=always' ;;
	*) echo darm ;;
	esac
}

# The module of a kernel: the sample with the longest name that the name of the
# kernel begins with.
module()
{
	name=$1
	while [ ! -r "$here/$name.$2.ll" ]; do
		case $name in
		*_*) name=${name%_*} ;;
		*) return 1 ;;
		esac
	done
	echo "$here/$name.$2.ll"
}

text()
{
	sed 's/&/\&amp;/g; s/</\&lt;/g; s/>/\&gt;/g'
}

# The description of a sample: the first lines of its source.
title()
{
	sed -n '3,/^ \*\/*$/s/^ \* //p' "$1" | tr '\n' ' ' |
		sed 's/\. .*//; s/[. ]*$//' | text
}

# cell KERNEL TARGET HISTORY: of the index. The current revision's line tells
# what was done: "* P1  darm  -5 cycles  simulated 9 -> 7 cycles", and behind
# that "scoreboard 8 -> 6 cycles" if the runs were timed by the scoreboard.
cell()
{
	done=$(printf '%s\n' "$3" | sed -n 's/^\* P[0-9]*  //p')
	cycles=$(printf '%s\n' "$done" |
		sed -n 's/.*simulated \([-0-9> ]*\) cycles.*/: \1/p' |
		sed 's/ -> / → /')
	cycles=$cycles$(printf '%s\n' "$done" |
		sed -n 's/.*scoreboard \([-0-9> ]*\) cycles.*/; by the scoreboard \1/p' |
		sed 's/ -> / → /')
	checked=$(printf '%s\n' "$done" |
		sed -n 's/.*\(checked [0-9]* seeds*\|DIFFERS\).*/, \1/p')
	what=$(printf '%s\n' "$done" | sed 's/  .*//' | text)
	[ "$what" = load ] && what='nothing that pays'
	echo "<td><a href=\"$1.$2/index.html\"" \
		"aria-label=\"$1 for $2: $what\">$what</a>$cycles$checked</td>"
}

# beside KERNEL TARGET: the pages before and after, of the kernels in $all.
beside()
{
	was='' found=''
	for page in $all; do
		if [ -n "$found" ]; then
			echo "next=../$page.$2/index.html"
			return
		elif [ "$page" = "$1" ]; then
			[ -z "$was" ] || echo "prev=../$was.$2/index.html"
			found=yes
		fi
		was=$page
	done | tr '\n' ' '
}

# lesson KERNEL TARGET: writes the page, and prints the cell of the index.
lesson()
{
	ir=$(module "$1" "$2") || return 1
	on=$here/$1.launch.json
	[ -r "$on" ] || on=
	{
		echo "function $1"
		echo "launch ${on:+'$on'}"
		steps "$1"
		echo 'check seeds=2'
		echo "lesson '$dir/$1.$2' list=../index.html $(beside "$1" "$2")"
		echo history
	} >"$dir/script.rcv"
	told=$("$program" -b -q -x "$dir/script.rcv" "$ir") || return 1
	rm -f "$dir/script.rcv"
	echo "$dir/$1.$2/index.html" >&2
	cell "$1" "$2" "$told"
}

if [ $# -eq 0 ]; then
	set -- $(cd "$here" && ls -- *.launch.json | grep -v '\.large\.' |
		sed 's/\.launch\.json$//')
fi
all=$*
mkdir -p "$dir" || exit 1
: >"$dir/rows"
for kernel; do
	ir=$(module "$kernel" amdgcn) || exit 1
	echo "<tr><th scope=\"row\">$kernel</th>" \
		"<td>$(title "${ir%.*.ll}.cl")</td>" >>"$dir/rows"
	for target in amdgcn nvptx64; do
		lesson "$kernel" "$target" >>"$dir/rows" || {
			echo "lessons.sh: no lesson on $kernel for $target" >&2
			exit 1
		}
	done
	echo '</tr>' >>"$dir/rows"
done
{
	cat <<'END'
<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8"/>
<meta name="viewport" content="width=device-width,initial-scale=1"/>
<title>Lessons on the samples</title>
END
	sed -n '/^<style>/,/^<\/style>/p' "$dir/$kernel.$target/index.html"
	cat <<'END'
</head>
<body>
<main>
<h1>Lessons on the samples</h1>
<p>Each page tells what was done to one kernel: what there was, why its threads
part, what was decided and why, what it saved, and what was checked. The cycles
are simulated, those of all warps of a small launch together, before and
after: by the cost table, which adds up latencies, and, where the kernel is a
sample of overlap, by the scoreboard, where a warp waits only for results that
it uses.</p>
<div class="wide" tabindex="0" role="group" aria-label="The lessons">
<table class="words">
<thead><tr><th scope="col">kernel</th><th scope="col">what it is</th>
<th scope="col">done for amdgcn</th><th scope="col">done for nvptx64</th></tr>
</thead>
<tbody>
END
	cat "$dir/rows"
	cat <<'END'
</tbody>
</table>
</div>
</main>
</body>
</html>
END
} >"$dir/index.html"
rm -f "$dir/rows"
echo "$dir/index.html" >&2
