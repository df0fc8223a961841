#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs random command scripts on real kernels. The program must end with one
of its exit statuses, every line of JSON must be an object, every error must
have a message, and a script that runs again must print the same. TAP."""

import json
import os
import random
import re
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)),
                                "fuzz"))

import program  # noqa: E402

PROGRAM = os.environ["RECONVERGE"]
SAMPLES = os.environ["SAMPLES"]
SMALL = os.path.join(os.environ["srcdir"], "tests/cmd/small.ll")
PROVE = os.path.join(os.environ["srcdir"], "tests/cmd/prove.ll")
MODULES = [SMALL, PROVE] + [os.path.join(SAMPLES, name + ".ll") for name in (
    "bitonic_sort.amdgcn", "lin_irreducible.nvptx64", "dct_quant.nvptx64",
    "lin_jump_in.amdgcn", "sb2r.amdgcn")]
ROUNDS = int(sys.argv[1]) if len(sys.argv) > 1 else 12
COMMANDS = 44

# Commands that the random scripts leave out; they have all others.
LEFT_OUT = {
    "quit": "ends the script, and with it the test of what follows",
    "calibrate": "its times differ from run to run where there is a GPU",
    "measure": "its times differ from run to run where there is a GPU",
}
# Commands that would take long, and the words that keep them short.
BRIEFLY = {"optimize": ["tries=4"]}
# Commands that run other commands, whose output is printed as well.
SKIPPED = ("source-file",)
# Nonsense, and words that belong to certain commands: any of them may stand
# behind any verb.
WORDS = ("B0 B1 B2 B3 B5 B9 B77 R0 R1 R2 R3 R99 L0 P0 P1 P2 P99 mark:m m "
         "entry then %tid %0 %x @diamond diamond helper settings costs "
         "subgraphs threshold=0.1 mode=cfm threshold=9 nosuch=1 meld darm "
         "cycles<cycles(P0) divergent>=0 (1+2)*3==9 not and ( == -1 1e9 "
         "out.dot out.txt out.json cfg matrix history regions s.rcv "
         "grid=2 block=64 grid=2,2 block=0 seed=3 seed=x seeds=2 workers=2 "
         "races=yes trace=0 trace=1:1 operations=500 values=i32[64]:iota n=5 0=last "
         "block=1 warp=1 from=3 count=2 "
         "a=i32[64] a=nan b=same(a) values 0 1 out.bin blocks branches off "
         "warp-cycles<warp-cycles(P0) utilization>0.1 checked tolerance=1 "
         "4294967295 99999999999999999999 '' \"a\\ b\" $'\\n' 'n=5' n='5\\x' "
         "m$'\\x1b\\'\\xc2\\x9b\\x9b' \\").split(" ")


def verbs():
    return [name for name in program.ask(PROGRAM).commands
            if name not in LEFT_OUT]


def random_line(rng):
    """A command, or any bytes."""
    if rng.random() < 0.05:
        return bytes(rng.randrange(256) for _ in range(rng.randrange(30)))
    return random_command(rng, rng.choice(verbs()))


def random_command(rng, verb):
    """The command, with words that it takes or with any words."""
    if rng.random() < 0.5:
        words = program.ask(PROGRAM).words(rng, verb)
    else:
        words = [rng.choice(WORDS)
                 for _ in range(rng.choice((0, 0, 1, 1, 2, 3)))]
    return " ".join([verb] + BRIEFLY.get(verb, []) + words).encode()


def run(module, script, options):
    """Run a script in a folder of its own, because it may read what it
    wrote."""
    with tempfile.TemporaryDirectory() as folder:
        with open(os.path.join(folder, "s.rcv"), "w", encoding="ascii") as file:
            file.write("cfg\nshow B1\n")
        return subprocess.run(
            [PROGRAM, "-b", "--keep-going", "-x", "-", *options, module],
            input=script, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            timeout=150, cwd=folder)


def is_object(line):
    try:
        return isinstance(json.loads(line), dict)
    except ValueError:
        return False


def same_again(module, commands):
    """A command that the program prints is one line of visible characters, and
    the program prints it in the same way when it reads it again."""
    commands = [c for c in commands if c and not c.startswith(SKIPPED)]
    if any(re.search("[\0-\x1f\x7f-\x9f]", c) for c in commands):
        return False
    again = run(module, "\n".join(commands).encode(), ["--json"])
    lines = again.stdout.decode("utf-8").split("\n")[:-1]
    return [json.loads(line)["command"] for line in lines] == commands


def fault_of(module, script):
    """A text that says what went wrong, or None."""
    first = run(module, script, ["--json"])
    if first.returncode not in (0, 1, 2):
        return "status %d: %s" % (first.returncode,
                                  first.stderr.decode("latin-1")[-2000:])
    lines = first.stdout.decode("utf-8").split("\n")[:-1]
    bad = [line for line in lines if not is_object(line)]
    if bad:
        return "not JSON: " + bad[0][:300]
    failed = sum(not json.loads(line)["ok"] for line in lines)
    told = first.stderr.count(b"\nreconverge: ") + \
        first.stderr.startswith(b"reconverge: ")
    if failed > told:
        return "%d failed, %d messages" % (failed, told)
    if not same_again(module, [json.loads(line)["command"] for line in lines]):
        return "a command is not read back as it was printed"
    if run(module, script, ["--json"]).stdout != first.stdout:
        return "not the same again"
    text = run(module, script, ["--glyphs=ascii"])
    if text.returncode != first.returncode:
        return "status %d as text, %d as JSON" % (text.returncode,
                                                  first.returncode)
    return None


def random_lines(seed):
    """Random lines. The commands are dealt to the seeds, so that all are tried."""
    rng = random.Random(seed)
    due = verbs()[seed % ROUNDS::ROUNDS]
    lines = [random_line(rng) for _ in range(COMMANDS - len(due))]
    for verb in due:
        lines.insert(rng.randrange(len(lines) + 1), random_command(rng, verb))
    return lines


def main():
    for seed in range(ROUNDS):
        module = MODULES[seed % len(MODULES)]
        script = b"set operations=20000 seeds=2\n" + b"\n".join(random_lines(seed)) + b"\n"
        fault = fault_of(module, script)
        print("%sok %d - seed %d on %s" % ("not " if fault else "", seed + 1,
                                           seed, os.path.basename(module)))
        if fault:
            for line in fault.splitlines():
                print("# " + line)
    print("1..%d" % ROUNDS)


main()
