/* spelling.c - chat spelling, and words whose neighbours show that they stand for another word.
 *
 * Only the form that a word is compared by changes. Its bytes stay, because a title is the person's own however it is
 * spelt. typos.c corrects typing slips.
 */
#include "agents/tasks/parse/words/words.h"
#include "base/arena.h"
#include "base/attrs.h"
#include "base/str.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* ---- spelling ---- */

static const struct {
    const char *typed, *meant;
} spellings[] = {
    { "pls|plz|plse|pleas|plss", "please" },
    { "->|-->|=>|>>|\xe2\x86\x92|\xe2\x87\x92|\xe2\x9e\xa1|\xe2\x9e\x9c", "-" },
    { "u|ya|yuo|oyu", "you" },
    { "w", "with" },
    { "teh|hte|da", "the" },
    { "tmrw|tmr|tmw|tmrrw|tomoz|2moro|2mrw|tomm|2morrow|tomoro|tmoz|tomozza|tomora|2moz|tmoro|tommorro", "tomorrow" },
    { "tomorrows", "tomorrow's" },
    { "todays", "today's" },
    { "dis", "this" },
    { "wk", "week" },
    { "nxt", "next" },
    { "wknd|wkend", "weekend" },
    { "finnaly", "finally" },
    { "finshd|finsished", "finished" },
    { "alrdy", "already" },
    { "ot|tto", "to" },
    { "lst", "list" },
    { "wot|wat|wht|wut", "what" },
    { "taht|tht|thta", "that" },
    { "hwat", "what" },
    { "hwats|whast", "what's" },
    { "stuf", "stuff" },
    { "gota|gotto", "gotta" },
    { "wihc|wchih", "which" },
    { "mny", "many" },
    { "hgh", "high" },
    { "incl", "including" },
    { "shld", "should" },
    { "wots|whatcha|whaddya|wotcha", "what's" },
    { "owt", "anything" },
    { "nowt", "nothing" },
    { "sumthing|smth|sth", "something" },
    { "shoulda", "should've" },
    { "whos", "who's" },
    { "theres", "there's" },
    { "weve", "we've" },
    { "youve", "you've" },
    { "youre", "you're" },
    { "theyre", "they're" },
    { "bday", "birthday" },
    { "abt", "about" },
    { "coz|cos|cuz|bc|bcs|cause", "because" },
    { "2nite|tonite|2night|tonit", "tonight" },
    { "2day", "today" },
    { "nite|nyt", "night" },
    { "thx|thnx|thks|tx|ty|cheers|ta", "thanks" },
    { "&|n|adn|nad|annd", "and" },
    { "ok|k|kk|okey|okie|oki", "okay" },
    { "don't't", "don't" },
    { "im|i'am", "i'm" },
    { "ive", "i've" },
    { "id", "i'd" },
    { "whats|wats|what're|what've|wot's", "what's" },
    { "wheres", "where's" },
    { "hows", "how's" },
    { "thats", "that's" },
    { "its", "it's" },
    { "lets", "let's" },
    { "cant|cannot", "can't" },
    { "wont", "won't" },
    { "musnt", "mustn't" },
    { "hav|hve", "have" },
    { "b4", "before" },
    { "4get|fget", "forget" },
    { "w/o", "without" },
    { "txt|txting", "text" },
    { "msg", "message" },
    { "l8r|l8er", "later" },
    { "rn", "now" },
    { "hafta", "must" },
    { "gimme", "give" },
    { "lemme", "let's" },
    { "prio|pri|importance", "priority" },
    { "ad", "add" },
    { "cna|acn|cn", "can" },
    { "amke", "make" },
    { "tsk", "task" },
    { "tasksk", "tasks" },
    { "dne|donee", "done" },
    { "\xe2\x9c\x85|\xe2\x9c\x94|\xe2\x9c\x94\xef\xb8\x8f|\xe2\x98\x91|\xe2\x98\x91\xef\xb8\x8f|\xe2\x9c\x93|[x]",
      "done" },
};

static void spell_as(struct phrase_word *w, const char *meant)
{
    w->p = meant;
    w->n = strlen(meant);
}

void word_spell(struct phrase_word *w)
{
    if (w->n == 2 && memcmp(w->p, "ID", 2) == 0) /* a card, not "I'd" */
        return;
    for (size_t i = 0; i < COUNT_OF(spellings); i++)
        if (phrase_word_is(w, spellings[i].typed)) {
            spell_as(w, spellings[i].meant);
            return;
        }
}

/* "would you mind adding", "it would help if you added": the order itself. */
static void spell_order(struct phrase_word *w)
{
    static const struct {
        const char *typed, *meant;
    } orders[] = {
        { "adding|added", "add" },
        { "deleting|deleted", "delete" },
        { "removing|removed", "remove" },
        { "marking|marked", "mark" },
        { "showing|showed", "show" },
        { "listing|listed", "list" },
        { "moving|moved", "move" },
        { "changing|changed", "change" },
        { "completing", "complete" },
        { "updating|updated", "update" },
        { "putting", "put" },
        { "renaming|renamed", "rename" },
        { "creating|created", "create" },
        { "reminding|reminded", "remind" },
        { "setting", "set" },
        { "checking|checked", "check" },
        { "telling|told", "tell" },
        { "clearing|cleared", "clear" },
        { "noting|noted", "note" },
        { "writing|wrote", "write" },
        { "recording|recorded", "record" },
        { "jotting|jotted", "jot" },
        { "giving|gave", "give" },
        { "making|made", "make" },
        { "including|included", "include" },
    };

    for (size_t i = 0; i < COUNT_OF(orders); i++)
        if (phrase_word_is(w, orders[i].typed))
            spell_as(w, orders[i].meant);
}

/* "it's high time we painted it": what is still to be done. */
static void spell_deed(struct phrase_word *w)
{
    const char *deed = word_done_deed(w);

    if (deed && word_deed(w) == DEED_NONE) {
        spell_as(w, deed);
        w->is_mended = true;
    }
}

void word_spell_behind(struct phrase_word *words, size_t n)
{
    const char *meant = word_slipped((struct span){ words, n + 1 }, n);

    if (meant)
        spell_as(&words[n], meant);
    if (n > 0 && (phrase_word_is(&words[n - 1], "mind") ||
                  (n > 1 && phrase_word_is(&words[n - 1], "you") && phrase_word_is(&words[n - 2], "if|that"))))
        spell_order(&words[n]);
    if (n > 2 && phrase_word_is(&words[n - 1], "i|we") &&
        (phrase_word_is(&words[n - 2], "time") ||
         (phrase_word_is(&words[n - 2], "if") && /* "it would be good if I called" */
          phrase_word_is(&words[n - 3], "good|nice|great|best|better|wise|sensible")) ||
         (phrase_word_is(&words[n - 2], "that") && phrase_word_is(&words[n - 3], "time"))))
        spell_deed(&words[n]);
    if (n > 1 && phrase_word_is(&words[n - 1], "4") && phrase_word_is(&words[n], "me|us"))
        spell_as(&words[n - 1], "for");
    if (n > 1 && phrase_word_is(&words[n - 1], "2") &&
        phrase_word_is(&words[n - 2], "need|needs|have|has|got|want|going|me|forget|remember|ought|supposed|like") &&
        word_deed(&words[n]) != DEED_NONE)
        spell_as(&words[n - 1], "to");
}

/* ---- days ---- */

/* "wed", "sat" and "sun" are also other words: a day at the end, before a mark, a time or a deed; not behind what makes
 * them something else ("the sun", "she sat"). */
static bool is_short_day(struct span s, size_t i)
{
    static const char not_behind[] =
        "the|a|an|i|he|she|they|we|it|who|that|in|to|be|get|gets|got|of|from|under|against|"
        "was|were|newly|my|our|and|full|morning|evening|summer";
    const struct phrase_word *next = i + 1 < s.n ? &s.w[i + 1] : NULL;

    if (!phrase_word_is(&s.w[i], "wed|sat|sun") || s.n < 2 || (i > 0 && phrase_word_is(&s.w[i - 1], not_behind)))
        return false;
    if (i == 0)
        return next && word_deed(next) != DEED_NONE && s.n > 2;
    return !next || word_mark(&s.w[i]) || str_is_digit(*next->p) ||
           phrase_word_is(next, "at|morning|afternoon|evening|night|noon|midday|lunch|lunchtime|high|low|urgent|please|"
                                "asap|priority|tag|tagged|before|by|latest|-|@");
}

bool word_dotted(const char *text, int *ret_day, int *ret_month)
{
    char *dot, *end;

    if (!str_is_digit(*text))
        return false;
    *ret_day = (int)strtol(text, &dot, 10);
    if (*dot != '.' || !str_is_digit(dot[1]))
        return false;
    *ret_month = (int)strtol(dot + 1, &end, 10);
    return *end == '.' && !str_is_digit(end[1]) && *ret_day >= 1 && *ret_day <= 31 && *ret_month >= 1 &&
           *ret_month <= 12;
}

/* Before something else the dot behind the month is that of a date: no sentence goes on in small letters or figures
 * behind it, and nobody says it of a clock. At the very end it is so where whoever types without capitals has no full
 * stop to set; behind a verb it is a sum there ("pay 15.12."). */
static bool is_dotted_date(struct span s, size_t i, int *ret_day, int *ret_month)
{
    const struct phrase_word *w = &s.w[i];
    bool is_number;

    if (w->n < 3 || w->n > 5 || w->is_quoted || !word_dotted(w->p, ret_day, ret_month))
        return false;
    is_number = phrase_word_is(&w[-1], "at|version|v|chapter");
    if (i + 1 < s.n)
        return *ret_day > 12 || !(isupper((unsigned char)*w[1].from) || is_number);
    return i > 0 && *ret_day > 12 && islower((unsigned char)*s.w->from) && !is_number &&
           word_deed(&w[-1]) == DEED_NONE && !phrase_word_is(&w[-1], "for|to|costs");
}

void words_spell_days(struct arena *a, struct phrase_word *words, size_t n)
{
    static const char *const months[] = { "jan", "feb", "mar", "apr", "may", "jun",
                                          "jul", "aug", "sep", "oct", "nov", "dec" };
    int day, month;

    for (size_t i = 0; i < n; i++) {
        if (is_short_day((struct span){ words, n }, i))
            spell_as(&words[i], phrase_word_is(&words[i], "wed")   ? "wednesday"
                                : phrase_word_is(&words[i], "sat") ? "saturday"
                                                                   : "sunday");
        else if (is_dotted_date((struct span){ words, n }, i, &day, &month))
            spell_as(&words[i], arena_printf(a, "%d-%s", day, months[month - 1]));
    }
}
