/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Functions that front ends call and device libraries have: OpenCL C's, by
 * their mangled names (_Z13get_global_idj), ROCm's (__ocml_sin_f32,
 * __ockl_get_local_id) and libdevice's (__nv_sinf). What is known of each is a
 * row of builtins.def.
 */
#ifndef RECONVERGE_BUILTIN_H
#define RECONVERGE_BUILTIN_H

#include "reconverge/base.h"

/* ---- mangled names: mangle.c ------------------------------------------ */

/* A type of OpenCL C. */
struct cvg_mtype {
	char scalar;	/* as mangled: c h s t i j l m f d b v; 'H': half; 'N':
			    a name of its own (an event, a memory order) */
	uint8_t lanes;	/* of a vector; else 1 */
	uint8_t stars;	/* pointers around it */
	bool constant;	/* what a pointer points to is */
	bool atomic;	/* so */
	bool qualified; /* what is pointed to, qualifiers and all */
	uint8_t n;	/* of its name */
	const char *name; /* not ended */
};

#define CVG_MANGLED_MOST 8

struct cvg_mangled {
	const char *name; /* not ended */
	size_t n;
	uint32_t nparams;
	struct cvg_mtype params[CVG_MANGLED_MOST];
};

/* False: not the name of such a function, or not all of it is understood. */
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
 * A row. `types` is CLASS:PARAMETERS=RESULT, or '*': whoever decodes it looks at
 * the parameters. The class says what T may be: F floats, J integers, S signed,
 * U unsigned ones, N numbers; '-': T is the first parameter's. Then a letter a type:
 *   T, and E: a scalar of T; B: T or E      P, Q: pointer to T, to I
 *   I: int, as many as T has; K: I or int   U: the unsigned integer of T's size
 *   X: an integer of T's size, F: a float   W: an integer of twice T's size
 *   R: what comparing T gives: int, or integers of T's size, 0 or -1
 *   Z: size_t, and scalars as they are mangled: c h s t i j l m f d b; v: none
 * What a formula says is told in src/decode/builtin_formula.c.
 */
struct cvg_builtin {
	const char *name; /* '#': 2 3 4 8 16; '@': a type of numbers, maybe a
			     vector; '!': _sat or nothing; '~': _rte _rtz _rtp
			     _rtn or nothing */
	uint8_t family;	  /* enum cvg_builtin_family */
	bool meets;	  /* threads must come to it together */
	uint8_t price;	  /* enum cvg_builtin_price */
	const char *types;
	const char *formula;
};

/* A function's name, taken apart. */
struct cvg_builtin_name {
	uint32_t row, nrows;  /* those of that name follow each other */
	char scalar;	      /* OCML, NV: what T is; 0: not said */
	uint8_t lanes;	      /* of T then */
	struct cvg_mangled m; /* OpenCL: the parameters' types; else none */
	/* what the row's name leaves open */
	struct cvg_mtype type; /* # alone: of that many lanes */
	bool saturated;
	char rounding; /* 'e' 'z' 'p' 'n', or 0 */
};

const struct cvg_builtin *cvg_builtin_row(uint32_t row);

/* False: no such function. Whether its parameters fit is not looked at. */
bool cvg_builtin_find(const char *name, struct cvg_builtin_name *out);

#endif
