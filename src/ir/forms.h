/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What a file that is given as a module holds (forms.def), and IR made of it. */
#ifndef RECONVERGE_IR_FORMS_H
#define RECONVERGE_IR_FORMS_H

#include "input.h"
#include "tool.h"

#include "reconverge/words.h"

enum cvg_form {
#define FORM(id, what, suffixes, magic, way, instead) CVG_FORM_##id,
#include "forms.def"
#undef FORM
	CVG_NFORMS, /* LLVM IR as text, or what no row knows */
};

enum cvg_form_way { CVG_READ, CVG_UNPACK, CVG_COMPILE, CVG_REFUSE };

struct cvg_form_row {
	const char *what;     /* "a cubin" */
	const char *suffixes; /* between blanks */
	struct cvg_form_magic {
		const char *start; /* of the file, or NULL */
		size_t n;	   /* bytes of start */
		const char *word;  /* the first of the text, or NULL */
		unsigned machine;  /* of an ELF file, or 0 */
	} magic;
	enum cvg_form_way way;
	const char *instead; /* what to do; "" */
};

const struct cvg_form_row *cvg_form_row(enum cvg_form form);

/* What the bytes are; `name` has the suffix of the file, or is NULL. */
enum cvg_form cvg_form_of(const char *name, const char *bytes, size_t n);

/*
 * If the input is no IR, make IR of it: compile it, or take the IR out that it
 * holds. *made says whether that was so. What clang and this function have to say
 * is appended to opt->said, if that is not NULL. The message of a failure does not
 * name the file.
 */
bool cvg_input_convert(struct cvg_input *in,
		       const struct cvg_target_options *opt, bool *made,
		       struct cvg_err *err);

/* ---- the ways, for the child process in which files are converted ------ */

/* Append to *out the IR that a file holds. Tells on standard error which was
 * taken of several. */
bool cvg_unpack(const struct cvg_input *in,
		const struct cvg_target_options *opt, struct cvg_str *out,
		struct cvg_err *err);

/* Append to *out the bitcode that clang makes of a source file. What clang says,
 * and what was compiled how, goes to standard error. */
bool cvg_compile(const struct cvg_input *in,
		 const struct cvg_target_options *opt, struct cvg_str *out,
		 struct cvg_err *err);

/*
 * The flags that a compile_commands.json gives the file: the one at `database`
 * (or in that folder), else the nearest one in the folders above the file, or in
 * a folder build/ there. *folder is where they hold; *from names the file; both
 * stay NULL if there is none or it does not name the file. The caller frees them.
 */
bool cvg_compile_commands(const char *path, const char *database,
			  struct cvg_argv *flags, char **folder, char **from,
			  struct cvg_err *err);
/* Is `database` such a file that can be read, or a folder with one? */
bool cvg_compile_commands_exist(const char *database, struct cvg_err *err);
/* Add a flag of a compiler command, or skip or translate it (flags.def). Returns
 * how many of the n words it took. */
size_t cvg_flag_add(struct cvg_argv *flags, const char *const *word, size_t n);

#endif
