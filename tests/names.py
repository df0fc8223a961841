#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Nothing that the program prints or writes holds control characters, or lines
that a name made up: functions, kernels, blocks, values, parameters, variables,
types, metadata, callees, source files and files of the user are named with
newlines, escape sequences and bytes that are no UTF-8. A journal and the
commands of a lesson, which repeat such names, run again. TAP."""

import os
import re
import subprocess
import sys
import tempfile

PROGRAM = os.environ["RECONVERGE"]

# The hostile names as bytes, and as LLVM writes them between quotes. A name
# that is printed raw makes a line FORGED, or a command that writes a file.
RAW = b"\nFORGED\r\x1b[31m\x7f\xc2\x9b2J\x9b'\"<b>&\\\nwrite PWNED.ll\n#"


def written(prefix):
    return prefix + "".join(
        chr(b) if 32 <= b < 127 and b not in b'"\\' else "\\%02X" % b
        for b in RAW)


MODULE = """
source_filename = "{file}"
target triple = "amdgcn-amd-amdhsa"

%"{type}" = type {{ i32, i32 }}
@"{tile}" = internal addrspace(3) global [64 x i32] undef, align 4

define amdgpu_kernel void @"{kernel}"(ptr addrspace(1) %"{p}", i32 %"{n}") !dbg !5 {{
"{entry}":
  %"{id}" = call i32 @llvm.amdgcn.workitem.id.x(), !dbg !7
  %"{at}" = getelementptr %"{type}", ptr addrspace(1) %"{p}", i32 %"{id}", !dbg !7
  %"{c}" = icmp ult i32 %"{id}", %"{n}", !dbg !7
  br i1 %"{c}", label %"{then}", label %"{else}", !dbg !7
"{then}":
  %"{a}" = mul i32 %"{id}", 3, !dbg !8, !"{md}" !9
  %"{s}" = getelementptr i32, ptr addrspace(3) @"{tile}", i32 %"{id}", !dbg !8
  store atomic i32 %"{a}", ptr addrspace(3) %"{s}" syncscope("{scope}") monotonic, align 4, !dbg !8
  store i32 %"{a}", ptr addrspace(1) %"{at}", !dbg !8
  br label %"{end}", !dbg !8
"{else}":
  %"{b}" = mul i32 %"{id}", 5, !dbg !8
  store i32 %"{b}", ptr addrspace(1) %"{at}", !dbg !8
  br label %"{end}", !dbg !8
"{end}":
  ret void
}}

define amdgpu_kernel void @"{calls}"(ptr addrspace(1) %"{p}") "{attr}"="{attr}" {{
  call void @"{nobody}"(ptr addrspace(1) %"{p}"), !dbg !11
  call void asm sideeffect "{asm}", "~{{memory}}"()
  %m = call i1 @llvm.read_register.i1(metadata !9)
  ret void
}}

define void @"{helper}"(i32 %"{n}") {{
"{entry}":
  ret void
}}

declare void @"{nobody}"(ptr addrspace(1))
declare i1 @llvm.read_register.i1(metadata)
declare i32 @llvm.amdgcn.workitem.id.x()

!llvm.dbg.cu = !{{!0}}
!llvm.module.flags = !{{!2}}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, producer: "{producer}", emissionKind: FullDebug)
!1 = !DIFile(filename: "{source}", directory: "{folder}")
!2 = !{{i32 2, !"Debug Info Version", i32 3}}
!3 = !{{}}
!4 = !DISubroutineType(types: !3)
!5 = distinct !DISubprogram(name: "{program}", scope: !1, file: !1, line: 1, type: !4, unit: !0, spFlags: DISPFlagDefinition)
!7 = !DILocation(line: 1, column: 3, scope: !5)
!8 = !DILocation(line: 2, column: 3, scope: !5)
!9 = !{{!"{string}"}}
!10 = distinct !DISubprogram(name: "{program}", scope: !1, file: !1, line: 9, type: !4, unit: !0, spFlags: DISPFlagDefinition)
!11 = !DILocation(line: 12, column: 3, scope: !5)
"""


def module():
    """A module in which every name in braces is hostile. LLVM refuses a
    metadata kind or a scope with a quote only where it prints them raw."""
    names = re.findall(r"(?<!\{)\{(\w+)\}(?!\})", MODULE)
    text = MODULE.replace('!"{md}" !9', "!annotation !9")
    return text.format(**{n: written(n) for n in names})


COMMANDS = """functions
cfg
cfg rails
show B0
show B1
show B2
divergence
why B0
why %{c}
regions
loops
dominators
source
candidates
align B0
score
preview meld B0
coverage
launch grid=2 block=64 0=i32[256]:iota 1=40
simulate
simulate trace=0 races=yes
metrics
metrics blocks
trace block=0
trace warp=0
bbv
bbv b.csv
bbv b.json
groups
profile
check
model
model model.json
profile
candidates
bbv
dump 0 values.bin
compare 0 values.bin
export matrix.txt matrix B1 B2
export matrix.dot matrix B1 B2
meld B0
darm
history
diff
diff P0 P1
check P0
mark {mark}
goto mark:{mark}
export cfg.txt
export regions.txt regions
export dominators.txt dominators
export history.txt history
export warp.txt warp block=0
export cfg.dot
export cfg.json
export history.dot history
export cfg.svg
export {file}.dot
lesson lesson
journal j.rcv
write w.ll
show B99
show {mark}
why %nosuch
function nosuch
function {calls}
launch
simulate
coverage
check
launch kernel={mark}
function {helper}
simulate
link {file}
source-file {file}
expect {mark}==1
set {mark}=1
set mode={mark}
launch {file}
compare 0 {file}
emit {file}.s
nosuch
{mark}
undo
"""


def quoted(data):
    """Bytes as one word of a command."""
    return "$'%s'" % "".join(
        chr(b) if 32 <= b < 127 and b not in b"'\\" else "\\x%02x" % b
        for b in data)


def script():
    words = {n: quoted(n.encode() + RAW)
             for n in ("mark", "helper", "calls")}
    words["file"] = quoted(b"file" + RAW.replace(b"/", b""))
    words["c"] = quoted(b'"' + written("c").encode() + b'"')
    return COMMANDS.format(**words)


def fault(data):
    """A text that says what is wrong with the bytes, or None."""
    try:
        text = data.decode()
    except UnicodeDecodeError as e:
        return "no UTF-8: %r" % data[max(0, e.start - 40):e.start + 20]
    bad = re.search("[\0-\x08\x0b-\x1f\x7f-\x9f]", text)
    if bad:
        return "%r" % text[max(0, bad.start() - 60):bad.start() + 20]
    bad = re.search(r"^[^\w]*(FORGED|write PWNED)", text, re.M)
    return bad and "a line of its own: %r" % text[bad.start():bad.end() + 60]


def run(*args, stdin=b""):
    return subprocess.run([PROGRAM, "-b", *args], input=stdin, timeout=120,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE)


class Tap:
    def __init__(self):
        self.n = 0

    def ok(self, name, trouble):
        self.n += 1
        print("%s %d - %s" % ("not ok" if trouble else "ok", self.n, name))
        if trouble:
            print("#", str(trouble).replace("\n", "\n# "), flush=True)


def main():
    tap = Tap()
    os.chdir(tempfile.mkdtemp(prefix="names."))
    with open("m.ll", "w", encoding="ascii") as f:
        f.write(module())
    path = b"m" + RAW.replace(b"/", b"") + b".ll"
    os.link("m.ll", path)
    for color in ("never", "always"):
        for json in ((), ("--json",)):
            done = run("--color=" + color, *json, "--keep-going", "-x", "-",
                       b"./" + path, stdin=script().encode())
            for name, out in (("output", done.stdout),
                              ("messages", done.stderr)):
                if color == "always":
                    out = re.sub(rb"\x1b\[[0-9;]*m", b"", out)
                    wrong = re.search(rb".*FORGED[^\n]*\x1b\[31m", done.stdout)
                else:
                    wrong = None
                tap.ok("%s, colour %s%s" % (name, color, " ".join(json)),
                       fault(out) or wrong)
    for folder, _, files in sorted(os.walk(b".")):
        for name in sorted(files):
            if name.endswith((b".ll", b".s", b".bc", b".bin")):
                continue
            with open(os.path.join(folder, name), "rb") as f:
                tap.ok("file " + repr(os.path.join(folder, name)),
                       fault(f.read()))
    tap.ok("no command was forged",
           os.path.exists("PWNED.ll") and "PWNED.ll was written")
    for rcv in ("j.rcv", "lesson/commands.rcv"):
        with open(rcv, "rb") as f:
            commands = f.read()
        done = run("-q", "--keep-going", "-x", rcv, "m.ll")
        tap.ok("%s holds the commands" % rcv, b"meld B0" not in commands)
        tap.ok("%s runs again" % rcv,
               done.stderr if done.returncode == 2 else None)
        tap.ok("%s writes what it should" % rcv,
               os.path.exists("PWNED.ll") and "PWNED.ll was written")
    print("1..%d" % tap.n)


if __name__ == "__main__":
    main()
