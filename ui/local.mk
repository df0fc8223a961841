libcvg_a_SOURCES += \
	ui/actions.def \
	ui/keys.def \
	ui/sheet.c \
	ui/sheet.h \
	ui/view.h \
	ui/views.def
