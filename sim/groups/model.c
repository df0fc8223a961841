/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The regression model of model.h. For each block, LAPACK's dgelsy solves a
 * least-squares problem by a complete orthogonal factorization, which also
 * works if inputs depend linearly on each other or are equal in all threads.
 * Each column is divided by its greatest magnitude first.
 *
 * Example: four threads whose input is 1, 2, 3, 4 run a block 3, 5, 7, 9 times.
 * The input depends linearly on the number of the thread, so many weights fit;
 * all of them predict these counts.
 */
#include "lapack.h"

#include "reconverge/bbv.h"
#include "reconverge/model.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define NOISE	 1e-9  /* a term that adds fewer executions counts as 0 */
#define SINGULAR 1e-10 /* dgelsy's rcond: columns below it are dependent */

struct cvg_model *cvg_model_new(uint32_t nblocks, uint32_t ninputs)
{
	struct cvg_model *m = cvg_calloc(1, sizeof(*m));

	m->nblocks = nblocks;
	m->ninputs = ninputs;
	m->row = cvg_calloc((size_t)nblocks + 1, sizeof(*m->row));
	for (uint32_t b = 0; b < nblocks; b++)
		m->row[b].weight =
			cvg_calloc((size_t)ninputs + 1, sizeof(double));
	return m;
}

void cvg_model_free(struct cvg_model *m)
{
	if (!m)
		return;
	for (uint32_t b = 0; b < m->nblocks; b++)
		free(m->row[b].weight);
	free(m->row);
	free(m);
}

static double input_of(const struct cvg_probes *p, uint32_t thread, uint32_t k)
{
	double x = p->value[(size_t)thread * p->n + k];

	return isfinite(x) ? x : 0;
}

/* ---- fitting ---------------------------------------------------------- */

/* The least-squares problem of one block: a row for each thread, a column for
 * the constant and for each term. */
struct fit {
	const struct cvg_probes *p;
	uint32_t first, n; /* the threads first .. first + n - 1 */
	uint32_t term[65]; /* [nterms] input; CVG_NONE: the thread's number */
	uint32_t nterms;
	double scale[66]; /* [nterms] the column was divided by this */
	double *a;	  /* [n * (nterms + 1)] matrix, column by column */
	double *y;	  /* the counts of the threads, then the solution */
};

static void choose_terms(struct fit *fit, uint64_t inputs, uint32_t ninputs)
{
	fit->nterms = 0;
	for (uint32_t k = 0; k < ninputs; k++) {
		if (inputs >> k & 1)
			fit->term[fit->nterms++] = k;
	}
	if (inputs)
		fit->term[fit->nterms++] = CVG_NONE;
}

static double term_of(const struct fit *fit, uint32_t thread, uint32_t j)
{
	return fit->term[j] == CVG_NONE
		       ? (double)thread
		       : input_of(fit->p, thread, fit->term[j]);
}

static void fill_columns(struct fit *fit)
{
	for (uint32_t i = 0; i < fit->n; i++)
		fit->a[i] = 1;
	for (uint32_t j = 0; j < fit->nterms; j++) {
		double *column = fit->a + (size_t)(j + 1) * fit->n, most = 0;

		for (uint32_t i = 0; i < fit->n; i++) {
			column[i] = term_of(fit, fit->first + i, j);
			most = fmax(most, fabs(column[i]));
		}
		fit->scale[j] = most > 0 ? most : 1;
		for (uint32_t i = 0; i < fit->n; i++)
			column[i] /= fit->scale[j];
	}
}

static void take_solution(const struct fit *fit, struct cvg_modelrow *row)
{
	row->constant = fit->y[0];
	for (uint32_t j = 0; j < fit->nterms; j++) {
		/* the most that the term adds to the count of a thread */
		double most = fit->y[j + 1];
		double w = fabs(most) < NOISE ? 0 : most / fit->scale[j];

		if (fit->term[j] == CVG_NONE)
			row->thread = w;
		else
			row->weight[fit->term[j]] = w;
	}
}

static void fit_block(struct fit *fit, const struct cvg_bbvs *vectors,
		      uint32_t b, struct cvg_modelrow *row)
{
	uint32_t columns = fit->nterms + 1;
	uint32_t rows = fit->n > columns ? fit->n : columns;

	fit->a = cvg_calloc((size_t)fit->n * columns, sizeof(double));
	fit->y = cvg_calloc(rows, sizeof(double));
	for (uint32_t i = 0; i < fit->n; i++)
		fit->y[i] = cvg_bbv(vectors, vectors->kind[fit->first + i])[b];
	fill_columns(fit);
	if (cvg_least_squares(fit->a, fit->n, columns, fit->y, SINGULAR))
		take_solution(fit, row);
	free(fit->a);
	free(fit->y);
}

void cvg_model_fit(struct cvg_model *m, const uint64_t *of_block,
		   const struct cvg_bbvs *vectors, const struct cvg_probes *p,
		   uint32_t first, uint32_t n)
{
	struct fit f = {.p = p, .first = first, .n = n};

	for (uint32_t b = 0; b < m->nblocks; b++) {
		m->row[b].inputs = of_block[b];
		choose_terms(&f, of_block[b], m->ninputs);
		fit_block(&f, vectors, m->at + b, &m->row[b]);
	}
}

/* ---- asking ----------------------------------------------------------- */

/* How often the model lets a thread run block b. A sum, so it may be negative. Each
 * product is rounded by itself, as in the host code (host_order.c), which has to
 * find the same numbers. */
static double model_count(const struct cvg_model *m, const struct cvg_probes *p,
			  uint32_t thread, uint32_t b)
{
	const struct cvg_modelrow *row = &m->row[b];
	volatile double term = row->thread * thread;
	double sum = row->constant + term;

	for (uint32_t k = 0; k < m->ninputs; k++) {
		if (!(row->inputs >> k & 1))
			continue;
		term = row->weight[k] * input_of(p, thread, k);
		sum += term;
	}
	return sum;
}

void cvg_model_test(struct cvg_model *m, const struct cvg_bbvs *vectors,
		    const struct cvg_probes *p, uint32_t first, uint32_t n)
{
	for (uint32_t b = 0; b < m->nblocks; b++) {
		double error = 0, mean = 0, tested = 0;

		for (uint32_t t = 0; t < vectors->nthreads; t++) {
			double real =
				cvg_bbv(vectors, vectors->kind[t])[m->at + b];
			double off;

			if (t - first < n)
				continue;
			off = model_count(m, p, t, b) - real;
			error += off * off;
			mean += real;
			tested++;
		}
		m->row[b].error = tested > 0 ? error / tested : 0;
		m->row[b].mean = tested > 0 ? mean / tested : 0;
	}
}

static uint32_t rounded(double x)
{
	if (!(x > 0))
		return 0;
	return x >= UINT32_MAX ? UINT32_MAX : (uint32_t)(x + 0.5);
}

/* `vectors`: for the counts of other functions; NULL: they are 0. */
static struct cvg_bbvs *predict(const struct cvg_model *m,
				const struct cvg_bbvs *vectors,
				uint32_t nthreads, uint32_t nblocks,
				const struct cvg_probes *p)
{
	struct cvg_bbvmaker *maker = cvg_bbvmaker_new(nthreads, nblocks);
	uint32_t *row = cvg_calloc((size_t)nblocks + 1, sizeof(*row));

	for (uint32_t t = 0; t < nthreads; t++) {
		if (vectors)
			memcpy(row, cvg_bbv(vectors, vectors->kind[t]),
			       nblocks * sizeof(*row));
		for (uint32_t b = 0; b < m->nblocks; b++)
			row[m->at + b] = rounded(model_count(m, p, t, b));
		cvg_bbvmaker_set(maker, t, row);
	}
	free(row);
	return cvg_bbvmaker_finish(maker);
}

struct cvg_bbvs *cvg_model_vectors(const struct cvg_model *m,
				   const struct cvg_bbvs *vectors,
				   const struct cvg_probes *p)
{
	return predict(m, vectors, vectors->nthreads, vectors->nblocks, p);
}

struct cvg_bbvs *cvg_model_foretell(const struct cvg_model *m,
				    uint32_t nthreads, uint32_t nblocks,
				    const struct cvg_probes *p)
{
	return predict(m, NULL, nthreads, nblocks, p);
}

double cvg_model_error(const struct cvg_model *m)
{
	double sum = 0;

	for (uint32_t b = 0; b < m->nblocks; b++)
		sum += m->row[b].error;
	return m->nblocks ? sum / m->nblocks : 0;
}
