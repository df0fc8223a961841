/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * A search for launches that show more of a program than the guessed one: those
 * that reach blocks, or split warps at branches, where no launch did before. The
 * guess tends to have as many elements as threads, and data that look alike.
 *
 * The guess is first trimmed. Then it gets one of the numbers that the program
 * compares with, and is changed at random, in turn. At most MOST_TRIES launches are
 * run, and no more as soon as all warps, those of the guess included, have run
 * MOST_INSTS instructions, MOST_GUESSED if the guess is all that there is; making the
 * memory counts as well. A launch that does not end well shows nothing. Of what
 * is left, the launch that shows most is taken, then the one that shows most of the
 * rest, up to MOST_TAKEN.
 */
#include "checking.h"

#include "reconverge/analysis.h"
#include "reconverge/graph.h"

#include <stdlib.h>
#include <string.h>

#define MOST_TRIES   48
#define MOST_INSTS   UINT64_C(2000000)
#define MOST_GUESSED UINT64_C(500000)
#define MOST_TAKEN   3 /* beside the guess */

/* What there is to see. */
struct sights {
	uint32_t *fn_at; /* [functions + 1]: for each block of function f, from
			    fn_at[f] on: was it reached; then: did it split */
	bool *wanted;	 /* [n] it is there to be seen */
	bool *seen;	 /* [n] by a launch that is kept */
	uint32_t n;
};

struct search {
	struct cvg_session *session;
	struct ready *ready;
	struct varied varied;
	struct sights sights;
	uint64_t insts;
	uint64_t most_steps; /* of a warp */
	cvg_vec(struct sample) found;
};

/* ---- what there is to see ---------------------------------------------- */

/* Blocks that can be run, and branches that threads of a warp may take both
 * ways. */
static void want(const struct search *search, uint32_t f, bool *wanted)
{
	struct cvg_session *session = search->session;
	const struct cvg_program *program = search->ready->program;
	uint32_t at = cvg_session_function_named(session, program->fns[f].name);
	const struct cvg_uniform *uniform;
	const struct cvg_fn *fn = program->fns[f].fn;

	if (at == CVG_NONE) /* a library's function */
		return;
	uniform = cvg_ana_uniform(cvg_session_ana(session, CVG_NONE, at));
	for (uint32_t b = 0; b < fn->nblocks; b++) {
		wanted[b] = program->fns[f].blocks[b].term != CVG_T_UNREACHABLE;
		wanted[fn->nblocks + b] =
			cvg_bits_has(&uniform->divergent_term, b);
	}
}

static void sights_init(struct search *search)
{
	const struct cvg_program *program = search->ready->program;
	struct sights *sights = &search->sights;

	sights->fn_at = cvg_calloc(program->nfns + 1, sizeof *sights->fn_at);
	for (uint32_t f = 0; f < program->nfns; f++) {
		sights->fn_at[f] = sights->n;
		sights->n += 2 * program->fns[f].fn->nblocks;
	}
	sights->fn_at[program->nfns] = sights->n;
	sights->wanted = cvg_calloc(sights->n + 1, sizeof *sights->wanted);
	sights->seen = cvg_calloc(sights->n + 1, sizeof *sights->seen);
	for (uint32_t f = 0; f < program->nfns; f++)
		want(search, f, sights->wanted + sights->fn_at[f]);
}

static void sights_done(struct sights *sights)
{
	free(sights->fn_at);
	free(sights->wanted);
	free(sights->seen);
}

/* How much of what is wanted these counts show that was not seen; `mark`: it is
 * seen from now on. */
static uint32_t look(const struct search *search,
		     const struct cvg_counts *counts, bool mark)
{
	const struct sights *sights = &search->sights;
	uint32_t news = 0;

	for (uint32_t f = 0; f < counts->nfns; f++) {
		uint32_t at = sights->fn_at[f];
		uint32_t n = (sights->fn_at[f + 1] - at) / 2;

		for (uint32_t i = 0; i < 2 * n; i++) {
			bool shown = i < n ? counts->fns[f].block_warps[i]
					   : counts->fns[f].split[i - n];

			if (!shown || !sights->wanted[at + i] ||
			    sights->seen[at + i])
				continue;
			news++;
			sights->seen[at + i] = mark;
		}
	}
	return news;
}

static bool is_all_seen(const struct sights *sights)
{
	for (uint32_t i = 0; i < sights->n; i++) {
		if (sights->wanted[i] && !sights->seen[i])
			return false;
	}
	return true;
}

/* ---- trying -------------------------------------------------------------- */

/* Run the launch, and keep it if it shows something new. */
static bool try_launch(struct search *search, struct cvg_launch *launch,
		       struct cvg_err *err)
{
	struct sample sample;

	if (!cvg_proving_sample(search->session, search->ready, launch,
				search->most_steps, &sample, err))
		return false;
	search->insts += sample.result.counts.insts + sample.cost;
	if (sample.result.fault.kind == CVG_F_NONE &&
	    look(search, &sample.result.counts, true)) {
		cvg_varied_learn(&search->varied, launch);
		cvg_push(&search->found, sample);
	} else {
		cvg_sample_done(&sample);
	}
	return true;
}

static bool goes_on(const struct search *search)
{
	uint64_t most =
		search->varied.guess->inferred ? MOST_GUESSED : MOST_INSTS;

	return search->insts < most && !is_all_seen(&search->sights);
}

static bool try_all(struct search *search, struct cvg_err *err)
{
	struct varied *varied = &search->varied;
	struct cvg_launch launch;
	bool ok = true;

	cvg_launch_copy(&launch, varied->guess);
	for (uint32_t n = 0; ok && n < MOST_TRIES && goes_on(search); n++) {
		if (!n)
			cvg_varied_trim(varied, &launch);
		else if (n % 2 == 0 ||
			 !cvg_varied_bound(varied, &launch, n / 2))
			cvg_varied_change(varied, &launch,
					  cvg_checking_order(n));
		ok = try_launch(search, &launch, err);
	}
	cvg_launch_done(&launch);
	return ok;
}

/* ---- taking -------------------------------------------------------------- */

/* Move the sample that shows most beside the guess and what was taken so far to
 * *out. False: none shows anything more. */
static bool take_best(struct search *search, struct samples *out)
{
	uint32_t best = 0, most = 0;

	for (uint32_t i = 0; i < search->found.n; i++) {
		uint32_t news =
			look(search, &search->found.at[i].result.counts, false);

		if (news > most) {
			best = i;
			most = news;
		}
	}
	if (!most)
		return false;
	look(search, &search->found.at[best].result.counts, true);
	cvg_push(out, search->found.at[best]);
	search->found.at[best] = search->found.at[--search->found.n];
	return true;
}

void cvg_samples_done(struct samples *samples)
{
	for (size_t i = 0; i < samples->n; i++)
		cvg_sample_done(&samples->at[i]);
	free(samples->at);
}

bool cvg_proving_search(struct cvg_session *session, struct ready *ready,
			const struct cvg_sim_result *guess, struct samples *out,
			struct cvg_err *err)
{
	const struct cvg_launch *launch =
		&cvg_proving_launched(session)->launch;
	struct search search = {
		.session = session,
		.ready = ready,
		.varied = {.guess = launch,
			   .program = {ready->program, ready->program}},
		.insts = guess->counts.insts};
	const struct cvg_counts *counts = &guess->counts;
	bool ended = guess->fault.kind == CVG_F_NONE, ok;

	*out = (struct samples){.n = 0};
	if (!cvg_varied_may(&search.varied))
		return true;
	search.most_steps = 20000 + (launch->inferred ? 2 : 8) * counts->insts /
					    (counts->warps ? counts->warps : 1);
	sights_init(&search);
	if (ended)
		look(&search, counts, true);
	ok = try_all(&search, err);
	memset(search.sights.seen, 0, search.sights.n);
	if (ended)
		look(&search, counts, true);
	while (ok && out->n < MOST_TAKEN && take_best(&search, out))
		continue;
	for (size_t i = 0; i < search.found.n; i++)
		cvg_sample_done(&search.found.at[i]);
	free(search.found.at);
	cvg_varied_done(&search.varied);
	sights_done(&search.sights);
	return ok;
}
