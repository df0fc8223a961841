/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The words of `export`, while they are read. */
#ifndef CVG_CMD_EXPORTING_H
#define CVG_CMD_EXPORTING_H

#include "call.h"

#include "reconverge/export.h"
#include "reconverge/plot.h"
#include "reconverge/prove.h"

/* The words, sorted: which file, what of, said how. */
struct cvg_exporting {
	struct cvg_call *call;
	const struct cvg_export *format;
	struct cvg_export_in in;
	const struct cvg_word *what;	  /* that names it; NULL: none did */
	const struct cvg_word *object[3]; /* of a matrix */
	uint32_t nobjects;
	struct cvg_bits folded;
	bool fold_said;
	const struct cvg_word *printed; /* a key of pictures only, or NULL */
	struct cvg_trace trace;
	struct cvg_run run;
	/* Of a chart: the command that tells it, with its own words, */
	struct cvg_call told;
	cvg_vec(struct cvg_word) words;
	struct cvg_plot plot; /* and its numbers */
};

/* Take a word key=value. */
bool cvg_export_key(struct cvg_exporting *request, const struct cvg_word *word,
		    struct cvg_err *err);
/* Run the command whose answer is drawn as a chart; false also if it failed. */
bool cvg_export_chart(struct cvg_exporting *request, struct cvg_err *err);
/* What melding would do at each threshold, and flattening for each number of idle
 * lanes. */
bool cvg_tell_thresholds(struct cvg_call *call, struct cvg_err *err);
bool cvg_tell_flattening(struct cvg_call *call, struct cvg_err *err);
/* Are the keys of pictures those of a picture? */
bool cvg_export_check_print(const struct cvg_exporting *request,
			    struct cvg_err *err);

#endif
