/* pii_mask.c - pieces of a text that look like what a policy blocks, found among other words.
 *
 * A column is judged by whole values (pii_seen.c); a sentence that quotes one, or a value with a word before it, has to
 * be looked through. Every piece that could be an address or a number is cut out and judged as a value. Where it is
 * unclear where a number begins, as after another number, each beginning is tried: too much is hidden rather than too
 * little.
 */
#include "base/arena.h"
#include "base/buf.h"
#include "base/limits.h"
#include "data/pii.h"
#include "data/workset.h"
#include <string.h>

#define SHORTEST 9         /* digits and marks of the shortest number */
#define CUT_OFF ".example" /* what an address lacks when the text ends in it, as quoted values are cut */

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* How much from here on is an address; 0: it is none. */
static size_t address_at(struct arena *a, const struct column_policy *policy, const char *text, size_t i)
{
    static const char around[] = " \t\r\n'\"<>()[],;:";
    size_t n;

    if (i > 0 && !strchr(around, text[i - 1]))
        return 0;
    n = strcspn(text + i, around);
    if (!memchr(text + i, '@', n))
        return 0;
    return pii_value(policy, arena_printf(a, "%.*s" CUT_OFF, (int)n, text + i), n + strlen(CUT_OFF)) ? n : 0;
}

/* How much from here on is a telephone, social security or card number, the longest that is one; 0: there is none. */
static size_t number_at(const struct column_policy *policy, const char *text, size_t i)
{
    size_t n = strspn(text + i, "0123456789+-. ()/");

    if ((!is_digit(text[i]) && text[i] != '+' && text[i] != '(') || (i > 0 && is_digit(text[i - 1])))
        return 0;
    for (n = n < PII_NUMBER_BYTES ? n : PII_NUMBER_BYTES; n >= SHORTEST; n--)
        if (is_digit(text[i + n - 1]) && !is_digit(text[i + n]) && pii_value(policy, text + i, n))
            return n;
    return 0;
}

const char *pii_mask(struct arena *a, const struct column_policy *policy, const char *text)
{
    struct buf b CLEANUP(buf_done) = BUF(strlen(text) * sizeof PII_MASK + sizeof PII_MASK);
    bool found = false;

    for (size_t i = 0, n; policy->n_blocked > 0 && text[i]; i += n ? n : 1) {
        n = address_at(a, policy, text, i);
        if (n == 0)
            n = number_at(policy, text, i);
        if (n == 0)
            buf_addc(&b, text[i]);
        else
            buf_adds(&b, PII_MASK);
        found |= n > 0;
    }
    return found ? arena_dup(a, b.p, b.n) : text;
}
