# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The modules of other people that benches measure (tests/corpus/fetch.sh).
Environment: srcdir, builddir, LLVM_VERSION_MAJOR, CVG_CORPUS."""
import os
import subprocess

SOURCE = os.environ.get('srcdir') or '.'


def paths(size):
    """The paths of the part of the corpus that is called so: quick, linked, open or
    all. Where they cannot be had, the reason is printed."""
    done = subprocess.run(['sh', os.path.join(SOURCE, 'tests', 'corpus', 'fetch.sh'), size],
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          universal_newlines=True)
    if done.returncode:
        print('  no corpus: ' + (done.stderr.strip().splitlines() or ['?'])[-1])
        return []
    return done.stdout.split()
