#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Every export is a file of the format that its suffix names. A worker that is
# missing, is slow, crashes or reports an error leads to a message of one line.

n=0
bin=reconverge
sample=$SAMPLES/bitonic_sort.amdgcn.ll

check()
{
	n=$((n + 1))
	if [ "$2" = "$3" ]; then
		echo "ok $n - $1"
	else
		echo "not ok $n - $1"
		printf '# want: %s\n# got:  %s\n' "$3" "$2"
	fi
}

if [ ! -x "$builddir/reconverge-graphviz" ]; then
	echo "1..0 # SKIP built without Graphviz: libgraphviz-dev"
	exit 0
fi
# kind FILE: by its first bytes, and whether the SVG can be parsed
kind()
{
	case $(head -c 5 "$1" | tr -d '\r\n' | LC_ALL=C tr -c ' -~' .) in
	%PDF-) echo pdf ;;
	.PNG*) echo png ;;
	'<?xml') "$PYTHON" -c 'import sys, xml.etree.ElementTree as t
root = t.parse(sys.argv[1]).getroot()
print("svg" if root.tag.endswith("svg") and len(root) else root.tag)' "$1" ;;
	*) echo unknown ;;
	esac
}

launch=$SAMPLES/bitonic_sort.launch.json
for what in cfg regions dominators history matrix warp machine 'diff since=P0' 'cfg zoom=full' \
	'cfg fold=R3' 'cfg caption=no legend=no'; do
	"$bin" -b -q -e "launch '$launch'" -e "export x.svg $what" -e "export x.pdf $what" \
		-e "export x.png $what" "$sample" 2>&1
	for suffix in svg pdf png; do
		check "$what as .$suffix" "$(kind "x.$suffix")" $suffix
	done
done

# Graphviz's own program reads every .dot file without a warning, whatever font
# stands for "monospace". Letters of DejaVu Sans are wider than those of any
# monospaced font.
font_is()
{
	cat >fonts.conf <<-end
		<?xml version="1.0"?>
		<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
		<fontconfig>
		<dir>/usr/share/fonts</dir>
		<cachedir>$(pwd)/fonts</cachedir>
		<match target="pattern">
		<test name="family"><string>monospace</string></test>
		<edit name="family" mode="assign" binding="strong">
		<string>$1</string></edit>
		</match>
		</fontconfig>
	end
	FONTCONFIG_FILE=$(pwd)/fonts.conf
	export FONTCONFIG_FILE
}

# dot_of FILE: prints what is wrong with the file, or the kind of the picture
dot_of()
{
	for font in 'DejaVu Sans Mono' 'DejaVu Sans'; do
		font_is "$font"
		dot -Tsvg "$1" 2>&1 >x.svg | head -n 3
	done
	kind x.svg
}

if command -v dot >/dev/null; then
	for what in cfg 'cfg zoom=full' 'cfg fold=R3' regions dominators machine \
		'diff since=P0' \
		matrix history warp; do
		rm -f x.dot step.dot
		# after the step, no subgraphs are paired in the matrix
		step=$what
		[ "$what" != matrix ] || step='matrix B1 B2'
		"$bin" -b -q -e "launch '$launch'" -e "export x.dot $what" \
			-e darm -e "export step.dot $step" "$sample" \
			>/dev/null 2>&1
		check "$what as .dot" "$(dot -Tcanon x.dot 2>&1 >canon) $(
			dot_of x.dot)" ' svg'
		check "$what as .dot, after a step" "$(dot_of step.dot)" svg
	done
	unset FONTCONFIG_FILE
else
	n=$((n + 1))
	echo "ok $n - .dot files # SKIP dot is missing (Debian package graphviz)"
fi

# The disk is full.
ln -s /dev/full full.svg
check "a full disk is told" \
	"$("$bin" -b -q -e 'export full.svg' "$sample" 2>&1 | head -n 1)" \
	"reconverge: -e:1: full.svg: cannot write: No space left on device"

# Names of any bytes, and characters with a meaning for Graphviz or in its labels.
printf 'define amdgpu_kernel void @"a<b>&amp;\\22\\\\{c}\\FF"(i32 %%n) {\n"e<i>&x;":\n  %%"&q<" = icmp eq i32 %%n, 0\n  br i1 %%"&q<", label %%"\\FF]>", label %%"}"\n"\\FF]>":\n  br label %%"}"\n"}":\n  ret void\n}\n' >odd.ll
for what in cfg 'cfg zoom=full' regions dominators history warp machine \
	'diff since=P0'; do
	rm -f odd.svg
	said=$("$bin" -b -q --mtriple=amdgcn-amd-amdhsa -e 'launch grid=1 block=64 n=0' \
		-e "export odd.svg $what" odd.ll 2>&1 | grep reconverge)
	check "$what of odd names" "$said$(kind odd.svg)" svg
done

# refusal TEXT: the message if the worker is a script that runs TEXT
refusal()
{
	printf '#!/bin/sh\n%s\n' "$1" >fake
	chmod +x fake
	rm -f y.svg
	RECONVERGE_GRAPHVIZ=$(pwd)/fake "$bin" -b -q -e 'set time-limit=1' \
		-e 'export y.svg' "$sample" 2>&1 | head -n 1
	[ ! -e y.svg ] || echo "and left a file"
}

check "a slow worker is ended" "$(refusal 'exec sleep 60')" \
"reconverge: -e:1: drawing took more than 1 s and was ended: fold it ('fold=40' draws at most 40 boxes), or 'set time-limit='"
check "a crash is told" "$(refusal 'kill -SEGV $$')" \
	"reconverge: -e:1: reconverge-graphviz died: Segmentation fault"
check "a worker that is killed is told" "$(refusal 'kill -KILL $$')" \
	"reconverge: -e:1: reconverge-graphviz died: Killed"
check "its complaint is told" \
	"$(refusal 'echo no such thing >&2; echo and more >&2; exit 2')" \
	"reconverge: -e:1: reconverge-graphviz: no such thing"
check "a silent failure is told" "$(refusal 'exit 2')" \
	"reconverge: -e:1: reconverge-graphviz: cannot draw this"
check "much output before a failure" \
	"$(refusal 'head -c 3000000 /dev/zero; exit 2')" \
	"reconverge: -e:1: reconverge-graphviz: cannot draw this"

# Graphs on the terminal that dot lays out have the same boxes at other places.
text()
{
	"$bin" -b -q -e "set layout=$1" -e 'cfg graph' "$sample" 2>&1
}
boxes()
{
	grep -o 'B[0-9][0-9]* [a-z]' | sort
}
text rows >rows.txt
text dot >dot.txt
check "dot's layout has all boxes" "$(boxes <dot.txt)" "$(boxes <rows.txt)"
check "dot's layout is another one" "$(cmp -s rows.txt dot.txt; echo $?)" 1
check "dot's layout begins with the entry" \
	"$(grep -o 'B[0-9][0-9]* [a-z]*' dot.txt | head -n 1)" 'B0 entry'
check "dot's layout is the same again" "$(text dot | cksum)" \
	"$(cksum <dot.txt)"
check "as .txt it is that" "$("$bin" -b -q -e 'set layout=dot' \
	-e 'export g.txt' "$sample"; cmp g.txt dot.txt)" ''

# broken TEXT: the message if the worker is a script whose TEXT writes the layout
broken()
{
	printf '#!/bin/sh\n%s\n' "$1" >fake
	RECONVERGE_GRAPHVIZ=$(pwd)/fake "$bin" -b -q -e 'set time-limit=1' \
		-e 'set layout=dot' -e 'cfg graph' "$sample" 2>&1 | grep reconverge:
}
half="reconverge: -e:1: Graphviz's layout of this graph is not whole; 'set layout=rows' does without it"
check "no layout is told" "$(broken 'echo graph 1 1 1')" "$half"
check "half a layout is told" "$(broken 'echo node 0 1 1')" "$half"
check "a box twice is told" "$(broken 'echo node 0 1 1; echo node 0 1 1')" \
	"$half"
check "a box too many is told" "$(broken 'echo node 99 1 1')" "$half"
check "no number is told" "$(broken 'echo node 0 nan 1')" "$half"
check "an edge too many is told" "$(broken 'echo edge 0 5 2 1 1 2 2')" "$half"
check "an edge that is too short is told" \
	"$(broken 'echo edge 0 1 99999999999 1 1')" "$half"
check "a slow layout is ended" "$(broken 'exec sleep 60')" \
"reconverge: -e:1: drawing took more than 1 s and was ended: fold it ('fold=40' draws at most 40 boxes), or 'set time-limit='; 'set layout=rows' does without it"
RECONVERGE_GRAPHVIZ=/no/worker
export RECONVERGE_GRAPHVIZ
check "a missing worker is told" \
	"$("$bin" -b -q -e 'export y.svg' "$sample" 2>&1 | head -n 1)" \
"reconverge: -e:1: pictures are drawn by reconverge-graphviz, which is not at /no/worker; it is built where Graphviz's libgvc is"
echo "1..$n"
