/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Runs work that may crash, hang, exit or use all memory in a forked child,
 * whose result comes back through a pipe.
 */
#ifndef RECONVERGE_IR_CHILD_H
#define RECONVERGE_IR_CHILD_H

#include "reconverge/base.h"

/*
 * The function that runs in the child: it fills `out` and returns true, or
 * fills `err` and returns false. The parent sees no other change. Standard
 * output is /dev/null; standard error comes back as well.
 */
typedef bool cvg_child_work(void *context, struct cvg_str *out,
			    struct cvg_err *err);

struct cvg_child {
	const char *who;    /* the subject of messages: "WHO died ..." */
	const char *object; /* " on this file", "" */
	unsigned seconds;   /* wall clock time before it is killed */
	cvg_child_work *work;
	void *context;
	const struct cvg_ticker *ticker; /* may end the child; or NULL */
	bool vast; /* no limit of its address space, of which the drivers of
		      GPUs reserve as much as all memory of all devices */
};

/*
 * Run the child. On success its payload is appended to *out and its standard
 * error, at most 64 KiB and a bit, to *said; either may be NULL. On failure
 * `err` is the one of the work, or tells how the child ended.
 */
bool cvg_child_run(const struct cvg_child *child, struct cvg_str *out,
		   struct cvg_str *said, struct cvg_err *err);

/*
 * A child that stays alive, so that what LLVM makes ready once serves every
 * question. It begins as NULL, belongs to the process that first asked, and a
 * new one is started where it died, was too slow, was stopped by the ticker, or
 * belongs to another process.
 */
struct cvg_kept_child;

/* The context of its work. */
struct cvg_asked {
	struct cvg_str question;
	void *state; /* what the work keeps for the next question; NULL at first */
};

/*
 * Run child->work there with the question, in a struct cvg_asked, as its context,
 * and append what it answers to *out. child->seconds and child->ticker hold for
 * this question; child->work must be the same for all.
 */
bool cvg_kept_ask(struct cvg_kept_child **kept, const struct cvg_child *child,
		  const struct cvg_str *question, struct cvg_str *out,
		  struct cvg_err *err);
void cvg_kept_end(struct cvg_kept_child *take_kept);

/* Collapse a message of several lines to one. */
void cvg_one_line(struct cvg_str *s);

#endif
