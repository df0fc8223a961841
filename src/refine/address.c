/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Addresses of accesses: where they lie, and whether an access through them is
 * defined. */
#include "private.h"

#include "reconverge/faults.h"
#include "reconverge/ucodes.h"

#define MOST_ALIKE 8 /* accesses with which the solver compares an address */
#define DYNAMIC (UINT64_C(1) << 24) /* dynamic shared memory has fewer bytes */

/* An address in its flat form; shared and private memory have a place of their
 * own there. */
static uint32_t flat(struct cvg_syms *syms, uint32_t address, uint32_t space)
{
	uint64_t base = space == CVG_SPACE_SHARED    ? CVG_APERTURE_SHARED
			: space == CVG_SPACE_PRIVATE ? CVG_APERTURE_PRIVATE
						     : 0;

	address = cvg_sym_resize(syms, address, 64, false);
	return cvg_sym_2(syms, CVG_Y_ADD, address,
			 cvg_sym_const(syms, 64, base));
}

static uint64_t first_byte(const struct cvg_global *g)
{
	return g->address +
	       (g->space == CVG_SPACE_SHARED ? CVG_APERTURE_SHARED : 0);
}

/* The variable of the module in which the constant part of an address in flat form
 * lies; NULL: there is none. */
static const struct cvg_global *variable_at(const struct walker *w,
					    uint32_t address)
{
	const struct cvg_program *program = w->code->program;
	struct cvg_syms *syms = &w->path->proof->syms;
	const struct cvg_sym *f = cvg_sym_at(syms, cvg_sym_now(syms, address));
	uint64_t base = f->op == CVG_Y_CONST ? f->imm
			: f->op == CVG_Y_ADD && cvg_sym_is_const(syms, f->b)
				? cvg_sym_at(syms, f->b)->imm
				: 0;

	for (uint32_t i = 0; i < program->nglobals; i++) {
		const struct cvg_global *g = &program->globals[i];

		if (base - first_byte(g) < (g->dynamic ? DYNAMIC : g->bytes))
			return g;
	}
	return NULL;
}

/* Is an address, which is given in flat form, too, a multiple of 1 << align? A variable
 * lies at any multiple of its alignment, not only where the simulator puts it. */
static uint32_t is_aligned(struct walker *w, uint32_t address,
			   uint32_t flat_address, uint32_t align)
{
	const struct cvg_uop key = {.code = CVG_U_ADDR};
	struct cvg_syms *syms = &w->path->proof->syms;
	const struct cvg_global *g = variable_at(w, flat_address);
	uint32_t place;

	if (g && g->align < UINT64_C(1) << align) {
		place = cvg_sym_const(syms, 64, first_byte(g));
		place = cvg_sym_apply(syms, 64, cvg_formula_key(&key, 0x500),
				      &place, 1);
		place = cvg_sym_2(syms, CVG_Y_MUL, place,
				  cvg_sym_const(syms, 64, g->align));
		address = cvg_sym_2(syms, CVG_Y_ADD, flat_address,
				    cvg_sym_const(syms, 64, 0 - first_byte(g)));
		address = cvg_sym_2(syms, CVG_Y_ADD, address, place);
	}
	return cvg_sym_eq(syms, cvg_sym_extract(syms, address, 0, align),
			  cvg_sym_const(syms, align, 0));
}

/* Is an address of the new side, where it is undefined, one that the old side
 * accesses, whatever the choices are? */
static bool is_old_address(struct walker *w, struct cvg_scalar at, uint32_t to)
{
	struct path *path = w->path;
	struct cvg_syms *syms = &path->proof->syms;
	uint32_t tries = 0;

	if (cvg_sym_is(syms, cvg_sym_now(syms, at.set), CVG_SET_ALONE) ||
	    !cvg_path_is_linear(path, at))
		return false;
	at.p = cvg_path_poison_alone(path, at.p);
	if (!cvg_path_surely(path, cvg_sym_not(syms, at.p)))
		return false;
	for (size_t i = path->accesses.n; i-- && tries < MOST_ALIKE;) {
		const struct access *a = &path->accesses.at[i];

		if (a->calls > w->calls)
			continue;
		tries++;
		if (cvg_path_surely(path, cvg_sym_eq(syms, a->address, to)))
			return true;
	}
	return false;
}

/* The address of an access. An access through one in doubt, or one that is not as
 * aligned as the code promises, is undefined. */
bool cvg_address_of(struct walker *w, const struct cvg_uop *u,
		    struct cvg_scalar *at)
{
	struct cvg_syms *syms = &w->path->proof->syms;
	uint32_t align =
		u->code == CVG_U_LOAD || u->code == CVG_U_STORE ? u->n : 0;
	uint32_t width, sure, place, aligned = cvg_sym_const(syms, 1, 1);
	struct cvg_scalar was;

	*at = cvg_path_read(w, u->a);
	was = *at;
	width = cvg_sym_at(syms, at->v)->width;
	if (!(u->flags & CVG_UF_GUARD))
		at->v = cvg_sym_2(syms, CVG_Y_ADD, at->v,
				  cvg_sym_const(syms, width, u->imm));
	place = at->v;
	at->v = flat(syms, at->v, u->kind2);
	if (align && align < width)
		aligned = is_aligned(w, place, at->v, align);
	at->p = cvg_sym_const(syms, 1, 0);
	at->set = cvg_set_alone(syms);
	sure = cvg_sym_and(syms, cvg_sym_not(syms, cvg_scalar_doubt(syms, was)),
			   aligned);
	if (!w->is_new)
		return cvg_path_require(w, sure);
	if (cvg_path_surely(w->path, sure) ||
	    (is_old_address(w, was, at->v) &&
	     cvg_path_surely(w->path, aligned)))
		return true;
	return cvg_path_oblige(w, sure,
			       "access memory through an address in doubt, or "
			       "not aligned",
			       u);
}

bool cvg_address_is_inside(struct walker *w, uint32_t address, uint32_t bits)
{
	struct cvg_syms *syms = &w->path->proof->syms;
	const struct cvg_global *g = variable_at(w, address);
	uint32_t off;

	if (!g || g->bytes < bits / 8)
		return false;
	off = cvg_sym_2(syms, CVG_Y_ADD, address,
			cvg_sym_const(syms, 64, 0 - first_byte(g)));
	return cvg_path_surely(
		w->path,
		cvg_sym_2(syms, CVG_Y_ULT, off,
			  cvg_sym_const(syms, 64, g->bytes - bits / 8 + 1)));
}
