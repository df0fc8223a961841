/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The screen: panes with views in them, lines at the top and the bottom, what
 * lies over it, and how keys find their way. It composes a frame on one
 * canvas; a terminal, or a test, shows it.
 */
#ifndef CVG_UI_SCREEN_H
#define CVG_UI_SCREEN_H

#include "ui/keymap.h"
#include "ui/term.h"
#include "reconverge/cmd.h"

#define CVG_TICK_SECONDS 0.03 /* between two looks at the keyboard */

/* ---- panes ----------------------------------------------------------- */

/* How the panes are laid out, by the size of the terminal. */
enum cvg_form {
	CVG_FORM_TINY,	 /* one line saying so */
	CVG_FORM_SMALL,	 /* one pane over another */
	CVG_FORM_NARROW, /* main, and another below if it is wanted */
	CVG_FORM_BESIDE, /* main, and another to the right */
	CVG_FORM_WIDE,	 /* all four */
};

/* An edge between panes that can be moved. */
enum cvg_edge {
	CVG_EDGE_LEFT,	/* right of the outline */
	CVG_EDGE_SIDE,	/* left of the pane at the right */
	CVG_EDGE_TIME,	/* below the history */
	CVG_EDGE_BELOW, /* above the second pane, in the narrow form */
	CVG_NEDGES
};

struct cvg_pane {
	enum cvg_slot slot;
	enum cvg_viewid view;
	/* of the cells that the view draws on, without the title */
	uint32_t x, y, width, height;
	bool title; /* there is a title in the row above */
	bool tabs;  /* between the two, there is a row of tabs */
};

/* ---- what lies over the panes ---------------------------------------- */

struct cvg_popup {
	bool open;
	struct cvg_str title, text;
	uint32_t top;  /* rows of text above the first one shown */
	uint32_t rows; /* rows of text that were shown when it was last drawn */
};

struct cvg_union;

/* A step that was tried and taken back. */
struct cvg_preview {
	struct cvg_union *graph; /* before and after; NULL: it is closed */
	struct cvg_str step;	 /* as a command */
	struct cvg_str text;	 /* what the step would do */
	double net;		 /* its profit in cycles of this kind */
	enum cvg_countkind kind;
	bool asked;	   /* the trial is being made */
	bool sure;	   /* a step that costs was warned of */
	int32_t left, top; /* of the graph, at the pane's corner */
	int32_t page;	   /* lines of the graph that were shown */
};

struct cvg_find; /* palette.c: one thing that can be found */

struct cvg_palette {
	bool open;
	bool blocks_only;
	struct cvg_str input;
	struct cvg_arena arena; /* owns the strings of all[] */
	cvg_vec(struct cvg_find) all;
	struct cvg_u32s found; /* indices, best first */
	uint32_t cursor, top, rows;
};

/* What the prompt line is open for. */
enum cvg_asking { CVG_ASK_NOTHING, CVG_ASK_COMMAND, CVG_ASK_SEARCH };

struct cvg_prompt {
	enum cvg_asking asking;
	struct cvg_words offers; /* completions being shown */
	uint32_t scroll;	 /* columns of the line left of the edge */
};

/* ---- the screen ------------------------------------------------------ */

struct cvg_took {
	float seconds, processor;
};

struct cvg_screen {
	struct cvg_term *term; /* NULL: composed, never shown */
	struct cvg_canvas canvas;
	struct cvg_caret caret;

	enum cvg_form form;
	struct cvg_pane pane[CVG_NSLOTS];
	uint32_t npanes;
	enum cvg_slot focus;		   /* has the keys */
	enum cvg_viewid front[CVG_NSLOTS]; /* the view that a slot shows */
	/* LEFT or SIDE: the one that is shown where only one of them fits */
	enum cvg_slot second;
	/* LEFT or MAIN: the upper one in the small form */
	enum cvg_slot first;
	/* what the user gave each edge, in thousandths of the screen; 0: as it
	 * is by itself */
	uint32_t share[CVG_NEDGES];
	enum cvg_edge grip; /* that the mouse holds; CVG_NEDGES: none */
	bool open;	    /* the second pane is shown, in the narrow form */
	bool full;	    /* the focused pane is shown alone */
	bool raised;	    /* the hints stood higher until the last key */

	/* a view's state is made when it is first shown */
	void *state[CVG_NVIEWS];
	/* sums of enum cvg_changed that the view has not been told of */
	unsigned fresh[CVG_NVIEWS];
	struct cvg_popup popup;
	struct cvg_preview preview;
	struct cvg_palette palette;
	struct cvg_prompt prompt;

	double opened;	  /* when the first frame was shown */
	double processor; /* seconds of the processor until then */
	/* seconds from a key to its frame, and those of the processor among
	 * them, the first ones */
	cvg_vec(struct cvg_took) frames;

	uint32_t tour; /* the step that the tour is at, from 1; 0: no tour */

	/* the action that waits for a digit; CVG_NACTIONS: none */
	enum cvg_action pending;
	/* the action that was asked for once, and warned of: a second time it
	 * is done; CVG_NACTIONS: none */
	enum cvg_action sure;
	/* where and when the last click was, to tell a double click */
	int32_t clicked_x, clicked_y;
	double clicked_at; /* seconds, as all times here */

	struct cvg_key early; /* a key that came during a trial; code 0: none */

	/* while a command runs */
	struct cvg_str job; /* its name */
	/* the share of the job that is done, 0 to 1; below 0: not known */
	double done;
	double began; /* when it did */
	bool cancel;  /* the user has asked to end it */
	/* times of the last look at the keyboard and of the last frame */
	double ticked, drawn;
};

/* `ui` must stay where it is until cvg_screen_done. */
void cvg_screen_init(struct cvg_screen *scr, struct cvg_ui *ui,
		     struct cvg_term *term);
void cvg_screen_done(struct cvg_screen *scr, struct cvg_ui *ui);
void cvg_screen_resize(struct cvg_screen *scr, struct cvg_ui *ui,
		       uint32_t width, uint32_t height);
/* Compose and show. */
void cvg_screen_show(struct cvg_ui *ui);
void cvg_screen_key(struct cvg_ui *ui, const struct cvg_key *key);
void cvg_screen_act(struct cvg_ui *ui, enum cvg_action a, uint32_t count);
/* act_do.c: do an action that is a command, or shows what one would do. False:
 * it is another action. */
bool cvg_screen_do(struct cvg_ui *ui, enum cvg_action a);
/* Called while a command runs, with its name and the share that is done:
 * take the keys that only look, and draw now and then. False: the command is
 * to end. */
bool cvg_screen_tick(struct cvg_ui *ui, const char *what, double done);
/* After the first frame: complete what was drawn in haste (see cvg_ui_begin), and
 * have the views draw as if they had not drawn yet. */
void cvg_screen_settle(struct cvg_ui *ui);
/* Keys until it is time to leave. */
void cvg_screen_loop(struct cvg_ui *ui);
/* Apply the settings that concern the screen. */
void cvg_screen_settings(struct cvg_ui *ui);
/* The next key, one that came early first; `wait` in milliseconds, below 0: until
 * there is one. */
bool cvg_screen_read(struct cvg_screen *scr, struct cvg_key *key, int wait);
/* What the screen shows, as text. */
void cvg_screen_text(struct cvg_ui *ui, struct cvg_str *out);

/* ---- its parts ------------------------------------------------------- */

/* panes.c */
void cvg_panes_place(struct cvg_screen *scr);
/* The slot of the pane that the others lie beside. */
enum cvg_slot cvg_panes_home(const struct cvg_screen *scr);
/* The focused one; NULL if there is none. */
struct cvg_pane *cvg_pane_focused(struct cvg_screen *scr);
/* The row of its title, or without one the first that its view draws on. */
int32_t cvg_pane_top(const struct cvg_pane *pane);
struct cvg_pane *cvg_pane_at(struct cvg_screen *scr, int32_t x, int32_t y);
void cvg_panes_cycle(struct cvg_screen *scr, int by);
/* Make the pane that has the keys larger (by: 1) or smaller (-1). False: it has
 * no edge. */
bool cvg_panes_grow(struct cvg_screen *scr, int by);
/* The edge at that cell; CVG_NEDGES: none. */
enum cvg_edge cvg_panes_edge(const struct cvg_screen *scr, int32_t x,
			     int32_t y);
/* Move an edge to that cell. */
void cvg_panes_drag(struct cvg_screen *scr, enum cvg_edge edge, int32_t x,
		    int32_t y);
/* False: there is nothing to close. */
bool cvg_pane_close(struct cvg_screen *scr);
/* The state of a view, made if need be and updated; NULL: it would have to be
 * made, and a command is running. */
void *cvg_view_state(struct cvg_ui *ui, enum cvg_viewid id);

/* lines.c: status, titles, hints, message */
void cvg_draw_status(struct cvg_ui *ui, struct cvg_canvas *into);
void cvg_draw_frame(struct cvg_ui *ui, struct cvg_canvas *into);
/* The line above a pane: a rule, and the title in its place. */
void cvg_draw_title(const struct cvg_ui *ui, struct cvg_canvas *into,
		    const struct cvg_pane *pane, bool focused,
		    const char *title);
/* The name of the pane's view and what the view says of itself. */
void cvg_pane_title(struct cvg_ui *ui, const struct cvg_pane *pane,
		    struct cvg_str *out);
/* Press the key of the hint at that column. */
void cvg_hint_click(struct cvg_ui *ui, int32_t x);
/* What leads on from here: "w why  Enter preview". */
void cvg_screen_hints(struct cvg_ui *ui, struct cvg_str *out);
void cvg_draw_hint(struct cvg_ui *ui, struct cvg_canvas *into, int32_t y);
/* Does the message take two rows, so that the hints stand one row higher? */
bool cvg_message_is_long(const struct cvg_ui *ui);
void cvg_draw_message(struct cvg_ui *ui, struct cvg_canvas *into, int32_t y);

/* tabs.c: the views of a pane, behind its title, which is so wide */
void cvg_tabs_draw(const struct cvg_ui *ui, struct cvg_canvas *into,
		   const struct cvg_pane *pane, uint32_t title);
/* Open the view whose tab is at that column of the pane. False: none is. */
bool cvg_tabs_click(struct cvg_ui *ui, const struct cvg_pane *pane, int32_t x,
		    int32_t y);

/* popup.c */
void cvg_popup_draw(struct cvg_ui *ui, struct cvg_canvas *into);
void cvg_popup_key(struct cvg_ui *ui, const struct cvg_key *key);
void cvg_popup_close(struct cvg_screen *scr);

/* preview.c */
/* Try a step, and open its picture; or say why it cannot be done, or that it
 * would do nothing. */
void cvg_preview_open(struct cvg_ui *ui, const char *step);
/* Called while the trial stands: make the picture, if it was asked for. */
void cvg_preview_look(struct cvg_ui *ui);
void cvg_preview_close(struct cvg_screen *scr);
void cvg_preview_draw(struct cvg_ui *ui, struct cvg_canvas *into);
/* Do an action while it is open. False: the action is the screen's, and the
 * preview has closed unless it is a redraw. */
bool cvg_preview_act(struct cvg_ui *ui, enum cvg_action action);

/* tour.c */
void cvg_tour_begin(struct cvg_ui *ui);
/* False: there was no tour to leave. */
bool cvg_tour_leave(struct cvg_ui *ui);
/* That action was done: go on, if the tour asked for it. */
void cvg_tour_did(struct cvg_ui *ui, enum cvg_action a);
/* Draw its two lines; there is a tour. */
void cvg_tour_draw(struct cvg_ui *ui, struct cvg_canvas *into, int32_t y);

/* palette.c */
void cvg_palette_open(struct cvg_ui *ui, bool blocks_only);
void cvg_palette_draw(struct cvg_ui *ui, struct cvg_canvas *into);
void cvg_palette_key(struct cvg_ui *ui, const struct cvg_key *key);
void cvg_palette_close(struct cvg_screen *scr);

/* prompt.c */
void cvg_prompt_open(struct cvg_ui *ui, enum cvg_asking what, const char *text);
void cvg_prompt_draw(struct cvg_ui *ui, struct cvg_canvas *into, int32_t y);
void cvg_prompt_key(struct cvg_ui *ui, const struct cvg_key *key);
void cvg_prompt_close(struct cvg_ui *ui);
/* The history file, once. */
void cvg_prompt_begin(void);
void cvg_prompt_end(void);

/* typed.c: what a line at the prompt means */
void cvg_screen_typed(struct cvg_ui *ui, const char *line);
/* Completions of the bytes [start, end) of such a line. `*files`: names of
 * files would fit as well. */
void cvg_screen_complete(struct cvg_ui *ui, const char *line, size_t start,
			 size_t end, struct cvg_words *out, bool *files);

/* mouse.c */
void cvg_screen_mouse(struct cvg_ui *ui, const struct cvg_key *key);

/* Draw an empty box over the panes, with a title and a line at its foot.
 * Returns the part of the canvas inside it. */
struct cvg_canvas cvg_draw_box(struct cvg_ui *ui, struct cvg_canvas *into,
			       uint32_t width, uint32_t height,
			       const char *title, const char *foot);

/* Seconds on a clock that only goes forward. */
double cvg_now(void);

#endif
