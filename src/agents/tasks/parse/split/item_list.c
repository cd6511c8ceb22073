/* item_list.c - a message that is only a list of things: each is a new task. */
#include "agents/tasks/parse/clause/clause.h"
#include "agents/tasks/parse/rules/rules.h"
#include "agents/tasks/parse/slots/slots.h"
#include "agents/tasks/parse/split/split.h"
#include "agents/tasks/parse/words/words.h"

#define THING_WORDS 3  /* of a thing that is only named, */
#define THINGS_LEAST 3 /* and so many of them are a list: "bread, butter" may be one */
#define THING_SURE 0.82

/* Whether it only names something: no order, no deed, no day, and nothing that points at tasks. */
static bool is_thing(const struct message_parser *r, struct span piece)
{
    struct clause c;

    return piece.n > 0 && piece.n <= THING_WORDS && !word_is_stock(piece.w) && clause_read(r, piece, &c) && !c.rule &&
           c.intent.kind == INTENT_CREATE && c.intent.set.title && c.intent.about && !c.intent.is_topic &&
           (piece.n == 1 || word_deed(piece.w) == DEED_NONE) && !c.is_dated;
}

size_t intents_of_items(struct arena *a, const char *message, const struct civil *now,
                        struct task_intent ret[static MESSAGE_INTENTS])
{
    const struct message_parser r = { .a = a, .now = now };
    struct span s = words_of(a, message);
    size_t n = 0;

    for (size_t i = 0, from = 0; i < s.n; i++) {
        struct span piece = { s.w + from, i + 1 - from };
        struct clause one = { 0 };
        if (i + 1 < s.n && word_mark(&s.w[i]) != ',' && !boundary_ends_sentence(&s.w[i]))
            continue;
        if (n == MESSAGE_INTENTS || (i + 1 < s.n && word_mark(&s.w[i]) != ',') || span_has(piece, "and|or|+|plus") ||
            !is_thing(&r, piece))
            return 0;
        fill_create(&r, piece, THING_SURE, false, &one);
        ret[n] = one.intent;
        ret[n++].said = one.intent.set.title;
        from = i + 1;
    }
    return n < THINGS_LEAST ? 0 : n;
}
