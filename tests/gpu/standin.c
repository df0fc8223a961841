/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * A stand-in for the driver's library, CUDA's and HIP's: it answers the calls that
 * reconverge makes, and runs launches on the simulator. The code that it gets has
 * to be a file of the folder STANDIN_IR; the LLVM assembly beside that is what it
 * runs (`measure keep=FOLDER` writes both). Its clock goes by the cycles of the
 * cost table, a thousand a microsecond, with some noise.
 *
 *	STANDIN_FAIL    CALL=WHAT[:FILE],...: what goes wrong, at which call, for
 *			the code of which file ("P1"). WHAT is a number that the
 *			call answers with, "crash", at launches also "endless", or
 *			"wrong": the first byte of memory becomes another.
 *	STANDIN_FAILS	a file: each process that opens the driver takes its first
 *			line, which is what goes wrong there ("-": nothing)
 *			At the call "cubin", cubins are refused, and no PTX.
 *	STANDIN_COUNTS  a file that gets the counters when they are read
 *	STANDIN_CPU     "sm_70", "gfx906"
 *	STANDIN_CUDA	the version of the driver; 12040 if not said
 *	STANDIN_MEMORY  bytes of the device
 *	STANDIN_HELD    bytes of these that another process holds
 *	STANDIN_CLOCK	"scoreboard": the clock goes by that
 *	STANDIN_PRICE	CLASS=CYCLES: a price that is another than in the table
 *	STANDIN_SLOW	the file of which code takes twice its time ("P1")
 *	STANDIN_NOISE   the part by which times vary; 0.01 if not said
 */
#include "standin.h"

#include "reconverge/faults.h"
#include "reconverge/graph.h"
#include "reconverge/ir.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#define NOT_READY    600
#define NO_SYMBOL    500
#define NO_MEMORY    2
#define BAD_VALUE    1
#define BAD_IMAGE    200
#define ILLEGAL	     700
#define TOO_LARGE    9 /* on HIP */
#define MAX_THREADS  1024
#define MOST_GRID_Y  65535
#define CLOCK_KHZ    1000000 /* a thousand cycles a microsecond */
#define USUAL_SHARED 49152
#define MOST_SHARED  100000

enum { ERROR_LOG = 5, ERROR_LOG_BYTES = 6 }; /* options of CUDA's compiler */

struct memory standin_memory;
static size_t in_use;
static double now;    /* milliseconds */
static int after_run; /* what queries answer since the last launch */
static uint64_t noise_state = 1;

/* ---- the device -------------------------------------------------------- */

static size_t number_setting(const char *name, const char *otherwise)
{
	return (size_t)strtoull(standin_setting(name, otherwise), NULL, 10);
}

static size_t total_bytes(void)
{
	return number_setting("STANDIN_MEMORY", "1073741824");
}

/* As CUDA's, it needs more addresses than most limits leave. */
static int do_init(unsigned flags)
{
	struct rlimit limit;

	(void)flags;
	getrlimit(RLIMIT_AS, &limit);
	if (limit.rlim_cur != RLIM_INFINITY)
		return NO_MEMORY;
	return standin_answer("init", NULL);
}

static int do_version(int *version)
{
	*version = (int)number_setting("STANDIN_CUDA", "12040");
	return standin_answer("version", NULL);
}

static int do_hip_version(int *version)
{
	*version = 60000000;
	return standin_answer("version", NULL);
}

static int do_count(int *n)
{
	*n = 1;
	return standin_answer("count", NULL);
}

static int do_get(int *device, int ordinal)
{
	*device = ordinal;
	return standin_answer("get", NULL);
}

static int do_name(char *name, int n, int device)
{
	(void)device;
	snprintf(name, (size_t)n, "Stand-in");
	return 0;
}

static int do_total(size_t *bytes, int device)
{
	(void)device;
	*bytes = total_bytes();
	return 0;
}

static int do_room(size_t *left, size_t *total)
{
	size_t held = in_use + number_setting("STANDIN_HELD", "0");

	*total = total_bytes();
	*left = held < *total ? *total - held : 0;
	return 0;
}

static int do_attribute(int *value, int what, int device)
{
	const char *cpu = standin_setting("STANDIN_CPU", "sm_70");
	int number = atoi(cpu + strlen("sm_"));

	(void)device;
	if (what == 13)
		*value = CLOCK_KHZ;
	else
		*value = what == 75 ? number / 10 : number % 10;
	return 0;
}

static int do_hip_attribute(int *value, int what, int device)
{
	(void)device;
	*value = what == 5 ? CLOCK_KHZ : 0;
	return 0;
}

static int do_properties(void *properties, int device)
{
	(void)device;
	snprintf((char *)properties + 1000, 64, "%s:xnack-",
		 standin_setting("STANDIN_CPU", "gfx906"));
	return 0;
}

static int do_retain(void **context, int device)
{
	(void)device;
	*context = &standin_memory;
	return standin_answer("retain", NULL);
}

static int do_enter(void *context)
{
	(void)context;
	return 0;
}

static int do_choose(int device)
{
	(void)device;
	return standin_answer("choose", NULL);
}

/* ---- memory ------------------------------------------------------------ */

static int do_alloc(uint64_t *address, size_t n)
{
	struct allocation made = {.bytes = n};
	size_t left, total;

	do_room(&left, &total);
	if (n > left)
		return NO_MEMORY;
	made.at = cvg_calloc(n, 1);
	in_use += n;
	cvg_push(&standin_memory, made);
	*address = (uint64_t)(uintptr_t)made.at;
	return standin_answer("alloc", NULL);
}

static int move(uint64_t to, uint64_t from, size_t n)
{
	if (after_run)
		return after_run;
	memcpy((void *)(uintptr_t)to, (const void *)(uintptr_t)from, n);
	return 0;
}

static int do_upload(uint64_t to, const void *from, size_t n)
{
	return move(to, (uint64_t)(uintptr_t)from, n);
}

static int do_download(void *to, uint64_t from, size_t n)
{
	const char *path = standin_setting("STANDIN_COUNTS", NULL);
	const char *head = (const char *)(uintptr_t)from;
	struct cvg_err err;

	if (path && n > 8 && !memcmp(head, "RCVGCNT2", 8) &&
	    !cvg_file_write(path, head, n, &err))
		abort();
	return move((uint64_t)(uintptr_t)to, from, n);
}

static int do_copy(uint64_t to, uint64_t from, size_t n)
{
	return move(to, from, n);
}

/* ---- modules ----------------------------------------------------------- */

static int do_load(void **module, const void *image, unsigned n, int *options,
		   void **values)
{
	struct loaded *made = cvg_calloc(1, sizeof *made);
	struct cvg_err err;
	const struct cvg_target_options target = {
		.cpu = standin_setting("STANDIN_CPU", NULL),
		.costs = standin_costs()};
	char *log = NULL;
	size_t most = 0;

	for (unsigned i = 0; i < n; i++) {
		if (options[i] == ERROR_LOG)
			log = values[i];
		if (options[i] == ERROR_LOG_BYTES)
			most = (size_t)(uintptr_t)values[i];
	}
	if (!standin_find(image, made))
		return BAD_IMAGE;
	*module = made;
	if (!cvg_module_load(made->ir, &target, &made->module, &err) &&
	    !cvg_module_load(made->ir, NULL, &made->module, &err))
		return BAD_IMAGE; /* it may be a device that LLVM knows not */
	return standin_check(image, made, log, most);
}

static void add_variables(struct loaded *loaded,
			  const struct cvg_program *program)
{
	for (uint32_t i = 0; i < program->nglobals; i++) {
		const struct cvg_global *global = &program->globals[i];
		struct variable made = {.bytes = global->bytes,
					.address = global->address,
					.constant = global->constant};

		if (global->space != CVG_SPACE_GLOBAL)
			continue;
		made.name = cvg_strdup(global->name);
		made.at = cvg_calloc(global->bytes + 1, 1);
		if (global->init)
			memcpy(made.at, global->init, global->bytes);
		cvg_push(&loaded->variables, made);
	}
}

static int do_function(void **function, void *module, const char *name)
{
	struct loaded *of = module;
	struct kernel *kernel = cvg_calloc(1, sizeof *kernel);
	uint32_t f = cvg_module_function_named(of->module, name);
	struct cvg_err err;

	if (f == CVG_NONE ||
	    !cvg_module_decode(of->module, f, &kernel->program, NULL, &err))
		return NO_SYMBOL;
	if (kernel->program->fns[0].fn->kind != CVG_FN_KERNEL)
		return NO_SYMBOL;
	kernel->of = of;
	kernel->sim = cvg_sim_new(kernel->program);
	add_variables(of, kernel->program);
	*function = kernel;
	return standin_answer("function", of);
}

static int do_variable(uint64_t *address, size_t *n, void *module,
		       const char *name)
{
	const struct loaded *of = module;

	for (size_t i = 0; i < of->variables.n; i++) {
		const struct variable *at = &of->variables.at[i];

		if (strcmp(at->name, name) != 0 || !standin_shows(of->ir, name))
			continue;
		*address = (uint64_t)(uintptr_t)at->at;
		*n = at->bytes;
		return 0;
	}
	return NO_SYMBOL;
}

static int do_allow(void *function, int what, int value)
{
	struct kernel *kernel = function;

	kernel->allowed = (unsigned)value;
	return what != 8 || value > MOST_SHARED ? BAD_VALUE : 0;
}

/* ---- launches ---------------------------------------------------------- */

static void pass_time(double ms)
{
	double part = strtod(standin_setting("STANDIN_NOISE", "0.01"), NULL);

	noise_state = noise_state * UINT64_C(6364136223846793005) + 1442695041;
	now += ms * (1 + part * (double)(noise_state >> 40) / (1 << 24));
}

static int simulate(const struct kernel *kernel, struct cvg_launch *launch,
		    const void *args, size_t nargs)
{
	bool timed =
		!strcmp(standin_setting("STANDIN_CLOCK", ""), "scoreboard");
	struct cvg_sim_options options = {
		.seed = 1, .workers = 1, .timed = timed};
	struct cvg_image *image = standin_image(kernel, args, nargs);
	struct cvg_sim_result result;
	struct cvg_err err;
	bool ok, ended;

	image->dynamic_shared = launch->shared;
	ok = cvg_sim_run(kernel->sim, launch, image, &options, &result, &err);
	standin_drop(image);
	if (!ok)
		return BAD_VALUE;
	ended = result.fault.kind == CVG_F_NONE;
	pass_time((double)(timed ? result.counts.timed_cycles
				 : result.counts.cycles) /
		  (strcmp(standin_setting("STANDIN_SLOW", ""),
			  kernel->of->file) == 0
			   ? 5e5
			   : 1e6));
	cvg_sim_result_done(&result);
	after_run = ended ? 0 : ILLEGAL;
	return 0;
}

/* How arguments are passed: pairs of a key and a pointer. */
static const void *extra_of(void **extra, uintptr_t key)
{
	for (int i = 0; extra && i < 4; i += 2)
		if ((uintptr_t)extra[i] == key)
			return extra[i + 1];
	return NULL;
}

static int do_launch(void *function, unsigned gx, unsigned gy, unsigned gz,
		     unsigned bx, unsigned by, unsigned bz, unsigned shared,
		     void *stream, void **parameters, void **extra)
{
	struct kernel *kernel = function;
	const char *what = standin_injected("launch", kernel->of);
	const size_t *nargs = extra_of(extra, 2);
	struct cvg_launch launch;
	int code = standin_answer("launch", kernel->of);

	(void)stream;
	(void)parameters;
	if (bx * by * bz > MAX_THREADS || gy > MOST_GRID_Y || gz > MOST_GRID_Y)
		return BAD_VALUE;
	if (standin_is_hip() && (uint64_t)gx * bx > UINT32_MAX)
		return TOO_LARGE;
	if ((nargs ? *nargs : 0) != (kernel->of->args == (size_t)-1
					     ? kernel->program->kernarg_bytes
					     : kernel->of->args) ||
	    (shared > kernel->allowed && !standin_is_hip() &&
	     shared + kernel->program->static_shared > USUAL_SHARED))
		return BAD_VALUE;
	if (code)
		return code;
	cvg_launch_init(&launch);
	launch.grid[0] = gx;
	launch.grid[1] = gy;
	launch.grid[2] = gz;
	launch.block[0] = bx;
	launch.block[1] = by;
	launch.block[2] = bz;
	launch.shared = shared;
	code = simulate(kernel, &launch, extra_of(extra, 1),
			nargs ? *nargs : 0);
	cvg_launch_done(&launch);
	if (what && !strncmp(what, "endless", 7))
		after_run = NOT_READY;
	if (what && !strncmp(what, "wrong", 5))
		standin_spoil(extra_of(extra, 1), nargs ? *nargs : 0);
	return code;
}

/* ---- events ------------------------------------------------------------ */

static int do_event(void **event, unsigned flags)
{
	(void)flags;
	*event = cvg_calloc(1, sizeof(double));
	return standin_answer("event", NULL);
}

static int do_record(void *event, void *stream)
{
	(void)stream;
	*(double *)event = now;
	return 0;
}

static int do_query(void *event)
{
	int code = standin_answer("query", NULL);

	(void)event;
	return code ? code : after_run;
}

static int do_elapsed(float *ms, void *from, void *to)
{
	*ms = (float)(*(const double *)to - *(const double *)from);
	return 0;
}

static int do_wait(void)
{
	return after_run;
}

/* ---- names ------------------------------------------------------------- */

#define ANSWERS(name, function)          \
	extern __typeof__(function) name \
		__attribute__((alias(#function), visibility("default")));

ANSWERS(cuInit, do_init)
ANSWERS(hipInit, do_init)
ANSWERS(cuDriverGetVersion, do_version)
ANSWERS(hipDriverGetVersion, do_hip_version)
ANSWERS(cuDeviceGetCount, do_count)
ANSWERS(hipGetDeviceCount, do_count)
ANSWERS(cuDeviceGet, do_get)
ANSWERS(hipDeviceGet, do_get)
ANSWERS(cuDeviceGetName, do_name)
ANSWERS(hipDeviceGetName, do_name)
ANSWERS(cuDeviceTotalMem_v2, do_total)
ANSWERS(hipDeviceTotalMem, do_total)
ANSWERS(cuDeviceGetAttribute, do_attribute)
ANSWERS(hipDeviceGetAttribute, do_hip_attribute)
ANSWERS(hipGetDeviceProperties, do_properties)
ANSWERS(cuDevicePrimaryCtxRetain, do_retain)
ANSWERS(cuCtxSetCurrent, do_enter)
ANSWERS(hipSetDevice, do_choose)
ANSWERS(cuMemGetInfo_v2, do_room)
ANSWERS(hipMemGetInfo, do_room)
ANSWERS(cuMemAlloc_v2, do_alloc)
ANSWERS(hipMalloc, do_alloc)
ANSWERS(cuMemcpyHtoD_v2, do_upload)
ANSWERS(hipMemcpyHtoD, do_upload)
ANSWERS(cuMemcpyDtoH_v2, do_download)
ANSWERS(hipMemcpyDtoH, do_download)
ANSWERS(cuMemcpyDtoD_v2, do_copy)
ANSWERS(hipMemcpyDtoD, do_copy)
ANSWERS(cuModuleLoadDataEx, do_load)
ANSWERS(hipModuleLoadDataEx, do_load)
ANSWERS(cuModuleGetFunction, do_function)
ANSWERS(hipModuleGetFunction, do_function)
ANSWERS(cuModuleGetGlobal_v2, do_variable)
ANSWERS(hipModuleGetGlobal, do_variable)
ANSWERS(cuFuncSetAttribute, do_allow)
ANSWERS(cuLaunchKernel, do_launch)
ANSWERS(hipModuleLaunchKernel, do_launch)
ANSWERS(cuEventCreate, do_event)
ANSWERS(hipEventCreateWithFlags, do_event)
ANSWERS(cuEventRecord, do_record)
ANSWERS(hipEventRecord, do_record)
ANSWERS(cuEventQuery, do_query)
ANSWERS(hipEventQuery, do_query)
ANSWERS(cuEventElapsedTime, do_elapsed)
ANSWERS(hipEventElapsedTime, do_elapsed)
ANSWERS(cuCtxSynchronize, do_wait)
ANSWERS(hipDeviceSynchronize, do_wait)
