#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random command scripts on real kernels: whatever is said, the program ends
with a status of its own, every JSON line is an object, every error has its
message, and running a script again prints the same. TAP.
"""

import json
import os
import random
import subprocess
import sys

PROGRAM = os.environ["RECONVERGE"]
SAMPLES = os.environ["SAMPLES"]
SMALL = os.path.join(os.environ["srcdir"], "tests/cmd/small.ll")
MODULES = [SMALL] + [os.path.join(SAMPLES, name + ".ll") for name in (
    "bitonic_sort.amdgcn", "lin_irreducible.nvptx64", "dct_quant.nvptx64",
    "lin_jump_in.amdgcn", "sb2r.amdgcn")]
ROUNDS = int(sys.argv[1]) if len(sys.argv) > 1 else 18
COMMANDS = 40

VERBS = ("functions function cfg show divergence why regions loops dominators "
         "source candidates align score simplify meld unpredicate cleanup darm "
         "preview history undo redo goto mark diff set expect help export "
         "journal source-file").split()
WORDS = ("B0 B1 B2 B3 B5 B9 B77 R0 R1 R2 R3 R99 L0 P0 P1 P2 P99 mark:m m "
         "entry then %tid %0 %x @diamond diamond helper settings costs "
         "subgraphs threshold=0.1 mode=cfm mode=tail-merging align=sw "
         "unpredicate=always pairing=greedy threshold=9 nosuch=1 meld darm "
         "cycles<cycles(P0) divergent>=0 (1+2)*3==9 not and ( == -1 1e9 "
         "out.dot out.txt out.json cfg matrix history regions s.rcv "
         "4294967295 99999999999999999999 '' \"a b\" \\").split(" ")


def random_line(rng):
    if rng.random() < 0.05:
        return bytes(rng.randrange(256) for _ in range(rng.randrange(30)))
    words = [rng.choice(VERBS)]
    words += [rng.choice(WORDS) for _ in range(rng.choice((0, 0, 1, 1, 2, 3)))]
    return " ".join(words).encode()


def run(module, script, options):
    return subprocess.run(
        [PROGRAM, "-b", "--keep-going", "-x", "-", *options, module],
        input=script, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        timeout=150)


def is_object(line):
    try:
        return isinstance(json.loads(line), dict)
    except ValueError:
        return False


def fault_of(module, script):
    """What went wrong, or None."""
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
    if run(module, script, ["--json"]).stdout != first.stdout:
        return "not the same again"
    text = run(module, script, ["--glyphs=ascii"])
    if text.returncode != first.returncode:
        return "status %d as text, %d as JSON" % (text.returncode,
                                                  first.returncode)
    return None


def main():
    with open("s.rcv", "w", encoding="ascii") as file:
        file.write("cfg\nshow B1\n")
    for seed in range(ROUNDS):
        rng = random.Random(seed)
        module = MODULES[seed % len(MODULES)]
        script = b"\n".join(random_line(rng) for _ in range(COMMANDS)) + b"\n"
        fault = fault_of(module, script)
        print("%sok %d - seed %d on %s" % ("not " if fault else "", seed + 1,
                                           seed, os.path.basename(module)))
        if fault:
            for line in fault.splitlines():
                print("# " + line)
    print("1..%d" % ROUNDS)


if __name__ == "__main__":
    main()
