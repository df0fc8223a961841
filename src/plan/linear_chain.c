/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The chain of guarded units (Anantpur, Govindarajan, CC 2014, Algorithm 1)
 * with the optimizations O1 to O4 (section 4.2).
 *
 * The paper makes a chain and then moves edges past guards that they cannot
 * match. Taken edge by edge, that can make unstructured edges again: two edges
 * may pass over each other. Here guards are nested instead, which is what O1
 * and O2 come to where they are sound. Behind the guard of a unit stand the
 * units that follow. As long as the threads that do not match the guard want
 * none of these, they belong inside the guard (O2: what the unit dominates is
 * among them); as long as the threads that ran the unit want none of them, they
 * belong to the guard's other side. Both are seen by the guard values that can
 * arrive, kept as a sorted set. The result is nested ifs and loops by
 * construction. A guard can have units on both sides: once those inside it are
 * made, it is known what the threads that ran them want, and what follows and
 * they do not want belongs to the other side.
 *
 *	level 0  a guard before every unit, a test behind every loop; all of
 *		 them ask the guard value, as in the paper's figure 4
 *	level 1  O1: one unit at a time moves inside a guard or to its other
 *		 side
 *	level 2  O2: as many as belong there; the guard of a loop's header
 *		 stands before the loop if other values arrive there too
 *	level 3  O3: a guard with one way in is merged with the block it comes
 *		 from, whose own condition tells what the guard value would;
 *		 one that always holds is left out
 *	level 4  the same where some ways of that block lead elsewhere, if all
 *		 meet at one place; a test is a flag where its answer is known
 *		 on the edges (transforms/linearize_flags.c); the last guard of
 *		 a loop is the test behind it if it tells the same; where a
 *		 guard is dearer than the unit is for threads that do not want
 *		 it, all run it and choose afterwards (linear_open.c)
 *
 * Needs units in an order where loops are contiguous with the header first, so
 * that only the header's value goes back. Not recursive; a set is as large as
 * the frontier.
 *
 * Example, the paper's figure 1: four units between e and B6, with the values
 * 0 to 3; 4 is the exit.
 *
 *	  e		unit	values that it sets
 *	  |\		e (D)	1, 0
 *	  | B2		0 B2	3, 1
 *	  |/ |		1 B3	3, 2
 *	  B3 |		2 B4	4
 *	  |\ |		3 B5	4
 *	  B4 B5
 *	  |  |
 *	  B6-+
 *
 * Level 0 is 0? B2; 1? B3; 2? B4; 3? B5, where "1? B3" stands for a guard that
 * runs B3 if the value is 1, and then both sides go on together. Behind the
 * guard of B3 the values are 3 where it does not hold, and 3 or 2 where it
 * does: only threads that ran B3 can want B4, so B4 belongs inside the guard
 * from level 1 on: 0? B2; 1? {B3; 2? B4}; 3? B5. At level 3 e and B3 branch on
 * their own conditions to B2 and B4. At level 4 all threads run B5:
 *
 *	e	where it would set 0, to B2, else to 1?
 *	B2	to 1?
 *	1?	B3, else to 3?
 *	B3	where it would set 2, to B4, else to 3?
 *	B4	to 3?
 *	3?	all run B5, and choose behind it
 */
#include "linear_strand.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* The nested structure is made by tasks on a stack. */
enum step {
	STEP_LIST,  /* make the units and loops at places [next, end) */
	STEP_CLOSE, /* make the test behind a loop */
	STEP_SWAP,  /* make what belongs to a guard's other side: go on with
		       the flow that the join below keeps, which keeps the
		       present one instead */
	STEP_JOIN,  /* the flow that is kept joins the present one */
};

struct task {
	enum step step;
	union {
		struct {
			uint32_t next, end; /* places */
			uint32_t depth;	    /* guards and loops around them */
			bool opened; /* they are a loop that was just opened:
					its header comes next */
		} list;
		struct {
			uint32_t loop;	     /* index in the region */
			uint32_t first_node; /* of the loop */
		} close;
		struct {
			size_t join, list; /* indices of the STEP_JOIN, and of
					      the list with the guard */
			uint32_t depth;	   /* of what stands in the guard */
		} swap;
		struct {
			struct flow kept;
			bool bare; /* nothing is made where the guard does not
				      hold */
			bool open; /* the guard is open: nothing can be made
				      there */
		} join;
	};
};

/* The making of one region's chain. */
struct chain {
	struct strand strand;	    /* what is made so far */
	uint32_t most_deep;	    /* levels of guards and loops allowed */
	cvg_vec(struct task) tasks; /* the present one last */
};

/* ---- tasks ----------------------------------------------------------- */

static void push_task(struct chain *chain, struct task task)
{
	cvg_push(&chain->tasks, task);
}

static void push_list(struct chain *chain, uint32_t next, uint32_t end,
		      uint32_t depth, bool opened)
{
	struct task task = {
		.step = STEP_LIST,
		.list = {.next = next,
			 .end = end,
			 .depth = depth,
			 .opened = opened},
	};

	if (next < end)
		push_task(chain, task);
}

/* The end of the places that can follow inside one side of a guard, from
 * `next` on: those that no value in `others`, which are on its other side,
 * leads to; whole loops only, at level 1 one unit or loop. */
static uint32_t reach_of(const struct chain *chain, const struct values *others,
			 uint32_t next, uint32_t end, uint32_t depth)
{
	const struct loop_nest *nest = &chain->strand.nest;
	uint32_t wanted = cvg_values_next(others, next, end);

	if (wanted > end)
		wanted = end;
	if (depth >= chain->most_deep || chain->strand.level < 1 ||
	    next >= end || wanted == next)
		return next;
	if (wanted < end)
		wanted = cvg_loop_nest_start(nest, wanted, next);
	if (chain->strand.level == 1 && wanted > next) {
		uint32_t loop = nest->headed[next];

		wanted = loop == CVG_NONE
				 ? next + 1
				 : chain->strand.region->loop[loop].end;
	}
	/* A loop in it is a level, and its guards are another. */
	for (uint32_t place = next;
	     place < wanted && depth + 2 > chain->most_deep; place++)
		if (nest->headed[place] != CVG_NONE)
			wanted = place;
	return wanted;
}

static void open_loop(struct chain *chain, uint32_t loop, uint32_t depth)
{
	struct cvg_linloop *it = &chain->strand.region->loop[loop];
	struct values back = cvg_values_back(&chain->strand.nest, loop);
	uint32_t node = (uint32_t)chain->strand.nodes.n;

	it->node = node;
	push_task(chain,
		  (struct task){.step = STEP_CLOSE,
				.close = {.loop = loop, .first_node = node}});
	push_list(chain, it->first, it->end, depth + 1, true);
	cvg_values_join(&chain->strand.now.values, &back);
}

/* The end of the guard values that go on with the loop; they begin at its
 * first place. */
static uint32_t end_of_test(const struct cvg_linloop *loop)
{
	return loop->merged ? loop->end : loop->first + 1;
}

/*
 * Is the last guard of a loop the loop's test? It is if all threads that it
 * holds for go on with the loop, with values in `inside`, and all others, with
 * values in `past`, leave it. `list`: index of the task that made the guard.
 */
static bool is_loop_test(const struct chain *chain, size_t list,
			 const struct values *inside, const struct values *past)
{
	const struct task *task = &chain->tasks.at[list];
	const struct cvg_linloop *loop;

	if (chain->strand.level < 4 || !list || task->step != STEP_LIST ||
	    task->list.next != task->list.end || task[-1].step != STEP_CLOSE)
		return false;
	loop = &chain->strand.region->loop[task[-1].close.loop];
	return cvg_values_within(inside, loop->first, end_of_test(loop)) &&
	       cvg_values_next(past, loop->first, CVG_NONE) >=
		       end_of_test(loop);
}

/* What a list makes next. */
struct item {
	uint32_t first, end; /* places */
	uint32_t loop;	     /* they are that loop; CVG_NONE: one unit */
	bool needs_block; /* a way back will lead to its guard, which therefore
			     has a block of its own */
};

/* Make a guard and the item behind it. What follows in the list goes to that
 * side of the guard where it belongs, or else behind both. */
static void make_guarded(struct chain *chain, size_t list,
			 const struct item *item)
{
	uint32_t end = chain->tasks.at[list].list.end, inside_end, other_end;
	uint32_t depth = chain->tasks.at[list].list.depth + 1;
	struct test test = {.kind = CVG_LIN_GUARD,
			    .low = item->first,
			    .high = item->first + 1,
			    .may_merge = !item->needs_block,
			    .holds = CVG_NONE};
	struct task join = {.step = STEP_JOIN};
	struct task swap = {.step = STEP_SWAP,
			    .swap = {.list = list, .depth = depth}};
	struct values set;
	bool merge, open;

	set = item->loop == CVG_NONE
		      ? cvg_values_of_unit(&chain->strand.nest, item->first)
		      : cvg_values_of_loop(&chain->strand.nest, item->loop);
	/* No value that the guard holds for leads behind the item. */
	inside_end = reach_of(chain, &chain->strand.now.values, item->end, end,
			      depth);
	other_end = inside_end > item->end
			    ? inside_end
			    : reach_of(chain, &set, item->end, end, depth);
	chain->tasks.at[list].list.next = inside_end;
	test.last = other_end == end;
	merge = test.may_merge &&
		cvg_strand_can_merge(&chain->strand, test.last);
	cvg_strand_split(&chain->strand, &test, &join.join.kept);
	open = !merge && item->loop == CVG_NONE && inside_end == item->end &&
	       other_end == item->end &&
	       cvg_linear_may_open(chain->strand.planner, chain->strand.region,
				   item->first) &&
	       !is_loop_test(chain, list, &set, &join.join.kept.values);
	cvg_values_done(&set);
	if (open)
		chain->strand.nodes.at[chain->strand.nodes.n - 1].open = true;
	join.join.bare = true;
	join.join.open = open;
	swap.swap.join = chain->tasks.n;
	push_task(chain, join);
	if (!open)
		push_task(chain, swap);
	push_list(chain, item->end, inside_end, depth, false);
	if (item->loop != CVG_NONE)
		open_loop(chain, item->loop, depth);
	else
		cvg_strand_run(&chain->strand, item->first);
}

/* Does a single value lead into the loop, and do others lead past it? Then the
 * guard of its header can stand before the loop. */
static bool is_passed(const struct chain *chain, const struct cvg_linloop *loop,
		      uint32_t depth)
{
	const struct values *values = &chain->strand.now.values;

	if (chain->strand.level < 2 || depth + 3 > chain->most_deep ||
	    values_n(values) == 1 ||
	    cvg_values_next(values, loop->first, CVG_NONE) != loop->first)
		return false;
	return cvg_values_next(values, loop->first + 1, CVG_NONE) >= loop->end;
}

/* Make the next item of the list, which is the last task. */
static void do_list(struct chain *chain)
{
	size_t list = chain->tasks.n - 1;
	struct task task = chain->tasks.at[list];
	uint32_t depth = task.list.depth;
	struct item item = {.first = task.list.next,
			    .end = task.list.next + 1,
			    .loop = CVG_NONE,
			    .needs_block = task.list.opened};

	if (task.list.next == task.list.end) {
		chain->tasks.n--;
		return;
	}
	assert(cvg_values_next(&chain->strand.now.values, item.first,
			       CVG_NONE) != CVG_NONE);
	chain->tasks.at[list].list.opened = false;
	if (!task.list.opened)
		item.loop = chain->strand.nest.headed[item.first];
	if (item.loop != CVG_NONE) {
		const struct cvg_linloop *loop =
			&chain->strand.region->loop[item.loop];

		item.end = loop->end;
		if (is_passed(chain, loop, depth)) {
			make_guarded(chain, list, &item);
			return;
		}
		chain->tasks.at[list].list.next = item.end;
		open_loop(chain, item.loop, depth);
	} else if (values_only(&chain->strand.now.values, item.first) &&
		   (chain->strand.level >= 3 ||
		    (task.list.opened && chain->strand.level >= 2))) {
		chain->tasks.at[list].list.next = item.end;
		cvg_strand_run(&chain->strand, item.first);
	} else {
		make_guarded(chain, list, &item);
	}
}

static void do_close(struct chain *chain, const struct task *task)
{
	const struct cvg_linloop *loop =
		&chain->strand.region->loop[task->close.loop];
	struct test test = {.kind = CVG_LIN_BACK,
			    .low = loop->first,
			    .high = end_of_test(loop),
			    .may_merge = true,
			    .holds = task->close.first_node};
	struct flow leaves;

	cvg_strand_split(&chain->strand, &test, &leaves);
	cvg_values_done(&chain->strand.now.values);
	/* Threads leave in different rounds and meet at the next node. */
	leaves.ends.block = CVG_NONE;
	chain->strand.now = leaves;
}

/* What stands in the guard is made. What follows in the list, and only threads
 * that the guard does not hold for want, belongs to its other side. */
static void do_swap(struct chain *chain, const struct task *task)
{
	struct task *join = &chain->tasks.at[task->swap.join];
	struct task *list = &chain->tasks.at[task->swap.list];
	struct flow aside = chain->strand.now;
	uint32_t next = list->list.next;
	uint32_t end = reach_of(chain, &aside.values, next, list->list.end,
				task->swap.depth);

	assert(join->step == STEP_JOIN && list->step == STEP_LIST);
	if (end == next)
		return;
	list->list.next = end;
	join->join.bare = false;
	chain->strand.now = join->join.kept;
	join->join.kept = aside;
	push_list(chain, next, end, task->swap.depth, false);
}

static void do_join(struct chain *chain, struct task *task)
{
	struct flow *kept = &task->join.kept;

	if (task->join.open || !task->join.bare ||
	    !is_loop_test(chain, chain->tasks.n - 1, &chain->strand.now.values,
			  &kept->values)) {
		cvg_strand_join(&chain->strand, kept);
		return;
	}
	/* The list is done, and no other test is wanted behind the loop. */
	chain->tasks.n -= 2;
	cvg_strand_lead(&chain->strand,
			chain->tasks.at[chain->tasks.n].close.first_node);
	cvg_values_done(&chain->strand.now.values);
	chain->strand.now = *kept;
}

static void make_chain(struct chain *chain)
{
	push_list(chain, 0, chain->strand.region->nunits, 0, false);
	while (chain->tasks.n) {
		struct task task = chain->tasks.at[chain->tasks.n - 1];

		if (task.step == STEP_LIST) { /* it stays until it is done */
			do_list(chain);
			continue;
		}
		chain->tasks.n--;
		if (task.step == STEP_CLOSE)
			do_close(chain, &task);
		else if (task.step == STEP_SWAP)
			do_swap(chain, &task);
		else
			do_join(chain, &task);
	}
}

/* Mode depth: how deep the region's guards and loops may nest. */
static uint32_t most_deep(const struct lin_planner *planner,
			  const struct cvg_linregion *region)
{
	uint32_t around;

	if (!planner->levels_around)
		return CVG_NONE;
	around = planner->levels_around[region->head];
	return around < planner->wishes.depth ? planner->wishes.depth - around
					      : 1;
}

void cvg_linear_chain(struct lin_planner *planner, struct cvg_linregion *region)
{
	struct chain chain = {.most_deep = most_deep(planner, region)};
	struct strand *strand = &chain.strand;

	cvg_strand_init(strand, planner, region);
	make_chain(&chain);
	assert(values_only(&strand->now.values, region->nunits));
	cvg_strand_lead(strand, CVG_LIN_EXIT);
	region->nnodes = (uint32_t)strand->nodes.n;
	region->node = cvg_arena_array(&planner->plan->arena,
				       struct cvg_linnode, region->nnodes);
	memcpy(region->node, strand->nodes.at,
	       strand->nodes.n * sizeof *region->node);
	cvg_strand_done(strand);
	free(chain.tasks.at);
}
