/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * PTX with more functions than llc wrote, because most of the time of ptxas is that of its
 * start.
 *
 * One is a second copy of a function, whose loops stay as they are. ptxas unrolls loops
 * of few blocks by itself: such code has several runs of a block for one, so that it is
 * longer where it is faster. In the copy, what ptxas makes of a block is what one run of
 * it takes.
 *
 * The pragma "nounroll" stands where a loop begins: "Parallel Thread Execution ISA",
 * docs.nvidia.com/cuda/parallel-thread-execution. LLVM tells these places in comments.
 *
 * Example (SB1 at -O3, sm_80): once its arms are melded, its loop is one block. ptxas
 * makes 358 instructions of it, and 122 if it may not unroll the loop; of the function as
 * it came, whose loop has branches, 228 in both cases.
 *
 * Another is the function before and after a step. ptxas makes the same code of a kernel
 * whatever kernels stand beside it. The rest of the PTX must be the same for both.
 */
#include "ptxas.h"

#include <string.h>

#define LOOP "Loop Header: Depth"
#define END  "\n}\n" /* of a function */

/* Where the text of the function begins, with a comment behind the variables of the
 * module, and where it ends, without the last line; false: it is not there. */
static bool find(const char *text, const char *name, const char **from,
		 const char **to)
{
	struct cvg_str head = {0};

	cvg_str_addf(&head, "// @%s\n", name);
	*from = strstr(text, head.at);
	cvg_str_done(&head);
	*to = *from ? strstr(*from, END) : NULL;
	return *to;
}

static bool has_loop(const char *from, const char *to)
{
	const char *loop = strstr(from, LOOP);

	return loop && loop < to;
}

/* Append the text, in which the function gets another name. */
static void add_renamed(struct cvg_str *out, const char *at, const char *end,
			const char *name, const char *other)
{
	size_t n = strlen(name);
	const char *next;

	for (; (next = strstr(at, name)) && next < end; at = next + n) {
		cvg_str_addn(out, at, (size_t)(next - at));
		cvg_str_add(out, other);
	}
	cvg_str_addn(out, at, (size_t)(end - at));
}

static void add_copy(struct cvg_str *out, const char *at, const char *end,
		     const char *name)
{
	struct cvg_str rolled = {0};
	const char *next;

	cvg_str_addf(&rolled, "%s_rolled", name);
	for (; (next = strstr(at, LOOP)) && next < end; at = next) {
		next += strcspn(next, "\n");
		add_renamed(out, at, next, name, rolled.at);
		cvg_str_add(out, "\n\t.pragma \"nounroll\";");
	}
	add_renamed(out, at, end, name, rolled.at);
	cvg_str_add(out, END);
	cvg_str_done(&rolled);
}

void cvg_ptx_add_rolled(const struct cvg_str *ptx, const char *name,
			struct cvg_str *out)
{
	const char *from, *to;

	cvg_str_addn(out, cvg_str_of(ptx), ptx->n);
	if (find(cvg_str_of(ptx), name, &from, &to) && has_loop(from, to))
		add_copy(out, from, to, name);
}

/* Are the two texts the same, but for the function in them? */
static bool is_same_rest(const char *const text[2], const char *const from[2],
			 const char *const to[2])
{
	size_t n = (size_t)(from[0] - text[0]);

	return (size_t)(from[1] - text[1]) == n &&
	       !memcmp(text[0], text[1], n) && !strcmp(to[0], to[1]);
}

bool cvg_ptx_add_other(const struct cvg_str *ptx, const char *name,
		       const struct cvg_str *beside, const char *other,
		       struct cvg_str *out)
{
	const char *const text[2] = {cvg_str_of(ptx), cvg_str_of(beside)};
	const char *from[2], *to[2];

	for (int i = 0; i < 2; i++)
		if (!find(text[i], name, &from[i], &to[i]))
			return false;
	if (!is_same_rest(text, from, to))
		return false;
	add_renamed(out, from[0], to[0], name, other);
	cvg_str_add(out, END);
	return true;
}
