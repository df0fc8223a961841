#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# sweep.sh [OPTION]... OUT FOLDER: runs the same commands in every kernel of all
# modules in a folder, with GNU parallel. doc/batch.md describes its use.
#
#   -j N        jobs on each machine (default: one for each core)
#   -t SECONDS  time limit for a module (default 300)
#   -m MIB      memory limit for a module (default 4096; 0: no limit)
#   -e COMMAND  run it in each kernel; may be repeated (default: candidates darm
#               score)
#   -S LOGINS   machines, as parallel's --sshlogin; each needs reconverge,
#               python3 and rsync
#   -r          run the failed modules again
#
# OUT/modules.list has all modules, OUT/joblog the jobs that have ended, and
# OUT/results.jsonl their output, a line for each command. If it is stopped and
# started again with the same OUT, it continues with the remaining modules.

set -eu
here=$(cd "$(dirname "$0")" && pwd)
program=${RECONVERGE:-reconverge}
jobs=100% seconds=300 mib=4096 resume=--resume logins=
commands=

usage()
{
	sed -n 's/^# \{0,1\}//; 4,18p' "$0" >&2
	exit 2
}

while getopts j:t:m:e:S:r option; do
	case $option in
	j) jobs=$OPTARG ;;
	t) seconds=$OPTARG ;;
	m) mib=$OPTARG ;;
	e) commands="$commands$OPTARG;" ;;
	S) logins=$OPTARG ;;
	r) resume=--resume-failed ;;
	*) usage ;;
	esac
done
shift $((OPTIND - 1))
[ $# -eq 1 ] || [ $# -eq 2 ] || usage
command -v parallel >/dev/null || {
	echo 'sweep.sh: GNU parallel is missing (Debian package parallel)' >&2
	exit 2
}
case $program in
/*) ;;
*/*) program=$(cd "$(dirname "$program")" && pwd)/${program##*/} ;;
esac
[ -n "$logins" ] || command -v "$program" >/dev/null || {
	echo "sweep.sh: no program $program: RECONVERGE=PATH names it" >&2
	exit 2
}
mkdir -p "$1"
out=$(cd "$1" && pwd)
cd "${2:-.}"

# A job is known by its place in the list, so that the list must not change.
if [ ! -e "$out/modules.list" ]; then
	[ $# -eq 2 ] || usage
	find -L . -type f \( -name '*.ll' -o -name '*.bc' \) |
		sed 's,^\./,,' | LC_ALL=C sort >"$out/modules.tmp"
	mv "$out/modules.tmp" "$out/modules.list"
fi

# The script and the module are copied to other machines, into a temporary folder.
script=$here/sweep-one.py
set --
if [ -n "$logins" ]; then
	set -- --sshlogin "$logins" --workdir ... --cleanup \
		--transferfile "$here/./${script##*/}" --transferfile '{}'
	script=${script##*/}
fi

# The output of a job is written in one piece when the job has ended, and the log
# notes the job at the same time: a job that was cut off is in neither.
status=0
parallel "$@" --jobs "$jobs" $resume --joblog "$out/joblog" --quote \
	python3 "$script" "$program" "$seconds" "$mib" \
	"${commands:-candidates;darm;score}" '{}' \
	<"$out/modules.list" >>"$out/results.jsonl" || status=$?
# The status of parallel is the number of failed jobs, which are in the results.
[ "$status" -le 101 ] || exit "$status"
exec python3 "$here/table.py" "$out/results.jsonl"
