/* pivot_redaction.c - pivot tables' fields judged, and the places of those that are hidden.
 *
 * Most workbooks have no pivot table: the relationships between the file's parts tell, and no more of it is read then.
 */
#include "data/policy/pivot_redaction.h"
#include "base/arena.h"
#include "base/err.h"
#include "data/pii/column_policy.h"
#include "data/pii/pii.h"
#include "data/policy/blocking.h"
#include "grid/source.h"
#include "office/package/package.h"
#include "office/pivot/pivot.h"
#include "office/sheet/book.h"
#include <string.h>

struct judging {
    struct arena *arena;
    const struct column_policy *policy;
};

bool pivot_field_blocked(struct arena *a, const struct column_policy *policy, const char *pivot, const char *field,
                         const char *const *values, size_t n, struct blocked_column *ret)
{
    struct pii_seen seen = { 0 };

    *ret = (struct blocked_column){ .table = pivot };
    for (size_t i = 0; i < n; i++)
        if (values[i])
            pii_seen_add(&seen, values[i], strlen(values[i]));
    if (!blocking_named(a, policy, 0, field, &seen, ret))
        return false;
    if (ret->column != ret->name) /* fields are told by name, and this one's may not be */
        ret->column = "a field";
    return true;
}

static bool blocks(void *arg, const char *pivot, const char *field, const char *const *values, size_t n)
{
    struct judging *j = arg;
    struct blocked_column why;

    return pivot_field_blocked(j->arena, j->policy, pivot, field, values, n, &why);
}

/* A part belongs to a pivot table, or it cannot be told what it belongs to. */
static bool has_pivot(const struct package *k, const char *part, struct arena *scratch)
{
    const struct rel *rels;
    struct err ignored;
    size_t n;

    if (package_rels(k, scratch, part, &rels, &n, &ignored) < 0)
        return true;
    for (size_t i = 0; i < n; i++)
        if (rel_is(&rels[i], "pivotTable"))
            return true;
    return false;
}

static int has_pivots(const struct source_bytes *bytes, struct arena *scratch, bool *ret, struct err *err)
{
    const struct part *parts;
    struct package *package;
    size_t n;

    *ret = false;
    if (bytes->n < 4 || memcmp(bytes->p, "PK\3\4", 4) != 0) /* .xls */
        return 0;
    if (package_open(bytes->p, bytes->n, &package, err) < 0)
        return -1;
    n = package_parts(package, &parts);
    for (size_t i = 0; i < n && !*ret; i++)
        *ret = has_pivot(package, parts[i].name, scratch);
    package_free(package);
    return 0;
}

static void take_places(struct arena *a, const struct book *book, const struct pivot_area *areas, size_t n,
                        const struct hidden_place **ret)
{
    struct hidden_place *places = arena_array(a, n, sizeof *places);

    for (size_t i = 0; i < n; i++)
        places[i] = (struct hidden_place){ .sheet = arena_str(a, book->sheets[areas[i].sheet].name),
                                           .sheet_at = areas[i].sheet,
                                           .top = areas[i].top,
                                           .left = areas[i].left,
                                           .bottom = areas[i].bottom,
                                           .right = areas[i].right };
    *ret = places;
}

int pivot_hidden_places(const struct source_bytes *bytes, const struct column_policy *policy,
                        const struct cancel *cancel, struct arena *a, const struct hidden_place **ret, size_t *ret_n,
                        struct err *err)
{
    struct arena *scratch CLEANUP(arena_cleanup) = arena_new();
    struct judging judging = { scratch, policy };
    const struct pivot_redaction redaction = { .arg = &judging, .blocks = blocks };
    const struct pivot_area *areas;
    struct book *book;
    bool has_any;
    int rc;

    *ret = NULL;
    *ret_n = 0;
    if (has_pivots(bytes, scratch, &has_any, err) < 0)
        return -1;
    if (!has_any)
        return 0;
    if (book_open(bytes->p, bytes->n, cancel, &book, err) < 0)
        return -1;
    rc = pivot_hidden(book, &redaction, cancel, scratch, &areas, ret_n, err);
    if (rc == 0)
        take_places(a, book, areas, *ret_n, ret);
    book_free(book);
    return rc;
}

bool hidden_places_meet(const struct hidden_place *places, size_t n, const char *sheet, const char *range)
{
    uint32_t top, left, bottom, right;

    if (n == 0 || !sheet || !range || !range_ref_read(range, strlen(range), &top, &left, &bottom, &right))
        return false;
    for (size_t i = 0; i < n; i++)
        if (strcmp(places[i].sheet, sheet) == 0 && places[i].top <= bottom && places[i].bottom >= top &&
            places[i].left <= right && places[i].right >= left)
            return true;
    return false;
}
