/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Reads against a suffix tree: for each place of its read, a thread finds the
 * longest string that begins there and occurs in the text. It walks down from
 * the root, letter by letter along an edge, and from edge to edge; where it can
 * go no further, the suffix link leads to where the next place's walk goes on.
 *
 * Look at: three nested loops, and three ways out of the inner two: the read
 *   ends, a letter differs, a node has no such child. Threads of a warp leave
 *   by other ways and at other times, and the outer loop is where they meet.
 * Transforms: linearization of all loops under one back edge (mode=loops):
 *   threads that are done with a place begin the next one while others walk.
 * Paper: LIN (doi 10.1007/978-3-642-54807-9_8), benchmark MUM (mummergpu of
 *   Rodinia); this kernel shares its shape only.
 * Launch: grid G, block BLOCK; tree: NODES nodes of 8 words: the children for
 *   the letters 0 to 3 (0: none), where the edge to the node begins and ends in
 *   the text, the node of the suffix link, nothing; text: TEXT letters, of
 *   which one that is no letter ends it; reads: LENGTH letters for each thread;
 *   found: as many words. launch.json holds a tree of 40 letters, and the
 *   large one a tree of 120.
 */
#include "device.h"

#ifndef BLOCK
#define BLOCK 64
#endif
#ifndef LENGTH
#define LENGTH 24
#endif
#ifndef NODES
#define NODES 256 /* a power of two, as TEXT */
#endif
#ifndef TEXT
#define TEXT 128
#endif

KERNEL(BLOCK, 1)
void suffix_walk(__global const uint *tree, __global const uint *text,
		 __global const uint *reads, __global uint *found)
{
	uint first = (block_id() * BLOCK + thread_id()) * LENGTH;
	uint node = 0;
	uint known = 0; /* letters on the way from the root to the node */

	for (uint begin = 0; begin < LENGTH; begin++) {
		uint depth = known;

		while (begin + depth < LENGTH) {
			uint letter = reads[first + begin + depth] & 3;
			uint child = tree[8 * node + letter] & (NODES - 1);
			uint at, end;

			if (child == 0)
				goto leave;
			at = tree[8 * child + 4];
			end = tree[8 * child + 5];
			do {
				at++;
				depth++;
				if (at >= end)
					break;
				if (begin + depth >= LENGTH)
					goto leave;
				letter = reads[first + begin + depth] & 3;
			} while (text[at & (TEXT - 1)] == letter);
			if (at < end)
				goto leave;
			node = child;
			known = depth;
		}
leave:
		found[first + begin] = depth;
		node = tree[8 * node + 6] & (NODES - 1);
		known = known > 0 ? known - 1 : 0;
	}
}
