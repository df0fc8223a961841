/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Kernels without code, for tests of launches and images: parameters from
 * lines like "ptr f32 rw values", "i32 n", with the offsets a compiler gives
 * them.
 */
#ifndef TESTS_UNIT_LAUNCH_KIT_H
#define TESTS_UNIT_LAUNCH_KIT_H

#include "reconverge/graph.h"
#include "reconverge/launch.h"
#include "reconverge/program.h"
#include "reconverge/sim.h"

#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/unit/unit.h"

#define MOST_SLOTS 64

struct kernel {
	struct cvg_program p;
	struct cvg_ufn fn;
	struct cvg_fn snapshot;
	struct cvg_param params[16];
	uint8_t kinds[MOST_SLOTS];
	struct cvg_global globals[4];
};

static inline struct cvg_program *kernel_init(struct kernel *k)
{
	memset(k, 0, sizeof *k);
	k->p.target = CVG_AMDGPU;
	k->p.warp = 64;
	k->p.fns = &k->fn;
	k->p.nfns = 1;
	k->p.globals = k->globals;
	k->fn.name = "kernel";
	k->fn.fn = &k->snapshot;
	k->fn.params = k->params;
	k->fn.slot_kind = k->kinds;
	return &k->p;
}

static inline struct cvg_param *add_param(struct kernel *k, const char *name,
					  const char *type, enum cvg_kind kind,
					  uint32_t nslots)
{
	struct cvg_param *param = &k->params[k->fn.nparams++];
	uint32_t bytes = cvg_kind_bytes(kind);
	uint32_t at = (k->p.kernarg_bytes + bytes - 1) / bytes * bytes;

	param->name = name;
	param->type = type;
	param->kind = kind;
	param->slot = k->fn.nslots;
	param->nslots = nslots;
	param->pointee = CVG_NKINDS;
	param->offset = at;
	param->bytes = bytes * nslots;
	for (uint32_t i = 0; i < nslots; i++)
		k->kinds[k->fn.nslots++] = (uint8_t)kind;
	k->p.kernarg_bytes = at + param->bytes;
	return param;
}

static inline struct cvg_param *add_pointer(struct kernel *k, const char *name,
					    enum cvg_kind pointee)
{
	struct cvg_param *param =
		add_param(k, name, "ptr addrspace(1)", CVG_K_I64, 1);

	param->pointer = true;
	param->space = CVG_SPACE_GLOBAL;
	param->pointee = pointee;
	param->read = param->written = true;
	return param;
}

/* The launch that the words say; the test fails if they are wrong. */
static inline struct cvg_launch launch_of(const struct cvg_program *p,
					  const char *words)
{
	struct cvg_err err = {0};
	struct cvg_launch l;

	cvg_launch_init(&l);
	if (!cvg_launch_words(&l, p, words, &err))
		fail_msg("%s: %u: %s", words, err.column, err.msg);
	return l;
}

static inline struct cvg_image *image_of(const struct cvg_program *p,
					 const char *words)
{
	struct cvg_launch l = launch_of(p, words);
	struct cvg_image *m = NULL;
	struct cvg_err err = {0};

	if (!cvg_image_new(p, &l, &m, &err))
		fail_msg("%s: %s", words, err.msg);
	cvg_launch_done(&l);
	return m;
}

static inline void image_refused(struct cvg_program *p, const char *words,
				 const char *message)
{
	struct cvg_launch l = launch_of(NULL, words);
	struct cvg_image *m = NULL;
	struct cvg_err err = {0};

	if (cvg_image_new(p, &l, &m, &err))
		fail_msg("%s: accepted", words);
	assert_string_equal(err.msg, message);
	assert_null(m);
	cvg_launch_done(&l);
}

/* A kernel of one buffer, and the image that the words say. */
static inline struct cvg_image *filled(struct kernel *k, const char *words)
{
	struct cvg_str text = {0};
	struct cvg_image *m;

	kernel_init(k);
	add_pointer(k, "b", CVG_K_I32);
	cvg_str_addf(&text, "b=%s", words);
	m = image_of(&k->p, text.at);
	cvg_str_done(&text);
	return m;
}

static inline void holds(const char *words, const char *text)
{
	struct kernel k;
	struct cvg_image *m = filled(&k, words);
	struct cvg_str s = {0};

	cvg_image_print(&s, &k.p, m, 0, 8);
	assert_string_equal(cvg_str_of(&s), text);
	cvg_str_done(&s);
	cvg_image_free(m);
}

static inline char *words_of(const struct cvg_launch *l)
{
	struct cvg_str text = {0};

	cvg_launch_text(&text, l);
	return cvg_str_take(&text);
}

#endif
