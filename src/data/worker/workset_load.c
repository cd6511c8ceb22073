/* workset_load.c - from sources to tables in an engine.
 *
 * The engine's library is loaded first, the process is then confined for good, and only then are the sources opened,
 * so that parsing happens where nothing can be opened any more. For sources that may open something themselves that
 * comes when it is known that they do not, or (source.h's `opens`) after they are loaded.
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
#include "data/engine/duck_api.h"
#include "data/engine/engine.h"
#include "data/open/cache_file.h"
#include "data/open/open.h"
#include "data/policy/blocked_values.h"
#include "data/policy/blocking.h"
#include "data/worker/workset_node.h"
#include "grid/columns/columns.h"
#include "grid/notes.h"
#include "grid/totals/totals.h"
#include "link/schema.h"
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

/* ---- tables ---- */

/* Copies the descriptions of the columns that were not left out. */
static int describe(struct workset *w, struct loading *l, const struct columns *columns, const struct blocking *j,
                    struct table *t, struct err *err)
{
    const struct column *list;
    size_t n = columns_describe(columns, &list);

    t->rows = columns_rows(columns);
    t->columns = arena_array(l->arena, n, sizeof *t->columns);
    for (size_t i = 0; i < n; i++) {
        struct column *c = &t->columns[t->n_columns];
        if (i < j->n && j->columns[i].rule)
            continue;
        if (column_from_json(l->arena, column_to_json(l->arena, &list[i]), c, err))
            return -1;
        blocking_misfits(l->arena, &w->policy, c);
        if (i < j->n)
            blocked_values_describe(l->arena, &w->policy, &j->values[i], c);
        t->n_columns++;
    }
    table_fingerprint(t->columns, t->n_columns, t->fingerprint);
    return 0;
}

/* Makes a table of the columns, which stay the caller's. */
static int add_table(struct workset *w, struct loading *l, size_t source, const struct cached_table *from,
                     const struct cancel *cancel, struct err *err)
{
    struct table *t = &l->tables[l->n];
    const struct engine_without *without;
    struct blocking j = { .n = 0 };
    bool is_hidden;

    if (workset_hides(w, l, source, from, cancel, &is_hidden, err))
        return -1;
    if (is_hidden)
        return 0;
    *t = (struct table){ .name = unique_name(l, from->name),
                         .source = clean_name(l->arena, w->given[source].name),
                         .sheet = from->sheet && *from->sheet ? clean_name(l->arena, from->sheet) : NULL,
                         .range = from->range ? arena_str(l->arena, from->range) : NULL,
                         .hidden = from->hidden,
                         .assumptions = from->notes,
                         .n_assumptions = from->n_notes };
    snprintf(t->sha256, sizeof t->sha256, "%s", from->sha256 ? from->sha256 : "");
    without = workset_left_out(w, l, from->columns, t, &j);
    if (describe(w, l, from->columns, &j, t, err))
        return -1;
    if (t->n_columns == 0)
        return blocking_nothing_left(err);
    if (engine_add(w->engine, from->columns, t->name, without, cancel, err))
        return -1;
    workset_link(l, t, from->columns, without);
    l->misfits[l->n] = misfits_keep(l->arena, from->columns, without ? without->columns : NULL, &w->policy);
    l->from[l->n++] = source;
    return 0;
}

static int grow(struct loading *l, size_t more, struct err *err)
{
    size_t n = l->n + more;
    struct table_misfits *misfits;
    struct table *tables;
    size_t *from;

    if (n > DATA_TABLES)
        return err_set(err, ERR_TOO_LARGE, "That is about too many tables at once.", "%zu tables, at most %d", n,
                       DATA_TABLES);
    tables = arena_array(l->arena, n, sizeof *tables);
    from = arena_array(l->arena, n, sizeof *from);
    misfits = arena_array(l->arena, n, sizeof *misfits);
    if (l->n > 0) {
        memcpy(tables, l->tables, l->n * sizeof *tables);
        memcpy(from, l->from, l->n * sizeof *from);
        memcpy(misfits, l->misfits, l->n * sizeof *misfits);
    }
    l->tables = tables;
    l->from = from;
    l->misfits = misfits;
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
    const struct source_table *from = &s->tables[table];
    struct cached_table t = { .name = from->name,
                              .sheet = from->sheet,
                              .range = from->range,
                              .hidden = from->hidden && has_visible(s),
                              .is_file = from->is_file,
                              .packed = s->packed };
    struct loaded loaded = { 0 };
    struct notes notes;
    int rc;

    notes_init(&notes, l->arena);
    if (cancel_check(cancel, err) || totals_load(s, table, cancel, l->arena, &notes, &loaded, err))
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

/* What nobody sees must not keep the rest from being read. */
static int load_hidden(struct workset *w, struct loading *l, size_t source, size_t table, struct cache_writer *cache,
                       size_t *bytes, const struct cancel *cancel, struct err *err)
{
    return load_table(w, l, source, table, cache, bytes, cancel, err) && cancel_check(cancel, err) ? -1 : 0;
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
    for (size_t k = 0; rc == 0 && !all && k < g->source->n_tables; k++)
        if (g->source->tables[k].hidden)
            rc = load_hidden(w, l, i, k, cache, &bytes, cancel, err);
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
    for (size_t k = 0; rc == 0 && k < n; k++) {
        if (tables[k].is_file)
            tables[k].name = source_file_table(l->arena, g->name, tables[k].packed);
        rc = add_table(w, l, i, &tables[k], cancel, err);
    }
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
    if (g->sidecar)
        return sidecar_refuse(g->sidecar, err);
    return g->url ? source_open_url(g->url, g->password, cancel, &g->source, err)
                  : source_open(&g->bytes, cancel, &g->source, err);
}

/* True when the others can do without it: one of a folder's, and what is wrong is wrong with it alone. */
static bool skip(struct workset *w, struct given *g, const struct err *err)
{
    if (!g->optional || w->n == 1 ||
        (err->code != ERR_DATA_UNREADABLE && err->code != ERR_DATA_EMPTY && err->code != ERR_NO_HEADERS &&
         err->code != ERR_WORKBOOK_LOAD_FAILED && err->code != ERR_TOO_LARGE))
        return false;
    g->skipped = arena_str(w->arena, err->message);
    return true;
}

static int nothing_read(const struct workset *w, struct err *err)
{
    err_set(err, ERR_DATA_UNREADABLE, "None of the files in that folder can be read.", "%s", w->given[0].skipped);
    return err_action(err, "Name one of them to learn what is wrong with it.");
}

/* From here on nothing is opened. The engine's library is loaded before, if it may still be asked for; that it is not
 * there is told to whoever does. */
static int work_only(struct workset *w, struct err *err)
{
    const struct duck_api *api;
    struct err untold;

    if (w->working)
        return 0;
    if (!w->apart)
        (void)!duck_api(&api, &untold);
    if (confine_calls(CONFINE_WORKING, err))
        return -1;
    w->working = true;
    return 0;
}

int workset_settle(struct workset *w, struct err *err)
{
    for (size_t i = 0; i < w->n; i++)
        if (w->given[i].url || source_may_open(&w->given[i].bytes))
            return 0;
    return work_only(w, err);
}

/* Once it is known that none of the sources opens anything, nothing can be opened. */
static int settle_opened(struct workset *w, struct err *err)
{
    for (size_t i = 0; i < w->n; i++) {
        const struct given *g = &w->given[i];
        if (g->source ? g->source->opens : !g->skipped && (g->url || source_may_open(&g->bytes)))
            return 0;
    }
    return work_only(w, err);
}

int workset_open(struct workset *w, const struct cancel *cancel, struct err *err)
{
    if (workset_settle(w, err))
        return -1;
    w->n_sources = 0;
    for (size_t i = 0; i < w->n; i++) {
        if (open_source(&w->given[i], cancel, err) == 0)
            w->sources[w->n_sources++] = w->given[i].source;
        else if (!skip(w, &w->given[i], err))
            return -1;
    }
    if (w->n > 0 && w->n_sources == 0)
        return nothing_read(w, err);
    return settle_opened(w, err);
}

/* ---- all of it ---- */

/* Opens what the cache does not hold. */
static int open_all(struct workset *w, const struct cancel *cancel, struct err *err)
{
    if (workset_settle(w, err))
        return -1;
    for (size_t i = 0; i < w->n; i++) {
        struct given *g = &w->given[i];
        g->skipped = NULL;
        if ((g->cache_from < 0 || g->was_damaged) && open_source(g, cancel, err) && !skip(w, g, err))
            return -1;
    }
    return settle_opened(w, err);
}

static int load_one(struct workset *w, struct loading *l, size_t i, const struct cancel *cancel, struct err *err)
{
    bool used;

    if (load_cached(w, l, i, cancel, &used, err))
        return -1;
    return used ? 0 : open_source(&w->given[i], cancel, err) || load_source(w, l, i, cancel, err) ? -1 : 0;
}

/* Of a source that is skipped midway, the tables before stay: they are whole. */
static int load_all(struct workset *w, struct loading *l, const struct cancel *cancel, struct err *err)
{
    for (size_t i = 0; i < w->n; i++)
        if (!w->given[i].skipped && load_one(w, l, i, cancel, err) && !skip(w, &w->given[i], err))
            return -1;
    if (w->n > 0 && l->n == 0)
        return l->n_blocked > 0 ? blocking_nothing_left(err) : nothing_read(w, err);
    return workset_unchanged(w, err) || work_only(w, err);
}

int workset_load(struct workset *w, const struct cancel *cancel, struct err *err)
{
    struct arena *a = arena_new();
    struct loading *l = arena_alloc(a, sizeof *l);

    l->arena = a;
    l->schema = link_schema_new();
    if (engine_open(0, &w->engine, err) == 0 && open_all(w, cancel, err) == 0 && load_all(w, l, cancel, err) == 0) {
        engine_blocked(w->engine, l->blocked, l->n_blocked);
        w->loaded = l;
        return 0;
    }
    engine_close(w->engine);
    w->engine = NULL;
    link_schema_free(l->schema);
    arena_free(a);
    return -1;
}
