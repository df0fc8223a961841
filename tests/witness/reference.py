#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares the simulator with references in C, for every sample and both
targets.

reference.py [--all] [NAME...]. The references are in reference_*.c; each starts from
the simulator's buffers and must leave every byte as the simulator does, floats
too: both do the same IEEE operations, none contracted. The large launches run
on one target each, by turns (--all: on both).
"""

import argparse
import concurrent.futures
import os
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(HERE, "..", "fuzz")]

import samples  # noqa: E402
import witness  # noqa: E402

import deadline  # noqa: E402

PROGRAM = os.path.join(os.environ.get("builddir", "."),
                       "tests", "witness", "reference")


def run_reference(case, folder):
    words = [PROGRAM, case.kernel] + [str(n) for n in case.grid[:2]]
    for p in case.parameters:
        path = os.path.join(folder, p.name)
        words.append("%s.before:%s.reference" % (path, path) if p.buffer
                     else "=" + p.bytes_of_value()[::-1].hex())
    done = subprocess.run(words, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, universal_newlines=True)
    if done.returncode != 0:
        raise witness.Failure(done.stdout.strip())


def prove(case, modules, top):
    """[(name, failure or None)] of one launch on all targets."""
    results = []
    if deadline.late():
        return [(case.name, deadline.OVER)]
    for module in modules:
        target = os.path.basename(module).split(".")[1]
        folder = os.path.join(top, case.name + "." + target)
        failure = None
        try:
            witness.run_simulator(case, module, folder)
            run_reference(case, folder)
            witness.compare_buffers(
                case, lambda n: witness.read(folder, n + ".reference"),
                lambda n: witness.read(folder, n + ".after"))
            if all(witness.read(folder, p.name + ".before") ==
                   witness.read(folder, p.name + ".reference")
                   for p in case.buffers()):
                raise witness.Failure("nothing was to be computed")
        except witness.Failure as error:
            failure = error
        results.append(("%s %s" % (case.name, target), failure))
    return results


def main(words):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--all", action="store_true")
    parser.add_argument("names", nargs="*")
    args = parser.parse_args(words)
    folder = os.environ.get("SAMPLES", "samples")
    cases = samples.cases(folder, ("",)) + [
        (c, m if args.all else m[i % 2:][:1])
        for i, (c, m) in enumerate(samples.cases(folder, (".large",)))]
    if args.names:
        cases = [(c, m) for c, m in cases if c.name in args.names]
    tap = witness.Tap()
    with tempfile.TemporaryDirectory(dir=".") as top, \
            concurrent.futures.ThreadPoolExecutor(2) as pool:
        for results in pool.map(lambda c: prove(c[0], c[1],
                                                os.path.abspath(top)), cases):
            for name, failure in results:
                if failure is deadline.OVER:
                    tap.skip(name, failure)
                else:
                    tap.point(name, failure)
    return tap.done()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
