#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Tests the runners: a test that must pass passes, one that must fail fails,
# and the file that --update writes passes.

runner="$srcdir/tests/run-cmd.py"
n=0

# expect_status NAME WANTED COMMAND...
expect_status()
{
	n=$((n + 1)) name=$1 wanted=$2
	shift 2
	"$@" >log 2>&1
	status=$?
	if [ "$status" -eq "$wanted" ]; then
		echo "ok $n - $name"
	else
		echo "not ok $n - $name"
		echo "# exit status $status"
		sed 's/^/# /' log
	fi
}

cmd_case()
{
	name=$1 wanted=$2
	cat >case.t
	expect_status "cmd: $name" "$wanted" python3 "$runner" case.t
}

cmd_case 'exact output' 0 <<'END'
$ echo one; echo; echo two
one

two
END
cmd_case 'a line too few' 1 <<'END'
$ echo one; echo two
one
END
cmd_case 'a line too many' 1 <<'END'
$ echo one
one
two
END
cmd_case 'pattern and ellipsis' 0 <<'END'
$ printf '%s\n' a b c 'cost 12.5 cycles'
a
...
cost {{[0-9.]+}} cycles
END
cmd_case 'a pattern that does not match' 1 <<'END'
$ echo 'cost many'
cost {{[0-9]+}}
END
cmd_case 'input, error stream, status' 0 <<'END'
$ read line; echo "got $line"; echo oops >&2; exit 3
> hello
got hello
! oops
? 3
END
cmd_case 'an error stream nobody expects' 1 <<'END'
$ echo oops >&2
END
cmd_case 'a status nobody expects' 1 <<'END'
$ exit 3
END
cmd_case 'escaped lines' 0 <<'END'
$ printf '# x\n$ y\n> z\n! v\n? 1\n...\n\\\n\n'
\# x
\$ y
\> z
\! v
\? 1
\...
\\
\
END
cmd_case 'cases share a folder, comments end them' 0 <<'END'
$ echo kept >file
# a comment
$ cat \
  file
kept
END

cat >update.t <<'END'
# kept
$ printf '# x\n{{y}}\n...\n\n'; echo oops >&2; exit 1
> input
wrong

$ echo 17
{{[0-9]+}}
END
expect_status 'update runs' 0 python3 "$runner" --update update.t
expect_status 'what update wrote passes' 0 python3 "$runner" update.t
expect_status 'update keeps what holds' 0 grep -qF '{{[0-9]+}}' update.t
expect_status 'update keeps comments' 0 grep -qx '# kept' update.t

# The suite counts one script of each kind.
mkdir -p tree/tests
for status in 0 1 77; do
	printf '#!/bin/sh\nexit %s\n' $status >"tree/tests/exit$status.sh"
done
printf '#!/bin/sh\necho no tool\nexit 77\n' >tree/tests/skips.sh
printf '#!/bin/sh\necho 1..3\necho ok 1\necho "ok 2 # SKIP no tool"\n' \
	>tree/tests/stops.sh
printf '#!/bin/sh\nsleep 60\n' >tree/tests/sleeps.sh
suite()
{
	python3 "$srcdir/tests/run-suite.py" --srcdir="$PWD/tree" \
		--builddir="$PWD/tree" --timeout=1 --shell="$1" --filter="$2"
}
counted()
{
	suite "$1" "$2" | tail -n 1 | grep -qx "$3"
}
all='tests/exit0.sh tests/exit1.sh tests/skips.sh tests/stops.sh tests/sleeps.sh'
expect_status 'suite: the count' 0 counted "$all" '' \
	'2 passed, 3 failed, 2 skipped'
expect_status 'suite: the filter' 0 counted "$all" exit0 \
	'1 passed, 0 failed, 0 skipped'
expect_status 'suite: a filter of two words' 0 counted "$all" \
	'exit0 tests/skips' '1 passed, 0 failed, 1 skipped'
expect_status 'suite: a failure is a failure' 1 suite tests/exit1.sh ''
expect_status 'suite: skipping is none' 0 suite tests/skips.sh ''
expect_status 'suite: skipping without a reason is' 1 suite tests/exit77.sh ''
expect_status 'suite: nothing to run is one' 1 suite tests/exit0.sh nonsuch

# With a filter, the programs are built that lie in the folders of the tests that
# it selects.
needs()
{
	python3 "$srcdir/tests/run-suite.py" --srcdir=. --builddir=. \
		--unit='tests/unit/a_test.c tests/unit/b_test.c' \
		--shell='tests/x.sh tests/far/y.py' \
		--needs='tests/unit/all tests/far/z' --filter="$1" |
		grep -qx "$2"
}
expect_status 'needs: all' 0 needs '' 'tests/unit/all tests/far/z'
expect_status 'needs: a unit test' 0 needs tests/unit/a 'tests/unit/all'
expect_status 'needs: a script of a folder' 0 needs far/y 'tests/far/z'
expect_status 'needs: no program' 0 needs x.sh ''
echo "1..$n"
