/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The threads of a launch as letters, before and after regrouping. */
#include "prove.h"

#include "threads.h"

#define SHOWN 16 /* warps, without a count */

struct asked {
	uint64_t from, count;
};

/* ---- telling ----------------------------------------------------------- */

static void tell_letters(struct cvg_call *c, const struct cvg_threads *t)
{
	json_t *list = json_array();

	for (uint32_t i = 0; i < t->nletters; i++) {
		const struct cvg_letter *l = &t->letter[i];
		char name[2] = {(char)('A' + (int)i), '\0'};

		cvg_str_addf(&c->out, "  %s  ", name);
		cvg_letter_print(&c->out, l);
		cvg_str_addc(&c->out, '\n');
		json_array_append_new(
			list,
			json_pack("{s:s,s:I,s:I,s:[I,I]}", "letter", name,
				  "threads", (json_int_t)l->threads, "kinds",
				  (json_int_t)l->kinds, "cycles",
				  (json_int_t)l->least, (json_int_t)l->most));
	}
	cvg_call_set(c, "letters", list);
}

static json_t *tell_warp(struct cvg_call *c, const struct cvg_threads *t,
			 bool after, uint64_t warp)
{
	struct cvg_warplook look = cvg_threads_warp(t, after, warp);
	unsigned long long block = warp / t->nwarps, nth = warp % t->nwarps;
	struct cvg_str label = {0}, cells = {0};
	json_t *o;

	cvg_str_addf(&label, "%llu:%llu", block, nth);
	for (uint32_t i = 0; i < t->g->warp; i++)
		cvg_str_addc(&cells, cvg_threads_cell(t, after, warp, i, 1));
	cvg_str_addf(&c->out, "%9s  %s  %2u kind%s %llu cycles\n", label.at,
		     cells.at, look.kinds, look.kinds == 1 ? ", " : "s,",
		     (unsigned long long)look.cycles);
	o = json_pack("{s:I,s:I,s:s,s:I,s:I}", "block", (json_int_t)block,
		      "warp", (json_int_t)nth, "threads", cells.at, "kinds",
		      (json_int_t)look.kinds, "cycles",
		      (json_int_t)look.cycles);
	cvg_str_done(&label);
	cvg_str_done(&cells);
	return o;
}

static void tell_warps(struct cvg_call *c, const struct cvg_threads *t,
		       const struct asked *a, bool after)
{
	uint64_t left = a->from < t->warps ? t->warps - a->from : 0;
	uint64_t n = left < a->count ? left : a->count;
	json_t *list = json_array();

	cvg_str_addf(&c->out, "%s: ",
		     after ? cvg_grouping_name(t->g->how) : "as they are");
	cvg_warpsum_print(&c->out, t, after);
	cvg_str_addc(&c->out, '\n');
	for (uint64_t w = a->from; w < a->from + n; w++)
		json_array_append_new(list, tell_warp(c, t, after, w));
	if (n < left)
		cvg_str_addf(&c->out, "%9s  and %llu warps more\n", "",
			     (unsigned long long)(left - n));
	cvg_call_set(c, after ? "after" : "before", list);
}

static void tell(struct cvg_call *c, const struct cvg_threads *t,
		 const struct asked *a)
{
	const struct cvg_bbvs *v = t->g->bbvs;

	cvg_str_addf(&c->out, "P%u: ", t->g->before);
	cvg_add_count(&c->out, v->nthreads, "thread");
	cvg_str_add(&c->out, " of ");
	cvg_add_count(&c->out, v->nkinds, "kind");
	cvg_str_addc(&c->out, '\n');
	cvg_call_set(c, "revision", cvg_json_id('P', t->g->before));
	cvg_call_set(c, "threads", json_integer(v->nthreads));
	cvg_call_set(c, "kinds", json_integer(v->nkinds));
	cvg_call_set(c, "warps", json_integer((json_int_t)t->warps));
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
