/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The program that users start. It answers --help, --version and a wrong command
 * line itself, and becomes reconverge-main (main.c) for everything else. It does
 * not link LLVM, whose libraries take longer to load than these answers and all
 * else that it does: 13 ms of 14.
 */
#include "reconverge/base.h"
#include "reconverge/cmd.h"
#include "reconverge/ir.h"
#include "reconverge/libexec.h"
#include "reconverge/options.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#ifndef PACKAGE_VERSION
#define PACKAGE_VERSION "0.1.0"
#endif

static void add_version(struct cvg_str *out)
{
	cvg_str_addf(out,
		     "reconverge " PACKAGE_VERSION "\n"
		     "Built with LLVM %s.\n"
		     "License: Apache 2.0 with LLVM exceptions "
		     "<https://llvm.org/LICENSE.txt>.\n"
		     "This is free software: you are free to change and "
		     "redistribute it.\n"
		     "With GNU readline, the whole program is under the GNU "
		     "GPL, version 3 or later.\n"
		     "There is NO WARRANTY, to the extent permitted by law.\n",
		     cvg_llvm_version());
}

/* Print the text. A reader that left the pipe is not reported. */
static int print(struct cvg_str *take_text)
{
	bool ok;

	signal(SIGPIPE, SIG_IGN);
	signal(SIGXFSZ, SIG_IGN); /* a write then fails with EFBIG */
	ok = fwrite(take_text->at, 1, take_text->n, stdout) == take_text->n &&
	     fflush(stdout) == 0;
	cvg_str_done(take_text);
	if (ok)
		return CVG_OK;
	if (errno != EPIPE)
		fprintf(stderr, "reconverge: standard output: %s\n",
			strerror(errno));
	return CVG_ERROR;
}

static int become_main(char **argv)
{
	struct cvg_str path = {0};

	cvg_libexec_add(&path, "reconverge-main");
	execv(path.at, argv);
	fprintf(stderr, "reconverge: %s: cannot be started: %s\n", path.at,
		strerror(errno));
	cvg_str_done(&path);
	return CVG_ERROR;
}

static int start(const struct cvg_options *options, char **argv)
{
	struct cvg_str text = {0};

	if (!options->help && !options->version)
		return become_main(argv);
	if (options->help)
		cvg_options_help(&text);
	else
		add_version(&text);
	return print(&text);
}

int main(int argc, char **argv)
{
	struct cvg_options options;
	struct cvg_err err;
	int status = CVG_ERROR;

	if (cvg_options_parse(&options, argc, argv, &err))
		status = start(&options, argv);
	else
		fprintf(stderr,
			"reconverge: %s\n"
			"Try 'reconverge --help' for more information.\n",
			err.msg);
	cvg_options_done(&options);
	return status;
}
