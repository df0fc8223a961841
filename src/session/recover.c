/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Finds the journal of a session that died, or that was left before its last
 * revision was written.
 *
 * A journal is in use if the process in its name is alive and the file is
 * locked. Each alone is not enough: the number may have been given to a new
 * process, and a code generator that outlives its parent still holds the lock.
 */
#include "inside.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

/* The header of a journal. */
struct header {
	char *module, *triple, *cpu;
	uint64_t size, hash;
	bool whole; /* the header is complete and a command follows */
};

struct found {
	char *path;	      /* NULL: none yet */
	struct timespec when; /* of the last command */
	struct header header;
	char *text;
};

static void header_done(struct header *h)
{
	free(h->module);
	free(h->triple);
	free(h->cpu);
	*h = (struct header){0};
}

static void found_done(struct found *f)
{
	free(f->path);
	free(f->text);
	header_done(&f->header);
	*f = (struct found){0};
}

/* ---- reading one journal --------------------------------------------- */

/* The value of a line "# field: value", or NULL. */
static char *field_value(const char *line, size_t n, const char *field)
{
	size_t len = strlen(field);
	struct cvg_str s = {0};

	if (n < len + 4 || strncmp(line, "# ", 2) ||
	    strncmp(line + 2, field, len) || strncmp(line + 2 + len, ": ", 2))
		return NULL;
	for (size_t i = len + 4, k; i < n; i += k) {
		char c = line[i];

		k = cvg_unescape(line + i, n - i, &c);
		k = k ? k : 1;
		cvg_str_addc(&s, c);
	}
	return cvg_str_take(&s);
}

static void read_text(const char *line, size_t n, const char *field, char **out)
{
	char *value = *out ? NULL : field_value(line, n, field);

	if (value)
		*out = value;
}

static void read_u64(const char *line, size_t n, const char *field, int base,
		     uint64_t *out)
{
	char *value = field_value(line, n, field);

	if (value)
		*out = strtoull(value, NULL, base);
	free(value);
}

static void parse(const char *text, struct header *h)
{
	static const char end[] = "# commands:";

	for (const char *p = text; *p;) {
		size_t n = strcspn(p, "\n");

		if (n == sizeof end - 1 && !strncmp(p, end, n)) {
			h->whole = h->module && p[n] == '\n' && p[n + 1];
			return;
		}
		read_text(p, n, "module", &h->module);
		read_text(p, n, "triple", &h->triple);
		read_text(p, n, "cpu", &h->cpu);
		read_u64(p, n, "size", 10, &h->size);
		read_u64(p, n, "hash", 16, &h->hash);
		p += n + (p[n] == '\n');
	}
}

/* Remove an incomplete last line: the process died while it was written. */
static void drop_partial_line(char *text)
{
	char *last = strrchr(text, '\n');

	if (last)
		last[1] = '\0';
	else
		text[0] = '\0';
}

/* ---- which journal --------------------------------------------------- */

/* The process number in the name "<time>-<pid>.rcv"; 0: it is no such name. */
static pid_t pid_of(const char *name)
{
	const char *dash = strrchr(name, '-');
	char *end;
	long pid;

	if (!dash)
		return 0;
	pid = strtol(dash + 1, &end, 10);
	return strcmp(end, ".rcv") || pid <= 0 ? 0 : (pid_t)pid;
}

static bool is_alive(pid_t pid)
{
	return kill(pid, 0) == 0 || errno == EPERM;
}

static bool is_locked(int fd)
{
	if (flock(fd, LOCK_SH | LOCK_NB) != 0)
		return errno == EWOULDBLOCK;
	flock(fd, LOCK_UN);
	return false;
}

static bool is_newer(const struct found *best, const struct timespec *when,
		     const char *path)
{
	if (!best->path || when->tv_sec != best->when.tv_sec)
		return !best->path || when->tv_sec > best->when.tv_sec;
	if (when->tv_nsec != best->when.tv_nsec)
		return when->tv_nsec > best->when.tv_nsec;
	return strcmp(path, best->path) > 0;
}

/* Make the file the best one if it is not in use, is of that module, and is
 * newer than the best so far. */
static void consider(const char *path, pid_t pid, const char *module,
		     struct found *best)
{
	struct found it = {0};
	struct stat st;
	size_t n;
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	bool in_use;

	if (fd < 0)
		return;
	in_use = fstat(fd, &st) != 0 || !S_ISREG(st.st_mode) ||
		 (is_alive(pid) && is_locked(fd));
	close(fd);
	if (in_use || !is_newer(best, &st.st_mtim, path) ||
	    !cvg_file_read(path, &it.text, &n, NULL))
		return;
	drop_partial_line(it.text);
	parse(it.text, &it.header);
	if (!it.header.whole ||
	    (module && strcmp(module, it.header.module) != 0)) {
		found_done(&it);
		return;
	}
	it.path = cvg_strdup(path);
	it.when = st.st_mtim;
	found_done(best);
	*best = it;
}

static void search(const char *dir, const char *module, struct found *best)
{
	DIR *d = opendir(dir);
	struct dirent *e;

	if (!d)
		return;
	while ((e = readdir(d))) {
		struct cvg_str path = {0};
		pid_t pid = pid_of(e->d_name);

		if (!pid)
			continue;
		cvg_str_addf(&path, "%s/%s", dir, e->d_name);
		consider(path.at, pid, module, best);
		cvg_str_done(&path);
	}
	closedir(d);
}

/* ---- whether it can be replayed -------------------------------------- */

static bool is_same_module(const struct found *f, struct cvg_err *err)
{
	const struct header *h = &f->header;
	char *bytes;
	size_t n;
	bool same;

	if (!cvg_file_read(h->module, &bytes, &n, err))
		return cvg_fail_in(err, "cannot recover from %s", f->path);
	same = n == h->size && cvg_journal_hash(bytes, n) == h->hash;
	free(bytes);
	return same || cvg_fail(err,
				"cannot recover from %s: %s has changed since "
				"the session",
				f->path, h->module);
}

bool cvg_journal_find(const char *path, struct cvg_recovery *out,
		      struct cvg_err *err)
{
	struct found best = {0};
	char *real = path ? realpath(path, NULL) : NULL;
	char *dir;

	if (path && !real)
		return cvg_fail(err, "%s: %s", path, strerror(errno));
	if (!cvg_journal_dir(false, &dir, err)) {
		free(real);
		return false;
	}
	search(dir, real, &best);
	if (!best.path)
		cvg_fail(err,
			 "nothing to recover%s%s: %s holds no journal of a "
			 "session that died, or was left unwritten",
			 path ? " for " : "", path ? path : "", dir);
	free(dir);
	free(real);
	if (!best.path)
		return false;
	if (!is_same_module(&best, err)) {
		found_done(&best);
		return false;
	}
	*out = (struct cvg_recovery){
		.journal = best.path,
		.module = best.header.module,
		.triple = best.header.triple,
		.cpu = best.header.cpu,
		.commands = best.text,
	};
	return true;
}

/* Remove a journal, and the module beside it if there is one. */
static void remove_journal(const char *path)
{
	struct cvg_str copy = {0};

	unlink(path);
	cvg_str_addn(&copy, path, strlen(path) - strlen(".rcv"));
	cvg_str_add(&copy, ".bc");
	unlink(copy.at);
	cvg_str_done(&copy);
}

void cvg_recovery_forget(const struct cvg_recovery *r)
{
	remove_journal(r->journal);
}

/* ---- those that were left -------------------------------------------- */

static bool was_left(const char *path)
{
	size_t n, end = strlen(CVG_JOURNAL_LEFT);
	char *text;
	bool left;

	if (!cvg_file_read(path, &text, &n, NULL))
		return false;
	left = n >= end && !memcmp(text + n - end, CVG_JOURNAL_LEFT, end);
	free(text);
	return left;
}

static int by_name(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

void cvg_journal_prune(size_t most)
{
	cvg_vec(char *) left = {0};
	struct dirent *e;
	char *folder;
	DIR *d;

	if (!cvg_journal_dir(false, &folder, NULL))
		return;
	d = opendir(folder);
	while (d && (e = readdir(d))) {
		struct cvg_str path = {0};

		cvg_str_addf(&path, "%s/%s", folder, e->d_name);
		if (pid_of(e->d_name) && was_left(path.at))
			cvg_push(&left, cvg_str_take(&path));
		cvg_str_done(&path);
	}
	/* The names begin with the time. */
	if (left.n)
		qsort(left.at, left.n, sizeof *left.at, by_name);
	for (size_t i = 0; i < left.n; i++) {
		if (i + most < left.n)
			remove_journal(left.at[i]);
		free(left.at[i]);
	}
	free(left.at);
	free(folder);
	if (d)
		closedir(d);
}

void cvg_recovery_done(struct cvg_recovery *r)
{
	free(r->journal);
	free(r->module);
	free(r->triple);
	free(r->cpu);
	free(r->commands);
	*r = (struct cvg_recovery){0};
}
