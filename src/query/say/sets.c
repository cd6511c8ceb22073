/* sets.c - set operations in words.
 *
 * Two blocks that differ in their conditions alone are said once: "different values of name of singers found both where
 * age is over 40 and where age is under 30". What else is combined stands in brackets.
 */
#include "base/arena.h"
#include "query/say/speech.h"
#include <string.h>

static struct speech side(const struct speech *around, const struct query *q)
{
    struct speech s = speech_in(around, q);

    s.is_phrase = true;
    return s;
}

/* A block that shows values of the rows that meet its conditions. */
static bool is_plain(const struct query *q)
{
    return q->kind == QUERY_BLOCK && !query_groups(q) && q->n_order == 0 && q->limit == 0 && q->offset == 0;
}

static const char *where(const struct speech *s)
{
    const struct expr **list;
    size_t n = conditions_on_rows(s, &list);

    return n ? arena_printf(s->a, "where %s", say_conditions(s, list, n, STYLE_WHERE)) : "";
}

static bool is_long(const struct speech *s)
{
    const struct expr **list;

    return conditions_on_rows(s, &list) > 1;
}

/* Two blocks of the same values of the same rows; NULL. */
static const char *by_conditions(const struct speech *around, const struct query *q)
{
    struct speech l = side(around, q->left), r = side(around, q->right);
    const char *head, *x, *y, *comma;

    if (!is_plain(q->left) || !is_plain(q->right) || q->all)
        return NULL;
    head = say_values(&l);
    x = where(&l);
    y = where(&r);
    comma = is_long(&l) || is_long(&r) ? "," : "";
    if (strcmp(head, say_values(&r)) != 0 || !*y || (!*x && q->kind != QUERY_EXCEPT))
        return NULL;
    if (q->kind == QUERY_INTERSECT)
        return arena_printf(l.a, "%s found both %s%s and %s", head, x, comma, y);
    if (q->kind == QUERY_UNION)
        return arena_printf(l.a, "%s, %s%s or %s", head, x, comma, y);
    return *x ? arena_printf(l.a, "%s found %s, but never %s", head, x, y)
              : arena_printf(l.a, "%s never found %s", head, y);
}

static const char *values_where(const struct speech *s)
{
    const char *text = where(s);

    return arena_printf(s->a, "%s%s%s", say_values(s), *text ? ", " : "", text);
}

const char *say_combined(const struct speech *around, const struct query *q)
{
    struct speech l = side(around, q->left), in = *around;
    const char *left, *right, *text = by_conditions(around, q);

    if (text)
        return text;
    in.is_phrase = true;
    right = say_query(&in, q->right);
    if (is_plain(q->left) && q->kind != QUERY_UNION)
        return arena_printf(l.a, "%s, %s (%s)", values_where(&l),
                            q->kind == QUERY_EXCEPT ? "except" : "that are also among", right);
    left = say_query(&in, q->left);
    if (q->kind == QUERY_INTERSECT)
        return arena_printf(l.a, "what is both in (%s) and in (%s)", left, right);
    if (q->kind == QUERY_EXCEPT)
        return arena_printf(l.a, "what is in (%s), except (%s)", left, right);
    if (q->all)
        return arena_printf(l.a, "(%s) followed by (%s)", left, right);
    return arena_printf(l.a, "(%s) together with (%s), without repeats", left, right);
}
