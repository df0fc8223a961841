/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Values of formulas in a model of Z3. */
#ifndef RECONVERGE_Z3_VALUE_H
#define RECONVERGE_Z3_VALUE_H

#include <z3.h>

/* Print a blank and the number, of at most 64 bits, that a formula is in the model;
 * 0 where that leaves it open. */
void cvg_z3_value(Z3_context z3, Z3_model model, Z3_ast formula);

#endif
