/* sql_tree.h - words of a statement's tree, as json_serialize_sql gives it. For sql_policy.c and sql_columns.c. */
#pragma once
#include "base/arena.h"
#include "base/json.h"

/* A member that is a text; "" when there is none. */
static inline const char *tree_text(const struct json *object, const char *key)
{
    const char *text = json_get_text(object, key);

    return text ? text : "";
}

/* A name as the engine folds it: in ASCII only. */
static inline const char *tree_fold(struct arena *a, const char *name)
{
    char *copy = arena_str(a, name);

    for (char *p = copy; *p; p++)
        if (*p >= 'A' && *p <= 'Z')
            *p = (char)(*p + ('a' - 'A'));
    return copy;
}
