# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""LLVM IR as text: the little parsing that retargeting needs.

Lines are as LLVM prints them: one instruction a line, metadata attachments
last. Types are passed about as their text.
"""

import re

ATTRIBUTE_WORDS = (r"(?:noundef|signext|zeroext|inreg|nonnull|returned|nofree|"
                   r"readonly|writeonly|readnone|noalias|nocapture|"
                   r"immarg|dead_on_unwind|writable|"
                   r"align \d+|captures\([^)]*\)|range\([^)]*\)|"
                   r"nofpclass\([^)]*\)|"
                   r"dereferenceable\(\d+\)|dereferenceable_or_null\(\d+\))")
WORD_TYPE = r"(?:i\d+|half|bfloat|float|double|fp128|ptr|void|%[\w.$-]+)"
PAIRS = {"(": ")", "[": "]", "{": "}", "<": ">"}
CLOSERS = {v: k for k, v in PAIRS.items()}


def split_top(text, separator=","):
    """Split at the separators that are outside of brackets and strings."""
    parts, depth, start, quoted = [], 0, 0, False
    for at, c in enumerate(text):
        if c == '"':
            quoted = not quoted
        elif quoted:
            continue
        elif c in PAIRS:
            depth += 1
        elif c in CLOSERS:
            depth -= 1
        elif c == separator and depth == 0:
            parts.append(text[start:at].strip())
            start = at + 1
    last = text[start:].strip()
    return parts + [last] if last or parts else []


def closing(text, at):
    """Index of the bracket that closes the one at `at`."""
    depth = 0
    for i in range(at, len(text)):
        if text[i] in PAIRS:
            depth += 1
        elif text[i] in CLOSERS:
            depth -= 1
            if depth == 0:
                return i
    raise ValueError("unbalanced: " + text)


def opening(text, at):
    """Index of the bracket that the one at `at` closes."""
    depth = 0
    for i in range(at, -1, -1):
        if text[i] in CLOSERS:
            depth += 1
        elif text[i] in PAIRS:
            depth -= 1
            if depth == 0:
                return i
    raise ValueError("unbalanced: " + text)


def take_type(text):
    """(type, rest) of a text that begins with a type."""
    text = text.lstrip()
    if text[0] in PAIRS:
        end = closing(text, 0) + 1
        return text[:end], text[end:].lstrip()
    word = re.match(WORD_TYPE, text)
    if not word:
        raise ValueError("no type: " + text)
    return word.group(), text[word.end():].lstrip()


def type_before(text):
    """The type at the end of `text`, before any attributes; or None."""
    text = re.sub(r"(?:\s%s)+\s*$" % ATTRIBUTE_WORDS, "", text).rstrip()
    if not text:
        return None
    if text[-1] in CLOSERS and text[-1] != ")":
        return text[opening(text, len(text) - 1):]
    word = re.search(WORD_TYPE + r"$", text)
    if not word or (word.start() and text[word.start() - 1] in "%@.$-_"):
        return None
    return word.group()


def mangle(type_text):
    """A type as part of a name."""
    vector = re.fullmatch(r"<(\d+) x (\w+)>", type_text)
    if vector:
        return "v%s%s" % (vector.group(1), mangle(vector.group(2)))
    known = {"half": "f16", "float": "f32", "double": "f64", "ptr": "p0"}
    return known.get(type_text) or re.sub(r"\W+", "_", type_text)


def int_width(type_text):
    """Bits of an integer or of a vector's integer element; or None."""
    found = re.fullmatch(r"(?:<\d+ x )?i(\d+)>?", type_text)
    return int(found.group(1)) if found else None


def like(type_text, element):
    """The type with `element` in place of its scalar: <4 x i32> to <4 x i1>."""
    vector = re.match(r"<(\d+) x ", type_text)
    return "<%s x %s>" % (vector.group(1), element) if vector else element


def splat(type_text, value):
    """A constant of the type with `value` in every element."""
    vector = re.match(r"<(\d+) x (\w+)>", type_text)
    if not vector:
        return value
    element = "%s %s" % (vector.group(2), value)
    return "<%s>" % ", ".join([element] * int(vector.group(1)))
