/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The same commands in each kernel of a module. */
#include "reconverge/sweep.h"

#include "call.h"

#include "reconverge/graph.h"
#include "reconverge/score.h"
#include "reconverge/session.h"

#include <stdlib.h>
#include <unistd.h>

struct names {
	char **at; /* n owned strings */
	size_t n, cap;
};

/* The kernels, or in a library, the functions that diverge. */
static void list_names(struct cvg_session *s, struct names *out)
{
	uint32_t n = cvg_session_nfunctions(s);
	struct cvg_bits kernels, divergent;

	cvg_bits_init(&kernels, n);
	cvg_bits_init(&divergent, n);
	cvg_session_all_fns(s, CVG_NONE);
	for (uint32_t f = 0; f < n; f++) {
		struct cvg_score score;

		if (cvg_session_score_of(s, f, &score)->kind == CVG_FN_KERNEL)
			cvg_bits_add(&kernels, f);
		if (score.divergent)
			cvg_bits_add(&divergent, f);
	}
	for (uint32_t f = 0; f < n; f++) {
		char *name;

		if (!cvg_bits_has(cvg_bits_count(&kernels) ? &kernels
							   : &divergent,
				  f))
			continue;
		name = cvg_strdup(cvg_session_function_name(s, f));
		cvg_push(out, name);
	}
	cvg_bits_done(&kernels);
	cvg_bits_done(&divergent);
}

/* Select the function that has the code of the kernel in focus: the kernel, unless all
 * that it does is to call that function, as clang's kernels of OpenCL C for NVPTX do. */
static void enter_body(struct cvg_session *s)
{
	cvg_session_focus_at(s, cvg_session_body(s, cvg_session_function(s)));
}

/* KERNEL.launch.json beside the module. */
static char *launch_of(const char *module, const char *kernel)
{
	const char *slash = strrchr(module, '/');
	struct cvg_str path = {0};

	if (slash)
		cvg_str_addn(&path, module, (size_t)(slash - module) + 1);
	cvg_str_addf(&path, "%s.launch.json", kernel);
	return cvg_str_take(&path);
}

/* Run the command with this one word, and print nothing unless it fails. */
static bool run_quietly(struct cvg_shell *sh, const char *verb,
			const char *word)
{
	struct cvg_str line = {0};
	bool ok;

	cvg_str_addf(&line, "%s ", verb);
	cvg_quote_always(&line, word);
	sh->replay = true;
	ok = cvg_shell_run_text(sh, "--kernels", line.at);
	sh->replay = false;
	cvg_str_done(&line);
	return ok;
}

static bool enter(struct cvg_shell *sh, const char *kernel)
{
	char *launch = launch_of(cvg_session_path(sh->session), kernel);
	bool ok = run_quietly(sh, "function", kernel) &&
		  (access(launch, F_OK) != 0 ||
		   run_quietly(sh, "launch", launch));

	if (ok)
		enter_body(sh->session);
	free(launch);
	return ok;
}

bool cvg_kernels_run(struct cvg_shell *sh,
		     bool (*run)(struct cvg_shell *shell, void *context),
		     void *context)
{
	struct names names = {.n = 0};
	bool ok = true;

	list_names(sh->session, &names);
	for (size_t i = 0; i < names.n; i++) {
		sh->kernel = names.at[i];
		if (!sh->quit && !sh->closed && !sh->interrupted)
			ok = enter(sh, sh->kernel) && run(sh, context) && ok;
	}
	sh->kernel = NULL;
	for (size_t i = 0; i < names.n; i++)
		free(names.at[i]);
	free(names.at);
	return ok;
}
