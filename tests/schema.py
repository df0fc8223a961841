#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Everything that `export FILE.json` writes fits export.schema.json, and what
`help` says in JSON fits help.schema.json. Both schemas refuse documents that
are broken. The checker knows the words that these schemas use and fails at any
other word."""

import copy
import json
import os
import re
import subprocess
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)),
                                "fuzz"))

import program  # noqa: E402

KNOWN = {"$ref", "$schema", "title", "description", "definitions", "oneOf",
         "type", "const", "enum", "pattern", "minimum", "required",
         "properties", "additionalProperties", "items"}
TYPES = {"string": str, "object": dict, "array": list, "boolean": bool,
         "integer": int, "number": (int, float), "null": type(None)}


def is_type(value, name):
    if isinstance(value, bool):
        return name == "boolean"
    return isinstance(value, TYPES[name])


def faults(value, schema, top, where="$"):
    """The faults of the value, one line each."""
    unknown = set(schema) - KNOWN
    if unknown:
        yield f"the schema says {unknown}"
    if "$ref" in schema:
        name = schema["$ref"].rsplit("/", 1)[1]
        yield from faults(value, top["definitions"][name], top, where)
    if "oneOf" in schema:
        tried = [list(faults(value, one, top, where))
                 for one in schema["oneOf"]]
        if sum(not t for t in tried) != 1:
            yield f"{where}: not one of its forms: " + min(
                (t for t in tried if t), key=len, default=["several"])[0]
    types = schema.get("type")
    if types and not any(is_type(value, t) for t in
                         ([types] if isinstance(types, str) else types)):
        yield f"{where}: {value!r} is no {types}"
        return
    if "const" in schema and value != schema["const"]:
        yield f"{where}: {value!r} is not {schema['const']!r}"
    if "enum" in schema and value not in schema["enum"]:
        yield f"{where}: {value!r} is none of {schema['enum']}"
    if isinstance(value, str) and not re.search(schema.get("pattern", ""),
                                                value):
        yield f"{where}: {value!r} is not {schema['pattern']}"
    if is_type(value, "number") and value < schema.get("minimum", value):
        yield f"{where}: {value} is too small"
    if isinstance(value, list) and "items" in schema:
        for i, item in enumerate(value):
            yield from faults(item, schema["items"], top, f"{where}[{i}]")
    if isinstance(value, dict):
        yield from members(value, schema, top, where)


def members(value, schema, top, where):
    for name in schema.get("required", ()):
        if name not in value:
            yield f"{where}: {name} is missing"
    for name, item in value.items():
        if name in schema.get("properties", {}):
            yield from faults(item, schema["properties"][name], top,
                              f"{where}.{name}")
        elif schema.get("additionalProperties") is False:
            yield f"{where}: {name} is not in the schema"


def broken(document, needed):
    """Copies of the document, each broken in one place."""
    for name in needed:
        less = {k: v for k, v in document.items() if k != name}
        yield f"without {name}", less
        other = copy.deepcopy(document)
        other[name] = {"no": "such"}
        yield f"another {name}", other
    yield "something more", {**document, "more": 1}


class Tests:
    def __init__(self):
        self.n = 0

    def point(self, name, wrong):
        self.n += 1
        print(f"{'not ok' if wrong else 'ok'} {self.n} - {name}")
        for line in wrong[:5]:
            print("# " + line)


def export(module, launch):
    commands = ["darm", "linearize when=always", "mark start", "simulate",
                "check seeds=1", "undo"]
    commands += [f"export x.{w}.json {w}" for w in WHATS]
    args = [a for c in [launch] + commands for a in ("-e", c)]
    run = subprocess.run(["reconverge", "-b", "-q", "--keep-going", *args,
                          module], stdout=subprocess.PIPE,
                         stderr=subprocess.STDOUT, text=True)
    return [line for line in run.stdout.splitlines()
            if line.startswith("reconverge: ") and
            "no pair of subgraphs" not in line and
            "nothing to undo" not in line]


def score_differs(schema):
    path = os.path.join(os.environ["srcdir"], "include", "reconverge",
                        "counts.def")
    with open(path, encoding="utf-8") as file:
        rows = re.findall(r'^COUNT\(\w+, "([\w-]+)", \w+, \w+,\s+SCORE\(',
                          file.read(), re.M)
    return [f"{name}: {what}: {sorted(set(names) ^ set(rows))}"
            for name in ("score", "score_kinds")
            for what in ("required", "properties")
            for names in [schema["definitions"][name][what]]
            if not rows or sorted(names) != sorted(rows)]


WHATS = tuple(program.ask().drawings)


def schema_at(*path):
    with open(os.path.join(os.environ["srcdir"], "src", *path),
              encoding="utf-8") as file:
        return json.load(file)


def test_help(tests):
    """The answer of `help`, on which other tests rely."""
    run = subprocess.run(["reconverge", "-b", "--json", "-e", "help"],
                         stdout=subprocess.PIPE, check=True)
    said = json.loads(run.stdout)
    schema = schema_at("cmd", "help.schema.json")
    tests.point("help is as the schema says",
                list(faults(said, schema, schema)))
    tests.point("help: the schema says no to what is wrong",
                [how for how, bad in broken(said, schema["required"])
                 if not list(faults(bad, schema, schema))])
    names = [s["name"] for s in said["settings"]]
    wrong = [f"{c['name']} reads {r}" for c in said["commands"] if c["phase"]
             for r in c["phase"]["reads"] + list(c["phase"]["keys"].values())
             if r not in names]
    tests.point("help: phases read settings that there are", wrong)


def main():
    tests, seen = Tests(), {}
    samples = os.environ["SAMPLES"]
    schema = schema_at("export", "export.schema.json")
    test_help(tests)
    tests.point("a score is the rows of counts.def that have a member",
                score_differs(schema))
    for name in ("bitonic_sort.amdgcn", "nqueens.nvptx64",
                 "lin_jump_out.amdgcn", "mergesort.nvptx64"):
        launch = os.path.join(samples,
                              name.split(".")[0] + ".launch.json")
        wrong = export(os.path.join(samples, name + ".ll"),
                       f"launch '{launch}'")
        tests.point(f"{name}: exported", wrong)
        for what in WHATS:
            path = f"x.{what}.json"
            if not os.path.exists(path):
                continue
            with open(path, encoding="utf-8") as file:
                seen[what] = json.load(file)
            os.remove(path)
            tests.point(f"{name}: {what} is as the schema says",
                        list(faults(seen[what], schema, schema)))
    for what in WHATS:
        if what not in seen:
            tests.point(f"{what} was exported at all", ["it was not"])
            continue
        needed = schema["definitions"][what]["required"]
        good = [how for how, bad in broken(seen[what], needed)
                if not list(faults(bad, schema, schema))]
        tests.point(f"{what}: the schema says no to what is wrong", good)
    print(f"1..{tests.n}")


if __name__ == "__main__":
    sys.exit(main())
