/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Questions to Z3, and values of formulas in a model. */
#include "value.h"

#include <inttypes.h>
#include <stdio.h>

void cvg_z3_value(Z3_context z3, Z3_model model, Z3_ast formula)
{
	uint64_t number = 0;
	Z3_ast is = NULL;

	if (!Z3_model_eval(z3, model, formula, true, &is))
		is = NULL;
	if (is && Z3_get_sort_kind(z3, Z3_get_sort(z3, is)) == Z3_BOOL_SORT)
		number = Z3_get_bool_value(z3, is) == Z3_L_TRUE;
	else if (is && Z3_is_numeral_ast(z3, is))
		Z3_get_numeral_uint64(z3, is, &number);
	printf(" %" PRIu64, number);
}

static Z3_lbool check(Z3_context z3, Z3_solver solver, uint32_t ms,
		      const Z3_ast *facts, uint32_t n)
{
	Z3_params params = Z3_mk_params(z3);
	Z3_lbool said;

	/* What has no reference goes when the next one is made. */
	Z3_params_inc_ref(z3, params);
	Z3_params_set_uint(z3, params, Z3_mk_string_symbol(z3, "timeout"), ms);
	Z3_solver_set_params(z3, solver, params);
	for (uint32_t i = 0; i < n; i++)
		Z3_solver_assert(z3, solver, facts[i]);
	said = Z3_solver_check(z3, solver);
	Z3_params_dec_ref(z3, params);
	return said;
}

Z3_lbool cvg_z3_ask(Z3_context z3, const Z3_ast *facts, uint32_t n, uint32_t ms,
		    bool models, Z3_solver *solver)
{
	Z3_lbool said = Z3_L_UNDEF;

	for (int hard = models; hard < 2 && said == Z3_L_UNDEF; hard++) {
		if (hard && !models)
			Z3_solver_dec_ref(z3, *solver);
		*solver = hard ? Z3_mk_solver(z3) : Z3_mk_simple_solver(z3);
		Z3_solver_inc_ref(z3, *solver);
		said = check(z3, *solver, models ? ms : ms / 2, facts, n);
	}
	return said;
}
