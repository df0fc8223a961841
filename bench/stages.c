/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * stages FILE RUNS: measures in which stage a run of the program spends its
 * time. Prints a line "stage nanoseconds" for each: the median over RUNS runs
 * of the CPU time of this process and its children. A first run, which warms
 * the caches, is not counted.
 *
 *   read, verify, O3  LLVM alone: parsing the file, its verifier, its -O3
 *   load              reconverge: the file is read and verified in a child
 *                     process, read again, and revision P0 made
 *   darm              reconverge: phase darm on every function of the module
 *   print             reconverge: the module as text
 */
#include "reconverge/session.h"

#include "reconverge/phase.h"

#include <llvm-c/Analysis.h>
#include <llvm-c/Core.h>
#include <llvm-c/IRReader.h>
#include <llvm-c/TargetMachine.h>
#include <llvm-c/Transforms/PassBuilder.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>

enum { READ, VERIFY, O3, LOAD, DARM, PRINT, NSTAGES };

static const char *const names[NSTAGES] = {"read", "verify", "O3",
					   "load", "darm",   "print"};

struct times {
	long spent[NSTAGES]; /* nanoseconds */
};

/* The CPU time of this process and of those children that were waited for. */
static long now(void)
{
	struct rusage u;
	struct timespec t;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	getrusage(RUSAGE_CHILDREN, &u);
	return (t.tv_sec + u.ru_utime.tv_sec + u.ru_stime.tv_sec) *
		       1000000000L +
	       t.tv_nsec + (u.ru_utime.tv_usec + u.ru_stime.tv_usec) * 1000L;
}

/* The nanoseconds since *mark, which is set to the present time. */
static long lap(long *mark)
{
	long before = *mark;

	*mark = now();
	return *mark - before;
}

static void give_up(const char *why)
{
	fprintf(stderr, "stages: %s\n", why);
	exit(1);
}

/* ---- LLVM alone ------------------------------------------------------ */

static LLVMModuleRef read_module(LLVMContextRef context, const char *path)
{
	LLVMMemoryBufferRef buffer;
	LLVMModuleRef module = NULL;
	char *why = NULL;

	if (LLVMCreateMemoryBufferWithContentsOfFile(path, &buffer, &why) ||
	    LLVMParseIRInContext(context, buffer, &module, &why))
		give_up(why);
	return module;
}

static LLVMTargetMachineRef machine_of(const char *triple, const char *cpu)
{
	LLVMTargetRef target;
	char *why = NULL;

	if (LLVMGetTargetFromTriple(triple, &target, &why))
		give_up(why);
	return LLVMCreateTargetMachine(target, triple, cpu, "",
				       LLVMCodeGenLevelDefault,
				       LLVMRelocDefault, LLVMCodeModelDefault);
}

static void time_llvm(const char *path, LLVMTargetMachineRef machine,
		      long *spent)
{
	long mark = now();
	LLVMContextRef context = LLVMContextCreate();
	LLVMModuleRef module = read_module(context, path);
	LLVMPassBuilderOptionsRef options;
	LLVMErrorRef failed;

	spent[READ] = lap(&mark);
	if (LLVMVerifyModule(module, LLVMReturnStatusAction, NULL))
		give_up("invalid module");
	spent[VERIFY] = lap(&mark);
	options = LLVMCreatePassBuilderOptions();
	failed = LLVMRunPasses(module, "default<O3>", machine, options);
	spent[O3] = lap(&mark);
	if (failed)
		give_up(LLVMGetErrorMessage(failed));
	LLVMDisposePassBuilderOptions(options);
	LLVMDisposeModule(module);
	LLVMContextDispose(context);
}

/* ---- reconverge ------------------------------------------------------ */

static void darm(struct cvg_session *s, uint32_t f)
{
	struct cvg_object none = {CVG_OBJ_NONE, CVG_NONE};
	struct cvg_act act;
	struct cvg_err err;

	if (!cvg_session_focus(s, cvg_session_function_name(s, f), &err) ||
	    !cvg_session_act(s, cvg_phase_by_name("darm"), none, NULL, "darm",
			     &act, &err))
		give_up(err.msg);
	cvg_str_done(&act.report);
}

static void time_ours(struct cvg_session *s, const char *path, long *spent)
{
	struct cvg_target_options any = {0};
	long mark = now();
	struct cvg_err err;
	char *text;

	if (!cvg_session_load(s, path, &any, &err))
		give_up(err.msg);
	spent[LOAD] = lap(&mark);
	for (uint32_t f = 0; f < cvg_session_nfunctions(s); f++)
		darm(s, f);
	spent[DARM] = lap(&mark);
	if (!cvg_session_text(s, CVG_NONE, CVG_NONE, &text, &err))
		give_up(err.msg);
	spent[PRINT] = lap(&mark);
	free(text);
}

/* ---- all ------------------------------------------------------------- */

static int by_length(const void *a, const void *b)
{
	long x = *(const long *)a;
	long y = *(const long *)b;

	return (x > y) - (x < y);
}

static void print_medians(const struct times *run, size_t runs)
{
	long *column = cvg_calloc(runs, sizeof *column);

	for (size_t i = 0; i < NSTAGES; i++) {
		for (size_t r = 0; r < runs; r++)
			column[r] = run[r].spent[i];
		qsort(column, runs, sizeof *column, by_length);
		printf("%s %ld\n", names[i], column[runs / 2]);
	}
	free(column);
}

int main(int argc, char **argv)
{
	struct cvg_session *s = cvg_session_new();
	size_t runs = argc == 3 ? strtoul(argv[2], NULL, 10) : 0;
	struct times *run = cvg_calloc(runs + 1, sizeof *run);
	LLVMTargetMachineRef machine;

	if (runs < 1)
		give_up("usage: stages FILE RUNS");
	LLVMInitializeAllTargetInfos();
	LLVMInitializeAllTargets();
	LLVMInitializeAllTargetMCs();
	time_ours(s, argv[1],
		  run[runs].spent); /* warms up; the session has a target now */
	machine = machine_of(cvg_session_triple(s), cvg_session_cpu(s));
	time_llvm(argv[1], machine, run[runs].spent);
	for (size_t r = 0; r < runs; r++) {
		time_ours(s, argv[1], run[r].spent);
		time_llvm(argv[1], machine, run[r].spent);
	}
	print_medians(run, runs);
	LLVMDisposeTargetMachine(machine);
	cvg_session_free(s);
	free(run);
	return 0;
}
