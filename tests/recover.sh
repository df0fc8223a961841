#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# --recover restores a session that was killed: the module that it writes is,
# to the byte, the module that the same commands write in one session.

sample=$SAMPLES/bitonic_sort.amdgcn.ll
journals=$XDG_STATE_HOME/reconverge/journal
n=0
trap '' PIPE

ok()
{
	n=$((n + 1))
	if [ "$2" -eq 0 ]; then
		echo "ok $n - $1"
	else
		echo "not ok $n - $1"
		for f in log err; do
			[ -f $f ] && sed "s/^/# $f: /" $f
		done
	fi
}

# expect_fail NAME PATTERN COMMAND...: checks for status 2 and that message
expect_fail()
{
	name=$1 pattern=$2
	shift 2
	"$@" >log 2>err
	[ $? -eq 2 ] && grep -q "$pattern" err
	ok "$name" $?
}

# wait_for COMMAND...: waits until the command succeeds, ten seconds at most
wait_for()
{
	tries=0
	until "$@"; do
		tries=$((tries + 1))
		[ $tries -gt 200 ] && return 1
		sleep 0.05
	done
}

journal_ends_with()
{
	[ "$(cat "$journals"/*.rcv 2>/dev/null | tail -n 1)" = "$1" ]
}

has_header()
{
	grep -qs '^# commands:' "$journals"/*.rcv
}

# journal_holds N: does the journal hold N commands or more?
journal_holds()
{
	[ "$(cat "$journals"/*.rcv 2>/dev/null | sed '1,/^# commands:/d' |
		wc -l)" -ge "$1" ]
}

# begin MODULE: a session that reads from descriptor 3 of this shell
begin()
{
	mkfifo keys
	"$RECONVERGE" -i "$1" <keys >log 2>err &
	pid=$!
	exec 3>keys
	rm keys
}

# die: kill the session, which cannot clean up
die()
{
	kill -9 $pid
	wait $pid 2>/dev/null
	exec 3>&-
}

commands='simplify
mark base
meld
undo
cleanup
goto mark:base
set threshold=0.1
meld
unpredicate
undo 1'

# ---- killed after the last command -----------------------------------------

cp "$sample" m.ll
expect_fail "nothing to recover" "nothing to recover" \
	"$RECONVERGE" --recover -b -e history

begin m.ll
printf '%s\n' "$commands" >&3
wait_for journal_ends_with "undo 1"
ok "every command is in the journal" $?
expect_fail "a living session keeps its journal" "nothing to recover" \
	"$RECONVERGE" --recover -b -e history
die
printf '%s\n' "$commands" >script
"$RECONVERGE" -b -x script -o straight.ll m.ll >log 2>err
ok "the same in one go" $?

cp m.ll other.ll
expect_fail "another module has no journal" "nothing to recover for other.ll" \
	"$RECONVERGE" --recover -b -e history other.ll
echo '; changed' >>m.ll
expect_fail "a changed module is refused" "m.ll has changed since" \
	"$RECONVERGE" --recover -b -e history m.ll
cp "$sample" m.ll
"$RECONVERGE" --recover -b -o recovered.ll m.ll >log 2>err
ok "recovers" $?
cmp straight.ll recovered.ll
ok "the same bytes" $?
[ -z "$(ls "$journals")" ]
ok "a recovered session leaves nothing" $?

# ---- killed at any moment --------------------------------------------------

# The session is killed as soon as the journal holds so many commands, while
# the next ones run. The commands that the journal holds by then are restored.
for kept in 0 1 3 6 9; do
	begin m.ll
	wait_for has_header
	printf '%s\n' "$commands" >&3
	wait_for journal_holds $kept
	die
	cat "$journals"/*.rcv 2>/dev/null | sed '1,/^# commands:/d' >script
	if [ -s script ]; then
		"$RECONVERGE" -b -x script -o straight.ll m.ll >log 2>err &&
			"$RECONVERGE" --recover -b -o recovered.ll >log 2>err &&
			cmp straight.ll recovered.ll
	else
		! "$RECONVERGE" --recover -b -e history >log 2>err
	fi
	ok "killed once $kept were in the journal ($(wc -l <script) kept)" $?
	rm -rf "$journals"
done

# ---- recovered, killed again -------------------------------------------------

begin m.ll
echo simplify >&3
wait_for journal_ends_with simplify
die
mkfifo keys
"$RECONVERGE" -i --recover <keys >log 2>err &
pid=$!
exec 3>keys
rm keys
echo meld >&3
wait_for journal_ends_with meld
ok "a recovered session is journalled again" $?
die
"$RECONVERGE" --recover -b -o recovered.ll >log 2>err
"$RECONVERGE" -b -e simplify -e meld -o straight.ll m.ll >log 2>err
cmp straight.ll recovered.ll
ok "both parts come back" $?

# ---- rejections --------------------------------------------------------------

begin m.ll
printf '%s\n' 'reject meld B5' darm >&3
wait_for journal_ends_with darm
die
"$RECONVERGE" --recover -b -e 'expect rejected==1 and revisions==1' >log 2>err
ok "what was rejected stays so" $?

# ---- launches, libraries, checks ------------------------------------

printf '{"grid": 1, "block": 256, "args": {"values": {"type": "i32", "iota": true}}}' \
	>m.launch.json
echo 'define void @unused() { ret void }' >lib.ll
cp "$sample" m.ll
begin m.ll
printf '%s\n' 'launch m.launch.json seed=4' 'link lib.ll' profile darm \
	'check seeds=2' 'launch values=last' simulate >&3
wait_for journal_ends_with simulate
ok "what is simulated is in the journal" $?
die
sed '1,/^# commands:/d' "$journals"/*.rcv >script
mkdir elsewhere
(cd elsewhere && "$RECONVERGE" --recover -b -e history -e launch -e link \
	-e candidates) >recovered 2>err
ok "and comes back, wherever one is" $?
"$RECONVERGE" -b -q -x script m.ll >/dev/null 2>err
"$RECONVERGE" -b -x script -e history -e launch -e link -e candidates m.ll |
	tail -n "$(wc -l <recovered)" | cmp - recovered
ok "with all that was known" $?
grep -q 'checked 2 seeds' recovered && grep -q 'profile of P0' recovered
ok "verdicts and profiles too" $?

# ---- from standard input -----------------------------------------------------

# The session blocks when it writes, because no process reads the pipe.
mkfifo stuck.ll
"$RECONVERGE" -b -e simplify -o stuck.ll - <"$sample" >log 2>err &
pid=$!
wait_for journal_ends_with simplify
kill -9 $pid
wait $pid 2>/dev/null
"$RECONVERGE" --recover -b -o recovered.ll >log 2>err
ok "a module from a pipe comes back" $?
"$RECONVERGE" -b -e simplify -o straight.ll m.ll >log 2>err
cmp straight.ll recovered.ll
ok "and is the same" $?
[ -z "$(ls "$journals")" ]
ok "its copy is gone" $?

# ---- no place for a journal --------------------------------------------------

rm -rf "$XDG_STATE_HOME"
mkdir -p "$(dirname "$XDG_STATE_HOME")"
echo 'in the way' >"$XDG_STATE_HOME"
"$RECONVERGE" -b -e simplify -e meld m.ll >log 2>err
ok "no folder for the journal is no fault" $?
[ "$(grep -c 'cannot write a journal, so this session cannot be recovered' err)" -eq 1 ]
ok "it is said once" $?

echo "1..$n"
