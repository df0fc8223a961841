/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Runs nvdisasm: $RECONVERGE_NVDISASM, else the one beside $RECONVERGE_PTXAS, else the one
 * in PATH, else that of NVIDIA's toolkit at its usual place.
 *
 * It gets bare instructions, not the cubin, so that one that is older than ptxas can read
 * what it knows of the processor: that of CUDA 11.8 refuses cubins of ptxas 13 as a whole,
 * and reads their code.
 */
#include "ptxas.h"

#include "tool.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define NAME  "nvdisasm"
#define USUAL "/usr/local/cuda/bin/" NAME

/* Append the path of the one beside the ptxas that the user names; false: there is
 * none. */
static bool add_neighbour(struct cvg_str *out)
{
	const char *ptxas = getenv("RECONVERGE_PTXAS");
	const char *slash = ptxas ? strrchr(ptxas, '/') : NULL;

	if (!slash)
		return false;
	cvg_str_addn(out, ptxas, (size_t)(slash + 1 - ptxas));
	cvg_str_add(out, NAME);
	if (access(out->at, X_OK) == 0)
		return true;
	cvg_str_clear(out);
	return false;
}

/* Append how it is called; true: it may also be at its usual place. */
static bool add_program(struct cvg_str *out)
{
	const char *named = getenv("RECONVERGE_NVDISASM");

	if (named && *named)
		cvg_str_add(out, named);
	else if (!add_neighbour(out))
		cvg_str_add(out, NAME);
	return !strcmp(out->at, NAME);
}

/* "sm_90a" is SM90a; with `plain`, SM90. */
static void add_processor(struct cvg_str *out, const char *cpu, bool plain)
{
	size_t digits = strlen(cpu);

	while (plain && digits && !isdigit((unsigned char)cpu[digits - 1]))
		digits--;
	cvg_str_addf(out, "SM%.*s", (int)digits - 3, cpu + 3);
}

static bool run(const char *cpu, bool plain, const struct cvg_str *code,
		struct cvg_str *listing, struct cvg_err *err)
{
	struct cvg_str program = {0}, processor = {0}, said = {0};
	bool usual = add_program(&program);
	struct cvg_argv words = {0};
	struct cvg_tool tool = {.usual = usual ? USUAL : NULL, .in = code};
	int status;

	add_processor(&processor, cpu, plain);
	cvg_argv_add(&words, program.at);
	cvg_argv_add(&words, "--binary");
	cvg_argv_add(&words, processor.at);
	cvg_argv_add(&words, "/dev/fd/0");
	tool.args = cvg_argv_list(&words);
	cvg_str_clear(listing);
	status = cvg_tool_run(&tool, listing, &said);
	if (status != 0)
		cvg_tool_fail(NAME, status, &said, err);
	cvg_argv_done(&words);
	cvg_str_done(&program);
	cvg_str_done(&processor);
	cvg_str_done(&said);
	return status == 0;
}

bool cvg_nvdisasm(const char *cpu, const struct cvg_str *code,
		  struct cvg_str *listing, struct cvg_err *err)
{
	if (strncmp(cpu, "sm_", 3) != 0)
		return cvg_fail(err, NAME " does not know %s", cpu);
	return run(cpu, false, code, listing, err) ||
	       (isalpha((unsigned char)cpu[strlen(cpu) - 1]) &&
		run(cpu, true, code, listing, err));
}
