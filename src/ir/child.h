/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Work that may crash, hang, exit or eat all memory: done in a forked child
 * whose result comes back through a pipe.
 */
#ifndef RECONVERGE_IR_CHILD_H
#define RECONVERGE_IR_CHILD_H

#include "reconverge/base.h"

/*
 * What runs in the child: fill `out` and return true, or return false with
 * `err`. Nothing it changes is seen by the parent. Its standard output goes
 * nowhere; what it says on standard error comes back as well.
 */
typedef bool cvg_child_work(void *context, struct cvg_str *out,
			    struct cvg_err *err);

struct cvg_child {
	const char *who;    /* subject of "WHO died ...", "WHO took more ..." */
	const char *object; /* " on this file", "" */
	unsigned seconds;   /* of wall clock, then it is killed */
	cvg_child_work *work;
	void *context;
	const struct cvg_ticker *ticker; /* may end it; or NULL */
};

/*
 * Run it. On success *out and *said (standard error, cut when very long) are
 * filled; either may be NULL. On failure `err` is work's own, or tells how
 * the child ended.
 */
bool cvg_child_run(const struct cvg_child *child, struct cvg_str *out,
		   struct cvg_str *said, struct cvg_err *err);

/* Collapse a message of several lines to one. */
void cvg_one_line(struct cvg_str *s);

#endif
