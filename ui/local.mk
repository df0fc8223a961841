libcvg_a_SOURCES += \
	ui/actions.def \
	ui/choices.c \
	ui/keys.def \
	ui/list.c \
	ui/list.h \
	ui/marks.c \
	ui/marks.h \
	ui/outline.c \
	ui/outline.h \
	ui/regtree.c \
	ui/regtree.h \
	ui/sheet.c \
	ui/sheet.h \
	ui/steps.c \
	ui/steps.h \
	ui/syntax.c \
	ui/syntax.h \
	ui/view.h \
	ui/view_help.c \
	ui/view_ir.c \
	ui/view_log.c \
	ui/view_outline.c \
	ui/view_timeline.c \
	ui/viewkeys.def \
	ui/views.def
