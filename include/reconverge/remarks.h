/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Remarks: what became of each divergent branch that the functions of the module
 * came with, at its place in the source. Compilers tell such decisions likewise.
 */
#ifndef RECONVERGE_REMARKS_H
#define RECONVERGE_REMARKS_H

#include "reconverge/base.h"

struct cvg_session;

enum cvg_remarkkind {
	CVG_REMARK_DONE,   /* a step changed it */
	CVG_REMARK_MISSED, /* it is as it was */
};

struct cvg_remark {
	enum cvg_remarkkind kind;
	const char *title;    /* one word: one of remarks.def */
	const char *text;     /* one line */
	const char *function; /* its name */
	uint32_t f;	      /* its place in the module */
	uint32_t block; /* of its first snapshot; CVG_NONE: all the function */
	uint32_t spot;	/* of the first snapshot; CVG_NONE: unknown */
};

struct cvg_remarks {
	struct cvg_arena arena; /* the texts */
	struct cvg_remark *at;
	size_t n, cap;
};

/* All of the current revision, in the order of functions and blocks; *all must be
 * zero. */
void cvg_remarks_init(struct cvg_remarks *all, struct cvg_session *session);
void cvg_remarks_done(struct cvg_remarks *all);

/* Is it a copy of an OpenCL kernel of the module that clang made for calls, of which
 * there are none? */
bool cvg_session_idle(struct cvg_session *session, uint32_t f);

/* Append what it says, with the function, and the block if nobody knows its line:
 * "@quant B3: threads diverge here: ...". */
void cvg_remark_add(struct cvg_str *out, const struct cvg_remark *remark);
/* Append them as text, a line for each. */
void cvg_remarks_text(struct cvg_str *out, struct cvg_session *session,
		      const struct cvg_remarks *all);
/* Append them in LLVM's YAML, as -fsave-optimization-record writes them. */
void cvg_remarks_yaml(struct cvg_str *out, struct cvg_session *session,
		      const struct cvg_remarks *all);
/* Append them as a log of SARIF 2.1.0 (OASIS, 2020). */
void cvg_remarks_sarif(struct cvg_str *out, struct cvg_session *session,
		       const struct cvg_remarks *all);

#endif
