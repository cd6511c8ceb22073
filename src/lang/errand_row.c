/* errand_row.c - several new tasks in what reads as one: "add milk, call Ann and pay the rent".
 *
 * They stand in a row between commas and "and", each a thing to do, a quotation, or something with a day of its own.
 * What was said before all of them ("tomorrow: ...") holds for each that says nothing else.
 */
#include "base/attrs.h"
#include "lang/errand_parts.h"
#include <string.h>

static bool is_separator(struct span s, size_t i)
{
    return i > 0 && (word_mark(&s.w[i - 1]) == ',' || word_mark(&s.w[i - 1]) == ';' || phrase_word_is(&s.w[i], "and"));
}

static struct span until_separator(struct span s)
{
    size_t n = 1;

    while (n < s.n && !is_separator(s, n))
        n++;
    return (struct span){ s.w, n < s.n ? n : s.n };
}

/* The next piece of a list of tasks, from *at on. Behind a quotation, what is only said of it is a part of that:
 * "'wash the dog', low priority". */
static struct span next_piece(const struct reading *r, struct span s, size_t *at)
{
    size_t from = *at, to;

    while (from < s.n && phrase_word_is(&s.w[from], "and|then|also|add|plus"))
        from++;
    to = from < s.n ? from + until_separator(span_from(s, from)).n : s.n;
    while (from < s.n && to < s.n && s.w[from].is_quoted && !phrase_word_is(&s.w[to], "and")) {
        struct span more = until_separator(span_from(s, to));
        struct errand_set aside = { 0 };
        if (!slots_are_all(r, more, &aside))
            break;
        to += more.n;
    }
    *at = to;
    return (struct span){ s.w + from, from < s.n ? to - from : 0 };
}

/* "on Friday to feed the cat": the verb behind the day. */
static struct span behind_when(const struct reading *r, struct span piece)
{
    struct errand_set aside = { 0 };
    size_t n = slot_words(&(struct slots){ .r = r, .set = &aside }, piece, WHERE_EDGE);

    return n > 0 && n + 2 < piece.n && phrase_word_is(&piece.w[n], "to") ? span_from(piece, n + 1) : piece;
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
    size_t at = 0, pieces = 0, dated = 0, others = 0, quoted = 0, led = 0;
    struct errand_set aside;
    bool has_comma = false;

    for (size_t i = 0; i + 1 < s.n; i++)
        has_comma |= word_mark(&s.w[i]) == ',' || word_mark(&s.w[i]) == ';';
    while (at < s.n && pieces + others <= ERRANDS) {
        struct span piece = next_piece(r, s, &at);
        bool is_deed, is_dated;
        if (piece.n == 0)
            continue;
        if (slots_are_all(r, piece, &aside) || phrase_word_is(piece.w, "or|nor|but"))
            return false; /* "every Sunday at 7, open up", "on Monday, or Tuesday at the latest" */
        is_deed = is_thing_to_do(r, piece);
        pieces += is_deed;
        others += !is_deed;
        is_dated = slots_end_dated(r, piece);
        dated += is_dated;
        quoted += piece.w->is_quoted;
        led += is_deed && behind_when(r, piece).n < piece.n;
        if (!is_deed && (pieces + others > 1 || word_deed(piece.w) != DEED_NONE) && !is_dated)
            return false;
    }
    if (pieces + others < 2)
        return false;
    if (others > 1 || (others == 1 && pieces == 0)) /* "Lea on the 24th, Paul on the 25th" */
        return has_comma && dated == pieces + others;
    return has_comma || quoted == pieces + others || (others == 0 && (dated == pieces || led > 0));
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
        fill_create(r, piece, whole->errand.confidence, is_reminder, &one);
        one.errand.said = whole->errand.said;
        if (!one.errand.set.title)
            continue;
        if (!one.errand.set.due && !one.errand.set.remind) {
            slots_set_once(&one.errand.set.due, whole->ahead.due);
            slots_set_once(&one.errand.set.repeat, whole->ahead.repeat);
            if (is_reminder && whole->ahead.due && strchr(whole->ahead.due, 'T'))
                one.errand.set.remind = whole->ahead.due;
        }
        slots_set_once(&one.errand.set.priority, whole->ahead.priority);
        ret[n++] = one;
    }
    return n;
}
