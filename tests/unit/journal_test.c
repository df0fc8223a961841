/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Journals: which commands are written and when, what a session that died
 * leaves behind, and when --recover refuses it. The sessions that die are child
 * processes of the test.
 */
#include "reconverge/session.h"
#include "reconverge/settings.h"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/unit/unit.h"

static const char source[] = "target triple = \"nvptx64-nvidia-cuda\"\n"
			     "define ptx_kernel void @k() {\n"
			     "  ret void\n"
			     "}\n"
			     "define ptx_kernel void @\"o'dd\"() {\n"
			     "  ret void\n"
			     "}\n";

/* ---- helpers --------------------------------------------------------- */

static void write_text(const char *path, const char *text)
{
	assert_true(cvg_file_write(path, text, strlen(text), NULL));
}

/* The file at `path` holds exactly that. */
static void assert_file(const char *path, const char *expected)
{
	char *text;
	size_t n;

	assert_true(cvg_file_read(path, &text, &n, NULL));
	assert_string_equal(text, expected);
	free(text);
}

/* A name in the journal folder that ends so; the caller frees it. */
static char *journal_file(const char *suffix)
{
	struct cvg_str found = {0};
	DIR *d = opendir("state/reconverge/journal");
	struct dirent *e;

	while (d && (e = readdir(d))) {
		size_t n = strlen(e->d_name), m = strlen(suffix);

		if (n > m && !strcmp(e->d_name + n - m, suffix))
			cvg_str_addf(&found, "state/reconverge/journal/%s",
				     e->d_name);
	}
	if (d)
		closedir(d);
	return found.n ? cvg_str_take(&found) : NULL;
}

static int setup(void **state)
{
	char dir[] = "journal_test.XXXXXX";
	struct cvg_str path = {0};
	char *cwd;

	if (!mkdtemp(dir) || chdir(dir) != 0)
		return -1;
	cwd = getcwd(NULL, 0);
	cvg_str_addf(&path, "%s/state", cwd);
	setenv("XDG_STATE_HOME", path.at, 1);
	cvg_str_done(&path);
	write_text("m.ll", source);
	*state = cwd;
	return 0;
}

static int teardown(void **state)
{
	struct cvg_str rm = {0};
	int status;

	cvg_str_addf(&rm, "rm -rf '%s'", (const char *)*state);
	status = chdir("..") || system(rm.at);
	cvg_str_done(&rm);
	free(*state);
	return status;
}

static struct cvg_session *session_of(const char *path)
{
	struct cvg_session *s = cvg_session_new();
	struct cvg_err err;

	if (!cvg_session_load(s, path, NULL, &err))
		fail_msg("%s", err.msg);
	return s;
}

/* A child that journals `commands` (one a line) and dies at once. */
static pid_t dies_after(const char *path, const char *commands)
{
	pid_t pid = fork();
	int status;

	assert_true(pid >= 0);
	if (pid == 0) {
		struct cvg_session *s = session_of(path);
		bool ok = cvg_journal_start(s, NULL);

		for (const char *p = commands; *p; p += strspn(p, "\n")) {
			char line[64];
			size_t n = strcspn(p, "\n");

			snprintf(line, sizeof line, "%.*s", (int)n, p);
			ok = ok && cvg_journal_add(s, line, NULL);
			p += n;
		}
		if (ok)
			raise(SIGKILL);
		_exit(1);
	}
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_true(WIFSIGNALED(status));
	return pid;
}

static void found(const char *path, const char *commands)
{
	struct cvg_recovery r;
	struct cvg_err err;
	const char *rest;

	if (!cvg_journal_find(path, &r, &err))
		fail_msg("%s", err.msg);
	rest = strstr(r.commands, "# commands:\n");
	assert_non_null(rest);
	assert_string_equal(rest + strlen("# commands:\n"), commands);
	cvg_recovery_done(&r);
}

static void not_found(const char *path, const char *message)
{
	struct cvg_recovery r;
	struct cvg_err err;

	assert_false(cvg_journal_find(path, &r, &err));
	if (!strstr(err.msg, message))
		fail_msg("%s", err.msg);
}

/* ---- writing --------------------------------------------------------- */

static void file_is_what_was_done(void **state)
{
	struct cvg_session *s = session_of("m.ll");
	struct cvg_err err;
	struct stat st;
	char *path;

	(void)state;
	assert_true(cvg_journal_start(s, &err));
	path = journal_file(".rcv");
	assert_non_null(path);
	assert_int_equal(stat(path, &st), 0);
	assert_int_equal(st.st_mode & 0777, 0600);
	assert_int_equal(stat("state/reconverge/journal", &st), 0);
	assert_int_equal(st.st_mode & 0777, 0700);
	assert_int_equal(stat("state", &st), 0);
	assert_int_equal(st.st_mode & 0777, 0700);
	assert_true(cvg_journal_add(s, "meld R1", &err));
	assert_file(path, cvg_journal_text(s));
	assert_true(cvg_journal_add(s, "undo \\\n2", &err));
	assert_file(path, cvg_journal_text(s));
	assert_non_null(strstr(cvg_journal_text(s),
			       "\n# commands:\nmeld R1\nundo 2\n"));
	cvg_journal_end(s, true);
	assert_int_equal(access(path, F_OK), 0);
	unlink(path);
	free(path);
	cvg_session_free(s);
}

static void a_good_end_removes_it(void **state)
{
	struct cvg_session *s = session_of("m.ll");

	(void)state;
	assert_true(cvg_journal_start(s, NULL));
	assert_true(cvg_journal_start(s, NULL)); /* takes the place */
	assert_true(cvg_journal_add(s, "undo", NULL));
	cvg_journal_end(s, false);
	assert_null(journal_file(".rcv"));
	cvg_session_free(s);
}

static void header_has_the_state(void **state)
{
	struct cvg_session *s = session_of("m.ll");
	struct cvg_settings *set = cvg_session_settings(s);
	const char *text;

	assert_true(cvg_settings_set(set, "threshold", "0.35", NULL));
	assert_true(cvg_settings_set(set, "mode", "cfm", NULL));
	assert_true(cvg_session_focus(s, "o'dd", NULL));
	assert_true(cvg_journal_start(s, NULL));
	text = cvg_journal_text(s);
	assert_non_null(strstr(text, *state));
	assert_non_null(strstr(text, "/m.ll\n# size: "));
	assert_non_null(strstr(text, "\nset threshold=0.35\nset mode=cfm\n"
				     "function 'o'\\''dd'\n# commands:\n"));
	cvg_journal_end(s, false);
	cvg_session_free(s);
}

/* Neither the folder nor the disk can end a session. */
static void no_folder_is_one_warning(void **state)
{
	struct cvg_session *s = session_of("m.ll");
	struct cvg_err err;

	(void)state;
	write_text("state", "not a folder\n");
	assert_false(cvg_journal_start(s, &err));
	assert_non_null(strstr(err.msg,
			       "cannot write a journal, so this session "
			       "cannot be recovered: "));
	assert_true(cvg_journal_add(s, "meld R1", &err));
	assert_true(cvg_journal_add(s, "undo", &err));
	assert_string_equal(cvg_journal_text(s), "meld R1\nundo\n");
	cvg_journal_end(s, false);
	cvg_session_free(s);
}

static void full_disk_is_one_warning(void **state)
{
	struct cvg_session *s = session_of("m.ll");
	struct rlimit before, tight;
	struct cvg_err err;
	char *path, *header;

	(void)state;
	signal(SIGXFSZ, SIG_IGN);
	assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
	assert_true(cvg_journal_start(s, NULL));
	tight = before;
	tight.rlim_cur = strlen(cvg_journal_text(s)) + 3;
	assert_int_equal(setrlimit(RLIMIT_FSIZE, &tight), 0);
	path = journal_file(".rcv");
	header = cvg_strdup(cvg_journal_text(s));
	assert_false(cvg_journal_add(s, "meld R1", &err));
	assert_non_null(strstr(err.msg, "cannot write the journal"));
	assert_true(cvg_journal_add(s, "meld R2", &err));
	assert_file(path, header);
	free(header);
	assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
	assert_true(cvg_journal_add(s, "undo", &err));
	assert_file(path, cvg_journal_text(s));
	assert_non_null(
		strstr(cvg_journal_text(s), "\nmeld R1\nmeld R2\nundo\n"));
	free(path);
	cvg_journal_end(s, false);
	cvg_session_free(s);
	signal(SIGXFSZ, SIG_DFL);
}

/* ---- finding --------------------------------------------------------- */

static void the_dead_leave_theirs(void **state)
{
	struct cvg_recovery r;
	struct cvg_err err;
	struct cvg_str module = {0};

	not_found(NULL, "nothing to recover");
	dies_after("m.ll", "meld R1\nundo");
	found(NULL, "meld R1\nundo\n");
	found("./m.ll", "meld R1\nundo\n");
	assert_true(cvg_journal_find(NULL, &r, &err));
	cvg_str_addf(&module, "%s/m.ll", (const char *)*state);
	assert_string_equal(r.module, module.at);
	assert_null(r.triple);
	assert_null(r.cpu);
	cvg_recovery_forget(&r);
	cvg_recovery_done(&r);
	cvg_str_done(&module);
	not_found(NULL, "nothing to recover");
}

static void the_living_keep_theirs(void **state)
{
	struct cvg_session *s = session_of("m.ll");

	(void)state;
	assert_true(cvg_journal_start(s, NULL));
	assert_true(cvg_journal_add(s, "meld R1", NULL));
	not_found(NULL, "nothing to recover");
	cvg_journal_end(s, true); /* alive, but it does not hold it */
	found(NULL, "meld R1\n");
	cvg_session_free(s);
}

/* A process that a dead session started still holds the lock. */
static void an_orphan_with_the_lock(void **state)
{
	int hold[2], ready[2], status;
	pid_t pid;
	char c;

	(void)state;
	assert_int_equal(pipe(hold) | pipe(ready), 0);
	pid = fork();
	if (pid == 0) {
		struct cvg_session *s = session_of("m.ll");

		if (!cvg_journal_start(s, NULL) ||
		    !cvg_journal_add(s, "meld R1", NULL))
			_exit(1);
		if (fork() == 0) {
			close(hold[1]);
			c = 'r';
			if (write(ready[1], &c, 1) == 1 &&
			    read(hold[0], &c, 1) == 0)
				_exit(0);
			_exit(1);
		}
		if (read(ready[0], &c, 1) != 1)
			_exit(1);
		raise(SIGKILL);
	}
	waitpid(pid, &status, 0);
	assert_true(WIFSIGNALED(status));
	found(NULL, "meld R1\n");
	close(hold[1]); /* lets the orphan go */
	close(hold[0]);
	close(ready[0]);
	close(ready[1]);
}

static void half_a_line_never_was(void **state)
{
	char *path;
	FILE *out;

	(void)state;
	dies_after("m.ll", "meld R1");
	path = journal_file(".rcv");
	out = fopen(path, "a");
	fputs("undo", out);
	fclose(out);
	free(path);
	found(NULL, "meld R1\n");
}

static void nothing_done_is_nothing_to_recover(void **state)
{
	char *path;

	(void)state;
	dies_after("m.ll", "");
	not_found(NULL, "nothing to recover");
	path = journal_file(".rcv");
	write_text(path, "");
	not_found(NULL, "nothing to recover");
	write_text(path, "# module: m.ll\n# commands:");
	not_found(NULL, "nothing to recover");
	free(path);
}

static void other_modules_are_left_alone(void **state)
{
	(void)state;
	write_text("n.ll", source);
	dies_after("m.ll", "meld R1");
	not_found("n.ll", "nothing to recover for n.ll");
	not_found("missing.ll", "missing.ll: No such file");
	found("m.ll", "meld R1\n");
}

static void a_changed_module_is_refused(void **state)
{
	(void)state;
	dies_after("m.ll", "meld R1");
	write_text("m.ll", "; changed\n");
	not_found(NULL, "m.ll has changed since");
	unlink("m.ll");
	not_found(NULL, "m.ll: cannot open");
}

/* The one whose last command is newest, not the one that began last. */
static void the_newest_of_several(void **state)
{
	struct timespec times[2] = {{.tv_sec = 2000000000},
				    {.tv_sec = 2000000000}};
	char *path;

	(void)state;
	dies_after("m.ll", "meld R1");
	path = journal_file(".rcv");
	dies_after("m.ll", "meld R2");
	found(NULL, "meld R2\n");
	assert_int_equal(utimensat(AT_FDCWD, path, times, 0), 0);
	found(NULL, "meld R1\n");
	free(path);
}

static void odd_paths(void **state)
{
	struct cvg_recovery r;

	(void)state;
	write_text("a\n# commands:\\n.ll", source);
	dies_after("a\n# commands:\\n.ll", "meld R1");
	assert_true(cvg_journal_find(NULL, &r, NULL));
	assert_non_null(strstr(r.module, "/a\n# commands:\\n.ll"));
	cvg_recovery_done(&r);
	write_text("\033[31m\x9b'\\\r.ll", source);
	dies_after("\033[31m\x9b'\\\r.ll", "meld R2");
	assert_true(cvg_journal_find("\033[31m\x9b'\\\r.ll", &r, NULL));
	assert_non_null(strstr(r.module, "/\033[31m\x9b'\\\r.ll"));
	assert_null(strpbrk(r.commands, "\033\x9b\r"));
	cvg_recovery_done(&r);
}

/* What came by a pipe is kept, for as long as it may be needed. */
static void standard_input_is_kept(void **state)
{
	struct cvg_recovery r;
	struct cvg_session *s;
	char *copy;
	int in = dup(STDIN_FILENO);

	(void)state;
	assert_non_null(freopen("m.ll", "r", stdin));
	dies_after("-", "meld R1");
	dup2(in, STDIN_FILENO);
	close(in);
	unlink("m.ll");
	copy = journal_file(".bc");
	assert_non_null(copy);
	assert_true(cvg_journal_find(NULL, &r, NULL));
	assert_non_null(strstr(r.module, copy));
	/* The session that takes over has a copy of its own. */
	s = session_of(r.module);
	assert_true(cvg_journal_start(s, NULL));
	assert_null(strstr(cvg_journal_text(s), copy));
	cvg_recovery_forget(&r);
	cvg_recovery_done(&r);
	assert_int_equal(access(copy, F_OK), -1);
	free(copy);
	copy = journal_file(".bc");
	assert_non_null(copy);
	cvg_journal_end(s, false);
	assert_int_equal(access(copy, F_OK), -1);
	free(copy);
	cvg_session_free(s);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

UNIT_TESTS(journal_test)
{
	const struct CMUnitTest tests[] = {
		TEST(file_is_what_was_done),
		TEST(a_good_end_removes_it),
		TEST(header_has_the_state),
		TEST(no_folder_is_one_warning),
		TEST(full_disk_is_one_warning),
		TEST(the_dead_leave_theirs),
		TEST(the_living_keep_theirs),
		TEST(an_orphan_with_the_lock),
		TEST(half_a_line_never_was),
		TEST(nothing_done_is_nothing_to_recover),
		TEST(other_modules_are_left_alone),
		TEST(a_changed_module_is_refused),
		TEST(the_newest_of_several),
		TEST(odd_paths),
		TEST(standard_input_is_kept),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
