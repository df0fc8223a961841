/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The witness of a redirected kernel: a run on the launch that found no thread
 * which depends on another one through global memory (sim/depend.c). It is kept
 * with the revision, and asked again when the launch is another.
 */
#include "inside.h"

#include "reconverge/program.h"
#include "transforms/redirect.h"

#include <stdlib.h>
#include <string.h>

/* Where the earlier access was: "block 0 thread 1", or "other threads". */
static void add_other(struct cvg_str *out, const struct cvg_depend *depend,
		      const struct cvg_place *at)
{
	struct cvg_place other = *at;

	if (depend->several) {
		cvg_str_add(out, "other threads");
		return;
	}
	other.block = depend->other_block;
	other.thread = depend->other_thread;
	cvg_place_thread(out, &other);
}

void cvg_proving_depend_text(struct cvg_session *session, struct cvg_str *out,
			     const struct cvg_place *where,
			     const struct cvg_depend *depend)
{
	struct cvg_place at = *where;

	at.block = depend->block;
	at.thread = depend->thread;
	at.fn = depend->fn;
	at.inst = depend->inst;
	cvg_place_thread(out, &at);
	cvg_str_addf(out, " %s %s[%llu], which ",
		     depend->reads ? "reads" : "writes", depend->what,
		     (unsigned long long)depend->element);
	add_other(out, depend, &at);
	cvg_str_addf(out, " %s", depend->was_read ? "read" : "wrote");
	cvg_str_add(out, " (");
	cvg_place_inst(session, out, &at);
	cvg_place_line(out, ", ", &at);
	cvg_str_addc(out, ')');
}

bool cvg_proving_wants_witness(const struct cvg_program *program)
{
	return cvg_redirect_done(program->fns[0].fn);
}

bool cvg_proving_witnessed(const struct cvg_session *session, uint32_t rev,
			   uint64_t serial, uint64_t seed)
{
	const struct cvg_proof *proof =
		&cvg_history_rev(session->history, rev)->proof;

	return proof->witnessed && proof->witness_launch == serial &&
	       proof->witness_seed <= seed &&
	       seed - proof->witness_seed < proof->witness_seeds;
}

void cvg_proving_witness(struct cvg_session *session, uint32_t rev,
			 uint64_t serial, uint64_t seed, uint32_t seeds,
			 const char *dependence)
{
	struct rev *of = cvg_proving_prove(session, rev);

	free(of->dependence);
	of->dependence =
		dependence && *dependence ? cvg_strdup(dependence) : NULL;
	of->proof.witnessed = true;
	of->proof.witness_launch = serial;
	of->proof.witness_seed = seed;
	of->proof.witness_seeds = seeds;
	of->proof.dependence = of->dependence;
}
