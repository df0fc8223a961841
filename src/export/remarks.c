/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Remarks as text, as LLVM's YAML, and as SARIF. */
#include "reconverge/cxxname.h"
#include "reconverge/remarks.h"

#include "reconverge/graph.h"
#include "reconverge/look.h"
#include "reconverge/session.h"
#include "reconverge/table.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define PASS "reconverge"

static const struct cvg_fn *first_of(struct cvg_session *session,
				     const struct cvg_remark *remark)
{
	return cvg_session_fn(session, 0, remark->f);
}

void cvg_remark_add(struct cvg_str *out, const struct cvg_remark *remark)
{
	cvg_cxx_add(out, remark->function);
	if (remark->spot == CVG_NONE && remark->block != CVG_NONE)
		cvg_str_addf(out, " B%u", remark->block);
	cvg_str_addf(out, ": %s", remark->text);
}

static char *message_of(const struct cvg_remark *remark)
{
	struct cvg_str text = {0};

	cvg_remark_add(&text, remark);
	return cvg_str_take(&text);
}

/* ---- text ------------------------------------------------------------ */

void cvg_remarks_text(struct cvg_str *out, struct cvg_session *session,
		      const struct cvg_remarks *all)
{
	for (size_t i = 0; i < all->n; i++) {
		const struct cvg_remark *remark = &all->at[i];
		const struct cvg_fn *fn = first_of(session, remark);

		cvg_cxx_add(out, remark->function);
		if (remark->block != CVG_NONE)
			cvg_str_addf(out, " B%u",
				     fn->blocks[remark->block].uid);
		cvg_spot_add(out, " at ", fn, remark->spot);
		cvg_str_addf(out, ": %s\n", remark->text);
	}
}

/* ---- YAML ------------------------------------------------------------ */

static void add_scalar(struct cvg_str *out, const char *text)
{
	cvg_str_addc(out, '\'');
	for (; *text; text++)
		cvg_str_addf(out, *text == '\'' ? "''" : "%c", *text);
	cvg_str_addc(out, '\'');
}

void cvg_remarks_yaml(struct cvg_str *out, struct cvg_session *session,
		      const struct cvg_remarks *all)
{
	for (size_t i = 0; i < all->n; i++) {
		const struct cvg_remark *remark = &all->at[i];
		const struct cvg_fn *fn = first_of(session, remark);
		const struct cvg_spot *at = cvg_spot_at(fn, remark->spot);
		char *message = message_of(remark);

		cvg_str_addf(out, "--- !%s\nPass: " PASS "\nName: %s\n",
			     remark->kind == CVG_REMARK_DONE ? "Passed"
							     : "Missed",
			     remark->title);
		if (at) {
			cvg_str_add(out, "DebugLoc: { File: ");
			add_scalar(out, fn->files[at->file]);
			cvg_str_addf(out, ", Line: %u, Column: %u }\n",
				     at->line, at->column);
		}
		cvg_str_add(out, "Function: ");
		add_scalar(out, remark->function);
		cvg_str_add(out, "\nArgs:\n  - String: ");
		add_scalar(out, message);
		cvg_str_add(out, "\n...\n");
		free(message);
	}
}

/* ---- SARIF ----------------------------------------------------------- */

/* The file as a URI: relative below the working directory, else absolute. */
static json_t *json_uri(const char *path)
{
	static const char plain[] = "-._~/";
	char *here = getcwd(NULL, 0), *bytes = cvg_name_bytes(path);
	size_t n = here ? strlen(here) : 0;
	struct cvg_str uri = {0};
	const char *at = bytes;
	json_t *value;

	if (n && !strncmp(at, here, n) && at[n] == '/')
		at += n + 1;
	while (!strncmp(at, "./", 2))
		at += 2;
	cvg_str_add(&uri, *at == '/' ? "file://" : "");
	for (; *at; at++) {
		unsigned char c = (unsigned char)*at;
		bool letter = (c >= '0' && c <= '9') ||
			      ((c | 32) >= 'a' && (c | 32) <= 'z');

		cvg_str_addf(&uri, letter || strchr(plain, c) ? "%c" : "%%%02X",
			     c);
	}
	value = json_string(cvg_str_of(&uri));
	cvg_str_done(&uri);
	free(bytes);
	free(here);
	return value;
}

/* A place in the source; without debug information the module's file. */
static json_t *json_location(struct cvg_session *session,
			     const struct cvg_fn *fn, const struct cvg_spot *at)
{
	json_t *region = NULL, *physical;

	physical = json_pack(
		"{s: {s: o}}", "artifactLocation", "uri",
		json_uri(at ? fn->files[at->file] : cvg_session_path(session)));
	if (at)
		region = json_pack("{s: i}", "startLine", (int)at->line);
	if (at && at->column)
		json_object_set_new(region, "startColumn",
				    json_integer(at->column));
	if (region)
		json_object_set_new(physical, "region", region);
	return json_pack("{s: o}", "physicalLocation", physical);
}

static json_t *json_result(struct cvg_session *session,
			   const struct cvg_remark *remark)
{
	const struct cvg_fn *fn = first_of(session, remark);
	const struct cvg_spot *at = cvg_spot_at(fn, remark->spot);
	bool done = remark->kind == CVG_REMARK_DONE;
	char *message = message_of(remark);
	json_t *location = json_location(session, fn, at), *related, *result;

	json_object_set_new(location, "logicalLocations",
			    json_pack("[{s: o, s: s}]", "fullyQualifiedName",
				      cvg_json_text(remark->function), "kind",
				      "function"));
	result = json_pack("{s: s, s: s, s: s, s: {s: o}, s: [o]}", "ruleId",
			   remark->title, "kind", done ? "pass" : "fail",
			   "level", done ? "none" : "note", "message", "text",
			   cvg_json_text(message), "locations", location);
	free(message);
	related = json_array();
	while (at && at->inlined != CVG_NONE) {
		json_t *call;

		at = cvg_spot_at(fn, at->inlined);
		call = json_location(session, fn, at);
		json_object_set_new(
			call, "message",
			json_pack("{s: s}", "text", "inlined here"));
		json_array_append_new(related, call);
	}
	if (json_array_size(related))
		json_object_set(result, "relatedLocations", related);
	json_decref(related);
	return result;
}

static json_t *json_rules(void)
{
	static const struct {
		const char *id, *text;
	} rules[] = {
#define REMARK(id, title, help) {title, help},
#include "reconverge/remarks.def"
	};
	json_t *list = json_array();

	for (size_t i = 0; i < sizeof rules / sizeof *rules; i++)
		json_array_append_new(list,
				      json_pack("{s: s, s: {s: s}}", "id",
						rules[i].id, "shortDescription",
						"text", rules[i].text));
	return list;
}

void cvg_remarks_sarif(struct cvg_str *out, struct cvg_session *session,
		       const struct cvg_remarks *all)
{
	json_t *results = json_array(), *log;

	for (size_t i = 0; i < all->n; i++)
		json_array_append_new(results,
				      json_result(session, &all->at[i]));
	log = json_pack(
		"{s: s, s: s, s: [{s: {s: {s: s, s: s, s: o}}, s: o, s: s}]}",
		"$schema", "https://json.schemastore.org/sarif-2.1.0.json",
		"version", "2.1.0", "runs", "tool", "driver", "name", PASS,
		"version", PACKAGE_VERSION, "rules", json_rules(), "results",
		results, "columnKind", "utf16CodeUnits");
	cvg_json_print(out, log, JSON_INDENT(1));
	json_decref(log);
}
