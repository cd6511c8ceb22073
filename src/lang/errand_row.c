/* errand_row.c - several new tasks in what reads as one: "add milk, call Ann and pay the rent".
 *
 * They stand in a row between commas and "and", each a thing to do, a quotation, or something with a day of its own.
 * What was said before all of them ("tomorrow: ...") or behind the last ("..., both today") holds for each that says
 * nothing else; of a day it may say the time.
 */
#include "base/attrs.h"
#include "base/timefmt.h"
#include "lang/errand_parts.h"
#include <string.h>

#define ROW_SURE 0.93 /* how sure tasks are that something is said of together */

static bool is_separator(struct span s, size_t i)
{
    return i > 0 &&
           (word_mark(&s.w[i - 1]) == ',' || word_mark(&s.w[i - 1]) == ';' || phrase_word_is(&s.w[i], "and|+"));
}

static struct span until_separator(struct span s)
{
    size_t n = 1;

    while (n < s.n && !is_separator(s, n))
        n++;
    return (struct span){ s.w, n < s.n ? n : s.n };
}

/* The next piece of a list of tasks, from *at on. What is only said of it is a part of that, where another one follows
 * or a quotation stands before: "wash the dog, by Friday, and ...". */
static struct span next_piece(const struct reading *r, struct span s, size_t *at)
{
    size_t from = *at, to;

    while (from < s.n && phrase_word_is(&s.w[from], "and|then|also|add|plus|+"))
        from++;
    if (*at > 0 && from + 2 < s.n && phrase_word_is(&s.w[from], "to") && word_deed(&s.w[from + 1]) != DEED_NONE)
        from++; /* "remind me to ... and to ..." */
    to = from < s.n ? from + until_separator(span_from(s, from)).n : s.n;
    while (from < s.n && to < s.n && !phrase_word_is(&s.w[to], "and|+")) {
        struct span more = until_separator(span_from(s, to)), piece = { s.w + from, to - from };
        struct errand_set aside = { 0 };
        if (!slots_are_all(r, more, &aside) ||
            (!s.w[from].is_quoted && (to + more.n == s.n || slots_are_all(r, piece, &aside))))
            break;
        to += more.n;
    }
    *at = to;
    return (struct span){ s.w + from, from < s.n ? to - from : 0 };
}

/* "on Friday to feed the cat", "at 7 I must feed it": the verb behind the day. */
static struct span behind_when(const struct reading *r, struct span piece)
{
    struct errand_set aside = { 0 };
    size_t n = slot_words(&(struct slots){ .r = r, .set = &aside }, piece, WHERE_EDGE);
    struct span rest = span_from(piece, n);

    if (n == 0 || n + 2 > piece.n)
        return piece;
    if (span_begins(rest, "i|we must|should|will|'ll", &rest) ||
        span_begins(rest, "i|we have|need|got|want to", &rest) || span_begins(rest, "to", &rest) ||
        word_deed(rest.w) == DEED_SURE)
        return rest.n > 1 ? rest : piece;
    return piece;
}

/* A piece that is a task by itself: a quotation, or a verb with what it is done to. */
static bool is_thing_to_do(const struct reading *r, struct span piece)
{
    struct errand_set aside;

    if (piece.w->is_quoted)
        return piece.n == 1 || slots_are_all(r, span_from(piece, 1), &aside);
    piece = behind_when(r, piece);
    return piece.n > 1 && word_deed(piece.w) != DEED_NONE && !phrase_word_is(&piece.w[1], "it|that|this|them");
}

bool row_is(const struct reading *r, struct span s)
{
    size_t at = 0, pieces = 0, dated = 0, others = 0, quoted = 0, led = 0, undated = 0;
    struct errand_set aside;
    bool has_comma = false;

    for (size_t i = 0; i + 1 < s.n; i++)
        has_comma |= word_mark(&s.w[i]) == ',' || word_mark(&s.w[i]) == ';' ||
                     (phrase_word_is(&s.w[i], "and") && phrase_word_is(&s.w[i + 1], "also|then"));
    while (at < s.n && pieces + others <= ERRANDS) {
        struct span piece = next_piece(r, s, &at);
        bool is_deed, is_dated;
        if (piece.n == 0)
            continue;
        if (slots_are_all(r, piece, &aside) || phrase_word_is(piece.w, "or|nor|but"))
            return false; /* "every Sunday at 7, open up", "on Monday, or Tuesday at the latest" */
        if (others > 0 && pieces == 0 && phrase_word_is(piece.w, "bring|take|wear|pack"))
            return false; /* "meeting on Tuesday at 11, take the folder along": a part of what it is */
        is_deed = is_thing_to_do(r, piece);
        pieces += is_deed;
        others += !is_deed;
        is_dated = slots_end_dated(r, piece);
        dated += is_dated;
        undated += !is_deed && !is_dated;
        quoted += piece.w->is_quoted;
        led += pieces + others > 1 && is_deed && behind_when(r, piece).n < piece.n;
        if (!is_deed && (pieces + others > 1 || word_deed(piece.w) != DEED_NONE) && !is_dated)
            return false;
    }
    if (pieces + others < 2)
        return false;
    if (others > 1 || (others == 1 && pieces == 0)) /* "Lea on the 24th, Paul on the 25th" */
        return has_comma && undated == 0 && dated > 1;
    return has_comma || quoted == pieces + others || (others == 0 && (dated == pieces || led > 0));
}

/* "list for today: toner, coffee, call Ann": things may stand there by themselves, but not behind something to do, of
 * which they could be a part. */
bool row_listed(const struct reading *r, struct span s)
{
    size_t pieces = 0, deeds = 0;
    struct errand_set aside;
    bool has_comma = false; /* "dinner with Ann and Bob" is one */

    for (size_t i = 0; i + 1 < s.n; i++)
        has_comma |= word_mark(&s.w[i]) == ',' || word_mark(&s.w[i]) == ';';
    for (size_t at = 0; has_comma && at < s.n && pieces <= ERRANDS;) {
        struct span piece = next_piece(r, s, &at);
        bool is_deed = piece.n > 0 && is_thing_to_do(r, piece);
        if (piece.n == 0)
            continue;
        if (slots_are_all(r, piece, &aside) || phrase_word_is(piece.w, "or|nor|but") ||
            (deeds > 0 && !is_deed && !slots_end_dated(r, piece)))
            return false;
        deeds += is_deed;
        pieces++;
    }
    return pieces > 1 && pieces <= ERRANDS;
}

/* ---- what is said of all of them ---- */

/* "both today", "all for Friday", "separate items". */
static bool is_of_all(const struct reading *r, struct span s, struct errand_set *ret)
{
    struct span rest;

    *ret = (struct errand_set){ 0 };
    if (span_begins(s, "*as|in|two|three separate|individual|different tasks|items|entries|reminders|ones|things",
                    &rest))
        return rest.n == 0;
    return span_begins(s, "both|all|each *of|them|these|those|three|four|are|is|due", &rest) && rest.n > 0 &&
           slots_are_all(r, rest, ret);
}

/* How many words stand before what is said of all; s.n where nothing is. */
static size_t before_all(const struct reading *r, struct span s, struct errand_set *ret)
{
    for (size_t i = s.n; i-- > 2;)
        if (word_mark(&s.w[i - 1]) == ',' || word_is_dash(&s.w[i - 1]))
            return is_of_all(r, span_from(s, i + joint_words(span_from(s, i))), ret) ? i : s.n;
    return s.n;
}

/* Whether each is something to do, and none an order about tasks. */
static bool are_deeds(const struct reading *r, struct span s)
{
    size_t n = 0;

    for (size_t at = 0; at < s.n;) {
        struct span piece = next_piece(r, s, &at);
        struct clause c;
        if (piece.n == 0)
            continue;
        if (!is_thing_to_do(r, piece) || phrase_word_is(piece.w, "move|push|shift|postpone|put|set|make|change") ||
            !clause_read(r, piece, &c) || c.errand.kind != ERRAND_CREATE)
            return false;
        n++;
    }
    return n > 1;
}

bool row_of_all(const struct reading *r, struct span s, struct clause *ret)
{
    struct span row = lead_read(s).rest;
    struct errand_set all;
    size_t n = before_all(r, row, &all);

    if (n == row.n)
        return false;
    row.n = n;
    if (span_begins(row, "add|note", &row) && row.n == 0)
        return false;
    if (!are_deeds(r, row))
        return false;
    *ret = (struct clause){ .is_pointed = true, .is_row = true, .title = row, .ahead = all };
    ret->errand.confidence = ROW_SURE;
    ret->errand.said = span_text(r->a, s);
    return true;
}

/* ---- one of them ---- */

/* Where it only says at what time: then on the day that was said of all. */
static const char *on_day(const struct reading *r, struct span piece, const char *due, const char *day)
{
    struct clause then = { 0 };
    struct reading there = *r;
    struct civil now;
    int64_t days;

    if (!due || !strchr(due, 'T') || !day || !date_read(day, strlen(day), &days))
        return due;
    now = civil_from_us(days * DAY_US);
    there.now = &now;
    fill_create(&there, piece, ROW_SURE, false, &then);
    return then.errand.set.due && strncmp(then.errand.set.due, day, strlen(day)) == 0 ? then.errand.set.due : due;
}

void row_fill(const struct reading *r, struct span piece, double confidence, bool is_reminder,
              const struct errand_set *all, struct clause *ret)
{
    struct errand_set *set = &ret->errand.set;

    fill_create(r, piece, confidence, is_reminder, ret);
    if (set->due || !set->remind) {
        const char *due = on_day(r, piece, set->due, all->due);
        set->remind = set->remind && set->due && strcmp(set->remind, set->due) == 0 ? due : set->remind;
        set->due = due;
    }
    if (!set->due && !set->remind) {
        slots_set_once(&set->due, all->due);
        slots_set_once(&set->repeat, all->repeat);
        if (is_reminder && all->due && strchr(all->due, 'T'))
            set->remind = all->due;
    }
    slots_set_once(&set->priority, all->priority);
    for (size_t i = 0; i < all->n_tags && set->n_tags < TASK_TAGS; i++)
        set->tags[set->n_tags++] = all->tags[i];
}

size_t row_read(const struct reading *r, const struct clause *whole, struct clause *ret, size_t size)
{
    bool is_reminder = whole->rule && (whole->rule->flags & RULE_REMINDS);
    size_t n = 0;

    for (size_t at = 0; at < whole->title.n && n < size;) {
        struct span piece = next_piece(r, whole->title, &at);
        struct clause one = *whole;
        if (piece.n == 0)
            continue;
        row_fill(r, piece, whole->errand.confidence, is_reminder, &whole->ahead, &one);
        one.errand.said = whole->errand.said;
        if (one.errand.set.title)
            ret[n++] = one;
    }
    return n;
}
