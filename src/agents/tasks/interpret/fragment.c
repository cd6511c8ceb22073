/* fragment.c - what one fragment of a message wants, and of which task that is there. */
#include "agents/tasks/interpret/fragment.h"
#include "agents/tasks/interpret/grounding.h"
#include "agents/tasks/interpret/interpret.h"
#include "agents/tasks/parse/reference.h"
#include "agents/tasks/resolve/candidates.h"
#include "agents/tasks/resolve/content_words.h"
#include "agents/tasks/resolve/likely_intent.h"
#include "agents/tasks/resolve/negation.h"
#include "agents/tasks/resolve/resolve.h"
#include "agents/tasks/resolve/title_search.h"
#include "agents/tasks/turn/turn.h"
#include "base/arena.h"
#include "base/json.h"
#include "base/str.h"
#include "lang/phrase.h"
#include "model/tasks.h"
#include <string.h>

#define ORDERED 0.88  /* so sure is a change by a rule that no mere statement fits */
#define TOLD_NEW 0.84 /* so sure at least is a new task that nobody ordered: "I need to ..." */

/* ---- words ---- */

static bool begins_with(const char *said, const char *words)
{
    static const char before[] =
        "please|pls|kindly|just|now|so|ok|okay|then|also|can|could|would|will|you|u|wait|actually";
    struct phrase p;
    size_t i = 0;

    phrase_split(said, said + strlen(said), &p);
    while (i < p.n && phrase_word_is(&p.words[i], before))
        i++;
    return i < p.n && phrase_word_is(&p.words[i], words);
}

static bool orders(const char *said)
{
    static const char verbs[] =
        "tick|untick|check|uncheck|mark|unmark|complete|finish|close|delete|remove|scrap|bin|drop|cancel|erase|scratch|"
        "strike|cross|move|push|shift|postpone|reschedule|change|set|make|update|rename|add|put|stick|pop|note|jot|log|"
        "reopen|open|restore|undo|redo|revert|show|list|bring|take|get|throw|give|tag|remind|create|switch|swap|turn";

    return begins_with(said, verbs);
}

/* What is not so, not quite so, or only so if something else is: of that nothing is done piece by piece. */
bool fragment_depends(const char *said)
{
    return content_says(said, "if|unless|once|whether|or|except|excluding|suppose|imagine|almost|nearly|either|"
                              "would've|should've|tried") ||
           begins_with(said, "not|no|only|without|never|don't|dont|when|after|before|as|until|should|had|were|assuming|"
                             "provided|given");
}

/* Whether it is asked, supposed or only thought of. */
static bool is_open(const char *said)
{
    return strchr(said, '?') || negation_supposed(said) || content_says(said, "maybe|perhaps|hope|wish|might");
}

static bool is_denied(const char *said)
{
    return content_says(said,
                        "not|never|isn't|isnt|aren't|arent|wasn't|wasnt|weren't|hasn't|hasnt|haven't|havent|didn't|"
                        "didnt|doesn't|doesnt|don't|dont|won't|wont|can't|cant|cannot|couldn't|still|yet");
}

/* ---- whether it can be done ---- */

bool fragment_is_change(enum intent_kind kind)
{
    return kind == INTENT_UPDATE || kind == INTENT_COMPLETE || kind == INTENT_REOPEN || kind == INTENT_DELETE;
}

static enum reference_kind refers(const struct task_intent *e)
{
    return reference_read(e->about ? e->about : "it").kind;
}

bool interpret_is_pronoun(const struct task_intent *e)
{
    enum reference_kind kind = refers(e);

    return fragment_is_change(e->kind) && !e->every && kind != REFERENCE_NAME && kind != REFERENCE_PLACE;
}

/* The one task that these words name, by its title; NULL when it is none, or one of several. */
int fragment_one(struct turn *t, enum intent_kind kind, const char *words, const char **ret, struct err *err)
{
    struct resolved f = { 0 };

    *ret = NULL;
    if (search_tasks(t, words, candidate_prefers(kind), &f, err) < 0)
        return -1;
    if (f.how == RESOLVED_THESE && json_len(f.tasks) == 1)
        *ret = json_get_text(json_at(f.tasks, 0), "title");
    if (*ret && reference_read(*ret).kind != REFERENCE_NAME) /* a task called "last things" is not found by that */
        *ret = NULL;
    return 0;
}

/* The one task that an intent is about, for all that was said. */
int fragment_task(struct turn *t, const struct task_intent *e, const char *said, const char **ret, struct err *err)
{
    const char *words;

    if (likely_task(t, e, said, &words, err) < 0)
        return -1;
    *ret = words;
    return words && reference_read(words).kind == REFERENCE_NAME ? fragment_one(t, e->kind, words, ret, err) : 0;
}

static int stands(struct turn *t, struct task_intent *e, bool *ret, struct err *err)
{
    struct task_intent grounded;
    bool found = false;
    const char *title;

    *ret = turn_is_sure(e);
    if (grounding_may(e, !*ret) && grounding_intent(t, e, &grounded, &found, err) < 0)
        return -1;
    if (found)
        *e = grounded;
    *ret |= found;
    if (!*ret || !fragment_is_change(e->kind) || e->every)
        return 0;
    *ret = !turn_only_asks(e);
    if (!*ret || refers(e) != REFERENCE_NAME)
        return 0;
    if (fragment_one(t, e->kind, e->about, &title, err) < 0 ||
        (!title && fragment_task(t, e, e->said ? e->said : e->about, &title, err) < 0))
        return -1;
    *ret = title != NULL;
    e->about = title ? title : e->about;
    return 0;
}

static int all_stand(struct turn *t, struct task_intent *intents, size_t n, bool *ret, struct err *err)
{
    *ret = n > 0;
    for (size_t i = 0; i < n && *ret; i++)
        if (stands(t, &intents[i], ret, err) < 0)
            return -1;
    return 0;
}

/* How many tasks a change is about, as far as its words say. */
static int reach_of(struct turn *t, const struct task_intent *e, size_t *ret, struct err *err)
{
    struct reference r = reference_read(e->about ? e->about : "it");
    struct resolved f = { 0 };

    *ret = e->every                    ? MESSAGE_INTENTS
           : r.kind == REFERENCE_PLACE ? r.n
           : r.kind == REFERENCE_THEM  ? MESSAGE_INTENTS
                                       : 1 + (r.kind == REFERENCE_BOTH);
    if (e->every || r.kind != REFERENCE_NAME)
        return 0;
    if (search_tasks(t, e->about, candidate_prefers(e->kind), &f, err) < 0)
        return -1;
    *ret = f.how == RESOLVED_THESE ? json_len(f.tasks) : 0;
    return 0;
}

int interpret_reach(struct turn *t, const struct task_intent *intents, size_t n, size_t *ret, struct err *err)
{
    *ret = 0;
    for (size_t i = 0; i < n; i++) {
        struct task_intent e = intents[i];
        size_t reach = 1;
        bool stand;
        if (fragment_is_change(e.kind) && reach_of(t, &e, &reach, err) < 0)
            return -1;
        if (reach < 2 && stands(t, &e, &stand, err) < 0)
            return -1;
        if (reach < 2 && !stand) {
            *ret = 0;
            return 0;
        }
        *ret += reach < 2 ? 1 : reach;
    }
    return 0;
}

/* ---- one piece ---- */

/* "I also need a sick note": a thing, which is to be got. */
static bool needs_thing(const char *said)
{
    struct phrase p;
    size_t i = 0;

    phrase_split(said, said + strlen(said), &p);
    while (i < p.n && phrase_word_is(&p.words[i], "i|we|also|still|just|then"))
        i++;
    return i + 2 < p.n && phrase_word_is(&p.words[i], "need") &&
           phrase_word_is(&p.words[i + 1], "a|an|some|another|new|two|three|four|five|six");
}

/* "Take that one down": an order about what was spoken of, in words that no rule knows. It is nothing new. */
static bool orders_that(const char *said)
{
    struct phrase p;

    phrase_split(said, said + strlen(said), &p);
    return p.n > 1 && phrase_word_is(&p.words[1], "it|that|this|them|those|these") &&
           !phrase_word_is(p.words, "add|create|note|remind|jot|log");
}

/* Whether it is wanted where it stands among others: a list has to be asked for, a new task to be ordered or plainly to
 * be done, and what is told must be so. */
static bool is_wanted(const struct message_fragment *p, const struct task_intent *e)
{
    if (e->kind == INTENT_CREATE)
        return (p->is_order && !orders_that(p->said)) || e->confidence >= TOLD_NEW || needs_thing(p->said);
    if (e->kind == INTENT_LIST || e->kind == INTENT_MORE)
        return p->is_order || strchr(p->said, '?') ||
               begins_with(p->said, "what|what's|whats|which|gimme|anything|how|let|tell");
    return intent_type(e->kind) && (p->is_order || e->kind == INTENT_REOPEN || !is_denied(p->said));
}

bool fragment_adds(const char *said)
{
    return begins_with(said, "add|create|new");
}

/* Whether something new was ordered, or the same deed once more ("send it to the basses too"), whatever task its words
 * are like. */
static bool is_plainly_new(struct turn *t, const char *said, const struct task_intent *e)
{
    struct phrase p;

    phrase_split(said, said + strlen(said), &p);
    return (e->confidence >= ORDERED && fragment_adds(said)) ||
           (turn_is_sure(e) && content_says(said, "too|also") && p.n > 0 &&
            word_is_action(arena_dup(t->a, p.words->p, p.words->n)));
}

#define SLIP_LETTERS 5 /* a shorter word is near to too many others: "came", "cake" */

/* Whether a change is of a task that the piece has a word of: "it came in the post" tells of what was named before. */
static bool has_word_of(struct turn *t, const struct message_fragment *p, const struct task_intent *e)
{
    struct content words = content_of(t, p->said), own = content_of(t, e->about ? e->about : "");
    bool has = p->is_order || !fragment_is_change(e->kind) || refers(e) != REFERENCE_NAME;

    for (size_t i = 0; i < words.n && !has; i++)
        has = content_has(&own, &words.words[i], content_kin) ||
              (strlen(words.words[i].word) >= SLIP_LETTERS && content_has(&own, &words.words[i], content_near));
    return has;
}

/* Reads these words as one piece; nothing is kept of what cannot be done. */
static int read_words(struct turn *t, const char *said, struct message_fragment *p, struct err *err)
{
    struct task_intent intents[MESSAGE_INTENTS];
    size_t n = intents_read(t->a, said, &t->now, intents);

    bool is_new = n == 1 && intents->kind == INTENT_CREATE && is_plainly_new(t, said, intents);

    p->is_order |= n > 0 && fragment_is_change(intents->kind) && intents->confidence >= ORDERED;
    if (is_new)
        p->is_kept = true;
    else if (interpret_words(t, said, intents, &n, err) < 0 || all_stand(t, intents, n, &p->is_kept, err) < 0)
        return -1;
    p->is_kept &= n <= FRAGMENT_INTENTS;
    for (size_t i = 0; i < n && p->is_kept; i++)
        p->is_kept &= is_wanted(p, &intents[i]) && has_word_of(t, p, &intents[i]);
    p->n = p->is_kept ? n : 0;
    memcpy(p->intents, intents, p->n * sizeof *intents);
    return 0;
}

void fragment_keep(struct message_fragment *p, enum intent_kind kind, const char *about, const struct intent_slots *set)
{
    p->intents[0] = (struct task_intent){ .kind = kind, .said = p->said, .about = about, .set = *set };
    p->intents[0].confidence = tasks_intent(intent_type(kind))->threshold;
    p->n = 1;
    p->is_kept = true;
}

/* "Read and signed the lease": all of a task's title told as done, though its first verb could be said of what is new.
 */
static int read_told(struct turn *t, struct message_fragment *p, struct err *err)
{
    const struct task_intent told = { .kind = INTENT_COMPLETE };
    struct content words = content_of(t, p->said), own;
    bool is_told = false;
    const char *title;

    if (p->n != 1 || p->intents[0].kind != INTENT_CREATE || p->is_order || is_open(p->said) || is_denied(p->said))
        return 0;
    if (fragment_task(t, &told, p->said, &title, err) < 0)
        return -1;
    own = content_of(t, title ? title : "");
    for (size_t i = 0; i < words.n; i++)
        is_told |= content_is_done(&words.words[i]) && content_has(&own, &words.words[i], content_kin) &&
                   !content_has(&own, &words.words[i], content_same);
    for (size_t i = 0; i < own.n; i++)
        is_told &= content_has(&words, &own.words[i], content_kin);
    if (title && is_told)
        fragment_keep(p, INTENT_COMPLETE, title, &(struct intent_slots){ 0 });
    return 0;
}

static const char moved_to[] = "to|until|till|->|→";
static const char putting[] = "put|set|make";

/* Whether a word only says that something is to be at another time. */
static bool is_moving(const struct content_word *w)
{
    static const char words[] =
        "move|moves|moved|moving|go|goes|went|slip|slips|slipped|shift|shifts|shifted|push|pushed|"
        "pushes|postponed|delayed|rescheduled|changes|changed|now|instead|back|out|wait|until|till";

    return content_is(w, words);
}

/* The words of a piece that are none of another time: the name of what is moved. NULL when there are none. */
static const char *moved(struct turn *t, const char *said)
{
    struct content words = content_of(t, said);
    const char *name = NULL;

    for (size_t i = 0; i < words.n; i++) {
        const struct content_word *w = &words.words[i];
        if (!word_is_small(w->word) && !is_moving(w) && !word_is_date(t->a, w->said, &t->now) &&
            !(i == 0 && content_is(w, putting)))
            name = name ? arena_printf(t->a, "%s %s", name, w->said) : w->said;
    }
    return name;
}

/* "The fair goes to the 29th", "put the fair on Friday": a day and the name of a task that is there, and nothing else.
 */
static int read_move(struct turn *t, struct message_fragment *p, struct err *err)
{
    const char *name = moved(t, p->said), *title;
    bool is_put = begins_with(p->said, putting);
    struct intent_slots set = { 0 };

    if (!name || (p->n > 0 && p->intents[0].kind != INTENT_CREATE) || (!is_put && orders(p->said)) ||
        (!is_put && !content_says(p->said, moved_to)) || is_open(p->said))
        return 0;
    if (fragment_one(t, INTENT_UPDATE, name, &title, err) < 0)
        return -1;
    if (title && intent_as_change(t->a, p->said, title, &t->now, &set) && set.due && !set.title)
        fragment_keep(p, INTENT_UPDATE, title, &set);
    return 0;
}

/* An order that does not say of what ("..., reopen"), or that all is done: it is of what was spoken of. */
static int read_verb(struct turn *t, struct message_fragment *p, struct err *err)
{
    static const char polite[] = "please|pls|thanks|again|now|then|so|just|kindly|it|all|already";
    static const char steps[] = "undo|redo|revert";
    struct task_intent intents[MESSAGE_INTENTS];
    const char *verb = NULL;
    struct phrase w;

    phrase_split(p->said, p->said + strlen(p->said), &w);
    for (size_t i = 0; i < w.n; i++) {
        if (phrase_word_is(&w.words[i], polite))
            continue;
        if (verb)
            return 0;
        verb = arena_dup(t->a, w.words[i].p, w.words[i].n);
    }
    if (!verb ||
        !content_says(verb, "reopen|untick|uncheck|unmark|restore|undo|redo|revert|delete|remove|complete|tick|"
                            "done|finished|sorted|check"))
        return 0;
    if (content_says(verb, steps))
        return read_words(t, arena_printf(t->a, "%s that", verb), p, err);
    if (content_says(verb, "done|finished|sorted|check"))
        verb = "tick";
    if (intents_read(t->a, arena_printf(t->a, "%s it", verb), &t->now, intents) == 1) {
        p->is_bare = !p->is_order;
        fragment_keep(p, intents->kind, intents->about, &intents->set);
    }
    return 0;
}

static const char tagging[] = "tag|label";

/* "Tag the essay uni": the name of a task that is there, and a word that is none of its name. */
static int read_tag(struct turn *t, struct message_fragment *p, struct err *err)
{
    struct intent_slots set = { .n_tags = 1 };
    const char *title, *name;
    struct content own, tag;
    struct phrase w;
    size_t from = 0;

    phrase_split(p->said, p->said + strlen(p->said), &w);
    while (from < w.n && !phrase_word_is(&w.words[from], tagging))
        from++;
    if (from + 2 >= w.n || !begins_with(p->said, tagging) || (p->n > 0 && p->intents[0].kind == INTENT_UPDATE))
        return 0;
    name = arena_dup(t->a, w.words[from + 1].from, (size_t)(w.words[w.n - 2].to - w.words[from + 1].from));
    if (fragment_names(t, name, INTENT_UPDATE, &title, err) < 0)
        return -1;
    set.tags[0] = str_fold(t->a, arena_dup(t->a, w.words[w.n - 1].p, w.words[w.n - 1].n));
    own = content_of(t, title ? title : "");
    tag = content_of(t, set.tags[0]);
    if (title && tag.n == 1 && !content_has(&own, tag.words, content_same))
        fragment_keep(p, INTENT_UPDATE, title, &set);
    return 0;
}

int fragment_interpret(struct turn *t, struct message_fragment *p, bool among, struct err *err)
{
    const char *turned = message_reordered(t->a, p->said);

    p->is_order = orders(p->said) || turned;
    if (among && read_verb(t, p, err) < 0)
        return -1;
    if (!p->is_kept && turned && read_words(t, turned, p, err) < 0)
        return -1;
    if (!p->is_kept && read_words(t, p->said, p, err) < 0)
        return -1;
    if (read_told(t, p, err) < 0 || fragment_short(t, p, among, err) < 0 || read_tag(t, p, err) < 0)
        return -1;
    return read_move(t, p, err);
}

int fragment_turns(struct turn *t, const char *said, const char *title, bool *ret, struct err *err)
{
    const struct task_intent change = { .kind = INTENT_UPDATE };
    const char *other;

    if (fragment_task(t, &change, said, &other, err) < 0)
        return -1;
    *ret = other && reference_read(other).kind == REFERENCE_NAME && strcmp(other, title) != 0;
    return 0;
}

bool fragment_stands_alone(struct turn *t, const char *said)
{
    const char *place;

    return message_reordered(t->a, said) || content_says(said, moved_to) || begins_with(said, putting) ||
           begins_with(said, tagging) || fragment_behind_place(t, said, false, &place) != NULL;
}
