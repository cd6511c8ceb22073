/* reader.c - members of JSON objects by their types, and errors that name their place. */
#include "query/json/reader.h"
#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/json.h"
#include "base/limits.h"
#include "base/str.h"
#include <stdarg.h>
#include <string.h>

#define NAME_CHARS 40 /* of a name that is repeated in a message */

int read_fail(struct json_reader *r, const struct place *at, const char *wrong, ...)
{
    va_list args;
    const char *text;

    va_start(args, wrong);
    text = arena_vprintf(r->a, wrong, args);
    va_end(args);
    return err_say(r->err, ERR_INVALID_QUERY, "%s: %s", place_text(r->a, at), text);
}

static const char *short_name(struct json_reader *r, const char *name)
{
    return arena_dup(r->a, name, str_fit_chars(name, strlen(name), NAME_CHARS));
}

int read_unknown(struct json_reader *r, const struct place *at, const char *what, const char *name,
                 const char *const *known, size_t n)
{
    const char *near = str_nearest(name, known, n);

    if (near)
        return read_fail(r, at, "there is no %s '%s'; did you mean '%s'?", what, short_name(r, name), near);
    return read_fail(r, at, "there is no %s '%s'", what, short_name(r, name));
}

static bool is_among(const char *name, const char *const *known, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (strcmp(name, known[i]) == 0)
            return true;
    return false;
}

int read_members(struct json_reader *r, const struct place *at, const struct json *v, const char *const *known,
                 size_t n)
{
    if (!json_is(v, JSON_OBJECT))
        return read_fail(r, at, "must be an object");
    for (size_t i = 0; i < json_len(v); i++) {
        size_t bytes;
        const char *key = json_key_at(v, i, &bytes);
        if (strlen(key) != bytes || !is_among(key, known, n))
            return read_unknown(r, at, "member", key, known, n);
    }
    return 0;
}

int read_text(struct json_reader *r, const struct place *at, const struct json *v, const char *key, bool needed,
              const char **ret)
{
    const struct json *member = json_get(v, key);
    const struct place here = { .up = at, .key = key };
    size_t n;

    if (!member)
        return needed ? read_fail(r, at, "needs '%s'", key) : 0;
    if (!json_is(member, JSON_STRING))
        return read_fail(r, &here, "must be a text");
    *ret = json_text(member, &n);
    return strlen(*ret) == n ? 0 : read_fail(r, &here, "must not have a zero byte");
}

int read_flag(struct json_reader *r, const struct place *at, const struct json *v, const char *key, bool *ret)
{
    const struct json *member = json_get(v, key);

    if (!member)
        return 0;
    if (!json_is(member, JSON_BOOL))
        return read_fail(r, &(struct place){ .up = at, .key = key }, "must be true or false");
    *ret = json_truth(member);
    return 0;
}

int read_count(struct json_reader *r, const struct place *at, const struct json *v, const char *key, size_t least,
               size_t *ret)
{
    const struct json *member = json_get(v, key);
    int64_t n;

    if (!member)
        return 0;
    if (!json_int64(member, &n) || n < (int64_t)least)
        return read_fail(r, &(struct place){ .up = at, .key = key }, "must be a whole number from %zu", least);
    *ret = (size_t)n;
    return 0;
}

int read_word(struct json_reader *r, const struct place *at, const struct json *v, const char *key,
              const char *const *words, size_t n, size_t *ret)
{
    const struct place here = { .up = at, .key = key };
    const char *text = NULL;

    if (read_text(r, at, v, key, false, &text) < 0)
        return -1;
    if (!text)
        return 0;
    for (size_t i = 0; i < n; i++)
        if (strcmp(words[i], text) == 0) {
            *ret = i;
            return 0;
        }
    return read_unknown(r, &here, "choice", text, words, n);
}

static int too_many(struct json_reader *r, const struct place *at)
{
    return err_set(r->err, ERR_TOO_LARGE, "The query has too many parts.", "over %d parts at %s", QUERY_NODES,
                   place_text(r->a, at));
}

int read_array(struct json_reader *r, const struct place *at, const struct json *v, const char *key,
               const struct json **ret, size_t *ret_n)
{
    *ret = json_get(v, key);
    *ret_n = 0;
    if (*ret && !json_is(*ret, JSON_ARRAY))
        return read_fail(r, &(struct place){ .up = at, .key = key }, "must be a list");
    *ret_n = json_len(*ret);
    if (*ret_n > QUERY_NODES) /* before there is room made for it */
        return too_many(r, &(struct place){ .up = at, .key = key });
    return 0;
}

int read_node(struct json_reader *r, const struct place *at)
{
    if (++r->nodes <= QUERY_NODES)
        return 0;
    return too_many(r, at);
}

int read_down(struct json_reader *r, const struct place *at)
{
    if (++r->depth <= QUERY_DEPTH)
        return read_node(r, at);
    return err_set(r->err, ERR_TOO_LARGE, "The query is nested too deeply.", "over %d levels at %s", QUERY_DEPTH,
                   place_text(r->a, at));
}

void read_up(struct json_reader *r)
{
    r->depth--;
}
