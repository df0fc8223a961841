/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Runs pieces of work in forked workers.
 *
 * A worker leads a process group, so that what it started ends with it, and so
 * that Ctrl-C reaches this process alone. A worker that is to end first gets
 * SIGTERM, which waits until a file that it is writing is complete or gone, and
 * GRACE_MS later SIGKILL.
 *
 * A worker may take several pieces, one after the other: most of the time of a small
 * piece is that of the fork and of touching memory for the first time. It says through
 * a pipe that it has done a piece, behind all that it printed. If it dies, its piece
 * is run once more, in a worker that takes no other, and only what comes of that
 * counts: what a piece leaves in its process harms no other.
 */
#include "pool.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define TICK_MS	 100  /* between two looks for a signal */
#define GRACE_MS 5000 /* between SIGTERM and SIGKILL */

enum { OUT, SAID, DONE, NPIPES };

struct worker {
	pid_t pid;
	uint32_t piece;
	uint32_t taken;	  /* pieces, this one too */
	bool alone;	  /* it takes no other */
	bool idle;	  /* its piece is finished */
	int to;		  /* for the numbers of pieces; -1: it gets no more */
	int from[NPIPES]; /* -1: at its end */
	struct cvg_str heard[NPIPES]; /* what came of its piece so far */
	int64_t end;		      /* when its time is over; INT64_MAX */
	bool late, stopped, termed;
};

struct run {
	const struct pool *pool;
	cvg_vec(struct worker) workers; /* that run now */
	cvg_vec(struct pollfd) fds;
	uint32_t next;	       /* piece */
	struct cvg_u32s again; /* pieces of workers that died */
	int signal;	       /* that came, or 0 */
	bool stopping;	       /* begin nothing more */
	sigset_t before;       /* the signals that were blocked */
};

static const int stops[] = {SIGINT, SIGTERM, SIGHUP};

#define NSTOPS (sizeof stops / sizeof *stops)

static int64_t now_ms(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* ---- signals --------------------------------------------------------- */

/* Block the signals that end a run, except those that are ignored (nohup). */
static void block_stops(sigset_t *before)
{
	struct sigaction now;
	sigset_t set;

	sigemptyset(&set);
	for (size_t i = 0; i < NSTOPS; i++)
		if (sigaction(stops[i], NULL, &now) == 0 &&
		    now.sa_handler != SIG_IGN)
			sigaddset(&set, stops[i]);
	sigprocmask(SIG_BLOCK, &set, before);
}

/* In a worker. It looks for SIGINT itself if it is to end by itself. */
static void unblock_stops(const struct run *run)
{
	sigset_t set = run->before;

	if (run->pool->asked_to_end)
		sigaddset(&set, SIGINT);
	sigprocmask(SIG_SETMASK, &set, NULL);
}

/* The signal that came, or 0. */
static int take_stop(void)
{
	const struct timespec at_once = {.tv_sec = 0};
	sigset_t set;
	int got;

	sigemptyset(&set);
	for (size_t i = 0; i < NSTOPS; i++)
		sigaddset(&set, stops[i]);
	got = sigtimedwait(&set, NULL, &at_once);
	return got > 0 ? got : 0;
}

/* ---- pipes ----------------------------------------------------------- */

static void close_pipes(const int *pipes)
{
	for (int i = 0; i < NPIPES; i++)
		if (pipes[i] >= 0)
			close(pipes[i]);
}

/* Close the ends of the worker's pipes that are not its own. A process that keeps
 * one for writing keeps the worker waiting. */
static void close_ends(const struct worker *w)
{
	close_pipes(w->from);
	if (w->to >= 0)
		close(w->to);
}

/* ---- in the worker --------------------------------------------------- */

static bool write_all(int to, const void *data, size_t n)
{
	ssize_t done;

	do
		done = write(to, data, n); /* less than a pipe takes at once */
	while (done < 0 && errno == EINTR);
	return done == (ssize_t)n;
}

/* The next piece; false: there is no more. */
static bool receive(int from, uint32_t *piece)
{
	ssize_t n;

	do
		n = read(from, piece, sizeof *piece);
	while (n < 0 && errno == EINTR);
	return n == sizeof *piece;
}

CVG_NORETURN static void run_worker(const struct run *run, struct worker *w,
				    const int *to, int pieces)
{
	const struct rlimit none = {.rlim_cur = 0, .rlim_max = 0};
	int null = open("/dev/null", O_RDONLY);
	int status;

	setpgid(0, 0);
	unblock_stops(run);
	dup2(null, STDIN_FILENO);
	dup2(to[OUT], STDOUT_FILENO);
	dup2(to[SAID], STDERR_FILENO);
	setrlimit(RLIMIT_CORE, &none);
	close_ends(w);
	for (size_t i = 0; i < run->workers.n; i++)
		close_ends(&run->workers.at[i]);
	do {
		status =
			run->pool->work(run->pool->context, w->piece, w->alone);
		fflush(NULL);
	} while (!w->alone && write_all(to[DONE], &status, sizeof status) &&
		 receive(pieces, &w->piece));
	if (run->pool->left)
		run->pool->left(run->pool->context);
	_exit(status);
}

/* ---- starting -------------------------------------------------------- */

/* Pipes from the worker, and one to it. */
static bool open_pipes(struct worker *w, int *to, int *pieces)
{
	int p[2];

	for (int i = 0; i < NPIPES; i++)
		w->from[i] = to[i] = -1;
	for (int i = 0; i < NPIPES; i++) {
		if (pipe2(p, O_CLOEXEC) != 0)
			return false;
		w->from[i] = p[0];
		to[i] = p[1];
	}
	if (pipe2(p, O_CLOEXEC) != 0)
		return false;
	*pieces = p[0];
	w->to = p[1];
	return true;
}

static int64_t end_of(const struct run *run)
{
	return run->pool->seconds
		       ? now_ms() + (int64_t)run->pool->seconds * 1000
		       : INT64_MAX;
}

static bool start(struct run *run, uint32_t piece, bool alone,
		  struct cvg_err *err)
{
	struct worker w = {
		.piece = piece, .taken = 1, .alone = alone, .to = -1};
	int to[NPIPES], pieces = -1;
	bool ok;

	fflush(NULL);
	ok = open_pipes(&w, to, &pieces) ||
	     cvg_fail(err, "cannot make a pipe: %s", strerror(errno));
	w.pid = ok ? fork() : -1;
	if (w.pid == 0)
		run_worker(run, &w, to, pieces);
	if (ok && w.pid < 0)
		ok = cvg_fail(err, "cannot start a process: %s",
			      strerror(errno));
	close_pipes(to);
	if (pieces >= 0)
		close(pieces);
	if (!ok) {
		close_ends(&w);
		return false;
	}
	setpgid(w.pid, w.pid); /* before anything is sent to the group */
	w.end = end_of(run);
	cvg_push(&run->workers, w);
	return true;
}

/* Give the worker another piece. False: it is gone. */
static bool give(struct run *run, struct worker *w, uint32_t piece)
{
	if (!write_all(w->to, &piece, sizeof piece))
		return false;
	w->piece = piece;
	w->taken++;
	w->idle = false;
	w->end = end_of(run);
	return true;
}

/* Has the worker done all that it may? */
static bool is_spent(const struct run *run, const struct worker *w)
{
	return w->alone || w->termed || w->taken >= run->pool->most;
}

/* Let the workers that are idle take pieces, or go: they end when they see that
 * no more comes. */
static void occupy(struct run *run)
{
	for (size_t i = 0; i < run->workers.n; i++) {
		struct worker *w = &run->workers.at[i];

		if (!w->idle || w->to < 0)
			continue;
		if (!is_spent(run, w) && !run->stopping &&
		    run->next < run->pool->npieces && give(run, w, run->next)) {
			run->next++;
			continue;
		}
		close(w->to);
		w->to = -1;
	}
}

static bool start_next(struct run *run, struct cvg_err *err)
{
	bool again = run->again.n > 0;
	uint32_t piece = again ? run->again.at[run->again.n - 1] : run->next;

	if (!start(run, piece, again || run->pool->most < 2, err))
		return false;
	if (again)
		run->again.n--;
	else
		run->next++;
	return true;
}

/* Keep `at_once` workers busy. If no more can be started, the next try is when
 * one has ended. */
static bool start_some(struct run *run, struct cvg_err *err)
{
	occupy(run);
	while (!run->stopping &&
	       (run->again.n || run->next < run->pool->npieces) &&
	       run->workers.n < run->pool->at_once)
		if (!start_next(run, err))
			return run->workers.n > 0;
	return true;
}

/* ---- ending ---------------------------------------------------------- */

/* Send SIGTERM, and if that was done before, SIGKILL. */
static void end_worker(struct worker *w)
{
	kill(-w->pid, w->termed ? SIGKILL : SIGTERM);
	w->termed = true;
	w->end = now_ms() + GRACE_MS;
}

static void stop_all(struct run *run)
{
	run->stopping = true;
	for (size_t i = 0; i < run->workers.n; i++) {
		if (run->workers.at[i].termed)
			continue;
		run->workers.at[i].stopped = true;
		end_worker(&run->workers.at[i]);
	}
}

/* Ask the workers to end. What they started is their affair. */
static void ask_all(struct run *run)
{
	*run->pool->asked_to_end = true;
	run->stopping = true;
	for (size_t i = 0; i < run->workers.n; i++)
		kill(run->workers.at[i].pid, SIGINT);
}

static void tell_end(struct run *run, struct worker *w, int status)
{
	struct pool_end end = {.piece = w->piece,
			       .status = status,
			       .late = w->late,
			       .stopped = w->stopped,
			       .text = &w->heard[OUT],
			       .said = &w->heard[SAID]};

	w->idle = true;
	w->end = INT64_MAX;
	if (!run->pool->ended(run->pool->context, &end))
		stop_all(run);
	for (int k = 0; k < NPIPES; k++)
		cvg_str_clear(&w->heard[k]);
}

/* The worker is gone. */
static void finish(struct run *run, size_t i)
{
	struct worker w = run->workers.at[i];
	int status = 0;

	while (waitpid(w.pid, &status, 0) < 0 && errno == EINTR)
		continue;
	run->workers.at[i] = run->workers.at[--run->workers.n];
	close_ends(&w);
	if (!w.idle && !w.alone && !w.late && !w.stopped)
		cvg_push(&run->again, w.piece);
	else if (!w.idle)
		tell_end(run, &w, status);
	for (int k = 0; k < NPIPES; k++)
		cvg_str_done(&w.heard[k]);
}

/* ---- listening ------------------------------------------------------- */

/* Read once from a pipe that is ready, and close it at its end. */
static void drain(struct worker *w, int pipe)
{
	char buf[1 << 16];
	ssize_t n = read(w->from[pipe], buf, sizeof buf);

	if (n > 0)
		cvg_str_addn(&w->heard[pipe], buf, (size_t)n);
	if (n > 0 || (n < 0 && (errno == EINTR || errno == EAGAIN)))
		return;
	close(w->from[pipe]);
	w->from[pipe] = -1;
}

/* Read all that is in the pipe. */
static void drain_all(struct worker *w, int pipe)
{
	struct pollfd fd = {.fd = w->from[pipe], .events = POLLIN};

	while (w->from[pipe] >= 0 && poll(&fd, 1, 0) > 0)
		drain(w, pipe);
}

static void listen_to_all(struct run *run)
{
	run->fds.n = 0;
	for (size_t i = 0; i < run->workers.n; i++)
		for (int k = 0; k < NPIPES; k++)
			cvg_push(&run->fds,
				 ((struct pollfd){
					 .fd = run->workers.at[i].from[k],
					 .events = POLLIN}));
	if (poll(run->fds.at, (nfds_t)run->fds.n, TICK_MS) <= 0)
		return;
	for (size_t i = 0; i < run->fds.n; i++)
		if (run->fds.at[i].revents)
			drain(&run->workers.at[i / NPIPES], (int)(i % NPIPES));
}

/* The worker has said that it did its piece, and so has printed all of it. */
static void take_piece(struct run *run, struct worker *w)
{
	int status;

	memcpy(&status, w->heard[DONE].at, sizeof status);
	for (int k = OUT; k <= SAID; k++)
		drain_all(w, k);
	tell_end(run, w, W_EXITCODE(status, 0));
}

/* Finish the workers that closed their pipes, and end those whose time is
 * over. */
static void look_after(struct run *run)
{
	int64_t now = now_ms();

	for (size_t i = run->workers.n; i-- > 0;) {
		struct worker *w = &run->workers.at[i];

		if (!w->idle && w->heard[DONE].n >= sizeof(int))
			take_piece(run, w);
		if (w->from[OUT] < 0 && w->from[SAID] < 0) {
			finish(run, i);
		} else if (now >= w->end) {
			w->late |= !w->termed;
			end_worker(w);
		}
	}
}

bool cvg_pool_run(const struct pool *pool, int *signal, struct cvg_err *err)
{
	struct run run = {.pool = pool};
	bool ok;

	block_stops(&run.before);
	while ((ok = start_some(&run, err)) && run.workers.n) {
		int got = take_stop();

		if (got == SIGINT && pool->asked_to_end &&
		    !*pool->asked_to_end) {
			ask_all(&run);
		} else if (got) {
			run.signal = got;
			stop_all(&run);
		}
		listen_to_all(&run);
		look_after(&run);
	}
	sigprocmask(SIG_SETMASK, &run.before, NULL);
	free(run.workers.at);
	free(run.again.at);
	free(run.fds.at);
	*signal = run.signal;
	return ok;
}
