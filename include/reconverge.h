/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * libreconverge: reconverge as a library. reconverge(3) is its manual page.
 *
 * A session holds one module of device code and its revisions, and runs the
 * command language of the program:
 *
 *	struct reconverge *s = reconverge_new();
 *
 *	if (reconverge_open(s, "kernel.ll") != RECONVERGE_OK ||
 *	    reconverge_run(s, "darm") != RECONVERGE_OK)
 *		fputs(reconverge_message(s), stderr);
 *	else if (reconverge_run(s, "check") == RECONVERGE_OK)
 *		reconverge_write(s, "darmed.ll");
 *	reconverge_free(s);
 *
 * Two threads may use two sessions at the same time, but not the same one.
 * Strings that a function returns are the session's, and valid until the next
 * call with that session. NULL for a name, a path, a module or a command is
 * RECONVERGE_ERROR.
 */
#ifndef RECONVERGE_H
#define RECONVERGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The version of this interface. It grows by 1 with each release that adds a
 * function; what there is keeps its meaning as long as the library's file keeps
 * the name libreconverge.so.0. */
#define RECONVERGE_API 1

#if defined(__GNUC__)
#define RECONVERGE_EXPORT __attribute__((visibility("default")))
#else
#define RECONVERGE_EXPORT
#endif

/* How a call ended; the same as the exit status of the program. */
enum reconverge_status {
	RECONVERGE_OK = 0,
	RECONVERGE_NO = 1,	      /* the answer of a test is no */
	RECONVERGE_ERROR = 2,	      /* reconverge_message() says why */
	RECONVERGE_INTERRUPTED = 130, /* the caller's tick ended it */
};

struct reconverge;
struct LLVMOpaqueContext; /* LLVMContextRef and LLVMModuleRef point to these */
struct LLVMOpaqueModule;

/* ---- versions -------------------------------------------------------- */

/* RECONVERGE_API of the library that is loaded. */
RECONVERGE_EXPORT int reconverge_api(void);
/* Such as "0.1.0", and "22.1.8" of the LLVM that it was built with. */
RECONVERGE_EXPORT const char *reconverge_version(void);
RECONVERGE_EXPORT const char *reconverge_llvm_version(void);

/* ---- sessions -------------------------------------------------------- */

RECONVERGE_EXPORT struct reconverge *reconverge_new(void);
/* `session` may be NULL. */
RECONVERGE_EXPORT void reconverge_free(struct reconverge *session);

/* The triple and the cpu for modules that are opened from now on, as the options
 * --mtriple and --mcpu say them; NULL: the module says it. */
RECONVERGE_EXPORT void reconverge_target(struct reconverge *session,
					 const char *triple, const char *cpu);

/* Open a file, .ll, .bc, or what else the program opens: a source file is compiled
 * by clang, and reconverge_message() has what clang says. It is parsed in a child
 * process first, so a file that LLVM cannot bear does no harm. If it cannot be
 * opened, the module that was open before stays. */
RECONVERGE_EXPORT int reconverge_open(struct reconverge *session,
				      const char *path);
/* The same of a file's bytes; messages call it `name`. */
RECONVERGE_EXPORT int reconverge_open_memory(struct reconverge *session,
					     const char *name,
					     const void *bytes, size_t size);
/* Open a copy of a module of this process, which must have the LLVM that
 * reconverge_llvm_version() names as a shared library. */
RECONVERGE_EXPORT int reconverge_open_module(struct reconverge *session,
					     const char *name,
					     struct LLVMOpaqueModule *module);

/* ---- commands -------------------------------------------------------- */

/* Run the commands of a text, one on each line. The first that fails ends it.
 * Their texts, or with _json one JSON object for each, are reconverge_text(). */
RECONVERGE_EXPORT int reconverge_run(struct reconverge *session,
				     const char *commands);
RECONVERGE_EXPORT int reconverge_json(struct reconverge *session,
				      const char *commands);
/* What the last call gave; "" if nothing. */
RECONVERGE_EXPORT const char *reconverge_text(const struct reconverge *session);
/* The errors and warnings of the last call, each on its line; "" if none. */
RECONVERGE_EXPORT const char *reconverge_message(
	const struct reconverge *session);

/* ---- functions ------------------------------------------------------- */

/* The functions with a body of the current revision, and the name of one; NULL:
 * there are not so many. */
RECONVERGE_EXPORT uint32_t
reconverge_functions(const struct reconverge *session);
RECONVERGE_EXPORT const char *reconverge_function(
	const struct reconverge *session, uint32_t i);
/* Select the function that the other commands work on. */
RECONVERGE_EXPORT int reconverge_focus(struct reconverge *session,
				       const char *name);
/* Is its code another than that of the module that was opened? */
RECONVERGE_EXPORT bool reconverge_changed(struct reconverge *session,
					  uint32_t i);

/* ---- steps: commands with JSON as their answer ------------------------- */

RECONVERGE_EXPORT int reconverge_candidates(struct reconverge *session);
/* What a step such as "meld R3" would change; it is taken back. */
RECONVERGE_EXPORT int reconverge_preview(struct reconverge *session,
					 const char *step);
RECONVERGE_EXPORT int reconverge_act(struct reconverge *session,
				     const char *step);
/* Does the current revision compute what the module that was opened computes?
 * RECONVERGE_NO: not on these inputs. */
RECONVERGE_EXPORT int reconverge_check(struct reconverge *session);

/* ---- out again ------------------------------------------------------- */

/* Write the current revision; the suffix says how: .ll, .bc, .s, .ptx or .o. */
RECONVERGE_EXPORT int reconverge_write(struct reconverge *session,
				       const char *path);
/* The bytes of such a file; `suffix` is one of these suffixes. They are the
 * session's, until the next call with it. */
RECONVERGE_EXPORT int reconverge_write_memory(struct reconverge *session,
					      const char *suffix,
					      const char **bytes, size_t *size);
/* A copy of the current revision in a context of this process, for the caller to
 * dispose. */
RECONVERGE_EXPORT int reconverge_write_module(struct reconverge *session,
					      struct LLVMOpaqueContext *context,
					      struct LLVMOpaqueModule **module);

/* ---- what takes long --------------------------------------------------- */

/* Called again and again while a command runs, which `what` names; `done` is the
 * finished part, 0 to 1, or below 0 if it is not known. If it returns false, the
 * command ends with RECONVERGE_INTERRUPTED, but optimize with the best that it
 * found. NULL: never. It must not call
 * anything with this session. */
typedef bool reconverge_tick(void *context, const char *what, double done);
RECONVERGE_EXPORT void reconverge_on_tick(struct reconverge *session,
					  reconverge_tick *tick, void *context);

#ifdef __cplusplus
}
#endif

#endif
