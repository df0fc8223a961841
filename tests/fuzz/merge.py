# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Several modules of one target, in text, as one module."""

import re

NUMBERED = re.compile(r"(?<![\w@%$.])([!#])(\d+)\b")
OWN = re.compile(r"^(?:define [^\n]*?)?@([\w.$]*[A-Za-z][\w.$]*)(?:\(| = )",
                 re.M)
# Named metadata that can stand once only.
ONCE = ("llvm.module.flags", "llvm.ident", "opencl.ocl.version",
        "llvm.debugify")
# What the texts share: declarations, types, and the words of the head.
SHARED = re.compile(r"declare [^@]*(@[\w.$]+)|(%[\w.$]+ = type)|"
                    r"(target \w+ =)|(source_filename)")


def apart(text, i):
    """The text with names and numbers that the other texts have not."""
    own = set(OWN.findall(text)) if i else ()
    text = re.sub(r"@([\w.$]+)", lambda m: m.group() + ".%d" % i
                  if m.group(1) in own else m.group(), text)
    return NUMBERED.sub(lambda m: "%s%d" % (m.group(1),
                                            int(m.group(2)) + 10000 * i), text)


def merged(texts):
    """One module. The first text keeps its names."""
    lines, seen, named = [], {"source_filename"}, {}
    for i, text in enumerate(texts):
        for line in apart(text, i).splitlines():
            metadata = re.match(r"!(\w*[a-z][\w.]*) = !\{(.*)\}$", line)
            shared = SHARED.match(line)
            key = shared and "".join(filter(None, shared.groups()))
            if metadata:
                name, nodes = metadata.groups()
                if name in ONCE:  # the longest has what the others have
                    named[name] = [max([nodes] + named.get(name, []),
                                       key=len)]
                else:
                    named.setdefault(name, []).append(nodes)
            elif key not in seen:
                seen |= {key} if key else set()
                lines.append(line)
    lines += ["!%s = !{%s}" % (name, ", ".join(n for n in nodes if n))
              for name, nodes in named.items()]
    return "\n".join(lines) + "\n"
