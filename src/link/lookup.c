/* lookup.c - readings of all names, and their words sorted. */
#include "link/lookup.h"
#include "base/arena.h"
#include "base/limits.h"
#include "link/lexicon.h"
#include "link/schema_node.h"
#include "link/stem.h"
#include "link/text.h"
#include "link/wordnet.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define FORMS 3    /* long forms of a short one that are tried */
#define RELATED 24 /* words that WordNet gives for one */

struct making {
    struct arena *arena;
    const struct link_schema *schema;
    struct link_lookup *l;
    size_t room_readings, room_entries;
};

static void *more(struct arena *a, void *p, size_t n, size_t *room, size_t size)
{
    void *grown;

    if (n < *room)
        return p;
    *room = *room ? *room * 2 : 256;
    grown = arena_array(a, *room, size);
    if (n > 0)
        memcpy(grown, p, n * size);
    return grown;
}

static const char *stem_of(struct arena *a, const char *word)
{
    size_t n = strlen(word);
    char *stem = arena_alloc(a, n + 2);

    memcpy(stem, word, n);
    stem[text_stem(stem, n)] = 0;
    return stem;
}

/* ---- readings ---- */

struct words {
    const char *word[LINK_NAME_WORDS];
    bool written_out[LINK_NAME_WORDS];
    size_t n;
};

static void add_word(struct words *w, const char *word, bool written_out)
{
    if (w->n == LINK_NAME_WORDS)
        return;
    w->written_out[w->n] = written_out;
    w->word[w->n++] = word;
}

/* The words of a long form, which has blanks between them. */
static void add_form(struct making *m, struct words *w, const char *form)
{
    while (*form) {
        size_t n = strcspn(form, " ");
        add_word(w, arena_dup(m->arena, form, n), true);
        form += n;
        form += strspn(form, " ");
    }
}

static void add_reading(struct making *m, size_t name, const struct words *w)
{
    struct link_lookup *l = m->l;
    struct lookup_reading *r;
    const char **words = arena_array(m->arena, w->n, sizeof *words),
               **stems = arena_array(m->arena, w->n, sizeof *stems);
    bool *written_out = arena_array(m->arena, w->n, sizeof *written_out);

    if (w->n == 0)
        return;
    l->readings = more(m->arena, l->readings, l->n_readings, &m->room_readings, sizeof *l->readings);
    r = &l->readings[l->n_readings++];
    for (size_t i = 0; i < w->n; i++) {
        words[i] = w->word[i];
        stems[i] = stem_of(m->arena, w->word[i]);
        written_out[i] = w->written_out[i];
    }
    *r = (struct lookup_reading){ .name = name, .words = words, .stems = stems, .written_out = written_out, .n = w->n };
}

/* The name with word `at` (or, where it is LINK_NONE, every short word) written out in its form of that number. */
static bool write_out(struct making *m, const struct link_name *name, size_t at, size_t form, struct words *w)
{
    bool any = false;

    w->n = 0;
    for (size_t i = 0; i < name->n; i++) {
        const char *forms[FORMS];
        size_t n = at == i || at == LINK_NONE ? lexicon_long(name->words[i], forms, FORMS) : 0;
        if (form < n) {
            add_form(m, w, forms[form]);
            any = true;
        } else {
            add_word(w, name->words[i], false);
        }
    }
    return any;
}

static void add_name(struct making *m, size_t number, const struct link_name *name)
{
    struct words w = { .n = 0 };
    size_t shorts = 0;

    for (size_t i = 0; i < name->n; i++)
        add_word(&w, name->words[i], false);
    add_reading(m, number, &w);
    for (size_t i = 0; i < name->n; i++)
        for (size_t form = 0; form < FORMS && write_out(m, name, i, form, &w); form++) {
            add_reading(m, number, &w);
            shorts += form == 0;
        }
    if (shorts > 1 && write_out(m, name, LINK_NONE, 0, &w))
        add_reading(m, number, &w);
}

/* ---- entries ---- */

static struct lookup_entry *add_entry(struct making *m, size_t reading, size_t word, size_t n, const char *folded)
{
    struct link_lookup *l = m->l;

    l->entries = more(m->arena, l->entries, l->n_entries, &m->room_entries, sizeof *l->entries);
    l->entries[l->n_entries] = (struct lookup_entry){
        .stem = stem_of(m->arena, folded), .folded = folded, .reading = reading, .word = word, .n = n
    };
    return &l->entries[l->n_entries++];
}

/* What the word is a kind of: "vehicle" finds the column "car". */
static void add_broader(struct making *m, size_t reading, size_t word)
{
    const struct lookup_reading *r = &m->l->readings[reading];
    struct related related[RELATED];
    size_t n = r->written_out[word] ? 0 : wordnet_related(r->stems[word], related, RELATED);

    for (size_t i = 0; i < n; i++)
        if (related[i].relation == RELATION_BROADER) {
            struct lookup_entry *e = add_entry(m, reading, word, 1, r->words[word]);
            e->stem = related[i].stem;
            e->broader = true;
        }
}

static const char *together(struct making *m, const struct lookup_reading *r, size_t from, size_t n)
{
    char *joined;
    size_t bytes = 0, at = 0;

    for (size_t i = from; i < from + n; i++)
        bytes += strlen(r->words[i]);
    joined = arena_alloc(m->arena, bytes + 1);
    for (size_t i = from; i < from + n; i++) {
        memcpy(joined + at, r->words[i], strlen(r->words[i]));
        at += strlen(r->words[i]);
    }
    return joined;
}

static void add_entries(struct making *m)
{
    for (size_t k = 0; k < m->l->n_readings; k++) {
        const struct lookup_reading *r = &m->l->readings[k];
        for (size_t i = 0; i < r->n; i++) {
            add_entry(m, k, i, 1, r->words[i]);
            add_broader(m, k, i);
        }
        for (size_t i = 0; i + 1 < r->n; i++)
            add_entry(m, k, i, 2, together(m, r, i, 2));
        if (r->n > 2)
            add_entry(m, k, 0, r->n, together(m, r, 0, r->n));
    }
}

static int by_stem(const void *x, const void *y)
{
    const struct lookup_entry *a = x, *b = y;
    int order = strcmp(a->stem, b->stem);

    if (order != 0)
        return order;
    if (a->reading != b->reading)
        return a->reading < b->reading ? -1 : 1;
    return a->word != b->word ? (a->word < b->word ? -1 : 1) : a->n < b->n ? -1 : a->n > b->n;
}

/* Behind the entries that have the stem of entry `from`. */
static size_t lookup_end(const struct link_lookup *l, size_t from)
{
    size_t low = from, high = l->n_entries;

    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (strcmp(l->entries[middle].stem, l->entries[from].stem) <= 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* A word's weight: the logarithm of one by the share of names that have it, the same for all entries of a stem. */
static void weigh_stem(struct making *m, size_t from, size_t n, float **weights)
{
    const struct link_lookup *l = m->l;
    size_t names = m->schema->n_tables + m->schema->n_columns, having = 0, last = LINK_NONE;
    float weight;

    for (size_t e = from; e < from + n; e++) {
        size_t name = l->readings[l->entries[e].reading].name;
        having += !l->entries[e].broader && name != last;
        last = l->entries[e].broader ? last : name;
    }
    weight = (float)log(1.5 + (double)names / (double)(having ? having : 1));
    for (size_t i = from; i < from + n; i++) {
        const struct lookup_entry *e = &l->entries[i];
        if (!e->broader && e->n == 1)
            weights[e->reading][e->word] =
                lexicon_stop(l->readings[e->reading].words[e->word]) ? weight * 0.2F : weight;
    }
}

/* One pass over the entries, as a stem may be in all names. */
static void weigh(struct making *m)
{
    struct link_lookup *l = m->l;
    float **weights = arena_array(m->arena, l->n_readings, sizeof *weights);

    for (size_t k = 0; k < l->n_readings; k++)
        l->readings[k].weights = weights[k] = arena_array(m->arena, l->readings[k].n, sizeof **weights);
    for (size_t i = 0, n; i < l->n_entries; i += n) {
        n = lookup_end(l, i) - i;
        weigh_stem(m, i, n, weights);
    }
    for (size_t k = 0; k < l->n_readings; k++)
        for (size_t i = 0; i < l->readings[k].n; i++)
            l->readings[k].weight += l->readings[k].weights[i];
}

struct link_lookup *link_lookup_new(const struct link_schema *s, struct arena *a)
{
    struct making m = { .arena = a, .schema = s, .l = arena_alloc(a, sizeof *m.l) };

    for (size_t i = 0; i < s->n_tables; i++)
        add_name(&m, i, &s->tables[i].name);
    for (size_t i = 0; i < s->n_columns; i++)
        add_name(&m, s->n_tables + i, &s->columns[i].name);
    add_entries(&m);
    if (m.l->n_entries > 0)
        qsort(m.l->entries, m.l->n_entries, sizeof *m.l->entries, by_stem);
    weigh(&m);
    return m.l;
}

size_t lookup_from(const struct link_lookup *l, const char *p, size_t n)
{
    size_t low = 0, high = l->n_entries;

    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (strncmp(l->entries[middle].stem, p, n) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

size_t lookup_find(const struct link_lookup *l, const char *stem, size_t *ret_n)
{
    size_t from = lookup_from(l, stem, strlen(stem));
    bool found = from < l->n_entries && strcmp(l->entries[from].stem, stem) == 0;

    *ret_n = found ? lookup_end(l, from) - from : 0;
    return from;
}
