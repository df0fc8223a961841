/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Why a value is divergent. The analysis goes breadth first from all sources at
 * once and notes with each value what made it divergent; following these notes
 * back gives a shortest chain to a source.
 */
#include "reconverge/analysis.h"
#include "reconverge/graph.h"

static const char *const names[] = {
#define CAUSE(id, name, text) name,
#include "reconverge/causes.def"
};

static const char *const texts[] = {
#define CAUSE(id, name, text) text,
#include "reconverge/causes.def"
};

const char *cvg_cause_name(enum cvg_cause cause)
{
	return names[cause];
}

const char *cvg_cause_text(enum cvg_cause cause)
{
	return texts[cause];
}

struct steps {
	struct cvg_why *at;
	size_t n, cap;
};

static bool is_terminator(const struct cvg_fn *fn, uint32_t inst)
{
	return inst == cvg_block_last(fn, fn->insts[inst].block);
}

static struct cvg_why step_of(const struct cvg_fn *fn,
			      const struct cvg_uniform *u, uint32_t v)
{
	uint32_t inst = cvg_value_inst(fn, v);
	struct cvg_why w = {
		.value = v,
		.block = CVG_NONE,
		.cause = (enum cvg_cause)u->cause[v],
	};

	if (inst == CVG_NONE)
		return w;
	w.block = fn->insts[inst].block;
	if (is_terminator(fn, inst))
		w.value = CVG_NONE;
	return w;
}

/* The value whose divergence made v divergent, or CVG_NONE. */
static uint32_t step_back(const struct cvg_fn *fn, const struct cvg_uniform *u,
			  uint32_t v)
{
	switch ((enum cvg_cause)u->cause[v]) {
	case CVG_CAUSE_NONE:
	case CVG_CAUSE_SOURCE:
	case CVG_CAUSE_ARGUMENT:
	case CVG_CAUSE_PASSED:
	case CVG_CAUSE_CALLER:
		return CVG_NONE;
	case CVG_CAUSE_OPERAND:
		return u->because[v];
	case CVG_CAUSE_JOIN:
	case CVG_CAUSE_TEMPORAL:
	case CVG_CAUSE_CYCLE:
		return cvg_inst_value(fn, cvg_block_last(fn, u->because[v]));
	}
	return CVG_NONE;
}

void cvg_uniform_why(struct cvg_ana *ana, uint32_t v, struct cvg_why **steps,
		     uint32_t *n)
{
	const struct cvg_fn *fn = cvg_ana_fn(ana);
	const struct cvg_uniform *u = cvg_ana_uniform(ana);
	struct steps s = {0};

	if (v < fn->nvalues && cvg_bits_has(&u->divergent, v)) {
		for (; v != CVG_NONE; v = step_back(fn, u, v))
			cvg_push(&s, step_of(fn, u, v));
	}
	*steps = s.at;
	*n = (uint32_t)s.n;
}
