/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Runs a function in a forked child with limits and receives its result. */
#include "child_parts.h"

#include "reconverge/ir.h"
#include "reconverge/shadow.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define MEMORY_LIMIT (UINT64_C(16) << 30) /* bytes of address space */
#define SAID_LIMIT   (64u << 10)	  /* bytes of stderr kept */

#define TICK_MS 50 /* between two questions to the ticker */

/* ---- in the child ---------------------------------------------------- */

static void set_limit(unsigned what, rlim_t most)
{
	struct rlimit lim;

	if (getrlimit(what, &lim) != 0)
		return;
	if (lim.rlim_cur == RLIM_INFINITY || lim.rlim_cur > most)
		lim.rlim_cur = most;
	setrlimit(what, &lim);
}

static void send_all(int fd, const void *data, size_t n)
{
	const char *p = data;

	while (n > 0) {
		ssize_t done = write(fd, p, n);

		if (done < 0 && errno == EINTR)
			continue;
		if (done < 0)
			_exit(1);
		p += done;
		n -= (size_t)done;
	}
}

/* Give the child no keyboard and no screen, default signals, and its limits of
 * time, memory and core size. */
void cvg_child_enter(const struct cvg_child *child, const int *to)
{
	static const int signals[] = {SIGINT,  SIGTERM, SIGQUIT, SIGSEGV,
				      SIGBUS,  SIGABRT, SIGFPE,	 SIGILL,
				      SIGALRM, SIGCHLD, SIGWINCH};
	int null = open("/dev/null", O_RDWR);
	sigset_t none;

	for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
		signal(signals[i], SIG_DFL);
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
	dup2(null, STDIN_FILENO);
	dup2(null, STDOUT_FILENO);
	dup2(to[CVG_CHILD_SAID], STDERR_FILENO);
	set_limit(RLIMIT_CORE, 0);
	if (child->seconds)
		set_limit(RLIMIT_CPU, child->seconds + 1);
	if (!CVG_SHADOW_MEMORY && !child->vast)
		set_limit(RLIMIT_AS, MEMORY_LIMIT);
}

/* Work, and send the answer. */
void cvg_child_answer(cvg_child_work *work, void *context, int to)
{
	struct cvg_str out = {0};
	struct cvg_err err = {0};
	struct head head = {0};

	head.ok = work(context, &out, &err);
	head.line = err.line;
	head.column = err.column;
	head.bytes = head.ok ? out.n : strlen(err.msg);
	send_all(to, &head, sizeof head);
	send_all(to, head.ok ? cvg_str_of(&out) : err.msg, head.bytes);
	cvg_str_done(&out);
}

CVG_NORETURN static void run_child(const struct cvg_child *child, const int *to)
{
	cvg_child_enter(child, to);
	cvg_child_answer(child->work, child->context, to[CVG_CHILD_OUT]);
	_exit(0);
}

/* ---- in the parent --------------------------------------------------- */

static int64_t now_ms(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* Read once, and keep the bytes as long as `into` has fewer than `most`. False
 * at the end of the stream. */
static bool drain(int fd, struct cvg_str *into, size_t most)
{
	static const size_t chunk = 1 << 16;
	char buf[1 << 16];
	ssize_t n = read(fd, buf, chunk);

	if (n < 0)
		return errno == EINTR || errno == EAGAIN;
	if (n > 0 && into->n < most)
		cvg_str_addn(into, buf, (size_t)n);
	return n > 0;
}

/* Is the answer complete? */
bool cvg_child_answered(const struct cvg_str *heard)
{
	struct head head;

	if (heard->n < sizeof head)
		return false;
	memcpy(&head, heard->at, sizeof head);
	return heard->n - sizeof head >= head.bytes;
}

/* Read both pipes until they end (those of a kept child: until its answer is
 * complete), the time is over, or the ticker says stop. */
enum cvg_child_ended cvg_child_listen(const int *from,
				      const struct cvg_child *child, bool kept,
				      struct cvg_str *heard)
{
	int64_t end = now_ms() + (int64_t)child->seconds * 1000;
	const int most = child->ticker ? TICK_MS : 60000;
	struct pollfd fds[CVG_CHILD_PIPES];
	int nopen = CVG_CHILD_PIPES;

	for (int i = 0; i < CVG_CHILD_PIPES; i++)
		fds[i] = (struct pollfd){.fd = from[i], .events = POLLIN};
	while (nopen > 0 &&
	       !(kept && cvg_child_answered(&heard[CVG_CHILD_OUT]))) {
		int64_t left = end - now_ms();
		int n;

		if (left <= 0)
			return CVG_CHILD_LATE;
		if (!cvg_tick(child->ticker, -1))
			return CVG_CHILD_UNWANTED;
		n = poll(fds, CVG_CHILD_PIPES, left > most ? most : (int)left);
		if (n < 0 && errno != EINTR)
			return CVG_CHILD_ENDED;
		for (int i = 0; i < CVG_CHILD_PIPES && n > 0; i++) {
			if (!fds[i].revents)
				continue;
			if (drain(fds[i].fd, &heard[i],
				  i == CVG_CHILD_SAID ? SAID_LIMIT : SIZE_MAX))
				continue;
			fds[i].fd = -1;
			nopen--;
		}
	}
	return CVG_CHILD_ENDED;
}

static bool is_space(char c)
{
	return c == ' ' || c == '\n' || c == '\t' || c == '\r';
}

void cvg_one_line(struct cvg_str *s)
{
	size_t to = 0;

	for (size_t i = 0; i < s->n; i++) {
		if (!is_space(s->at[i])) {
			s->at[to++] = s->at[i];
			continue;
		}
		if (to > 0 && s->at[to - 1] != ' ')
			s->at[to++] = ' ';
	}
	while (to > 0 && s->at[to - 1] == ' ')
		to--;
	s->n = to;
	if (s->at)
		s->at[to] = '\0';
}

/* Write "..." for the addresses by which LLVM names nodes of a graph, so that the
 * same failure has the same words. */
static void drop_addresses(struct cvg_str *s)
{
	size_t to = 0;

	for (size_t i = 0; i < s->n;) {
		bool is_hex = s->at[i] == '0' && s->at[i + 1] == 'x';
		size_t n = strspn(s->at + i + 2 * is_hex, "0123456789abcdef");

		if (is_hex && n >= 8) {
			memcpy(s->at + to, "...", 3);
			to += 3;
			i += 2 + n;
		} else {
			s->at[to++] = s->at[i++];
		}
	}
	s->n = to;
	if (s->at)
		s->at[to] = '\0';
}

/*
 * Find the reason in standard error: the rest of the line after "LLVM ERROR:",
 * else after the first "error:". Empty if there is neither.
 */
static void last_words(const struct cvg_str *said, struct cvg_str *why)
{
	static const char *const marks[] = {"LLVM ERROR: ", "error: "};
	const char *at = NULL;

	for (size_t i = 0; i < 2 && said->n && !at; i++) {
		at = strstr(said->at, marks[i]);
		if (at)
			at += strlen(marks[i]);
	}
	if (!at)
		return;
	cvg_str_addn(why, at, strcspn(at, "\n"));
	cvg_one_line(why);
	drop_addresses(why);
}

void cvg_child_ending(int status, const struct cvg_str *said,
		      const char *object, struct cvg_str *out)
{
	struct cvg_str why = {0};

	last_words(said, &why);
	if (why.n)
		cvg_str_addf(out, "died%s: %s", object, why.at);
	else if (WIFSIGNALED(status))
		cvg_str_addf(out, "was killed%s by signal %d", object,
			     WTERMSIG(status));
	else
		cvg_str_addf(out, "ended%s with status %d", object,
			     WEXITSTATUS(status));
	cvg_str_done(&why);
}

/* Report how the child ended: interrupted, out of time, or dead. */
bool cvg_child_fail(const struct cvg_child *child, int status,
		    enum cvg_child_ended ending, const struct cvg_str *said,
		    struct cvg_err *err)
{
	struct cvg_str why = {0};

	if (ending == CVG_CHILD_UNWANTED)
		return cvg_fail_interrupted(err);
	if (ending == CVG_CHILD_LATE) {
		cvg_fail(err, "%s took more than %u s%s", child->who,
			 child->seconds, child->object);
		return false;
	}
	cvg_child_ending(status, said, child->object, &why);
	cvg_fail(err, "%s %s", child->who, why.at);
	cvg_str_done(&why);
	return false;
}

/* Split the child's cvg_child_answer: append the payload to *out, or fill *err. */
bool cvg_child_understand(const struct cvg_str *heard, struct cvg_str *out,
			  struct cvg_err *err)
{
	const char *text = heard->at + sizeof(struct head);
	size_t n = heard->n - sizeof(struct head);
	struct head head;

	memcpy(&head, heard->at, sizeof head);
	if (!head.ok) {
		cvg_fail(err, "%.*s", (int)n, text);
		if (err) {
			err->line = head.line;
			err->column = head.column;
		}
		return false;
	}
	if (out)
		cvg_str_addn(out, text, n);
	return true;
}

int cvg_child_reap(pid_t pid, bool kill_it)
{
	int status = 0;

	if (kill_it)
		kill(pid, SIGKILL);
	while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
		continue;
	return status;
}

bool cvg_child_pipes(int *from, int *to, struct cvg_err *err)
{
	int p[2];

	for (int i = 0; i < CVG_CHILD_PIPES; i++) {
		if (pipe2(p, O_CLOEXEC) != 0) {
			while (i-- > 0) {
				close(from[i]);
				close(to[i]);
			}
			return cvg_fail(err, "cannot make a pipe: %s",
					strerror(errno));
		}
		from[i] = p[0];
		to[i] = p[1];
	}
	return true;
}

/* Fork, and listen until the child is gone. False if it could not start. */
static bool attend(const struct cvg_child *child, struct cvg_str *heard,
		   int *status, enum cvg_child_ended *ending,
		   struct cvg_err *err)
{
	int from[CVG_CHILD_PIPES] = {-1, -1}, to[CVG_CHILD_PIPES] = {-1, -1};
	pid_t pid;

	if (!cvg_child_pipes(from, to, err))
		return false;
	pid = fork();
	if (pid == 0)
		run_child(child, to);
	for (int i = 0; i < CVG_CHILD_PIPES; i++)
		close(to[i]);
	if (pid > 0) {
		*ending = cvg_child_listen(from, child, false, heard);
		*status = cvg_child_reap(pid, *ending != CVG_CHILD_ENDED);
	} else {
		cvg_fail(err, "cannot start a process: %s", strerror(errno));
	}
	for (int i = 0; i < CVG_CHILD_PIPES; i++)
		close(from[i]);
	return pid > 0;
}

bool cvg_child_run(const struct cvg_child *child, struct cvg_str *out,
		   struct cvg_str *said, struct cvg_err *err)
{
	struct cvg_str heard[CVG_CHILD_PIPES] = {0};
	enum cvg_child_ended ending = CVG_CHILD_ENDED;
	bool ok = false;
	int status = 0;

	if (!attend(child, heard, &status, &ending, err))
		goto done;
	if (ending != CVG_CHILD_ENDED || status != 0 ||
	    heard[CVG_CHILD_OUT].n < sizeof(struct head)) {
		ok = cvg_child_fail(child, status, ending,
				    &heard[CVG_CHILD_SAID], err);
		goto done;
	}
	ok = cvg_child_understand(&heard[CVG_CHILD_OUT], out, err);
	if (said)
		cvg_str_addn(said, cvg_str_of(&heard[CVG_CHILD_SAID]),
			     heard[CVG_CHILD_SAID].n);
done:
	for (int i = 0; i < CVG_CHILD_PIPES; i++)
		cvg_str_done(&heard[i]);
	return ok;
}
