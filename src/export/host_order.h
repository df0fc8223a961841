/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The parts of host code that no kernel changes, in the order in which they stand in
 * the file; either sorting or greedy_max. '$' stands for the name of the kernel. */
#ifndef CVG_EXPORT_HOST_ORDER_H
#define CVG_EXPORT_HOST_ORDER_H

extern const char cvg_host_head[];
extern const char cvg_host_place[];
extern const char cvg_host_integer[];
extern const char cvg_host_float[];
extern const char cvg_host_double[];
extern const char cvg_host_count[];
extern const char cvg_host_vectors[];
extern const char cvg_host_sorting[];
extern const char cvg_host_greedy_max[];
extern const char cvg_host_cycles[];
extern const char cvg_host_about[];
extern const char cvg_host_begin[];
extern const char cvg_host_middle[];
extern const char cvg_host_end[];

#endif
