/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * One launch on the host. Threads run one after the other, each to its next
 * meeting point (a barrier, or an operation of its warp such as a ballot),
 * always in the same order. The threads of a warp that wait at the same place
 * (the same chain of calls) are the ones that execute it together, so a
 * transformation that changes which threads meet changes the result.
 */
#include "witness.h"

#include <setjmp.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <ucontext.h>

enum { STACK = 64 << 10, SECONDS = 2 };

enum state { READY, AT_BARRIER, AT_BALLOT, AT_SHUFFLE, AT_FIRST, DONE };

struct thread {
	ucontext_t context;
	char *stack;
	enum state state;
	uintptr_t place; /* hash of the call chain it waits in */
	uint64_t in;	 /* what it brings to the meeting, and */
	uint32_t from;	 /* for a shuffle the lane it wants to read */
	uint64_t out;	 /* what it takes away */
};

static struct thread thread[MAX_THREADS];
static ucontext_t scheduler;
static sigjmp_buf trapped;
static unsigned now, block_at[3];
static const struct unit *unit;
static const struct launch *launch;
static uint64_t args[MAX_ARGS];

/* ---- what retargeted kernels call -------------------------------------- */

#define PER_AXIS(name, expression)         \
	uint32_t wit_##name(uint32_t);     \
	uint32_t wit_##name(uint32_t axis) \
	{                                  \
		return expression;         \
	}

static uint32_t thread_at(uint32_t axis)
{
	const unsigned *n = launch->block;

	if (axis == 0)
		return now % n[0];
	return axis == 1 ? now / n[0] % n[1] : now / n[0] / n[1];
}

PER_AXIS(thread, thread_at(axis))
PER_AXIS(block, block_at[axis])
PER_AXIS(block_size, launch->block[axis])
PER_AXIS(grid_size, launch->grid[axis])
PER_AXIS(lane, now % launch->warp + axis)
PER_AXIS(warp_size, launch->warp + axis)

/* Return addresses up to the bottom of the thread's stack, as one number. */
static uintptr_t place_of(uintptr_t *frame)
{
	uintptr_t low = (uintptr_t)thread[now].stack, hash = 5381;

	while ((uintptr_t)frame >= low &&
	       (uintptr_t)frame + 2 * sizeof *frame < low + STACK) {
		hash = hash * 33 + frame[1];
		if (frame[0] <= (uintptr_t)frame)
			break;
		frame = (uintptr_t *)frame[0];
	}
	return hash;
}

static uint64_t meet(enum state where, uint64_t in, uint32_t from, void *frame)
{
	struct thread *t = &thread[now];

	t->state = where;
	t->place = place_of(frame);
	t->in = in;
	t->from = from;
	swapcontext(&t->context, &scheduler);
	return t->out;
}

void wit_barrier(void);
uint64_t wit_ballot(bool in);
uint32_t wit_shuffle(uint32_t in, uint32_t from);
uint32_t wit_first(uint32_t in);
void wit_violated(void);

void wit_barrier(void)
{
	meet(AT_BARRIER, 0, 0, __builtin_frame_address(0));
}

uint64_t wit_ballot(bool in)
{
	return meet(AT_BALLOT, in, 0, __builtin_frame_address(0));
}

uint32_t wit_shuffle(uint32_t in, uint32_t from)
{
	return (uint32_t)meet(AT_SHUFFLE, in, from, __builtin_frame_address(0));
}

uint32_t wit_first(uint32_t in)
{
	return (uint32_t)meet(AT_FIRST, in, 0, __builtin_frame_address(0));
}

/* What the code promised (!range with !noundef, an assumption) is false. */
void wit_violated(void)
{
	raise(SIGUSR1);
}

/* ---- meetings ---------------------------------------------------------- */

/* The members are the threads base + i of the set bits i. */
static uint64_t outcome(const struct thread *t, unsigned base, uint64_t members)
{
	uint64_t votes = 0;

	switch (t->state) {
	case AT_BALLOT:
		for (unsigned i = 0; i < 64; i++)
			if (members >> i & 1 && thread[base + i].in)
				votes |= UINT64_C(1) << i;
		return votes;
	case AT_SHUFFLE:
		if (t->from < 64 && members >> t->from & 1)
			return thread[base + t->from].in;
		return 0xdeadbeef;
	case AT_FIRST:
		return thread[base + (unsigned)__builtin_ctzll(members)].in;
	case READY:
	case AT_BARRIER:
	case DONE:
		break;
	}
	abort();
}

static bool waits_in_warp(const struct thread *t)
{
	return t->state != READY && t->state != DONE && t->state != AT_BARRIER;
}

/* Let all threads of the warp that wait where its first waiting one does go
 * on; false if none waits. */
static bool warp_meets(unsigned base, unsigned n)
{
	uint64_t members = 0;
	unsigned first = 0;

	while (first < n && !waits_in_warp(&thread[base + first]))
		first++;
	if (first == n)
		return false;
	for (unsigned i = first; i < n; i++)
		if (thread[base + i].state == thread[base + first].state &&
		    thread[base + i].place == thread[base + first].place)
			members |= UINT64_C(1) << i;
	for (unsigned i = first; i < n; i++)
		if (members >> i & 1)
			thread[base + i].out =
				outcome(&thread[base + i], base, members);
	for (unsigned i = first; i < n; i++)
		if (members >> i & 1)
			thread[base + i].state = READY;
	return true;
}

static bool warps_meet(unsigned n)
{
	bool any = false;

	for (unsigned base = 0; base < n; base += launch->warp) {
		unsigned lanes =
			n - base < launch->warp ? n - base : launch->warp;

		while (warp_meets(base, lanes))
			any = true;
	}
	return any;
}

/* All at one barrier, or the kernel is wrong. */
static bool block_meets(unsigned n)
{
	for (unsigned i = 0; i < n; i++)
		if (thread[i].state != AT_BARRIER ||
		    thread[i].place != thread[0].place)
			return false;
	for (unsigned i = 0; i < n; i++)
		thread[i].state = READY;
	return true;
}

/* ---- threads ----------------------------------------------------------- */

static void body(void)
{
	unit->call(args);
	thread[now].state = DONE;
	swapcontext(&thread[now].context, &scheduler);
}

static void thread_start(struct thread *t)
{
	if (!t->stack)
		t->stack = malloc(STACK);
	if (!t->stack)
		abort();
	getcontext(&t->context);
	t->context.uc_stack.ss_sp = t->stack;
	t->context.uc_stack.ss_size = STACK;
	t->context.uc_link = &scheduler;
	t->state = READY;
	makecontext(&t->context, body, 0);
}

/* NULL, or why the block cannot go on. */
static const char *run_together(unsigned n)
{
	unsigned left = n;

	for (unsigned i = 0; i < n; i++)
		thread_start(&thread[i]);
	for (;;) {
		left = 0;
		for (now = 0; now < n; now++) {
			if (thread[now].state == READY)
				swapcontext(&scheduler, &thread[now].context);
			left += thread[now].state != DONE;
		}
		if (!left)
			return NULL;
		if (!warps_meet(n) && !block_meets(n))
			return "divergent barrier";
	}
}

/* Shared memory starts as noise: reading it unwritten shows. */
static void scramble_shared(uint64_t seed)
{
	for (const struct var *v = unit->vars; v->start; v++) {
		uint64_t state = seed;

		if (v->space != SPACE_SHARED)
			continue;
		for (uint64_t i = 0; i < v->bytes; i++)
			v->start[i] = (unsigned char)rnd_next(&state);
	}
}

static const char *run_block(uint64_t seed)
{
	unsigned n = launch->block[0] * launch->block[1] * launch->block[2];

	scramble_shared(seed);
	if (unit->threads)
		return run_together(n);
	for (now = 0; now < n; now++)
		unit->call(args);
	return NULL;
}

static const char *run_blocks(uint64_t seed)
{
	const char *trap = NULL;
	unsigned *b = block_at;

	for (b[2] = 0; b[2] < launch->grid[2] && !trap; b[2]++)
		for (b[1] = 0; b[1] < launch->grid[1] && !trap; b[1]++)
			for (b[0] = 0; b[0] < launch->grid[0] && !trap; b[0]++)
				trap = run_block(seed);
	return trap;
}

/* ---- traps ------------------------------------------------------------- */

static void on_trap(int number)
{
	siglongjmp(trapped, number);
}

void grid_init(void)
{
	static char stack[64 << 10];
	static const int caught[] = {SIGSEGV, SIGBUS,  SIGFPE,	 SIGILL,
				     SIGTRAP, SIGUSR1, SIGVTALRM};
	stack_t alternate = {.ss_sp = stack, .ss_size = sizeof stack};
	struct sigaction action = {.sa_flags = SA_ONSTACK | SA_NODEFER};

	action.sa_handler = on_trap;
	sigaltstack(&alternate, NULL);
	for (size_t i = 0; i < sizeof caught / sizeof *caught; i++)
		sigaction(caught[i], &action, NULL);
}

static void limit(unsigned seconds)
{
	struct itimerval timer = {.it_value.tv_sec = seconds};

	setitimer(ITIMER_VIRTUAL, &timer, NULL);
}

static const char *trap_name(int number)
{
	if (number == SIGVTALRM)
		return "endless";
	if (number == SIGUSR1)
		return "violated promise";
	return sigabbrev_np(number);
}

const char *grid_run(const struct unit *u, const struct launch *l,
		     uint64_t seed)
{
	const char *volatile trap = NULL;
	int number;

	unit = u;
	launch = l;
	for (unsigned i = 0; i < l->nargs; i++)
		args[i] = l->arg[i].value;
	limit(SECONDS);
	number = sigsetjmp(trapped, 0);
	if (number)
		trap = trap_name(number);
	else
		trap = run_blocks(seed);
	limit(0);
	return trap;
}
