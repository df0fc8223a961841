#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tests what a lesson adds for its script, and its questions: the data beside a
picture are the steps that `trace` tells, every box leads to its block, and every
answer is found again from the trace. TAP."""

import html
import json
import os
import re
import shutil
import subprocess

PROGRAM = os.environ["RECONVERGE"]
SAMPLES = os.environ["SAMPLES"]
SCRIPT = os.path.join(os.environ["srcdir"], "src/export/lesson.js")
PICTURES = os.access(os.path.join(os.environ["builddir"],
                                  "reconverge-graphviz"), os.X_OK)

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


def lesson(sample, kernel, step):
    """The page, the traces of P0 and of the result, and the loops of P0."""
    words = [PROGRAM, "-b", "--json"]
    for command in ("function " + kernel,
                    "launch '%s/%s.launch.json'" % (SAMPLES, kernel),
                    "trace count=20000", "loops", "divergence", step,
                    "trace count=20000", "lesson " + sample):
        words += ["-e", command]
    done = subprocess.run(words + [os.path.join(SAMPLES, sample + ".ll")],
                          capture_output=True, text=True, check=False)
    point(done.returncode == 0, sample, done.stderr)
    said = [json.loads(line) for line in done.stdout.splitlines()]
    with open(sample + "/index.html", encoding="utf-8") as f:
        page = f.read()
    return page, said[2], said[6], said[3], said[4]


def unpack(data):
    """The steps as (block, lanes, [(block, lanes) that wait])."""
    for step in data[4].split(" "):
        pairs = [pair.split(".") for pair in step.split(",")]
        runs, *waits = [(data[2][int(b, 36)][0],
                         int(data[3][int(m, 36)], 16)) for b, m in pairs]
        yield runs, waits


def waiting(step):
    """Those of a step's lanes that wait, by where they go on."""
    above, found = int(step["lanes"], 16), []
    for entry in reversed(step["stack"]):
        lanes = int(entry["lanes"], 16)
        if lanes & ~above and entry["at"]:
            found.append((entry["at"], lanes & ~above))
        above |= lanes
    return found


def data_of(page, name, traces):
    """The data of the slider are the trace."""
    found = re.findall(r'<script type="application/json">(.*?)</script>', page)
    point(len(found) == 2 and not re.search("[<>&]", "".join(found)),
          name + ": data of two pictures", found)
    for text, trace in zip(found, traces):
        data = json.loads(text)
        steps = list(unpack(data))
        want = [((s["block"], int(s["lanes"], 16)), waiting(s))
                for s in trace["trace"][:1500]]
        point(data[1] == trace["steps"] and steps == want,
              name + ": the steps are the trace's", (steps[:5], want[:5]))


def links_of(page, name):
    """Every box leads to its block, which has its code."""
    for nth, svg in enumerate(re.findall(r"<svg .*?</svg>", page, re.S)):
        links = re.findall(r'<a href="#([^"]*)">', svg)
        titles = re.findall(r'class="node">\s*<title>(B\d+)<', svg)
        point(links and links == ["s%d-b%s" % (nth, t[1:]) for t in titles],
              name + ": a link a box", (links, titles))
        blocks = [re.search(r'<div id="%s">(.*?)</div>' % link, page, re.S)
                  for link in links]
        point(all(b and "<pre>" in b.group(1) for b in blocks),
              name + ": and a block a link")
        point(" id=" not in svg, name + ": no names that two pictures share")


def answers(page):
    part = re.search(r'<section id="questions">(.*?)</section>', page, re.S)
    text = re.findall(r"<summary>(.*?)</summary>\s*<p>(.*?)</p>",
                      part.group(1), re.S)
    return [(html.unescape(re.sub("<[^>]*>", "", q)),
             html.unescape(re.sub("<[^>]*>", "", a))) for q, a in text]


def lanes(number):
    return bin(number).count("1")


def first_split(trace, divergent):
    steps = [(s["block"], int(s["lanes"], 16)) for s in trace["trace"]]
    for i, ((block, was), (to, now)) in enumerate(zip(steps, steps[1:])):
        if block in divergent and now != was and not now & ~was:
            return i + 1, block, to, lanes(was), lanes(now)
    return None


def questions(name, page, before, after, loops, divergence):
    asked = answers(page)
    divergent = {b["block"] for b in divergence["branches"]}

    def of(words):
        return [(q, a) for q, a in asked if words in q]

    split = first_split(before, divergent)
    told = re.search(r"That of (B\d+), in step (\d+)\. Of the (\d+) lanes.*? "
                     r"\((\d+)\) go to (B\d+) first",
                     of("first to split")[0][1])
    point(told and (int(told[2]), told[1], told[5], int(told[3]),
                    int(told[4])) == split,
          name + ": the first split", (split, asked))

    masks = [int(s["lanes"], 16) for s in before["trace"]]
    every = max(masks)
    told = re.search(r"In (\d+) of its (\d+) steps\. The fewest are active in "
                     r"step (\d+), in (B\d+): (\d+) of (\d+)",
                     of("all threads")[0][1])
    few = min(range(len(masks)), key=lambda i: lanes(masks[i]))
    point(told and told.groups() == (
        str(masks.count(every)), str(len(masks)), str(few + 1),
        before["trace"][few]["block"], str(lanes(masks[few])),
        str(lanes(every))), name + ": active lanes", (told, few))

    for question, answer in of("How often does"):
        lane, block = re.search(r"lane (\d+) come to (B\d+)",
                                question).groups()
        times = [sum(m >> i & 1 for s, m in zip(before["trace"], masks)
                     if s["block"] == block) for i in range(64)]
        said = re.match(r"(Once|\d+ times)", answer).group(1)
        most = re.search(r"Lane (\d+) comes (\d+) times", answer)
        point(block in {l["header"] for l in loops["loops"]} and
              times[int(lane)] == min(t for t in times if t) and
              said == ("Once" if times[int(lane)] == 1
                       else "%d times" % times[int(lane)]) and
              (times[int(most[1])] == int(most[2]) == max(times) if most
               else max(times) == times[int(lane)]),
              name + ": rounds of a loop", (question, answer, times))
    told = re.search(r"It enters (\d+)", of("fewer blocks in P1")[0][1])
    point(told and int(told[1]) == after["steps"],
          name + ": before and after", asked)
    point(all(a.endswith(".") and q.endswith("?") for q, a in asked),
          name + ": whole sentences", asked)


def page_of(sample, kernel, step):
    page, before, after, loops, divergence = lesson(sample, kernel, step)
    questions(sample, page, before, after, loops, divergence)
    if not PICTURES:
        skip(sample + ": pictures", "Graphviz's libgvc is missing")
        return
    data_of(page, sample, [before, after])
    links_of(page, sample)
    scripts = re.findall(r"<script>(.*?)</script>", page, re.S)
    point(len(scripts) == 1 and "http" not in scripts[0] and
          "<noscript>" in page, sample + ": one script, and words without it")


def numbers():
    """LLVM's numbers of blocks are no names: they would be taken for ours."""
    with open("numbers.ll", "w", encoding="utf-8") as f:
        f.write("target triple = \"nvptx64-nvidia-cuda\"\n"
                "declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()\n"
                "define ptx_kernel void @k(ptr %0) {\n"
                "  %2 = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()\n"
                "  %3 = icmp eq i32 %2, 7\n"
                "  br i1 %3, label %4, label %5\n"
                "4:\n  store i32 1, ptr %0\n  br label %5\n"
                "5:\n  ret void\n}\n")
    done = subprocess.run([PROGRAM, "-b", "-e", "simulate", "-e",
                           "lesson numbers", "numbers.ll"],
                          capture_output=True, text=True, check=False)
    with open("numbers/index.html", encoding="utf-8") as f:
        page = f.read()
    point(re.findall(r"<strong>(B\d.*?)</strong>", page) ==
          ["B0", "B1", "B2"] * PICTURES, "numbers of blocks", done.stderr)
    point(not PICTURES or re.findall(r'\["(B\d)","B\d","(.*?)"', page) ==
          [("B0", ""), ("B1", ""), ("B2", "")], "numbers in the data", page)


def script():
    node = shutil.which("node")
    if not node:
        skip("the script", "node is missing (Debian package nodejs)")
        return
    done = subprocess.run([node, "--check", SCRIPT], capture_output=True,
                          text=True, check=False)
    point(done.returncode == 0, "the script can be read", done.stderr)


def refused():
    for words in ("prev=javascript:x", "next=/etc/x", "list=", "to=x", "more"):
        done = subprocess.run([PROGRAM, "-b", "-e", "lesson no " + words,
                               os.path.join(SAMPLES, "sb1.amdgcn.ll")],
                              capture_output=True, text=True, check=False)
        point(done.returncode == 2 and not os.path.exists("no"),
              "refused: " + words, done.stderr)


def main():
    page_of("bitonic_sort.amdgcn", "bitonic_sort", "darm")
    page_of("suffix_walk.nvptx64", "suffix_walk", "linearize mode=loops")
    numbers()
    script()
    refused()
    print("1..%d" % points)


main()
