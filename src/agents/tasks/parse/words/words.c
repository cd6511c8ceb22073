/* words.c - the words of a message.
 *
 * A quotation is one word, so that no order is read out of a title: "add 'delete the old files'". A word keeps its
 * place in the message; only the form it is compared by changes: typographic apostrophes become plain ones, chat
 * spelling
 * ("pls", "tmrw", "w/") the usual one, a tick emoji becomes "done".
 */
#include "agents/tasks/parse/words/words.h"
#include "agents/tasks/parse/rules/rules.h"
#include "base/arena.h"
#include "base/attrs.h"
#include "base/str.h"
#include <ctype.h>
#include <string.h>
#include <strings.h>

#define COURTESY_WORDS 10 /* of what is only said to be kind: "if it is not too much trouble for you" */

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

/* Whether the mark at q ends something though no blank follows: "milk,eggs", "done!add milk", "sharpened.new job". A
 * full stop inside of a word is more often one of an address or a file: it counts behind a word that ends what is told.
 */
static bool parts_words(struct arena *a, const char *from, const char *q)
{
    struct phrase_word before = { .p = from, .n = (size_t)(q - from), .from = from, .to = q };
    struct phrase_word behind = { .p = q + 1 };

    if (!strchr(",;!.", *q) || q < from + 2 || !isalpha((unsigned char)q[-1]) || !isalpha((unsigned char)q[1]) ||
        !isalpha((unsigned char)q[2]))
        return false;
    behind.n = strcspn(behind.p, " \n\t.,;:!?");
    for (const char *p = from; *p && !isspace((unsigned char)*p); p++) /* an address */
        if (*p == '@' || *p == '/')
            return false;
    if (*q != '.')
        return true;
    return !(behind.p[behind.n] == '.' && isalpha((unsigned char)behind.p[behind.n + 1])) &&
           !phrase_word_is(&behind,
                           "pdf|doc|docx|xls|xlsx|txt|jpg|jpeg|png|zip|csv|html|json|md|py|com|org|net|de|io") &&
           (word_participle(a, &before) ||
            phrase_word_is(&before, "today|tomorrow|tonight|please|thanks|now|too|already|done|finished"));
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
            if (parts_words(a, p, end++))
                break;
        w.to = end;
        trim_edges(&w);
        if (w.n > 1 && w.p[w.n - 1] == '/')
            w.n--;
        plain_apostrophes(a, &w);
        word_spell(&w);
    }
    *ret = w;
    return end;
}

/* ---- said to be kind ---- */

/* Whether they only ask nicely: "if it isn't too much trouble", "when you get a moment". Nothing depends on that. */
static bool is_courtesy(struct span s)
{
    static const char stock[] =
        "if|when|whenever|it|it's|it'd|isn't|is|be|that|that's|this|not|no|too|much|a|an|to|at|all|any|ever|so|very|"
        "you|you're|your|don't|do|can|could|would|wouldn't|may|get|got|have|had|find|for|of|the|kind|good|mind|trouble|"
        "bother|possible|problem|okay|alright|fine|chance|moment|minute|second|sec|time|spare|convenient|please|"
        "hassle|inconvenience|free|able|me|asking";
    static const char kind[] =
        "kind|mind|trouble|bother|possible|problem|okay|alright|fine|chance|moment|minute|second|"
        "sec|spare|convenient|please|hassle|inconvenience|can|could|would|free";

    return s.n > 1 && span_is(s, stock) && span_has(s, kind) && !span_has(s, "i|we");
}

/* Whether they only say that there is no hurry: "if I ever get round to it", "when we find the time". */
static bool is_leisure(struct span s)
{
    static const char stock[] =
        "if|when|whenever|once|i|we|ever|get|find|have|can|finally|next|round|around|to|it|that|"
        "this|the|a|an|some|bit|of|free|spare|enough|time|chance|moment|minute|energy|there's|"
        "there|is";

    return s.n > 2 && span_is(s, stock) && span_has(s, "round|around|time|chance|moment|minute|energy");
}

/* Whether they only say that it is not to be noted twice: "if it's not on there already", "unless I have that". */
static bool is_about_twice(struct span s)
{
    static const char stock[] = "if|unless|it|it's|isn't|is|not|that|that's|this|already|yet|on|in|there|the|my|your|"
                                "list|been|hasn't|added|noted|i|we|you|haven't|have|got|one|down|i've|we've|there's|no";

    return s.n > 2 && span_is(s, stock) && span_has(s, "not|isn't|hasn't|haven't|unless|no") &&
           span_has(s, "there|list|already|added|noted|down|there's");
}

static bool hangs_on_nothing(struct span s)
{
    return is_courtesy(s) || is_leisure(s) || is_about_twice(s);
}

/* Takes out what is only said to be kind, where commas set it apart: an order does not hang on it. How many words are
 * left. */
static size_t without_courtesy(struct phrase_word *words, size_t n)
{
    size_t to = 0;

    for (size_t i = 0; i < n;) {
        size_t k = i + 1;
        bool opens =
            (to == 0 || word_mark(&words[to - 1]) == ',') && phrase_word_is(&words[i], "if|when|whenever|once|unless");
        while (opens && k < n && k - i < COURTESY_WORDS && word_mark(&words[k - 1]) != ',')
            k++;
        if (opens && (to > 0 || k < n) && (k == n || word_mark(&words[k - 1]) == ',') &&
            hangs_on_nothing((struct span){ words + i, k - i })) {
            i = k;
            continue;
        }
        words[to++] = words[i++];
    }
    return to;
}

/* Two words without the blank between them, behind what asks for the first: "need tochange the sheets". */
static bool is_glued(const struct phrase_word *w)
{
    bool is_to = !w->is_quoted && w->n > 4 && w->p == w->from && strncasecmp(w->p, "to", 2) == 0;
    const struct phrase_word deed = is_to ? (struct phrase_word){ .p = w->p + 2, .n = w->n - 2 } : *w;

    return is_to &&
           phrase_word_is(&w[-1], "need|needs|have|has|got|want|ought|going|forget|remember|i've|we've|remind|me") &&
           word_deed(w) == DEED_NONE && word_deed(&deed) != DEED_NONE;
}

static void unglue(struct phrase_word *w)
{
    w[1] = w[0];
    w[1].from = w[1].p = w->from + 2;
    w[1].n -= 2;
    w[0] = (struct phrase_word){ .p = w->from, .n = 2, .from = w->from, .to = w->from + 2 };
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
        if (is_glued(&words[n]))
            unglue(&words[n++]);
        word_spell_behind(words, n);
        n++;
    }
    words_spell_days(a, words, n);
    return (struct span){ words, without_courtesy(words, n) };
}

char word_mark(const struct phrase_word *w)
{
    char c = w->to > w->from ? w->to[-1] : '\0';

    if (c == ':' && phrase_word_is(w, "re")) /* "ring Ann re: the keys" */
        return '\0';
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

const char *span_inner_text(struct arena *a, struct span s)
{
    const char *text = span_text(a, s);
    char *lower = text ? arena_str(a, text) : NULL;

    if (lower && phrase_word_is(s.w, "the|my|our|a|an|his|her|their|this|these|those|all|both|some"))
        *lower = (char)tolower((unsigned char)*lower);
    return lower;
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

const char *word_lowered(struct arena *a, const struct phrase_word *w)
{
    char *text = arena_dup(a, w->p, w->n);

    for (char *p = text; *p; p++)
        *p = (char)tolower((unsigned char)*p);
    return text;
}

const char *word_class(const struct phrase_word *w, const char *text)
{
    static const char days[] =
        "today|tomorrow|tonight|monday|tuesday|wednesday|thursday|friday|saturday|sunday|mon|tue|"
        "tues|wed|thu|thurs|fri|sat|sun|weekend|january|february|march|april|june|july|august|"
        "september|october|november|december|noon|am|pm|morning|evening|afternoon";

    if (w->is_quoted)
        return "<quoted>";
    if (isdigit((unsigned char)*text) || (*text == '#' && isdigit((unsigned char)text[1])))
        return "<number>";
    if (*text == '#')
        return "<tag>";
    if (phrase_word_is(w, days))
        return "<day>";
    if (word_done_deed(w) && word_deed(w) == DEED_NONE)
        return "<did>";
    return word_deed(w) == DEED_SURE ? "<do>" : NULL;
}

bool word_joins(const struct phrase_word *w)
{
    static const char joins[] =
        "above|across|against|along|around|behind|below|beside|besides|between|beyond|despite|during|except|inside|"
        "near|"
        "off|out|outside|over|past|through|toward|towards|under|underneath|until|till|via|within|without|per|than|both|"
        "all|half|each|every|many|such|quite|rather|same|that's|it's|there's|where|who|whose|how|why|even|especially|"
        "mostly|nearly|either|neither|nor|though|although|unless|whereas|never|once|twice|double|minus|plus|times|"
        "versus|vs|like|unlike|yesterday|today|tonight|tomorrow";

    return phrase_word_is(w, joins);
}

bool words_own_matters(struct span s)
{
    static const char own[] = "list|lists|task|tasks|todo|todos|instruction|instructions|confirmation|confirmations|"
                              "rule|rules|policy|prompt|system|assistant|delete|deleted|deleting|deletion|deletions|"
                              "erase|erases|wipe|purge|destroy|story|yes|hereby";

    return span_has(s, own);
}

bool message_is_about_program(struct arena *a, const char *message)
{
    return words_own_matters(words_of(a, message)) || strchr(message, '/') || strstr(message, "--");
}
