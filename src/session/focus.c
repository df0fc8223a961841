/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The function in focus, and suggestions for a mistyped name. */
#include "inside.h"

#include "reconverge/analysis.h"
#include "reconverge/cxxname.h"
#include "reconverge/graph.h"
#include "reconverge/ir.h"

#include <stdlib.h>
#include <string.h>

/* ---- the default ----------------------------------------------------- */

static uint32_t divergent_branches(struct cvg_module *module, uint32_t f)
{
	struct cvg_fn *fn = cvg_module_snapshot(module, f, 0);
	struct cvg_ana *ana = cvg_ana_new(fn);
	uint32_t n = cvg_ana_uniform(ana)->nbranches;

	cvg_ana_free(ana);
	cvg_fn_free(fn);
	return n;
}

static bool is_openmp(const struct cvg_module *module, uint32_t kernel)
{
	return !strncmp(cvg_module_function_name(module, kernel),
			"__omp_offloading_", 17);
}

/* What the threads of a kernel of OpenMP do is in functions that it gives to the
 * runtime. They are nested by names: the longest one is the innermost. */
static uint32_t outlined_of(const struct cvg_module *module, const char *kernel)
{
	size_t n = strlen(kernel), most = n;
	uint32_t best = CVG_NONE;

	for (uint32_t f = 0; f < cvg_module_nfunctions(module); f++) {
		const char *name = cvg_module_function_name(module, f);

		if (strncmp(name, kernel, n) != 0 || strlen(name) <= most)
			continue;
		best = f;
		most = strlen(name);
	}
	return best;
}

/*
 * The function with the body of a kernel, or CVG_NONE. From version 21 on, clang
 * puts that of an OpenCL kernel into a function of its own and does not always
 * inline it.
 */
static uint32_t body_of(struct cvg_module *module, uint32_t kernel)
{
	const char *own = cvg_module_function_name(module, kernel);
	struct cvg_str name = {0};
	uint32_t f;

	if (is_openmp(module, kernel))
		return outlined_of(module, own);
	cvg_str_addf(&name, "__clang_ocl_kern_imp_%s", own);
	f = cvg_module_function_named(module, name.at);
	cvg_str_done(&name);
	/* What the kernel does not call is a copy that never runs. */
	return f != CVG_NONE && cvg_module_call_sites(module, f) ? f : CVG_NONE;
}

/* The first kernel, and in *n the number of kernels. */
static uint32_t first_kernel(const struct cvg_module *module, uint32_t *n)
{
	uint32_t first = CVG_NONE;

	*n = 0;
	for (uint32_t f = 0; f < cvg_module_nfunctions(module); f++) {
		if (cvg_module_function_kind(module, f) != CVG_FN_KERNEL)
			continue;
		if (!(*n)++)
			first = f;
	}
	return first;
}

uint32_t cvg_focus_any(const struct cvg_module *module)
{
	uint32_t n, first = first_kernel(module, &n);

	return first == CVG_NONE ? 0 : first;
}

uint32_t cvg_focus_default(struct cvg_module *module)
{
	uint32_t nkernels, first = first_kernel(module, &nkernels);
	uint32_t best = first, most = 0;

	if (first == CVG_NONE)
		return 0;
	for (uint32_t f = first; f < cvg_module_nfunctions(module); f++) {
		uint32_t at = f, n, body, inside;

		if (cvg_module_function_kind(module, f) != CVG_FN_KERNEL)
			continue;
		body = body_of(module, f);
		if (nkernels == 1 && body == CVG_NONE)
			break;
		n = divergent_branches(module, f);
		inside =
			body != CVG_NONE ? divergent_branches(module, body) : 0;
		if (inside > n || (inside && is_openmp(module, f))) {
			n = inside;
			at = body;
		}
		if (n > most) {
			best = at;
			most = n;
		}
	}
	return best;
}

/* ---- what a function only calls -------------------------------------- */

/* The only function of the module that a function of one block calls; else f. */
static uint32_t only_callee(struct cvg_session *s, uint32_t f)
{
	const struct cvg_fn *fn = cvg_session_fn(s, CVG_NONE, f);
	uint32_t body = f;

	for (uint32_t i = 0; fn->nblocks == 1 && i < fn->ninsts; i++) {
		const char *name = cvg_inst_callee(fn, i);
		uint32_t g =
			name ? cvg_session_function_named(s, name) : CVG_NONE;

		if (g == CVG_NONE || g == body)
			continue;
		if (body != f)
			return f;
		body = g;
	}
	return body;
}

uint32_t cvg_session_body(struct cvg_session *s, uint32_t f)
{
	uint32_t n = cvg_session_nfunctions(s), at = f;

	/* Functions that call each other would go round for ever. */
	for (uint32_t i = 0; i < n && only_callee(s, at) != at; i++)
		at = only_callee(s, at);
	return cvg_session_fn(s, CVG_NONE, at)->nblocks > 1 ? at : f;
}

/* ---- focus ----------------------------------------------------------- */

uint32_t cvg_session_nfunctions(const struct cvg_session *s)
{
	return s->history
		       ? cvg_history_nfns(s->history,
					  cvg_history_rev(s->history, CVG_NONE))
		       : 0;
}

uint32_t cvg_session_nfunctions_ever(const struct cvg_session *s)
{
	return s->history ? (uint32_t)s->history->functions.n : 0;
}

const char *cvg_session_function_name(const struct cvg_session *s, uint32_t f)
{
	return cvg_history_name(s->history,
				cvg_history_rev(s->history, CVG_NONE), f);
}

uint32_t cvg_session_function(const struct cvg_session *s)
{
	const struct history *history = s->history;

	return cvg_history_place(history, history->revs.at[history->current],
				 history->focus);
}

static int by_name(const void *a, const void *b, void *context)
{
	const struct history *history = context;
	uint32_t f = *(const uint32_t *)a, g = *(const uint32_t *)b;
	int order = strcmp(history->functions.at[f].name,
			   history->functions.at[g].name);

	cvg_work(1);
	return order ? order : (f > g) - (f < g);
}

static void sort_names(struct history *history)
{
	struct cvg_u32s *list = &history->by_name;

	list->n = 0;
	for (uint32_t f = 0; f < history->functions.n; f++)
		cvg_push(list, f);
	qsort_r(list->at, list->n, sizeof *list->at, by_name, history);
}

/* The number in history.functions of the function of that name, or CVG_NONE. */
static uint32_t number_named(struct history *history, const char *name)
{
	const struct cvg_u32s *list = &history->by_name;
	size_t from = 0, to = history->functions.n;

	if (list->n != to)
		sort_names(history);
	while (from < to) {
		size_t middle = from + (to - from) / 2;
		uint32_t f = list->at[middle];
		int order = strcmp(history->functions.at[f].name, name);

		if (!order)
			return f;
		if (order < 0)
			from = middle + 1;
		else
			to = middle;
	}
	return CVG_NONE;
}

uint32_t cvg_session_function_named(const struct cvg_session *s,
				    const char *name)
{
	struct history *history = s->history;
	uint32_t fid;

	if (!history)
		return CVG_NONE;
	fid = number_named(history, name);
	return fid == CVG_NONE
		       ? CVG_NONE
		       : cvg_history_place(history,
					   cvg_history_rev(history, CVG_NONE),
					   fid);
}

static bool unknown(const struct cvg_session *s, const char *name,
		    struct cvg_err *err)
{
	uint32_t n = cvg_session_nfunctions(s);
	const char **names = cvg_calloc(n, sizeof *names);

	for (uint32_t f = 0; f < n; f++)
		names[f] = cvg_session_function_name(s, f);
	cvg_cxx_unknown(name, names, n, "", err);
	free(names);
	return false;
}

static bool are_several(const char *name, const char *one, const char *other,
			struct cvg_err *err)
{
	struct cvg_str a = {0}, b = {0};
	bool alike;

	cvg_cxx_add_whole(&a, one);
	cvg_cxx_add_whole(&b, other);
	alike = !strcmp(a.at, b.at);
	cvg_fail(err, "several functions are called %s: %s and %s, for example",
		 name, alike ? one : a.at, alike ? other : b.at);
	cvg_str_done(&a);
	cvg_str_done(&b);
	return false;
}

/* By what the source calls the function, if that is only one. */
static bool focus_on_cxx(struct cvg_session *s, const char *name,
			 struct cvg_err *err)
{
	uint32_t found = CVG_NONE;

	for (uint32_t f = 0; f < cvg_session_nfunctions(s); f++) {
		const char *mangled = cvg_session_function_name(s, f);

		if (!cvg_cxx_fits(mangled, name, false))
			continue;
		if (found != CVG_NONE)
			return are_several(name,
					   cvg_session_function_name(s, found),
					   mangled, err);
		found = f;
	}
	if (found == CVG_NONE)
		return unknown(s, name, err);
	cvg_session_focus_at(s, found);
	return true;
}

void cvg_session_focus_at(struct cvg_session *s, uint32_t f)
{
	s->history->focus = cvg_history_fid(
		s->history, cvg_history_rev(s->history, CVG_NONE), f);
}

/* Scripts go through the functions in order: those behind the one in focus are
 * looked at first. */
static bool focus_on(struct cvg_session *s, const char *name)
{
	uint32_t n = cvg_session_nfunctions(s);
	uint32_t first = cvg_session_function(s);

	for (uint32_t k = 0; k < n; k++) {
		uint32_t f = (first + k) % n;

		cvg_work(1);
		if (strcmp(cvg_session_function_name(s, f), name))
			continue;
		cvg_session_focus_at(s, f);
		return true;
	}
	return false;
}

bool cvg_session_focus(struct cvg_session *s, const char *name,
		       struct cvg_err *err)
{
	const char *bare = name + (*name == '@');
	char *written;
	bool ok;

	if (!s->history)
		return cvg_fail(err, "no module is loaded");
	if (focus_on(s, bare))
		return true;
	written = cvg_name_text(bare, strlen(bare));
	ok = focus_on(s, written);
	free(written);
	return ok || focus_on_cxx(s, bare, err);
}
