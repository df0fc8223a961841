/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Children that run beside us, several at a time, and send what they find as they
 * find it. One that dies harms nobody: its pipe ends. */
#include "child_parts.h"

#include "reconverge/ir.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

CVG_NORETURN static void run(void (*work)(void *context, int to), void *context,
			     int to)
{
	const struct cvg_child child = {.seconds = 0};
	int pipes[CVG_CHILD_PIPES];

	pipes[CVG_CHILD_OUT] = to;
	pipes[CVG_CHILD_SAID] = open("/dev/null", O_WRONLY);
	cvg_child_enter(&child, pipes);
	signal(SIGINT, SIG_IGN); /* Ctrl-C is for the parent, who ends us */
	work(context, to);
	_exit(0);
}

bool cvg_sender_start(struct cvg_sender *out,
		      void (*work)(void *context, int to), void *context,
		      struct cvg_err *err)
{
	int p[2];

	*out = (struct cvg_sender){.pid = 0};
	if (pipe2(p, O_CLOEXEC) != 0)
		return cvg_fail(err, "cannot make a pipe: %s", strerror(errno));
	out->pid = fork();
	if (out->pid == 0)
		run(work, context, p[1]);
	close(p[1]);
	out->from = p[0];
	if (out->pid > 0)
		return true;
	close(p[0]);
	out->pid = 0;
	return cvg_fail(err, "cannot start a process: %s", strerror(errno));
}

void cvg_sender_send(int to, const void *data, size_t n)
{
	const char *at = data;

	while (n > 0) {
		ssize_t done = write(to, at, n);

		if (done < 0 && errno != EINTR)
			_exit(1);
		if (done > 0) {
			at += done;
			n -= (size_t)done;
		}
	}
}

void cvg_sender_end(struct cvg_sender *sender)
{
	if (!sender->pid)
		return;
	close(sender->from);
	cvg_child_reap(sender->pid, true);
	sender->pid = 0;
}
