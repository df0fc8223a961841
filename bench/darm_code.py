#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Counts of the DARM paper's seven kernels, before and after `darm`.

Cycles are the latencies of all instructions by the cost table. Peak is the most
bits alive at once in a lane. Bytes and VGPRs are those that LLVM's code generator
reports for AMDGPU. A count that grew is named at the end of its line, except
selects, peak and VGPRs, which melding is expected to increase. Environment: RECONVERGE, SAMPLES.
"""
import json
import os
import re
import subprocess
import tempfile

SEVEN = ('bitonic_sort', 'pcm', 'mergesort', 'lud_perimeter', 'nqueens', 'srad', 'dct_quant')
TARGETS = ('amdgcn', 'nvptx64')
COUNTS = ('divergent', 'cycles', 'blocks', 'insts', 'loads', 'stores', 'selects', 'peak')
CODE = ('bytes', 'VGPRs')
WIDE = ('cycles', 'bytes')
PAID = ('selects', 'peak', 'VGPRs')

OURS = os.environ.get('RECONVERGE') or 'reconverge'
SAMPLES = os.environ.get('SAMPLES') or 'samples'


def batch(path, *arguments):
    """Run in batch mode; one object for each command."""
    out = subprocess.run([OURS, '-b', '--json', path, *arguments], check=True,
                         capture_output=True, text=True).stdout
    return list(map(json.loads, out.splitlines()))


def kernels(path):
    return [f['name'] for f in batch(path, '-e', 'functions')[0]['functions']
            if f['kind'] == 'kernel']


def code_of(kernel, assembly):
    """Bytes and vector registers, as the listing tells them after the kernel."""
    with open(assembly) as listing:
        text = listing.read().split(f'\n{kernel}:', 1)[1]
    return {'bytes': int(re.search(r'; codeLenInByte = (\d+)', text)[1]),
            'VGPRs': int(re.search(r'; NumVgprs: (\d+)', text)[1])}


def melded(folder, path, kernel):
    """Counts before and after `darm`."""
    listing = os.path.join(folder, 'out.s')
    emits = ['-o', listing] if '.amdgcn.' in path else []
    choose = ['-e', f'function {kernel}']
    sides = []
    for acts in ([], ['-e', 'darm']):
        *_, score = batch(path, *choose, *acts, '-e', 'score', *emits)
        counts = score['current']
        if emits:
            counts.update(code_of(kernel, listing))
        sides.append(counts)
    return sides


def width(column):
    return 12 if column in WIDE else 10


def line(kernel, target, before, after):
    cells = []
    for name in COUNTS + CODE:
        cell = f'{before[name]}->{after[name]}' if name in before else ''
        cells.append(cell.rjust(width(name)))
    grown = [name for name in before
             if name in COUNTS + CODE and name not in PAID and after[name] > before[name]]
    note = 'unchanged' if before == after else 'GROWN: ' + ', '.join(grown) if grown else ''
    return f'  {kernel:22} {target:8}{" ".join(cells)}  {note}'.rstrip()


def main():
    print("darm on DARM's seven kernels: before->after")
    heads = [name.rjust(width(name)) for name in COUNTS + CODE]
    print(f'  {"kernel":22} {"target":8}{" ".join(heads)}')
    with tempfile.TemporaryDirectory() as folder:
        os.environ['XDG_STATE_HOME'] = folder
        for name in SEVEN:
            for target in TARGETS:
                path = os.path.join(SAMPLES, f'{name}.{target}.ll')
                for kernel in kernels(path):
                    print(line(kernel, target, *melded(folder, path, kernel)), flush=True)


if __name__ == '__main__':
    main()
