/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * What the parts of the screen know of each other.
 *
 *	terminal ─► key ─► keys.def: action ─► the view under the cursor, or
 *	the screen itself ─► selection, or a command line ─► session
 *	session ─► views draw on canvases ─► one canvas ─► terminal
 *
 * A view (ui/view_foo.c, one row in views.def) shows one thing in one pane. It
 * keeps its own state, reads the shared selection, draws on a canvas that is
 * exactly its pane, and calls no terminal library: only tui.c, paint.c and
 * prompt.c do. So every view can be drawn and tested without a terminal.
 *
 * Nothing here owns a revision: fn and ana are borrowed from the session and
 * stay valid as long as the module is loaded.
 */
#ifndef CVG_UI_VIEW_H
#define CVG_UI_VIEW_H

#include "reconverge/canvas.h"
#include "reconverge/quantity.h"
#include "reconverge/tries.h"

struct cvg_ana;
struct cvg_choices;
struct cvg_fn;
struct cvg_searched;
struct cvg_session;
struct cvg_settings;
struct cvg_shell;

/* ---- actions --------------------------------------------------------- */

enum cvg_action {
#define TOPIC(title)
#define ACTION(id, name, traits, help) CVG_DO_##id,
#include "ui/actions.def"
#undef ACTION
#undef TOPIC
	CVG_NACTIONS
};

struct cvg_actioninfo {
	const char *name; /* as typed at the prompt */
	const char *help;
	unsigned traits; /* of enum cvg_trait */
};
const struct cvg_actioninfo *cvg_action_info(enum cvg_action a);

/*
 * For a switch over some of the actions, with a default for all others. (A
 * switch over any other enumeration names every value and has no default, so
 * that the compiler finds a value that is new.)
 */
static inline unsigned cvg_action_number(enum cvg_action a)
{
	return (unsigned)a;
}

/* Is it about a step, a block or a candidate? In a list, that of the row under
 * the cursor is meant. */
static inline bool cvg_acts_on_row(enum cvg_action a)
{
	return a == CVG_DO_PREVIEW || a == CVG_DO_APPLY || a == CVG_DO_REJECT ||
	       a == CVG_DO_WHY || a == CVG_DO_SHOW_matrix;
}

enum cvg_mouse {
	CVG_MOUSE_CLICK,
	CVG_MOUSE_DOUBLE,
	CVG_MOUSE_WHEEL_UP,
	CVG_MOUSE_WHEEL_DOWN,
	CVG_MOUSE_DRAG
};

/* ---- views ----------------------------------------------------------- */

enum cvg_viewid {
#define VIEW(id, title, slot, key, traits, help) CVG_VIEW_##id,
#include "ui/views.def"
#undef VIEW
	CVG_NVIEWS
};

/* Where a view has its place. */
enum cvg_slot {
	CVG_SLOT_TIME, /* the timeline: a pane, or a strip one line high */
	CVG_SLOT_LEFT, /* the outline */
	CVG_SLOT_MAIN, /* the graph, and what needs as much room */
	CVG_SLOT_SIDE, /* everything that goes with it */
	CVG_NSLOTS
};

enum cvg_trait {
	CVG_LEADS = 1 << 0,	 /* its lines are no blocks: it gives all hints
				    about what is highlighted */
	CVG_ALONE = 1 << 1,	 /* opens alone, as wide as the screen, unless
				    that is narrow */
	CVG_WHILE_BUSY = 1 << 2, /* opened or done while a command runs */
};

/* A row of views.def. */
struct cvg_viewinfo {
	const char *name; /* the id */
	const char *title;
	enum cvg_slot slot;
	enum cvg_action opening; /* the action that opens the view */
	unsigned traits;
};

/* What changed since a view was last updated. */
enum cvg_changed {
	CVG_NEW_REV = 1 << 0,	 /* another revision or function is shown */
	CVG_NEW_BLOCK = 1 << 1,	 /* the cursor moved to another block */
	CVG_NEW_INST = 1 << 2,	 /* ... instruction */
	CVG_NEW_VALUE = 1 << 3,	 /* value highlighted */
	CVG_NEW_CHOICE = 1 << 4, /* another candidate is under the cursor */
	CVG_NEW_SETTINGS = 1 << 5,
	CVG_NEW_RUN = 1 << 6,  /* launch, counts, profile, verdict */
	CVG_NEW_TREE = 1 << 7, /* a revision or a mark was added */
	CVG_NEW_LOG = 1 << 8,
	CVG_NEW_SEARCH = 1 << 9,
	CVG_NEW_OVERLAY = 1 << 10,
	CVG_NEW_SIZE = 1 << 11,
	CVG_NEW_ALL = (1 << 12) - 1,
};

struct cvg_ui;

/* An action to which a view gives a meaning of its own, for the help. */
struct cvg_viewkey {
	enum cvg_action action;
	const char *help; /* what the action does there */
};

struct cvg_view {
	const char *about; /* what the view shows, for the manual; no full stop
			      at the end */
	const struct cvg_viewkey *keys; /* up to one without help; NULL: none */
	size_t size;			/* of its state, zeroed when made */
	/* Give back what the state holds. */
	void (*done)(void *state);
	/* Bring the state up to date: `changed` is a sum of enum cvg_changed.
	 * Called before drawing, only if something changed. */
	void (*update)(struct cvg_ui *ui, void *state, unsigned changed);
	/* Draw on the whole canvas, which is blank and whose plane begins at
	 * (0, 0). `focused`: the keys go to this view. */
	void (*draw)(struct cvg_ui *ui, void *state, struct cvg_canvas *into,
		     bool focused);
	/* Do an action. False: the action means nothing in this view, and the
	 * screen does it. `count` is the digit of follow-nth and fold-depth, 0
	 * for every other action. */
	bool (*act)(struct cvg_ui *ui, void *state, enum cvg_action action,
		    uint32_t count);
	/* x and y count the cells of the pane. False: there is nothing at that
	 * place. */
	bool (*mouse)(struct cvg_ui *ui, void *state, enum cvg_mouse what,
		      int32_t x, int32_t y);
	/* The key that opens the view was pressed, and the view is about to be
	 * shown; `from`: the view that had the keys, CVG_NVIEWS: none. May be
	 * left out. */
	void (*opening)(struct cvg_ui *ui, enum cvg_viewid from);
	/* Write what stands after the title, such as "12 of 40". May be left
	 * out. */
	void (*status)(struct cvg_ui *ui, void *state, struct cvg_str *out);
	/* Write what can be done here next, the best first: keys of the table
	 * with a word or two, two blanks between them, "a apply  Enter
	 * preview". */
	void (*hint)(struct cvg_ui *ui, void *state, struct cvg_str *out);
	/* Go to the next (by: 1) or the previous (-1) match of ui->search. May
	 * be left out. */
	bool (*find)(struct cvg_ui *ui, void *state, int by);
	/* While the view is in sight and no command runs: the milliseconds
	 * without a key after which `beat` is called, or -1. Both may be left
	 * out. */
	int (*patience)(struct cvg_ui *ui, void *state);
	void (*beat)(struct cvg_ui *ui, void *state);
};

#define VIEW(id, title, slot, key, traits, help) \
	extern const struct cvg_view cvg_view_##id;
#include "ui/views.def"
#undef VIEW

const struct cvg_viewinfo *cvg_view_info(enum cvg_viewid id);
/* The action that users open the view by. */
enum cvg_action cvg_view_opening(enum cvg_viewid id);
const struct cvg_view *cvg_view_of(enum cvg_viewid id);
/* CVG_NVIEWS: no view has that name, or no view is opened by that action. */
enum cvg_viewid cvg_view_by_name(const char *name);
enum cvg_viewid cvg_view_opened_by(enum cvg_action action);

/* ---- what all of them share ------------------------------------------- */

enum cvg_overlay {
	CVG_OVERLAY_DIVERGENCE,
	CVG_OVERLAY_PROFIT,
	CVG_OVERLAY_FREQUENCY, /* as measured, else by depth of loops */
	CVG_OVERLAY_LANES,     /* idle ones, as measured */
	CVG_OVERLAY_DOMINANCE, /* of the block under the cursor */
	CVG_NOVERLAYS,
	/* in place of divergence while a warp is played: its lanes */
	CVG_OVERLAY_WARP = CVG_NOVERLAYS,
};

struct cvg_keymap;

/* Lanes of a warp that wait, and the block where they will go on. */
struct cvg_waiting {
	uint32_t block, lanes;
};

/* Where the warp is that the view `warp` shows. */
struct cvg_playing {
	const struct cvg_fn *fn; /* NULL: no warp is shown */
	uint32_t block;		 /* where lanes are active */
	uint32_t from;		 /* the block before; CVG_NONE: none */
	uint32_t lanes, active;	 /* of the warp */
	cvg_vec(struct cvg_waiting) waits;
};

struct cvg_ui {
	struct cvg_shell *sh;
	struct cvg_session *session; /* sh->session */
	bool ascii;

	/* What is shown. The revision is the session's current one unless the
	 * user looks at another one, in the timeline for example. */
	uint32_t rev;
	const struct cvg_fn *fn;
	struct cvg_ana *ana;
	/* the revision that the diff compares with; CVG_NONE: the parent of the
	 * one shown */
	uint32_t against;

	/* The selection; change it by the functions below. */
	uint32_t block;	 /* under the cursor, id in fn */
	uint32_t inst;	 /* in that block, or CVG_NONE */
	uint32_t value;	 /* highlighted wherever it stands, or CVG_NONE */
	uint32_t choice; /* under the cursor, index, or CVG_NONE */
	uint32_t body;	 /* the function that has the code of the one shown,
			    which only calls it; or CVG_NONE */
	uint32_t lit[2]; /* instructions that a matrix shows, or CVG_NONE;
			    a change of them is CVG_NEW_INST */
	enum cvg_overlay overlay;
	struct cvg_playing playing;
	struct cvg_u32s breaks; /* uids of blocks where played warps stop */
	/* the regions that the graph last drawn has folded; */
	struct cvg_bits folded;
	/* the function of these regions; NULL: no graph was drawn yet */
	const struct cvg_fn *folded_fn;
	struct cvg_str search; /* the text last searched for; empty: none */

	/* Where the cursor has been: uids of blocks, the oldest first.
	 * trail.at[trail_at] is where the cursor is, or where it was when
	 * `walking` began. */
	struct cvg_u32s trail;
	size_t trail_at;
	/* the cursor goes from neighbour to neighbour, which the trail does not
	 * remember */
	bool walking;

	/* Kept by ui/choices.c: the list of choices, and the function and
	 * settings that it was made for. */
	struct cvg_choices *choices; /* NULL: none made yet */
	const struct cvg_fn *choices_fn;
	struct cvg_settings *choices_settings; /* NULL: none made yet */
	/* how far they were tried since a command ran */
	struct cvg_tries tries;
	bool tries_ready; /* the profile that they need is there */

	struct cvg_searched
		*searched;	   /* the last search; NULL: none was made */
	struct cvg_keymap *keymap; /* never NULL */
	struct cvg_str log; /* commands ("> meld R3") and what they said, oldest
			       first; "error: ", "warning: " before those */
	/* the view that had the keys when help was asked for; CVG_NVIEWS:
	 * none */
	enum cvg_viewid about;
	struct cvg_str message; /* shown until the next key */
	enum cvg_role message_role;
	/* a sum of enum cvg_changed that the views have not been told of */
	unsigned changed;
	bool busy; /* a command is running */
	/* the function is large, and what is drawn first does without the text of
	 * its instructions and without choices */
	bool hasty;
	/* a view has drawn what it knew and has more to work out: draw again as
	 * soon as no key waits */
	bool more;
	bool leave;
	/* panes, sizes and the terminal; owned by the caller of
	 * cvg_screen_init; NULL: no screen */
	struct cvg_screen *screen;
};

/* Show the function that the session has selected; the cursor stands at its best
 * choice, or at a divergent branch. */
void cvg_ui_init(struct cvg_ui *ui, struct cvg_shell *sh);
/* The same, but a large function can be drawn before all is known of it:
 * cvg_ui_complete is to be called when it was. */
void cvg_ui_begin(struct cvg_ui *ui, struct cvg_shell *sh);
void cvg_ui_complete(struct cvg_ui *ui);
void cvg_ui_done(struct cvg_ui *ui);
/* After a command ran: show the session's current revision. The cursor stays on
 * its block, or goes to a block that was made from it. */
void cvg_ui_refresh(struct cvg_ui *ui);
/* Go back (by: -1) or forward (1) along the trail; false: it ends there. */
bool cvg_ui_go_back(struct cvg_ui *ui, int by);

/* The warp that is played in a pane in sight, in the function shown, or NULL. */
const struct cvg_playing *cvg_ui_playing(const struct cvg_ui *ui);

/* Select something. Each of these keeps the rest of the selection in step (the
 * block of an instruction, the branch of a choice), and adds to the trail. */
void cvg_ui_go_block(struct cvg_ui *ui, uint32_t block);
void cvg_ui_go_inst(struct cvg_ui *ui, uint32_t inst);
/* CVG_NONE: no choice is under the cursor. */
void cvg_ui_go_choice(struct cvg_ui *ui, uint32_t choice);
void cvg_ui_light_value(struct cvg_ui *ui, uint32_t value);
/* the session stays where it is */
void cvg_ui_look_at(struct cvg_ui *ui, uint32_t rev);
/* Say that what is under the cursor is no step, if the action does or rejects
 * one. False: it is another action. */
bool cvg_ui_no_step(struct cvg_ui *ui, enum cvg_action a, const char *what);
/* Select function f, by a command. */
void cvg_ui_go_function(struct cvg_ui *ui, uint32_t f);
/* Say that nothing can be done here, and what the user can do instead. */
void cvg_ui_nothing_to_do(struct cvg_ui *ui);
/* Make a revision the current one, by a command. */
void cvg_ui_go_rev(struct cvg_ui *ui, uint32_t rev);

/* The choices of the revision shown, borrowed until that revision changes. */
const struct cvg_choices *cvg_ui_choices(struct cvg_ui *ui);
/* The cycles that the best step of function f of the current revision saves, by the
 * guess, which is made in the same way for all functions, whatever was measured. */
double cvg_ui_best_gain(struct cvg_ui *ui, uint32_t f);
/* Another list of choices is to be tried. */
void cvg_ui_tries_anew(struct cvg_ui *ui);
/* Are choices left to be tried? */
bool cvg_ui_can_try(struct cvg_ui *ui);
/* Make the profile that trials need, or try the next choice, if there is one. A key
 * interrupts it, and the screen then takes the key. */
void cvg_ui_try(struct cvg_ui *ui);
/* The kind of the cycles that choices are estimated to save. */
enum cvg_countkind cvg_ui_gain_kind(const struct cvg_ui *ui);
/* Draw, in place of a list of choices, why there are none. */
void cvg_ui_draw_no_choices(struct cvg_ui *ui, struct cvg_canvas *into);
/* Forget the choices: at the end, and when something was measured anew. */
void cvg_ui_choices_drop(struct cvg_ui *ui);

/*
 * Run a command line as if it was typed at the prompt. While it runs, the
 * screen shows its progress and Esc ends it. Its output goes to the log; its
 * error, or else its last line, goes to the message line. False: it failed.
 */
bool cvg_ui_command(struct cvg_ui *ui, const char *line);
/* Run a command line that only looks: its text goes to `out`, not to the log
 * and the message line. */
bool cvg_ui_ask(struct cvg_ui *ui, const char *line, struct cvg_str *out);

/* Explain why a value diverges, or if that is CVG_NONE the block under the cursor, in
 * the view `causes`. */
void cvg_ui_why(struct cvg_ui *ui, uint32_t value);
/* Show a message until the next key. */
void cvg_ui_say(struct cvg_ui *ui, enum cvg_role role, const char *fmt, ...)
	CVG_PRINTF(3, 4);

/* Bring a view to the front of its pane and give it the keys. */
void cvg_ui_show(struct cvg_ui *ui, enum cvg_viewid view);
/* Open a box over the screen that shows a text, such as a chain of causes, until
 * the user closes it. All texts are copied. */
void cvg_ui_popup(struct cvg_ui *ui, const char *title, const char *text);
/* Open the prompt line with that text in it. */
void cvg_ui_prompt(struct cvg_ui *ui, const char *text);

#endif
