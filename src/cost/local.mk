libcvg_a_SOURCES += \
	include/reconverge/cost.h \
	src/cost/cost.c \
	src/cost/costs.def \
	src/cost/families.def \
	src/cost/file.c \
	src/cost/gtx480.c \
	src/cost/intrinsics.def \
	src/cost/issue.c \
	src/cost/kinds.def \
	src/cost/mix.c \
	src/cost/price.c \
	src/cost/price.h \
	src/cost/price_call.c \
	src/cost/price_const.c \
	src/cost/price_memory.c \
	src/cost/price_scalar.c \
	src/cost/price_switch.c \
	src/cost/private.h \
	src/cost/table.c

EXTRA_DIST += tests/unit/cost_kit.h
