#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Time and memory of large launches, and the gain from a second core.

A kernel of about 1,000 instructions for each thread runs on up to a million
threads. Time must grow linearly with the threads, and memory only with the
buffers: 4 bytes for each thread and what the simulator keeps for each byte. The
same launch then runs on all cores: wall clock and processor time, and a check
that it leaves the same memory and counts.
Environment: builddir, srcdir, SAMPLES, CLANG, RECONVERGE.
"""
import json
import os
import subprocess
import tempfile

SRC = os.environ.get('srcdir', '.')
BUILD = os.environ.get('builddir', '.')
SAMPLES = os.environ.get('SAMPLES') or os.path.join(SRC, 'samples')
OURS = os.environ.get('RECONVERGE') or os.path.join(BUILD, 'reconverge')
RATE = os.path.join(BUILD, 'bench', 'sim_rate')
TRIPLES = {'amdgcn': 'amdgcn-amd-amdhsa', 'nvptx64': 'nvptx64-nvidia-cuda'}
SIZES = (1 << 14, 1 << 17, 1 << 20)


def compile_for(target, folder):
    module = os.path.join(folder, f'thousand.{target}.bc')
    subprocess.run([os.environ['CLANG'], '-target', TRIPLES[target], '-I', SAMPLES, '-x', 'cl',
                    '-cl-std=CL1.2', '-cl-no-stdinc', '-nogpulib', '-O1',
                    '-fno-discard-value-names', '-emit-llvm', '-c', '-o', module,
                    os.path.join(SRC, 'bench', 'thousand.cl')], check=True)
    return module


def rate(module, threads, folder, workers=1):
    launch = os.path.join(folder, 'launch.json')
    with open(launch, 'w') as out:
        json.dump({'kernel': 'thousand', 'grid': threads // 256, 'block': 256,
                   'args': {'values': {'type': 'u32', 'count': threads, 'iota': [0, 1]}}}, out)
    out = subprocess.run([RATE, module, launch, '2', str(workers)], check=True,
                         stdout=subprocess.PIPE, universal_newlines=True).stdout
    return {name: float(value) for name, value in map(str.split, out.splitlines())}


def left(module, threads, folder, workers):
    """What the program itself leaves and counts."""
    dump = os.path.join(folder, f'left.{workers}')
    out = subprocess.run([OURS, '-b', '--json', module, '-e', f'set workers={workers}', '-e',
                          f'launch grid={threads // 256} block=256 values=u32[{threads}]:iota(0,1)',
                          '-e', 'simulate', '-e', 'metrics', '-e', f'dump values {dump}'],
                         check=True, stdout=subprocess.PIPE, universal_newlines=True).stdout
    with open(dump, 'rb') as file:
        return file.read(), json.loads(out.splitlines()[3])


def main():
    if not os.environ.get('CLANG'):
        print('large launches: clang missing')
        return
    cores = len(os.sched_getaffinity(0))
    print('large launches: about 1,000 instructions a thread, one core')
    print(f'  {"":8} {"threads":>8} {"insts each":>10} {"seconds":>8} {"Mlane-i/s":>10} '
          f'{"peak MiB":>9} {"buffers MiB":>12}')
    with tempfile.TemporaryDirectory() as folder:
        os.environ['XDG_STATE_HOME'] = folder
        for target in TRIPLES:
            module = compile_for(target, folder)
            for threads in SIZES:
                r = rate(module, threads, folder)
                print(f'  {target:8} {threads:8} {r["lane_insts"] / threads:10.0f} '
                      f'{r["run_ms"] / 1e3:8.2f} {r["rate"] / 1e6:10.0f} '
                      f'{r["peak_kib"] / 1024:9.1f} {threads * 4 / 2**20:12.2f}', flush=True)
            several = rate(module, SIZES[-1], folder, cores)
            same = left(module, SIZES[1], folder, 1) == left(module, SIZES[1], folder, cores)
            print(f'  {target:8} {SIZES[-1]:8} on {cores} cores: {r["wall_ms"] / several["wall_ms"]:.2f} '
                  f'times as fast, {several["run_ms"] / r["run_ms"]:.2f} times the processor time, '
                  f'{"same result" if same else "RESULTS DIFFER"}', flush=True)


if __name__ == '__main__':
    main()
