#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Every object that a command prints with --json fits answers.schema.json: those
of the examples of all commands, and those that tests/cmd and tests/gpu expect. A member that
the schema does not have is a fault. TAP.

With --update the schema is written anew from these objects; then read what
changed: a member that is gone, or that is not always there any more, breaks
programs that rely on it, and needs a new version."""

import copy
import glob
import json
import os
import re
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import examples  # noqa: E402
import schema as checker  # noqa: E402

VERSION = 1
PATH = os.path.join(os.environ["srcdir"], "src/cmd/answers.schema.json")
# Members that are objects whose keys are names: of counts, settings, parameters.
MAPS = {"kinds", "score", "before", "after", "loaded", "parent", "current",
        "settings", "from", "to", "counts", "metrics", "models", "args"}
# Members that are places in the source; null: unknown.
PLACES = {"place", "block_place"}
IDS = re.compile(r"([BRLP])\d+$")


# ---- objects ---------------------------------------------------------------

def of_examples():
    commands = examples.ask()
    rows, _ = examples.rows_in_order(commands)
    for sample in dict.fromkeys(sample for sample, _ in rows):
        module = os.path.join(examples.SAMPLES, sample + ".amdgcn.ll")
        lines = [line for of, line in rows if of == sample]
        lines = ["show settings", "show costs", "help darm"] + lines
        with tempfile.TemporaryDirectory() as folder:
            run = subprocess.run([examples.PROGRAM, "-b", "--json",
                                  "--keep-going", "-x", "-",
                                  module], cwd=folder, input="\n".join(lines),
                                 stdout=subprocess.PIPE, encoding="utf-8",
                                 stderr=subprocess.DEVNULL, check=False)
        yield from run.stdout.splitlines()


def of_tests():
    folder = os.path.join(os.environ["srcdir"], "tests/%s/*.t")
    for path in sorted(glob.glob(folder % "cmd") + glob.glob(folder % "gpu")):
        with open(path, encoding="utf-8") as file:
            for line in file:
                if line.startswith("{"):
                    yield re.sub(r"\{\{.*?\}\}", "1", line)


def answers():
    """(verb, object); `help` without an argument has a schema of its own."""
    for line in [*of_examples(), *of_tests()]:
        try:
            said = json.loads(line)
        except ValueError:
            continue
        if isinstance(said, dict) and isinstance(said.get("command"), str) \
                and "ok" in said and "commands" not in said:
            yield (said["command"].split() or [""])[0], said


# ---- the schema from objects -----------------------------------------------

def name_of(value):
    if isinstance(value, bool):
        return "boolean"
    return {str: "string", int: "number", float: "number", dict: "object",
            list: "array", type(None): "null"}[type(value)]


def place():
    place = {"$ref": "#/definitions/place"}
    return {"type": ["object", "null"], "additionalProperties": False,
            "required": ["file", "line", "column"],
            "properties": {"file": {"type": "string"},
                           "line": {"type": "number"},
                           "column": {"type": "number"},
                           "inlined_at": place}}


def infer(values, is_map=False):
    types = sorted({name_of(v) for v in values})
    if types == ["null"]:
        return {}  # what else it may be was not heard
    result = {"type": types[0] if len(types) == 1 else types}
    dicts = [v for v in values if isinstance(v, dict)]
    if dicts and is_map:
        inner = [v for d in dicts for v in d.values()]
        result["additionalProperties"] = infer(inner) if inner else {}
    elif dicts:
        keys = list(dict.fromkeys(k for d in dicts for k in d))
        result["additionalProperties"] = False
        result["required"] = [k for k in keys if all(k in d for d in dicts)]
        result["properties"] = {
            k: {"$ref": "#/definitions/place"} if k in PLACES
            else infer([d[k] for d in dicts if k in d], k in MAPS)
            for k in keys}
    items = [v for a in values if isinstance(a, list) for v in a]
    if items:
        result["items"] = infer(items)
    texts = [v for v in values if isinstance(v, str)]
    letters = {m.group(1) if m else None for m in map(IDS.match, texts)}
    if len(letters) == 1 and None not in letters and len(texts) > 1:
        result["pattern"] = f"^{letters.pop()}[0-9]+$"
    return result


def failure():
    """What a command says that failed."""
    error = {"message": {"type": "string"}, "file": {"type": "string"},
             "line": {"type": "number"}, "column": {"type": "number"}}
    return {"type": "object", "additionalProperties": False,
            "required": ["command", "ok", "error"],
            "properties": {
                "module": {"type": "string"}, "kernel": {"type": "string"},
                "function": {"type": "string"},
                "command": {"type": ["string", "null"]},
                "ok": {"const": False},
                "error": {"type": "object", "additionalProperties": False,
                          "required": ["message"], "properties": error}}}


def make(seen):
    """All acts answer alike, whether they changed something or not."""
    acts = {c["name"] for c in examples.ask() if c["phase"]} | {"pass", "import"}
    by_name = {}
    for verb, said in seen:
        if said["ok"]:
            by_name.setdefault("an act" if verb in acts else verb,
                               []).append(said)
    definitions = {"failure": failure(), "place": place()}
    for name in sorted(by_name):
        definitions[name] = infer(by_name[name])
        for key in ("module", "kernel"):  # with --list and --kernels
            definitions[name]["properties"].setdefault(key, {"type": "string"})
    for verb in sorted(acts):
        definitions[verb] = {"$ref": "#/definitions/an act"}
    return {"$schema": "http://json-schema.org/draft-07/schema#",
            "title": "What the commands of reconverge print with --json: "
                     f"version {VERSION}",
            "description": "An object fits the definition that has the name of "
                           "its command or that of a failure",
            "definitions": definitions}


def write(top, file):
    """A line breaks behind a sign, before it has 100 columns."""
    lines = [""]
    for part in re.split(r"(?<=[,\[{]) ", json.dumps(top)):
        if len(lines[-1]) + len(part) > 97 or \
                re.match(r'"[^"]+": \{"type": "object",', part):
            lines.append(" ")
        lines[-1] += (" " if lines[-1].strip() else "") + part
    file.write("\n".join(line.rstrip() for line in lines) + "\n")


# ---- the test --------------------------------------------------------------

def wrong_with(said, verb, top):
    name = verb if said["ok"] else "failure"
    if name not in top["definitions"]:
        return [f"{verb}: the schema does not have this command"]
    return [f"{said['command']}: {fault}" for fault in
            checker.faults(said, top["definitions"][name], top)]


def told_version():
    run = subprocess.run([examples.PROGRAM, "-b", "--json", "-e", "help"],
                         stdout=subprocess.PIPE, check=True)
    return json.loads(run.stdout)["answers"]


def is_taken(bad, verb, top):
    return not wrong_with(bad, verb, top)


def main():
    seen = list(answers())
    if sys.argv[1:] == ["--update"]:
        with open(PATH, "w", encoding="utf-8") as file:
            write(make(seen), file)
        return 0
    with open(PATH, encoding="utf-8") as file:
        top = json.load(file)
    tests = checker.Tests()
    verbs = {command["name"] for command in examples.ask()}
    told = {verb for verb, said in seen if said["ok"]}
    silent = {"quit"}
    tests.point("every command was heard",
                sorted(verbs - told - silent))
    tests.point("the schema has every command", sorted(
        verbs - set(top["definitions"]) - silent))
    for verb in sorted({verb for verb, _ in seen}):
        tests.point(f"{verb}: its objects are as the schema says",
                    [fault for other, said in seen if other == verb
                     for fault in wrong_with(said, verb, top)])
    tests.point("help tells the schema and its version", [] if told_version() ==
                {"schema": os.path.basename(PATH), "version": VERSION}
                and top["title"].endswith(f"version {VERSION}") else ["no"])
    bad = []
    for verb, said in seen[:40]:
        more = {**copy.deepcopy(said), "more": 1}
        less = {k: v for k, v in said.items() if k != "ok"} | {"ok": 3}
        bad += [f"{verb}: {how}" for how, one in (("more", more), ("ok", less))
                if is_taken(one, verb, top)]
    tests.point("the schema says no to what is wrong", bad)
    print(f"1..{tests.n}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
