/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Answers of the code generator, kept by the bytes of the question: the code of one
 * function without names. Trials, steps that are taken back and then made, and
 * commands that look at machine code ask the same again.
 *
 * Example: candidates tries a meld at B1 and asks for the code before and after it;
 * "meld B1" makes the same code, and finds both answers here.
 */
#include "answers.h"

#include <stdlib.h>
#include <string.h>

#define MOST_BYTES ((size_t)32 << 20)

/* FNV-1a. */
static uint64_t hash_of(const struct cvg_str *text)
{
	uint64_t hash = UINT64_C(14695981039346656037);

	for (size_t i = 0; i < text->n; i++)
		hash = (hash ^ (unsigned char)text->at[i]) *
		       UINT64_C(1099511628211);
	return hash;
}

static bool same(const struct cvg_str *a, const struct cvg_str *b)
{
	return a->n == b->n && !memcmp(a->at, b->at, a->n);
}

/* Take the i-th out of the list; the caller owns it. */
static struct cvg_answered take(struct cvg_answers *answers, size_t i)
{
	struct cvg_answered taken = answers->kept.at[i];

	answers->kept.n--;
	for (; i < answers->kept.n; i++)
		answers->kept.at[i] = answers->kept.at[i + 1];
	return taken;
}

bool cvg_answers_find(struct cvg_answers *answers,
		      const struct cvg_str *question, struct cvg_str *out)
{
	uint64_t hash = hash_of(question);

	for (size_t i = answers->kept.n; i-- > 0;) {
		struct cvg_answered *at = &answers->kept.at[i], used;

		if (at->hash != hash || !same(&at->question, question))
			continue;
		used = take(answers, i);
		cvg_push(&answers->kept, used);
		cvg_str_addn(out, used.answer.at, used.answer.n);
		return true;
	}
	return false;
}

static void drop_first(struct cvg_answers *answers)
{
	struct cvg_answered taken = take(answers, 0);

	answers->bytes -= taken.question.n + taken.answer.n;
	cvg_str_done(&taken.question);
	cvg_str_done(&taken.answer);
}

void cvg_answers_keep(struct cvg_answers *answers,
		      const struct cvg_str *question,
		      const struct cvg_str *answer)
{
	struct cvg_answered made = {.hash = hash_of(question)};
	size_t bytes = question->n + answer->n;

	if (bytes > MOST_BYTES)
		return;
	while (answers->bytes + bytes > MOST_BYTES)
		drop_first(answers);
	cvg_str_addn(&made.question, question->at, question->n);
	cvg_str_addn(&made.answer, answer->at, answer->n);
	cvg_push(&answers->kept, made);
	answers->bytes += bytes;
}

void cvg_answers_done(struct cvg_answers *answers)
{
	while (answers->kept.n)
		drop_first(answers);
	free(answers->kept.at);
}
