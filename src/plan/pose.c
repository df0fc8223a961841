/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The alignment of two blocks as a problem of align.h.
 *
 * The score of two instructions is what melding them saves, less the selects
 * between operands that do not meet. Whether operands meet is decided by keys,
 * which are made once for each operand: operands with equal keys meet. The key
 * of a value from inside the pair is its shape (of a phi, its type), since it
 * may meld with any value of that shape; the key of any other value is the value
 * itself. What is not decided by a key, such as poison, makes an instruction
 * odd, and its pairs are priced one by one.
 *
 * Only instructions of one shape can be aligned, so those of the false arm are
 * sorted by shape, and a row of scores visits one shape only. Instructions of an
 * arm that have the same score with any other are one class. Scores of classes
 * are computed once, as long as they fit into a table.
 */
#include "plan.h"

#include "reconverge/align.h"

#include <stdlib.h>

/* Scores that the table may hold. */
#define TABLE_SIZE (1 << 21)

enum key_kind {
	KEY_VALUE,
	KEY_SHAPE,
	KEY_PHI,
};

/* An instruction of one arm, as its scores need it. */
struct element {
	uint32_t inst;
	uint32_t place;	  /* in its block's body */
	uint32_t latency; /* cycles */
	int32_t apart;	  /* cycles saved at most if the addresses differ */
	uint32_t key_at;  /* of its first operand */
	uint32_t nops;
	uint32_t base; /* operand that is an address; CVG_NONE: none is */
	bool commutative;
	bool swapped;
	bool odd;
	bool folds;	      /* its latency depends on constant operands */
	uint32_t class;	      /* among those of its shape */
	uint32_t from, to;    /* of the true arm: its partners in the other */
	const int32_t *table; /* of the true arm: scores with each class of its
				 partners; NULL: not in the table */
};

/* An instruction of the false arm, as a row of scores visits it. */
struct partner {
	uint32_t place;
	uint32_t class;
};

struct posed {
	struct sides *sides;
	struct element *side[2]; /* by arm: in order, the false one by shape */
	struct partner *partner; /* those of the false one, again */
	uint64_t *key[2];	 /* by arm: of all operands */
	int32_t *select;	 /* cycles of a select for each operand of the
				    true arm */
};

/* ---- elements ---------------------------------------------------------- */

/* The key of an operand of that arm; *odd if none can be had. */
static uint64_t key_of(const struct sides *sides, int arm, uint32_t value,
		       bool *odd)
{
	const struct planner *planner = sides->planner;
	const struct cvg_fn *fn = planner->fn;
	uint32_t inst = cvg_value_inst(fn, value), mark;
	uint64_t own = (uint64_t)KEY_VALUE << 32 | value;

	if (fn->values[value].flags & CVG_V_POISON)
		*odd = true;
	if (inst == CVG_NONE)
		return own;
	mark = planner->mark[fn->insts[inst].block];
	if (mark == sides->stamp[!arm])
		*odd = true;
	if (mark != sides->stamp[arm])
		return own;
	if (fn->insts[inst].op == CVG_OP_PHI)
		return (uint64_t)KEY_PHI << 32 | fn->insts[inst].type;
	if (fn->insts[inst].shape == CVG_NONE)
		return own;
	return (uint64_t)KEY_SHAPE << 32 | fn->insts[inst].shape;
}

static struct element element_of(const struct cvg_fn *fn, uint32_t inst,
				 uint32_t place, uint32_t key_at)
{
	const struct cvg_inst *info = &fn->insts[inst];
	uint32_t base = info->op == CVG_OP_STORE ? 1 : 0;

	return (struct element){
		.inst = inst,
		.place = place,
		.latency = cvg_cost_inst(fn, inst),
		.apart = cvg_cost_saved(fn, inst, inst, false, false),
		.key_at = key_at,
		.nops = info->nops,
		.base = info->nops > base ? base : CVG_NONE,
		.commutative = info->flags & CVG_I_COMMUTATIVE,
		.swapped = info->flags & CVG_I_SWAPPED,
		.folds = cvg_cost_folds(fn, inst),
	};
}

/* Make the elements of an arm with n instructions, in order. */
static void make_side(struct posed *posed, int arm, uint32_t n,
		      struct cvg_arena *arena)
{
	const struct sides *sides = posed->sides;
	const struct cvg_fn *fn = sides->planner->fn;
	uint32_t nkeys = 0;

	for (uint32_t i = 0; i < n; i++)
		nkeys += fn->insts[sides->body[arm][i]].nops;
	posed->side[arm] = cvg_arena_array(arena, struct element, n);
	posed->key[arm] = cvg_arena_array(arena, uint64_t, nkeys);
	nkeys = 0;
	for (uint32_t i = 0; i < n; i++) {
		struct element *e = &posed->side[arm][i];

		*e = element_of(fn, sides->body[arm][i], i, nkeys);
		e->odd = cvg_loads_once(sides->planner, e->inst);
		for (uint32_t k = 0; k < e->nops; k++)
			posed->key[arm][nkeys++] = key_of(
				sides, arm, cvg_op_of(fn, e->inst, k), &e->odd);
	}
}

static int by_shape(const void *a, const void *b, void *context)
{
	const struct cvg_fn *fn = context;
	const struct element *x = a, *y = b;
	uint32_t s = fn->insts[x->inst].shape, t = fn->insts[y->inst].shape;

	if (s != t)
		return s < t ? -1 : 1;
	return (x->place > y->place) - (x->place < y->place);
}

/* The first of n elements sorted by shape that has at least that shape. */
static uint32_t first_of_shape(const struct cvg_fn *fn, const struct element *e,
			       uint32_t n, uint32_t shape)
{
	uint32_t low = 0;

	while (low < n) {
		uint32_t mid = low + (n - low) / 2;

		if (fn->insts[e[mid].inst].shape < shape)
			low = mid + 1;
		else
			n = mid;
	}
	return low;
}

/* Find the partners of each element of the true arm, and price its selects. */
static void join_sides(struct posed *posed, uint32_t n, uint32_t m,
		       struct cvg_arena *arena)
{
	const struct cvg_fn *fn = posed->sides->planner->fn;
	uint32_t nkeys = 0;

	qsort_r(posed->side[1], m, sizeof *posed->side[1], by_shape,
		(void *)(uintptr_t)fn);
	for (uint32_t i = 0; i < n; i++)
		nkeys += posed->side[0][i].nops;
	posed->select = cvg_arena_array(arena, int32_t, nkeys);
	for (uint32_t i = 0; i < n; i++) {
		struct element *e = &posed->side[0][i];
		uint32_t shape = fn->insts[e->inst].shape;

		for (uint32_t k = 0; k < e->nops; k++) {
			uint32_t value = cvg_op_of(fn, e->inst, k);

			posed->select[e->key_at + k] = (int32_t)cvg_cost_select(
				fn, fn->values[value].type);
		}
		if (shape == CVG_NONE)
			continue;
		e->from = first_of_shape(fn, posed->side[1], m, shape);
		e->to = first_of_shape(fn, posed->side[1], m, shape + 1);
	}
}

/* ---- classes ----------------------------------------------------------- */

struct classifier {
	const struct posed *posed;
	int arm;
};

static uint32_t shape_of(const struct posed *posed, const struct element *e)
{
	return posed->sides->planner->fn->insts[e->inst].shape;
}

/* Order elements by what their scores depend on: 0 if these are the same. */
static int compare(const void *a, const void *b, void *context)
{
	const struct classifier *c = context;
	const struct element *side = c->posed->side[c->arm];
	const struct element *x = &side[*(const uint32_t *)a];
	const struct element *y = &side[*(const uint32_t *)b];
	const uint64_t *key = c->posed->key[c->arm];
	const uint32_t of_x[] = {shape_of(c->posed, x),
				 x->odd,
				 x->odd ? x->inst : 0,
				 x->swapped,
				 x->latency,
				 (uint32_t)x->apart};
	const uint32_t of_y[] = {shape_of(c->posed, y),
				 y->odd,
				 y->odd ? y->inst : 0,
				 y->swapped,
				 y->latency,
				 (uint32_t)y->apart};

	for (size_t k = 0; k < sizeof of_x / sizeof *of_x; k++)
		if (of_x[k] != of_y[k])
			return of_x[k] < of_y[k] ? -1 : 1;
	for (uint32_t k = 0; k < x->nops && k < y->nops; k++)
		if (key[x->key_at + k] != key[y->key_at + k])
			return key[x->key_at + k] < key[y->key_at + k] ? -1 : 1;
	return (x->nops > y->nops) - (x->nops < y->nops);
}

/* Number the classes of each shape. Returns the elements, those of one class
 * together. */
static uint32_t *classify(const struct posed *posed, int arm, uint32_t n,
			  struct cvg_arena *arena)
{
	struct classifier c = {posed, arm};
	struct element *side = posed->side[arm];
	uint32_t *order = cvg_arena_array(arena, uint32_t, n);

	for (uint32_t i = 0; i < n; i++)
		order[i] = i;
	qsort_r(order, n, sizeof *order, compare, &c);
	for (uint32_t i = 1; i < n; i++) {
		const struct element *before = &side[order[i - 1]];
		struct element *e = &side[order[i]];

		if (shape_of(posed, before) == shape_of(posed, e))
			e->class = before->class +
				   (compare(&order[i - 1], &order[i], &c) != 0);
	}
	return order;
}

/* ---- scores ------------------------------------------------------------ */

static int32_t score_one(const struct posed *posed, const struct element *t,
			 const struct element *f)
{
	const uint64_t *key_t = posed->key[0] + t->key_at;
	const uint64_t *key_f = posed->key[1] + f->key_at;
	const int32_t *select = posed->select + t->key_at;
	int32_t straight = 0, crossed = 0;
	int32_t saved =
		t->latency < INT32_MAX ? (int32_t)t->latency : INT32_MAX;

	if (t->odd || f->odd || t->folds || f->folds)
		return cvg_price_insts(posed->sides, t->inst, f->inst);
	if (t->base != CVG_NONE && key_t[t->base] != key_f[t->base])
		saved = t->apart;
	for (uint32_t k = 0; k < t->nops; k++)
		straight += key_t[k] == key_f[k] ? 0 : select[k];
	if (t->swapped == f->swapped && !t->commutative)
		return saved - straight;
	for (uint32_t k = 0; k < t->nops; k++)
		crossed += key_t[k] == key_f[k < 2 ? 1 - k : k] ? 0 : select[k];
	return saved - (t->swapped != f->swapped || crossed < straight
				? crossed
				: straight);
}

/*
 * Give the elements of the true arm their rows of the table. `order`: by arm,
 * as classify has it; partners have the same places in that of the false arm
 * as in posed->side, where they are sorted by shape, too.
 */
static void fill_table(struct posed *posed, uint32_t n,
		       uint32_t *const order[2], struct cvg_arena *arena)
{
	const struct element *before = NULL;
	uint32_t room = TABLE_SIZE;

	for (uint32_t i = 0; i < n; i++) {
		struct element *t = &posed->side[0][order[0][i]];
		uint32_t nclasses, done = 0;
		int32_t *table;

		if (t->from == t->to)
			continue;
		nclasses = posed->side[1][order[1][t->to - 1]].class + 1;
		if (before && before->from == t->from &&
		    before->class == t->class) {
			t->table = before->table;
			continue;
		}
		before = t;
		if (nclasses > room)
			continue;
		room -= nclasses;
		t->table = table = cvg_arena_array(arena, int32_t, nclasses);
		for (uint32_t k = t->from; k < t->to; k++) {
			const struct element *f = &posed->side[1][order[1][k]];

			if (f->class == done)
				table[done++] = score_one(posed, t, f);
		}
	}
}

static void scores(void *context, uint32_t i, const struct cvg_align_row *row)
{
	const struct posed *posed = context;
	const struct element *t = &posed->side[0][i];
	const struct partner *partner = posed->partner;
	uint32_t low = t->from, high = t->to;

	while (low < high) {
		uint32_t mid = low + (high - low) / 2;

		if (partner[mid].place < row->from)
			low = mid + 1;
		else
			high = mid;
	}
	for (uint32_t k = low; k < t->to && partner[k].place < row->to; k++)
		row->score[(partner[k].place - row->from) * row->stride] =
			t->table ? t->table[partner[k].class]
				 : score_one(posed, t, &posed->side[1][k]);
}

static bool plain_t(void *context, uint32_t i)
{
	const struct sides *sides = ((const struct posed *)context)->sides;

	return cvg_may_stay(sides, sides->body[0][i]);
}

static bool plain_f(void *context, uint32_t j)
{
	const struct sides *sides = ((const struct posed *)context)->sides;

	return cvg_may_stay(sides, sides->body[1][j]);
}

void cvg_pose(struct sides *sides, const uint32_t n[2], struct cvg_arena *arena,
	      struct cvg_align_problem *out)
{
	const struct cvg_fn *fn = sides->planner->fn;
	struct posed *posed = cvg_arena_array(arena, struct posed, 1);
	uint32_t *order[2], largest = 0;

	posed->sides = sides;
	make_side(posed, 0, n[0], arena);
	make_side(posed, 1, n[1], arena);
	join_sides(posed, n[0], n[1], arena);
	order[0] = classify(posed, 0, n[0], arena);
	order[1] = classify(posed, 1, n[1], arena);
	fill_table(posed, n[0], order, arena);
	posed->partner = cvg_arena_array(arena, struct partner, n[1]);
	for (uint32_t k = 0; k < n[1]; k++)
		posed->partner[k] = (struct partner){posed->side[1][k].place,
						     posed->side[1][k].class};
	for (uint32_t i = 0; i < n[0]; i++)
		if (posed->side[0][i].latency > largest)
			largest = posed->side[0][i].latency;
	*out = (struct cvg_align_problem){
		.n = n[0],
		.m = n[1],
		.score = scores,
		.largest = largest < INT32_MAX ? (int32_t)largest : INT32_MAX,
		.plain_a = plain_t,
		.plain_b = plain_f,
		.ctx = posed,
		.open_guarded =
			(int32_t)(cvg_cost_branch(fn) + cvg_cost_jump(fn)),
	};
}
