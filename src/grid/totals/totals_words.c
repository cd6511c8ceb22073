/* totals_words.c - a list of words, and a glance at the first and last three bytes of a text before it is searched.
 *
 * Words are compared without the case of ASCII letters; those that begin with another letter stand here in each way
 * they are written.
 */
#include "grid/totals/totals_words.h"
#include "base/attrs.h"
#include "base/limits.h"
#include <string.h>
#include <strings.h>

enum word_role {
    WORD_SAYS,   /* it says what the row is */
    WORD_NAME,   /* and it is also something else: a person, the press */
    WORD_ENDS,   /* it does so behind a name: "Nord Ergebnis" */
    WORD_LEADS,  /* it says nothing, and labels begin with it */
    WORD_BESIDE, /* it says nothing, and stands among the others */
};

struct word {
    const char *text; /* lower case; at least LABEL_KEY_BYTES bytes, but for WORD_BESIDE */
    uint8_t kinds;    /* enum summary */
    uint8_t role;     /* enum word_role */
};

static const struct word words[] = {
    { "total", SUMMARY_SUM, WORD_SAYS },
    { "totals", SUMMARY_SUM, WORD_SAYS },
    { "totale", SUMMARY_SUM, WORD_SAYS },
    { "totali", SUMMARY_SUM, WORD_SAYS },
    { "totales", SUMMARY_SUM, WORD_SAYS },
    { "totaux", SUMMARY_SUM, WORD_SAYS },
    { "totais", SUMMARY_SUM, WORD_SAYS },
    { "totaal", SUMMARY_SUM, WORD_SAYS },
    { "totalt", SUMMARY_SUM, WORD_SAYS },
    { "totalsumme", SUMMARY_SUM, WORD_SAYS },
    { "ttl", SUMMARY_SUM, WORD_SAYS },
    { "sum", SUMMARY_SUM, WORD_SAYS },
    { "sums", SUMMARY_SUM, WORD_SAYS },
    { "summe", SUMMARY_SUM, WORD_SAYS },
    { "summen", SUMMARY_SUM, WORD_SAYS },
    { "summa", SUMMARY_SUM, WORD_SAYS },
    { "delsumma", SUMMARY_SUM, WORD_SAYS },
    { "ergebnis", SUMMARY_SUM, WORD_ENDS },
    { "suma", SUMMARY_SUM, WORD_SAYS },
    { "soma", SUMMARY_SUM, WORD_SAYS },
    { "somme", SUMMARY_SUM, WORD_SAYS },
    { "somma", SUMMARY_SUM, WORD_SAYS },
    { "subtotal", SUMMARY_SUM, WORD_SAYS },
    { "subtotals", SUMMARY_SUM, WORD_SAYS },
    { "subtotale", SUMMARY_SUM, WORD_SAYS },
    { "subtotales", SUMMARY_SUM, WORD_SAYS },
    { "subtotaal", SUMMARY_SUM, WORD_SAYS },
    { "zwischensumme", SUMMARY_SUM, WORD_SAYS },
    { "teilsumme", SUMMARY_SUM, WORD_SAYS },
    { "teilergebnis", SUMMARY_SUM, WORD_SAYS },
    { "endsumme", SUMMARY_SUM, WORD_SAYS },
    { "gesamt", SUMMARY_SUM, WORD_SAYS },
    { "gesamtsumme", SUMMARY_SUM, WORD_SAYS },
    { "gesamtergebnis", SUMMARY_SUM, WORD_SAYS },
    { "gesamtbetrag", SUMMARY_SUM, WORD_SAYS },
    { "gesamtumsatz", SUMMARY_SUM, WORD_SAYS },
    { "gesamtkosten", SUMMARY_SUM, WORD_SAYS },
    { "insgesamt", SUMMARY_SUM, WORD_SAYS },
    { "zusammen", SUMMARY_SUM, WORD_SAYS },
    { "ensemble", SUMMARY_SUM, WORD_SAYS },
    { "sammenlagt", SUMMARY_SUM, WORD_SAYS },
    { "ialt", SUMMARY_SUM, WORD_SAYS },
    { "yhteens\u00e4", SUMMARY_SUM, WORD_SAYS },
    { "razem", SUMMARY_SUM, WORD_SAYS },
    { "celkem", SUMMARY_SUM, WORD_SAYS },
    { "spolu", SUMMARY_SUM, WORD_SAYS },
    { "skupaj", SUMMARY_SUM, WORD_SAYS },
    { "ukupno", SUMMARY_SUM, WORD_SAYS },
    { "toplam", SUMMARY_SUM, WORD_SAYS },
    { "jumlah", SUMMARY_SUM, WORD_SAYS },
    { "og\u00f3\u0142em", SUMMARY_SUM, WORD_SAYS },
    { "\u0142\u0105cznie", SUMMARY_SUM, WORD_SAYS },
    { "\u0141\u0105cznie", SUMMARY_SUM, WORD_SAYS },
    { "\u00f6sszesen", SUMMARY_SUM, WORD_SAYS },
    { "\u00d6sszesen", SUMMARY_SUM, WORD_SAYS },
    { "\u0438\u0442\u043e\u0433\u043e", SUMMARY_SUM, WORD_SAYS },
    { "\u0418\u0442\u043e\u0433\u043e", SUMMARY_SUM, WORD_SAYS },
    { "\u0418\u0422\u041e\u0413\u041e", SUMMARY_SUM, WORD_SAYS },
    { "\u0432\u0441\u0435\u0433\u043e", SUMMARY_SUM, WORD_SAYS },
    { "\u0412\u0441\u0435\u0433\u043e", SUMMARY_SUM, WORD_SAYS },
    { "\u0412\u0421\u0415\u0413\u041e", SUMMARY_SUM, WORD_SAYS },
    { "\u0441\u0443\u043c\u043c\u0430", SUMMARY_SUM, WORD_SAYS },
    { "\u0421\u0443\u043c\u043c\u0430", SUMMARY_SUM, WORD_SAYS },
    { "\u0440\u0430\u0437\u043e\u043c", SUMMARY_SUM, WORD_SAYS },
    { "\u0420\u0430\u0437\u043e\u043c", SUMMARY_SUM, WORD_SAYS },
    { "\u03c3\u03cd\u03bd\u03bf\u03bb\u03bf", SUMMARY_SUM, WORD_SAYS },
    { "\u03a3\u03cd\u03bd\u03bf\u03bb\u03bf", SUMMARY_SUM, WORD_SAYS },
    { "\u03a3\u03a5\u039d\u039f\u039b\u039f", SUMMARY_SUM, WORD_SAYS },
    { "\u5408\u8ba1", SUMMARY_SUM, WORD_SAYS },
    { "\u603b\u8ba1", SUMMARY_SUM, WORD_SAYS },
    { "\u5c0f\u8ba1", SUMMARY_SUM, WORD_SAYS },
    { "\u5408\u8a08", SUMMARY_SUM, WORD_SAYS },
    { "\u7dcf\u8a08", SUMMARY_SUM, WORD_SAYS },
    { "\u7e3d\u8a08", SUMMARY_SUM, WORD_SAYS },
    { "\u5c0f\u8a08", SUMMARY_SUM, WORD_SAYS },
    { "\ud569\uacc4", SUMMARY_SUM, WORD_SAYS },
    { "\ucd1d\uacc4", SUMMARY_SUM, WORD_SAYS },
    { "\uc18c\uacc4", SUMMARY_SUM, WORD_SAYS },
    { "all", SUMMARY_SUM, WORD_SAYS },
    { "overall", SUMMARY_SUM | SUMMARY_AVERAGE, WORD_SAYS },
    { "alle", SUMMARY_SUM, WORD_SAYS },
    { "tous", SUMMARY_SUM, WORD_SAYS },
    { "toutes", SUMMARY_SUM, WORD_SAYS },
    { "todos", SUMMARY_SUM, WORD_SAYS },
    { "todas", SUMMARY_SUM, WORD_SAYS },
    { "tutti", SUMMARY_SUM, WORD_SAYS },
    { "average", SUMMARY_AVERAGE, WORD_SAYS },
    { "averages", SUMMARY_AVERAGE, WORD_SAYS },
    { "avg", SUMMARY_AVERAGE, WORD_SAYS },
    { "mean", SUMMARY_AVERAGE, WORD_SAYS },
    { "durchschnitt", SUMMARY_AVERAGE, WORD_SAYS },
    { "mittelwert", SUMMARY_AVERAGE, WORD_SAYS },
    { "mittel", SUMMARY_AVERAGE, WORD_SAYS },
    { "moyenne", SUMMARY_AVERAGE, WORD_SAYS },
    { "promedio", SUMMARY_AVERAGE, WORD_SAYS },
    { "media", SUMMARY_AVERAGE, WORD_NAME },
    { "m\u00e9dia", SUMMARY_AVERAGE, WORD_SAYS },
    { "gemiddelde", SUMMARY_AVERAGE, WORD_SAYS },
    { "gemiddeld", SUMMARY_AVERAGE, WORD_SAYS },
    { "medelv\u00e4rde", SUMMARY_AVERAGE, WORD_SAYS },
    { "gjennomsnitt", SUMMARY_AVERAGE, WORD_SAYS },
    { "gennemsnit", SUMMARY_AVERAGE, WORD_SAYS },
    { "keskiarvo", SUMMARY_AVERAGE, WORD_SAYS },
    { "ortalama", SUMMARY_AVERAGE, WORD_SAYS },
    { "\u015brednia", SUMMARY_AVERAGE, WORD_SAYS },
    { "\u015arednia", SUMMARY_AVERAGE, WORD_SAYS },
    { "\u0441\u0440\u0435\u0434\u043d\u0435\u0435", SUMMARY_AVERAGE, WORD_SAYS },
    { "\u0421\u0440\u0435\u0434\u043d\u0435\u0435", SUMMARY_AVERAGE, WORD_SAYS },
    { "\u5e73\u5747", SUMMARY_AVERAGE, WORD_SAYS },
    { "\ud3c9\uade0", SUMMARY_AVERAGE, WORD_SAYS },
    { "min", SUMMARY_LOWEST, WORD_NAME },
    { "minimum", SUMMARY_LOWEST, WORD_SAYS },
    { "minimo", SUMMARY_LOWEST, WORD_SAYS },
    { "m\u00ednimo", SUMMARY_LOWEST, WORD_SAYS },
    { "lowest", SUMMARY_LOWEST, WORD_SAYS },
    { "max", SUMMARY_HIGHEST, WORD_NAME },
    { "maximum", SUMMARY_HIGHEST, WORD_SAYS },
    { "maximo", SUMMARY_HIGHEST, WORD_SAYS },
    { "m\u00e1ximo", SUMMARY_HIGHEST, WORD_SAYS },
    { "massimo", SUMMARY_HIGHEST, WORD_NAME },
    { "highest", SUMMARY_HIGHEST, WORD_SAYS },
    { "count", SUMMARY_COUNT, WORD_SAYS },
    { "anzahl", SUMMARY_COUNT, WORD_SAYS },
    { "nombre", SUMMARY_COUNT, WORD_SAYS },
    { "recuento", SUMMARY_COUNT, WORD_SAYS },
    { "conteggio", SUMMARY_COUNT, WORD_SAYS },
    { "aantal", SUMMARY_COUNT, WORD_SAYS },
    { "antal", SUMMARY_COUNT, WORD_SAYS },
    { "median", SUMMARY_MEDIAN, WORD_SAYS },
    { "mediane", SUMMARY_MEDIAN, WORD_SAYS },
    { "mediana", SUMMARY_MEDIAN, WORD_SAYS },
    { "medianwert", SUMMARY_MEDIAN, WORD_SAYS },
    { "m\u00e9diane", SUMMARY_MEDIAN, WORD_SAYS },
    { "std", SUMMARY_DEVIATION, WORD_SAYS },
    { "stdev", SUMMARY_DEVIATION, WORD_SAYS },
    { "stddev", SUMMARY_DEVIATION, WORD_SAYS },
    { "stdabw", SUMMARY_DEVIATION, WORD_SAYS },
    { "deviation", SUMMARY_DEVIATION, WORD_SAYS },
    { "standardabweichung", SUMMARY_DEVIATION, WORD_SAYS },
    { "standardafwijking", SUMMARY_DEVIATION, WORD_SAYS },
    { "desviacion", SUMMARY_DEVIATION, WORD_SAYS },
    { "grand", 0, WORD_LEADS },
    { "sub", 0, WORD_LEADS },
    { "running", 0, WORD_LEADS },
    { "final", 0, WORD_LEADS },
    { "sous", 0, WORD_LEADS },
    { "general", 0, WORD_BESIDE },
    { "generale", 0, WORD_BESIDE },
    { "g\u00e9n\u00e9ral", 0, WORD_BESIDE },
    { "geral", 0, WORD_BESIDE },
    { "complessivo", 0, WORD_BESIDE },
    { "eindtotaal", SUMMARY_SUM, WORD_SAYS },
    { "value", 0, WORD_BESIDE },
    { "row", 0, WORD_BESIDE },
    { "rows", 0, WORD_BESIDE },
    { "of", 0, WORD_BESIDE },
    { "for", 0, WORD_BESIDE },
    { "the", 0, WORD_BESIDE },
    { "in", 0, WORD_BESIDE },
    { "de", 0, WORD_BESIDE },
    { "du", 0, WORD_BESIDE },
    { "von", 0, WORD_BESIDE },
    { "f\u00fcr", 0, WORD_BESIDE },
    { "van", 0, WORD_BESIDE },
    { "voor", 0, WORD_BESIDE },
    { "standard", 0, WORD_BESIDE },
    { "dev", 0, WORD_BESIDE },
    { "net", 0, WORD_BESIDE },
    { "netto", 0, WORD_BESIDE },
    { "gross", 0, WORD_BESIDE },
    { "brutto", 0, WORD_BESIDE },
    { "incl", 0, WORD_BESIDE },
    { "including", 0, WORD_BESIDE },
    { "inkl", 0, WORD_BESIDE },
    { "inclusive", 0, WORD_BESIDE },
    { "excl", 0, WORD_BESIDE },
    { "excluding", 0, WORD_BESIDE },
    { "exkl", 0, WORD_BESIDE },
    { "zzgl", 0, WORD_BESIDE },
    { "with", 0, WORD_BESIDE },
    { "without", 0, WORD_BESIDE },
    { "mit", 0, WORD_BESIDE },
    { "ohne", 0, WORD_BESIDE },
    { "ht", 0, WORD_BESIDE },
    { "ttc", 0, WORD_BESIDE },
    { "vat", 0, WORD_BESIDE },
    { "tax", 0, WORD_BESIDE },
    { "taxes", 0, WORD_BESIDE },
    { "mwst", 0, WORD_BESIDE },
    { "ust", 0, WORD_BESIDE },
    { "tva", 0, WORD_BESIDE },
    { "iva", 0, WORD_BESIDE },
    { "btw", 0, WORD_BESIDE },
    { "gst", 0, WORD_BESIDE },
    { "before", 0, WORD_BESIDE },
    { "after", 0, WORD_BESIDE },
    { "vor", 0, WORD_BESIDE },
    { "nach", 0, WORD_BESIDE },
    { "due", 0, WORD_BESIDE },
};

/* ---- at a glance ---- */

static void mark(uint64_t *set, unsigned k)
{
    set[k / 64] |= 1ULL << k % 64;
}

void label_index(struct label_index *ret)
{
    *ret = (struct label_index){ 0 };
    for (size_t i = 0; i < COUNT_OF(words); i++) {
        if (words[i].role != WORD_BESIDE)
            mark(ret->heads, label_key(words[i].text));
        if (words[i].kinds)
            mark(ret->tails, label_key(words[i].text + strlen(words[i].text) - LABEL_KEY_BYTES));
    }
}

/* ---- words ---- */

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (unsigned char)c >= 0x80;
}

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c + 32) : c;
}

static const struct word *find(const char *p, size_t n)
{
    for (size_t i = 0; i < COUNT_OF(words); i++) {
        size_t k = 0;
        while (k < n && words[i].text[k] == lower(p[k]))
            k++;
        if (k == n && words[i].text[k] == '\0')
            return &words[i];
    }
    return NULL;
}

/* Takes words of the list away from the front, or from the end; true when one of them says what the row is. */
static bool take_front(const char **p, size_t *n, struct label *l)
{
    bool found = false;

    for (;;) {
        size_t k = 0;
        const struct word *w;

        while (*n > 0 && label_is_mark(**p))
            ++*p, --*n;
        while (k < *n && is_letter((*p)[k]))
            k++;
        w = k ? find(*p, k) : NULL;
        if (!w || w->role == WORD_ENDS)
            return found;
        found |= w->kinds != 0;
        l->kinds |= w->kinds;
        l->may_be_name |= w->role == WORD_NAME;
        *p += k;
        *n -= k;
    }
}

static bool take_end(const char *p, size_t *n, struct label *l)
{
    bool found = false;

    for (;;) {
        size_t k = 0;
        const struct word *w;

        while (*n > 0 && label_is_mark(p[*n - 1]))
            --*n;
        while (k < *n && is_letter(p[*n - k - 1]))
            k++;
        w = k ? find(p + *n - k, k) : NULL;
        if (!w)
            return found;
        found |= w->kinds != 0;
        l->kinds |= w->kinds;
        *n -= k;
    }
}

bool label_read(const struct label_index *x, const char *p, size_t n, struct label *ret)
{
    struct label l = { 0 };
    bool found;

    if (n > TOTALS_LABEL_BYTES)
        return false;
    while (n > 0 && label_is_mark(*p))
        p++, n--;
    while (n > 0 && label_is_mark(p[n - 1]))
        n--;
    if (x && !label_may_be(x, p, n))
        return false;
    found = take_front(&p, &n, &l);
    if (n > 0) {
        found |= take_end(p, &n, &l);
        if (n == 0)
            return false; /* an end, and no name before it */
        /* Only sums and averages are written with a name: "Max Miller" is a person. */
        l.kinds &= SUMMARY_SUM | SUMMARY_AVERAGE;
    }
    if (!found || !l.kinds)
        return false;
    l.is_exact = n == 0;
    l.may_be_name &= l.is_exact;
    l.rest = p;
    l.n_rest = n;
    *ret = l;
    return true;
}

bool label_read_short(const char *p, size_t n, struct label *ret)
{
    while (n > 0 && label_is_mark(*p))
        p++, n--;
    while (n > 0 && label_is_mark(p[n - 1]))
        n--;
    *ret = (struct label){ .is_exact = true, .may_be_name = true };
    if (n == 1 && lower(*p) == 'n')
        ret->kinds = SUMMARY_COUNT;
    else if (n == 2 && lower(p[0]) == 's' && lower(p[1]) == 'd')
        ret->kinds = SUMMARY_DEVIATION;
    return ret->kinds != 0;
}

static bool has_word(const char *p, size_t n, const char *const *list, size_t n_list)
{
    for (size_t i = 0; i < n; i++) {
        size_t k = 0;

        while (i + k < n && is_letter(p[i + k]))
            k++;
        for (size_t j = 0; k > 0 && j < n_list; j++)
            if (strlen(list[j]) == k && strncasecmp(list[j], p + i, k) == 0)
                return true;
        i += k;
    }
    return false;
}

enum label_extra label_extra(const char *p, size_t n)
{
    static const char *const less[] = { "discount", "discounts", "rabatt", "nachlass", "skonto", "remise",
                                        "rabais",   "descuento", "sconto", "desconto", "korting" };
    static const char *const more[] = { "tax",      "taxes",    "vat",       "gst",           "hst",
                                        "pst",      "mwst",     "ust",       "umsatzsteuer",  "mehrwertsteuer",
                                        "steuer",   "tva",      "taxe",      "envio",         "iva",
                                        "btw",      "moms",     "imposta",   "impuesto",      "shipping",
                                        "delivery", "freight",  "postage",   "handling",      "versand",
                                        "porto",    "fracht",   "livraison", "versandkosten", "tip",
                                        "gratuity", "rounding", "surcharge", "rundung",       "verzendkosten" };

    if (n > TOTALS_LABEL_BYTES)
        return EXTRA_NONE;
    if (has_word(p, n, less, COUNT_OF(less)))
        return EXTRA_LESS;
    return has_word(p, n, more, COUNT_OF(more)) ? EXTRA_MORE : EXTRA_NONE;
}
