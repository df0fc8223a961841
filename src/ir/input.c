/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Files of IR: reading a file, parsing it, and putting LLVM's complaints about
 * it in one line.
 */
#include "input.h"

#include <llvm-c/BitReader.h>
#include <llvm-c/IRReader.h>

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define MAX_INPUT ((size_t)1 << 30) /* bytes of the largest file accepted */

/* ---- LLVM's complaints as one line ----------------------------------- */

/* Skip "NUMBER:" and return the number; else return 0 and do not move *at. */
static uint32_t take_number(const char **at)
{
	char *end;
	unsigned long n = strtoul(*at, &end, 10);

	if (end == *at || *end != ':' || n > UINT32_MAX)
		return 0;
	*at = end + 1;
	return (uint32_t)n;
}

/* Turn "NAME:3:5: error: expected type\n..." into the message "expected type"
 * at line 3, column 5. */
static bool fail_parse(const struct cvg_input *in, const char *msg,
		       struct cvg_err *err)
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

bool cvg_input_fail(const struct cvg_input *in, const struct cvg_err *why,
		    struct cvg_err *err)
{
	if (why->line)
		return cvg_fail(err, "%s:%u:%u: %s", in->path, why->line,
				why->column, why->msg);
	return cvg_fail(err, "%s: %s", in->path, why->msg);
}

/* ---- parsing --------------------------------------------------------- */

/* Handler of a context's diagnostics: keeps the first error in the string
 * `at`, and prints nothing. */
static void keep_first_error(LLVMDiagnosticInfoRef info, void *at)
{
	struct cvg_str *first = at;
	char *text;

	if (LLVMGetDiagInfoSeverity(info) != LLVMDSError || first->n)
		return;
	text = LLVMGetDiagInfoDescription(info);
	cvg_str_add(first, text);
	LLVMDisposeMessage(text);
}

static bool is_bitcode(const struct cvg_input *in)
{
	static const uint8_t raw[4] = {'B', 'C', 0xc0, 0xde};
	static const uint8_t wrapped[4] = {0xde, 0xc0, 0x17, 0x0b};

	return in->n >= sizeof raw && (!memcmp(in->data, raw, sizeof raw) ||
				       !memcmp(in->data, wrapped, sizeof raw));
}

/* Parse what stands outside of functions; LLVM reads a body when it is asked
 * for. */
static LLVMModuleRef open_bitcode(LLVMContextRef context,
				  LLVMMemoryBufferRef buffer)
{
	LLVMModuleRef llvm;

	if (!LLVMGetBitcodeModuleInContext2(context, buffer, &llvm))
		return llvm;
	LLVMDisposeMemoryBuffer(buffer);
	return NULL;
}

static LLVMModuleRef parse(const struct cvg_input *in, LLVMContextRef context,
			   bool lazily, struct cvg_err *err)
{
	LLVMDiagnosticHandler before = LLVMContextGetDiagnosticHandler(context);
	void *at = LLVMContextGetDiagnosticContext(context);
	/* LLVM's reader owns the buffer; `in` still owns the bytes. */
	LLVMMemoryBufferRef buffer = LLVMCreateMemoryBufferWithMemoryRange(
		in->data, in->n, in->name, 1);
	LLVMModuleRef llvm = NULL;
	struct cvg_str first = {0};
	char *msg = NULL;

	LLVMContextSetDiagnosticHandler(context, keep_first_error, &first);
	if (lazily && is_bitcode(in))
		llvm = open_bitcode(context, buffer);
	else if (LLVMParseIRInContext(context, buffer, &llvm, &msg))
		llvm = NULL;
	if (!llvm)
		fail_parse(
			in,
			first.n ? first.at
			: msg	? msg
			      : "LLVM cannot read the file and gives no reason",
			err);
	LLVMContextSetDiagnosticHandler(context, before, at);
	LLVMDisposeMessage(msg);
	cvg_str_done(&first);
	return llvm;
}

LLVMModuleRef cvg_input_parse(const struct cvg_input *in,
			      LLVMContextRef context, struct cvg_err *err)
{
	return parse(in, context, false, err);
}

LLVMModuleRef cvg_input_open(const struct cvg_input *in, LLVMContextRef context,
			     struct cvg_err *err)
{
	return parse(in, context, true, err);
}

/* ---- files ----------------------------------------------------------- */

static bool read_input(struct cvg_input *in, struct cvg_err *err)
{
	struct stat st;
	bool is_stdin = !strcmp(in->path, "-");

	if (!is_stdin && stat(in->path, &st) == 0) {
		if (S_ISDIR(st.st_mode))
			return cvg_fail(err, "%s: cannot read a directory",
					in->path);
		if (S_ISCHR(st.st_mode) || S_ISBLK(st.st_mode))
			return cvg_fail(err, "%s: cannot read a device",
					in->path);
		if (S_ISREG(st.st_mode) && (uint64_t)st.st_size > MAX_INPUT)
			return cvg_fail(err,
					"%s: the file is larger than %zu MiB, "
					"the limit for a module",
					in->path, MAX_INPUT >> 20);
	}
	if (!cvg_file_read(in->path, &in->data, &in->n, err))
		return false;
	if (is_stdin)
		in->path = "standard input";
	if (in->n > MAX_INPUT)
		return cvg_fail(err,
				"%s: the file is larger than %zu MiB, the "
				"limit for a module",
				in->path, MAX_INPUT >> 20);
	if (in->n == 0)
		return cvg_fail(err, "%s: the file is empty", in->path);
	return true;
}

static const char *without_folders(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

bool cvg_input_read(struct cvg_input *in, const char *path, struct cvg_err *err)
{
	*in = (struct cvg_input){.path = path};
	in->name = !strcmp(path, "-") ? "stdin" : without_folders(path);
	if (read_input(in, err))
		return true;
	cvg_input_done(in);
	return false;
}

bool cvg_input_take(struct cvg_input *in, const char *name, const void *bytes,
		    size_t n, struct cvg_err *err)
{
	*in = (struct cvg_input){
		.path = name, .name = without_folders(name), .n = n};
	if (n == 0 || n > MAX_INPUT)
		return cvg_fail(err, "%s: the module has %zu bytes", name, n);
	in->data = cvg_alloc(n + 1); /* LLVM needs a NUL after the bytes */
	memcpy(in->data, bytes, n);
	in->data[n] = '\0';
	return true;
}

void cvg_input_done(struct cvg_input *in)
{
	free(in->data);
	in->data = NULL;
}
