/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* How races are named and printed. */
#include "sim/race_mark.h"
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

uint32_t cvg_race_variable(const struct cvg_warp *warp, uint64_t at)
{
	const struct cvg_program *program = warp->machine->sim->program;
	uint32_t i = 0;

	for (; i < program->nglobals; i++) {
		const struct cvg_global *global = &program->globals[i];

		if (global->space == CVG_SPACE_SHARED && !global->dynamic &&
		    at - global->address < global->bytes)
			break;
	}
	return i;
}

/* The name of the object, and where the offset lies in it. */
void cvg_race_place(const struct cvg_warp *warp,
		    const struct cvg_buffer *buffer, uint64_t at,
		    struct cvg_race *out)
{
	const struct cvg_program *program = warp->machine->sim->program;
	uint32_t i;

	out->offset = at;
	if (buffer && buffer->arg >= 0 &&
	    !*program->fns[0].params[buffer->arg].name) {
		snprintf(out->what, sizeof(out->what), "argument %d",
			 buffer->arg);
		return;
	}
	if (buffer) {
		snprintf(out->what, sizeof(out->what), "%s%s",
			 buffer->arg == -1 && buffer->name ? "@" : "",
			 cvg_buffer_name(warp, buffer));
		return;
	}
	i = cvg_race_variable(warp, at);
	snprintf(out->what, sizeof(out->what), "shared memory");
	if (i == program->nglobals)
		return;
	snprintf(out->what, sizeof(out->what), "@%s", program->globals[i].name);
	out->offset = at - program->globals[i].address;
}

static void grid_index(const uint32_t *of, uint64_t n, uint32_t *out)
{
	out[0] = (uint32_t)(n % of[0]);
	out[1] = (uint32_t)(n / of[0] % of[1]);
	out[2] = (uint32_t)(n / of[0] / of[1]);
}

void cvg_race_first(const struct cvg_warp *w, uint64_t mark, uint64_t me,
		    struct cvg_race *out)
{
	const struct cvg_launch *l = w->machine->launch;

	out->known = (mark ^ me) >> CVG_MARK_LANE;
	grid_index(l->grid, mark >> CVG_MARK_BLOCK, out->first_block);
	grid_index(l->block,
		   cvg_mark_warp(mark) * cvg_lanes(w) +
			   (mark >> CVG_MARK_LANE & 63),
		   out->first_thread);
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

void cvg_race_print(struct cvg_str *out, const struct cvg_race *race,
		    const struct cvg_launch *launch)
{
	static const char *const does[CVG_NTOUCHES] = {
		[CVG_TOUCH_READ] = "reads",
		[CVG_TOUCH_WRITE] = "writes",
		[CVG_TOUCH_ATOMIC_READ] = "reads atomically",
		[CVG_TOUCH_ATOMIC_WRITE] = "changes atomically",
	};

	cvg_str_addf(out, "%s of %s + %llu, which", name_of(race->second),
		     race->what, (unsigned long long)race->offset);
	if (race->known) {
		add_index(out, "block", race->first_block, launch->grid);
		add_index(out, "thread", race->first_thread, launch->block);
	} else {
		cvg_str_add(out, " another thread");
	}
	cvg_str_addf(out, " %s", does[race->first]);
}
