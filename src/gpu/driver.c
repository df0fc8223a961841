/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Finds the driver's library and its functions, and tells what its errors mean.
 * RECONVERGE_GPU_DRIVER in the environment names another library.
 */
#include "driver.h"

#include <ctype.h>
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#define MOST_NAMES 4

struct api {
	const char *name;
	const char *library[MOST_NAMES]; /* tried in order */
	const char *of;			 /* whose driver it is */
};

static const struct api apis[CVG_NGPU_APIS] = {
	[CVG_GPU_CUDA] = {.name = "CUDA",
			  .library = {"libcuda.so.1"},
			  .of = "NVIDIA's driver"},
	[CVG_GPU_HIP] = {.name = "HIP",
			 .library = {"libamdhip64.so", "libamdhip64.so.7",
				     "libamdhip64.so.6", "libamdhip64.so.5"},
			 .of = "AMD's ROCm"},
};

const char *cvg_gpu_api_name(enum cvg_gpu_api api)
{
	return apis[api].name;
}

/* ---- errors ---------------------------------------------------------- */

struct error {
	int number;
	enum cvg_gpu_stage stage;
	bool lost;
	const char *text;
};

static const struct error errors[] = {
#define GPU_ERROR(number, stage, lost, text) \
	{number, CVG_GPU_##stage, lost, text},
#include "errors.def"
};

static const struct error *error_of(int code, enum cvg_gpu_stage stage)
{
	for (size_t i = 0; i < sizeof errors / sizeof *errors; i++) {
		if (errors[i].number == code &&
		    (errors[i].stage == stage ||
		     errors[i].stage == CVG_GPU_ANY))
			return &errors[i];
	}
	return NULL;
}

bool cvg_driver_lost(int code)
{
	const struct error *error = error_of(code, CVG_GPU_ANY);

	return !error || error->lost;
}

bool cvg_driver_ok(const struct cvg_driver *driver, int code,
		   enum cvg_gpu_stage stage, struct cvg_err *err)
{
	const struct error *error = error_of(code, stage);
	const char *api = apis[driver->api].name;

	if (code == 0)
		return true;
	return error ? cvg_fail(err, "%s (%s error %d)", error->text, api, code)
		     : cvg_fail(err, "the driver reports %s error %d", api,
				code);
}

/* ---- the library ----------------------------------------------------- */

#define OTHER_LIBRARY "RECONVERGE_GPU_DRIVER"

static const char *other_library(void)
{
	const char *other = getenv(OTHER_LIBRARY);

	return other && *other ? other : NULL;
}

static void *open_library(const struct api *api)
{
	void *library = NULL;

	if (other_library())
		return dlopen(other_library(), RTLD_NOW | RTLD_LOCAL);
	for (int i = 0; i < MOST_NAMES && api->library[i] && !library; i++)
		library = dlopen(api->library[i], RTLD_NOW | RTLD_LOCAL);
	return library;
}

/* Store the function of the first of these names that there is; its type is the
 * member's. */
static bool find(void *library, const char *names, void *member,
		 struct cvg_err *err)
{
	void *function = NULL;
	char name[64];

	for (const char *at = names; *at && !function; at += *at == '|') {
		size_t n = strcspn(at, "|");

		snprintf(name, sizeof name, "%.*s", (int)n, at);
		function = dlsym(library, name);
		at += n;
	}
	memcpy(member, &function, sizeof function);
	return function || !*names ||
	       cvg_fail(err, "the driver is too old: it has no function %s",
			name);
}

bool cvg_driver_load(struct cvg_driver *out, enum cvg_gpu_api api,
		     struct cvg_err *err)
{
	void *library = open_library(&apis[api]);
	bool cuda = api == CVG_GPU_CUDA;

	memset(out, 0, sizeof *out);
	out->api = api;
	if (!library && other_library())
		return cvg_fail(err,
				"the driver that " OTHER_LIBRARY
				" names cannot be loaded: %s",
				dlerror());
	if (!library)
		return cvg_fail(err,
				"no driver: %s is not installed (%s), so that "
				"nothing can run on a GPU here",
				apis[api].of, dlerror());
#define CALL(member, cuda_name, hip_name, args)                                \
	if (!find(library, cuda ? (cuda_name) : (hip_name), &out->call.member, \
		  err))                                                        \
		return false;
#include "calls.def"
	return true;
}

/* ---- the device ------------------------------------------------------ */

/* Drivers reserve more addresses than a device has memory. */
static bool few_addresses(void)
{
	struct rlimit limit;

	return getrlimit(RLIMIT_AS, &limit) == 0 &&
	       limit.rlim_cur != RLIM_INFINITY;
}

bool cvg_driver_open(struct cvg_driver *driver, uint32_t ordinal,
		     struct cvg_err *err)
{
	void *context = NULL;
	int n = 0, code = driver->call.init(0);

	if (code == CVG_GPU_NO_MEMORY && few_addresses())
		return cvg_fail(err, "the driver needs more addresses than "
				     "this process may have: say 'ulimit -v "
				     "unlimited' before");
	if (code == 0)
		code = driver->call.count(&n);
	if (!cvg_driver_ok(driver, code, CVG_GPU_OPEN, err))
		return false;
	if (n <= 0)
		return cvg_fail(err, "there is no device");
	if (ordinal >= (uint32_t)n)
		return cvg_fail(err, "there is no device %u: the driver has %d",
				ordinal, n);
	code = driver->call.get(&driver->device, (int)ordinal);
	if (code == 0 && driver->api == CVG_GPU_HIP)
		code = driver->call.choose(driver->device);
	if (code == 0 && driver->api == CVG_GPU_CUDA)
		code = driver->call.retain(&context, driver->device);
	if (code == 0 && driver->api == CVG_GPU_CUDA)
		code = driver->call.enter(context);
	return cvg_driver_ok(driver, code, CVG_GPU_OPEN, err);
}

/* Numbers of attributes of a device: the two parts of its compute capability. */
enum { CAPABILITY_MAJOR = 75, CAPABILITY_MINOR = 76 };

/* And its clock in kHz: CU_DEVICE_ATTRIBUTE_CLOCK_RATE, hipDeviceAttributeClockRate
 * (since ROCm 5). */
enum { CLOCK_CUDA = 13, CLOCK_HIP = 5 };

static double clock_of(const struct cvg_driver *driver)
{
	int khz = 0;
	int code = driver->call.attribute(
		&khz, driver->api == CVG_GPU_CUDA ? CLOCK_CUDA : CLOCK_HIP,
		driver->device);

	return code == 0 && khz > 0 ? khz / 1000.0 : 0;
}

/* More than any version of the record of HIP has. */
#define MOST_PROPERTIES 16384

/* The record of HIP's properties differs between versions, but "gfx" begins
 * only one of its texts. */
static int gfx_of(const struct cvg_driver *driver, char *cpu, size_t n)
{
	char *all = cvg_calloc(MOST_PROPERTIES + 1, 1);
	int code = driver->call.properties(all, driver->device);

	for (size_t i = 0; code == 0 && i + 3 < MOST_PROPERTIES; i++) {
		size_t length = 3;

		if (memcmp(all + i, "gfx", 3) != 0)
			continue;
		while (isalnum((unsigned char)all[i + length]))
			length++;
		snprintf(cpu, n, "%.*s", (int)length, all + i);
		break;
	}
	free(all);
	return code;
}

static int sm_of(const struct cvg_driver *driver, char *cpu, size_t n)
{
	int major = 0, minor = 0, code;

	code = driver->call.attribute(&major, CAPABILITY_MAJOR, driver->device);
	if (code == 0)
		code = driver->call.attribute(&minor, CAPABILITY_MINOR,
					      driver->device);
	snprintf(cpu, n, "sm_%d%d", major, minor);
	return code;
}

bool cvg_driver_device(const struct cvg_driver *driver, uint32_t ordinal,
		       struct cvg_gpu_device *out, struct cvg_err *err)
{
	size_t bytes = 0, free_bytes = 0, total = 0;
	int version = 0, code;

	memset(out, 0, sizeof *out);
	out->api = driver->api;
	out->ordinal = ordinal;
	code = driver->call.version(&version);
	if (code == 0)
		code = driver->call.name(out->name, (int)sizeof out->name - 1,
					 driver->device);
	if (code == 0)
		code = driver->call.total(&bytes, driver->device);
	if (code == 0)
		code = driver->call.room(&free_bytes, &total);
	if (code == 0)
		code = driver->api == CVG_GPU_CUDA
			       ? sm_of(driver, out->cpu, sizeof out->cpu)
			       : gfx_of(driver, out->cpu, sizeof out->cpu);
	out->driver = (uint32_t)version;
	out->clock = clock_of(driver);
	out->bytes = bytes;
	out->free = free_bytes;
	return cvg_driver_ok(driver, code, CVG_GPU_OPEN, err);
}

/* CUDA's versions are 1000 times the first part and 10 times the second; HIP's
 * are 10000000 times the first and 100000 times the second. */
void cvg_gpu_driver(struct cvg_str *out, const struct cvg_gpu_device *device)
{
	uint32_t first = device->api == CVG_GPU_CUDA ? 1000 : 10000000;
	uint32_t second = device->api == CVG_GPU_CUDA ? 10 : 100000;

	cvg_str_addf(out, "%s %u.%u", apis[device->api].name,
		     device->driver / first, device->driver % first / second);
}

void cvg_gpu_describe(struct cvg_str *out, const struct cvg_gpu_device *device)
{
	cvg_str_addline(out, device->name, strlen(device->name));
	cvg_str_addf(out, " (%s, %.1f GiB, ", device->cpu,
		     (double)device->bytes / (1 << 30));
	cvg_gpu_driver(out, device);
	cvg_str_addc(out, ')');
}
