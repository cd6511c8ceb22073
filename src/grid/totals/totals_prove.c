/* totals_prove.c - which candidates are the sum of others.
 *
 * The table is gone through from the top, and from the bottom, as pieces: the rows between two candidates, added up,
 * and the candidates themselves. A candidate is held against the last pieces, one more each time, and against all of
 * them. What is proved is no piece any more, so that a total above subtotals is proved after them; it is gone through
 * again until nothing new is. Candidates that are not proved count as rows, or not: both are tried.
 */
#include "base/arena.h"
#include "base/cancel.h"
#include "base/limits.h"
#include "grid/columns/columns_node.h"
#include "grid/totals/totals_node.h"
#include "grid/totals/totals_tally.h"
#include <string.h>
#include <strings.h>

#define NAME_BYTES 3 /* of a column's name that say something */
#define ROUNDS 4     /* levels of totals that can hide each other */
#define CROSS_COST 8 /* of comparing the texts of a row, as measured against that of finding one in a part */

/* Rows added up: a tally for each number column. */
struct cover {
    uint64_t rows, row; /* how many, and one of them */
    struct tally *tallies;
};

struct row_span {
    struct cover cover;
    bool is_candidate; /* one that is not proved */
    bool is_exact;
};

/* One way through the table. */
struct walk {
    struct totals *t;
    bool from_below;
    struct row_span *pieces; /* a ring */
    size_t n_pieces, room;
    struct cover all, others;   /* all rows so far, and without candidates with exact labels */
    struct cover near, nearest; /* the same of the last pieces */
    bool has_exact;             /* all and others are not the same */
};

/* ---- covers ---- */

static void cover_init(struct cover *v, const struct totals *t)
{
    *v = (struct cover){ .tallies = arena_array(t->arena, t->n_numbers, sizeof *v->tallies) };
}

static void cover_clear(struct cover *v, const struct totals *t)
{
    v->rows = 0;
    memset(v->tallies, 0, t->n_numbers * sizeof *v->tallies);
}

static void cover_merge(struct cover *v, const struct cover *other, const struct totals *t)
{
    if (other->rows == 0)
        return;
    v->rows += other->rows;
    v->row = other->row;
    for (size_t i = 0; i < t->n_numbers; i++)
        tally_merge(&v->tallies[i], &other->tallies[i], t->columns->described[t->numbers[i]].type == COLUMN_FLOAT);
}

static int cover_fill(struct cover *v, const struct totals *t, uint64_t from, uint64_t to, struct err *err)
{
    cover_clear(v, t);
    v->rows = to - from;
    v->row = from;
    for (size_t i = 0; i < t->n_numbers; i++)
        if (tally_rows(&v->tallies[i], t->columns, t->numbers[i], from, to, t->cancel, err))
            return -1;
    return 0;
}

/* ---- one candidate against one cover ---- */

struct evidence {
    unsigned matches; /* columns that say it, with values that are not zero */
    unsigned strong;  /* of these, those of different values */
    unsigned large;   /* of these, those of four digits and more: they are not met by chance */
    unsigned rounded; /* of these, those that are not the sum to the last place */
    unsigned zeros;   /* columns that say it, of zeros */
    unsigned against;
};

static struct evidence weigh(const struct totals *t, const struct candidate *x, const struct cover *v,
                             enum summary kind)
{
    struct evidence e = { 0 };

    for (size_t i = 0; i < t->n_numbers; i++) {
        const struct column *c = &t->columns->described[t->numbers[i]];
        const struct tally *tally = &v->tallies[i];
        struct figure f;
        bool is_zero;

        if (!figure_at(t->columns, t->numbers[i], x->row, &f))
            continue;
        is_zero = figure_is_zero(c, &f);
        if (tally->n == 0 ? is_zero : tally_gives(tally, c, kind, &f, v->rows)) {
            bool counts = tally->has_first && (kind != SUMMARY_SUM || !is_zero);
            e.matches += counts;
            e.strong += counts && tally->differs;
            e.large += counts && tally->differs && figure_is_large(c, &f);
            e.rounded += counts && kind == SUMMARY_SUM && !tally_is_sum(tally, c, &f);
            e.zeros += !counts;
        } else {
            e.against++;
        }
    }
    return e;
}

/* Whether the label names its column, in whatever number: "All regions" in "Region". */
static bool is_of_column(const struct column *c, const struct label *l)
{
    size_t n = strlen(c->name);

    n = n < l->n_rest ? n : l->n_rest;
    return n >= NAME_BYTES && strncasecmp(c->name, l->rest, n) == 0;
}

/* Whether a text of the row is what the label names, or it names its column. */
static bool is_named(const struct totals *t, const struct candidate *x, uint64_t row)
{
    const struct columns *c = t->columns;
    size_t k = columns_find_part(c, row), n, n_label;
    const char *label = totals_label(t, x, &n_label);
    struct label l;

    if (!label || !label_read(&t->index, label, n_label, &l))
        return false;
    if (is_of_column(&c->described[x->column], &l))
        return true;
    for (size_t i = 0; i < c->n_columns; i++) {
        const struct part *p = columns_part(c, i, k);
        const char *text;

        if (c->described[i].type != COLUMN_TEXT || !part_has(p, row - c->starts[k]))
            continue;
        text = part_text(p, part_code(p, row - c->starts[k]), &n);
        if (n == l.n_rest && memcmp(text, l.rest, n) == 0)
            return true;
    }
    return false;
}

/* Without a word that says so, small numbers may be a sum by chance. */
static bool is_clear(const struct totals *t, const struct candidate *x, const struct cover *v, const struct evidence *e)
{
    if (e->strong > 1 || e->large > 0)
        return true;
    return is_named(t, x, v->row) || (v->rows > 1 && x->is_lonely);
}

/* Without a label: two columns say it, or one of three rows; what does not add up, as a balance, is no objection. */
static enum candidate_state judge_bare(const struct cover *v, const struct evidence *e)
{
    if (v->rows < 2 || e->strong == 0)
        return STATE_OPEN;
    if (e->matches > 1 || v->rows > 2)
        return STATE_PROVED;
    if (e->against > 0)
        return STATE_OPEN;
    return e->large > 0 ? STATE_PROVED : STATE_CHANCE;
}

static enum candidate_state judge_sum(const struct totals *t, const struct candidate *x, const struct cover *v,
                                      const struct evidence *e)
{
    if (x->is_exact) {
        if (e->strong > 0 || (e->matches > 0 && e->against == 0))
            return STATE_PROVED;
        return e->zeros > 0 && e->against + e->matches == 0 ? STATE_ZERO : STATE_OPEN;
    }
    if (e->matches == 0 || (e->against > 0 && e->strong < 2))
        return STATE_OPEN;
    if (is_clear(t, x, v, e))
        return STATE_PROVED;
    return v->rows > 1 && e->strong > 0 ? STATE_CHANCE : STATE_OPEN;
}

/* One count, or the average of equal values, may be anybody's: it needs another summary beside it. */
static enum candidate_state judge(const struct totals *t, const struct candidate *x, const struct cover *v,
                                  enum summary kind, const struct evidence *e)
{
    enum candidate_state state;

    if (v->rows == 0)
        return STATE_OPEN;
    if (x->column == NO_COLUMN)
        return judge_bare(v, e);
    if (kind == SUMMARY_SUM)
        return judge_sum(t, x, v, e);
    if (kind == SUMMARY_AVERAGE) {
        state = judge_sum(t, x, v, e);
        return state == STATE_PROVED && e->strong == 0 && e->matches < 2 ? STATE_NAME : state;
    }
    if (v->rows < 2 || e->against > 0 || e->matches == 0 || (kind != SUMMARY_COUNT && e->strong == 0))
        return STATE_OPEN;
    return (x->may_be_name || kind == SUMMARY_COUNT) && e->matches < 2 ? STATE_NAME : STATE_PROVED;
}

/* Holds the candidate against the cover; true when it is proved. */
static bool hold(const struct totals *t, struct candidate *x, const struct cover *v, enum candidate_proof proof)
{
    for (unsigned kind = SUMMARY_SUM; kind <= SUMMARY_COUNT; kind *= 2) {
        struct evidence e = x->kinds & kind && v->rows > 0 ? weigh(t, x, v, kind) : (struct evidence){ 0 };
        enum candidate_state state = x->kinds & kind ? judge(t, x, v, kind, &e) : STATE_OPEN;

        if (state <= x->state)
            continue;
        x->is_strong = e.strong > 0;
        x->is_rounded = e.matches > 0 && e.rounded == e.matches;
        x->state = (uint8_t)state;
        x->kind = (uint8_t)kind;
        x->proof = (uint8_t)proof;
    }
    return x->state == STATE_PROVED;
}

/* ---- through the table ---- */

static struct row_span *next_piece(struct walk *w)
{
    return &w->pieces[w->n_pieces++ % w->room];
}

/* Against the last pieces, nearest first, and then against all. */
static void try_candidate(struct walk *w, struct candidate *x)
{
    const struct totals *t = w->t;
    const enum candidate_proof proof = w->from_below ? PROOF_BELOW : PROOF_ABOVE;
    size_t n = w->n_pieces < w->room ? w->n_pieces : w->room;
    bool has_exact = false;

    cover_clear(&w->near, t);
    cover_clear(&w->nearest, t);
    for (size_t i = 0; i < n; i++) {
        const struct row_span *p = &w->pieces[(w->n_pieces - 1 - i) % w->room];
        bool passed_over = p->is_candidate && p->is_exact;

        cover_merge(&w->near, &p->cover, t);
        has_exact |= passed_over;
        if (!passed_over)
            cover_merge(&w->nearest, &p->cover, t);
        if (!p->is_candidate && (hold(t, x, &w->near, proof) || (has_exact && hold(t, x, &w->nearest, proof))))
            return;
    }
    if (w->others.rows > 0 && !hold(t, x, &w->all, proof) && w->has_exact) /* labels alone prove nothing */
        (void)hold(t, x, &w->others, proof);
}

/* The rows between the candidate and what came before it. */
static int add_run(struct walk *w, uint64_t from, uint64_t to, struct err *err)
{
    struct row_span *p;

    if (from >= to)
        return 0;
    p = next_piece(w);
    p->is_candidate = p->is_exact = false;
    if (cover_fill(&p->cover, w->t, from, to, err))
        return -1;
    cover_merge(&w->all, &p->cover, w->t);
    cover_merge(&w->others, &p->cover, w->t);
    return 0;
}

static int add_candidate(struct walk *w, const struct candidate *x, struct err *err)
{
    struct row_span *p = next_piece(w);

    p->is_candidate = true;
    p->is_exact = x->is_exact;
    if (cover_fill(&p->cover, w->t, x->row, x->row + 1, err))
        return -1;
    cover_merge(&w->all, &p->cover, w->t);
    w->has_exact |= x->is_exact;
    if (!x->is_exact)
        cover_merge(&w->others, &p->cover, w->t);
    return 0;
}

static void walk_clear(struct walk *w, bool from_below)
{
    w->from_below = from_below;
    w->n_pieces = 0;
    w->has_exact = false;
    cover_clear(&w->all, w->t);
    cover_clear(&w->others, w->t);
}

static int go_through(struct walk *w, bool from_below, struct err *err)
{
    struct totals *t = w->t;
    uint64_t edge = from_below ? t->columns->rows : 0;

    walk_clear(w, from_below);
    for (size_t i = 0; i < t->n; i++) {
        struct candidate *x = &t->list[from_below ? t->n - 1 - i : i];
        uint64_t from = from_below ? x->row + 1 : edge, to = from_below ? edge : x->row;

        if (cancel_check(t->cancel, err) || add_run(w, from, to, err))
            return -1;
        if (x->state != STATE_PROVED && x->has_number)
            try_candidate(w, x);
        if (x->state != STATE_PROVED && add_candidate(w, x, err))
            return -1;
        edge = from_below ? x->row : x->row + 1;
    }
    return 0;
}

/* ---- groups by name ---- */

/* The text's code in the part; false when no row has it. */
static bool find_code(const struct part *p, const char *text, size_t n, uint32_t *ret)
{
    for (uint32_t i = 0; i < p->n_texts; i++) {
        size_t m;
        const char *other = part_text(p, i, &m);
        if (m == n && memcmp(other, text, n) == 0) {
            *ret = i;
            return true;
        }
    }
    return false;
}

/* Adds up the rows of a part whose text of the column is what the label names. */
static void add_group(struct cover *v, const struct totals *t, size_t column, size_t k, const struct label *l)
{
    const struct part *p = columns_part(t->columns, column, k);
    uint32_t code, is;

    if (!find_code(p, l->rest, l->n_rest, &code))
        return;
    for (uint64_t row = 0; row < columns_part_rows(t->columns, k); row++) {
        uint64_t at = t->columns->starts[k] + row;
        size_t n;
        const char *text;

        is = part_code(p, row);
        text = part_text(p, is, &n); /* a plain part has a text more than once */
        if (!part_has(p, row) || n != l->n_rest || memcmp(text, l->rest, n) != 0 || totals_at(t, at))
            continue;
        v->rows++;
        v->row = at;
        for (size_t i = 0; i < t->n_numbers; i++)
            tally_row(&v->tallies[i], t->columns, t->numbers[i], at);
    }
}

static int try_group(struct walk *w, struct candidate *x, uint64_t *work, struct err *err)
{
    const struct totals *t = w->t;
    size_t n;
    const char *text = totals_label(t, x, &n);
    struct label l;

    if (!label_read(&t->index, text, n, &l))
        return 0;
    for (size_t i = 0; i < t->columns->n_columns && x->state != STATE_PROVED; i++) {
        if (t->columns->described[i].type != COLUMN_TEXT)
            continue;
        cover_clear(&w->near, t);
        for (size_t k = 0; k < t->columns->n_parts; k++) {
            if (cancel_check(t->cancel, err))
                return -1;
            add_group(&w->near, t, i, k, &l);
        }
        *work += t->columns->rows;
        (void)hold(t, x, &w->near, PROOF_GROUP);
    }
    return 0;
}

/* Whether the row says what the candidate says in all other columns of texts. */
static bool is_beside(const struct totals *t, const struct candidate *x, uint64_t row)
{
    const struct columns *c = t->columns;
    size_t n, m;

    for (size_t i = 0; i < c->n_columns; i++) {
        const char *p, *q;

        if (i == x->column || c->described[i].type != COLUMN_TEXT || !(p = totals_text(t, i, x->row, &n)))
            continue;
        q = totals_text(t, i, row, &m);
        if (!q || n != m || memcmp(p, q, n) != 0)
            return false;
    }
    return true;
}

/* "All, Yes" is the sum of the rows with "Yes". */
static int try_cross(struct walk *w, struct candidate *x, uint64_t *work, struct err *err)
{
    const struct totals *t = w->t;

    if (cancel_check(t->cancel, err))
        return -1;
    cover_clear(&w->near, t);
    for (uint64_t row = 0; row < t->columns->rows; row++) {
        if (totals_at(t, row) || !is_beside(t, x, row))
            continue;
        w->near.rows++;
        w->near.row = row;
        for (size_t i = 0; i < t->n_numbers; i++)
            tally_row(&w->near.tallies[i], t->columns, t->numbers[i], row);
    }
    *work += t->columns->rows * t->columns->n_columns * CROSS_COST;
    if (w->near.rows > 1)
        (void)hold(t, x, &w->near, PROOF_GROUP);
    return 0;
}

static int try_groups(struct walk *w, struct err *err)
{
    uint64_t work = 0;

    for (size_t i = 0; i < w->t->n && work < TOTALS_GROUP_ROWS; i++) {
        struct candidate *x = &w->t->list[i];
        if (x->column == NO_COLUMN || x->state == STATE_PROVED || !x->has_number || (x->is_exact && !x->has_text))
            continue;
        if (x->is_exact ? try_cross(w, x, &work, err) : try_group(w, x, &work, err))
            return -1;
    }
    return 0;
}

/* ---- all of it ---- */

static size_t count_proved(const struct totals *t)
{
    size_t n = 0;

    for (size_t i = 0; i < t->n; i++)
        n += t->list[i].state == STATE_PROVED;
    return n;
}

int totals_prove(struct totals *t, struct err *err)
{
    struct walk w = { .t = t, .room = t->n > TOTALS_MANY ? TOTALS_DEPTH_MANY : TOTALS_DEPTH };
    size_t before;

    w.pieces = arena_array(t->arena, w.room, sizeof *w.pieces);
    for (size_t i = 0; i < w.room; i++)
        cover_init(&w.pieces[i].cover, t);
    cover_init(&w.all, t);
    cover_init(&w.others, t);
    cover_init(&w.near, t);
    cover_init(&w.nearest, t);
    for (int round = 0; round < ROUNDS; round++) {
        before = count_proved(t);
        if (go_through(&w, false, err) || (t->list[0].row == 0 && go_through(&w, true, err)) || try_groups(&w, err))
            return -1;
        totals_promote(t);
        if (count_proved(t) == before || count_proved(t) == t->n)
            break;
    }
    if (totals_spread(t, err))
        return -1;
    totals_settle(t);
    return 0;
}
