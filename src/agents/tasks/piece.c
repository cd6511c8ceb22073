/* piece.c - what one piece of a message wants, and of which task that is there. */
#include "agents/tasks/piece.h"
#include "agents/tasks/content.h"
#include "agents/tasks/denied.h"
#include "agents/tasks/ground.h"
#include "agents/tasks/hear.h"
#include "agents/tasks/refer.h"
#include "agents/tasks/seek.h"
#include "agents/tasks/sense.h"
#include "agents/tasks/turn.h"
#include "agents/tasks/which.h"
#include "base/arena.h"
#include "base/json.h"
#include "lang/phrase.h"
#include "model/tasks.h"
#include <string.h>

#define NAME_WORDS 6  /* of what only names a task */
#define PLACE_WORDS 5 /* of a place, and what comes next: "the last one: delete" */
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
static int one_task(struct turn *t, enum errand_kind kind, const char *words, const char **ret, struct err *err)
{
    struct which_found f = { 0 };

    *ret = NULL;
    if (seek_tasks(t, words, kind == ERRAND_REOPEN ? "completed" : "pending", &f, err) < 0)
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
    return words && refer_read(words).kind == REFER_NAME ? one_task(t, e->kind, words, ret, err) : 0;
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
    if (one_task(t, e->kind, e->about, &title, err) < 0 ||
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
    if (seek_tasks(t, e->about, e->kind == ERRAND_REOPEN ? "completed" : "pending", &f, err) < 0)
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

/* Whether it is wanted where it stands among others: a list has to be asked for, a new task to be ordered or plainly to
 * be done, and what is told must be so. */
static bool is_wanted(const struct piece *p, const struct errand *e)
{
    if (e->kind == ERRAND_CREATE)
        return p->is_order || e->confidence >= TOLD_NEW;
    if (e->kind == ERRAND_LIST || e->kind == ERRAND_MORE)
        return p->is_order || strchr(p->said, '?') ||
               begins_with(p->said, "what|what's|whats|which|gimme|anything|how");
    return errand_intent(e->kind) && (p->is_order || e->kind == ERRAND_REOPEN || !is_denied(p->said));
}

/* Reads these words as one piece; nothing is kept of what cannot be done. */
static int read_words(struct turn *t, const char *said, struct piece *p, struct err *err)
{
    struct errand errands[ERRANDS];
    size_t n = errand_read(t->a, said, &t->now, errands);

    p->is_order |= n > 0 && piece_is_change(errands->kind) && errands->confidence >= ORDERED;
    if (hear_words(t, said, errands, &n, err) < 0 || all_stand(t, errands, n, &p->is_kept, err) < 0)
        return -1;
    p->is_kept &= n <= PIECE_ERRANDS;
    for (size_t i = 0; i < n && p->is_kept; i++)
        p->is_kept &= is_wanted(p, &errands[i]);
    p->n = p->is_kept ? n : 0;
    memcpy(p->errands, errands, p->n * sizeof *errands);
    return 0;
}

static void keep_change(struct piece *p, enum errand_kind kind, const char *about, const struct errand_set *set)
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
        keep_change(p, ERRAND_COMPLETE, title, &(struct errand_set){ 0 });
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
    if (one_task(t, ERRAND_UPDATE, name, &title, err) < 0)
        return -1;
    if (title && errand_as_change(t->a, p->said, title, &t->now, &set) && set.due && !set.title)
        keep_change(p, ERRAND_UPDATE, title, &set);
    return 0;
}

/* ---- a list of short ones ---- */

/* Words of a sentence, not of a name. */
static const char tells[] =
    "i|i've|ive|i'm|we're|they're|we|we've|you|he|she|they|is|are|was|were|it|it's|them|that's|has|have|had";

bool piece_is_sentence(const char *said)
{
    return content_says(said, tells);
}

int piece_told(struct turn *t, enum errand_kind kind, const char *said, const char **ret, struct err *err)
{
    static const char states[] =
        "done|finished|complete|isnt|isn't|not|never|still|yet|early|soon|late|ticked|marked|checked|again|came|off|"
        "wasn't|wasnt|hasn't|hasnt|too|mistake|error|wrongly|actually|only|really|far|much|prematurely|accident";
    struct content words = content_of(t, said);
    const char *name = NULL;

    *ret = NULL;
    for (size_t i = 0; i < words.n; i++)
        if (!errand_is_small(words.words[i].word) && !content_is(&words.words[i], states))
            name = name ? arena_printf(t->a, "%s %s", name, words.words[i].said) : words.words[i].said;
    return name ? one_task(t, kind, name, ret, err) : 0;
}

int piece_names(struct turn *t, const char *said, enum errand_kind kind, const char **ret, struct err *err)
{
    struct content own, words;
    struct phrase p;

    *ret = NULL;
    phrase_split(said, said + strlen(said), &p);
    if (p.n == 0 || p.n > NAME_WORDS || p.asks || content_says(said, tells))
        return 0;
    if (one_task(t, kind, said, ret, err) < 0)
        return -1;
    own = content_of(t, *ret ? *ret : "");
    words = content_of(t, said);
    for (size_t i = 0; i < words.n && *ret; i++)
        if (!content_has(&own, &words.words[i], content_same) && !errand_is_small(words.words[i].word))
            *ret = NULL;
    return 0;
}

/* What is left behind the place that a piece begins with: "delete" of "3: delete"; NULL when it begins with none. */
static const char *behind_place(struct turn *t, const char *said, bool loosely, const char **ret_place)
{
    struct phrase p;

    phrase_split(said, said + strlen(said), &p);
    for (size_t n = p.n < PLACE_WORDS ? p.n : PLACE_WORDS; n-- > 1;) {
        bool is_apart = p.words[n - 1].to > p.words[n - 1].from && p.words[n - 1].to[-1] == ':';
        *ret_place = arena_dup(t->a, p.words->p, (size_t)(p.words[n - 1].p + p.words[n - 1].n - p.words->p));
        if (refer_read(*ret_place).kind == REFER_PLACE && !content_says(*ret_place, "thing|things") &&
            (is_apart || loosely || strpbrk(*ret_place, "0123456789") ||
             content_says(*ret_place, "one|task|item|number|nr|no")))
            return p.words[n].from; /* not "last Friday", "first thing tomorrow" */
    }
    return NULL;
}

/* The same behind the name of a task, where what is left says nothing but what becomes of it. */
static int behind_name(struct turn *t, const char *said, const char **ret_title, const char **ret, struct err *err)
{
    struct phrase p;

    *ret = NULL;
    phrase_split(said, said + strlen(said), &p);
    for (size_t n = p.n < NAME_WORDS ? p.n : NAME_WORDS; n-- > 1 && !*ret;) {
        size_t length = (size_t)(p.words[n - 1].p + p.words[n - 1].n - p.words->p);
        *ret_title = NULL;
        if (!errand_is_small(arena_dup(t->a, p.words[n - 1].p, p.words[n - 1].n)) &&
            piece_names(t, arena_dup(t->a, p.words->p, length), ERRAND_UPDATE, ret_title, err) < 0)
            return -1;
        *ret = *ret_title ? p.words[n].from : NULL;
    }
    return 0;
}

/* "Paid": what was done to it. */
static bool is_done_word(struct turn *t, const struct phrase_word *w)
{
    const char *word = arena_dup(t->a, w->p, w->n);

    return errand_deed(word) && !errand_is_deed(word);
}

/* Whether one of these words was said, and nothing else that says more than that. */
static bool only_word(struct turn *t, const char *said, const char *words, bool is_told)
{
    static const char small[] = "please|pls|is|are|too|can|may|so|all|already|now|been|was|has|just|both";
    struct phrase p;
    bool found = false;

    phrase_split(said, said + strlen(said), &p);
    for (size_t i = 0; i < p.n; i++) {
        bool is_one = phrase_word_is(&p.words[i], words);
        found |= is_one;
        if (p.words[i].n > 0 && !is_one && !phrase_word_is(&p.words[i], small) &&
            !(is_told && is_done_word(t, &p.words[i])))
            return false;
    }
    return found;
}

/* Whether it only says what a task is to have: "low, please", "I do tomorrow", "push to Friday". */
static bool only_values(struct turn *t, const char *said, struct errand_set *ret)
{
    static const char before[] =
        "one|thing|task|job|please|pls|then|now|is|are|goes|can|could|should|must|will|be|wait|"
        "i|we|i'll|do|move|push|shift|moved|moves|postpone|put|set|make|up|down|to|until|till|"
        "on|->|→";
    struct phrase p;
    size_t from = 0, to;

    if (errand_values(t->a, said, &t->now, ret))
        return true;
    phrase_split(said, said + strlen(said), &p);
    for (to = p.n; to > 0 && phrase_word_is(&p.words[to - 1], "please|pls|thanks|then|now");)
        to--;
    while (from < to && phrase_word_is(&p.words[from], before))
        from++;
    return from < to && !strchr(said, '?') &&
           errand_values(t->a, arena_dup(t->a, p.words[from].from, (size_t)(p.words[to - 1].to - p.words[from].from)),
                         &t->now, ret);
}

/* "1 done, 3: delete, 4 tomorrow": which, and what becomes of it in as few words as can be. */
static int read_short(struct turn *t, struct piece *p, bool among, struct err *err)
{
    const char *about = NULL, *rest = behind_place(t, p->said, false, &about);
    bool is_sure = rest != NULL;
    struct errand_set set;

    if (p->n > 0 && p->errands[0].kind != ERRAND_CREATE)
        return 0;
    if (!rest && among && behind_name(t, p->said, &about, &rest, err) < 0)
        return -1;
    is_sure |= rest != NULL;
    if (!rest && !(rest = behind_place(t, p->said, true, &about)))
        return 0;
    if (only_word(t, rest, "done|finished|complete|completed|✔|✓|☑|✅|sorted", true))
        keep_change(p, ERRAND_COMPLETE, about, &(struct errand_set){ 0 });
    else if (only_word(t, rest, "delete|remove|deleted|removed|scrap|bin|drop|✘|✖|❌|cancel|cancelled|go", false))
        keep_change(p, ERRAND_DELETE, about, &(struct errand_set){ 0 });
    else if (is_sure && only_values(t, rest, &set))
        keep_change(p, ERRAND_UPDATE, about, &set);
    return 0;
}

/* An order that does not say of what: "..., reopen". It is of what was spoken of. */
static int read_verb(struct turn *t, struct piece *p, struct err *err)
{
    static const char polite[] = "please|pls|thanks|again|now|then|so|just|kindly|it";
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
        !content_says(verb, "reopen|untick|uncheck|unmark|restore|undo|redo|revert|delete|remove|complete|tick"))
        return 0;
    return read_words(t, arena_printf(t->a, "%s %s", verb, content_says(verb, "undo|redo|revert") ? "that" : "it"), p,
                      err);
}

int piece_read(struct turn *t, struct piece *p, bool among, struct err *err)
{
    const char *turned = errand_turned(t->a, p->said);

    p->is_order = orders(p->said) || turned;
    if (turned && read_words(t, turned, p, err) < 0)
        return -1;
    if (!p->is_kept && read_words(t, p->said, p, err) < 0)
        return -1;
    if (!p->is_kept && among && p->is_order && read_verb(t, p, err) < 0)
        return -1;
    if (read_told(t, p, err) < 0 || read_short(t, p, among, err) < 0)
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
           behind_place(t, said, false, &place);
}
