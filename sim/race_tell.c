/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* How races are named and printed. */
#include "sim/racing.h"

#include <stdio.h>
#include <string.h>

static const char *name_of(enum cvg_touch t)
{
	static const char *const names[CVG_NTOUCHES] = {
		[CVG_TOUCH_READ] = "read",
		[CVG_TOUCH_WRITE] = "write",
		[CVG_TOUCH_ATOMIC_READ] = "atomic read",
		[CVG_TOUCH_ATOMIC_WRITE] = "atomic write",
	};

	return names[t];
}

/* The name of the object, and where the offset lies in it. */
void cvg_race_place(const struct cvg_warp *w, const struct cvg_buffer *b,
		    uint64_t at, struct cvg_race *out)
{
	const struct cvg_program *p = w->m->sim->p;

	out->offset = at;
	if (b) {
		snprintf(out->what, sizeof(out->what), "%s%s",
			 b->arg == -1 && b->name ? "@" : "",
			 cvg_buffer_name(w, b));
		return;
	}
	snprintf(out->what, sizeof(out->what), "shared memory");
	for (uint32_t i = 0; i < p->nglobals; i++) {
		const struct cvg_global *g = &p->globals[i];

		if (g->space != CVG_SPACE_SHARED || g->dynamic ||
		    at - g->address >= g->bytes)
			continue;
		snprintf(out->what, sizeof(out->what), "@%s", g->name);
		out->offset = at - g->address;
	}
}

bool cvg_touch_writes(enum cvg_touch t)
{
	return t == CVG_TOUCH_WRITE || t == CVG_TOUCH_ATOMIC_WRITE;
}

bool cvg_race_alike(const struct cvg_race *a, const struct cvg_race *b)
{
	return !strcmp(a->what, b->what) &&
	       ((a->first == b->first && a->second == b->second) ||
		(a->first == b->second && a->second == b->first));
}

static void add_index(struct cvg_str *out, const char *what, const uint32_t *at,
		      const uint32_t *of)
{
	cvg_str_addf(out, " %s %u", what, at[0]);
	if (of[1] > 1 || of[2] > 1)
		cvg_str_addf(out, ",%u", at[1]);
	if (of[2] > 1)
		cvg_str_addf(out, ",%u", at[2]);
}

void cvg_race_print(struct cvg_str *out, const struct cvg_race *r,
		    const struct cvg_launch *l)
{
	static const char *const does[CVG_NTOUCHES] = {
		[CVG_TOUCH_READ] = "reads",
		[CVG_TOUCH_WRITE] = "writes",
		[CVG_TOUCH_ATOMIC_READ] = "reads atomically",
		[CVG_TOUCH_ATOMIC_WRITE] = "changes atomically",
	};

	cvg_str_addf(out, "%s of %s + %llu, which", name_of(r->second), r->what,
		     (unsigned long long)r->offset);
	if (r->known) {
		add_index(out, "block", r->first_block, l->grid);
		add_index(out, "thread", r->first_thread, l->block);
	} else {
		cvg_str_add(out, " another thread");
	}
	cvg_str_addf(out, " %s", does[r->first]);
}
