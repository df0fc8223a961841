#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""sweep-one.py PROGRAM SECONDS MIB COMMANDS MODULE: one job of sweep.sh.

Runs the commands (separated by ;) in every kernel of the module, or, if it has
no kernel, in every function with a divergent branch. The commands for each
kernel start from the module as loaded, and from KERNEL.launch.json if that file
lies beside the module. Prints a line of JSON for each command, `functions`
first: the output of reconverge, with members "module" and "kernel" added. If
reconverge crashes or exceeds a limit, a last line gives the reason and the
status is 1; the lines before it are still printed.
"""

import json
import os
import resource
import subprocess
import sys

NOT_OURS = ("goto", "function", "launch")    # commands of opening()


def quoted(name):
    return "'" + name.replace("'", "'\\''") + "'"


class Job:
    def __init__(self, program, seconds, mib, module):
        self.program, self.module = program, module
        self.seconds, self.bytes = float(seconds), int(mib) << 20

    def limit(self):
        if self.bytes:
            resource.setrlimit(resource.RLIMIT_AS, (self.bytes, self.bytes))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))

    def run(self, script):
        """Returns the JSON objects that reconverge has printed, and the reason
        why it crashed or was stopped, or None."""
        p = subprocess.Popen(
            [self.program, "--batch", "--json", "--keep-going", "--quiet",
             "--script=-", "--", self.module], stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            preexec_fn=self.limit)
        why = None
        try:
            out, err = p.communicate(script.encode(), timeout=self.seconds)
        except subprocess.TimeoutExpired:
            p.kill()
            out, err = p.communicate()
            why = "more than %g seconds" % self.seconds
        if not why and p.returncode < 0:
            why = "ended by signal %d" % -p.returncode
        lines = out.decode("utf-8", "replace").split("\n")
        if lines.pop() and not why:
            why = "half a line"
        objects = [json.loads(line) for line in lines]
        if objects and objects[0]["command"] is None:   # nothing was run
            why = why or objects[0]["error"]["message"]
            objects = []
        if not why and not objects:
            why = err.decode("utf-8", "replace").strip().split("\n")[0]
            # "reconverge: FILE:LINE: message": the place is this module's.
            why = why.rsplit(": ", 1)[-1] or "nothing printed"
        return objects, why

    def tell(self, kernel, **rest):
        print(json.dumps({"module": self.module, "kernel": kernel, **rest}))


def kernels(functions):
    names = [f["name"] for f in functions if f["kind"] == "kernel"]
    return names or [f["name"] for f in functions if f["score"]["divergent"]]


def opening(module, name):
    """The commands that select a kernel and its launch."""
    launch = os.path.join(os.path.dirname(module), name + ".launch.json")
    return ["goto P0", "function " + quoted(name)] + \
        (["launch " + quoted(launch)] if os.path.exists(launch) else [])


def main():
    job = Job(*sys.argv[1:4], sys.argv[5])
    commands = [c for c in sys.argv[4].split(";") if c.strip()]
    objects, why = job.run("functions\n")
    if why:
        job.tell(None, ok=False, error={"message": why})
        return 1
    job.tell(None, **objects[0])
    names = kernels(objects[0]["functions"])
    lines = []
    for name in names:
        lines += opening(job.module, name) + commands
    if not lines:
        return 0
    objects, why = job.run("\n".join(lines) + "\n")
    kernel, at = None, -1
    for o in objects:
        if o["command"].split()[0] == "function":
            at += 1
            kernel = names[at]
        if o["command"].split()[0] not in NOT_OURS or not o["ok"]:
            job.tell(kernel, **o)
    if why:
        job.tell(kernel, ok=False, error={"message": why},
                 left=len(names) - at - 1)
    return 1 if why else 0


if __name__ == "__main__":
    sys.exit(main())
