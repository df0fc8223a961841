/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Numbers with a name: what a number is called, which unit it has, where it
 * comes from, and which member of which record it is read from. Tables of
 * such numbers (metrics.def, counts.def, choices.def) are data: help, manual,
 * text, JSON and screen are made from the rows.
 */
#ifndef RECONVERGE_QUANTITY_H
#define RECONVERGE_QUANTITY_H

#include "reconverge/base.h"

#include <stddef.h>

enum cvg_unit {
#define UNIT(id, name, digits) CVG_UNIT_##id,
#include "reconverge/units.def"
	CVG_NUNITS
};

enum cvg_countkind {
#define KIND(id, name, letter, help) CVG_COUNTED_##id,
#include "reconverge/units.def"
	CVG_NCOUNTKINDS
};

/* The C type of a record's member; 0: there is no member. The first four types
 * are numbers. */
enum cvg_membertype {
	CVG_MEMBER_U32 = 1,
	CVG_MEMBER_U64,
	CVG_MEMBER_I64,
	CVG_MEMBER_REAL,
	CVG_MEMBER_BOOL,
	CVG_MEMBER_TEXT,
	CVG_MEMBER_AMOUNT,
	CVG_MEMBER_CHANGE,
	CVG_MEMBER_BLOCKS,
	CVG_MEMBER_JSON,
};

/* A number with its own unit, for columns whose rows differ in unit. */
struct cvg_amount {
	double number; /* NAN: not known */
	enum cvg_unit unit;
};

/* From one amount to another. */
struct cvg_change {
	double from, to; /* NAN: not known */
	enum cvg_unit unit;
	bool more_is_better; /* else less is: decides the colour */
};

struct cvg_fn;
struct json_t;

/* Blocks of a function. */
struct cvg_blocks {
	const struct cvg_fn *fn;
	const uint32_t *at; /* [n] block ids; borrowed */
	uint32_t n;
};

/* A member of a record. */
struct cvg_source {
	size_t at; /* bytes from the record's start */
	enum cvg_membertype type;
};

/* Does not compile for a type that no table knows. */
#define CVG_MEMBER_TYPE(member)                       \
	_Generic((member),                            \
		uint32_t: CVG_MEMBER_U32,             \
		uint64_t: CVG_MEMBER_U64,             \
		int64_t: CVG_MEMBER_I64,              \
		double: CVG_MEMBER_REAL,              \
		bool: CVG_MEMBER_BOOL,                \
		char *: CVG_MEMBER_TEXT,              \
		const char *: CVG_MEMBER_TEXT,        \
		struct cvg_amount: CVG_MEMBER_AMOUNT, \
		struct cvg_change: CVG_MEMBER_CHANGE, \
		struct cvg_blocks: CVG_MEMBER_BLOCKS, \
		struct json_t *: CVG_MEMBER_JSON)

/* Does not compile if the record has no such member. */
#define CVG_SOURCE(record, member)                              \
	{                                                       \
		.at = offsetof(record, member),                 \
		.type = CVG_MEMBER_TYPE(((record *)0)->member), \
	}

/* Does not compile, either, if the member is no number. */
#define CVG_NUMBER_SOURCE(record, member)               \
	{                                               \
		.at = offsetof(record, member),         \
		.type = _Generic(((record *)0)->member, \
			uint32_t: CVG_MEMBER_U32,       \
			uint64_t: CVG_MEMBER_U64,       \
			int64_t: CVG_MEMBER_I64,        \
			double: CVG_MEMBER_REAL),       \
	}

struct cvg_quantity {
	const char *name; /* as the user writes it */
	const char *help; /* what it counts */
	enum cvg_unit unit;
	enum cvg_countkind kind;
};

const char *cvg_unit_name(enum cvg_unit unit);
const char *cvg_countkind_name(enum cvg_countkind kind);
const char *cvg_countkind_help(enum cvg_countkind kind);
/* The letter that tables tell the kind by. */
char cvg_countkind_letter(enum cvg_countkind kind);

/* Are numbers of that unit printed without a decimal point? */
bool cvg_unit_is_whole(enum cvg_unit unit);
/* The value of a member of `record`; its type must be one of the numbers. */
double cvg_source_read(const struct cvg_source *source, const void *record);

/* part / whole; NAN if `whole` is not above 0. */
double cvg_share_of(double part, double whole);
/* Append a number as its unit is printed: "12", "0.25", "87.5%". */
void cvg_add_quantity(struct cvg_str *out, enum cvg_unit unit, double number);
/* Append a number in few columns: whole as far as `most`, else with two or three
 * digits and a letter, "1.2M", "38k". */
void cvg_add_scaled(struct cvg_str *out, double number, double most);
/* Append the change from one number to another: "-12.5%"; of shares, the
 * difference in percentage points, "+3.0"; "new" from 0; nothing if both are
 * equal. */
void cvg_add_change(struct cvg_str *out, enum cvg_unit unit, double from,
		    double to);
/* Append the name as the key of a JSON object: each '-' becomes '_'. */
void cvg_add_key(struct cvg_str *out, const char *name);
/* Append one line "  name  unit  kind  what it counts", columns aligned. */
void cvg_add_quantity_help(struct cvg_str *out, const struct cvg_quantity *q);

#endif
