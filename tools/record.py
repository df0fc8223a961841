#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Records the screen as an animated SVG: record.py RECONVERGE MODULE OUT.svg

The program runs in tmux, gets the keys of SCENES one after the other, and what it
shows after each is one frame. Nothing is drawn by hand: characters and colours
are those of the terminal."""

import html
import os
import re
import subprocess
import sys
import tempfile
import time

COLUMNS, ROWS = 100, 30
# (keys, seconds that the frame is shown, what is said below it)
SCENES = (
    ((), 4, "reconverge bitonic_sort.ll: double lines where threads run apart"),
    (("w",), 4, "w: why does this branch diverge?"),
    (("Escape", "Enter"), 5, "Enter: what would melding its two sides make?"),
    (("Enter",), 5, "Enter again: melded"),
    (("C",), 5, "C: run both on the simulator and compare memory and cycles"),
)
COLOURS = ("#000000", "#cc3333", "#33aa55", "#bb8800", "#4477dd", "#aa55bb",
           "#2299aa", "#bbbbbb", "#888888", "#ff6666", "#66dd88", "#ffcc44",
           "#77aaff", "#dd88ee", "#66dddd", "#ffffff")
PAPER, INK = "#16181d", "#d8dee6"
WIDTH, HEIGHT = 8.0, 17  # of a character


def tmux(socket, *words):
    return subprocess.run(["tmux", "-S", socket, "-f", "/dev/null", *words],
                          stdout=subprocess.PIPE, text=True,
                          check=True).stdout


def settled(socket):
    """What the terminal shows when it has not changed for a second."""
    frame, same = None, 0
    for _ in range(300):
        now = tmux(socket, "capture-pane", "-p", "-e", "-t", "it")
        same = same + 1 if now == frame else 0
        frame = now
        if same >= 10:
            break
        time.sleep(0.1)
    return frame


def record(program, module):
    frames = []
    with tempfile.TemporaryDirectory() as folder:
        socket = os.path.join(folder, "tmux")
        env = f"XDG_STATE_HOME={folder} LC_ALL=C.UTF-8 TERM=screen-256color"
        tmux(socket, "new-session", "-d", "-s", "it", "-x", str(COLUMNS),
             "-y", str(ROWS), f"{env} {program} {module}")
        try:
            for keys, seconds, said in SCENES:
                for key in keys:
                    tmux(socket, "send-keys", "-t", "it", key)
                    time.sleep(0.5)
                frames.append((settled(socket), seconds, said))
        finally:
            tmux(socket, "kill-server")
    return frames


# ---- a frame as SVG --------------------------------------------------------

def styled(codes, style):
    """The style after an escape sequence: (ink, paper, bold, reverse)."""
    ink, paper, bold, reverse = style
    numbers = [int(c or 0) for c in codes.split(";")]
    while numbers:
        n = numbers.pop(0)
        if n == 0:
            ink, paper, bold, reverse = None, None, False, False
        elif n in (1, 22):
            bold = n == 1
        elif n in (7, 27):
            reverse = n == 7
        elif 30 <= n <= 37 or 90 <= n <= 97:
            ink = n - 30 if n < 40 else n - 82
        elif 40 <= n <= 47 or 100 <= n <= 107:
            paper = n - 40 if n < 50 else n - 92
        elif n in (38, 48) and numbers[:1] == [5]:
            _, index = numbers.pop(0), numbers.pop(0)
            ink, paper = ((index, paper) if n == 38 else (ink, index))
        elif n == 39:
            ink = None
        elif n == 49:
            paper = None
    return ink, paper, bold, reverse


def colour(index, default):
    if index is None:
        return default
    if index < 16:
        return COLOURS[index]
    if index >= 232:
        return "#" + 3 * f"{8 + 10 * (index - 232):02x}"
    index -= 16
    levels = (0, 95, 135, 175, 215, 255)
    return "#%02x%02x%02x" % tuple(levels[index // d % 6] for d in (36, 6, 1))


def runs(line, style):
    """The (column, text, look) of a line, and the style behind it; a run that is
    blank takes the look of the one before."""
    found, column = [], 0
    for piece in re.split(r"(\x1b\[[0-9;]*m)", line):
        if piece.startswith("\x1b"):
            style = styled(piece[2:-1], style)
            continue
        piece = re.sub("[\x0e\x0f]", "", piece)
        ink, paper = colour(style[0], INK), colour(style[1], PAPER)
        look = (paper, ink, style[2]) if style[3] else (ink, paper, style[2])
        if found and (found[-1][2] == look or (
                not piece.strip() and found[-1][2][1] == look[1])):
            found[-1][1] += piece
        elif piece:
            found.append([column, piece, look])
        column += len(piece)
    return found, style


def line_svg(line, y, style):
    """The elements of a line, and the style behind it."""
    parts = []
    found, style = runs(line, style)
    for column, piece, (ink, paper, is_bold) in found:
        if paper != PAPER:
            parts.append(f'<rect x="{column * WIDTH:g}" y="{y - 13}" '
                         f'height="{HEIGHT}" width="{len(piece) * WIDTH:g}" '
                         f'fill="{paper}"/>')
        if piece.strip():
            at = (column + len(piece) - len(piece.lstrip())) * WIDTH
            text = piece.strip()
            bold = ' font-weight="bold"' if is_bold else ""
            fill = f' fill="{ink}"' if ink != INK else ""
            parts.append(f'<text x="{at:g}" y="{y}"{fill}{bold} '
                         f'textLength="{len(text) * WIDTH:g}">'
                         f'{html.escape(text)}</text>')
    return parts, style


def frame_svg(frame, said, begin, end, total):
    parts, style = [], (None, None, False, False)
    for row, line in enumerate(frame.split("\n")[:ROWS]):
        more, style = line_svg(line, 16 + row * HEIGHT, style)
        parts += more
    parts.append(f'<text x="8" y="{16 + (ROWS + 1) * HEIGHT - 4}" '
                 f'fill="#ffcc44">{html.escape(said)}</text>')
    times = f"0;{begin / total:.4f};{end / total:.4f}"
    first = "inline" if begin == 0 else "none"
    return (f'<g display="{first}"><animate attributeName="display" '
            f'values="none;inline;none" keyTimes="{times}" dur="{total}s" '
            'calcMode="discrete" repeatCount="indefinite"/>\n'
            + "\n".join(parts) + "</g>\n")


def main():
    program, module, path = sys.argv[1:]
    frames = record(os.path.abspath(program), module)
    total = sum(seconds for _, seconds, _ in frames)
    wide, high = int(COLUMNS * WIDTH), (ROWS + 2) * HEIGHT
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" '
           f'width="{wide}" height="{high}" font-size="13.3" '
           f'fill="{INK}" font-family="DejaVu Sans Mono, monospace">\n'
           '<style>text { white-space: pre }</style>\n'
           f'<rect width="{wide}" height="{high}" fill="{PAPER}" rx="6"/>\n']
    begin = 0
    for frame, seconds, said in frames:
        out.append(frame_svg(frame, said, begin, begin + seconds, total))
        begin += seconds
    with open(path, "w", encoding="utf-8") as file:
        file.write("".join(out) + "</svg>\n")


if __name__ == "__main__":
    main()
