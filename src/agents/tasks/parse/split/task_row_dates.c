/* task_row_dates.c - the due dates of several new tasks in a row.
 *
 * A date before all of them holds for each that has none of its own. A title with only a time is due on that date, or
 * on the date of the title before it: "the vet on Friday at 3 and at 5 the plumber", "..., her daughter the same day".
 */
#include "agents/tasks/parse/rules/rules.h"
#include "agents/tasks/parse/slots/slots.h"
#include "agents/tasks/parse/split/split.h"
#include "agents/tasks/parse/words/words.h"
#include "base/arena.h"
#include "base/timefmt.h"
#include <string.h>

#define ROW_SURE 0.93
#define SAME_DAY_WORDS 6 /* "on that very same day as well" */
#define HEAD_WORDS 6     /* of a day before a colon */

/* "..., her daughter the same day": that of the one before. */
struct span row_without_same_day(struct span piece)
{
    struct span rest;

    for (size_t n = piece.n > SAME_DAY_WORDS ? SAME_DAY_WORDS : piece.n > 0 ? piece.n - 1 : 0; n > 1; n--)
        if (span_begins((struct span){ piece.w + piece.n - n, n }, "*on|for|the same|that day|date *too|also|as|well",
                        &rest) &&
            rest.n == 0)
            return (struct span){ piece.w, piece.n - n };
    return piece;
}

/* "Friday: ring Ann, buy stamps": what is said of all stands before a colon. */
struct span row_behind_head(const struct message_parser *r, struct span s, struct intent_slots *all)
{
    struct intent_slots head;

    for (size_t i = 0; i + 1 < s.n && i < HEAD_WORDS; i++)
        if (word_mark(&s.w[i]) == ':') {
            if (!slots_are_all(r, (struct span){ s.w, i + 1 }, &head))
                return s;
            slots_join(all, &head);
            return span_from(s, i + 1);
        }
    return s;
}

/* Where it only says at what time: then on the day that was said of all. */
static const char *on_day(const struct message_parser *r, struct span piece, const char *due, const char *day)
{
    struct clause then = { 0 };
    struct message_parser there = *r;
    struct civil now;
    int64_t days;

    if (!due || !strchr(due, 'T') || !day || !date_read(day, strlen(day), &days))
        return due;
    now = civil_from_us(days * DAY_US);
    there.now = &now;
    fill_create(&there, piece, ROW_SURE, false, &then);
    return then.intent.set.due && strncmp(then.intent.set.due, day, strlen(day)) == 0 ? then.intent.set.due : due;
}

void row_clause(const struct message_parser *r, struct span piece, double confidence, bool is_reminder,
                const struct intent_slots *all, struct clause *ret)
{
    struct intent_slots *set = &ret->intent.set;

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

/* ---- by the one before ---- */

struct span row_behind_date(const struct message_parser *r, struct span piece)
{
    struct intent_slots found = { 0 };
    struct slots when = { .r = r, .set = &found };
    size_t n = slot_at(&when, piece, WHERE_EDGE);

    if (n == 0 || n + 2 > piece.n || !when.has_due || when.due.is_elapsed || found.repeat)
        return piece;
    return span_from(piece, n);
}

/* What is said before the name, on this day where it is only a time. */
static const char *due_led(const struct message_parser *r, struct span when, const char *day)
{
    struct intent_slots found = { 0 };
    struct slots slots = { .r = r, .set = &found };
    struct message_parser there = *r;
    struct civil now;
    int64_t days;

    (void)slot_at(&slots, when, WHERE_EDGE);
    if (!slots.due.is_clock || !day || !date_read(day, strlen(day), &days))
        return found.due;
    now = civil_from_us(days * DAY_US);
    there.now = &now;
    found = (struct intent_slots){ 0 };
    slots = (struct slots){ .r = &there, .set = &found };
    (void)slot_at(&slots, when, WHERE_EDGE);
    return found.due;
}

/* Whether it ends with nothing but a time of the day: "the vet on Friday at 3 and physio at 5". */
static bool ends_clock(const struct message_parser *r, struct span piece)
{
    for (size_t i = 1; i < piece.n; i++) {
        struct intent_slots found = { 0 };
        struct slots slots = { .r = r, .set = &found };
        if (slot_at(&slots, span_from(piece, i), WHERE_EDGE) == piece.n - i)
            return slots.due.is_clock;
    }
    return false;
}

struct span row_on_day(const struct message_parser *r, struct span piece, const char *before, struct intent_slots *all)
{
    struct span name = row_without_same_day(piece), rest;
    const char *day = before ? arena_dup(r->a, before, strcspn(before, "T")) : NULL;

    if (day && (name.n < piece.n || ends_clock(r, name)))
        all->due = day;
    rest = row_behind_date(r, name);
    if (rest.n == name.n || title_core(r, name).w != name.w) /* it is cut off its name in any case */
        return name;
    all->due = due_led(r, (struct span){ name.w, name.n - rest.n }, day);
    return rest;
}
