/* short_fragment.c - fragments that name a task and its change in as few words as possible. */
#include "agents/tasks/interpret/fragment.h"
#include "agents/tasks/parse/reference.h"
#include "agents/tasks/resolve/content_words.h"
#include "agents/tasks/turn/turn.h"
#include "base/arena.h"
#include "lang/phrase.h"
#include <string.h>

#define NAME_WORDS 6  /* of what only names a task */
#define PLACE_WORDS 5 /* of a place, and what comes next: "the last one: delete" */

/* Words of a sentence, not of a name. */
static const char tells[] =
    "i|i've|ive|i'm|we're|they're|we|we've|you|he|she|they|is|are|was|were|it|it's|them|that's|has|have|had";

bool fragment_is_sentence(const char *said)
{
    return content_says(said, tells);
}

int fragment_told(struct turn *t, enum intent_kind kind, const char *said, const char **ret, struct err *err)
{
    static const char states[] =
        "done|finished|complete|isnt|isn't|not|never|still|yet|early|soon|late|ticked|marked|checked|again|came|off|"
        "come|came|arrived|here|have|hav|wasn't|wasnt|hasn't|hasnt|too|mistake|error|wrongly|actually|only|really|far|"
        "much|prematurely|accident";
    struct content words = content_of(t, said);
    const char *name = NULL;

    *ret = NULL;
    for (size_t i = 0; i < words.n; i++)
        if (!word_is_small(words.words[i].word) && !content_is(&words.words[i], states))
            name = name ? arena_printf(t->a, "%s %s", name, words.words[i].said) : words.words[i].said;
    return name ? fragment_one(t, kind, name, ret, err) : 0;
}

int fragment_names(struct turn *t, const char *said, enum intent_kind kind, const char **ret, struct err *err)
{
    struct content own, words;
    struct phrase p;

    *ret = NULL;
    phrase_split(said, said + strlen(said), &p);
    if (p.n == 0 || p.n > NAME_WORDS || p.asks || content_says(said, tells))
        return 0;
    if (fragment_one(t, kind, said, ret, err) < 0)
        return -1;
    own = content_of(t, *ret ? *ret : "");
    words = content_of(t, said);
    for (size_t i = 0; i < words.n && *ret; i++)
        if (!content_has(&own, &words.words[i], content_same) && !word_is_small(words.words[i].word))
            *ret = NULL;
    return 0;
}

/* What is left behind the place that a piece begins with: "delete" of "3: delete"; NULL when it begins with none. */
const char *fragment_behind_place(struct turn *t, const char *said, bool loosely, const char **ret_place)
{
    struct phrase p;

    phrase_split(said, said + strlen(said), &p);
    for (size_t n = p.n < PLACE_WORDS ? p.n : PLACE_WORDS; n-- > 1;) {
        bool is_apart = p.words[n - 1].to > p.words[n - 1].from && p.words[n - 1].to[-1] == ':';
        *ret_place = arena_dup(t->a, p.words->p, (size_t)(p.words[n - 1].p + p.words[n - 1].n - p.words->p));
        if (reference_read(*ret_place).kind == REFERENCE_PLACE && !content_says(*ret_place, "thing|things") &&
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
        if (!word_is_small(arena_dup(t->a, p.words[n - 1].p, p.words[n - 1].n)) &&
            fragment_names(t, arena_dup(t->a, p.words->p, length), INTENT_UPDATE, ret_title, err) < 0)
            return -1;
        *ret = *ret_title ? p.words[n].from : NULL;
    }
    return 0;
}

/* "Paid": what was done to it. */
static bool is_done_word(struct turn *t, const struct phrase_word *w)
{
    const char *word = arena_dup(t->a, w->p, w->n);

    return action_verb(word) && !word_is_action(word);
}

/* Whether one of these words was said, and nothing else that says more than that. */
static bool only_word(struct turn *t, const char *said, const char *words, bool is_told)
{
    static const char small[] = "please|pls|is|are|too|can|may|so|all|already|now|been|was|has|just|both|it|that";
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

/* The words that are left between these. */
static const char *between(struct turn *t, const struct phrase *p, size_t from, size_t to)
{
    return from < to ? arena_dup(t->a, p->words[from].from, (size_t)(p->words[to - 1].to - p->words[from].from)) : NULL;
}

static bool is_word_of(struct turn *t, const struct phrase_word *w, const char *title)
{
    struct content own = content_of(t, title), word = content_of(t, arena_dup(t->a, w->p, w->n));

    return word.n > 0 && content_has(&own, word.words, content_same);
}

/* Whether it only says what a task is to have: "low, please", "I do tomorrow", "push to Friday"; and of one that is
 * named, what it is to be done with: "I buy on Friday". */
static bool only_values(struct turn *t, const char *said, const char *title, struct intent_slots *ret)
{
    static const char before[] =
        "one|thing|task|job|please|pls|then|now|is|are|goes|can|could|should|must|will|be|wait|"
        "i|we|i'll|do|move|push|shift|moved|moves|postpone|put|set|make|up|down|to|until|till|"
        "on|->|→";
    struct phrase p;
    size_t from = 0, to;

    if (message_slots(t->a, said, &t->now, ret))
        return true;
    phrase_split(said, said + strlen(said), &p);
    for (to = p.n; to > 0 && phrase_word_is(&p.words[to - 1], "please|pls|thanks|then|now|instead|too");)
        to--;
    if (to > 2 && phrase_word_is(&p.words[to - 1], "day") && phrase_word_is(&p.words[to - 2], "that|same"))
        to -= 2;
    while (from < to && (phrase_word_is(&p.words[from], before) || (title && is_word_of(t, &p.words[from], title))))
        from++;
    return from < to && !strchr(said, '?') && message_slots(t->a, between(t, &p, from, to), &t->now, ret);
}

static bool is_deed_told(const struct content_word *told, const struct content_word *deed)
{
    const char *verb = action_verb(told->word);

    return content_is_done(told) && (content_kin(told, deed) || (verb && strcmp(verb, deed->word) == 0));
}

/* "I returned on Saturday", "found", of "return the bottles", "find a cook": that the task's own deed was done. */
static bool only_told(struct turn *t, const char *said, const char *title)
{
    struct content own = content_of(t, title), word;
    struct intent_slots aside;
    const char *rest;
    struct phrase p;
    size_t i = 0;

    phrase_split(said, said + strlen(said), &p);
    while (i < p.n &&
           phrase_word_is(&p.words[i], "i|we|i've|we've|is|are|was|were|has|have|been|got|already|just|finally"))
        i++;
    if (i == p.n || p.asks || own.n == 0)
        return false;
    word = content_of(t, arena_dup(t->a, p.words[i].p, p.words[i].n));
    rest = between(t, &p, i + 1, p.n);
    return word.n > 0 && is_deed_told(word.words, own.words) &&
           (!rest || (phrase_word_is(p.words, "i|we|i've|we've") && message_slots(t->a, rest, &t->now, &aside)));
}

void fragment_keep_told(struct message_fragment *p, const char *title)
{
    fragment_keep(p, INTENT_COMPLETE, title, &(struct intent_slots){ 0 });
    p->intents[0].is_plain = true;
}

bool fragment_tells_deed(struct turn *t, const char *said, const char *title)
{
    static const char alike[] = "split|cut|set|put|read|shut|cast|spread|clean|empty|dry|clear|tidy|complete";
    struct content own = content_of(t, title), words = content_of(t, said);
    const struct content_word *last = words.n > 0 ? &words.words[words.n - 1] : NULL;

    if (!last || own.n == 0 ||
        !(content_kin(last, own.words) || (strlen(last->word) > 4 && content_near(last, own.words))))
        return false;
    if (strcmp(last->word, own.words->word) == 0)
        return words.n > 1 && content_is(last, alike);
    return content_is_done(last) || last->word[strlen(last->word) - 1] == 'd'; /* "coverd" */
}

/* A time alone is of the day that the task has; and so much later than that. */
static void keep_values(struct turn *t, struct message_fragment *p, const char *title, struct intent_slots *set)
{
    struct intent_slots of_it;

    if (set->due && strchr(set->due, 'T') && intent_as_change(t->a, p->said, title, &t->now, &of_it) && of_it.due &&
        *of_it.due == 'T')
        set->due = of_it.due;
    fragment_keep(p, INTENT_UPDATE, title, set);
}

/* "An hour earlier". */
static bool only_shifts(struct turn *t, const struct message_fragment *p, const char *rest, const char *title,
                        struct intent_slots *ret)
{
    static const char shifts[] =
        "a|an|one|two|three|four|five|half|hour|hours|minute|minutes|day|days|week|weeks|month|"
        "months|earlier|later|sooner|back|forward|please|by|is|now";
    struct phrase w;

    phrase_split(rest, rest + strlen(rest), &w);
    for (size_t i = 0; i < w.n; i++)
        if (!phrase_word_is(&w.words[i], shifts) && strspn(w.words[i].p, "0123456789") < w.words[i].n)
            return false;
    return content_says(rest, "earlier|later|sooner|back|forward") &&
           intent_as_change(t->a, p->said, title, &t->now, ret) && ret->due && *ret->due && strchr("-P", *ret->due) &&
           !ret->title;
}

int fragment_short(struct turn *t, struct message_fragment *p, bool among, struct err *err)
{
    const char *about = NULL, *rest = fragment_behind_place(t, p->said, false, &about), *title = NULL;
    bool is_sure = rest != NULL;
    struct intent_slots set;

    if (strchr(p->said, '?') || /* "1 is it done?" */
        (p->n > 0 && p->intents[0].kind != INTENT_CREATE && p->intents[0].kind != INTENT_COMPLETE))
        return 0;
    if (!rest && among && behind_name(t, p->said, &title, &rest, err) < 0)
        return -1;
    title = rest && !is_sure ? title : NULL;
    about = title ? title : about;
    is_sure |= rest != NULL;
    if (!rest && !(rest = fragment_behind_place(t, p->said, true, &about)))
        return 0;
    if (title && only_told(t, rest, title))
        fragment_keep_told(p, title);
    else if (p->n > 0 && p->intents[0].kind == INTENT_COMPLETE)
        return 0;
    else if (only_word(t, rest, "done|finished|complete|completed|✔|✓|☑|✅|sorted", true))
        fragment_keep(p, INTENT_COMPLETE, about, &(struct intent_slots){ 0 });
    else if (only_word(t, rest,
                       "delete|remove|deleted|removed|scrap|bin|drop|forget|ditch|chuck|kill|✘|✖|❌|cancel|cancelled|go",
                       false))
        fragment_keep(p, INTENT_DELETE, about, &(struct intent_slots){ 0 });
    else if (is_sure && only_values(t, rest, title, &set))
        keep_values(t, p, about, &set);
    else if (title && only_shifts(t, p, rest, title, &set))
        fragment_keep(p, INTENT_UPDATE, title, &set);
    return 0;
}
