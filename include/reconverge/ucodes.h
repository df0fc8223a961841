/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The codes of the operations of a program (program.h). They have a header of
 * their own, so that a new operation rebuilds only the files that name one.
 */
#ifndef RECONVERGE_UCODES_H
#define RECONVERGE_UCODES_H

enum cvg_ucode {
#define UOP(id, text, nops, takes, what) CVG_U_##id,
#include "reconverge/uops.def"
#undef UOP
	CVG_NUCODES
};

#endif
