/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Runs code on a GPU through the driver that is installed, which is looked for
 * only when it is asked for: CUDA's (libcuda.so.1) or HIP's (libamdhip64.so). No
 * header and no toolkit of theirs is needed. All calls are made in a child
 * process, so that this process never has a context that could be lost.
 */
#ifndef RECONVERGE_GPU_H
#define RECONVERGE_GPU_H

#include "reconverge/base.h"

enum cvg_gpu_api { CVG_GPU_CUDA, CVG_GPU_HIP, CVG_NGPU_APIS };

/* "CUDA", "HIP" */
const char *cvg_gpu_api_name(enum cvg_gpu_api api);

struct cvg_gpu_device {
	enum cvg_gpu_api api;
	uint32_t ordinal; /* as the driver counts its devices */
	char name[128];
	char cpu[32];	      /* as LLVM names it: "sm_90", "gfx90a" */
	char code[32];	      /* for which code is made, if that is another that
				 the device runs as well; set by who makes it */
	uint32_t driver;      /* version of the driver, 12040 is 12.4 */
	uint64_t bytes, free; /* of its memory */
	double clock;	      /* MHz, the fastest; 0: the driver does not say */
};

/* Find out what the device is. `seconds`: how long the driver may take. */
bool cvg_gpu_probe(enum cvg_gpu_api api, uint32_t ordinal, unsigned seconds,
		   const struct cvg_ticker *ticker, struct cvg_gpu_device *out,
		   struct cvg_err *err);
/* "NVIDIA H100 (sm_90, 79.1 GiB, CUDA 12.4)" */
void cvg_gpu_describe(struct cvg_str *out, const struct cvg_gpu_device *device);

/* "CUDA 12.4" */
void cvg_gpu_driver(struct cvg_str *out, const struct cvg_gpu_device *device);

/* ---- what is to run -------------------------------------------------- */

/* Memory that a kernel starts on: allocated, or a variable of its module. */
struct cvg_gpu_buffer {
	const uint8_t *data; /* [bytes] borrowed */
	uint64_t bytes;
	const char *variable; /* its name in the module; NULL: allocated */
	bool constant; /* the kernel does not change it: it is not read back */
};

/* A place of 8 bytes that holds the address of a buffer. */
struct cvg_gpu_address {
	uint32_t in;	 /* the buffer with the place; CVG_NONE: arguments */
	uint64_t at;	 /* bytes from its start */
	uint32_t buffer; /* whose address it is */
	uint64_t offset; /* bytes from that buffer's start */
};

/* One kernel and its launch; borrows what it points to. */
struct cvg_gpu_code {
	const char *kernel;
	const void *image; /* PTX, a cubin or a code object, with a 0 behind */
	const void *portable; /* PTX, if the driver does not take a cubin; or
				 NULL */
	const struct cvg_gpu_buffer *buffers;	 /* [nbuffers] */
	const struct cvg_gpu_address *addresses; /* [naddresses] */
	const uint8_t *args;			 /* [nargs] argument segment */
	uint32_t nbuffers, naddresses, nargs;
	uint32_t grid[3], block[3];
	uint32_t shared; /* bytes of dynamic shared memory */
	bool reads_only; /* it writes no variable of its module, which others
			    of the same image may share */
};

struct cvg_gpu_job {
	enum cvg_gpu_api api;
	uint32_t ordinal;
	const struct cvg_gpu_code *codes; /* [n] */
	uint32_t n;
	uint32_t reps;	  /* runs of each code that are timed */
	uint32_t warmups; /* runs of each code before these */
	double limit;	  /* seconds that a run may take */
	const struct cvg_ticker *ticker;
};

/* What became of one code. */
struct cvg_gpu_result {
	bool ran;	/* all its runs ended well */
	bool portable;	/* by the portable code */
	char why[256];	/* if not: one line */
	double *ms;	/* [reps] milliseconds of each run */
	uint8_t **left; /* [nbuffers] what its first run left; NULL: the buffer
			   is constant, or the driver does not know it */
};

/* Results of a job. */
struct cvg_gpu_results {
	struct cvg_gpu_result *at; /* [n] */
	void *map;		   /* memory that the child writes to */
	size_t bytes;
};

/*
 * Run all codes: first each of them as often as `warmups` says, then `reps` times
 * in turns. Each run starts on the same memory. A code whose run fails or does
 * not end is left out, and the others start again in a new process, since the
 * device's context is lost. False only if nothing can be run at all. Free *out
 * with cvg_gpu_results_done if this succeeds.
 */
bool cvg_gpu_run(const struct cvg_gpu_job *job, struct cvg_gpu_results *out,
		 struct cvg_err *err);
void cvg_gpu_results_done(struct cvg_gpu_results *results);

/* ---- numbers from many runs ------------------------------------------ */

struct cvg_spread {
	uint32_t n;
	double min, median, low, high; /* low, high: the quartiles */
};

/* Of n values, which are sorted. */
void cvg_spread_of(double *values, uint32_t n, struct cvg_spread *out);

/* How many times as large as `a` typical values of `b` are. */
struct cvg_ratio {
	double at;	  /* NAN: there are no values */
	double low, high; /* it is between these with a confidence of 95 %; NAN:
			     there are too few values to tell */
};

void cvg_ratio_of(const double *a, uint32_t na, const double *b, uint32_t nb,
		  struct cvg_ratio *out);

#endif
