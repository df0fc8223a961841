# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Plots as SVG, for the benchmarks: panels side by side, each with lines or
points in styles that differ in colour, in dashes and in the shape of their
marks, so that a print without colour can be read.

    p = Panel('k', 'time', (0, 31), (0, 100))
    p.line('before', points)
    p.dots('after', points, hollow=True)
    write('picture.svg', 'What it shows', [p])
"""
import html
import math

# Okabe and Ito's colours, which stay apart for colour-blind eyes, the darker
# ones first; jfly.uni-koeln.de/color
STYLES = (('#000000', '', 'circle'), ('#0072b2', '7 3', 'square'), ('#d55e00', '2 3', 'up'),
          ('#007a5a', '9 3 2 3', 'diamond'), ('#b0508c', '4 4', 'down'),
          ('#8a6d00', '1 4', 'cross'), ('#3a7ca5', '12 4', 'plus'))
SHAPES = {'square': 'M-3.5-3.5h7v7h-7z', 'up': 'M0-4.5L4.2 3.2H-4.2z',
          'diamond': 'M0-5L4.3 0L0 5L-4.3 0z', 'down': 'M0 4.5L4.2-3.2H-4.2z',
          'cross': 'M-3.5-3.5l7 7m0-7l-7 7', 'plus': 'M-4.5 0h9M0-4.5v9'}
OPEN = 'cross', 'plus'
LEFT, RIGHT, TOP, BOTTOM = 58, 14, 40, 48
ROW, CHAR = 17, 6.2  # a row of the legend, a letter in it


def text(x, y, what, **attributes):
    words = ''.join(f' {k.replace("_", "-")}="{v}"' for k, v in attributes.items())
    return f'<text x="{x:.1f}" y="{y:.1f}"{words}>{html.escape(str(what))}</text>'


def mark(x, y, style, hollow=False, title=''):
    colour, _, shape = STYLES[style % len(STYLES)]
    fill = 'none' if shape in OPEN else 'white' if hollow else colour
    look = f'fill="{fill}" stroke="{colour}" stroke-width="1.4"'
    said = f'<title>{html.escape(title)}</title>' if title else ''
    if shape == 'circle':
        return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3.8" {look}>{said}</circle>'
    return (f'<path transform="translate({x:.1f} {y:.1f})" d="{SHAPES[shape]}" '
            f'{look}>{said}</path>')


def nice_step(span, most):
    """1, 2 or 5 times a power of ten: at most so many steps in the span."""
    step = 10 ** math.floor(math.log10(span / most))
    return next(s * step for s in (1, 2, 5, 10) if span / (s * step) <= most)


def label(v):
    return f'{v:g}'.replace('-', '−')


class Panel:
    def __init__(self, xlabel, ylabel, xrange, yrange, title='', log=False, xstep=None,
                 width=430, height=330):
        self.xlabel, self.ylabel, self.title = xlabel, ylabel, title
        self.xrange, self.yrange, self.log, self.xstep = xrange, yrange, log, xstep
        self.width, self.height = width, height
        self.body, self.key = [], []
        self.styles = 0

    # ---- where things are

    def share(self, v, low, high):
        v = max(low, min(high, v))
        if self.log:
            return math.log(v / low) / math.log(high / low)
        return (v - low) / (high - low)

    def x(self, v):
        return LEFT + self.share(v, *self.xrange) * (self.width - LEFT - RIGHT)

    def y(self, v):
        return self.height - BOTTOM - self.share(v, *self.yrange) * (self.height - TOP - BOTTOM)

    def ticks(self, low, high, step=None):
        if self.log:
            all_ = [m * 10.0 ** e for e in range(-6, 9) for m in (1, 2, 5)]
            return [t for t in all_ if low * 0.999 <= t <= high * 1.001]
        step = step or nice_step(high - low, 8)
        first = math.ceil(low / step - 1e-9)
        return [i * step for i in range(first, math.floor(high / step + 1e-9) + 1)]

    # ---- what is in it

    def style(self, name, sample):
        """The next style; the same for a name that has one."""
        for known, style, *_ in self.key:
            if known == name:
                return style
        self.key.append((name, self.styles) + sample)
        self.styles += 1
        return self.styles - 1

    def line(self, name, points, every=1):
        """`every` so many points have a mark; the lines' marks are not all at
        the same places."""
        style = self.style(name, ('line', False))
        colour, dashes, _ = STYLES[style % len(STYLES)]
        self.body.append(
            f'<polyline fill="none" stroke="{colour}" stroke-width="1.8" stroke-dasharray="{dashes}"'
            ' points="' + ' '.join(f'{self.x(x):.1f},{self.y(y):.1f}' for x, y in points) + '"/>')
        self.body += [mark(self.x(x), self.y(y), style)
                      for i, (x, y) in enumerate(points) if (i - style) % every == 0]

    def dots(self, name, points, hollow=False):
        """Points (x, y) or (x, y, what the pointer is told); what lies beyond
        the panel is at its edge."""
        style = self.style(name, ('dots', hollow))
        self.body += [mark(self.x(p[0]), self.y(p[1]), style, hollow, *p[2:]) for p in points]

    def guide(self, a, b):
        self.body.insert(0, f'<path d="M{self.x(a[0]):.1f} {self.y(a[1]):.1f}L{self.x(b[0]):.1f} '
                            f'{self.y(b[1]):.1f}" stroke="#777" stroke-dasharray="5 4"/>')

    # ---- as it is drawn

    def axes(self):
        right, bottom = self.width - RIGHT, self.height - BOTTOM
        for v in self.ticks(*self.xrange, self.xstep):
            yield f'<path d="M{self.x(v):.1f} {TOP}V{bottom}" stroke="#e4e4e4"/>'
            yield text(self.x(v), bottom + 16, label(v), text_anchor='middle')
        for v in self.ticks(*self.yrange):
            yield f'<path d="M{LEFT} {self.y(v):.1f}H{right}" stroke="#e4e4e4"/>'
            yield text(LEFT - 7, self.y(v) + 4, label(v), text_anchor='end')
        yield f'<path d="M{LEFT} {TOP}V{bottom}H{right}" fill="none" stroke="#333"/>'
        yield text((LEFT + right) / 2, bottom + 36, self.xlabel, text_anchor='middle')
        middle = (TOP + bottom) / 2
        yield text(15, middle, self.ylabel, text_anchor='middle',
                   transform=f'rotate(-90 15 {middle})')
        yield text(LEFT, TOP - 14, self.title, font_weight='bold')

    def legend_width(self):
        return 44 + CHAR * max((len(k[0]) for k in self.key), default=0) if self.key else 0

    def legend(self):
        for i, (name, style, kind, hollow) in enumerate(self.key):
            x, y = self.width + 4, TOP + 10 + i * ROW
            colour, dashes, _ = STYLES[style % len(STYLES)]
            if kind == 'line':
                yield (f'<path d="M{x} {y}h26" stroke="{colour}" stroke-width="1.8" '
                       f'stroke-dasharray="{dashes}"/>')
            yield mark(x + 13, y, style, hollow)
            yield text(x + 33, y + 4, name)

    def svg(self):
        return list(self.axes()) + self.body + list(self.legend())


def write(path, title, panels):
    x, parts = 8, []
    for p in panels:
        parts.append(f'<g transform="translate({x:.0f} 26)">' + '\n'.join(p.svg()) + '</g>')
        x += p.width + p.legend_width() + 12
    height = 34 + max(p.height for p in panels)
    with open(path, 'w', encoding='utf-8') as out:
        out.write(f'<svg xmlns="http://www.w3.org/2000/svg" width="{x:.0f}" height="{height}" '
                  f'viewBox="0 0 {x:.0f} {height}" font-family="sans-serif" font-size="12" '
                  'fill="#111">\n<rect width="100%" height="100%" fill="white"/>\n'
                  + text(16, 24, title, font_size=15, font_weight='bold') + '\n'
                  + '\n'.join(parts) + '\n</svg>\n')
