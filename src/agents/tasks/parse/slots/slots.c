/* slots.c - the slots beside a title: date, recurrence, priority, tags.
 *
 * A table says how each slot begins and what reads the words behind it. What was said first counts.
 */
#include "agents/tasks/parse/slots/slots.h"
#include "agents/tasks/parse/clause/clause.h"
#include "agents/tasks/parse/rules/rules.h"
#include "agents/tasks/parse/words/words.h"
#include "base/arena.h"
#include "base/attrs.h"
#include <ctype.h>
#include <string.h>
#include <strings.h>

#define MORNING_HOUR 9 /* of a reminder for a day: when people look */
#define MINUTES_OF_DAY 1440
#define DAY_WORDS 4   /* of a day where one must follow: "the end of March" */
#define EVENT_WORDS 4 /* of what is on a day: "Saturday's band rehearsal" */

void slots_set_once(const char **field, const char *value)
{
    if (!*field)
        *field = value;
}

static const char *text_of_due(const struct slots *s, const struct due *d)
{
    char text[TIME_TEXT_BYTES];

    due_text(d, text);
    return arena_str(s->r->a, text);
}

/* ---- readers: how many words they take, 0 for none ---- */

/* So long before it is due; where that is at a time of a day before, the due day must be known. */
static const char *text_of_before(const struct slots *s, const struct due_before *b)
{
    struct due d = {
        .day = s->due.day - b->minutes / MINUTES_OF_DAY, .has_time = true, .hour = b->hour, .minute = b->minute
    };

    if (b->has_time && s->has_due)
        return text_of_due(s, &d);
    return arena_printf(s->r->a, "PT%lldM", (long long)b->minutes);
}

/* A day and a time that were said in two places, as one; false when they are not that. */
static bool join_due(struct due *to, const struct due *more)
{
    if (more->is_clock && (!to->has_time || (to->is_part && !more->is_part))) {
        bool is_late = to->is_part && to->hour >= 12 && more->is_open && more->hour < 12; /* "evening ... at 8" */
        to->has_time = true;
        to->hour = more->hour + (is_late ? 12 : 0);
        to->minute = more->minute;
        to->is_open = more->is_open;
        to->is_part = more->is_part;
        return true;
    }
    if (!to->is_clock || more->has_time)
        return false;
    to->day = more->day;
    to->is_clock = false;
    return true;
}

static void note_due(struct slots *s, const struct due *d)
{
    bool is_joined = s->has_due && join_due(&s->due, d);

    s->has_two |= !is_joined && s->is_dated && s->has_due && s->due.day != d->day;
    s->is_dated = true;
    if (s->set->due && !is_joined)
        return;
    if (!is_joined)
        s->due = *d;
    s->has_due = true;
    s->set->due = text_of_due(s, &s->due);
    if (s->has_before)
        s->set->remind = text_of_before(s, &s->before);
}

static size_t take_due(struct slots *s, struct span w, const char *value)
{
    struct due d;
    size_t n = due_at(w.w, w.n, s->r->now, &d);

    (void)value;
    if (n > 0)
        note_due(s, &d);
    return n;
}

/* Its hour, told of what comes: "the heating man, he comes at 7:30". */
static size_t take_hour(struct slots *s, struct span w, const char *value)
{
    struct due d;
    size_t n = due_at(w.w, w.n, s->r->now, &d);

    (void)value;
    if (n == 0 || !d.has_time)
        return 0;
    note_due(s, &d);
    return n;
}

/* "date: 4 January"; not what speaks of dates, "one thing with a date: ...". */
static size_t take_field(struct slots *s, struct span w, const char *value)
{
    const struct phrase_word *field = w.w - 1;

    return word_mark(field) == ':' && !phrase_word_is(field - 1, "a|an") ? take_due(s, w, value) : 0;
}

/* What is on a day, behind a word that says by when: "by Saturday's rehearsal". */
static size_t take_days_event(struct slots *s, struct span w, const char *value)
{
    const struct phrase_word *day = w.w;
    struct due d;

    (void)value;
    if (w.n < 2 || w.n > EVENT_WORDS || day->is_quoted || day->n < 6 || word_mark(day) ||
        strncasecmp(day->p + day->n - 2, "'s", 2) != 0 ||
        !due_read(arena_dup(s->r->a, day->p, day->n - 2), s->r->now, &d) || d.has_time)
        return 0;
    for (size_t i = 1; i + 1 < w.n; i++)
        if (word_mark(&w.w[i]))
            return 0;
    note_due(s, &d);
    return w.n;
}

/* What it is not: "instead of Friday". */
static size_t take_denied(struct slots *s, struct span w, const char *value)
{
    struct due d;

    (void)value;
    return due_at(w.w, w.n, s->r->now, &d);
}

static size_t take_repeat(struct slots *s, struct span w, const char *value)
{
    struct repeat repeat;
    struct due first;
    size_t n = due_repeat_at(w.w, w.n, s->r->now, &repeat, &first);
    char text[REPEAT_TEXT_BYTES];

    (void)value;
    if (n == 0)
        return 0;
    repeat_text(&repeat, text);
    slots_set_once(&s->set->repeat, arena_str(s->r->a, text));
    note_due(s, &first);
    return n;
}

static size_t take_early(struct slots *s, struct span w, const char *value)
{
    struct due_before before;
    size_t n = due_before_at(w.w, w.n, &before);

    (void)value;
    if (n > 0 && !s->set->remind) {
        s->before = before;
        s->has_before = true;
        s->set->remind = text_of_before(s, &before);
    }
    return n;
}

static size_t take_remind(struct slots *s, struct span w, const char *value)
{
    struct due d;
    size_t n = take_early(s, w, value);

    if (n > 0)
        return n;
    n = due_at(w.w, w.n, s->r->now, &d);
    if (n == 0)
        return 0;
    if (!d.has_time)
        d = (struct due){ .day = d.day, .has_time = true, .hour = MORNING_HOUR };
    slots_set_once(&s->set->remind, text_of_due(s, &d));
    return n;
}

/* "weekly thing", "thing every Friday" */
static size_t take_routine(struct slots *s, struct span w, const char *value)
{
    static const char things[] = "thing|one|task|job|affair|routine|chore|event|item|reminder|todo";

    for (size_t n = 1; n < w.n; n++)
        if (phrase_word_is(&w.w[n], things) && take_repeat(s, (struct span){ w.w, n }, value) == n)
            return n + 1;
    return 0;
}

const char *slots_tag(struct arena *a, const struct phrase_word *w)
{
    size_t skip = w->n > 1 && *w->p == '#';
    char *tag = arena_dup(a, w->p + skip, w->n - skip);

    for (char *p = tag; *p; p++)
        *p = (char)tolower((unsigned char)*p);
    return tag;
}

void slots_add_tag(const char **tags, size_t *n, const char *tag)
{
    for (size_t i = 0; i < *n; i++)
        if (strcmp(tags[i], tag) == 0)
            return;
    if (*n < TASK_TAGS)
        tags[(*n)++] = tag;
}

bool word_is_hashtag(const struct phrase_word *w)
{
    return !w->is_quoted && w->n > 1 && *w->p == '#' && !word_is_number(w);
}

static size_t take_hashtag(struct slots *s, struct span w, const char *value)
{
    size_t n = 0;

    (void)value;
    while (n < w.n && word_is_hashtag(&w.w[n]))
        slots_add_tag(s->set->tags, &s->set->n_tags, slots_tag(s->r->a, &w.w[n++]));
    return n;
}

/* "work", "work and home", "work, home": one word each. */
static bool is_other_slot(const struct slots *s, struct span w)
{
    return !word_is_hashtag(w.w) && slot_words(s, w, WHERE_EDGE) > 0;
}

static size_t take_tags(struct slots *s, struct span w, const char *value)
{
    static const char none[] = "to|on|for|of|from|by|at|in|a|an|the|it|and|or|only|please|that|this|which|it's|is|"
                               "different|another|other|new|better|proper|so|too|accordingly";
    size_t n = 0;

    (void)value;
    while (n < w.n && w.w[n].n > 0 && w.w[n].n <= TASK_TAG_CHARS && !phrase_word_is(&w.w[n], none)) {
        bool goes_on = word_mark(&w.w[n]) == ',';
        slots_add_tag(s->set->tags, &s->set->n_tags, slots_tag(s->r->a, &w.w[n++]));
        if (n + 1 < w.n && phrase_word_is(&w.w[n], "and") && !phrase_word_is(&w.w[n + 1], none))
            n++;
        else if (!goes_on || (n < w.n && (rule_level(&w.w[n]) || is_other_slot(s, span_from(w, n)))))
            /* "tag ops, due Friday", "tag ops, low" */
            break;
    }
    return n;
}

/* Nothing behind the beginning: that itself says it. */
static size_t take_value(struct slots *s, struct span w, const char *value)
{
    (void)w;
    if (strncmp(value, "priority=", 9) == 0)
        slots_set_once(&s->set->priority, value + 9);
    else if (strcmp(value, "due=") == 0)
        slots_set_once(&s->set->due, "");
    else if (strcmp(value, "due=same") == 0)
        s->due.keeps_time = true;
    else if (strcmp(value, "repeat=") == 0)
        slots_set_once(&s->set->repeat, "");
    else if (strcmp(value, "remind=") == 0)
        slots_set_once(&s->set->remind, "");
    return 0;
}

/* ---- the table ---- */

struct slot {
    unsigned where;
    const char *lead; /* lang/phrase.h, without parts */
    size_t (*take)(struct slots *s, struct span w, const char *value);
    const char *value;
};

#define WITH                                                                                                           \
    "*and|with|as|at|of|a|an|the|in|on|it's|is|has|having|that's|this|which|very|super|really|make|mark|it|set|to "
#define PRIORITY "priority|importance"
#define NUDGE "nudge|heads-up|headsup|shout|buzz|ping|warning|alert|reminder|poke|prod"
#define READY                                                                                                          \
    "ready|done|finished|completed|complete|in|there|here|out|off|back|over|home|sent|paid|submitted|sorted|delivered"
#define ANY (WHERE_EDGE | WHERE_SET)

static const struct slot slots[] = {
    { ANY, "", take_hashtag, NULL },
    { WHERE_APART, "*and|please|add|with|under|in|as", take_hashtag, NULL },
    { ANY, "", take_repeat, NULL },
    { ANY, "*and|it|make|should|which|set|to|have|please repeat|repeats|repeating|recurring|recur [it] [on]",
      take_repeat, NULL },
    { ANY, "", take_due, NULL },
    { ANY, "*and|with|that|is|are|which|it's|a|the|its|set|has due|deadline [date] *is|of|on|to|for|by|at|as", take_due,
      NULL },
    { WHERE_APART | WHERE_SET,
      "*and|it|which|they|this|that|the|next|first|latest "
      "next|starting|starts|begins|beginning|departure|departs|doors|"
      "expires|expiring|expiry|runs|kick-off|kickoff|arrival|first|ends|closes *out|time|date|is|on|at|from|by|open",
      take_due, NULL },
    { WHERE_APART | WHERE_SET, "*and|but|it|they|he|she|who|which comes|come|arrives|arrive|is|are|opens|leaves",
      take_hour, NULL },
    { WHERE_APART | WHERE_SET, "date", take_field, NULL },
    { WHERE_APART | WHERE_SET, "*and|the|its|it's last|final day|date|chance *is|on|for", take_due, NULL },
    { WHERE_APART, "i.e|ie|meaning|namely|so", take_due, NULL }, /* "the last Friday, i.e. the 27th" */
    { ANY, "at the *very|absolute latest *by|on", take_due, NULL },
    { ANY, "by|before|until|till", take_days_event, NULL },
    { ANY, "instead|rather of|than", take_denied, NULL },
    { ANY, "*scheduled|set|planned for|till|til|to", take_due, NULL },
    { ANY, "is|are|it's 4|b4", take_due, NULL },
    { ANY, "to|will be|happen *scheduled|held|done|set|planned|for|on|at|by", take_due, NULL },
    { ANY, "[so] to be done|finished|completed [by|on|before]", take_due, NULL },
    { WHERE_APART | WHERE_SET,
      "*and|it|they|which|that|this must|should|has|have|needs|need *to be|go|get|come|arrive *all|" READY, take_due,
      NULL },
    { ANY, "*and|also|please|then remind|nudge|ping|alert|notify|warn me [about] [it] *on|at|also|again", take_remind,
      NULL },
    { ANY, "*and|with|set|a|an|the|add reminder|alarm|alert|notification *set|for|at|on|of", take_remind, NULL },
    { ANY, "*and|also|please|then let me know *about|it", take_early, NULL },
    { ANY, "*and|also|please|then|with give|send|set|me *me|a|an|little|quick " NUDGE " *about|it", take_early, NULL },
    { ANY, "*and|with|a|an " NUDGE " *about|it", take_early, NULL },
    { WHERE_SET, "*a|an|the|into|as|like", take_routine, NULL },
    { ANY, "*and|with|under|in|the|a|using tag|tags|category *it|of|as|with|called|is", take_tags, NULL },
    { ANY, "*and|with|under|in|using label|labels *it|of|as|with|called|is", take_tags,
      NULL }, /* not "the label maker" */
    { ANY, "*and tagged|labelled|labeled|categorised|categorized *as|with|under", take_tags, NULL },
    { ANY, WITH "high|top|highest|hi|urgent|max|critical " PRIORITY, take_value, "priority=high" },
    { ANY, WITH "medium|med|mid|middle|normal|moderate|average|regular " PRIORITY, take_value, "priority=medium" },
    { ANY, WITH "low|lowest|lower|minor|little " PRIORITY, take_value, "priority=low" },
    { ANY, WITH PRIORITY " *is|of|to|as high|top|highest|urgent|max|critical|1", take_value, "priority=high" },
    { ANY, WITH PRIORITY " *is|of|to|as medium|med|mid|normal|2", take_value, "priority=medium" },
    { ANY, WITH PRIORITY " *is|of|to|as low|lowest|3", take_value, "priority=low" },
    { ANY, "*a|an|with|as high-priority|top-priority", take_value, "priority=high" },
    { ANY, "*a|an|with|as medium-priority|normal-priority", take_value, "priority=medium" },
    { ANY, "*a|an|with|as low-priority", take_value, "priority=low" },
    { ANY, "!!|!!!|!!!!|p1|!high|!1|!p1", take_value, "priority=high" },
    { ANY, "p2|!medium|!2|!p2", take_value, "priority=medium" },
    { ANY, "p3|!low|!3|!p3", take_value, "priority=low" },
    { ANY, "*and|it's|is|this|that's|very|super|really|as|mark|it|make [a] urgent|asap|urgently|critical", take_value,
      "priority=high" },
    { ANY, "as soon as possible", take_value, "priority=high" },
    { ANY, "*and|mark|make it's|it|that's|as *is|very|super|really|as|quite important", take_value, "priority=high" },
    { ANY, "very|super|really important", take_value, "priority=high" },
    { WHERE_APART | WHERE_SET, "*is|are|very|super|really|quite|so important", take_value, "priority=high" },
    { WHERE_APART, "high|top", take_value, "priority=high" },
    { WHERE_APART, "medium", take_value, "priority=medium" },
    { WHERE_APART, "low *is|will|would|do|fine|okay|enough", take_value, "priority=low" },
    { WHERE_APART, "*but|and|there's|it's|really|absolutely no rush|hurry *at|all|with|it|this|that|priority",
      take_value, "priority=low" },
    { WHERE_APART, "*but|and|so it|this|that can't wait", take_value, "priority=high" },
    { WHERE_APART, "*but|and it's|that's *really|very|quite|so pressing", take_value, "priority=high" },
    { ANY, "*and|but|it's|it|is|that's not|isn't|nothing *very|that|too|so|particularly urgent|important|pressing",
      take_value, "priority=low" },
    { WHERE_SET, "*a|the|to|as|very high|top|highest|higher", take_value, "priority=high" },
    { WHERE_SET, "a|my|top|the priority", take_value, "priority=high" },
    { WHERE_SET, "*a|the|to|as medium|normal|med", take_value, "priority=medium" },
    { WHERE_SET, "*a|the|to|as low|lowest|lower|unimportant", take_value, "priority=low" },
    { WHERE_SET, "*but|and|at|the same time|hour", take_value, "due=same" },
    { WHERE_SET, "*with|has|have no|without *a|any due|deadline [date]", take_value, "due=" },
    { WHERE_SET, "*with|has no|without *a|any " PRIORITY, take_value, "priority=" },
};

size_t slot_at(struct slots *s, struct span w, unsigned where)
{
    const struct slot *best = NULL;
    size_t most = 0;

    for (size_t i = 0; i < COUNT_OF(slots); i++) {
        struct intent_slots aside = { 0 };
        struct slots trial = { .r = s->r, .set = &aside };
        struct span rest;
        size_t n;
        if (!(slots[i].where & where) || !span_begins(w, slots[i].lead, &rest))
            continue;
        n = slots[i].take(&trial, rest, slots[i].value);
        if (n == 0 && slots[i].take != take_value)
            continue;
        n += w.n - rest.n;
        if (n > most) {
            most = n;
            best = &slots[i];
        }
    }
    if (best) {
        struct span rest = w;
        (void)span_begins(w, best->lead, &rest);
        best->take(s, rest, best->value);
    }
    return most;
}

size_t slot_words(const struct slots *s, struct span w, unsigned where)
{
    struct intent_slots aside = { 0 };

    return slot_at(&(struct slots){ .r = s->r, .set = &aside }, w, where);
}

const char *slots_clock(const struct message_parser *r, struct span w)
{
    const char *text = w.n < 7 ? span_text(r->a, w) : NULL;
    struct due d;

    if (!text || !due_read(arena_printf(r->a, "%s%s", phrase_word_is(w.w, "at") ? "" : "at ", text), r->now, &d) ||
        !d.is_clock)
        return NULL;
    return arena_printf(r->a, "T%02d:%02d", d.hour, d.minute);
}

bool slots_is_past(const struct message_parser *r, const char *due)
{
    int64_t day;

    return due && date_read(due, 10, &day) && day < civil_days(r->now->year, r->now->month, r->now->day);
}

/* ---- where nothing else is said ---- */

bool slots_are_all(const struct message_parser *r, struct span w, struct intent_slots *set)
{
    static const char between[] =
        "and|but|to|as|with|a|an|the|it|it's|its|be|is|please|instead|now|for|also|then|by|in|on|at|until|into|-";
    struct intent_slots found = { 0 };
    struct slots s = { .r = r, .set = &found };
    bool any = false;

    while (w.n > 0) {
        size_t n = slot_at(&s, w, WHERE_EDGE | WHERE_SET);
        any |= n > 0;
        if (n == 0 && !phrase_word_is(w.w, between) && w.w->n > 0)
            return false;
        w = span_from(w, n > 0 ? n : 1);
    }
    if (!any || s.has_two)
        return false;
    if (found.due && s.due.keeps_time && !s.due.has_time)
        found.due = arena_printf(r->a, "T%s", found.due);
    *set = found;
    return true;
}

size_t slots_day(const struct message_parser *r, struct span w, struct intent_slots *set)
{
    static const char leads[] = "to|until|till|til|for|into|on|it|-|=|now|is|are|goes|go";
    struct due d;

    if (w.n == 0 || !phrase_word_is(&w.w[-1], leads) || word_is_number(w.w) || w.w->is_quoted)
        return 0;
    for (size_t n = w.n < DAY_WORDS ? w.n : DAY_WORDS; n > 0; n--) {
        const char *text = span_text(r->a, (struct span){ w.w, n });
        if (text && (due_read(text, r->now, &d) || due_read(arena_printf(r->a, "until %s", text), r->now, &d)) &&
            !d.is_clock) {
            char date[TIME_TEXT_BYTES];
            due_text(&d, date);
            set->due = arena_str(r->a, date);
            return n;
        }
    }
    return 0;
}

bool slots_are_when(const struct message_parser *r, struct span w)
{
    struct intent_slots found = { 0 };

    if (w.n > 0 && phrase_word_is(&w.w[-1], "or|nor")) /* one of several days: which one has to be asked */
        return false;
    if (slots_are_all(r, w, &found))
        return found.due && *found.due && !found.priority && found.n_tags == 0;
    return w.n <= DAY_WORDS && slots_day(r, w, &found) == w.n;
}

bool slots_tags(const struct message_parser *r, struct span w, const char *ret[static TASK_TAGS], size_t *ret_n)
{
    struct intent_slots found = { 0 };
    struct slots s = { .r = r, .set = &found };

    while (w.n > 1 && phrase_word_is(w.w, "as|with|the|a|tag|tags|label"))
        w = span_from(w, 1);
    if (w.n == 0 || take_tags(&s, w, NULL) != w.n || found.n_tags == 0)
        return false;
    memcpy(ret, found.tags, sizeof found.tags);
    *ret_n = found.n_tags;
    return true;
}

bool slots_remind(const struct message_parser *r, struct span w, struct intent_slots *set)
{
    struct slots s = { .r = r, .set = set };

    while (w.n > 1 && phrase_word_is(w.w, "for|to"))
        w = span_from(w, 1);
    return w.n > 0 && take_remind(&s, w, NULL) == w.n;
}
