/* finder_header.c - which rows at the beginning of a block name its columns.
 *
 * A header is told by contrast: text above numbers, bold above plain, years above figures. Where everything is text
 * there is no contrast, and a first row of short words that do not come again is taken for one; that is said.
 */
#include "office/finder/finder_node.h"
#include <math.h>
#include <string.h>

#define HEADERS_MOST 4 /* rows of a header */

static bool is_year(double v)
{
    return v >= 1500 && v <= 2100 && v == floor(v);
}

/* The numbers of a row, as far as they could count its columns. */
struct count {
    double first, last;
    uint32_t n, years, steps, rises, falls; /* steps: by one */
};

static struct count count_numbers(const struct line *l)
{
    struct count k = { 0 };

    for (uint32_t i = 0; i < l->n; i++) {
        const struct spot *s = &l->spots[i];
        if (s->kind != SPOT_NUMBER || (s->flags & FLAG_READABLE))
            continue;
        k.years += is_year(s->number);
        if (k.n++ > 0) {
            k.steps += s->number - k.last == 1;
            k.rises += s->number > k.last;
            k.falls += s->number < k.last;
        } else {
            k.first = s->number;
        }
        k.last = s->number;
    }
    return k;
}

/* Years that rise or fall; or numbers from 0 or 1 on, without a word or in bold: a row that counts its columns. */
static bool is_numbering(const struct line *l)
{
    struct count k = count_numbers(l);
    uint32_t texts = 0, bold = 0;

    if (k.n < 2)
        return false;
    if (k.years == k.n)
        return k.rises == k.n - 1 || k.falls == k.n - 1;
    for (uint32_t i = 0; i < l->n; i++) {
        texts += l->spots[i].kind == SPOT_TEXT;
        bold += (l->spots[i].flags & FLAG_BOLD) != 0;
    }
    return k.n > 2 && k.steps == k.n - 1 && (k.first == 0 || k.first == 1) && (texts == 0 || bold == l->n);
}

/* It counts, and the row below does not. */
static bool is_counting_header(const struct block *b, uint32_t at)
{
    return at + 1 < b->n_lines && is_numbering(b->lines[at]) && !is_numbering(b->lines[at + 1]);
}

/* A cell of the line is merged with its right neighbour. */
bool line_has_wide_merge(const struct finder *f, const struct line *l)
{
    for (uint32_t i = 0; i < f->n_merges; i++)
        if (f->merges[i].r1 == l->row && f->merges[i].c2 > f->merges[i].c1 && line_find(l, f->merges[i].c1))
            return true;
    return false;
}

/* A cell of the line is merged with a row below. */
static bool has_tall_merge(const struct finder *f, const struct line *l, uint32_t row)
{
    for (uint32_t i = 0; i < f->n_merges; i++)
        if (f->merges[i].r1 == l->row && f->merges[i].r2 >= row && line_find(l, f->merges[i].c1))
            return true;
    return false;
}

static bool comes_again(const struct block *b, uint32_t at, const struct spot *s)
{
    for (uint32_t i = at + 1; i < b->n_lines; i++) {
        const struct spot *below = line_find(b->lines[i], s->column);
        if (below && below->kind == SPOT_TEXT && below->n == s->n && memcmp(below->text, s->text, s->n) == 0)
            return true;
    }
    return false;
}

/* Most words of the line do not come again below it, as values do. */
static bool is_distinct(const struct block *b, uint32_t at)
{
    const struct line *l = b->lines[at];
    uint32_t again = 0;

    for (uint32_t j = 0; j < l->n; j++)
        again += comes_again(b, at, &l->spots[j]);
    return again * 2 < l->n;
}

static bool is_bold_above_plain(const struct block *b, uint32_t at, const struct likeness *k)
{
    return k->bold > 0 && k->bold == b->lines[at]->n && at + 1 < b->n_lines &&
           line_compare(b, b->lines[at + 1]).bold == 0;
}

/* Its cells have gaps between them, or begin right of the first column. */
static bool is_spread(const struct block *b, const struct line *l)
{
    for (uint32_t j = 1; j < l->n; j++)
        if (l->spots[j].column > l->spots[j - 1].column + 1)
            return true;
    return l->n > 0 && l->spots[0].column > b->first_column;
}

/* Headings of groups: a few cells, merged or far apart, above a row of names. */
static bool is_group_row(struct finder *f, struct block *b, uint32_t at)
{
    const struct line *l = b->lines[at];
    struct count numbers = count_numbers(l);
    bool is_merged = line_has_wide_merge(f, l);
    struct likeness next;

    if (at + 2 >= b->n_lines || (!is_merged && (l->n >= b->typical || !is_spread(b, l) || numbers.n > numbers.years)))
        return false;
    block_body(f, b, at + 2, b->n_lines);
    next = line_compare(b, b->lines[at + 1]);
    return next.same == 0 && next.unlike > 0;
}

static bool is_first_header(struct finder *f, struct block *b, uint32_t at)
{
    const struct line *l = b->lines[at];
    struct likeness k;

    if (is_group_row(f, b, at))
        return true;
    block_body(f, b, at + 1, b->n_lines);
    k = line_compare(b, l);
    if (at + 1 < b->n_lines && line_is_total(b, l, b->lines[at + 1]))
        return false;
    if (is_counting_header(b, at))
        return true;
    if (k.same > 0 || k.odd > 0 || (l->n * 2 < b->typical && !is_spread(b, l)))
        return false;
    if (k.unlike > 0) /* words, or nothing but dates: months above figures */
        return k.long_texts * 2 <= l->n && (k.texts > 0 || (k.dates > 1 && k.dates == l->n));
    if (is_bold_above_plain(b, at, &k))
        return true;
    b->is_guess = l->n > 0 && k.texts == l->n && l->n * 4 >= b->typical * 3 && k.long_texts == 0 && is_distinct(b, at);
    return b->is_guess;
}

/* Words above numbers and nowhere else: units, or names that were cut in two. */
static bool is_more_of_names(const struct line *l, const struct likeness *k)
{
    return k->unlike > 0 && k->unlike == l->n && k->texts == l->n && k->long_texts == 0;
}

static bool is_next_header(struct finder *f, struct block *b, uint32_t at)
{
    const struct line *l = b->lines[at], *above = b->lines[at - 1];
    bool is_group = line_has_wide_merge(f, above) || above->n < l->n, is_tall = has_tall_merge(f, above, l->row);
    struct likeness k;

    block_body(f, b, at + 1, b->n_lines);
    k = line_compare(b, l);
    if (k.same > 0)
        return (is_group || is_tall) && is_counting_header(b, at);
    if (k.odd > 0)
        return false;
    if (is_group || is_tall)
        return k.unlike > 0 || is_tall ||
               (k.texts == l->n && (is_bold_above_plain(b, at, &k) || line_has_wide_merge(f, above)));
    return is_more_of_names(l, &k) || (k.unlike > 1 && is_bold_above_plain(b, at, &k));
}

uint32_t block_headers(struct finder *f, struct block *b)
{
    uint32_t n = 0, at = b->titles;

    if (b->is_pairs || at >= b->n_lines)
        return 0;
    if (at + 1 == b->n_lines) { /* one row: names without data, or data without names */
        block_body(f, b, at, b->n_lines);
        return b->texts == b->lines[at]->n && b->texts > 1;
    }
    if (!is_first_header(f, b, at))
        return 0;
    for (n = 1; n < HEADERS_MOST && at + n + 1 < b->n_lines; n++)
        if (!is_next_header(f, b, at + n))
            break;
    return n;
}
