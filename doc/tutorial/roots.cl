/* Newton's method: square roots of some values, cube roots of the others. */
#include "device.h"

KERNEL(64, 1)
void roots(__global const uint *cubic, __global float *value)
{
	uint i = block_id() * 64 + thread_id();
	float a = value[i];
	float x = a, last;

	if (cubic[i] == 0) {
		do {
			last = x;
			x = (x + a / x) * (1.0f / 2);
		} while (x < last);
	} else {
		do {
			last = x;
			x = (x + x + a / (x * x)) * (1.0f / 3);
		} while (x < last);
	}
	value[i] = x;
}
