#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Tests --list and --kernels: bad lists, modules that cannot be read, crashes,
# time limits, Ctrl-C, a full disk, and sweeps that are continued.

n=0

point()
{
	n=$((n + 1))
	if [ "$1" = 0 ]; then
		echo "ok $n - $2"
	else
		echo "not ok $n - $2"
		sed 's/^/# out: /' out
		sed 's/^/# err: /' err
	fi
}

# sweep STATUS ARGUMENT...: run it; the output is in out and err
sweep()
{
	wanted=$1
	shift
	"$RECONVERGE" -j 2 "$@" >out 2>err
	[ $? = "$wanted" ]
}

err_is()
{
	printf '%s\n' "$@" | cmp -s - err
}

sorted_err_is()
{
	sort err >sorted
	printf '%s\n' "$@" | cmp -s - sorted
}

sum()
{
	[ "$(tail -n 1 err)" = "reconverge: $1" ]
}

# await SECONDS TEST...: until the test holds
await()
{
	left=$(($1 * 20))
	shift
	until "$@"; do
		left=$((left - 1))
		[ "$left" -gt 0 ] || return 1
		sleep 0.05
	done
}

mkdir m m/deeper
cp "$SAMPLES/sb1.amdgcn.ll" m/sb1.ll
cp "$SAMPLES/bitonic_sort.amdgcn.ll" "m/b s.ll"
cp "$SAMPLES/dct_quant.nvptx64.ll" m/deeper/two.kernels.ll
cp "$SAMPLES/bitonic_sort.launch.json" m
echo 'target triple = "amdgcn--' >m/broken.ll
cat >good <<'.'
m/sb1.ll

m/b s.ll
m/deeper/two.kernels.ll
.
{ head -1 good; echo m/broken.ll; tail -n +2 good; echo m/gone.ll; } >mixed

# ---- what comes out ----------------------------------------------------------

sweep 0 -l good -q -e darm -e 'expect cycles<1000000' -e 'write w/%.bc' -o 'o/%.s' &&
	err_is 'reconverge: 3 modules: 3 done, 0 failed, 0 timed out' &&
	[ "$(find o w -type f | sort | tr '\n' ' ')" = \
		"o/m/b s.s o/m/deeper/two.kernels.s o/m/sb1.s w/m/b s.bc w/m/deeper/two.kernels.bc w/m/sb1.bc " ]
point $? 'each module has files of its own'

"$RECONVERGE" -b -e darm -e score "m/b s.ll" >alone &&
	sweep 0 -l good -e darm -e score &&
	[ "$(sed -n '/^==> m.b s.ll <==$/,/^==> m.[^b]/p' out |
		sed '1d; /^==>/d' | cmp - alone)" = '' ] &&
	[ "$(grep -c '^==> ' out)" = 3 ]
point $? 'the text of a module is that of the module alone'

"$RECONVERGE" -b --json -e darm -e score "m/b s.ll" | tail -n 1 |
	sed 's/^{/{"module": "m\/b s.ll", /' >alone
sweep 0 -l good --json -e darm -e score && grep '"m/b s.ll"' out | tail -n 1 | cmp -s - alone &&
	[ "$(wc -l <out)" = 6 ]
point $? 'an object of JSON names its module'

sweep 0 -l good -k --json -e launch -e score -e 'export p/%.dot' &&
	[ "$(grep '"command": "score"' out | sed 's/.*"module": "\([^"]*\)", "function": "\([^"]*\)", "command".*/\1 \2/' | sort | tr '\n' ' ')" = \
		'm/b s.ll bitonic_sort m/deeper/two.kernels.ll dct_quant m/deeper/two.kernels.ll dct_quant_nonuniform m/sb1.ll sb1 ' ] &&
	[ "$(find p -type f | wc -l)" = 4 ] && [ -s 'p/m/b s.bitonic_sort.dot' ] &&
	grep '"command": "launch"' out | grep -q 'm/b s.ll.*"words": "grid=4 block=256 '
point $? 'commands run in each kernel, with the launch beside the module'

"$RECONVERGE" -k -q -e darm -e 'write k/%.ll' -o two.ll m/deeper/two.kernels.ll >out 2>err &&
	[ "$(find k -type f | sort | tr '\n' ' ')" = \
		'k/m/deeper/two.kernels.dct_quant.ll k/m/deeper/two.kernels.dct_quant_nonuniform.ll ' ] &&
	cmp -s k/m/deeper/two.kernels.dct_quant_nonuniform.ll two.ll && [ ! -s out ] &&
	[ ! -s err ]
point $? 'each kernel of one module'

sweep 2 -l good -e 'write x.ll' && [ ! -e x.ll ] &&
	grep -q "^reconverge: m/b s.ll: -e:1: write: many modules" err &&
	sum '3 modules: 0 done, 3 failed, 0 timed out'
point $? 'no file is written by two modules'

# ---- lists -------------------------------------------------------------------

sweep 2 -l nothing -e score && err_is 'reconverge: nothing: cannot open: No such file or directory'
point $? 'a list that is missing'
printf '\n\n' >none
sweep 2 -l none -e score && err_is 'reconverge: none: the list names no module'
point $? 'a list without modules'
printf 'm/sb1.ll\ngone.ll\nm/sb1.ll\n' >twice
sweep 2 -l twice -e score && [ ! -s out ] &&
	err_is "reconverge: twice:3: 'm/sb1.ll' is named on line 1 too"
point $? 'a module twice'
printf 'm/sb1.ll\n../m//sb1.bc\n' >twins
sweep 2 -l twins -e score &&
	err_is "reconverge: twins:2: '../m//sb1.bc' and 'm/sb1.ll' on line 1 would both write to 'm/sb1'"
point $? 'two modules with one name'

name=$(printf 'm/new\nline\033.ll')
cp m/sb1.ll "$name"
printf '%s\0m/b s.ll\0' "$name" | sweep 1 -l - -e 'expect divergent==1' -o 'z/%.ll' --done seen &&
	grep -qF '==> m/new\0Aline\1B.ll <==' out && [ -s "z/${name%.ll}.ll" ] &&
	printf 'm/b s.ll\nm/new\\0Aline\\1B.ll\n' >wanted && sort seen | cmp -s - wanted &&
	printf '%s\0m/b s.ll\0' "$name" | sweep 0 -l - -e score --done seen &&
	sum '2 modules: 0 done, 0 failed, 0 timed out, 2 done before'
point $? 'names with blanks, newlines and control characters'

# ---- modules that fail -------------------------------------------------------

sweep 2 -l mixed -q -e darm -o 'f/%.ll' --done some &&
	sorted_err_is 'reconverge: 5 modules: 3 done, 2 failed, 0 timed out' \
		'reconverge: m/broken.ll:1:17: end of file in string constant' \
		'reconverge: m/gone.ll: cannot open: No such file or directory' &&
	[ "$(find f -type f | wc -l)" = 3 ] && sort some >a && sed '/^$/d' good | sort | cmp -s - a
point $? 'unreadable modules harm no others'

sweep 2 -l mixed --json -e 'expect blocks<1' &&
	[ "$(grep -c '"ok": false' out)" = 2 ] &&
	grep -qF '{"module": "m/gone.ll", "command": null, "ok": false, "error": {"message": "m/gone.ll: cannot open: No such file or directory"}}' out &&
	sum '5 modules: 3 done (3 with a negative answer), 2 failed, 0 timed out'
point $? 'a failure is an object, a negative answer none'

cp m/sb1.ll m/broken.ll && cp m/sb1.ll m/gone.ll &&
	sweep 0 -l mixed -q -e darm -o 'f/%.ll' --done some &&
	sum '5 modules: 2 done, 0 failed, 0 timed out, 3 done before' && [ "$(wc -l <some)" = 5 ]
point $? 'what failed is done again, and nothing else'

printf 'm/b s.ll\nm/sb' >half
sweep 0 -l good -q -e darm --done half && sed '/^$/d' good | sort >a && sort half | cmp -s - a &&
	sum '3 modules: 2 done, 0 failed, 0 timed out, 1 done before'
point $? 'half a line of what is done does not count'

python3 -c 'print("target triple = \"amdgcn--\"\n@g = external global " + "[1 x " * 300000 + "i8" + "]" * 300000)' >m/deep.ll
printf 'm/sb1.ll\nm/deep.ll\nm/b s.ll\n' >crash
sweep 2 -l crash -q -e darm && sum '3 modules: 2 done, 1 failed, 0 timed out' &&
	grep -q "^reconverge: m/deep.ll: LLVM's reader " err &&
	[ "$(wc -l <err)" = 2 ]
point $? "a module that crashes LLVM's reader"

# What a worker did before changes nothing: not even that a module killed it.
for m in m/sb1.ll 'm/b s.ll' m/deeper/two.kernels.ll; do
	echo "$m" | "$RECONVERGE" -j 1 -l - --kernels --json -e candidates -e darm -e score
done >alone 2>one
printf 'm/sb1.ll\nm/deep.ll\nm/b s.ll\nm/deeper/two.kernels.ll\n' >crash
sweep 2 -j 1 -l crash --kernels --json -e candidates -e darm -e score &&
	grep -v m/deep.ll out | cmp -s alone - &&
	sum '4 modules: 3 done, 1 failed, 0 timed out'
point $? 'modules that share a worker'

sweep 0 -l good -e score -o - && [ "$(grep -c '^target triple' out)" = 3 ] &&
	[ "$(grep -c '^divergent  ' err)" = 3 ] && ! grep -q '^divergent ' out
point $? 'modules on standard output, texts on standard error'

# Reading a pipe, a worker waits until it is killed.
mkfifo m/pipe.ll
printf 'm/sb1.ll\nm/pipe.ll\nm/b s.ll\n' >waiting
worker()
{
	[ "$(wc -l <seen)" = 1 ] &&
		pid=$(cat "/proc/$sweep/task/$sweep/children" 2>/dev/null) &&
		[ -n "$pid" ]
}
begin()
{
	rm -f seen
	: >seen
	"$RECONVERGE" -j 1 -t 60 -l waiting --json -e score --done seen >out 2>err &
	sweep=$!
	await 60 worker
}
begin
# A module whose worker died runs again, alone: the second death is its own.
until
	pid=$(cat "/proc/$sweep/task/$sweep/children" 2>/dev/null)
	grep -q 'its process was killed' err || ! kill -0 "$sweep"
do
	# shellcheck disable=SC2086 # $pid is one number
	[ -z "$pid" ] || kill -SEGV $pid 2>/dev/null
	sleep 0.05
done
wait "$sweep"
[ $? = 2 ] && sum '3 modules: 2 done, 1 failed, 0 timed out' &&
	grep -qx 'reconverge: m/pipe.ll: its process was killed by signal 11' err &&
	grep -qF '"message": "m/pipe.ll: its process was killed by signal 11"' out
point $? 'a worker that crashes'

sweep 2 -l waiting -t 1 -e score &&
	sum '3 modules: 2 done, 0 failed, 1 timed out' &&
	grep -qx 'reconverge: m/pipe.ll: took more than 1 s' err
point $? 'a module that takes too long'

# ---- the end of a sweep ------------------------------------------------------

begin
kill -TERM "$sweep"
wait "$sweep"
[ $? = 130 ] && [ "$(wc -l <out)" = 1 ] && [ "$(cat seen)" = m/sb1.ll ] &&
	sum '3 modules: 1 done, 0 failed, 0 timed out, 2 not reached' &&
	! kill -0 "$pid" 2>/dev/null
point $? 'a signal ends the sweep'
rm m/pipe.ll
cp m/sb1.ll m/pipe.ll
cp out first
sweep 0 -l waiting --json -e score --done seen && [ "$(cat first out | wc -l)" = 3 ] &&
	sum '3 modules: 2 done, 0 failed, 0 timed out, 1 done before'
point $? 'it is continued'

python3 - <<'.'
# Ctrl-C at a terminal, while files are written.
import fcntl, os, pty, signal, subprocess, termios, time

def own_terminal():
    # the shell that runs the tests may have turned Ctrl-C off
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    os.setsid()
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)

os.makedirs("many")
for i in range(200):
    os.symlink("../m/sb1.ll", "many/%d.ll" % i)
open("many.list", "w").write("".join("many/%d.ll\n" % i for i in range(200)))
master, slave = pty.openpty()
p = subprocess.Popen([os.environ["RECONVERGE"], "-j2", "-q", "-lmany.list", "-o", "c/%.ll",
                      "--done=caught"], stdin=slave, stdout=slave, stderr=subprocess.PIPE,
                     preexec_fn=own_terminal)
while not os.path.exists("c/many/5.ll"):
    assert p.poll() is None, "it ended before it wrote"
    time.sleep(0.01)
os.write(master, b"\x03")
err = p.communicate()[1].decode()
files = sorted(os.listdir("c/many"))
done = open("caught").read().split()
print(p.returncode, err, len(files), len(done), file=open("err", "w"))
whole = open("c/many/0.ll").read()
assert p.returncode == 130 and "not reached" in err
assert all(f.endswith(".ll") for f in files), files
assert all(open("c/many/" + f).read() == whole for f in files)
assert set(done) <= {"many/" + f for f in files}
.
point $? 'Ctrl-C leaves no file half written'

# The size of a file is limited; at the limit a write fails as on a full disk.
(
	ulimit -f 16
	sweep 2 -l many.list --json -e score --done full
) && grep -q '^reconverge: standard output: ' err && [ "$(wc -l <out)" = "$(wc -l <full)" ] &&
	[ "$(tail -c 1 out | od -An -c | tr -d ' ')" = '\n' ] && [ "$(wc -l <full)" -gt 0 ]
point $? 'a full disk: standard output ends with a whole line'
"$RECONVERGE" -l good -e score >/dev/full 2>err
[ $? = 2 ] && err_is 'reconverge: standard output: No space left on device'
point $? 'a device that is full'
(
	ulimit -f 4
	sweep 2 -l good -q -e darm -o 'u/%.ll'
) && grep -q '^reconverge: m/b s.ll: u/m/b s.ll: cannot write: File too large$' err &&
	[ -z "$(find u -name '*.ll.*')" ]
point $? 'a full disk: no half of a module stays'

# ---- options -----------------------------------------------------------------

refused()
{
	wanted=$1
	shift
	"$RECONVERGE" "$@" >out 2>err
	[ $? = 2 ] && [ "$(head -n 1 err)" = "reconverge: $wanted" ]
	point $? "refused: $*"
}
refused '--jobs, --timeout and --done need --list' -j 2 -e score m/sb1.ll
refused "--list and the module 'm/sb1.ll' cannot be used together" -l good -e score m/sb1.ll
refused '--list and --kernels cannot be used with --interactive or --recover' -l good -i
refused '--list and --kernels need commands or --output' -l good
refused "with --list, the name that --output gives needs a %, which stands for the name of each module" \
	-l good -o x.ll
refused "--jobs must be a number from 1 to 1000000, not '0'" -l good -j 0 -e score
refused 'standard input can be read only once' -l - -x -
echo "1..$n"
