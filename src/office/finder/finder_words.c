/* finder_words.c - the few words that the finder understands.
 *
 * Labels of totals (grid/totals/totals_words.h), words that begin a note, and words that stand for nothing. A word not
 * known here costs nothing but a hint.
 */
#include "base/str.h"
#include "grid/totals/totals_words.h"
#include "grid/types/types.h"
#include "office/finder/finder_node.h"
#include <string.h>
#include <strings.h>

struct word {
    const char *p;
    size_t n;
};
#define WORD(text)                                                                                                     \
    {                                                                                                                  \
        text, sizeof(text) - 1                                                                                         \
    }

static bool is_same(const char *p, size_t n, const struct word *w)
{
    return n == w->n && strncasecmp(p, w->p, n) == 0;
}

static bool is_any(const char *p, size_t n, const struct word *words, size_t n_words)
{
    for (size_t i = 0; i < n_words; i++)
        if (is_same(p, n, &words[i]))
            return true;
    return false;
}

static unsigned words_total(const char *p, size_t n)
{
    struct label l;

    if (!label_read(NULL, p, n, &l) || !(l.kinds & SUMMARY_SUM))
        return 0;
    return l.is_exact ? FLAG_TOTAL : FLAG_TOTAL_OF;
}

static bool is_note(const char *p, size_t n)
{
    static const struct word starts[] = { WORD("source"), WORD("sources"), WORD("note"),       WORD("notes"),
                                          WORD("remark"), WORD("quelle"),  WORD("anmerkung"),  WORD("hinweis"),
                                          WORD("fuente"), WORD("nota"),    WORD("fonte"),      WORD("bron"),
                                          WORD("legend"), WORD("as of"),   WORD("disclaimer"), WORD("footnote") };

    if (*p == '*')
        return true;
    for (size_t i = 0; i < COUNT_OF(starts); i++)
        if (n >= starts[i].n && strncasecmp(p, starts[i].p, starts[i].n) == 0 &&
            (n == starts[i].n || strchr(" :.s", p[starts[i].n])))
            return true;
    return false;
}

unsigned words_look(const char *p, size_t n)
{
    static const struct word nulls[] = { WORD("n/a"), WORD("na"), WORD("#n/a"), WORD("null"),         WORD("none"),
                                         WORD("nan"), WORD("-"),  WORD("--"),   WORD("\xe2\x80\x93"), WORD("?"),
                                         WORD("tbd"), WORD("."),  WORD(".."),   WORD("k.A.") };
    static const struct word keywords[] = { WORD("key"),       WORD("name"),  WORD("field"), WORD("parameter"),
                                            WORD("property"),  WORD("item"),  WORD("value"), WORD("setting"),
                                            WORD("attribute"), WORD("option") };
    unsigned flags = words_total(p, n);

    p = str_trim(p, n, &n);
    if (n == 0)
        return FLAG_NULL;
    flags |= is_note(p, n) ? FLAG_NOTE : 0;
    flags |= is_any(p, n, nulls, COUNT_OF(nulls)) ? FLAG_NULL : 0;
    flags |= is_any(p, n, keywords, COUNT_OF(keywords)) ? FLAG_KEYWORD : 0;
    flags |= p[n - 1] == ':' ? FLAG_COLON : 0;
    return flags;
}

enum spot_kind words_kind(const char *p, size_t n)
{
    struct parsed_cell r;

    cell_read(p, n, &r);
    switch (r.kind) {
    case CELL_INTEGER:
    case CELL_DECIMAL:
    case CELL_FLOAT:
        return SPOT_NUMBER;
    case CELL_DATE:
    case CELL_TIME:
    case CELL_TIME_UTC:
        return SPOT_DATE;
    case CELL_EMPTY:
    case CELL_NULL_WORD:
    case CELL_BOOLEAN:
    case CELL_IDENTIFIER:
    case CELL_TEXT:
        break;
    }
    return SPOT_TEXT;
}
