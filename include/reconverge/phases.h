/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The descriptor of every phase by its name, for what means one phase in
 * particular. All else asks cvg_phase_at and cvg_phase_by_name (phase.h), so
 * that a new row of phases.def is read by few files.
 */
#ifndef RECONVERGE_PHASES_H
#define RECONVERGE_PHASES_H

#include "reconverge/phase.h"

#define PHASE(id, text) extern const struct cvg_phase cvg_phase_##id;
#include "reconverge/phases.def"
#undef PHASE

#endif
