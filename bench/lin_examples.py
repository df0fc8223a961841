#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The linearization paper's examples, simulated on their large launches.

Short circuit (figures 1, 4): the most times that a warp runs one block; the goal
is once. Interleaving (5.1): cycles by the scoreboard, and those in which warps
wait. Loop merging (5.2): rounds of the inner loop for each warp, which are
2 * LONG before and at best SHORT + LONG, and cycles; the guards of a round cost
more than this inner loop of three instructions. Stack depth (5.3): the most
entries on a reconvergence stack, for each setting of lin-depth. Each result must
leave the same memory as the original. Environment: RECONVERGE, SAMPLES.
"""
import json
import os
import subprocess
import tempfile

TARGETS = ('amdgcn', 'nvptx64')
BODY = 'for.body9'  # the inner loop's, in lin_loop_merge
ROUNDS = 25         # SHORT + LONG

OURS = os.environ.get('RECONVERGE') or 'reconverge'
SAMPLES = os.environ.get('SAMPLES') or 'samples'


def session(sample, target, commands):
    """One object a command; what was changed must leave the same."""
    words = [OURS, '-b', '--json', os.path.join(SAMPLES, f'{sample}.{target}.ll')]
    launch = os.path.join(SAMPLES, f'{sample}.large.launch.json')
    for command in [f'launch {launch}'] + commands + ['check P0 seeds=1']:
        words += ['-e', command]
    done = subprocess.run(words, stdout=subprocess.PIPE, universal_newlines=True)
    said = list(map(json.loads, done.stdout.splitlines()))
    if done.returncode or said[-1]['verdict'] != 'same':
        raise RuntimeError(f'{sample}, {target}: {said[-1]}')
    return said[1:-1]


def note(good, text):
    return '' if good else f'  {text}'


def most_runs(blocks):
    """(times, label) of the block that a warp runs most often."""
    warps = max(b['warps'] for b in blocks if b['block'] == 'B0')
    return max((b['warps'] / warps, b['name'] or b['block']) for b in blocks)


def short_circuit(target):
    before, _, after = session('lin_short_circuit', target,
                               ['metrics blocks', 'linearize when=always',
                                'metrics blocks'])
    (old, name), (new, _) = most_runs(before['blocks']), most_runs(after['blocks'])
    print(f'  short circuit  {target:8} a warp runs {name} {old:.2f} times, then no block more '
          f'than {new:.2f}{note(new <= 1, "NOT ONCE")}')


def interleave(target):
    _, _, metrics = session('lin_interleave', target, [
        'set timing=scoreboard', 'linearize mode=interleave when=always', 'metrics P0 P1'])
    before, after = metrics['metrics']
    speedup = before['scoreboard_cycles'] / after['scoreboard_cycles']
    print(f'  interleaving   {target:8} {before["scoreboard_cycles"]} cycles, '
          f'{before["stall_cycles"]} waiting; then {after["scoreboard_cycles"]}, '
          f'{after["stall_cycles"]} waiting: {speedup:.2f}x{note(speedup > 1, "NOT FASTER")}')


def inner_rounds(blocks):
    """How often a warp runs the inner loop's body."""
    warps = max(b['warps'] for b in blocks if b['block'] == 'B0')
    return next(b['warps'] / warps for b in blocks if b['name'] == BODY)


def loop_merging(target):
    for act in ('linearize mode=loops when=always', 'flatten L0'):
        before, _, after, metrics = session('lin_loop_merge', target, [
            'metrics blocks', act, 'metrics blocks', 'metrics P0'])
        old, new = inner_rounds(before['blocks']), inner_rounds(after['blocks'])
        cycles = [m['warp_cycles'] for m in metrics['metrics']]
        print(f'  loop merging   {target:8} {act}: {old:.0f} inner rounds, then {new:.0f}, '
              f'{ROUNDS} at best; {cycles[0]} cycles, then {cycles[1]}: '
              f'{cycles[0] / cycles[1]:.2f}x{note(new < old, "NO FEWER")}'
              f'{note(cycles[0] > cycles[1], "NOT FASTER")}')


def stack_depth(target):
    depths = []
    for n in range(1, 4):
        *_, metrics = session('lin_stack_depth', target, [
            f'set lin-depth={n}', 'linearize mode=depth when=always',
            'metrics P0'])
        before, after = metrics['metrics']
        depths.append(f'lin-depth={n}: {after["stack_depth"]}')
        old = before['stack_depth']
    print(f'  stack depth    {target:8} {old} entries; {", ".join(depths)}')


def main():
    print("LIN's examples, simulated")
    with tempfile.TemporaryDirectory() as folder:
        os.environ['XDG_STATE_HOME'] = folder
        for example in (short_circuit, interleave, loop_merging, stack_depth):
            for target in TARGETS:
                example(target)


if __name__ == '__main__':
    main()
