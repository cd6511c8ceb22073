/* csv_header.c - names as people wrote them, made fit to tell columns apart.
 *
 * Two names are the same when they fold to the same text, because that is how people and the engine look them up. Names
 * are kept in a hash table with how often each came, so that a thousand equal ones do not take a thousand tries each.
 */
#include "data/csv_header.h"
#include "base/arena.h"
#include "base/err.h"
#include "base/str.h"
#include "data/notes.h"
#include "data/records.h"
#include "data/types.h"
#include <string.h>

#define SLOTS (2 * DATA_COLUMNS) /* at most two names a column: as written and as renamed */
#define CHANGES_TOLD 8           /* renamed columns named one by one; the rest is a count */

struct name {
    const char *folded; /* NULL: free */
    unsigned times;     /* the highest number tried for it */
};

struct names {
    struct arena *arena;
    struct name slots[2 * SLOTS]; /* never more than half full */
};

/* The name's place: its own, or the free one where it belongs. */
static struct name *names_find(struct names *t, const char *folded)
{
    uint32_t hash = 2166136261u;

    for (const char *p = folded; *p; p++)
        hash = (hash ^ (unsigned char)*p) * 16777619u;
    for (size_t i = hash % COUNT_OF(t->slots);; i = (i + 1) % COUNT_OF(t->slots))
        if (!t->slots[i].folded || strcmp(t->slots[i].folded, folded) == 0)
            return &t->slots[i];
}

/* Takes the name if it is free. */
static bool names_take(struct names *t, const char *name)
{
    const char *folded = str_fold(t->arena, name);
    struct name *place = names_find(t, folded);

    if (place->folded)
        return false;
    *place = (struct name){ .folded = folded, .times = 1 };
    return true;
}

/* The name, or the name with the lowest number that makes it new. */
static const char *names_make(struct names *t, const char *name)
{
    struct name *place;
    const char *numbered;

    if (names_take(t, name))
        return name;
    place = names_find(t, str_fold(t->arena, name));
    do
        numbered = arena_printf(t->arena, "%s_%u", name, ++place->times);
    while (!names_take(t, numbered));
    return numbered;
}

/* The cell on one line, without blanks around it and quotes doubled within it. */
static const char *clean(struct arena *a, const struct cell *cell)
{
    struct buf scratch CLEANUP(buf_done) = BUF(DATA_CELL_BYTES);
    size_t n;
    const char *p;
    char *name;

    p = cell_text(cell, &scratch, &n);
    p = str_trim(p, n, &n);
    name = arena_dup(a, p, n);
    for (char *c = name; *c; c++)
        if ((unsigned char)*c < 0x20 || *c == 0x7f)
            *c = ' ';
    return name;
}

static void say_changed(struct notes *notes, size_t unnamed, size_t renamed)
{
    if (unnamed > CHANGES_TOLD)
        notes_add(notes, "%zu columns have no name and are called 'column_' and their number", unnamed);
    if (renamed > CHANGES_TOLD)
        notes_add(notes, "%zu columns have a name that came before; a number was added to each", renamed);
}

int csv_names(struct arena *a, const struct cell *cells, size_t n, struct notes *notes, const char *const **ret,
              struct err *err)
{
    struct arena *scratch CLEANUP(arena_cleanup) = arena_new();
    struct names *names = arena_alloc(scratch, sizeof *names);
    const char **list = arena_array(a, n, sizeof *list);
    size_t unnamed = 0, renamed = 0;

    names->arena = scratch;
    for (size_t i = 0; i < n; i++) {
        const char *name, *written;
        if (cells[i].n > DATA_NAME_BYTES) {
            err_set(err, ERR_TOO_LARGE, "The first line has a column name that is too long.",
                    "column %zu: a name of %u bytes, limit %d", i + 1, cells[i].n, DATA_NAME_BYTES);
            return err_action(err, "Shorten it, or check the quotes in the first line.");
        }
        written = clean(scratch, &cells[i]);
        name = names_make(names, *written ? written : arena_printf(scratch, "column_%zu", i + 1));
        if (!*written && ++unnamed <= CHANGES_TOLD)
            notes_add(notes, "column %zu has no name and is called '%s'", i + 1, name);
        else if (*written && strcmp(name, written) != 0 && ++renamed <= CHANGES_TOLD)
            notes_add(notes, "column %zu is called '%s', as '%s' came before", i + 1, name, written);
        list[i] = arena_str(a, name);
    }
    say_changed(notes, unnamed, renamed);
    *ret = list;
    return 0;
}

/* Values that are no words: numbers, dates, true and false. */
static bool is_plain_data(const struct cell *cells, size_t n)
{
    bool any = false;

    for (size_t i = 0; i < n; i++) {
        struct number_size size;
        enum cell_kind kind = cells[i].doubled ? CELL_TEXT : cell_kind(cells[i].p, cells[i].n, &size);
        if (kind == CELL_TEXT)
            return false;
        any |= kind != CELL_EMPTY && kind != CELL_NULL_WORD;
    }
    return any;
}

int csv_check_header(const struct cell *first, const struct cell *next, size_t n, struct err *err)
{
    if (!is_plain_data(first, n) || (next && !is_plain_data(next, n)))
        return 0;
    err_set(err, ERR_NO_HEADERS, "The first line of the file holds data, not the names of the columns.",
            "all %zu cells of the first record are values", n);
    return err_action(err, "Add a first line that names the columns.");
}
