/* currencies.c - one more pass over the texts of a column that is rare enough for it.
 *
 * Of each currency the first row is told and how many more there are, in the order in which they first appear: enough
 * to find the cells that do not belong, or to see that the column mixes them throughout.
 */
#include "grid/columns/currencies.h"
#include "base/buf.h"
#include "base/str.h"
#include "grid/columns/columns.h"
#include "grid/notes.h"
#include "grid/table.h"
#include "grid/types/amounts.h"
#include <inttypes.h>

#define TOLD 6         /* currencies named one by one */
#define LIST_BYTES 512 /* of the sentence's list: each takes some 60 */

struct seen {
    uint8_t currency;
    uint64_t first, rows; /* the first row from 1; how many */
};

struct tally {
    struct seen list[AMOUNT_CURRENCIES];
    size_t n;
};

static void count(struct tally *t, uint8_t currency, uint64_t row)
{
    size_t i = 0;

    while (i < t->n && t->list[i].currency != currency)
        i++;
    if (i == t->n)
        t->list[t->n++] = (struct seen){ .currency = currency, .first = row };
    t->list[i].rows++;
}

static void add_seen(struct buf *b, const struct seen *s)
{
    buf_addf(b, "%s (row %" PRIu64, amount_currency(s->currency), s->first);
    if (s->rows > 1)
        buf_addf(b, " and %" PRIu64 " more", s->rows - 1);
    buf_addc(b, ')');
}

void currencies_say(const struct columns *c, size_t column, struct notes *notes)
{
    struct buf value CLEANUP(buf_done) = BUF(DATA_CELL_BYTES), list CLEANUP(buf_done) = BUF(LIST_BYTES);
    const struct column *described;
    struct tally t = { .n = 0 };

    columns_describe(c, &described);
    for (uint64_t row = 0; row < columns_rows(c); row++) {
        struct amount a;
        size_t n;
        const char *p = columns_value(c, column, row, &value, &n);
        if (!p)
            continue;
        p = str_trim(p, n, &n);
        if (n <= DATA_NUMBER_BYTES && amount_read(p, n, &a) == AMOUNT_NUMBER && a.currency)
            count(&t, a.currency, row + 1);
    }
    for (size_t i = 0; i < t.n && i < TOLD; i++) {
        buf_adds(&list, i ? ", " : "");
        add_seen(&list, &t.list[i]);
    }
    if (t.n > TOLD)
        buf_addf(&list, " and %zu others", t.n - TOLD);
    notes_add(notes, "'%s' stays text, as its amounts are in several currencies: %s", described[column].name, list.p);
}
