#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# The layers of the design hold, proved twice: from the object files, whose
# undefined symbols say which library they lean on, and from the #include
# lines, which say who may know whom.

n=0
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
	for object in $objects; do
		"$NM" -u "$object" | awk -v object="$object" -v name="^($1)" \
			'$1 == "U" && $2 ~ name { print object, $2 }'
	done
}

# only_in FOLDERS: drop what stands where it may.
only_in()
{
	grep -vE "^($1)" || :
}

objects=$(find src transforms sim ui -name '*.o' 2>/dev/null | sort)
if [ -z "$NM" ] || [ -z "$objects" ]; then
	echo "ok 1 - symbols # SKIP nm or the object files are missing"
	n=1
else
	check "LLVM symbols only in src/ir and transforms" \
		"$(uses 'LLVM[A-Z]' | only_in 'src/ir/|transforms/')"
	check "C++ LLVM symbols nowhere" "$(uses '_ZN*K*4llvm')"
	curses='initscr|newterm|endwin|doupdate|wrefresh|waddn*w*str|wgetch'
	check "curses only in ui" "$(uses "$curses" | only_in 'ui/')"
	check "readline only in ui and the batch prompt" \
		"$(uses 'rl_|readline$|add_history|using_history' |
			only_in 'ui/|src/cmd/prompt\.o')"
	check "Graphviz nowhere" "$(uses 'ag[a-z]*graph|agopen|agnode|agedge|gv[A-Z]')"
	check "the proof sees LLVM symbols in src/ir" \
		"$([ -n "$(uses 'LLVM[A-Z]')" ] || echo 'found none at all')"
fi

# ---- includes ------------------------------------------------------------

# The layer of a file, by its path; a public header has the layer of its name.
# may LAYER: the layers that one may include besides itself.
may()
{
	case $1 in
	base) ;;
	graph) echo base ;;
	analysis) echo base graph ;;
	align) echo base graph analysis cost ;;
	cost) echo base graph analysis align ;;
	plan) echo base graph analysis align cost ;;
	layout | sim) echo base graph analysis align cost plan ;;
	ir) echo base graph analysis align cost plan sim ;;
	transforms) echo base graph analysis align cost plan sim ir ;;
	session) echo base graph analysis align cost plan sim ir transforms ;;
	export) echo base graph analysis align cost plan layout sim ir \
		transforms session ;;
	cmd) echo base graph analysis align cost plan layout sim ir \
		transforms session export ;;
	ui | main) echo base graph analysis align cost plan layout sim ir \
		transforms session export cmd ui ;;
	esac
}

layer_of()
{
	case $1 in
	src/main.c) echo main ;;
	transforms/*) echo transforms ;;
	sim/*) echo sim ;;
	ui/*) echo ui ;;
	src/*/*) name=${1#src/}; echo "${name%%/*}" ;;
	include/reconverge/* | reconverge/*)
		name=${1##*/}; public_layer "${name%.*}" ;;
	esac
}

# Public headers that are not named after their layer.
public_layer()
{
	case $1 in
	opcodes) echo graph ;;
	analyses) echo analysis ;;
	phase | phases) echo transforms ;;
	refusals) echo plan ;;
	settings) echo plan ;;
	exports) echo export ;;
	command | commands | options) echo cmd ;;
	*) echo "$1" ;;
	esac
}

# trespasses FILE: its #include lines that reach up or sideways.
trespasses()
{
	layer=$(layer_of "$1")
	allowed=" $layer $(may "$layer" | tr '\n' ' ') "
	sed -n 's/^#[[:space:]]*include[[:space:]]*[<"]\([^>"]*\)[>"].*/\1/p' \
		"$1" | while read -r included; do
		target=
		case $included in
		reconverge/* | src/* | transforms/* | sim/* | ui/*)
			target=$(layer_of "$included") ;;
		esac
		case "$target:$allowed" in
		:*) ;;
		*" $target "*) ;;
		*) echo "$1 includes $included ($layer may not know $target)" ;;
		esac
	done
}

cd "$srcdir" || exit 1
sources=$(find include src transforms sim ui \( -name '*.[ch]' -o -name '*.def' \) 2>/dev/null |
	sort)
check "includes follow the layers" "$(for file in $sources; do
	trespasses "$file"
done)"
check "llvm-c headers only in src/ir and transforms" "$(grep -lE \
	'^#[[:space:]]*include[[:space:]]*[<"]llvm' $sources |
	only_in 'src/ir/|transforms/')"
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
