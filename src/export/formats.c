/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The tables of subjects of `export`, their keys, and the formats. */
#include "formats.h"

#include "reconverge/session.h"

#include <string.h>

struct what {
	const char *name;
	const char *help;
};

static const struct what whats[CVG_NWHATS] = {
#define WHAT(id, text, about) [CVG_WHAT_##id] = {.name = text, .help = about},
#include "reconverge/exports.def"
};

static const struct cvg_export formats[] = {
#define EXPORT(id, end, about) \
	{.suffix = end, .help = about, .render = cvg_export_##id},
#include "reconverge/exports.def"
};

struct key {
	const char *name;
	const char *of;
	const char *help;
};

static const struct key keys[CVG_NKEYS] = {
#define KEY(id, text, whats, about) \
	[CVG_KEY_##id] = {.name = text, .of = whats, .help = about},
#include "reconverge/exports.def"
};

const char *cvg_exportkey_name(enum cvg_exportkey key)
{
	return keys[key].name;
}

const char *cvg_exportkey_help(enum cvg_exportkey key)
{
	return keys[key].help;
}

bool cvg_exportkey_of(enum cvg_exportkey key, enum cvg_what what)
{
	return strstr(keys[key].of, whats[what].name) != NULL;
}

const char *cvg_what_name(enum cvg_what what)
{
	return whats[what].name;
}

const char *cvg_what_help(enum cvg_what what)
{
	return whats[what].help;
}

bool cvg_what_is_chart(enum cvg_what what)
{
	return what == CVG_WHAT_METRICS || what == CVG_WHAT_GROUPS ||
	       what == CVG_WHAT_THRESHOLDS || what == CVG_WHAT_FLATTENING;
}

bool cvg_what_by_name(const char *name, enum cvg_what *what)
{
	for (uint32_t i = 0; i < CVG_NWHATS; i++) {
		if (!strcmp(whats[i].name, name)) {
			*what = (enum cvg_what)i;
			return true;
		}
	}
	return false;
}

uint32_t cvg_nexports(void)
{
	return sizeof formats / sizeof *formats;
}

const struct cvg_export *cvg_export_at(uint32_t i)
{
	return &formats[i];
}

const struct cvg_export *cvg_export_of_path(const char *path)
{
	size_t n = strlen(path);

	for (uint32_t i = 0; i < cvg_nexports(); i++) {
		size_t len = strlen(formats[i].suffix);

		if (n > len && !strcmp(path + n - len, formats[i].suffix))
			return &formats[i];
	}
	return NULL;
}

bool cvg_export_draws(const struct cvg_export *format)
{
	return format->render != cvg_export_txt &&
	       format->render != cvg_export_json;
}

struct cvg_matrix_view cvg_export_matrix(const struct cvg_export_in *in)
{
	return (struct cvg_matrix_view){
		.ana = cvg_session_ana(in->session, CVG_NONE, CVG_NONE),
		.settings = cvg_session_settings(in->session),
		.t = in->t,
		.f = in->f,
	};
}
