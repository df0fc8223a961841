#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How many wrong edits of kernels does `check` refute? A mutation score: R. DeMillo,
R. Lipton, F. Sayward, "Hints on Test Data Selection", Computer 11(4), 1978,
doi.org/10.1109/C-M.1978.218136.

Each edit changes one line of a kernel: an operation, an operand, a constant, a
condition, a guard, a phi, a store, a flag, an alignment, a barrier or a fence.
Many edits change nothing that a run can show, so that they are judged against
thorough executors, and the score is the part of what these tell that `check`
refutes, too. An edit of what threads order counts as told if the answer says so
("tested in part").

Guessed launch: `check` as by default, with 8 seeds. The executor runs every launch
that it can think of: up to 33 launches that were said, with 16 seeds each, and the
guess with 64 seeds, which stands for 384 launches.

Said launches: up to seven, each by itself. What the user says stays as it is, so
that no executor may take other numbers: an edit of a loop that runs n times is told
by no run in which n is 0. Only data made by a generator change, with the seed. The
executor therefore runs the same launch with 64 seeds, `check` with 8, and each pair
of an edit and a launch counts. What is missed then is told only by rare data of
later seeds, such as two equal random numbers where > became >=; it is named.

Kernels: the samples, compiled at plain -O2, random kernels of IR and random
kernels of OpenCL C (tests/fuzz). Goals: 95 % with a guessed launch, 100 % with a
said one.

    mutations.py [--kernels N] [--edits N] [--seed N] [--missed FOLDER]

--missed: where the edits that were missed are left. Environment: CLANG, RECONVERGE,
SAMPLES, srcdir.
"""
import argparse
import collections
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
SRC = os.environ.get("srcdir", ".")
sys.path[:0] = [os.path.join(SRC, "tests", "equiv"), os.path.join(SRC, "tests", "fuzz")]
import corpus  # noqa: E402
import proof   # noqa: E402

SAMPLES = os.environ.get("SAMPLES") or os.path.join(SRC, "samples")
OURS = os.environ.get("RECONVERGE") or "reconverge"
CLANG = os.environ.setdefault("CLANG", "clang-22")
os.environ.setdefault("OPT", "opt-22")
CPU = {"amdgcn": ("amdgcn-amd-amdhsa", "-mcpu=gfx906"),
       "nvptx64": ("nvptx64-nvidia-cuda", "-march=sm_75")}
SECONDS = 300
DEFAULT, THOROUGH = 8, 64   # seeds
SAID = 7                    # launches of a kernel

# ---- edits -------------------------------------------------------------------

OTHER = {"add": "sub", "sub": "add", "mul": "add", "and": "or", "or": "and", "xor": "or",
         "shl": "lshr", "lshr": "ashr", "ashr": "lshr", "udiv": "sdiv", "sdiv": "udiv",
         "urem": "srem", "srem": "urem", "fadd": "fsub", "fsub": "fadd", "fmul": "fadd"}
CONDITION = {"eq": "ne", "ne": "eq", "sgt": "sge", "sge": "sgt", "slt": "sle", "sle": "slt",
             "ugt": "uge", "uge": "ugt", "ult": "ule", "ule": "ult", "ogt": "olt", "olt": "ogt"}


def operation(line, rng):
    found = re.search(r"= (\w+)((?: nuw| nsw| exact| disjoint| fast| contract)*) ", line)
    if not found or found.group(1) not in OTHER:
        return None
    return line[:found.start(1)] + OTHER[found.group(1)] + " " + line[found.end():]


def operand(line, rng):
    """The operands change places, or one becomes the other."""
    found = re.search(r"= (?:sub|shl|lshr|ashr|udiv|sdiv|fsub|fdiv|add|mul|and|or|xor)"
                      r"[\w ]* ([^ ,]+), ([^ ,]+)", line)
    if not found or found.group(1) == found.group(2):
        return None
    a, b = found.group(1, 2)
    if re.search(r"= (?:add|mul|and|or|xor)", line):
        b = a
    else:
        a, b = b, a
    return line[:found.start(1)] + a + ", " + b + line[found.end():]


def constant(line, rng):
    if re.search(r"= (?:phi|call|alloca|getelementptr.*i32 0)|^ *(?:switch|ret|call|br|fence)", line):
        return None
    found = list(re.finditer(r"(?<=[ ,])(-?\d+)(?=[,)\n]|$)", line.split(", align")[0]))
    if not found:
        return None
    one = rng.choice(found)
    return line[:one.start()] + str(int(one.group()) + 1) + line[one.end():]


def condition(line, rng):
    found = re.search(r"= [if]cmp(?: samesign| fast)? (\w+) ", line)
    if not found or found.group(1) not in CONDITION:
        return None
    return line[:found.start(1)] + CONDITION[found.group(1)] + line[found.end(1):]


def guard(line, rng):
    """A branch goes the other way, or always the same way."""
    found = re.match(r"(  br i1 )([^,]+), (label %[^,]+), (label %[^,\n]+)(.*)", line)
    if not found or found.group(3) == found.group(4):
        return None
    head, which, yes, no, rest = found.groups()
    if rng.random() < 0.5:
        return head + which + ", " + no + ", " + yes + rest
    return head + rng.choice(["true", "false"]) + ", " + yes + ", " + no + rest


def phi(line, rng):
    """One edge brings another number. Values of other edges would seldom be valid."""
    found = re.match(r"  %\S+ = phi (i\d+|float) (.*)", line)
    if not found:
        return None
    pairs = list(re.finditer(r"\[ ([^,]+), %[^ \]]+ \]", line))
    one = rng.choice(pairs) if rng else pairs[0]
    other = {"i1": ("true", "false"), "float": ("1.000000e+00", "0.000000e+00")}.get(
        found.group(1), ("1", "0"))
    return line[:one.start(1)] + other[one.group(1) == other[0]] + line[one.end(1):]


def select(line, rng):
    found = re.match(r"(  %\S+ = select (?:fast )?i1 [^,]+), (\S+ \S+), (\S+ [^ ,\n]+)$", line)
    return "%s, %s, %s" % found.group(1, 3, 2) if found else None


def store(line, rng):
    found = re.match(r"  store (?:volatile )?(i\d+|float) ([^,]+), ", line)
    if not found:
        return None
    if rng.random() < 0.5:
        return ""
    zero = "0" if found.group(1) != "float" else "0.000000e+00"
    return line[:found.start(2)] + zero + line[found.end(2):] if found.group(2) != zero else ""


def flag(line, rng):
    for word, flags in ((r"= (?:add|sub|mul|shl) (?!nuw|nsw)", ("nsw ", "nuw ")),
                        (r"= (?:lshr|ashr|udiv|sdiv) (?!exact)", ("exact ",)),
                        (r"= or (?!disjoint)", ("disjoint ",)),
                        (r"= zext (?!nneg)", ("nneg ",))):
        found = re.search(word, line)
        if found:
            return line[:found.end()] + rng.choice(flags) + line[found.end():]
    return None


def align(line, rng):
    if not re.search(r"(?:load|store) .*align [1248]\b", line):
        return None
    return re.sub(r"align [1248]\b", "align 16", line)


def barrier(line, rng):
    return "" if re.match(r"  (?:tail )?call void @llvm\.\S*barrier", line) else None


def fence(line, rng):
    return "" if re.match(r"  fence ", line) else None


EDITS = (operation, operand, constant, condition, guard, phi, select, store, flag, align,
         barrier, fence)
ORDER = ("barrier", "fence")


def edits_of(kernel, rng, count):
    """[(kind, the module with one line changed)]: kinds in turn, lines at random."""
    lines = kernel.text.split("\n")
    first = next(i for i, l in enumerate(lines)
                 if l.startswith("define") and "@" + kernel.symbol + "(" in l)
    last = lines.index("}", first)
    pools = {}
    for edit in EDITS:
        at = [i for i in range(first + 1, last) if edit(lines[i], rng) is not None]
        rng.shuffle(at)
        if at:
            pools[edit] = at
    made = []
    while pools and len(made) < count:
        for edit in [e for e in EDITS if e in pools]:
            i = pools[edit].pop()
            if not pools[edit]:
                del pools[edit]
            new = edit(lines[i], rng)
            if new is not None and new != lines[i] and len(made) < count:
                made.append((edit.__name__, "\n".join(lines[:i] + [new] * (new != "") +
                                                      lines[i + 1:])))
    return made


# ---- checks ------------------------------------------------------------------

def answers(folder, kernel, files, launches, seeds):
    """The verdicts of each file, one for each launch ("": guessed)."""
    commands = ["set workers=1", "function " + kernel.symbol]
    for launch in launches:
        commands += ["launch " + launch] * bool(launch)
        commands += ["check P0 %s seeds=%d" % (f, seeds) for f in files]
    script = os.path.join(folder, "script.rcv")
    with open(script, "w", encoding="utf-8") as out:
        out.write("\n".join(commands) + "\n")
    try:
        said = subprocess.run([OURS, "-b", "-q", "--json", "--keep-going", "-x", script, "was.ll"],
                              cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.DEVNULL, text=True, timeout=SECONDS).stdout
    except subprocess.TimeoutExpired as stopped:
        said = (stopped.stdout or b"").decode()
    found = collections.defaultdict(list)
    for line in said.splitlines():
        one = json.loads(line) if line.startswith("{") and line.endswith("}") else {}
        word = one.get("command", "").split(" ")
        if word[0] == "launch" and not one["ok"]:
            sys.exit("%s: %s" % (kernel.name, one["error"]["message"]))
        if word[0] == "check":
            found[word[2]].append("invalid" if not one["ok"] else
                                  "weaker" if one["weaker"] else one["verdict"])
    return found


def is_told(kind, verdicts):
    return "differs" in verdicts or (kind in ORDER and "weaker" in verdicts)


# What the executor can tell and `check` with a guessed launch can (0 or 1); on how
# many said launches the executor can tell it, and `check`.
Edit = collections.namedtuple("Edit", "kind file told guessed told_said said")


def judged(kernel, folder, rng, count):
    made = edits_of(kernel, rng, count)
    with open(os.path.join(folder, "was.ll"), "w", encoding="utf-8") as out:
        out.write(kernel.text)
    files = ["m%d.ll" % i for i in range(len(made))]
    for name, (_, text) in zip(files, made):
        with open(os.path.join(folder, name), "w", encoding="utf-8") as out:
            out.write(text)
    kind_of = dict(zip(files, (kind for kind, _ in made)))

    def told(files, launches, seeds):
        found = answers(folder, kernel, files, launches, seeds) if files else {}
        return {f for f in files if is_told(kind_of[f], found.get(f, []))}

    guessed = answers(folder, kernel, files, [""], DEFAULT)
    files = [f for f in files if guessed[f] and "invalid" not in guessed[f]]
    by_guess = {f for f in files if is_told(kind_of[f], guessed[f])}
    said, on_said = collections.Counter(), collections.Counter()
    for launch in kernel.launches[:SAID]:
        found = told(files, [launch], DEFAULT)
        said.update(found)
        on_said.update(found | told([f for f in files if f not in found], [launch], THOROUGH))
    at_all = by_guess | set(on_said)
    at_all |= told([f for f in files if f not in at_all], kernel.launches[SAID:], 2 * DEFAULT)
    at_all |= told([f for f in files if f not in at_all], [""], THOROUGH)
    return [Edit(kind_of[f], f, f in at_all, f in by_guess, on_said[f], said[f]) for f in files]


# ---- kernels -----------------------------------------------------------------

def random_launches(kernel):
    """Said launches: every flavour of data, other numbers in place of the kernel's; the
    first ones differ in both."""
    made = []
    for turn in range(3):
        for i, n in enumerate((None, 0, 1, 2, 3, 5, 8, 16, 33, -1, 85)):
            words = proof.launch_words(kernel, (i + turn) % 3)
            if n is not None:
                words = [re.sub(r"^(arg\d+)=-?\d+$", r"\1=%d" % n, w) for w in words]
            made.append(" ".join(words))
    return list(dict.fromkeys(made))


def sample_launches(path):
    """The sample's own launch with other ranges of its random data."""
    with open(path, encoding="utf-8") as f:
        launch = json.load(f)
    made = [path]
    for low, high in ((0, 2), (0, 8), (1, 100), (0, 1000)):
        words = ["%s=%s[%d]:random(%d,%d)" % (name, a["type"], a["count"], low, high)
                 for name, a in launch.get("args", {}).items()
                 if isinstance(a, dict) and "random" in a and "count" in a]
        if words:
            made.append(path + " " + " ".join(words))
    return made


def samples(folder):
    for path in sorted(os.listdir(SAMPLES)):
        stem = path[:-len(".cl")]
        launch = os.path.abspath(os.path.join(SAMPLES, stem + ".launch.json"))
        if not path.endswith(".cl") or not os.path.exists(launch):
            continue
        for target, (triple, cpu) in CPU.items():
            made = os.path.join(folder, "sample.ll")
            # With names of values, as the launches name the parameters.
            done = subprocess.run([CLANG, "-x", "cl", "-cl-std=CL1.2", "--target=" + triple, cpu,
                                   "-nogpulib", "-fno-discard-value-names", "-Xclang",
                                   "-finclude-default-header", "-O2", "-I", SAMPLES, "-emit-llvm",
                                   "-S", "-o", made, os.path.join(SAMPLES, path)],
                                  stderr=subprocess.DEVNULL)
            if done.returncode:
                continue
            with open(made, encoding="utf-8") as f:
                text = f.read()
            kernel = corpus.Kernel("%s.%s" % (stem, target), stem, target, text, "")
            if "@%s(" % stem in text:
                kernel.launches = sample_launches(launch)
                yield kernel


def randoms(count, first):
    for i in range(count):
        make = corpus.source_kernel if i % 3 == 2 else \
            lambda seed: next(corpus.random_kernels(seed, 1))
        kernel = make(first + i)
        kernel.launches = random_launches(kernel)
        yield kernel


# ---- the whole ---------------------------------------------------------------

def print_table(rows):
    print("%-10s %6s %6s %8s %10s %6s" % ("edit", "valid", "told", "guessed", "told, said",
                                          "said"))
    sums = None
    for kind in [e.__name__ for e in EDITS] + ["all"]:
        own = [r for r in rows if kind in ("all", r.kind)]
        sums = [sum(r[i] for r in own) for i in range(2, 6)]
        print("%-10s %6d %6d %8d %10d %6d" % (kind, len(own), *sums))
    for what, whole, part, goal in (("guessed", *sums[:2], 95), ("said", *sums[2:], 100)):
        print("%s launches: %.1f %% of what the executor can tell (goal %d %%)"
              % (what, 100.0 * part / max(whole, 1), goal))


def main():
    args = argparse.ArgumentParser()
    args.add_argument("--kernels", type=int, default=18, help="random ones")
    args.add_argument("--edits", type=int, default=10, help="of each kernel")
    args.add_argument("--seed", type=int, default=1)
    args.add_argument("--missed")
    args = args.parse_args()
    rng, rows = random.Random(args.seed), []
    with tempfile.TemporaryDirectory() as folder:
        for kernel in list(randoms(args.kernels, args.seed * 1000)) + list(samples(folder)):
            own = judged(kernel, folder, rng, args.edits)
            rows += own
            for row in own:
                if args.missed and (row.told > row.guessed or row.told_said > row.said):
                    at = os.path.join(args.missed, kernel.name.replace(":", "-"))
                    os.makedirs(at, exist_ok=True)
                    for name in ("was.ll", row.file):
                        shutil.copy(os.path.join(folder, name), at)
                    print("missed: %s in %s/%s%s%s" % (
                        row.kind, at, row.file, ", guessed" * (row.told > row.guessed),
                        ", said" * (row.told_said > row.said)), flush=True)
    print_table(rows)
    return 0


if __name__ == "__main__":
    sys.exit(main())
