/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * SSA form of a flattened nest. A value of the nest that is used in an inner
 * loop, or behind one, no longer stands on every way there: threads that go
 * round the inner loop bypass it. It is followed back from its uses, over the
 * latch only in the states in which it is wanted there, and a phi stands where
 * different things arrive: at the inner loop's top the value itself and what
 * the new header kept of it. Nobody asks in other states, where it is poison.
 *
 * Cost: the blocks in which the value is alive; nothing for a value that still
 * dominates its uses.
 */
#include "flatten.h"

#include <assert.h>
#include <stdlib.h>

struct use {
	LLVMValueRef user;
	unsigned operand;
	uint32_t block; /* it is wanted in, or at the end of */
};

/* A value being followed. */
struct seeker {
	struct flat_nest *z;
	struct flat_graph *g;
	LLVMValueRef value;
	uint32_t block;	      /* it is made in */
	uint32_t loop;	      /* innermost of the nest around it */
	struct flat_var *var; /* a header's phi, or NULL */
	cvg_vec(struct use) uses;
	struct cvg_u32s found; /* wanted blocks; also the queue */
	struct cvg_u32s codes; /* wanted at the latch */
	struct cvg_u32s open;  /* blocks whose phis have no entries as yet */
	bool *code;	       /* [nloops + exits] */
	uint32_t *pred_at;     /* [nloops + exits + 1] into pred_of */
	uint32_t *pred_of;
	bool slotted;	    /* wanted from the new header */
	bool leaves;	    /* wanted behind an exit */
	LLVMValueRef slot;  /* phi of the new header, once there is one */
	LLVMValueRef latch; /* of the latch, what leaves */
};

/* ---- where it is wanted ---------------------------------------------- */

/*
 * Values of headers' phis are kept in their phi of the new header, which is
 * there anyway: for them it must be known in which states.
 */
static bool is_settled(const struct seeker *s, uint32_t b)
{
	if (b == s->block || s->g->order->place[b] == CVG_NONE)
		return true;
	return !s->var && cvg_dominates(s->g->dom, s->block, b);
}

static void want(struct seeker *s, uint32_t b)
{
	if (is_settled(s, b) || s->g->wanted[b])
		return;
	s->g->wanted[b] = true;
	cvg_push(&s->found, b);
}

static uint32_t id_of(const struct seeker *s, LLVMBasicBlockRef block)
{
	return cvg_ptrmap_get(&s->g->id_of, block);
}

/* At the ends of the blocks that go to the latch with that code. */
static void want_code(struct seeker *s, uint32_t code)
{
	if (s->code[code])
		return;
	s->code[code] = true;
	cvg_push(&s->codes, code);
	for (uint32_t k = s->pred_at[code]; k < s->pred_at[code + 1]; k++)
		want(s, id_of(s, s->z->pred.at[s->pred_of[k]].at));
}

/* Is the value made in the loop (in any deeper one too)? */
static bool is_made_in(const struct seeker *s, uint32_t loop)
{
	return loop <= s->loop && s->loop <= s->z->loop[loop].last;
}

/* What the test of the loop around brings to a loop's top. */
static void want_dispatched(struct seeker *s, uint32_t loop)
{
	uint32_t up = s->z->loop[loop].parent;
	uint32_t top = id_of(s, s->z->loop[up].top);

	if (top == s->block)
		return;
	if (is_made_in(s, up))
		s->slotted = true;
	else
		want(s, top);
}

static void want_before(struct seeker *s, uint32_t b)
{
	const struct flat_graph *g = s->g;
	uint32_t top = g->top_of[b], exit = g->exit_of[b];
	uint32_t from = CVG_NONE;

	if (g->header_of[b] != CVG_NONE)
		want_code(s, g->header_of[b]);
	if (top != CVG_NONE) {
		want_dispatched(s, top);
		from = id_of(s, s->z->loop[s->z->loop[top].parent].top);
	} else if (exit != CVG_NONE) {
		s->leaves = true;
		want_code(s, s->z->nloops + exit);
		from = id_of(s, s->z->exit.n > 1 ? s->z->out : s->z->latch);
	}
	cvg_foreach_pred (g->fn, b, p)
		if (*p != from)
			want(s, *p);
}

static void find_uses(struct seeker *s)
{
	LLVMUseRef use = LLVMGetFirstUse(s->value);
	struct cvg_ptrmap seen = {0};

	s->uses.n = 0;
	for (; use; use = LLVMGetNextUse(use)) {
		LLVMValueRef user = LLVMGetUser(use);
		bool phi = cvg_inst_is_phi(user);
		unsigned n = (unsigned)LLVMGetNumOperands(user);

		if (cvg_ptrmap_get(&seen, user) != CVG_NONE)
			continue;
		cvg_ptrmap_put(&seen, user, 1);
		for (unsigned k = 0; k < n; k++) {
			struct use u = {user, k, 0};

			if (LLVMGetOperand(user, k) != s->value)
				continue;
			u.block =
				id_of(s, phi ? LLVMGetIncomingBlock(user, k)
					     : LLVMGetInstructionParent(user));
			if (!is_settled(s, u.block))
				cvg_push(&s->uses, u);
		}
	}
	cvg_ptrmap_done(&seen);
}

/* ---- what it is there ------------------------------------------------ */

static LLVMValueRef version(const struct seeker *s, uint32_t b)
{
	if (s->g->order->place[b] == CVG_NONE)
		return LLVMGetPoison(LLVMTypeOf(s->value));
	if (b == s->block || cvg_dominates(s->g->dom, s->block, b))
		return s->value;
	return s->g->version[b];
}

/* What comes from p to b; NULL: what b has already. */
static LLVMValueRef arrives(const struct seeker *s, uint32_t b, uint32_t p)
{
	const struct flat_graph *g = s->g;
	uint32_t top = g->top_of[b];
	LLVMBasicBlockRef from = g->ids.blocks[p];

	if (top != CVG_NONE && from == s->z->loop[s->z->loop[top].parent].top &&
	    is_made_in(s, s->z->loop[top].parent) && p != s->block)
		return s->slot;
	if (g->exit_of[b] != CVG_NONE &&
	    from == (s->z->exit.n > 1 ? s->z->out : s->z->latch))
		return s->latch;
	if (g->order->place[p] != CVG_NONE &&
	    g->order->place[p] >= g->order->place[b] &&
	    cvg_dominates(g->dom, b, p))
		return NULL;
	return version(s, p);
}

static void fill(struct seeker *s, LLVMValueRef phi, uint32_t b)
{
	cvg_foreach_pred (s->g->fn, b, p) {
		LLVMValueRef v = arrives(s, b, *p);

		cvg_flat_add(phi, v ? v : phi, s->g->ids.blocks[*p]);
	}
}

/* Is it led to by a block behind it that it does not dominate? */
static bool is_tangled(const struct seeker *s, uint32_t b)
{
	const struct flat_graph *g = s->g;

	cvg_foreach_pred (g->fn, b, p)
		if (g->order->place[*p] != CVG_NONE &&
		    g->order->place[*p] >= g->order->place[b] &&
		    !cvg_dominates(g->dom, b, *p))
			return true;
	return false;
}

static LLVMValueRef join(struct seeker *s, uint32_t b)
{
	LLVMValueRef one = NULL, phi;
	bool same = true;

	if (is_tangled(s, b)) {
		cvg_push(&s->open, b);
		return cvg_flat_phi(s->z, s->g->ids.blocks[b],
				    LLVMTypeOf(s->value), "");
	}
	cvg_foreach_pred (s->g->fn, b, p) {
		LLVMValueRef v = arrives(s, b, *p);

		same &= !v || !one || v == one;
		one = one ? one : v;
	}
	if (same)
		return one;
	phi = cvg_flat_phi(s->z, s->g->ids.blocks[b], LLVMTypeOf(s->value), "");
	fill(s, phi, b);
	return phi;
}

/* The value as it goes over each edge to the latch; NULL where unwanted. */
static void at_latch(const struct seeker *s, bool states, bool exits,
		     LLVMValueRef *out)
{
	for (size_t k = 0; k < s->z->pred.n; k++) {
		const struct flat_pred *p = &s->z->pred.at[k];

		for (uint32_t i = 0; i < p->nedges; i++) {
			uint32_t e = p->edges_at + i;
			uint32_t code = s->z->edge.at[e].code;

			out[e] = NULL;
			if (s->code[code] &&
			    (code < s->z->nloops ? states : exits))
				out[e] = version(s, id_of(s, p->at));
		}
	}
}

/* The phis it needs, without entries as yet. */
static void open_phis(struct seeker *s)
{
	LLVMTypeRef type = LLVMTypeOf(s->value);

	s->slot = s->var ? s->var->slot : NULL;
	if (s->slotted && !s->slot)
		s->slot = cvg_flat_phi(s->z, s->z->head, type, "");
	s->latch = NULL;
	if (s->leaves || (s->slotted && !s->var))
		s->latch = cvg_flat_phi(s->z, s->z->latch, type, "");
}

static void close_latch(struct seeker *s)
{
	LLVMValueRef *value = cvg_calloc(s->z->edge.n + 1, sizeof *value);

	at_latch(s, !s->var, true, value);
	for (size_t k = 0; k < s->z->pred.n; k++) {
		const struct flat_pred *p = &s->z->pred.at[k];
		LLVMValueRef v = cvg_flat_choose(s->z, p, value + p->edges_at);

		if (!v)
			v = LLVMGetPoison(LLVMTypeOf(s->value));
		for (uint32_t i = 0; i < p->nentries; i++)
			cvg_flat_add(s->latch, v, p->at);
	}
	free(value);
}

static void close_slot(struct seeker *s)
{
	LLVMTypeRef type = LLVMTypeOf(s->value);

	for (size_t k = 0; k < s->z->outer.n; k++)
		cvg_flat_add(s->slot, LLVMGetPoison(type), s->z->outer.at[k]);
	cvg_flat_add(s->slot, s->latch, s->z->latch);
}

/* A header's phi keeps its value in the states that want it. */
static void keep_in_var(struct seeker *s)
{
	LLVMValueRef *value = cvg_calloc(s->z->edge.n + 1, sizeof *value);

	at_latch(s, true, false, value);
	for (size_t k = 0; k < s->z->pred.n; k++) {
		const struct flat_pred *p = &s->z->pred.at[k];
		LLVMValueRef v;

		for (uint32_t i = 0; i < p->nedges; i++) {
			uint32_t e = p->edges_at + i;

			if (s->z->edge.at[e].code == s->var->loop)
				value[e] = LLVMGetIncomingValue(s->var->latch,
								p->entry_at);
		}
		v = cvg_flat_choose(s->z, p, value + p->edges_at);
		for (uint32_t i = 0; v && i < p->nentries; i++)
			LLVMSetOperand(s->var->latch, p->entry_at + i, v);
	}
	free(value);
}

static int by_place(const void *a, const void *b, void *ctx)
{
	const struct cvg_order *order = ctx;
	uint32_t p = order->place[*(const uint32_t *)a];
	uint32_t q = order->place[*(const uint32_t *)b];

	return (p > q) - (p < q);
}

static void build(struct seeker *s)
{
	open_phis(s);
	if (s->found.n)
		qsort_r(s->found.at, s->found.n, sizeof *s->found.at, by_place,
			(void *)(uintptr_t)s->g->order);
	for (size_t k = 0; k < s->found.n; k++) {
		uint32_t b = s->found.at[k];

		if (!cvg_dominates(s->g->dom, s->block, b))
			s->g->version[b] = join(s, b);
	}
	for (size_t k = 0; k < s->open.n; k++)
		fill(s, s->g->version[s->open.at[k]], s->open.at[k]);
	if (s->latch)
		close_latch(s);
	if (s->slotted && !s->var)
		close_slot(s);
	if (s->var)
		keep_in_var(s);
	for (size_t k = 0; k < s->uses.n; k++)
		LLVMSetOperand(s->uses.at[k].user, s->uses.at[k].operand,
			       version(s, s->uses.at[k].block));
}

static void forget(struct seeker *s)
{
	for (size_t k = 0; k < s->found.n; k++) {
		s->g->wanted[s->found.at[k]] = false;
		s->g->version[s->found.at[k]] = NULL;
	}
	for (size_t k = 0; k < s->codes.n; k++)
		s->code[s->codes.at[k]] = false;
	s->found.n = s->codes.n = s->open.n = 0;
	s->slotted = s->leaves = false;
}

static void follow(struct seeker *s, LLVMValueRef value, uint32_t block,
		   uint32_t loop, struct flat_var *var)
{
	s->value = value;
	s->block = block;
	s->loop = loop;
	s->var = var;
	find_uses(s);
	if (!s->uses.n)
		return;
	for (size_t k = 0; k < s->uses.n; k++)
		want(s, s->uses.at[k].block);
	for (size_t k = 0; k < s->found.n; k++)
		want_before(s, s->found.at[k]);
	build(s);
	forget(s);
}

/* ---- all values of the nest ------------------------------------------ */

struct made {
	LLVMValueRef value;
	uint32_t block, loop;
};

struct mades {
	struct made *at;
	size_t n;
	size_t cap;
};

/* Values as the code had them; phis of headers are among the variables. */
static void collect(const struct flat_nest *z, const struct flat_graph *g,
		    const struct cvg_ptrmap *vars, struct mades *out)
{
	const struct cvg_loop *a = &z->loops->loop[z->first];

	for (uint32_t k = 0; k < a->nblocks; k++) {
		uint32_t b = z->loops->blocks[a->blocks_at + k];
		LLVMBasicBlockRef block = z->ids->blocks[b];
		LLVMValueRef inst = LLVMGetFirstInstruction(block);
		struct made m = {.block = cvg_ptrmap_get(&g->id_of, block),
				 .loop = z->loops->innermost[b] - z->first};

		for (; inst; inst = LLVMGetNextInstruction(inst)) {
			m.value = inst;
			if (LLVMGetFirstUse(inst) &&
			    cvg_ptrmap_get(vars, inst) == CVG_NONE)
				cvg_push(out, m);
		}
	}
}

static void index_preds(struct seeker *s)
{
	uint32_t n = s->z->nloops + (uint32_t)s->z->exit.n;

	s->code = cvg_calloc(n + 1, sizeof *s->code);
	s->pred_at = cvg_calloc(n + 2, sizeof *s->pred_at);
	s->pred_of = cvg_calloc(s->z->edge.n + 1, sizeof *s->pred_of);
	for (size_t k = 0; k < s->z->edge.n; k++)
		s->pred_at[s->z->edge.at[k].code + 2]++;
	for (uint32_t c = 0; c < n; c++)
		s->pred_at[c + 2] += s->pred_at[c + 1];
	for (uint32_t k = 0; k < s->z->pred.n; k++) {
		const struct flat_pred *p = &s->z->pred.at[k];

		for (uint32_t i = 0; i < p->nedges; i++) {
			uint32_t c = s->z->edge.at[p->edges_at + i].code;

			s->pred_of[s->pred_at[c + 1]++] = k;
		}
	}
}

/* Enter the nest's blocks in the graph's tables, or take them out again. */
static void mark(const struct flat_nest *z, struct flat_graph *g, bool in)
{
	for (uint32_t l = 1; l < z->nloops; l++) {
		uint32_t top = cvg_ptrmap_get(&g->id_of, z->loop[l].top);
		uint32_t head = cvg_ptrmap_get(&g->id_of, z->loop[l].header);

		g->top_of[top] = in ? l : CVG_NONE;
		g->header_of[head] = in ? l : CVG_NONE;
	}
	for (uint32_t k = 0; k < z->exit.n; k++)
		g->exit_of[cvg_ptrmap_get(&g->id_of, z->exit.at[k])] =
			in ? k : CVG_NONE;
}

/* A nest cut after this one may have got a new header where this one's exit
 * led to. */
static void find_exits(struct flat_nest *z)
{
	LLVMValueRef term =
		LLVMGetBasicBlockTerminator(z->exit.n > 1 ? z->out : z->latch);

	for (unsigned k = 0; k < z->exit.n; k++)
		z->exit.at[k] = LLVMGetSuccessor(term, z->exit.n == 1	? 1
						       : z->exit.n == 2 ? 1 - k
									: k);
}

void cvg_flat_values(struct flat_nest *z, struct flat_graph *g)
{
	struct seeker s = {.z = z, .g = g};
	struct cvg_ptrmap vars = {0};
	struct mades made = {0};

	find_exits(z);
	index_preds(&s);
	mark(z, g, true);
	for (uint32_t k = 0; k < z->var.n; k++)
		cvg_ptrmap_put(&vars, z->var.at[k].value, k);
	collect(z, g, &vars, &made);
	for (size_t k = 0; k < z->var.n; k++) {
		struct flat_var *v = &z->var.at[k];

		follow(&s, v->value,
		       cvg_ptrmap_get(&g->id_of, z->loop[v->loop].top), v->loop,
		       v);
	}
	for (size_t k = 0; k < made.n; k++)
		follow(&s, made.at[k].value, made.at[k].block, made.at[k].loop,
		       NULL);
	mark(z, g, false);
	cvg_ptrmap_done(&vars);
	free(made.at);
	free(s.uses.at);
	free(s.found.at);
	free(s.codes.at);
	free(s.open.at);
	free(s.code);
	free(s.pred_at);
	free(s.pred_of);
}
