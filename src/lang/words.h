/* words.h - a text as words, the same way for what a person types and for what their data holds.
 *
 * Words are compared by their stem: case folded, apostrophes dropped, plural made singular. Both sides go through the
 * same rules, so a stem need not be a word ("series" and "serie" meet in the same odd form); it must only be the same
 * for all forms of one noun and seldom the same for two.
 *
 * A name is compared by its key: its stems run together. "unit price", "unit_price", "unitPrice" and "Unit-Prices" all
 * have the key "unitprice".
 */
#pragma once
#include "base/attrs.h"
#include "base/limits.h"
#include <stdbool.h>
#include <stddef.h>

struct arena;
struct err;

enum word_kind {
    WORD_TEXT,
    WORD_NUMBER, /* begins with a digit: 50, 1,000, 2025-03-01, 5k, 3rd */
    WORD_SYMBOL, /* < > = and their kin */
    WORD_QUOTED  /* what stood between quotes, taken as one */
};

/* What stood between a word and the one before it. */
enum word_break { BREAK_NONE, BREAK_COMMA, BREAK_CLAUSE };

struct word {
    enum word_kind kind;
    enum word_break before;
    size_t at, n;          /* bytes of the text, with quotes and signs */
    size_t inner, inner_n; /* without quotes */
    const char *folded;    /* without quotes */
    const char *stem;
    const char *number; /* as a plain decimal ("-1234.5"), or NULL when it is none */
    bool percent;       /* 10% */
    bool plural;        /* the stem is shorter: "regions" */
    bool capitals;      /* written in capitals only: "OR" */
};

/* The words of a question; ERR_TOO_LARGE when there are more than QUESTION_WORDS. The text is UTF-8. */
WARN_UNUSED int words_read(struct arena *a, const char *text, struct word **ret, size_t *ret_n, struct err *err);

/* True when the word, or its stem, is one of a list written "|chart|graph|". */
bool word_is(const struct word *w, const char *list);

/* The stems of a name, at most max of them, split where its words meet: at blanks, signs, and in camelCase when camel
 * is set (a column's name; a value such as "McDonald" is left whole). */
size_t words_of_name(struct arena *a, const char *name, bool camel, const char **ret, size_t max);

/* The text's key in out, or 0 when it has no words or does not fit. */
#define WORDS_KEY_BYTES 256
size_t words_key(const char *text, char out[static WORDS_KEY_BYTES]);
