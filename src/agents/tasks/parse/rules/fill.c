/* fill.c - from the slots of a rule that fits to an intent. */
#include "agents/tasks/parse/rules/rules.h"
#include "agents/tasks/parse/slots/slots.h"
#include "agents/tasks/parse/words/words.h"
#include "base/arena.h"
#include "base/attrs.h"
#include <string.h>
#include <strings.h>

#define DOUBT 0.60    /* what is said so vaguely is asked about, whatever the verb */
#define TOPIC_WORDS 8 /* of a task that is only named */

/* ---- which task ---- */

/* Said behind the task's name, and no part of it. */
static const char *const behind[] = {
    "from|off|on|in|of [of] [my|the|our|this|that] *to|do|todo|to-do|task|tasks list|agenda|todos|to-dos|plate",
    "please|thanks|now|already|too|yet|okay|then|finally|anymore|instead|though",
    "thank you",
    "as well",
    "for me|good",
    "right|just now",
    "at last",
    "will|would|can|could you",
};

static const char *const then[] = {
    "yesterday|today|earlier|tonight",
    "this|yesterday|last morning|afternoon|evening|night|week",
    "a|an|few minute|moment|while|hour|hours|minutes|days ago",
    "before lunch|work|dinner",
};

static bool cut_behind(struct span *s, const char *const *patterns, size_t n_patterns)
{
    for (size_t n = s->n - 1 < 8 ? s->n - 1 : 8; n > 0; n--)
        for (size_t i = 0; i < n_patterns; i++) {
            struct span rest;
            if (span_begins((struct span){ s->w + s->n - n, n }, patterns[i], &rest) && rest.n == 0) {
                s->n -= n;
                return true;
            }
        }
    return false;
}

static struct span trimmed(struct span s, bool is_past)
{
    while (s.n > 1 && (word_is_symbol(&s.w[s.n - 1]) || cut_behind(&s, behind, COUNT_OF(behind)) ||
                       (is_past && cut_behind(&s, then, COUNT_OF(then))))) {
        if (word_is_symbol(&s.w[s.n - 1]))
            s.n--;
    }
    return s;
}

/* No one could tell which: "something", "a task", "all but 2". */
static bool is_vague(struct span s)
{
    static const char vague[] = "something|stuff|things|some|any|a|an|task|tasks|of|them|few|couple|items|item|thing|"
                                "anything|one|todo|todos|my|the|"
                                "reminder|reminders|another|somethin|whatever|list|several|more";

    return span_is(s, vague) && (span_has(s, "of") || !span_is(s, "the|one|task|them|item|thing"));
}

size_t fill_exception(struct span s, struct span *ret)
{
    static const char *const leads[] = { "[all] except|excluding|besides|bar|minus [for|from]",
                                         "apart|aside|other from|than", "but not|for", "without" };

    for (size_t i = 1; i + 1 < s.n; i++) {
        struct span rest = span_from(s, i);
        if (phrase_word_is(s.w + i, "but") && phrase_word_is(s.w + i - 1, "all|everything|everyone|them|those|these")) {
            *ret = span_from(s, i + 1);
            return i;
        }
        for (size_t k = 0; k < COUNT_OF(leads); k++)
            if (span_begins(rest, leads[k], ret) && ret->n > 0)
                return i;
    }
    return s.n;
}

/* What points at a task is written as it is meant ("taks 2"); a name as it was said. */
static const char *about_text(struct arena *a, struct span s)
{
    const char *text = NULL;

    if (!rule_is_ref(s) || (s.n == 1 && s.w->is_quoted))
        return span_text(a, s);
    for (size_t i = 0; i < s.n; i++) {
        const struct phrase_word *w = &s.w[i];
        bool is_spelt = w->p < w->from || w->p >= w->to;
        struct span one = { w, 1 };
        const char *word = is_spelt                       ? arena_dup(a, w->p, w->n)
                           : i + 1 == s.n || w->is_quoted ? span_text(a, one)
                                                          : arena_dup(a, w->from, (size_t)(w->to - w->from));
        text = text ? arena_printf(a, "%s %s", text, word ? word : "") : word;
    }
    return text;
}

static void fill_about(const struct message_parser *r, struct span s, struct clause *c)
{
    struct task_intent *e = &c->intent;
    struct span but = { 0 };

    if (s.n == 0)
        return;
    s = trimmed(s, e->kind == INTENT_COMPLETE && !filter_every(r, s, &e->filter));
    while (e->kind == INTENT_UPDATE && s.n > 1 && phrase_word_is(&s.w[s.n - 1], "deadline|due|date"))
        s.n--; /* "the defence deadline": the task's own */
    s.n = fill_exception(s, &but);
    e->every = filter_every(r, s, &e->filter);
    for (size_t i = 1; e->kind == INTENT_UPDATE && i + 1 < s.n; i++)
        if (phrase_word_is(&s.w[i], "from") && slots_are_when(r, span_from(s, i + 1))) { /* "from Friday to Saturday" */
            if (e->every)
                e->filter.due.to = e->filter.due.from;
            else
                s.n = i;
        }
    if (!e->every)
        memset(&e->filter, 0, sizeof e->filter);
    e->about = about_text(r->a, s);
    e->except = span_text(r->a, but);
    c->is_pointed |= rule_is_ref(s) || e->every;
    if ((but.n > 0 && !e->every && !rule_is_ref(s)) || (is_vague(s) && !e->every))
        e->confidence = DOUBT;
}

const char *word_gerund(struct arena *a, const struct phrase_word *w)
{
    static const char *const ends[] = { "", "e" };
    size_t n = w->n;

    if (w->is_quoted || n < 6 || strncasecmp(w->p + n - 3, "ing", 3) != 0)
        return NULL;
    for (size_t less = 3; less <= 4; less++)
        for (size_t i = 0; i < COUNT_OF(ends); i++) {
            const char *verb = arena_printf(a, "%.*s%s", (int)(n - less), w->p, ends[i]);
            if (word_deed(&(struct phrase_word){ .p = verb, .n = strlen(verb) }) != DEED_NONE)
                return verb;
        }
    return NULL;
}

/* "called Ann" and "mowing the lawn" are the tasks "call Ann" and "mow the lawn". */
static void fill_deed(const struct message_parser *r, struct span s, const char *verb, struct clause *c)
{
    const char *rest;

    s = trimmed(s, true);
    rest = span_text(r->a, span_from(s, 1));
    c->intent.about = rest ? arena_printf(r->a, "%s %s", verb, rest) : verb;
}

/* "the laundry's done", "change task 3's title" */
static void drop_is(struct arena *a, struct task_intent *e)
{
    size_t n = strlen(e->about);

    if (n > 2 && strcmp(e->about + n - 2, "'s") == 0)
        e->about = arena_dup(a, e->about, n - 2);
    else if (n > 4 && strcmp(e->about + n - 4, "\xe2\x80\x99s") == 0)
        e->about = arena_dup(a, e->about, n - 4);
}

/* "sanded" of "the floorboards are sanded" is a word of what the task is called: the verb, what it was done to, and
 * what is said behind it. */
static void fill_participle(const struct message_parser *r, const struct phrase_part *parts, struct clause *c)
{
    struct span rest = span_part(&parts[PART_JUNK]);
    const char *done = word_participle(r->a, parts[PART_PP].first), *more = span_text(r->a, rest);
    const char *verb = done ? done : word_been(parts[PART_PP].first);

    drop_is(r->a, &c->intent);
    if (strcmp(verb, "do") == 0 || strcmp(verb, "get") == 0 || strcmp(verb, "make") == 0)
        verb = ""; /* which says nothing */
    verb = *verb ? arena_printf(r->a, "%s ", verb) : verb;
    c->intent.about = more ? arena_printf(r->a, "%s%s %s", verb, c->intent.about, more)
                           : arena_printf(r->a, "%s%s", verb, c->intent.about);
}

static void fill_done(const struct message_parser *r, const struct phrase_part *parts, struct clause *c)
{
    struct span past = span_part(parts[PART_PAST].first ? &parts[PART_PAST] : &parts[PART_DONE]);
    struct span about = span_part(&parts[PART_ABOUT]);
    const char *verb;

    if (c->rule->flags & RULE_PARTICIPLE && c->intent.about)
        fill_participle(r, parts, c);
    else if (parts[PART_DEED].first)
        c->intent.about = span_text(r->a, trimmed(span_part(&parts[PART_DEED]), true));
    else if (past.n > 0) {
        fill_deed(r, past, word_done_deed(past.w), c);
        if (span_has(past, "delete|erase|remove") && span_has(past, "task|tasks|all|everything|item|items"))
            c->intent.confidence = DOUBT; /* "confirmed: delete task 1": told, and ordered */
    } else if (about.n > 1 && (verb = word_gerund(r->a, about.w)))
        fill_deed(r, about, verb, c);
    else if (c->intent.about)
        drop_is(r->a, &c->intent);
}

/* ---- what it is to be ---- */

/* "get round to sorting the papers" is the task "sort the papers": its verb, and in *s what follows; NULL else. */
static const char *begun_deed(struct arena *a, struct span *s)
{
    struct span rest = *s;
    const char *verb =
        s->n > 1 && ((phrase_word_is(&s->w[-1], "on") && phrase_word_is(&s->w[-2], "plan|planning|intent|keen")) ||
                     (span_begins(*s, "*finally|really|also get round|around|down|on to|with|on", &rest) && rest.n > 1))
            ? word_gerund(a, rest.w)
            : NULL;

    if (verb)
        *s = span_from(rest, 1);
    return verb;
}

void fill_create(const struct message_parser *r, struct span title, double confidence, bool is_reminder,
                 struct clause *ret)
{
    struct task_intent *e = &ret->intent;
    struct phrase_word verb;
    struct title said;

    while (title.n > 1 && word_is_dash(title.w)) /* "new task – call Ann" */
        title = span_from(title, 1);
    said = title_read(r, title);

    if (!said.verb && (verb.p = begun_deed(r->a, &said.words))) {
        verb.n = strlen(verb.p);
        said.verb = &verb;
    }
    ret->title = said.words;
    ret->is_corrected = said.is_corrected;
    *e = (struct task_intent){ .kind = INTENT_CREATE,
                               .confidence = said.is_vague && confidence > DOUBT ? DOUBT : confidence };
    ret->is_dated = title_and_slots(r, said.words, is_reminder, &e->set);
    if (said.verb && e->set.title)
        e->set.title = arena_printf(r->a, "%.*s %s", (int)said.verb->n, said.verb->p, e->set.title);
    slots_join(&e->set, &said.more);
    slots_set_once(&e->set.due, said.by);
}

static void merge(struct intent_slots *to, const struct intent_slots *from)
{
    if (from->due)
        to->due = from->due;
    if (from->remind)
        to->remind = from->remind;
    if (from->repeat)
        to->repeat = from->repeat;
    if (from->priority)
        to->priority = from->priority;
    for (size_t i = 0; i < from->n_tags && to->n_tags < TASK_TAGS; i++)
        to->tags[to->n_tags++] = from->tags[i];
}

static void fill_sets(const char *sets, struct task_intent *e)
{
    const char *value = strchr(sets, '=') + 1;

    switch (*sets == 'r' ? sets[2] : *sets) {
    case 'd':
        *(sets[1] == 'u' ? &e->set.due : &e->set.description) = value;
        break;
    case 'p':
        *(sets[2] == 'i' ? &e->set.priority : &e->set.repeat) = value;
        break;
    case 'm':
        e->set.remind = value;
        break;
    case 's':
        e->filter.status = value;
        break;
    case 'e':
        e->every = true;
        break;
    default: /* untags: what is named is taken away */
        memcpy(e->set.untags, e->set.tags, sizeof e->set.untags);
        e->set.n_untags = e->set.n_tags;
        e->set.n_tags = 0;
    }
}

static void fill_update(const struct message_parser *r, const struct rule *rule, const struct phrase_part *parts,
                        struct span s, struct task_intent *e)
{
    struct span when = span_part(&parts[PART_WHEN]), set = span_part(&parts[PART_SET]),
                tags = span_part(&parts[PART_TAGS]);
    struct intent_slots found = { 0 };

    e->set.title = span_text(r->a, span_part(&parts[parts[PART_QUOTED].first ? PART_QUOTED : PART_TITLE]));
    if (e->set.title && parts[PART_TITLE].first &&
        phrase_word_is(parts[PART_TITLE].first, "something|anything|whatever"))
        e->confidence = DOUBT;
    e->set.description = span_text(r->a, span_part(&parts[parts[PART_OPENED].first ? PART_OPENED : PART_NOTE]));
    if (parts[PART_EARLY].first)
        when = span_part(&parts[PART_EARLY]);
    if (when.n > 0 && (rule->flags & RULE_REMINDS))
        (void)slots_remind(r, when, &e->set);
    else if (when.n > 0 && (slots_are_all(r, when, &found) || slots_day(r, when, &found) == when.n))
        merge(&e->set, &found);
    if (set.n > 0 && slots_are_all(r, set, &found))
        merge(&e->set, &found);
    /* "weekly" alone names no day: the task keeps its own */
    if (found.repeat && !strstr(found.repeat, "BY") && found.due && !strchr(found.due, 'T'))
        e->set.due = NULL;
    if (parts[PART_MARK].first && slots_are_all(r, span_part(&parts[PART_MARK]), &found))
        merge(&e->set, &found);
    if (parts[PART_HASH].first)
        tags = span_part(&parts[PART_HASH]);
    if (tags.n > 0)
        (void)slots_tags(r, tags, e->set.tags, &e->set.n_tags);
    if (parts[PART_LEVEL].first)
        e->set.priority = rule_level(parts[PART_LEVEL].first);
    if (parts[PART_CLOCK].first)
        e->set.due = slots_clock(r, span_part(&parts[PART_CLOCK]));
    else if (when.n > 0 && !(rule->flags & RULE_REMINDS) && !found.repeat && !phrase_word_is(s.w, "snooze") &&
             slots_clock(r, when))
        e->set.due = slots_clock(r, when);
    else if (set.n > 0 && !found.repeat && found.due && slots_clock(r, set))
        e->set.due = slots_clock(r, set);
}

/* "Bring forward by two days" and "two days earlier" are earlier; what "push forward" is nobody knows. */
static void fill_shift(const struct message_parser *r, const struct phrase_part *parts, struct span s,
                       struct task_intent *e)
{
    struct span shift = span_part(&parts[PART_SHIFT]), before = { s.w, (size_t)(shift.w - s.w) };
    const char *by = slots_shift(r, shift);
    bool is_forward =
        shift.w > s.w && (phrase_word_is(&shift.w[-1], "forward|forwards|up|ahead") ||
                          (shift.w - 1 > s.w && phrase_word_is(&shift.w[-2], "forward|forwards|up|ahead")));
    bool is_back = span_has(s, "back|out|off|backwards");

    if (is_forward && phrase_word_is(s.w, "push|shift|slide|kick|bump") && *by != '-')
        e->confidence = DOUBT;
    if (before.n > 0 && shift_is_any(shift))
        return;
    if ((is_forward || phrase_word_is(s.w, "advance") || span_has(before, "prepone") ||
         (phrase_word_is(s.w, "bring|pull") && !is_back)) &&
        *by != '-')
        by = arena_printf(r->a, "-%s", by);
    e->set.due = by;
}

/* ---- lists ---- */

/* How sure it is that tasks are to be listed, from what was seen. */
static double list_confidence(const struct rule *rule, unsigned saw)
{
    bool is_bare = (rule->flags & RULE_LOOSE) && !(rule->flags & RULE_ASKED), is_order = rule->flags & RULE_POINTS;

    if (saw & SAW_NOUN)
        return is_bare && !(saw & (SAW_PLURAL | SAW_OWN | SAW_SPAN | SAW_STATUS | SAW_MARK)) ? 0.72 : rule->confidence;
    if (saw & SAW_OVERDUE)
        return 0.88;
    if (is_bare && (saw & SAW_ALL) && (saw & (SAW_MARK | SAW_SPAN | SAW_STATUS)))
        return 0.84;
    if (is_bare)
        return (saw & SAW_DUE) && (saw & SAW_SPAN) ? 0.85 : saw & SAW_STATUS ? 0.74 : saw & SAW_PLURAL ? 0.72 : DOUBT;
    if ((saw & SAW_DUE) && (saw & (SAW_SPAN | SAW_HAVE | SAW_PLURAL | SAW_MARK)))
        return 0.90;
    if ((saw & SAW_HAVE) && (saw & (SAW_SPAN | SAW_STATUS | SAW_SEARCH | SAW_PLURAL)))
        return 0.86;
    if (saw & (SAW_STATUS | SAW_PLURAL))
        return 0.84;
    if (saw & (SAW_DUE | SAW_SPAN | SAW_MARK))
        return is_order ? 0.82 : 0.74;
    return is_order && (saw & SAW_ALL) ? 0.86 : saw & SAW_HAVE ? 0.75 : DOUBT;
}

static void fill_list(const struct message_parser *r, const struct rule *rule, const struct phrase_part *parts,
                      struct span s, struct clause *c)
{
    struct span which = span_part(&parts[PART_WHICH]), about = span_part(&parts[PART_ABOUT]);
    struct task_intent *e = &c->intent;
    unsigned saw = 0;

    if (parts[PART_REF].first) {
        about = span_part(&parts[PART_REF]);
        if (span_names_places(about))
            e->about = span_text(r->a, trimmed(about, false));
    }
    if (parts[PART_DEED].first)
        about = span_from(span_part(&parts[PART_DEED]), parts[PART_DEED].end - parts[PART_DEED].first > 1);
    if (which.n > 0) {
        /* the words that ask may say something as well: "what do I have" */
        (void)(task_filter_read(r, s, &e->filter, &saw) || task_filter_read(r, which, &e->filter, &saw));
        e->confidence = list_confidence(rule, saw);
        /* when it was done is no day that it is due on */
        if (e->filter.status && strcmp(e->filter.status, "completed") == 0 && span_has(s, "i|i've|we|we've"))
            e->filter.has_due = false;
        c->is_pointed |= (saw & SAW_NOUN) != 0;
    } else if (about.n > 0) {
        about = trimmed(about, true);
        while (about.n > 1 &&
               (phrase_word_is(about.w, "the|my|a|an|our|anything|something|about|any|regarding|still|already|added|"
                                        "add|finish|finished|complete|completed|do|done|delete|deleted")))
            about = span_from(about, 1);
        while (about.n > 1 && phrase_word_is(&about.w[about.n - 1],
                                             "task|todo|to-do|one|item|reminder|list|my|to|on|yet|tasks|the|again"))
            about.n--;
        if (!e->about)
            e->filter.search = span_text(r->a, about);
    }
}

/* ---- all together ---- */

static struct span about_of(const struct phrase_part *parts)
{
    static const enum part named[] = { PART_REF, PART_NAMED, PART_PLACE, PART_ABOUT };
    size_t i = 0;

    while (i + 1 < COUNT_OF(named) && !parts[named[i]].first)
        i++;
    return span_part(&parts[named[i]]);
}

static struct span title_of(const struct phrase_part *parts)
{
    static const enum part named[] = { PART_TITLE, PART_EVENT, PART_NEW, PART_QUOTED, PART_OPENED, PART_NEED };
    size_t i = 0;

    while (i + 1 < COUNT_OF(named) && !parts[named[i]].first)
        i++;
    return span_part(&parts[named[i]]);
}

/* "Remind me about the setlist tomorrow", "pencil the intro in for Friday": of a task, where there is such a one. */
static void fill_topic(const struct message_parser *r, struct span title, struct clause *c)
{
    struct span name = title_without_reminder(title_core(r, title));
    bool reminds =
        title.n > 0 && phrase_word_is(&title.w[-1], c->rule->flags & RULE_REMINDS ? "about|of|for|on" : "about|of");
    bool is_thing = name.n > 1 && phrase_word_is(name.w, "the|my|our|that") && word_deed(&name.w[1]) != DEED_SURE;

    if (name.n == 0 || name.n > TOPIC_WORDS || !(reminds || is_thing))
        return;
    c->intent.is_topic = true;
    c->intent.about = span_text(r->a, name);
}

/* With "have" or "get" before it, where that is what is to be done: "to have | a word with Ann", "get | the chimney
 * swept".
 */
static struct span with_cause(const struct message_parser *r, struct span s, struct span title)
{
    struct span name = title_core(r, title);

    if (title.n == 0 || title.w == s.w || !phrase_word_is(&title.w[-1], "have|get") || word_mark(&title.w[-1]) ||
        !phrase_word_is(title.w, "the|my|our|a|an|his|her|their|this|that|these|those"))
        return title;
    if (phrase_word_is(&title.w[-1], "have") && title.w - 1 > s.w && phrase_word_is(&title.w[-2], "to"))
        return (struct span){ title.w - 1, title.n + 1 };
    for (size_t i = 2; i < name.n; i++)
        if ((word_been(&name.w[i]) || (name.w[i].n > 4 && strncasecmp(name.w[i].p + name.w[i].n - 2, "ed", 2) == 0)) &&
            (i + 1 == name.n || phrase_word_is(&name.w[i + 1], "at|on|in|by|out|up|off|over|before|for|from|again")))
            return (struct span){ title.w - 1, title.n + 1 };
    return title;
}

/* A new task by a rule. */
static void fill_new(const struct message_parser *r, const struct phrase_part *parts, struct span s, struct clause *ret)
{
    const struct rule *rule = ret->rule;
    struct task_intent *e = &ret->intent;
    struct span set = span_part(&parts[PART_SET]), when = span_part(&parts[PART_WHEN]);
    struct intent_slots found = { 0 };
    struct span title = rule->flags & RULE_WHOLE ? s : with_cause(r, s, title_of(parts));

    ret->is_opened = title.n > 0 && title.w > s.w && word_mark(&title.w[-1]) == ':';
    fill_create(r, title, rule->confidence, rule->flags & RULE_REMINDS, ret);
    if ((set.n > 0 && slots_are_all(r, set, &found)) || (when.n > 0 && slots_are_all(r, when, &found)))
        merge(&e->set, &found);
    ret->ahead = found;
    if (parts[PART_EARLY].first)
        (void)slots_remind(r, span_part(&parts[PART_EARLY]), &e->set);
    if ((rule->flags & RULE_REMINDS) && when.n > 0 && found.due && strchr(found.due, 'T'))
        e->set.remind = found.due;
    if ((rule->flags & RULE_REMINDS) ||
        span_has((struct span){ s.w, s.n < 4 ? s.n : 4 }, "alarm|reminder|nudge|ping") ||
        (when.n > 0 && phrase_word_is(s.w, "put|pencil|mark|set|schedule|get")))
        fill_topic(r, title, ret);
}

void fill_clause(const struct message_parser *r, const struct rule *rule,
                 const struct phrase_part parts[static PHRASE_PARTS], struct span s, struct clause *ret)
{
    struct task_intent *e = &ret->intent;

    *ret = (struct clause){ .rule = rule,
                            .intent = { .kind = rule->kind, .confidence = rule->confidence },
                            .is_deed = rule->flags & RULE_DEED,
                            .is_pointed = rule->flags & RULE_POINTS,
                            .is_loose = rule->flags & RULE_LOOSE };
    if (rule->kind == INTENT_CREATE) {
        fill_new(r, parts, s, ret);
        return;
    }
    if (rule->kind == INTENT_LIST) {
        fill_list(r, rule, parts, s, ret);
    } else {
        fill_about(r, about_of(parts), ret);
        if (rule->kind == INTENT_COMPLETE)
            fill_done(r, parts, ret);
    }
    if (rule->kind == INTENT_UPDATE) {
        fill_update(r, rule, parts, s, e);
        if (parts[PART_SHIFT].first && (rule->flags & RULE_REMINDS)) { /* "an hour | before it starts" */
            struct span shift = span_part(&parts[PART_SHIFT]);
            (void)slots_remind(r, (struct span){ shift.w, shift.n + 1 }, &e->set);
        } else if (parts[PART_SHIFT].first)
            fill_shift(r, parts, s, e);
        if (!e->about)
            e->about = "it";
        drop_is(r->a, e);
    }
    if ((rule->kind == INTENT_COMPLETE || rule->kind == INTENT_REOPEN) && !e->about &&
        phrase_word_is(s.w, "it|it's|that|that's|this"))
        e->about = "it";
    if (rule->sets)
        fill_sets(rule->sets, e);
}
