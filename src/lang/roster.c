/* roster.c - the keys of all names, sorted, each once. It is made once a question and asked a few times. */
#include "lang/roster.h"
#include "base/arena.h"
#include "grid/table.h"
#include "lang/reader.h"
#include <stdlib.h>
#include <string.h>

struct list {
    const char **keys;
    size_t n;
};

struct roster {
    struct list columns, tables, things;
};

static int compare(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static void list_add(struct arena *a, struct list *l, const char *name)
{
    char key[WORDS_KEY_BYTES];
    size_t n = words_key(name, key);

    if (n > 0)
        l->keys[l->n++] = arena_dup(a, key, n);
}

static void list_sort(struct list *l)
{
    if (l->n > 0)
        qsort(l->keys, l->n, sizeof *l->keys, compare);
}

static bool list_has(const struct list *l, const char *key)
{
    return l->n > 0 && bsearch(&key, l->keys, l->n, sizeof *l->keys, compare);
}

static void add_column(struct arena *a, struct roster *r, const char *name)
{
    const char *first;

    list_add(a, &r->columns, name);
    if (words_of_name(a, name, true, &first, 1) == 1 && thing_is_id(name, first))
        r->things.keys[r->things.n++] = first;
}

struct roster *roster_new(struct arena *a, const struct table *tables, size_t n)
{
    struct roster *r = arena_alloc(a, sizeof *r);
    size_t all = 0;

    for (size_t i = 0; i < n; i++)
        all += tables[i].n_columns;
    r->columns.keys = arena_array(a, all, sizeof *r->columns.keys);
    r->things.keys = arena_array(a, all + n * QUESTION_SPAN, sizeof *r->things.keys);
    r->tables.keys = arena_array(a, n, sizeof *r->tables.keys);
    for (size_t i = 0; i < n; i++) {
        list_add(a, &r->tables, tables[i].name);
        r->things.n += words_of_name(a, tables[i].name, true, r->things.keys + r->things.n, QUESTION_SPAN);
        for (size_t c = 0; c < tables[i].n_columns; c++)
            add_column(a, r, tables[i].columns[c].name);
    }
    list_sort(&r->columns);
    list_sort(&r->tables);
    list_sort(&r->things);
    return r;
}

bool roster_has(const struct roster *r, const char *key)
{
    return r && list_has(&r->columns, key);
}

bool roster_has_thing(const struct roster *r, const char *stem)
{
    return r && list_has(&r->things, stem);
}

bool roster_has_table(const struct roster *r, const char *key)
{
    return r && list_has(&r->tables, key);
}
