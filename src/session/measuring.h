/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What the files of measuring share. */
#ifndef RECONVERGE_SESSION_MEASURING_H
#define RECONVERGE_SESSION_MEASURING_H

#include "inside.h"

#include "reconverge/gpu.h"
#include "reconverge/ir.h"
#include "reconverge/measure.h"

/* A revision's kernel, made ready for the device. */
struct cvg_subject {
	uint32_t rev;
	bool counts;		  /* it has counters */
	char *kernel;		  /* its name on the device */
	char **names;		  /* [nbuffers] of variables there; or NULL */
	struct cvg_image *image;  /* memory that it starts on */
	struct cvg_loadable code; /* for the driver */
	struct cvg_gpu_buffer *buffers;
	cvg_vec(struct cvg_gpu_address) addresses;
	struct cvg_err why; /* if it could not be made ready */
	bool ready;
};

/* ---- measure_scale.c -------------------------------------------------- */

/* Make the launch `scale` times as large: its grid, the buffers whose size is
 * given, and numbers that stand for these. */
void cvg_measure_scale(struct cvg_launch *launch, uint32_t scale);

/* ---- measure_subject.c ------------------------------------------------ */

/* Make a revision's kernel ready. If it cannot be, out->why tells why. */
void cvg_subject_init(struct cvg_subject *out, struct cvg_session *session,
		      const struct cvg_measure_ask *ask,
		      const struct cvg_gpu_device *device, uint32_t rev,
		      const struct cvg_launch *launch);
/* The same of a module that belongs to the caller, and of its kernel, decoded. */
bool cvg_subject_of(struct cvg_subject *out, struct cvg_session *session,
		    const struct cvg_measure_ask *ask,
		    const struct cvg_gpu_device *device,
		    struct cvg_module *module,
		    const struct cvg_program *program,
		    const struct cvg_launch *launch, struct cvg_err *err);
/* The module of a revision, with its libraries, for that device; NULL with `err`. The
 * caller frees it. */
struct cvg_module *cvg_subject_module(struct cvg_session *session, uint32_t rev,
				      const struct cvg_gpu_device *device,
				      struct cvg_err *err);
void cvg_subject_done(struct cvg_subject *subject);
/* The same as a part of a job; borrows from the subject and the launch. */
struct cvg_gpu_code cvg_subject_code(const struct cvg_subject *subject,
				     const struct cvg_launch *launch);
/* The memory that a run of the subject left; the caller frees it. */
struct cvg_image *cvg_subject_left(const struct cvg_subject *subject,
				   const struct cvg_gpu_result *result);

/* ---- measure.c --------------------------------------------------------- */

/* What the device is that runs code of the module's target. */
bool cvg_measure_probe(struct cvg_session *session, uint32_t ordinal,
		       struct cvg_gpu_device *out, struct cvg_err *err);

#endif
