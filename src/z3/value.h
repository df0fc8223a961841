/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Values of formulas in a model of Z3. */
#ifndef RECONVERGE_Z3_VALUE_H
#define RECONVERGE_Z3_VALUE_H

#include <stdbool.h>
#include <stdint.h>
#include <z3.h>

/* Print a blank and the number, of at most 64 bits, that a formula is in the model;
 * 0 where that leaves it open. */
void cvg_z3_value(Z3_context z3, Z3_model model, Z3_ast formula);

/* Can all the facts hold, as far as that is known after so much processor time? Most questions are
 * easy, and then the solver that prepares nothing answers them in a quarter of the time;
 * what it does not know is asked the one that simplifies first. For models only that
 * one is asked. The caller gives the solver's reference back. */
Z3_lbool cvg_z3_ask(Z3_context z3, const Z3_ast *facts, uint32_t n, uint32_t ms,
		    bool models, Z3_solver *solver);

#endif
