/* grid.c - two passes: measure every shown cell, then print. Cells are made safe for a terminal before they are
 * measured, so what is counted is what is printed. */
#include "cli/grid.h"
#include "base/arena.h"
#include "base/attrs.h"
#include "base/buf.h"
#include "base/json.h"
#include "base/limits.h"
#include "base/str.h"
#include "base/text/show.h"
#include "cli/term.h"
#include <stdbool.h>
#include <string.h>

#define GAP 2        /* blanks between columns */
#define AROUND 8     /* lines of a terminal kept for the question, the sentence, the header and the prompt */
#define LEAST_ROWS 5 /* shown even on a very low terminal */
#define MOST_BARS 25 /* more bars than this are a picture of nothing */

struct cell {
    const char *text;
    size_t bytes, columns;
    size_t tail; /* columns from the decimal point on; 0 when it has none, or is no number */
};

struct grid {
    struct arena *arena;
    const struct term *term;
    const struct json *columns, *rows;
    size_t n_columns, n_rows; /* shown */
    struct cell *cells;       /* header first */
    size_t *widths;
    size_t *tails; /* the longest tail of each column, so that points stand below each other */
    bool *numeric;
    size_t bar_column; /* n_columns: no bars */
    double bar_max;
};

static struct cell cell_of(struct grid *g, const char *text, size_t n)
{
    struct cell c = { 0 };
    struct buf safe CLEANUP(buf_done) = BUF(JSON_MAX_BYTES);

    term_text(&safe, text, str_fit_chars(text, n, TERM_CELL_COLUMNS * 4));
    if (str_columns(safe.p, safe.n) > TERM_CELL_COLUMNS) {
        buf_cut(&safe, str_fit_columns(safe.p, safe.n, TERM_CELL_COLUMNS - 1));
        buf_adds(&safe, "…");
    }
    c.text = arena_dup(g->arena, safe.p, safe.n);
    c.bytes = safe.n;
    c.columns = str_columns(safe.p, safe.n);
    return c;
}

static struct cell value_cell(struct grid *g, const struct json *v, bool label)
{
    struct buf b CLEANUP(buf_done) = BUF(JSON_MAX_BYTES);
    struct cell c;
    size_t n;
    const char *text = json_text(v, &n);

    if (text)
        return cell_of(g, text, n);
    if (json_is(v, JSON_NUMBER) && !label)
        show_number(&b, json_digits(v));
    else if (v && !json_is(v, JSON_NULL))
        json_write(&b, v);
    c = cell_of(g, b.p, b.n);
    if (json_is(v, JSON_NUMBER) && strchr(c.text, '.'))
        c.tail = c.bytes - (size_t)(strchr(c.text, '.') - c.text);
    return c;
}

static struct cell *cell_at(const struct grid *g, size_t line, size_t column)
{
    return &g->cells[line * g->n_columns + column];
}

/* The room a column needs: its heading, or its longest whole part and its longest tail beside each other. */
static void measure_column(struct grid *g, size_t j)
{
    size_t head = 0;

    for (size_t i = 1; i <= g->n_rows; i++) {
        const struct cell *c = cell_at(g, i, j);
        if (c->columns - c->tail > head)
            head = c->columns - c->tail;
        if (c->tail > g->tails[j])
            g->tails[j] = c->tail;
    }
    g->widths[j] = head + g->tails[j];
    if (cell_at(g, 0, j)->columns > g->widths[j])
        g->widths[j] = cell_at(g, 0, j)->columns;
}

static void fill_column(struct grid *g, size_t j)
{
    const char *name = json_text(json_at(g->columns, j), NULL);
    bool label = show_is_label(name), any = false;

    g->numeric[j] = true;
    *cell_at(g, 0, j) = cell_of(g, name, strlen(name));
    for (size_t i = 0; i < g->n_rows; i++) {
        const struct json *v = json_at(json_at(g->rows, i), j);
        *cell_at(g, i + 1, j) = value_cell(g, v, label);
        if (json_is(v, JSON_NUMBER))
            any = true;
        else if (!json_is(v, JSON_NULL))
            g->numeric[j] = false;
    }
    g->numeric[j] = g->numeric[j] && any;
}

static void measure(struct grid *g)
{
    for (size_t j = 0; j < g->n_columns; j++) {
        fill_column(g, j);
        measure_column(g, j);
    }
}

/* Bars help when one figure is compared over a handful of labels: the last column is the only number, none is
 * negative, and there is room. */
static void choose_bars(struct grid *g)
{
    size_t last = g->n_columns - 1, used = 0;

    g->bar_column = g->n_columns;
    if (g->n_columns < 2 || g->n_rows < 2 || g->n_rows > MOST_BARS || !g->numeric[last])
        return;
    for (size_t j = 0; j < g->n_columns; j++)
        used += g->widths[j] + GAP;
    if (used + TERM_BAR_COLUMNS > g->term->width)
        return;
    for (size_t j = 0; j < last; j++)
        if (g->numeric[j] && !show_is_label(json_text(json_at(g->columns, j), NULL)))
            return;
    for (size_t i = 0; i < g->n_rows; i++) {
        double v = json_real(json_at(json_at(g->rows, i), last));
        if (v < 0)
            return;
        if (v > g->bar_max)
            g->bar_max = v;
    }
    if (g->bar_max > 0)
        g->bar_column = last;
}

static void add_bar(struct buf *b, double share)
{
    static const char *const eighths[] = { "", "▏", "▎", "▍", "▌", "▋", "▊", "▉" };
    size_t units = (size_t)(share * TERM_BAR_COLUMNS * 8 + 0.5);

    buf_fill(b, ' ', GAP);
    for (; units >= 8; units -= 8)
        buf_adds(b, "█");
    buf_adds(b, eighths[units]);
}

static void add_line(struct buf *b, const struct grid *g, size_t line)
{
    size_t end;

    for (size_t j = 0; j < g->n_columns; j++) {
        const struct cell *c = cell_at(g, line, j);
        size_t behind = !g->numeric[j] ? g->widths[j] - c->columns : line > 0 ? g->tails[j] - c->tail : 0;
        if (j > 0)
            buf_fill(b, ' ', GAP);
        buf_fill(b, ' ', g->widths[j] - c->columns - behind);
        buf_add(b, c->text, c->bytes);
        buf_fill(b, ' ', behind);
    }
    if (line > 0 && g->bar_column < g->n_columns)
        add_bar(b, json_real(json_at(json_at(g->rows, line - 1), g->bar_column)) / g->bar_max);
    for (end = b->n; end > 0 && b->p[end - 1] == ' '; end--)
        ;
    if (!b->failed)
        buf_cut(b, end);
    buf_addc(b, '\n');
}

static void add_rule(struct buf *b, const struct grid *g)
{
    struct buf rule CLEANUP(buf_done) = BUF(TERM_OUTPUT_BYTES);

    for (size_t j = 0; j < g->n_columns; j++) {
        if (j > 0)
            buf_fill(&rule, ' ', GAP);
        for (size_t i = 0; i < g->widths[j]; i++)
            buf_adds(&rule, "─");
    }
    buf_addc(&rule, '\n');
    term_dim(b, g->term, rule.p);
}

void grid_add(struct buf *b, const struct term *t, const struct json *columns, const struct json *rows, size_t total)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct grid g = { .arena = a, .term = t, .columns = columns, .rows = rows, .n_columns = json_len(columns) };
    size_t room = t->height > AROUND + LEAST_ROWS ? t->height - AROUND : LEAST_ROWS;

    g.n_rows = json_len(rows);
    if (g.n_columns == 0)
        return;
    if (t->height > 0 && g.n_rows > room)
        g.n_rows = room;
    g.cells = arena_array(a, (g.n_rows + 1) * g.n_columns, sizeof *g.cells);
    g.widths = arena_array(a, g.n_columns, sizeof *g.widths);
    g.tails = arena_array(a, g.n_columns, sizeof *g.tails);
    g.numeric = arena_array(a, g.n_columns, sizeof *g.numeric);
    measure(&g);
    choose_bars(&g);
    for (size_t line = 0; line <= g.n_rows; line++) {
        add_line(b, &g, line);
        if (line == 0)
            add_rule(b, &g);
    }
    if (total > g.n_rows)
        buf_addf(b, "… %zu more row%s\n", total - g.n_rows, total - g.n_rows == 1 ? "" : "s");
}
