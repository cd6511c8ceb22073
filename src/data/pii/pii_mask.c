/* pii_mask.c - pieces of a text that look like what a policy blocks, found among other words.
 *
 * A column is judged by whole values (pii_seen.c); a sentence that quotes one, or a value with a word before it, has to
 * be looked through. Every piece that could be an address or a number is cut out and judged as a value. Where it is
 * unclear where a number begins, as after another number, each beginning is tried: too much is hidden rather than too
 * little. A text in which something is found is given as it was folded (pii_fold.h).
 */
#include "base/arena.h"
#include "base/buf.h"
#include "base/limits.h"
#include "data/pii/column_policy.h"
#include "data/pii/pii.h"
#include "data/pii/pii_fold.h"
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

/* How much from here on is a number of a person, the longest that is one; 0: there is none. */
static size_t number_at(const struct column_policy *policy, const char *text, size_t length, size_t i)
{
    size_t found = pii_find_at(text, length, i, pii_blocked_classes(policy));
    size_t n = strspn(text + i, "0123456789+-. ()/");

    if ((!is_digit(text[i]) && text[i] != '+' && text[i] != '(') || (i > 0 && is_digit(text[i - 1])))
        return found;
    for (n = n < PII_NUMBER_BYTES ? n : PII_NUMBER_BYTES; n >= SHORTEST && n > found; n--)
        if (is_digit(text[i + n - 1]) && !is_digit(text[i + n]) && pii_value(policy, text + i, n))
            return n;
    return found;
}

/* The text as numbers are looked for in it: a full-width digit is a digit. */
static const char *folded(struct arena *a, const char *text, size_t n)
{
    char *to;
    size_t used, len;

    if (pii_is_plain(text, n))
        return text;
    to = arena_alloc(a, n + 1);
    len = pii_fold(text, n, to, n, &used);
    to[len] = '\0';
    return used == n ? to : text;
}

const char *pii_mask(struct arena *a, const struct column_policy *policy, const char *text)
{
    const char *read = policy->n_blocked > 0 ? folded(a, text, strlen(text)) : "";
    const size_t length = strlen(read);
    struct buf b CLEANUP(buf_done) = BUF(length * sizeof PII_MASK + sizeof PII_MASK);
    bool found = false;

    for (size_t i = 0, n; i < length; i += n ? n : 1) {
        n = address_at(a, policy, read, i);
        if (n == 0)
            n = number_at(policy, read, length, i);
        if (n == 0)
            buf_addc(&b, read[i]);
        else
            buf_adds(&b, PII_MASK);
        found |= n > 0;
    }
    return found ? arena_dup(a, b.p, b.n) : text;
}
