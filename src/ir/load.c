/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Loading: first in a child, which parses, verifies and asks the target
 * about the cpu; what survived is parsed again here.
 */
#include <llvm-c/Analysis.h>
#include <llvm-c/IRReader.h>

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "child.h"
#include "live.h"
#include "target.h"

#define MAX_INPUT ((size_t)1 << 30) /* bytes of a file worth trying */

/* What is to be parsed. Owner: cvg_module_load. */
struct input {
	const char *path; /* as the user gave it */
	const char *name; /* how LLVM calls the buffer: without folders */
	char *data;       /* NUL-terminated */
	size_t n;
	const struct cvg_target_options *opt;
};

/* ---- LLVM's complaints as one line ----------------------------------- */

/* Skip "NUMBER:" and return the number, or 0 and leave *at alone. */
static uint32_t
take_number(const char **at)
{
	char *end;
	unsigned long n = strtoul(*at, &end, 10);

	if (end == *at || *end != ':' || n > UINT32_MAX)
		return 0;
	*at = end + 1;
	return (uint32_t)n;
}

/* "NAME:3:5: error: expected type\n..." is "expected type" at 3, 5. */
static bool
fail_parse(const struct input *in, const char *msg, struct cvg_err *err)
{
	size_t n = strlen(in->name);
	uint32_t line, column;

	if (!strncmp(msg, in->name, n) && msg[n] == ':')
		msg += n + 1;
	line = take_number(&msg);
	column = take_number(&msg);
	msg += strspn(msg, " ");
	if (!strncmp(msg, "error: ", 7))
		msg += 7;
	cvg_fail(err, "%.*s", (int)strcspn(msg, "\n"), msg);
	if (err) {
		err->line = line;
		err->column = column;
	}
	return false;
}

/* The first complaint and the instruction it is about. */
static void
tidy_verifier_message(const char *msg, struct cvg_str *out)
{
	size_t n = strcspn(msg, "\n");
	const char *about = msg[n] ? msg + n + 1 : "";

	cvg_str_addn(out, msg, n);
	about += strspn(about, " ");
	n = strcspn(about, "\n");
	if (n > 0) {
		cvg_str_add(out, " (");
		cvg_str_addn(out, about, n);
		cvg_str_addc(out, ')');
	}
	cvg_one_line(out);
}

bool
cvg_module_verify(struct cvg_module *m, struct cvg_err *err)
{
	struct cvg_str line = { 0 };
	char *msg = NULL;
	bool ok = !LLVMVerifyModule(m->llvm, LLVMReturnStatusAction, &msg);

	if (!ok) {
		tidy_verifier_message(msg, &line);
		cvg_fail(err, "invalid IR: %s", cvg_str_of(&line));
		cvg_str_done(&line);
	}
	LLVMDisposeMessage(msg);
	return ok;
}

/* ---- parsing --------------------------------------------------------- */

/* A context that says nothing by itself; the first error goes to `at`. */
static void
keep_first_error(LLVMDiagnosticInfoRef info, void *at)
{
	struct cvg_str *first = at;
	char *text;

	if (LLVMGetDiagInfoSeverity(info) != LLVMDSError || first->n)
		return;
	text = LLVMGetDiagInfoDescription(info);
	cvg_str_add(first, text);
	LLVMDisposeMessage(text);
}

static struct cvg_module *
parse(const struct input *in, struct cvg_err *err)
{
	LLVMContextRef context = LLVMContextCreate();
	LLVMModuleRef llvm = NULL;
	struct cvg_module *m = NULL;
	struct cvg_str first = { 0 };
	char *msg = NULL;

	LLVMContextSetDiagnosticHandler(context, keep_first_error, &first);
	/* The reader takes the buffer over; the bytes stay ours. */
	if (LLVMParseIRInContext(context,
				 LLVMCreateMemoryBufferWithMemoryRange(
					 in->data, in->n, in->name, 1),
				 &llvm, &msg)) {
		fail_parse(in, first.n ? first.at : msg, err);
		LLVMContextDispose(context);
	} else {
		m = cvg_live_new(context, llvm);
	}
	LLVMDisposeMessage(msg);
	cvg_str_done(&first);
	return m;
}

/* Parse and resolve; what both the child and the parent do. */
static struct cvg_module *
parse_for_target(const struct input *in, struct cvg_err *err)
{
	struct cvg_module *m = parse(in, err);
	const char *name;
	size_t n;

	if (!m)
		return NULL;
	/* The file's name is not part of what it says. */
	name = LLVMGetSourceFileName(m->llvm, &n);
	LLVMSetModuleIdentifier(m->llvm, name, n);
	if (!cvg_target_resolve(m, in->opt, err)) {
		cvg_module_free(m);
		return NULL;
	}
	if (m->nfns == 0) {
		cvg_fail(err, "no function with a body");
		cvg_module_free(m);
		return NULL;
	}
	return m;
}

/* In the child: whatever could go wrong goes wrong here. */
static bool
examine(void *context, struct cvg_str *out, struct cvg_err *err)
{
	const struct input *in = context;
	struct cvg_module *m = parse_for_target(in, err);

	if (!m || !cvg_module_verify(m, err) || !cvg_target_machine(m, err))
		return false;
	cvg_str_add(out, m->cpu);
	return true;
}

/* The target says on standard error that it does not know a cpu. */
static bool
examine_apart(struct input *in, struct cvg_err *err)
{
	struct cvg_child child = {
		.who = "LLVM's reader",
		.object = " on this file",
		.seconds = 60 + (unsigned)(in->n >> 19),
		.work = examine,
		.context = in,
	};
	struct cvg_str cpu = { 0 }, said = { 0 };
	bool ok = cvg_child_run(&child, &cpu, &said, err);

	if (ok && strstr(cvg_str_of(&said), "is not a recognized processor"))
		ok = cvg_fail(err, "LLVM does not know the cpu '%s' for this "
				   "target", cvg_str_of(&cpu));
	cvg_str_done(&cpu);
	cvg_str_done(&said);
	return ok;
}

/* Name the file, and the place in it where LLVM told one. */
static bool
fail_in_file(const struct input *in, const struct cvg_err *why,
	     struct cvg_err *err)
{
	if (why->line)
		return cvg_fail(err, "%s:%u:%u: %s", in->path, why->line,
				why->column, why->msg);
	return cvg_fail(err, "%s: %s", in->path, why->msg);
}

/* ---- files ----------------------------------------------------------- */

static bool
read_input(struct input *in, struct cvg_err *err)
{
	struct stat st;
	bool is_stdin = !strcmp(in->path, "-");

	if (!is_stdin && stat(in->path, &st) == 0) {
		if (S_ISDIR(st.st_mode))
			return cvg_fail(err, "%s: is a directory", in->path);
		if (S_ISCHR(st.st_mode) || S_ISBLK(st.st_mode))
			return cvg_fail(err, "%s: is a device", in->path);
		if (S_ISREG(st.st_mode) && (uint64_t)st.st_size > MAX_INPUT)
			return cvg_fail(err, "%s: larger than %zu MiB",
					in->path, MAX_INPUT >> 20);
	}
	if (!cvg_file_read(in->path, &in->data, &in->n, err))
		return false;
	if (is_stdin)
		in->path = "standard input";
	if (in->n > MAX_INPUT)
		return cvg_fail(err, "%s: larger than %zu MiB", in->path,
				MAX_INPUT >> 20);
	if (in->n == 0)
		return cvg_fail(err, "%s: is empty", in->path);
	return true;
}

static const char *
without_folders(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

bool
cvg_module_load(const char *path, const struct cvg_target_options *opt,
		struct cvg_module **out, struct cvg_err *err)
{
	struct input in = { .path = path, .opt = opt };
	struct cvg_err why = { 0 };

	*out = NULL;
	in.name = !strcmp(path, "-") ? "stdin" : without_folders(path);
	if (!read_input(&in, err)) {
		free(in.data);
		return false;
	}
	if (examine_apart(&in, &why))
		*out = parse_for_target(&in, &why);
	free(in.data);
	return *out || fail_in_file(&in, &why, err);
}

bool
cvg_module_revive(const void *bitcode, size_t n,
		  const struct cvg_target_options *opt,
		  struct cvg_module **out, struct cvg_err *err)
{
	struct input in = { .name = "revision", .n = n, .opt = opt };

	in.data = cvg_alloc(n + 1); /* LLVM wants a NUL behind the bytes */
	memcpy(in.data, bitcode, n);
	in.data[n] = '\0';
	*out = parse_for_target(&in, err);
	free(in.data);
	return *out != NULL;
}
