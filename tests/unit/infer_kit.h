/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Kernels for tests of guessed launches. */
#ifndef RECONVERGE_TESTS_INFER_KIT_H
#define RECONVERGE_TESTS_INFER_KIT_H

#include "launch_kit.h"
#include "reconverge/ucodes.h"

/* A kernel of one block, with operations written one by one. */
struct code {
	struct kernel k;
	struct cvg_block block;
	struct cvg_ublock ublock;
	struct cvg_uop uops[32];
};

static inline struct cvg_program *code_init(struct code *c)
{
	struct cvg_program *p = kernel_init(&c->k);

	memset(&c->block, 0, sizeof c->block);
	memset(&c->ublock, 0, sizeof c->ublock);
	c->k.fn.uops = c->uops;
	c->k.fn.blocks = &c->ublock;
	c->ublock.term = CVG_T_RETURN;
	c->k.snapshot.blocks = &c->block;
	c->k.snapshot.nblocks = 1;
	return p;
}

/* An operation; its result is a new slot. */
static inline uint32_t op(struct code *c, enum cvg_ucode code, uint16_t n,
			  uint32_t a, uint32_t b)
{
	struct cvg_uop *u = &c->uops[c->k.fn.nuops++];

	memset(u, 0, sizeof *u);
	u->code = (uint16_t)code;
	u->n = n;
	u->a = a;
	u->b = b;
	u->c = CVG_NONE;
	u->dst = c->k.fn.nslots;
	c->ublock.nuops = c->k.fn.nuops;
	return c->k.fn.nslots++;
}

static inline uint32_t id(struct code *c, enum cvg_sreg r)
{
	return op(c, CVG_U_SREG, (uint16_t)r, CVG_NONE, CVG_NONE);
}

#endif
