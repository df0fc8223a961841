#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# The manual and the program agree: every command, option, setting,
# export, view and key, every member of JSON and every attribute of DOT, and
# every name that the simulator knows is in the pages, every example there is a
# test, and neither groff nor mandoc finds a fault. --help fits 79 columns.

one=$builddir/man/reconverge.1
five=$builddir/man/reconverge-formats.5
seven=$builddir/man/reconverge-commands.7
n=0

point()
{
	n=$((n + 1))
	if [ "$1" = 0 ]; then
		echo "ok $n - $2"
	else
		echo "not ok $n - $2"
	fi
}

# in_page PAGE TEXT: the text stands there, minus signs as man(7) has them.
in_page()
{
	sed -e 's/\\&//g' -e 's/\\(ha/^/g' "$1" |
		grep -F -- "$(printf '%s' "$2" | sed 's/-/\\-/g')" >found
	[ -s found ]
}

# every NAME PAGE: each word of standard input is in bold in the page.
every()
{
	missing=
	while read -r word; do
		in_page "$2" "$3$word" || missing="$missing $word"
	done
	[ -z "$missing" ] || echo "# missing:$missing"
	point "$([ -z "$missing" ]; echo $?)" "$1"
}

reconverge -b --json -e help |
	python3 -c 'import json, sys
for c in json.load(sys.stdin)["commands"]: print(c["name"])' >commands
[ -s commands ]
point $? 'there are commands'
every 'every command is in reconverge-commands(7)' "$seven" '\fB' <commands

reconverge --help | sed -n 's/^ .*--\([a-z-]*\).*/\1/p' >options
[ -s options ]
point $? 'there are options'
every 'every option is in reconverge(1)' "$one" '\fB--' <options

reconverge -b --json -e 'show settings' |
	python3 -c 'import json, sys
for s in json.load(sys.stdin)["settings"]: print(s["name"])' >settings
[ -s settings ]
point $? 'there are settings'
every 'every setting is in reconverge-commands(7)' "$seven" '\fB' <settings

reconverge -b -e 'help exports' | sed -n 's/^  \([a-z.]*\) .*/\1/p' >exports
[ -s exports ]
point $? 'there are exports'
every 'every export is in reconverge-commands(7)' "$seven" '\fB' <exports

# Counts and metrics, read from the tables, not from the program.
for table in counts metrics; do
	sed -n 's/^[A-Z]*([A-Z_]*, "\([a-z-]*\)",.*/\1/p' \
		"$srcdir/include/reconverge/$table.def" >names
	[ "$(wc -l <names)" -gt 15 ]
	point $? "there are $table"
	every "every name of $table.def is in reconverge-commands(7)" "$seven" \
		'\fB' <names
	reconverge -b -e 'help expect' | sed -n 's/^  \([a-z-]*\) .*/\1/p' |
		sort >told
	sort names | comm -23 - told >untold
	[ ! -s untold ]
	point $? "every name of $table.def is in the help of expect"
done

{
	sed -n 's/^KEY("\(.*\)",.*/\1/p' "$srcdir/ui/keys.def"
	sed -n 's/^VIEW([a-z]*, "[^"]*", [A-Z]*, "\([^"]\{1,\}\)",.*/\1/p' \
		"$srcdir/ui/views.def"
} >keys
[ "$(wc -l <keys)" -gt 50 ]
point $? 'there are keys'
every 'every key is in reconverge(1)' "$one" '\fB' <keys

sed -n 's/^VIEW(\([a-z]*\),.*/\1/p' "$srcdir/ui/views.def" >views
[ -s views ]
point $? 'there are views'
every 'every view is in reconverge(1)' "$one" '.B ' <views

# Members of JSON objects and attributes, as the sources spell them.
cat "$srcdir"/src/cmd/*.c "$srcdir"/src/export/*.c "$srcdir"/src/session/*.c |
	tr -s ' \t\n' ' ' >sources
members='(cvg_call_(set|table)|cvg_json_(list|items)|json_object_set_new)\([^",;]*(\([^"]*\))?, *"[a-z_]+"'
{
	grep -oE "$members" sources | sed 's/.*"\([a-z_]*\)"$/\1/'
	# columns of tables: CVG_COLUMN(struct line, name), if JSON has them
	grep -oE 'CVG_COLUMN\([a-z_ ]*, [a-z_]+\)[^{}]*' sources |
		grep -v -e CVG_COLUMN_SHOWN -e 'struct record' | sed 's/.*, \([a-z_]*\)).*/\1/'
	# CVG_COLUMN_OF("name", struct line, member), if JSON has it
	grep -oE 'CVG_COLUMN_OF\("[a-z_]+"[^{}]*' sources |
		grep -v -e CVG_COLUMN_SHOWN | sed 's/[^"]*"\([a-z_]*\)".*/\1/'
	# sentences: TELL(c, "{name} ... {-name:B}\n", ...)
	grep -oE 'TELL\([^;]*;' sources | grep -oE '\{-?[a-z_]+[:}]' |
		tr -d '{}:-'
	# json_pack("{...}", "name", value, "name", value...)
	grep -oE 'json_pack\( ?"\{[^;]*;' sources | grep -oE '"[a-z_]+"' |
		tr -d '"'
} | sort -u >json_members
[ "$(wc -l <json_members)" -gt 200 ]
point $? 'there are members of JSON objects'
every 'every member is in reconverge-formats(5)' "$five" '\fB' <json_members

cat "$srcdir"/src/export/dot*.c "$srcdir"/src/export/draw_*.c |
	grep -oE '[, "][a-z_]+=(%|true|same|added|changed|divergent|post)' |
	sed -e 's/^[, "]//' -e 's/=.*//' | grep -vE '^(style|label|color|shape|rank|newrank)$' |
	sort -u >attributes
[ "$(wc -l <attributes)" -gt 15 ]
point $? 'there are attributes'
every 'every attribute is in reconverge-formats(5)' "$five" '\fB' <attributes

# Functions that need no body: the names of the tables, one on each line of the
# page's source.
cat "$srcdir"/src/decode/intrin*.def "$srcdir"/include/reconverge/builtin_*.def |
	sed -n -e 's/^INTRIN("\([^"]*\)".*/\1/p' \
		-e '/, none,/!s/^BUILTIN("\([^"]*\)".*/\1/p' |
	LC_ALL=C sort -u >known
sed -e 's/\\&//g' -e 's/\\-/-/g' -e 's/[.,]$//' \
	"$builddir/man/reconverge-coverage.7" | LC_ALL=C sort -u >listed
[ "$(wc -l <known)" -gt 1000 ]
point $? 'there are functions and intrinsics'
missing=$(LC_ALL=C comm -23 known listed)
[ -z "$missing" ] || echo "# missing:" $missing
point "$([ -z "$missing" ]; echo $?)" \
	'every function and intrinsic is in reconverge-coverage(7)'

# Examples: lines between .EX and .EE that are not a message's form.
for page in "$one" "$five" "$seven"; do
	sed -n '/^\.EX/,/^\.EE/p' "$page" | sed -e '/^\./d' -e '/^reconverge: /d' \
		-e 's/\\(aq/'"'"'/g' -e 's/\\-/-/g' -e 's/\\e/\\/g'
done >examples
[ "$(wc -l <examples)" -gt 10 ]
point $? 'there are examples'
sed -e 's/^[$>] //' "$srcdir"/tests/cmd/man.t >tested
untested=$(grep -vxF -f tested examples)
[ -z "$untested" ] || printf '%s\n' "$untested" | sed 's/^/# untested: /'
point "$([ -z "$untested" ]; echo $?)" 'every example is in tests/cmd/man.t'

[ -z "$(reconverge --help | awk 'length > 79')" ]
point $? '--help fits 79 columns'
[ -z "$(reconverge -b -e help | awk 'length > 79')" ]
point $? 'help fits 79 columns'

for page in "$builddir"/man/*.[1-8]; do
	name=$(basename "$page")
	if command -v mandoc >/dev/null; then
		# The pages change with the tables: they have no date.
		mandoc -Tlint -W warning "$page" 2>&1 |
			grep -v 'missing date' >faults
		[ ! -s faults ]
		point $? "mandoc -Tlint $name"
		sed 's/^/# /' faults
	else
		n=$((n + 1))
		echo "ok $n - mandoc -Tlint $name # SKIP mandoc missing"
	fi
	if command -v groff >/dev/null; then
		groff -man -ww -Tascii "$page" >formatted 2>faults
		[ -s formatted ] && [ ! -s faults ]
		point $? "groff -man -ww $name"
		sed 's/^/# /' faults
	else
		n=$((n + 1))
		echo "ok $n - groff -man -ww $name # SKIP groff missing"
	fi
done
echo "1..$n"
