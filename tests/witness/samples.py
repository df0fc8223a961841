# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The samples and their launches, as cases."""

import glob
import os

import witness

TARGETS = ("amdgcn", "nvptx64")


def stem_of(kernel, folder):
    """The file that has a kernel: its own, or one whose name it begins with."""
    names = [os.path.basename(p)[:-len(".cl")]
             for p in glob.glob(os.path.join(folder, "*.cl"))]
    return max((n for n in names if kernel == n or kernel.startswith(n + "_")),
               key=len)


def cases(folder, sizes=("", ".large")):
    """(case, [module of each target]) of every launch of those sizes."""
    found = []
    for size in sizes:
        suffix = size + ".launch.json"
        for path in sorted(glob.glob(os.path.join(folder, "*" + suffix))):
            name = os.path.basename(path)[:-len(".launch.json")]
            kernel = name[:-len(size)] if size else name
            if "." in kernel:
                continue
            stem = stem_of(kernel, folder)
            case = witness.Case(name, os.path.join(folder, stem + ".cl"),
                                path, kernel)
            found.append((case, [os.path.join(folder, "%s.%s.ll" % (stem, t))
                                 for t in TARGETS]))
    return found
