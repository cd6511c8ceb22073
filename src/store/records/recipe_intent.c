/* recipe_intent.c - an intent read from left to right, and its words hashed into a vector.
 *
 * The vector counts words, pairs of neighbours and the groups of three letters in each word, every one added or
 * subtracted at a place that its hash chooses: with a few dozen words in RECIPE_VECTOR places that keeps likeness
 * (it is the "hashing trick"). Counts are whole numbers until the last step, so that the same text has the same bytes
 * everywhere. The hash is FNV-1a: vectors are stored, and must mean the same in years.
 */
#include "store/records/recipe_intent.h"
#include "base/arena.h"
#include "base/attrs.h"
#include "base/buf.h"
#include "base/json.h"
#include "base/str.h"
#include <ctype.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>

/* ---- what varies ---- */

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || (unsigned char)c >= 0x80 || c == '_';
}

static size_t blanks(const char *p)
{
    size_t n = 0;

    while (p[n] == ' ' || p[n] == '\t')
        n++;
    return n;
}

static size_t digits(const char *p)
{
    size_t n = 0;

    while (str_is_digit(p[n]))
        n++;
    return n;
}

/* Length of the word at p if it is one of the list, whatever its case; 0 otherwise. */
static size_t word_of(const char *p, const char *const *list, size_t n_list)
{
    size_t n = 0;

    while (is_word(p[n]))
        n++;
    for (size_t i = 0; i < n_list; i++)
        if (strlen(list[i]) == n && strncasecmp(p, list[i], n) == 0)
            return n;
    return 0;
}

static size_t year_at(const char *p)
{
    size_t n = digits(p);
    bool is = n == 4 && (strncmp(p, "19", 2) == 0 || strncmp(p, "20", 2) == 0);

    return is && !is_word(p[4]) ? 4 : 0;
}

/* 2024-03-05 or 2024-03. */
static size_t iso_at(const char *p)
{
    size_t n = 0;

    if (digits(p) != 4 || p[4] != '-' || digits(p + 5) != 2)
        return 0;
    n = 7;
    if (p[7] == '-' && digits(p + 8) == 2)
        n = 10;
    return is_word(p[n]) ? 0 : n;
}

/* Q1, Q1 2021, H2-2020, FY2021. */
static size_t quarter_at(const char *p)
{
    char c = (char)toupper((unsigned char)*p);
    size_t n = (c == 'Q' && p[1] >= '1' && p[1] <= '4') || (c == 'H' && (p[1] == '1' || p[1] == '2')) ? 2 : 0, gap;

    if (n == 0 && c == 'F' && toupper((unsigned char)p[1]) == 'Y' && year_at(p + 2))
        return 6;
    if (n == 0 || is_word(p[n]))
        return 0;
    gap = p[n] == '-' || p[n] == '/' ? 1 : blanks(p + n);
    return year_at(p + n + gap) ? n + gap + 4 : n;
}

/* March 2024, Mar 5, 2024; a month alone only when it is written as a name, as "may" and "march" are words too. */
static size_t month_at(const char *p)
{
    static const char *const names[] = { "january", "february", "march",     "april",   "may",      "june",
                                         "july",    "august",   "september", "october", "november", "december",
                                         "jan",     "feb",      "mar",       "apr",     "jun",      "jul",
                                         "aug",     "sep",      "sept",      "oct",     "nov",      "dec" };
    size_t n = word_of(p, names, COUNT_OF(names)), day, at;

    if (n == 0)
        return 0;
    at = n + blanks(p + n);
    day = digits(p + at);
    if ((day == 1 || day == 2) && !is_word(p[at + day])) {
        n = at + day;
        at = n + (p[n] == ',') + blanks(p + n + (p[n] == ','));
        return year_at(p + at) ? at + 4 : n;
    }
    if (year_at(p + at))
        return at + 4;
    return isupper((unsigned char)*p) ? n : 0;
}

/* last month, the past 3 years, yesterday. */
static size_t relative_at(const char *p)
{
    static const char *const whole[] = { "today", "yesterday", "tomorrow" };
    static const char *const which[] = { "last", "this", "previous", "past", "next", "current" };
    static const char *const units[] = { "day",    "days",    "week",     "weeks", "month",
                                         "months", "quarter", "quarters", "year",  "years" };
    size_t n = word_of(p, whole, COUNT_OF(whole)), unit;

    if (n > 0)
        return n;
    n = word_of(p, which, COUNT_OF(which));
    if (n == 0)
        return 0;
    n += blanks(p + n);
    if (digits(p + n) > 0) {
        n += digits(p + n);
        n += blanks(p + n);
    }
    unit = word_of(p + n, units, COUNT_OF(units));
    return unit ? n + unit : 0;
}

static size_t one_period(const char *p)
{
    size_t (*const readers[])(const char *) = { iso_at, quarter_at, month_at, relative_at, year_at };

    for (size_t i = 0; i < COUNT_OF(readers); i++) {
        size_t n = readers[i](p);
        if (n > 0)
            return n;
    }
    return 0;
}

/* A period, or two with "to" between them. */
static size_t period_at(const char *p)
{
    static const char *const joins[] = { "to", "until", "through", "till" };
    size_t n = one_period(p), at, join, more;

    if (n == 0)
        return 0;
    at = n + blanks(p + n);
    join = p[at] == '-' ? 1 : strncmp(p + at, "..", 2) == 0 ? 2 : word_of(p + at, joins, COUNT_OF(joins));
    if (join == 0)
        return n;
    at += join;
    at += blanks(p + at);
    more = one_period(p + at);
    return more ? at + more : n;
}

/* 5, 1,000.50, 12% */
static size_t number_at(const char *p)
{
    size_t n = digits(p);

    if (n == 0)
        return 0;
    while ((p[n] == ',' || p[n] == '.') && digits(p + n + 1) > 0)
        n += 1 + digits(p + n + 1);
    return n + (p[n] == '%');
}

/* What is in quotes, without them; *ret_whole is the length with them. */
static size_t quoted_at(const char *p, bool at_word, size_t *ret_whole)
{
    const char *end;

    if (*p != '"' && !(*p == '\'' && at_word))
        return 0;
    end = strchr(p + 1, *p);
    if (!end || end == p + 1 || is_word(end[1]))
        return 0;
    *ret_whole = (size_t)(end + 1 - p);
    return *ret_whole - 2;
}

/* The longest of the known values that stands at p. */
static size_t known_at(const char *p, const struct json *known)
{
    size_t longest = 0;

    for (size_t i = 0; i < json_len(known); i++) {
        size_t n;
        const char *text = json_text(json_at(known, i), &n);
        if (text && n > longest && strncmp(p, text, n) == 0 && !(is_word(text[n - 1]) && is_word(p[n])))
            longest = n;
    }
    return longest;
}

/* ---- the template ---- */

struct intent_reader {
    struct arena *a;
    struct buf *out;
    struct json *values;
    int periods, others;
};

/* The name that stands for the text: the one it has already, or a new one. False when there are too many. */
static bool put_blank(struct intent_reader *r, const char *text, size_t n, bool is_period)
{
    const char *name = NULL;

    for (size_t i = 0; i < json_len(r->values) && !name; i++) {
        size_t m;
        const char *had = json_text(json_at(r->values, i), &m);
        if (m == n && memcmp(had, text, n) == 0)
            name = json_key_at(r->values, i, NULL);
    }
    if (!name && json_len(r->values) == INTENT_VALUES)
        return false;
    if (!name) {
        int i = is_period ? ++r->periods : ++r->others;
        name = is_period && i == 1 ? "time_range" : arena_printf(r->a, is_period ? "time_range_%d" : "value_%d", i);
        json_set(r->a, r->values, name, json_strn(r->a, text, n));
    }
    buf_addf(r->out, "{%s}", name);
    return true;
}

/* What varies at p: how much of the text it takes, or 0. */
static size_t read_blank(struct intent_reader *r, const char *p, bool at_word, const struct json *known)
{
    size_t whole = 0, n = quoted_at(p, at_word, &whole);

    if (n > 0)
        return put_blank(r, p + 1, n, false) ? whole : 0;
    if (!at_word)
        return 0;
    n = known_at(p, known);
    if (n > 0)
        return put_blank(r, p, n, false) ? n : 0;
    n = period_at(p);
    if (n > 0)
        return put_blank(r, p, n, true) ? n : 0;
    n = number_at(p);
    return n > 0 && put_blank(r, p, n, false) ? n : 0;
}

static void make_template(struct intent_reader *r, const char *text, const struct json *known)
{
    for (const char *p = text; *p;) {
        size_t n = read_blank(r, p, p == text || !is_word(p[-1]), known);
        if (n == 0)
            buf_addc(r->out, *p == '{' ? '(' : *p == '}' ? ')' : *p);
        p += n ? n : 1;
    }
    if (json_len(r->values) == 0) {
        buf_adds(r->out, " in {data}");
        json_set(r->a, r->values, "data", NULL);
    }
}

/* ---- the vector ---- */

#define WEIGHT_WORD 4
#define WEIGHT_PAIR 2
#define WEIGHT_LETTERS 1

static uint64_t fnv(uint64_t h, const char *p, size_t n)
{
    for (size_t i = 0; i < n; i++)
        h = (h ^ (unsigned char)p[i]) * 0x100000001b3u;
    return h;
}

#define FNV_START 0xcbf29ce484222325u

static void count(int32_t counts[static RECIPE_VECTOR], uint64_t hash, int32_t weight)
{
    hash ^= hash >> 29; /* the low bits of FNV alone are weak */
    counts[hash % RECIPE_VECTOR] += hash >> 40 & 1 ? weight : -weight;
}

/* Words that say nothing about what is wanted. */
static bool is_filler(const char *p, size_t n)
{
    static const char *const fillers[] = { "a",  "an", "the", "of", "in", "for", "and", "with",
                                           "to", "on", "me",  "my", "is", "at",  "it",  "please" };

    for (size_t i = 0; i < COUNT_OF(fillers); i++)
        if (strlen(fillers[i]) == n && memcmp(fillers[i], p, n) == 0)
            return true;
    return false;
}

/* A blank counts as what it is, whatever its number. */
static size_t plain_length(const char *word, size_t n, bool is_blank)
{
    while (is_blank && n > 0 && (str_is_digit(word[n - 1]) || word[n - 1] == '_'))
        n--;
    return n;
}

static void count_word(int32_t counts[static RECIPE_VECTOR], const char *word, size_t n, bool is_blank,
                       uint64_t *before)
{
    uint64_t hash = fnv(FNV_START, word, plain_length(word, n, is_blank));

    if (is_filler(word, n))
        return;
    count(counts, hash, is_blank ? WEIGHT_LETTERS : WEIGHT_WORD);
    if (*before)
        count(counts, fnv(*before, (const char *)&hash, sizeof hash), WEIGHT_PAIR);
    for (size_t i = 0; !is_blank && i + 3 <= n; i++)
        count(counts, fnv(FNV_START ^ 3, word + i, 3), WEIGHT_LETTERS);
    *before = hash;
}

static void make_vector(struct arena *a, const char *template, float ret[static RECIPE_VECTOR])
{
    int32_t counts[RECIPE_VECTOR] = { 0 };
    const char *p = str_fold(a, template);
    uint64_t before = 0;
    double sum = 0;

    while (*p) {
        size_t n = 0;
        bool is_blank = *p == '{';
        p += is_blank;
        while (is_word(p[n]))
            n++;
        if (n > 0)
            count_word(counts, p, n, is_blank, &before);
        p += n ? n : *p != '\0';
    }
    for (size_t i = 0; i < RECIPE_VECTOR; i++)
        sum += (double)counts[i] * counts[i];
    for (size_t i = 0; i < RECIPE_VECTOR; i++)
        ret[i] = sum > 0 ? (float)(counts[i] / sqrt(sum)) : i == 0;
}

void intent_read(struct arena *a, const char *text, const struct json *known, struct intent *ret)
{
    struct buf out CLEANUP(buf_done) = BUF(RECIPE_BYTES);
    struct intent_reader r = { .a = a, .out = &out, .values = json_object(a) };

    make_template(&r, text, known);
    ret->template = arena_dup(a, out.p, out.n);
    ret->values = r.values;
    make_vector(a, ret->template, ret->vector);
}

double intent_likeness(const float a[static RECIPE_VECTOR], const float b[static RECIPE_VECTOR])
{
    double sum = 0;

    for (size_t i = 0; i < RECIPE_VECTOR; i++)
        sum += (double)a[i] * (double)b[i];
    return sum;
}
