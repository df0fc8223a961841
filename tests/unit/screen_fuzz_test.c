/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Random keys, clicks and lines at changing sizes. After each of them a frame
 * is composed, and must be one that a terminal can show: whole wide characters,
 * nothing of a view outside its pane, the selection on what there is.
 * SCREEN_KEYS says how many, SCREEN_SEED from where.
 */
#include "screen_kit.h"

#include "reconverge/graph.h"

#define SENTINEL 0x2603 /* stands around a pane */

static uint64_t seed;

static uint32_t random_below(uint32_t n)
{
	seed = seed * UINT64_C(6364136223846793005) +
	       UINT64_C(1442695040888963407);
	return (uint32_t)(seed >> 33) % n;
}

static unsigned long number_from(const char *name, unsigned long otherwise)
{
	const char *value = getenv(name);

	return value ? strtoul(value, NULL, 10) : otherwise;
}

/* ---- what must be true of a frame ------------------------------------ */

static bool is_tail(const struct cvg_cell *c)
{
	return !c->line && c->ch == CVG_CELL_TAIL;
}

static bool is_wide(const struct cvg_cell *c)
{
	return !c->line && c->ch && c->ch != CVG_CELL_TAIL &&
	       cvg_utf8_width(c->ch) == 2;
}

static void check_cells(const struct cvg_canvas *c)
{
	for (uint32_t y = 0; y < c->height; y++)
		for (uint32_t x = 0; x < c->width; x++) {
			const struct cvg_cell *at =
				&c->cell[(size_t)y * c->stride + x];

			assert_true(at->role < CVG_NROLES);
			if (is_tail(at))
				assert_true(x > 0 && is_wide(at - 1));
			if (is_wide(at))
				assert_true(x + 1 < c->width &&
					    is_tail(at + 1));
		}
}

/* A view gets a canvas with something around it, which must stay. */
static void check_pane(struct cvg_ui *ui, const struct cvg_pane *p)
{
	const struct cvg_view *v = cvg_view_of(p->view);
	void *state = cvg_view_state(ui, p->view);
	uint32_t w = p->width + 2, h = p->height + 2;
	struct cvg_canvas around, part;

	cvg_canvas_init(&around, w, h);
	for (uint32_t i = 0; i < w * h; i++)
		around.cell[i].ch = SENTINEL;
	part = cvg_canvas_part(&around, 1, 1, p->width, p->height);
	cvg_canvas_clear(&part);
	v->draw(ui, state, &part, true);
	for (uint32_t y = 0; y < h; y++)
		for (uint32_t x = 0; x < w; x++)
			if (!x || !y || x == w - 1 || y == h - 1)
				assert_int_equal(around.cell[y * w + x].ch,
						 SENTINEL);
	check_cells(&part);
	cvg_canvas_done(&around);
}

static void check_lines(struct cvg_ui *ui)
{
	uint32_t width = ui->screen->canvas.width;
	struct cvg_str text = {0};

	cvg_screen_text(ui, &text);
	for (const char *at = cvg_str_of(&text); *at;) {
		size_t n = strcspn(at, "\n");

		assert_true(cvg_text_width(at, n) <= width);
		at += n + (at[n] == '\n');
	}
	cvg_str_done(&text);
}

static void check(struct bench *b)
{
	struct cvg_ui *ui = &b->ui;

	cvg_screen_show(ui);
	check_cells(&b->scr.canvas);
	for (uint32_t i = 0; i < b->scr.npanes; i++)
		check_pane(ui, &b->scr.pane[i]);
	check_lines(ui);
	assert_true(ui->block < ui->fn->nblocks);
	assert_true(ui->inst == CVG_NONE || ui->inst < ui->fn->ninsts);
	assert_true(ui->value == CVG_NONE || ui->value < ui->fn->nvalues);
	assert_true(ui->rev < cvg_session_nrevs(ui->session));
	assert_ptr_equal(ui->fn,
			 cvg_session_fn(ui->session, ui->rev, CVG_NONE));
}

/* ---- what is done ---------------------------------------------------- */

static const char *const lines[] = {
	":undo\r",
	":goto P0\r",
	":set glyphs=ascii\r",
	":set glyphs=auto\r",
	":function loopy\r",
	":function diamond\r",
	":candidates\r",
	":show B0\r",
	":mark here\r",
	":launch\r",
	":simulate\r",
	":set threshold=0\r",
	":set mode=cfm\r",
	":bogus \"\r",
	":diff\r",
	":metrics\r",
	":profile\r",
	":screen frame.txt\r",
	"/br\r",
	"/%x\r",
	"gB1\r",
	":set layout",
	":\t\t\033",
	":sim\t\r",
	":\xe6\xbc\xa2\xe5\xad\x97\x02\x7f\r",
};

static void press_any(struct bench *b)
{
	enum cvg_action a;
	const char *name = cvg_key_at(random_below(cvg_nkeys()), &a);
	struct cvg_key key = {.code = (unsigned char)name[0]};

	if (!*name) /* a view that no key opens */
		return;
	if (name[1])
		key.code =
			CVG_KEY_UP + random_below(CVG_KEY_F12 - CVG_KEY_UP + 1);
	/* The checks of every revision are not tested here. */
	if (key.code == 'C' && random_below(8))
		return;
	cvg_screen_key(&b->ui, &key);
}

static void click_any(struct bench *b)
{
	const struct cvg_key key = {
		.code = CVG_KEY_MOUSE,
		.what = (enum cvg_mouse)random_below(CVG_MOUSE_DRAG + 1),
		.x = (int32_t)random_below(b->scr.canvas.width + 2) - 1,
		.y = (int32_t)random_below(b->scr.canvas.height + 2) - 1,
	};

	cvg_screen_key(&b->ui, &key);
}

static void resize_any(struct bench *b)
{
	const struct cvg_key key = {
		.code = CVG_KEY_RESIZE,
		.width = 1 + random_below(random_below(2) ? 60 : 200),
		.height = 1 + random_below(random_below(2) ? 20 : 70),
	};

	cvg_screen_key(&b->ui, &key);
}

static void press_line(struct bench *b)
{
	const char *line = lines[random_below(sizeof lines / sizeof *lines)];

	while (*line) {
		struct cvg_key key;

		line += cvg_utf8_decode(line, strlen(line), &key.code);
		key = (struct cvg_key){.code = key.code};
		cvg_screen_key(&b->ui, &key);
	}
}

static void paste_any(struct bench *b)
{
	const struct cvg_key key = {.code = CVG_KEY_PASTE,
				    .text = "a\nb\x01\xff\xe6\xbc\xa2"};

	cvg_screen_key(&b->ui, &key);
}

static void step(struct bench *b)
{
	uint32_t what = random_below(100);

	if (what < 70)
		press_any(b);
	else if (what < 80)
		click_any(b);
	else if (what < 88)
		resize_any(b);
	else if (what < 89)
		paste_any(b);
	else if (what < 96)
		press_line(b);
	else
		press_code(b, CVG_KEY_ESC);
	b->ui.leave = b->sh.quit = false;
}

static void run(const char *folder, const char *name, unsigned long keys)
{
	unsigned long from = number_from("SCREEN_SEED", 1);
	char path[4096];
	struct bench *b;

	snprintf(path, sizeof path, "%s/%s", getenv(folder), name);
	b = open_bench(path, NULL, 80, 24);
	seed = from;
	for (unsigned long i = 0; i < keys; i++) {
		step(b);
		check(b);
	}
	close_bench(b);
}

static void test_small(void **state)
{
	(void)state;
	run("srcdir", "tests/cmd/small.ll", number_from("SCREEN_KEYS", 300));
}

static void test_sample(void **state)
{
	(void)state;
	run("SAMPLES", "bitonic_sort.amdgcn.ll",
	    number_from("SCREEN_KEYS", 200));
}

static void test_debug(void **state)
{
	(void)state;
	run("SAMPLES", "bitonic_sort_debug.amdgcn.ll",
	    number_from("SCREEN_KEYS", 100));
}

UNIT_TESTS(screen_fuzz_test)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_small),
		cmocka_unit_test(test_sample),
		cmocka_unit_test(test_debug),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
