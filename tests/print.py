#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Pictures for print: they fit the width, their text is as large as asked, grey
ones have no colour, TikZ has every text of the SVG, and bars are as long and
points as high as the numbers of the same answer. TAP."""

import json
import os
import re
import subprocess
import xml.etree.ElementTree as etree

PROGRAM = os.environ["RECONVERGE"]
SAMPLES = os.environ["SAMPLES"]
PICTURES = os.access(os.path.join(os.environ["builddir"],
                                  "reconverge-graphviz"), os.X_OK)
SVG = "{http://www.w3.org/2000/svg}"

points = 0


def point(good, name, told=""):
    global points
    points += 1
    print("%sok %d - %s" % ("" if good else "not ", points, name))
    if not good:
        for line in str(told)[-2000:].splitlines():
            print("# " + line)


def run(sample, *commands):
    words = [PROGRAM, "-b", "-q"]
    for command in commands:
        words += ["-e", command]
    return subprocess.run(words + [os.path.join(SAMPLES, sample + ".ll")],
                          capture_output=True, text=True, check=False)


class Picture:
    """What stands in an SVG file."""

    def __init__(self, path):
        root = etree.parse(path).getroot()
        self.width = float(root.get("width").replace("pt", ""))
        move = root.find(SVG + "g").get("transform")
        self.scale = float(re.match(r"scale\(([\d.]+)", move).group(1))
        texts = [t for t in root.iter(SVG + "text") if "".join(
            t.itertext()).replace("\u00a0", " ").strip()]
        self.texts = ["".join(t.itertext()) for t in texts]
        # The scale is written with two digits.
        self.least = min(float(t.get("font-size")) for t in texts) * (
            self.scale + 0.005)
        self.groups = [g.get("class") for g in root.iter(SVG + "g")]
        self.colors = {e.get(key) for e in root.iter()
                       for key in ("fill", "stroke") if e.get(key)}
        self.tags = {e.tag.replace(SVG, "") for e in root.iter()}


def is_grey(color):
    if color in ("none", "transparent", "black", "white"):
        return True
    return len(color) == 7 and color[1:3] == color[3:5] == color[5:7]


def columns(sample, *keys):
    """Text of 5 and 6 points in a column and a page; more is drawn where there
    is more room."""
    done = run(sample, "export all.svg",
               "export a.svg width=84mm text=6pt " + " ".join(keys),
               "export b.svg width=178mm text=5pt " + " ".join(keys))
    point(done.returncode == 0, sample + ": pictures", done.stderr)
    every, narrow, wide = map(Picture, ("all.svg", "a.svg", "b.svg"))
    for name, picture, width, text in (("column", narrow, 84, 6),
                                       ("page", wide, 178, 5)):
        point(picture.width <= width * 72 / 25.4 + 1,
              "%s: fits a %s" % (sample, name), picture.width)
        point(picture.least >= text, "%s: can be read in a %s" % (sample, name),
              picture.least)
    point(narrow.groups.count("node") <= wide.groups.count("node") <=
          every.groups.count("node") and
          len(narrow.texts) < len(wide.texts) <= len(every.texts),
          sample + ": less where there is less room",
          (narrow.texts, wide.texts))
    return narrow


def kept():
    """What a key says is not chosen otherwise, and what cannot be is told."""
    done = run("bitonic_sort.amdgcn",
               "export a.svg width=500pt text=5pt legend=yes regions=no",
               "export b.svg width=84mm text=1pt zoom=full fold=none")
    point(done.returncode == 0, "with keys", done.stderr)
    picture = Picture("a.svg")
    point("cluster" not in [g for g in picture.groups if g] or
          not any(re.match(r"R\d", t) for t in picture.texts),
          "regions=no: no frames", picture.texts)
    point(any("dashed line" in t for t in picture.texts), "legend=yes",
          picture.texts)
    point(any("getelementptr" in t for t in Picture("b.svg").texts),
          "zoom=full")
    done = run("pcm.amdgcn", "export d.svg width=60mm text=6pt")
    point(done.returncode == 0 and Picture("d.svg").least >= 6 and
          any("blocks" in t for t in Picture("d.svg").texts),
          "folded where there is no room", done.stderr)
    done = run("bitonic_sort.amdgcn", "export c.svg width=84mm text=6pt "
               "zoom=full fold=none")
    point(done.returncode == 2 and
          re.search(r"at 238\.1 pt wide, the smallest text has at most "
                    r"\d+\.\d pt: ask for", done.stderr) and
          not os.path.exists("c.svg"), "what cannot be is told", done.stderr)


def others():
    """Drawings that are no graphs of blocks have their size, too."""
    for what in ("regions", "dominators", "matrix", "history", "warp",
                 "diff since=P0", "machine"):
        done = run("bitonic_sort.amdgcn", "darm",
                   "export o.svg %s width=60mm color=no" %
                   (what if what != "matrix" else "matrix B1 B3"))
        point(done.returncode == 0, what + ": drawn", done.stderr)
        picture = Picture("o.svg")
        point(picture.width <= 60 * 72 / 25.4 + 1, what + ": fits",
              picture.width)
        point(all(map(is_grey, picture.colors)), what + ": grey",
              picture.colors)
        point(not picture.tags & {"script", "image", "style", "foreignObject"},
              what + ": plain", picture.tags)


def marks(path, kind):
    """{name: (least x, least y, most x, most y)} of the bars or points."""
    found = {}
    for group in etree.parse(path).getroot().iter(SVG + "g"):
        title = group.find(SVG + "title")
        if group.get("class") != "node" or not title.text.startswith(kind):
            continue
        shape = group.find(SVG + "polygon")
        if shape is not None:
            xy = [tuple(map(float, at.split(",")))
                  for at in shape.get("points").split()]
        else:
            shape = group.find(SVG + "ellipse")
            xy = [(float(shape.get("cx")), float(shape.get("cy")))]
        found[title.text] = (min(x for x, _ in xy), min(y for _, y in xy),
                             max(x for x, _ in xy), max(y for _, y in xy))
    return found


def numbers(path, kind):
    """{name: (row or place, series, number)} as the DOT file says them."""
    with open(path, encoding="utf-8") as f:
        text = f.read()
    return {name: (row, series, float(value.rstrip("%")))
            for name, row, series, value in re.findall(
                r'^\t(%s\S+) \[.*(?:row|at)="(.*)", series="(.*)", '
                r'value="(.*)"\];$' % kind, text, re.M)}


def are_long(name, path):
    """Bars of one axis are as long as their numbers, to a point; one that is 0
    is not seen, and has a width of a point."""
    said, drawn = numbers(path + ".dot", "bar"), marks(path + ".svg", "bar")
    point(said and said.keys() == drawn.keys(), name + ": every bar is drawn",
          (said.keys(), drawn.keys()))
    wrong = []
    for panel in {n.split("_")[0] for n in said}:
        those = [n for n in said if n.split("_")[0] == panel]
        longest = max(those, key=lambda n: said[n][2])
        left = {drawn[n][0] for n in those}
        scale = (drawn[longest][2] - drawn[longest][0]) / said[longest][2]
        wrong += [n for n in those if abs(
            drawn[n][2] - drawn[n][0] - scale * said[n][2]) > 1.1]
        if max(left) - min(left) > 0.6:
            wrong.append(panel)
    point(not wrong, name + ": as long as its number", wrong)
    return said


def fits(name, path):
    """In a column, readable; in grey."""
    picture = Picture(path)
    point(picture.width <= 84 * 72 / 25.4 + 1 and picture.least >= 6,
          name + ": fits a column", (picture.width, picture.least))
    point(all(map(is_grey, picture.colors)), name + ": grey", picture.colors)


def charts():
    done = run("bitonic_sort.amdgcn", "darm", "export m.svg metrics P0 P1",
               "export m.dot metrics P0 P1", "export m.json metrics P0 P1",
               "export b.svg metrics blocks", "export b.dot metrics blocks",
               "export b.json metrics blocks", "export m.txt metrics P0 P1",
               "export g.svg metrics P0 P1 width=84mm text=6pt color=no")
    point(done.returncode == 0, "metrics: drawn", done.stderr)
    said = are_long("metrics", "m")
    with open("m.json", encoding="utf-8") as f:
        sides = {s["revision"]: s for s in json.load(f)["metrics"]}
    wrong = [(row, rev, n) for row, rev, n in said.values() if abs(
        sides[rev][row.replace("-", "_")] - n / (
            100 if row.endswith("utilization") else 1)) > 6e-4]
    point(not wrong and len(said) > 20, "metrics: the numbers of the answer",
          wrong)
    texts = " ".join(Picture("m.svg").texts)
    point("cycles, simulated" in texts and "share in %, simulated" in texts and
          "the same on all sides: threads 1024" in texts,
          "metrics: unit and kind of each axis", texts)
    fits("metrics", "g.svg")
    with open("m.txt", encoding="utf-8") as f:
        point(re.search(r"\nwarp-cycles +r +\d+ +\d+ ", f.read()),
              "metrics: as text")
    said = are_long("metrics blocks", "b")
    with open("b.json", encoding="utf-8") as f:
        blocks = {b["block"]: b["cycles"] for b in json.load(f)["blocks"]
                  if b["warps"]}
    point({row.split(" ")[0]: n for name, (row, _, n) in said.items()
           if name.startswith("bar0_")} == blocks,
          "metrics blocks: the numbers of the answer", (said, blocks))
    regrouped()


def regrouped():
    done = run("flat_work_queue.nvptx64", "export 0.svg groups", "regroup",
               "export w.svg groups from=1 count=5",
               "export w.dot groups from=1 count=5",
               "export w.json groups from=1 count=5",
               "export g.svg groups width=84mm text=6pt color=no")
    point(done.returncode == 0, "groups: drawn", done.stderr)
    said = are_long("groups", "w")
    with open("w.json", encoding="utf-8") as f:
        answer = json.load(f)
    want = {(w["block"], w["warp"], key, side): w[key]
            for side in ("before", "after") for w in answer[side]
            for key in ("cycles", "kinds")}
    have = {}
    for name, (row, series, n) in said.items():
        block, warp = map(int, row.split(" ")[1].split(":"))
        have[block, warp, "kinds" if name.startswith("bar1") else "cycles",
             "before" if series == "as they are" else "after"] = n
    point(have == want and len(have) == 20,
          "groups: the numbers of the answer", (have, want))
    point(len(marks("0.svg", "bar")) == 16,
          "groups: one bar without an order", marks("0.svg", "bar"))
    fits("groups", "g.svg")


def are_high(name, path):
    """Points of one axis are as high, and as far to the right, as numbers say."""
    said, drawn = numbers(path + ".dot", "point"), marks(path + ".svg", "point")
    point(said and said.keys() == drawn.keys(), name + ": every point is drawn",
          (said.keys(), drawn.keys()))
    wrong = []
    for panel in {n.split("_")[0] for n in said}:
        those = [n for n in said if n.split("_")[0] == panel]
        places = [(float(said[n][0]), (drawn[n][0] + drawn[n][2]) / 2)
                  for n in those]
        heights = [(said[n][2], (drawn[n][1] + drawn[n][3]) / 2)
                   for n in those]
        for pairs in (places, heights):
            (low, a), (high, b) = min(pairs), max(pairs)
            scale = (b - a) / (high - low) if high > low else 0
            wrong += [(panel, v, at) for v, at in pairs
                      if abs(a + (v - low) * scale - at) > 1.1]
    point(not wrong, name + ": where their numbers are", wrong)
    return said


def swept():
    done = run("srad.amdgcn", "export t.svg thresholds",
               "export t.dot thresholds", "export t.json thresholds",
               "export g.svg thresholds width=84mm text=6pt color=no")
    point(done.returncode == 0, "thresholds: drawn", done.stderr)
    said = are_high("thresholds", "t")
    with open("t.json", encoding="utf-8") as f:
        rows = {r["threshold"]: r for r in json.load(f)["thresholds"]}
    have = {(float(at), n) for name, (at, _, n) in said.items()
            if name.startswith("point0_")}
    point(have == {(at, r["pairs"]) for at, r in rows.items()} and
          len(rows) == 11, "thresholds: the numbers of the answer",
          (have, rows))
    fits("thresholds", "g.svg")
    done = run("flat_work_queue.nvptx64", "export f.svg flattening",
               "export f.dot flattening", "export f.json flattening",
               "export g.svg flattening width=84mm text=6pt color=no")
    point(done.returncode == 0, "flattening: drawn", done.stderr)
    said = are_high("flattening", "f")
    with open("f.json", encoding="utf-8") as f:
        rows = json.load(f)["idle"]
    point(len(rows) == 32 and [n for _, _, n in said.values()] == [
        round(r["L0"], 3) for r in rows],
        "flattening: the numbers of the answer", (said, rows))
    fits("flattening", "g.svg")


NEST = """o{k}:
  %i{k} = phi i32 [ 0, %{before} ], [ %i{k}n, %l{k} ]
  %m{k} = add i32 %i{k}, %t
  %b{k} = and i32 %m{k}, 7
  br label %n{k}
n{k}:
  %j{k} = phi i32 [ 0, %o{k} ], [ %j{k}n, %n{k} ]
  store i32 %j{k}, ptr addrspace(1) %p
  %j{k}n = add i32 %j{k}, 1
  %d{k} = icmp ult i32 %j{k}n, %b{k}
  br i1 %d{k}, label %n{k}, label %l{k}
l{k}:
  %i{k}n = add i32 %i{k}, 1
  %e{k} = icmp ult i32 %i{k}n, 9
  br i1 %e{k}, label %o{k}, label %x{k}
x{k}:
"""


def many_nests():
    """Of more nests than a chart has lines, all are listed."""
    with open("nests.ll", "w", encoding="ascii") as f:
        f.write("""target triple = "amdgcn-amd-amdhsa"
declare i32 @llvm.amdgcn.workitem.id.x()
define amdgpu_kernel void @nests(ptr addrspace(1) %p) {
entry:
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  br label %o0
""")
        for k in range(7):
            f.write(NEST.format(k=k, before="x%d" % (k - 1) if k else "entry"))
            f.write("  br label %%o%d\n" % (k + 1) if k < 6 else
                    "  ret void\n}\n")
    done = run(os.path.abspath("nests"), "export n.json flattening",
               "export n.svg flattening", "export - flattening as=txt")
    with open("n.json", encoding="utf-8") as f:
        said = json.load(f)
    point(done.returncode == 0 and len(said["nests"]) == 7 and
          len(said["idle"][0]) == 6 and
          "below are the first 5:" in done.stdout,
          "flattening: more nests than lines", (done.stderr, said))


def grey():
    done = run("bitonic_sort.amdgcn", "darm", "export g.svg color=no",
               "export c.svg", "export g.dot color=no", "export c.dot")
    point(done.returncode == 0, "grey", done.stderr)
    grey, color = Picture("g.svg"), Picture("c.svg")
    point(all(map(is_grey, grey.colors)), "no colour", grey.colors)
    point(not all(map(is_grey, color.colors)) and grey.texts == color.texts,
          "and otherwise the same", color.colors)
    with open("g.dot", encoding="utf-8") as g, \
            open("c.dot", encoding="utf-8") as c:
        def without(text):
            return re.sub("#[0-9a-f]{6}", "#", text)
        point(without(g.read()) == without(c.read()), "as DOT, too")


def unescaped(text):
    """A text of TikZ as it is read."""
    for tex, plain in ((r"\textbackslash{}", "\\"), (r"\textless{}", "<"),
                       (r"\textgreater{}", ">"), (r"\textbar{}", "|"),
                       (r"\textquotedbl{}", '"'), (r"\dots{}", "\u2026"),
                       (r"\textasciitilde{}", "~"), ("{-}", "-"),
                       (r"\textasciicircum{}", "^"), (r"$\to$", "\u2192"),
                       (r"$\lozenge$", "\u25c7"), (r"$\Vert$", "\u2016"),
                       (r"$\blacklozenge$", "\u25c6"),
                       (r"$\blacktriangleright$", "\u25b8")):
        text = text.replace(tex, plain)
    return re.sub(r"\\([{}#$%&_])", r"\1", text).replace("~", " ")


def tikz():
    done = run("bitonic_sort.amdgcn", "export t.svg zoom=full",
               "export t.tex zoom=full", "export n.tex width=84mm text=6pt",
               "export c.tex thresholds width=84mm text=6pt")
    point(done.returncode == 0, "TikZ", done.stderr)
    with open("t.tex", encoding="utf-8") as f:
        text = f.read()
    told = [unescaped(t) for t in re.findall(r"^\\node.* \{(.*)\};$", text,
                                             re.M)]
    point(text.count("{") - text.count(r"\{") ==
          text.count("}") - text.count(r"\}"), "TikZ: braces")
    want = [t.replace("\u00a0", " ") for t in Picture("t.svg").texts]
    point([t for t in told if t.strip()] == want, "TikZ: every text",
          (told[:5], want[:5]))
    shapes = re.findall(r"^\\path.*;$", text, re.M)
    point(len(shapes) > 40 and all(
        re.fullmatch(r"\\path\[[^]]*\]( (\(-?\d+\.\d\d,-?\d+\.\d\d\)|--|\.\.|"
                     r"controls|and|cycle|ellipse \[[^]]*\]))+;", s)
        for s in shapes), "TikZ: every shape", shapes)
    rest = re.sub(r"^\\(path|node).*\n", "", text, flags=re.M)
    point(rest == "% Needs \\usepackage{tikz,amssymb}.\n"
          "\\begin{tikzpicture}[x=1bp,y=1bp]\n\\end{tikzpicture}\n",
          "TikZ: nothing else", rest)
    with open("c.tex", encoding="utf-8") as f:
        text = f.read()
    # PDF draws a line without width as thin as it can, and not at all in SVG.
    bare = re.findall(r"\\path\[line width=0\.00bp[^]]*\]", text)
    point(bare and not any("draw=" in path for path in bare),
          "TikZ: lines without width are not drawn", bare[:3])
    with open("n.tex", encoding="utf-8") as f:
        text = f.read()
    sizes = [float(s) for s in re.findall(r"\\fontsize\{([\d.]+)bp", text)]
    right = [float(x) for x in re.findall(r"\((\d+\.\d\d),", text)]
    point(min(sizes) >= 6 and max(right) <= 84 * 72 / 25.4 + 0.1,
          "TikZ: fits a column", (sizes, max(right)))


def standard_output():
    done = run("sb1.amdgcn", "export - as=svg width=60mm")
    try:
        point(etree.fromstring(done.stdout.encode()).tag == SVG + "svg",
              "to standard output, and nothing else")
    except etree.ParseError as e:
        point(False, "to standard output, and nothing else", e)
    done = run("sb1.amdgcn", "export -")
    point(done.stdout.startswith("@sb1  kernel"), "as text", done.stdout)
    for words, said in (("- as=gif", "there is no such format"),
                        ("x.svg width=0pt", "must be a length"),
                        ("x.svg width=3miles", "must be a length"),
                        ("x.svg width=", "must be a length"),
                        ("x.svg width=nanpt", "must be a length"),
                        ("x.svg text=6pt", "'text=' needs 'width='"),
                        ("x.txt color=no", "is of pictures"),
                        ("x.svg color=blue", "must be yes or no")):
        done = run("sb1.amdgcn", "export " + words)
        point(done.returncode == 2 and said in done.stderr,
              "refused: " + words, done.stderr)


def main():
    if not PICTURES:
        print("1..0 # SKIP built without Graphviz: libgraphviz-dev")
        return
    columns("bitonic_sort.amdgcn")
    point(all(map(is_grey, columns("srad.amdgcn", "color=no").colors)),
          "chosen and grey")
    kept()
    others()
    charts()
    swept()
    many_nests()
    grey()
    tikz()
    standard_output()
    print("1..%d" % points)


main()
