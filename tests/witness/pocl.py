#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares the simulator with PoCL, which compiles OpenCL C for the CPU.

pocl.py [--all | --update] [NAME...]. Every sample, and the kernels of features/,
each of which exercises one thing: their IR is made here with clang, for the
targets and with or without optimization by turns (--all: for both at every level,
after darm, and the samples with their large launches too), and what the simulator
leaves in the buffers must be what PoCL leaves. Integers byte for byte; floats bit
for bit too (a NaN is any NaN), but where a feature's comment says "Error:", how
much, and why. PoCL optimizes only with --all: that takes it half of the time.

PoCL has confirmed the results whose digests stand in pocl.sums, and is asked about
the others only, as it takes longer than all the rest. --all asks it about each,
and so does --update, which writes the digests anew."""

import argparse
import concurrent.futures
import glob
import hashlib
import json
import os
import re
import shutil
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
                       "tests", "witness", "pocl")
MISSING = "PoCL missing (Debian packages pocl-opencl-icd, ocl-icd-opencl-dev)"
FEATURES = os.path.join(HERE, "features")
SUMS = os.path.join(HERE, "pocl.sums")
# The processors are the least that have every operation the kernels use.
TARGETS = {"amdgcn": ("-target", "amdgcn-amd-amdhsa", "-mcpu=gfx906"),
           "nvptx64": ("-target", "nvptx64-nvidia-cuda", "-march=sm_70")}
CLANG = ("-x cl -nogpulib "
         "-cl-fp32-correctly-rounded-divide-sqrt -ffp-contract=off "
         "-Xclang -cl-ext=+cl_khr_fp16,+__opencl_c_generic_address_space,"
         "+__opencl_c_work_group_collective_functions "
         "-fno-discard-value-names "
         "-S -emit-llvm").split()
POCL = "-cl-fp32-correctly-rounded-divide-sqrt"
POCL_FAST = POCL + " -cl-opt-disable"


# ---- features --------------------------------------------------------------

def comment_of(path):
    with open(path, encoding="utf-8") as file:
        text = file.read()
    comment = text.split("\n/*", 1)[1].split("*/", 1)[0]
    return "\n".join(line[2:].lstrip(" ") if line.startswith(" *") else line
                     for line in comment.split("\n"))


def units_of(comment):
    """{buffer: units in the last place} of "Error: A 4 ulp, B 2 ulp. Why"."""
    units = {}
    for error in re.findall(r"Error: (.*?)\.\s", comment, re.S):
        for name, n in re.findall(r"(\w+) (\d+) ulp", error):
            units[name] = int(n)
    return units


def feature(path, folder):
    """The case of one source; its launch is in its opening comment."""
    name = os.path.basename(path)[:-len(".cl")]
    comment = comment_of(path)
    launch, _ = json.JSONDecoder().raw_decode(
        comment.split("Launch:", 1)[1].lstrip())
    launch_file = os.path.join(folder, name + ".launch.json")
    with open(launch_file, "w", encoding="utf-8") as file:
        json.dump(dict(launch, kernel=name), file)
    case = witness.Case(name, path, launch_file, units=units_of(comment))
    standard = re.search(r"Standard: (\S+)", comment)
    if standard:
        case.standard = standard.group(1)
    return case


def compile_feature(case, target, level, suffix, folder):
    module = os.path.join(folder, "%s.%s%s%s.ll" % (case.name, target, level,
                                                    suffix))
    # these call functions that nobody defines, the others their own
    own = [] if case.name.startswith("builtin_") else ["-cl-no-stdinc"]
    done = subprocess.run(
        [os.environ["CLANG"], *TARGETS[target], level, "-o", module, *own,
         "-cl-std=" + case.standard, *CLANG, case.source], stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, universal_newlines=True)
    if done.returncode != 0:
        raise witness.Failure(done.stdout.strip())
    return module


# ---- runs ------------------------------------------------------------------

class Run:
    """One case on one module, which may have to be made first; as it is, or
    melded."""

    def __init__(self, case, label, make, meld=False):
        self.case, self.label, self.make = case, label, make
        self.meld = meld
        self.folder = self.failure = None
        self.pocl = "PoCL was not asked"  # None: it has run this

    def name(self):
        return "%s %s" % (self.case.name, self.label)

    def digest(self):
        """Of what the simulator began with, and of what it left."""
        digest = hashlib.sha256()
        for p in self.case.buffers():
            for when in (".before", ".after"):
                digest.update(witness.read(self.folder, p.name + when))
        return digest.hexdigest()[:16]

    def simulate(self, top):
        self.folder = os.path.join(top, self.case.name + "." + self.label)
        if deadline.late():
            self.failure = deadline.OVER
            return
        try:
            witness.run_simulator(self.case, self.make(), self.folder,
                                  self.meld)
        except witness.Failure as error:
            self.failure = error

    def compare(self, first):
        """With what PoCL left, having started from the first run's bytes. The
        failure, if any, is left in the run."""
        if self.failure is None and first.pocl == MISSING:
            self.failure = MISSING
        elif self.failure is None:
            try:
                self.compare_all(first)
            except witness.Failure as error:
                self.failure = error

    def has_inputs(self):
        return all(os.path.exists(os.path.join(self.folder, p.name + ".before"))
                   for p in self.case.buffers())

    def compare_all(self, first):
        if first.pocl is not None:
            raise witness.Failure(first.pocl)
        for p in self.case.buffers():
            name = p.name + ".before"
            if witness.read(self.folder, name) != witness.read(first.folder,
                                                               name):
                raise witness.Failure("%s begins otherwise" % p.name)
        witness.compare_buffers(
            self.case, lambda n: witness.read(first.folder, n + ".pocl"),
            lambda n: witness.read(self.folder, n + ".after"))


def job_of(run, include, options):
    case = run.case
    lines = ["kernel %s %s %s %s" % (
        case.source, case.kernel, " ".join(map(str, case.grid)),
        " ".join(map(str, case.block))), "options %s -cl-std=%s -I%s" % (
            options, case.standard, include)]
    for p in case.parameters:
        path = os.path.join(run.folder, p.name)
        if p.buffer:
            lines.append("buffer %s.before %s.pocl" % (path, path))
        elif p.local:
            lines.append("local %d" % p.size())
        else:
            lines.append("scalar " + p.bytes_of_value().hex())
    return "\n".join(lines + ["end", ""])


def start_pocl(firsts, top, options):
    """PoCL's process, at work on the cases whose buffers are there."""
    jobs = os.path.join(top, "jobs")
    with open(jobs, "w", encoding="utf-8") as file:
        for run in firsts:
            file.write(job_of(run, os.path.dirname(run.case.source), options))
    cache = os.environ.get("CVG_POCL_CACHE") or os.path.join(
        os.environ.get("builddir", "."), "tests", "witness", "pocl-cache")
    os.makedirs(cache, exist_ok=True)
    return subprocess.Popen(
        [PROGRAM, jobs], env=dict(os.environ, POCL_CACHE_DIR=cache),
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
        universal_newlines=True)


def gather(process, firsts):
    lines = process.communicate()[0].splitlines()
    for run, line in zip(firsts, lines + ["failed: PoCL died"] * len(firsts)):
        run.pocl = None if line == "ok" else "PoCL " + line


# ---- all of it -------------------------------------------------------------

def ways(i, every):
    """(target, level) that source number i is compiled for."""
    if every:
        return [(target, level) for target in TARGETS
                for level in ("-O0", "-O1", "-O2", "-O3")]
    return [(list(TARGETS)[i % 2], ("-O2", "-O0")[i // 2 % 2])]


def plan(args, top):
    """Lists of runs, one a case."""
    melds = ("", "-darm") if args.all else ("",)
    groups = []
    for case, modules in samples.cases(os.environ.get("SAMPLES", "samples"),
                                       ("", ".large") if args.all else ("",)):
        groups.append([Run(case, os.path.basename(m).split(".")[1] + suffix,
                           lambda m=m: m, bool(suffix))
                       for m in modules for suffix in melds])
    sources = sorted(glob.glob(os.path.join(FEATURES, "*.cl")))
    for i, path in enumerate(sources if os.environ.get("CLANG") else ()):
        case = feature(path, top)
        groups.append([Run(case, target + level + suffix,
                           lambda c=case, t=target, o=level, s=suffix:
                           compile_feature(c, t, o, s, top), bool(suffix))
                       for target, level in ways(i, args.all)
                       for suffix in melds])
    return [g for g in groups if not args.names or g[0].case.name in args.names]


def have_pocl(top):
    """Built, and a platform found: it says so of an empty list of jobs."""
    if not os.path.exists(PROGRAM):
        return False
    empty = os.path.join(top, "empty")
    open(empty, "w", encoding="utf-8").close()
    return subprocess.run([PROGRAM, empty],
                          stderr=subprocess.DEVNULL).returncode == 0


def read_sums():
    if not os.path.exists(SUMS):
        return {}
    with open(SUMS, encoding="utf-8") as file:
        return dict(line.rsplit(" ", 1) for line in file.read().splitlines())


def write_sums(groups, sums):
    """The digests of what has just run, and those that were there."""
    for run in (run for group in groups for run in group):
        sums.pop(run.name(), None)
        if not run.failure:
            sums[run.name()] = run.digest()
    with open(SUMS, "w", encoding="utf-8") as file:
        for name in sorted(sums):
            print(name, sums[name], file=file)


def ask_pocl(groups, top, options):
    """About the results of these groups."""
    firsts = [g[0] for g in groups]
    if not have_pocl(top):
        for run in firsts:
            run.pocl = MISSING
        return
    ready = [run for run in firsts if run.has_inputs()]
    gather(start_pocl(ready, top, options), ready)


def prove(groups, top, sums, options):
    """Runs all, and compares what is not confirmed."""
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        list(pool.map(lambda r: r.simulate(top),
                      [run for group in groups for run in group]))
    asked = [group for group in groups if not all(
        run.failure is None and run.digest() == sums.get(run.name())
        for run in group)]
    if asked:
        ask_pocl(asked, top, options)
    for group in asked:
        for run in group:
            run.compare(group[0])


def tell(groups, tap):
    for group in groups:
        for run in group:
            if deadline.OVER in (run.failure, group[0].failure):
                tap.skip(run.name(), deadline.OVER)
            elif run.failure == MISSING:
                tap.skip(run.name(), MISSING)
            else:
                tap.point(run.name(), run.failure)


def main(words=None):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--update", action="store_true",
                        help="write the digests of what PoCL confirms")
    parser.add_argument("--keep", action="store_true",
                        help="leave the folder with all files")
    parser.add_argument("names", nargs="*")
    args = parser.parse_args(words)
    tap = witness.Tap()
    top = os.path.abspath(tempfile.mkdtemp(prefix="pocl.", dir="."))
    groups = plan(args, top)
    prove(groups, top, {} if args.all or args.update else read_sums(),
          POCL if args.all else POCL_FAST)
    tell(groups, tap)
    if args.update:
        write_sums(groups, read_sums() if args.names else {})
    if not os.environ.get("CLANG"):
        tap.skip("features", "clang missing (Debian package clang-%s)"
                 % os.environ.get("LLVM_VERSION_MAJOR", "22"))
    if not args.keep:
        shutil.rmtree(top)
    return tap.done()


if __name__ == "__main__":
    sys.exit(main())
