/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The other end of src/z3/main.c, which says what the lines are. */
#include "solver.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define GRACE_MS 2000 /* a question takes at most so much more than it may */
#define WALL	 20   /* and by the clock so many times as long */
#define STEP_MS	 100  /* so often the user is asked */
#define MOST_FAILURES 8

extern char **environ;

static int spawn(pid_t *pid, const char *path, uint32_t megabytes, int end)
{
	char limit[16];
	char name[] = "reconverge-z3";
	char *arg[] = {name, limit, NULL};
	posix_spawn_file_actions_t to;
	posix_spawnattr_t attr;
	sigset_t fresh;
	int error;

	snprintf(limit, sizeof limit, "%u", megabytes);
	posix_spawn_file_actions_init(&to);
	posix_spawn_file_actions_adddup2(&to, end, STDIN_FILENO);
	posix_spawn_file_actions_adddup2(&to, end, STDOUT_FILENO);
	posix_spawn_file_actions_addopen(&to, STDERR_FILENO, "/dev/null",
					 O_WRONLY, 0);
	posix_spawnattr_init(&attr);
	sigemptyset(&fresh);
	posix_spawnattr_setsigmask(&attr, &fresh);
	/* In a group of its own, Ctrl-C does not end it. */
	posix_spawnattr_setpgroup(&attr, 0);
	posix_spawnattr_setflags(&attr, POSIX_SPAWN_SETSIGMASK |
						POSIX_SPAWN_SETPGROUP);
	error = posix_spawn(pid, path, &to, &attr, arg, environ);
	posix_spawnattr_destroy(&attr);
	posix_spawn_file_actions_destroy(&to);
	return error;
}

/* Returns an error number. */
static int begin(struct cvg_solver *solver)
{
	int ends[2], error;

	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
		return errno;
	error = spawn(&solver->pid, solver->path, solver->megabytes, ends[1]);
	close(ends[1]);
	if (!error) {
		solver->from = fdopen(ends[0], "r");
		return 0;
	}
	close(ends[0]);
	solver->pid = 0;
	return error;
}

static int64_t ms_of(int64_t seconds, int64_t nanoseconds)
{
	return seconds * 1000 + nanoseconds / 1000000;
}

/* Processor time of the one that runs. */
static int64_t running_ms(const struct cvg_solver *solver)
{
	struct timespec t = {.tv_sec = 0};
	clockid_t clock;

	if (!solver->pid || clock_getcpuclockid(solver->pid, &clock) != 0 ||
	    clock_gettime(clock, &t) != 0)
		return 0;
	return ms_of(t.tv_sec, t.tv_nsec);
}

int64_t cvg_solver_spent_ms(const struct cvg_solver *solver)
{
	return solver->spent_ms + running_ms(solver);
}

static void end(struct cvg_solver *solver)
{
	solver->spent_ms += running_ms(solver);
	kill(solver->pid, SIGKILL);
	while (waitpid(solver->pid, NULL, 0) < 0 && errno == EINTR)
		;
	fclose(solver->from);
	solver->pid = 0;
}

bool cvg_solver_start(struct cvg_solver *solver, const char *path,
		      uint32_t megabytes, const struct cvg_ticker *ticker,
		      struct cvg_err *err)
{
	int error;

	*solver = (struct cvg_solver){
		.path = path, .megabytes = megabytes, .ticker = ticker};
	error = begin(solver);
	if (!error)
		return true;
	if (error == ENOENT)
		return cvg_fail(err,
				"proofs need reconverge-z3, which is not at "
				"%.300s; it is built where Z3's C library "
				"(libz3-dev) is",
				path);
	return cvg_fail(err, "%.300s: %s", path, strerror(error));
}

void cvg_solver_stop(struct cvg_solver *solver)
{
	if (solver->pid)
		end(solver);
	cvg_str_done(&solver->to);
	free(solver->sent);
	*solver = (struct cvg_solver){.pid = 0};
}

/* It ended, or does not answer in time. A new one knows no formula. */
static void renew(struct cvg_solver *solver, bool late)
{
	solver->failures += !late;
	end(solver);
	cvg_str_clear(&solver->to);
	if (solver->nsent)
		memset(solver->sent, 0, solver->nsent * sizeof *solver->sent);
	solver->lost = solver->failures == MOST_FAILURES || begin(solver) != 0;
}

/* ---- lines ----------------------------------------------------------- */

/* Write formulas, operands before what they are operands of, with a stack of our
 * own: chains of stores are long. */
static void define(struct cvg_solver *solver, const struct cvg_syms *syms,
		   uint32_t s)
{
	struct cvg_u32s stack = {0};

	cvg_push(&stack, s);
	while (stack.n) {
		uint32_t at = stack.at[stack.n - 1];
		const struct cvg_sym *f = cvg_sym_at(syms, at);
		const uint32_t arg[3] = {f->a, f->b, f->c};
		size_t n = stack.n;

		for (int i = 0; i < 3 && !solver->sent[at]; i++) {
			if (arg[i] != CVG_NONE && !solver->sent[arg[i]])
				cvg_push(&stack, arg[i]);
		}
		if (stack.n > n)
			continue;
		stack.n--;
		if (solver->sent[at])
			continue;
		solver->sent[at] = true;
		cvg_str_addf(&solver->to,
			     "d %u %u %u %u %u %u %" PRIu64 " %" PRIu64 "\n",
			     at, f->op, f->width, f->a, f->b, f->c, f->imm,
			     f->hi);
	}
	free(stack.at);
}

/* Its next word. */
static bool hear(struct cvg_solver *solver, char word[32])
{
	return fscanf(solver->from, "%31s", word) == 1;
}

/* Wait for an answer, as long as the user wants. The solver itself stops when its
 * processor time is over. */
static bool is_answered(const struct cvg_solver *solver, uint32_t ms)
{
	struct pollfd fd = {.fd = fileno(solver->from), .events = POLLIN};
	int64_t last = running_ms(solver) + ms + GRACE_MS;
	int n = 0;

	for (uint32_t waited = 0; n <= 0 && waited < WALL * (ms + GRACE_MS) &&
				  running_ms(solver) < last;
	     waited += STEP_MS) {
		n = poll(&fd, 1, STEP_MS);
		if (n <= 0 && !cvg_tick(solver->ticker, -1))
			return false;
	}
	return n > 0;
}

static enum cvg_said listen_to(struct cvg_solver *solver, uint32_t ms)
{
	char line[32];

	bool answered = is_answered(solver, ms);

	if (!answered || !hear(solver, line)) {
		renew(solver, !answered);
		return CVG_SAID_UNKNOWN;
	}
	return line[0] == 'y'	? CVG_SAID_YES
	       : line[0] == 'n' ? CVG_SAID_NO
				: CVG_SAID_UNKNOWN;
}

/* Without a signal, should the program be gone. */
static bool tell(struct cvg_solver *solver)
{
	size_t done = 0;
	ssize_t n = 0;

	while (done < solver->to.n && n >= 0) {
		n = send(fileno(solver->from), solver->to.at + done,
			 solver->to.n - done, MSG_NOSIGNAL);
		if (n > 0)
			done += (size_t)n;
		else if (errno == EINTR)
			n = 0;
	}
	cvg_str_clear(&solver->to);
	return n >= 0;
}

/* Write the question: all but its last words. */
static void ask(struct cvg_solver *solver, const struct cvg_syms *syms,
		const struct cvg_u32s *facts, uint32_t goal, uint32_t ms,
		char what)
{
	uint32_t n = (uint32_t)syms->all.n;

	if (solver->nsent < n) {
		solver->sent = cvg_realloc(solver->sent, n + n / 2,
					   sizeof *solver->sent);
		memset(solver->sent + solver->nsent, 0,
		       n + n / 2 - solver->nsent);
		solver->nsent = n + n / 2;
	}
	for (size_t i = 0; i < facts->n; i++)
		define(solver, syms, facts->at[i]);
	define(solver, syms, goal);
	cvg_str_addf(&solver->to, "%c %u %zu", what, ms, facts->n);
	for (size_t i = 0; i < facts->n; i++)
		cvg_str_addf(&solver->to, " %u", facts->at[i]);
	cvg_str_addf(&solver->to, " %u", goal);
	solver->questions++;
}

static enum cvg_said answer(struct cvg_solver *solver, uint32_t ms)
{
	cvg_str_addc(&solver->to, '\n');
	if (tell(solver))
		return listen_to(solver, ms);
	renew(solver, false);
	return CVG_SAID_UNKNOWN;
}

enum cvg_said cvg_solver_implied(struct cvg_solver *solver,
				 const struct cvg_syms *syms,
				 const struct cvg_u32s *facts, uint32_t goal,
				 uint32_t ms)
{
	if (solver->lost)
		return CVG_SAID_UNKNOWN;
	ask(solver, syms, facts, goal, ms, 'q');
	return answer(solver, ms);
}

bool cvg_solver_model(struct cvg_solver *solver, const struct cvg_syms *syms,
		      const struct cvg_u32s *facts, uint32_t goal, uint32_t ms,
		      const struct cvg_u32s *wants, uint64_t *value)
{
	struct cvg_str wanted = {0};
	char word[32];

	if (solver->lost)
		return false;
	ask(solver, syms, facts, goal, ms, 'm');
	/* Definitions come before the question. */
	wanted = solver->to;
	solver->to = (struct cvg_str){0};
	for (size_t i = 0; i < wants->n; i++)
		define(solver, syms, wants->at[i]);
	cvg_str_add(&solver->to, cvg_str_of(&wanted));
	cvg_str_done(&wanted);
	cvg_str_addf(&solver->to, " %zu", wants->n);
	for (size_t i = 0; i < wants->n; i++)
		cvg_str_addf(&solver->to, " %u", wants->at[i]);
	if (answer(solver, ms) != CVG_SAID_NO)
		return false;
	for (size_t i = 0; i < wants->n; i++) {
		if (!hear(solver, word)) {
			renew(solver, false);
			return false;
		}
		value[i] = strtoull(word, NULL, 10);
	}
	return true;
}
