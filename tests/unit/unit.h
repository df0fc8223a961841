/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * What every file of unit tests includes, itself or through a kit: cmocka, and
 * UNIT_TESTS, which gives the file's tests to the program tests/unit/all. All
 * files are linked into that one program, so that a changed source costs one
 * link; each run is one file's tests, in a process of its own.
 */
#ifndef UNIT_H
#define UNIT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

/* Skip the test that runs. tests/run-suite.py shows the reason. */
#define SKIP_BECAUSE(why)                              \
	do {                                           \
		print_message("# skipped: " why "\n"); \
		skip();                                \
	} while (0)

/* How often to try what is random; in brief (TEST_BRIEF), a quarter of it. */
static inline uint32_t unit_rounds(uint32_t rounds)
{
	const char *brief = getenv("TEST_BRIEF");

	return brief && *brief ? rounds / 4 : rounds;
}

struct unit_file {
	const char *name; /* the file's name without .c */
	int (*run)(void); /* runs its tests, returns how many failed */
	struct unit_file *next;
};

/* Take a file into the list; the list is sorted by name. */
void unit_register(struct unit_file *file);

/* UNIT_TESTS(price_test) { ... }: the last function of price_test.c. */
#define UNIT_TESTS(file)                                                   \
	static int run_##file(void);                                       \
	__attribute__((constructor)) static void register_##file(void)     \
	{                                                                  \
		static struct unit_file entry = {#file, run_##file, NULL}; \
                                                                           \
		unit_register(&entry);                                     \
	}                                                                  \
	static int run_##file(void)

#endif
