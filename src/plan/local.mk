libcvg_a_SOURCES += \
	include/reconverge/flat.h \
	include/reconverge/linear.h \
	include/reconverge/plan.h \
	include/reconverge/refusals.def \
	include/reconverge/settings.def \
	include/reconverge/settings.h \
	src/plan/arms.c \
	src/plan/flat.c \
	src/plan/flat.h \
	src/plan/flat_cost.c \
	src/plan/guards.c \
	src/plan/linear.c \
	src/plan/linear.h \
	src/plan/linear_chain.c \
	src/plan/linear_edges.c \
	src/plan/linear_judge.c \
	src/plan/linear_region.c \
	src/plan/linear_units.c \
	src/plan/linear_values.c \
	src/plan/linear_values.h \
	src/plan/match.c \
	src/plan/plan.c \
	src/plan/plan.h \
	src/plan/price.c \
	src/plan/profile.c \
	src/plan/score.c \
	src/plan/seams.c
