/* errand_words.c - the words of a message.
 *
 * What stands between quotation marks is one word, so that no order is read out of a name: "add 'delete the old
 * files'". A word keeps its place in the message; only what it is compared by is changed: typographic apostrophes
 * become plain ones, chat spelling ("pls", "tmrw", "w/") the usual one, a pictogram that ticks something off becomes
 * "done".
 */
#include "base/arena.h"
#include "base/attrs.h"
#include "base/str.h"
#include "lang/errand_parts.h"
#include <ctype.h>
#include <string.h>
#include <strings.h>

/* ---- spelling ---- */

static const struct {
    const char *typed, *meant;
} spellings[] = {
    { "pls|plz|plse|pleas|plss", "please" },
    { "->|-->|=>|>>|\xe2\x86\x92|\xe2\x87\x92|\xe2\x9e\xa1|\xe2\x9e\x9c", "-" },
    { "u|ya", "you" },
    { "w", "with" },
    { "teh|hte|da", "the" },
    { "tmrw|tmr|tmw|tmrrw|tomorow|tommorow|tommorrow|tomorrw|tomoz|tomorro|2moro|2mrw|tomm|2morrow|tomoro|"
      "tommorrow|tomorroow|tmoz|tomoz|tomozza|tomora|2moz|tmoro|tomorow|tommorro",
      "tomorrow" },
    { "tomorrows", "tomorrow's" },
    { "todays", "today's" },
    { "thsi|tihs|htis|dis", "this" },
    { "wk", "week" },
    { "nxt", "next" },
    { "wknd|wkend|weekned", "weekend" },
    { "finaly|finnaly|finnally|finaly", "finally" },
    { "finshed|finised|finnished|fnished|finsihed|finishd|finshd|finsished", "finished" },
    { "alrdy|alredy|allready|alraedy", "already" },
    { "ot|tto", "to" },
    { "lsit|lits|lst", "list" },
    { "wot|wat|wht|waht", "what" },
    { "wots|whatcha|whaddya|wotcha", "what's" },
    { "owt|anythin|anyting|anthing|anyhting", "anything" },
    { "nowt", "nothing" },
    { "sumthing|somethin|smth|sth", "something" },
    { "shouldve|should've|shoulda", "should've" },
    { "whos", "who's" },
    { "theres", "there's" },
    { "weve", "we've" },
    { "youve", "you've" },
    { "youre", "you're" },
    { "theyre", "they're" },
    { "couldnt", "couldn't" },
    { "werent", "weren't" },
    { "bday", "birthday" },
    { "abt", "about" },
    { "coz|cos|cuz|bc|bcs|becuase|cause", "because" },
    { "2nite|tonite|2night|tonit", "tonight" },
    { "2day|tday", "today" },
    { "thx|thnx|thks|tx|ty|cheers|ta", "thanks" },
    { "&|n|adn|nad|annd", "and" },
    { "ok|k|kk|okey|okie|okay|oki", "okay" },
    { "dont|do'nt|don't't", "don't" },
    { "im|i'am", "i'm" },
    { "ive", "i've" },
    { "id", "i'd" },
    { "whats|wats|what're|wat's|what've|wot's", "what's" },
    { "wheres", "where's" },
    { "hows", "how's" },
    { "thats", "that's" },
    { "its", "it's" },
    { "lets", "let's" },
    { "isnt", "isn't" },
    { "arent", "aren't" },
    { "wasnt", "wasn't" },
    { "havent", "haven't" },
    { "hasnt", "hasn't" },
    { "didnt", "didn't" },
    { "doesnt", "doesn't" },
    { "cant|cannot", "can't" },
    { "wont", "won't" },
    { "mustnt", "mustn't" },
    { "shouldnt", "shouldn't" },
    { "wouldnt", "wouldn't" },
    { "hafta", "must" },
    { "gimme", "give" },
    { "lemme", "let" },
    { "prio|pri|prioirty|priorty|prority|importance", "priority" },
    { "ad|addd", "add" },
    { "cna|acn|cn", "can" },
    { "mkae|amke", "make" },
    { "taks|tsak|tassk|taskk|tsk|taask", "task" },
    { "tsaks|tasls|taskss|tasksk|tsks", "tasks" },
    { "dne|doen|dnoe|donee", "done" },
    { "\xe2\x9c\x85|\xe2\x9c\x94|\xe2\x9c\x94\xef\xb8\x8f|\xe2\x98\x91|\xe2\x98\x91\xef\xb8\x8f|\xe2\x9c\x93|[x]",
      "done" },
};

static void spell_as(struct phrase_word *w, const char *meant)
{
    w->p = meant;
    w->n = strlen(meant);
}

static void spell(struct phrase_word *w)
{
    const char *day;

    for (size_t i = 0; i < COUNT_OF(spellings); i++)
        if (phrase_word_is(w, spellings[i].typed)) {
            spell_as(w, spellings[i].meant);
            return;
        }
    if ((day = word_slipped_day(w)))
        spell_as(w, day);
}

/* "would you mind adding": the order itself. */
static void spell_order(struct phrase_word *w)
{
    static const struct {
        const char *typed, *meant;
    } orders[] = {
        { "adding", "add" },          { "deleting", "delete" },  { "removing", "remove" }, { "marking", "mark" },
        { "showing", "show" },        { "listing", "list" },     { "moving", "move" },     { "changing", "change" },
        { "completing", "complete" }, { "updating", "update" },  { "putting", "put" },     { "renaming", "rename" },
        { "creating", "create" },     { "reminding", "remind" }, { "setting", "set" },     { "checking", "check" },
        { "telling", "tell" },        { "clearing", "clear" },
    };

    for (size_t i = 0; i < COUNT_OF(orders); i++)
        if (phrase_word_is(w, orders[i].typed))
            spell_as(w, orders[i].meant);
}

/* ---- quotation marks ---- */

static const struct {
    const char *open, *close;
} quotes[] = {
    { "\"", "\"" },
    { "'", "'" },
    { "`", "`" },
    { "\xe2\x80\x9c", "\xe2\x80\x9d" }, /* “ ” */
    { "\xe2\x80\x9e", "\xe2\x80\x9c" }, /* „ “ */
    { "\xe2\x80\x9e", "\xe2\x80\x9d" }, /* „ ” */
    { "\xe2\x80\x98", "\xe2\x80\x99" }, /* ‘ ’ */
    { "\xc2\xab", "\xc2\xbb" },         /* « » */
    { "'", "\xe2\x80\x99" },
    { "\"", "\xe2\x80\x9d" },
};

#define QUOTED_BYTES 1100 /* a title or a description; what is longer has a stray mark */

static bool is_letter(const char *p)
{
    return isalnum((unsigned char)*p) || ((unsigned char)*p >= 0x80 && strncmp(p, "\xe2\x80", 2) != 0);
}

/* How far each kind of mark is known to have no end: a stray one is looked for once. */
struct strays {
    const char *until[COUNT_OF(quotes)];
};

static const char *closing(const char *from, const char *close, const char **ret_until)
{
    const char *end = from + strnlen(from, QUOTED_BYTES);
    size_t n = strlen(close);

    for (const char *q = from; q < end && *q != '\n'; q++)
        if (q > from && strncmp(q, close, n) == 0 && !is_letter(q + n))
            return q;
    *ret_until = end;
    return NULL;
}

/* The end of what is quoted from p on, its mark included; NULL when nothing is. An apostrophe has a letter behind it.
 */
static const char *quotation(const char *p, struct strays *strays, struct phrase_word *ret)
{
    for (size_t i = 0; i < COUNT_OF(quotes); i++) {
        size_t open = strlen(quotes[i].open);
        const char *end;
        if (strncmp(p, quotes[i].open, open) != 0 || (strays->until[i] && p < strays->until[i]))
            continue;
        end = closing(p + open, quotes[i].close, &strays->until[i]);
        if (end) {
            ret->p = p + open;
            ret->n = (size_t)(end - ret->p);
            ret->is_quoted = true;
            return end + strlen(quotes[i].close);
        }
    }
    return NULL;
}

/* ---- words ---- */

/* Bytes of the punctuation at p: of ASCII, and the long dashes and typographic marks; 0 when there is none. */
static size_t edge_bytes(const char *p, const char *end)
{
    static const char *const long_marks[] = { "\xe2\x80\x93", "\xe2\x80\x94", "\xe2\x80\xa6", "\xe2\x80\x9c",
                                              "\xe2\x80\x9d", "\xe2\x80\x98", "\xe2\x80\x99", "\xe2\x80\xa2" };

    if (strchr(".,;:!?\"'()[]{}`*_~", *p))
        return 1;
    for (size_t i = 0; i < COUNT_OF(long_marks); i++)
        if (end - p >= 3 && memcmp(p, long_marks[i], 3) == 0)
            return 3;
    return 0;
}

static void trim_edges(struct phrase_word *w)
{
    const char *p = w->from, *end = w->to;
    size_t n;

    while (p < end && (n = edge_bytes(p, end)) > 0)
        p += n;
    for (bool more = true; more && end > p;) {
        more = edge_bytes(end - 1, end) == 1;
        end -= more;
        if (!more && end - p >= 3 && edge_bytes(end - 3, end) == 3) {
            end -= 3;
            more = true;
        }
    }
    w->p = p;
    w->n = (size_t)(end - p);
    if (w->n > 0 && *w->from == '!' && p == w->from + 1) { /* "!high" too */
        w->p = w->from;
        w->n++;
    }
    if (w->n == 0 && w->to - w->from > 1 && *w->from == '!') /* "!!" says something */
        *w = (struct phrase_word){ .p = w->from, .n = (size_t)(w->to - w->from), .from = w->from, .to = w->to };
}

/* Typographic apostrophes inside of a word as plain ones, to compare it by. */
static void plain_apostrophes(struct arena *a, struct phrase_word *w)
{
    char *copy, *to;

    if (!memmem(w->p, w->n, "\xe2\x80\x99", 3))
        return;
    copy = to = arena_dup(a, w->p, w->n);
    for (size_t i = 0; i < w->n;) {
        bool is_mark = w->n - i >= 3 && memcmp(w->p + i, "\xe2\x80\x99", 3) == 0;
        *to++ = is_mark ? '\'' : w->p[i];
        i += is_mark ? 3 : 1;
    }
    w->p = copy;
    w->n = (size_t)(to - copy);
}

/* A word of "milk/eggs" stays one; "w/" is cut of its stroke by its spelling. */
static const char *take_word(struct arena *a, const char *p, struct strays *strays, struct phrase_word *ret)
{
    struct phrase_word w = { .from = p };
    const char *end = quotation(p, strays, &w);

    if (end) {
        for (size_t n; *end && (n = edge_bytes(end, end + strnlen(end, 3))) > 0;)
            end += n;
        w.to = end;
    } else {
        for (end = p; *end && !isspace((unsigned char)*end);)
            end++;
        w.to = end;
        trim_edges(&w);
        if (w.n > 1 && w.p[w.n - 1] == '/')
            w.n--;
        plain_apostrophes(a, &w);
        spell(&w);
    }
    *ret = w;
    return end;
}

struct span words_of(struct arena *a, const char *message)
{
    struct phrase_word *words = arena_array(a, strlen(message) / 2 + 2, sizeof *words);
    struct strays strays = { 0 };
    size_t n = 0;

    *words++ = (struct phrase_word){ .p = message, .from = message, .to = message };
    for (const char *p = message; *p;) {
        if (isspace((unsigned char)*p)) {
            p++;
            continue;
        }
        p = take_word(a, p, &strays, &words[n]);
        if (n > 0 && phrase_word_is(&words[n - 1], "mind"))
            spell_order(&words[n]);
        if (n > 1 && phrase_word_is(&words[n - 1], "2") && phrase_word_is(&words[n - 2], "need|have|got|want|going") &&
            word_deed(&words[n]) != DEED_NONE)
            spell_as(&words[n - 1], "to");
        n++;
    }
    return (struct span){ words, n };
}

char word_mark(const struct phrase_word *w)
{
    char c = w->to > w->from ? w->to[-1] : '\0';

    return c && strchr(",;:.!?-", c) ? c : '\0';
}

bool word_is_symbol(const struct phrase_word *w)
{
    unsigned char c = w->n > 0 ? (unsigned char)*w->p : 0, d = w->n > 1 ? (unsigned char)w->p[1] : 0;

    if (w->is_quoted)
        return false;
    if (w->n > 0 && w->n < 4 && strspn(w->p, ":;-)(<3=DPp") >= w->n && !isalnum(c)) /* ":)" */
        return true;
    return c == 0xf0 || (c == 0xe2 && d >= 0x86 && d <= 0xaf) || w->n == 0;
}

bool word_is_dash(const struct phrase_word *w)
{
    return w->n == 0 || phrase_word_is(w, "-|--");
}

bool word_is_number(const struct phrase_word *w)
{
    size_t i = w->n > 1 && *w->p == '#';

    if (w->is_quoted || i == w->n || w->n - i > 9)
        return false;
    while (i < w->n && str_is_digit(w->p[i]))
        i++;
    return i == w->n;
}

/* ---- spans ---- */

const char *span_text(struct arena *a, struct span s)
{
    const char *from, *to;

    if (s.n == 0)
        return NULL;
    if (s.n == 1 && s.w->is_quoted) {
        const char *inner = str_trim(s.w->p, s.w->n, &s.n);
        return s.n > 0 ? arena_dup(a, inner, s.n) : NULL;
    }
    from = s.w[0].from;
    to = s.w[s.n - 1].to;
    while (to > from && strchr(".!;,:?- ", to[-1]))
        to--;
    while (from < to && strchr(",;:- ", *from))
        from++;
    if (to > from && to[-1] == ')' && !memchr(from, '(', (size_t)(to - from)))
        to--;
    return to > from ? arena_dup(a, from, (size_t)(to - from)) : NULL;
}

bool span_has(struct span s, const char *choices)
{
    for (size_t i = 0; i < s.n; i++)
        if (phrase_word_is(&s.w[i], choices))
            return true;
    return false;
}

bool span_is(struct span s, const char *choices)
{
    for (size_t i = 0; i < s.n; i++)
        if (!phrase_word_is(&s.w[i], choices))
            return false;
    return s.n > 0;
}

struct span span_from(struct span s, size_t n)
{
    size_t skip = n < s.n ? n : s.n;

    return skip > 0 ? (struct span){ s.w + skip, s.n - skip } : s;
}

bool span_begins(struct span s, const char *pattern, struct span *ret)
{
    size_t n;

    if (!phrase_begins(s.w, s.n, pattern, &n))
        return false;
    *ret = span_from(s, n);
    return true;
}

struct span span_part(const struct phrase_part *part)
{
    return (struct span){ part->first, part->first ? (size_t)(part->end - part->first) : 0 };
}
