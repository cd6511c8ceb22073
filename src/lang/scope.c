/* scope.c - which tables a question is about, and the question read against them.
 *
 * Each table, or each lot of tables that are alike, is a candidate. The best one is read first; where it makes no sense
 * of the question, the next that does is taken. Candidates that fit equally well and can all be read are a question
 * back, whose options name the table.
 */
#include "lang/scope.h"
#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/str.h"
#include "grid/table.h"
#include "lang/reader.h"
#include "lang/roster.h"
#include <stdint.h>
#include <stdlib.h>

#define FIT_WORD 10000 /* a word more counts for more than any quality of the others */

struct candidate {
    struct scope scope;
    size_t order;   /* among the candidates, as the data has them */
    size_t words;   /* of the question that it accounts for */
    bool titled;    /* its whole name is among them */
    size_t quality; /* how well they fit */
};

struct chooser {
    struct arena *a;
    const struct table *tables;
    size_t n;
    const char *question;
    const struct word *words;
    size_t n_words;
    const struct roster *roster;
    size_t *named; /* for each table: words of the question that are in its name */
    bool *titled;  /* and whether that is all of the name */
    struct candidate *candidates;
    size_t n_candidates;
};

struct scope scope_one(struct arena *a, const struct table *t)
{
    const struct table **member = arena_alloc(a, sizeof *member);

    *member = t;
    return (struct scope){ .kind = SCOPE_ONE, .table = t, .members = member, .n_members = 1 };
}

/* Words of the question that are also in the table's name; *ret_whole when they are all of it. */
static size_t words_named(struct arena *a, const struct table *t, const struct word *words, size_t n, bool *ret_whole)
{
    const char *names[QUESTION_SPAN];
    size_t n_names = words_of_name(a, t->name, true, names, COUNT_OF(names)), count = 0;
    char key[WORDS_KEY_BYTES];
    bool keyed = words_key(t->name, key) > 0;

    *ret_whole = false;
    for (size_t i = 0; i < n; i++) {
        bool whole = keyed && strcmp(words[i].stem, key) == 0, said = whole;
        for (size_t k = 0; k < n_names && !said; k++)
            said = strcmp(words[i].stem, names[k]) == 0;
        count += said;
        *ret_whole |= whole;
    }
    *ret_whole |= n_names > 0 && count >= n_names;
    return count;
}

size_t scope_title(struct arena *a, const struct table *t, const char *question)
{
    struct word *words;
    struct err ignored;
    size_t n;
    bool whole;

    if (words_read(a, question, &words, &n, &ignored) < 0 || words_named(a, t, words, n, &whole) == 0 || !whole)
        return SIZE_MAX;
    for (size_t i = 0;; i++)
        if (words_named(a, t, words + i, 1, &whole) > 0)
            return i;
}

size_t scope_fit(struct arena *a, const struct scope *s, const char *question)
{
    struct word *words;
    struct err ignored;
    struct match_fit fit;
    size_t n, named = 0;
    bool whole;

    if (words_read(a, question, &words, &n, &ignored) < 0)
        return 0;
    for (size_t i = 0; i < s->n_members; i++)
        named += words_named(a, s->members[i], words, n, &whole) + whole;
    fit = match_fit(match_new(a, s->table, NULL, words, n));
    return (fit.words + named) * FIT_WORD + fit.quality;
}

/* True when an earlier member of the lot is the same file under another name: its rows would count twice. */
static bool is_copy(const struct table *const *members, size_t n, const struct table *t)
{
    for (size_t i = 0; i < n; i++)
        if (t->sha256[0] != '\0' && strcmp(members[i]->sha256, t->sha256) == 0 &&
            strcmp(members[i]->source, t->source) != 0)
            return true;
    return false;
}

/* The tables alike to table i from i on, of those that the question names most of; marks all of them as taken. */
static void add_lot(struct chooser *c, size_t i, bool *taken)
{
    const struct table **members = arena_array(c->a, c->n - i, sizeof *members);
    size_t n = 0, most = 0, copies = 0;
    struct candidate *made = &c->candidates[c->n_candidates];

    for (size_t k = i; k < c->n; k++) {
        if (taken[k] || (k > i && !scope_alike(&c->tables[i], &c->tables[k])))
            continue;
        taken[k] = true;
        if (c->named[k] < most)
            continue;
        n = c->named[k] > most ? 0 : n;
        copies = c->named[k] > most ? 0 : copies;
        most = c->named[k];
        if (is_copy(members, n, &c->tables[k]))
            copies++;
        else
            members[n++] = &c->tables[k];
    }
    *made =
        (struct candidate){ .order = c->n_candidates++, .words = most, .titled = c->titled[members[0] - c->tables] };
    made->scope = n == 1 ? scope_one(c->a, members[0]) : scope_unite(c->a, members, n);
    made->scope.n_copies = copies;
}

static int compare(const void *a, const void *b)
{
    const struct candidate *x = a, *y = b;

    if (x->words != y->words)
        return x->words > y->words ? -1 : 1;
    if (x->titled != y->titled)
        return x->titled ? -1 : 1;
    if (x->quality != y->quality)
        return x->quality > y->quality ? -1 : 1;
    return (x->order > y->order) - (x->order < y->order);
}

/* All candidates, the best first. */
static void find_candidates(struct chooser *c)
{
    bool *taken = arena_array(c->a, c->n, sizeof *taken);

    c->named = arena_array(c->a, c->n, sizeof *c->named);
    c->titled = arena_array(c->a, c->n, sizeof *c->titled);
    c->candidates = arena_array(c->a, c->n, sizeof *c->candidates);
    for (size_t i = 0; i < c->n; i++)
        c->named[i] = words_named(c->a, &c->tables[i], c->words, c->n_words, &c->titled[i]);
    for (size_t i = 0; i < c->n; i++)
        if (!taken[i])
            add_lot(c, i, taken);
    for (size_t i = 0; i < c->n_candidates; i++) {
        struct arena *scratch CLEANUP(arena_cleanup) = arena_new();
        struct candidate *k = &c->candidates[i];
        struct match_fit fit = match_fit(match_new(scratch, k->scope.table, c->roster, c->words, c->n_words));
        k->words += fit.words;
        k->quality = fit.quality;
    }
    qsort(c->candidates, c->n_candidates, sizeof *c->candidates, compare);
}

static bool reads(const struct chooser *c, const struct candidate *k, struct flat *ret)
{
    struct err err;

    return read_in_scope(c->a, &k->scope, c->roster, c->question, ret, NULL, &err) == 0;
}

static bool fits_as_well(const struct candidate *a, const struct candidate *b)
{
    return a->words == b->words && a->titled == b->titled && a->quality == b->quality;
}

static int choose(struct chooser *c, bool may_ask, struct scope *ret_scope, struct flat *ret,
                  struct flat_options *options, struct err *err);

/* The question with the table's name behind it. */
static const char *question_of(const struct chooser *c, const struct table *t)
{
    size_t n;
    const char *text = str_trim(c->question, strlen(c->question), &n);

    while (n > 0 && strchr("?!. ", text[n - 1]))
        n--;
    return arena_printf(c->a, "%.*s in the table %s", (int)n, text, doubt_literal(c->a, t->name, true));
}

/* Offers the question for each of the candidates that fit as well as `first`, as far as their names tell them apart. */
static int doubt_tables(struct chooser *c, size_t first, struct flat_options *options, struct err *err)
{
    for (size_t i = first; i < c->n_candidates && fits_as_well(&c->candidates[first], &c->candidates[i]); i++) {
        const struct scope *s = &c->candidates[i].scope;
        struct chooser again = *c;
        struct scope chosen;
        struct flat q;
        struct flat_options none;
        struct err refused;
        if (options->n == COUNT_OF(options->label) || !reads(c, &c->candidates[i], &q))
            continue;
        again.question = question_of(c, s->members[0]);
        if (choose(&again, false, &chosen, &q, &none, &refused) == 0 && chosen.members[0] == s->members[0])
            options->label[options->n++] = again.question;
    }
    err_say(err, options->n > 0 ? ERR_CLARIFICATION_NEEDED : ERR_INVALID_QUERY,
            "The question fits more than one table of the data equally well.");
    return err_action(err, "%s",
                      options->n > 0 ? "Ask one of the questions offered." : "Name the table the question is about.");
}

static int choose(struct chooser *c, bool may_ask, struct scope *ret_scope, struct flat *ret,
                  struct flat_options *options, struct err *err)
{
    struct word *words;
    struct flat other;
    size_t at = 0;
    int status;

    options->n = 0;
    *ret_scope = scope_one(c->a, &c->tables[0]);
    if (words_read(c->a, c->question, &words, &c->n_words, err) < 0)
        return -1;
    c->words = words;
    c->n_candidates = 0;
    find_candidates(c);
    *ret_scope = c->candidates[0].scope;
    status = read_options(c->a, ret_scope, c->roster, c->question, ret, options, err);
    if (status < 0 && err->code != ERR_CLARIFICATION_NEEDED) {
        for (at = 1; at < c->n_candidates && !reads(c, &c->candidates[at], ret); at++)
            ;
        if (at == c->n_candidates)
            return -1;
        *ret_scope = c->candidates[at].scope;
        status = 0;
    }
    for (size_t i = at + 1; status == 0 && may_ask && i < c->n_candidates; i++) {
        if (!fits_as_well(&c->candidates[at], &c->candidates[i]))
            break;
        if (reads(c, &c->candidates[i], &other))
            return doubt_tables(c, at, options, err);
    }
    return status;
}

int scope_read(struct arena *a, const struct table *tables, size_t n, const char *question, struct scope *ret_scope,
               struct flat *ret, struct flat_options *options, struct err *err)
{
    struct chooser c = { .a = a, .tables = tables, .n = n, .question = question };

    c.roster = n > 1 ? roster_new(a, tables, n) : NULL;
    return choose(&c, true, ret_scope, ret, options, err);
}

const char *scope_left_out(struct arena *a, const struct scope *s)
{
    if (s->n_copies == 0)
        return NULL;
    return arena_printf(a, "%zu equal %s left out.", s->n_copies, s->n_copies == 1 ? "copy was" : "copies were");
}

bool flat_names(struct arena *a, const char *question, const char *column)
{
    struct column only = { .name = column };
    struct table t = { .name = "", .columns = &only, .n_columns = 1 };
    struct word *words;
    struct match *m;
    struct err ignored;
    size_t n;

    if (words_read(a, question, &words, &n, &ignored) < 0)
        return false;
    m = match_new(a, &t, NULL, words, n);
    for (size_t first = 0; first < n; first++)
        for (size_t span = 1; span <= QUESTION_SPAN; span++) {
            const struct match_hits *h = match_at(m, first, span);
            if (h && h->n_columns > 0 && h->columns[0].rank <= MATCH_END)
                return true;
        }
    return false;
}
