/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Library functions that front ends call and device libraries define: those of
 * OpenCL C by their mangled names (_Z13get_global_idj), those of ROCm
 * (__ocml_sin_f32, __ockl_get_local_id) and of libdevice (__nv_sinf). What is
 * known of a function is a row of builtin_opencl.def, builtin_ocml.def,
 * builtin_ockl.def or builtin_nv.def.
 */
#ifndef RECONVERGE_BUILTIN_H
#define RECONVERGE_BUILTIN_H

#include "reconverge/base.h"

/* ---- mangled names: mangle.c ------------------------------------------ */

/* A type of OpenCL C. */
struct cvg_mtype {
	char scalar;	/* as mangled: c h s t i j l m f d b v; 'H': half; 'N':
			   a named type (an event, a memory order) */
	uint8_t lanes;	/* of a vector; else 1 */
	uint8_t stars;	/* how many pointers are around it */
	bool constant;	/* a pointer to constant values */
	bool atomic;	/* an atomic type */
	bool qualified; /* while parsing: the type that a pointer points to,
			   with its qualifiers */
	uint8_t n;	/* bytes of the name of an 'N' */
	const char *name; /* of an 'N': inside the mangled name, no NUL */
};

#define CVG_MANGLED_MOST 8

struct cvg_mangled {
	const char *name; /* inside the mangled name, not NUL-terminated */
	size_t n;	  /* bytes of it */
	uint32_t nparams;
	struct cvg_mtype params[CVG_MANGLED_MOST];
};

/* False: not a mangled name, or a part of it is not understood. *out borrows
 * from `text`. */
bool cvg_mangled_parse(const char *text, struct cvg_mangled *out);

/* ---- the table: builtin.c ---------------------------------------------- */

enum cvg_builtin_family {
	CVG_BUILTIN_OPENCL, /* _Z3sinf */
	CVG_BUILTIN_OCML,   /* __ocml_sin_f32 */
	CVG_BUILTIN_OCKL,   /* __ockl_get_local_id */
	CVG_BUILTIN_NV,	    /* __nv_sinf */
};

enum cvg_builtin_price {
#define PRICE(id, narrow, wide) CVG_PRICE_##id,
#include "reconverge/builtin_prices.def"
#undef PRICE
};

/*
 * A row. `types` is CLASS:PARAMETERS=RESULT, or '*' if the decoder itself looks
 * at the parameters. The class says what T may be: F floats, J integers, S
 * signed, U unsigned integers, N numbers; '-': T is the type of the first
 * parameter. Each parameter and the result is one letter:
 *   T, and E: a scalar of T; B: T or E      P, Q: pointer to T, to I
 *   I: int, as many as T has; K: I or int   U: the unsigned integer of T's size
 *   X: an integer of T's size, F: a float   W: an integer of twice T's size
 *   R: what comparing T gives: int, or integers of T's size, 0 or -1
 *   Z: size_t, and scalars as they are mangled: c h s t i j l m f d b; v: none
 * The language of formulas is described in src/decode/builtin_formula.c.
 */
struct cvg_builtin {
	const char *name;    /* '#': 2 3 4 8 16; '@': a type of numbers, maybe a
			     vector; '!': _sat or nothing; '~': _rte _rtz _rtp
			     _rtn or nothing */
	uint8_t family;	     /* enum cvg_builtin_family */
	uint8_t relation;    /* enum cvg_relation: to other threads */
	uint8_t price;	     /* enum cvg_builtin_price */
	const char *types;   /* see above */
	const char *formula; /* how the simulator computes it */
};

/* A function's name, taken apart. */
struct cvg_builtin_name {
	uint32_t row,
		nrows; /* the rows of that name, which follow each other */
	char scalar;   /* OCML, NV: the scalar of T by the name's suffix; 0:
				 the name does not say */
	uint8_t lanes; /* of T, if `scalar` is not 0 */
	struct cvg_mangled m; /* OpenCL: the parameters' types; else empty */
	/* The variable parts of the row's name: */
	struct cvg_mtype type; /* of '@'; of '#' only its lanes */
	bool saturated;
	char rounding; /* 'e' 'z' 'p' 'n', or 0 */
};

const struct cvg_builtin *cvg_builtin_row(uint32_t row);

/* Take a function's name apart and find its rows. False: no row has that name.
 * Does not check whether the parameters fit a row. *out borrows from `name`. */
bool cvg_builtin_find(const char *name, struct cvg_builtin_name *out);

#endif
