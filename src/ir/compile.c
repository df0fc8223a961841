/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Compiles a source file for one device with clang, as doc/getting-ir.md says. The
 * flags of its build and those of the user come last, so that they win.
 */
#include "forms.h"
#include "tool.h"

#include "reconverge/ir.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum language {
#define LANGUAGE(id, name, clang, suffixes, sign, target, cpu) LANG_##id,
#include "languages.def"
#undef LANGUAGE
	NLANGUAGES
};

static const struct {
	const char *name, *clang, *suffixes, *sign, *cpu;
	enum cvg_target target;
} languages[NLANGUAGES] = {
#define LANGUAGE(id, what, word, files, says, gpus, gpu) \
	[LANG_##id] = {.name = what,                     \
		       .clang = word,                    \
		       .suffixes = files,                \
		       .sign = says,                     \
		       .cpu = gpu,                       \
		       .target = CVG_##gpus},
#include "languages.def"
#undef LANGUAGE
};

/* What is to be compiled, and how. */
struct compile {
	const struct cvg_input *in;
	struct cvg_argv flags; /* of the build, then of the user */
	char *folder, *from;   /* of the build, or NULL */
	enum language language;
	enum cvg_target target;
	char cpu[64];
	char clang[4096];
	bool older; /* that clang than our LLVM */
};

/* ---- flags -------------------------------------------------------------- */

/* What is behind the last flag that begins so; NULL: there is none. */
static const char *last_flag(const struct compile *c, const char *start)
{
	size_t n = strlen(start);

	for (size_t i = c->flags.n; i-- > 0;)
		if (!strncmp(c->flags.at[i], start, n))
			return c->flags.at[i] + n;
	return NULL;
}

static bool gather_flags(struct compile *c,
			 const struct cvg_target_options *opt,
			 struct cvg_err *err)
{
	if (!cvg_compile_commands(c->in->path, opt->database, &c->flags,
				  &c->folder, &c->from, err))
		return false;
	for (size_t i = 0; i < opt->nflags;)
		i += cvg_flag_add(&c->flags, opt->flags + i, opt->nflags - i);
	return true;
}

/* ---- language and GPU --------------------------------------------------- */

static bool is_word_in(const char *word, size_t n, const char *list)
{
	while (*list) {
		size_t m = strcspn(list, " ");

		if (m == n && !strncmp(word, list, n))
			return true;
		list += m + (list[m] == ' ');
	}
	return false;
}

/* The language that "-x WORD" or "-xWORD" names, else that of the suffix. */
static enum language named_language(const struct compile *c)
{
	const char *word = strrchr(c->in->name, '.') + 1;
	int named = NLANGUAGES;

	for (size_t i = 0; i < c->flags.n; i++) {
		const char *flag = c->flags.at[i];

		if (strncmp(flag, "-x", 2) != 0)
			continue;
		if (!flag[2] && i + 1 < c->flags.n)
			flag = c->flags.at[i + 1];
		else
			flag += 2;
		for (int k = 0; k < NLANGUAGES; k++)
			if (!strcmp(languages[k].clang, flag))
				named = k;
	}
	for (int k = 0; k < NLANGUAGES && named == NLANGUAGES; k++)
		if (is_word_in(word, strlen(word), languages[k].suffixes))
			named = k;
	return (enum language)named;
}

static bool is_of_host(enum language language)
{
	return language == LANG_C || language == LANG_CPP;
}

/* A file of C or C++ may be of HIP or CUDA, or has OpenMP. */
static bool find_language(struct compile *c, struct cvg_err *err)
{
	c->language = named_language(c);
	if (!is_of_host(c->language))
		return true;
	if (strstr(c->in->data, "sycl/sycl.hpp") ||
	    strstr(c->in->data, "CL/sycl.hpp"))
		return cvg_fail(err, "SYCL is compiled by its own compiler: "
				     "'clang++ -fsycl -fsycl-device-only "
				     "-fsycl-targets=nvptx64-nvidia-cuda "
				     "-emit-llvm' of DPC++ makes LLVM IR");
	for (int k = LANG_HIP; k <= LANG_CUDA; k++)
		if (strstr(c->in->data, languages[k].sign)) {
			c->language = (enum language)k;
			return true;
		}
	return strstr(c->in->data, languages[c->language].sign) ||
	       last_flag(c, "-fopenmp") ||
	       cvg_fail(err, "no device code is seen in it: if it has some, "
			     "say which by '-- -x cuda', '-x hip' or "
			     "'-fopenmp'");
}

static bool target_of(const char *text, enum cvg_target *target)
{
	if (!strncmp(text, "gfx", 3) || !strncmp(text, "amdgcn", 6))
		*target = CVG_AMDGPU;
	else if (!strncmp(text, "sm_", 3) || !strncmp(text, "nvptx64", 7))
		*target = CVG_NVPTX;
	else
		return false;
	return true;
}

/* Take the GPU from the options, else from the flags, else the default. HIP for
 * AMD and CUDA for NVIDIA are one language otherwise. */
static void find_target(struct compile *c, const struct cvg_target_options *opt)
{
	const char *const words[] = {opt->cpu,
				     opt->triple,
				     last_flag(c, "--offload-arch="),
				     last_flag(c, "--cuda-gpu-arch="),
				     last_flag(c, "-mcpu="),
				     last_flag(c, "-march="),
				     last_flag(c, "--target="),
				     last_flag(c, "-fopenmp-targets=")};
	const char *cpu = NULL;
	bool found = false;

	c->target = languages[c->language].target;
	for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
		enum cvg_target target = c->target;

		if (!words[i] || !target_of(words[i], &target) ||
		    (found && target != c->target))
			continue;
		found = true;
		c->target = target;
		if (!cpu && (*words[i] == 'g' || *words[i] == 's'))
			cpu = words[i];
	}
	if (c->language == LANG_HIP || c->language == LANG_CUDA)
		c->language = c->target == CVG_AMDGPU ? LANG_HIP : LANG_CUDA;
	if (!cpu)
		cpu = c->target == CVG_AMDGPU ? languages[LANG_HIP].cpu
					      : languages[LANG_CUDA].cpu;
	snprintf(c->cpu, sizeof c->cpu, "%.*s", (int)strcspn(cpu, ",:"), cpu);
}

/* ---- clang -------------------------------------------------------------- */

static bool in_path(const char *name, char *to, size_t size)
{
	const char *path = getenv("PATH");

	while (path && *path) {
		size_t n = strcspn(path, ":");

		snprintf(to, size, "%.*s/%s", (int)n, path, name);
		if (access(to, X_OK) == 0)
			return true;
		path += n + (path[n] == ':');
	}
	return false;
}

/* The first number of what "clang -dumpversion" prints; 0: it does not run. */
static int version_of(char *clang)
{
	char verb[] = "-dumpversion";
	char *const args[] = {clang, verb, NULL};
	struct cvg_tool tool = {.args = args};
	struct cvg_str out = {0}, said = {0};
	int version = 0;

	if (cvg_tool_run(&tool, &out, &said) == 0)
		version = atoi(cvg_str_of(&out));
	cvg_str_done(&out);
	cvg_str_done(&said);
	return version;
}

/* The clang of our LLVM, or another one whose IR we can read. */
static bool find_clang(struct compile *c, struct cvg_err *err)
{
	const char *asked = getenv("RECONVERGE_CLANG");
	int ours = atoi(cvg_llvm_version()), version;
	char name[32];

	snprintf(name, sizeof name, "clang-%d", ours);
	if (asked && *asked) {
		snprintf(c->clang, sizeof c->clang, "%s", asked);
	} else {
		if (in_path(name, c->clang, sizeof c->clang))
			return true;
		snprintf(c->clang, sizeof c->clang, CVG_LLVM_BINDIR "/clang");
		if (access(c->clang, X_OK) == 0)
			return true;
		if (!in_path("clang", c->clang, sizeof c->clang))
			return cvg_fail(err,
					"compiling it needs clang, which is "
					"not installed: install clang-%d, or "
					"name one in RECONVERGE_CLANG",
					ours);
	}
	version = version_of(c->clang);
	if (!version)
		return cvg_fail(err, "%s does not run as clang does", c->clang);
	c->older = version < ours;
	return version <= ours ||
	       cvg_fail(err,
			"%s is clang %d, whose IR the LLVM %d of this program "
			"cannot read: install clang-%d",
			c->clang, version, ours, ours);
}

/* ---- what each language needs ------------------------------------------- */

static bool is_there(const char *path)
{
	return access(path, R_OK) == 0;
}

/* CUDA 13 has the headers that its own ones include in a folder cccl. */
static void add_cuda(struct compile *c, struct cvg_argv *args)
{
	const char *named = last_flag(c, "--cuda-path=");
	const char *const folders[] = {named, getenv("CUDA_PATH"),
				       getenv("CUDA_HOME"), "/usr/local/cuda"};
	size_t i = 0, n = sizeof folders / sizeof *folders;
	struct cvg_str headers = {0};

	cvg_argv_add(args, "-Wno-unknown-cuda-version");
	while (i < n && (!folders[i] || !is_there(folders[i])))
		i++;
	if (i == n)
		return;
	cvg_argv_addf(args, "--cuda-path=%s", folders[i]);
	cvg_str_addf(&headers, "%s/include/cccl", folders[i]);
	if (is_there(headers.at)) {
		cvg_argv_add(args, "-isystem");
		cvg_argv_add(args, headers.at);
	}
	cvg_str_done(&headers);
}

/* Can our LLVM, and so its clang, read this bitcode? Of an older one it is not
 * known. */
static bool is_readable(const struct compile *c, const char *path)
{
	LLVMContextRef context;
	LLVMModuleRef llvm;
	struct cvg_input in;

	if (c->older || !is_there(path) || !cvg_input_read(&in, path, NULL))
		return false;
	context = LLVMContextCreate();
	llvm = cvg_input_open(&in, context, NULL);
	if (llvm)
		LLVMDisposeModule(llvm);
	LLVMContextDispose(context);
	cvg_input_done(&in);
	return llvm != NULL;
}

/* The bodies of the functions of OpenCL C are in libclc. */
static void add_opencl(struct compile *c, struct cvg_argv *args)
{
	static const char *const libraries[][2] = {
		[CVG_AMDGPU] = {"/usr/lib/clc/amdgcn-amd-amdhsa.bc",
				"/usr/share/clc/amdgcn-amd-amdhsa.bc"},
		[CVG_NVPTX] = {"/usr/lib/clc/nvptx64--nvidiacl.bc",
			       "/usr/share/clc/nvptx64--nvidiacl.bc"},
	};
	bool is_amd = c->target == CVG_AMDGPU;

	cvg_argv_addf(args, "--target=%s",
		      is_amd ? "amdgcn-amd-amdhsa" : "nvptx64-nvidia-cuda");
	cvg_argv_addf(args, "-m%s=%s", is_amd ? "cpu" : "arch", c->cpu);
	cvg_argv_add(args, "-Xclang");
	cvg_argv_add(args, "-finclude-default-header");
	cvg_argv_add(args, "-Wno-linker-warnings");
	if (last_flag(c, "--rocm-") || last_flag(c, "-mlink-builtin-bitcode"))
		return;
	cvg_argv_add(args, "-nogpulib");
	for (int i = 0; i < 2; i++) {
		if (!is_readable(c, libraries[c->target][i]))
			continue;
		cvg_argv_add(args, "-Xclang");
		cvg_argv_add(args, "-mlink-builtin-bitcode");
		cvg_argv_add(args, "-Xclang");
		cvg_argv_add(args, libraries[c->target][i]);
		return;
	}
}

/* The runtime of OpenMP on the device is linked only if it is installed. */
static void add_openmp(struct compile *c, struct cvg_argv *args)
{
	static const char *const runtimes[] = {
		[CVG_AMDGPU] = CVG_LLVM_BINDIR "/../lib/amdgcn-amd-amdhsa",
		[CVG_NVPTX] = CVG_LLVM_BINDIR "/../lib/nvptx64-nvidia-cuda",
	};

	cvg_argv_add(args, "-fopenmp");
	if (!is_there(runtimes[c->target]) &&
	    !last_flag(c, "--libomptarget-") && !last_flag(c, "--rocm-"))
		cvg_argv_add(args, "-nogpulib");
}

static void add_language(struct compile *c, struct cvg_argv *args)
{
	switch (c->language) {
	case LANG_HIP:
		break;
	case LANG_CUDA:
		add_cuda(c, args);
		break;
	case LANG_OPENCL:
	case LANG_CLCPP:
		add_opencl(c, args);
		return; /* it has no code of a host */
	case LANG_C:
	case LANG_CPP:
		add_openmp(c, args);
		break;
	case NLANGUAGES:
		break;
	}
	cvg_argv_add(args, "--offload-device-only");
	cvg_argv_addf(args, "--offload-arch=%s", c->cpu);
}

/* ---- compiling ---------------------------------------------------------- */

/* The flags that say the GPU or the language: what was found of them is said
 * once, before the others. */
static bool is_settled(const char *flag)
{
	static const char *const starts[] = {
		"--offload-arch=", "--cuda-gpu-arch=", "-mcpu=",
		"-march=",	   "--target=",	       "-fopenmp-targets="};

	for (size_t i = 0; i < sizeof starts / sizeof *starts; i++)
		if (!strncmp(flag, starts[i], strlen(starts[i])))
			return true;
	return false;
}

static void add_flags(const struct compile *c, struct cvg_argv *args)
{
	for (size_t i = 0; i < c->flags.n; i++) {
		const char *flag = c->flags.at[i];

		if (!strcmp(flag, "-x"))
			i++;
		else if (!is_settled(flag) &&
			 (strncmp(flag, "-x", 2) != 0 ||
			  !islower((unsigned char)flag[2])))
			cvg_argv_add(args, flag);
	}
}

static void make_command(struct compile *c, struct cvg_argv *args)
{
	char *path = c->folder ? realpath(c->in->path, NULL) : NULL;

	cvg_argv_add(args, c->clang);
	cvg_argv_add(args, "-x");
	cvg_argv_add(args, languages[c->language].clang);
	add_language(c, args);
	cvg_argv_add(args, "-O1");
	cvg_argv_add(args, "-g");
	cvg_argv_add(args, "-fno-discard-value-names");
	if (isatty(STDERR_FILENO))
		cvg_argv_add(args, "-fcolor-diagnostics");
	add_flags(c, args);
	cvg_argv_add(args, "-c");
	cvg_argv_add(args, "-emit-llvm");
	cvg_argv_add(args, "-o");
	cvg_argv_add(args, "-");
	cvg_argv_add(args, path ? path : c->in->path);
	free(path);
}

static void tell(const struct compile *c)
{
	const char *name = strrchr(c->clang, '/');
	struct cvg_str text = {0};

	cvg_str_add(&text, "reconverge: ");
	cvg_str_addline(&text, c->in->path, strlen(c->in->path));
	cvg_str_addf(&text, ": compiled as %s for %s by %s",
		     languages[c->language].name, c->cpu,
		     name ? name + 1 : c->clang);
	if (c->from) {
		cvg_str_add(&text, " with the flags in ");
		cvg_str_addline(&text, c->from, strlen(c->from));
	}
	fprintf(stderr,
		"%s; --mcpu chooses the GPU, flags for clang stand "
		"behind '--'\n",
		text.at);
	cvg_str_done(&text);
}

static bool run_clang(struct compile *c, struct cvg_str *out,
		      struct cvg_err *err)
{
	struct cvg_argv args = {0};
	struct cvg_str said = {0};
	struct cvg_tool tool = {.folder = c->folder};
	int status;

	make_command(c, &args);
	tool.args = cvg_argv_list(&args);
	status = cvg_tool_run(&tool, out, &said);
	fputs(cvg_str_of(&said), stderr);
	cvg_str_done(&said);
	cvg_argv_done(&args);
	if (status == 0 && out->n) {
		tell(c);
		return true;
	}
	return cvg_fail(err,
			status == CVG_TOOL_MISSING ? "%s cannot be started"
						   : "%s cannot compile it as "
						     "%s for %s",
			c->clang, languages[c->language].name, c->cpu);
}

bool cvg_compile(const struct cvg_input *in,
		 const struct cvg_target_options *opt, struct cvg_str *out,
		 struct cvg_err *err)
{
	struct compile c = {.in = in};
	bool ok = gather_flags(&c, opt, err) && find_language(&c, err);

	if (ok) {
		find_target(&c, opt);
		ok = find_clang(&c, err) && run_clang(&c, out, err);
	}
	cvg_argv_done(&c.flags);
	free(c.folder);
	free(c.from);
	return ok;
}
