#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The time of a layout, compared with Graphviz' dot on the same graphs with boxes of
the same sizes, and the time to draw the part of the picture in a window."""

import os
import shutil
import subprocess
import tempfile
import time

LIMIT = 20  # seconds for dot


def dot_time(path):
    """Seconds that dot needs, None: more than LIMIT."""
    start = time.monotonic()
    try:
        subprocess.run(["dot", "-Tplain", "-o", os.devnull, path], check=True,
                       timeout=LIMIT, stderr=subprocess.DEVNULL)
    except subprocess.TimeoutExpired:
        return None
    return time.monotonic() - start


def main():
    program = os.path.join(os.environ.get("builddir", "."), "bench/layout")
    have_dot = shutil.which("dot") is not None
    print("layout of graphs, seconds; frames of 200 by 60 cells, ms")
    print(f"{'graph':18} {'blocks':>7} {'edges':>7} {'layout':>9} {'dot':>9}"
          f" {'ratio':>8} {'median':>8} {'99%':>8}")
    with tempfile.TemporaryDirectory() as folder:
        out = subprocess.run([os.path.abspath(program)], cwd=folder, check=True,
                             stdout=subprocess.PIPE, text=True).stdout
        for line in out.splitlines():
            name, blocks, edges, *seconds = line.split()
            took, median, worst = map(float, seconds)
            dot, ratio = "-", "-"
            if have_dot and int(blocks) <= 20000:
                other = dot_time(os.path.join(folder, name + ".dot"))
                dot = f"{other:.3f}" if other else f">{LIMIT}"
                ratio = f"{other / took:.0f}" if other else \
                    f">{LIMIT / took:.0f}"
            print(f"{name:18} {blocks:>7} {edges:>7} {took:9.4f} {dot:>9}"
                  f" {ratio:>8} {median * 1e3:8.3f} {worst * 1e3:8.3f}",
                  flush=True)


main()
