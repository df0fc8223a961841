/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The same commands in each module of a list, in processes that are forked from this
 * one, which has loaded LLVM and prepared its targets. Such a process works on MOST
 * modules, one after the other, each in a session of its own. They share what does
 * not change a result: the child of the code generator, and which CPUs LLVM knows. A
 * module at which the process died gets a process of its own.
 *
 * What a module printed is written in one piece when its worker has ended. Only
 * then the module is noted as done, so that a sweep that was cut off loses no
 * result that it has noted.
 */
#include "reconverge/sweep.h"

#include "call.h"
#include "pool.h"
#include "roll.h"

#include "reconverge/ir.h"
#include "reconverge/mcode.h"
#include "reconverge/options.h"
#include "reconverge/session.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

struct sweep {
	const struct cvg_options *options;
	int (*work)(struct cvg_shell *shell, struct cvg_options *options);
	struct cvg_shell *sh;
	struct roll roll;
	int done;		 /* the file of --done, or -1 */
	struct cvg_str out;	 /* what is written next */
	struct cvg_coder *coder; /* of a worker; or NULL */
	struct cvg_str cpus;	 /* that LLVM knows, as a worker found */
	uint32_t ndone, nno, nfailed, nlate;
};

#define MOST 64 /* modules of a worker: what it might lose is lost no longer */

/* ---- in the worker --------------------------------------------------- */

static int work(void *context, uint32_t piece, bool alone)
{
	struct sweep *sweep = context;
	const struct rolled *m = &sweep->roll.modules.at[piece];
	struct cvg_options options = *sweep->options;
	struct cvg_shell sh = *sweep->sh;
	int status;

	options.module = m->path;
	sh.module = m->path;
	sh.stem = m->stem;
	sh.status = CVG_OK; /* not that of the modules before */
	sh.session = cvg_session_new();
	if (!alone) {
		if (!sweep->coder)
			sweep->coder = cvg_coder_new();
		cvg_session_share_coder(sh.session, sweep->coder);
		sh.target.known_cpus = &sweep->cpus;
	}
	status = sweep->work(&sh, &options);
	cvg_session_free(sh.session);
	return status;
}

/* The code generator is waited for, so that its time counts as the program's. */
static void leave(void *context)
{
	struct sweep *sweep = context;

	cvg_coder_free(sweep->coder);
	sweep->coder = NULL;
}

/* ---- what a worker left ---------------------------------------------- */

/* Drop what stands behind the last newline. */
static void drop_half_line(struct cvg_str *s)
{
	while (s->n && s->at[s->n - 1] != '\n')
		s->n--;
	if (s->at)
		s->at[s->n] = '\0';
}

/* Write the piece of output whole or, in a regular file, not at all. */
static bool write_whole(struct cvg_shell *sh, const struct cvg_str *s)
{
	off_t start = lseek(STDOUT_FILENO, 0, SEEK_CUR);
	struct stat st;
	size_t at = 0;

	while (at < s->n) {
		ssize_t n = write(STDOUT_FILENO, s->at + at, s->n - at);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			break;
		at += (size_t)n;
	}
	if (at == s->n)
		return true;
	if (errno != EPIPE)
		fprintf(stderr, "reconverge: standard output: %s\n",
			strerror(errno));
	if (fstat(STDOUT_FILENO, &st) == 0 && S_ISREG(st.st_mode)) {
		if (fcntl(STDOUT_FILENO, F_GETFL) & O_APPEND)
			start = st.st_size - (off_t)at;
		if (ftruncate(STDOUT_FILENO, start) != 0)
			fprintf(stderr, "reconverge: standard output: %s\n",
				strerror(errno));
	}
	sh->closed = true;
	return false;
}

/* The messages without LLVM's own notes; with -o -, the texts of commands are
 * between them. */
static void print_messages(const struct cvg_str *said, bool all)
{
	static const char before[] = "reconverge: ";

	for (const char *at = cvg_str_of(said); *at;) {
		size_t n = strcspn(at, "\n");

		if (all || !strncmp(at, before, sizeof before - 1))
			fprintf(stderr, "%.*s\n", (int)n, at);
		at += n + (at[n] == '\n');
	}
}

/* A worker that was ended or died could not say so itself. */
static void tell_death(struct sweep *sweep, const char *path,
		       const struct pool_end *end)
{
	struct cvg_str why = {0};
	struct cvg_shell sh = {.module = path};
	struct cvg_err err;

	if (end->late)
		cvg_fail(&err, "%s: took more than %u s", path,
			 sweep->options->timeout);
	else {
		cvg_child_ending(end->status, end->said, "", &why);
		cvg_fail(&err, "%s: its process %s", path, why.at);
	}
	fprintf(stderr, "reconverge: %s\n", err.msg);
	if (sweep->sh->json)
		cvg_shell_add_failure(&sh, NULL, NULL, &err, &sweep->out);
	cvg_str_done(&why);
}

/* The module's name, before what its commands print as text. */
static void add_heading(struct cvg_str *out, const char *path)
{
	cvg_str_add(out, "==> ");
	cvg_str_addline(out, path, strlen(path));
	cvg_str_add(out, " <==\n");
}

/* ---- counting -------------------------------------------------------- */

static bool survived(const struct pool_end *end)
{
	return !end->late && WIFEXITED(end->status) &&
	       WEXITSTATUS(end->status) <= CVG_ERROR;
}

static enum cvg_status status_of(const struct pool_end *end)
{
	return survived(end) ? (enum cvg_status)WEXITSTATUS(end->status)
			     : CVG_ERROR;
}

static void count(struct sweep *sweep, const struct pool_end *end)
{
	enum cvg_status status = status_of(end);

	if (end->late)
		sweep->nlate++;
	else if (status == CVG_ERROR)
		sweep->nfailed++;
	else
		sweep->ndone++;
	sweep->nno += status == CVG_NO;
	if (status > sweep->sh->status)
		sweep->sh->status = status;
}

/* Note the module as done, after its output has reached the disk. */
static bool note(struct sweep *sweep, const char *path)
{
	struct cvg_str line = {0};
	struct stat st;
	bool ok;

	if (sweep->done < 0)
		return true;
	if (fstat(STDOUT_FILENO, &st) == 0 && S_ISREG(st.st_mode))
		fdatasync(STDOUT_FILENO);
	cvg_roll_line(&line, path);
	ok = write(sweep->done, line.at, line.n) == (ssize_t)line.n;
	cvg_str_done(&line);
	if (ok)
		return true;
	fprintf(stderr, "reconverge: %s: cannot write: %s\n",
		sweep->options->done, strerror(errno));
	sweep->sh->status = CVG_ERROR;
	return false;
}

static bool ended(void *context, const struct pool_end *end)
{
	struct sweep *sweep = context;
	const struct rolled *m = &sweep->roll.modules.at[end->piece];

	if (end->stopped && !survived(end))
		return true; /* it is as if it had not begun */
	if (sweep->sh->closed)
		return false;
	cvg_str_clear(&sweep->out);
	if (!survived(end))
		drop_half_line(end->text);
	if (!sweep->sh->json && !sweep->sh->aside && end->text->n)
		add_heading(&sweep->out, m->path);
	cvg_str_addn(&sweep->out, cvg_str_of(end->text), end->text->n);
	print_messages(end->said, sweep->sh->aside);
	if (!survived(end))
		tell_death(sweep, m->path, end);
	if (!write_whole(sweep->sh, &sweep->out)) {
		sweep->sh->status = CVG_ERROR;
		return false;
	}
	count(sweep, end);
	return status_of(end) == CVG_ERROR || note(sweep, m->path);
}

/* ---- the whole ------------------------------------------------------- */

static void print_sum(const struct sweep *sweep)
{
	uint32_t n = (uint32_t)sweep->roll.modules.n;
	uint32_t begun = sweep->ndone + sweep->nfailed + sweep->nlate;
	struct cvg_str s = {0};

	cvg_add_count(&s, (uint64_t)n + sweep->roll.before, "module");
	cvg_str_addf(&s, ": %u done", sweep->ndone);
	if (sweep->nno)
		cvg_str_addf(&s, " (%u with a negative answer)", sweep->nno);
	cvg_str_addf(&s, ", %u failed, %u timed out", sweep->nfailed,
		     sweep->nlate);
	if (sweep->roll.before)
		cvg_str_addf(&s, ", %u done before", sweep->roll.before);
	if (begun < n)
		cvg_str_addf(&s, ", %u not reached", n - begun);
	fprintf(stderr, "reconverge: %s\n", s.at);
	cvg_str_done(&s);
}

static bool open_done(struct sweep *sweep, struct cvg_err *err)
{
	const char *path = sweep->options->done;

	sweep->done = -1;
	if (!path)
		return true;
	if (!cvg_roll_leave_out(&sweep->roll, path, err))
		return false;
	sweep->done =
		open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
	return sweep->done >= 0 ||
	       cvg_fail(err, "%s: cannot write: %s", path, strerror(errno));
}

static uint32_t processors(void)
{
	long n = sysconf(_SC_NPROCESSORS_ONLN);

	return n > 0 ? (uint32_t)n : 1;
}

static bool sweep_all(struct sweep *sweep, struct cvg_err *err)
{
	const struct cvg_options *options = sweep->options;
	struct pool pool = {
		.at_once = options->jobs ? options->jobs : processors(),
		.seconds = options->timeout,
		.most = MOST,
		.work = work,
		.left = leave,
		.ended = ended,
		.context = sweep,
	};
	int signal = 0;
	bool ok;

	if (!cvg_roll_read(&sweep->roll, options->list, err) ||
	    !open_done(sweep, err))
		return false;
	cvg_llvm_prepare();
	pool.npieces = (uint32_t)sweep->roll.modules.n;
	ok = cvg_pool_run(&pool, &signal, err);
	if (signal)
		sweep->sh->status = CVG_INTERRUPTED;
	if (!sweep->sh->closed)
		print_sum(sweep);
	return ok;
}

void cvg_sweep_run(struct cvg_shell *sh, const struct cvg_options *options,
		   int (*work_on)(struct cvg_shell *shell,
				  struct cvg_options *options))
{
	struct sweep sweep = {
		.options = options, .work = work_on, .sh = sh, .done = -1};
	struct cvg_err err;

	if (!sweep_all(&sweep, &err))
		cvg_shell_fail(sh, NULL, NULL, &err);
	if (sweep.done >= 0)
		close(sweep.done);
	cvg_str_done(&sweep.out);
	cvg_roll_done(&sweep.roll);
}
