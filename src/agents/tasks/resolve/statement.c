/* statement.c - a statement compared with a title: is it about the same thing, and does it say that it was done?
 *
 * It was done where the title's own verb, or one like it, is in the past. It is in doubt where the statement says that
 * it has yet to be done, that nobody did it or it was done to another's, or that something else happened.
 */
#include "agents/tasks/resolve/statement.h"
#include "agents/tasks/parse/intent.h"
#include "agents/tasks/parse/intent_model.h"
#include "agents/tasks/resolve/content_words.h"
#include "agents/tasks/turn/turn.h"
#include "base/arena.h"
#include "base/attrs.h"
#include "base/str.h"
#include "lang/phrase.h"
#include <ctype.h>
#include <string.h>
#include <strings.h>

#define THING_WORDS 5 /* of what is done to something, and the something */

static bool says(const struct phrase *p, const char *words)
{
    for (size_t i = 0; i < p->n; i++)
        if (phrase_word_is(&p->words[i], words))
            return true;
    return false;
}

/* "Has to be renewed", "wants it reviewed", "by nobody", "the wrong way". */
/* "the lost umbrella report": a part of the name, and no news. */
static bool is_named_so(const struct phrase *p, size_t i, const char *title)
{
    const char *from = p->words[i].from, *to = i + 1 < p->n ? p->words[i + 1].p + p->words[i + 1].n : NULL;

    for (const char *at = title; to && *at; at++)
        if (strncasecmp(at, from, (size_t)(to - from)) == 0)
            return true;
    return false;
}

static bool is_undone(const struct phrase *p, const char *title)
{
    static const char bad[] = "wants|needs|wrong|nobody|fully|expired|broke|broken|lost|died|dead";

    for (size_t i = 0; i + 1 < p->n; i++)
        if (phrase_word_is(&p->words[i], "to|must|should|ought") && phrase_word_is(&p->words[i + 1], "be|get"))
            return true;
    for (size_t i = 0; i < p->n; i++)
        if (phrase_word_is(&p->words[i], bad) && !is_named_so(p, i, title))
            return true;
    return false;
}

static bool is_deed_of(const struct content_word *told, const struct content_word *w)
{
    const char *deed = action_verb(told->word);

    return content_kin(told, w) || (deed && strcmp(deed, w->word) == 0);
}

/* Whether the title's deed was told, or one like it; and where. */
static bool tells_deed(const struct content *said, const struct content *title, size_t *ret_at)
{
    for (size_t i = 0; i < said->n; i++)
        for (size_t k = 0; k < title->n; k++)
            if (content_is_done(&said->words[i]) && is_deed_of(&said->words[i], &title->words[k])) {
                *ret_at = i;
                return true;
            }
    return false;
}

/* Something else was told to have happened: "the bakery CLOSED". What people say of anything that is over is no such
 * thing. */
static bool tells_other(const struct content *said, const struct content *title)
{
    static const char light[] =
        "got|did|had|made|took|taken|gave|put|sorted|handled|settled|wrapped|dealt|finished|completed";
    static const char happens[] = "arrived|came|happened|closed|called";
    static const char delivered[] = "sent|made|placed|written|submitted|issued|posted|given";
    bool is_noun = false; /* "the review is submitted": its deed, as a thing */

    for (size_t i = 0; i < said->n && title->n > 1; i++)
        is_noun |= strcmp(said->words[i].word, title->words->word) == 0;
    for (size_t i = 0; i < said->n; i++) {
        const struct content_word *w = &said->words[i];
        bool is_plain = (is_noun && content_is(w, delivered)) ||
                        (title->n > 0 && !word_is_action(title->words->word)) || /* "rego": whatever is done with it */
                        content_has(title, w, content_same) || content_is(w, light) ||
                        intent_word_speaks_for(w->word, WANTED_COMPLETE);
        if (content_is(w, happens) || (content_is_done(w) && !is_plain))
            return true;
    }
    return false;
}

/* "My neighbour's mower": what the title has is somebody else's. */
static bool is_anothers(const struct phrase *p, struct turn *t, const struct content *title, const char *said)
{
    struct content words = content_of(t, said);

    for (size_t i = 0; i + 1 < words.n; i++) {
        size_t n = strlen(words.words[i].said);
        const char *behind = said + words.words[i].from + n;
        if (!content_has(title, &words.words[i], content_same) &&
            content_has(title, &words.words[i + 1], content_same) &&
            (strncmp(behind, "'s ", 3) == 0 || strncmp(behind, "\xe2\x80\x99s ", 5) == 0))
            return true;
    }
    return says(p, "neighbour's|neighbor's|someone's|somebody's");
}

static bool is_ordered(const struct phrase_word *w)
{
    char word[32] = { 0 };

    if (w->n < sizeof word)
        memcpy(word, w->p, w->n);
    return word_is_action(word);
}

/* Whether it speaks of what the title's deed is done to: of the cake in "order cake from the bakery". */
static bool names_object(struct turn *t, const struct content *said, const char *title)
{
    size_t n = strlen(title);
    struct phrase p;
    struct content object;

    phrase_split(title, title + n, &p);
    for (size_t i = 2; i < p.n; i++)
        if (phrase_word_is(&p.words[i], "from|at|with|in|on|by|before|after") && is_ordered(&p.words[0])) {
            n = (size_t)(p.words[i].from - title);
            break;
        }
    object = content_of(t, arena_dup(t->a, title, n));
    for (size_t i = 0; i < object.n; i++)
        if (!(i == 0 && word_is_action(object.words[i].word)) && content_has(said, &object.words[i], content_same))
            return true;
    return object.n < 2;
}

/* What stands behind the deed and is not the title's: "the bakery ordered FLOUR". */
static bool names_other(const struct content *said, const struct content *title, size_t at)
{
    for (size_t i = at + 1; i < said->n; i++)
        if (!content_has(title, &said->words[i], content_same) && !word_is_small(said->words[i].word))
            return true;
    return false;
}

/* "Finsihed": the word that says it, but for a slip of the finger. */
static bool says_finished(const struct phrase *p)
{
    static const char *const ends[] = { "finished", "completed" };

    for (size_t i = 0; i < p->n; i++)
        for (size_t k = 0; k < COUNT_OF(ends); k++) {
            char word[16] = { 0 };
            for (size_t c = 0; c < p->words[i].n && c + 1 < sizeof word; c++)
                word[c] = (char)tolower((unsigned char)p->words[i].p[c]);
            if (p->words[i].n < sizeof word && str_slipped(word, ends[k]))
                return true;
        }
    return false;
}

/* "... Tick it off", "... that's done": what was told is meant. And so is "can be closed", of anything. */
static bool orders_it(const struct phrase *p)
{
    for (size_t i = 0; i + 2 < p->n; i++)
        if (phrase_word_is(&p->words[i], "can|may|could") && phrase_word_is(&p->words[i + 1], "be") &&
            phrase_word_is(&p->words[i + 2], "closed|ticked|checked|crossed"))
            return true;
    for (size_t i = 0; i + 1 < p->n; i++)
        if ((phrase_word_is(&p->words[i], "tick|mark|check|cross|strike|close|scratch") &&
             phrase_word_is(&p->words[i + 1], "it|that|this|those|them")) ||
            (phrase_word_is(&p->words[i], "that's|it's|one|that|it|is") &&
             phrase_word_is(&p->words[i + 1], "done|finished|sorted|complete")))
            return true;
    return false;
}

static bool title_begins(const char *title, const char *words)
{
    struct phrase own;

    phrase_split(title, title + strlen(title), &own);
    return own.n > 0 && phrase_word_is(own.words, words);
}

/* Somebody was called or seen, which is news of anything but a task to call or to see them. */
static bool tells_call(const struct phrase *p, const char *title)
{
    if (title_begins(title, "call|ring|phone|contact|visit|see"))
        return says(p, "been") && !title_begins(title, "visit|see");
    return says(p, "been|called");
}

/* "Ann I have called": they were, and it was not they who did. */
static bool has_called(const struct phrase *p, const char *title)
{
    if (!title_begins(title, "call|ring|phone"))
        return false;
    for (size_t i = 1; i < p->n; i++)
        if (phrase_word_is(&p->words[i], "called|rang|rung|phoned") &&
            phrase_word_is(&p->words[i - 1], "i|we|i've|we've|have|just|already|finally|was|been"))
            return true;
    return false;
}

bool statement_done(struct turn *t, const char *said, const char *title)
{
    static const char orders[] =
        "tick|mark|cross|strike|check|close|complete|finish|scratch|done|✔|✓|✅|☑|finished|completed";
    struct content words = content_of(t, said), own = content_of(t, title);
    struct phrase p;
    size_t at = 0;
    bool is_deed;

    phrase_split(t->message, t->message + strlen(t->message), &p);
    if (orders_it(&p))
        return true;
    phrase_split(said, said + strlen(said), &p);
    if (says(&p, orders) || says_finished(&p))
        return true;
    if (is_undone(&p, title) || is_anothers(&p, t, &own, said))
        return false;
    if (says(&p, "sorted|ready|over|settled|shipped|handled"))
        return true;
    is_deed = tells_deed(&words, &own, &at) || has_called(&p, title);
    if (!names_object(t, &words, title))
        return is_deed && !names_other(&words, &own, at);
    return is_deed || !(tells_call(&p, title) || tells_other(&words, &own));
}

bool statement_otherwise(struct turn *t, const char *said, const char *title)
{
    const struct content words = content_of(t, said), own = content_of(t, title);
    struct phrase p;
    size_t at;

    phrase_split(said, said + strlen(said), &p);
    if (!names_object(t, &words, title) && !tells_deed(&words, &own, &at) && tells_other(&words, &own))
        return true;
    return is_undone(&p, title) || is_anothers(&p, t, &own, said) || (tells_call(&p, title) && !has_called(&p, title));
}

bool statement_undone(const char *said, const char *title)
{
    struct phrase p;

    phrase_split(said, said + strlen(said), &p);
    return is_undone(&p, title);
}

static bool is_done_soon(struct turn *t, const struct phrase *p, size_t from)
{
    for (size_t i = from; i < p->n && i < from + THING_WORDS; i++) {
        const char *word = str_fold(t->a, arena_dup(t->a, p->words[i].p, p->words[i].n));
        const struct content_word w = { .said = word, .word = word, .stem = word };
        if (content_is_done(&w))
            return true;
    }
    return false;
}

/* "Wilhelm had his hives inspected": what others have done to what is theirs. */
static bool is_theirs(struct turn *t, const struct phrase *p, const char *title)
{
    static const char owners[] = "his|her|hers|its|their|theirs";

    if (content_says(title, owners))
        return false;
    for (size_t i = 1; i + 1 < p->n && !phrase_word_is(&p->words[i - 1], "i|we|i've|we've|my|our|finally|just|already");
         i++)
        if (phrase_word_is(&p->words[i], "has|had|have|having|gets|got|get|getting") &&
            phrase_word_is(&p->words[i + 1], owners) && is_done_soon(t, p, i + 2))
            return true;
    return false;
}

bool statement_by_them(struct turn *t, const char *title)
{
    struct content own = content_of(t, title);
    bool is_call = title_begins(title, "call|ring|phone|contact|email|text|write|message|reply");
    struct phrase p;

    phrase_split(t->message, t->message + strlen(t->message), &p);
    if (is_theirs(t, &p, title))
        return true;
    for (size_t i = 1; i < p.n && !phrase_word_is(&p.words[i - 1], "i|we|i've|we've"); i++) {
        struct content whom;
        if (!phrase_word_is(&p.words[i], "rang|called|phoned"))
            continue;
        whom = content_of(t, arena_dup(t->a, p.words[i - 1].p, p.words[i - 1].n));
        if (whom.n == 0 || !content_has(&own, whom.words, content_same))
            continue;
        if (!is_call) /* "the optician rang, I should come on the 25th" */
            return true;
        for (size_t k = i + 1; k < p.n; k++)
            if (phrase_word_is(&p.words[k], "he|she|they|he's|she's|they're|he'll|she'll|they'll|says|said"))
                return true;
    }
    return false;
}
