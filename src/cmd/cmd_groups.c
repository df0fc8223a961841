/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The threads of a launch as letters, before and after regrouping. */
#include "prove.h"

#include "reconverge/bbv.h"
#include "reconverge/look.h"
#include "reconverge/plot.h"
#include "reconverge/quantity.h"
#include "threads.h"

#include <inttypes.h>
#include <stdio.h>

#define SHOWN 16 /* warps, without a count */

struct asked {
	uint64_t from, count;
};

/* ---- telling ----------------------------------------------------------- */

static void tell_letters(struct cvg_call *call,
			 const struct cvg_threads *threads)
{
	json_t *list = cvg_json_list(call->json, "letters");

	for (uint32_t i = 0; i < threads->nletters; i++) {
		const struct cvg_letter *l = &threads->letter[i];
		char name[2] = {(char)('A' + (int)i), '\0'};

		CVG_TELL(&call->out, cvg_json_item(list),
			 "  {letter}  {-threads}{-kinds}{-cycles}", CVG_V(name),
			 CVG_V(l->threads), CVG_V(l->kinds),
			 CVG_V(json_pack("[I,I]", (json_int_t)l->least,
					 (json_int_t)l->most)));
		cvg_letter_print(&call->out, l);
		cvg_str_addc(&call->out, '\n');
	}
}

static void tell_warp(struct cvg_call *call, json_t *list,
		      const struct cvg_threads *threads, bool after,
		      uint64_t warp)
{
	struct cvg_warplook look = cvg_threads_warp(threads, after, warp);
	uint64_t block = warp / threads->nwarps, nth = warp % threads->nwarps;
	struct cvg_str label = {0}, cells = {0};

	cvg_str_addf(&label, "%" PRIu64 ":%" PRIu64, block, nth);
	for (uint32_t i = 0; i < threads->groups->warp; i++)
		cvg_str_addc(&cells,
			     cvg_threads_cell(threads, after, warp, i, 1));
	CVG_TELL(&call->out, cvg_json_item(list),
		 "{:9}{-block}{-warp}  {threads}  {kinds:2} kind{} {cycles} "
		 "cycles\n",
		 CVG_V(label.at), CVG_V(block), CVG_V(nth), CVG_V(cells.at),
		 CVG_V(look.kinds), CVG_V(look.kinds == 1 ? ", " : "s,"),
		 CVG_V(look.cycles));
	cvg_str_done(&label);
	cvg_str_done(&cells);
}

/* How many warps are told. */
static uint64_t shown_of(const struct cvg_threads *threads,
			 const struct asked *a)
{
	uint64_t left = a->from < threads->warps ? threads->warps - a->from : 0;

	return left < a->count ? left : a->count;
}

static void tell_warps(struct cvg_call *call, const struct cvg_threads *threads,
		       const struct asked *a, bool after)
{
	uint64_t left = a->from < threads->warps ? threads->warps - a->from : 0;
	uint64_t n = shown_of(threads, a);
	json_t *list = cvg_json_list(call->json, after ? "after" : "before");

	cvg_str_addf(&call->out, "%s: ",
		     after ? cvg_grouping_name(threads->groups->how)
			   : "as they are");
	cvg_warpsum_print(&call->out, threads, after);
	cvg_str_addc(&call->out, '\n');
	for (uint64_t w = a->from; w < a->from + n; w++)
		tell_warp(call, list, threads, after, w);
	if (n < left)
		cvg_str_addf(&call->out, "%9s  and %llu more warps\n", "",
			     (unsigned long long)(left - n));
}

static void tell(struct cvg_call *call, const struct cvg_threads *threads,
		 const struct asked *a)
{
	const struct cvg_bbvs *vectors = threads->groups->bbvs;

	TELL(call,
	     "{revision:P}: {threads} thread(s) of {kinds} kind(s); {unit} are "
	     "{kind}\n{-warps}",
	     CVG_V(threads->groups->before), CVG_V(vectors->nthreads),
	     CVG_V(vectors->nkinds), CVG_V(cvg_unit_name(CVG_UNIT_CYCLES)),
	     CVG_V(cvg_countkind_name(CVG_COUNTED_SIMULATED)),
	     CVG_V(threads->warps));
	tell_letters(call, threads);
	tell_warps(call, threads, a, false);
	if (threads->groups->order)
		tell_warps(call, threads, a, true);
}

/* ---- as bars ----------------------------------------------------------- */

static void plot_warps(struct cvg_plot *plot, const struct cvg_threads *threads,
		       const struct asked *a, struct cvg_plot_panel head,
		       bool kinds)
{
	struct cvg_plot_panel *panel;

	head.series[0] = "as they are";
	head.nseries = 1;
	if (threads->groups->order)
		head.series[head.nseries++] =
			cvg_grouping_name(threads->groups->how);
	panel = cvg_plot_begin(plot, &head);
	for (uint64_t w = a->from; w < a->from + shown_of(threads, a); w++) {
		struct cvg_plot_row row = {0};
		char label[48];

		snprintf(label, sizeof label, "warp %" PRIu64 ":%" PRIu64,
			 w / threads->nwarps, w % threads->nwarps);
		row.label = label;
		for (uint32_t k = 0; k < head.nseries; k++) {
			struct cvg_warplook look =
				cvg_threads_warp(threads, k > 0, w);

			row.value[k] = kinds ? (double)look.kinds
					     : (double)look.cycles;
		}
		cvg_plot_add(plot, panel, &row);
	}
}

/* The warps of the text, and its sums as sentences. */
static void plot(struct cvg_plot *plot, const struct cvg_threads *threads,
		 const struct asked *a)
{
	for (int after = 0; after < (threads->groups->order ? 2 : 1); after++) {
		struct cvg_str s = {0};

		cvg_str_addf(&s, "%s: ",
			     after ? cvg_grouping_name(threads->groups->how)
				   : "as they are");
		cvg_warpsum_print(&s, threads, after);
		cvg_plot_remark(plot, s.at);
		cvg_str_done(&s);
	}
	plot_warps(plot, threads, a,
		   (struct cvg_plot_panel){.what = "cycles of a warp",
					   .unit = CVG_UNIT_CYCLES,
					   .kind = CVG_COUNTED_SIMULATED},
		   false);
	plot_warps(plot, threads, a,
		   (struct cvg_plot_panel){.what = "kinds of threads in a warp",
					   .kind = CVG_COUNTED_SIMULATED},
		   true);
}

/* ---- the command ------------------------------------------------------- */

static bool groups_word(const struct cvg_word *word, struct asked *a,
			struct cvg_err *err)
{
	if (cvg_word_is_key(word, "from"))
		return cvg_word_key_number(word, 0, UINT32_MAX, &a->from, err);
	if (cvg_word_is_key(word, "count"))
		return cvg_word_key_number(word, 1, UINT32_MAX, &a->count, err);
	return cvg_fail_word(err, word,
			     "groups: expected from=N or count=N, not '%.60s'",
			     word->text);
}

bool cvg_cmd_groups(struct cvg_call *call, struct cvg_err *err)
{
	struct asked a = {.count = SHOWN};
	const struct cvg_groups *groups;
	struct cvg_threads t;

	for (uint32_t i = 0; i < call->nargs; i++) {
		if (!groups_word(&call->arg[i], &a, err))
			return false;
	}
	if (!cvg_prove_launch(call, err))
		return false;
	groups = cvg_session_groups(call->session, CVG_NONE);
	if (!groups) {
		if (!cvg_session_count_threads(call->session, err))
			return false;
		groups = cvg_session_groups(call->session, CVG_NONE);
	}
	cvg_threads_init(&t, groups);
	tell(call, &t, &a);
	if (call->plot)
		plot(call->plot, &t, &a);
	cvg_threads_done(&t);
	return true;
}
