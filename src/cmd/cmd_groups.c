/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The threads of a launch as letters, before and after regrouping. */
#include "prove.h"

#include "reconverge/bbv.h"
#include "reconverge/look.h"
#include "threads.h"

#include <inttypes.h>

#define SHOWN 16 /* warps, without a count */

struct asked {
	uint64_t from, count;
};

/* ---- telling ----------------------------------------------------------- */

static void tell_letters(struct cvg_call *c, const struct cvg_threads *t)
{
	json_t *list = cvg_json_list(c->json, "letters");

	for (uint32_t i = 0; i < t->nletters; i++) {
		const struct cvg_letter *l = &t->letter[i];
		char name[2] = {(char)('A' + (int)i), '\0'};

		CVG_TELL(&c->out, cvg_json_item(list),
			 "  {letter}  {-threads}{-kinds}{-cycles}", CVG_V(name),
			 CVG_V(l->threads), CVG_V(l->kinds),
			 CVG_V(json_pack("[I,I]", (json_int_t)l->least,
					 (json_int_t)l->most)));
		cvg_letter_print(&c->out, l);
		cvg_str_addc(&c->out, '\n');
	}
}

static void tell_warp(struct cvg_call *c, json_t *list,
		      const struct cvg_threads *t, bool after, uint64_t warp)
{
	struct cvg_warplook look = cvg_threads_warp(t, after, warp);
	uint64_t block = warp / t->nwarps, nth = warp % t->nwarps;
	struct cvg_str label = {0}, cells = {0};

	cvg_str_addf(&label, "%" PRIu64 ":%" PRIu64, block, nth);
	for (uint32_t i = 0; i < t->g->warp; i++)
		cvg_str_addc(&cells, cvg_threads_cell(t, after, warp, i, 1));
	CVG_TELL(&c->out, cvg_json_item(list),
		 "{:9}{-block}{-warp}  {threads}  {kinds:2} kind{} {cycles} "
		 "cycles\n",
		 CVG_V(label.at), CVG_V(block), CVG_V(nth), CVG_V(cells.at),
		 CVG_V(look.kinds), CVG_V(look.kinds == 1 ? ", " : "s,"),
		 CVG_V(look.cycles));
	cvg_str_done(&label);
	cvg_str_done(&cells);
}

static void tell_warps(struct cvg_call *c, const struct cvg_threads *t,
		       const struct asked *a, bool after)
{
	uint64_t left = a->from < t->warps ? t->warps - a->from : 0;
	uint64_t n = left < a->count ? left : a->count;
	json_t *list = cvg_json_list(c->json, after ? "after" : "before");

	cvg_str_addf(&c->out, "%s: ",
		     after ? cvg_grouping_name(t->g->how) : "as they are");
	cvg_warpsum_print(&c->out, t, after);
	cvg_str_addc(&c->out, '\n');
	for (uint64_t w = a->from; w < a->from + n; w++)
		tell_warp(c, list, t, after, w);
	if (n < left)
		cvg_str_addf(&c->out, "%9s  and %llu more warps\n", "",
			     (unsigned long long)(left - n));
}

static void tell(struct cvg_call *c, const struct cvg_threads *t,
		 const struct asked *a)
{
	const struct cvg_bbvs *v = t->g->bbvs;

	TELL(c,
	     "{revision:P}: {threads} thread(s) of {kinds} kind(s)\n{-warps}",
	     CVG_V(t->g->before), CVG_V(v->nthreads), CVG_V(v->nkinds),
	     CVG_V(t->warps));
	tell_letters(c, t);
	tell_warps(c, t, a, false);
	if (t->g->order)
		tell_warps(c, t, a, true);
}

/* ---- the command ------------------------------------------------------- */

static bool groups_word(const struct cvg_word *w, struct asked *a,
			struct cvg_err *err)
{
	if (cvg_word_is_key(w, "from"))
		return cvg_word_key_number(w, 0, UINT32_MAX, &a->from, err);
	if (cvg_word_is_key(w, "count"))
		return cvg_word_key_number(w, 1, UINT32_MAX, &a->count, err);
	return cvg_fail_word(err, w,
			     "groups: expected from=N or count=N, not '%.60s'",
			     w->text);
}

bool cvg_cmd_groups(struct cvg_call *c, struct cvg_err *err)
{
	struct asked a = {.count = SHOWN};
	const struct cvg_groups *g;
	struct cvg_threads t;
	struct vigil v;

	for (uint32_t i = 0; i < c->nargs; i++) {
		if (!groups_word(&c->arg[i], &a, err))
			return false;
	}
	if (!cvg_prove_launch(c, err))
		return false;
	g = cvg_session_groups(c->s, CVG_NONE);
	if (!g) {
		cvg_vigil_begin(&v, c);
		if (!cvg_vigil_end(&v, cvg_session_count_threads(c->s, err)))
			return false;
		g = cvg_session_groups(c->s, CVG_NONE);
	}
	cvg_threads_init(&t, g);
	tell(c, &t, &a);
	cvg_threads_done(&t);
	return true;
}
