/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Host code: see reconverge/host_code.h. What differs from kernel to kernel is made
 * here; the algorithms are the texts of host_order.c. In both, '$' stands for the
 * name of the kernel.
 *
 * Example, of a kernel f whose block B1 runs as often as in[thread] says, on blocks
 * of 64 threads:
 *
 *	x[0] = f_u32(in, in_bytes, f_place(t, 0, f_steps[0]));
 *	count[0] = f_count(1, 0, x, f_weights[0]);
 *	count[1] = f_count(0, 0, x, f_weights[1]);
 */
#include "host_order.h"

#include "reconverge/graph.h"
#include "reconverge/host_code.h"
#include "reconverge/model.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

struct host {
	struct cvg_str *out;
	const struct cvg_fn *kernel;
	const struct cvg_inputrun *in;
	const struct cvg_model *model;
	char name[64];
};

/* Append a text in which '$' stands for the kernel's name. */
static void add_text(const struct host *host, const char *text)
{
	for (; *text; text++) {
		if (*text == '$')
			cvg_str_add(host->out, host->name);
		else
			cvg_str_addc(host->out, *text);
	}
}

__attribute__((format(printf, 2, 3))) static void add(const struct host *host,
						      const char *format, ...)
{
	struct cvg_str text = {0};
	va_list args;

	va_start(args, format);
	cvg_str_vaddf(&text, format, args);
	va_end(args);
	add_text(host, text.at);
	cvg_str_done(&text);
}

/* ---- names ------------------------------------------------------------- */

/* A name of C: letters, digits and '_' stay. */
static void c_name(char *out, size_t room, const char *name)
{
	size_t n = 0;

	for (; *name && n + 1 < room; name++)
		if (isascii((unsigned char)*name))
			out[n++] = isalnum((unsigned char)*name) ? *name : '_';
	out[n] = '\0';
}

/* "p2_trips": the place keeps names apart that C would not. */
static void add_arg(const struct host *host, uint32_t arg)
{
	const char *text = host->kernel->values[arg].text;
	char name[48];

	c_name(name, sizeof name, text && *text == '%' ? text + 1 : "");
	cvg_str_addf(host->out, "p%u_%s", arg, name);
}

/* ---- inputs ------------------------------------------------------------ */

static const struct cvg_type *type_of(const struct host *host, uint32_t k)
{
	const struct cvg_fn *fn = host->in->fn;

	return &fn->types[fn->insts[host->in->influence.input[k]].type];
}

/* Does a row of the model use input k? */
static bool is_used(const struct host *host, uint32_t k)
{
	for (uint32_t b = 0; b < host->model->nblocks; b++) {
		if (host->model->row[b].inputs >> k & 1)
			return true;
	}
	return false;
}

static bool reads_arg(const struct host *host, uint32_t arg)
{
	for (uint32_t k = 0; k < host->model->ninputs; k++) {
		if (is_used(host, k) && host->in->arg[k] == arg)
			return true;
	}
	return false;
}

/* A half has no type in C. */
static bool all_readable(const struct host *host, struct cvg_err *err)
{
	const struct cvg_inputrun *in = host->in;

	for (uint32_t k = 0; k < host->model->ninputs; k++) {
		const struct cvg_type *type = type_of(host, k);

		if (is_used(host, k) && type->kind == CVG_TYPE_FLOAT &&
		    type->bits < 32)
			return cvg_fail(
				err,
				"host=: C has no type for the %.20s that is "
				"loaded: %.200s",
				type->text,
				cvg_inst_text(
					&in->fn->insts[in->influence
							       .input[k]]));
	}
	return true;
}

static void add_steps(const struct host *host)
{
	add(host, "/* Bytes from one thread to the next, and from one thread "
		  "block, by dimension. */\n"
		  "static const int64_t $_steps[][6] = {\n");
	for (uint32_t k = 0; k < host->model->ninputs; k++) {
		const int64_t (*step)[3] = host->in->place[k].step;

		add(host, "\t{%lld, %lld, %lld, %lld, %lld, %lld},\n",
		    (long long)step[0][0], (long long)step[0][1],
		    (long long)step[0][2], (long long)step[1][0],
		    (long long)step[1][1], (long long)step[1][2]);
	}
	add(host, "\t{0, 0, 0, 0, 0, 0}\n};\n\n");
}

static void add_reader(const struct host *host, uint32_t k)
{
	const struct cvg_type *type = type_of(host, k);
	uint32_t bytes = (type->bits + 7) / 8;

	add(host, "\tx[%u] = 0;\n", k);
	add(host, "\tat = $_place(t, %lld, $_steps[%u]);\n",
	    (long long)host->in->place[k].low, k);
	add(host, "\tif ($_inside(at, %u, ", bytes);
	add_arg(host, host->in->arg[k]);
	add(host, "_bytes))\n\t\tx[%u] = $_%s((const unsigned char *)", k,
	    type->kind == CVG_TYPE_INT ? "integer"
	    : type->bits == 32	       ? "float"
				       : "double");
	add_arg(host, host->in->arg[k]);
	if (type->kind == CVG_TYPE_INT)
		add(host, " + at, %u);\n", type->bits);
	else
		add(host, " + at);\n");
}

/* ---- numbers ----------------------------------------------------------- */

/* All digits, and as a double also where it is whole. */
static void add_number(const struct host *host, double x)
{
	char text[40];

	snprintf(text, sizeof text, "%.17g", x);
	cvg_str_add(host->out, text);
	if (!strpbrk(text, ".e"))
		cvg_str_add(host->out, ".0");
}

static void add_weights(const struct host *host)
{
	const struct cvg_model *m = host->model;

	add(host,
	    "/* Equation (1) for each block of code: the constant, the "
	    "weight of the thread's\n * number, those of the inputs. */\n"
	    "static const double $_weights[$_COUNTS][%u] = {\n",
	    m->ninputs + 2);
	for (uint32_t b = 0; b < m->nblocks; b++) {
		add(host, "\t{");
		add_number(host, m->row[b].constant);
		add(host, ", ");
		add_number(host, m->row[b].thread);
		for (uint32_t k = 0; k < m->ninputs; k++) {
			add(host, ", ");
			add_number(host, m->row[b].inputs >> k & 1
						 ? m->row[b].weight[k]
						 : 0);
		}
		add(host, "}, /* B%u */\n", host->in->fn->blocks[b].uid);
	}
	add(host, "};\n\n");
}

static void add_latencies(const struct host *host,
			  const struct cvg_regrouped *regrouped)
{
	add(host, "/* Cycles of each block of code: of the kernel as it was, "
		  "and as it is regrouped. */\n"
		  "static const uint64_t $_latency[2][$_COUNTS] = {\n");
	for (int i = 0; i < 2; i++) {
		add(host, "\t{");
		for (uint32_t b = 0; b < host->model->nblocks; b++)
			add(host, "%s%llu", b ? ", " : "",
			    (unsigned long long)
				    regrouped->latency[i][host->model->at + b]);
		add(host, "},\n");
	}
	add(host, "};\n\n");
}

/* ---- the file ---------------------------------------------------------- */

static void add_head(const struct host *host,
		     const struct cvg_regrouped *regrouped)
{
	const uint32_t (*size)[3] = host->in->size;

	add_text(host, cvg_host_head);
	add(host,
	    "#define $_X %uu /* threads of a thread block, by dimension */\n"
	    "#define $_Y %uu\n#define $_Z %uu\n"
	    "#define $_BLOCKS %uu /* thread blocks */\n"
	    "#define $_GRID_Y %uu\n#define $_GRID_Z %uu\n",
	    size[0][0], size[0][1], size[0][2], size[1][0], size[1][1],
	    size[1][2]);
	add(host,
	    "#define $_WARP %uu /* threads of a warp */\n"
	    "#define $_GROUP %uu /* threads of a group */\n"
	    "#define $_COUNTS %uu /* blocks of code: counts of a vector */\n\n",
	    host->in->run.gpu.warp, regrouped->groupsize, host->model->nblocks);
}

/* The parameters that are the host's copies of buffers. */
static void add_buffers(const struct host *host, bool types)
{
	for (uint32_t a = 0; a < host->kernel->nargs; a++) {
		if (!reads_arg(host, a))
			continue;
		cvg_str_add(host->out, types ? "const void *" : "");
		add_arg(host, a);
		cvg_str_add(host->out, types ? ", size_t " : ", ");
		add_arg(host, a);
		cvg_str_add(host->out, "_bytes, ");
	}
}

static bool any_of(const struct host *host, enum cvg_typekind kind,
		   uint32_t bits)
{
	for (uint32_t k = 0; k < host->model->ninputs; k++) {
		const struct cvg_type *type = type_of(host, k);

		if (is_used(host, k) && type->kind == kind &&
		    (!bits || type->bits == bits))
			return true;
	}
	return false;
}

static void add_predict(const struct host *host)
{
	bool any = false;

	for (uint32_t k = 0; k < host->model->ninputs; k++)
		any |= is_used(host, k);
	if (any) {
		add_steps(host);
		add_text(host, cvg_host_place);
	}
	if (any_of(host, CVG_TYPE_INT, 0))
		add_text(host, cvg_host_integer);
	if (any_of(host, CVG_TYPE_FLOAT, 32))
		add_text(host, cvg_host_float);
	if (any_of(host, CVG_TYPE_FLOAT, 64))
		add_text(host, cvg_host_double);
	add_text(host, cvg_host_count);
	add(host, "static void $_predict(");
	add_buffers(host, true);
	add(host, "uint32_t t, uint32_t *count)\n{\n\tdouble x[%u];\n",
	    host->model->ninputs + 1);
	if (any)
		add(host, "\tint64_t at;\n");
	add(host, "\tuint32_t b;\n\n");
	for (uint32_t k = 0; k < host->model->ninputs; k++) {
		if (is_used(host, k))
			add_reader(host, k);
		else
			add(host, "\tx[%u] = 0;\n", k);
	}
	add(host,
	    "\tfor (b = 0; b < $_COUNTS; b++)\n"
	    "\t\tcount[b] = $_count($_weights[b], x, %u, t);\n}\n\n",
	    host->model->ninputs);
}

static void add_function(const struct host *host)
{
	add_text(host, cvg_host_about);
	add(host, "int $_regroup(uint32_t blocks, ");
	add_buffers(host, true);
	add(host, "uint32_t *order, uint64_t cycles[2])\n");
	add_text(host, cvg_host_begin);
	if (!host->in->any_blocks)
		add(host, "\tif (blocks != $_BLOCKS)\n\t\treturn -2;\n");
	add_text(host, cvg_host_middle);
	add(host, "\t\t\t$_predict(");
	add_buffers(host, false);
	add(host, "t, row);\n");
	add_text(host, cvg_host_end);
}

bool cvg_host_can(const struct cvg_regroup_ask *ask, struct cvg_err *err)
{
	const struct host host = {.in = ask->foreseen, .model = ask->model};

	if (ask->how == CVG_GROUP_GREEDY)
		return cvg_fail(err, "host=: only algorithm=sorting and "
				     "algorithm=greedy-max are written in C");
	return all_readable(&host, err);
}

void cvg_host_code(struct cvg_str *out, const struct cvg_fn *kernel,
		   const struct cvg_regroup_ask *ask,
		   const struct cvg_regrouped *regrouped)
{
	struct host host = {.out = out,
			    .kernel = kernel,
			    .in = ask->foreseen,
			    .model = ask->model};

	c_name(host.name, sizeof host.name, kernel->name);
	if (isdigit((unsigned char)*host.name) || !*host.name)
		memcpy(host.name, "k", 2);
	add_head(&host, regrouped);
	add_weights(&host);
	add_latencies(&host, regrouped);
	add_predict(&host);
	add_text(&host, cvg_host_vectors);
	add_text(&host, ask->how == CVG_GROUP_SORTING ? cvg_host_sorting
						      : cvg_host_greedy_max);
	add_text(&host, cvg_host_cycles);
	add_function(&host);
}
