/* finder_words.c - the few words that the finder understands.
 *
 * Labels of totals in the languages people most often send workbooks in, words that begin a note, and words that stand
 * for nothing. A word not known here costs nothing but a hint.
 */
#include "base/str.h"
#include "grid/types.h"
#include "office/finder_node.h"
#include <string.h>
#include <strings.h>

#define LABEL_BYTES 48 /* longer texts are sentences */

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

/* Without blanks, colons and such behind it. */
static size_t without_end(const char *p, size_t n)
{
    while (n > 0 && strchr(" :.=-", p[n - 1]))
        n--;
    return n;
}

static const struct word totals[] = {
    WORD("total"),
    WORD("totals"),
    WORD("subtotal"),
    WORD("sub-total"),
    WORD("sub total"),
    WORD("sum"),
    WORD("grand total"),
    WORD("overall total"),
    WORD("overall"),
    WORD("summe"),
    WORD("gesamt"),
    WORD("insgesamt"),
    WORD("gesamtsumme"),
    WORD("zwischensumme"),
    WORD("gesamtergebnis"),
    WORD("somme"),
    WORD("sous-total"),
    WORD("total general"),
    WORD("suma"),
    WORD("totale"),
    WORD("subtotale"),
    WORD("somma"),
    WORD("soma"),
    WORD("totaal"),
    WORD("subtotaal"),
    WORD("eindtotaal"),
    WORD("razem"),
    WORD("summa"),
    WORD("totalt"),
    WORD("delsumma"),
    WORD("Total g\xc3\xa9n\xc3\xa9ral"),              /* général */
    WORD("\xd0\x98\xd1\x82\xd0\xbe\xd0\xb3\xd0\xbe"), /* Итого */
    WORD("\xd0\x92\xd1\x81\xd0\xb5\xd0\xb3\xd0\xbe"), /* Всего */
    WORD("\xe5\x90\x88\xe8\xae\xa1"),                 /* 合计 */
    WORD("\xe5\x90\x88\xe8\xa8\x88"),                 /* 合計 */
};

/* Words that make a label a total together with others: "Total 2023", "North Total". */
static const struct word parts[] = { WORD("total"),  WORD("subtotal"), WORD("summe"),
                                     WORD("gesamt"), WORD("ergebnis"), WORD("sum") };

static bool has_part(const char *p, size_t n)
{
    for (size_t i = 0; i < COUNT_OF(parts); i++) {
        const struct word *w = &parts[i];
        if (n <= w->n)
            continue;
        if (p[w->n] == ' ' && strncasecmp(p, w->p, w->n) == 0)
            return true;
        if (p[n - w->n - 1] == ' ' && strncasecmp(p + n - w->n, w->p, w->n) == 0)
            return true;
    }
    return false;
}

unsigned words_total(const char *p, size_t n)
{
    if (n > LABEL_BYTES)
        return 0;
    p = str_trim(p, n, &n);
    n = without_end(p, n);
    if (n == 0)
        return 0;
    return is_any(p, n, totals, COUNT_OF(totals)) ? FLAG_TOTAL : has_part(p, n) ? FLAG_TOTAL_OF : 0;
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
    struct reading r;

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
