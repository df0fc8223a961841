/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * What the pass plugin does in a build, apart from LLVM's C++ interface
 * (plugin.cpp): it reads the options and the command file beside the source,
 * runs the commands on a copy of the module, and collects what is to be told.
 */
#ifndef CVG_PLUGIN_BUILD_H
#define CVG_PLUGIN_BUILD_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct LLVMOpaqueContext;
struct LLVMOpaqueModule;
struct cvg_build;

enum cvg_note_kind {
	CVG_NOTE_DONE,	  /* a remark: a step changed the function */
	CVG_NOTE_MISSED,  /* a remark: what a step left as it was, and why */
	CVG_NOTE_WARNING, /* something is not as the user wants it */
	CVG_NOTE_ERROR,	  /* the same, and the build is to stop */
};

struct cvg_note {
	enum cvg_note_kind kind;
	const char *function; /* its name; NULL: none */
	uint32_t block;	      /* its place in the function as the host has it;
				   UINT32_MAX: none */
	const char *title;    /* of a remark, one word; else NULL */
	const char *text;     /* one line */
};

enum cvg_build_with {
	CVG_BUILD_REMARKS = 1, /* somebody reads them */
	CVG_BUILD_BRANCHES = 2 /* the module has some */
};

/* `options` are those of the pass's name in a pipeline, "" or NULL: none, and
 * stand behind those of RECONVERGE_OPTIONS. `source` is the source file; `with` is of
 * cvg_build_with. Functions of the module that have no name get one. */
struct cvg_build *cvg_build_run(struct LLVMOpaqueModule *module,
				const char *source, const char *options,
				unsigned with);
/* NULL: there are not so many. */
const struct cvg_note *cvg_build_note(const struct cvg_build *build,
				      uint32_t i);
/* The module that is to take the place of the host's, in that context. NULL: it
 * is to stay as it is. From then on the context is the host's alone: it can be told
 * the notes. */
struct LLVMOpaqueModule *cvg_build_result(struct cvg_build *build,
					  struct LLVMOpaqueContext *context);
void cvg_build_free(struct cvg_build *take_build);

/* Is the LLVM of the host the one whose major version *major is, with or without the
 * `checks` for which it lays its data out in another way? If not, one line on standard
 * error says so. *major becomes that of the host, if the host tells. */
bool cvg_build_fits(unsigned *major, bool checks);
/* For a host with another LLVM: is the build to stop? */
bool cvg_build_strict(void);

#ifdef __cplusplus
}
#endif

#endif
