/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Runs reconverge-graphviz. Its input is an unnamed file, so that neither
 * process can block while writing to the other; its output and its standard
 * error come through pipes.
 */
#include "worker.h"

#include "reconverge/libexec.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define NAME	   "reconverge-graphviz"
#define TICK_MS	   20
#define SAID_LIMIT 400 /* bytes of standard error in a message */

extern char **environ;

/* The running worker, and this process's ends of its pipes. */
struct run {
	pid_t pid;
	int out, said;
};

/* ---- finding it ------------------------------------------------------ */

static void find_it(struct cvg_str *path)
{
	const char *named = getenv("RECONVERGE_GRAPHVIZ");

	if (named && *named)
		cvg_str_add(path, named);
	else
		cvg_libexec_add(path, NAME);
}

/* ---- starting it ----------------------------------------------------- */

static int file_of(const struct cvg_str *text)
{
	int fd = memfd_create("graph", MFD_CLOEXEC);
	size_t done = 0;

	while (fd >= 0 && done < text->n) {
		ssize_t n = write(fd, text->at + done, text->n - done);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0) {
			close(fd);
			return -1;
		}
		done += (size_t)n;
	}
	if (fd >= 0)
		lseek(fd, 0, SEEK_SET);
	return fd;
}

static bool spawn(const char *path, const char *format, int in, int out[2],
		  int said[2], struct run *run)
{
	char *arg[] = {cvg_strdup(NAME), cvg_strdup(format), NULL};
	posix_spawn_file_actions_t to;
	posix_spawnattr_t attr;
	sigset_t fresh;
	int error;

	posix_spawn_file_actions_init(&to);
	posix_spawn_file_actions_adddup2(&to, in, STDIN_FILENO);
	posix_spawn_file_actions_adddup2(&to, out[1], STDOUT_FILENO);
	posix_spawn_file_actions_adddup2(&to, said[1], STDERR_FILENO);
	posix_spawnattr_init(&attr);
	sigemptyset(&fresh);
	posix_spawnattr_setsigmask(&attr, &fresh);
	sigaddset(&fresh, SIGPIPE);
	posix_spawnattr_setsigdefault(&attr, &fresh);
	posix_spawnattr_setflags(&attr, POSIX_SPAWN_SETSIGMASK |
						POSIX_SPAWN_SETSIGDEF);
	error = posix_spawn(&run->pid, path, &to, &attr, arg, environ);
	posix_spawnattr_destroy(&attr);
	posix_spawn_file_actions_destroy(&to);
	free(arg[0]);
	free(arg[1]);
	errno = error;
	return !error;
}

static bool start(const char *path, const char *format,
		  const struct cvg_str *dot, struct run *run)
{
	int out[2] = {-1, -1}, said[2] = {-1, -1}, in = file_of(dot);
	bool ok = in >= 0 && pipe2(out, O_CLOEXEC) == 0 &&
		  pipe2(said, O_CLOEXEC) == 0 &&
		  spawn(path, format, in, out, said, run);
	int error = errno;

	close(in);
	close(out[1]);
	close(said[1]);
	run->out = out[0];
	run->said = said[0];
	errno = error;
	return ok;
}

/* ---- listening ------------------------------------------------------- */

static int64_t now_ms(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* Read once; false at the end of the stream. */
static bool drain(int fd, struct cvg_str *into)
{
	char buf[1 << 16];
	ssize_t n = read(fd, buf, sizeof(buf));

	if (n > 0)
		cvg_str_addn(into, buf, (size_t)n);
	return n > 0 || (n < 0 && errno == EINTR);
}

enum ending { ENDED, LATE, UNWANTED };

/* Read both pipes until they end, the time is over, or the ticker says stop. */
static enum ending listen_to(const struct run *run, unsigned seconds,
			     const struct cvg_ticker *ticker,
			     struct cvg_str *out, struct cvg_str *said)
{
	struct pollfd fds[] = {{.fd = run->out, .events = POLLIN},
			       {.fd = run->said, .events = POLLIN}};
	struct cvg_str *into[] = {out, said};
	int64_t end = now_ms() + (int64_t)seconds * 1000;

	while (fds[0].fd >= 0 || fds[1].fd >= 0) {
		int64_t left = end - now_ms();

		if (left <= 0)
			return LATE;
		if (!cvg_tick(ticker, -1))
			return UNWANTED;
		if (poll(fds, 2, left < TICK_MS ? (int)left : TICK_MS) < 0 &&
		    errno != EINTR)
			return ENDED;
		for (int i = 0; i < 2; i++) {
			if (fds[i].fd >= 0 && fds[i].revents &&
			    !drain(fds[i].fd, into[i]))
				fds[i].fd = -1;
		}
	}
	return ENDED;
}

/* ---- running the worker ---------------------------------------------- */

static bool fail_start(const char *path, struct cvg_err *err)
{
	if (errno == ENOENT)
		return cvg_fail(err,
				"pictures are drawn by " NAME ", which is not "
				"at %.300s; it is built where Graphviz's "
				"libgvc is",
				path);
	return cvg_fail(err, "%.300s: %s", path, strerror(errno));
}

/* True if the worker succeeded; else `err` has the reason: the first line of
 * its standard error, if there is one. */
static bool judge(int status, enum ending ending, unsigned seconds,
		  struct cvg_str *said, struct cvg_err *err)
{
	char *end = said->at ? strchr(said->at, '\n') : NULL;

	if (ending == UNWANTED)
		return cvg_fail_interrupted(err);
	if (ending == LATE)
		return cvg_fail(err,
				"drawing took more than %u s and was ended: "
				"fold it ('fold=40' draws at most 40 boxes), "
				"or 'set time-limit='",
				seconds);
	if (WIFSIGNALED(status))
		return cvg_fail(err, NAME " died: %s",
				strsignal(WTERMSIG(status)));
	if (WEXITSTATUS(status) == 0)
		return true;
	if (end)
		*end = '\0';
	return cvg_fail(err, NAME ": %.*s", SAID_LIMIT,
			said->n ? said->at : "cannot draw this");
}

bool cvg_graphviz(const char *format, const struct cvg_str *dot,
		  unsigned seconds, const struct cvg_ticker *ticker,
		  struct cvg_str *out, struct cvg_err *err)
{
	struct cvg_str path = {0}, said = {0};
	struct run run = {.pid = -1};
	enum ending ending;
	bool ok;
	int status = 0;

	find_it(&path);
	if (!start(path.at, format, dot, &run)) {
		ok = fail_start(path.at, err);
		goto done;
	}
	ending = listen_to(&run, seconds, ticker, out, &said);
	if (ending != ENDED)
		kill(run.pid, SIGKILL);
	while (waitpid(run.pid, &status, 0) < 0 && errno == EINTR)
		;
	ok = judge(status, ending, seconds, &said, err);
done:
	close(run.out);
	close(run.said);
	cvg_str_done(&path);
	cvg_str_done(&said);
	return ok;
}
