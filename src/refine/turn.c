/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Proofs of redirection (transforms/redirect.c): each thread of the new code does
 * the work of the thread of the old code whose number it loads from an array.
 *
 * The number is an arbitrary one, E. The old code runs as the thread of that number,
 * so that its special registers are parts of E. The new code runs as some thread, of
 * which nothing is known but that it loads the array's entry at its own place; that
 * entry is E. So a thread of the new code does what thread E of the old code does.
 * If the array holds the number of each thread once, and no thread can tell which
 * others are beside it (independent.c), then all threads together do the same.
 *
 * Example (one dimension; n threads a block): the old code has thread E % n of block
 * E / n, and its `block * n + thread` is E; the new code loads from
 * array + 4 * (its own block * n + its own thread), and that is E, too.
 */
#include "private.h"

#include "reconverge/target.h"
#include "reconverge/ucodes.h"

#include <string.h>

#define OWN 7 /* part of the keys of the new code's own registers */

/* ---- numbers --------------------------------------------------------- */

static uint32_t reg(struct cvg_syms *syms, uint32_t s, uint32_t part)
{
	const struct cvg_uop u = {
		.code = CVG_U_SREG, .kind = CVG_K_I32, .n = (uint16_t)s};

	return cvg_sym_apply(syms, 32, cvg_formula_key(&u, part), NULL, 0);
}

static uint32_t address_reg(struct cvg_syms *syms, uint32_t s)
{
	const struct cvg_uop u = {
		.code = CVG_U_SREG, .kind = CVG_K_I64, .n = (uint16_t)s};

	return cvg_sym_apply(syms, 64, cvg_formula_key(&u, 0), NULL, 0);
}

static uint32_t plus(struct cvg_syms *syms, uint32_t a, uint32_t b)
{
	return cvg_sym_2(syms, CVG_Y_ADD, a, b);
}

static uint32_t times(struct cvg_syms *syms, uint32_t a, uint32_t b)
{
	return cvg_sym_2(syms, CVG_Y_MUL, a, b);
}

static uint32_t divide(struct cvg_syms *syms, uint32_t a, uint32_t by)
{
	return cvg_sym_2(syms, CVG_Y_UDIV, a, by);
}

static uint32_t rest(struct cvg_syms *syms, uint32_t a, uint32_t by)
{
	return cvg_sym_2(syms, CVG_Y_UREM, a, by);
}

/* v[0] + n[0] * (v[1] + n[1] * v[2]), of as many dimensions as there are. */
static uint32_t flatten(struct proof *proof, const uint32_t *v,
			const uint32_t *n)
{
	uint32_t d = proof->turn.dims - 1, sum = v[d];

	while (d--)
		sum = plus(&proof->syms, times(&proof->syms, sum, n[d]), v[d]);
	return sum;
}

/* ---- the launch ------------------------------------------------------ */

static const struct cvg_fn *kernel_of(const struct proof *proof)
{
	return proof->ask->program[0]->fns[0].fn;
}

static const struct cvg_targetinfo *target_of(const struct proof *proof)
{
	return cvg_target_info(kernel_of(proof)->target);
}

/* Threads of a block along d. Where kernels read that from memory, it has 16
 * bits. */
static uint32_t block_size(struct proof *proof, uint32_t d)
{
	struct cvg_syms *syms = &proof->syms;
	uint32_t known = kernel_of(proof)->reqd_work_group[d];
	uint32_t n = reg(syms, CVG_S_NTID_X + d, 0);

	if (known)
		return cvg_sym_const(syms, 32, known);
	if (target_of(proof)->size[0][d])
		return n;
	return cvg_sym_resize(syms, cvg_sym_extract(syms, n, 0, 16), 32, false);
}

/* Threads of the grid along d, where kernels read that from memory. */
static uint32_t grid_size(struct proof *proof, uint32_t d)
{
	return reg(&proof->syms, CVG_S_NCTAID_X + d, OWN);
}

/* Blocks of the grid along d. */
static uint32_t block_count(struct proof *proof, uint32_t d)
{
	struct cvg_syms *syms = &proof->syms;
	uint32_t n = proof->turn.size[0][d], up;

	if (target_of(proof)->size[1][d])
		return reg(syms, CVG_S_NCTAID_X + d, 0);
	up = plus(syms, n, cvg_sym_const(syms, 32, UINT32_MAX));
	return divide(syms, plus(syms, grid_size(proof, d), up), n);
}

/* Along how many dimensions does a function of the program ask for its thread? */
static uint32_t dims_of(const struct cvg_program *program)
{
	uint32_t most = 0;

	for (uint32_t f = 0; f < program->nfns; f++) {
		const struct cvg_ufn *ufn = &program->fns[f];

		for (uint32_t i = 0; i < ufn->nuops; i++) {
			const struct cvg_uop *u = &ufn->uops[i];
			bool asks = u->code == CVG_U_SREG &&
				    (u->n <= CVG_S_TID_Z ||
				     (u->n >= CVG_S_CTAID_X &&
				      u->n <= CVG_S_CTAID_Z));

			if (asks && u->n % 3 + 1u > most)
				most = u->n % 3 + 1u;
		}
	}
	return most;
}

/* The number along d of the thread (0) or block (1) that E names. */
static uint32_t part_of(struct proof *proof, uint32_t which, uint32_t d)
{
	struct cvg_syms *syms = &proof->syms;
	const struct turn *turn = &proof->turn;
	uint32_t v = which ? divide(syms, turn->entry, turn->nthreads)
			   : rest(syms, turn->entry, turn->nthreads);

	for (uint32_t e = 0; e < d; e++)
		v = divide(syms, v, turn->size[which][e]);
	return d + 1 < turn->dims ? rest(syms, v, turn->size[which][d]) : v;
}

static void find_sizes(struct proof *proof)
{
	struct turn *turn = &proof->turn;

	for (uint32_t d = 0; d < 3; d++) {
		turn->size[0][d] = block_size(proof, d);
		turn->size[1][d] = block_count(proof, d);
		if (d < turn->dims)
			turn->nthreads = d ? times(&proof->syms, turn->nthreads,
						   turn->size[0][d])
					   : turn->size[0][0];
	}
}

void cvg_turn_start(struct proof *proof)
{
	struct cvg_syms *syms = &proof->syms;
	struct turn *turn = &proof->turn;
	uint32_t at;

	turn->dims = dims_of(proof->ask->program[0]);
	if (!turn->dims)
		return;
	turn->array = cvg_sym_var(syms, 64);
	turn->entry = cvg_sym_var(syms, 32);
	find_sizes(proof);
	for (uint32_t k = 0; k < 2; k++) {
		for (uint32_t d = 0; d < 3; d++) {
			uint32_t s = (k ? CVG_S_CTAID_X : CVG_S_TID_X) + d;

			turn->own[k][d] = reg(syms, s, OWN);
			turn->id[k][d] = d < turn->dims
						 ? part_of(proof, k, d)
						 : cvg_sym_const(syms, 32, 0);
		}
	}
	at = plus(syms,
		  times(syms, flatten(proof, turn->own[1], turn->size[1]),
			turn->nthreads),
		  flatten(proof, turn->own[0], turn->size[0]));
	at = cvg_sym_resize(syms, at, 64, false);
	turn->place = plus(syms, turn->array,
			   times(syms, at, cvg_sym_const(syms, 64, 4)));
}

static void hold_some(struct path *path, uint32_t n)
{
	struct cvg_syms *syms = &path->proof->syms;

	cvg_path_require(
		&path->side[0],
		cvg_sym_not(syms,
			    cvg_sym_eq(syms, n, cvg_sym_const(syms, 32, 0))));
}

/* A launch has threads. */
void cvg_turn_hold(struct path *path)
{
	const struct turn *turn = &path->proof->turn;

	for (uint32_t d = 0; d < turn->dims; d++) {
		hold_some(path, turn->size[0][d]);
		hold_some(path, turn->size[1][d]);
	}
	if (turn->dims)
		hold_some(path, turn->nthreads);
}

/* ---- what the code reads --------------------------------------------- */

bool cvg_turn_reg(const struct walker *w, uint32_t s, uint32_t *v)
{
	const struct turn *turn = &w->path->proof->turn;

	if (!turn->dims || s > CVG_S_NCTAID_Z)
		return false;
	if (s >= CVG_S_NCTAID_X)
		*v = turn->size[1][s - CVG_S_NCTAID_X];
	else if (s >= CVG_S_CTAID_X)
		*v = (w->is_new ? turn->own : turn->id)[1][s - CVG_S_CTAID_X];
	else if (s >= CVG_S_NTID_X)
		*v = turn->size[0][s - CVG_S_NTID_X];
	else
		*v = (w->is_new ? turn->own : turn->id)[0][s];
	return true;
}

/* Are the hidden arguments where the table has them? */
static bool has_fields(const struct proof *proof, uint32_t base)
{
	return !base || (proof->ask->program[0]->code_object >= 500 &&
			 proof->ask->program[1]->code_object >= 500);
}

/* The number of the launch of so many bits that lies at the address; CVG_NONE: none
 * does. */
static uint32_t field_at(struct proof *proof, uint32_t address, uint32_t bits)
{
	/* In the order of cvg_targetinfo.launch_base. */
	static const uint32_t bases[CVG_LAUNCH_BASES] = {CVG_S_DISPATCH_PTR,
							 CVG_S_IMPLICITARG_PTR};
	struct cvg_syms *syms = &proof->syms;
	const struct cvg_targetinfo *info = target_of(proof);

	for (uint32_t i = 0; i < 3 * info->nlaunch_fields; i++) {
		const struct cvg_launch_field *field =
			&info->launch_fields[i / 3];
		uint64_t off = field->from + i % 3 * (field->bits / 8u);
		uint32_t at = plus(syms, address_reg(syms, bases[field->base]),
				   cvg_sym_const(syms, 64, off));

		if (at != address || field->bits != bits ||
		    !has_fields(proof, field->base))
			continue;
		switch (field->what) {
		case CVG_LAUNCH_BLOCK_SIZE:
			return proof->turn.size[0][i % 3];
		case CVG_LAUNCH_BLOCK_COUNT:
			return proof->turn.size[1][i % 3];
		case CVG_LAUNCH_GRID_SIZE:
			return grid_size(proof, i % 3);
		case CVG_LAUNCH_REMAINDER:
		case CVG_LAUNCH_OFFSET:
			break;
		}
	}
	return CVG_NONE;
}

bool cvg_turn_is_place(struct walker *w, uint32_t address)
{
	struct proof *proof = w->path->proof;

	return proof->turn.dims &&
	       ((w->is_new && address == proof->turn.place) ||
		field_at(proof, address, 16) != CVG_NONE ||
		field_at(proof, address, 32) != CVG_NONE);
}

bool cvg_turn_load(struct walker *w, const struct cvg_uop *u)
{
	struct proof *proof = w->path->proof;
	struct cvg_syms *syms = &proof->syms;
	struct cvg_scalar at = cvg_path_read(w, u->a), s;
	uint32_t bits = cvg_effect_bits(u);

	if (!proof->turn.dims || u->flags & CVG_UF_GUARD ||
	    cvg_sym_at(syms, at.v)->width != 64 || !cvg_sym_is(syms, at.p, 0) ||
	    !cvg_sym_is(syms, at.set, CVG_SET_ALONE))
		return false;
	at.v = plus(syms, at.v, cvg_sym_const(syms, 64, u->imm));
	s = cvg_path_fresh(w->path, bits, false);
	if (w->is_new && bits == 32 && at.v == proof->turn.place)
		s.v = proof->turn.entry;
	else
		s.v = field_at(proof, at.v, bits);
	if (s.v == CVG_NONE)
		return false;
	s.v = cvg_sym_resize(syms, s.v, bits, false);
	cvg_path_write(w, u->dst, s);
	return true;
}

/* The new code's parameter that the old one has not: the array, or in a function
 * that is called, its entry. */
bool cvg_turn_param(struct proof *proof, uint32_t slot, struct cvg_scalar *out)
{
	const struct turn *turn = &proof->turn;
	const struct cvg_ufn *ufn = proof->code[1].ufn;

	if (!turn->dims || !ufn->nparams ||
	    slot != ufn->params[ufn->nparams - 1].slot)
		return false;
	*out = cvg_path_fresh(&proof->path, 32, false);
	out->v = proof->ask->fn[1] ? turn->entry : turn->array;
	return true;
}

/* Is it made of E, the array and registers alone, so that it is the same as long as
 * the thread runs? */
bool cvg_turn_is_fixed(const struct proof *proof, uint32_t s, uint32_t depth)
{
	const struct cvg_sym *f = cvg_sym_at(&proof->syms, s);
	const uint32_t arg[3] = {f->a, f->b, f->c};
	bool is = depth && f->width && f->op < CVG_Y_APPLY;

	if (!proof->turn.dims)
		return false;
	if (f->op == CVG_Y_VAR)
		return s == proof->turn.entry || s == proof->turn.array;
	if (f->op == CVG_Y_APPLY)
		return f->a == CVG_NONE;
	for (int i = 0; i < 3 && is; i++)
		is = arg[i] == CVG_NONE ||
		     cvg_turn_is_fixed(proof, arg[i], depth - 1);
	return is;
}

bool cvg_turn_same_callee(const struct path *path, const struct cvg_uop *a,
			  const struct cvg_uop *b, bool *twin)
{
	const struct cvg_refine_ask *ask = path->proof->ask;
	const char *x = ask->program[0]->fns[a->imm].name;
	const char *y = ask->program[1]->fns[b->imm].name;

	*twin = ask->turned && cvg_refine_is_twin(ask->turned, x, y);
	return *twin || !strcmp(x, y);
}
