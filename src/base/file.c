/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Reading and writing whole files; a file is written whole or not at all. */
#include "reconverge/base.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Call write(2) until all n bytes are written. False: errno says why not. */
static bool write_all(int fd, const char *data, size_t n)
{
	while (n > 0) {
		ssize_t done = write(fd, data, n);

		if (done < 0 && errno == EINTR)
			continue;
		if (done < 0)
			return false;
		data += done;
		n -= (size_t)done;
	}
	return true;
}

/* Write to what is no regular file: a device or a pipe. */
static bool write_direct(const char *path, const void *data, size_t n,
			 struct cvg_err *err)
{
	int fd = open(path, O_WRONLY | O_CLOEXEC);
	bool ok;

	if (fd < 0)
		return cvg_fail(err, "%s: cannot write: %s", path,
				strerror(errno));
	ok = write_all(fd, data, n);
	if (!ok)
		cvg_fail(err, "%s: cannot write: %s", path, strerror(errno));
	if (close(fd) != 0 && ok)
		ok = cvg_fail(err, "%s: cannot write: %s", path,
			      strerror(errno));
	return ok;
}

/* New files get what the umask leaves; a replaced file keeps its mode. */
static mode_t mode_for(const struct stat *old)
{
	mode_t mask = umask(0);

	umask(mask);
	return old ? old->st_mode & 07777 : 0666 & ~mask;
}

/* Signals by which users and job systems end a program. They wait while there is
 * a temporary file, which would stay behind. */
static void hold_signals(sigset_t *before)
{
	sigset_t set;

	sigemptyset(&set);
	sigaddset(&set, SIGINT);
	sigaddset(&set, SIGTERM);
	sigaddset(&set, SIGHUP);
	pthread_sigmask(SIG_BLOCK, &set, before);
}

/* Write a temporary file beside `path`, then rename it. `old` is what is there
 * now, or NULL. */
static bool write_beside(const char *path, const struct stat *old,
			 const void *data, size_t n, struct cvg_err *err)
{
	struct cvg_str tmp = {0};
	bool ok = false;
	int fd;

	cvg_str_addf(&tmp, "%s.XXXXXX", path);
	fd = mkostemp(tmp.at, O_CLOEXEC);
	if (fd < 0) {
		cvg_fail(err, "%s: cannot write: %s", path, strerror(errno));
		cvg_str_done(&tmp);
		return false;
	}
	ok = write_all(fd, data, n) && fchmod(fd, mode_for(old)) == 0 &&
	     fsync(fd) == 0;
	if (!ok)
		cvg_fail(err, "%s: cannot write: %s", path, strerror(errno));
	if (close(fd) != 0 && ok)
		ok = cvg_fail(err, "%s: cannot write: %s", path,
			      strerror(errno));
	if (ok && rename(tmp.at, path) != 0)
		ok = cvg_fail(err, "%s: cannot write: %s", path,
			      strerror(errno));
	if (!ok)
		unlink(tmp.at);
	cvg_str_done(&tmp);
	return ok;
}

static bool write_renamed(const char *path, const struct stat *old,
			  const void *data, size_t n, struct cvg_err *err)
{
	sigset_t before;
	bool ok;

	hold_signals(&before);
	ok = write_beside(path, old, data, n, err);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	return ok;
}

bool cvg_file_write(const char *path, const void *data, size_t n,
		    struct cvg_err *err)
{
	char *real;
	struct stat st;
	bool ok;

	if (!strcmp(path, "-")) {
		fflush(stdout);
		if (!write_all(STDOUT_FILENO, data, n))
			return cvg_fail(err,
					"standard output: cannot write: %s",
					strerror(errno));
		return true;
	}
	if (stat(path, &st) != 0)
		return write_renamed(path, NULL, data, n, err);
	if (S_ISDIR(st.st_mode))
		return cvg_fail(err, "%s: is a directory", path);
	if (!S_ISREG(st.st_mode))
		return write_direct(path, data, n, err);
	if (access(path, W_OK) != 0)
		return cvg_fail(err, "%s: cannot write: %s", path,
				strerror(errno));
	real = realpath(path, NULL); /* through a link, replace its target */
	ok = write_renamed(real ? real : path, &st, data, n, err);
	free(real);
	return ok;
}

/* A limit, because some devices (/dev/zero) have no end. */
#define MOST_BYTES ((size_t)1 << 31)

static bool read_fd(int fd, struct cvg_str *into)
{
	char buf[1 << 16];

	for (;;) {
		ssize_t n = read(fd, buf, sizeof buf);

		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return n == 0;
		cvg_str_addn(into, buf, (size_t)n);
		if (into->n > MOST_BYTES) {
			errno = EFBIG;
			return false;
		}
	}
}

bool cvg_file_read(const char *path, char **out, size_t *n, struct cvg_err *err)
{
	bool is_stdin = !strcmp(path, "-");
	const char *name = is_stdin ? "standard input" : path;
	int fd = is_stdin ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC);
	struct cvg_str s = {0};
	bool ok;

	if (fd < 0)
		return cvg_fail(err, "%s: cannot open: %s", name,
				strerror(errno));
	ok = read_fd(fd, &s);
	if (!ok)
		cvg_fail(err, "%s: cannot read: %s", name, strerror(errno));
	if (!is_stdin)
		close(fd);
	if (!ok) {
		cvg_str_done(&s);
		return false;
	}
	*n = s.n;
	*out = cvg_str_take(&s);
	return true;
}
