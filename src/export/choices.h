/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The sums that the texts and the list of candidates share. */
#ifndef CVG_EXPORT_CHOICES_H
#define CVG_EXPORT_CHOICES_H

#include "reconverge/choices.h"

struct cvg_meldsums cvg_meld_sums(const struct cvg_candidate *cd);
enum cvg_countkind cvg_kind_of_linear(const struct cvg_linregion *region);
enum cvg_countkind cvg_kind_of_nest(const struct cvg_flatnest *nest);
struct cvg_linsums cvg_linear_sums(const struct cvg_linregion *region);

#endif
