/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * A child that is kept: it runs its function again for each question that it
 * gets through a socket, until the parent ends it or is gone. A question is its
 * number of bytes and then the bytes.
 */
#include "child_parts.h"

#include <errno.h>
#include <limits.h>
#include <malloc.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>

struct cvg_kept_child {
	pid_t pid, parent; /* a process forked from the parent has none */
	int from[CVG_CHILD_PIPES]; /* from[CVG_CHILD_OUT] is a socket, for questions too */
};

/* ---- in the child ---------------------------------------------------- */

/* False: the parent is gone. */
static bool receive(int from, void *data, size_t n)
{
	char *p = data;

	while (n > 0) {
		ssize_t done = read(from, p, n);

		if (done < 0 && errno == EINTR)
			continue;
		if (done <= 0)
			return false;
		p += done;
		n -= (size_t)done;
	}
	return true;
}

/* Each question takes about as much memory as the one before: a quarter of the time
 * of a small one would go into giving pages back and having them again. */
static void keep_memory(void)
{
#ifdef __GLIBC__
	mallopt(M_MMAP_THRESHOLD, 1 << 30);
	mallopt(M_TRIM_THRESHOLD, 1 << 30);
#endif
}

/* Answer questions: the number of bytes, then the bytes. Of the parent's files
 * only the socket stays open: their locks and pipes end with the parent. */
CVG_NORETURN static void run_kept_child(const struct cvg_child *child,
					const int *to)
{
	const struct cvg_child unlimited = {.seconds = 0};
	const int socket = STDERR_FILENO + 1;
	struct cvg_asked asked = {.state = NULL};
	struct cvg_str *question = &asked.question;
	uint64_t n;

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	cvg_child_enter(&unlimited, to);
	keep_memory();
	signal(SIGINT, SIG_IGN); /* the parent decides what Ctrl-C ends */
	dup2(to[CVG_CHILD_OUT], socket);
	close_range((unsigned)socket + 1, UINT_MAX, 0);
	while (receive(socket, &n, sizeof n)) {
		question->at = cvg_realloc(question->at, n + 1, 1);
		question->n = n;
		if (!receive(socket, question->at, n))
			break;
		question->at[n] = '\0';
		cvg_child_answer(child->work, &asked, socket);
	}
	_exit(0);
}

/* ---- in the parent --------------------------------------------------- */

void cvg_kept_end(struct cvg_kept_child *take_kept)
{
	if (!take_kept)
		return;
	for (int i = 0; i < CVG_CHILD_PIPES; i++)
		close(take_kept->from[i]);
	if (take_kept->parent == getpid())
		cvg_child_reap(take_kept->pid, true);
	free(take_kept);
}

/* A socket in place of the pipe of answers, so that questions go the same
 * way. */
static bool open_socket(int *from, int *to, struct cvg_err *err)
{
	int both[2];

	if (!cvg_child_pipes(from, to, err))
		return false;
	close(from[CVG_CHILD_OUT]);
	close(to[CVG_CHILD_OUT]);
	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, both) != 0) {
		close(from[CVG_CHILD_SAID]);
		close(to[CVG_CHILD_SAID]);
		return cvg_fail(err, "cannot make a socket: %s",
				strerror(errno));
	}
	from[CVG_CHILD_OUT] = both[0];
	to[CVG_CHILD_OUT] = both[1];
	return true;
}

static struct cvg_kept_child *keep_child(const struct cvg_child *child,
					 struct cvg_err *err)
{
	struct cvg_kept_child *kept = cvg_calloc(1, sizeof *kept);
	int to[CVG_CHILD_PIPES] = {-1, -1};

	kept->parent = getpid();
	if (!open_socket(kept->from, to, err)) {
		free(kept);
		return NULL;
	}
	kept->pid = fork();
	if (kept->pid == 0)
		run_kept_child(child, to);
	for (int i = 0; i < CVG_CHILD_PIPES; i++)
		close(to[i]);
	if (kept->pid > 0)
		return kept;
	cvg_fail(err, "cannot start a process: %s", strerror(errno));
	kept->parent = 0;
	cvg_kept_end(kept);
	return NULL;
}

/* False: the child is gone. */
static bool pose(int to, const void *data, size_t n)
{
	const char *p = data;

	while (n > 0) {
		ssize_t done = send(to, p, n, MSG_NOSIGNAL);

		if (done < 0 && errno == EINTR)
			continue;
		if (done < 0)
			return false;
		p += done;
		n -= (size_t)done;
	}
	return true;
}

/* Give the question to the child, which is started if there is none. */
static bool begin_question(struct cvg_kept_child **kept,
			   const struct cvg_child *child,
			   const struct cvg_str *question, struct cvg_err *err)
{
	uint64_t n = question->n;

	for (int tries = 0; tries < 2; tries++) {
		if (*kept && (*kept)->parent != getpid()) {
			cvg_kept_end(*kept);
			*kept = NULL;
		}
		if (!*kept)
			*kept = keep_child(child, err);
		if (!*kept)
			return false;
		if (pose((*kept)->from[CVG_CHILD_OUT], &n, sizeof n) &&
		    pose((*kept)->from[CVG_CHILD_OUT], cvg_str_of(question), n))
			return true;
		cvg_kept_end(*kept); /* it was killed since the last question */
		*kept = NULL;
	}
	return cvg_fail(err, "%s takes no question", child->who);
}

bool cvg_kept_ask(struct cvg_kept_child **kept, const struct cvg_child *child,
		  const struct cvg_str *question, struct cvg_str *out,
		  struct cvg_err *err)
{
	struct cvg_str heard[CVG_CHILD_PIPES] = {0};
	enum cvg_child_ended ending;
	bool ok = false;

	if (!begin_question(kept, child, question, err))
		return false;
	ending = cvg_child_listen((*kept)->from, child, true, heard);
	if (ending == CVG_CHILD_ENDED &&
	    cvg_child_answered(&heard[CVG_CHILD_OUT])) {
		ok = cvg_child_understand(&heard[CVG_CHILD_OUT], out, err);
	} else {
		int status =
			cvg_child_reap((*kept)->pid, ending != CVG_CHILD_ENDED);

		cvg_child_fail(child, status, ending, &heard[CVG_CHILD_SAID],
			       err);
		(*kept)->parent = 0;
		cvg_kept_end(*kept);
		*kept = NULL;
	}
	for (int i = 0; i < CVG_CHILD_PIPES; i++)
		cvg_str_done(&heard[i]);
	return ok;
}
