/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Measuring the cost table on a GPU, and writing it as a file. */
#include "prove.h"

#include "reconverge/calibrate.h"
#include "reconverge/cost.h"
#include "reconverge/session.h"

#include <math.h>
#include <string.h>
#include <time.h>

/* ---- words ----------------------------------------------------------- */

static bool take_word(const struct cvg_word *word,
		      struct cvg_calibrate_ask *ask, struct cvg_err *err)
{
	static const char *const keys[] = {"reps",  "warmups", "work",
					   "clock", "device",  "limit"};
	static const uint64_t least[] = {1, 1, 100, 1, 0, 1};
	static const uint64_t most[] = {1000,	1000, 1000000000,
					100000, 1000, 100000};
	uint64_t n[6] = {ask->reps, ask->warmups, ask->work,
			 0,	    ask->ordinal, 0};
	uint32_t i = 0;

	if (cvg_word_is_code(word))
		return cvg_word_code(word, &ask->portable, &ask->keep, err);
	while (i < 6 && !cvg_word_is_key(word, keys[i]))
		i++;
	if (i == 6)
		return cvg_fail_word(err, word,
				     "calibrate: expected reps=, warmups=, "
				     "work=, clock=, device=, limit=, code= or "
				     "keep= behind FILE, not '%.60s'",
				     word->text);
	if (!cvg_word_key_number(word, least[i], most[i], &n[i], err))
		return false;
	ask->reps = (uint32_t)n[0];
	ask->warmups = (uint32_t)n[1];
	ask->work = n[2];
	ask->ordinal = (uint32_t)n[4];
	if (i == 3)
		ask->clock = (double)n[3];
	if (i == 5)
		ask->limit = (double)n[5];
	return true;
}

/* ---- the file --------------------------------------------------------- */

static bool write_file(const struct cvg_calibration *calibration,
		       const char *path, struct cvg_err *err)
{
	struct cvg_costs *costs = calibration->costs;
	const struct cvg_gpu_device *device = &calibration->device;
	time_t now = time(NULL);
	struct cvg_str text = {0}, driver = {0};
	struct tm tm;
	char date[32];
	bool ok;

	gmtime_r(&now, &tm);
	strftime(date, sizeof date, "%Y-%m-%d", &tm);
	cvg_gpu_driver(&driver, device);
	costs->file = cvg_strdup(path);
	costs->date = cvg_strdup(date);
	costs->driver = cvg_str_take(&driver);
	cvg_costs_text(&text, costs);
	ok = cvg_file_write(path, text.at, text.n, err);
	cvg_str_done(&text);
	return ok;
}

/* ---- telling ---------------------------------------------------------- */

struct line {
	const char *class, *what, *failed;
	double cycles, low, high, table, off;
	bool measured;
};

static const struct cvg_column columns[] = {
	{CVG_COLUMN(struct line, class)},
	{CVG_COLUMN(struct line, cycles), .unit = CVG_UNIT_CYCLES},
	{CVG_COLUMN(struct line, low), .title = "from",
	 .unit = CVG_UNIT_CYCLES},
	{CVG_COLUMN(struct line, high), .title = "to", .unit = CVG_UNIT_CYCLES},
	{CVG_COLUMN_OF("table_cycles", struct line, table),
	 .title = "cost table", .unit = CVG_UNIT_CYCLES},
	{CVG_COLUMN(struct line, what)},
	{CVG_COLUMN(struct line, measured), .use = CVG_COLUMN_JSON},
	{CVG_COLUMN_OF("off_line", struct line, off), .use = CVG_COLUMN_JSON},
	{CVG_COLUMN(struct line, failed), .use = CVG_COLUMN_JSON},
};

static void add_line(struct cvg_table *table,
		     const struct cvg_calibration *calibration, uint32_t kind)
{
	const struct cvg_calibrated *at = &calibration->at[kind];
	const struct cvg_cost_price *price = &calibration->costs->at[kind];

	cvg_table_add(table, &(struct line){.class = cvg_cost_kind_name(kind),
					    .what = cvg_cost_kind_what(kind),
					    .failed = *at->why ? at->why : NULL,
					    .cycles = price->cycles,
					    .low = price->low,
					    .high = price->high,
					    .table = at->was,
					    .off = at->off,
					    .measured = price->measured});
}

/* Those that were not measured, and why. */
static uint32_t tell_rest(struct cvg_call *call,
			  const struct cvg_calibration *calibration)
{
	uint32_t measured = 0;

	for (uint32_t i = 0; i < calibration->n; i++) {
		measured += calibration->costs->at[i].measured;
		if (*calibration->at[i].why)
			cvg_str_addf(&call->out,
				     "%s keeps the cost table's %.6g: %s\n",
				     cvg_cost_kind_name(i),
				     calibration->at[i].was,
				     calibration->at[i].why);
	}
	return measured;
}

static void tell(struct cvg_call *call,
		 const struct cvg_calibration *calibration)
{
	struct cvg_str device = {0};
	struct cvg_table table;
	uint32_t measured;

	cvg_gpu_describe(&device, &calibration->device);
	TELL(call,
	     "{-device}{-cpu}{-driver}{}: {kernels} micro-kernels, {reps} "
	     "run(s) of each in turns, {-clock}{} MHz\n",
	     CVG_V(calibration->device.name), CVG_V(calibration->device.cpu),
	     CVG_V(calibration->costs->driver), CVG_V(device.at),
	     CVG_V(calibration->kernels), CVG_V(calibration->reps),
	     CVG_V(calibration->costs->clock),
	     CVG_V(calibration->costs->clock));
	CVG_TABLE_INIT(&table, struct line, columns);
	for (uint32_t i = 0; i < calibration->n; i++)
		if (call->json || calibration->costs->at[i].measured)
			add_line(&table, calibration, i);
	cvg_call_table(call, "classes", &table);
	cvg_call_cycles(call, "cycles low high", CVG_COUNTED_MEASURED);
	cvg_call_cycles(call, "table_cycles", CVG_COUNTED_STATIC);
	measured = tell_rest(call, calibration);
	TELL(call, "{file}: {measured} of {known} classes measured\n",
	     CVG_V(calibration->costs->file), CVG_V(measured),
	     CVG_V(calibration->n));
	cvg_str_done(&device);
}

bool cvg_cmd_calibrate(struct cvg_call *call, struct cvg_err *err)
{
	struct cvg_calibrate_ask ask = {.reps = 0};
	struct cvg_calibration calibration;
	bool ok = true;

	for (uint32_t i = 1; ok && i < call->nargs; i++)
		ok = take_word(&call->arg[i], &ask, err);
	if (!ok)
		return false;
	ok = cvg_session_calibrate(call->session, &ask, &calibration, err);
	if (!ok)
		return false;
	ok = write_file(&calibration, call->arg[0].text, err);
	if (ok)
		tell(call, &calibration);
	cvg_calibration_done(&calibration);
	return ok;
}
