/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Catching standard output and error. */
#include "ui/strays.h"

#include <fcntl.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

void cvg_write_all(int fd, const char *data, size_t n)
{
	while (n > 0) {
		ssize_t done = write(fd, data, n);

		if (done <= 0)
			return;
		data += done;
		n -= (size_t)done;
	}
}

void cvg_strays_pass_on(const struct cvg_strays *s, int to)
{
	char buf[4096];
	off_t at = 0;
	ssize_t n;

	while ((n = pread(s->file, buf, sizeof buf, at)) > 0) {
		cvg_write_all(to, buf, (size_t)n);
		at += n;
	}
}

void cvg_strays_catch(struct cvg_strays *s)
{
	fflush(stdout);
	fflush(stderr);
	s->file = memfd_create("reconverge", MFD_CLOEXEC);
	if (s->file < 0)
		return;
	fcntl(s->file, F_SETFL, O_APPEND);
	for (int i = 0; i < 2; i++) {
		s->saved[i] = fcntl(STDOUT_FILENO + i, F_DUPFD_CLOEXEC, 3);
		dup2(s->file, STDOUT_FILENO + i);
	}
}

void cvg_strays_take(struct cvg_strays *s, struct cvg_str *out)
{
	char buf[4096];
	off_t at = 0;
	ssize_t n;

	fflush(stdout);
	fflush(stderr);
	while ((n = pread(s->file, buf, sizeof buf, at)) > 0) {
		cvg_str_addn(out, buf, (size_t)n);
		at += n;
	}
	if (at && ftruncate(s->file, 0) != 0)
		cvg_die("cannot empty the file that holds captured output");
}

void cvg_strays_release(struct cvg_strays *s)
{
	fflush(stdout);
	fflush(stderr);
	if (s->file < 0)
		return;
	for (int i = 0; i < 2; i++) {
		if (s->saved[i] < 0)
			continue;
		dup2(s->saved[i], STDOUT_FILENO + i);
		close(s->saved[i]);
	}
	cvg_strays_pass_on(s, STDERR_FILENO);
	close(s->file);
	s->file = -1;
}
