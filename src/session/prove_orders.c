/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The part of `check` that is about the order of threads: data races, results
 * that depend on the order of warps and blocks, and what fences, atomics and
 * barriers order.
 *
 * What a race-free kernel computes cannot depend on the order of its threads
 * unless it has atomic operations that tell the order. So the original is run in
 * other orders only if it races or has such operations.
 *
 * A race of the other side is new if the original has none of the same object and
 * kinds of accesses. If both accesses write, the side is wrong. If one reads, the
 * read gives an undefined value, which matters only if the result depends on it:
 * the side is run once more with undefined values there (sim/racing.c).
 */
#include "checking.h"

#include "reconverge/graph.h"

#include <stdlib.h>

static void tell_race(const struct checker *k, int i,
		      const struct cvg_race *race, struct cvg_str *out)
{
	struct cvg_place at = cvg_checking_place(k, i, race->fn, race->inst,
						 race->block, race->thread);

	cvg_race_print(out, race, &k->launch);
	cvg_str_add(out, ": ");
	cvg_place_thread(out, &at);
	cvg_str_add(out, ", ");
	cvg_place_inst(k->session, out, &at);
	cvg_place_line(out, ", ", &at);
}

/* ---- the original in other orders ---------------------------------------- */

#define ORDERS	8
#define CHANCES 4

static uint64_t mix(uint64_t x)
{
	x = (x ^ x >> 31) * UINT64_C(0x9fb21c651e98df25);
	return x ^ x >> 28;
}

uint64_t cvg_checking_order(uint64_t seed)
{
	return mix(seed + UINT64_C(0x9e3779b97f4a7c15)) | 1;
}

/* The original runs once more with the options of the checker: does it end otherwise,
 * or leave other memory than its last run did? */
static bool differs_again(struct checker *k, bool *differs, struct cvg_err *err)
{
	const struct side *a = &k->side[0];
	struct side again = *a;
	struct cvg_difference d;
	bool ok;

	again.image = NULL;
	again.races = NULL;
	again.racing = NULL;
	ok = cvg_checking_run(k, 0, &again, err);
	if (ok) {
		cvg_run_compare(a->program, &a->fault, a->image, &again.fault,
				again.image, k->check->loose, &d);
		*differs = d.found;
	}
	cvg_checking_forget(&again);
	return ok;
}

static bool differs_in(struct checker *k, uint64_t order, bool *differs,
		       struct cvg_err *err)
{
	uint64_t was = k->options.order;
	bool ok;

	k->options.order = order;
	ok = differs_again(k, differs, err);
	k->options.order = was;
	return ok;
}

bool cvg_checking_chooses(struct checker *k, bool *chooses, struct cvg_err *err)
{
	bool ok = true;

	*chooses = false;
	for (uint32_t i = 1; ok && i <= CHANCES && !*chooses; i++) {
		k->options.chance = mix(i);
		ok = differs_again(k, chooses, err);
	}
	k->options.chance = 0;
	if (!*chooses)
		return ok;
	k->check->frozen = true;
	k->check->answer = CVG_ANSWER_VOID;
	cvg_str_clear(&k->check->void_text);
	cvg_str_add(&k->check->void_text,
		    "what it computes depends on what undefined values are "
		    "frozen to");
	return ok;
}

bool cvg_checking_depends(struct checker *k, bool *depends, struct cvg_err *err)
{
	const struct side *a = &k->side[0];
	uint32_t n = k->check->difference.found ? ORDERS : ORDERS / 4;

	*depends = false;
	k->looked = true;
	for (uint32_t i = 0; i < n && !*depends; i++) {
		if (!differs_in(k, mix(k->options.order + i) | 1, depends, err))
			return false;
	}
	if (!*depends || !a->nraces)
		return true;
	k->check->answer = CVG_ANSWER_VOID;
	cvg_str_clear(&k->check->void_text);
	tell_race(k, 0, &a->races[0], &k->check->void_text);
	return true;
}

/* ---- races ------------------------------------------------------------- */

static bool is_new(const struct side *a, const struct cvg_race *race)
{
	for (uint32_t i = 0; i < a->nraces; i++) {
		if (cvg_race_alike(&a->races[i], race))
			return false;
	}
	return true;
}

/* A new race of b that is wrong whatever is read; else one that may be; else
 * NULL. */
static const struct cvg_race *new_race(const struct checker *k, bool *wrong)
{
	const struct side *b = &k->side[1];
	const struct cvg_race *found = NULL;

	for (uint32_t i = 0; i < b->nraces; i++) {
		const struct cvg_race *race = &b->races[i];

		if (!is_new(&k->side[0], race))
			continue;
		*wrong = cvg_touch_writes(race->first) &&
			 cvg_touch_writes(race->second);
		if (*wrong)
			return race;
		found = found ? found : race;
	}
	return found;
}

/* Does b leave something else if the reads that race are undefined? */
static bool reads_matter(struct checker *k, bool *matter, struct cvg_err *err)
{
	const struct side *a = &k->side[0], *b = &k->side[1];
	struct side again = *b;
	struct cvg_difference d;
	bool ok;

	again.image = NULL;
	again.races = NULL;
	again.racing = NULL;
	k->options.racing = b->racing;
	ok = cvg_checking_run(k, 1, &again, err);
	k->options.racing = NULL;
	if (ok) {
		cvg_run_compare(a->program, &a->fault, a->image, &again.fault,
				again.image, k->check->loose, &d);
		*matter = d.found;
	}
	cvg_checking_forget(&again);
	return ok;
}

bool cvg_checking_races(struct checker *k, struct cvg_err *err)
{
	struct cvg_check *c = k->check;
	const struct side *a = &k->side[0];
	bool wrong = false;
	const struct cvg_race *race = new_race(k, &wrong);

	if (a->nraces && !c->race_text[0].n)
		tell_race(k, 0, &a->races[0], &c->race_text[0]);
	if (!race || (!wrong && !reads_matter(k, &wrong, err)))
		return !race;
	if (!wrong)
		return true;
	c->answer = CVG_ANSWER_DIFFERS;
	c->by_race = true;
	c->seed = k->launch.seed;
	tell_race(k, 1, race, &c->race_text[1]);
	return true;
}
