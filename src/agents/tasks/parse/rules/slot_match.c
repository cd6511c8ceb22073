/* slot_match.c - what each slot of a rule accepts. */
#include "agents/tasks/parse/rules/rules.h"
#include "agents/tasks/parse/slots/slots.h"
#include "agents/tasks/parse/words/words.h"
#include "base/attrs.h"
#include <ctype.h>
#include <string.h>

/* ---- what parts take ---- */

static bool is_ordinal(const struct phrase_word *w)
{
    static const char ordinals[] =
        "first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|last|1st|2nd|3rd|"
        "4th|5th|6th|7th|8th|9th|10th|"
        "latest|newest|oldest|previous|bottom|top|middle|penultimate|final|latter|former|next";

    return phrase_word_is(w, ordinals) || word_is_number(w);
}

/* "2-4", "1,3". */
static bool is_places(const struct phrase_word *w)
{
    size_t i = 0, n = w->n > 2 && strncmp(w->p + w->n - 2, "'s", 2) == 0 ? w->n - 2 : w->n;

    while (i < n && (isdigit((unsigned char)w->p[i]) || strchr("-,#&", w->p[i])))
        i++;
    return !w->is_quoted && i == n && n > 0 && n < 40 && strcspn(w->p, "0123456789") < n;
}

bool span_names_places(struct span s)
{
    for (size_t i = 0; i < s.n; i++)
        if (is_ordinal(&s.w[i]) || is_places(&s.w[i]))
            return true;
    return false;
}

/* "the milk task", "the one about the meeting", "task to call Ann". */
static bool says_task(struct span s)
{
    static const char things[] =
        "task|tasks|todo|to-do|one|ones|item|items|reminder|todos|to-dos|reminders|entry|chore|everything";
    static const char follows[] =
        "about|with|for|called|named|titled|from|regarding|due|tagged|i|i've|we've|you|that|that's|which|saying|in|of";

    if (phrase_word_is(&s.w[s.n - 1], things))
        return true;
    for (size_t i = 0; i < 3 && i + 1 < s.n && s.n < 20; i++)
        if (phrase_word_is(&s.w[i], things))
            return phrase_word_is(&s.w[i + 1], follows) || word_deed(&s.w[i + 1]) == DEED_SURE ||
                   (i + 2 < s.n && phrase_word_is(&s.w[i + 1], "to") && word_deed(&s.w[i + 2]) != DEED_NONE);
    return false;
}

/* Whether no word names anything; *ret_points, whether one of them points at something. */
static bool is_bare(struct span s, bool *ret_points)
{
    static const char pointing[] = "it|that|this|them|these|those|both|all|one|ones|everything|every|each|same|'em";
    static const char between[] =
        "the|of|my|job|jobs|same|task|tasks|number|no|item|items|todo|to-do|to-dos|todos|reminder|"
        "reminders|and|two|three|four|five|six|"
        "nr|num|numbers|through|to|till|also|but|entry|on|list|in|our|please|now|too|thing|"
        "things|with|from|#|or|you|just|"
        "added|showed|mentioned|created|i|very";

    *ret_points = false;
    for (size_t i = 0; i < s.n; i++) {
        bool place = is_ordinal(&s.w[i]) || is_places(&s.w[i]) || phrase_word_is(&s.w[i], pointing) ||
                     (i > 0 && phrase_word_is(&s.w[i - 1], "number|item|task|nr|job|entry") &&
                      phrase_word_is(&s.w[i], "one|two|three|four|five|six|seven|eight|nine|ten"));
        if (!place && !phrase_word_is(&s.w[i], between))
            return false;
        *ret_points |= place;
    }
    return s.n > 0;
}

bool rule_is_place(struct span s)
{
    bool points;

    return is_bare(s, &points) && points;
}

bool rule_is_ref(struct span s)
{
    bool points;

    if (s.n == 0 || phrase_word_is(s.w, "a|an|up|new|another|some|me|us"))
        return false;
    if (is_bare(s, &points))
        return points;
    return !is_places(s.w) && !(s.n > 1 && is_places(&s.w[1])) && says_task(s);
}

const char *rule_level(const struct phrase_word *w)
{
    static const struct {
        const char *words, *level;
    } levels[] = {
        { "high|highest|top|urgent|higher|critical|max|important|1|p1", "high" },
        { "medium|normal|med|mid|middle|moderate|2|p2|regular", "medium" },
        { "low|lowest|lower|minor|3|p3|unimportant", "low" },
        { "none|nothing|no|zero", "" },
    };

    for (size_t i = 0; i < COUNT_OF(levels); i++)
        if (phrase_word_is(w, levels[i].words))
            return levels[i].level;
    return NULL;
}

/* No task is named with these: they belong to a sentence that says something else. */
static bool names_a_task(struct span s)
{
    static const char sentence[] =
        "i|i'm|i've|i'd|i'll|if|because|don't|didn't|doesn't|won't|can't|isn't|wasn't|never|said|says|he|she|they|"
        "we|you|you're|what|why|how|who|should|would|could|might|unless|whether|maybe|when|haven't|"
        "aren't|hasn't|not|cannot|may|shall|there|here|nobody|everyone|someone|nothing|nothing's|who's|what's|they're|"
        "they've|he's|she's|we're|it'll";
    struct span head = { s.w, s.n < 8 ? s.n : 8 };

    if ((s.n > 1 && phrase_word_is(&s.w[s.n - 1], "that|that's|already|just")) || span_is(s, "self|me|myself|us") ||
        span_is(s, "the|its|it's|due|date|dates|deadline|priority")) /* a part of a task */
        return false;
    if (phrase_word_is(s.w, "no") && !(s.n > 1 && is_places(&s.w[1]))) /* "no. 4" */
        return false;
    if (s.n > 2 && phrase_word_is(s.w, "new|another") && phrase_word_is(&s.w[1], "task|todo|to-do|reminder") &&
        !word_mark(&s.w[1]))
        return false; /* "new todo get the van washed" */
    return !span_has(head, sentence) &&
           !phrase_word_is(&s.w[s.n - 1], "as|is|to|and|the|of|was|are|which|who|my|our|your") &&
           !phrase_word_is(s.w, "already|just|finally|a|an|is|are|was|were|as|to|of|off|and|or|be|been|with|for|add|"
                                "delete|remove|anything|nothing|way|"
                                "show|list|tell|see|view|hide|from");
}

/* A verb or another word of the rule always stands before it. */
static bool names_something_new(struct span s)
{
    static const char nothing[] =
        "a|an|new|another|task|todo|to-do|reminder|item|something|one|the|it|that|this|me|please|to|"
        "my|list|for|tasks|on|them|these|those|due|date|deadline|tag|priority|note|description";

    if (phrase_word_is(&s.w[-1], "called|named|titled"))
        return true;
    if (is_places(s.w) && phrase_word_is(&s.w[-1], "task|todo|to-do|reminder|item|number") &&
        word_mark(&s.w[-1]) != ':')
        return false;
    if ((is_places(s.w) || is_ordinal(s.w)) &&
        (s.n == 1 || phrase_word_is(&s.w[1], "is|as|was|are|should|isn't|and|done|to|description|has|needs")))
        return false;
    if (phrase_word_is(s.w, "list")) /* "add task list all the tools", not "add to my task list" */
        return s.n > 2 && phrase_word_is(&s.w[-1], "task|todo|to-do|reminder|item") &&
               phrase_word_is(&s.w[-2], "add|new|create|a|an|another");
    return !phrase_word_is(s.w, "is|was|are|about|should|isn't|due|left|something|stuff|things|anything") &&
           !span_is(s, nothing);
}

/* With its day taken off, something is left: not "a job for Friday", nor what a machine is told ("delete 1 --yes"). */
static bool names_itself(struct span s)
{
    for (size_t i = 0; i < s.n; i++)
        if (s.w[i].n > 2 && strncmp(s.w[i].from, "--", 2) == 0 && s.w[i].from[2] != ' ')
            return false;
    if (s.n == 2 && phrase_word_is(s.w, "for|at|on") && word_is_number(&s.w[1]))
        return false;
    return !span_is(s, "job|task|reminder|todo|to-do|item|a|an|new|for|at|on|the|me|one");
}

/* "called Ann"; "got back" is no deed. */
static bool is_done(struct span s)
{
    if (s.n == 2 && phrase_word_is(&s.w[1], "it|that|this|them"))
        return false;
    return s.n > 1 && word_done_deed(s.w) && !span_has(s, "mind|minds") &&
           !phrase_word_is(&s.w[1], "back|home|here|there|something|nothing|number|task|not|never|no");
}

static bool is_set(const struct message_parser *r, struct span s, bool needs_mark)
{
    struct intent_slots set;

    return slots_are_all(r, s, &set) && (!needs_mark || set.priority || set.n_tags > 0 || (set.due && !*set.due));
}

static bool is_early(const struct message_parser *r, struct span s)
{
    struct intent_slots set = { 0 };

    return slots_remind(r, s, &set);
}

static bool is_tags(const struct message_parser *r, struct span s)
{
    const char *tags[TASK_TAGS];
    size_t n;

    return slots_tags(r, s, tags, &n);
}

static bool is_which(const struct message_parser *r, struct span s)
{
    struct task_filter filter;
    unsigned saw;

    return task_filter_read(r, s, &filter, &saw) &&
           (saw & (SAW_NOUN | SAW_PLURAL | SAW_STATUS | SAW_SPAN | SAW_MARK | SAW_ALL | SAW_DUE | SAW_MANY));
}

static bool is_pointed(struct span s)
{
    return rule_is_ref(s) && names_a_task(s);
}

/* "servicing", "to be serviced" */
static bool is_to_be_done(const struct message_parser *r, struct span s)
{
    struct span rest;

    if (span_begins(s, "to be|get", &rest))
        return rest.n > 0 && word_participle(r->a, rest.w);
    return s.w->n > 5 && !s.w->is_quoted && strncasecmp(s.w->p + s.w->n - 3, "ing", 3) == 0;
}

static bool is_needed(struct span s)
{
    static const char feelings[] =
        "help|sleep|break|coffee|drink|holiday|time|minute|moment|hug|rest|nap|advice|you|answers|answer|beer|wine|it|"
        "that|this|more|some|a|an|to|your|something|vacation|space|support|assistance|hand|second|sec|day|off|out|him|"
        "her|them|everyone|the|list|task|tasks|reminder|know|new|one|bigger";

    return !span_is(s, feelings) &&
           !phrase_word_is(s.w, "you|your|to|help|it|that|this|2|task|reminder|todo|i|we|my") && s.n < 9;
}

static bool is_opened(struct span s)
{
    return word_mark(&s.w[-1]) == ':' || (s.w[-1].n == 0 && word_mark(&s.w[-1]) == '-') ||
           phrase_word_is(&s.w[-1], "-|>");
}

/* ---- which part takes what ---- */

static bool takes_about(const struct message_parser *r, struct span s)
{
    (void)r;
    return names_a_task(s);
}

static bool takes_ref(const struct message_parser *r, struct span s)
{
    (void)r;
    return is_pointed(s) &&
           !phrase_word_is(s.w,
                           "create|make|put|set|remind|change|update|rename|move|complete|finish|mark|push|shift|bump|"
                           "postpone|delay|bring|reschedule");
}

/* A part of a task is no name of one: "set that as the deadline". */
static bool takes_title(const struct message_parser *r, struct span s)
{
    (void)r;
    return !span_is(s, "the|a|an|its|it's|that|this|new|due|date|deadline|time|day|note|notes|tag|priority|title|name|"
                       "reminder|description|wrong|then");
}

static bool takes_quoted(const struct message_parser *r, struct span s)
{
    (void)r;
    return s.n == 1 && s.w->is_quoted;
}

static bool takes_named(const struct message_parser *r, struct span s)
{
    return takes_quoted(r, s) || is_pointed(s);
}

static bool takes_place(const struct message_parser *r, struct span s)
{
    (void)r;
    return s.n < 5 && is_places(&s.w[s.n - 1]) && rule_is_ref(s);
}

static bool takes_set(const struct message_parser *r, struct span s)
{
    return is_set(r, s, false);
}

static bool takes_mark(const struct message_parser *r, struct span s)
{
    return is_set(r, s, true);
}

static bool takes_hash(const struct message_parser *r, struct span s)
{
    (void)r;
    return s.n == 1 && word_is_hashtag(s.w);
}

static bool takes_level(const struct message_parser *r, struct span s)
{
    (void)r;
    return s.n == 1 && rule_level(s.w);
}

static bool takes_new(const struct message_parser *r, struct span s)
{
    struct intent_slots aside;

    return names_something_new(s) && (phrase_word_is(&s.w[-1], "called|named|titled|entitled") ||
                                      (!slots_are_all(r, s, &aside) && names_itself(title_core(r, s))));
}

static bool takes_shift(const struct message_parser *r, struct span s)
{
    return !phrase_word_is(&s.w[-1], "every|each") && slots_shift(r, s);
}

static bool takes_clock(const struct message_parser *r, struct span s)
{
    return slots_clock(r, s);
}

static bool takes_participle(const struct message_parser *r, struct span s)
{
    return s.n == 1 && (word_participle(r->a, s.w) || (phrase_word_is(&s.w[-1], "been") && word_been(s.w)));
}

static bool takes_opened(const struct message_parser *r, struct span s)
{
    (void)r;
    return is_opened(s);
}

static bool takes_need(const struct message_parser *r, struct span s)
{
    (void)r;
    return is_needed(s);
}

static bool takes_past(const struct message_parser *r, struct span s)
{
    (void)r;
    return is_done(s);
}

static bool takes_done(const struct message_parser *r, struct span s)
{
    (void)r;
    return is_done(s) && word_deed(s.w) == DEED_NONE;
}

static bool takes_deed(const struct message_parser *r, struct span s)
{
    (void)r;
    return word_done_deed(s.w) || word_deed(s.w) != DEED_NONE;
}

bool slot_match(void *arg, size_t part, const struct phrase_word *w, size_t n)
{
    static bool (*const takers[])(const struct message_parser *r, struct span s) = {
        [PART_ABOUT] = takes_about,   [PART_REF] = takes_ref,       [PART_NAMED] = takes_named,
        [PART_PLACE] = takes_place,   [PART_WHEN] = slots_are_when, [PART_SET] = takes_set,
        [PART_MARK] = takes_mark,     [PART_EARLY] = is_early,      [PART_TAGS] = is_tags,
        [PART_HASH] = takes_hash,     [PART_WHICH] = is_which,      [PART_LEVEL] = takes_level,
        [PART_NEW] = takes_new,       [PART_SHIFT] = takes_shift,   [PART_CLOCK] = takes_clock,
        [PART_PP] = takes_participle, [PART_QUOTED] = takes_quoted, [PART_OPENED] = takes_opened,
        [PART_NEED] = takes_need,     [PART_ING] = is_to_be_done,   [PART_EVENT] = slots_end_dated,
        [PART_PAST] = takes_past,     [PART_DONE] = takes_done,     [PART_DEED] = takes_deed,
        [PART_TITLE] = takes_title,
    };

    return part >= COUNT_OF(takers) || !takers[part] || takers[part](arg, (struct span){ w, n });
}
