libcvg_a_SOURCES += \
	include/reconverge/plan.h \
	include/reconverge/refusals.def \
	include/reconverge/settings.def \
	include/reconverge/settings.h \
	src/plan/arms.c \
	src/plan/guards.c \
	src/plan/match.c \
	src/plan/plan.c \
	src/plan/plan.h \
	src/plan/price.c \
	src/plan/profile.c \
	src/plan/score.c \
	src/plan/seams.c
