/* scan_number.c - numbers in XML, in any spelling that it allows; base/num.h rounds them correctly whatever their
 * length. The few digits that most have are read in scan_cell.c. */
#include "base/limits.h"
#include "base/num.h"
#include "base/str.h"
#include "office/sheet/scan.h"
#include <string.h>

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* XML's numbers may have a plus sign and lack a digit on one side of the point; JSON's may not. */
static bool as_json(const char *p, size_t n, char *out, size_t *ret_n)
{
    size_t used = 0;
    bool has_digit = is_digit(*p) || (n > 1 && is_digit(p[1])) || (n > 2 && is_digit(p[2])); /* "5", "-5", "-.5" */

    if (n > DATA_NUMBER_BYTES || !has_digit)
        return false;
    for (size_t i = *p == '+'; i < n; i++) {
        if (p[i] == '0' && i + 1 < n && is_digit(p[i + 1]) && (used == 0 || out[used - 1] == '-'))
            continue;
        if (p[i] == '.' && (used == 0 || !is_digit(out[used - 1])))
            out[used++] = '0';
        if (p[i] == '.' && (i + 1 == n || !is_digit(p[i + 1])))
            continue;
        out[used++] = p[i];
    }
    *ret_n = used;
    return num_is_json(out, used);
}

bool scan_number(const char *p, size_t n, double *ret)
{
    char text[DATA_NUMBER_BYTES + 2];

    p = str_trim(p, n, &n);
    if (n == 0 || !as_json(p, n, text, &n))
        return false;
    *ret = num_double(text, n);
    return *ret - *ret == 0;
}
