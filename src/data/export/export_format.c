/* export_format.c - places as the column has them, and the unit as spreadsheets write it.
 *
 * A percentage is held as its fraction here and there, so two of its places are before the point. A currency stands in
 * [$...], the form that spreadsheet programs take for a currency and not for words.
 */
#include "data/export/export_format.h"
#include "base/buf.h"
#include "grid/table.h"
#include <string.h>

#define PLACES_MOST 30    /* Excel's own */
#define PERCENT_PLACES 2  /* those that a fraction has before its percentage has any */
#define FLOAT_PLACES 2    /* shown of a float that has a unit */
#define CURRENCY_BYTES 16 /* "US$" and the like; longer is no currency */

/* "0.00" for two places; whole: "0" or "#,##0". */
static void add_digits(struct buf *code, const char *whole, int places)
{
    buf_adds(code, whole);
    if (places > 0) {
        buf_addc(code, '.');
        buf_fill(code, '0', (size_t)(places < PLACES_MOST ? places : PLACES_MOST));
    }
}

static bool is_currency(const char *unit)
{
    return unit && *unit && strlen(unit) <= CURRENCY_BYTES && !strpbrk(unit, "[]-\"\\");
}

static bool is_code(const char *unit)
{
    char last = unit[strlen(unit) - 1];

    return (last >= 'A' && last <= 'Z') || (last >= 'a' && last <= 'z');
}

static void add_number(const struct column *c, struct buf *code)
{
    int places = c->type == COLUMN_DECIMAL ? c->scale : c->type == COLUMN_FLOAT && c->unit ? FLOAT_PLACES : 0;

    if (c->unit && strcmp(c->unit, "%") == 0) {
        add_digits(code, "0", c->type == COLUMN_DECIMAL ? places - PERCENT_PLACES : places);
        buf_addc(code, '%');
    } else if (is_currency(c->unit)) {
        buf_addf(code, "[$%s]%s", c->unit, is_code(c->unit) ? " " : "");
        add_digits(code, "#,##0", places);
    } else if (places > 0 && c->type == COLUMN_DECIMAL) {
        add_digits(code, "0", places);
    }
}

void export_format(const struct column *c, struct buf *code)
{
    switch (c->type) {
    case COLUMN_DATE:
        buf_adds(code, "yyyy-mm-dd");
        break;
    case COLUMN_TIMESTAMP:
        buf_adds(code, "yyyy-mm-dd hh:mm:ss");
        break;
    case COLUMN_INTEGER:
    case COLUMN_DECIMAL:
    case COLUMN_FLOAT:
        add_number(c, code);
        break;
    case COLUMN_TEXT:
    case COLUMN_BOOLEAN:
    case COLUMN_TYPES:
        break;
    }
}
