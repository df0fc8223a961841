/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * write_modules CPU FILE...: load each for that cpu, read it back as a
 * revision is, and write that as N.CPU.ll, .bc, .s and (AMDGPU) .o here; N
 * counts the files from 0. Says "N FILE" for each. For write.sh.
 */
#include "reconverge/ir.h"

#include <stdio.h>
#include <stdlib.h>

static bool write_all(struct cvg_module *m, int n, const char *cpu,
		      struct cvg_err *err)
{
	static const char *const suffix[] = {".ll", ".bc", ".s", ".o"};
	size_t nsuffix = cvg_module_target(m) == CVG_NVPTX ? 3 : 4;
	bool ok = true;

	for (size_t i = 0; i < nsuffix && ok; i++) {
		struct cvg_str path = {0};
		enum cvg_emit kind;

		cvg_str_addf(&path, "%d.%s%s", n, cpu, suffix[i]);
		ok = cvg_emit_of_path(path.at, &kind) &&
		     cvg_module_write(m, path.at, kind, 120, err);
		cvg_str_done(&path);
	}
	return ok;
}

static bool write_revived(struct cvg_module *m,
			  const struct cvg_target_options *opt, int n,
			  struct cvg_err *err)
{
	struct cvg_module *back = NULL;
	void *bitcode;
	size_t len;
	bool ok;

	cvg_module_bitcode(m, &bitcode, &len);
	ok = cvg_module_revive(bitcode, len, opt, &back, err) &&
	     cvg_module_verify(back, err) && write_all(back, n, opt->cpu, err);
	free(bitcode);
	cvg_module_free(back);
	return ok;
}

int main(int argc, char **argv)
{
	for (int i = 2; i < argc; i++) {
		struct cvg_target_options opt = {.cpu = argv[1]};
		struct cvg_err err = {0};
		struct cvg_module *m;
		bool ok = cvg_module_load(argv[i], &opt, &m, &err);

		if (ok)
			ok = write_revived(m, &opt, i - 2, &err);
		if (!ok) {
			fprintf(stderr, "%s\n", err.msg);
			return 1;
		}
		cvg_module_free(m);
		printf("%d %s\n", i - 2, argv[i]);
	}
	return 0;
}
