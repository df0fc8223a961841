/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Values of formulas in a model of Z3. */
#include "value.h"

#include <inttypes.h>
#include <stdint.h>
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
