# Programs and scripts that "make bench" runs, one after the other.
bench_programs = \
	bench/align

EXTRA_PROGRAMS += bench/align
