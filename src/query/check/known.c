/* known.c - what is known of a table's column besides its name and type: from reading it, and from a profile where the
 * check was given one. Reading counts different values up to COLUMN_VALUES_MAX only; a profile counts all. */
#include "base/json.h"
#include "query/check/part.h"
#include <string.h>

static const struct json *named(const struct json *list, const char *name)
{
    for (size_t i = 0; i < json_len(list); i++) {
        const char *own = json_get_text(json_at(list, i), "name");
        if (own && strcmp(own, name) == 0)
            return json_at(list, i);
    }
    return NULL;
}

static const struct json *table_profile(const struct checking *c, const struct table *t)
{
    return c->in->profile ? named(json_get(c->in->profile, "tables"), t->name) : NULL;
}

enum column_meaning known_meaning(const struct checking *c, const struct table *t, size_t column)
{
    const struct json *table = table_profile(c, t);
    const struct json *of = named(json_get(table, "columns"), t->columns[column].name);
    struct meaning_figures f = { .known = of && json_is(json_get(of, "min"), JSON_NUMBER) };

    if (!f.known)
        return column_meaning(t, column, NULL);
    f.min = json_real(json_get(of, "min"));
    f.max = json_real(json_get(of, "max"));
    f.rows = (size_t)json_get_int(table, "row_count", 0);
    f.distinct = (size_t)json_get_int(of, "distinct", 0);
    return column_meaning(t, column, &f);
}

enum known_repeats known_repeats(const struct checking *c, const struct table *t, size_t column)
{
    const struct column *of = &t->columns[column];
    const struct json *profile = named(json_get(table_profile(c, t), "columns"), of->name);
    const uint64_t none = of->nulls + of->misfits, values = t->rows > none ? t->rows - none : 0;
    const uint64_t distinct = profile ? (uint64_t)json_get_int(profile, "distinct", 0) : of->distinct;

    if (values < 2)
        return values == 1 ? REPEATS_NEVER : REPEATS_UNKNOWN;
    if (distinct == 0 || (!profile && distinct > COLUMN_VALUES_MAX))
        return REPEATS_UNKNOWN;
    return distinct < values ? REPEATS_SOME : REPEATS_NEVER;
}

/* All columns of the key are among those. */
static bool key_is_among(const struct json *key, const struct table *t, const size_t *columns, size_t n)
{
    size_t found = 0;

    for (size_t i = 0; i < json_len(key); i++) {
        const char *part = json_text(json_at(key, i), NULL);
        for (size_t k = 0; part && k < n; k++)
            if (strcmp(part, t->columns[columns[k]].name) == 0) {
                found++;
                break;
            }
    }
    return found > 0 && found == json_len(key);
}

bool known_key(const struct checking *c, const struct table *t, const size_t *columns, size_t n)
{
    const struct json *keys = json_get(table_profile(c, t), "keys");

    for (size_t i = 0; i < n; i++)
        if (known_repeats(c, t, columns[i]) == REPEATS_NEVER)
            return true;
    for (size_t i = 0; i < json_len(keys); i++)
        if (key_is_among(json_at(keys, i), t, columns, n))
            return true;
    return false;
}
