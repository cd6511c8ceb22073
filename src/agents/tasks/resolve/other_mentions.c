/* other_mentions.c - the words beside a task's own, and whether they make it another thing.
 *
 * "The wreath" is not "the Christmas wreath": a word in one name with the title's counts, and so do names and numbers
 * anywhere. Where, when or for how much something was done does not count: "in the shop", "2 hours".
 */
#include "agents/tasks/resolve/candidates.h"
#include "agents/tasks/turn/turn.h"
#include "base/attrs.h"
#include "lang/phrase.h"
#include <ctype.h>
#include <string.h>
#include <strings.h>

/* Whether a mark stands between these places of a text. */
static bool is_apart(const char *text, size_t from, size_t to)
{
    for (size_t i = from; i < to; i++)
        if (strchr(",;.!?:-", text[i]))
            return true;
    return false;
}

/* What stands between two words that say something. */
enum gap {
    GAP_NONE,  /* blanks: "cake stall" */
    GAP_JOINS, /* "of the": they are parts of one name */
    GAP_OPENS, /* "the": another name begins */
    GAP_BREAKS /* a mark, "is", "we": something else is said */
};

static enum gap gap_between(const char *text, size_t from, size_t to)
{
    static const char joins[] = "of|for|with|to|about|from|at|in|on|regarding|concerning";
    static const char opens[] = "the|a|an|my|our|your|his|her|its|their|this|that|these|those";
    enum gap gap = GAP_NONE;
    struct phrase p;

    if (is_apart(text, from, to))
        return GAP_BREAKS;
    if (to - from == 3 && strncmp(text + from, "'s ", 3) == 0) /* "the doctor's people" */
        return GAP_NONE;
    phrase_split(text + from, text + to, &p);
    for (size_t i = 0; i < p.n; i++) {
        bool joined = phrase_word_is(&p.words[i], joins);
        if (p.words[i].n > 0 && !joined && !phrase_word_is(&p.words[i], opens))
            return GAP_BREAKS;
        if (p.words[i].n > 0)
            gap = joined || gap == GAP_JOINS ? GAP_JOINS : GAP_OPENS;
    }
    return gap;
}

static size_t end_of(const struct content_word *w)
{
    return w->from + strlen(w->said);
}

/* A day that things are named after: "the Christmas quilt". */
static bool is_feast(const struct content_word *w)
{
    static const char feasts[] = "christmas|xmas|easter|halloween|thanksgiving|diwali|eid|hanukkah|ramadan|valentine|"
                                 "valentines|birthday|wedding";

    return content_is(w, feasts);
}

/* Whether a word says what becomes of something, or when: no part of its name. */
static bool is_beside(const struct task_candidates *m, const struct content_word *w)
{
    const char *deed = action_verb(w->word);
    size_t n = strlen(w->word);
    bool is_form = (n > 4 && strcmp(w->word + n - 2, "ed") == 0) || (n > 5 && strcmp(w->word + n - 3, "ing") == 0);

    return is_form || (deed && strcmp(deed, w->word) != 0) || word_is_small(w->word) || content_is_vague(w) ||
           (m->wanted == WANTED_UPDATE && word_is_field(w->word)) || intent_word_speaks_for(w->word, m->wanted) ||
           (!is_feast(w) && word_is_date(m->t->a, w->said, &m->t->now));
}

/* Whether a number is one of those that a time is said with: "at 7 not 8". */
static bool is_hour(const struct task_candidates *m, const struct content_word *w)
{
    static const char *const before[] = { "at ", "not ", "than ", "to " };

    for (size_t i = 0; m->wanted == WANTED_UPDATE && i < COUNT_OF(before); i++) {
        size_t n = strlen(before[i]);
        if (w->from > n && strncasecmp(m->said + w->from - n, before[i], n) == 0 && strlen(w->word) < 3)
            return true;
    }
    return false;
}

/* Whether a number says how much, how long or how often: "12 euro", "for 80", "took 2 hours". No task is told from
 * another by that. */
static bool is_amount(const struct task_candidates *m, size_t i)
{
    static const char units[] = "euro|euros|eur|quid|pounds|pound|dollars|dollar|bucks|cents|pence|kroner|francs|hours|"
                                "hour|hrs|minutes|minute|mins|min|days|weeks|times|percent";
    static const char *const before[] = { "for ", "took ", "cost ", "costs ", "paid " };
    const struct content_word *w = &m->words.words[i], *next = i + 1 < m->words.n ? w + 1 : NULL;

    if (next && content_is(next, units))
        return true;
    for (size_t k = 0; m->wanted == WANTED_COMPLETE && k < COUNT_OF(before); k++) {
        size_t n = strlen(before[k]);
        if (w->from > n && strncasecmp(m->said + w->from - n, before[k], n) == 0)
            return true;
    }
    return false;
}

/* Whether a sentence begins with it: then its capital says nothing. */
static bool opens_sentence(const char *text, size_t from)
{
    while (from > 0 && text[from - 1] == ' ')
        from--;
    return from == 0 || strchr(".!?", text[from - 1]);
}

/* Names and numbers are somebody's and something's wherever they stand. */
static bool is_somebody(const struct task_candidates *m, size_t i)
{
    const struct content_word *w = &m->words.words[i];
    bool is_name = (i > 0 || w->from > 0) && isupper((unsigned char)*w->said) && islower((unsigned char)w->said[1]) &&
                   !(opens_sentence(m->said, w->from) && is_beside(m, w));

    return (is_name || (strpbrk(w->word, "0123456789") && !is_hour(m, w) && !is_amount(m, i))) &&
           !word_is_date(m->t->a, w->said, &m->t->now);
}

/* Words of other names that are tied to the title's word at i, on one side of it: "the CHRISTMAS wreath". With
 * `adjuncts`, what follows may say where and with what: "in the shop". */
static size_t foreign_beside(const struct task_candidates *m, const struct content *title, size_t i, bool before,
                             bool adjuncts)
{
    const struct content_word *words = m->words.words;

    for (size_t n = 0;; n++) {
        size_t k = before ? i - 1 : i + 1, left = before ? k : i;
        enum gap gap;
        if ((before && i == 0) || k >= m->words.n || content_has(title, &words[k], content_same) ||
            content_has(&m->given, &words[k], content_same) || (adjuncts && content_kin(&words[k], title->words)))
            return n;
        gap = gap_between(m->said, end_of(&words[left]), words[left + 1].from);
        if (gap == GAP_OPENS && before && word_is_action(words[k].word) && !is_beside(m, &words[k]))
            return n + !content_kin(&words[k], title->words); /* "PAINT the fence" */
        if (gap == GAP_BREAKS || gap == GAP_OPENS || (gap == GAP_JOINS && adjuncts) || is_beside(m, &words[k]))
            return n;
        i = k;
    }
}

/* Whether the title's deed was done to something else: "returned the DVD" of "return the library book". */
static size_t foreign_object(const struct task_candidates *m, const struct content *title)
{
    const struct content_word *words = m->words.words;

    for (size_t i = 0; word_is_action(title->words[0].word) && i + 1 < m->words.n; i++) {
        const struct content_word *next = &words[i + 1], *behind = i + 2 < m->words.n ? &words[i + 2] : NULL;
        enum gap gap = gap_between(m->said, end_of(&words[i]), next->from);
        if (!content_kin(&words[i], title->words) || (gap != GAP_NONE && gap != GAP_OPENS))
            continue;
        if (content_has(title, next, content_same) || content_kin(next, title->words) || is_beside(m, next))
            continue;
        if (!behind || !content_has(title, behind, content_same) ||
            gap_between(m->said, end_of(next), behind->from) != GAP_NONE) /* "the big room" is a room */
            return 1;
    }
    return 0;
}

size_t other_words(const struct task_candidates *m, const struct content *title, bool most)
{
    size_t first = m->words.n, last = 0, n = m->wanted == WANTED_COMPLETE ? foreign_object(m, title) : 0;

    for (size_t i = 0; i < m->words.n; i++)
        if (content_has(title, &m->words.words[i], content_same)) {
            first = first < i ? first : i;
            last = i;
            n += most ? 0 : foreign_beside(m, title, i, true, false) + foreign_beside(m, title, i, false, false);
        }
    for (size_t i = 0; i < m->words.n; i++) {
        const struct content_word *w = &m->words.words[i];
        bool apart = i < first ? is_apart(m->said, end_of(w), m->words.words[first].from)
                               : i > last && is_apart(m->said, m->words.words[last].from, w->from);
        bool is_other = is_somebody(m, i) || (m->is_strict && !word_is_small(w->word) && !content_is_vague(w) &&
                                              !intent_word_speaks_for(w->word, m->wanted));
        n += !apart && !content_has(title, w, content_same) && !content_has(&m->given, w, content_same) && is_other;
    }
    return n;
}

/* Whether the only word of the title's is what is to be done: "PAINT the kitchen" of "buy white paint". */
static bool is_deed_said(const struct task_candidates *m, const struct content *title)
{
    size_t said = content_count(&m->words, title, content_same);

    return said == 1 && title->n > 1 && m->words.n > 0 && content_has(title, m->words.words, content_same) &&
           word_is_action(m->words.words[0].word);
}

/* Whether something is spoken of that the task has not: "paint the KITCHEN". */
static bool names_other(const struct task_candidates *m, const struct content *title)
{
    static const char leads[] = "the|a|an|my|our|your|his|her|their|this|that|some|another";

    for (size_t i = 0; i < m->words.n; i++) {
        const struct content_word *w = &m->words.words[i];
        struct phrase before;
        if (content_has(title, w, content_same) || content_has(&m->given, w, content_same) || content_is_vague(w) ||
            word_is_small(w->word) || word_is_field(w->word) || intent_word_speaks_for(w->word, WANTED_UPDATE) ||
            content_kin(w, title->words) || word_is_date(m->t->a, w->said, &m->t->now))
            continue;
        phrase_split(m->said, m->said + w->from, &before);
        if (before.n > 0 && phrase_word_is(&before.words[before.n - 1], leads))
            return true;
    }
    return false;
}

bool other_change(const struct task_candidates *m, const struct content *title)
{
    return is_deed_said(m, title) || names_other(m, title);
}

/* ---- what was told ---- */

static bool is_said(const struct task_candidates *m, const struct content_word *w)
{
    for (size_t i = 0; i < m->words.n; i++)
        if (content_same(&m->words.words[i], w))
            return true;
    return false;
}

/* Whether the title can be without it where it is spoken of: no name, no number. */
static bool is_mere(const struct content_word *w)
{
    return !isupper((unsigned char)*w->said) && !strpbrk(w->word, "0123456789");
}

/* Whether the word at i owns the next one: "mum's plumber". */
static bool owns_next(const struct task_candidates *m, size_t i)
{
    const struct content_word *w = &m->words.words[i];
    const char *behind = m->said + end_of(w);
    size_t mark = strncmp(behind, "'s ", 3) == 0 ? 3 : strncmp(behind, "\xe2\x80\x99s ", 5) == 0 ? 5 : 0;

    return mark > 0 && w[1].from == end_of(w) + mark;
}

/* Whether "'s" before it is "is": "the report's overdue", "the plumber's coming". */
static bool is_state(const struct content_word *w)
{
    static const char states[] =
        "overdue|late|urgent|important|critical|pressing|off|due|ready|cancelled|canceled|over|"
        "boring|expensive|broken|full|fine|okay|coming|leaving|waiting|running|starting|missing|arriving";

    return content_is(w, states);
}

bool other_owned(const struct task_candidates *m, const struct content *title)
{
    for (size_t i = 0; i + 1 < m->words.n; i++) {
        const struct content_word *w = &m->words.words[i], *next = w + 1;
        if (owns_next(m, i) && content_has(title, w, content_same) && !content_has(title, next, content_same) &&
            !word_is_action(next->word) && !action_verb(next->word) && !content_is_past(next) &&
            !word_is_small(next->word) && !is_state(next))
            return true;
    }
    return false;
}

bool other_owner(const struct task_candidates *m, const struct content *title)
{
    for (size_t i = 0; i + 1 < m->words.n; i++)
        if (owns_next(m, i) && !content_has(title, &m->words.words[i], content_same) &&
            !word_is_small(m->words.words[i].word) &&
            (content_has(title, &m->words.words[i + 1], content_same) ||
             (i + 2 < m->words.n && content_has(title, &m->words.words[i + 2], content_same) &&
              gap_between(m->said, end_of(&m->words.words[i + 1]), m->words.words[i + 2].from) == GAP_NONE)))
            return true;
    return false;
}

bool other_names(const struct task_candidates *m, const struct content *title)
{
    size_t beside = 0;
    bool is_unsaid = false;

    for (size_t i = 0; i < title->n; i++)
        is_unsaid |= !is_mere(&title->words[i]) && i > 0 && !is_said(m, &title->words[i]);
    for (size_t i = 0; i < m->words.n; i++)
        if (content_has(title, &m->words.words[i], content_same))
            beside += foreign_beside(m, title, i, true, false) + foreign_beside(m, title, i, false, false);
    return other_words(m, title, true) > 0 && (is_unsaid || beside > 0);
}

static bool is_number(const struct content_word *w)
{
    return isdigit((unsigned char)*w->word);
}

static bool is_called(const struct content_word *w)
{
    return isupper((unsigned char)*w->said) && islower((unsigned char)w->said[1]);
}

/* Whether the title has one of these that was not said. */
static bool lacks(const struct task_candidates *m, const struct content *title, bool (*is)(const struct content_word *))
{
    for (size_t i = word_is_action(title->words[0].word); i < title->n; i++)
        if (is(&title->words[i]) && !content_has(&m->words, &title->words[i], content_same))
            return true;
    return false;
}

/* Whether two neighbours are parts of one name: "report for Anna", "Christmas quilt". */
static bool are_tied(const struct task_candidates *m, size_t i, size_t k)
{
    const struct content_word *first = &m->words.words[i < k ? i : k], *second = &m->words.words[i < k ? k : i];
    enum gap gap = gap_between(m->said, end_of(first), second->from);

    return gap == GAP_NONE || gap == GAP_JOINS;
}

/* Whether the word at i is tied to one of the title's. */
static bool is_tied(const struct task_candidates *m, const struct content *title, size_t i)
{
    const struct content_word *words = m->words.words;

    return (i > 0 && content_has(title, &words[i - 1], content_same) && are_tied(m, i - 1, i)) ||
           (i + 1 < m->words.n && content_has(title, &words[i + 1], content_same) && are_tied(m, i, i + 1));
}

/* Whether another word stands where the title has one of its own: "the kitchen door" of "the garage door". */
static bool is_replaced(const struct task_candidates *m, const struct content *title)
{
    const struct content_word *words = m->words.words;

    for (size_t i = 1; i < m->words.n; i++)
        for (size_t k = 1 + word_is_action(title->words[0].word); k < title->n; k++)
            if (content_same(&words[i], &title->words[k]) && !content_has(title, &words[i - 1], content_same) &&
                !content_has(&m->words, &title->words[k - 1], content_same) && !is_beside(m, &words[i - 1]) &&
                gap_between(m->said, end_of(&words[i - 1]), words[i].from) == GAP_NONE)
                return true;
    return false;
}

bool other_instead(const struct task_candidates *m, const struct content *title)
{
    bool no_name = lacks(m, title, is_called), no_number = lacks(m, title, is_number);

    for (size_t i = 0; i < m->words.n; i++) {
        const struct content_word *w = &m->words.words[i];
        bool is_owner = is_called(w) && strncmp(m->said + end_of(w), "'s ", 3) == 0;
        bool is_name = is_feast(w) || is_owner || is_somebody(m, i);
        if (is_name && !content_has(title, w, content_same) &&
            ((is_number(w) ? no_number : no_name) || is_tied(m, title, i)))
            return true;
    }
    return is_replaced(m, title);
}

bool other_person(const struct task_candidates *m, const struct content *title)
{
    for (size_t i = 0; i < m->words.n; i++)
        if (is_called(&m->words.words[i]) && is_somebody(m, i) &&
            !content_has(title, &m->words.words[i], content_same) && is_tied(m, title, i))
            return true;
    return false;
}

/* Whether it is behind "in", "at", "from": where something was done is nobody. */
static bool is_place(const struct task_candidates *m, size_t i)
{
    static const char *const before[] = { " in ", " at ", " from ", " via " };
    const struct content_word *w = &m->words.words[i];

    for (size_t k = 0; k < COUNT_OF(before); k++) {
        size_t n = strlen(before[k]);
        if (w->from > n && strncasecmp(m->said + w->from - n, before[k], n) == 0)
            return true;
    }
    return false;
}

/* Whether something else was done than what the title wants: "the bakery closed" of "order cake from the bakery". */
bool other_deed(const struct task_candidates *m, const struct content *title)
{
    static const char any[] =
        "done|finished|completed|sorted|handled|settled|wrapped|resolved|dealt|taken|took|got|gotten|did|made|had|went|"
        "gone|put|ticked|crossed|checked|marked|knocked|nailed|smashed|came|arrived|delivered|managed|accomplished";

    for (size_t i = 0; word_is_action(title->words[0].word) && i < m->words.n; i++) {
        const struct content_word *w = &m->words.words[i];
        if (content_is_done(w) && !content_kin(w, title->words) && !content_has(title, w, content_same) &&
            !content_is(w, any))
            return true;
    }
    return false;
}

/* Whether the title's deed was said to be done, be it by another verb. "Went back" is "returned". */
static bool says_deed(const struct task_candidates *m, const struct content_word *deed)
{
    for (size_t i = 0; i < m->words.n; i++) {
        const struct content_word *w = &m->words.words[i];
        bool is_back = i > 0 && strcmp(w->word, "back") == 0 && content_is_done(w - 1);
        if ((content_is_done(w) || is_back) && content_kin(w, deed))
            return true;
    }
    return false;
}

/* Whether the title's deed was said, and all of what it is done to that matters; *ret_all, whether all of it was. */
static bool says_title(const struct task_candidates *m, const struct content *title, bool *ret_all)
{
    size_t last = 0;

    *ret_all = true;
    if (title->n < 2 || !word_is_action(title->words[0].word) || !says_deed(m, title->words))
        return false;
    for (size_t i = 1; i < title->n; i++) {
        bool said = is_said(m, &title->words[i]);
        if (!said && !is_mere(&title->words[i]))
            return false;
        last = said ? i : last;
        *ret_all &= said;
    }
    return last + 1 == title->n; /* "call Ann about the car" is not "called Ann at the office" */
}

bool other_told(const struct task_candidates *m, const struct content *title)
{
    bool all;

    if (!says_title(m, title, &all))
        return false;
    for (size_t i = 0; i < m->words.n; i++) {
        const struct content_word *w = &m->words.words[i];
        bool is_own = content_has(title, w, content_same);
        if (!is_own && is_somebody(m, i) && !(all && is_place(m, i)))
            return false;
        if (is_own && !content_kin(w, title->words) &&
            foreign_beside(m, title, i, true, true) + foreign_beside(m, title, i, false, true) > 0)
            return false;
    }
    return true;
}
