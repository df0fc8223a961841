/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Runs ptxas: found in PATH, else where NVIDIA's toolkit is installed. */
#include "ptxas.h"

#include "tool.h"

#include <stdio.h>
#include <string.h>

/* Fail with the first line that ptxas said, "ptxas fatal   : WHY". */
static bool fail_said(int status, const struct cvg_str *said,
		      struct cvg_err *err)
{
	const char *why = cvg_str_of(said);

	if (status == CVG_TOOL_MISSING)
		return cvg_fail(err, "ptxas is not installed");
	if (status < 0 && !said->n)
		return cvg_fail(err, "ptxas cannot be started");
	if (strchr(why, ':'))
		why = strchr(why, ':') + 1;
	why += strspn(why, " ");
	return cvg_fail(err, "ptxas refuses it: %.*s", (int)strcspn(why, "\n"),
			why);
}

/* Code without a kernel is not left out only if it may be linked. The code of a
 * kernel would be another then. */
bool cvg_ptxas(const char *cpu, const struct cvg_str *ptx,
	       struct cvg_str *cubin, struct cvg_str *said, struct cvg_err *err)
{
	char program[] = "ptxas", lines[] = "-lineinfo", talk[] = "-v";
	char in[] = "/dev/fd/0", to[] = "-o", out[] = "/dev/fd/1";
	char linkable[] = "-c", arch[64];
	bool has_kernel = strstr(cvg_str_of(ptx), ".entry") != NULL;
	char *const args[] = {
		program, arch, lines, talk,
		in,	 to,   out,   has_kernel ? NULL : linkable,
		NULL};
	const struct cvg_tool ptxas = {
		.args = args, .usual = "/usr/local/cuda/bin/ptxas", .in = ptx};
	size_t before = cubin->n;
	int status;

	snprintf(arch, sizeof arch, "-arch=%s", cpu);
	status = cvg_tool_run(&ptxas, cubin, said);
	if (status == 0)
		return true;
	cubin->n = before;
	return fail_said(status, said, err);
}
