/* values_build.c - the index made: each value cut into words once, hashes collected, sorted by radix. */
#include "base/arena.h"
#include "base/limits.h"
#include "base/mix.h"
#include "base/str.h"
#include "link/schema_node.h"
#include "link/slip.h"
#include "link/stem.h"
#include "link/values_node.h"
#include "link/words_known.h"
#include <stdlib.h>
#include <string.h>

#define ENTRIES_ROOM 1024
#define SLIP_MOST 30
#define DIGIT_BITS 11 /* sorted by at once: three passes for 32 bits */

struct entries {
    struct entry *p;
    size_t n, room;
};

struct building {
    struct link_values *v;
    const struct schema *s;
    struct entries whole, parts;
    struct words_known known;
    size_t room_words;
};

static void *more(void *p, size_t *room, size_t size)
{
    void *grown;

    *room = *room ? *room * 2 : ENTRIES_ROOM;
    grown = realloc(p, *room * size);
    if (!grown)
        abort();
    return grown;
}

static void add_entry(struct entries *e, uint32_t hash, uint32_t value)
{
    if (e->n == e->room)
        e->p = more(e->p, &e->room, sizeof *e->p);
    e->p[e->n++] = (struct entry){ hash, value };
}

/* By hash; equal ones stay in their order, which is that of the values. */
static void sort_entries(struct entries *e)
{
    struct entry *other = malloc((e->n + 1) * sizeof *other), *from = e->p, *to = other;

    if (!other)
        abort();
    for (unsigned shift = 0; shift < 32; shift += DIGIT_BITS) {
        size_t places[(1 << DIGIT_BITS) + 1] = { 0 };
        struct entry *swap = from;
        for (size_t i = 0; i < e->n; i++)
            places[(from[i].hash >> shift & ((1 << DIGIT_BITS) - 1)) + 1]++;
        for (size_t d = 0; d < 1 << DIGIT_BITS; d++)
            places[d + 1] += places[d];
        for (size_t i = 0; i < e->n; i++)
            to[places[from[i].hash >> shift & ((1 << DIGIT_BITS) - 1)]++] = from[i];
        from = to;
        to = swap;
    }
    if (from != e->p && e->n > 0)
        memcpy(e->p, from, e->n * sizeof *e->p);
    free(other);
}

/* ---- words of a value ---- */

void value_words_add(struct value_words *w, const char *folded)
{
    size_t n = strlen(folded);

    if (w->n == LINK_VALUE_WORDS || n == 0 || n >= TEXT_WORD_BYTES) {
        w->more = w->more || n > 0;
        return;
    }
    memcpy(w->folded[w->n], folded, n + 1);
    memcpy(w->stems[w->n], folded, n);
    n = text_stem(w->stems[w->n], n);
    w->stems[w->n++][n] = 0;
}

void value_words_of(struct value_words *w, const char *p, size_t n)
{
    char word[TEXT_WORD_BYTES];
    size_t at = 0, bytes;

    w->n = 0;
    w->more = false;
    while (!w->more && (bytes = text_word(p, n, &at, word)) > 0) {
        word[bytes < TEXT_WORD_BYTES ? bytes : TEXT_WORD_BYTES - 1] = 0;
        value_words_add(w, word);
    }
}

static uint32_t hash_joined(char (*words)[TEXT_WORD_BYTES], size_t n)
{
    char joined[LINK_VALUE_WORDS * TEXT_WORD_BYTES];
    size_t bytes = 0;

    for (size_t i = 0; i < n; i++) {
        size_t len = strlen(words[i]);
        memcpy(joined + bytes, words[i], len);
        bytes += len;
    }
    return mix_hash(joined, bytes);
}

uint32_t value_hash_letters(struct value_words *w)
{
    return hash_joined(w->folded, w->n);
}

uint32_t value_hash_stems(struct value_words *w)
{
    return hash_joined(w->stems, w->n);
}

/* ---- the index ---- */

/* What a text comes to: its words together, as they are and as stems, and the stem of each. */
struct joined {
    char letters[LINK_VALUE_WORDS * TEXT_WORD_BYTES], stems[LINK_VALUE_WORDS * TEXT_WORD_BYTES];
    size_t letters_n, stems_n;
    uint32_t hashes[LINK_VALUE_WORDS]; /* of the stems */
    size_t n;
    bool more, same; /* there are more words; all are their own stems */
};

static bool has_hash(const struct joined *j, uint32_t hash)
{
    for (size_t i = 0; i < j->n; i++)
        if (j->hashes[i] == hash)
            return true;
    return false;
}

/* A word that is seen for the first time, as questions may mistype it: letters alone, as they stand in the text. */
static void note_word(struct building *b, const char *from, const char *word, size_t n)
{
    struct link_values *v = b->v;

    if (n < SLIP_LEAST || n > SLIP_MOST)
        return;
    for (size_t i = 0; i < n; i++)
        if (word[i] < 'a' || word[i] > 'z' || (from[i] | 0x20) != word[i])
            return;
    if (v->n_words == b->room_words)
        v->words = more(v->words, &b->room_words, sizeof *v->words);
    v->words[v->n_words++] = (struct indexed_word){ (uint32_t)(from - b->s->texts.p), (uint8_t)n, word[0] };
}

/* The words of a text at p, which is among the schema's. */
static void join_words(struct building *b, const char *p, size_t n, struct joined *j)
{
    char word[TEXT_WORD_BYTES];
    size_t at = 0, bytes, places = 0, before = 0;

    j->letters_n = j->stems_n = j->n = 0;
    j->more = false;
    j->same = true;
    for (; (bytes = text_word(p, n, &at, word)) > 0; before = at) {
        struct word_stem stem;
        if (places++ == LINK_VALUE_WORDS) {
            j->more = true;
            return;
        }
        stem = word_stem_of(&b->known, word, bytes, mix_hash(word, bytes));
        memcpy(j->letters + j->letters_n, word, bytes);
        memcpy(j->stems + j->stems_n, stem.p, stem.n);
        j->letters_n += bytes;
        j->stems_n += stem.n;
        j->same = j->same && stem.is_word;
        if (stem.is_new && at - before >= bytes)
            note_word(b, p + at - bytes, word, bytes);
        if (!has_hash(j, stem.hash))
            j->hashes[j->n++] = stem.hash;
    }
    j->n = places == 1 ? 0 : j->n; /* the whole says it */
}

static void index_text(struct building *b, uint32_t value, const char *p, size_t n)
{
    struct joined j;

    join_words(b, p, n, &j);
    if (!j.more && j.letters_n > 0) {
        add_entry(&b->whole, mix_hash(j.letters, j.letters_n), value);
        if (!j.same)
            add_entry(&b->whole, mix_hash(j.stems, j.stems_n), value);
    }
    for (size_t i = 0; i < j.n && b->parts.n < LINK_VALUE_PARTS; i++)
        add_entry(&b->parts, j.hashes[i], value);
}

static void index_values(struct building *b)
{
    const struct schema *s = b->s;
    uint32_t next = 0;

    for (size_t c = 0; c < s->open.n_columns; c++) {
        const struct column_values *load = &s->load[c];
        b->v->first[c] = next;
        for (size_t i = 0; i < load->n; i++, next++) {
            const struct kept_value *v = &load->values[i];
            b->v->values[next] = (struct indexed_value){ .at = v->at, .n = v->n, .cut = v->cut, .rows = v->rows };
            if (!column_is_number(s->columns[c].type) && s->columns[c].type != COLUMN_BOOLEAN)
                index_text(b, next, s->texts.p + v->at, v->n);
        }
    }
    b->v->first[s->open.n_columns] = next;
}

/* The bits of a number, ordered as numbers are. */
static uint64_t number_order(double number)
{
    uint64_t bits;

    number += 0.0; /* -0 is 0 */
    memcpy(&bits, &number, sizeof bits);
    return bits >> 63 ? ~bits : bits | UINT64_C(1) << 63;
}

/* By number; equal ones stay in their order, which is that of the columns. */
static struct indexed_number *sort_numbers(struct indexed_number *from, size_t n)
{
    struct indexed_number *to = malloc((n + 1) * sizeof *to), *swap;

    if (!to)
        abort();
    for (unsigned shift = 0; shift < 64; shift += DIGIT_BITS) {
        size_t places[(1 << DIGIT_BITS) + 1] = { 0 };
        for (size_t i = 0; i < n; i++)
            places[(number_order(from[i].number) >> shift & ((1 << DIGIT_BITS) - 1)) + 1]++;
        for (size_t d = 0; d < 1 << DIGIT_BITS; d++)
            places[d + 1] += places[d];
        for (size_t i = 0; i < n; i++)
            to[places[number_order(from[i].number) >> shift & ((1 << DIGIT_BITS) - 1)]++] = from[i];
        swap = from;
        from = to;
        to = swap;
    }
    free(to);
    return from;
}

static void index_numbers(struct building *b)
{
    const struct schema *s = b->s;
    size_t room = 0, n = 0;
    struct indexed_number *numbers = NULL;

    for (size_t c = 0; c < s->open.n_columns; c++)
        for (size_t i = 0; column_is_number(s->columns[c].type) && i < s->load[c].n; i++) {
            const struct kept_value *v = &s->load[c].values[i];
            double number;
            if (!value_number(s->texts.p + v->at, v->n, &number))
                continue;
            if (n == room)
                numbers = more(numbers, &room, sizeof *numbers);
            numbers[n++] = (struct indexed_number){ number, (uint32_t)c };
        }
    b->v->numbers = sort_numbers(numbers, n);
    b->v->n_numbers = n;
}

/* ---- words for slips ---- */

static int by_letter(const void *x, const void *y)
{
    const struct indexed_word *a = x, *b = y;

    if (a->first != b->first)
        return a->first < b->first ? -1 : 1;
    if (a->n != b->n)
        return a->n < b->n ? -1 : 1;
    return a->at < b->at ? -1 : a->at > b->at;
}

struct link_values *link_values_new(struct schema *s)
{
    struct link_values *v = calloc(1, sizeof *v);
    struct building *b = calloc(1, sizeof *b);

    if (!v || !b)
        abort();
    b->v = v;
    b->s = s;
    b->whole.p = more(NULL, &b->whole.room, sizeof *b->whole.p);
    b->parts.p = more(NULL, &b->parts.room, sizeof *b->parts.p);
    v->n_columns = s->open.n_columns;
    v->first = calloc(v->n_columns + 1, sizeof *v->first);
    v->values = calloc(s->n_values + 1, sizeof *v->values);
    if (!v->first || !v->values)
        abort();
    index_values(b);
    index_numbers(b);
    sort_entries(&b->whole);
    sort_entries(&b->parts);
    v->texts = s->texts.p;
    v->text_bytes = s->texts.n;
    s->texts = (struct value_texts){ 0 };
    if (v->n_words > 0)
        qsort(v->words, v->n_words, sizeof *v->words, by_letter);
    v->whole = b->whole.p;
    v->n_whole = b->whole.n;
    v->parts = b->parts.p;
    v->n_parts = b->parts.n;
    words_known_done(&b->known);
    free(b);
    return v;
}

void link_values_free(struct link_values *v)
{
    if (!v)
        return;
    free(v->first);
    free(v->values);
    free(v->texts);
    free(v->whole);
    free(v->parts);
    free(v->numbers);
    free(v->words);
    free(v);
}

size_t link_values_bytes(const struct link_values *v)
{
    return sizeof *v + (v->n_columns + 1) * sizeof *v->first +
           (v->n_columns > 0 ? v->first[v->n_columns] : 0) * sizeof *v->values + v->text_bytes +
           (v->n_whole + v->n_parts) * sizeof *v->whole + v->n_numbers * sizeof *v->numbers +
           v->n_words * sizeof *v->words;
}
