/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Meld the divergent branches of every kernel of a module:
 *
 *	cc darm.c $(pkg-config --cflags --libs reconverge) -o darm
 *	./darm kernel.ll darmed.ll
 */
#include <reconverge.h>

#include <stdio.h>

static int fail(struct reconverge *session)
{
	fputs(reconverge_message(session), stderr);
	reconverge_free(session);
	return RECONVERGE_ERROR;
}

int main(int argc, char **argv)
{
	struct reconverge *session = reconverge_new();
	const char *name;

	if (argc != 3) {
		fputs("usage: darm MODULE OUTPUT\n", stderr);
		reconverge_free(session);
		return RECONVERGE_ERROR;
	}
	if (reconverge_open(session, argv[1]))
		return fail(session);
	for (uint32_t i = 0; (name = reconverge_function(session, i)); i++) {
		printf("%s: ", name);
		if (reconverge_focus(session, name) ||
		    reconverge_run(session, "darm"))
			return fail(session);
		if (!reconverge_changed(session, i)) {
			puts("as it was");
		} else if (reconverge_run(session, "check") == RECONVERGE_OK) {
			puts("melded, and the same on all inputs tried");
		} else {
			puts("not the same, or not to be tested: taken back");
			if (reconverge_run(session, "undo"))
				return fail(session);
		}
	}
	if (reconverge_write(session, argv[2]))
		return fail(session);
	reconverge_free(session);
	return 0;
}
