/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The work of every command grows with its input, not with its square. Modules
 * of n, 2n, 4n and 8n parts are generated; the work of a command is counted, not
 * timed (cvg_work), and the exponent is the logarithm of the growth of its
 * increase: log2((w(8n) - w(2n)) / (w(4n) - w(n))), so that what a command costs
 * whatever its input does not hide it.
 *
 * Example: functions that are melded one by one take 13, 25, 50 and 100 units of
 * work: (100 - 25) / (50 - 13) is 2.03, and the exponent 1.02. If each step went
 * through the module, they would take 13, 50, 200 and 800: 2.00.
 *
 * GROWTH=yes in the environment prints all rows.
 */
#include "reconverge/base.h"
#include "reconverge/cmd.h"
#include "reconverge/session.h"
#include "reconverge/settings.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/unit/unit.h"

#define MOST 1.3 /* the largest exponent */

/* ---- modules of n parts ------------------------------------------------ */

static void begin_as(struct cvg_str *out, const char *kind, const char *name,
		     uint32_t number)
{
	cvg_str_addf(out,
		     "define %s void @%s%u(ptr addrspace(1) %%a, i32 %%n) {\n"
		     "entry:\n"
		     "  %%t = call i32 @llvm.amdgcn.workitem.id.x()\n"
		     "  %%p = getelementptr i32, ptr addrspace(1) %%a, i32 "
		     "%%t\n"
		     "  %%x = load i32, ptr addrspace(1) %%p\n",
		     kind, name, number);
}

static void begin(struct cvg_str *out, const char *name, uint32_t number)
{
	begin_as(out, "amdgpu_kernel", name, number);
}

/* Three instructions that make %NAMEi of %x. */
static void add_work(struct cvg_str *out, const char *name, uint32_t i)
{
	cvg_str_addf(out,
		     "  %%%sm%u = mul i32 %%x, %u\n"
		     "  %%%sa%u = add i32 %%%sm%u, %u\n"
		     "  store i32 %%%sa%u, ptr addrspace(1) %%p\n",
		     name, i, i % 7 + 3, name, i, name, i, i % 31, name, i);
}

static void end(struct cvg_str *out)
{
	cvg_str_add(out, "  ret void\n}\n");
}

/* A divergent branch whose sides are alike, and the block j where they meet. */
static void add_diamond(struct cvg_str *out, uint32_t i)
{
	cvg_str_addf(out,
		     "  %%c = icmp sgt i32 %%x, %u\n"
		     "  br i1 %%c, label %%l, label %%r\nl:\n",
		     i);
	add_work(out, "l", i);
	cvg_str_add(out, "  br label %j\nr:\n");
	add_work(out, "r", i);
	cvg_str_add(out, "  br label %j\nj:\n");
}

/* Functions with one divergent branch each. */
static void library(struct cvg_str *out, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++) {
		begin(out, "f", i);
		add_diamond(out, i);
		end(out);
	}
}

static void add_call(struct cvg_str *out, uint32_t i)
{
	cvg_str_addf(out, "  call void @f%u(ptr addrspace(1) %%a, i32 %%n)\n",
		     i);
}

/* The same, and each function calls the next one. */
static void chain(struct cvg_str *out, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++) {
		begin_as(out, i ? "internal" : "amdgpu_kernel", "f", i);
		add_diamond(out, i);
		if (i + 1 < n)
			add_call(out, i + 1);
		end(out);
	}
}

/* The same, and the first one calls all others. */
static void hub(struct cvg_str *out, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++) {
		begin_as(out, i ? "internal" : "amdgpu_kernel", "f", i);
		add_diamond(out, i);
		for (uint32_t k = 1; !i && k < n; k++)
			add_call(out, k);
		end(out);
	}
}

/* Divergent branches in a row. */
static void row(struct cvg_str *out, uint32_t n)
{
	begin(out, "k", 0);
	cvg_str_add(out, "  br label %d0\n");
	for (uint32_t i = 0; i < n; i++) {
		cvg_str_addf(out,
			     "d%u:\n  %%c%u = icmp sgt i32 %%x, %u\n"
			     "  br i1 %%c%u, label %%l%u, label %%r%u\nl%u:\n",
			     i, i, i, i, i, i, i);
		add_work(out, "l", i);
		cvg_str_addf(out, "  br label %%d%u\nr%u:\n", i + 1, i);
		add_work(out, "r", i);
		cvg_str_addf(out, "  br label %%d%u\n", i + 1);
	}
	cvg_str_addf(out, "d%u:\n", n);
	end(out);
}

/* A divergent switch whose arms are alike. */
static void cases(struct cvg_str *out, uint32_t n)
{
	begin(out, "k", 0);
	cvg_str_add(out, "  switch i32 %x, label %j [\n");
	for (uint32_t i = 0; i < n; i++)
		cvg_str_addf(out, "    i32 %u, label %%s%u\n", i, i);
	cvg_str_add(out, "  ]\n");
	for (uint32_t i = 0; i < n; i++) {
		cvg_str_addf(out, "s%u:\n  %%q%u.0 = add i32 %%x, 0\n", i, i);
		for (uint32_t k = 1; k < 16; k++)
			cvg_str_addf(out,
				     "  %%q%u.%u = udiv i32 %%n, %%q%u.%u\n", i,
				     k, i, k - 1);
		cvg_str_addf(out,
			     "  store i32 %%q%u.15, ptr addrspace(1) %%p\n"
			     "  br label %%j\n",
			     i);
	}
	cvg_str_add(out, "j:\n");
	end(out);
}

/* One-armed ifs that follow each other. */
static void ifs(struct cvg_str *out, uint32_t n)
{
	begin(out, "k", 0);
	cvg_str_add(out, "  br label %d0\n");
	for (uint32_t i = 0; i < n; i++) {
		cvg_str_addf(out,
			     "d%u:\n  %%c%u = icmp sgt i32 %%x, %u\n"
			     "  br i1 %%c%u, label %%l%u, label %%d%u\nl%u:\n",
			     i, i, i, i, i, i + 1, i);
		add_work(out, "l", i);
		cvg_str_addf(out, "  br label %%d%u\n", i + 1);
	}
	cvg_str_addf(out, "d%u:\n", n);
	end(out);
}

/* Unstructured: every branch may leave to one of two blocks at the end. */
static void ladder(struct cvg_str *out, uint32_t n)
{
	begin(out, "k", 0);
	cvg_str_add(out, "  br label %d0\n");
	for (uint32_t i = 0; i < n; i++) {
		cvg_str_addf(out, "d%u:\n", i);
		add_work(out, "d", i);
		cvg_str_addf(out,
			     "  %%c%u = icmp eq i32 %%da%u, %%n\n"
			     "  br i1 %%c%u, label %%%c%u, label %%d%u\n",
			     i, i, i, i % 2 ? 't' : 'f', i / 8, i + 1);
		if (i % 8 < 7)
			continue;
		cvg_str_addf(out, "t%u:\n", i / 8);
		add_work(out, "t", i);
		cvg_str_addf(out, "  br label %%f%u\nf%u:\n", i / 8, i / 8);
		add_work(out, "f", i);
		cvg_str_addf(out, "  br label %%d%u\n", i + 1);
	}
	cvg_str_addf(out, "d%u:\n", n);
	end(out);
}

/* Divergent branches inside of each other. */
static void nest(struct cvg_str *out, uint32_t n)
{
	begin(out, "k", 0);
	cvg_str_add(out, "  br label %d0\n");
	for (uint32_t i = 0; i < n; i++)
		cvg_str_addf(out,
			     "d%u:\n  %%c%u = icmp sgt i32 %%x, %u\n"
			     "  br i1 %%c%u, label %%d%u, label %%e%u\n",
			     i, i, i, i, i + 1, i);
	cvg_str_addf(out, "d%u:\n", n);
	add_work(out, "z", 0);
	cvg_str_addf(out, "  br label %%j%u\n", n - 1);
	for (uint32_t i = n; i-- > 0;) {
		cvg_str_addf(out, "e%u:\n", i);
		add_work(out, "e", i);
		cvg_str_addf(out, "  br label %%j%u\nj%u:\n", i, i);
		add_work(out, "j", i);
		if (i)
			cvg_str_addf(out, "  br label %%j%u\n", i - 1);
	}
	end(out);
}

/* Loops in a row, each around another whose rounds differ from thread to thread. */
static void loops(struct cvg_str *out, uint32_t n)
{
	static const char nest_of_two[] =
		"d#:\n  br label %o#\n"
		"o#:\n  %r# = phi i32 [ 0, %d# ], [ %s#, %q# ]\n"
		"  %b# = and i32 %x, 7\n  br label %i#\n"
		"i#:\n  %m# = phi i32 [ 0, %o# ], [ %l#, %i# ]\n"
		"  %l# = add i32 %m#, 1\n  store i32 %m#, ptr addrspace(1) %p\n"
		"  %c# = icmp ult i32 %l#, %b#\n"
		"  br i1 %c#, label %i#, label %q#\n"
		"q#:\n  %s# = add i32 %r#, 1\n  %e# = icmp ult i32 %s#, 9\n"
		"  br i1 %e#, label %o#, label %";

	begin(out, "k", 0);
	cvg_str_add(out, "  br label %d0\n");
	for (uint32_t i = 0; i < n; i++) {
		for (const char *at = nest_of_two; *at; at++)
			if (*at == '#')
				cvg_str_addf(out, "%u", i);
			else
				cvg_str_addn(out, at, 1);
		cvg_str_addf(out, "d%u\n", i + 1);
	}
	cvg_str_addf(out, "d%u:\n", n);
	end(out);
}

/* ---- counting ----------------------------------------------------------- */

struct kind {
	const char *name;
	void (*make)(struct cvg_str *out, uint32_t n);
	uint32_t n;		/* the fewest parts */
	const char *const *say; /* commands, ended by NULL */
};

static void count_output(void *context, enum cvg_stream stream,
			 const char *text, size_t n)
{
	(void)context;
	if (stream == CVG_FAULT)
		fail_msg("%s", text);
	cvg_work(n / 8);
}

static void load(struct cvg_shell *sh, const struct kind *kind, uint32_t n)
{
	struct cvg_str text = {0};
	struct cvg_err err;

	cvg_str_add(&text, "target triple = \"amdgcn-amd-amdhsa\"\n"
			   "declare i32 @llvm.amdgcn.workitem.id.x()\n");
	kind->make(&text, n);
	assert_true(cvg_file_write("growth.ll", text.at, text.n, NULL));
	cvg_str_done(&text);
	if (!cvg_session_load(sh->session, "growth.ll", NULL, &err))
		fail_msg("%s", err.msg);
	unlink("growth.ll");
}

/* Run the command, or with "each " before it, once for each function. */
static void run(struct cvg_shell *sh, const struct kind *kind, uint32_t n,
		const char *command)
{
	bool each = strncmp(command, "each ", 5) == 0;
	struct cvg_str script = {0};

	if (!each)
		cvg_str_add(&script, command);
	for (uint32_t i = 0; each && i < n; i++)
		cvg_str_addf(&script, "function @f%u\n%s\n", i, command + 5);
	cvg_shell_run_text(sh, "growth", script.at);
	if (sh->status > CVG_NO)
		fail_msg("%s: '%s' failed", kind->name, command);
	cvg_str_done(&script);
}

/* The work of loading and of each command, on n parts. */
static void count(const struct kind *kind, bool judged, uint32_t n,
		  double *work)
{
	const struct cvg_host host = {.print = count_output};
	struct cvg_shell sh = {
		.host = &host,
		.look = {.glyphs = cvg_glyphs_of(CVG_UNICODE), .width = 80}};
	uint64_t before = cvg_work_done();

	sh.session = cvg_session_new();
	load(&sh, kind, n);
	/* The code generator's work is not ours, and takes long. */
	for (int i = 0; i < 2 && !judged; i++)
		assert_true(cvg_settings_set(cvg_session_settings(sh.session),
					     i ? "judge" : "decide",
					     i ? "table" : "static", NULL));
	work[0] = (double)(cvg_work_done() - before);
	for (size_t i = 0; kind->say[i]; i++) {
		before = cvg_work_done();
		run(&sh, kind, n, kind->say[i]);
		work[i + 1] = (double)(cvg_work_done() - before);
	}
	cvg_session_free(sh.session);
}

#define MOST_COMMANDS 40

/* An increase of less than one part in fifty is noise. */
static double exponent_of(const double w[4])
{
	double first = w[2] - w[0], second = w[3] - w[1];

	if (second < w[3] / 50)
		return 0;
	return first <= 0 ? INFINITY : log2(second / first);
}

/* `judged`: with the settings' defaults, by runs and by the machine's code. */
static void grows_as(const struct kind *kind, bool judged)
{
	double work[4][MOST_COMMANDS];
	bool bad = false;

	for (uint32_t k = 0; k < 4; k++)
		count(kind, judged, kind->n << k, work[k]);
	for (size_t i = 0; !i || kind->say[i - 1]; i++) {
		double w[4] = {work[0][i], work[1][i], work[2][i], work[3][i]};
		double exponent = exponent_of(w);

		if (exponent > MOST || getenv("GROWTH"))
			print_message("# %s: %s: %.0f, %.0f, %.0f, %.0f: "
				      "exponent %.2f\n",
				      kind->name, i ? kind->say[i - 1] : "load",
				      w[0], w[1], w[2], w[3], exponent);
		bad |= exponent > MOST;
	}
	assert_false(bad);
}

/* ---- the kinds ------------------------------------------------------------ */

static const char *const looks[] = {"functions",
				    "function @k0",
				    "cfg",
				    "show B1",
				    "why B1",
				    "source",
				    "regions",
				    "loops",
				    "dominators",
				    "divergence",
				    "metrics blocks",
				    "score",
				    "score P0",
				    "candidates",
				    "reject B1",
				    "unreject B1",
				    "align B1",
				    "preview darm",
				    "simplify",
				    "linearize when=always",
				    "darm",
				    "undo",
				    "redo",
				    "flatten",
				    "fuse when=always",
				    "cleanup",
				    "unpredicate",
				    "history",
				    "diff P0",
				    "show costs",
				    "export growth.dot",
				    "export growth.txt",
				    "export growth.json",
				    "export growth.dot dominators",
				    "export growth.dot regions",
				    "write growth.out.ll",
				    "write growth.out.bc",
				    "undo",
				    "write growth.out.ll",
				    NULL};
static const char *const pairs[] = {"candidates",
				    "profile",
				    "candidates",
				    "preview fuse",
				    "fuse when=always",
				    "fuse when=always",
				    "undo",
				    "write growth.out.ll",
				    NULL};
static const char *const libraries[] = {"functions",
					"each darm",
					"history",
					"undo",
					"redo",
					"each candidates",
					"each linearize when=always",
					"each regions",
					"goto P0",
					"each score",
					"darm decide=static @*",
					"goto P0",
					"write growth.out.ll",
					"write growth.out.bc",
					NULL};

static const char *const switches[] = {"candidates", "preview darm", "meld",
				       "undo",	     "darm",	     "history",
				       "diff P0",    "undo",	     NULL};

static const char *const nested[] = {"loops",
				     "candidates",
				     "preview flatten",
				     "flatten",
				     "history",
				     "diff P0",
				     "undo",
				     "linearize mode=loops when=always",
				     NULL};

static const struct kind kinds[] = {
	{"library", library, 50, libraries},
	{"chain of calls", chain, 50, libraries},
	{"hub of calls", hub, 50, libraries},
	{"row", row, 50, looks},
	{"one-armed ifs", ifs, 50, pairs},
	{"ladder", ladder, 400, looks},
	{"nest", nest, 25, looks},
	{"switch", cases, 50, switches},
	{"loops in loops", loops, 25, nested},
};

static void by_counts(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
		grows_as(&kinds[i], false);
}

/* ---- at the defaults ------------------------------------------------------ */

static const char *const darm[] = {"darm", NULL};
static const char *const set_darm[] = {"darm @*", NULL};

static void judged(void **state)
{
	(void)state;
	grows_as(&(struct kind){"judged library", library, 12, set_darm}, true);
	grows_as(&(struct kind){"judged hub", hub, 25, set_darm}, true);
	grows_as(&(struct kind){"judged row", row, 12, darm}, true);
	grows_as(&(struct kind){"judged nest", nest, 8, darm}, true);
}

UNIT_TESTS(growth_test)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(by_counts),
		cmocka_unit_test(judged),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
