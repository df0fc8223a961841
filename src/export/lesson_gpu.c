/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What was measured of a step on a GPU. */
#include "lesson.h"

#include "html.h"

#include "reconverge/prove.h"

#include <math.h>

static void add_ratio(struct cvg_str *out, const struct cvg_on_gpu *gpu)
{
	if (isnan(gpu->ratio))
		return;
	cvg_str_addf(out, " That is %.3f of the time of P%u", gpu->ratio,
		     gpu->against);
	if (!isnan(gpu->ratio_low))
		cvg_str_addf(out,
			     ", between %.3f and %.3f with a confidence of "
			     "95&nbsp;%% (by ranks, Hodges and Lehmann)",
			     gpu->ratio_low, gpu->ratio_high);
	cvg_str_add(out, ".");
}

void cvg_lesson_gpu(struct lesson *lesson, const struct step *st)
{
	const struct cvg_proof *proof = cvg_lesson_proof_of(lesson, st->rev);
	struct cvg_str *out = &lesson->page;
	const struct cvg_on_gpu *gpu;

	if (!proof || !proof->on_gpu)
		return;
	gpu = &proof->gpu;
	cvg_str_add(out, "<h3>What a GPU measured</h3>\n<p>On ");
	cvg_html_text(out, gpu->device);
	cvg_str_addf(out,
		     " (%s), %u runs on the launch%s took %.2f "
		     "microseconds at least and %.2f in the median.",
		     gpu->cpu, gpu->reps,
		     gpu->scale > 1 ? ", made larger," : "", gpu->min,
		     gpu->median);
	add_ratio(out, gpu);
	cvg_str_add(out, gpu->differs
				 ? " <strong>It left another result than the "
				   "simulator or the first revision.</strong>"
				 : " What it left in memory is what the "
				   "simulator left.");
	cvg_str_add(out, "</p>\n");
}
