libcvg_a_SOURCES += \
	include/reconverge/cmd.h \
	include/reconverge/commands.def \
	include/reconverge/options.def \
	include/reconverge/options.h \
	src/cmd/call.h \
	src/cmd/cmd_act.c \
	src/cmd/cmd_align.c \
	src/cmd/cmd_decide.c \
	src/cmd/cmd_diff.c \
	src/cmd/cmd_keep.c \
	src/cmd/cmd_look.c \
	src/cmd/cmd_rule.c \
	src/cmd/cmd_show.c \
	src/cmd/cmd_source.c \
	src/cmd/cmd_time.c \
	src/cmd/cmd_why.c \
	src/cmd/complete.c \
	src/cmd/counts.c \
	src/cmd/counts.h \
	src/cmd/expect.c \
	src/cmd/help.c \
	src/cmd/object.c \
	src/cmd/options.c \
	src/cmd/parse.c \
	src/cmd/prompt.c \
	src/cmd/run.c \
	src/cmd/table.c
