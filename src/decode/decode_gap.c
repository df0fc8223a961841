/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The list of gaps: what cannot be simulated is collected, so that one error
 * names all of it. */
#include <stdlib.h>
#include <string.h>

#include "decode_int.h"

#include "reconverge/cxxname.h"
#include "reconverge/graph.h"

static char *place_text(const struct cvg_decoder *decoder)
{
	struct cvg_str s = {0};
	const struct cvg_inst *in;

	if (!decoder->ufn)
		return cvg_strdup("");
	cvg_str_addf(&s, "@%s", decoder->fn->name);
	if (decoder->inst) {
		in = &decoder->fn->insts[decoder->inst_id];
		cvg_str_addf(&s, ", %%%s", decoder->fn->blocks[in->block].name);
		cvg_spot_add(&s, ", ", decoder->fn, in->spot);
	}
	return cvg_str_take(&s);
}

void cvg_dec_uncovered(struct cvg_decoder *decoder, const char *name,
		       const char *why)
{
	struct cvg_gap gap = {.count = 1};

	for (size_t i = 0; i < decoder->in->gaps.n; i++) {
		struct cvg_gap *g = &decoder->in->gaps.at[i];

		if (strcmp(g->name, name) != 0 || strcmp(g->why, why) != 0)
			continue;
		g->count++;
		return;
	}
	gap.name = cvg_strdup(name);
	gap.why = cvg_strdup(why);
	gap.where = place_text(decoder);
	cvg_push(&decoder->in->gaps, gap);
}

/* "_Z3sinf (@sin(float))": libraries have the first name, users know the
 * second. */
static char *both_names(const char *name)
{
	char *text = *name == '@' ? cvg_cxx_name(name + 1) : NULL;
	struct cvg_str s = {0};

	cvg_str_add(&s, text ? name + 1 : name);
	if (text) {
		cvg_str_add(&s, " (");
		cvg_cxx_add_whole(&s, name + 1);
		cvg_str_addc(&s, ')');
	}
	free(text);
	return cvg_str_take(&s);
}

static bool refuse(const struct cvg_decoder *decoder, struct cvg_err *err)
{
	const struct cvg_gap *g = decoder->in->gaps.at;
	size_t more = decoder->in->gaps.n - 1;
	char *name = both_names(g->name);

	if (more)
		cvg_fail(err,
			 "cannot be simulated: %s: %s; there %s %zu more "
			 "reason%s",
			 name, g->why, more == 1 ? "is" : "are", more,
			 more == 1 ? "" : "s");
	else
		cvg_fail(err, "cannot be simulated: %s: %s", name, g->why);
	free(name);
	if (err)
		err->uncovered = true;
	return false;
}

bool cvg_dec_complain(struct cvg_decoder *decoder, struct cvg_str *uncovered,
		      struct cvg_err *err)
{
	const struct cvg_gap *g = decoder->in->gaps.at;
	size_t n = decoder->in->gaps.n;

	for (size_t i = 0; uncovered && i < n; i++) {
		cvg_str_addf(uncovered, "%s: %s", g[i].name, g[i].why);
		if (g[i].count > 1)
			cvg_str_addf(uncovered, " (%u times, first in %s)",
				     g[i].count, g[i].where);
		else if (g[i].where[0])
			cvg_str_addf(uncovered, " (in %s)", g[i].where);
		cvg_str_addc(uncovered, '\n');
	}
	return refuse(decoder, err);
}
