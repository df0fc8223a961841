/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Runs ptxas: $RECONVERGE_PTXAS, else the one in PATH, else that of NVIDIA's toolkit at
 * its usual place.
 */
#include "ptxas.h"

#include "tool.h"

#include "reconverge/mcode.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define USUAL "/usr/local/cuda/bin/ptxas"

static const char *program(void)
{
	const char *named = getenv("RECONVERGE_PTXAS");

	return named && *named ? named : "ptxas";
}

static const char *usual(void)
{
	return strcmp(program(), "ptxas") ? NULL : USUAL;
}

/* ptxas asks for much memory in small pieces, of which the kernel's part takes a fifth of
 * its time, or a third of what it takes for a kernel that does nothing. */
#define TUNABLES                                                \
	"glibc.malloc.hugetlb=1:glibc.malloc.top_pad=33554432:" \
	"glibc.malloc.mmap_threshold=1073741824"

static const char *const options[] = {"-lineinfo", "-v", "/dev/fd/0", "-o",
				      "/dev/fd/1"};

static int run(struct cvg_argv *words, const struct cvg_str *in,
	       struct cvg_str *out, struct cvg_str *said)
{
	const struct cvg_tool ptxas = {.args = cvg_argv_list(words),
				       .tunables = TUNABLES,
				       .usual = usual(),
				       .in = in};
	int status = cvg_tool_run(&ptxas, out, said);

	cvg_argv_done(words);
	return status;
}

/* ---- is it there? -------------------------------------------------------- */

static bool is_in_path(const char *name)
{
	const char *at = getenv("PATH");
	struct cvg_str path = {0};
	bool found = false;

	while (at && *at && !found) {
		size_t n = strcspn(at, ":");

		cvg_str_clear(&path);
		cvg_str_addf(&path, "%.*s/%s", (int)n, at, name);
		found = access(path.at, X_OK) == 0;
		at += n + (at[n] == ':');
	}
	cvg_str_done(&path);
	return found;
}

bool cvg_ptxas_is_there(void)
{
	const char *name = program();

	if (strchr(name, '/'))
		return access(name, X_OK) == 0;
	return is_in_path(name) || (usual() && access(usual(), X_OK) == 0);
}

/* ---- which processors it knows ------------------------------------------- */

/* The number in "sm_90a"; 0: there is none. */
static unsigned long number_of(const char *cpu)
{
	return strncmp(cpu, "sm_", 3) ? 0 : strtoul(cpu + 3, NULL, 10);
}

/* Volta: the code of older processors has another form (cubin.c). */
#define OLDEST 70

/* Of the processors that stand in quotes in the text: `cpu`, else the oldest one
 * behind it whose code can be read. */
static void choose(const char *text, const char *cpu, struct cvg_str *out)
{
	struct cvg_str quoted = {0};
	unsigned long best = 0;

	cvg_str_addf(&quoted, "'%s'", cpu);
	if (number_of(cpu) < OLDEST || !strstr(text, quoted.at))
		while ((text = strstr(text, "'sm_"))) {
			unsigned long number = number_of(++text);

			if (number > number_of(cpu) && number >= OLDEST &&
			    (!best || number < best))
				best = number;
		}
	cvg_str_done(&quoted);
	if (best)
		cvg_str_addf(out, "sm_%lu", best);
	else
		cvg_str_add(out, cpu);
}

static void find_cpu(const char *cpu, struct cvg_str *out)
{
	struct cvg_str text = {0}, said = {0};
	struct cvg_argv words = {0};

	cvg_argv_add(&words, program());
	cvg_argv_add(&words, "--help");
	run(&words, NULL, &text, &said);
	choose(cvg_str_of(&text), cpu, out);
	cvg_str_done(&text);
	cvg_str_done(&said);
}

/* ---- assembling ------------------------------------------------------------ */

/* Only code that may be linked can have no kernel, or call what is not there. Other
 * kernels are not assembled so, because their code would be another then. */
static bool must_be_linked(const char *ptx)
{
	return !strstr(ptx, ".entry") || strstr(ptx, ".extern .func");
}

/* The PTX with the version that an older ptxas says is its own: most code does not
 * need the one that it was compiled for. False: ptxas refused it for another reason.
 * "Unsupported .version 8.8; current version is '7.8'" */
static bool date_back(const struct cvg_str *ptx, const char *said,
		      struct cvg_str *out)
{
	static const char key[] = "current version is '";
	const char *own = strstr(said, key), *at, *end;

	at = own ? strstr(cvg_str_of(ptx), ".version ") : NULL;
	if (!at)
		return false;
	own += sizeof key - 1;
	end = at + strcspn(at, "\n");
	cvg_str_addf(out, "%.*s.version %.*s%s", (int)(at - cvg_str_of(ptx)),
		     cvg_str_of(ptx), (int)strcspn(own, "'"), own, end);
	return true;
}

/* Run ptxas; returns its exit status. */
static int start(const char *cpu, const struct cvg_str *ptx,
		 struct cvg_str *cubin, struct cvg_str *said)
{
	struct cvg_argv words = {0};

	cvg_argv_add(&words, program());
	cvg_argv_addf(&words, "-arch=%s", cpu);
	for (size_t i = 0; i < sizeof options / sizeof *options; i++)
		cvg_argv_add(&words, options[i]);
	if (must_be_linked(cvg_str_of(ptx)))
		cvg_argv_add(&words, "-c");
	return run(&words, ptx, cubin, said);
}

bool cvg_ptxas(const char *cpu, const struct cvg_str *ptx,
	       struct cvg_str *cubin, struct cvg_str *said, struct cvg_err *err)
{
	size_t before = cubin->n;
	int status = start(cpu, ptx, cubin, said);
	struct cvg_str older = {0};

	if (status > 0 && date_back(ptx, cvg_str_of(said), &older)) {
		cubin->n = before;
		cvg_str_clear(said);
		status = start(cpu, &older, cubin, said);
	}
	cvg_str_done(&older);
	if (status == 0)
		return true;
	cubin->n = before;
	return cvg_tool_fail("ptxas", status, said, err);
}

/* The oldest one that CUDA 13 knows. Where an older one is refused, it is tried before
 * ptxas is asked for all that it knows, which takes it as long as a small kernel. */
#define NEXT "sm_75"

static bool is_unknown(const struct cvg_err *why)
{
	return strstr(why->msg, "'gpu-name'");
}

/* Take another cpu than that of the code, which was refused; false: there is none, or
 * it was taken. */
static bool take_other(const char *cpu, struct cvg_str *taken,
		       const struct cvg_err *why)
{
	bool first = strcmp(taken->at, cpu) == 0;
	bool next = first && is_unknown(why) && number_of(cpu) >= OLDEST &&
		    number_of(cpu) < number_of(NEXT);

	if (!first && (strcmp(taken->at, NEXT) != 0 || !is_unknown(why)))
		return false;
	cvg_str_clear(taken);
	if (next)
		cvg_str_add(taken, NEXT);
	else
		find_cpu(cpu, taken);
	return strcmp(taken->at, cpu) != 0;
}

static bool is_readable(const char *cpu)
{
	return strncmp(cpu, "sm_", 3) != 0 || number_of(cpu) >= OLDEST;
}

static bool assemble_for(const char *cpu, const struct cvg_str *ptx,
			 struct cvg_str *cubin, struct cvg_str *said,
			 struct cvg_err *err)
{
	if (!is_readable(cpu))
		return cvg_fail(err, cvg_ptxas_is_there()
					     ? "ptxas knows no processor whose "
					       "code can be read"
					     : "ptxas is not installed");
	return cvg_ptxas(cpu, ptx, cubin, said, err);
}

/* Assemble the text for that cpu, or for the one that ptxas takes in its place. */
static bool assemble(const char *cpu, struct cvg_str *taken,
		     const struct cvg_str *text, struct cvg_str *cubin,
		     struct cvg_str *said)
{
	struct cvg_err err = {0};
	bool ok;

	do {
		cvg_str_clear(said);
		ok = assemble_for(taken->at, text, cubin, said, &err);
	} while (!ok && take_other(cpu, taken, &err));
	if (!ok) {
		cvg_str_clear(said);
		cvg_str_add(said, err.msg);
	}
	return ok;
}

void cvg_ptxas_apart(const char *cpu, struct cvg_str *taken,
		     const struct cvg_str *ptx, struct cvg_str *cubin,
		     struct cvg_str *said)
{
	struct cvg_str text = {0};

	cvg_ptx_add_rolled(ptx, CVG_MCODE_SYMBOL, &text);
	assemble(cpu, taken, &text, cubin, said);
	cvg_str_done(&text);
}

bool cvg_ptxas_both(const char *cpu, struct cvg_str *taken,
		    const struct cvg_str ptx[2], struct cvg_str *cubin,
		    struct cvg_str *said)
{
	struct cvg_str text = {0}, other = {0};
	bool ok = must_be_linked(cvg_str_of(&ptx[0])) ==
			  must_be_linked(cvg_str_of(&ptx[1])) &&
		  cvg_ptx_add_other(&ptx[1], CVG_MCODE_SYMBOL, &ptx[0],
				    CVG_MCODE_OTHER, &other);

	if (ok) {
		cvg_ptx_add_rolled(&ptx[0], CVG_MCODE_SYMBOL, &text);
		cvg_ptx_add_rolled(&other, CVG_MCODE_OTHER, &text);
		ok = assemble(cpu, taken, &text, cubin, said);
	}
	if (!ok)
		cvg_str_clear(said);
	cvg_str_done(&text);
	cvg_str_done(&other);
	return ok;
}
