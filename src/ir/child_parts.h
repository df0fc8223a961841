/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What the two kinds of children share: one that runs once (child.c), and one
 * that is kept for more questions (child_kept.c). */
#ifndef RECONVERGE_IR_CHILD_PARTS_H
#define RECONVERGE_IR_CHILD_PARTS_H

#include "child.h"

#include <sys/types.h>

/* Pipes: of the answer, of standard error. */
enum { CVG_CHILD_OUT, CVG_CHILD_SAID, CVG_CHILD_PIPES };

/* The beginning of the child's answer; the payload follows if ok, else the
 * message. */
struct head {
	uint32_t ok;
	uint32_t line, column; /* place of the error */
	uint64_t bytes;	       /* that follow */
};

/* Why the parent stopped to listen. */
enum cvg_child_ended {
	CVG_CHILD_ENDED, /* the child closed its pipes, or all of the answer is there */
	CVG_CHILD_LATE,	   /* its time was over */
	CVG_CHILD_UNWANTED /* the ticker said stop */
};

/* Give the child no keyboard and no screen, default signals, and its limits of
 * time (child->seconds, 0: none), memory and core size. */
void cvg_child_enter(const struct cvg_child *child, const int *to);
/* Work, and send the answer. */
void cvg_child_answer(cvg_child_work *work, void *context, int to);
bool cvg_child_pipes(int *from, int *to, struct cvg_err *err);
/* Read both pipes until they end (those of a kept child: until its answer is
 * complete), the time is over, or the ticker says stop. */
enum cvg_child_ended cvg_child_listen(const int *from,
				      const struct cvg_child *child, bool kept,
				      struct cvg_str *heard);
/* Is the answer complete? */
bool cvg_child_answered(const struct cvg_str *heard);
/* Split the child's answer: append the payload to *out, or fill *err. */
bool cvg_child_understand(const struct cvg_str *heard, struct cvg_str *out,
			  struct cvg_err *err);
/* Report how the child ended: interrupted, out of time, or dead. */
bool cvg_child_fail(const struct cvg_child *child, int status,
		    enum cvg_child_ended ending, const struct cvg_str *said,
		    struct cvg_err *err);
/* Wait for the end of the child; returns its status. */
int cvg_child_reap(pid_t pid, bool kill_it);

#endif
