libcvg_a_SOURCES += \
	include/reconverge/regroup.h \
	include/reconverge/prove.h \
	src/session/focus.c \
	src/session/history.c \
	src/session/inside.h \
	src/session/journal.c \
	src/session/keeps.c \
	src/session/pass.c \
	src/session/phases.c \
	src/session/prove.c \
	src/session/prove_check.c \
	src/session/prove_groups.c \
	src/session/prove_layout.c \
	src/session/prove_place.c \
	src/session/prove_profile.c \
	src/session/prove_model.c \
	src/session/prove_redirect.c \
	src/session/prove_regroup.c \
	src/session/prove_run.c \
	src/session/prove_vectors.c \
	src/session/proving.h \
	src/session/recover.c \
	src/session/runner.c \
	src/session/session.c \
	src/session/settings.c \
	src/session/travel.c
