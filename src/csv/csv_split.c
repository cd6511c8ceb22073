/* csv_split.c - bit masks of a stretch of text, made by the widest instructions the processor has. */
#include "csv/csv_split.h"
#include "base/limits.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>
#if defined(__x86_64__)
#include <immintrin.h>
#endif

#define WINDOW 64  /* bytes of a mask */
#define STRETCH 64 /* masks made at a time */
#define NOWHERE SIZE_MAX

struct split {
    const char *text;
    size_t end;    /* no special byte is reported from here on */
    size_t at;     /* where the masks begin; a multiple of WINDOW */
    size_t window; /* the one that bits belongs to */
    uint64_t bits; /* those of it that were not taken yet */
    size_t next;   /* the record that bits stands before */
    char separator, quote;
    void (*mark)(const char *p, char separator, char quote, uint64_t masks[static STRETCH]);
    uint64_t masks[STRETCH];
};

/* ---- masks ---- */

#if defined(__x86_64__)
static uint64_t mask_16(const char *p, __m128i separator, __m128i quote)
{
    const __m128i line = _mm_set1_epi8('\n');
    __m128i v = _mm_loadu_si128((const __m128i *)p);
    __m128i hit =
        _mm_or_si128(_mm_or_si128(_mm_cmpeq_epi8(v, separator), _mm_cmpeq_epi8(v, line)), _mm_cmpeq_epi8(v, quote));

    return (uint64_t)(uint32_t)_mm_movemask_epi8(hit);
}

static void mark_plain(const char *p, char separator, char quote, uint64_t masks[static STRETCH])
{
    const __m128i s = _mm_set1_epi8(separator), q = _mm_set1_epi8(quote);

    for (size_t i = 0; i < STRETCH; i++, p += WINDOW)
        masks[i] =
            mask_16(p, s, q) | mask_16(p + 16, s, q) << 16 | mask_16(p + 32, s, q) << 32 | mask_16(p + 48, s, q) << 48;
}

__attribute__((target("avx2"))) static uint64_t mask_32(const char *p, __m256i separator, __m256i quote)
{
    const __m256i line = _mm256_set1_epi8('\n');
    __m256i v = _mm256_loadu_si256((const __m256i *)p);
    __m256i hit = _mm256_or_si256(_mm256_or_si256(_mm256_cmpeq_epi8(v, separator), _mm256_cmpeq_epi8(v, line)),
                                  _mm256_cmpeq_epi8(v, quote));

    return (uint64_t)(uint32_t)_mm256_movemask_epi8(hit);
}

__attribute__((target("avx2"))) static void mark_wide(const char *p, char separator, char quote,
                                                      uint64_t masks[static STRETCH])
{
    const __m256i s = _mm256_set1_epi8(separator), q = _mm256_set1_epi8(quote);

    for (size_t i = 0; i < STRETCH; i++, p += WINDOW)
        masks[i] = mask_32(p, s, q) | mask_32(p + 32, s, q) << 32;
}

static void (*best_mark(void))(const char *, char, char, uint64_t[static STRETCH])
{
    return __builtin_cpu_supports("avx2") ? mark_wide : mark_plain;
}
#else
static void mark_plain(const char *p, char separator, char quote, uint64_t masks[static STRETCH])
{
    for (size_t i = 0; i < STRETCH; i++, p += WINDOW) {
        masks[i] = 0;
        for (size_t k = 0; k < WINDOW; k++)
            masks[i] |= (uint64_t)(p[k] == separator || p[k] == '\n' || p[k] == quote) << k;
    }
}

static void (*best_mark(void))(const char *, char, char, uint64_t[static STRETCH])
{
    return mark_plain;
}
#endif

struct split *split_new(const char *text, size_t n, size_t end, char separator, bool quotes)
{
    struct split *s;

    assert(end <= n);
    if (end + STRETCH * WINDOW > n) /* a stretch is looked at whole */
        end = n > STRETCH * WINDOW ? n - STRETCH * WINDOW : 0;
    if (end == 0)
        return NULL;
    s = malloc(sizeof *s);
    if (!s)
        abort();
    *s = (struct split){ .text = text, .end = end, .separator = separator, .at = NOWHERE, .next = NOWHERE };
    s->quote = quotes ? '"' : separator;
    s->mark = best_mark();
    return s;
}

void split_free(struct split *s)
{
    free(s);
}

/* ---- special bytes ---- */

static void load_stretch(struct split *s, size_t window)
{
    s->at = window;
    s->mark(s->text + s->at, s->separator, s->quote, s->masks);
}

/* The next special byte taken will be the first at or behind `at`. */
static void seek(struct split *s, size_t at)
{
    size_t window = at / WINDOW * WINDOW;

    if (s->at == NOWHERE || window < s->at || window >= s->at + STRETCH * WINDOW)
        load_stretch(s, window);
    s->window = window;
    s->bits = s->masks[(window - s->at) / WINDOW] & (~0ULL << (at % WINDOW));
}

/* Where the next special byte is; NOWHERE from the end on. */
static inline size_t next_special(struct split *s)
{
    size_t place;

    while (s->bits == 0) {
        s->window += WINDOW;
        if (s->window >= s->end)
            return NOWHERE;
        if (s->window == s->at + STRETCH * WINDOW)
            load_stretch(s, s->window);
        s->bits = s->masks[(s->window - s->at) / WINDOW];
    }
    place = s->window + (size_t)__builtin_ctzll(s->bits);
    s->bits &= s->bits - 1;
    return place < s->end ? place : NOWHERE;
}

/* ---- records ---- */

/* The quoted cell whose first quote was just taken at `open`; returns the special byte that ends it (a separator or a
 * line end), or NOWHERE when it is not plain. */
static size_t take_quoted(struct split *s, size_t open, struct csv_span *ret)
{
    const char *text = s->text;
    bool doubled = false;

    for (;;) {
        size_t place = next_special(s), after;
        if (place == NOWHERE || text[place] == '\n')
            return NOWHERE;
        if (text[place] != '"')
            continue;
        after = place + 1;
        if (text[after] == '"') {
            doubled = true;
            next_special(s);
            continue;
        }
        after += text[after] == '\r' && text[after + 1] == '\n';
        if (text[after] != s->separator && text[after] != '\n')
            return NOWHERE;
        *ret = (struct csv_span){ .p = text + open + 1, .n = (uint32_t)(place - open - 1), .doubled = doubled };
        return place - open > DATA_CELL_BYTES ? NOWHERE : next_special(s);
    }
}

bool split_record(struct split *s, size_t at, size_t n, struct csv_span *cells, size_t stride, size_t *ret_next)
{
    const char *text = s->text;
    bool content = false;
    size_t from = at;

    if (at >= s->end)
        return false;
    if (at != s->next)
        seek(s, at);
    s->next = NOWHERE;
    for (size_t i = 0; i < n; i++) {
        struct csv_span *cell = &cells[i * stride];
        size_t place = next_special(s);

        if (place == NOWHERE)
            return false;
        if (text[place] == '"' && s->quote == '"') {
            if (place != from)
                return false;
            place = take_quoted(s, from, cell);
            if (place == NOWHERE)
                return false;
        } else {
            size_t len = place - from;
            if (text[place] == '\n' && len > 0 && text[place - 1] == '\r')
                len--;
            if (len > DATA_CELL_BYTES)
                return false;
            *cell = (struct csv_span){ .p = text + from, .n = (uint32_t)len };
        }
        content |= cell->n > 0 && (unsigned char)*cell->p > ' ';
        from = place + 1;
        if ((text[place] == '\n') != (i + 1 == n))
            return false;
    }
    if (content)
        *ret_next = s->next = from;
    return content;
}
