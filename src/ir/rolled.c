/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * PTX with a second copy of a function, whose loops stay as they are. ptxas unrolls loops
 * of few blocks by itself: such code has several runs of a block for one, so that it is
 * longer where it is faster. In the copy, what ptxas makes of a block is what one run of
 * it takes. ptxas assembles both at once, because most of its time is that of its start.
 *
 * The pragma "nounroll" stands where a loop begins: "Parallel Thread Execution ISA",
 * docs.nvidia.com/cuda/parallel-thread-execution. LLVM tells these places in comments.
 *
 * Example (SB1 at -O3, sm_80): once its arms are melded, its loop is one block. ptxas
 * makes 358 instructions of it, and 122 if it may not unroll the loop; of the function as
 * it came, whose loop has branches, 228 in both cases.
 */
#include "ptxas.h"

#include <string.h>

#define LOOP "Loop Header: Depth"

/* Where the text of the function begins and ends, without the last line; false: it is
 * not there, or has no loop. */
static bool find(const char *text, const char *name, const char **from,
		 const char **to)
{
	struct cvg_str head = {0};
	const char *loop;

	cvg_str_addf(&head, ".globl\t%s ", name);
	*from = strstr(text, head.at);
	cvg_str_done(&head);
	*to = *from ? strstr(*from, "\n}\n") : NULL;
	loop = *from ? strstr(*from, LOOP) : NULL;
	*from = *from ? strchr(*from, '\n') : NULL; /* that is a comment */
	return *to && loop && loop < *to;
}

/* Append the text with another name of the function. */
static void add_renamed(struct cvg_str *out, const char *at, const char *end,
			const char *name)
{
	size_t n = strlen(name);
	const char *next;

	for (; (next = strstr(at, name)) && next < end; at = next + n) {
		cvg_str_addn(out, at, (size_t)(next - at));
		cvg_str_addf(out, "%s_rolled", name);
	}
	cvg_str_addn(out, at, (size_t)(end - at));
}

static void add_copy(struct cvg_str *out, const char *at, const char *end,
		     const char *name)
{
	const char *next;

	for (; (next = strstr(at, LOOP)) && next < end; at = next) {
		next += strcspn(next, "\n");
		add_renamed(out, at, next, name);
		cvg_str_add(out, "\n\t.pragma \"nounroll\";");
	}
	add_renamed(out, at, end, name);
	cvg_str_add(out, "\n}\n");
}

void cvg_ptx_add_rolled(const struct cvg_str *ptx, const char *name,
			struct cvg_str *out)
{
	const char *from, *to;

	cvg_str_addn(out, cvg_str_of(ptx), ptx->n);
	if (find(cvg_str_of(ptx), name, &from, &to))
		add_copy(out, from, to, name);
}
