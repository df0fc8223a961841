/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Runs ptxas: found in PATH, else where NVIDIA's toolkit is installed. Its files
 * live in memory.
 */
#include "ptxas.h"

#include "child.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PTX, CUBIN, SAID, NFILES };

#define NOT_FOUND 127

static void read_all(int fd, struct cvg_str *out)
{
	static const size_t chunk = 1 << 16;
	char buf[1 << 16];
	ssize_t n;

	lseek(fd, 0, SEEK_SET);
	while ((n = read(fd, buf, chunk)) > 0)
		cvg_str_addn(out, buf, (size_t)n);
}

/* Code without a kernel is not left out only if it may be linked. The code of a
 * kernel would be another then. */
CVG_NORETURN static void become(const char *cpu, bool has_kernel, const int *fd)
{
	static const char usual[] = "/usr/local/cuda/bin/ptxas";
	char program[] = "ptxas", lines[] = "-lineinfo", talk[] = "-v";
	char linkable[] = "-c";
	char arch[64], in[32], to[] = "-o", out[32];
	char *const args[] = {
		program, arch, lines, talk,
		in,	 to,   out,   has_kernel ? NULL : linkable,
		NULL};

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	snprintf(arch, sizeof arch, "-arch=%s", cpu);
	snprintf(in, sizeof in, "/dev/fd/%d", fd[PTX]);
	snprintf(out, sizeof out, "/dev/fd/%d", fd[CUBIN]);
	dup2(fd[SAID], STDOUT_FILENO);
	dup2(fd[SAID], STDERR_FILENO);
	execvp(args[0], args);
	execv(usual, args);
	_exit(NOT_FOUND);
}

/* Fail with the first line that ptxas said, "ptxas fatal   : WHY". */
static bool fail_said(int status, const struct cvg_str *said,
		      struct cvg_err *err)
{
	const char *why = cvg_str_of(said);

	if (WIFEXITED(status) && WEXITSTATUS(status) == NOT_FOUND)
		return cvg_fail(err, "ptxas is not installed");
	if (strchr(why, ':'))
		why = strchr(why, ':') + 1;
	why += strspn(why, " ");
	return cvg_fail(err, "ptxas refuses it: %.*s", (int)strcspn(why, "\n"),
			why);
}

bool cvg_ptxas(const char *cpu, const struct cvg_str *ptx,
	       struct cvg_str *cubin, struct cvg_str *said, struct cvg_err *err)
{
	int fd[NFILES], status = 0;
	pid_t pid = -1;
	bool ok;

	for (int i = 0; i < NFILES; i++)
		fd[i] = memfd_create("ptxas", 0);
	if (fd[SAID] >= 0 && write(fd[PTX], ptx->at, ptx->n) == (ssize_t)ptx->n)
		pid = fork();
	if (pid == 0)
		become(cpu, strstr(ptx->at, ".entry") != NULL, fd);
	if (pid > 0)
		waitpid(pid, &status, 0);
	if (fd[SAID] >= 0)
		read_all(fd[SAID], said);
	ok = pid > 0 ? status == 0 || fail_said(status, said, err)
		     : cvg_fail(err, "ptxas cannot be started");
	if (ok)
		read_all(fd[CUBIN], cubin);
	for (int i = 0; i < NFILES; i++)
		if (fd[i] >= 0)
			close(fd[i]);
	return ok;
}
