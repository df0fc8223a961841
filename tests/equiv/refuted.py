#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`check` finds each wrong transformation of faults.py, on both targets.

Each broken kernel is a file, which is compared with the kernel as it was. The
exit status must be 1, and the message must name the difference or the fault.
An unchanged kernel must agree, with exit status 0.
"""

import concurrent.futures
import os
import re
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import corpus  # noqa: E402
import faults  # noqa: E402
import proof   # noqa: E402

FLAVOUR = 2  # of the buffers: random numbers mixed with values at limits


def told(target):
    """The texts of the rows for a target."""
    if target == "amdgcn":
        return lambda text: text
    return corpus.nvptx_names


def ask(fault, folder):
    """A text that says what is wrong with the answer; "" if it is right."""
    before, after = (os.path.join(folder, name) for name in ("was.ll",
                                                             "ends.ll"))
    for path, text in ((before, fault.kernel.text), (after, fault.text)):
        with open(path, "w", encoding="utf-8") as out:
            out.write(text)
    launch = " ".join(proof.launch_words(fault.kernel, FLAVOUR))
    done = subprocess.run(
        [os.environ.get("RECONVERGE", "reconverge"), "-b", "-f",
         fault.kernel.symbol, "-e", "set workers=1 operations=100000", "-e", "launch " + launch,
         "-e", "check P0 ends.ll seeds=3", before], cwd=folder, text=True,
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT)
    said = done.stdout.strip()
    if fault.check == faults.SAME:
        wanted, status = r"P0 -> ends\.ll: the same with 3 seeds", 0
    else:
        wanted, status = (r"P0 -> ends\.ll: they differ with seed \d+(?s:.*)"
                          + fault.check), 1
    if done.returncode != status:
        return "status %d, not %d: %s" % (done.returncode, status, said)
    return "" if re.search(wanted, said) else "not as expected: " + said


def work(fault):
    with tempfile.TemporaryDirectory(prefix="equiv.") as folder:
        return ask(fault, folder)


def main():
    kernels = list(corpus.traps())
    rows = []
    for target in corpus.WARP:
        rows += [f for f in faults.cases(
            [k for k in kernels if k.target == target], told(target))
            if f.check is not None]
    tap = proof.Tap()
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for row, wrong in zip(rows, pool.map(work, rows)):
            tap.point(not wrong, "%s, %s" % (row.kernel.target, row.title))
            if wrong:
                tap.note(wrong)
    return tap.done()


if __name__ == "__main__":
    sys.exit(main())
