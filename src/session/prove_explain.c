/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* How two sides of a check differ, and which threads made the difference. */
#include "checking.h"

#include <string.h>

/* ---- faults ---------------------------------------------------------- */

static void tell_fault(const struct checker *k, int i, struct cvg_str *out)
{
	const struct cvg_fault *f = &k->side[i].fault;
	struct cvg_place at =
		cvg_checking_place(k, i, f->fn, f->inst, f->block, f->thread);

	if (f->kind != CVG_F_NONE)
		cvg_fault_tell(k->s, out, &at, f);
}

static bool is_of_poison(enum cvg_faultkind kind)
{
	return kind == CVG_F_POISON_BRANCH || kind == CVG_F_POISON_ADDRESS ||
	       kind == CVG_F_POISON_OPERAND;
}

static bool has_nsw(const struct cvg_program *p)
{
	for (uint32_t f = 0; f < p->nfns; f++) {
		for (uint32_t i = 0; i < p->fns[f].nuops; i++) {
			const struct cvg_uop *u = &p->fns[f].uops[i];

			if (u->code <= CVG_U_SHL && u->flags & CVG_UF_NSW)
				return true;
		}
	}
	return false;
}

void cvg_checking_void(struct checker *k)
{
	struct cvg_check *c = k->c;

	if (c->void_seeds++)
		return;
	c->void_fault = k->side[0].fault;
	c->void_seed = k->launch.seed;
	c->void_overflow =
		is_of_poison(c->void_fault.kind) && has_nsw(k->side[0].program);
	tell_fault(k, 0, &c->void_text);
}

/* ---- writers --------------------------------------------------------- */

/* The address of the element in side i: variables may have other addresses in
 * the other module. */
static uint64_t address_in(const struct checker *k, int i)
{
	const struct cvg_difference *d = &k->c->difference;
	const struct cvg_program *p = k->side[i].program;
	const char *name = d->what + (*d->what == '@');

	for (uint32_t g = 0; d->arg < 0 && g < p->nglobals; g++) {
		if (!strcmp(p->globals[g].name, name))
			return p->globals[g].address +
			       d->element * cvg_elem_bytes(d->elem);
	}
	return d->address;
}

static void tell_writer(const struct checker *k, int i)
{
	const struct cvg_watch *w = &k->c->who[i];
	struct cvg_str *out = &k->c->who_text[i];
	struct cvg_place at =
		cvg_checking_place(k, i, w->fn, w->inst, w->block, w->thread);

	if (!w->found) {
		cvg_str_add(out, "no thread");
		return;
	}
	cvg_place_thread(out, &at);
	cvg_str_add(out, ", ");
	cvg_place_inst(k->s, out, &at);
	cvg_place_line(out, ", ", &at);
}

static bool find_writers(struct checker *k, struct cvg_err *err)
{
	const struct cvg_difference *d = &k->c->difference;

	for (int i = 0; i < 2; i++) {
		struct cvg_watch *w = &k->c->who[i];

		w->address = address_in(k, i);
		w->bytes = cvg_elem_bytes(d->elem);
		k->options.watch = w;
		if (!cvg_checking_run(k, i, &k->side[i], err))
			return false;
		k->options.watch = NULL;
		tell_writer(k, i);
	}
	return true;
}

bool cvg_checking_explain(struct checker *k, struct cvg_err *err)
{
	struct cvg_check *c = k->c;

	if (k->other)
		cvg_launch_text(&c->launch_text, &k->launch);
	if (c->by_race)
		return true;
	cvg_difference_print(&c->text, &c->difference);
	for (int i = 0; i < 2; i++) {
		c->fault[i] = k->side[i].fault;
		tell_fault(k, i, &c->fault_text[i]);
	}
	return c->difference.ends_differ || find_writers(k, err);
}
