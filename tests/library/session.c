/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The C interface: what each call answers, and that a session leaves its process
 * as it was: signals, mask, limits, locale, open files, children, and nothing
 * on the standard streams. Prints TAP.
 */
#include <reconverge.h>

#include <llvm-c/BitReader.h>
#include <llvm-c/Core.h>

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static FILE *out; /* the TAP; standard output is a file */
static int points;

static void ok(bool good, const char *what)
{
	fprintf(out, "%sok %d - %s\n", good ? "" : "not ", ++points, what);
}

static const char sample[] = "dct_quant.amdgcn.ll";

static void add_sample(char *path, size_t n)
{
	snprintf(path, n, "%s/%s", getenv("SAMPLES"), sample);
}

static struct reconverge *open_sample(void)
{
	struct reconverge *s = reconverge_new();
	char path[4096];

	add_sample(path, sizeof path);
	if (reconverge_open(s, path) != RECONVERGE_OK)
		fputs(reconverge_message(s), out);
	return s;
}

/* ---- what the process is like ------------------------------------------ */

struct state {
	struct sigaction act[NSIG];
	sigset_t mask;
	struct rlimit limit[RLIM_NLIMITS];
	char locale[1024], folder[4096];
	int files;
	off_t printed;
};

static int count_files(void)
{
	DIR *folder = opendir("/proc/self/fd");
	int n = 0;

	while (folder && readdir(folder))
		n++;
	if (folder)
		closedir(folder);
	return n;
}

static void look(struct state *s)
{
	struct stat st;

	memset(s, 0, sizeof *s);
	for (int i = 1; i < NSIG; i++)
		sigaction(i, NULL, &s->act[i]);
	pthread_sigmask(SIG_SETMASK, NULL, &s->mask);
	for (int i = 0; i < RLIM_NLIMITS; i++)
		getrlimit((unsigned)i, &s->limit[i]);
	snprintf(s->locale, sizeof s->locale, "%s", setlocale(LC_ALL, NULL));
	if (!getcwd(s->folder, sizeof s->folder))
		s->folder[0] = '\0';
	s->files = count_files();
	fflush(stdout);
	fflush(stderr);
	fstat(STDOUT_FILENO, &st);
	s->printed = st.st_size;
	fstat(STDERR_FILENO, &st);
	s->printed += st.st_size;
}

static bool same_actions(const struct state *a, const struct state *b)
{
	for (int i = 1; i < NSIG; i++)
		if (a->act[i].sa_handler != b->act[i].sa_handler ||
		    a->act[i].sa_flags != b->act[i].sa_flags)
			return false;
	return true;
}

static void compare(const struct state *a, const struct state *b)
{
	ok(same_actions(a, b), "handlers of signals");
	ok(!memcmp(&a->mask, &b->mask, sizeof a->mask), "blocked signals");
	ok(!memcmp(a->limit, b->limit, sizeof a->limit), "limits");
	ok(!strcmp(a->locale, b->locale), "the locale");
	ok(uselocale((locale_t)0) == LC_GLOBAL_LOCALE,
	   "the locale of the thread");
	ok(!strcmp(a->folder, b->folder), "the working directory");
	ok(a->files == b->files, "open files");
	ok(a->printed == b->printed, "nothing was printed");
	ok(waitpid(-1, NULL, WNOHANG) == -1 && errno == ECHILD,
	   "no child is left");
}

/* ---- one session ------------------------------------------------------- */

static void test_faults(void)
{
	struct reconverge *s = reconverge_new();

	ok(reconverge_open(s, "missing.ll") == RECONVERGE_ERROR &&
		   strstr(reconverge_message(s), "missing.ll"),
	   "a file that is not there");
	ok(reconverge_open_memory(s, "bad.ll", "define x", 8) ==
			   RECONVERGE_ERROR &&
		   strstr(reconverge_message(s), "bad.ll:1:"),
	   "a text that is no module");
	ok(reconverge_run(s, "darm") == RECONVERGE_ERROR &&
		   strstr(reconverge_message(s),
			  "no module is loaded; open one first"),
	   "a command without a module");
	ok(reconverge_functions(s) == 0 && !reconverge_function(s, 0),
	   "no functions without a module");
	reconverge_free(s);
	s = open_sample();
	ok(reconverge_run(s, "melt") == RECONVERGE_ERROR &&
		   strstr(reconverge_message(s), "meld"),
	   "a command that is misspelt");
	ok(reconverge_run(s, "write -") == RECONVERGE_ERROR,
	   "standard output is not written");
	ok(reconverge_write(s, "x.txt") == RECONVERGE_ERROR,
	   "a file without a suffix of a format");
	ok(reconverge_json(s, "melt") == RECONVERGE_ERROR &&
		   strstr(reconverge_text(s), "\"ok\": false"),
	   "a failure as JSON");
	ok(reconverge_open(s, NULL) == RECONVERGE_ERROR &&
		   reconverge_open_memory(s, NULL, "x", 1) ==
			   RECONVERGE_ERROR &&
		   reconverge_open_memory(s, "x", NULL, 0) ==
			   RECONVERGE_ERROR &&
		   reconverge_open_module(s, "x", NULL) == RECONVERGE_ERROR &&
		   reconverge_run(s, NULL) == RECONVERGE_ERROR &&
		   reconverge_focus(s, NULL) == RECONVERGE_ERROR &&
		   reconverge_act(s, NULL) == RECONVERGE_ERROR &&
		   reconverge_write(s, NULL) == RECONVERGE_ERROR &&
		   strstr(reconverge_message(s), "NULL") &&
		   reconverge_functions(s) == 2,
	   "NULL is an error");
	reconverge_free(s);
	reconverge_free(NULL);
}

static void test_target(void)
{
	struct reconverge *s = reconverge_new();
	char path[4096];

	add_sample(path, sizeof path);
	reconverge_target(s, "nvptx64-nvidia-cuda", NULL);
	ok(reconverge_open(s, path) == RECONVERGE_ERROR,
	   "a triple of another target");
	reconverge_target(s, NULL, "gfx90a");
	ok(reconverge_open(s, path) == RECONVERGE_OK &&
		   reconverge_json(s, "functions") == RECONVERGE_OK &&
		   strstr(reconverge_text(s), "\"gfx90a\""),
	   "a cpu");
	reconverge_free(s);
}

static void test_work(void)
{
	struct reconverge *s = open_sample();
	const char *bytes;
	size_t n;

	ok(reconverge_functions(s) == 2 &&
		   !strcmp(reconverge_function(s, 0), "dct_quant") &&
		   !reconverge_function(s, 2),
	   "functions");
	ok(reconverge_focus(s, "dct_quant") == RECONVERGE_OK, "focus");
	ok(reconverge_candidates(s) == RECONVERGE_OK &&
		   strstr(reconverge_text(s), "\"net\""),
	   "candidates");
	ok(reconverge_preview(s, "darm") == RECONVERGE_OK &&
		   !reconverge_changed(s, 0),
	   "a preview changes nothing");
	ok(reconverge_act(s, "darm") == RECONVERGE_OK &&
		   reconverge_changed(s, 0) && !reconverge_changed(s, 1),
	   "a step changes its function");
	ok(reconverge_check(s) == RECONVERGE_OK, "the step is the same");
	ok(reconverge_run(s, "expect divergent == 1") == RECONVERGE_NO,
	   "an answer that is no");
	ok(reconverge_write_memory(s, ".ll", &bytes, &n) == RECONVERGE_OK &&
		   strlen(bytes) == n && strstr(bytes, "@dct_quant"),
	   "the text of the module");
	ok(reconverge_run(s, "journal kept.rcv") == RECONVERGE_OK &&
		   reconverge_run(s, "undo\nsource-file kept.rcv") ==
			   RECONVERGE_NO && /* of expect */
		   reconverge_changed(s, 0),
	   "its journal does the same again");
	reconverge_free(s);
}

static bool refuse(void *context, const char *what, double done)
{
	(void)done;
	*(bool *)context = !strcmp(what, "check");
	return false;
}

static void test_tick(void)
{
	struct reconverge *s = open_sample();
	bool asked = false;

	reconverge_run(s, "darm");
	reconverge_on_tick(s, refuse, &asked);
	ok(reconverge_check(s) == RECONVERGE_INTERRUPTED && asked,
	   "a tick ends a command");
	reconverge_on_tick(s, NULL, NULL);
	ok(reconverge_check(s) == RECONVERGE_OK, "and the next one runs");
	reconverge_free(s);
}

static void test_llvm(void)
{
	LLVMContextRef context = LLVMContextCreate();
	struct reconverge *s = open_sample(), *t = reconverge_new();
	LLVMModuleRef module = NULL, again = NULL;

	ok(reconverge_write_module(s, context, &module) == RECONVERGE_OK &&
		   LLVMGetNamedFunction(module, "dct_quant"),
	   "a module for the caller");
	ok(reconverge_open_module(t, "mine", module) == RECONVERGE_OK &&
		   reconverge_act(t, "darm") == RECONVERGE_OK &&
		   reconverge_write_module(t, context, &again) ==
			   RECONVERGE_OK &&
		   again != module,
	   "a module of the caller");
	LLVMDisposeModule(module);
	LLVMDisposeModule(again);
	reconverge_free(s);
	reconverge_free(t);
	LLVMContextDispose(context);
}

/* ---- two at once ------------------------------------------------------- */

static void *work(void *at)
{
	struct reconverge *s = open_sample();
	char **text = at;

	if (reconverge_run(s, "darm\ncheck") == RECONVERGE_OK)
		*text = strdup(reconverge_text(s));
	reconverge_free(s);
	return NULL;
}

static void test_threads(void)
{
	pthread_t thread[2];
	char *text[2] = {NULL, NULL};

	for (int i = 0; i < 2; i++)
		pthread_create(&thread[i], NULL, work, &text[i]);
	for (int i = 0; i < 2; i++)
		pthread_join(thread[i], NULL);
	ok(text[0] && text[1] && !strcmp(text[0], text[1]),
	   "two threads, two sessions, one answer");
	free(text[0]);
	free(text[1]);
}

int main(void)
{
	struct state before, after;
	int to = open("printed", O_RDWR | O_CREAT | O_TRUNC, 0600);

	out = fdopen(dup(STDOUT_FILENO), "w");
	dup2(to, STDOUT_FILENO);
	dup2(to, STDERR_FILENO);
	signal(SIGPIPE, SIG_DFL);
	setlocale(LC_ALL, "");
	reconverge_free(open_sample()); /* what LLVM opens once stays open */
	look(&before);
	ok(reconverge_api() == RECONVERGE_API && *reconverge_version() &&
		   *reconverge_llvm_version(),
	   "versions");
	test_faults();
	test_target();
	test_work();
	test_tick();
	test_llvm();
	test_threads();
	look(&after);
	compare(&before, &after);
	fprintf(out, "1..%d\n", points);
	fclose(out);
	return 0;
}
