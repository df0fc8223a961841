# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Commands on one kernel, with a `check` after every act.

A step is (settings, act). The answers of the program are read. A problem is a
`check` that finds a difference, a kernel that has a fault before it was
transformed, a command that failed, or a module that LLVM's verifier or a code
generator does not take. Each problem is left in a folder: the module, the
script, and the command that runs them.
"""

import glob
import json
import os
import re
import shlex
import shutil
import subprocess
import tempfile

import device

SECONDS = 120  # seconds; a session that takes longer is taken to hang
SETARCH = shutil.which("setarch")

# The contents for buffers of the kinds of corpus.py, one for each flavour of
# data; the last is random numbers mixed with values at limits.
FILLS = {
    "any": ["random", "random(0,16)",
            "values(0,1,2,-1,-2147483648,2147483647,7,0,123456789,-3,16)"],
    "small": ["random(0,16)"],
    "float": ["random", "random(-100,100)",
              "values(0.5,-2,inf,1,nan,-0.0,1e-40,3e38,7,-inf,100,1e-3)"],
    "zero": ["zero"],
}
# Parts of the messages with which a command refuses a kernel.
REFUSALS = ("cannot change places", "'redirect' is not a parameter")
TYPES = {"any": "i32", "small": "i32", "float": "f32", "zero": "i32"}


def launch_words(kernel, flavour=0):
    """The launch of a kernel (corpus.py) in the words of the command
    `launch`."""
    given = dict(w.split("=", 1) for w in kernel.launch.split())
    words = ["grid=" + given["grid"], "block=" + given["block"]]
    for i, arg in enumerate(given["args"].split(",")):
        kind, value = arg.split(":")
        if kind in FILLS:
            fills = FILLS[kind]
            words.append("arg%d=%s[%s]:%s" % (i, TYPES[kind], value,
                                           fills[flavour % len(fills)]))
        else:
            words.append("arg%d=%s" % (i, value))
    return words


def read(path):
    with open(path, encoding="utf-8") as f:
        return f.read()


class Tap:
    """Prints TAP: points, with comments below them."""

    def __init__(self):
        self.points = 0
        self.bad = 0

    def point(self, good, text):
        self.points += 1
        self.bad += not good
        print("%sok %d - %s" % ("" if good else "not ", self.points, text),
              flush=True)

    def skip(self, text, reason):
        self.point(True, "%s # SKIP %s" % (text, reason))

    @staticmethod
    def note(text):
        print("# " + str(text).replace("\n", "\n# "), flush=True)

    def done(self):
        print("1..%d" % self.points)
        return 1 if self.bad else 0


class Problem:
    """One thing that went wrong with one kernel."""

    def __init__(self, kernel, what, void=False):
        self.kernel = kernel
        self.what = what
        self.void = void  # the kernel itself is at fault
        self.folder = None

    def __str__(self):
        return "%s: %s%s" % (self.kernel.name, self.what,
                             ": " + self.folder if self.folder else "")


def script_of(kernel, launch, steps, seeds, stem=None):
    """A command file: every act followed by a check against the kernel as it
    was loaded. What each act makes is written to files that begin with `stem`.
    """
    lines = ["set workers=1 decide=static judge=table", "function " + kernel.symbol, launch]
    for settings, act in steps:
        if settings:
            lines.append("set " + settings)
        lines.append(act)
        if not act.startswith("goto"):
            lines.append("check seeds=%d" % seeds)
        if stem and not act.startswith("goto"):
            lines.append("write '%s.%d.ll'" % (stem, len(lines)))
    return "\n".join(lines) + "\n"


def run(program, module, script, fixed=False):
    """Run the commands. Returns their answers and the messages on standard
    error; None if the program did not end in time. With `fixed`, address
    randomization is off."""
    words = [program, "-b", "-q", "--json", "--keep-going", "-x", script,
             module]
    if fixed and SETARCH:
        words = [SETARCH, "-R"] + words
    try:
        done = subprocess.run(words, stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              timeout=SECONDS)
    except subprocess.TimeoutExpired:
        return None, "no end after %d s" % SECONDS
    answers = []
    for line in done.stdout.decode(errors="replace").splitlines():
        if line.startswith("{"):
            answers.append(json.loads(line))
    said = done.stderr.decode(errors="replace").strip()
    if done.returncode not in (0, 1, 2):
        said = "died: %d %s" % (done.returncode, said[-300:])
        return None, said
    return answers, said


def problems_of(kernel, answers, said, ncommands):
    """The problems that the answers of a script show."""
    found = []
    done = []
    for answer in answers or []:
        command = answer.get("command", "?")
        if not answer.get("ok"):
            error = answer.get("error") or {}
            if any(words in error.get("message", "") for words in REFUSALS):
                continue
            found.append("%s: %s" % (command[:60], error.get("message", said)))
            if command.startswith("launch"):
                break
        elif command.startswith("check"):
            if answer["verdict"] == "void":
                return [Problem(kernel, "at fault as loaded: %s"
                                % fault_text(answer["void_reason"]), True)]
            if answer["weaker"]:
                found.append("after %s: orders less: %s" % (
                    ", ".join(done) or "nothing", answer["weaker"]))
                break
            if answer["verdict"] == "differs":
                found.append("after %s: %s" % (
                    ", ".join(done) or "nothing",
                    difference_text(answer["difference"])))
                break
        elif not command.startswith(("set ", "function ", "launch", "write")):
            done.append(command)
    if answers is None:
        found.append(said)
    elif len(answers) < ncommands and not found:
        found.append("%d of %d commands answered: %s"
                     % (len(answers), ncommands, said))
    return [Problem(kernel, what) for what in found]


def fault_text(fault):
    if isinstance(fault, dict):
        return fault.get("text") or json.dumps(fault)
    return str(fault)


def difference_text(difference):
    text = difference["text"] or difference["race"] or ""
    for side in ("a", "b"):
        if difference.get(side + "_fault"):
            text += " | %s: %s" % (side, fault_text(difference[side +
                                                               "_fault"]))
    if difference.get("b_writer"):
        text += " | written by " + difference["b_writer"]
    return "seed %d: %s" % (difference["seed"], text)


class Prover:
    """Runs scripts and leaves failures in the folder `keep`. If `tools`
    (device.py) are given, they check every module that is made; `turn`
    chooses the CPU."""

    def __init__(self, program, folder, keep, seeds, tools=None, turn=0):
        self.program = program
        self.folder = folder
        self.keep = keep
        self.seeds = seeds
        self.tools = tools
        self.turn = turn

    def prove(self, kernel, launch, steps, name=""):
        """Returns (problems, number of checks, acts that changed
        something)."""
        stem = os.path.join(self.folder, re.sub(r"[^\w.-]", "-", kernel.name +
                                                name))
        with open(stem + ".ll", "w", encoding="utf-8") as out:
            out.write(kernel.text)
        script = script_of(kernel, launch, steps, self.seeds,
                           self.tools and stem)
        with open(stem + ".rcv", "w", encoding="utf-8") as out:
            out.write(script)
        answers, said = run(self.program, stem + ".ll", stem + ".rcv")
        found = problems_of(kernel, answers, said, len(script.splitlines()))
        found += self.refused(kernel, stem)
        if found:
            self.leave(stem, found)
        checks = [a for a in answers or [] if a.get("ok") and
                  a.get("command", "").startswith("check")]
        for path in (stem + ".ll", stem + ".rcv"):
            os.unlink(path)
        return found, len(checks), len({a["b"] for a in checks} - {"P0"})

    def refused(self, kernel, stem):
        """The problems that the tools find in the modules that were written,
        but not in the one that was loaded."""
        paths = sorted(glob.glob(glob.escape(stem) + ".*.ll"))
        texts = [kernel.text]
        for path in paths:
            texts.append(read(path))
            os.unlink(path)
        if len(texts) == 1:
            return []
        with tempfile.TemporaryDirectory(dir=self.folder) as folder:
            modules = [device.Module("m%d" % i, text, kernel.target)
                       for i, text in enumerate(dict.fromkeys(texts))]
            for module in modules:
                module.write(folder)
            found = device.refused(self.tools, modules, folder, self.turn)
        before = [stage for stage, _ in found.pop("m0", ())]
        return [Problem(kernel, "%s: %s" % why) for said in found.values()
                for why in said if why[0] not in before]

    def leave(self, stem, found):
        """Write the failure to a folder of its own, with the command that
        repeats it."""
        folder = os.path.join(self.keep, os.path.basename(stem))
        os.makedirs(folder, exist_ok=True)
        shutil.copy(stem + ".ll", os.path.join(folder, "k.ll"))
        with open(os.path.join(folder, "k.rcv"), "w", encoding="utf-8") as out:
            out.write(read(stem + ".rcv").replace(stem, "k"))
        again = "%s -b -x k.rcv k.ll" % shlex.quote(self.program)
        with open(os.path.join(folder, "what"), "w", encoding="utf-8") as out:
            out.write("%s\n%s\n" % (again, "\n".join(p.what for p in found)))
        for problem in found:
            problem.folder = folder
