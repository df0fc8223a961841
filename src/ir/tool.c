/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Runs another program, whose files are in memory. */
#include "tool.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

/* ---- words -------------------------------------------------------------- */

void cvg_argv_add(struct cvg_argv *words, const char *word)
{
	char *copy = cvg_strdup(word);

	cvg_push(words, copy);
}

void cvg_argv_addf(struct cvg_argv *words, const char *fmt, ...)
{
	struct cvg_str s = {0};
	va_list ap;

	va_start(ap, fmt);
	cvg_str_vaddf(&s, fmt, ap);
	va_end(ap);
	cvg_push(words, cvg_str_take(&s));
}

char *const *cvg_argv_list(struct cvg_argv *words)
{
	cvg_push(words, NULL);
	words->n--;
	return words->at;
}

void cvg_argv_done(struct cvg_argv *words)
{
	for (size_t i = 0; i < words->n; i++)
		free(words->at[i]);
	free(words->at);
	*words = (struct cvg_argv){0};
}

/* ---- running ------------------------------------------------------------ */

enum { NFILES = 3 }; /* standard input, output and error */

static void read_all(int fd, struct cvg_str *out)
{
	static const size_t chunk = 1 << 16;
	char buf[1 << 16];
	ssize_t n;

	lseek(fd, 0, SEEK_SET);
	while ((n = read(fd, buf, chunk)) > 0)
		cvg_str_addn(out, buf, (size_t)n);
}

CVG_NORETURN static void become(const struct cvg_tool *tool, const int *fd)
{
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	for (int i = 0; i < NFILES; i++)
		dup2(fd[i], i);
	if (tool->tunables)
		setenv("GLIBC_TUNABLES", tool->tunables, false);
	if (!tool->folder || chdir(tool->folder) == 0) {
		execvp(tool->args[0], tool->args);
		if (tool->usual)
			execv(tool->usual, tool->args);
	}
	_exit(CVG_TOOL_MISSING);
}

static int reap(pid_t pid)
{
	int status = 0;

	while (waitpid(pid, &status, 0) < 0)
		if (errno != EINTR)
			return -1;
	return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

int cvg_tool_run(const struct cvg_tool *tool, struct cvg_str *out,
		 struct cvg_str *said)
{
	int fd[NFILES], status = -1;
	bool ready = true;
	pid_t pid = -1;

	for (int i = 0; i < NFILES; i++) {
		fd[i] = memfd_create("tool", MFD_CLOEXEC);
		ready = ready && fd[i] >= 0;
	}
	if (ready && tool->in)
		ready = write(fd[0], cvg_str_of(tool->in), tool->in->n) ==
				(ssize_t)tool->in->n &&
			lseek(fd[0], 0, SEEK_SET) == 0;
	if (ready)
		pid = fork();
	if (pid == 0)
		become(tool, fd);
	if (pid > 0) {
		status = reap(pid);
		read_all(fd[1], out);
		read_all(fd[2], said);
	}
	for (int i = 0; i < NFILES; i++)
		if (fd[i] >= 0)
			close(fd[i]);
	return status;
}

bool cvg_tool_fail(const char *name, int status, const struct cvg_str *said,
		   struct cvg_err *err)
{
	const char *why = cvg_str_of(said);

	if (status == CVG_TOOL_MISSING)
		return cvg_fail(err, "%s is not installed", name);
	if (status < 0 && !said->n)
		return cvg_fail(err, "%s cannot be started", name);
	if (strchr(why, ':'))
		why = strchr(why, ':') + 1;
	why += strspn(why, " ");
	return cvg_fail(err, "%s refuses it: %.*s", name,
			(int)strcspn(why, "\n"), why);
}
