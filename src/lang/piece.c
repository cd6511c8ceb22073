/* piece.c - at each word, the longest reading; then a second look at words that are in the vocabulary and in the table.
 *
 * The rules of that second look, for a column called "total" or "count" or "year", or a value called "No":
 *   - a word that asks for something (total, highest) is taken as that when something to ask for follows;
 *   - otherwise the column's name wins over the vocabulary, and the vocabulary over a value's text,
 *   - except where the value's own column stands before it ("active is no").
 */
#include "lang/piece.h"
#include "base/arena.h"
#include "base/attrs.h"
#include "base/str.h"
#include "base/text/show.h"
#include "grid/table.h"
#include "lang/reader.h"
#include "lang/roster.h"
#include "lang/scope.h"
#include <strings.h>

struct cutter {
    struct arena *a;
    const struct scope *s;
    const struct roster *roster;
    const struct table *t;
    const char *question;
    const struct word *words;
    size_t n;
    const struct match *match;
    const char *table_words[QUESTION_SPAN]; /* stems of the table's name */
    size_t n_table_words;
    bool has_small; /* the question has a small letter: capitals mean something */
    struct piece *out;
    size_t n_out;
};

bool piece_is_unknown(const struct piece *p)
{
    return p->kind == VOCAB_NONE && p->hits.n_columns == 0 && p->hits.n_values == 0 && !p->number && !p->has_period;
}

/* How many bytes of the question are the value letter for letter, signs included ("A+"), from word `first` on; only the
 * case may differ. 0 when it is written otherwise. */
static size_t written(const struct cutter *c, size_t first, size_t n, const char *value)
{
    const struct word *from = &c->words[first], *last = &c->words[first + n - 1];
    const char *text = c->question + from->inner;
    size_t len = strlen(value), plain = from->kind == WORD_QUOTED ? from->inner_n : last->at + last->n - from->at;

    if (strncasecmp(text, value, len) == 0 && strchr(" \t\n,.;:?!'\")", text[len]))
        return len;
    return str_same(arena_dup(c->a, text, plain), value) ? plain : 0;
}

/* When some of the values are exactly what was written, the looser ones are not meant, nor are shorter ones. */
static void keep_written(const struct cutter *c, size_t first, size_t n, struct match_hits *h)
{
    size_t kept = 0, longest = 1;

    for (size_t i = 0; i < h->n_values; i++) {
        const char *value = c->t->columns[h->values[i].column].values[h->values[i].value];
        size_t len = written(c, first, n, value);
        if (len < longest)
            continue;
        kept = len > longest ? 0 : kept;
        longest = len;
        h->values[kept++] = h->values[i];
    }
    if (kept > 0)
        h->n_values = kept;
}

/* A code of up to three capitals ("OR", "IN", "A") in a question that also has small letters, not at its beginning. */
static bool is_code(const struct cutter *c, size_t first, const struct match_hits *h)
{
    const struct word *w = &c->words[first];

    if (!w->capitals || !c->has_small || w->n > 3 || first == 0)
        return false;
    for (size_t i = 0; i < h->n_values; i++) {
        const char *value = c->t->columns[h->values[i].column].values[h->values[i].value];
        if (written(c, first, 1, value) > 0 && memcmp(c->question + w->at, value, w->n) == 0)
            return true;
    }
    return false;
}

/* True when the words say what a column is, and do not only describe it: "sales" for total_sales, not for sales_tax. */
static bool names_column(const struct match_hits *h)
{
    return h->n_columns > 0 && h->columns[0].rank <= MATCH_END;
}

static bool has_whole_column(const struct match_hits *h)
{
    return h->n_columns > 0 && h->columns[0].rank == MATCH_WHOLE;
}

/* True when the table's reading of a wording's words replaces it at once. Any other is kept beside it for the second
 * look, which knows what stands around it. */
static bool yields(const struct cutter *c, const struct vocab *v, size_t first, const struct match_hits *h)
{
    static const unsigned long long yielding = VOCAB_SET(VOCAB_NONE) | VOCAB_SET(VOCAB_BEYOND) |
                                               VOCAB_SET(VOCAB_RELATIVE) | VOCAB_SET(VOCAB_MONTH) |
                                               VOCAB_SET(VOCAB_EMPTY);

    return (yielding >> v->kind & 1) || (v->words == 1 && is_code(c, first, h));
}

static void emit(struct cutter *c, struct piece p)
{
    p.before = c->words[p.first].before;
    /* Words that say nothing were left out; a comma among them still parts the pieces around them. */
    for (size_t i = c->n_out ? c->out[c->n_out - 1].first + c->out[c->n_out - 1].n : 0; i < p.first; i++)
        if (c->words[i].before > p.before)
            p.before = c->words[i].before;
    p.plural = c->words[p.first + p.n - 1].plural;
    p.quoted = c->words[p.first].kind == WORD_QUOTED;
    c->out[c->n_out++] = p;
}

static bool is_table_word(const struct cutter *c, const struct word *w)
{
    for (size_t i = 0; i < c->n_table_words && w->kind == WORD_TEXT; i++)
        if (strcmp(c->table_words[i], w->stem) == 0)
            return true;
    return false;
}

/* True when the table has dates, or whole years. */
static bool has_times(const struct cutter *c)
{
    for (size_t i = 0; i < c->t->n_columns; i++) {
        char key[WORDS_KEY_BYTES];
        if (type_is_time(c->t->columns[i].type) ||
            (words_key(c->t->columns[i].name, key) > 0 && strcmp(key, "year") == 0))
            return true;
    }
    return false;
}

/* How many words from `first` on are the whole name of a table, in quotes or not; 0 when they are none's. */
static size_t title_at(const struct cutter *c, size_t first)
{
    size_t longest = 0;

    for (size_t i = 0; i < c->s->n_members; i++) {
        char key[WORDS_KEY_BYTES];
        size_t all = words_key(c->s->members[i]->name, key), used = 0;
        for (size_t n = 0; all > 0 && first + n < c->n && used < all; n++) {
            const char *stem = c->words[first + n].stem;
            if (strncmp(key + used, stem, strlen(stem)) != 0 || *stem == '\0')
                break;
            used += strlen(stem);
            if (used == all && n + 1 > longest)
                longest = n + 1;
        }
    }
    return longest;
}

/* A table's name is what it says, also where it looks like a time ("Feb", "2024") or like something this grammar cannot
 * do ("Forecast"). A column of that name comes first, and so does a time where the table has times. */
static bool is_title(const struct cutter *c, const struct piece *p, size_t titled, const struct vocab *v)
{
    static const char *const nouns[] = { "table", "sheet", "tab", "worksheet", "file" };
    const char *before = p->first > 0 ? c->words[p->first - 1].folded : "";
    static const unsigned long long yielding = VOCAB_SET(VOCAB_NONE) | VOCAB_SET(VOCAB_MONTH) |
                                               VOCAB_SET(VOCAB_BEYOND) | VOCAB_SET(VOCAB_RELATIVE) |
                                               VOCAB_SET(VOCAB_EMPTY);

    for (size_t i = 0; titled > 0 && i < COUNT_OF(nouns); i++)
        if (strcmp(before, nouns[i]) == 0)
            return true;
    if (titled == 0 || titled < p->n || names_column(&p->hits) || p->hits.n_values > 0 || !(yielding >> v->kind & 1))
        return false;
    return !(p->has_period && has_times(c));
}

/* "oldest" is highest and age in one word, "older than" age and over: each becomes two pieces. Where the table has no
 * such column they are words like any other. */
static void emit_implied(struct cutter *c, struct piece p)
{
    struct piece column = { .first = p.first, .n = p.n, .implied = true, .arg = p.arg };
    const struct match_hits *hits = match_at(c->match, p.first, 1);
    bool compares = p.kind == VOCAB_COMPARE;
    size_t n;

    if (!(compares || p.kind == VOCAB_EXTREME) || !vocab_synonym(c->words[p.first].stem, 0, &n)) {
        emit(c, p);
        return;
    }
    if (hits)
        column.hits = *hits;
    column.hits.n_values = 0;
    p.hits = (struct match_hits){ 0 };
    if (column.hits.n_columns == 0)
        p.kind = VOCAB_NONE;
    else if (compares)
        emit(c, column);
    emit(c, p);
    if (column.hits.n_columns > 0 && !compares)
        emit(c, column);
}

static size_t name_at(const struct cutter *c, size_t first, struct match_hits *ret)
{
    for (size_t n = QUESTION_SPAN; n > 0; n--) {
        const struct match_hits *h = match_at(c->match, first, n);
        if (h) {
            *ret = *h;
            keep_written(c, first, n, ret);
            return n;
        }
    }
    return 0;
}

/* A number with the power behind it: "5 thousand". */
static void read_number(const struct cutter *c, struct piece *p)
{
    const struct word *w = &c->words[p->first];
    struct vocab v;

    p->number = w->number;
    p->percent = w->percent;
    if (p->first + 1 >= c->n)
        return;
    v = vocab_find(w + 1, 1);
    if (v.kind == VOCAB_POWER && !w->percent) {
        p->number = show_scaled(c->a, w->number, v.arg);
        p->n = 2;
    }
}

static bool asks(enum vocab_kind kind)
{
    static const unsigned long long asking = VOCAB_SET(VOCAB_MEASURE) | VOCAB_SET(VOCAB_COUNT) |
                                             VOCAB_SET(VOCAB_DIFFERENT) | VOCAB_SET(VOCAB_EXTREME) |
                                             VOCAB_SET(VOCAB_TIME_EXTREME) | VOCAB_SET(VOCAB_TOP) |
                                             VOCAB_SET(VOCAB_FIRST) | VOCAB_SET(VOCAB_LAST) | VOCAB_SET(VOCAB_SHARE);

    return asking >> kind & 1;
}

/* Behind a word that asks for a thing, "order by" is an order and a "by": "the biggest order by revenue". */
static bool wants_noun(const struct cutter *c)
{
    enum vocab_kind before = c->n_out > 0 ? c->out[c->n_out - 1].kind : VOCAB_NONE;

    return before == VOCAB_BY || before == VOCAB_WHICH || asks(before);
}

/* True where a time is expected, and the table has times: behind "in", "since", "over". */
static bool is_of_time(const struct cutter *c)
{
    enum vocab_kind before = c->n_out > 0 ? c->out[c->n_out - 1].kind : VOCAB_NONE;

    return (before == VOCAB_IN || before == VOCAB_WHEN || before == VOCAB_COMPARE) && has_times(c);
}

/* "orders", where another table is called that: they are not the rows of this one. */
static bool is_elsewhere(const struct cutter *c, const struct piece *p)
{
    return p->n == 1 && p->hits.n_columns == 0 && title_at(c, p->first) == 0 &&
           roster_has_table(c->roster, c->words[p->first].stem);
}

/* True when the rows of the table may go by the noun: it is part of the table's name, or a column numbers them. */
static bool is_of_table(const struct cutter *c, const struct word *w)
{
    if (is_table_word(c, w))
        return true;
    for (size_t i = 0; i < c->t->n_columns; i++)
        if (thing_is_id(c->t->columns[i].name, w->stem))
            return true;
    return false;
}

/* "orders", where another table has them in its name or numbers them, and this one does not: they are not its rows, nor
 * what a column says of them (last_order_date). */
static bool is_foreign(const struct cutter *c, const struct piece *p)
{
    const struct word *w = &c->words[p->first];

    return p->n == 1 && p->arg != 2 && title_at(c, p->first) == 0 && !is_of_table(c, w) &&
           (p->hits.n_columns == 0 || p->hits.columns[0].rank == MATCH_PART) && roster_has_thing(c->roster, w->stem);
}

/* "how many lines" are rows, where a column called "line" has their numbers. */
static bool numbers_rows(const struct cutter *c, const struct piece *p)
{
    const struct column *hit = p->hits.n_columns == 1 ? &c->t->columns[p->hits.columns[0].column] : NULL;
    const struct word *w = &c->words[p->first];

    return hit && p->arg == 2 && p->n == 1 && w->plural && hit->type == COLUMN_INTEGER &&
           strcasecmp(hit->name, w->stem) == 0;
}

/* Whether a noun for rows means those of this table. */
static void settle_rows(const struct cutter *c, struct piece *p)
{
    if (is_foreign(c, p))
        *p = (struct piece){ .first = p->first, .n = 1 };
    else if (numbers_rows(c, p))
        p->hits = (struct match_hits){ 0 };
    if (names_column(&p->hits) || is_elsewhere(c, p))
        p->kind = VOCAB_NONE;
}

/* "hotter" that is not followed by "than": it compares, and nobody can tell with what. */
static bool is_comparative(const struct word *w)
{
    const struct word wording[] = { *w, { .kind = WORD_TEXT, .folded = "than", .stem = "than" } };

    return vocab_find(wording, COUNT_OF(wording)).words == COUNT_OF(wording);
}

/* Emits the piece at the word and returns how many words it took. */
static size_t cut_at(struct cutter *c, size_t first)
{
    const struct word *w = &c->words[first];
    struct vocab v = vocab_find(w, c->n - first);
    struct piece p = { .first = first, .n = 1 };
    struct match_hits hits = { 0 };
    size_t named = name_at(c, first, &hits), timed = when_read(c->a, w, c->n - first, &p.period);

    if (named == 1 && v.kind == VOCAB_NONE && !has_whole_column(&hits) && hits.n_values == 0 && is_comparative(w))
        named = 0;
    if (v.kind == VOCAB_SORT && wants_noun(c))
        v = vocab_find(w, 1);
    if (named > 0 && named == timed && has_whole_column(&hits) && !is_of_time(c))
        timed = 0; /* a column called 2020 */
    if (timed > 0 && timed >= named && timed >= v.words) {
        p.has_period = true;
        p.n = timed;
        if (p.period.is_year)
            p.number = w->number;
        if (named == timed)
            p.hits = hits;
    } else if (named > 0 && named >= v.words) {
        p.n = named;
        p.hits = hits;
        if (named == v.words && !yields(c, &v, first, &hits)) {
            p.kind = v.kind;
            p.arg = v.arg;
        }
        if (named == 1 && p.kind == VOCAB_NONE && w->number && !has_whole_column(&hits))
            read_number(c, &p);
    } else if (w->number && (v.kind == VOCAB_NONE || v.kind == VOCAB_POWER)) {
        read_number(c, &p);
    } else if (v.kind != VOCAB_NONE) {
        p.kind = v.kind;
        p.arg = v.arg;
        p.n = v.words;
    }
    if (is_title(c, &p, title_at(c, first), &v))
        p = (struct piece){ .kind = VOCAB_ROWS, .first = first, .n = title_at(c, first), .is_name = true };
    if (p.kind == VOCAB_ROWS)
        settle_rows(c, &p);
    if (p.n == 1 && (p.kind == VOCAB_NONE || p.kind == VOCAB_ROWS) && !names_column(&p.hits) && p.hits.n_values == 0 &&
        !p.has_period && is_table_word(c, w)) {
        p.kind = VOCAB_ROWS;
        p.is_name = true;
    }
    if (p.kind != VOCAB_SKIP || p.hits.n_columns > 0 || p.hits.n_values > 0)
        emit_implied(c, p);
    return p.n;
}

static const struct piece *piece_at(const struct cutter *c, size_t i)
{
    return i < c->n_out ? &c->out[i] : NULL;
}

/* True when the wording at i, which is a column's name too, is better taken as the column. */
static bool is_rather_column(const struct cutter *c, size_t i)
{
    const struct piece *p = &c->out[i], *before = i > 0 ? &c->out[i - 1] : NULL, *after = piece_at(c, i + 1);

    if (p->kind == VOCAB_UNIT)
        return true;
    if (before && (before->kind == VOCAB_BY || before->kind == VOCAB_SORT || asks(before->kind)))
        return true;
    if (after && (after->kind == VOCAB_COMPARE || after->kind == VOCAB_WHEN))
        return true;
    if (!asks(p->kind) && p->kind != VOCAB_SKIP)
        return false;
    if (after && after->kind == VOCAB_IN)
        after = piece_at(c, i + 2);
    return !after || (after->hits.n_columns == 0 && after->kind != VOCAB_ROWS && !asks(after->kind));
}

/* True when the value's column stands right before the word, or before the "is" in between. */
static bool follows_its_column(const struct cutter *c, size_t i)
{
    const struct piece *p = &c->out[i], *before = i > 0 ? &c->out[i - 1] : NULL;

    if (before && before->kind == VOCAB_IS)
        before = i > 1 ? &c->out[i - 2] : NULL;
    for (size_t k = 0; before && k < p->hits.n_values; k++)
        for (size_t j = 0; j < before->hits.n_columns; j++)
            if (before->hits.columns[j].column == p->hits.values[k].column)
                return true;
    return false;
}

/* "in sales": a noun of the vocabulary where a value is expected, and there is such a value. */
static bool is_limiting(const struct cutter *c, size_t i)
{
    const struct piece *p = &c->out[i];
    enum vocab_kind before = i > 0 ? c->out[i - 1].kind : VOCAB_NONE;

    return p->hits.n_values > 0 && (p->kind == VOCAB_ROWS || p->kind == VOCAB_UNIT) &&
           (before == VOCAB_IN || before == VOCAB_NOT || before == VOCAB_IS);
}

/* "active is no": behind a column of yes and no it denies nothing. */
static bool is_plain_no(const struct cutter *c, size_t i)
{
    const struct piece *column = i > 1 && c->out[i - 1].kind == VOCAB_IS ? &c->out[i - 2] : NULL;

    return column && strcmp(c->words[c->out[i].first].folded, "no") == 0 && column->hits.n_columns > 0 &&
           c->t->columns[column->hits.columns[0].column].type == COLUMN_BOOLEAN;
}

/* "the hottest temperature" names its column twice. */
static bool is_repeated(const struct cutter *c, size_t i)
{
    const struct piece *p = &c->out[i], *after = piece_at(c, i + 1);

    for (size_t k = 0; p->implied && after && k < p->hits.n_columns; k++)
        for (size_t j = 0; j < after->hits.n_columns; j++)
            if (after->hits.columns[j].column == p->hits.columns[k].column)
                return true;
    return false;
}

static void look_again(struct cutter *c)
{
    size_t kept = 0;

    for (size_t i = 0; i < c->n_out; i++) {
        struct piece *p = &c->out[i];
        if (p->kind == VOCAB_NONE)
            continue;
        if (follows_its_column(c, i) || is_limiting(c, i))
            p->kind = VOCAB_NONE;
        else if (p->kind == VOCAB_NOT && is_plain_no(c, i))
            p->kind = VOCAB_TRUTH;
        else if (has_whole_column(&p->hits) && is_rather_column(c, i))
            p->kind = VOCAB_NONE;
        else if (p->kind != VOCAB_ROWS && p->kind != VOCAB_UNIT)
            p->hits = (struct match_hits){ 0 };
        else
            p->hits.n_values = 0;
    }
    for (size_t i = 0; i < c->n_out; i++)
        if (c->out[i].kind != VOCAB_SKIP && !is_repeated(c, i))
            c->out[kept++] = c->out[i];
    c->n_out = kept;
}

size_t pieces_read(struct arena *a, const struct scope *s, const struct roster *roster, const char *question,
                   const struct word *words, size_t n, struct piece **ret)
{
    const struct table *t = s->table;
    struct cutter c = { .a = a, .s = s, .roster = roster, .t = t, .question = question, .words = words, .n = n };

    for (const char *p = question; *p && !c.has_small; p++)
        c.has_small = *p >= 'a' && *p <= 'z';
    c.match = match_new(a, t, roster, words, n);
    c.n_table_words = words_of_name(a, t->name, true, c.table_words, COUNT_OF(c.table_words));
    c.out = arena_array(a, 2 * n + 1, sizeof *c.out);
    for (size_t at = 0; at < n;)
        at += cut_at(&c, at);
    look_again(&c);
    *ret = c.out;
    return c.n_out;
}
