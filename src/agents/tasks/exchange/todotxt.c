/* todotxt.c - a line is cut at its blanks, and each word decides for itself what it is. */
#include "agents/tasks/exchange/todotxt.h"
#include "agents/tasks/exchange/draft.h"
#include "agents/tasks/exchange/todotxt_words.h"
#include "base/arena.h"
#include "base/json.h"
#include "base/limits.h"
#include "base/str.h"
#include "base/timefmt.h"
#include "base/zone/zone.h"
#include <string.h>

#define WEEKDAYS 0x3eu /* Monday to Friday */

enum word_kind { WORD_PLAIN, WORD_TAG, WORD_TAKEN };

struct sorted {
    struct todotxt_word word;
    enum word_kind kind;
};

struct line {
    struct intake *in;
    struct draft *draft;
    struct sorted *words;
    size_t n, room;
    size_t lower, from_done; /* of all lines: priorities below C, and rules that count from when a task is done */
};

static void take_day(const struct line *l, int64_t day, int64_t *ret_us)
{
    struct draft_time m = { .kind = DRAFT_DAY, .day = day };

    *ret_us = draft_time_us(&m, l->in->wall->zone);
}

static bool take_priority(struct line *l, char letter)
{
    if (letter < 'A' || letter > 'Z' || l->draft->priority)
        return false;
    l->draft->priority = letter == 'A' ? "high" : letter == 'B' ? "medium" : "low";
    l->lower += letter > 'C';
    return true;
}

/* "2w", "+1m", "1b": how often it comes back; with a plus from the day it is due, else from the day it is done. */
static bool read_rec(const char *p, size_t n, struct repeat *ret)
{
    int every = 0;

    if (n > 0 && *p == '+')
        p++, n--;
    for (; n > 0 && str_is_digit(*p) && every < 1000; p++, n--)
        every = every * 10 + (*p - '0');
    if (n != 1 || every < 1 || every > 999)
        return false;
    *ret = (struct repeat){ .interval = every };
    switch (*p) {
    case 'd':
        ret->unit = REPEAT_DAYS;
        return true;
    case 'w':
        ret->unit = REPEAT_WEEKS;
        return true;
    case 'm':
        ret->unit = REPEAT_MONTHS;
        return true;
    case 'y':
        ret->unit = REPEAT_YEARS;
        return true;
    case 'b':
        ret->unit = REPEAT_WEEKS;
        ret->weekdays = WEEKDAYS;
        return every == 1;
    default:
        return false;
    }
}

static int hex_of(char c)
{
    return str_is_digit(c) ? c - '0' : c >= 'A' && c <= 'F' ? c - 'A' + 10 : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* "%20" is a blank; false when the text is not so written. */
static bool read_desc(struct draft *d, const char *p, size_t n)
{
    struct buf text CLEANUP(buf_done) = BUF(TASK_LINE_BYTES);

    for (size_t i = 0; i < n; i++) {
        if (p[i] != '%') {
            buf_addc(&text, p[i]);
            continue;
        }
        if (i + 2 >= n || hex_of(p[i + 1]) < 0 || hex_of(p[i + 2]) < 0)
            return false;
        buf_addc(&text, (char)(hex_of(p[i + 1]) * 16 + hex_of(p[i + 2])));
        i += 2;
    }
    if (!str_is_utf8(text.p, text.n) || memchr(text.p, '\0', text.n))
        return false;
    buf_add(&d->text, text.p, text.n);
    return true;
}

static bool take_zone(const struct line *l, const char *p, size_t n)
{
    const char *name = arena_dup(l->in->arena, p, n);
    const struct zone *zone = n <= TASK_ZONE_CHARS ? l->in->wall->by_name(name) : NULL;

    if (!zone)
        return false;
    l->draft->zone = zone;
    l->draft->zone_name = name;
    return true;
}

/* A date that cannot be read is worth a word; anything else with a colon may be whatever its writer likes. */
static bool take_value(struct line *l, const char *key, const char *p, size_t n)
{
    struct draft *d = l->draft;
    bool is_taken;

    if (strcmp(key, "pri") == 0)
        return n == 1 && take_priority(l, *p);
    if (strcmp(key, "desc") == 0)
        return read_desc(d, p, n);
    if (strcmp(key, "tz") == 0)
        return take_zone(l, p, n);
    if (strcmp(key, "rec") == 0 || strcmp(key, "rrule") == 0) {
        is_taken = !d->repeats && (key[1] == 'e' ? read_rec(p, n, &d->repeat) : repeat_read(p, n, &d->repeat));
        d->repeats |= is_taken;
        l->from_done += is_taken && key[1] == 'e' && *p != '+';
        if (!is_taken)
            intake_note(l->in, d->line, "how it repeats cannot be read; it stays in the title");
        return is_taken;
    }
    if (strcmp(key, "due") == 0 || strcmp(key, "remind") == 0) {
        struct draft_time *to = *key == 'd' ? &d->due : &d->remind;
        is_taken = to->kind == DRAFT_NONE && draft_time_read(p, n, to);
        if (!is_taken)
            intake_note(l->in, d->line, "the date cannot be read; it stays in the title");
        return is_taken;
    }
    return false;
}

static bool is_key_value(struct line *l, const struct todotxt_word *w)
{
    const char *key = todotxt_key(w);
    size_t n = key ? strlen(key) : 0;

    return key && take_value(l, key, w->p + n + 1, w->n - n - 1);
}

/* Cuts the rest of the line at its blanks. */
static void cut_words(struct line *l, const char *p, const char *end)
{
    struct todotxt_word word;

    l->n = 0;
    while (todotxt_next(&p, end, &word)) {
        if (l->n == l->room) {
            struct sorted *more = arena_array(l->in->arena, l->room = l->room ? 2 * l->room : 64, sizeof *more);
            if (l->n > 0)
                memcpy(more, l->words, l->n * sizeof *more);
            l->words = more;
        }
        l->words[l->n++] = (struct sorted){ word, WORD_PLAIN };
    }
}

/* How many words at the beginning are the title's: what the last word says, which is taken then. */
static size_t title_words(struct line *l)
{
    const struct todotxt_word *last = l->n > 0 ? &l->words[l->n - 1].word : NULL;
    const char *key = last ? todotxt_key(last) : NULL;
    size_t n = 0;

    if (!key || strcmp(key, TODOTXT_TITLE_WORDS) != 0)
        return 0;
    for (size_t i = strlen(key) + 1; i < last->n; i++) {
        if (!str_is_digit(last->p[i]) || n >= l->n)
            return 0;
        n = n * 10 + (size_t)(last->p[i] - '0');
    }
    if (n == 0 || n >= l->n)
        return 0;
    l->words[l->n - 1].kind = WORD_TAKEN;
    return n;
}

static void sort_words(struct line *l)
{
    for (size_t i = title_words(l); i < l->n && l->words[i].kind == WORD_PLAIN; i++) {
        const struct todotxt_word *w = &l->words[i].word;
        if (todotxt_is_tag(w)) {
            l->words[i].kind = WORD_TAG;
            draft_tag(l->draft, l->in, w->p + (*w->p == '+'), w->n - (*w->p == '+'));
        } else if (is_key_value(l, w)) {
            l->words[i].kind = WORD_TAKEN;
        }
    }
}

/* What is left for the title: blanks between its words stay as they were. */
static void join_title(struct line *l)
{
    size_t from = 0, to = l->n;
    const char *last = NULL;

    while (from < to && l->words[from].kind != WORD_PLAIN)
        from++;
    while (to > from && l->words[to - 1].kind != WORD_PLAIN)
        to--;
    for (; from < to; from++) {
        const struct todotxt_word *w = &l->words[from].word;
        if (l->words[from].kind == WORD_TAKEN) {
            last = NULL;
            continue;
        }
        if (last)
            buf_add(&l->draft->title, last, (size_t)(w->p - last));
        else if (l->draft->title.n > 0)
            buf_addc(&l->draft->title, ' ');
        buf_add(&l->draft->title, w->p, w->n);
        last = w->p + w->n;
    }
}

/* A day and the blank behind it. */
static const char *skip_day(const char *p, const char *end, int64_t *ret)
{
    if (end - p < 11 || !todotxt_is_blank(p[10]) || !date_read(p, 10, ret))
        return p;
    return todotxt_skip_blanks(p + 10, end);
}

static const char *skip_priority(struct line *l, const char *p, const char *end)
{
    if (end - p < 4 || p[0] != '(' || p[2] != ')' || !todotxt_is_blank(p[3]) || !take_priority(l, p[1]))
        return p;
    return todotxt_skip_blanks(p + 3, end);
}

/* What stands in front of the words. */
static const char *read_head(struct line *l, const char *p, const char *end)
{
    struct draft *d = l->draft;
    const char *next;
    int64_t day;

    if (end - p > 2 && p[0] == 'x' && todotxt_is_blank(p[1])) {
        d->is_done = true;
        p = skip_priority(l, todotxt_skip_blanks(p + 1, end), end);
        next = skip_day(p, end, &day);
        if (next != p)
            take_day(l, day, &d->completed_us);
        p = next;
    } else {
        p = skip_priority(l, p, end);
    }
    next = skip_day(p, end, &day);
    if (next != p && (!d->is_done || d->completed_us != NO_TIME))
        take_day(l, day, &d->created_us);
    return next;
}

static int read_line(struct line *l, const char *p, const char *end, struct err *err)
{
    cut_words(l, read_head(l, p, end), end);
    sort_words(l);
    join_title(l);
    if (l->draft->title.n == 0)
        for (size_t i = 0; i < l->n; i++) /* a line of tags alone is called by them */
            if (l->words[i].kind == WORD_TAG)
                buf_addf(&l->draft->title, "%s%.*s", l->draft->title.n > 0 ? " " : "", (int)l->words[i].word.n,
                         l->words[i].word.p);
    return draft_take(l->draft, l->in, err);
}

int todotxt_read(struct intake *in, const char *p, size_t n, struct err *err)
{
    struct draft d CLEANUP(draft_done);
    struct line l = { .in = in, .draft = &d };
    const char *end = p + n;
    int status = 0;

    draft_init(&d);
    for (size_t number = 1; p < end && status == 0; number++) {
        const char *stop = memchr(p, '\n', (size_t)(end - p)), *last = stop ? stop : end, *first;
        size_t left;
        if (last - p > (ptrdiff_t)TASK_LINE_BYTES)
            return intake_refuse(number, "it is too long", err);
        first = str_trim(p, (size_t)(last - p), &left);
        if (left > 0) {
            draft_begin(&d, in, number);
            status = read_line(&l, first, first + left, err);
        }
        p = stop ? stop + 1 : end;
    }
    if (l.lower > 0)
        intake_tell(in, "%zu %s below C and %s low now.", l.lower, l.lower == 1 ? "priority was" : "priorities were",
                    l.lower == 1 ? "is" : "are");
    if (l.from_done > 0)
        intake_tell(in, "%zu %s from the day on which the task was done (rec: without +); here %s the day it is due.",
                    l.from_done, l.from_done == 1 ? "rule counted" : "rules counted",
                    l.from_done == 1 ? "it counts from" : "they count from");
    return status;
}
