#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# The code keeps to the layers of HACKING.md. This is checked twice: by the
# undefined symbols of the object files, which show the libraries that they
# use, and by the #include lines, which show the headers that a file knows.

n=0
scratch=$(pwd)
cd "$builddir" || exit 1

check()
{
	n=$((n + 1))
	if [ -z "$2" ]; then
		echo "ok $n - $1"
	else
		echo "not ok $n - $1"
		printf '%s\n' "$2" | sed 's/^/# /'
	fi
}

# ---- symbols -------------------------------------------------------------

# uses PATTERN: "object symbol" of every object that needs a matching symbol.
uses()
{
	awk -v name="^($1)" '$2 ~ name' needs
}

# only_in FOLDERS: drop the objects in these folders, which may use the symbol.
only_in()
{
	grep -vE "^($1)" || :
}

# idle: names that only the file which defines them mentions. Their use may be
# behind a constant condition, so that what is not in `needs` is looked for in
# the sources.
idle()
{
	awk '$2 ~ /^cvg_/ { print $2 }' needs | sort -u >used
	sort -u exported | comm -23 - used >unused
	(cd "$srcdir" || exit 1
	grep -rowF -f "$scratch/unused" --include='*.c' \
		src transforms sim ui plugin man bench tests
	grep -rowF -f "$scratch/unused" --include='*.h' tests) | sort -u |
		awk -F: '{ files[$2]++ }
			END { for (name in files) if (files[name] < 2) print name }'
}

objects=$(find src transforms sim ui -name '*.o' 2>/dev/null | sort)
if [ -z "$NM" ] || [ -z "$objects" ]; then
	echo "ok 1 - symbols # SKIP nm or the object files are missing"
	n=1
else
	# shellcheck disable=SC2086 # no blanks in these names
	"$NM" -A -u $objects |
		sed -n 's/^\([^:]*\):.* U \(.*\)/\1 \2/p' >"$scratch/needs"
	# shellcheck disable=SC2086
	"$NM" -A -g --defined-only $objects | awk '$NF != "main" { print $NF }' \
		>"$scratch/exported"
	cd "$scratch" || exit 1
	check "LLVM symbols only in src/ir, src/decode and transforms" \
		"$(uses 'LLVM[A-Z]' | only_in 'src/ir/|src/decode/|transforms/')"
	check "C++ LLVM symbols nowhere" "$(uses '_ZN*K*4llvm')"
	curses='initscr|newterm|endwin|doupdate|wrefresh|waddn*w*str|wgetch'
	check "curses only in ui" "$(uses "$curses" | only_in 'ui/')"
	check "readline only in ui and the batch prompt" \
		"$(uses 'rl_|readline$|add_history|using_history' |
			only_in 'ui/|src/cmd/prompt\.o')"
	check "Graphviz only in its worker" \
		"$(uses 'agmemread|ag[a-z]*graph|agopen|agnode|agedge|gv[A-Z]' |
			only_in 'src/graphviz/')"
	check "Z3 only in its worker" "$(uses 'Z3_' | only_in 'src/z3/')"
	check "exported symbols start with cvg_" \
		"$(grep -v '^cvg_\|^reconverge_' exported)"
	check "exported symbols are used outside their file" "$(idle)"
	check "the proof sees LLVM symbols in src/ir" \
		"$([ -n "$(uses 'LLVM[A-Z]')" ] || echo 'found none at all')"
fi

# ---- includes ------------------------------------------------------------

# trespasses: those lines "FILE INCLUDED" that reach up or sideways. The
# layer of a file is that of its path; of a public header, that of its name.
trespasses()
{
	awk '
	function layer_of(path,    part, name) {
		split(path, part, "/")
		if (path ~ /^src\/(main|start)\.c$/)
			return "main"
		if (path ~ /^(transforms|sim|ui|plugin|man|tests|bench)\//)
			return part[1]
		if (path ~ /^src\//)
			return part[2]
		name = path
		sub(/.*\//, "", name)
		sub(/\..*/, "", name)
		sub(/^builtin_.*/, "builtin", name)
		return name in alias ? alias[name] : name
	}
	function may(layer, layers,    i, n, word) {
		allowed[layer, layer] = 1
		n = split(layers, word, " ")
		for (i = 1; i <= n; i++)
			allowed[layer, word[i]] = 1
		known[layer] = 1
	}
	BEGIN {
		alias["words"] = alias["diff"] = alias["opcodes"] = alias["builtin"] = alias["items"] = "graph"
		alias["target"] = alias["targets"] = "graph"
		alias["relation"] = alias["relations"] = "graph"
		alias["program"] = alias["kinds"] = alias["uops"] = alias["metas"] = alias["ucodes"] = alias["faults"] = "sim"
		alias["elems"] = alias["launch"] = alias["generators"] = "sim"
		alias["bbv"] = alias["model"] = "sim"
		alias["analyses"] = alias["causes"] = alias["marks"] = "analysis"
		alias["canvas"] = alias["roles"] = alias["chart"] = "layout"
		alias["folding"] = "layout"
		alias["measure"] = alias["counters"] = alias["calibrate"] = "session"
		alias["prove"] = alias["remarks"] = alias["regroup"] = "session"
		alias["metrics"] = "sim"
		alias["counts"] = alias["notes"] = "session"
		alias["optimize"] = alias["moves"] = "session"
		alias["quantity"] = alias["units"] = "base"
		alias["clones"] = alias["shadow"] = alias["cxxname"] = alias["libexec"] = "base"
		alias["phase"] = alias["phases"] = "transforms"
		alias["flat"] = alias["fuse"] = alias["delay"] = alias["influence"] = alias["rows"] = alias["linear"] = alias["tails"] = alias["refusal"] = alias["rejects"] = alias["refusals"] = alias["profile"] = alias["score"] = alias["settings"] = "plan"
		alias["look"] = alias["union"] = alias["matrix"] = alias["table"] = alias["exports"] = alias["choices"] = alias["source"] = alias["terms"] = alias["host_code"] = alias["plot"] = "export"
		alias["commands"] = alias["options"] = alias["sweep"] = alias["tries"] = "cmd"
		alias["examples"] = alias["about"] = "cmd"
		low = "base"
		may("base", "")
		may("graph", low)
		low = low " graph"
		may("analysis", low)
		low = low " analysis"
		may("align", low " cost")
		may("cost", low " align")
		low = low " align cost"
		may("plan", low)
		low = low " plan"
		may("layout", low)
		may("mcode", "base graph")
		may("sim", low " mcode")
		low = low " sim mcode"
		may("refine", low)
		may("z3", "base refine")
		may("ir", low)
		low = low " ir"
		may("decode", low)
		may("gpu", low)
		low = low " gpu"
		may("transforms", low)
		low = low " transforms"
		may("session", low " refine")
		low = low " layout session"
		may("export", low)
		may("graphviz", "")
		low = low " export"
		may("cmd", low)
		may("ui", low " cmd")
		may("lib", low " cmd")
		may("plugin", low " cmd lib")
		may("main", low " cmd ui")
	}
	{
		from = layer_of($1)
		if ($2 !~ /^(reconverge|src|transforms|sim|ui)\//)
			next
		to = layer_of($2)
		if (!(from in known))
			print $1 " is in no layer: " from
		else if (!((from, to) in allowed))
			print $1 " includes " $2 " (" from " may not know " to ")"
	}'
}

cd "$srcdir" || exit 1
sources=$(find include src transforms sim ui plugin \( -name '*.[ch]' -o -name '*.def' \) 2>/dev/null |
	sort)
# shellcheck disable=SC2086 # no blanks in these names
check "includes follow the layers" "$(grep -E '^#[[:space:]]*include' $sources |
	sed 's/^\([^:]*\):#[[:space:]]*include[[:space:]]*[<"]\([^>"]*\).*/\1 \2/' |
	trespasses)"
check "llvm-c headers only in src/ir, src/decode and transforms" "$(grep -lE \
	'^#[[:space:]]*include[[:space:]]*[<"]llvm' $sources |
	only_in 'src/ir/|src/decode/|transforms/')"
check "no C++ headers of LLVM" "$(grep -nE \
	'^#[[:space:]]*include[[:space:]]*[<"]llvm/' $sources |
	grep -v 'llvm/Config/llvm-config.h')"
check "curses headers only in ui" "$(grep -lE \
	'^#[[:space:]]*include[[:space:]]*[<"](ncurses|curses|term\.h)' $sources |
	only_in 'ui/')"
check "readline headers only in ui and the batch prompt" "$(grep -lE \
	'^#[[:space:]]*include[[:space:]]*[<"]readline' $sources |
	only_in 'ui/|src/cmd/prompt\.c')"
echo "1..$n"
