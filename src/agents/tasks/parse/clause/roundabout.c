/* roundabout.c - a task said in a roundabout way.
 *
 * Something is used up and more is needed ("we're out of eggs, I need to get some"): that is one task, whose title is
 * in the first half. Or the action comes first, as a noun ("cleaning the fridge is something I have to do").
 */
#include "agents/tasks/parse/clause/clause.h"
#include "agents/tasks/parse/rules/rules.h"
#include "agents/tasks/parse/slots/slots.h"
#include "agents/tasks/parse/split/split.h"
#include "agents/tasks/parse/words/words.h"
#include "base/arena.h"
#include "base/attrs.h"
#include <string.h>

#define SHORT_WORDS 9  /* of what is used up: longer ones are a story */
#define GERUND_WORDS 8 /* of what is to be done, before it is said that it is */
#define ROUND_SURE 0.85

/* ---- used up ---- */

/* The words before what has run out; those behind it. */
static const char *const runs_out_of[] = {
    "*oh|so|we're|i'm|we|i|we've|i've *are|am|almost|nearly|all|completely|have|just|totally "
    "out|run|ran|running|low|short *out|low|short of|on",
    "*there's|there|is|are|we|i|have|got no|hardly|barely *any|more",
};
static const char is_out[] =
    "is|are|'s *almost|nearly|all|running|completely out|empty|finished|gone|low|dying|dead|over|"
    "used *up|out|low";

/* The words before what somebody wants: "it would be good to have", "the printer needs". */
static bool is_wanted(struct span s, struct span *ret)
{
    if (span_begins(s, "it|it'd|that|that'd *would|be|really|also good|nice|great|useful|handy to have|get", ret))
        return ret->n > 0;
    for (size_t i = 1; i + 1 < s.n && i < SHORT_WORDS; i++)
        if (phrase_word_is(&s.w[i], "needs|need|wants|want")) {
            *ret = span_from(s, i + 1);
            return !phrase_word_is(ret->w, "to|me|us|you") && !phrase_word_is(&s.w[i - 1], "i|we|you");
        }
    return false;
}

/* What is used up, or wanted; nothing where it is not said. */
static struct span used_up(struct span s)
{
    struct span thing = { 0 }, rest;

    for (size_t i = 0; i < COUNT_OF(runs_out_of); i++)
        if (span_begins(s, runs_out_of[i], &rest) && rest.n > 0 && rest.n < s.n)
            thing = rest;
    for (size_t i = 1; i < s.n && thing.n == 0; i++)
        if (span_begins(span_from(s, i), is_out, &rest) && rest.n == 0)
            thing = (struct span){ s.w, i };
    if (thing.n == 0 && is_wanted(s, &rest))
        thing = rest;
    while (thing.n > 1 && phrase_word_is(&thing.w[thing.n - 1], "left|anymore|again|already|now"))
        thing.n--;
    while (thing.n > 1 && phrase_word_is(thing.w, "the|my|our|any|more|of"))
        thing = span_from(thing, 1);
    return thing.n > 0 && thing.n <= SHORT_WORDS && !span_has(thing, "i|we|it|that|this|time|luck|here|there")
               ? thing
               : (struct span){ 0 };
}

/* Whether a title asks for more of what it does not name: "get some", "order a new one". How it goes on with the name:
 * *ret_more takes the place of the words behind the verb. */
static bool gets_more(struct span s, struct span thing, const char **ret_more)
{
    static const struct {
        const char *said, *more;
    } lines[] = {
        { "some", "some" },
        { "more", "more" },
        { "some more", "some more" },
        { "a new one", "a new" },
        { "another *one", "another" },
        { "new ones", "new" },
        { "some new ones", "some new" },
    };
    struct span rest;

    for (size_t i = 0; i < COUNT_OF(lines); i++)
        if (span_begins(s, lines[i].said, &rest) && rest.n == 0) {
            *ret_more = lines[i].more;
            return !phrase_word_is(thing.w, "a|an");
        }
    *ret_more = "";
    return s.n == 1 && phrase_word_is(s.w, "one") && phrase_word_is(thing.w, "a|an");
}

bool roundabout_short(const struct message_parser *r, struct span s, struct clause *ret)
{
    for (size_t i = 1; i + 1 < s.n; i++) {
        struct span thing, name, what = lead_read(span_from(s, i + boundary_words(span_from(s, i)))).rest;
        const char *more;
        if ((word_mark(&s.w[i - 1]) != ',' && boundary_words(span_from(s, i)) == 0) || what.n < 2 ||
            word_deed(what.w) == DEED_NONE || (thing = used_up((struct span){ s.w, i })).n == 0)
            continue;
        name = title_core(r, what);
        for (size_t k = 1; k < name.n; k++)
            if (gets_more(span_from(name, k), thing, &more)) {
                *ret = (struct clause){ .is_deed = true, .is_loose = true };
                fill_create(r, what, ROUND_SURE, false, ret);
                ret->intent.confidence = ROUND_SURE;
                ret->intent.set.title = arena_printf(r->a, "%s %s%s%s", span_text(r->a, (struct span){ name.w, k }),
                                                     more, *more ? " " : "", span_text(r->a, thing));
                ret->intent.said = span_text(r->a, s);
                return true;
            }
    }
    return false;
}

/* ---- as a thing ---- */

bool roundabout_gerund(const struct message_parser *r, struct span s, struct clause *ret)
{
    static const char *const duties[] = {
        "is *also|still|just|really something|what|a|one|the|another|next "
        "*next|first|last|more|thing|job|of|things|that "
        "*which|that i|we *still|really|also|just|definitely need|have|must|should|want|ought *to|still do",
        "is *also|still|next|now|first on|in *my|the|our|to|do list|agenda|todo|to-do|plan|cards",
    };
    const char *verb = s.n > 2 ? word_gerund(r->a, s.w) : NULL, *thing;
    struct intent_slots set = { 0 };
    struct span rest;

    for (size_t i = 2; verb && i + 1 < s.n && i <= GERUND_WORDS; i++)
        for (size_t k = 0; k < COUNT_OF(duties); k++) {
            if (!span_begins(span_from(s, i), duties[k], &rest) || (rest.n > 0 && !slots_are_all(r, rest, &set)))
                continue;
            thing = span_text(r->a, (struct span){ s.w + 1, i - 1 });
            if (!thing)
                return false;
            *ret = (struct clause){ .is_deed = true, .is_loose = true, .is_dated = set.due != NULL };
            ret->intent = (struct task_intent){ .kind = INTENT_CREATE, .confidence = ROUND_SURE, .set = set };
            ret->intent.set.title = arena_printf(r->a, "%s %s", verb, thing);
            return true;
        }
    return false;
}
