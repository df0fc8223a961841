/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * pocl JOBS: runs OpenCL C kernels on the CPU through PoCL, which shares no
 * code with the simulator. JOBS is a file of lines; a job is
 *
 *     kernel FILE.cl NAME GX GY GZ BX BY BZ    grid in blocks, block in threads
 *     options TEXT...                          for the compiler; optional
 *     buffer IN OUT                            an argument: raw bytes of a
 *                                              file, written to OUT ("-": not)
 *     scalar HEX                               an argument: its bytes, lowest
 *                                              address first
 *     local BYTES                              an argument: local memory
 *     times N                                  run it N times more and say
 *                                              the least processor time
 *     end                                      run it
 *
 * with the arguments in the kernel's order. For each job one line on standard
 * output: "ok", "ok SECONDS" or "failed: why", in the order of the jobs; the
 * exit status is 0 unless the file of jobs itself is wrong.
 *
 * A program of its own, without the project's library, so that nothing of that
 * is loaded beside PoCL's compiler.
 */
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define MAX_ARGS 16
#define MAX_PATH 1024

struct arg {
	bool buffer, local; /* neither: a scalar */
	char in[MAX_PATH], out[MAX_PATH];
	unsigned char value[128]; /* of a scalar */
	size_t bytes;		  /* of whatever it is */
	cl_mem mem;
};

struct job {
	char file[MAX_PATH], kernel[128], options[MAX_PATH];
	size_t global[3], local[3]; /* both in threads */
	struct arg args[MAX_ARGS];
	unsigned nargs;
	unsigned times;
	double seconds; /* of the fastest of them */
};

struct host {
	cl_device_id device;
	cl_context context;
	cl_command_queue queue;
	char why[4096]; /* of the last failure */
};

static bool fail(struct host *h, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

static bool fail(struct host *h, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(h->why, sizeof h->why, fmt, ap);
	va_end(ap);
	for (char *c = h->why; *c; c++)
		if (*c == '\n')
			*c = '|';
	return false;
}

static void *need(void *p)
{
	if (!p) {
		fprintf(stderr, "pocl: out of memory\n");
		exit(2);
	}
	return p;
}

/* ---- files ----------------------------------------------------------- */

static bool read_file(struct host *h, const char *path, unsigned char **out,
		      size_t *n)
{
	FILE *f = fopen(path, "rb");
	size_t cap = 65536;

	if (!f)
		return fail(h, "%s: cannot open", path);
	*out = need(malloc(cap));
	*n = 0;
	for (size_t got; (got = fread(*out + *n, 1, cap - *n, f)) > 0;) {
		*n += got;
		if (*n == cap)
			*out = need(realloc(*out, cap *= 2));
	}
	fclose(f);
	return true;
}

static bool write_file(struct host *h, const char *path, const void *data,
		       size_t n)
{
	FILE *f = fopen(path, "wb");
	bool ok;

	if (!f)
		return fail(h, "%s: cannot open", path);
	ok = fwrite(data, 1, n, f) == n;
	return (fclose(f) == 0 && ok) || fail(h, "%s: cannot write", path);
}

/* ---- the device ------------------------------------------------------ */

static bool is_pocl(cl_platform_id platform)
{
	char name[128] = "";

	clGetPlatformInfo(platform, CL_PLATFORM_NAME, sizeof name, name, NULL);
	return strstr(name, "Portable Computing Language") != NULL;
}

static bool host_init(struct host *h)
{
	cl_platform_id platforms[16];
	cl_uint n = 0, i = 0;
	cl_int err = clGetPlatformIDs(16, platforms, &n);

	if (err != CL_SUCCESS)
		return fail(h, "no OpenCL platform");
	while (i < n && !is_pocl(platforms[i]))
		i++;
	if (i == n)
		return fail(h, "no platform of PoCL");
	err = clGetDeviceIDs(platforms[i], CL_DEVICE_TYPE_CPU, 1, &h->device,
			     NULL);
	if (err != CL_SUCCESS)
		return fail(h, "no device of PoCL");
	h->context = clCreateContext(NULL, 1, &h->device, NULL, NULL, &err);
	if (err != CL_SUCCESS)
		return fail(h, "no context");
	h->queue = clCreateCommandQueue(h->context, h->device, 0, &err);
	return err == CL_SUCCESS || fail(h, "no command queue");
}

/* ---- one job --------------------------------------------------------- */

static bool set_buffer(struct host *h, cl_kernel kernel, unsigned i,
		       struct arg *a)
{
	unsigned char *data;
	cl_int err;

	if (!read_file(h, a->in, &data, &a->bytes))
		return false;
	a->mem = clCreateBuffer(h->context,
				CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR,
				a->bytes, data, &err);
	free(data);
	if (err != CL_SUCCESS)
		return fail(h, "%s: no buffer (%d)", a->in, (int)err);
	err = clSetKernelArg(kernel, i, sizeof a->mem, &a->mem);
	return err == CL_SUCCESS ||
	       fail(h, "argument %u is no buffer (%d)", i, (int)err);
}

static bool set_args(struct host *h, cl_kernel kernel, struct job *j)
{
	for (unsigned i = 0; i < j->nargs; i++) {
		struct arg *a = &j->args[i];
		cl_int err;

		if (a->buffer) {
			if (!set_buffer(h, kernel, i, a))
				return false;
			continue;
		}
		err = clSetKernelArg(kernel, i, a->bytes,
				     a->local ? NULL : a->value);
		if (err != CL_SUCCESS)
			return fail(h, "argument %u (%d)", i, (int)err);
	}
	return true;
}

static bool write_back(struct host *h, struct job *j)
{
	bool ok = true;

	for (unsigned i = 0; i < j->nargs && ok; i++) {
		struct arg *a = &j->args[i];
		unsigned char *data;

		if (!a->buffer || !strcmp(a->out, "-"))
			continue;
		data = need(malloc(a->bytes));
		ok = clEnqueueReadBuffer(h->queue, a->mem, CL_TRUE, 0, a->bytes,
					 data, 0, NULL, NULL) == CL_SUCCESS;
		ok = ok ? write_file(h, a->out, data, a->bytes)
			: fail(h, "cannot read argument %u", i);
		free(data);
	}
	return ok;
}

static bool run_once(struct host *h, cl_kernel kernel, const struct job *j)
{
	cl_int err = clEnqueueNDRangeKernel(h->queue, kernel, 3, NULL,
					    j->global, j->local, 0, NULL, NULL);

	if (err == CL_SUCCESS)
		err = clFinish(h->queue);
	return err == CL_SUCCESS || fail(h, "does not run (%d)", (int)err);
}

/* Of all threads of this process. */
static double cpu_seconds(void)
{
	struct timespec t;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static bool run_again(struct host *h, cl_kernel kernel, struct job *j)
{
	for (unsigned i = 0; i < j->times; i++) {
		double start = cpu_seconds();

		if (!run_once(h, kernel, j))
			return false;
		start = cpu_seconds() - start;
		if (i == 0 || start < j->seconds)
			j->seconds = start;
	}
	return true;
}

static bool launch(struct host *h, cl_kernel kernel, struct job *j)
{
	return set_args(h, kernel, j) && run_once(h, kernel, j) &&
	       write_back(h, j) && run_again(h, kernel, j);
}

static bool run_kernel(struct host *h, cl_program program, struct job *j)
{
	cl_int err;
	cl_kernel kernel = clCreateKernel(program, j->kernel, &err);
	bool ok;

	if (err != CL_SUCCESS)
		return fail(h, "no kernel of that name (%d)", (int)err);
	ok = launch(h, kernel, j);
	for (unsigned i = 0; i < j->nargs; i++)
		if (j->args[i].mem)
			clReleaseMemObject(j->args[i].mem);
	clReleaseKernel(kernel);
	return ok;
}

static bool build(struct host *h, cl_program program, const char *options)
{
	char log[2048] = "";

	if (clBuildProgram(program, 1, &h->device, options, NULL, NULL) ==
	    CL_SUCCESS)
		return true;
	clGetProgramBuildInfo(program, h->device, CL_PROGRAM_BUILD_LOG,
			      sizeof log, log, NULL);
	return fail(h, "does not compile: %s", log);
}

static bool run_job(struct host *h, struct job *j)
{
	unsigned char *text;
	const char *source;
	cl_program program;
	size_t n;
	cl_int err;
	bool ok;

	if (!read_file(h, j->file, &text, &n))
		return false;
	source = (const char *)text;
	program = clCreateProgramWithSource(h->context, 1, &source, &n, &err);
	free(text);
	if (err != CL_SUCCESS)
		return fail(h, "no program (%d)", (int)err);
	ok = build(h, program, j->options) && run_kernel(h, program, j);
	clReleaseProgram(program);
	return ok;
}

/* ---- the file of jobs ------------------------------------------------ */

static bool parse_kernel(const char *line, struct job *j)
{
	memset(j, 0, sizeof *j);
	if (sscanf(line, "kernel %1023s %127s %zu %zu %zu %zu %zu %zu", j->file,
		   j->kernel, &j->global[0], &j->global[1], &j->global[2],
		   &j->local[0], &j->local[1], &j->local[2]) != 8)
		return false;
	for (int i = 0; i < 3; i++)
		j->global[i] *= j->local[i];
	return true;
}

static bool parse_scalar(const char *hex, struct arg *a)
{
	unsigned byte;

	for (a->bytes = 0; a->bytes < sizeof a->value; a->bytes++, hex += 2) {
		if (sscanf(hex, "%2x", &byte) != 1)
			break;
		a->value[a->bytes] = (unsigned char)byte;
	}
	return a->bytes > 0;
}

static bool parse_arg(const char *line, struct job *j)
{
	struct arg *a = &j->args[j->nargs++];

	if (!strncmp(line, "scalar ", 7))
		return parse_scalar(line + 7, a);
	if (!strncmp(line, "local ", 6)) {
		a->local = true;
		return sscanf(line + 6, "%zu", &a->bytes) == 1;
	}
	a->buffer = true;
	return sscanf(line, "buffer %1023s %1023s", a->in, a->out) == 2;
}

/* One line into the job; what is not understood is false. */
static bool parse_line(const char *line, struct job *j)
{
	if (!strncmp(line, "kernel ", 7))
		return parse_kernel(line, j);
	if (!strncmp(line, "options ", 8)) {
		if (strlen(line + 8) >= sizeof j->options)
			return false;
		strcpy(j->options, line + 8);
		return true;
	}
	if (!strncmp(line, "times ", 6))
		return sscanf(line + 6, "%u", &j->times) == 1;
	return j->nargs < MAX_ARGS && parse_arg(line, j);
}

static void tell(const struct host *h, const struct job *j, bool ok)
{
	if (!ok)
		printf("failed: %s\n", h->why);
	else if (j->times)
		printf("ok %.9f\n", j->seconds);
	else
		puts("ok");
	fflush(stdout);
}

static bool run_jobs(struct host *h, FILE *in, const char *path)
{
	struct job job = {0};
	char line[4096];

	for (unsigned n = 1; fgets(line, sizeof line, in); n++) {
		line[strcspn(line, "\n")] = '\0';
		if (!strcmp(line, "end")) {
			tell(h, &job, run_job(h, &job));
		} else if (line[0] && !parse_line(line, &job)) {
			fprintf(stderr, "%s:%u: not a job's line\n", path, n);
			return false;
		}
	}
	return true;
}

int main(int argc, char **argv)
{
	struct host host = {0};
	FILE *in;
	bool ok;

	if (argc != 2) {
		fprintf(stderr, "usage: pocl JOBS\n");
		return 2;
	}
	if (!host_init(&host)) {
		fprintf(stderr, "pocl: %s\n", host.why);
		return 77; /* nothing to ask */
	}
	in = fopen(argv[1], "r");
	if (!in) {
		fprintf(stderr, "%s: cannot open\n", argv[1]);
		return 2;
	}
	ok = run_jobs(&host, in, argv[1]);
	fclose(in);
	return ok ? 0 : 2;
}
