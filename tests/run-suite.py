#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Run the tests of one build and close with "N passed, N failed, N skipped".

Four kinds of test, one count:
  unit   a file of cmocka tests in the program tests/unit/all, asked for TAP
  shell  a script: TAP on standard output, or just an exit status
         (0 passed, 77 skipped, anything else failed)
  cmd    a .t file, run by run-cmd.py, which speaks TAP
  lit    a file with RUN lines, run by LLVM's lit, its report read

Every test but lit's runs in an empty folder of its own below tests/out, with
a time limit, and finds in its environment:
  srcdir builddir SAMPLES     absolute paths
  RECONVERGE                  the program under test, also first in PATH
  OPT LLC FILECHECK LLVM_AS LLVM_DIS NM PTXAS   tools, empty if missing; opt,
                              llc, FileCheck ... of the right LLVM are in PATH
  PYTHON                      the interpreter of this script, also python3
  LLVM_VERSION_MAJOR          of this build
  TEST_BRIEF                  not empty: the same code over less data
  TEST_UNTIL                  a time, in seconds of the clock, after which a
                              soak begins nothing new; empty: there is none
  HOME, XDG_*                 below the test's folder
  ASAN_OPTIONS                see sanitizers(), if it is not set
"""

import argparse
import concurrent.futures
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import threading
import time
import xml.etree.ElementTree as ElementTree

SKIPPED_STATUS = 77
SLOW = 5   # processor seconds from which a test's time is worth a word
TAIL = 60  # lines shown of a failed test's output
TAP_POINT = re.compile(r"(not )?ok\b\s*(\d+)?\s*-?\s*(.*)")
TAP_PLAN = re.compile(r"1\.\.(\d+)\s*(#\s*skip\b.*)?$", re.I)
TAP_WHY = re.compile(r"# skipped: (.*)")
TAP_SKIP = re.compile(r"#\s*skip\b\s*(.*)", re.I)


class Outcome:
    """The outcome of a test, or of one point of a test."""

    def __init__(self, name, state, text=""):
        self.name = name
        self.state = state  # "passed", "failed" or "skipped"
        self.text = text    # why, or the output


class Test:
    """A process to run; `command` is empty if it can only be skipped."""

    def __init__(self, name, command, missing=""):
        self.name = name
        self.command = command
        self.missing = missing


# ---- TAP -----------------------------------------------------------------

def tap_outcomes(test, output, status):
    """The points of a TAP stream; None if the text is no TAP."""
    points, planned, why = [], 0, ""
    for line in output.splitlines():
        told = TAP_WHY.match(line)
        why = told.group(1) if told else why
        plan = TAP_PLAN.match(line)
        point = TAP_POINT.match(line)
        if plan:
            planned += int(plan.group(1))
            if plan.group(2):
                points.append(skipped(test.name, TAP_SKIP.search(
                    plan.group(2)).group(1)))
        elif point:
            points.append(tap_point(test, point, why))
            why = ""
    if not points and not planned:
        return None
    if len(points) < planned:
        points.append(Outcome(test.name, "failed",
                              "stopped after %d of %d, exit status %d"
                              % (len(points), planned, status)))
    elif status and all(p.state != "failed" for p in points):
        points.append(Outcome(test.name, "failed", "exit status %d" % status))
    return points


def skipped(name, reason):
    """A skipped test or point. Without a reason, it has failed."""
    if reason.strip():
        return Outcome(name, "skipped", reason)
    return Outcome(name, "failed", "skipped without a reason")


def tap_point(test, match, why):
    """The outcome of a line of TAP; `why` is the reason that a unit test
    printed on the line before."""
    name = "%s: %s" % (test.name, match.group(3) or match.group(2) or "?")
    skip = TAP_SKIP.search(name)
    if skip:
        name = name[:skip.start()].rstrip(" :")
        if test.name.startswith("unit/"):
            return skipped("%s: %s" % (name, skip.group(1)), why)
        return skipped(name, skip.group(1))
    return Outcome(name, "failed" if match.group(1) else "passed")


def outcomes_of(test, output, status):
    points = tap_outcomes(test, output, status)
    if points is not None:
        return points
    if status == 0:
        return [Outcome(test.name, "passed")]
    if status == SKIPPED_STATUS:
        lines = output.strip().splitlines()
        return [skipped(test.name, lines[-1] if lines else "")]
    return [Outcome(test.name, "failed", "exit status %d" % status)]


# ---- processes -----------------------------------------------------------

def sanitizers(name):
    """What makes a test fast under AddressSanitizer: less freed memory is kept
    from reuse, and programs that run for milliseconds do not note where memory
    was allocated (to see that, set ASAN_OPTIONS=malloc_context_size=30). The
    phases that lit tests are searched for leaks by other tests."""
    kind = name.partition("/")[0]
    return "quarantine_size_mb=8%s%s" % (
        ":malloc_context_size=0" * (kind in ("cmd", "lit")),
        ":detect_leaks=0" * (kind == "lit"))


def environment(args, home, name):
    env = dict(os.environ)
    env.setdefault("ASAN_OPTIONS", sanitizers(name))
    for name in ("MAKEFLAGS", "MFLAGS", "MAKELEVEL", "NO_COLOR",
                 "CLICOLOR_FORCE", "LANGUAGE", "INPUTRC"):
        env.pop(name, None)
    env.update(
        srcdir=args.srcdir, builddir=args.builddir,
        SAMPLES=os.path.join(args.srcdir, "samples"),
        RECONVERGE=os.path.join(args.builddir, "reconverge"),
        RECONVERGE_PTXAS="/nowhere/ptxas",  # what is judged must not depend on it
        RECONVERGE_NVDISASM="/nowhere/nvdisasm",
        PATH=os.path.join(args.builddir, "tests", "bin") + os.pathsep
        + env["PATH"],
        HOME=home, LC_ALL="C.UTF-8", TERM="dumb", COLUMNS="80", LINES="24",
        CMOCKA_MESSAGE_OUTPUT="TAP", TEST_TIMEOUT=str(args.timeout),
        TEST_BRIEF=args.brief, TEST_UNTIL=args.seconds and
        str(int(time.time() + float(args.seconds))), PYTHON=sys.executable)
    for kind in ("STATE", "CONFIG", "CACHE", "DATA"):
        env["XDG_%s_HOME" % kind] = os.path.join(home, ".xdg", kind.lower())
    return env


def fresh_folder(args, name):
    path = os.path.join(args.builddir, "tests", "out", name)
    shutil.rmtree(path, ignore_errors=True)
    os.makedirs(path)
    return path


class Ran:
    """A process that has ended."""

    def __init__(self, output, status, processor):
        self.output = output        # standard output and error together
        self.status = status        # its exit status
        self.processor = processor  # seconds, with all that it waited for


def run_limited(command, env, folder, limit):
    process = subprocess.Popen(
        command, cwd=folder, env=env, stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        start_new_session=True)
    late = threading.Event()

    def kill():
        late.set()
        os.killpg(process.pid, signal.SIGKILL)

    timer = threading.Timer(limit, kill)
    timer.start()
    with process.stdout:
        output = process.stdout.read().decode("utf-8", "replace")
    # Until wait4, no other process can get this number, so that kill() cannot
    # hit another one.
    os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT)
    timer.cancel()
    timer.join()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if late.is_set():
        output += "\nkilled after %d seconds\n" % limit
    return Ran(output, process.returncode, usage.ru_utime + usage.ru_stime)


def run_test(args, test):
    """Run a test. Returns its outcomes, its whole output and its processor
    seconds."""
    if test.missing:
        return [Outcome(test.name, "skipped", test.missing)], "", 0
    folder = fresh_folder(args, test.name)
    try:
        ran = run_limited(test.command, environment(args, folder, test.name),
                          folder, args.timeout)
    except OSError as error:
        return [Outcome(test.name, "failed", str(error))], "", 0
    return outcomes_of(test, ran.output, ran.status), ran.output, ran.processor


# ---- what there is to run ------------------------------------------------

def program(args, path):
    """The program of a test, which is in the build tree or in the source
    tree."""
    built = os.path.join(args.builddir, path)
    return built if os.path.exists(built) else os.path.join(args.srcdir, path)


def interpreter(path):
    """The command that runs a file. Scripts need no execute bit; all other
    files are programs."""
    if path.endswith(".py"):
        return [sys.executable]
    return ["/bin/sh"] if path.endswith(".sh") else []


def short(path):
    return path[len("tests/"):] if path.startswith("tests/") else path


def wanted(args, name):
    parts = args.filter.split()
    return (not parts or any(short(part) in name for part in parts)) and \
        not any(short(part) in name for part in args.skip.split())


def find_files(args, folder, suffixes):
    top = os.path.join(args.srcdir, "tests")
    found = []
    for path, folders, files in os.walk(os.path.join(top, folder)):
        folders[:] = [f for f in folders if f != "Inputs"]
        found += [os.path.relpath(os.path.join(path, f), top)
                  for f in files if f.endswith(suffixes)]
    return sorted(f for f in found if wanted(args, f))


def list_tests(args):
    missing = "" if os.environ.get("HAVE_CMOCKA") else \
        "cmocka missing (Debian package libcmocka-dev)"
    # The order is that of tests/local.mk, where the long tests come first.
    tests = [Test(short(s), interpreter(s) + [program(args, s)])
             for s in args.shell.split() if wanted(args, short(s))]
    runner = os.path.join(args.srcdir, "tests", "run-cmd.py")
    for folder in args.cmd.split():
        tests += [Test(f, [sys.executable, runner,
                           os.path.join(args.srcdir, "tests", f)])
                  for f in find_files(args, folder, (".t",))]
    return tests + [unit_test(args, u, missing)
                    for u in unit_names(args) if wanted(args, u)]


def unit_names(args):
    """"unit/price_test" of "tests/unit/price_test.c"."""
    return [os.path.splitext(short(u))[0] for u in args.unit.split()]


def unit_test(args, name, missing):
    folder, file = os.path.split(name)
    return Test(name, [os.path.join(args.builddir, "tests", folder, "all"),
                       file], missing)


def needed(args):
    """Those programs of args.needs in whose folder a test will run."""
    names = [short(s) for s in args.shell.split()] + unit_names(args)
    names = [n for n in names if wanted(args, n)]
    for folder in args.cmd.split():
        names += find_files(args, folder, (".t",))
    folders = {os.path.dirname(n) for n in names}
    return [p for p in args.needs.split()
            if os.path.dirname(short(p)) in folders]


def link_tools(args):
    """Make the folder tests/bin, with the program and the tools of its LLVM
    under plain names."""
    folder = os.path.join(args.builddir, "tests", "bin")
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    tools = {"opt": "OPT", "llc": "LLC", "FileCheck": "FILECHECK",
             "llvm-as": "LLVM_AS", "llvm-dis": "LLVM_DIS", "ptxas": "PTXAS"}
    targets = {n: os.environ.get(v, "") for n, v in tools.items()}
    targets["reconverge"] = os.path.join(args.builddir, "reconverge")
    for name, target in targets.items():
        if target:
            os.symlink(target, os.path.join(folder, name))
    # The Python that runs this script: the one in PATH may be a script that
    # takes long to find one.
    ours = os.path.join(folder, "python3")
    with open(ours, "w", encoding="utf-8") as script:
        script.write('#!/bin/sh\nexec %s "$@"\n' % shlex.quote(sys.executable))
    os.chmod(ours, 0o755)


# ---- lit -----------------------------------------------------------------

def lit_case(case):
    name = case.get("name")
    folder = case.get("classname", "").split(".", 1)
    if len(folder) == 2 and folder[1] != folder[0]:
        name = "%s/%s" % (folder[1].replace(".", "/"), name)
    skipped, failure = case.find("skipped"), case.find("failure")
    if skipped is not None:
        return Outcome(name, "skipped", skipped.get("message") or "")
    if failure is not None:
        return Outcome(name, "failed", failure.text or "")
    return Outcome(name, "passed")


def run_lit(args, files):
    """Run the files with RUN lines. Returns their outcomes and their processor
    seconds."""
    if not files:
        return [], 0
    missing = [n for n in ("LIT", "FILECHECK") if not os.environ.get(n)]
    if missing:
        return [Outcome(f, "skipped", "lit or FileCheck missing (Debian "
                        "package llvm-%s-tools)"
                        % os.environ.get("LLVM_VERSION_MAJOR", "22"))
                for f in files], 0
    folder = fresh_folder(args, "lit")
    report = os.path.join(folder, "report.xml")
    lit = [os.environ["LIT"]]
    if lit[0].endswith(".py"):
        lit.insert(0, sys.executable)
    ran = run_limited(
        lit + ["-q", "-j%d" % args.jobs, "--xunit-xml-output", report]
        + [os.path.join(args.builddir, "tests", f) for f in files],
        environment(args, folder, "lit"), args.builddir,
        args.timeout * max(1, len(files)))
    try:
        cases = ElementTree.parse(report).getroot().iter("testcase")
        outcomes = [lit_case(c) for c in cases]
    except (OSError, ElementTree.ParseError):
        return [Outcome("lit", "failed", ran.output)], ran.processor
    lost = len(files) - len(outcomes)
    if lost > 0 or (ran.status and all(o.state != "failed" for o in outcomes)):
        outcomes.append(Outcome("lit", "failed", "%d of %d files reported, "
                                "exit status %d\n%s" % (len(outcomes),
                                len(files), ran.status, ran.output)))
    return outcomes, ran.processor


# ---- the report ----------------------------------------------------------

def tail(text):
    lines = text.rstrip().splitlines()
    cut = lines[-TAIL:]
    if len(lines) > TAIL:
        cut.insert(0, "... %d lines before" % (len(lines) - TAIL))
    return "\n".join("    " + line for line in cut)


def report(outcomes, output=""):
    """Print what failed or was skipped; a test that passed is one short
    line."""
    failed = [o for o in outcomes if o.state == "failed"]
    for outcome in outcomes:
        if outcome.state == "skipped":
            print("SKIP %s: %s" % (outcome.name, outcome.text.strip()))
    for outcome in failed:
        print("FAIL %s" % outcome.name)
        if outcome.text:
            print(tail(outcome.text))
    if failed and output:
        print(tail(output))
    sys.stdout.flush()


def passed_line(test, outcomes, processor):
    passed = sum(o.state == "passed" for o in outcomes)
    if passed and passed == len(outcomes):
        print("ok   %s%s%s" % (
            test.name, " (%d)" % passed if passed > 1 else "",
            " %.0f s" % processor if processor >= SLOW else ""))


def print_times(times):
    """Print the processor seconds of every test, the longest first."""
    print("\nprocessor seconds")
    for name, seconds in sorted(times.items(), key=lambda t: -t[1]):
        print("%9.2f  %s" % (seconds, name))
    print("%9.2f  all" % sum(times.values()))


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--srcdir", required=True)
    parser.add_argument("--builddir", required=True)
    parser.add_argument("--filter", default="")
    parser.add_argument("--skip", default="")
    parser.add_argument("--brief", default="")
    parser.add_argument("--seconds", default="",
                        help="after which a test begins nothing new")
    parser.add_argument("--times", default="", help="not empty: close with "
                        "each test's processor seconds")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--timeout", type=int, default=180)
    for kind in ("unit", "shell", "cmd", "lit"):
        parser.add_argument("--" + kind, default="")
    parser.add_argument("--needs", metavar="PROGRAMS",
                        help="only print which of these the tests need built")
    return parser.parse_args()


def main():
    args = parse_arguments()
    if args.needs is not None:
        print(" ".join(needed(args)))
        return 0
    link_tools(args)
    everything, times = [], {}
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        tests = list_tests(args)
        for test, (outcomes, output, processor) in zip(
                tests, pool.map(lambda t: run_test(args, t), tests)):
            passed_line(test, outcomes, processor)
            report(outcomes, output)
            times[test.name] = processor
            everything += outcomes
    files = [f for folder in args.lit.split()
             for f in find_files(args, folder, (".ll", ".test"))]
    outcomes, times["lit"] = run_lit(args, files)
    report(outcomes)
    everything += outcomes
    if args.times:
        print_times(times)
    counts = {state: sum(o.state == state for o in everything)
              for state in ("passed", "failed", "skipped")}
    if args.filter and not everything:
        print("no test has %r in its name" % args.filter)
    print("%(passed)d passed, %(failed)d failed, %(skipped)d skipped" % counts)
    return 1 if counts["failed"] or not everything else 0


if __name__ == "__main__":
    sys.exit(main())
