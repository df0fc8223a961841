/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Assembly in which every instruction can be traced to the IR: the code
 * generator gets a copy of one function, without the module's debug info,
 * whose instruction i has the source line i + 1, and whose block b, in the order of
 * the snapshot, is named "b12." if b is 12. LLVM keeps lines through all of its passes.
 *
 *	%x = load ...	!dbg line 7	->	.loc 1 7 0
 *						global_load_dword v1, v[2:3], off
 *
 * The generator runs in a child that is kept, because LLVM makes much ready for
 * the first function that it compiles (half of the time of a small kernel) and
 * ends the process on code that it does not support.
 */
#include "reconverge/ir.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "answers.h"
#include "child.h"
#include "coder.h"
#include "compat.h"
#include "live.h"
#include "number.h"
#include "target.h"

#include "reconverge/graph.h"
#include "reconverge/mcode.h"

struct cvg_coder {
	struct cvg_kept_child *child;
	bool ptxas;
	struct cvg_answers answers;
	uint32_t runs; /* of the code generator */
};

struct cvg_coder *cvg_coder_new(void)
{
	return cvg_calloc(1, sizeof(struct cvg_coder));
}

void cvg_coder_ptxas(struct cvg_coder *coder, bool yes)
{
	coder->ptxas = yes;
}

void cvg_coder_free(struct cvg_coder *take_coder)
{
	if (!take_coder)
		return;
	cvg_kept_end(take_coder->child);
	cvg_answers_done(&take_coder->answers);
	free(take_coder);
}

uint32_t cvg_coder_runs(const struct cvg_coder *coder)
{
	return coder->runs;
}

/* ---- the question ---------------------------------------------------- */

static void begin_question(struct cvg_question *question,
			   const struct cvg_module *module, const char *cpu)
{
	memset(question, 0, sizeof *question); /* what stands between members */
	question->target = module->target;
	snprintf(question->cpu, sizeof question->cpu, "%s", cpu);
}

uint64_t cvg_coder_cost(uint64_t insts, bool ptxas)
{
	uint64_t cost = CVG_CODER_START + insts;

	return ptxas ? cost + CVG_PTXAS_START + CVG_PTXAS_HALF * insts / 2
		     : cost;
}

uint64_t cvg_coder_cost_both(uint64_t first, uint64_t second, bool ptxas)
{
	return first + second - (ptxas ? CVG_PTXAS_START : 0);
}

uint64_t cvg_module_pose(struct cvg_coder *coder, struct cvg_module *module,
			 uint32_t f, struct cvg_str *out)
{
	struct cvg_question question;

	begin_question(&question, module, module->cpu);
	question.ptxas = coder->ptxas && cvg_live_target(module)->assemble;
	cvg_str_addn(out, (const char *)&question, sizeof question);
	return cvg_coder_cost(cvg_excerpt_send(module, f, out), question.ptxas);
}

/* ---- asking ---------------------------------------------------------- */

static bool ask_child(struct cvg_coder *coder, const struct cvg_module *module,
		      const struct cvg_str *question, unsigned seconds,
		      struct cvg_str *out, struct cvg_err *err)
{
	struct cvg_child child = {.who = "the code generator",
				  .object = "",
				  .seconds = seconds,
				  .work = cvg_coder_answer,
				  .ticker = module->ticker};

	return cvg_kept_ask(&coder->child, &child, question, out, err);
}

static bool ask(struct cvg_coder *coder, const struct cvg_module *module,
		const struct cvg_str *question, unsigned seconds,
		struct cvg_str *out, struct cvg_err *err)
{
	if (cvg_answers_find(&coder->answers, question, out))
		return true;
	coder->runs++;
	if (!ask_child(coder, module, question, seconds, out, err))
		return false;
	cvg_answers_keep(&coder->answers, question, out);
	return true;
}

/* Split the answer; the parts end with a NUL. Returns its end. */
static const char *split(const char *at, struct cvg_str part[CVG_CODED_NPARTS])
{
	uint64_t n;

	for (int i = 0; i < CVG_CODED_NPARTS; i++) {
		memcpy(&n, at, sizeof n);
		at += sizeof n;
		cvg_str_addn(&part[i], at, n);
		at += n;
	}
	return at;
}

static void parts_done(struct cvg_str part[CVG_CODED_NPARTS])
{
	for (int i = 0; i < CVG_CODED_NPARTS; i++)
		cvg_str_done(&part[i]);
}

static bool takes_ptxas(const struct cvg_str *question)
{
	struct cvg_question head;

	memcpy(&head, question->at, sizeof head);
	return head.ptxas;
}

static bool is_known(struct cvg_coder *coder, const struct cvg_str *question)
{
	struct cvg_str answer = {0};
	bool known = cvg_answers_find(&coder->answers, question, &answer);

	cvg_str_done(&answer);
	return known;
}

/* Keep the answer to two questions. */
static void keep_both(struct cvg_coder *coder,
		      const struct cvg_str *const question[2],
		      const struct cvg_str *both)
{
	const char *at = both->at, *end;

	for (int i = 0; i < 2; i++, at = end) {
		struct cvg_str part[CVG_CODED_NPARTS] = {0}, answer = {0};

		end = split(at, part);
		cvg_str_addn(&answer, at, (size_t)(end - at));
		cvg_answers_keep(&coder->answers, question[i], &answer);
		parts_done(part);
		cvg_str_done(&answer);
	}
}

void cvg_module_ask_both(struct cvg_coder *coder,
			 const struct cvg_module *module,
			 const struct cvg_str *const question[2],
			 unsigned seconds)
{
	struct cvg_str asked = {0}, both = {0};
	struct cvg_question head;

	if (!takes_ptxas(question[0]) || is_known(coder, question[0]) ||
	    is_known(coder, question[1]))
		return;
	memset(&head, 0, sizeof head);
	head.first = question[0]->n;
	cvg_str_addn(&asked, (const char *)&head, sizeof head);
	for (int i = 0; i < 2; i++)
		cvg_str_addn(&asked, question[i]->at, question[i]->n);
	if (ask_child(coder, module, &asked, seconds, &both,
		      &(struct cvg_err){0})) {
		coder->runs += 2;
		keep_both(coder, question, &both);
	}
	cvg_str_done(&asked);
	cvg_str_done(&both);
}

/* What the parts say: the cubin, else the assembly. */
static struct cvg_mcode *read_parts(const struct cvg_module *module,
				    const struct cvg_fn *fn,
				    const struct cvg_str part[CVG_CODED_NPARTS],
				    struct cvg_err *err)
{
	const char *remark = cvg_str_of(&part[CVG_CODED_SAID]);
	const char *cpu = cvg_str_of(&part[CVG_CODED_CPU]);
	struct cvg_mcode *mcode = NULL;
	struct cvg_err why = {0};

	if (part[CVG_CODED_CUBIN].n) {
		mcode = cvg_mcode_read_cubin(
			fn, cvg_str_of(&part[CVG_CODED_NAME]),
			part[CVG_CODED_CUBIN].at, part[CVG_CODED_CUBIN].n,
			remark, &why);
		if (mcode && strcmp(cpu, module->cpu) != 0)
			mcode->cpu = cvg_strdup(cpu);
		if (mcode)
			return mcode;
		remark = why.msg;
	}
	mcode = cvg_mcode_read(fn, cvg_str_of(&part[CVG_CODED_ASSEMBLY]), err);
	if (mcode && *remark)
		mcode->remark = cvg_strdup(remark);
	return mcode;
}

bool cvg_module_ask(struct cvg_coder *coder, const struct cvg_module *module,
		    const struct cvg_fn *fn, const struct cvg_str *question,
		    unsigned seconds, struct cvg_mcode **out,
		    struct cvg_err *err)
{
	struct cvg_str in = {0}, part[CVG_CODED_NPARTS] = {0};

	*out = NULL;
	if (ask(coder, module, question, seconds, &in, err)) {
		split(cvg_str_of(&in), part);
		*out = read_parts(module, fn, part, err);
	}
	cvg_str_done(&in);
	parts_done(part);
	return *out || cvg_fail_in(err, "no machine code for %s", module->cpu);
}

bool cvg_module_mcode(struct cvg_coder *coder, struct cvg_module *module,
		      uint32_t f, const struct cvg_fn *fn, unsigned seconds,
		      struct cvg_mcode **out, struct cvg_err *err)
{
	struct cvg_str question = {0};
	bool ok;

	cvg_module_pose(coder, module, f, &question);
	ok = cvg_module_ask(coder, module, fn, &question, seconds, out, err);
	cvg_str_done(&question);
	return ok;
}

void cvg_module_name(struct cvg_coder *coder, const struct cvg_module *module,
		     unsigned seconds, struct cvg_mcode *mcode)
{
	const char *cpu = mcode->cpu ? mcode->cpu : module->cpu;
	struct cvg_str in = {0}, listing = {0};
	struct cvg_question question;
	struct cvg_err err;

	if (!mcode->binary.n || mcode->unnamed)
		return;
	begin_question(&question, module, cpu);
	question.disassemble = true;
	cvg_str_addn(&in, (const char *)&question, sizeof question);
	cvg_str_addn(&in, mcode->binary.at, mcode->binary.n);
	if (!ask(coder, module, &in, seconds, &listing, &err) ||
	    !cvg_mcode_name(mcode, cvg_str_of(&listing), &err))
		mcode->unnamed = cvg_strdup(err.msg);
	cvg_str_done(&in);
	cvg_str_done(&listing);
}
