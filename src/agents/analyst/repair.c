/* repair.c - one function for each category. */
#include "agents/analyst/repair.h"
#include "agents/analyst/aim.h"
#include "agents/analyst/ground.h"
#include "base/arena.h"
#include "base/json.h"
#include "base/str.h"
#include <string.h>

static bool is_text_in(const struct json *args, const char *key, const char *text)
{
    const char *now = json_get_text(args, key);

    return now && strcmp(now, text) == 0;
}

/* ---- sql_syntax ---- */

static bool write_anew(struct run *r, struct plan_step *s)
{
    struct arena *a = run_arena(r);
    struct json *fresh;

    if (s->role != STEP_COMPUTE && s->role != STEP_ARRANGE)
        return false;
    fresh = ground(r, s);
    if (!is_text_in(s->args, "query", json_get_text(fresh, "query"))) {
        s->args = fresh;
        s->mended = "A query that the engine could not read was written anew.";
        return true;
    }
    if (s->role != STEP_COMPUTE || !aim_unsort(r, s->aim))
        return false;
    s->args = ground(r, s);
    s->mended =
        arena_printf(a, "The rows of %s are not sorted by their figure: the engine could not read the query.", s->id);
    return true;
}

/* ---- missing_column ---- */

/* The columns that a chart can be drawn of. */
static const char **names_seen(struct run *r, const struct plan_step *s, size_t *ret_n)
{
    struct arena *a = run_arena(r);
    const struct json *given = json_get(s->args, "columns");
    size_t n = json_len(given);
    const char **names = arena_array(a, n, sizeof *names);

    for (size_t i = 0; i < n; i++)
        names[i] = json_get_text(json_at(given, i), "name");
    *ret_n = n;
    return names;
}

static bool is_among(const char *name, const char *const *names, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (str_same(names[i], name))
            return true;
    return false;
}

static bool take_nearest(struct run *r, struct plan_step *s)
{
    static const char *const keys[] = { "x_col", "y_col" };
    struct arena *a = run_arena(r);
    const char **names, *wrong, *near;
    size_t n;

    if (s->role != STEP_DRAW)
        return s->aim && write_anew(r, s);
    names = names_seen(r, s, &n);
    for (size_t i = 0; i < COUNT_OF(keys); i++) {
        wrong = json_get_text(s->args, keys[i]);
        if (!wrong || is_among(wrong, names, n))
            continue;
        near = str_nearest(wrong, names, n);
        if (!near && n > 0)
            near = names[i < n ? i : n - 1];
        if (!near)
            return false;
        json_set(a, s->args, keys[i], json_str(a, near));
        s->mended = arena_printf(a, "There is no column '%s'; '%s' was taken.", wrong, near);
        return true;
    }
    return write_anew(r, s);
}

/* ---- type_mismatch ---- */

static bool has_numbers(const struct json *args, size_t column)
{
    const struct json *rows = json_get(args, "rows");

    for (size_t i = 0; i < json_len(rows); i++)
        if (json_is(json_at(json_at(rows, i), column), JSON_NUMBER))
            return true;
    return false;
}

static bool take_numbers(struct run *r, struct plan_step *s)
{
    struct arena *a = run_arena(r);
    const struct json *columns = json_get(s->args, "columns");

    if (s->role != STEP_DRAW)
        return false;
    for (size_t i = 0; i < json_len(columns); i++) {
        const char *name = json_get_text(json_at(columns, i), "name");
        if (is_text_in(s->args, "x_col", name) || is_text_in(s->args, "y_col", name) || !has_numbers(s->args, i))
            continue;
        s->mended =
            arena_printf(a, "'%s' holds no numbers to draw; '%s' was drawn.", json_get_text(s->args, "y_col"), name);
        json_set(a, s->args, "y_col", json_str(a, name));
        return true;
    }
    return false;
}

/* ---- resource_exhausted ---- */

static bool ask_for_less(struct run *r, struct plan_step *s)
{
    struct arena *a = run_arena(r);
    int64_t rows = json_get_int(s->args, "row_limit", 0);

    if (s->role == STEP_COMPUTE && aim_coarsen(r, s->aim)) {
        s->args = ground(r, s);
        s->mended = arena_printf(a, "It took too long, so a coarser unit of time was taken: %s.", aim_title(r, s->aim));
        return true;
    }
    if (rows < 10)
        return false;
    json_set(a, s->args, "row_limit", json_int(a, rows / 10));
    s->mended = arena_printf(a, "It took too much, so at most %lld rows were asked for.", (long long)(rows / 10));
    return true;
}

bool repair(struct run *r, struct plan_step *s)
{
    static const struct {
        const char *category;
        bool (*mend)(struct run *r, struct plan_step *s);
    } ways[] = {
        { "sql_syntax", write_anew },
        { "missing_column", take_nearest },
        { "type_mismatch", take_numbers },
        { "resource_exhausted", ask_for_less },
    };
    const char *category = err_category(s->why.code);

    for (size_t i = 0; category && i < COUNT_OF(ways); i++)
        if (strcmp(ways[i].category, category) == 0)
            return ways[i].mend(r, s);
    return false;
}
