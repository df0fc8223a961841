#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What it costs to build after a change of one file: the files compiled, the links,
and the processor time as a share of a full build's. The last line is one unit
test after its source changed.

The script works on a copy of the tree, built as this build directory was configured.
Environment: srcdir, builddir.
"""
import os
import re
import resource
import shlex
import shutil
import subprocess
import sys
import tempfile

TOUCHED = ("src/plan/price.c", "include/reconverge/base.h",
           "include/reconverge/graph.h", "include/reconverge/program.h",
           "include/reconverge/session.h", "include/reconverge/phases.def",
           "include/reconverge/settings.def", "include/reconverge/metrics.def")
ALL = ("all", "tests/unit/all")


def make(folder, *words):
    """(seconds of the processor, files compiled, links)"""
    def used():
        children = resource.getrusage(resource.RUSAGE_CHILDREN)
        return children.ru_utime + children.ru_stime

    before = used()
    run = subprocess.run(["make", "V=0", "-j%d" % os.cpu_count(), *words],
                         cwd=folder, env=dict(os.environ, CCACHE_DISABLE="1"),
                         stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                         text=True, check=False)
    if run.returncode:
        sys.exit(run.stdout[-4000:])
    return (used() - before, len(re.findall(r"^  CC ", run.stdout, re.M)),
            len(re.findall(r"^  CCLD ", run.stdout, re.M)))


def not_source(folder, names):
    """The repository, and folders that something was built in."""
    return [n for n in names if n == ".git" or os.path.exists(
        os.path.join(folder, n, "config.status"))]


def show(what, cost, full):
    print("%-42s%8d%8d%9.3f" % (what, cost[1], cost[2], cost[0] / full))


def main():
    with tempfile.TemporaryDirectory() as top:
        source, build = os.path.join(top, "source"), os.path.join(top, "build")
        shutil.copytree(os.environ["srcdir"], source, symlinks=True,
                        ignore=not_source)
        os.mkdir(build)
        how = subprocess.run(
            [os.path.join(os.environ["builddir"], "config.status"),
             "--config"], stdout=subprocess.PIPE, text=True, check=True)
        subprocess.run([os.path.join(source, "configure"), "-q",
                        *shlex.split(how.stdout)], cwd=build, check=True,
                       stdout=subprocess.DEVNULL)
        full = make(build, *ALL)
        print("%-42s%8s%8s%9s" % ("touched", "compiled", "links", "time"))
        show("everything (%.0f s of the processor)" % full[0], full, full[0])
        for name in TOUCHED:
            os.utime(os.path.join(source, name))
            show(name, make(build, *ALL), full[0])
        os.utime(os.path.join(source, TOUCHED[0]))
        show("price.c, check TESTS_FILTER=unit/price",
             make(build, "check", "TESTS_FILTER=unit/price"), full[0])


if __name__ == "__main__":
    main()
