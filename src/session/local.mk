libcvg_a_SOURCES += \
	src/session/focus.c \
	src/session/history.c \
	src/session/inside.h \
	src/session/journal.c \
	src/session/keeps.c \
	src/session/pass.c \
	src/session/phases.c \
	src/session/recover.c \
	src/session/runner.c \
	src/session/session.c \
	src/session/settings.c \
	src/session/travel.c
