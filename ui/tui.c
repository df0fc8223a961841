/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The real terminal. Curses keeps state of its own, signal handlers get no
 * pointer: this is the one file of the screen with mutable variables.
 *
 * However the program ends, the terminal is given back: what does that is
 * made ready beforehand (bytes to write, modes to set), so that a handler can
 * do it when nothing else can be trusted any more. What is printed on standard
 * output and error meanwhile goes to a file in memory, and is passed on in the
 * end.
 */
#include "ui/strays.h"
#include "ui/tui.h"

#include <curses.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <term.h>
#include <termios.h>
#include <unistd.h>
#include <wchar.h>

#define KEY_PASTE_BEGIN (KEY_MAX + 1)
#define KEY_PASTE_END	(KEY_MAX + 2)
/* how long to wait for what follows Esc in a sequence */
#define ESC_MS 40
/* a paste whose end does not come is ended after this */
#define PASTE_MS  500
#define MAX_PASTE (1 << 16) /* bytes */

static struct {
	struct cvg_term term;
	struct cvg_paint paint;
	struct cvg_canvas shown; /* what is on the terminal */
	bool color, ascii, all;
	bool light; /* the terminal's ground, as far as is known */
	struct cvg_termlook look;
	bool mouse; /* the mouse is reported */
	SCREEN *screen;
	FILE *in, *out;
	struct cvg_strays strays;
	/* a pipe that signal handlers write to and read() waits for */
	int wake[2];
	struct cvg_str paste;
	bool resized; /* the next key is a resize */

	/* for the handler that gives up */
	volatile sig_atomic_t open;
	pid_t pid;
	int tty;
	struct termios modes; /* the terminal's modes as they were */
	char restore[256];
	size_t restore_n;
} tui;

/* Bracketed paste; with the mouse, also motion while a button is held. */
static const char modes_on[] = "\033[?2004h", modes_off[] = "\033[?2004l";
static const char motion_on[] = "\033[?1002h", motion_off[] = "\033[?1002l";

static void emit(const char *s)
{
	fputs(s, tui.out);
	fflush(tui.out);
}

/* ---- giving up ------------------------------------------------------- */

/* Only what a signal handler may call. */
static void give_up(int sig)
{
	signal(sig, SIG_DFL);
	if (tui.open && getpid() == tui.pid) {
		tui.open = 0;
		cvg_write_all(tui.tty, tui.restore, tui.restore_n);
		tcsetattr(tui.tty, TCSANOW, &tui.modes);
		cvg_strays_pass_on(&tui.strays, tui.strays.saved[1]);
	}
	raise(sig);
}

static void add_restore(const char *s)
{
	size_t n = s && s != (const char *)-1 ? strlen(s) : 0;

	if (tui.restore_n + n > sizeof tui.restore)
		return;
	memcpy(tui.restore + tui.restore_n, s ? s : "", n);
	tui.restore_n += n;
}

static void prepare_restore(void)
{
	tui.restore_n = 0;
	add_restore(modes_off);
	add_restore("\033[?1006l\033[?1000l");
	add_restore(motion_off);
	add_restore(tigetstr("sgr0"));
	add_restore(tigetstr("op"));
	add_restore(tigetstr("cnorm"));
	add_restore(tigetstr("rmkx"));
	add_restore(tigetstr("rmcup"));
	add_restore("\r");
}

/* ---- signals --------------------------------------------------------- */

static const int fatal[] = {SIGSEGV, SIGBUS, SIGFPE,  SIGILL, SIGABRT,
			    SIGTERM, SIGHUP, SIGQUIT, SIGINT};
static const int waking[] = {SIGWINCH, SIGTSTP, SIGCONT};

static void wake(int sig)
{
	int error = errno;
	char c = (char)sig;

	if (getpid() == tui.pid && write(tui.wake[1], &c, 1) < 0)
		errno = EAGAIN; /* full: it will be woken anyway */
	errno = error;
}

static void handle(int sig, void (*handler)(int))
{
	struct sigaction act = {.sa_handler = handler};

	sigemptyset(&act.sa_mask);
	sigaction(sig, &act, NULL);
}

/* A signal that was ignored when the program started stays ignored. */
static void handle_unless_ignored(int sig, void (*handler)(int))
{
	struct sigaction now;

	if (sigaction(sig, NULL, &now) == 0 && now.sa_handler != SIG_IGN)
		handle(sig, handler);
}

static void signals_on(void)
{
	for (size_t i = 0; i < sizeof fatal / sizeof *fatal; i++)
		handle_unless_ignored(fatal[i], give_up);
	for (size_t i = 0; i < sizeof waking / sizeof *waking; i++)
		handle(waking[i], wake);
}

static void signals_off(void)
{
	for (size_t i = 0; i < sizeof fatal / sizeof *fatal; i++)
		handle_unless_ignored(fatal[i], SIG_DFL);
	for (size_t i = 0; i < sizeof waking / sizeof *waking; i++)
		handle(waking[i], SIG_DFL);
}

/* ---- looks ----------------------------------------------------------- */

static void listen_to_mouse(bool on)
{
	mmask_t mask = BUTTON1_PRESSED | BUTTON1_RELEASED | BUTTON4_PRESSED |
		       BUTTON5_PRESSED | REPORT_MOUSE_POSITION;

	if (on == tui.mouse)
		return;
	tui.mouse = on;
	mousemask(on ? mask : 0, NULL);
	if (key_mouse)
		emit(on ? motion_on : motion_off);
}

static void look(struct cvg_term *term, const struct cvg_termlook *l)
{
	bool light = l->light || (!l->dark && tui.light);

	(void)term;
	tui.look = *l;
	if (light != tui.paint.light) {
		cvg_paint_init(&tui.paint, tui.color, light);
		tui.all = true;
	}
	listen_to_mouse(l->mouse);
	tui.all |= l->ascii != tui.ascii;
	tui.ascii = l->ascii;
}

/* ---- showing --------------------------------------------------------- */

static void show(struct cvg_term *term, const struct cvg_canvas *canvas,
		 const struct cvg_caret *caret)
{
	(void)term;
	cvg_paint_canvas(&tui.paint, canvas, &tui.shown, tui.all, tui.ascii);
	tui.all = false;
	curs_set(caret->shown);
	if (caret->shown)
		move((int)caret->y, (int)caret->x);
	refresh();
}

static void redraw(struct cvg_term *term)
{
	(void)term;
	tui.all = true;
	clearok(curscr, TRUE);
}

/* ---- suspend and resume ---------------------------------------------- */

/* In the foreground again: other programs may have changed the terminal's modes
 * and its picture. */
static void resume(void)
{
	reset_prog_mode();
	emit(modes_on);
	if (tui.mouse && key_mouse)
		emit(motion_on);
	redraw(&tui.term);
	tui.resized = true;
}

static void suspend(struct cvg_term *term)
{
	(void)term;
	emit(modes_off);
	if (tui.mouse && key_mouse)
		emit(motion_off);
	endwin();
	handle(SIGTSTP, SIG_DFL);
	kill(0, SIGTSTP);
	handle(SIGTSTP, wake);
	resume();
}

static void woken(void)
{
	char sig;

	while (read(tui.wake[0], &sig, 1) == 1) {
		if (sig == SIGTSTP)
			suspend(&tui.term);
		else if (sig == SIGCONT)
			resume();
		else
			tui.resized = true;
	}
}

/* ---- keys ------------------------------------------------------------ */

static void paste_key(struct cvg_key *key)
{
	wint_t ch;
	char utf8[5];
	int r;

	cvg_str_clear(&tui.paste);
	timeout(PASTE_MS);
	while ((r = get_wch(&ch)) != ERR) {
		if (r == KEY_CODE_YES && ch == KEY_PASTE_END)
			break;
		if (r == OK && tui.paste.n < MAX_PASTE &&
		    cvg_utf8_encode(utf8, ch))
			cvg_str_add(&tui.paste, utf8);
	}
	timeout(0);
	*key = (struct cvg_key){.code = CVG_KEY_PASTE,
				.text = cvg_str_of(&tui.paste)};
}

/* The terminal told its ground: draw all in the colours for that. */
static void take_ground(void)
{
	struct cvg_termlook l = tui.look;

	tui.light = cvg_ground_answer();
	look(&tui.term, &l);
	tui.resized = true;
}

static bool resize_key(struct cvg_key *key)
{
	struct winsize size;

	tui.resized = false;
	if (ioctl(tui.tty, TIOCGWINSZ, &size) != 0 || !size.ws_col ||
	    !size.ws_row)
		return false;
	resizeterm(size.ws_row, size.ws_col);
	redraw(&tui.term);
	*key = (struct cvg_key){.code = CVG_KEY_RESIZE,
				.width = size.ws_col,
				.height = size.ws_row};
	return true;
}

/* Read the characters that are there, without waiting. */
static bool next_key(struct cvg_key *key)
{
	wint_t ch;
	int r;

	if (tui.resized && resize_key(key))
		return true;
	while ((r = get_wch(&ch)) != ERR) {
		*key = (struct cvg_key){.code = ch};
		if (r == KEY_CODE_YES && ch == KEY_MOUSE) {
			if (cvg_tui_mouse(key))
				return true;
			continue;
		}
		if (r == KEY_CODE_YES && ch == CVG_TUI_KEY_GROUND) {
			take_ground();
			return resize_key(key);
		}
		if (r == KEY_CODE_YES && ch == KEY_PASTE_BEGIN)
			paste_key(key);
		else if (r == KEY_CODE_YES)
			key->code = cvg_tui_key(ch);
		else if (ch == CVG_KEY_ESC)
			cvg_tui_after_esc(key);
		if (key->code)
			return true;
	}
	return false;
}

/* The terminal is gone: end by the signal, so that the journal is kept. */
CVG_NORETURN static void lost(void)
{
	handle(SIGHUP, give_up);
	raise(SIGHUP);
	_exit(129);
}

static bool read_key(struct cvg_term *term, struct cvg_key *key, int wait)
{
	struct pollfd fds[] = {{.fd = fileno(tui.in), .events = POLLIN},
			       {.fd = tui.wake[0], .events = POLLIN}};

	(void)term;
	for (;;) {
		woken();
		if (next_key(key))
			return true;
		if (poll(fds, 2, wait) == 0)
			return false;
		if (fds[0].revents & (POLLHUP | POLLERR | POLLNVAL))
			lost();
	}
}

static void strays(struct cvg_term *term, struct cvg_str *out)
{
	(void)term;
	cvg_strays_take(&tui.strays, out);
}

/* ---- open and close -------------------------------------------------- */

static bool known_terminal(struct cvg_err *err)
{
	const char *name = getenv("TERM");
	int found;

	if (!name || !*name)
		return cvg_fail(err, "cannot open the screen: TERM is not set");
	if (setupterm(NULL, STDOUT_FILENO, &found) != OK)
		return cvg_fail(err,
				"cannot open the screen: the terminal type "
				"'%.100s' in TERM is unknown",
				name);
	found = tigetstr("cup") != NULL && tigetstr("cup") != (char *)-1;
	prepare_restore();
	del_curterm(cur_term);
	if (!found)
		return cvg_fail(err,
				"cannot open the screen: a terminal of type "
				"'%.100s' cannot move its cursor",
				name);
	return true;
}

static int open_keys(void)
{
	return isatty(STDIN_FILENO) ? fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3)
				    : open("/dev/tty", O_RDWR | O_CLOEXEC);
}

static bool open_streams(struct cvg_err *err)
{
	int in = open_keys();
	int out = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);

	tui.in = in < 0 ? NULL : fdopen(in, "r");
	tui.out = out < 0 ? NULL : fdopen(out, "w");
	tui.tty = out;
	if (tui.in && tui.out && tcgetattr(out, &tui.modes) == 0)
		return true;
	return cvg_fail(
		err, "cannot open the screen: the terminal cannot be opened");
}

static void close_streams(void)
{
	if (tui.in)
		fclose(tui.in);
	if (tui.out)
		fclose(tui.out);
	tui.in = tui.out = NULL;
}

static void set_modes(void)
{
	raw();
	noecho();
	nonl();
	intrflush(stdscr, FALSE);
	keypad(stdscr, TRUE);
	timeout(0);
	typeahead(-1);
	set_escdelay(ESC_MS);
	mouseinterval(0);
	define_key("\033[200~", KEY_PASTE_BEGIN);
	define_key("\033[201~", KEY_PASTE_END);
	emit(modes_on);
}

static bool begin(struct cvg_err *err)
{
	if (pipe2(tui.wake, O_CLOEXEC | O_NONBLOCK) != 0)
		return cvg_fail(err, "cannot make a pipe: %s", strerror(errno));
	use_env(TRUE);
	use_tioctl(TRUE);
	tui.screen = newterm(NULL, tui.out, tui.in);
	if (!tui.screen) {
		close(tui.wake[0]);
		close(tui.wake[1]);
		return cvg_fail(err, "cannot open the screen: curses cannot "
				     "use this terminal");
	}
	return true;
}

struct cvg_term *cvg_tui_open(bool color, struct cvg_err *err)
{
	memset(&tui, 0, sizeof tui);
	tui.strays.file = -1;
	if (!known_terminal(err) || !open_streams(err) || !begin(err)) {
		close_streams();
		return NULL;
	}
	tui.pid = getpid();
	tui.color = color;
	tui.all = true;
	cvg_strays_catch(&tui.strays);
	tui.open = 1;
	signals_on();
	set_modes();
	if (!cvg_ground_told(&tui.light) && color)
		emit(cvg_ground_question());
	cvg_paint_init(&tui.paint, color, tui.light);
	tui.term = (struct cvg_term){.read = read_key,
				     .show = show,
				     .redraw = redraw,
				     .suspend = suspend,
				     .look = look,
				     .strays = strays,
				     .width = (uint32_t)COLS,
				     .height = (uint32_t)LINES,
				     .utf8 = MB_CUR_MAX > 1};
	return &tui.term;
}

void cvg_tui_close(void)
{
	if (!tui.open)
		return;
	listen_to_mouse(false);
	emit(modes_off);
	endwin();
	tui.open = 0;
	signals_off();
	cvg_strays_release(&tui.strays);
	delscreen(tui.screen);
	tcsetattr(tui.tty, TCSANOW, &tui.modes);
	close_streams();
	close(tui.wake[0]);
	close(tui.wake[1]);
	cvg_str_done(&tui.paste);
	cvg_canvas_done(&tui.shown);
}
