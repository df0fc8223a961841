/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What linearize says of the regions that it does, and of those that it leaves alone. */
#include "linearize.h"

#include "reconverge/graph.h"
#include "reconverge/phase.h"
#include "reconverge/plan.h"

static void describe(const struct cvg_fn *fn,
		     const struct cvg_linregion *region, struct cvg_str *out)
{
	cvg_str_addf(out, "B%u..", fn->blocks[region->head].uid);
	if (region->exit != CVG_NONE)
		cvg_str_addf(out, "B%u", fn->blocks[region->exit].uid);
	else
		cvg_str_add(out, "end");
}

static const char *plural(uint32_t n)
{
	return n == 1 ? "" : "s";
}

static void add_worth(const struct cvg_linregion *region, struct cvg_str *out)
{
	cvg_str_addf(out, "saves %lld cycles", (long long)region->saved);
	cvg_linear_add_covered(out, region, ", ");
	cvg_str_addf(out, ", guards cost %lld", (long long)region->price);
	if (cvg_linear_net(region) < 0)
		cvg_str_addf(out, ": by %s, this does not pay",
			     region->measured ? "the profile" : "the guess");
}

void cvg_lin_tell_left_alone(const struct cvg_phase_in *in,
			     const struct cvg_linplan *plan,
			     struct cvg_str *out)
{
	for (uint32_t k = 0; k < plan->n; k++) {
		if (plan->at[k].refusal != CVG_REFUSE_LIN_PROFIT)
			continue;
		describe(in->fn, &plan->at[k], out);
		cvg_str_add(out, ": left alone: ");
		add_worth(&plan->at[k], out);
		cvg_str_add(out, " (when=always does it)\n");
	}
}

void cvg_lin_report(const struct cvg_fn *fn, const struct cvg_linregion *region,
		    struct cvg_str *out)
{
	describe(fn, region, out);
	cvg_str_addf(out,
		     ": %u unstructured edge%s, %u block%s in %u unit%s, "
		     "%u guard%s",
		     region->unstructured, plural(region->unstructured),
		     region->nblocks, plural(region->nblocks), region->nunits,
		     plural(region->nunits), region->new_blocks,
		     plural(region->new_blocks));
	if (region->nopen)
		cvg_str_addf(out, ", %u unit%s run by all threads",
			     region->nopen, plural(region->nopen));
	if (region->worst > 1)
		cvg_str_addf(out, "; B%u ran up to %u times",
			     fn->blocks[region->worst_block].uid,
			     region->worst);
	cvg_str_add(out, "; ");
	add_worth(region, out);
	cvg_str_addc(out, '\n');
}
