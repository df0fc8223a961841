/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Runs pieces of work in forked workers.
 *
 * A worker leads a process group, so that what it started ends with it, and so
 * that Ctrl-C reaches this process alone. A worker that is to end first gets
 * SIGTERM, which waits until a file that it is writing is complete or gone, and
 * GRACE_MS later SIGKILL.
 */
#include "pool.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define TICK_MS	 100  /* between two looks for a signal */
#define GRACE_MS 5000 /* between SIGTERM and SIGKILL */

enum { OUT, SAID, NPIPES };

struct worker {
	pid_t pid;
	uint32_t piece;
	int from[NPIPES];	      /* -1: at its end */
	struct cvg_str heard[NPIPES]; /* what came so far */
	int64_t end;		      /* when its time is over; INT64_MAX */
	bool late, stopped, termed;
};

struct run {
	const struct pool *pool;
	cvg_vec(struct worker) workers; /* that run now */
	cvg_vec(struct pollfd) fds;
	uint32_t next;	 /* piece */
	int signal;	 /* that came, or 0 */
	bool stopping;	 /* begin nothing more */
	sigset_t before; /* the signals that were blocked */
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

/* ---- in the worker --------------------------------------------------- */

CVG_NORETURN static void run_worker(const struct run *run, const int *to)
{
	const struct rlimit none = {.rlim_cur = 0, .rlim_max = 0};
	int null = open("/dev/null", O_RDONLY);
	int status;

	setpgid(0, 0);
	sigprocmask(SIG_SETMASK, &run->before, NULL);
	dup2(null, STDIN_FILENO);
	dup2(to[OUT], STDOUT_FILENO);
	dup2(to[SAID], STDERR_FILENO);
	setrlimit(RLIMIT_CORE, &none);
	status = run->pool->work(run->pool->context, run->next);
	fflush(NULL);
	_exit(status);
}

/* ---- starting -------------------------------------------------------- */

static bool open_pipes(int *from, int *to)
{
	int p[2];

	for (int i = 0; i < NPIPES; i++) {
		if (pipe2(p, O_CLOEXEC) != 0) {
			while (i-- > 0) {
				close(from[i]);
				close(to[i]);
			}
			return false;
		}
		from[i] = p[0];
		to[i] = p[1];
	}
	return true;
}

static bool start(struct run *run, struct cvg_err *err)
{
	struct worker w = {.piece = run->next, .end = INT64_MAX};
	int to[NPIPES];

	fflush(NULL);
	if (!open_pipes(w.from, to))
		return cvg_fail(err, "cannot make a pipe: %s", strerror(errno));
	w.pid = fork();
	if (w.pid == 0)
		run_worker(run, to);
	for (int i = 0; i < NPIPES; i++)
		close(to[i]);
	if (w.pid < 0) {
		cvg_fail(err, "cannot start a process: %s", strerror(errno));
		for (int i = 0; i < NPIPES; i++)
			close(w.from[i]);
		return false;
	}
	setpgid(w.pid, w.pid); /* before anything is sent to the group */
	if (run->pool->seconds)
		w.end = now_ms() + (int64_t)run->pool->seconds * 1000;
	cvg_push(&run->workers, w);
	run->next++;
	return true;
}

/* Keep `at_once` workers busy. If no more can be started, the next try is when
 * one has ended. */
static bool start_some(struct run *run, struct cvg_err *err)
{
	while (!run->stopping && run->next < run->pool->npieces &&
	       run->workers.n < run->pool->at_once)
		if (!start(run, err))
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

static void finish(struct run *run, size_t i)
{
	struct worker w = run->workers.at[i];
	struct pool_end end = {.piece = w.piece,
			       .late = w.late,
			       .stopped = w.stopped,
			       .text = &w.heard[OUT],
			       .said = &w.heard[SAID]};

	while (waitpid(w.pid, &end.status, 0) < 0 && errno == EINTR)
		continue;
	run->workers.at[i] = run->workers.at[--run->workers.n];
	if (!run->pool->ended(run->pool->context, &end))
		stop_all(run);
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

/* Finish the workers that closed their pipes, and end those whose time is
 * over. */
static void look_after(struct run *run)
{
	int64_t now = now_ms();

	for (size_t i = run->workers.n; i-- > 0;) {
		struct worker *w = &run->workers.at[i];

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

		if (got) {
			run.signal = got;
			stop_all(&run);
		}
		listen_to_all(&run);
		look_after(&run);
	}
	sigprocmask(SIG_SETMASK, &run.before, NULL);
	free(run.workers.at);
	free(run.fds.at);
	*signal = run.signal;
	return ok;
}
