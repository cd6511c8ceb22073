/* finder_shape.c - what the rows of a block are: titles, headers, data, totals, notes.
 *
 * Only the rows that are kept are looked at, and of their cells only the kinds, whether they are bold, and a few words.
 * What the columns hold is what most of the kept rows of data hold.
 */
#include "base/arena.h"
#include "office/finder/finder_node.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define NAME_BYTES 64 /* of a word that can be a heading for no other reason */
#define PARTICULARS 4 /* rows above a header that are no titles */
#define PAIR_ROWS 100 /* a list of pairs that is longer is a table */
#define NOTE_BYTES 40 /* a longer text at the end of a table is a note */
#define SUM_SLACK 1e-9

struct spot *line_find(const struct line *l, uint32_t column)
{
    uint32_t lo = 0, hi = l->n;

    while (lo < hi) {
        uint32_t mid = lo + (hi - lo) / 2;
        if (l->spots[mid].column < column)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo < l->n && l->spots[lo].column == column ? &l->spots[lo] : NULL;
}

/* ---- what is there ---- */

static void look_at(struct line *l)
{
    for (uint32_t i = 0; i < l->n; i++) {
        struct spot *s = &l->spots[i];
        if (s->kind != SPOT_TEXT || (s->flags & ~FLAG_BOLD))
            continue;
        s->flags |= (uint8_t)words_look(s->text, s->n);
        s->kind = (uint8_t)words_kind(s->text, s->n);
        if (s->kind != SPOT_TEXT)
            s->flags |= FLAG_READABLE;
    }
}

void block_lines(struct finder *f, struct block *b)
{
    uint64_t bottom = b->n_bottom < FINDER_BOTTOM ? b->n_bottom : FINDER_BOTTOM;

    b->lines = arena_array(f->arena, b->n_top + bottom, sizeof(struct line *));
    b->n_lines = 0;
    for (uint32_t i = 0; i < b->n_top; i++)
        b->lines[b->n_lines++] = &b->top[i];
    for (uint64_t i = b->n_bottom - bottom; i < b->n_bottom; i++)
        b->lines[b->n_lines++] = &b->bottom[i % FINDER_BOTTOM];
    for (uint32_t i = 0; i < b->n_lines; i++)
        look_at(b->lines[i]);
}

static void collect_columns(const struct finder *f, struct block *b)
{
    b->columns = arena_array(f->arena, b->last_column - b->first_column + 1, sizeof *b->columns);
    b->n_columns = 0;
    for (uint32_t c = b->first_column; c <= b->last_column; c++)
        if (b->filled[c - b->filled_from] > 0)
            b->columns[b->n_columns++] = c;
}

static int by_number(const void *a, const void *b)
{
    const uint32_t *x = a, *y = b;

    return (*x > *y) - (*x < *y);
}

/* The middle one of the rows' numbers of cells. */
static uint32_t find_typical(const struct block *b)
{
    uint32_t counts[FINDER_TOP + FINDER_BOTTOM];

    for (uint32_t i = 0; i < b->n_lines; i++)
        counts[i] = b->lines[i]->n;
    qsort(counts, b->n_lines, sizeof *counts, by_number);
    return counts[b->n_lines / 2];
}

/* ---- kinds ---- */

static unsigned kind_of(const struct spot *s)
{
    if (s->kind == SPOT_OTHER || (s->flags & FLAG_NULL))
        return SPOT_NONE;
    return s->kind + (s->flags & FLAG_READABLE ? READABLE : 0u);
}

/* What most cells of each column are, in lines [from, to); where it is a draw, what the later ones are. */
void block_body(struct finder *f, struct block *b, uint32_t from, uint32_t to)
{
    if (f->counts_cap < b->n_columns) {
        f->counts_cap = 2 * b->n_columns;
        f->counts = arena_array(f->arena, f->counts_cap, sizeof *f->counts);
    }
    memset(f->counts, 0, b->n_columns * sizeof *f->counts);
    if (!b->body)
        b->body = arena_array(f->arena, b->n_columns, 1);
    memset(b->body, SPOT_NONE, b->n_columns);
    for (uint32_t i = from; i < to; i++) {
        const struct line *l = b->lines[i];
        for (uint32_t j = 0, c = 0; j < l->n; j++) {
            unsigned kind = kind_of(&l->spots[j]);
            while (b->columns[c] < l->spots[j].column)
                c++;
            if (kind != SPOT_NONE && ++f->counts[c][kind] >= f->counts[c][b->body[c]])
                b->body[c] = (uint8_t)kind;
        }
    }
    b->texts = 0;
    for (uint32_t c = 0; c < b->n_columns; c++)
        b->texts += b->body[c] == SPOT_TEXT;
}

static void compare_spot(const struct spot *s, unsigned body, struct likeness *k)
{
    unsigned kind = kind_of(s);
    bool is_text = kind == SPOT_TEXT || (kind & READABLE), body_is_text = body == SPOT_TEXT;

    if (kind == SPOT_NONE || body == SPOT_NONE)
        return;
    if (body_is_text)
        k->odd += !is_text;
    else if (kind == body || (kind | READABLE) == body)
        k->same++;
    else
        k->unlike++;
}

struct likeness line_compare(const struct block *b, const struct line *l)
{
    struct likeness k = { 0 };

    for (uint32_t j = 0, c = 0; j < l->n; j++) {
        const struct spot *s = &l->spots[j];
        while (c < b->n_columns && b->columns[c] < s->column)
            c++;
        k.bold += (s->flags & FLAG_BOLD) != 0;
        k.texts += s->kind == SPOT_TEXT;
        k.dates += s->kind == SPOT_DATE;
        k.long_texts += s->kind == SPOT_TEXT && s->n > NAME_BYTES;
        if (c < b->n_columns && b->columns[c] == s->column)
            compare_spot(s, b->body[c], &k);
    }
    return k;
}

bool block_continues(const struct block *b, const struct line *l)
{
    struct likeness k = line_compare(b, l);

    if (k.same > 0)
        return k.same >= k.unlike + k.odd;
    if (k.unlike > 0 || k.odd > 0)
        return false;
    return b->texts == b->n_columns && k.bold == 0 && l->n * 2 >= b->typical;
}

/* ---- titles ---- */

/* One merged cell above some of the columns, but not the first: a heading, and no title. */
static bool is_group_heading(const struct finder *f, const struct block *b, const struct line *l)
{
    return l->spots[0].column > b->first_column && line_has_wide_merge(f, l);
}

static bool is_title(const struct finder *f, const struct block *b, const struct line *l)
{
    if (l->n == 0 || b->typical < 2)
        return false;
    if (l->n == 1)
        return !is_group_heading(f, b, l) && (l->spots[0].kind == SPOT_TEXT || b->typical > 2);
    return l->n == 2 && b->typical > 2 && (l->spots[0].flags & FLAG_COLON);
}

static uint32_t count_titles(const struct finder *f, const struct block *b)
{
    uint32_t n = 0;

    while (n + 1 < b->n_lines && is_title(f, b, b->lines[n]))
        n++;
    return n;
}

/* Where no header is found in its place, a few rows of particulars may stand before it. */
static void pass_particulars(struct finder *f, struct block *b)
{
    uint32_t titles = b->titles;

    for (uint32_t n = 1; n <= PARTICULARS && 3 * (titles + n) < b->n_lines && b->headers == 0; n++) {
        b->titles = titles + n;
        b->headers = block_headers(f, b);
        if (b->is_guess || b->lines[titles + n - 1]->n * 2 >= b->typical)
            b->headers = 0;
        b->is_guess = false;
    }
    if (b->headers == 0)
        b->titles = titles;
}

/* ---- pairs ---- */

/* "Parameter" and "Value", or anything in bold. */
static bool is_pair_header(const struct spot *key, const struct spot *value)
{
    if (!key || !value || value->kind != SPOT_TEXT || (key->flags & FLAG_COLON))
        return false;
    return key->flags & value->flags & (FLAG_KEYWORD | FLAG_BOLD);
}

/* A key and a value in each row, with no heading: keys that end with colons, or values of all kinds. */
static bool find_pairs(struct finder *f, struct block *b)
{
    uint32_t from = b->titles, lines = b->n_lines - from, colons = 0, rare = 0;

    if (b->n_columns != 2 || b->rows > PAIR_ROWS || lines < 2)
        return false;
    block_body(f, b, from, b->n_lines);
    if (b->body[0] != SPOT_TEXT)
        return false;
    for (uint32_t i = from; i < b->n_lines; i++) {
        const struct spot *key = line_find(b->lines[i], b->columns[0]), *value = line_find(b->lines[i], b->columns[1]);
        if (key && key->kind != SPOT_TEXT)
            return false;
        colons += key && (key->flags & FLAG_COLON);
        /* A number that is stored as text is no value of another kind. */
        rare += value && kind_of(value) != SPOT_NONE && value->kind != (b->body[1] & ~READABLE);
        if (i == from && is_pair_header(key, value))
            return false;
    }
    return colons * 2 >= lines || (lines > 2 && rare * 4 >= lines && rare > 1);
}

/* ---- the end ---- */

bool line_is_note(const struct block *b, const struct line *l)
{
    const struct spot *s = l->spots;

    if (l->n == 0 || s->kind != SPOT_TEXT || b->typical < 2)
        return false;
    if (l->n == 1)
        return (s->flags & FLAG_NOTE) || s->n > NOTE_BYTES || b->typical > 2;
    return l->n == 2 && b->typical > 2 && (s->flags & FLAG_NOTE);
}

/* Figures and nothing where the names are; bold under plain ones, or behind a blank row. */
static bool is_silent_total(const struct block *b, const struct line *l, const struct line *above)
{
    struct likeness k = line_compare(b, l);

    if (b->texts == 0 || k.texts > 0 || k.same < l->n)
        return false;
    return l->row > above->row + 1 || (k.bold == l->n && line_compare(b, above).bold == 0);
}

bool line_is_total(const struct block *b, const struct line *l, const struct line *above)
{
    const struct spot *text = NULL;
    uint32_t texts = 0, numbers = 0;

    for (uint32_t i = 0; i < l->n; i++) {
        numbers += l->spots[i].kind == SPOT_NUMBER;
        if (l->spots[i].kind == SPOT_TEXT && texts++ == 0)
            text = &l->spots[i];
    }
    if (texts == 0)
        return l->n > 0 && is_silent_total(b, l, above);
    return texts == 1 && numbers > 0 && (text->flags & (FLAG_TOTAL | FLAG_TOTAL_OF));
}

/* It says "total", and more: a company's name as well. */
static bool is_total_of(const struct line *l)
{
    for (uint32_t i = 0; i < l->n; i++)
        if (l->spots[i].flags & FLAG_TOTAL_OF)
            return true;
    return false;
}

/* Whether the number is the sum of those above it that are no totals themselves. */
static bool is_sum(const struct block *b, uint32_t first, uint32_t at, const struct spot *total)
{
    double sum = 0, size = 0;

    for (uint32_t i = first; i < at; i++) {
        const struct spot *s = line_find(b->lines[i], total->column);
        if (!s || s->kind != SPOT_NUMBER || (i > first && line_is_total(b, b->lines[i], b->lines[i - 1])))
            continue;
        sum += s->number;
        size += fabs(s->number);
    }
    return fabs(sum - total->number) <= SUM_SLACK * size;
}

/* Its numbers are no sums; or not all rows are at hand, and whoever reads them has to say. */
static bool is_contradicted(const struct block *b, uint32_t first, uint32_t at)
{
    const struct line *l = b->lines[at];
    uint32_t numbers = 0;

    if (b->rows > b->n_lines)
        return true;
    for (uint32_t i = 0; i < l->n; i++) {
        const struct spot *s = &l->spots[i];
        if (s->kind != SPOT_NUMBER || (s->flags & FLAG_READABLE))
            continue;
        if (is_sum(b, first, at, s))
            return false;
        numbers++;
    }
    return numbers > 0;
}

/* Notes at the end are no data, and neither are totals behind a blank row. Those that touch the data are among it, and
 * those that say more than "total" and do not add up: a word does not make the figures one. */
static void find_end(struct finder *f, struct block *b)
{
    uint32_t first = b->titles + b->headers, end = b->n_lines;
    bool has_total = false;

    block_body(f, b, first < b->n_lines ? first : 0, b->n_lines);
    for (uint32_t i = end; i > first + 1 && !b->is_pairs; i--) {
        const struct line *l = b->lines[i - 1], *above = b->lines[i - 2];
        bool is_total = line_is_total(b, l, above);
        if (is_total ? is_total_of(l) && is_contradicted(b, first, i - 1) : !line_is_note(b, l))
            break;
        has_total |= is_total;
        if (!has_total || l->row > above->row + 1)
            end = i - 1;
    }
    b->last_line = end - 1;
    if (end > first)
        block_body(f, b, first, end);
}

uint32_t block_data_lines(const struct block *b)
{
    uint32_t first = b->titles + b->headers;

    return b->last_line + 1 > first ? b->last_line + 1 - first : 0;
}

void block_shape(struct finder *f, struct block *b)
{
    block_lines(f, b);
    collect_columns(f, b);
    b->body = NULL;
    b->is_guess = false;
    b->typical = find_typical(b);
    b->titles = count_titles(f, b);
    b->is_pairs = find_pairs(f, b);
    b->headers = block_headers(f, b);
    if (b->headers == 0 && !b->is_pairs)
        pass_particulars(f, b);
    find_end(f, b);
}
