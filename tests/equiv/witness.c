/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * witness MODULE.so < PLAN: run each case's reference and its variants on the
 * same seeded inputs and compare every byte they leave, and the trap.
 *
 * A plan is lines of words:
 *	case NAME GX GY GZ BX BY BZ WARP
 *	arg buf BYTES zero|any|small|float
 *	arg int VALUE			(bits as a decimal number)
 *	code SYMBOL FLAGS		first the reference, then the variants;
 *					flags: t threads meet, g garbage, or -
 *	run SEEDS
 *	expect PREFIX			run the reference once, on what the
 *					files PREFIX.ARG.before hold; it must
 *					leave what PREFIX.ARG.after do
 * and the answer a line for each variant:
 *	same NAME SYMBOL RUNS
 *	differs NAME SYMBOL seed=N garbage=N WHAT
 *	void NAME seed=N WHAT		the reference itself cannot be run
 *
 * Garbage is what a poison value reads as. A result that depends on it is
 * wrong in a variant, and makes a reference void.
 */
#include "witness.h"

#include <dlfcn.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NGARBAGE = 3 };

unsigned char wit_garbage[256] __attribute__((aligned(64)));

struct plan {
	void *object;
	char name[256];
	struct launch launch;
	struct unit unit[MAX_UNITS];
	unsigned nunits;
};

static void die(const char *what, const char *which)
{
	fprintf(stderr, "witness: %s %s\n", what, which);
	exit(2);
}

static void set_garbage(unsigned choice, uint64_t seed)
{
	uint64_t state = seed;

	for (size_t i = 0; i < sizeof wit_garbage; i++)
		wit_garbage[i] = choice == 0   ? 0
				 : choice == 1 ? 0xff
					       : rnd_next(&state) & 0xff;
}

/* ---- module variables -------------------------------------------------- */

static size_t nvars(const struct unit *u)
{
	size_t n = 0;

	while (u->vars[n].start)
		n++;
	return n;
}

static unsigned char **copy_vars(const struct unit *u)
{
	unsigned char **copy = calloc(nvars(u) + 1, sizeof *copy);

	for (size_t i = 0; u->vars[i].start; i++) {
		copy[i] = malloc(u->vars[i].bytes + 1);
		memcpy(copy[i], u->vars[i].start, u->vars[i].bytes);
	}
	return copy;
}

static void free_vars(const struct unit *u, unsigned char **copy)
{
	for (size_t i = 0; i < nvars(u); i++)
		free(copy[i]);
	free(copy);
}

static void restore_vars(const struct unit *u)
{
	for (size_t i = 0; u->vars[i].start; i++)
		memcpy(u->vars[i].start, u->initial[i], u->vars[i].bytes);
}

/* ---- running and comparing --------------------------------------------- */

static const char *run_unit(const struct plan *p, const struct unit *u,
			    uint64_t seed, unsigned garbage)
{
	const struct launch *l = &p->launch;

	for (unsigned i = 0; i < l->nargs; i++)
		if (l->arg[i].is_buffer)
			buffer_fill(&l->arg[i], seed * MAX_ARGS + i);
	restore_vars(u);
	set_garbage(garbage, seed);
	return grid_run(u, l, seed);
}

static void keep(struct plan *p)
{
	for (unsigned i = 0; i < p->launch.nargs; i++) {
		struct arg *a = &p->launch.arg[i];

		if (a->is_buffer)
			memcpy(a->kept, a->start, a->bytes);
	}
}

/* The first difference in words, or false. Only variables outside shared
 * memory outlive the launch. */
static bool difference(const struct plan *p, const struct unit *ref,
		       unsigned char *const *vars, const struct unit *u,
		       char *out, size_t n)
{
	for (unsigned i = 0; i < p->launch.nargs; i++) {
		const struct arg *a = &p->launch.arg[i];
		long at = -1;
		uint32_t want = 0, got = 0;

		if (a->is_buffer)
			at = buffer_differs(a->kept, a->start, a->bytes,
					    a->fill == FILL_FLOAT);
		if (at < 0)
			continue;
		memcpy(&want, a->kept + at, sizeof want);
		memcpy(&got, a->start + at, sizeof got);
		snprintf(out, n,
			 "argument %u at byte %ld: 0x%08" PRIx32
			 " instead of 0x%08" PRIx32,
			 i, at, got, want);
		return true;
	}
	if (nvars(ref) != nvars(u)) {
		snprintf(out, n, "not the same module variables");
		return true;
	}
	for (size_t i = 0; u->vars[i].start; i++)
		if (u->vars[i].space != SPACE_SHARED &&
		    memcmp(vars[i], u->vars[i].start, u->vars[i].bytes) != 0) {
			snprintf(out, n, "module variable %zu", i);
			return true;
		}
	return false;
}

/* True if the variant does what the reference did, whatever poison is. */
static bool compare(const struct plan *p, const struct unit *u,
		    unsigned char *const *vars, uint64_t seed)
{
	unsigned rounds = u->garbage ? NGARBAGE : 1;
	char what[160];

	for (unsigned g = 0; g < rounds; g++) {
		const char *trap = run_unit(p, u, seed, g);

		if (trap)
			snprintf(what, sizeof what, "trap: %s", trap);
		else if (!difference(p, &p->unit[0], vars, u, what,
				     sizeof what))
			continue;
		printf("differs %s %s seed=%" PRIu64 " garbage=%u %s\n",
		       p->name, u->name, seed, g, what);
		return false;
	}
	return true;
}

/* Run the reference; false, and said, if it cannot serve as one. */
static bool refer(struct plan *p, uint64_t seed, unsigned char ***vars)
{
	const struct unit *ref = &p->unit[0];
	const char *trap = run_unit(p, ref, seed, 0);
	char what[160];

	if (trap) {
		printf("void %s seed=%" PRIu64 " trap: %s\n", p->name, seed,
		       trap);
		return false;
	}
	keep(p);
	*vars = copy_vars(ref);
	for (unsigned g = 1; ref->garbage && g < NGARBAGE; g++) {
		trap = run_unit(p, ref, seed, g);
		if (!trap && !difference(p, ref, *vars, ref, what, sizeof what))
			continue;
		printf("void %s seed=%" PRIu64 " depends on poison\n", p->name,
		       seed);
		free_vars(ref, *vars);
		return false;
	}
	return true;
}

static void run_case(struct plan *p, unsigned seeds)
{
	bool wrong[MAX_UNITS] = {false};
	unsigned runs = 0;

	for (uint64_t seed = 1; seed <= seeds; seed++) {
		unsigned char **vars;

		if (!refer(p, seed, &vars))
			continue;
		runs++;
		for (unsigned i = 1; i < p->nunits; i++)
			if (!wrong[i])
				wrong[i] = !compare(p, &p->unit[i], vars, seed);
		free_vars(&p->unit[0], vars);
	}
	for (unsigned i = 1; i < p->nunits; i++)
		if (!wrong[i])
			printf("same %s %s %u\n", p->name, p->unit[i].name,
			       runs);
	fflush(stdout);
}

/* ---- somebody else's result -------------------------------------------- */

static void read_file(const char *prefix, unsigned arg, const char *suffix,
		      unsigned char *to, size_t bytes)
{
	char path[1024];
	FILE *in;

	snprintf(path, sizeof path, "%s.%u.%s", prefix, arg, suffix);
	in = fopen(path, "rb");
	if (!in || fread(to, 1, bytes, in) != bytes)
		die("cannot read", path);
	fclose(in);
}

/* False, and said, if the unit does not leave what those files hold. */
static bool meets(const struct plan *p, const char *prefix, unsigned garbage)
{
	const struct unit *u = &p->unit[0];
	const struct launch *l = &p->launch;
	unsigned char **vars;
	const char *trap;
	char what[160];
	bool differs;

	for (unsigned i = 0; i < l->nargs; i++)
		if (l->arg[i].is_buffer) {
			read_file(prefix, i, "before", l->arg[i].start,
				  l->arg[i].bytes);
			read_file(prefix, i, "after", l->arg[i].kept,
				  l->arg[i].bytes);
		}
	restore_vars(u);
	set_garbage(garbage, 1);
	trap = grid_run(u, l, 1);
	if (trap)
		snprintf(what, sizeof what, "trap: %s", trap);
	vars = copy_vars(u);
	differs = trap || difference(p, u, vars, u, what, sizeof what);
	free_vars(u, vars);
	if (differs)
		printf("differs %s %s seed=1 garbage=%u %s\n", p->name, u->name,
		       garbage, what);
	return !differs;
}

static void run_expected(const struct plan *p, char *prefix)
{
	unsigned rounds = p->unit[0].garbage ? NGARBAGE : 1;

	prefix[strcspn(prefix, "\n")] = '\0';
	for (unsigned g = 0; g < rounds; g++)
		if (!meets(p, prefix, g))
			return;
	printf("same %s %s 1\n", p->name, p->unit[0].name);
	fflush(stdout);
}

/* ---- the plan ---------------------------------------------------------- */

static void forget_case(struct plan *p)
{
	for (unsigned i = 0; i < p->nunits; i++) {
		free_vars(&p->unit[i], p->unit[i].initial);
		free(p->unit[i].name);
	}
	for (unsigned i = 0; i < p->launch.nargs; i++)
		free(p->launch.arg[i].kept);
	p->nunits = 0;
	memset(&p->launch, 0, sizeof p->launch);
}

static void read_case(struct plan *p, const char *line)
{
	struct launch *l = &p->launch;

	forget_case(p);
	if (sscanf(line, "case %255s %u %u %u %u %u %u %u", p->name,
		   &l->grid[0], &l->grid[1], &l->grid[2], &l->block[0],
		   &l->block[1], &l->block[2], &l->warp) != 8)
		die("bad line:", line);
	if (l->block[0] * l->block[1] * l->block[2] > MAX_THREADS)
		die("too many threads:", line);
}

static enum fill fill_named(const char *name)
{
	static const char *const names[] = {
		[FILL_ZERO] = "zero",
		[FILL_ANY] = "any",
		[FILL_SMALL] = "small",
		[FILL_FLOAT] = "float",
	};

	for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
		if (!strcmp(name, names[i]))
			return (enum fill)i;
	die("no such filling:", name);
	return FILL_ZERO;
}

static void read_arg(struct plan *p, const char *line)
{
	struct launch *l = &p->launch;
	struct arg *a = &l->arg[l->nargs];
	char fill[16];

	if (l->nargs == MAX_ARGS)
		die("too many arguments:", line);
	if (sscanf(line, "arg buf %zu %15s", &a->bytes, fill) == 2) {
		a->is_buffer = true;
		a->fill = fill_named(fill);
		a->kept = malloc(a->bytes + 1);
		buffer_place(a, l->nargs);
	} else if (sscanf(line, "arg int %" SCNu64, &a->value) != 1) {
		die("bad line:", line);
	}
	l->nargs++;
}

static void *symbol(struct plan *p, const char *name, const char *suffix)
{
	char full[300];
	void *at;

	snprintf(full, sizeof full, "%s.%s", name, suffix);
	at = dlsym(p->object, full);
	if (!at)
		die("no symbol", full);
	return at;
}

static void read_code(struct plan *p, const char *line)
{
	struct unit *u = &p->unit[p->nunits];
	char name[256], flags[8];
	void *call;

	if (p->nunits == MAX_UNITS)
		die("too many variants:", line);
	if (sscanf(line, "code %255s %7s", name, flags) != 2)
		die("bad line:", line);
	call = symbol(p, name, "call");
	memcpy(&u->call, &call, sizeof u->call);
	u->vars = symbol(p, name, "vars");
	u->name = strdup(name);
	u->initial = copy_vars(u);
	u->threads = strchr(flags, 't') != NULL;
	u->garbage = strchr(flags, 'g') != NULL;
	p->nunits++;
}

static void read_plan(struct plan *p, FILE *in)
{
	char line[1024];

	while (fgets(line, sizeof line, in)) {
		if (!strncmp(line, "case ", 5))
			read_case(p, line);
		else if (!strncmp(line, "arg ", 4))
			read_arg(p, line);
		else if (!strncmp(line, "code ", 5))
			read_code(p, line);
		else if (!strncmp(line, "run ", 4))
			run_case(p, (unsigned)strtoul(line + 4, NULL, 10));
		else if (!strncmp(line, "expect ", 7))
			run_expected(p, line + 7);
		else
			die("bad line:", line);
	}
	forget_case(p);
}

int main(int argc, char **argv)
{
	static struct plan plan;

	if (argc != 2)
		die("usage:", "witness MODULE.so < PLAN");
	plan.object = dlopen(argv[1], RTLD_NOW | RTLD_LOCAL);
	if (!plan.object)
		die("cannot load:", dlerror());
	grid_init();
	read_plan(&plan, stdin);
	return 0;
}
