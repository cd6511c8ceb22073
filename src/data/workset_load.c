/* workset_load.c - from sources to tables in an engine.
 *
 * The engine's library is loaded first, the sources are opened, and the process is then confined for good, so that
 * parsing happens where nothing can be opened any more; only for sources that must open something themselves
 * (source.h's `opens`) that comes after they are loaded.
 *
 * A source's tables come out of the source, or out of the cache file that the parent found for it. Either way they are
 * typed columns, of which those that the policy blocks are not given to the engine. A failed load leaves nothing: the
 * next job that needs the tables begins again.
 */
#include "base/arena.h"
#include "base/cancel.h"
#include "base/err.h"
#include "base/json.h"
#include "base/str.h"
#include "data/cache_file.h"
#include "data/engine.h"
#include "data/judge.h"
#include "data/open.h"
#include "data/workset_node.h"
#include "grid/columns.h"
#include "grid/notes.h"
#include "sys/confine.h"
#include <string.h>

/* ---- names ---- */

/* A name on one line, short enough for a number behind it. */
static const char *clean_name(struct arena *a, const char *name)
{
    size_t n = strlen(name);
    char *copy = arena_dup(a, name, n);

    for (char *p = copy; *p; p++)
        if ((unsigned char)*p < 0x20 || *p == 0x7f)
            *p = '_';
    copy[str_fit_bytes(copy, n, DATA_NAME_BYTES / 2)] = '\0';
    return copy;
}

static bool is_taken(const struct loading *l, const char *name)
{
    for (size_t i = 0; i < l->n; i++)
        if (str_same(l->tables[i].name, name))
            return true;
    return false;
}

/* A name that none of the tables so far has. */
static const char *unique_name(struct loading *l, const char *wanted)
{
    const char *clean = clean_name(l->arena, wanted), *name = clean;

    for (int k = 2; is_taken(l, name); k++)
        name = arena_printf(l->arena, "%s_%d", clean, k);
    return name;
}

/* ---- the policy ---- */

static void block_column(struct loading *l, const struct blocked_column *blocked)
{
    if (l->n_blocked == l->room_blocked) {
        struct blocked_column *more;
        l->room_blocked = l->room_blocked ? 2 * l->room_blocked : 16;
        more = arena_array(l->arena, l->room_blocked, sizeof *more);
        if (l->n_blocked > 0)
            memcpy(more, l->blocked, l->n_blocked * sizeof *more);
        l->blocked = more;
    }
    l->blocked[l->n_blocked++] = *blocked;
}

/* What was assumed about the columns that are left. */
static void keep_notes(struct workset *w, struct loading *l, const struct judged *j, struct table *t)
{
    const char **kept = arena_array(l->arena, t->n_assumptions, sizeof *kept);
    size_t n = 0;

    for (size_t i = 0; i < t->n_assumptions; i++)
        if (judge_note(&w->policy, j->columns, j->n, t->assumptions[i]))
            kept[n++] = t->assumptions[i];
    t->assumptions = kept;
    t->n_assumptions = n;
}

/* Which columns must not exist; NULL: all may. */
static const bool *left_out(struct workset *w, struct loading *l, const struct columns *columns, struct table *t)
{
    struct judged j;
    bool *out;

    if (!policy_is_set(&w->policy))
        return NULL;
    j = judge_columns(l->arena, &w->policy, t->name, columns);
    out = arena_array(l->arena, j.n, sizeof *out);
    for (size_t i = 0; i < j.n; i++) {
        out[i] = j.columns[i].rule != NULL;
        if (out[i])
            block_column(l, &j.columns[i]);
    }
    keep_notes(w, l, &j, t);
    return out;
}

/* ---- tables ---- */

/* Copies the descriptions of the columns that were not left out. */
static int describe(struct loading *l, const struct columns *columns, const bool *out, struct table *t, struct err *err)
{
    const struct column *list;
    size_t n = columns_describe(columns, &list);

    t->rows = columns_rows(columns);
    t->columns = arena_array(l->arena, n, sizeof *t->columns);
    for (size_t i = 0; i < n; i++)
        if ((!out || !out[i]) &&
            column_from_json(l->arena, column_to_json(l->arena, &list[i]), &t->columns[t->n_columns++], err))
            return -1;
    table_fingerprint(t->columns, t->n_columns, t->fingerprint);
    return 0;
}

/* Makes a table of the columns, which stay the caller's. */
static int add_table(struct workset *w, struct loading *l, size_t source, const struct cached_table *from,
                     const struct cancel *cancel, struct err *err)
{
    struct table *t = &l->tables[l->n];
    const bool *out;

    *t = (struct table){ .name = unique_name(l, from->name),
                         .source = clean_name(l->arena, w->given[source].name),
                         .assumptions = from->notes,
                         .n_assumptions = from->n_notes };
    snprintf(t->sha256, sizeof t->sha256, "%s", from->sha256 ? from->sha256 : "");
    out = left_out(w, l, from->columns, t);
    if (describe(l, from->columns, out, t, err))
        return -1;
    if (t->n_columns == 0)
        return judge_nothing_left(err);
    if (engine_add(w->engine, from->columns, t->name, out, cancel, err))
        return -1;
    l->from[l->n++] = source;
    return 0;
}

static int grow(struct loading *l, size_t more, struct err *err)
{
    size_t n = l->n + more;
    struct table *tables;
    size_t *from;

    if (n > DATA_TABLES)
        return err_set(err, ERR_TOO_LARGE, "That is about too many tables at once.", "%zu tables, at most %d", n,
                       DATA_TABLES);
    tables = arena_array(l->arena, n, sizeof *tables);
    from = arena_array(l->arena, n, sizeof *from);
    if (l->n > 0) {
        memcpy(tables, l->tables, l->n * sizeof *tables);
        memcpy(from, l->from, l->n * sizeof *from);
    }
    l->tables = tables;
    l->from = from;
    return 0;
}

/* ---- sources ---- */

static bool has_visible(const struct source *s)
{
    for (size_t i = 0; i < s->n_tables; i++)
        if (!s->tables[i].hidden)
            return true;
    return false;
}

/* Loads one table of the source, gives it to the engine, and to the cache if one is being written; adds its bytes. */
static int load_table(struct workset *w, struct loading *l, size_t source, size_t table, struct cache_writer *cache,
                      size_t *bytes, const struct cancel *cancel, struct err *err)
{
    struct source *s = w->given[source].source;
    struct cached_table t = { .name = s->tables[table].name };
    struct loaded loaded = { 0 };
    struct notes notes;
    int rc;

    notes_init(&notes, l->arena);
    if (cancel_check(cancel, err) || s->ops->load(s, table, cancel, l->arena, &notes, &loaded, err))
        return -1;
    t.columns = loaded.columns;
    t.sha256 = loaded.sha256;
    t.notes = notes_end(&notes, &t.n_notes);
    rc = add_table(w, l, source, &t, cancel, err);
    if (rc == 0)
        cache_add(cache, &t);
    *bytes += columns_bytes(loaded.columns);
    columns_free(loaded.columns);
    return rc;
}

static int load_source(struct workset *w, struct loading *l, size_t i, const struct cancel *cancel, struct err *err)
{
    struct given *g = &w->given[i];
    bool all = !has_visible(g->source);
    struct cache_writer *cache = cache_writer_new(g->cache_to);
    size_t bytes = 0;
    int rc = grow(l, g->source->n_tables, err);

    for (size_t k = 0; rc == 0 && k < g->source->n_tables; k++)
        if (all || !g->source->tables[k].hidden)
            rc = load_table(w, l, i, k, cache, &bytes, cancel, err);
    g->was_saved = cache_writer_end(cache, rc == 0 && bytes >= CACHE_KEEP_BYTES);
    return rc;
}

/* The tables as they were when the source was read before. *ret_used is false when the file does not hold them. */
static int load_cached(struct workset *w, struct loading *l, size_t i, const struct cancel *cancel, bool *ret_used,
                       struct err *err)
{
    struct given *g = &w->given[i];
    struct cached_table *tables;
    size_t n;
    int rc;

    *ret_used = false;
    if (g->cache_from < 0)
        return 0;
    if (cache_read(l->arena, g->cache_from, &tables, &n)) {
        g->was_damaged = true;
        return 0;
    }
    rc = grow(l, n, err);
    for (size_t k = 0; rc == 0 && k < n; k++)
        rc = add_table(w, l, i, &tables[k], cancel, err);
    for (size_t k = 0; k < n; k++)
        columns_free(tables[k].columns);
    *ret_used = true;
    return rc;
}

static int open_source(struct given *g, const struct cancel *cancel, struct err *err)
{
    if (g->source)
        return 0;
    if (cancel_check(cancel, err))
        return -1;
    return g->url ? source_open_url(g->url, cancel, &g->source, err) : source_open(&g->bytes, cancel, &g->source, err);
}

int workset_open(struct workset *w, const struct cancel *cancel, struct err *err)
{
    for (size_t i = 0; i < w->n; i++) {
        if (open_source(&w->given[i], cancel, err))
            return -1;
        w->sources[i] = w->given[i].source;
    }
    return 0;
}

/* ---- all of it ---- */

static int work_only(struct workset *w, struct err *err)
{
    if (!w->working && confine_calls(CONFINE_WORKING, err))
        return -1;
    w->working = true;
    return 0;
}

/* Opens what the cache does not hold; once nothing needs to be opened any more, nothing can be. */
static int open_all(struct workset *w, const struct cancel *cancel, struct err *err)
{
    bool opens = false;

    for (size_t i = 0; i < w->n; i++) {
        struct given *g = &w->given[i];
        if (g->cache_from >= 0 && !g->was_damaged)
            continue;
        if (open_source(g, cancel, err))
            return -1;
        opens |= g->source->opens;
    }
    return opens ? 0 : work_only(w, err);
}

static int load_all(struct workset *w, struct loading *l, const struct cancel *cancel, struct err *err)
{
    for (size_t i = 0; i < w->n; i++) {
        bool used;
        if (load_cached(w, l, i, cancel, &used, err))
            return -1;
        if (!used && (open_source(&w->given[i], cancel, err) || load_source(w, l, i, cancel, err)))
            return -1;
    }
    return workset_unchanged(w, err) || work_only(w, err);
}

int workset_load(struct workset *w, const struct cancel *cancel, struct err *err)
{
    struct arena *a = arena_new();
    struct loading *l = arena_alloc(a, sizeof *l);

    l->arena = a;
    if (engine_open(0, &w->engine, err) == 0 && open_all(w, cancel, err) == 0 && load_all(w, l, cancel, err) == 0) {
        engine_blocked(w->engine, l->blocked, l->n_blocked);
        w->loaded = l;
        return 0;
    }
    engine_close(w->engine);
    w->engine = NULL;
    arena_free(a);
    return -1;
}
