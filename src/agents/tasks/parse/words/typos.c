/* typos.c - typing slips in the words that the parser knows. A title is never touched: only the form that a word is
 * compared by changes.
 *
 * A word that is not in the language and one slip away from a word of dates, orders, fields or actions is taken as that
 * word wherever it stands. Real words that are as near are kept out by a list (scripts/generate/near-words prints it).
 * Where a message is still not understood, the words that order are corrected by one change, long ones by two, and each
 * correction lowers the confidence.
 */
#include "agents/tasks/parse/words/words.h"
#include "base/arena.h"
#include "base/attrs.h"
#include "base/str.h"
#include <ctype.h>
#include <string.h>

#define MENDED_WORDS 12 /* looked at, from both ends of a clause: an order's own words are not in its middle */
#define MENDED_BYTES 24 /* of a word: longer than any of them */
#define SHORT_BYTES 4   /* a shorter one is as near to everything */
#define MISHIT_BYTES 5  /* of a word in which another key may have been hit */
#define LONG_BYTES 8    /* such a word may have two slips */

/* ---- words ---- */

/* What people order with, so that there is much to be won: by any slip where nothing else was understood. */
static const char *const orders[] = {
    "create",  "remind",   "reminder",   "remember",    "forget", "delete", "remove",  "complete", "completed",
    "finish",  "finished", "mark",       "done",        "show",   "list",   "display", "task",     "tasks",
    "update",  "change",   "rename",     "move",        "undo",   "reopen", "uncheck", "priority", "pending",
    "overdue", "postpone", "reschedule", "description", "please", "need",   "should",  "have",     "what",
    "today",   "tomorrow", "everything", "already",     "high",   "urgent", "could",   "would",    "first",
    "second",  "third",    "clear",      "erase",       "cancel", "push",   "repeat",  "every",
};

/* Only what fingers do in these. */
static const char *const others[] = {
    "which",    "still",    "where",       "when",      "there",     "left",      "open",       "about",
    "until",    "again",    "instead",     "actually",  "just",      "with",      "before",     "after",
    "because",  "schedule", "scheduled",   "important", "remaining", "restore",   "deadline",   "outstanding",
    "anything", "nothing",  "something",   "everyone",  "items",     "item",      "unfinished", "incomplete",
    "later",    "earlier",  "want",        "checked",   "ticked",    "cross",     "crossed",    "scratch",
    "thanks",   "number",   "entry",       "agenda",    "notes",     "tagged",    "label",      "labelled",
    "another",  "other",    "next",        "last",      "changed",   "reminders", "removed",    "deleted",
    "moved",    "renamed",  "postponed",   "cancelled", "don't",     "won't",     "priorities", "isn't",
    "haven't",  "hasn't",   "didn't",      "doesn't",   "can't",     "lower",     "what's",     "overview",
    "search",   "medium",   "upcoming",    "switch",    "delay",     "mistake",   "revert",     "marked",
    "pushed",   "fourth",   "rescheduled", "title",     "entries",   "through",   "really",     "finally",
    "todo",     "this",     "many",        "must",      "aren't",    "couldn't",  "shouldn't",  "wouldn't",
    "weren't",  "mustn't",  "should've",   "between",   "myself",    "possible",  "probably",   "thank",
    "there's",  "wasn't",
};

/* There is nothing else that "thrusday" could be. */
static const char *const days[] = {
    "monday",     "tuesday",   "wednesday", "thursday",  "friday",   "saturday", "sunday",   "mondays",   "tuesdays",
    "wednesdays", "thursdays", "fridays",   "saturdays", "sundays",  "january",  "february", "april",     "august",
    "september",  "october",   "november",  "december",  "today",    "tomorrow", "tonight",  "morning",   "afternoon",
    "evening",    "midnight",  "lunchtime", "weekend",   "weekends", "weekday",  "weekdays", "fortnight", "fortnightly",
    "daily",      "weekly",    "monthly",   "quarterly", "yearly",   "annually", "every",    "month",     "months",
    "weeks",      "minutes",   "christmas", "o'clock",
};

/* Words of the language that are one slip away from an order, and are meant as they are; but for a few that hardly
 * anybody means ("tody", "muts"). */
static const char real_words[] =
    "abut|agendas|alter|anther|apologies|archie|argent|aril|ark|asks|avery|bark|bate|bated|beach|beached|"
    "bending|biol|bone|booed|brig|bush|canceller|cancer|cant|case|cased|cask|cave|cerate|cerated|chance|"
    "chancel|chang|changer|changes|chanted|chare|charismas|chassed|chat|checker|chow|chrisoms|christens|"
    "christians|christmases|christos|christs|clan|clears|cleat|coked|cold|collet|compelled|compete|competed|"
    "completely|completer|completes|complex|complied|composed|compute|computed|cone|cooed|coss|crate|crated|"
    "creates|crete|crosse|crosser|crosses|crows|daft|dane|dark|dave|deadlines|deceiver|decemvir|decryption|"
    "deed|deign|deigned|deletes|delver|deplete|depleted|descriptions|descriptive|descriptor|dine|discus|"
    "displays|dist|dive|doe|don|donee|dong|donne|dorp|dove|drat|droop|dross|ease|eery|elvery|emery|emil|"
    "ending|enol|eras|erased|eraser|erases|erse|ever|evert|everyones|fagged|field|finis|finisher|finishes|"
    "finnish|firsts|fist|fled|flied|footlight|foresight|forge|forged|forger|forgets|forgot|forth|forthright|"
    "fourty|frida|froward|furnished|gabbed|gagged|garb|gave|gist|gorget|gould|gout|grot|hadn't|hale|halve|"
    "hanna|hare|hat|hate|heave|heed|hied|hirst|hist|hive|host|hosted|hove|hover|hovered|how|hugh|humber|hush|"
    "insect|instal|inure|inured|invitee|ist|joni|journalled|jut|juts|labeled|labeller|lager|laminae|lander|"
    "lat|lated|lats|latter|lauder|layer|lean|leaned|lease|lending|lest|let|lift|lint|lisa|lisp|lists|lit|"
    "lone|loser|lost|love|lowed|lsat|lunchtimes|lust|mali|mar|mara|marc|marek|marker|marko|marks|mars|mart|"
    "marx|mary|mask|masks|mcknight|mediate|mediated|meed|member|memoried|memories|mending|mere|mete|minuets|"
    "minute|minuted|mist|mistaker|mistakes|mode|mole|mona|monty|mope|moped|more|morrow|mote|motes|moth|moths|"
    "mould|mover|moves|movie|narked|needs|nerd|net|nigh|nites|noes|none|nonmember|northing|notaries|"
    "noted|noting|noyes|numbed|oder|one|overdye|overviews|paced|pained|panned|pant|panted|park|pave|pease|"
    "pele|pepped|piked|pint|planed|plat|plated|plater|pleas|pleased|pleases|plower|plush|pone|posed|posh|"
    "possibles|postponer|postpones|pother|pots|power|prescription|prescriptions|preset|prioritise|"
    "prioritises|provably|pune|pus|pusher|pushes|pushy|putt|ragged|rally|react|reacted|reactor|reamed|"
    "recoded|reed|reest|refiled|refueled|reiner|relay|relied|rely|remainder|remand|remembered|remembers|"
    "reminds|remote|remover|removes|renames|render|reopens|repeal|repeats|rept|rerouted|reschedules|rest|"
    "restated|resting|restored|restorer|restores|revery|revet|rewind|ricked|rise|rotted|rush|sapped|save|"
    "scheduler|schedules|scratchy|seconds|seed|seeks|seep|sending|sene|sentries|sentry|sept|sett|shave|shaw|"
    "shed|sherd|shoe|shot|shovelled|shown|shows|sigh|sill|sing|singed|sipped|slow|snow|soke|sopped|sow|"
    "spending|stared|stat|stated|stow|stull|subscription|subscriptions|summaries|sunda|sundas|swed|tach|tack|"
    "tagger|talks|tank|tanked|tanks|tass|tech|tending|tets|that|thee|thew|thigh|thirds|though|three|three's|"
    "ticker|tickled|tided|tile|titled|titles|tittle|toady|toda|toddy|tomorrow's|tomorrows|tone|tricked|"
    "trough|trow|tucked|tuned|tusk|tusks|uncomplete|und|uno|updater|updates|uprate|vanish|vanished|veery|"
    "vending|very|waked|waled|warp|wave|weakens|weekenders|wees|wen|were|what'd|whats|wheat|whee|wheen|"
    "wheres|whit|wite|wold|wont|workdays|world|woulds|wound|wyat's|zone";

static bool is_one_of(const struct phrase_word *w, const char *const *words, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (w->n > 0 && tolower((unsigned char)*w->p) == *words[i] && phrase_word_is(w, words[i]))
            return true;
    return false;
}

bool word_letters(const struct phrase_word *w, size_t size, char *out)
{
    if (w->n >= size)
        return false;
    for (size_t i = 0; i < w->n; i++) {
        unsigned char c = (unsigned char)w->p[i];
        if (c >= 0x80 || (!isalpha(c) && c != '\''))
            return false;
        out[i] = (char)tolower(c);
    }
    out[w->n] = '\0';
    return true;
}

/* A text in letters that is neither a word of the lists nor one that is as near to them. */
static bool is_no_word(const struct phrase_word *w, char typed[static MENDED_BYTES + 1])
{
    return !w->is_quoted && word_letters(w, MENDED_BYTES + 1, typed) && !phrase_word_is(w, real_words) &&
           !is_one_of(w, days, COUNT_OF(days)) && !is_one_of(w, orders, COUNT_OF(orders)) &&
           !is_one_of(w, others, COUNT_OF(others)) && word_deed(w) == DEED_NONE && !word_done_deed(w);
}

/* Somebody's name, or a thing's: in capitals though no sentence begins with it. */
static bool is_name(struct span s, size_t i)
{
    const struct phrase_word *w = &s.w[i];

    return i > 0 && !word_mark(&w[-1]) && isupper((unsigned char)w->p[0]) && islower((unsigned char)w->p[1]) &&
           !isupper((unsigned char)w[-1].p[0]);
}

/* ---- what fingers do ---- */

/* The keys beside each letter's. */
static const char *const beside[] = {
    "qwsz", "vghn", "xdfv", "serfcx", "wsdr", "drtgvc", "ftyhbv", "gyujnb", "ujko", "huikmn", "jiolm", "kop",  "njk",
    "bhjm", "iklp", "ol",   "wa",     "edft", "awedxz", "rfgy",   "yhji",   "cfgb", "qase",   "zsdc",  "tghu", "asx",
};

static bool is_beside(char typed, char key)
{
    return key >= 'a' && key <= 'z' && typed && strchr(beside[key - 'a'], typed);
}

/* The first two swapped: "hsow". */
static bool is_begun_wrong(const char *typed, const char *word)
{
    return typed[0] == word[1] && typed[1] == word[0] && strcmp(typed + 2, word + 2) == 0;
}

/* A key beside the right one, or both of them; the last one left out. */
static bool is_mishit(const char *typed, const char *word)
{
    size_t n = strlen(typed), m = strlen(word), i = 0;

    while (typed[i] && typed[i] == word[i])
        i++;
    if (n == m)
        return is_beside(typed[i], word[i]) && strcmp(typed + i + 1, word + i + 1) == 0;
    if (n + 1 == m)
        return i == n && m > MISHIT_BYTES;
    return n == m + 1 && (is_beside(typed[i], word[i]) || (i > 0 && is_beside(typed[i], word[i - 1]))) &&
           strcmp(typed + i + 1, word + i) == 0;
}

static const char *slipped(const char *typed, const char *const *words, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (str_slipped(typed, words[i]) || is_begun_wrong(typed, words[i]) ||
            (strlen(words[i]) >= MISHIT_BYTES && is_mishit(typed, words[i])))
            return words[i];
    return NULL;
}

/* Two changes: not at either end, and not in an adverb, which others are like ("actually", "annually"). */
static bool is_like(const char *typed, const char *day)
{
    size_t n = strlen(typed), length = strlen(day);

    return length >= LONG_BYTES && n + (length > LONG_BYTES ? 2 : 1) >= length && n <= length + 2 && *typed == *day &&
           typed[n - 1] == day[length - 1] && !str_ends(day, "ly") && str_edits(typed, day, 2) <= 2;
}

static const char *slipped_day(const char *typed)
{
    const char *day;

    if (str_ends(typed, "'s")) /* "Thursday's" is that day's */
        return NULL;
    day = slipped(typed, days, COUNT_OF(days));
    for (size_t i = 0; i < COUNT_OF(days) && !day; i++)
        if (is_like(typed, days[i]))
            day = days[i];
    return day;
}

const char *word_slipped_day(const struct phrase_word *w)
{
    char typed[MENDED_BYTES + 1];

    return w->n >= SHORT_BYTES && is_no_word(w, typed) ? slipped_day(typed) : NULL;
}

const char *word_slipped(struct span s, size_t i)
{
    const struct phrase_word *w = &s.w[i];
    char typed[MENDED_BYTES + 1];
    const char *meant;

    if (w->n < SHORT_BYTES || !is_no_word(w, typed))
        return NULL;
    if ((meant = slipped_day(typed)) || is_name(s, i))
        return meant;
    if ((meant = slipped(typed, orders, COUNT_OF(orders))) || (meant = slipped(typed, others, COUNT_OF(others))))
        return meant;
    return word_slipped_deed(w);
}

/* ---- where nothing else was understood ---- */

/* One slip of any kind, or two in a long word. */
static const char *order_meant(const char *typed)
{
    size_t n = strlen(typed), best = 3;
    const char *nearest = NULL;

    for (size_t i = 0; i < COUNT_OF(orders); i++) {
        size_t length = strlen(orders[i]), most = length >= LONG_BYTES ? 2 : 1, edits;
        if (length + most < n || n + most < length)
            continue;
        edits = str_edits(typed, orders[i], most);
        if (edits <= most && edits < best) {
            best = edits;
            nearest = orders[i];
        }
    }
    return nearest;
}

/* What is to be done begins here; or what was done to something ends here. */
static bool may_be_deed(struct span s, size_t i)
{
    return i == 0 || i + 1 == s.n || word_mark(&s.w[i - 1]) ||
           phrase_word_is(&s.w[i - 1], "to|please|must|should|gotta|i'll|just|finally|i|we|and|then|also|i've|we've");
}

static const char *meant_by(struct span s, size_t i)
{
    const struct phrase_word *w = &s.w[i];
    char typed[MENDED_BYTES + 1];

    if (w->n < SHORT_BYTES - 1 || is_name(s, i) || !is_no_word(w, typed))
        return NULL;
    return may_be_deed(s, i) && word_slipped_deed(w) ? word_slipped_deed(w) : order_meant(typed);
}

bool words_mended(struct arena *a, struct span s, struct span *ret)
{
    struct phrase_word *copy = NULL;

    for (size_t i = 0; i < s.n; i++) {
        const char *meant =
            i < MENDED_WORDS || s.n - i <= MENDED_WORDS ? meant_by(copy ? (struct span){ copy, s.n } : s, i) : NULL;
        if (!meant)
            continue;
        if (!copy) {
            copy = (struct phrase_word *)arena_array(a, s.n + 2, sizeof *copy) + 2;
            copy[-2] = (struct phrase_word){ .p = "", .from = "", .to = "" }; /* there rules stop to look back */
            memcpy(copy - 1, s.w - 1, (s.n + 1) * sizeof *copy);
        }
        copy[i].p = meant;
        copy[i].n = strlen(meant);
        copy[i].is_mended = true;
    }
    *ret = (struct span){ copy, s.n };
    return copy != NULL;
}
