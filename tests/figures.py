#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tests the figures of the papers: the expectations in every command file
hold, on both targets, and doc/figures.md shows what the commands print and
names every picture that they draw. The pictures in doc/figures/ must be
equal to the new ones: their DOT byte by byte, their SVG in its texts. Of
all other pictures, figures.sums has the checksum of their DOT. `figures.py
--update` writes all of these anew; `make figures` draws the pictures. TAP."""

import glob
import hashlib
import os
import re
import shutil
import subprocess
import sys
import xml.etree.ElementTree as etree

HERE = os.path.dirname(os.path.abspath(__file__))
TOP = os.path.dirname(HERE)
FIGURES = os.path.join(TOP, "samples", "figures")
SHOWN = os.path.join(TOP, "doc", "figures")
PAGE = os.path.join(TOP, "doc", "figures.md")
SUMS = os.path.join(HERE, "figures.sums")
UPDATE = "--update" in sys.argv
BUILD = os.environ["builddir"]
PICTURES = os.access(os.path.join(BUILD, "reconverge-graphviz"), os.X_OK)

points = failed = 0


def point(good, name, told=""):
    global points, failed
    points += 1
    failed += not good
    print("%sok %d - %s" % ("" if good else "not ", points, name))
    if not good:
        for line in str(told)[-3000:].splitlines():
            print("# " + line)


def skip(name, why):
    global points
    points += 1
    print("ok %d # SKIP %s: %s" % (points, name, why))


def names():
    return sorted(os.path.basename(p)[:-len(".rcv")]
                  for p in glob.glob(os.path.join(FIGURES, "*.rcv")))


def draw(folder, name, target):
    os.makedirs(folder, exist_ok=True)
    run = subprocess.run(
        ["sh", os.path.join(FIGURES, "draw.sh"), "-o", folder, "-f", "dot",
         name], capture_output=True, text=True,
        env=dict(os.environ, TARGET=target), check=False)
    point(run.returncode == 0 and not run.stderr, "%s on %s" % (name, target),
          run.stdout + run.stderr)


def target_of(name):
    """The target in the heading, whose pictures are kept."""
    return re.search(r"^#   reconverge .*\.(\w+)\.ll$",
                     read(os.path.join(FIGURES, name + ".rcv")), re.M)[1]


def read(path):
    try:
        with open(path, encoding="utf-8") as file:
            return file.read()
    except FileNotFoundError:
        return None


def sum_of(path):
    with open(path, "rb") as file:
        return hashlib.sha256(file.read()).hexdigest()[:16]


def known_sums():
    with open(SUMS, encoding="utf-8") as file:
        return {name: known for known, name in map(str.split, file)}


def renew(drawn, came):
    """Write the pictures and checksums that are kept, from the new ones."""
    with open(SUMS, "w", encoding="utf-8") as file:
        for name in sorted(came):
            if os.path.exists(os.path.join(SHOWN, name)):
                shutil.copy(os.path.join(drawn, name), SHOWN)
            else:
                file.write("%s %s\n" % (sum_of(os.path.join(drawn, name)),
                                        name))


def graphs(drawn):
    """Check that the new DOT is the one that is kept, or has its checksum."""
    shown = {os.path.basename(p)
             for p in glob.glob(os.path.join(SHOWN, "*.dot"))}
    came = {os.path.basename(p)
            for p in glob.glob(os.path.join(drawn, "*.dot"))}
    if UPDATE:
        renew(drawn, came)
    sums = known_sums()
    known = shown | set(sums)
    point(known == came and came, "every graph is known",
          "only known: %s\nonly drawn: %s" % (sorted(known - came),
                                             sorted(came - known)))
    for name in sorted(shown & came):
        diff = subprocess.run(
            ["diff", os.path.join(SHOWN, name), os.path.join(drawn, name)],
            capture_output=True, text=True, check=False)
        point(diff.returncode == 0, "doc/figures/%s is what comes" % name,
              diff.stdout)
    for name in sorted(set(sums) & came):
        point(sum_of(os.path.join(drawn, name)) == sums[name],
              "%s is what it was" % name,
              "compare it with the one that an earlier program draws, then "
              "figures.py --update")


def words_in(path):
    """The texts in a picture. Their places depend on the release of
    Graphviz."""
    root = etree.parse(path).getroot()
    return sorted(" ".join(e.itertext()).strip() for e in root.iter()
                  if e.tag.endswith("}text"))


def pictures(drawn):
    page = read(PAGE)
    shown = {os.path.basename(p)
             for p in glob.glob(os.path.join(SHOWN, "*.svg"))}
    came = {os.path.basename(p)
            for p in glob.glob(os.path.join(drawn, "*.svg"))}
    for name in sorted(came):
        path = os.path.join(drawn, name)
        if UPDATE and name in shown:
            shutil.copy(path, SHOWN)
        form = "(figures/%s)" if name in shown else "`%s`"
        point(form % name in page, "doc/figures.md names %s" % name)
        words = words_in(path)
        point(words and (name not in shown or
                         words == words_in(os.path.join(SHOWN, name))),
              "%s says what the graph does" % name)
    named = set(re.findall(r"\(figures/([^)]*)\)", page))
    point(named == shown, "the page shows what is in doc/figures/",
          named ^ shown)
    named |= set(re.findall(r"`([\w-]*\.svg)`", page))
    point(named == came, "and names nothing else", named ^ came)


def sessions(folder):
    """Run the commands in doc/figures.md and compare their output; they draw
    into the folder."""
    for link, to in (("build", BUILD), ("samples",
                                        os.path.join(TOP, "samples"))):
        os.symlink(to, os.path.join(folder, link))
    update = ["--update"] if UPDATE else []
    run = subprocess.run(
        [sys.executable, os.path.join(HERE, "run-cmd.py"), "--folder", folder]
        + update + [PAGE], capture_output=True, text=True, check=False)
    for line in run.stdout.splitlines():
        found = re.match(r"(not )?ok \d+ - (.*)", line)
        if found:
            point(not found[1], found[2])
        elif not line.startswith("1.."):
            print(line)
    point(not run.stderr, "doc/figures.md can be read", run.stderr)


def main():
    drawn = os.path.abspath("dot")
    for name in names():
        kept = target_of(name)
        for target in ("amdgcn", "nvptx64"):
            draw(drawn if target == kept else drawn + "-other", name, target)
    graphs(drawn)
    if PICTURES:
        top = os.path.abspath("top")
        os.makedirs(top, exist_ok=True)
        sessions(top)
        pictures(top)
    else:
        skip("the pictures", "Graphviz is missing (Debian package "
             "libgraphviz-dev)")
    print("1..%d" % points)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
