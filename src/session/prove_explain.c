/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* How two sides of a check differ, and which threads made the difference. */
#include "checking.h"

#include "reconverge/faults.h"
#include "reconverge/ucodes.h"

#include <string.h>

/* ---- faults ---------------------------------------------------------- */

static void tell_fault(const struct checker *checker, int i,
		       struct cvg_str *out)
{
	const struct cvg_fault *fault = &checker->side[i].fault;
	struct cvg_place at =
		cvg_checking_place(checker, i, fault->fn, fault->inst,
				   fault->block, fault->thread);

	if (fault->kind != CVG_F_NONE)
		cvg_fault_tell(checker->session, out, &at, fault);
}

static bool is_of_poison(enum cvg_faultkind kind)
{
	return kind == CVG_F_POISON_BRANCH || kind == CVG_F_POISON_ADDRESS ||
	       kind == CVG_F_POISON_OPERAND;
}

static bool has_nsw(const struct cvg_program *program)
{
	for (uint32_t f = 0; f < program->nfns; f++) {
		for (uint32_t i = 0; i < program->fns[f].nuops; i++) {
			const struct cvg_uop *uop = &program->fns[f].uops[i];

			if (uop->code <= CVG_U_SHL && uop->flags & CVG_UF_NSW)
				return true;
		}
	}
	return false;
}

void cvg_checking_void(struct checker *checker)
{
	struct cvg_check *check = checker->check;

	if (check->void_seeds++)
		return;
	check->void_fault = checker->side[0].fault;
	check->void_seed = checker->launch.seed;
	check->void_overflow = is_of_poison(check->void_fault.kind) &&
			       has_nsw(checker->side[0].program);
	tell_fault(checker, 0, &check->void_text);
}

/* ---- writers --------------------------------------------------------- */

/* The address of the element in side i: variables may have other addresses in
 * the other module. */
static uint64_t address_in(const struct checker *checker, int i)
{
	const struct cvg_difference *difference = &checker->check->difference;
	const struct cvg_program *program = checker->side[i].program;
	const char *name = difference->what + (*difference->what == '@');

	for (uint32_t g = 0; difference->arg < 0 && g < program->nglobals;
	     g++) {
		if (!strcmp(program->globals[g].name, name))
			return program->globals[g].address +
			       difference->element *
				       cvg_elem_bytes(difference->elem);
	}
	return difference->address;
}

static void tell_writer(const struct checker *checker, int i)
{
	const struct cvg_watch *watch = &checker->check->who[i];
	struct cvg_str *out = &checker->check->who_text[i];
	struct cvg_place at =
		cvg_checking_place(checker, i, watch->fn, watch->inst,
				   watch->block, watch->thread);

	if (!watch->found) {
		cvg_str_add(out, "no thread");
		return;
	}
	cvg_place_thread(out, &at);
	cvg_str_add(out, ", ");
	cvg_place_inst(checker->session, out, &at);
	cvg_place_line(out, ", ", &at);
}

static bool find_writers(struct checker *checker, struct cvg_err *err)
{
	const struct cvg_difference *difference = &checker->check->difference;

	for (int i = 0; i < 2; i++) {
		struct cvg_watch *watch = &checker->check->who[i];

		watch->address = address_in(checker, i);
		watch->bytes = cvg_elem_bytes(difference->elem);
		checker->options.watch = watch;
		if (!cvg_checking_run(checker, i, &checker->side[i], err))
			return false;
		checker->options.watch = NULL;
		tell_writer(checker, i);
	}
	return true;
}

bool cvg_checking_explain(struct checker *checker, struct cvg_err *err)
{
	struct cvg_check *check = checker->check;

	if (checker->other)
		cvg_launch_text(&check->launch_text, &checker->launch);
	if (check->by_race)
		return true;
	cvg_difference_print(&check->text, &check->difference);
	for (int i = 0; i < 2; i++) {
		check->fault[i] = checker->side[i].fault;
		tell_fault(checker, i, &check->fault_text[i]);
	}
	return check->difference.ends_differ || find_writers(checker, err);
}
