#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
r"""Run .t files: shell commands and exactly what they must print.

    # a comment; ends the case before it
    $ reconverge -b -e 'show B1' -      a case: a command for /bin/sh
    > define void @f() {                its standard input, line by line
    > ...
    block B1                            its standard output, line by line
    ...                                 any number of lines, or none
    profit {{[0-9.]+}} cycles           {{a regular expression}}
    ! reconverge: a message             its standard error, line by line
    ? 2                                 its exit status (0 if not said)

A command that ends in a backslash goes on in the next line. Standard output
ends at a comment, at an empty line before the next command, or with the file.
What the command prints must be all there, on both streams: a case without
'!' lines must leave standard error empty. An expected line of text that would
be read as something else (it begins with '#', '$ ', '> ', '! ', '? ' or a
backslash, is '...', or is empty and the last) has a backslash before it.

The cases of a file run in order in one scratch folder, so that a case can look
at what an earlier one wrote. $RECONVERGE (also `reconverge` in PATH), $SAMPLES
and $srcdir are set; HOME and the XDG folders lie in the scratch folder.

In Markdown (.md) the cases are the indented blocks that begin with '$ '; all
else is comment. With --skip-missing a case whose program is not there is
skipped by name, with --skip=REGEX one whose command matches.

The output is TAP. With --update the files are rewritten to what was printed;
expectations that hold, with their '...' and {{}}, stay as they are.

A file that begins with "# needs: PROGRAM" is skipped if that program of libexecdir
was not built.
"""

import argparse
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile

LIMIT = int(os.environ.get("TEST_TIMEOUT", "180"))
INDENT = "    "   # of a code block in Markdown
PROSE = "#\0"     # before a line of Markdown that is no session
NEEDS_BACKSLASH = re.compile(r"[$>!?] |[>!]$|[#\\]|\.\.\.$")


class Case:
    """A command and the output that it must have; `start` and `end` are line
    indices."""

    def __init__(self, start, command):
        self.start = start
        self.end = start + 1   # one past the last line that belongs to it
        self.command = command
        self.input = []
        self.out = []
        self.err = []
        self.status = 0


# ---- reading -------------------------------------------------------------

def is_comment(line):
    return line.startswith("#")


def is_gap(lines, i):
    """Is the line empty, and only separates? Then a case, a comment or the end
    comes next."""
    while i < len(lines) and not lines[i]:
        i += 1
    return i == len(lines) or lines[i].startswith("$ ") or is_comment(lines[i])


def read_command(lines, i):
    command = lines[i][2:]
    while command.endswith("\\") and i + 1 < len(lines):
        i += 1
        command += "\n" + lines[i]
    return command, i + 1


def read_case(lines, i):
    case = Case(i, None)
    case.command, i = read_command(lines, i)
    case.body = i
    while i < len(lines):
        line = lines[i]
        if line.startswith("$ ") or is_comment(line) or \
                (not line and is_gap(lines, i)):
            break
        if line.startswith("> ") or line == ">":
            case.input.append(line[2:])
        elif line.startswith("! ") or line == "!":
            case.err.append(line[2:])
        elif line.startswith("? "):
            case.status = int(line[2:])
        else:
            case.out.append(line)
        i += 1
    case.end = i
    return case


def read_lines(path):
    with open(path, encoding="utf-8", newline="\n") as file:
        lines = file.read().split("\n")
    if not lines[-1]:
        lines.pop()
    return from_markdown(lines) if path.endswith(".md") else lines


def from_markdown(lines):
    """The lines of a page, with sessions without their indent and prose as
    comments."""
    result, session = [], None
    for line in lines:
        code = line.startswith(INDENT)
        if code and session is None:
            session = line.startswith(INDENT + "$ ")
        elif line and not code:
            session = None
        if code and session:
            result.append(line[len(INDENT):])
        else:
            result.append(PROSE + line if line else line)
    return result


def to_markdown(line):
    if line.startswith(PROSE):
        return line[len(PROSE):]
    return INDENT + line if line else line


def read_cases(path):
    lines = read_lines(path)
    cases, i = [], 0
    while i < len(lines):
        if lines[i].startswith("$ "):
            cases.append(read_case(lines, i))
            i = cases[-1].end
        elif not lines[i] or is_comment(lines[i]):
            i += 1
        else:
            sys.exit("%s:%d: neither a command nor a comment: %s"
                     % (path, i + 1, lines[i]))
    return lines, cases


# ---- comparing -----------------------------------------------------------

def line_pattern(line):
    if line.startswith("\\"):
        line = line[1:]
    parts = re.split(r"\{\{(.*?)\}\}", line)
    return "".join(part if i % 2 else re.escape(part)
                   for i, part in enumerate(parts))


def matches(expected, actual):
    """Whether the lines match; '...' stands for any run of lines."""
    pattern = ""
    for line in expected:
        pattern += r"(?:[^\n]*\n)*?" if line == "..." \
            else line_pattern(line) + "\n"
    return re.fullmatch(pattern, "".join(a + "\n" for a in actual)) is not None


def split(text):
    """Lines; a missing last newline shows as one more line."""
    lines = text.split("\n")
    last = lines.pop()
    return lines + ([last, "(no newline at the end)"] if last else [])


# ---- running -------------------------------------------------------------

def run_case(case, folder, env):
    """Standard output, standard error (as lines) and the exit status."""
    data = "".join(line + "\n" for line in case.input).encode()
    process = subprocess.Popen(
        ["/bin/sh", "-c", case.command], cwd=folder, env=env,
        stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        stderr=subprocess.PIPE, start_new_session=True)
    try:
        out, err = process.communicate(data, timeout=LIMIT)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        out, err = process.communicate()
        err += b"killed after %d seconds\n" % LIMIT
    return (split(out.decode("utf-8", "replace")),
            split(err.decode("utf-8", "replace")), process.returncode)


def environment(folder):
    env = dict(os.environ, HOME=folder, LC_ALL="C.UTF-8", TERM="dumb",
               COLUMNS="80")
    source = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    env.setdefault("srcdir", source)
    env.setdefault("SAMPLES", os.path.join(env["srcdir"], "samples"))
    if "RECONVERGE" in env:
        env["RECONVERGE"] = os.path.abspath(env["RECONVERGE"])
        env["PATH"] = os.path.dirname(env["RECONVERGE"]) + os.pathsep \
            + env["PATH"]
    for kind in ("STATE", "CONFIG", "CACHE", "DATA"):
        env["XDG_%s_HOME" % kind] = os.path.join(folder, ".xdg", kind.lower())
    return env


def complain(what, expected, actual):
    print("# expected %s:" % what)
    for line in expected:
        print("#   " + line)
    print("# printed:")
    for line in actual:
        print("#   " + line)


def check(case, out, err, status):
    """Is everything as expected? Prints what is not."""
    good = True
    for what, expected, actual in (("standard output", case.out, out),
                                   ("standard error", case.err, err)):
        if not matches(expected, actual):
            complain(what, expected, actual)
            good = False
    if status != case.status:
        print("# exit status %d, expected %d" % (status, case.status))
        good = False
    return good


# ---- updating ------------------------------------------------------------

def escaped(line):
    line = line.replace("{{", "{{[{][{]}}")
    return "\\" + line if NEEDS_BACKSLASH.match(line) else line


def escaped_all(lines):
    lines = [escaped(line) for line in lines]
    last = len(lines)
    while last and not lines[last - 1]:
        last -= 1
    return lines[:last] + ["\\"] * (len(lines) - last)


def rewritten(lines, case, out, err, status):
    """The lines of the case with its new output."""
    keep_out = matches(case.out, out)
    keep_err = matches(case.err, err)
    result = lines[case.start:case.body]
    result += ["> " + line if line else ">" for line in case.input]
    result += case.out if keep_out else escaped_all(out)
    kept = case.err if keep_err else [line.replace("{{", "{{[{][{]}}")
                                      for line in err]
    result += ["! " + line if line else "!" for line in kept]
    if status:
        result.append("? %d" % status)
    return result


def update(path, lines, results):
    new, at = [], 0
    for case, out, err, status in results:
        new += lines[at:case.start]
        new += lines[case.start:case.end] \
            if matches(case.out, out) and matches(case.err, err) \
            and status == case.status \
            else rewritten(lines, case, out, err, status)
        at = case.end
    new += lines[at:]
    if path.endswith(".md"):
        new = [to_markdown(line) for line in new]
    text = "".join(line + "\n" for line in new)
    with open(path, "w", encoding="utf-8", newline="\n") as file:
        file.write(text)


# ---- main ----------------------------------------------------------------

def program_missing(lines, env):
    """The program that the file needs and that was not built, or an empty text."""
    found = re.match(r"# needs: (\S+)$", lines[0]) if lines else None
    built = os.path.dirname(env["RECONVERGE"])
    if not found or os.path.exists(os.path.join(built, found[1])):
        return ""
    return found[1] + " was not built"


def reason_to_skip(command, args, env):
    """Why a case cannot be run here, or an empty text."""
    program = next(word for word in command.split() if "=" not in word)
    if args.skip_missing and "/" not in program and \
            not shutil.which(program, path=env["PATH"]):
        return program + " missing"
    found = [r for r in args.skip if re.search(r, command)]
    return "with " + found[0] if found else ""


def run_file(path, args, number):
    """Run the cases of one file. Returns the number of the next point."""
    lines, cases = read_cases(path)
    folder = os.path.abspath(args.folder) if args.folder else \
        tempfile.mkdtemp(prefix="cmd-")
    env = environment(folder)
    results = []
    try:
        for case in cases:
            reason = program_missing(lines, env) or \
                reason_to_skip(case.command, args, env)
            if reason:
                print("ok %d # SKIP %s" % (number, reason))
                number += 1
                continue
            result = run_case(case, folder, env)
            results.append((case, *result))
            good = args.update or check(case, *result)
            print("%sok %d - %s:%d %s" % (
                "" if good else "not ", number, os.path.basename(path),
                case.start + 1, case.command.split("\n")[0].replace("#", " ")))
            args.failed |= not good
            number += 1
    finally:
        if not args.folder:
            shutil.rmtree(folder, ignore_errors=True)
    if args.update:
        update(path, lines, results)
    return number


def main():
    parser = argparse.ArgumentParser(
        description="Run .t files.", epilog=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--update", action="store_true",
                        help="rewrite the files to what was printed")
    parser.add_argument("--folder", help="run in this folder, and keep it")
    parser.add_argument("--skip-missing", action="store_true",
                        help="skip cases whose program is missing")
    parser.add_argument("--skip", action="append", default=[], metavar="REGEX",
                        help="skip cases whose command matches")
    parser.add_argument("file", nargs="+")
    args = parser.parse_args()
    args.failed = False
    sys.stdout.reconfigure(encoding="utf-8", errors="replace")
    number = 1
    for path in args.file:
        number = run_file(path, args, number)
    print("1..%d" % (number - 1))
    return 1 if args.failed else 0


if __name__ == "__main__":
    sys.exit(main())
