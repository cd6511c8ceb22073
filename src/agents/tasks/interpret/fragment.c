/* piece.c - what one piece of a message wants, and of which task that is there. */
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
bool piece_depends(const char *said)
{
    return content_says(said, "if|unless|once|whether|or|except|excluding|suppose|imagine|almost|nearly|either|"
                              "would've|should've|tried") ||
           begins_with(said, "not|no|only|without|never|don't|dont|when|after|before|as|until|should|had|were|assuming|"
                             "provided|given");
}

/* Whether it is asked, supposed or only thought of. */
static bool is_open(const char *said)
{
    return strchr(said, '?') || denied_supposed(said) || content_says(said, "maybe|perhaps|hope|wish|might");
}

static bool is_denied(const char *said)
{
    return content_says(said,
                        "not|never|isn't|isnt|aren't|arent|wasn't|wasnt|weren't|hasn't|hasnt|haven't|havent|didn't|"
                        "didnt|doesn't|doesnt|don't|dont|won't|wont|can't|cant|cannot|couldn't|still|yet");
}

/* ---- whether it can be done ---- */

bool piece_is_change(enum errand_kind kind)
{
    return kind == ERRAND_UPDATE || kind == ERRAND_COMPLETE || kind == ERRAND_REOPEN || kind == ERRAND_DELETE;
}

static enum refer_kind refers(const struct errand *e)
{
    return refer_read(e->about ? e->about : "it").kind;
}

bool hear_is_pronoun(const struct errand *e)
{
    enum refer_kind kind = refers(e);

    return piece_is_change(e->kind) && !e->every && kind != REFER_NAME && kind != REFER_PLACE;
}

/* The one task that these words name, by its title; NULL when it is none, or one of several. */
int piece_one(struct turn *t, enum errand_kind kind, const char *words, const char **ret, struct err *err)
{
    struct which_found f = { 0 };

    *ret = NULL;
    if (seek_tasks(t, words, meant_prefers(kind), &f, err) < 0)
        return -1;
    if (f.how == WHICH_THESE && json_len(f.tasks) == 1)
        *ret = json_get_text(json_at(f.tasks, 0), "title");
    if (*ret && refer_read(*ret).kind != REFER_NAME) /* a task called "last things" is not found by that */
        *ret = NULL;
    return 0;
}

/* The one task that an errand is about, for all that was said. */
int piece_task(struct turn *t, const struct errand *e, const char *said, const char **ret, struct err *err)
{
    const char *words;

    if (sense_task(t, e, said, &words, err) < 0)
        return -1;
    *ret = words;
    return words && refer_read(words).kind == REFER_NAME ? piece_one(t, e->kind, words, ret, err) : 0;
}

static int stands(struct turn *t, struct errand *e, bool *ret, struct err *err)
{
    struct errand grounded;
    bool found = false;
    const char *title;

    *ret = turn_is_sure(e);
    if (ground_may(e, !*ret) && ground_errand(t, e, &grounded, &found, err) < 0)
        return -1;
    if (found)
        *e = grounded;
    *ret |= found;
    if (!*ret || !piece_is_change(e->kind) || e->every)
        return 0;
    *ret = !turn_only_asks(e);
    if (!*ret || refers(e) != REFER_NAME)
        return 0;
    if (piece_one(t, e->kind, e->about, &title, err) < 0 ||
        (!title && piece_task(t, e, e->said ? e->said : e->about, &title, err) < 0))
        return -1;
    *ret = title != NULL;
    e->about = title ? title : e->about;
    return 0;
}

static int all_stand(struct turn *t, struct errand *errands, size_t n, bool *ret, struct err *err)
{
    *ret = n > 0;
    for (size_t i = 0; i < n && *ret; i++)
        if (stands(t, &errands[i], ret, err) < 0)
            return -1;
    return 0;
}

/* How many tasks a change is about, as far as its words say. */
static int reach_of(struct turn *t, const struct errand *e, size_t *ret, struct err *err)
{
    struct refer r = refer_read(e->about ? e->about : "it");
    struct which_found f = { 0 };

    *ret = e->every                ? ERRANDS
           : r.kind == REFER_PLACE ? r.n
           : r.kind == REFER_THEM  ? ERRANDS
                                   : 1 + (r.kind == REFER_BOTH);
    if (e->every || r.kind != REFER_NAME)
        return 0;
    if (seek_tasks(t, e->about, meant_prefers(e->kind), &f, err) < 0)
        return -1;
    *ret = f.how == WHICH_THESE ? json_len(f.tasks) : 0;
    return 0;
}

int hear_reach(struct turn *t, const struct errand *errands, size_t n, size_t *ret, struct err *err)
{
    *ret = 0;
    for (size_t i = 0; i < n; i++) {
        struct errand e = errands[i];
        size_t reach = 1;
        bool stand;
        if (piece_is_change(e.kind) && reach_of(t, &e, &reach, err) < 0)
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
static bool is_wanted(const struct piece *p, const struct errand *e)
{
    if (e->kind == ERRAND_CREATE)
        return (p->is_order && !orders_that(p->said)) || e->confidence >= TOLD_NEW || needs_thing(p->said);
    if (e->kind == ERRAND_LIST || e->kind == ERRAND_MORE)
        return p->is_order || strchr(p->said, '?') ||
               begins_with(p->said, "what|what's|whats|which|gimme|anything|how|let|tell");
    return errand_intent(e->kind) && (p->is_order || e->kind == ERRAND_REOPEN || !is_denied(p->said));
}

bool piece_adds(const char *said)
{
    return begins_with(said, "add|create|new");
}

/* Whether something new was ordered, or the same deed once more ("send it to the basses too"), whatever task its words
 * are like. */
static bool is_plainly_new(struct turn *t, const char *said, const struct errand *e)
{
    struct phrase p;

    phrase_split(said, said + strlen(said), &p);
    return (e->confidence >= ORDERED && piece_adds(said)) ||
           (turn_is_sure(e) && content_says(said, "too|also") && p.n > 0 &&
            errand_is_deed(arena_dup(t->a, p.words->p, p.words->n)));
}

#define SLIP_LETTERS 5 /* a shorter word is near to too many others: "came", "cake" */

/* Whether a change is of a task that the piece has a word of: "it came in the post" tells of what was named before. */
static bool has_word_of(struct turn *t, const struct piece *p, const struct errand *e)
{
    struct content words = content_of(t, p->said), own = content_of(t, e->about ? e->about : "");
    bool has = p->is_order || !piece_is_change(e->kind) || refers(e) != REFER_NAME;

    for (size_t i = 0; i < words.n && !has; i++)
        has = content_has(&own, &words.words[i], content_kin) ||
              (strlen(words.words[i].word) >= SLIP_LETTERS && content_has(&own, &words.words[i], content_near));
    return has;
}

/* Reads these words as one piece; nothing is kept of what cannot be done. */
static int read_words(struct turn *t, const char *said, struct piece *p, struct err *err)
{
    struct errand errands[ERRANDS];
    size_t n = errand_read(t->a, said, &t->now, errands);

    bool is_new = n == 1 && errands->kind == ERRAND_CREATE && is_plainly_new(t, said, errands);

    p->is_order |= n > 0 && piece_is_change(errands->kind) && errands->confidence >= ORDERED;
    if (is_new)
        p->is_kept = true;
    else if (hear_words(t, said, errands, &n, err) < 0 || all_stand(t, errands, n, &p->is_kept, err) < 0)
        return -1;
    p->is_kept &= n <= PIECE_ERRANDS;
    for (size_t i = 0; i < n && p->is_kept; i++)
        p->is_kept &= is_wanted(p, &errands[i]) && has_word_of(t, p, &errands[i]);
    p->n = p->is_kept ? n : 0;
    memcpy(p->errands, errands, p->n * sizeof *errands);
    return 0;
}

void piece_keep(struct piece *p, enum errand_kind kind, const char *about, const struct errand_set *set)
{
    p->errands[0] = (struct errand){ .kind = kind, .said = p->said, .about = about, .set = *set };
    p->errands[0].confidence = tasks_intent(errand_intent(kind))->threshold;
    p->n = 1;
    p->is_kept = true;
}

/* "Read and signed the lease": all of a task's title told as done, though its first verb could be said of what is new.
 */
static int read_told(struct turn *t, struct piece *p, struct err *err)
{
    const struct errand told = { .kind = ERRAND_COMPLETE };
    struct content words = content_of(t, p->said), own;
    bool is_told = false;
    const char *title;

    if (p->n != 1 || p->errands[0].kind != ERRAND_CREATE || p->is_order || is_open(p->said) || is_denied(p->said))
        return 0;
    if (piece_task(t, &told, p->said, &title, err) < 0)
        return -1;
    own = content_of(t, title ? title : "");
    for (size_t i = 0; i < words.n; i++)
        is_told |= content_is_done(&words.words[i]) && content_has(&own, &words.words[i], content_kin) &&
                   !content_has(&own, &words.words[i], content_same);
    for (size_t i = 0; i < own.n; i++)
        is_told &= content_has(&words, &own.words[i], content_kin);
    if (title && is_told)
        piece_keep(p, ERRAND_COMPLETE, title, &(struct errand_set){ 0 });
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
        if (!errand_is_small(w->word) && !is_moving(w) && !errand_is_when(t->a, w->said, &t->now) &&
            !(i == 0 && content_is(w, putting)))
            name = name ? arena_printf(t->a, "%s %s", name, w->said) : w->said;
    }
    return name;
}

/* "The fair goes to the 29th", "put the fair on Friday": a day and the name of a task that is there, and nothing else.
 */
static int read_move(struct turn *t, struct piece *p, struct err *err)
{
    const char *name = moved(t, p->said), *title;
    bool is_put = begins_with(p->said, putting);
    struct errand_set set = { 0 };

    if (!name || (p->n > 0 && p->errands[0].kind != ERRAND_CREATE) || (!is_put && orders(p->said)) ||
        (!is_put && !content_says(p->said, moved_to)) || is_open(p->said))
        return 0;
    if (piece_one(t, ERRAND_UPDATE, name, &title, err) < 0)
        return -1;
    if (title && errand_as_change(t->a, p->said, title, &t->now, &set) && set.due && !set.title)
        piece_keep(p, ERRAND_UPDATE, title, &set);
    return 0;
}

/* An order that does not say of what ("..., reopen"), or that all is done: it is of what was spoken of. */
static int read_verb(struct turn *t, struct piece *p, struct err *err)
{
    static const char polite[] = "please|pls|thanks|again|now|then|so|just|kindly|it|all|already";
    static const char steps[] = "undo|redo|revert";
    struct errand errands[ERRANDS];
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
    if (errand_read(t->a, arena_printf(t->a, "%s it", verb), &t->now, errands) == 1) {
        p->is_bare = !p->is_order;
        piece_keep(p, errands->kind, errands->about, &errands->set);
    }
    return 0;
}

static const char tagging[] = "tag|label";

/* "Tag the essay uni": the name of a task that is there, and a word that is none of its name. */
static int read_tag(struct turn *t, struct piece *p, struct err *err)
{
    struct errand_set set = { .n_tags = 1 };
    const char *title, *name;
    struct content own, tag;
    struct phrase w;
    size_t from = 0;

    phrase_split(p->said, p->said + strlen(p->said), &w);
    while (from < w.n && !phrase_word_is(&w.words[from], tagging))
        from++;
    if (from + 2 >= w.n || !begins_with(p->said, tagging) || (p->n > 0 && p->errands[0].kind == ERRAND_UPDATE))
        return 0;
    name = arena_dup(t->a, w.words[from + 1].from, (size_t)(w.words[w.n - 2].to - w.words[from + 1].from));
    if (piece_names(t, name, ERRAND_UPDATE, &title, err) < 0)
        return -1;
    set.tags[0] = str_fold(t->a, arena_dup(t->a, w.words[w.n - 1].p, w.words[w.n - 1].n));
    own = content_of(t, title ? title : "");
    tag = content_of(t, set.tags[0]);
    if (title && tag.n == 1 && !content_has(&own, tag.words, content_same))
        piece_keep(p, ERRAND_UPDATE, title, &set);
    return 0;
}

int piece_read(struct turn *t, struct piece *p, bool among, struct err *err)
{
    const char *turned = errand_turned(t->a, p->said);

    p->is_order = orders(p->said) || turned;
    if (among && read_verb(t, p, err) < 0)
        return -1;
    if (!p->is_kept && turned && read_words(t, turned, p, err) < 0)
        return -1;
    if (!p->is_kept && read_words(t, p->said, p, err) < 0)
        return -1;
    if (read_told(t, p, err) < 0 || piece_short(t, p, among, err) < 0 || read_tag(t, p, err) < 0)
        return -1;
    return read_move(t, p, err);
}

int piece_turns(struct turn *t, const char *said, const char *title, bool *ret, struct err *err)
{
    const struct errand change = { .kind = ERRAND_UPDATE };
    const char *other;

    if (piece_task(t, &change, said, &other, err) < 0)
        return -1;
    *ret = other && refer_read(other).kind == REFER_NAME && strcmp(other, title) != 0;
    return 0;
}

bool piece_stands_alone(struct turn *t, const char *said)
{
    const char *place;

    return errand_turned(t->a, said) || content_says(said, moved_to) || begins_with(said, putting) ||
           begins_with(said, tagging) || piece_behind_place(t, said, false, &place) != NULL;
}
