/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Watching over what may take long. */
#include "vigil.h"

#include "reconverge/prove.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define QUIET_SECONDS 1.0 /* nothing is drawn before */
#define DRAW_SECONDS  0.2 /* between two lines */

static double seconds_since(const struct timespec *start)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)(now.tv_sec - start->tv_sec) +
	       (double)(now.tv_nsec - start->tv_nsec) / 1e9;
}

/* ---- the line -------------------------------------------------------- */

/* Over the line that stands there, which may have been longer. */
static void draw(struct vigil *vigil, const char *text)
{
	uint32_t n = (uint32_t)strlen(text);
	uint32_t rest = vigil->drawn > n ? vigil->drawn - n : 0;

	fprintf(stderr, "\r%s%*s", text, (int)rest, "");
	if (!n)
		fputc('\r', stderr);
	fflush(stderr);
	vigil->drawn = n;
}

static void show(struct vigil *vigil, double done)
{
	double now = seconds_since(&vigil->start);
	struct cvg_str s = {0};

	if (now < QUIET_SECONDS || now - vigil->shown < DRAW_SECONDS)
		return;
	vigil->shown = now;
	cvg_str_add(&s, vigil->what);
	if (done >= 0)
		cvg_str_addf(&s, ": %.0f%%", 100 * done);
	if (done > 0.01)
		cvg_str_addf(&s, ", about %.0f s more",
			     now / done * (1 - done) + 0.5);
	draw(vigil, s.at);
	cvg_str_done(&s);
}

/* ---- the signal ------------------------------------------------------ */

static void fill_interrupt(sigset_t *set)
{
	sigemptyset(set);
	sigaddset(set, SIGINT);
}

/* Take it, if it came. */
static bool take_interrupt(struct vigil *vigil)
{
	const struct timespec at_once = {.tv_sec = 0};
	sigset_t set;
	bool came;

	fill_interrupt(&set);
	came = sigtimedwait(&set, NULL, &at_once) == SIGINT;
	vigil->interrupts += came;
	return came;
}

/* Who runs us may have turned Ctrl-C off; then it stays off. */
static void block_interrupt(struct vigil *vigil)
{
	struct sigaction now;
	sigset_t set;

	if (vigil->call->sh->embedded)
		return;
	if (sigaction(SIGINT, NULL, &now) != 0 || now.sa_handler == SIG_IGN)
		return;
	fill_interrupt(&set);
	vigil->blocked = sigprocmask(SIG_BLOCK, &set, &vigil->before) == 0;
}

static bool tick(void *context, double done)
{
	struct vigil *vigil = context;

	const struct cvg_host *host = vigil->call->sh->host;

	if (vigil->terminal)
		show(vigil, done);
	if (host && host->tick && !host->tick(host->context, vigil->what, done))
		vigil->call->sh->interrupted = true;
	if (vigil->blocked && take_interrupt(vigil))
		vigil->call->sh->interrupted = true;
	return !vigil->call->sh->interrupted;
}

/* ---- begin and end --------------------------------------------------- */

void cvg_vigil_begin(struct vigil *vigil, struct cvg_call *call)
{
	*vigil = (struct vigil){.call = call, .what = call->cmd->name};
	vigil->terminal =
		!call->sh->quiet && !call->sh->host && isatty(STDERR_FILENO);
	clock_gettime(CLOCK_MONOTONIC, &vigil->start);
	call->sh->interrupted = false;
	block_interrupt(vigil);
	vigil->was = *cvg_session_ticking(call->session);
	cvg_session_ticker(call->session, tick, vigil);
}

bool cvg_vigil_end(struct vigil *vigil, bool ok)
{
	cvg_session_ticker(vigil->call->session, vigil->was.tick,
			   vigil->was.context);
	if (vigil->drawn)
		draw(vigil, "");
	if (vigil->blocked) {
		/* It came after the last look: too late to stop anything, but
		 * not to be forgotten where there is more to come. */
		if (take_interrupt(vigil) && ok)
			vigil->call->sh->interrupted = true;
		sigprocmask(SIG_SETMASK, &vigil->before, NULL);
	}
	return ok;
}
