/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Files of models of basic-block vectors: written by `model FILE`, read by `model
 * use=FILE` and `regroup from=FILE`. */
#ifndef CVG_CMD_MODEL_FILE_H
#define CVG_CMD_MODEL_FILE_H

#include "reconverge/influence.h"
#include "reconverge/words.h"

#include <jansson.h>

struct cvg_fn;
struct cvg_model;

/* What an input is called: its instruction's name, or its text. */
const char *cvg_model_input(const struct cvg_fn *fn, uint32_t inst);
/* The contents of a file: all digits, and no formula. */
json_t *cvg_model_json(const struct cvg_fn *fn, const struct cvg_influence *in,
		       const struct cvg_model *m);
bool cvg_model_write(const char *path, const json_t *o, struct cvg_err *err);
/* Fill *m, which has the blocks and inputs of the function, with the weights in the
 * file and the inputs of *in. */
bool cvg_model_read(const char *path, const struct cvg_fn *fn,
		    const struct cvg_influence *in, struct cvg_model *m,
		    struct cvg_err *err);

#endif
