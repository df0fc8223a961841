#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# The pass plugin in opt, clang and lld: it changes device modules and leaves
# others alone, replays a command file, warns in one line where that does not
# fit, and stops the build only if it is asked to.

plugin=$builddir/reconverge-plugin.so
if [ ! -e "$plugin" ]; then
	echo '# skipped: the pass plugin was not built'
	exit 77
fi
if [ -z "$OPT" ] || [ -z "$CLANG" ]; then
	echo '# skipped: opt or clang is missing'
	exit 77
fi
unset RECONVERGE_OPTIONS
n=0

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

# run STATUS COMMAND...: with its output in log
run()
{
	want=$1
	shift
	"$@" >log 2>&1
	[ $? -eq "$want" ]
}

# divergent MODULE FUNCTION: how many branches are divergent
divergent()
{
	reconverge -b -e "function '$2'" -e 'functions' "$1" |
		awk '$1 == "*" { print $NF }'
}

# ---- opt -------------------------------------------------------------------

sample=$SAMPLES/dct_quant.amdgcn.ll
quant=$sample
through_opt() { run "$1" "$OPT" -load-pass-plugin="$plugin" -passes="$2" \
	-S "$sample" -o "$3"; }

through_opt 0 reconverge opt.ll && [ ! -s log ] &&
	[ "$(divergent "$sample" dct_quant)" = 1 ] &&
	[ "$(divergent opt.ll dct_quant)" = 0 ] &&
	[ "$(divergent opt.ll dct_quant_nonuniform)" -lt 5 ]
point $? 'opt: every kernel is melded'
run 0 reconverge -b -e 'function dct_quant' -e "check opt.ll" "$sample"
point $? 'opt: the result is the same'
through_opt 0 'reconverge<none>' none.ll && "$OPT" -S "$sample" -o plain.ll &&
	cmp none.ll plain.ll >log
point $? 'opt: parameters of the pass; nothing to do'
through_opt 0 'function(instcombine),reconverge<check>,default<O1>' more.ll &&
	[ "$(divergent more.ll dct_quant)" = 0 ]
point $? 'opt: other passes before and behind it'
through_opt 0 'reconverge<prove>' proved.ll
if [ -x "$builddir/reconverge-z3" ]; then
	[ ! -s log ] && cmp opt.ll proved.ll
else
	grep -q 'stays as it was: proofs need reconverge-z3' log
fi
point $? 'opt: what is proved stays changed'
cp "$srcdir/tests/plugin/host.ll" .
run 0 "$OPT" -load-pass-plugin="$plugin" -passes=reconverge -S host.ll -o host2.ll &&
	[ ! -s log ] && "$OPT" -S host.ll -o host3.ll && cmp host2.ll host3.ll
point $? 'opt: a module of the host is left alone, without a word'
old=$(command -v opt-19 || command -v /usr/lib/llvm-19/bin/opt)
if [ "$LLVM_VERSION_MAJOR" = 19 ] || [ -z "$old" ]; then
	echo "ok $((n += 1)) - another LLVM # SKIP there is no other opt"
else
	run 0 "$old" -load-pass-plugin="$plugin" -passes=instcombine "$sample" \
		-S -o old.ll && [ "$(wc -l <log)" = 1 ] &&
		grep -q 'plugin is for LLVM .*, not for LLVM 19' log &&
		! RECONVERGE_OPTIONS=strict "$old" -load-pass-plugin="$plugin" \
			-passes=instcombine "$sample" -S -o old.ll 2>log
	point $? 'another LLVM: one line; strict: an error'
fi

# As Triton does it: the default pipeline, without the pass in its name.
sed '/source_filename/s/LLVMDialectModule/kernel/; s/ptx_kernel //; $a !nvvm.annotations = !{!18}\
!18 = !{ptr @step, !"kernel", i32 1}' "$srcdir/tests/plugin/triton.ll" >annotated.ll
for sample in "$srcdir/tests/plugin/triton.ll" annotated.ll; do
	through_opt 0 'default<O3>' triton.ll && [ "$(grep -c 'br i1' triton.ll)" = 0 ] &&
		grep -q 'define.*@step(' triton.ll && grep -q 'asm sideeffect' triton.ll &&
		run 0 "$OPT" -load-pass-plugin="$plugin" -passes='default<O3>' "$sample" \
			-pass-remarks=reconverge -o /dev/null &&
		grep -q 'step.py:11:8: @step: threads no longer diverge here' log &&
		run 0 "$OPT" -passes='default<O3>' "$sample" -S -o triton.ll &&
		[ "$(grep -c 'br i1' triton.ll)" = 1 ]
	point $? "a kernel of Triton, in the pipeline -O3: ${sample##*/}"
done

# A program that keeps its LLVM to itself, and one that shows it.
libllvm=$(ldd "$(readlink -f "$OPT")" | awk '$1 ~ /^libLLVM/ { print $3; exit }')
# shellcheck disable=SC2086 # $CC may have options
if [ -z "$libllvm" ] || ! run 0 $CC "$srcdir/tests/plugin/host.c" -o host -ldl; then
	echo "ok $((n += 1)) - hosts with their own LLVM # SKIP opt holds its LLVM"
else
	hidden='for LLVM .*, and this program exports no LLVM: it does nothing'
	run 0 ./host "$plugin" && [ "$(grep -c . log)" = 2 ] && grep -q "$hidden" log &&
		run 0 ./host "$plugin" local "$libllvm" && grep -q "$hidden" log &&
		run 0 ./host "$plugin" global "$libllvm" && grep -q '^reconverge, interface' log &&
		[ "$(grep -c . log)" = 1 ] && RECONVERGE_OPTIONS=strict run 0 ./host "$plugin" &&
		grep -q '^reconverge, interface 0' log
	point $? 'hosts with their own LLVM'
fi

# ---- clang -------------------------------------------------------------------

cat >kernel.cl <<'END'
#ifndef __CUDA__
#define INT global int
#else
#define kernel __attribute__((global))
#define INT int
#endif
#ifdef __AMDGCN__
#define ITEM __builtin_amdgcn_workitem_id_x()
#else
#define ITEM __nvvm_read_ptx_sreg_tid_x()
#endif
kernel void quant(INT *out, INT *in)
{
	int i = ITEM, x = in[i], y = in[i + 1];

	if (x > y) {
		int a = x * 7 / (y + 1);
		out[i] = a * a + x * 3;
	} else {
		int b = y * 7 / (x + 1);
		out[i] = b * b + y * 5;
	}
}
END
cp kernel.cl kernel.cu

opencl() { want=$1; out=$2; shift 2
	run "$want" "$CLANG" -target amdgcn-amd-amdhsa -mcpu=gfx906 -nogpulib -O2 -S -emit-llvm \
		-fpass-plugin="$plugin" "$@" "${source:-kernel.cl}" -o "$out"; }
cuda() { run "$1" "$CLANG" -x cuda -nocudainc -nocudalib --cuda-device-only \
	--cuda-gpu-arch=sm_75 -O2 -S -emit-llvm -Wno-unknown-cuda-version \
	-fpass-plugin="$plugin" kernel.cu -o "$2"; }

RECONVERGE_OPTIONS=save=.,none opencl 0 before.ll &&
	opencl 0 after.ll && [ ! -s log ] && saved=$(ls kernel.cl.*.bc)
point $? 'clang: OpenCL; save=FOLDER'
run 0 reconverge -b -e 'function quant' -e 'expect divergent == 0' after.ll &&
	run 0 reconverge -b -e 'check after.ll' before.ll
point $? 'clang: the kernel is melded, and the same'
cuda 0 cuda.ll && [ "$(grep -c 'br i1' cuda.ll)" = 0 ] && grep -q 'define .*quant' cuda.ll
point $? 'clang: CUDA'
echo 'int main(int n, char **v) { return n > 2 ? *v[1] : 0; }' >main.c
run 0 "$CLANG" -O2 -fpass-plugin="$plugin" -c main.c && [ ! -s log ]
point $? 'clang: a host file'

RECONVERGE_OPTIONS=measured opencl 0 measured.ll -Rpass=reconverge &&
	[ "$(grep -c 'divergent branches 1 -> 0' log)" = 1 ] &&
	! grep -q warning: log
point $? 'a step that is measured'
RECONVERGE_OPTIONS=dram opencl 0 wrong.ll && cmp wrong.ll before.ll &&
	[ "$(grep -c warning: log)" = 1 ] &&
	grep -q "unknown word 'dram'" log
point $? 'an option that is misspelt is a warning'
RECONVERGE_OPTIONS='strict dram' opencl 1 wrong.ll && grep -q 'error:.*dram' log
point $? 'strict: an error'

opencl 0 remarks.ll -g -Rpass=reconverge -fsave-optimization-record &&
	grep -q '^kernel.cl:16:.*: remark: @quant: threads no longer diverge here' log &&
	grep -q 'remark: @quant: divergent branches 1 -> 0' log &&
	grep -q 'Pass: *reconverge' remarks.opt.yaml
point $? 'remarks of what was done, at source lines, and as YAML'
RECONVERGE_OPTIONS=none opencl 0 remarks.ll -Rpass-missed=reconverge &&
	grep -q '^kernel.cl:16:.* remark: @quant: threads diverge here: ' log
point $? 'remarks of what was not done'

# ---- a session -----------------------------------------------------------------

run 0 reconverge -b -q -e 'function quant' -e 'set decide=static' -e 'meld B0' \
	-e 'write melded.ll' -e 'journal kernel.cl.rcv' "$saved" &&
	opencl 0 replayed.ll && [ ! -s log ] &&
	run 0 reconverge -b -e 'function quant' -e 'check melded.ll' replayed.ll &&
	[ "$(divergent replayed.ll quant)" = 0 ]
point $? 'a session is replayed'
sed -i 's/x \* 7/x * 9/' kernel.cl
opencl 0 changed.ll -g && [ "$(divergent changed.ll quant)" = 1 ] &&
	[ "$(grep -c warning: log)" = 1 ] &&
	grep -q '^kernel.cl:12:.*warning: .*@quant stays as it was: its code is not' log
point $? 'code that changed: a warning at its line, and the kernel as it was'
RECONVERGE_OPTIONS=strict opencl 1 changed.ll
point $? 'strict: an error'
cat >kernel.cl.rcv <<'END'
set decide=static
function nobody
darm
function quant
darm
expect divergent == 1
END
opencl 0 refused.ll && [ "$(divergent refused.ll quant)" = 1 ] &&
	grep -q 'kernel.cl.rcv:2: no function @nobody' log &&
	grep -q '@quant stays as it was: kernel.cl.rcv:6:' log
point $? 'a test that fails takes back what was done'
sed -i '/expect/d' kernel.cl.rcv
opencl 0 passed.ll && [ "$(divergent passed.ll quant)" = 0 ]
point $? 'a function that is not there is a warning'
RECONVERGE_OPTIONS=commands=missing.rcv opencl 0 missing.ll &&
	grep -q 'warning:.*missing.rcv: cannot open' log
point $? 'a command file that is missing'
{ cat kernel.cl && sed 's/quant/other/' kernel.cl; } >two.cl
source=two.cl
cat >two.cl.rcv <<'END'
function other
set decide=static
darm @*
function quant
expect divergent == 1
END
opencl 0 set.ll && [ "$(divergent set.ll quant)" = 1 ] &&
	[ "$(divergent set.ll other)" = 0 ] && [ "$(grep -c warning: log)" = 1 ]
point $? 'a set, and a test of one function: only that one stays as it was'
cat >two.cl.rcv <<'END'
function other
pass reg2mem
function quant
meld R99
END
RECONVERGE_OPTIONS=off opencl 0 off.ll && opencl 0 module.ll &&
	cmp module.ll off.ll && [ "$(grep -c warning: log)" = 2 ] &&
	grep -q 'a step changes @quant, which is to stay as it was, along with others' log
point $? 'a step that changes a function along with others'
source=
for wrong in 'drm' 'set no-such=1' 'darm "x'; do
	printf 'set decide=static\nfunction quant\ndarm\n%s\n' "$wrong" >kernel.cl.rcv
	opencl 0 wrong.ll && [ "$(divergent wrong.ll quant)" = 1 ] &&
		[ "$(grep -c warning: log)" = 1 ] &&
		grep -q 'kernel.cl.rcv:4: .*; nothing was done' log
	point $? "a line that is no command: $wrong"
done
printf 'function quant\nset decide=static\ndarm\nquit\nexpect divergent == 1\n' >kernel.cl.rcv
opencl 0 quit.ll && [ "$(divergent quit.ll quant)" = 0 ] && [ ! -s log ]
point $? 'quit ends a command file'
for wrong in 'source-file other.rcv' 'budget budget.json'; do
	printf 'set decide=static\nfunction quant\ndarm\n%s\n' "$wrong" >kernel.cl.rcv
	opencl 0 wrong.ll && [ "$(divergent wrong.ll quant)" = 1 ] &&
		[ "$(grep -c warning: log)" = 1 ] &&
		grep -q "kernel.cl.rcv:4: '${wrong%% *}' is not for builds; nothing was done" log
	point $? "a command that is not for builds: $wrong"
done
rm kernel.cl.rcv
# P2 was a step of the session on @other; without the one on @quant it is another.
source=two.cl
for move in 'goto P2' undo 'check P1'; do
	printf '%s\n' '# code: 1 quant' 'set decide=static' 'function quant' darm 'function other' \
		darm 'ifconvert' "$move" >two.cl.rcv
	opencl 0 moved.ll && cmp moved.ll off.ll && [ "$(grep -c warning: log)" = 2 ] &&
		grep -q "two.cl.rcv:8: '${move%% *}' may mean another revision" log
	point $? "steps were left out: $move"
done
printf '%s\n' 'set decide=static' 'function other' darm 'function quant' undo >two.cl.rcv
opencl 0 undone.ll && cmp undone.ll off.ll && [ ! -s log ]
point $? 'undo of what was done with another function'
rm two.cl.rcv
source=
mkdir 'a folder'
printf 'function quant\nset decide=static\ndarm\n' >'a folder/of, mine.rcv'
RECONVERGE_OPTIONS="commands='a folder/of, mine.rcv' save=\"a folder\"" opencl 0 folder.ll &&
	[ ! -s log ] && [ "$(divergent folder.ll quant)" = 0 ] && ls 'a folder/'*.bc >log
point $? 'paths with blanks'

# ---- what a module has -----------------------------------------------------------

echo 'kernel void one(global int *out) { *out = 1; }' >one.cl
source=one.cl
RECONVERGE_OPTIONS=save=. opencl 0 one.ll && [ ! -s log ] && ls one.cl.*.bc >log &&
	RECONVERGE_OPTIONS=dram opencl 0 one.ll && grep -q "unknown word 'dram'" log
point $? 'a module without branches: save=, and a wrong word'
source=
sed 's/@dct_quant(/@0(/' "$quant" >nameless.ll
run 0 "$OPT" -load-pass-plugin="$plugin" -passes=reconverge -pass-remarks=reconverge \
	-pass-remarks-missed=reconverge nameless.ll -S -o named.ll && ! grep -q warning: log &&
	grep -q 'remark: .*@anon: divergent branches 1 -> 0' log
point $? 'a function without a name'

# What is tried and taken back is not in the user's record.
opencl 0 record.ll -fsave-optimization-record && grep '^Pass:' record.opt.yaml |
	grep -v reconverge >plain.record
RECONVERGE_OPTIONS=optimize opencl 0 record.ll -fsave-optimization-record &&
	grep '^Pass:' record.opt.yaml | grep -v reconverge | cmp - plain.record
point $? 'records of LLVM do not have what was only tried'

# ---- names of C++ ----------------------------------------------------------------

cat >names.cu <<'END'
namespace img {
template <typename T> __attribute__((global)) void scale(T *out, T *in)
{
	int i = __nvvm_read_ptx_sreg_tid_x();
	T x = in[i], y = in[i + 1];

	if (x > y) {
		T a = x * 7 / (y + 1);
		out[i] = a * a + x * 3;
	} else {
		T b = y * 7 / (x + 1);
		out[i] = b * b + y * 5;
	}
}
template __attribute__((global)) void scale<int>(int *, int *);
} // namespace img
END
names() { run 0 "$CLANG" -x cuda -nocudainc -nocudalib --cuda-device-only \
	--cuda-gpu-arch=sm_75 -O2 -S -emit-llvm -Wno-unknown-cuda-version \
	-fpass-plugin="$plugin" names.cu -o "$1"; }
RECONVERGE_OPTIONS=save=.,none names plain.ll &&
	run 0 reconverge -b -q -e 'function img::scale<int>' -e 'set decide=static' \
		-e darm -e 'expect divergent == 0' -e 'journal names.cu.rcv' names.cu.sm_75.bc &&
	names named.ll && [ ! -s log ] && [ "$(grep -c 'br i1' named.ll)" = 0 ]
point $? 'a session that names functions as the source does'
echo 'meld R99' >>names.cu.rcv
names refused.ll && cmp refused.ll plain.ll &&
	grep -q '@img::scale<int> stays as it was: names.cu.rcv:[0-9]*: no region .* in @img' log &&
	[ "$(grep -c 'warning:' log)" = 1 ]
point $? 'warnings name functions as the source does'
rm names.cu.rcv
# clang marks kernels for the link in another way when its options change.
sed 's/_ZN3img5scaleIiEEvPT_S2_/&__intern__12/g' plain.ll >first.ll
sed 's/_ZN3img5scaleIiEEvPT_S2_/&__intern__34/g' plain.ll >second.ll
run 0 reconverge -b -q -e 'set decide=static' -e darm -e 'journal session.rcv' first.ll &&
	through_opt_as() { run 0 "$OPT" -load-pass-plugin="$plugin" -S \
		-passes='reconverge<commands=session.rcv>' "$1" -o marked.ll; } &&
	through_opt_as second.ll && [ ! -s log ] && [ "$(grep -c 'br i1' marked.ll)" = 0 ] &&
	sed 's/mul \(.*\) 7/mul \1 9/' second.ll >third.ll && through_opt_as third.ll &&
	grep -q 'its code is not that of the session' log && [ "$(grep -c 'br i1' marked.ll)" = 1 ]
point $? 'a kernel with another mark for the link'
run 0 "$OPT" -load-pass-plugin="$plugin" -passes=reconverge plain.ll -o /dev/null \
	-pass-remarks=reconverge &&
	grep -q '@img::scale<int>: divergent branches 1 -> 0' log &&
	grep -q '@img::scale<int> B0: threads no longer diverge here' log
point $? 'remarks where the source has no lines'

# ---- the linker -----------------------------------------------------------------

lld=$(dirname "$CLANG")/ld.lld
if [ -x "$lld" ] && run 0 "$CLANG" -target amdgcn-amd-amdhsa -mcpu=gfx906 \
	-nogpulib -O2 -flto -c kernel.cl -o lto.bc &&
	run 0 "$lld" -shared --load-pass-plugin="$plugin" --save-temps \
		-plugin-opt=mcpu=gfx906 lto.bc -o linked; then
	[ ! -s log ] && [ "$(divergent lto.bc quant)" = 1 ] &&
		[ "$(divergent linked.0.4.opt.bc quant)" = 0 ]
	point $? 'lld: link-time optimization'
else
	echo "ok $((n += 1)) - lld # SKIP no lld for this target"
fi
echo "1..$n"
