/* errand.c - clauses, and a table of patterns (lang/phrase.h) that each is held against, the first that fits from the
 * top. */
#include "lang/errand.h"
#include "base/arena.h"
#include "base/attrs.h"
#include "lang/phrase.h"
#include <ctype.h>
#include <string.h>

enum part { PART_TITLE, PART_ABOUT, PART_DESCRIPTION };

static const char *const parts_named[] = { "title", "about", "description", NULL };

struct rule {
    const char *intent;
    double confidence;
    const char *pattern;
};

#define POLITE "[please|kindly|pls|ok|okay|now|also|then] [can|could|would|will] [you|u|we] [please|just] "
#define THING "task|todo|to-do|item|reminder|entry"
#define THINGS "tasks|todos|to-dos|items|reminders|list|agenda"
#define OWN "[my|the|all|of|these|those|our] [my|the|of] "
#define OPEN "pending|open|unfinished|remaining|outstanding|incomplete|active"
#define DONE "completed|done|finished|closed|complete"
#define STATE "[" OPEN "|" DONE "] "

static const struct rule rules[] = {
    { "list", 0.95,
      POLITE "show|list|view|see|display|get|give|read [me|us|out] " OWN STATE "[todo|to-do|task] " THINGS },
    { "list", 0.92,
      "what|which|what's|whats [are|is] [on] " OWN STATE "[todo|to-do|task] " THINGS
      " [left|are|do] [i|pending|open] [have]" },
    { "list", 0.90, "what [do|should|must] [i|we] [have|need] [to] do [today|next|now|left]" },
    { "list", 0.90, "what|what's|whats [is] left|pending|open|remaining [to] [do]" },
    { "list", 0.85, "[do|have] [i|we] [have] [any|anything] " STATE THINGS " [left|to|pending|open] [do]" },
    { "list", 0.85, OWN STATE THINGS " [please]" },
    { "list", 0.85, POLITE "show|list [me|us] [all|the] all|everything|" OPEN "|" DONE },
    { "update", 0.93, POLITE "rename <about> to|as <title>" },
    { "update", 0.92,
      POLITE "change|update|set|edit|modify [the|its] description [of|for|on] <about> to <description>" },
    { "update", 0.92, POLITE "change|update|set|edit|modify [the|its] [title|name|text] [of|for] <about> to <title>" },
    { "update", 0.86, POLITE "update|change|edit|modify <about>" },
    { "complete", 0.94, POLITE "mark|set|tick|check <about> [as] done|complete|completed|finished|off" },
    { "complete", 0.93, POLITE "mark|tick|check off <about>" },
    { "complete", 0.92, POLITE "complete|finish|close [off|out] <about>" },
    { "complete", 0.88,
      "[i|we|i've|we've|i'm|im] [have|just|already|am] [just|already] finished|completed|done|did [with] <about>" },
    { "complete", 0.86, "<about> is|are|was|got done|finished|complete|completed [now|already]" },
    { "delete", 0.95, POLITE "delete|remove|erase|trash|discard|scrap <about>" },
    { "delete", 0.93, POLITE "get rid of <about>" },
    { "delete", 0.91, POLITE "drop|cancel <about>" },
    { "create", 0.97,
      POLITE "add|create|make|new|start|put|note|set [up] [a|an|the|another] [new] " THING
             " [to|called|named|titled|for|about|that|saying] <title> with|and [the|a] description|details|note|notes"
             " [of|saying] <description>" },
    { "create", 0.97,
      POLITE "add|create|make|new|start|put|note|set [up] [a|an|the|another] [new] " THING
             " [to|called|named|titled|for|about|that|saying] <title>" },
    { "create", 0.95, POLITE "add|put <title> to|on|onto [my|the|our] [todo|to-do|task] " THINGS },
    { "create", 0.93, POLITE "remind me to|about|of <title>" },
    { "create", 0.92, POLITE "remember to <title>" },
    { "create", 0.92, POLITE "don't|dont|never let me forget [to|about] <title>" },
    { "create", 0.90, POLITE "add|note|jot|write [down] <title>" },
    { "create", 0.86, "don't|dont forget to <title>" },
    { "create", 0.83, "i [really|also|still] need|have|want|ought|got to <title>" },
    { "create", 0.82, "i [really|also|still] must|should <title>" },
    { "create", 0.82, "i've|ive got to <title>" },
};

/* ---- what was said ---- */

/* The sentence's own end is no part of a name; a name in quotation marks is what is between them. */
static const char *text_of(struct arena *a, const struct phrase_part *part)
{
    return phrase_text(a, part, ".!;,");
}

static const char *status_of(const struct phrase *c)
{
    static const char done[] = DONE, open[] = OPEN "|left";

    for (size_t i = 0; i < c->n; i++) {
        if (phrase_word_is(&c->words[i], done))
            return "completed";
        if (phrase_word_is(&c->words[i], open))
            return "pending";
    }
    return NULL;
}

static bool read_clause(struct arena *a, const struct phrase *c, struct errand *ret)
{
    for (size_t i = 0; i < COUNT_OF(rules); i++) {
        const struct rule *r = &rules[i];
        struct phrase_part parts[PHRASE_PARTS];
        /* A question changes nothing: "did I finish the report?" */
        if (c->asks && strcmp(r->intent, "list") != 0 && strncmp(r->pattern, POLITE, sizeof POLITE - 1) != 0)
            continue;
        if (!phrase_fits(c, r->pattern, parts_named, parts))
            continue;
        *ret = (struct errand){ .intent = r->intent,
                                .confidence = r->confidence,
                                .about = text_of(a, &parts[PART_ABOUT]),
                                .title = text_of(a, &parts[PART_TITLE]),
                                .description = text_of(a, &parts[PART_DESCRIPTION]),
                                .status = strcmp(r->intent, "list") == 0 ? status_of(c) : NULL };
        return true;
    }
    return false;
}

/* ---- clauses ---- */

/* Where a message may be cut in two: behind a sentence, at a semicolon or a line, at "and", "then". */
static const char *next_cut(const char *p, const char *end, size_t *ret_skip)
{
    static const char *const joints[] = { " and then ", ", and ", " and also ", " then ", " and " };

    for (; p < end; p++) {
        if (*p == '\n' || *p == ';' || ((*p == '.' || *p == '!') && p + 1 < end && isspace((unsigned char)p[1]))) {
            *ret_skip = 1;
            return p;
        }
        for (size_t i = 0; i < COUNT_OF(joints); i++) {
            size_t n = strlen(joints[i]);
            if ((size_t)(end - p) > n && strncasecmp(p, joints[i], n) == 0) {
                *ret_skip = n;
                return p;
            }
        }
    }
    *ret_skip = 0;
    return end;
}

/* The longest beginning that is one errand while what follows is another: "buy milk and bread" stays whole. */
size_t errand_read(struct arena *a, const char *message, struct errand ret[static ERRANDS])
{
    const char *p = message, *end = message + strlen(message);
    struct phrase *c = arena_alloc(a, sizeof *c);
    size_t n = 0;

    while (p < end && n < ERRANDS) {
        size_t skip;
        const char *cut = next_cut(p, end, &skip);
        struct errand follows;

        for (; cut < end; cut = next_cut(cut + skip, end, &skip)) {
            size_t after;
            phrase_split(cut + skip, next_cut(cut + skip, end, &after), c);
            if (*cut == '\n' || *cut == ';' || *cut == '.' || *cut == '!' || read_clause(a, c, &follows))
                break;
        }
        phrase_split(p, cut, c);
        if (read_clause(a, c, &ret[n]))
            n++;
        p = cut + skip;
        if (cut == end)
            break;
    }
    return n;
}

enum errand_reply errand_reply(const char *message)
{
    static const char yes[] = "yes|yep|yeah|y|sure|ok|okay|confirm|confirmed|correct|right|absolutely";
    static const char no[] = "no|nope|n|cancel|stop|don't|dont|never|abort|keep";
    static const char filler[] = "please|do|it|delete|go|ahead|thanks|thank|you|that|them|the|task|mind";
    struct phrase c;
    enum errand_reply reply = REPLY_NONE;

    phrase_split(message, message + strlen(message), &c);
    for (size_t i = 0; i < c.n; i++) {
        const struct phrase_word *w = &c.words[i];
        bool is_yes = phrase_word_is(w, yes), is_no = phrase_word_is(w, no);
        if (is_no)
            return i == 0 ? REPLY_NO : REPLY_NONE;
        if (!is_yes && !phrase_word_is(w, filler))
            return REPLY_NONE;
        if (is_yes && i == 0)
            reply = REPLY_YES;
    }
    return reply;
}
