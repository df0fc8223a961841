#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tests that a lesson is a well-formed page, tells every revision and links only
to files beside it; that names from the module stay text in it; and that each
failure is reported in one line. TAP.
"""

import html.parser
import os
import re
import shutil
import subprocess
import sys
import xml.etree.ElementTree as etree

# Debian's modules are there for Debian's Python alone, but this one needs
# nothing more than Python.
sys.path.append("/usr/lib/python3/dist-packages")
try:
    import html5lib
except ImportError:
    html5lib = None

PROGRAM = os.environ["RECONVERGE"]
SAMPLES = os.environ["SAMPLES"]
PICTURES = os.access(os.path.join(os.environ["builddir"],
                                  "reconverge-graphviz"), os.X_OK)
VOID = {"meta", "img", "link", "br", "hr"}

points = 0


def point(good, name, told=""):
    global points
    points += 1
    print("%sok %d - %s" % ("" if good else "not ", points, name))
    if not good:
        for line in str(told)[-2000:].splitlines():
            print("# " + line)


def skip(name, why):
    global points
    points += 1
    print("ok %d - %s # SKIP %s" % (points, name, why))


def run(module, commands, **env):
    words = [PROGRAM, "-b"]
    for command in commands:
        words += ["-e", command]
    return subprocess.run(words + [module], capture_output=True, text=True,
                          env=dict(os.environ, **env), check=False)


class Page(html.parser.HTMLParser):
    """Reads a page by the rules of HTML: balanced elements, ids, links, and
    all text."""

    def __init__(self, folder):
        super().__init__()
        self.open, self.ids, self.links, self.said = [], [], [], []
        self.hrefs, self.heads, self.boxes = [], [], []
        self.scripts = []
        self.faults, self.tags = [], set()
        with open(os.path.join(folder, "index.html"), encoding="utf-8") as f:
            self.source = f.read()
        self.feed(self.source)
        self.close()
        self.text = "".join(self.said)
        self.faults += ["%s stays open" % tag for tag in self.open]

    def scrolls(self):
        """Are we in a box that scrolls by itself?"""
        return "wide" in self.boxes

    def handle_starttag(self, tag, attrs):
        if tag == "div":
            self.boxes.append(dict(attrs).get("class"))
        self.tags.add(tag)
        if tag == "script":
            self.scripts.append(dict(attrs))
        if tag not in VOID:
            self.open.append(tag)
        if re.fullmatch("h[1-6]", tag):
            self.heads.append(int(tag[1]))
        if tag == "img" and not dict(attrs).get("alt"):
            self.faults.append("a picture without words")
        if tag in ("pre", "table", "img") and not self.scrolls():
            self.faults.append("<%s> may be wider than the page" % tag)
        for key, value in attrs:
            if key == "id":
                self.ids.append(value)
            if key in ("href", "src"):
                self.links.append(value)
            if key == "href":
                self.hrefs.append(value)
            if key.startswith("on"):
                self.faults.append("a script: " + key)

    def handle_startendtag(self, tag, attrs):
        foreign = "svg" in self.open
        self.handle_starttag(tag, attrs)
        if foreign:
            self.handle_endtag(tag)
        elif tag not in VOID:
            self.faults.append("<%s/> is not empty in HTML" % tag)

    def handle_endtag(self, tag):
        if tag == "div":
            self.boxes.pop()
        if not self.open or self.open.pop() != tag:
            self.faults.append("</%s> closes something else" % tag)

    def handle_data(self, data):
        if not self.open or not {"style", "script", "svg"} & set(self.open):
            self.said.append(data)


def broken(page, folder):
    """Links that lead nowhere, or out of the folder."""
    bad = []
    for link in page.links:
        if link.startswith("#"):
            good = link[1:] in page.ids
        elif link.startswith("https://"):
            good = link in page.hrefs    # a link to a paper, outside of the page
        else:
            good = ".." not in link.replace("../", "", 1) and \
                ":" not in link and \
                os.path.isfile(os.path.join(folder, link))
        if not good:
            bad.append(link)
    return bad


def sound(folder, name):
    page = Page(folder)
    point(not page.faults, name + ": well-formed as HTML", page.faults)
    try:
        etree.fromstring(page.source)
        point(True, name + ": well-formed as XML")
    except etree.ParseError as e:
        point(False, name + ": well-formed as XML", e)
    bad = broken(page, folder)
    point(page.links and not bad, name + ": links", bad)
    point(len(page.ids) == len(set(page.ids)), name + ": ids", page.ids)
    outside = re.findall(r"url\(|@import|src=.https?:", page.source)
    point(not outside and not page.tags & {"link", "iframe"} and
          not any("src" in s for s in page.scripts),
          name + ": needs nothing from elsewhere", outside)
    steps = [b - a for a, b in zip(page.heads, page.heads[1:])]
    point(page.heads[0] == 1 and page.heads.count(1) == 1 and
          max(steps + [0]) <= 1, name + ": headings in order", page.heads)
    checked(folder, name, page)
    return page


def checked(folder, name, page):
    """The complaints of those checkers of HTML that are installed."""
    if shutil.which("tidy"):
        done = subprocess.run(["tidy", "-e", "-q", "-utf8",
                               folder + "/index.html"],
                              capture_output=True, text=True, check=False)
        # It does not know links in SVG.
        bad = [line for line in done.stderr.splitlines() if not re.search(
            '<a> proprietary attribute "href"$', line)]
        point(done.returncode < 2 and not bad,
              name + ": tidy has no complaint", done.stderr)
    else:
        skip(name + ": tidy", "tidy is not installed")
    if html5lib:
        parser = html5lib.HTMLParser(strict=True)
        try:
            parser.parse(page.source)
            point(True, name + ": html5lib has no complaint")
        except html5lib.html5parser.ParseError as e:
            point(False, name + ": html5lib has no complaint",
                  "%s %s" % (e, parser.errors))
    else:
        skip(name + ": html5lib", "python3-html5lib is not installed")


HOSTILE = r"""
target triple = "amdgcn-amd-amdhsa"
declare i32 @llvm.amdgcn.workitem.id.x()
define amdgpu_kernel void @"</title><script>k()</script>&\22'"(ptr %"<i>p") {
  %"<b>\FFid\01</b>" = call i32 @llvm.amdgcn.workitem.id.x()
  %"]]>c" = icmp eq i32 %"<b>\FFid\01</b>", 0
  br i1 %"]]>c", label %"</pre><script>", label %"&lt;\C3\28\0A&"
"</pre><script>":
  store i32 1, ptr %"<i>p"
  br label %"<!--"
"&lt;\C3\28\0A&":
  store i32 2, ptr %"<i>p"
  br label %"<!--"
"<!--":
  ret void
}
define void @other() {
  ret void
}
"""


def told():
    module = os.path.join(SAMPLES, "sb2.amdgcn.ll")
    steps = ["darm", "undo", "simplify", "mark whole", "darm",
             "check seeds=2"]
    done = run(module, steps + ["lesson story"])
    point(done.returncode == 0, "a lesson", done.stderr)
    page = sound("story", "a lesson")
    made = [line[0] for line in re.findall(r"^(P(\d+): .*)$", done.stdout,
                                           re.M)]
    kept = made[1:]    # the first step was undone
    point(len(kept) == 2, "steps were made", done.stdout)
    sections = [i for i in page.ids if i.startswith("step-")]
    point(sections == ["step-%d" % i for i in range(len(kept) + 1)],
          "a section a revision", sections)
    for line in kept:
        command = re.match(r"P\d+: (\w+)", line).group(1)
        point(re.search(r"\d\. %s \(%s\b" % (command, line.split(":")[0]),
                        page.text), "told: " + line, page.text)
    for words in ("Why threads diverge", "workitem.id", "splits the warp",
                  "aligned with what", "MP_S", "alignment matrix",
                  "Static: counted", "cycles by the cost table",
                  "Simulated: counted", "cycles of all warps",
                  "warps that split at least once",
                  "with 2 seeds: they leave the same memory",
                  "the seeds 1 to 2", "What could be done, and what not",
                  "Steps that were not done, and why", "refused: ",
                  "CGO 2022, Algorithm 1", "CGO 2022, Definitions 1 and 4",
                  "What else was tried", "P1 darm",
                  "whole", "check seeds=2", "new"):
        point(words in page.text, "told: " + words)
    files = os.listdir("story")
    for end in [".ll", ".dot"] + [".svg"] * PICTURES:
        point(sum(f.endswith(end) and "-warp" not in f
                  for f in files) == len(kept) + 1,
              "a %s a revision" % end, files)
    point(("img" in page.tags) == PICTURES, "pictures")
    with open("story/01-simplify.dot", encoding="utf-8") as f:
        dot = f.read()
    for words in ("revision=P2", "step=added", "step=changed", "step=same",
                  "profit=", "branch=divergent"):
        point(words in dot, "in the graph: " + words, dot)


def again():
    """The commands of a page make the same page again, and so does the same
    session."""
    module = os.path.join(SAMPLES, "sb2.amdgcn.ll")
    with open("story/commands.rcv", encoding="utf-8") as f:
        text = f.read()
    with open("story/again.rcv", "w", encoding="utf-8") as f:
        f.write(text + "lesson ../twice\n")
    done = subprocess.run([PROGRAM, "-b", "-x", "again.rcv", module],
                          capture_output=True, text=True, check=False,
                          cwd="story")
    os.remove("story/again.rcv")
    point(done.returncode == 0, "the commands run", done.stderr)
    for name in sorted(os.listdir("story")):
        point(open("story/" + name, "rb").read() ==
              open("twice/" + name, "rb").read(), "the same again: " + name)


def alone(folder):
    """The commands under "To do it again" make the same module in a folder
    that holds nothing but the page."""
    page = Page(folder)
    last = sorted(f for f in os.listdir(folder) if f.endswith(".ll"))[-1]
    line = re.search(r"^reconverge (-b.*)$", page.text, re.M).group(1)
    far = "alone-" + folder
    os.mkdir(far)
    for name in os.listdir(folder):
        if name in ("00-load.ll", "commands.rcv") or "launch" in name:
            shutil.copy(os.path.join(folder, name), far)
    done = subprocess.run([PROGRAM, "-o", "again.ll"] + line.split(),
                          capture_output=True, text=True, check=False,
                          cwd=far)
    point(done.returncode == 0, folder + ": done again in its folder",
          done.stderr)
    point(open(os.path.join(folder, last), "rb").read() ==
          open(far + "/again.ll", "rb").read(),
          folder + ": done again, the same module", line)


def hostile():
    with open("hostile.ll", "w", encoding="utf-8") as f:
        f.write(HOSTILE)
    done = run("hostile.ll", ["darm", "lesson bad"])
    point(done.returncode == 0, "hostile names", done.stderr)
    page = sound("bad", "hostile names")
    point(len(page.scripts) <= 3 and "</title><script>k()" in page.text,
          "names stay text", page.scripts)
    for name in sorted(os.listdir("bad")):
        if name.endswith(".svg"):
            try:
                etree.parse("bad/" + name)
                point(True, name + " can be read")
            except etree.ParseError as e:
                point(False, name + " can be read", e)
    done = run("hostile.ll", ["darm", "function other", "lesson other"])
    page = sound("other", "another function")
    point("another function" in page.text, "whose step it was", page.text)


def retold():
    """Consecutive rounds of darm are described as they were made, with the
    numbers that their blocks had then, even if other steps were tried
    before."""
    done = run(os.path.join(SAMPLES, "srad.amdgcn.ll"),
               ["darm", "undo", "simplify", "darm", "lesson retold"])
    point(done.returncode == 0, "rounds of melding", done.stderr)
    page = sound("retold", "rounds of melding")
    said = re.findall(r"^  (B\d+): melds (B\d+)(?:\.\.)? with (B\d+)",
                      done.stdout.split("\nP3: ")[1], re.M)
    told = re.findall(r"The branch of (B\d+): what was aligned"
                      r"(?:.|\n)*?^(B\d+)(?:\.\.)? with (B\d+)", page.text,
                      re.M)
    point(len(said) > 3 and sorted(said) == sorted(told),
          "rounds of melding, told as made", (said, told))


def sample(name, kernel, launch, commands, words):
    """The facts that the page of a sample, with its launch, must contain."""
    folder = name + "-" + commands[0].split()[0]
    steps = ["function " + kernel,
             "launch '%s/%s.launch.json'" % (SAMPLES, launch)] + commands
    done = run(os.path.join(SAMPLES, name + ".ll"),
               steps + ["check seeds=2", "lesson " + folder])
    point(done.returncode == 0, folder, done.stderr)
    page = sound(folder, folder)
    for text in ("they leave the same memory", "Simulated: counted",
                 "splits the warp") + words:
        point(text in page.text, folder + ", told: " + text)
    point("Not measured" not in page.text, folder + ": all was measured")
    strips = len([f for f in os.listdir(folder) if f.endswith("-warp.svg")])
    told = page.text.count("The first warp in P") if PICTURES else \
        page.text.count("What the first warp did")
    point(told > 1 and strips == (told if PICTURES else 0),
          folder + ": a strip of a warp a revision", (told, strips))
    alone(folder)
    return page


def samples():
    sample("bitonic_sort.amdgcn", "bitonic_sort", "bitonic_sort", ["darm"],
           ("The branch of B5", "Where its condition holds", "net +",
            "Algorithm 1"))
    sample("lin_irreducible.nvptx64", "lin_irreducible", "lin_irreducible",
           ["linearize when=always"],
           ("CC 2014", "put in which order", "unstructured edge",
            "the tests cost"))
    with open("lin_irreducible.nvptx64-linearize/01-linearize.dot",
              encoding="utf-8") as f:
        point("guard=" in f.read(), "guards in the graph")
    sample("flat_bench.nvptx64", "flat_bench_1_100", "flat_bench_1_100",
           ["profile", "flatten"],
           ("INJOIT 7(9), 2019", "formula (1)", "lanes of a warp are idle",
            "it pays"))
    sample("bbv_counts.amdgcn", "bbv_counts", "bbv_counts", ["regroup"],
           ("IEEE TCAD 35(7), 2016", "basic-block vector",
            "384 threads of ", "BBV-weighted-scheduled, cycles: "))
    sample("lin_interleave.nvptx64", "lin_interleave", "lin_interleave",
           ["linearize mode=interleave when=always",
            "set timing=scoreboard",
            "simulate"], ("wait only for results they use",
                          "asked to interleave"))
    sample("lin_short_circuit.amdgcn", "lin_short_circuit",
           "lin_short_circuit", ["pass structurizecfg", "undo",
                                 "linearize mode=all when=always", "unpredicate",
                                 "cleanup"],
           ("What else was tried", "P1 pass structurizecfg"))


def verdict(name, commands, words):
    """The verdict of a page on its last step, and whether the first line of
    the step is its command."""
    kernel, folder = name.split(".")[0], "verdict-" + name + "-%d" % points
    done = run(os.path.join(SAMPLES, name + ".ll"),
               ["launch '%s/%s.launch.json'" % (SAMPLES, kernel)] + commands +
               ["lesson " + folder])
    point(done.returncode == 0, folder, done.stderr)
    page = Page(folder)
    for text in words:
        point(text in page.text, "%s, told: %s" % (folder, text),
              page.text.split("What it is worth")[-1])
    return page


def verdicts():
    """Every step has a verdict, whether it gains, loses or hardly gains; also
    by the scoreboard, if that was asked for."""
    verdict("bitonic_sort.amdgcn", ["set decide=static", "darm"],
            ("The step is worth it.", "Read from bitonic_sort.amdgcn.ll",
             "net 212 + 72 - 8 = +276 guessed cycles"))
    verdict("lin_jump_out.amdgcn", ["linearize when=always"],
            ("The step loses time.", "more cycles than before",
             "Every warp that comes by runs the added code"))
    verdict("srad.amdgcn", ["set threshold=0", "set steps=fine",
                                "meld B24"],
            ("The step is not worth it by itself.",
             "less than 1 % does not make up for the changed code"))
    both = verdict("lin_interleave.amdgcn",
                   ["linearize mode=interleave when=always", "simulate",
                    "set timing=scoreboard"],
                   ("The step is worth it.", "fewer cycles than before by "
                    "the scoreboard", "more cycles than before by the cost "
                    "table", "the same by the scoreboard",
                    "by the scoreboard, where a warp waits only for "
                    "results that it uses, they go from"))
    short = both.text.split("In short")[-1].split("Words and signs")[0]
    point(re.search(r"scoreboard.*go from [\d,]+ to [\d,]+ \(-\d", short),
          "both kinds of cycles, in short", short)


def sums():
    """The terms of a net profit add up to that profit."""
    page = verdict("bitonic_sort.amdgcn", ["profile", "darm"],
                   ("every warp pays for what is added",))
    found = re.findall(r"net ([\d.]+) \u00d7 \((\d+)(?: \+ (\d+))?\) = (\d+), "
                       r"and (\d+) - (\d+)(?: - (\d+))? = ([-+]\d+) profiled cycles",
                       page.text)
    point(found, "a sum", page.text)
    for share, saved, fewer, gain, same, selects, more, net in found:
        made = int(float(share) * (int(saved) + int(fewer or 0)))
        point(made == int(gain) == int(same) and
              made - int(selects) - int(more or 0) == int(net),
              "the sum of %s" % net, found)


def fits():
    """No picture is wider than the page, and each leads to its full size."""
    page = Page("bitonic_sort.amdgcn-darm")
    rules = re.findall(r"^img,svg[^{]*\{([^}]*)\}", page.source, re.M)
    point(rules and "max-width:100%;height:auto" in rules[0] and
          not any("max-width:none" in r for r in rules),
          "pictures fit the page", rules)
    drawn = re.findall(r'<(?:img|svg) ', page.source)
    images = re.findall(r'<img [^>]*src="([^"]*)"', page.source)
    full = re.findall(r'<a class="full" href="([^"]*)">', page.source)
    point(set(images) <= set(full) and len(drawn) == len(full) and
          bool(images) == PICTURES,
          "pictures lead to their full size", (images, full))


def listed():
    """The samples' pages and the page that lists them."""
    done = subprocess.run(["sh", os.path.join(SAMPLES, "lessons.sh"), PROGRAM,
                           "listed", "sb1", "lin_jump_in", "lin_interleave"],
                          capture_output=True, text=True, check=False)
    point(done.returncode == 0, "the samples' lessons", done.stderr)
    page = sound("listed", "the list of lessons")
    for name in ("sb1.amdgcn", "sb1.nvptx64", "lin_jump_in.amdgcn",
                 "lin_jump_in.nvptx64"):
        point(name + "/index.html" in page.links, "listed: " + name)
        sound("listed/" + name, "listed " + name)
    for page, prev, after in (("sb1", None, "lin_jump_in"),
                              ("lin_jump_in", "sb1", "lin_interleave"),
                              ("lin_interleave", "lin_jump_in", None)):
        links = re.findall(r'rel="(prev|next)" href="([^"]*)"',
                           Page("listed/%s.nvptx64" % page).source)
        want = [(rel, "../%s.nvptx64/index.html" % to)
                for rel, to in (("prev", prev), ("next", after)) if to]
        point(links == want * 2, "beside " + page, links)
    page = Page("listed")
    for words in ("a divergent diamond in two nested loops", "linearize",
                  "10416 \u2192 10768; by the scoreboard 5318 \u2192 4342",
                  "checked 2 seeds"):
        point(words in page.text, "listed: " + words, page.text)
    point(sorted(os.listdir("listed"))[-1] == "sb1.nvptx64",
          "nothing is left lying", os.listdir("listed"))


def differing():
    """The page shows the difference that a check found."""
    text = ("target triple = \"nvptx64-nvidia-cuda\"\n"
            "define ptx_kernel void @k(ptr %%p) {\n"
            "  store i32 %d, ptr %%p\n  ret void\n}\n")
    for name, value in (("one", 1), ("two", 2)):
        with open(name + ".ll", "w", encoding="utf-8") as f:
            f.write(text % value)
    done = run("one.ll", ["launch grid=1 block=32 p=i32[1]",
                          "check two.ll P0 seeds=2"])
    point(done.returncode == 1, "a check that finds a difference",
          done.stdout + done.stderr)
    with open("differ.rcv", "w", encoding="utf-8") as f:
        f.write("launch grid=1 block=32 p=i32[1]\n"
                "check two.ll P0 seeds=2\nlesson differ\n")
    done = subprocess.run([PROGRAM, "-b", "--keep-going", "-x", "differ.rcv",
                           "one.ll"], capture_output=True, text=True,
                          check=False)
    page = sound("differ", "a difference")
    for words in ("P0 does not do what the file compared with does",
                  "The first difference: p[0]", "differs"):
        point(words in page.text, "a difference, told: " + words, page.text)


def explained():
    """Every phase has a text that explains it."""
    def rows(path, what):
        with open(os.path.join(os.environ["srcdir"], path),
                  encoding="utf-8") as f:
            return set(re.findall(what, f.read(), re.M))
    phases = rows("include/reconverge/phases.def",
                  r"^PHASE(?:_WITH)?\((\w+)")
    told = rows("src/export/lesson_phases.def", r'^ABOUT\("(\w+)"')
    point(phases and phases <= told, "every phase is explained",
          phases - told)


def nothing():
    """Pages without any step: for a kernel that diverges, and for code without
    a branch."""
    done = run(os.path.join(SAMPLES, "sb3.amdgcn.ll"), ["lesson none"])
    point(done.returncode == 0, "no step", done.stderr)
    page = sound("none", "no step")
    for words in ("It has not been transformed yet", "Not measured: ",
                  "Why threads diverge", "What could be done, and what not"):
        point(words in page.text, "no step, told: " + words)
    alone("none")
    with open("ret.ll", "w", encoding="utf-8") as f:
        f.write("target triple = \"nvptx64-nvidia-cuda\"\n"
                "define ptx_kernel void @bare() {\n  ret void\n}\n")
    done = run("ret.ll", ["darm", "lesson ret"])
    point(done.returncode == 0, "a bare return", done.stderr)
    page = sound("ret", "a bare return")
    for words in ("It has no conditional branch", "They do not diverge: ",
                  "there is nothing that could be done"):
        point(words in page.text, "a bare return, told: " + words)


def long_history():
    """A page of twenty steps."""
    steps = ["pass reg2mem", "pass mem2reg"] * 10
    done = run(os.path.join(SAMPLES, "sb1.amdgcn.ll"),
               ["launch '%s/sb1.launch.json'" % SAMPLES] + steps +
               ["check seeds=1", "lesson twenty"])
    point(done.returncode == 0, "twenty steps", done.stderr)
    page = sound("twenty", "twenty steps")
    made = len([f for f in os.listdir("twenty") if f.endswith(".ll")])
    point(made == 21 and "step-20" in page.ids, "twenty steps, all told", made)
    point("Not measured" not in page.text, "twenty steps, all measured")
    alone("twenty")


def long_function():
    """A long chain of diamonds: the page leaves out the picture and some
    branches."""
    n = 400
    lines = ["target triple = \"amdgcn-amd-amdhsa\"",
             "declare i32 @llvm.amdgcn.workitem.id.x()",
             "define amdgpu_kernel void @long(ptr %p) {",
             "  %t = call i32 @llvm.amdgcn.workitem.id.x()",
             "  br label %a0"]
    for i in range(n):
        lines += ["a%d:" % i, "  %%c%d = icmp eq i32 %%t, %d" % (i, i),
                  "  br i1 %%c%d, label %%b%d, label %%d%d" % (i, i, i),
                  "b%d:" % i, "  store i32 %d, ptr %%p" % i,
                  "  br label %%a%d" % (i + 1),
                  "d%d:" % i, "  store i32 -1, ptr %p",
                  "  br label %%a%d" % (i + 1)]
    with open("long.ll", "w", encoding="utf-8") as f:
        f.write("\n".join(lines + ["a%d:" % n, "  ret void", "}", ""]))
    done = run("long.ll", ["darm", "lesson long"])
    point(done.returncode == 0, "a long function", done.stderr)
    page = sound("long", "a long function")
    for words in ("400 branches diverge", "340 more are not told",
                  "more are not shown", "No picture: 1202 blocks",
                  "The rest is left out"):
        point(words in page.text, "told: " + words)


def folded_function():
    """Arms of many diamonds each: the page folds those that a step did not
    change."""
    outer, inner = 24, 6
    lines = ["target triple = \"amdgcn-amd-amdhsa\"",
             "declare i32 @llvm.amdgcn.workitem.id.x()",
             "define amdgpu_kernel void @folded(ptr %p) {",
             "  %t = call i32 @llvm.amdgcn.workitem.id.x()",
             "  br label %o0"]
    for o in range(outer):
        lines += ["o%d:" % o, "  %%k%d = icmp ult i32 %%t, %d" % (o, o),
                  "  br i1 %%k%d, label %%a%d_0, label %%o%d"
                  % (o, o, o + 1)]
        for i in range(inner):
            n = "%d_%d" % (o, i)
            then = "a%d_%d" % (o, i + 1) if i + 1 < inner else "e%d" % o
            lines += ["a%s:" % n,
                      "  %%c%s = icmp eq i32 %%t, %d" % (n, i),
                      "  br i1 %%c%s, label %%b%s, label %%d%s" % (n, n, n),
                      "b%s:" % n, "  store i32 %d, ptr %%p" % i,
                      "  br label %" + then,
                      "d%s:" % n, "  store i32 -1, ptr %p",
                      "  br label %" + then]
        lines += ["e%d:" % o, "  br label %%o%d" % (o + 1)]
    with open("folded.ll", "w", encoding="utf-8") as f:
        f.write("\n".join(lines + ["o%d:" % outer, "  ret void", "}", ""]))
    done = run("folded.ll", ["set steps=fine", "meld B2", "lesson folded"])
    point(done.returncode == 0, "a function to be folded", done.stderr)
    page = sound("folded", "a function to be folded")
    with open("folded/01-meld.dot", encoding="utf-8") as f:
        dot = f.read()
    boxes = len(re.findall(r"^\t+[BR]\d+ \[", dot, re.M))
    point(outer < boxes <= 150, "folded until it can be read", boxes)
    point("step=added" in dot and "step=changed" in dot,
          "what the step changed is not folded", dot)
    point("No picture" not in page.text or not PICTURES, "and drawn")
    point(not PICTURES or "are folded, a box each" in page.text, "and said")


def failures():
    small = os.path.join(SAMPLES, "sb1.amdgcn.ll")
    done = run(small, ["lesson bare"], RECONVERGE_GRAPHVIZ="/no/worker")
    page = sound("bare", "without pictures")
    point(done.returncode == 0 and "No picture: " in page.text and
          "B0 entry" in page.text, "the graph is there as text", page.text)
    with open("taken", "w", encoding="utf-8"):
        pass
    for words, said in (("taken", "cannot make the folder: File exists"),
                        ("no/where", "cannot make the folder: No such file"),
                        ("", "cannot make the folder: No such file")):
        done = run(small, ["lesson '%s'" % words])
        point(done.returncode == 2 and said in done.stderr.split("\n")[0],
              "refused: '%s'" % words, done.stderr)


def ends():
    """A reader who adds up the ends of the matrices comes to the number that is
    told, or is told why not."""
    done = run(os.path.join(SAMPLES, "bitonic_sort.amdgcn.ll"),
               ["meld", "lesson ends"])
    point(done.returncode == 0, "ends of matrices", done.stderr)
    text = sound("ends", "ends of matrices").text
    found = re.search(r"matrices end at (\d+) \+ (\d+) = (\d+) = (\d+) - "
                      r"(\d+) for selects.*: (\d+) - (\d+) = (\d+) cycles",
                      text)
    point(found, "the ends of the matrices are told", text)
    a, b, total, saved, early, again, late, rest = map(int, found.groups())
    point(a + b == total == saved - early and saved == again and
          saved - late == rest, "the terms add up", found.group())
    point("saves %d cycles" % saved in text and
          "selects cost %d" % late in text, "the terms are those of the sum")


def main():
    told()
    ends()
    again()
    retold()
    hostile()
    samples()
    verdicts()
    sums()
    fits()
    listed()
    differing()
    explained()
    nothing()
    long_history()
    long_function()
    folded_function()
    failures()
    print("1..%d" % points)


if __name__ == "__main__":
    main()
