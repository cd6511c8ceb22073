/* spare.c - which words of a question say nothing, and which can go without changing what the rest of it asks. */
#include "base/err.h"
#include "lang/flat.h"
#include "lang/vocab.h"
#include "lang/words.h"

/* What limits a figure, or says what it is worked out for. */
static bool bears(const struct word *w, const struct vocab *v)
{
    static const unsigned long long bearing =
        VOCAB_SET(VOCAB_NOT) | VOCAB_SET(VOCAB_COMPARE) | VOCAB_SET(VOCAB_WHEN) | VOCAB_SET(VOCAB_EMPTY) |
        VOCAB_SET(VOCAB_OR) | VOCAB_SET(VOCAB_BY) | VOCAB_SET(VOCAB_PERIODIC) | VOCAB_SET(VOCAB_TOP) |
        VOCAB_SET(VOCAB_FIRST) | VOCAB_SET(VOCAB_LAST) | VOCAB_SET(VOCAB_MONTH) | VOCAB_SET(VOCAB_RELATIVE);

    return w->kind == WORD_NUMBER || w->kind == WORD_QUOTED || (bearing >> v->kind & 1) ||
           (v->kind == VOCAB_WHERE && v->arg == VOCAB_LIMITS);
}

/* Goes over the wordings of a text; true when none of them fails the test. */
static bool all_are(struct arena *a, const char *text, bool (*test)(const struct word *, const struct vocab *))
{
    struct word *words;
    struct err err;
    size_t n;

    if (words_read(a, text, &words, &n, &err) < 0)
        return false;
    for (size_t i = 0; i < n;) {
        struct vocab v = vocab_find(&words[i], n - i);
        if (!test(&words[i], &v))
            return false;
        i += v.words > 0 ? v.words : 1;
    }
    return true;
}

static bool is_empty(const struct word *w, const struct vocab *v)
{
    (void)w;
    return v->kind == VOCAB_SKIP;
}

static bool is_spare(const struct word *w, const struct vocab *v)
{
    return !bears(w, v);
}

bool flat_says_nothing(struct arena *a, const char *text)
{
    return all_are(a, text, is_empty);
}

bool flat_can_spare(struct arena *a, const char *text)
{
    return all_are(a, text, is_spare);
}
