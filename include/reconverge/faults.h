/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The ways a thread can fail. They have a header of their own, so that a new
 * fault rebuilds only the files that name one.
 */
#ifndef RECONVERGE_FAULTS_H
#define RECONVERGE_FAULTS_H

/* Why a thread failed: the field n of the operation FAULT, and what a run reports. */
enum cvg_faultkind {
#define FAULT(id, name, text) CVG_F_##id,
#include "reconverge/faults.def"
#undef FAULT
	CVG_NFAULTS
};

#endif
