/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Writes the journal. Header and commands are kept in memory; after every
 * command, the part that the file lacks is appended in one write and flushed.
 * After a write that fails because the disk is full, only a warning is printed,
 * and the next write appends everything missing.
 *
 * The process locks the file as long as it lives (see recover.c).
 */
#include "inside.h"

#include "reconverge/graph.h"
#include "reconverge/ir.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* ---- the folder ------------------------------------------------------ */

/* Make every missing folder of the path, accessible to the owner only. */
static bool make_folders(const char *path)
{
	char *copy = cvg_strdup(path);
	bool ok = true;

	for (char *p = copy + 1; ok; p++) {
		char c = *p;

		if (c && c != '/')
			continue;
		*p = '\0';
		ok = mkdir(copy, 0700) == 0 || errno == EEXIST;
		*p = c;
		if (!c)
			break;
	}
	free(copy);
	return ok;
}

bool cvg_journal_dir(bool make, char **out, struct cvg_err *err)
{
	const char *state = getenv("XDG_STATE_HOME");
	const char *home = getenv("HOME");
	struct cvg_str dir = {0};

	/* The XDG Base Directory Specification says that a relative path is
	 * to be ignored. */
	if (state && *state == '/')
		cvg_str_add(&dir, state);
	else if (home && *home == '/')
		cvg_str_addf(&dir, "%s/.local/state", home);
	else
		return cvg_fail(err,
				"no folder for the journal: set XDG_STATE_HOME "
				"or HOME to an absolute path");
	cvg_str_add(&dir, "/reconverge/journal");
	if (make && !make_folders(dir.at)) {
		cvg_fail(err, "%s: cannot make the folder: %s", dir.at,
			 strerror(errno));
		cvg_str_done(&dir);
		return false;
	}
	*out = cvg_str_take(&dir);
	return true;
}

uint64_t cvg_journal_hash(const void *bytes, size_t n)
{
	uint64_t h = UINT64_C(0xcbf29ce484222325);
	const unsigned char *p = bytes;

	for (size_t i = 0; i < n; i++)
		h = (h ^ p[i]) * UINT64_C(0x100000001b3);
	return h;
}

/* ---- the header ------------------------------------------------------ */

/* Append a header line. The value may be a path, which may hold any bytes. */
static void add_field(struct cvg_str *s, const char *field, const char *value)
{
	if (!value)
		return;
	cvg_str_addf(s, "# %s: ", field);
	cvg_escape(s, value, strlen(value));
	cvg_str_addc(s, '\n');
}

/* Append commands for the focus and for settings that are not the default. */
static void add_state(const struct cvg_session *s, struct cvg_str *to)
{
	const char *name;
	char value[64];

	for (unsigned i = 0; i < CVG_NSETTINGS; i++) {
		enum cvg_setid id = (enum cvg_setid)i;
		const struct cvg_setting *row = cvg_setting_row(id);

		if (s->settings.value[i] == row->value)
			continue;
		if (row->kind == CVG_SET_FILE) {
			cvg_str_addf(to, "set %s=", row->name);
			cvg_quote_always(to,
					 cvg_settings_file(&s->settings, id));
			cvg_str_addc(to, '\n');
			continue;
		}
		cvg_settings_text(&s->settings, id, value, sizeof value);
		cvg_str_addf(to, "set %s=%s\n", row->name, value);
	}
	name = cvg_session_function_name(s, cvg_session_function(s));
	if (!*name)
		return;
	cvg_str_add(to, "function ");
	cvg_quote_always(to, name);
	cvg_str_addc(to, '\n');
}

/*
 * True if `--recover` could not read the module again: it is standard input, a
 * pipe, or the copy beside the journal of a recovered session, which is deleted
 * with that journal.
 */
static bool is_passing(const char *path, const char *journal_dir)
{
	size_t n = strlen(journal_dir);
	struct stat st;

	return !strcmp(path, "-") || stat(path, &st) != 0 ||
	       !S_ISREG(st.st_mode) ||
	       (!strncmp(path, journal_dir, n) && path[n] == '/');
}

/* Write the loaded module to a file beside the journal, named in j->module. */
static bool keep_module(struct cvg_session *s, struct cvg_err *err)
{
	struct journal *j = &s->journal;
	struct cvg_module *module = cvg_history_module(
		s->history, cvg_history_rev(s->history, 0), err);
	struct cvg_str path = {0};

	if (!module)
		return false;

	cvg_str_addn(&path, j->path, strlen(j->path) - strlen(".rcv"));
	cvg_str_add(&path, ".bc");
	j->module = cvg_str_take(&path);
	return cvg_module_write(module, j->module, CVG_EMIT_BC, 0, err);
}

static bool add_header(struct cvg_session *s, const char *dir,
		       struct cvg_err *err)
{
	struct journal *j = &s->journal;
	const struct history *history = s->history;
	char *module, *bytes;
	size_t n;

	if ((history->made || is_passing(history->path, dir)) &&
	    !keep_module(s, err))
		return false;
	module = realpath(j->module ? j->module : history->path, NULL);
	if (!module)
		return cvg_fail(err, "%s: %s", history->path, strerror(errno));
	if (!cvg_file_read(module, &bytes, &n, err)) {
		free(module);
		return false;
	}
	cvg_str_add(&j->text, "# reconverge journal\n");
	add_field(&j->text, "module", module);
	cvg_str_addf(&j->text, "# size: %zu\n# hash: %016llx\n", n,
		     (unsigned long long)cvg_journal_hash(bytes, n));
	add_field(&j->text, "triple", history->want_triple);
	add_field(&j->text, "cpu", history->want_cpu);
	add_state(s, &j->text);
	cvg_str_add(&j->text, CVG_JOURNAL_COMMANDS);
	free(bytes);
	free(module);
	return true;
}

/* ---- the file -------------------------------------------------------- */

/* "DIR/<UTC time>-<pid>.rcv", so that names sort by age. */
static char *file_name(const char *dir)
{
	struct cvg_str s = {0};
	struct timespec now;
	struct tm tm;
	char when[32];

	clock_gettime(CLOCK_REALTIME, &now);
	gmtime_r(&now.tv_sec, &tm);
	strftime(when, sizeof when, "%Y%m%dT%H%M%S", &tm);
	cvg_str_addf(&s, "%s/%s.%09ld-%ld.rcv", dir, when, now.tv_nsec,
		     (long)getpid());
	return cvg_str_take(&s);
}

static bool open_file(struct journal *j, const char *dir, struct cvg_err *err)
{
	j->path = file_name(dir);
	j->fd = open(j->path,
		     O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0600);
	if (j->fd < 0)
		return cvg_fail(err, "%s: %s", j->path, strerror(errno));
	flock(j->fd, LOCK_EX | LOCK_NB); /* cannot fail: the file is new */
	return true;
}

/* Remove what a failed write left in the file, so that half a line can stand
 * only at its end. */
static void take_back(struct journal *j)
{
	if (ftruncate(j->fd, (off_t)j->written) == 0)
		return;
	close(j->fd);
	j->fd = -1;
}

/* Append what the file lacks. On failure the file is unchanged, and errno tells
 * the reason. */
static bool flush(struct journal *j)
{
	size_t n = j->text.n - j->written;
	ssize_t done;
	int why;

	if (j->fd < 0 || !n)
		return true;
	do
		done = write(j->fd, j->text.at + j->written, n);
	while (done < 0 && errno == EINTR);
	if (done == (ssize_t)n && (fsync(j->fd) == 0 || errno == EINVAL)) {
		j->written = j->text.n;
		return true;
	}
	why = done >= 0 && done < (ssize_t)n ? ENOSPC : errno;
	if (done > 0)
		take_back(j);
	errno = why;
	return false;
}

void cvg_journal_done(struct journal *j)
{
	if (j->fd >= 0)
		close(j->fd);
	free(j->path);
	free(j->module);
	cvg_str_done(&j->text);
	*j = (struct journal){.fd = -1};
}

void cvg_journal_end(struct cvg_session *s, bool keep)
{
	struct journal *j = &s->journal;

	if (!keep && j->path)
		unlink(j->path);
	if (!keep && j->module)
		unlink(j->module);
	cvg_journal_done(j);
}

/* The journals of sessions that were left which stay. */
#define MOST_LEFT 10

bool cvg_journal_leave(struct cvg_session *s)
{
	struct journal *j = &s->journal;
	bool keep = j->fd >= 0 && cvg_session_unwritten(s);

	if (keep) {
		cvg_str_add(&j->text, CVG_JOURNAL_LEFT);
		flush(j); /* without that line the journal stays for good */
	}
	cvg_journal_end(s, keep);
	if (keep)
		cvg_journal_prune(MOST_LEFT);
	return keep;
}

static bool start(struct cvg_session *s, struct cvg_err *err)
{
	struct journal *j = &s->journal;
	char *dir;
	bool ok;

	if (!cvg_journal_dir(true, &dir, err))
		return false;
	ok = open_file(j, dir, err) && add_header(s, dir, err);
	free(dir);
	if (ok && !flush(j))
		ok = cvg_fail(err, "%s: %s", j->path, strerror(errno));
	return ok;
}

bool cvg_journal_start(struct cvg_session *s, struct cvg_err *err)
{
	if (!s->history)
		return cvg_fail(err, "no module is loaded");
	cvg_journal_end(s, false);
	if (start(s, err))
		return true;
	cvg_journal_end(s, false);
	s->journal.warned = true;
	return cvg_fail_in(
		err,
		"cannot write a journal, so this session cannot be recovered");
}

void cvg_journal_keep(struct cvg_session *s)
{
	struct journal *j = &s->journal;

	cvg_journal_end(s, false);
	cvg_str_add(&j->text, "# reconverge journal\n");
	add_state(s, &j->text);
	cvg_str_add(&j->text, CVG_JOURNAL_COMMANDS);
}

bool cvg_journal_add(struct cvg_session *s, const char *command,
		     struct cvg_err *err)
{
	struct journal *j = &s->journal;

	for (; *command; command++) {
		/* A command is written as one line. */
		if (command[0] == '\\' && command[1] == '\n')
			command++;
		else
			cvg_str_addc(&j->text,
				     *command == '\n' ? ' ' : *command);
	}
	cvg_str_addc(&j->text, '\n');
	if (flush(j) || j->warned)
		return true;
	j->warned = true;
	return cvg_fail(err,
			"%s: cannot write the journal, so this session cannot "
			"be recovered: %s",
			j->path, strerror(errno));
}

void cvg_journal_codes(struct cvg_session *s, struct cvg_str *out)
{
	for (uint32_t f = 0; f < cvg_session_nfunctions(s); f++) {
		const struct cvg_fn *was;

		if (!cvg_session_changed(s, f))
			continue;
		was = cvg_session_loaded_fn(s, f);
		if (was)
			cvg_str_addf(out, CVG_JOURNAL_CODE "%016llx %s\n",
				     (unsigned long long)was->fingerprint,
				     was->name);
	}
}

const char *cvg_journal_text(const struct cvg_session *s)
{
	return cvg_str_of(&s->journal.text);
}
