#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# The library: its C interface (session.c), the example in C as a user compiles
# it, and the Python module in the ten lines of its page.

"$builddir/tests/library/session" >points || exit 1
grep -v '^1\.\.' points
n=$(grep -c 'ok ' points)

point()
{
	n=$((n + 1))
	if [ "$1" -eq 0 ]; then
		echo "ok $n - $2"
	else
		echo "not ok $n - $2"
		sed 's/^/# /' log
	fi
}

if [ ! -e "$builddir/libreconverge.so" ]; then
	echo "ok $((n += 1)) - example, Python # SKIP the library was not built"
	echo "1..$n"
	exit 0
fi

exported=$("$NM" -D --defined-only "$builddir/libreconverge.so" |
	grep -v ' reconverge_\| A RECONVERGE_')
echo "$exported" >log
[ -z "$exported" ]
point $? 'only reconverge_ is exported'

LD_LIBRARY_PATH=$builddir
RECONVERGE_LIBRARY=$builddir/libreconverge.so
PYTHONPATH=$builddir/python
PYTHONDONTWRITEBYTECODE=yes
export LD_LIBRARY_PATH RECONVERGE_LIBRARY PYTHONPATH PYTHONDONTWRITEBYTECODE

# shellcheck disable=SC2086 # $CC may have options
$CC -I "$srcdir/include" "$srcdir/doc/library/darm.c" -L "$builddir" \
	-lreconverge -o darm >log 2>&1
point $? 'the example compiles'
./darm "$SAMPLES/dct_quant.amdgcn.ll" melded.ll >log 2>&1 &&
	[ "$(grep -c 'melded, and the same' log)" = 2 ] &&
	grep -q '^define.*@dct_quant' melded.ll
point $? 'the example melds two kernels'

cp "$SAMPLES/dct_quant.amdgcn.ll" kernel.ll
sed -n '/^```python$/,/^```$/p' "$srcdir/doc/library.md" | sed '/^```/d' >ten.py
[ "$(grep -c . ten.py)" -le 10 ] && python3 ten.py >log 2>&1 &&
	grep -q '^B.* True ' log && [ -s darmed.ll ]
point $? 'the ten lines of Python'
python3 - "$SAMPLES/dct_quant.amdgcn.ll" >log 2>&1 <<'END'
import os, signal, sys
import reconverge
assert reconverge.__version__[0].isdigit(), reconverge.__version__
m = reconverge.loads(open(sys.argv[1]).read())
assert m.functions == ["dct_quant", "dct_quant_nonuniform"], m.functions
assert m.focus("dct_quant").darm(decide="static").changed
assert m.changed == ["dct_quant"]
assert m.check() and not m.expect("divergent == 1")
assert "dct_quant" in m.dumps() and m.dumps(".bc")[:2] == b"BC"
assert m.import_(sys.argv[1]).ok
assert m.undo().ok
assert m.set("judge=table").ok and "judge" in m.run("show settings")
for wrong in (lambda: m.melt(), lambda: reconverge.open("missing.ll"),
              lambda: m.focus("it's")):
    try:
        wrong()
        sys.exit("no error")
    except reconverge.Error as error:
        assert str(error)

class Counted(reconverge.Module):
    raised, late = False, 0
    def _on_tick(self, *of):
        self.late += self.raised
        return super()._on_tick(*of)
def ring(*_):
    m.raised = True
    raise KeyError(1)
m = Counted()._opened("open", sys.argv[1].encode())
m.darm(decide="static")
signal.signal(signal.SIGALRM, ring)
signal.setitimer(signal.ITIMER_REAL, 0.05)
try:
    m.check(seeds=2000)
    sys.exit("not interrupted")
except KeyError:
    assert m.late < 10, m.late
m.raised = False
assert m.check(seeds=2)
END
point $? 'the Python module'
echo "1..$n"
