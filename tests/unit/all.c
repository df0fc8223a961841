/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * all FILE [TEST]: run the tests of one file of unit tests, or those of them
 * that the pattern TEST names ("*" and "?" stand for anything). Without
 * arguments: the names of the files.
 */
#include "tests/unit/unit.h"

#include <stdio.h>
#include <string.h>

static struct unit_file *files;

void unit_register(struct unit_file *file)
{
	struct unit_file **at = &files;

	while (*at && strcmp((*at)->name, file->name) < 0)
		at = &(*at)->next;
	file->next = *at;
	*at = file;
}

static int list_files(void)
{
	for (const struct unit_file *file = files; file; file = file->next)
		puts(file->name);
	return 0;
}

int main(int argc, char **argv)
{
	const struct unit_file *file = files;

	if (argc < 2)
		return list_files();
	while (file && strcmp(file->name, argv[1]) != 0)
		file = file->next;
	if (!file || argc > 3) {
		fprintf(stderr, "%s: usage: all [FILE [TEST]]\n", argv[1]);
		return 2;
	}
	if (argc == 3)
		cmocka_set_test_filter(argv[2]);
	return file->run();
}
