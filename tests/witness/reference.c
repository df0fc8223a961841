/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * reference KERNEL GX GY ARG...: what a sample's kernel leaves in its buffers,
 * by the references of reference.h. GX and GY are blocks of the grid. An ARG,
 * in the kernel's order, is "IN:OUT", files of raw bytes, or "=HEX", the 32
 * bits of a scalar. Status 3: there is no reference of that kernel.
 */
#include "reference.h"

#include "reconverge/base.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct reference {
	const char *kernel;
	void (*run)(struct task *t);
};

#define REFERENCE(name) {#name, reference_##name}

static const struct reference references[] = {
	REFERENCE(bitonic_sort),
	REFERENCE(bitonic_sort_ge),
	REFERENCE(pcm),
	REFERENCE(mergesort),
	REFERENCE(lud_perimeter),
	REFERENCE(nqueens),
	REFERENCE(srad),
	REFERENCE(dct_quant),
	REFERENCE(dct_quant_nonuniform),
	REFERENCE(sb1),
	REFERENCE(sb1r),
	REFERENCE(sb2),
	REFERENCE(sb2r),
	REFERENCE(sb3),
	REFERENCE(sb3r),
	REFERENCE(sb4),
	REFERENCE(sb4r),
	REFERENCE(darm_align),
	REFERENCE(fuse_walls),
	REFERENCE(lin_short_circuit),
	REFERENCE(lin_jump_out),
	REFERENCE(lin_jump_in),
	REFERENCE(lin_irreducible),
	REFERENCE(lin_interleave),
	REFERENCE(lin_loop_merge),
	REFERENCE(lin_stack_depth),
	REFERENCE(flat_work_queue),
	REFERENCE(flat_bench_10_1),
	REFERENCE(flat_bench_1_1),
	REFERENCE(flat_bench_1_10),
	REFERENCE(flat_bench_1_100),
	REFERENCE(bbv_counts),
	REFERENCE(opcodes),
	REFERENCE(suffix_walk),
	REFERENCE(ray_voxels),
	REFERENCE(particle_filter),
};

static const struct reference *reference_of(const char *kernel)
{
	for (size_t i = 0; i < sizeof references / sizeof *references; i++)
		if (!strcmp(references[i].kernel, kernel))
			return &references[i];
	return NULL;
}

/* The file before the colon, or the scalar behind the equals sign. */
static bool read_arg(struct task *t, unsigned i, const char *word,
		     struct cvg_err *err)
{
	size_t n = strcspn(word, ":");
	char *path, *data;
	bool ok;

	if (word[0] == '=') {
		t->scalar[i].u32 = (uint32_t)strtoul(word + 1, NULL, 16);
		return true;
	}
	if (!word[n])
		return cvg_fail(err, "%s: neither IN:OUT nor =HEX", word);
	path = cvg_alloc(n + 1);
	memcpy(path, word, n);
	path[n] = '\0';
	ok = cvg_file_read(path, &data, &t->bytes[i], err);
	free(path);
	t->data[i] = ok ? data : NULL;
	return ok;
}

static bool run(const struct reference *r, char **words, unsigned n,
		struct cvg_err *err)
{
	struct task t = {.nargs = n - 2};
	bool ok = true;

	t.grid[0] = (unsigned)strtoul(words[0], NULL, 10);
	t.grid[1] = (unsigned)strtoul(words[1], NULL, 10);
	for (unsigned i = 0; i < t.nargs && ok; i++)
		ok = read_arg(&t, i, words[i + 2], err);
	if (ok)
		r->run(&t);
	for (unsigned i = 0; i < t.nargs && ok; i++)
		if (t.data[i])
			ok = cvg_file_write(strchr(words[i + 2], ':') + 1,
					    t.data[i], t.bytes[i], err);
	for (unsigned i = 0; i < t.nargs; i++)
		free(t.data[i]);
	return ok;
}

int main(int argc, char **argv)
{
	const struct reference *r = argc > 1 ? reference_of(argv[1]) : NULL;
	struct cvg_err err = {0};

	if (argc < 5 || argc - 4 > MAX_ARGS) {
		fprintf(stderr, "usage: reference KERNEL GX GY ARG...\n");
		return 2;
	}
	if (!r) {
		fprintf(stderr, "reference: none of %s\n", argv[1]);
		return 3;
	}
	if (!run(r, argv + 2, (unsigned)argc - 2, &err)) {
		fprintf(stderr, "reference: %s\n", err.msg);
		return 2;
	}
	return 0;
}
