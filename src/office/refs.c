/* refs.c - cell references: letters for the column, digits for the row. */
#include "base/buf.h"
#include "base/limits.h"
#include "grid/names.h"
#include "office/workbook.h"
#include <string.h>

static bool is_letter(char c)
{
    return (c | 0x20) >= 'a' && (c | 0x20) <= 'z';
}

/* Behind the sheet's name, if there is one. */
static const char *skip_sheet(const char *p, size_t *n)
{
    const char *mark = memrchr(p, '!', *n);

    if (!mark)
        return p;
    *n -= (size_t)(mark + 1 - p);
    return mark + 1;
}

/* Reads the reference at p; how many bytes it took, 0 when there is none. */
static size_t read_ref(const char *p, size_t n, uint32_t *ret_row, uint32_t *ret_column)
{
    uint32_t row = 0, column = 0;
    size_t i = 0, start;

    i += i < n && p[i] == '$';
    for (start = i; i < n && i - start < 4 && is_letter(p[i]); i++)
        column = column * 26 + (uint32_t)((p[i] | 0x20) - 'a' + 1);
    i += i < n && p[i] == '$';
    for (start = i; i < n && i - start < 8 && p[i] >= '0' && p[i] <= '9'; i++)
        row = row * 10 + (uint32_t)(p[i] - '0');
    if (column == 0 || column > SHEET_COLUMNS || row == 0 || row > SHEET_ROWS)
        return 0;
    *ret_row = row;
    *ret_column = column;
    return i;
}

bool cell_ref_read(const char *p, size_t n, uint32_t *ret_row, uint32_t *ret_column)
{
    uint32_t row, column;

    p = skip_sheet(p, &n);
    if (n == 0 || read_ref(p, n, &row, &column) != n)
        return false;
    *ret_row = row;
    *ret_column = column;
    return true;
}

bool range_ref_read(const char *p, size_t n, uint32_t *r1, uint32_t *c1, uint32_t *r2, uint32_t *c2)
{
    uint32_t top, left, bottom, right;
    size_t used;

    p = skip_sheet(p, &n);
    used = read_ref(p, n, &top, &left);
    if (used == 0)
        return false;
    if (used == n) {
        bottom = top;
        right = left;
    } else if (p[used] != ':' || used + 1 == n ||
               read_ref(p + used + 1, n - used - 1, &bottom, &right) != n - used - 1) {
        return false;
    }
    *r1 = top < bottom ? top : bottom;
    *r2 = top < bottom ? bottom : top;
    *c1 = left < right ? left : right;
    *c2 = left < right ? right : left;
    return true;
}

void cell_ref_add(struct buf *b, uint32_t row, uint32_t column)
{
    names_letters(b, column);
    buf_addf(b, "%u", row);
}
