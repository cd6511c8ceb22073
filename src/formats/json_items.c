/* json_items.c - brackets are counted and strings jumped over; no recursion, so that depth costs nothing. */
#include "formats/json_items.h"
#include <string.h>

static bool is_blank(char c)
{
    return c == ' ' || c == '\n' || c == '\r' || c == '\t';
}

static const char *skip_blanks(const char *p, const char *end)
{
    while (p < end && is_blank(*p))
        p++;
    return p;
}

/* Behind the string that opens at p; NULL when it does not close. A quote is escaped when the backslashes before it are
 * odd in number. */
static const char *string_end(const char *p, const char *end)
{
    for (const char *quote = p + 1; (quote = memchr(quote, '"', (size_t)(end - quote))) != NULL; quote++) {
        const char *back = quote;

        while (back[-1] == '\\')
            back--;
        if ((quote - back) % 2 == 0)
            return quote + 1;
    }
    return NULL;
}

/* Behind the array or object that opens at p. */
static const char *container_end(const char *p, const char *end, uint64_t *colons)
{
    size_t depth = 0;

    while (p && p < end) {
        switch (*p) {
        case '"':
            p = string_end(p, end);
            continue;
        case ':':
            ++*colons;
            break;
        case '{':
        case '[':
            depth++;
            break;
        case '}':
        case ']':
            if (--depth == 0)
                return p + 1;
            break;
        default:
            break;
        }
        p++;
    }
    return NULL;
}

/* Behind a number or a word, or behind whatever stands in its place: the parser will see. */
static const char *scalar_end(const char *p, const char *end)
{
    while (p < end && !is_blank(*p) && !strchr(",:{}[]\"", *p))
        p++;
    return p;
}

static const char *value_end(const char *p, const char *end, uint64_t *colons)
{
    if (*p == '"')
        return string_end(p, end);
    if (*p == '{' || *p == '[')
        return container_end(p, end, colons);
    return scalar_end(p, end);
}

void json_items_init(struct json_items *it, enum json_items_kind kind, struct json_span span)
{
    const char *end = span.p + span.n, *p = skip_blanks(span.p, end);

    *it = (struct json_items){ .kind = kind, .p = p, .end = end };
    if (kind != ITEMS_SEQUENCE && p < end)
        it->p++;
}

/* The member's key and the colon behind it. */
static bool take_key(struct json_items *it, struct json_item *ret)
{
    const char *behind = it->p < it->end && *it->p == '"' ? string_end(it->p, it->end) : NULL;

    if (!behind)
        return false;
    ret->key = (struct json_span){ it->p, (size_t)(behind - it->p) };
    it->p = skip_blanks(behind, it->end);
    if (it->p == it->end || *it->p != ':')
        return false;
    it->p = skip_blanks(it->p + 1, it->end);
    return it->p < it->end;
}

/* The comma between two values, or the closing bracket: true when a value follows. */
static enum json_found take_separator(struct json_items *it)
{
    char close = it->kind == ITEMS_ARRAY ? ']' : '}';

    if (it->p == it->end)
        return it->kind == ITEMS_SEQUENCE ? JSON_FOUND_END : JSON_FOUND_DAMAGE;
    if (it->kind == ITEMS_SEQUENCE)
        return JSON_FOUND_ITEM;
    if (*it->p == close)
        return JSON_FOUND_END;
    if (it->began) {
        if (*it->p != ',')
            return JSON_FOUND_DAMAGE;
        it->p = skip_blanks(it->p + 1, it->end);
    }
    return it->p < it->end ? JSON_FOUND_ITEM : JSON_FOUND_DAMAGE;
}

enum json_found json_items_next(struct json_items *it, struct json_item *ret)
{
    struct json_item item = { 0 };
    enum json_found found;
    const char *behind;

    it->p = skip_blanks(it->p, it->end);
    found = take_separator(it);
    if (found != JSON_FOUND_ITEM)
        return found;
    if (it->kind == ITEMS_OBJECT && !take_key(it, &item))
        return JSON_FOUND_DAMAGE;
    behind = value_end(it->p, it->end, &item.colons);
    if (!behind || behind == it->p)
        return JSON_FOUND_DAMAGE;
    item.value = (struct json_span){ it->p, (size_t)(behind - it->p) };
    it->p = behind;
    it->began = true;
    *ret = item;
    return JSON_FOUND_ITEM;
}

char json_first(struct json_span span)
{
    const char *end = span.p + span.n, *p = skip_blanks(span.p, end);

    return p < end ? *p : '\0';
}
