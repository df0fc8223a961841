/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Takes LLVM IR of a device out of files that hold it: object files and programs
 * (sections .llvm.offloading, .llvmbc, .hip_fatbin), bundles of
 * clang-offload-bundler, images of llvm-offload-binary, archives. What is found
 * inside is looked into likewise.
 */
#include "forms.h"
#include "tool.h"

#include <llvm-c/BitReader.h>
#include <llvm-c/Object.h>
#include <llvm/Config/llvm-config.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DEEPEST 8 /* files within files */

/* A module that was found. */
struct piece {
	const char *at; /* lives as long as the input, or as hunt.owned */
	size_t n;
	char triple[64], cpu[64]; /* "" if unknown */
};

struct hunt {
	cvg_vec(struct piece) found;
	cvg_vec(char *) owned; /* bytes that were unpacked */
	enum cvg_form instead; /* what else is there, or CVG_NFORMS */
	unsigned depth;
};

static void look(struct hunt *hunt, const char *at, size_t n, const char *cpu);

/* ---- numbers and words of a file ---------------------------------------- */

static uint64_t number_at(const char *at)
{
	uint64_t v;

	memcpy(&v, at, sizeof v);
	return v;
}

/* Are n bytes from `from` on within `size`? */
static bool within(uint64_t from, uint64_t n, uint64_t size)
{
	return from <= size && n <= size - from;
}

/* The GPU in "hipv4-amdgcn-amd-amdhsa--gfx90a:xnack+": what follows the last '-',
 * without features. */
static void read_cpu(char *to, size_t size, const char *triple, size_t n)
{
	size_t from = n;

	while (from > 0 && triple[from - 1] != '-')
		from--;
	while (n > from && memchr(triple + from, ':', n - from))
		n--;
	snprintf(to, size, "%.*s", (int)(n - from), triple + from);
}

/* ---- modules ------------------------------------------------------------ */

/* The CPU that the first function with one names. */
static void read_target_cpu(LLVMModuleRef llvm, char *to, size_t size)
{
	for (LLVMValueRef f = LLVMGetFirstFunction(llvm); f && !*to;
	     f = LLVMGetNextFunction(f)) {
		LLVMAttributeRef a = LLVMGetStringAttributeAtIndex(
			f, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
			"target-cpu", 10);
		unsigned n = 0;
		const char *cpu = a ? LLVMGetStringAttributeValue(a, &n) : NULL;

		if (cpu)
			snprintf(to, size, "%.*s", (int)n, cpu);
	}
}

/* Keep the module, unless it is code of the host. */
static void look_at_module(struct hunt *hunt, const char *at, size_t n,
			   const char *cpu)
{
	LLVMContextRef context = LLVMContextCreate();
	struct cvg_input in = {.path = "", .name = "", .n = n};
	struct piece piece = {.at = at, .n = n};
	LLVMModuleRef llvm;

	in.data = cvg_alloc(n + 1);
	memcpy(in.data, at, n);
	in.data[n] = '\0';
	llvm = cvg_input_open(&in, context, NULL);
	if (llvm) {
		snprintf(piece.triple, sizeof piece.triple, "%s",
			 LLVMGetTarget(llvm));
		snprintf(piece.cpu, sizeof piece.cpu, "%s", cpu);
		if (!*cpu)
			read_target_cpu(llvm, piece.cpu, sizeof piece.cpu);
		LLVMDisposeModule(llvm);
	}
	if (!llvm || !strncmp(piece.triple, "amdgcn", 6) ||
	    !strncmp(piece.triple, "nvptx64", 7))
		cvg_push(&hunt->found, piece);
	cvg_input_done(&in);
	LLVMContextDispose(context);
}

/* ---- what holds modules ------------------------------------------------- */

/*
 * Images of llvm-offload-binary: a header of magic, version, size, and where the
 * entry is; the entry has the image and pairs of words, of which "arch" is the
 * GPU. Several of them follow each other.
 */
static void look_at_image(struct hunt *hunt, const char *at, size_t n)
{
	enum { HEADER = 32, ENTRY = 40, PAIR = 16 };
	uint64_t entry = number_at(at + 16), strings, nstrings, image, size;
	char cpu[64] = "";

	if (!within(entry, ENTRY, n))
		return;
	strings = number_at(at + entry + 8);
	nstrings = number_at(at + entry + 16);
	image = number_at(at + entry + 24);
	size = number_at(at + entry + 32);
	for (uint64_t i = 0; i < nstrings && i < 64; i++) {
		uint64_t key, value;

		if (!within(strings, (i + 1) * PAIR, n))
			return;
		key = number_at(at + strings + i * PAIR);
		value = number_at(at + strings + i * PAIR + 8);
		if (key < n && value < n &&
		    memchr(at + value, '\0', n - value) && within(key, 5, n) &&
		    !memcmp(at + key, "arch", 5))
			snprintf(cpu, sizeof cpu, "%s", at + value);
	}
	cpu[strcspn(cpu, ":")] = '\0';
	if (within(image, size, n))
		look(hunt, at + image, size, cpu);
}

static void look_at_images(struct hunt *hunt, const char *at, size_t n)
{
	while (n >= 32 && cvg_form_of(NULL, at, n) == CVG_FORM_IMAGES) {
		uint64_t size = number_at(at + 8);

		if (size < 32 || size > n)
			return;
		look_at_image(hunt, at, size);
		at += size;
		n -= size;
	}
}

/* A bundle: the magic, how many entries, and of each the offset, the size, and
 * its name, which says the triple and the GPU. */
static void look_at_bundle(struct hunt *hunt, const char *at, size_t n)
{
	enum { MAGIC = 24, ENTRY = 24 };
	uint64_t next = MAGIC + 8, left;

	if (n < next)
		return;
	for (left = number_at(at + MAGIC); left > 0; left--) {
		uint64_t offset, size, length;
		char cpu[64];

		if (!within(next, ENTRY, n))
			return;
		offset = number_at(at + next);
		size = number_at(at + next + 8);
		length = number_at(at + next + 16);
		next += ENTRY;
		if (!within(next, length, n) || !within(offset, size, n))
			return;
		read_cpu(cpu, sizeof cpu, at + next, length);
		if (size > 0 && strncmp(at + next, "host", 4) != 0)
			look(hunt, at + offset, size, cpu);
		next += length;
	}
}

/* Let clang-offload-bundler read the bundle. */
static bool run_bundler(const struct cvg_str *bundle, const char *verb,
			const char *targets, struct cvg_str *out)
{
	struct cvg_argv args = {0};
	struct cvg_str said = {0};
	struct cvg_tool tool = {.usual = CVG_LLVM_BINDIR
				"/clang-offload-bundler",
				.in = bundle};
	bool ok;

	cvg_argv_addf(&args, "clang-offload-bundler-%d", LLVM_VERSION_MAJOR);
	cvg_argv_add(&args, verb);
	cvg_argv_add(&args, "-type=bc");
	cvg_argv_add(&args, "-input=/dev/fd/0");
	if (targets) {
		cvg_argv_add(&args, targets);
		cvg_argv_add(&args, "-output=/dev/fd/1");
	}
	tool.args = cvg_argv_list(&args);
	ok = cvg_tool_run(&tool, out, &said) == 0 && out->n > 0;
	cvg_argv_done(&args);
	cvg_str_done(&said);
	return ok;
}

/* One entry of a compressed bundle. */
static void unbundle(struct hunt *hunt, const struct cvg_str *bundle,
		     const char *name, size_t n)
{
	struct cvg_str targets = {0}, out = {0};
	char cpu[64];

	cvg_str_addf(&targets, "-targets=%.*s", (int)n, name);
	read_cpu(cpu, sizeof cpu, name, n);
	if (run_bundler(bundle, "-unbundle", targets.at, &out)) {
		size_t size = out.n;
		char *bytes = cvg_str_take(&out);

		cvg_push(&hunt->owned, bytes);
		look(hunt, bytes, size, cpu);
	}
	cvg_str_done(&targets);
	cvg_str_done(&out);
}

static void look_at_packed_bundle(struct hunt *hunt, const char *at, size_t n)
{
	struct cvg_str bundle = {0}, list = {0};

	cvg_str_addn(&bundle, at, n);
	run_bundler(&bundle, "-list", NULL, &list);
	for (const char *p = cvg_str_of(&list); *p;) {
		size_t length = strcspn(p, "\n");

		if (length && strncmp(p, "host", 4) != 0)
			unbundle(hunt, &bundle, p, length);
		p += length + (p[length] == '\n');
	}
	cvg_str_done(&bundle);
	cvg_str_done(&list);
}

/* An archive: headers of 60 bytes, each with the size of its member as text. */
static void look_at_archive(struct hunt *hunt, const char *at, size_t n)
{
	enum { HEADER = 60, SIZE = 48 };
	size_t next = 8;

	while (within(next, HEADER, n)) {
		size_t size = strtoul(at + next + SIZE, NULL, 10);

		next += HEADER;
		if (!within(next, size, n))
			return;
		look(hunt, at + next, size, "");
		next += size + size % 2;
	}
}

/* A section of an object file: is it one that may hold device code? */
static bool may_hold(const char *name)
{
	static const char *const names[] = {".llvm.offloading",
					    ".llvm.rodata.offloading",
					    ".llvmbc",
					    ".hip_fatbin",
					    ".hipFatBinSegment",
					    ".nv_fatbin",
					    "__CLANG_OFFLOAD_BUNDLE__"};

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (!strncmp(name, names[i], strlen(names[i])))
			return true;
	return false;
}

static void look_at_section(struct hunt *hunt, LLVMSectionIteratorRef section,
			    const char *cpu)
{
	static const char bundled[] = "__CLANG_OFFLOAD_BUNDLE__";
	const char *name = LLVMGetSectionName(section);
	char own[64];

	if (!name || !may_hold(name))
		return;
	if (!strncmp(name, "__CLANG_OFFLOAD_BUNDLE__host", 28))
		return;
	snprintf(own, sizeof own, "%s", cpu);
	if (!strncmp(name, bundled, sizeof bundled - 1))
		read_cpu(own, sizeof own, name, strlen(name));
	look(hunt, LLVMGetSectionContents(section), LLVMGetSectionSize(section),
	     own);
}

/* The process ends soon, so that LLVM's handles are left to it: the sections that
 * were found point into them. */
static void look_at_object(struct hunt *hunt, const char *at, size_t n,
			   const char *cpu)
{
	LLVMMemoryBufferRef buffer =
		LLVMCreateMemoryBufferWithMemoryRangeCopy(at, n, "object");
	char *why = NULL;
	LLVMBinaryRef object = LLVMCreateBinary(buffer, NULL, &why);
	LLVMSectionIteratorRef section;

	if (!object)
		return;
	section = LLVMObjectFileCopySectionIterator(object);
	while (!LLVMObjectFileIsSectionIteratorAtEnd(object, section)) {
		look_at_section(hunt, section, cpu);
		LLVMMoveToNextSection(section);
	}
	LLVMDisposeSectionIterator(section);
}

static void look_inside(struct hunt *hunt, enum cvg_form form, const char *at,
			size_t n, const char *cpu)
{
	if (form == CVG_FORM_IMAGES)
		look_at_images(hunt, at, n);
	else if (form == CVG_FORM_BUNDLE)
		look_at_bundle(hunt, at, n);
	else if (form == CVG_FORM_PACKED_BUNDLE)
		look_at_packed_bundle(hunt, at, n);
	else if (form == CVG_FORM_ARCHIVE)
		look_at_archive(hunt, at, n);
	else
		look_at_object(hunt, at, n, cpu);
}

static void look(struct hunt *hunt, const char *at, size_t n, const char *cpu)
{
	enum cvg_form form = cvg_form_of(NULL, at, n);

	if (form == CVG_NFORMS || ++hunt->depth > DEEPEST)
		return;
	switch (cvg_form_row(form)->way) {
	case CVG_READ:
		look_at_module(hunt, at, n, cpu);
		break;
	case CVG_UNPACK:
		look_inside(hunt, form, at, n, cpu);
		break;
	case CVG_REFUSE:
	case CVG_COMPILE:
		break;
	}
	/* The innermost file says best what is there instead. */
	if (hunt->instead == CVG_NFORMS && *cvg_form_row(form)->instead)
		hunt->instead = form;
	hunt->depth--;
}

/* ---- choosing ----------------------------------------------------------- */

static bool wanted(const struct piece *piece,
		   const struct cvg_target_options *opt)
{
	size_t arch = opt->triple ? strcspn(opt->triple, "-") : 0;

	if (opt->cpu)
		return !strcmp(piece->cpu, opt->cpu);
	return !strncmp(piece->triple, opt->triple ? opt->triple : "", arch);
}

static void add_pieces(const struct hunt *hunt, size_t but, struct cvg_str *out)
{
	const char *comma = "";

	for (size_t i = 0; i < hunt->found.n; i++) {
		if (i == but)
			continue;
		cvg_str_addf(out, "%s%s", comma,
			     *hunt->found.at[i].cpu ? hunt->found.at[i].cpu
						    : "an unnamed GPU");
		comma = ", ";
	}
}

static void tell(const struct cvg_input *in, const struct piece *piece,
		 const struct cvg_str *others)
{
	struct cvg_str text = {0};

	cvg_str_add(&text, "reconverge: ");
	cvg_str_addline(&text, in->path, strlen(in->path));
	cvg_str_addf(&text,
		     ": the LLVM IR for %s; it has some for %s too: "
		     "--mcpu chooses\n",
		     piece->cpu, others->at);
	fputs(text.at, stderr);
	cvg_str_done(&text);
}

static bool take(const struct hunt *hunt, const struct cvg_input *in,
		 const struct cvg_target_options *opt, struct cvg_str *out,
		 struct cvg_err *err)
{
	struct cvg_str others = {0};
	size_t i = 0;

	while (i < hunt->found.n && !wanted(&hunt->found.at[i], opt))
		i++;
	add_pieces(hunt, i, &others);
	if (i == hunt->found.n) {
		cvg_fail(err, "no LLVM IR for %s in it, only for %s",
			 opt->cpu ? opt->cpu : opt->triple, others.at);
	} else {
		cvg_str_addn(out, hunt->found.at[i].at, hunt->found.at[i].n);
		if (others.n)
			tell(in, &hunt->found.at[i], &others);
	}
	cvg_str_done(&others);
	return i < hunt->found.n;
}

bool cvg_unpack(const struct cvg_input *in,
		const struct cvg_target_options *opt, struct cvg_str *out,
		struct cvg_err *err)
{
	struct hunt hunt = {.instead = CVG_NFORMS};
	const struct cvg_form_row *row;
	bool ok;

	look(&hunt, in->data, in->n, "");
	if (hunt.found.n) {
		ok = take(&hunt, in, opt, out, err);
	} else if (hunt.instead == CVG_NFORMS) {
		ok = cvg_fail(err, "no LLVM IR of a device in it");
	} else {
		row = cvg_form_row(hunt.instead);
		ok = cvg_fail(err, "this is %s: %s", row->what, row->instead);
	}
	for (size_t i = 0; i < hunt.owned.n; i++)
		free(hunt.owned.at[i]);
	free(hunt.owned.at);
	free(hunt.found.at);
	return ok;
}
