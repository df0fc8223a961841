#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# The completions of the shells offer the options of --help, the commands of
# `help`, and the choices of an option.

n=0

# offers SHELL NAME WANTED WORD...: checks that completing the words offers WANTED.
offers()
{
	n=$((n + 1)) shell=$1 name=$2 wanted=$3
	shift 3
	offered=$("complete_$shell" "$@")
	if printf '%s\n' "$offered" | grep -qxF -- "$wanted"; then
		echo "ok $n - $shell: $name"
	else
		echo "not ok $n - $shell: $name"
		printf '%s\n' "$offered" | sed 's/^/# offered: /'
	fi
}

skip()
{
	n=$((n + 1))
	echo "ok $n - $1 # SKIP $2"
}

complete_bash()
{
	bash --norc -c '
		. /usr/share/bash-completion/bash_completion
		. "$srcdir/tools/bash-completion/reconverge"
		COMP_WORDS=(reconverge "$@") COMP_CWORD=$# COMP_LINE="reconverge $*"
		COMP_POINT=${#COMP_LINE} COMP_TYPE=9 COMP_KEY=9
		compopt() { :; }
		_reconverge reconverge "${!#}" "${COMP_WORDS[COMP_CWORD - 1]}"
		printf "%s\n" "${COMPREPLY[@]}"' bash "$@" 2>&1
}

touch module.ll other.txt
if ! command -v bash >/dev/null ||
	[ ! -r /usr/share/bash-completion/bash_completion ]; then
	skip 'bash completion' 'Debian package bash-completion missing'
else
	offers bash 'a long option' --keep-going --ke
	offers bash 'an option with an argument' --execute= --exe
	offers bash 'commands after -e' candidates -e cand
	offers bash 'acts after --execute' unpredicate --execute unp
	offers bash 'choices of an option' always --color a
	offers bash 'modules' module.ll mod
	offers bash 'any file after -o' other.txt -o oth
	offers bash 'any file after --list' other.txt --list oth
fi

if ! command -v zsh >/dev/null; then
	skip 'zsh completion' 'Debian package zsh missing'
elif zsh -n "$srcdir/tools/zsh/_reconverge" 2>log; then
	n=$((n + 1))
	echo "ok $n - zsh: syntax"
else
	n=$((n + 1))
	echo "not ok $n - zsh: syntax"
	sed 's/^/# /' log
fi
echo "1..$n"
