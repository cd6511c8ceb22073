/* words.c - finding words, and making the forms of one word equal.
 *
 * The scanner walks bytes: everything outside ASCII is part of a word except the signs people type between words
 * (Latin-1's, general punctuation, currency signs, CJK's comma and full stop). Values are streamed through words_key()
 * for every question, so a word of plain ASCII, which is nearly all of them, is folded without an allocation.
 */
#include "lang/words.h"
#include "base/arena.h"
#include "base/err.h"
#include "base/str.h"
#include "base/text/show.h"

struct token {
    enum word_kind kind;
    enum word_break before;
    size_t at, n;          /* all of it */
    size_t inner, inner_n; /* without quotes and signs */
};

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_upper(char c)
{
    return c >= 'A' && c <= 'Z';
}

static bool is_lower(char c)
{
    return c >= 'a' && c <= 'z';
}

static size_t char_bytes(const char *p, size_t left)
{
    unsigned char c = (unsigned char)*p;
    size_t n = c < 0x80 ? 1 : c < 0xe0 ? 2 : c < 0xf0 ? 3 : 4;

    return n <= left ? n : left;
}

/* True for the code points beyond ASCII that stand between words. */
static bool is_sign(const char *p, size_t n)
{
    const unsigned char *u = (const unsigned char *)p;

    if (n == 2)
        return u[0] == 0xc2 && u[1] != 0xaa && u[1] != 0xb5 && u[1] != 0xba;
    if (n != 3)
        return false;
    return (u[0] == 0xe2 && (u[1] == 0x80 || (u[1] == 0x81 && u[2] <= 0xaf))) /* U+2000-206F: punctuation, spaces */
           || (u[0] == 0xe2 && (u[1] == 0x82 || u[1] == 0x83))                /* U+2080-20FF: currencies */
           || (u[0] == 0xe2 && u[1] == 0x89)                                  /* U+2240-227F: comparisons */
           || (u[0] == 0xe3 && u[1] == 0x80 && u[2] <= 0x91)                  /* U+3000-3011: CJK punctuation */
           || (u[0] == 0xef && u[1] == 0xbb && u[2] == 0xbf);                 /* a byte order mark */
}

/* Bytes of the word character at p, or 0. */
static size_t word_char(const char *p, size_t left)
{
    size_t n;

    if (left == 0)
        return 0;
    if ((unsigned char)*p < 0x80)
        return is_digit(*p) || is_upper(*p) || is_lower(*p);
    n = char_bytes(p, left);
    return is_sign(p, n) ? 0 : n;
}

/* Bytes of the apostrophe at p, straight or curved, or 0. */
static size_t apostrophe(const char *p, size_t left)
{
    if (left >= 1 && *p == '\'')
        return 1;
    return left >= 3 && memcmp(p, "\xe2\x80\x99", 3) == 0 ? 3 : 0;
}

static size_t letters_end(const char *s, size_t n, size_t at)
{
    for (;;) {
        size_t len = word_char(s + at, n - at), mark;
        if (len > 0) {
            at += len;
            continue;
        }
        mark = apostrophe(s + at, n - at);
        if (mark == 0 || word_char(s + at + mark, n - at - mark) == 0)
            return at;
        at += mark;
    }
}

/* A number goes on over a point, colon, slash or dash that a digit follows, and over a comma that three digits follow
 * and no fourth. Letters behind it belong to it: 5k, 3rd. */
static size_t number_end(const char *s, size_t n, size_t at)
{
    while (at < n) {
        if (is_digit(s[at])) {
            at++;
        } else if (strchr(".:/-", s[at]) && at + 1 < n && is_digit(s[at + 1])) {
            at++;
        } else if (s[at] == ',' && n - at > 3 && is_digit(s[at + 1]) && is_digit(s[at + 2]) && is_digit(s[at + 3]) &&
                   !(n - at > 4 && is_digit(s[at + 4]))) {
            at += 4;
        } else {
            break;
        }
    }
    return letters_end(s, n, at);
}

static const struct {
    const char *open, *close;
} quotes[] = {
    { "\"", "\"" },
    { "'", "'" },
    { "`", "`" },
    { "\xe2\x80\x9c", "\xe2\x80\x9d" }, /* “ ” */
    { "\xe2\x80\x98", "\xe2\x80\x99" }, /* ‘ ’ */
    { "\xe2\x80\x9e", "\xe2\x80\x9c" }, /* „ “ */
    { "\xc2\xab", "\xc2\xbb" },         /* « » */
};

/* The place of the closing quote, or n. A quote inside a word ("O'Brien") closes nothing. */
static size_t closing(const char *s, size_t n, size_t from, const char *close)
{
    size_t len = strlen(close);

    for (size_t at = from; at + len <= n; at++)
        if (memcmp(s + at, close, len) == 0 && word_char(s + at + len, n - at - len) == 0)
            return at;
    return n;
}

static bool read_quoted(const char *s, size_t n, size_t at, struct token *ret)
{
    for (size_t i = 0; i < COUNT_OF(quotes); i++) {
        size_t open = strlen(quotes[i].open), end;
        if (n - at < open || memcmp(s + at, quotes[i].open, open) != 0)
            continue;
        end = closing(s, n, at + open, quotes[i].close);
        if (end == n || end == at + open)
            continue;
        ret->kind = WORD_QUOTED;
        ret->at = at;
        ret->inner = at + open;
        ret->inner_n = end - at - open;
        ret->n = end + strlen(quotes[i].close) - at;
        return true;
    }
    return false;
}

static bool read_symbol(const char *s, size_t n, size_t at, struct token *ret)
{
    static const char
        *const symbols[] = { "<=", ">=", "<>", "!=", "==",           "=<",           "=>",
                             "<",  ">",  "=",  "&",  "\xe2\x89\xa5", "\xe2\x89\xa4", "\xe2\x89\xa0" /* ≥ ≤ ≠ */ };

    for (size_t i = 0; i < COUNT_OF(symbols); i++) {
        size_t len = strlen(symbols[i]);
        if (n - at < len || memcmp(s + at, symbols[i], len) != 0)
            continue;
        *ret = (struct token){ WORD_SYMBOL, ret->before, at, len, at, len };
        return true;
    }
    return false;
}

static enum word_break break_of(const char *s, size_t n, size_t at)
{
    if (strchr(",/|", s[at]))
        return BREAK_COMMA;
    if (strchr(";:?!\n", s[at]))
        return BREAK_CLAUSE;
    return s[at] == '.' && word_char(s + at + 1, n - at - 1) == 0 ? BREAK_CLAUSE : BREAK_NONE;
}

/* A dash is a minus when a digit follows and nothing it could join comes before. */
static bool is_minus(const char *s, size_t n, size_t at)
{
    return s[at] == '-' && at + 1 < n && is_digit(s[at + 1]) && (at == 0 || strchr(" \t(<>=", s[at - 1]));
}

/* The next token at or behind *at. In a name, quotes and comparison signs only separate. */
static bool next_token(const char *s, size_t n, size_t *at, bool name, struct token *ret)
{
    *ret = (struct token){ .before = BREAK_NONE };
    while (*at < n) {
        size_t from = *at, minus = is_minus(s, n, from);
        if (is_digit(s[from]) || minus) {
            ret->kind = WORD_NUMBER;
            ret->at = ret->inner = from;
            ret->n = ret->inner_n = number_end(s, n, from + minus) - from;
        } else if (word_char(s + from, n - from) > 0) {
            ret->kind = WORD_TEXT;
            ret->at = ret->inner = from;
            ret->n = ret->inner_n = letters_end(s, n, from) - from;
        } else if (name || (!read_quoted(s, n, from, ret) && !read_symbol(s, n, from, ret))) {
            enum word_break mark = break_of(s, n, from);
            ret->before = mark > ret->before ? mark : ret->before;
            *at += char_bytes(s + from, n - from);
            continue;
        }
        *at = ret->at + ret->n;
        return true;
    }
    return false;
}

static const char *const irregular[][2] = { { "people", "person" },  { "men", "man" },   { "women", "woman" },
                                            { "children", "child" }, { "feet", "foot" }, { "criteria", "criterion" } };

static bool ends(const char *w, size_t n, const char *suffix)
{
    size_t len = strlen(suffix);

    return n >= len && memcmp(w + n - len, suffix, len) == 0;
}

/* Makes the n bytes at w singular and returns how many are left; it never gets longer, but for "criterion". */
static size_t make_singular(char *w, size_t n, size_t room)
{
    for (size_t i = 0; i < COUNT_OF(irregular); i++) {
        size_t len = strlen(irregular[i][1]);
        if (n == strlen(irregular[i][0]) && memcmp(w, irregular[i][0], n) == 0 && len <= room) {
            memcpy(w, irregular[i][1], len);
            return len;
        }
    }
    if (n > 4 && ends(w, n, "ies")) {
        w[n - 3] = 'y';
        return n - 2;
    }
    if (n > 3 && ends(w, n, "ie")) {
        w[n - 2] = 'y';
        return n - 1;
    }
    if (ends(w, n, "sses") || ends(w, n, "xes") || ends(w, n, "ches") || ends(w, n, "shes") ||
        (n > 5 && ends(w, n, "oes")) || (ends(w, n, "uses") && !ends(w, n, "ouses") && !ends(w, n, "auses")))
        return n - 2;
    if (n > 2 && ends(w, n, "s") && !ends(w, n, "ss") && !ends(w, n, "us") && !ends(w, n, "is"))
        return n - 1;
    return n;
}

static const char *stem_of(struct arena *a, const char *folded)
{
    size_t n = strlen(folded);
    char *w = arena_alloc(a, n + 8);

    memcpy(w, folded, n);
    n = make_singular(w, n, n + 7);
    w[n] = '\0';
    return w;
}

/* Copies a word without its apostrophes and a possessive's s; false when a byte is not ASCII. */
static bool plain_copy(const char *p, size_t n, char *out, size_t *ret_n)
{
    bool ascii = true;
    size_t m = 0;

    for (size_t i = 0; i < n;) {
        size_t mark = apostrophe(p + i, n - i);
        if (mark > 0 && i > 0 && n - i == mark + 1 && (p[n - 1] == 's' || p[n - 1] == 'S'))
            break;
        if (mark > 0) {
            i += mark;
            continue;
        }
        ascii &= (unsigned char)p[i] < 0x80;
        out[m++] = is_upper(p[i]) ? (char)(p[i] + ('a' - 'A')) : p[i];
        i++;
    }
    out[m] = '\0';
    *ret_n = m;
    return ascii;
}

static const char *fold_word(struct arena *a, const char *p, size_t n)
{
    char *copy = arena_alloc(a, n + 1);
    size_t m;

    return plain_copy(p, n, copy, &m) ? copy : str_fold(a, copy);
}

size_t words_key(const char *text, char out[static WORDS_KEY_BYTES])
{
    size_t n = strlen(text), at = 0, used = 0, m;
    struct token token;

    while (next_token(text, n, &at, true, &token)) {
        if (token.n >= WORDS_KEY_BYTES - used)
            return 0;
        if (!plain_copy(text + token.at, token.n, out + used, &m)) {
            struct arena *scratch CLEANUP(arena_cleanup) = arena_new();
            const char *folded = str_fold(scratch, out + used);
            m = strlen(folded);
            if (m >= WORDS_KEY_BYTES - used)
                return 0;
            memcpy(out + used, folded, m);
        }
        used += make_singular(out + used, m, WORDS_KEY_BYTES - 1 - used);
    }
    out[used] = '\0';
    return used;
}

/* Where the camelCase word that starts at `from` ends: before a capital that follows a small letter, and before the
 * last of several capitals when a small letter follows it ("HTTPServer"). */
static size_t camel_end(const char *p, size_t n, size_t from)
{
    for (size_t i = from + 1; i < n; i++)
        if (is_upper(p[i]) && (is_lower(p[i - 1]) || (is_upper(p[i - 1]) && i + 1 < n && is_lower(p[i + 1]))))
            return i;
    return n;
}

size_t words_of_name(struct arena *a, const char *name, bool camel, const char **ret, size_t max)
{
    size_t n = strlen(name), at = 0, count = 0;
    struct token token;

    while (count < max && next_token(name, n, &at, true, &token)) {
        const char *p = name + token.at;
        for (size_t from = 0, end; from < token.n && count < max; from = end) {
            end = camel ? camel_end(p, token.n, from) : token.n;
            ret[count++] = stem_of(a, fold_word(a, p + from, end - from));
        }
    }
    return count;
}

/* "three" as "3"; NULL when it is no number up to a hundred. */
static const char *number_word(const char *folded)
{
    static const char *const names[][2] = {
        { "zero", "0" },     { "one", "1" },      { "two", "2" },        { "three", "3" },     { "four", "4" },
        { "five", "5" },     { "six", "6" },      { "seven", "7" },      { "eight", "8" },     { "nine", "9" },
        { "ten", "10" },     { "eleven", "11" },  { "twelve", "12" },    { "thirteen", "13" }, { "fourteen", "14" },
        { "fifteen", "15" }, { "sixteen", "16" }, { "seventeen", "17" }, { "eighteen", "18" }, { "nineteen", "19" },
        { "twenty", "20" },  { "thirty", "30" },  { "forty", "40" },     { "fifty", "50" },    { "sixty", "60" },
        { "seventy", "70" }, { "eighty", "80" },  { "ninety", "90" },    { "hundred", "100" }, { "dozen", "12" },
    };

    for (size_t i = 0; i < COUNT_OF(names); i++)
        if (strcmp(folded, names[i][0]) == 0)
            return names[i][1];
    return NULL;
}

/* 1,234.50 as 1234.50, 5k as 5000; NULL when the word is no number. */
static const char *plain_number(struct arena *a, const char *folded)
{
    static const struct {
        const char *suffix;
        int power;
    } suffixes[] = { { "", 0 }, { "k", 3 }, { "m", 6 }, { "mn", 6 }, { "bn", 9 } };
    char *plain = arena_str(a, folded);
    size_t n = 0, points = 0, i = 0;

    for (; folded[i] && (is_digit(folded[i]) || strchr(",.-", folded[i])); i++) {
        points += folded[i] == '.';
        if (folded[i] == '-' && i > 0)
            return NULL;
        if (folded[i] != ',')
            plain[n++] = folded[i];
    }
    plain[n] = '\0';
    if (points > 1 || n == 0)
        return NULL;
    for (size_t k = 0; k < COUNT_OF(suffixes); k++)
        if (strcmp(folded + i, suffixes[k].suffix) == 0)
            return show_scaled(a, plain, suffixes[k].power);
    return NULL;
}

static bool all_capitals(const char *p, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (!is_upper(p[i]))
            return false;
    return n > 0;
}

static struct word word_from(struct arena *a, const char *text, size_t text_n, const struct token *t)
{
    struct word w = { .kind = t->kind, .before = t->before, .at = t->at, .n = t->n, .inner = t->inner };
    const char *p = text + t->inner;

    w.inner_n = t->inner_n;
    w.folded = fold_word(a, p, t->inner_n);
    if (t->kind == WORD_QUOTED) {
        char *key = arena_alloc(a, WORDS_KEY_BYTES);
        w.stem = words_key(arena_dup(a, p, t->inner_n), key) > 0 ? key : "";
        return w;
    }
    w.stem = stem_of(a, w.folded);
    w.plural = strcmp(w.stem, w.folded) != 0;
    w.capitals = t->kind == WORD_TEXT && all_capitals(p, t->inner_n);
    w.number = t->kind == WORD_NUMBER ? plain_number(a, w.folded) : number_word(w.folded);
    if (w.number && t->at + t->n < text_n && text[t->at + t->n] == '%') {
        w.percent = true;
        w.n++;
    }
    return w;
}

int words_read(struct arena *a, const char *text, struct word **ret, size_t *ret_n, struct err *err)
{
    size_t n = strlen(text), at = 0, count = 0;
    struct word *words = arena_array(a, QUESTION_WORDS, sizeof *words);
    struct token token;

    while (next_token(text, n, &at, false, &token)) {
        if (count == QUESTION_WORDS)
            return err_set(err, ERR_TOO_LARGE, "That is more than one question can say.", "more than %d words",
                           QUESTION_WORDS);
        words[count++] = word_from(a, text, n, &token);
    }
    *ret = words;
    *ret_n = count;
    return 0;
}

/* ---- lists ---- */

static bool list_has(const char *list, const char *word)
{
    size_t n = strlen(word);

    for (const char *p = list; n > 0 && (p = strstr(p, word)); p += n)
        if (p[-1] == '|' && p[n] == '|')
            return true;
    return false;
}

bool word_is(const struct word *w, const char *list)
{
    return w->kind == WORD_TEXT && (list_has(list, w->folded) || list_has(list, w->stem));
}
