/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What the files of the stand-in share: the device's memory and modules. */
#ifndef TESTS_GPU_STANDIN_H
#define TESTS_GPU_STANDIN_H

#include "reconverge/program.h"
#include "reconverge/sim.h"

struct allocation {
	uint8_t *at;
	size_t bytes;
};

/* A variable of a module. */
struct variable {
	char *name;
	uint8_t *at;
	uint64_t bytes;
	uint64_t address; /* in the simulator */
	bool constant;
};

/* A loaded module. */
struct loaded {
	char file[64]; /* "P1" */
	char ir[600];  /* the path of its LLVM assembly */
	struct cvg_module *module;
	size_t args; /* bytes of its kernel's, by the PTX; -1: it is none */
	cvg_vec(struct variable) variables;
};

struct kernel {
	struct loaded *of;
	struct cvg_program *program;
	struct cvg_sim *sim;
	unsigned allowed; /* bytes of dynamic shared memory */
};

struct memory {
	struct allocation *at;
	size_t n, cap;
};

extern struct memory standin_memory;

/* A variable of the environment, or what it is if nobody said. */
const char *standin_setting(const char *name, const char *otherwise);
/* What shall go wrong in that call: the text behind '='; NULL: nothing. */
const char *standin_injected(const char *call, const struct loaded *module);
/* What that call answers with: 0, or what shall go wrong. */
int standin_answer(const char *call, const struct loaded *module);

/* The simulator's address of a place on the device; 0: it is none. */
uint64_t standin_translated(uint64_t address);
/* The memory of the device as the simulator has it, and the arguments; its
 * buffers are those of the device. */
struct cvg_image *standin_image(const struct kernel *kernel, const void *args,
				size_t nargs);
void standin_drop(struct cvg_image *image);
/* Make the first byte of the first buffer that is passed another one. */
void standin_spoil(const uint8_t *args, size_t n);

/* Find the file with that code: set out->file and out->ir. */
bool standin_find(const void *image, struct loaded *out);
/* What the driver answers to the code; its compiler writes to the n bytes at `log`
 * (NULL: to nowhere) why it refuses it. */
int standin_check(const void *image, struct loaded *of, char *log, size_t n);
/* Can the driver find that variable of the module? */
bool standin_shows(const char *ir, const char *name);
/* Is it the driver of AMD? */
bool standin_is_hip(void);
/* The prices of the device; NULL: those of the program. */
const struct cvg_costs *standin_costs(void);

#endif
