/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Answers of the code generator, by what was asked. */
#ifndef RECONVERGE_IR_ANSWERS_H
#define RECONVERGE_IR_ANSWERS_H

#include "reconverge/base.h"

struct cvg_answered {
	uint64_t hash; /* of the question */
	struct cvg_str question, answer;
};

/* All zero: none. Free with cvg_answers_done. */
struct cvg_answers {
	cvg_vec(struct cvg_answered) kept; /* the one used last is the last */
	size_t bytes;			   /* of all of them */
};

/* Append the answer to the question. False: it is not known. */
bool cvg_answers_find(struct cvg_answers *answers,
		      const struct cvg_str *question, struct cvg_str *out);
/* Keep a copy of the answer. What was used longest ago may go for it. */
void cvg_answers_keep(struct cvg_answers *answers,
		      const struct cvg_str *question,
		      const struct cvg_str *answer);
void cvg_answers_done(struct cvg_answers *answers);

#endif
