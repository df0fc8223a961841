/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What was measured of a step, as JSON. */
#include "reconverge/export.h"
#include "reconverge/quantity.h"
#include "reconverge/session.h"
#include "reconverge/table.h"

#include <jansson.h>

/* The launch that fares worst, if there are several. */
static json_t *json_worst(const struct cvg_worst *worst)
{
	json_t *o = worst->n > 1 ? json_object() : json_null();

	if (worst->n > 1)
		CVG_TELL(NULL, o, "{-launch}{-before}{-after}",
			 CVG_V(worst->launch + 1), CVG_V((int64_t)worst->was),
			 CVG_V((int64_t)worst->is));
	return o;
}

json_t *cvg_json_judged(const struct cvg_judged *judged)
{
	json_t *o = judged->was > 0 ? json_object() : json_null();

	if (judged->was > 0)
		CVG_TELL(NULL, o,
			 "{-before}{-after}{-launches}{-guessed}{-worst}{-unit}"
			 "{-kind}",
			 CVG_V((int64_t)judged->was),
			 CVG_V((int64_t)judged->is), CVG_V(judged->launches),
			 CVG_V(judged->guessed),
			 CVG_V(json_worst(&judged->worst)),
			 CVG_V(cvg_unit_name(CVG_UNIT_CYCLES)),
			 CVG_V(cvg_countkind_name(judged->kind)));
	return o;
}

static json_t *json_side(const struct cvg_mchange *change, int side)
{
	json_t *o = json_object();

	CVG_TELL(NULL, o, "{-cycles}{-waves}{-scratch}",
		 CVG_V(change->cycles[side]), CVG_V(change->waves[side]),
		 CVG_V(change->scratch[side]));
	return o;
}

json_t *cvg_json_mchange(const struct cvg_mchange *change)
{
	json_t *o = change->known ? json_object() : json_null();

	if (change->known)
		CVG_TELL(NULL, o,
			 "{-runs}{-before}{-after}{-unit}{-kind}{-made_for}",
			 CVG_V(change->simulated ? "simulated" : "guessed"),
			 CVG_V(json_side(change, 0)),
			 CVG_V(json_side(change, 1)),
			 CVG_V(cvg_unit_name(CVG_UNIT_CYCLES)),
			 CVG_V(cvg_countkind_name(CVG_COUNTED_MACHINE)),
			 CVG_V(*change->made_for ? change->made_for
						 : (const char *)NULL));
	return o;
}
